//! Prices of what is sold, what there is of it, and what was found free.

use std::sync::Arc;

use jiff::civil::{Date, date};
use serde_json::{Value, json};
use turno_language::{OpeningHours, Text};
use turno_truth::{Fact, Here, Judge, Known, Rule};

use super::{Told, results, room};
use crate::{
    ModelCall, StatedFact,
    talk::{CallResult, TalkCall},
};

/// What a judge has against a sentence, who knows that, on a Sunday.
struct Tried {
    known: Known,
    can_look_for_room: bool,
    is_stock_unasked: bool,
}

impl Tried {
    fn knowing(known: &Known) -> Self {
        Self { known: known.clone(), can_look_for_room: false, is_stock_unasked: false }
    }

    fn rules_against(&self, asked: &str, said: &str) -> Vec<Rule> {
        const SUNDAY: Date = date(2026, 1, 18);
        let hours = OpeningHours::default();
        let here = Here {
            tools: &[],
            currency: "MXN",
            hours: &hours,
            now: SUNDAY.at(9, 0, 0, 0),
            latest: Arc::new(Text::of(asked)),
            is_grounded: true,
            can_look_for_room: self.can_look_for_room,
            is_stock_unasked: self.is_stock_unasked,
        };
        let judge = Judge::new(here, self.known.clone());
        let text = Text::of(said);
        judge.rules_against(&judge.read(&text)).collect()
    }

    /// Whether that topic's rules have nothing against it.
    fn holds(&self, rules: &[Rule], asked: &str, said: &str) -> bool {
        !self.rules_against(asked, said).iter().any(|rule| rules.contains(rule))
    }
}

fn usual() -> Vec<StatedFact> {
    StatedFact::usual("find")
}

fn menu() -> Known {
    let mut known = Known::default();
    let menu = json!({
        "items": [
            {"name": "Mole poblano", "price_cents": 24_500, "price": 245, "available": true},
            {"name": "Tacos al pastor", "price_cents": 12_000},
            {"name": "Agua de horchata", "price_cents": 3_500},
            {"name": "Agua de jamaica", "price_cents": 4_000},
            {"name": "Arroz y frijoles", "price": "$60.00"},
        ],
        "total_items": 5,
        "message": "Tenemos mole a $245, tacos a $120 y aguas desde $35.",
    });
    let order = json!({"items": [{"name": "Mole poblano", "quantity": 2, "total": 490}], "delivery_fee": 30, "total": 520});
    for told in [menu, order] {
        results::add_prices(&usual(), &told, &mut known);
        known.add(Fact::Told {
            by: turno_truth::Teller::Tool,
            text: Arc::new(turno_truth::Given::new(told.to_string())),
        });
    }
    known
}

#[test]
fn a_price_is_told_of_what_it_is_the_price_of() {
    let tried = Tried::knowing(&menu());
    for (said, holds) in [
        ("El mole poblano cuesta $245.", true),
        ("El mole cuesta doscientos cuarenta y cinco pesos.", true),
        ("El mole cuesta $120.", false),
        ("Los tacos de pastor están a $245.", false),
        ("El taco al pastor cuesta 120 pesos.", true),
        ("El mole cuesta $245 y los tacos $120.", true),
        ("El mole cuesta $120 y los tacos $245.", false),
        ("Los tacos al pastor cuestan $120 y la horchata $35.", true),
        ("Los tacos y el mole cuestan $120 y $245.", true),
        ("La jamaica cuesta $35.", false),
        ("El agua cuesta $35.", true),
        ("El arroz y frijoles cuesta $60.", true),
        ("The mole is $120.", false),
        // Nothing of the menu is named; or the amount is nobody's own price.
        ("Cuesta $120.", true),
        ("Son $520 en total con sus dos moles.", true),
        ("El envío del mole cuesta $30.", true),
        ("Dos moles son $490.", true),
    ] {
        assert_eq!(tried.holds(&[Rule::PriceOfSomethingElse], "", said), holds, "{said}");
    }
    let nothing = Tried::knowing(&Known::default());
    assert!(nothing.holds(&[Rule::PriceOfSomethingElse], "", "El mole cuesta $120."));
}

