//! Answers by rule, in both languages, with and without punctuation and accents.

use super::{check, check_named, check_question};
use crate::Act::{Book, Cancel, Modify, Order, Other};
use crate::Language::{En, Es};
use crate::Verdict::{Change, No, Unclear, Wait, Yes};

#[test]
fn a_yes_in_many_words() {
    #[rustfmt::skip]
    check(Es, Book, Yes, &[
        "sí señorita está perfecto", "este sí pues está bien", "mmm sí o sea sí", "eh pues va", "si quiero", "bueno va",
        "a huevo", "jalo", "sale y vale", "ya estás", "simón que sí", "todo correcto", "los datos son correctos", "¡SÍ!",
        "siiii por favorrr", "sí amigo", "buenos días, sí", "sí, muchas gracias, buen día", "no hay bronca", "sin problema",
        "no tengo problema con eso", "cómo no", "como no", "de acuerdo", "está bien, no hay problema", "si esta correcto todo", "👍🏽",
        "ok 👍", "sí sin falta", "siempre sí voy", "agéndalo", "sí puedes reservarla", "adelante con la reservación", "dije que sí",
    ]);
    #[rustfmt::skip]
    check(En, Book, Yes, &[
        "yep looks good", "yeah that's all correct", "yes please go ahead and book it", "I confirm", "absolutely", "mhm", "that's it",
        "no problem", "that's not a problem", "yes, everything is correct", "can you book it?", "sounds perfect thank you", "right",
        "all right", "that works for me", "yes I can't wait", "good morning yes", "it's fine",
    ]);
}

#[test]
fn a_no_in_many_words() {
    #[rustfmt::skip]
    check(Es, Book, No, &[
        "nel pastel", "noooo", "no, muchas gracias", "pues no", "claro que no", "no me late", "no me parece", "no está bien", "sí, mejor no",
        "ya no voy a ir", "ya no quiero", "no la reserves", "no, no la reserves", "no lo hagas", "ahorita no puedo", "no estoy de acuerdo",
        "nada de eso es correcto", "mejor cancela", "sí, cancélala", "no quiero nada", "👎", "todavía no",
    ]);
    #[rustfmt::skip]
    check(En, Book, No, &[
        "no thank you", "nope, not now", "never mind", "that's not right", "that isn't correct", "don't book it", "yes please don't",
        "I don't think that's right", "that doesn't work for me", "well no", "maybe later, no", "not at all", "cancel it", "none of that is correct",
    ]);
}

#[test]
fn the_act_decides_what_its_verbs_mean() {
    check(
        Es,
        Cancel,
        Yes,
        &[
            "sí",
            "cancélala",
            "no, sí cancélala",
            "no sí cancélala",
            "ya no voy",
            "ya no la necesito",
            "quiero cancelar mi cita",
        ],
    );
    check(
        Es,
        Cancel,
        No,
        &[
            "no la canceles",
            "sí, por favor no la canceles",
            "déjala",
            "sí, déjala",
            "no quiero cancelar",
            "siempre sí voy",
        ],
    );
    check(
        Es,
        Cancel,
        No,
        &[
            "sí quiero la cita",
            "sí, quiero ir",
            "ahí estaré",
            "ya no quiero cancelar",
            "sí quiero conservarla",
        ],
    );
    check(
        Es,
        Cancel,
        Unclear,
        &["resérvala", "no, cancélala", "cancela la otra"],
    );
}

#[test]
fn other_acts_have_verbs_of_their_own() {
    check(Es, Modify, Yes, &["cámbiala", "sí, cámbiala"]);
    check(
        Es,
        Modify,
        No,
        &[
            "no la cambies",
            "no la muevas",
            "déjala como estaba",
            "sí, mejor déjala",
        ],
    );
    check(
        Es,
        Order,
        Yes,
        &["sí mándalo", "ándale pues, mándalo", "sí, con todo"],
    );
    check(
        Es,
        Order,
        Change,
        &[
            "y agrega una coca",
            "sin cebolla",
            "sí, sin cebolla",
            "sí, y agrega dos cocas",
        ],
    );
    check(Es, Other, Yes, &["sí, hazlo", "adelante"]);
    check(Es, Other, Unclear, &["resérvala"]);
}

#[test]
fn the_act_decides_in_english_too() {
    check(
        En,
        Cancel,
        Yes,
        &[
            "cancel it",
            "no, yes cancel it",
            "I can't make it",
            "yes please cancel",
        ],
    );
    check(
        En,
        Cancel,
        No,
        &[
            "don't cancel it",
            "keep it",
            "yes keep it",
            "I don't want to cancel",
            "yes, I'm still coming",
        ],
    );
    check(En, Cancel, Unclear, &["cancel the other one", "yes book it"]);
    check(En, Modify, Yes, &["move it", "yes, move it"]);
    check(En, Modify, No, &["don't move it"]);
}

