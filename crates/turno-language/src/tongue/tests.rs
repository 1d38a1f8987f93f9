//! Short sentences that tell their language, and those that must not.

use super::*;

const ENGLISH: &[&str] = &[
    "hi, I'd like to book a table",
    "a table for four tomorrow at 8",
    "good evening",
    "8 pm tomorrow for 2",
    "cleaning on Monday at 12",
    "do you have a table tonight?",
    "table for two",
    "what time do you open?",
    "id like to make a reservation",
    "I need an appointment",
    "how much is a cleaning?",
    "my tooth hurts",
    "can I get two tacos al pastor",
    "where are you located",
    "hola, I want to cancel my reservation",
    "is there parking",
    "we're six people on Saturday",
    "do you deliver to Condesa",
    "I want to order the mole poblano con pollo",
    "reservation",
    "is anyone there",
    "two guacamoles and a margarita for pickup",
    "could you help me",
    "Hello, this is Laura, I want to change my appointment",
];

const SPANISH: &[&str] = &[
    "hola, quiero reservar una mesa",
    "una mesa para cuatro mañana a las 8",
    "buenas tardes",
    "limpieza para hoy",
    "¿tienen lugar hoy en la noche?",
    "mesa para dos",
    "a que hora abren",
    "quisiera hacer una reservacion",
    "necesito una cita",
    "¿cuánto cuesta la limpieza?",
    "me duele una muela",
    "me da dos hamburguesas con queso",
    "donde estan ubicados",
    "hello, quiero cancelar mi reservación",
    "hay estacionamiento",
    "somos seis el sábado",
    "entregan en la Condesa",
    "para llevar por favor, un club sandwich y una coca",
    "cita",
    "¿hay alguien?",
    "quiero un brownie y dos hot dogs",
    "me pueden ayudar",
    "bueno, habla Laura, quiero cambiar mi cita",
    "la mesa d Juan Pérez, la del 4 d diciembre",
];

const UNTELLING: &[&str] = &[
    "ok",
    "sí",
    "si",
    "yes",
    "no",
    "hola",
    "hi",
    "hello",
    "Juan",
    "Laura Smith",
    "John",
    "8",
    "8 pm",
    "5512345678",
    "Orizaba 128",
    "Durango 45, Roma Norte",
    "La Condesa",
    "Insurgentes Sur 1457",
    "👍",
    "",
    "RES-4821",
    "tacos al pastor",
    "gracias",
    "thanks",
    "please",
    "margarita",
    "delivery",
    "parking?",
    "pickup",
    "Ella",
    "Dan",
    "April Day",
    "Julio Domingo",
    "45 Main Street, apartment two",
    "calle de la Amargura 12, colonia Centro",
    "reserve",
    "María de la Luz",
    "Main Street",
    "asdf qwer",
    "1 200 Broadway",
];

#[test]
fn first_words_tell_their_language_where_they_can() {
    for text in ENGLISH {
        assert_eq!(
            read_tongue(&Text::of(text)).of_first_words(),
            Some(Language::En),
            "{text}"
        );
    }
    for text in SPANISH {
        assert_eq!(
            read_tongue(&Text::of(text)).of_first_words(),
            Some(Language::Es),
            "{text}"
        );
    }
    for text in UNTELLING {
        let told = read_tongue(&Text::of(text));
        assert_eq!(
            (told.of_first_words(), told.of_sentence()),
            (None, None),
            "{text}"
        );
    }
}

#[test]
fn a_borrowed_word_or_a_dish_is_no_sentence() {
    for text in [
        "sí, okay",
        "quiero un brownie",
        "a table for four with tacos al pastor",
        "tacos de pescado con queso y crema",
        "fish and chips",
        "ok, perfect, gracias",
        "a nombre de Will Smith",
        "para el sábado, please",
        "calle de la Amargura 12, colonia Centro",
        "45 Main Street, apartment two",
        "chiles rellenos de queso por favor",
        "mañana",
        "tomorrow",
        "at 8",
        "Juan de la Cruz",
        "yes please",
        "sí por favor",
        "no gracias",
    ] {
        assert_eq!(read_tongue(&Text::of(text)).of_sentence(), None, "{text}");
    }
    for text in [
        "can I change it to nine",
        "what time do you close",
        "I would rather come on Sunday",
        "my name is Laura",
    ] {
        assert_eq!(
            read_tongue(&Text::of(text)).of_sentence(),
            Some(Language::En),
            "{text}"
        );
    }
    for text in [
        "quiero cambiar la hora",
        "¿a qué hora cierran los domingos?",
        "me llamo Laura y somos cinco",
    ] {
        assert_eq!(
            read_tongue(&Text::of(text)).of_sentence(),
            Some(Language::Es),
            "{text}"
        );
    }
}