fn lookup(time: &str, result: &Value) -> TalkCall {
    let parameters = json!({"date": "2026-01-20", "time": time, "party_size": 4});
    TalkCall {
        call: ModelCall {
            id: "a".to_owned(),
            tool: "check_availability".to_owned(),
            arguments: parameters.to_string(),
            opaque: None,
        },
        parameters: parameters.as_object().cloned(),
        is_asked: false,
        is_up: false,
        confirmation: None,
        made: None,
        result: Some(CallResult { content: result.to_string(), is_error: false, has_acted: false }),
    }
}

fn full() -> TalkCall {
    let result = json!({"success": true, "available": false, "requested_slot": {"time": "20:00"},
        "message": "No hay mesa a las 8.", "alternative_slots": [{"time": "21:30"}, {"time": "18:00"}]});
    lookup("20:00", &result)
}

fn free() -> TalkCall {
    lookup("20:00", &json!({"available": true, "message": "Sí hay mesa a las 8 de la noche."}))
}

const ROOM: &[Rule] = &[Rule::RoomNotFound, Rule::NoRoomNotFound];

/// Where there are two branches.
fn lookups(calls: &[TalkCall], can_be: bool) -> Tried {
    let mut known = Known::default();
    for branch in ["roma norte", "coyoacan"] {
        known.add(Fact::Branch(vec![branch.to_owned()]));
    }
    for told in calls.iter().filter_map(|call| Told::of(call, true)) {
        room::add(&StatedFact::usual("check_availability"), &told, &mut known);
    }
    Tried { can_look_for_room: can_be, ..Tried::knowing(&known) }
}

#[test]
fn there_is_room_where_it_was_found() {
    let cases: [(&[TalkCall], &str, bool); 22] = [
        (&[free()], "Sí hay lugar.", true),
        (&[free()], "Sí, tenemos mesa para 4 a las 8.", true),
        (&[free()], "We have a table at 8 pm.", true),
        (&[free()], "Sí hay lugar a las 9.", false),
        (&[full()], "Sí hay lugar.", false),
        (&[full()], "Claro que sí hay lugar para ustedes.", false),
        (&[full()], "Tenemos mesa disponible a las ocho.", false),
        (&[full()], "We have a table at 8.", false),
        (&[full()], "There is availability at eight.", false),
        (&[full()], "No hay lugar a las 8, pero sí hay mesa a las 9 y media.", true),
        (&[full()], "A las 8 no hay, pero tenemos lugar a las 7.", false),
        (&[full()], "No hay lugar.", true),
        (&[full()], "We don't have a table at 8.", true),
        (&[full()], "Si hay lugar más tarde, le aviso.", true),
        (&[full()], "Déjeme ver si hay mesa.", true),
        (&[full()], "Tenemos espacio para niños y mesa de billar.", true),
        (&[full()], "¿Sí hay lugar a las 8?", true),
        (&[full(), free()], "Sí hay lugar.", true),
        (&[free(), full()], "Sí hay lugar a las 8.", false),
        (&[], "Sí hay lugar a las 8.", false),
        (&[], "Ya tenemos su mesa para las 8.", true),
        (&[], "Tenemos terraza.", true),
    ];
    for (calls, said, holds) in cases {
        assert_eq!(lookups(calls, true).holds(ROOM, "", said), holds, "{said}");
    }
    let nobody_looks = lookups(&[], false);
    assert!(nobody_looks.holds(ROOM, "", "Sí hay lugar."));
}

