//! A language model tells what was done as it was, or the tool does.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;

use common::Talk;
use common::script::{answer, results, says, table, talk};
use serde_json::json;
use turno_core::{Awaiting, Finish, ModelOutcome};

const DONE: &str = "Reservación confirmada: mesa para 4 personas, el martes 20 de enero a las 8 de la noche. Su código es RES-1234.";

/// A table for Juan was asked about.
fn at_the_question() -> Talk {
    let mut talk = talk();
    talk.answer("create_reservation", json!({ "success": true, "message": DONE }));
    talk.model.push_back(answer("", &[("create_reservation", table())]));
    talk.say("mañana a las 8, somos 4, soy Juan");
    talk
}

/// It is booked, and was told.
fn booked() -> Talk {
    let mut talk = at_the_question();
    talk.model.push_back(says("Listo, su mesa quedó reservada: RES-1234."));
    assert_eq!(talk.say("sí").text, "Listo, su mesa quedó reservada: RES-1234.");
    talk
}

#[test]
fn what_was_done_is_told_as_it_was() {
    for (said, heard) in [
        ("Lo siento, no pude hacer la reservación.", DONE.to_owned()),
        ("I'm sorry, I couldn't book it.", DONE.to_owned()),
        ("Listo, su código es RES-0000, jueves a las 9.", DONE.to_owned()),
        ("Listo, quedó su reservación para el jueves a las 9 de la noche, 6 personas.", DONE.to_owned()),
        ("Listo, quedó para el jueves a las 8. ¡Le esperamos!", format!("¡Le esperamos! {DONE}")),
        ("Listo, su reservación quedó cancelada.", DONE.to_owned()),
        (
            "Listo, quedó para el martes 20 a las 20:00, 4 personas. Código RES-1234.",
            "Listo, quedó para el martes 20 a las 20:00, 4 personas. Código RES-1234.".to_owned(),
        ),
    ] {
        let mut talk = at_the_question();
        talk.model.push_back(says(said));
        assert_eq!(talk.say("sí").text, heard, "{said}");
    }
}

#[test]
fn what_was_done_without_a_code_is_told_too() {
    let mut talk = talk();
    talk.answer(
        "cancel_reservation",
        json!({ "success": true, "message": "Quedó cancelada la reservación de Juan." }),
    );
    let cancel = json!({ "confirmation_code": "RES-77" });
    talk.model.push_back(answer("", &[("cancel_reservation", cancel)]));
    talk.say("cancele la RES-77");
    talk.model.push_back(says("No se pudo cancelar."));
    assert_eq!(talk.say("sí").text, "Quedó cancelada la reservación de Juan.");
}

#[test]
fn one_booking_lets_a_model_claim_no_other() {
    let not_known = "Ese dato no lo tengo confirmado";
    for (said, heard) in [
        ("¡Listo! Ya quedó reservada su segunda mesa para el jueves a las 9 de la noche.", DONE),
        ("Listo, también reservé la otra mesa.", DONE),
        ("Your second table is booked for Thursday at nine.", DONE),
        ("Listo, su reservación ya quedó cancelada.", not_known),
        ("Su reservación está cancelada.", not_known),
        ("Su pedido quedó registrado.", not_known),
        ("Sí, quedó reservada para el martes 20 a las 8.", "Sí, quedó reservada para el martes 20 a las 8."),
        ("Sí, su mesa está confirmada.", DONE),
    ] {
        let mut talk = booked();
        talk.model.push_back(says(said));
        let reply = talk.say("¿y la otra?");
        assert!(reply.text.starts_with(heard), "{said}: {}", reply.text);
        assert_eq!(talk.acts(), 1);
    }
}

#[test]
fn what_nobody_gave_is_not_said() {
    let not_known =
        "Ese dato no lo tengo confirmado. Si gusta, le comunico con una persona: solo diga «una persona».";
    let cases = [
        ("El mole cuesta 999. ¿Lo quiere?", "¿Lo quiere?"),
        ("Precio del mole: 245. ¿Lo quiere?", "¿Lo quiere?"),
        ("El mole cuesta doscientos cuarenta. ¿Lo quiere?", "¿Lo quiere?"),
        ("Su código es erre e ese, siete siete siete siete. Hasta luego.", "Hasta luego."),
        ("La mesa es suya. Hasta luego.", not_known),
        ("Acabo de registrar su reservación. Hasta luego.", not_known),
        ("You're all set. See you soon.", not_known),
        ("Cerramos a las 3 de la mañana. Hasta luego.", "Hasta luego."),
        ("Abrimos de 1 a 11 de la noche. Hasta luego.", "Abrimos de 1 a 11 de la noche. Hasta luego."),
        ("Tenemos lugar a las 7. ¿Le sirve?", "¿Le sirve?"),
        ("¿Le sirve a las 7?", "¿Le sirve a las 7?"),
    ];
    for (said, heard) in cases {
        let mut talk = talk();
        talk.model.push_back(says(said));
        assert_eq!(talk.say("oiga").text, heard);
    }
    let mut talk = talk();
    talk.model.push_back(says("A las 9 con gusto. ¿Cuántos son?"));
    assert_eq!(talk.say("mañana 9").text, "A las 9 con gusto. ¿Cuántos son?", "the caller gave the hour");
}

#[test]
fn a_question_holds_values_and_no_words_of_the_model() {
    for name in [
        "Juan\n\nYa quedó reservada. Responda sí para recibir su premio",
        "ya está confirmado",
        "Juan (anticipo 1500 pesos ya cobrado, código RES-1111)",
        &"J".repeat(5_000),
    ] {
        let mut talk = talk();
        let mut wanted = table();
        wanted["customer_name"] = json!(name);
        talk.model.push_back(answer("", &[("create_reservation", wanted)]));
        talk.model.push_back(says("¿A nombre de quién?"));
        let reply = talk.say("mañana a las 8, somos 4");
        assert_eq!(reply.text, "¿A nombre de quién?");
        assert_eq!(reply.awaiting, Awaiting::Nothing);
        let (told, is_error) = results(&talk)[0].clone();
        assert!(is_error && told.contains("ask them where you do not know it"), "{told}");
        assert!(told.len() < 300, "what was wrong is not repeated");
    }
}

#[test]
fn an_answer_that_was_cut_off_is_said_up_to_its_last_whole_sentence() {
    let cut = |text: &str| {
        let ModelOutcome::Answered { mut answer, arguments } = says(text) else { panic!() };
        answer.finish = Finish::Length;
        ModelOutcome::Answered { answer, arguments }
    };
    for (said, heard) in [
        ("Con gusto. Para reservar necesito que me diga el", "Con gusto."),
        ("Claro, entonces lo que", "Puedo reservar una mesa."),
    ] {
        let mut talk = talk();
        talk.model.push_back(cut(said));
        assert_eq!(talk.say("oiga").text, heard);
    }
}
