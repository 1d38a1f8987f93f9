//! What sentences claim.

use super::*;

#[test]
fn what_says_that_something_was_done() {
    let deeds = [
        "Ya le reservé su mesa.",
        "Listo, su mesa quedó reservada.",
        "¡Listo!",
        "He cancelado su cita.",
        "Su pedido ha sido registrado.",
        "Se canceló la reservación.",
        "Quedó agendada para el lunes.",
        "I've booked your table.",
        "We have cancelled it.",
        "Your appointment has been scheduled.",
        "You're all set!",
        "Done, see you tomorrow.",
        "I have successfully updated the passenger.",
        "La mesa es suya.",
        "Acabo de registrar su reservación.",
        "Su mesa quedó apartada.",
        "Su lugar queda asegurado.",
        "Ya está, nos vemos mañana.",
        "Ya se la aparté.",
        "Todo listo para el jueves.",
        "Le dejé apartada una mesa.",
        "Reservación confirmada: mesa para 4.",
        "Le confirmo su reservación para mañana.",
        "Su reservación se hizo con éxito.",
        "Se apartó una mesa a su nombre.",
        "Your table is all set for tomorrow.",
        "You’re all set!",
        "The table is yours.",
        "You're good to go.",
        "I've gone ahead and booked it.",
        "It's all taken care of.",
        "Everything is booked.",
        "Your table was reserved.",
        "Booked! See you then.",
    ];
    for said in deeds {
        assert_eq!(claim_of(said), Some(Claim::Deed), "{said}");
    }
    for said in [
        "Su reservación está confirmada.",
        "Your table is booked for 8.",
        "Su reservación está lista.",
        "Ya tiene su mesa.",
        "Tengo una mesa apartada a su nombre.",
        "Su mesa ya está reservada.",
        "You have a reservation for tomorrow.",
    ] {
        assert_eq!(claim_of(said), Some(Claim::State), "{said}");
    }
}

#[test]
fn what_says_no_such_thing() {
    let others = [
        "¿Quiere que la reserve?",
        "Puedo reservarle una mesa.",
        "Para reservar necesito su nombre.",
        "Tenemos mesas listas en la terraza.",
        "¿Su mesa quedó reservada?",
        "Con gusto le ayudo.",
        "I can book a table for you.",
        "Would you like me to cancel it?",
        "La lista de platillos es esta.",
        "Un momento, lo reviso.",
        "What have you ordered before?",
        "Confirmo: mesa para 4.",
        "Si quiere que le reserve una mesa, dígame la hora.",
        "Para que se cancele, necesito el código.",
        "Todavía no he reservado nada.",
        "No pude hacer la reservación.",
        "Aún no está confirmada.",
        "I haven't booked anything yet.",
        "It couldn't be booked.",
        "No reservé nada todavía.",
        "El mole es nuestro platillo más pedido.",
        "Esta semana tenemos lugar.",
    ];
    for said in others {
        assert_eq!(claim_of(said), None, "{said}");
    }
}

#[test]
fn what_says_that_nothing_came_of_it() {
    for said in [
        "Lo siento, no pude hacer la reservación.",
        "No fue posible apartar la mesa.",
        "No se pudo completar el registro.",
        "Hubo un error con su reservación.",
        "Todavía no está confirmada.",
        "I couldn't book your table.",
        "I was not able to make the reservation.",
        "There was a problem with your booking.",
        "Unfortunately your order was not placed.",
    ] {
        assert!(denies_a_deed(said), "{said}");
    }
    for said in [
        "Listo, quedó reservada.",
        "No se preocupe, aquí le espero.",
        "No olvide llegar a tiempo.",
        "¿No pudo reservar?",
        "I booked it, no problem.",
    ] {
        assert!(!denies_a_deed(said), "{said}");
    }
}

#[test]
fn which_deed_is_told_of() {
    for (said, act) in [
        ("Su reservación quedó cancelada.", Some(Act::Cancel)),
        ("Su mesa quedó reservada.", Some(Act::Book)),
        ("Cambié su reservación al jueves.", Some(Act::Modify)),
        ("Su pedido quedó registrado.", Some(Act::Order)),
        ("Your order has been placed.", Some(Act::Order)),
        ("Listo.", None),
    ] {
        assert_eq!(act_told_of(said), act, "{said}");
    }
}