#[test]
fn what_was_found_is_of_its_day_its_people_and_its_branch() {
    let closed = json!({"available": false, "reason": "closed", "branch": "Roma Norte",
        "alternatives": [{"date": "2026-01-21", "time": "20:00"}, {"date": "2026-01-22", "time": "20:00"}]});
    let closed = || lookup("20:00", &closed);
    let found = json!({"available": true, "branch": "Roma Norte", "requested_slot": {"date": "2026-01-20"}});
    let found = || lookup("20:00", &found);
    let asked = "¿hay mesa a las 8?";
    for (call, latest, said, holds) in [
        (closed(), asked, "Sí hay lugar el martes a las 8.", false),
        (closed(), asked, "Sí hay mesa el 20 de enero a las 8.", false),
        (closed(), asked, "Sí hay lugar a las 8.", false),
        (closed(), asked, "Sí hay cita el martes a las 8.", false),
        (closed(), asked, "La Dra. Ruiz la ve el martes.", false),
        (closed(), asked, "A las 8 le puedo recibir sin problema.", false),
        (closed(), asked, "Hay mesa el miércoles a las 8.", true),
        (closed(), asked, "Hay lugar el jueves 22.", true),
        (closed(), asked, "La Dra. Ruiz la ve el miércoles a las 8.", true),
        (closed(), asked, "Al día siguiente hay mesa a las 8.", true),
        (closed(), asked, "A las 8 del martes no hay lugar.", true),
        (closed(), asked, "El martes estamos llenos.", false),
        (closed(), asked, "El miércoles no hay lugar.", false),
        (closed(), asked, "La Dra. Ruiz la atiende los lunes.", true),
        (found(), asked, "Sí hay lugar el martes a las 8.", true),
        (found(), asked, "Sí hay mesa para 4 el martes 20 de enero a las 8.", true),
        (found(), asked, "Pasado mañana hay mesa a las 8.", true),
        (found(), asked, "Hay lugar el miércoles a las 8.", false),
        (found(), asked, "Mañana hay lugar a las 8.", false),
        (found(), asked, "Sí hay mesa para 6 el martes a las 8.", false),
        (found(), asked, "We have a table for six on Tuesday.", false),
        (found(), asked, "We have a table for four on Tuesday.", true),
        (found(), asked, "Hay mesa el martes a las 8 en Coyoacán.", false),
        (found(), asked, "Hay mesa el martes a las 8 en Roma Norte.", true),
        (found(), "¿hay mesa el viernes?", "Sí hay lugar.", false),
        (found(), "¿hay mesa el martes en la mañana?", "Sí hay lugar.", true),
    ] {
        assert_eq!(lookups(&[call], true).holds(ROOM, latest, said), holds, "{said}");
    }
    assert!(lookups(&[], true).holds(ROOM, "tengo dudas del lugar", "No hay código de vestimenta."));
    for said in [
        "Nos quedan dos mesas en la terraza.",
        "El viernes está completo.",
        "A esa hora ya no tengo nada disponible.",
    ] {
        assert!(!lookups(&[], true).holds(ROOM, asked, said), "{said}");
    }
}

#[test]
fn where_no_booking_was_found_none_stands() {
    let usual = StatedFact::usual("find_bookings");
    let mut known = Known::default();
    let add = |known: &mut Known, result: &Value, has_acted: bool| {
        let mut call = lookup("20:00", result);
        call.result = call.result.map(|result| CallResult { has_acted, ..result });
        let told = Told::of(&call, true).unwrap();
        let are_none = results::are_none(&usual, &told).unwrap();
        known.add(Fact::Bookings { are_none });
    };
    add(&mut known, &json!({"bookings": [], "count": 0}), false);
    let bookings = Tried::knowing(&known);
    for (said, holds) in [
        ("Sí, aquí está su reservación.", false),
        ("La suya sigue en pie.", false),
        ("Su mesa la tiene segura.", false),
        ("Todo en orden con su reserva.", false),
        ("Su mesa es para cuatro personas.", false),
        ("Ya la vi, todo bien.", false),
        ("I found it.", false),
        ("Your booking is fine.", false),
        ("No encuentro su reservación.", true),
        ("Si su reservación está a otro nombre, dígamelo.", true),
        ("Quizá su reservación está a otro nombre.", true),
        ("¿Su reservación es de hoy?", true),
        ("Para buscar su reservación necesito su código.", true),
    ] {
        assert_eq!(bookings.holds(&[Rule::NoSuchBooking], "", said), holds, "{said}");
    }
    add(&mut known, &json!({"success": true}), true);
    let bookings = Tried::knowing(&known);
    assert!(bookings.holds(&[Rule::NoSuchBooking], "", "Aquí está su reservación."));
}

const STOCK: &[Rule] = &[Rule::StockOtherwise];

fn find(known: &mut Known, result: &Value) {
    results::add_stock(&usual(), Some(result), known);
}

fn shop() -> Known {
    let mut known = Known::default();
    let facts = json!({"menu": [{"name": "Mole poblano", "available": true}, {"name": "Pozole", "available": false}]});
    let mut items = Vec::new();
    results::collect_stock(&usual(), &facts, None, &mut items);
    for item in items {
        known.add(Fact::StockOfBusiness(item));
    }
    let found = json!({"products": [
        {"name": "Audífonos Sony", "price": 1299, "stock_available": 3},
        {"name": "Bocina JBL", "price": 2499, "stock_available": 0},
    ]});
    find(&mut known, &found);
    known
}

