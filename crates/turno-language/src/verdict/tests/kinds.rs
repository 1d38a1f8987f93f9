//! Kinds of answers that new users gave, in sentences of our own.

use super::check;
use crate::Act::{Book, Cancel, Modify, Order};
use crate::Language::{En, Es};
use crate::Verdict::{No, Unclear, Wait, Yes};

#[test]
fn courtesy_beside_a_yes_leaves_it_one() {
    #[rustfmt::skip]
    check(Es, Book, Yes, &[
        "sí señora, gracias", "sí, patrón", "claro que sí, si es tan amable", "sí, se lo encargo mucho", "sí, muchas gracias por su atención", "sí, ese es mi teléfono",
        "sí, dios le bendiga", "al cien por ciento", "cien por ciento", "100 %", "queda perfecto", "así queda bien", "todo lo que dijo está correcto", "cuente con nosotros",
        "sí, voy a pagar con tarjeta", "anótenos, por favor", "póngala, por favor", "nos vemos mañana",
    ]);
    #[rustfmt::skip]
    check(En, Book, Yes, &[
        "yes, that's my phone number", "yes that is the right name", "a hundred percent", "100%", "yes, I'll pay by card", "yeah man", "sure thing, boss", "okey doke",
        "that's the one", "it is", "yes we would",
    ]);
    check(
        Es,
        Cancel,
        Yes,
        &[
            "ni modo, sí",
            "lamentablemente sí",
            "sí, disculpe la molestia",
            "sí, qué pena",
            "sí, porque ya no podemos ir",
            "ni modo, cancélela",
            "dela de baja",
        ],
    );
    check(
        En,
        Cancel,
        Yes,
        &[
            "yes, unfortunately",
            "sadly, yes",
            "I'm afraid so",
            "yes, sorry about that",
            "yes, sorry for the inconvenience",
            "yes, we're not coming anymore",
        ],
    );
    check(
        Es,
        Modify,
        Yes,
        &["sí, pásela", "hágame el cambio", "recórrala, por favor"],
    );
}

#[test]
fn who_says_that_they_come_cancels_nothing() {
    #[rustfmt::skip]
    check(Es, Cancel, No, &[
        "confirmo mi asistencia", "sí confirmo mi asistencia", "confirmo mi reservación", "sí, confirmo la mesa", "quiero confirmar mi cita", "confirmo que vamos",
        "confirmo que sí voy", "sí, nos vemos el sábado", "no, déjela", "no, así como estaba", "me la quedo",
    ]);
    #[rustfmt::skip]
    check(En, Cancel, No, &[
        "confirm my reservation", "please confirm my appointment", "I confirm my booking", "yes, see you on friday", "we're still coming",
    ]);
    check(
        Es,
        Book,
        Yes,
        &["confirmo mi asistencia", "confirmo mi reservación"],
    );
    check(En, Book, Yes, &["please confirm my reservation"]);
}

#[test]
fn who_will_answer_later_has_not_answered() {
    #[rustfmt::skip]
    check(Es, Book, Wait, &[
        "ok, yo le confirmo", "ok te confirmo", "te confirmo", "va, yo te confirmo", "le marco en diez minutos", "todavía no espéreme", "no, espérese", "aguante", "perfecto, yo le aviso",
    ]);
    check(
        En,
        Book,
        Wait,
        &[
            "let me call you back",
            "I'll call you in ten minutes",
            "not so fast",
            "let me grab my calendar",
        ],
    );
}

#[test]
fn what_asks_or_breaks_off_is_no_yes() {
    #[rustfmt::skip]
    check(En, Book, Unclear, &[
        "would that be okay", "will that work", "would that work", "that's correct right", "that's fine right", "so that's confirmed", "ok so what happens now",
        "okay what now", "okay what do you need", "yes I was wondering", "yes I wanted to ask", "yes do you", "yes do you have the", "yes with a person please",
        "that's a great restaurant", "so we're all set",
    ]);
    #[rustfmt::skip]
    check(Es, Book, Unclear, &[
        "sería correcto", "ok entonces qué hago", "ok y qué hago", "ok qué necesitan", "sí con una persona por favor", "sí, con alguien", "qué bonito lugar", "la correcta",
        "ya está confirmada", "ajá sí cómo no",
    ]);
    check(Es, Order, Unclear, &["no, sería todo", "no, nada más"]);
    check(En, Order, Unclear, &["no that's all", "no, that will be all"]);
}

#[test]
fn what_is_wrong_throughout_is_a_no() {
    #[rustfmt::skip]
    check(Es, Book, No, &[
        "no es lo que le pedí", "yo no dije eso", "no me entendió", "usted no me está entendiendo", "cambiamos de opinión", "ya encontré en otro lado", "mejor vamos a otro restaurante",
    ]);
    #[rustfmt::skip]
    check(En, Book, No, &[
        "scratch that", "we changed our minds", "you misheard me", "I didn't ask for that", "that's not what I said", "no deal", "I already booked somewhere else",
    ]);
    check(
        Es,
        Modify,
        No,
        &[
            "no la mueva",
            "no me la cambie",
            "déjela como estaba",
            "la dejamos igual",
        ],
    );
    check(En, Modify, No, &["keep the old one", "leave it where it is"]);
}