#[test]
fn what_is_in_doubt_is_no_yes() {
    #[rustfmt::skip]
    check(Es, Book, Unclear, &[
        "sí y no", "no, sí", "creo que no", "sí, creo", "yo digo que sí", "pues supongo que sí", "sí 🤔", "👍👎", "¿sí?", "gracias",
        "bueno", "ya", "no, así está bien", "no, dale", "no va", "casi correcto", "está caro pero sí", "bien caro", "el día está bien",
        "sí, mejor", "sí, dígame", "sí por favor no", "por qué no", "a las 8", "a las 8, ¿verdad?", "para 4 sí",
        "no la canceles", "nunca dije que sí", "sí, tienen mal el nombre", "Simona", "venga ya veremos", "",
    ]);
    #[rustfmt::skip]
    check(En, Book, Unclear, &[
        "yes no", "yeah no", "I guess", "sure I guess", "right?", "right now", "not sure", "I'm not sure that's right", "almost right", "please",
        "good question", "fine print", "poker", "notable", "sounds terrible, yes", "okay whatever", "I said no and yes",
        "that's okay, that's all I needed", "no worries", "good morning", "I never said yes", "okay but",
    ]);
}

#[test]
fn a_condition_is_no_yes() {
    #[rustfmt::skip]
    check(Es, Book, Unclear, &[
        "sí, si hay lugar", "si hay lugar en la terraza", "si puedes resérvala", "si tienen lugar afuera está bien", "está bien si es en terraza",
        "sí, siempre y cuando sea en terraza", "sí cuando llegue mi esposa", "si, hay lugar afuera",
    ]);
    check(
        En,
        Book,
        Unclear,
        &[
            "yes if it's outside",
            "only if it's quiet",
            "yes, unless it rains",
            "that would be fine if it were quieter",
        ],
    );
}

#[test]
fn a_wait_keeps_the_question_open() {
    #[rustfmt::skip]
    check(Es, Book, Wait, &[
        "deja checo con mi esposa", "le confirmo al rato", "luego te digo", "dame 5 minutos", "dame chance", "sí, espera", "no, espera",
        "permítame un segundo", "lo voy a pensar", "aguántame", "tengo que preguntarle a mi esposa",
    ]);
    check(
        En,
        Book,
        Wait,
        &[
            "let me check",
            "hold on",
            "give me a second",
            "okay wait",
            "one moment please",
            "I need to check",
        ],
    );
    check(En, Book, No, &["no, I need to check with my wife first"]);
}

#[test]
fn another_value_is_a_change_and_the_same_is_none() {
    #[rustfmt::skip]
    check(Es, Book, Change, &[
        "sí, pero a las 9", "sí pero en la terraza", "me gustaría a las 9", "somos cinco", "sí 5", "sí, dos personas", "sí, el jueves", "sí, por la mañana",
        "espera, mejor a las 9", "es Pedro, no Juan", "sí, más tarde", "sí y que sea en la terraza", "nada más que sea a las 9", "perdón, a las 9",
        "el domingo mejor", "no puedo a las 8", "a las 8 no", "el viernes no", "sí, 8 a.m.", "sí a las 8 am", "ok pero a nombre de María",
        "sí, en la terraza", "sí, con silla para bebé", "en la terraza por favor", "sí, pero que no sea tan tarde", "¿y si mejor a las 9?", "¿puede ser a las 9?", "sí, ¿a las 9 se puede?", "sí, ¿y si somos 5?",
    ]);
    #[rustfmt::skip]
    check(En, Book, Change, &[
        "yes, but make it 9", "yes at 9", "yes Friday at 9 pm for 4", "yes 8 am", "yes 8:30 pm", "yes, it's for two", "yes just one person",
        "great, how about 9 instead?", "perfect can you make it 9", "sounds good but I'd like a booth", "yes but at Casa Azul instead",
        "yes with a high chair", "on the terrace please", "no, I want it in Puebla", "I said nine", "okay but I need a high chair",
    ]);
    #[rustfmt::skip]
    check(Es, Book, Yes, &[
        "correcto, viernes a las 8 de la noche", "sí, a las ocho", "sí, somos 4", "sí, 4 personas", "sí, a nombre de Juan",
        "así es, a nombre de juan para 4 personas", "si el viernes", "ok, nos vemos el viernes a las 8",
    ]);
    check(
        En,
        Book,
        Yes,
        &[
            "yes Friday at 8 pm for 4",
            "yes, at 8",
            "yes, eight p.m.",
            "correct, for Juan",
        ],
    );
}

