//! A yes to somebody else, drawn-out words, and wishes that no value holds.

use super::{check, read, read_call};
use crate::Act::{Book, Order, Other};
use crate::Language;
use crate::Language::{En, Es};
use crate::Verdict::{No, Unclear, Yes};

#[test]
fn a_yes_to_somebody_else_is_none() {
    #[rustfmt::skip]
    check(Es, Book, Unclear, &[
        "le dije que sí a mi jefe", "mi esposa dice que sí", "dijo que sí", "me dijo que sí", "ya dijeron que sí", "mi jefe ya dijo que sí",
        "le dije a mi esposa que sí", "él dice que sí", "le dije sí a mi hermano", "les dije que sí a ellos", "dice que ok", "mi mamá opina que sí",
        "se lo dije a mi esposa", "dígale que sí", "me contestó que sí", "le digo que sí a ella",
    ]);
    #[rustfmt::skip]
    check(En, Book, Unclear, &[
        "he said yes to her", "she said yes", "my wife says yes", "they said ok", "I told him yes", "I said yes to my boss", "my boss said sure",
        "she told me yes", "tell him yes", "everybody says yes", "I said yes to her", "he says it's ok",
    ]);
}

#[test]
fn a_yes_to_the_one_who_asked_stays_one() {
    check(
        Es,
        Book,
        Yes,
        &[
            "ya le dije que sí",
            "te digo que sí",
            "le digo que sí",
            "dije que sí",
            "que sí",
            "le dije que sí",
        ],
    );
    check(
        En,
        Book,
        Yes,
        &["I said yes", "I already said yes", "yes, like I said"],
    );
}

#[test]
fn a_word_may_be_drawn_out() {
    check(
        Es,
        Book,
        Yes,
        &[
            "sii, graciaass",
            "claroo",
            "okk",
            "perfectoo",
            "sí, porfaa",
            "va, graciass",
            "correctoo",
            "simoon",
            "dalee",
            "vaaa",
        ],
    );
    check(Es, Book, Unclear, &["graciaass", "graciass", "buenoo"]);
    check(Es, Book, No, &["noo", "nooo", "claroo que no", "noo graciass"]);
    check(
        En,
        Book,
        Yes,
        &[
            "yess",
            "okk thankss",
            "suree",
            "yeahh",
            "perfectt",
            "yess pleasee",
        ],
    );
    check(En, Book, No, &["noo", "nopee", "noo thankss"]);
}

fn wish(language: Language, utterance: &str) -> Option<String> {
    let reading = read(language, Book, utterance);
    assert_ne!(reading.verdict, Yes, "{utterance}");
    reading.wish
}

#[test]
fn a_wish_comes_in_its_own_words() {
    for (utterance, wished) in [
        ("sí, en la terraza", "en la terraza"),
        ("sí, una mesa en la terraza por favor", "en la terraza"),
        ("silla alta para un bebé", "silla alta para un bebé"),
        ("sí, con una silla alta", "con una silla alta"),
        ("sí, pero junto a la ventana", "junto a la ventana"),
        ("sí, y es cumpleaños de mi mamá", "cumpleaños de mi mamá"),
        ("soy alérgico a las nueces", "soy alérgico a las nueces"),
        ("no, en la terraza", "en la terraza"),
        ("sí, afuera", "afuera"),
        ("sí, con silla de ruedas", "con silla de ruedas"),
        ("necesitamos dos periqueras", "dos periqueras"),
        ("sí, con 2 sillas altas", "con 2 sillas altas"),
        ("sí, a las 8 en la terraza", "en la terraza"),
    ] {
        assert_eq!(wish(Es, utterance).as_deref(), Some(wished), "{utterance}");
    }
    for (utterance, wished) in [
        ("yes, on the terrace", "on the terrace"),
        ("yes, by the window please", "by the window"),
        ("yes, we need a high chair", "high chair"),
        ("yes, it's my wife's birthday", "my wife's birthday"),
        ("yes, with a booth", "with a booth"),
        ("outside please", "outside"),
    ] {
        assert_eq!(wish(En, utterance).as_deref(), Some(wished), "{utterance}");
    }
    for utterance in [
        "sí, en Polanco",
        "si hay lugar en la terraza",
        "no quiero terraza",
        "sí, quita lo de la terraza",
        "sí, olvida la terraza",
        "creo que en la terraza",
        "¿tienen terraza?",
    ] {
        assert_eq!(wish(Es, utterance), None, "{utterance}");
    }
    assert_eq!(read(Es, Order, "sí").wish, None);
}

#[test]
fn a_no_that_is_content_declines_an_offer_and_leaves_a_booking_in_doubt() {
    let none = std::collections::BTreeMap::new();
    for (language, utterance) in [
        (Es, "no, está bien así"),
        (Es, "no así está bien"),
        (Es, "no, todo bien"),
        (Es, "no, así está perfecto gracias"),
        (En, "no, that's fine"),
        (En, "no, it's all right"),
    ] {
        let reading = read_call(language, Other, &[], &none, utterance);
        assert_eq!(reading.verdict, No, "{utterance}");
    }
    check(
        Es,
        Book,
        Unclear,
        &["no, está bien así", "no, así está bien", "no, todo bien"],
    );
    let reading = read_call(Es, Other, &[], &none, "no, está bien, comuníqueme");
    assert_ne!(reading.verdict, No);
}

#[test]
fn an_end_of_changes_is_no_refusal() {
    #[rustfmt::skip]
    check(En, Book, Yes, &[
        "yes, no more changes", "yes, no other changes", "no more changes, thanks", "yes, without any changes",
        "no further changes needed", "perfect, no more corrections",
    ]);
    #[rustfmt::skip]
    check(Es, Book, Yes, &[
        "sí, menos mal", "sí, sin más cambios", "sí, ya no hay más cambios", "sí, no hay otros cambios", "sí, menos mal que hay lugar",
        "está bien, sin otros cambios",
    ]);
    #[rustfmt::skip]
    check(Es, Book, No, &["no, menos mal", "ya no, menos mal"]);
    check(Es, Book, Unclear, &["menos mal"]);
}