#[test]
fn there_is_of_a_thing_what_was_told() {
    let stock = Tried::knowing(&shop());
    for (said, holds) in [
        ("Sí tenemos los audífonos Sony.", true),
        ("Los audífonos Sony están disponibles.", true),
        ("Hay 3 audífonos Sony en existencia.", true),
        ("Quedan 3 piezas de los audífonos Sony.", true),
        ("Quedan cinco piezas de los audífonos Sony.", false),
        ("Los audífonos Sony están agotados.", false),
        ("No tenemos los audífonos Sony.", false),
        ("We have the Sony audífonos in stock.", true),
        ("The Sony audífonos are sold out.", false),
        ("Sí tenemos la bocina JBL.", false),
        ("La bocina JBL está disponible.", false),
        ("La bocina JBL está agotada.", true),
        ("No tenemos la bocina JBL.", true),
        ("The JBL bocina is in stock.", false),
        ("The JBL bocina isn't available right now.", true),
        ("The JBL bocina is out of stock.", true),
        ("La bocina JBL no está agotada.", false),
        ("No tenemos la bocina, pero sí tenemos los audífonos.", true),
        ("Tenemos la bocina y los audífonos no están disponibles.", false),
        ("Bocina JBL, sí hay.", false),
        ("El pozole está disponible.", false),
        ("Tenemos mole poblano.", true),
        // Of another day, of what is not known yet, or of no goods at all.
        ("Mañana tenemos la bocina JBL.", true),
        ("Déjeme ver si tenemos la bocina JBL.", true),
        ("Si hay bocina JBL, le aviso.", true),
        ("¿Quiere la bocina JBL?", true),
        ("Tenemos estacionamiento y terraza.", true),
        ("El envío a domicilio está disponible.", true),
        ("La bocina JBL cuesta $2,499.", true),
    ] {
        assert_eq!(stock.holds(STOCK, "", said), holds, "{said}");
    }
    let nothing = Tried::knowing(&Known::default());
    assert!(nothing.holds(STOCK, "", "La bocina JBL está disponible."));
}

#[test]
fn what_names_nothing_is_of_what_was_asked_last() {
    let mut known = shop();
    let gone = json!({"success": true, "available": false, "details": {"name": "Bocina JBL", "price": 2499}});
    find(&mut known, &gone);
    let stock = Tried::knowing(&known);
    for (said, holds) in [
        ("Sí, está disponible.", false),
        ("Yes, it's in stock.", false),
        ("Lo siento, está agotada.", true),
        ("Sorry, it's out of stock.", true),
        ("El envío está disponible en este momento.", true),
    ] {
        assert_eq!(stock.holds(STOCK, "", said), holds, "{said}");
    }
    // The latest word on a thing counts.
    find(&mut known, &json!({"products": [{"name": "Bocina JBL", "in_stock": true}]}));
    let stock = Tried::knowing(&known);
    assert!(stock.holds(STOCK, "", "La bocina JBL ya está disponible."));
    assert!(stock.holds(STOCK, "", "Sí, está disponible."));
    // A service whose hour is taken is offered all the same.
    find(&mut known, &json!({"available": false, "service": {"name": "Limpieza dental"}}));
    assert!(Tried::knowing(&known).holds(STOCK, "", "Tenemos limpieza dental."));
}

#[test]
fn nobody_who_did_not_look_knows_what_there_is() {
    let mut known = Known::default();
    known.add(Fact::Told {
        by: turno_truth::Teller::Business,
        text: Arc::new(turno_truth::Given::new("Hay estacionamiento.")),
    });
    let stock = Tried { is_stock_unasked: true, ..Tried::knowing(&known) };
    let asked = "¿tienen la bocina JBL Go 4?";
    for (said, holds) in [
        ("Sí tenemos.", false),
        ("Está agotada.", false),
        ("Nos quedan 3 piezas.", false),
        ("Sold out.", false),
        ("Sí tenemos la bocina JBL.", false),
        ("Déjeme ver si la tenemos.", true),
        ("Tenemos envío a todo el país.", true),
        ("¿Qué color busca?", true),
    ] {
        assert_eq!(stock.holds(STOCK, asked, said), holds, "{said}");
    }
    assert!(stock.holds(STOCK, "¿hay estacionamiento?", "Sí tenemos."));
    // With a lookup: no more of it than there is.
    let stock = Tried::knowing(&shop());
    assert!(!stock.holds(STOCK, asked, "Quedan 30 audífonos Sony."));
    assert!(stock.holds(STOCK, asked, "Quedan 3 audífonos Sony."));
}