#[test]
fn an_answer_is_of_its_language_for_whoever_reads_it() {
    for (text, language) in [
        ("yes", Some(Language::En)),
        ("yes please", Some(Language::En)),
        ("sí", Some(Language::Es)),
        ("claro que sí", Some(Language::Es)),
        ("ok", None),
        ("no", None),
        ("sí, please", None),
    ] {
        assert_eq!(read_tongue(&Text::of(text)).of_all_words(), language, "{text}");
    }
    assert!(read_tongue(&Text::of("sí, please")).has_only_courtesies_of(Language::En));
    assert!(!read_tongue(&Text::of("sí, but not at eight")).has_only_courtesies_of(Language::En));
}

#[test]
fn courtesies_can_be_taken_away() {
    for (text, language, rest) in [
        ("sí, please", Language::En, "sí, "),
        ("yes, por favor.", Language::Es, "yes, "),
        ("thanks, pero no", Language::En, " pero no"),
        ("yes gracias", Language::Es, "yes "),
    ] {
        assert_eq!(
            without_courtesies(&Text::of(text), language).said(),
            rest,
            "{text}"
        );
    }
}

#[test]
fn a_language_is_asked_for_in_many_ways() {
    for text in [
        "English",
        "english please",
        "in English please",
        "In English, please.",
        "do you speak English?",
        "Can we speak English?",
        "could you speak english",
        "¿habla inglés?",
        "hablan ingles",
        "en inglés por favor",
        "prefiero inglés",
        "sorry, no Spanish",
        "I don't speak Spanish",
        "no hablo español",
        "no entiendo español, ¿podemos hablar en inglés?",
        "I'd rather speak English",
        "Hi! Do you speak English?",
        "hola, ¿me puede atender en inglés?",
        "switch to English",
        "¿podríamos seguir en inglés?",
        "I don't speak much Spanish",
        "mejor en inglés",
    ] {
        let asked = requested_language(&Text::of(text));
        assert_eq!(
            asked,
            Some(LanguageRequest {
                language: Language::En,
                is_all: true
            }),
            "{text}"
        );
    }
    for text in [
        "español",
        "en español",
        "¿me puede hablar en español?",
        "Spanish please",
        "do you speak Spanish?",
        "can you speak in Spanish",
        "no hablo inglés",
        "I don't speak English",
        "prefiero en español por favor",
        "¿podemos hablar en español?",
        "castellano por favor",
        "no, en español",
        "no entiendo inglés",
    ] {
        let asked = requested_language(&Text::of(text));
        assert_eq!(
            asked,
            Some(LanguageRequest {
                language: Language::Es,
                is_all: true
            }),
            "{text}"
        );
    }
}

#[test]
fn a_request_may_come_with_more_and_a_mention_is_none() {
    for (text, language) in [
        ("In English please: a table for four tomorrow at 8", Language::En),
        ("can we speak English I'd like to book a table", Language::En),
        ("no hablo inglés, quiero una mesa para dos", Language::Es),
        (
            "I don't speak Spanish, I want to cancel my reservation",
            Language::En,
        ),
        ("quiero reservar una mesa, en inglés por favor", Language::En),
        ("English please, table for two", Language::En),
    ] {
        let asked = requested_language(&Text::of(text));
        assert_eq!(
            asked,
            Some(LanguageRequest {
                language,
                is_all: false
            }),
            "{text}"
        );
    }
    for text in [
        "¿la doctora habla inglés?",
        "an English breakfast",
        "¿tienen menú en inglés?",
        "does Dr. Ruiz speak English?",
        "una clase de inglés",
        "a table near the English garden",
        "a nombre de Paco Español Ruiz",
        "quiero la tortilla española",
    ] {
        assert_eq!(requested_language(&Text::of(text)), None, "{text}");
    }
}

#[test]
fn a_number_tells_a_language_by_its_country() {
    for (phone, language) in [
        ("+12125550123", Some(Language::En)),
        ("+525512345678", Some(Language::Es)),
        ("+17875550123", Some(Language::Es)),
        ("+442071234567", Some(Language::En)),
        ("+81312345678", None),
        ("5512345678", None),
    ] {
        assert_eq!(language_of_phone(phone), language, "{phone}");
    }
}

proptest::proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,60}") {
        let tongue = read_tongue(&Text::of(&text));
        proptest::prop_assert!(tongue.of_sentence().is_none() || tongue.of_first_words() == tongue.of_sentence());
    }
}