#[test]
fn a_change_names_its_slots() {
    check_named(Es, "quiero cambiar la fecha y la hora", &["date", "time"]);
    check_named(Es, "la hora está mal", &["time"]);
    check_named(Es, "no está bien la hora", &["time"]);
    check_named(Es, "va, pero cámbiale el nombre", &["customer_name"]);
    check_named(Es, "me equivoqué en el número de personas", &["party_size"]);
    check_named(Es, "todo bien menos el nombre", &["customer_name"]);
    check_named(En, "wrong date", &["date"]);
    check_named(En, "I want to change the time", &["time"]);
    check_named(En, "correct except for the time", &["time"]);
}

#[test]
fn a_question_of_its_own_comes_along() {
    check_question(
        Es,
        "sí, ¿y tienen estacionamiento?",
        Yes,
        Some("¿y tienen estacionamiento?"),
    );
    check_question(
        Es,
        "sí y tienen estacionamiento",
        Yes,
        Some("y tienen estacionamiento"),
    );
    check_question(
        Es,
        "sí está bien y aceptan tarjeta",
        Yes,
        Some("y aceptan tarjeta"),
    );
    check_question(
        Es,
        "sí, ¿hasta qué hora abren el sábado?",
        Yes,
        Some("¿hasta qué hora abren el sábado?"),
    );
    check_question(
        Es,
        "sí gracias, ¿me mandas la ubicación?",
        Yes,
        Some("¿me mandas la ubicación?"),
    );
    check_question(Es, "¿cuánto cuesta?", Unclear, Some("¿cuánto cuesta?"));
    check_question(
        Es,
        "sí, pero ¿tienen estacionamiento?",
        Unclear,
        Some("¿tienen estacionamiento?"),
    );
    check_question(
        Es,
        "no, ¿cuánto cuesta el envío?",
        No,
        Some("¿cuánto cuesta el envío?"),
    );
    check_question(
        En,
        "Yes please. What's their phone number?",
        Yes,
        Some("What's their phone number?"),
    );
    check_question(
        En,
        "yes and do they have live music",
        Yes,
        Some("and do they have live music"),
    );
    check_question(
        En,
        "yes what's their phone number",
        Yes,
        Some("what's their phone number"),
    );
    check_question(En, "No thanks. Find me a dentist", No, Some("Find me a dentist"));
    check_question(En, "yes", Yes, None);
}

#[test]
fn a_request_that_bears_on_the_booking_is_no_side_question() {
    check(
        Es,
        Book,
        Unclear,
        &[
            "sí, me das la mesa de la ventana",
            "sí, ¿me puede repetir?",
            "sí, ¿quién habla?",
        ],
    );
    check(
        En,
        Book,
        Unclear,
        &["yes could I get a window seat", "yes give me a window seat"],
    );
}

#[test]
fn a_no_after_a_question_counts() {
    check(Es, Book, Unclear, &["sí y tienen estacionamiento no"]);
    check(Es, Book, Wait, &["sí, ¿hay terraza? espera"]);
    check(Es, Book, Unclear, &["sí, ¿a qué hora abren? no, mejor no"]);
    check(
        En,
        Book,
        Unclear,
        &[
            "yes, do they have parking? no",
            "yes what's their number never mind",
        ],
    );
}

#[test]
fn keys_answer_alone() {
    check(Es, Book, Yes, &["1", "1."]);
    check(Es, Book, No, &["2"]);
    check(Es, Book, Change, &["sí, 1", "11"]);
}

#[test]
fn the_act_may_be_named_after_the_go_ahead() {
    check(
        Es,
        Modify,
        Yes,
        &[
            "sí, procede con el cambio",
            "procede con la modificación",
            "sí, haga los cambios",
        ],
    );
    #[rustfmt::skip]
    check(En, Modify, Yes, &[
        "Yes, please proceed with the change.", "yes, go ahead with the changes", "please proceed with the update", "yes, apply the changes",
        "yes, please make those changes",
    ]);
    check(
        Es,
        Cancel,
        Yes,
        &["sí, procede con la cancelación", "sí, haz la cancelación"],
    );
    check(En, Cancel, Yes, &["yes, please proceed with the cancellation"]);
    // That of another act is no yes.
    check(En, Cancel, Unclear, &["yes, proceed with the booking"]);
    check(En, Modify, No, &["yes, proceed with the cancellation"]);
    check(En, Book, Change, &["yes, proceed with the change"]);
    check(Es, Book, No, &["sí, procede con la cancelación"]);
}
