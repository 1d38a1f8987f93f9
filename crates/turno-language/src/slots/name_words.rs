//! The words that stand around a name.

/// Words after which a name stands.
#[rustfmt::skip]
pub(super) const CUES: &[&str] = &[
    "de parte de", "de parte del", "por parte de", "on behalf of", "la empresa es", "la empresa se llama",
    "the company is", "a nombre de", "a nombre del", "al nombre de", "en nombre de", "a mi nombre ,", "me llamo",
    "mi nombre es", "mi nombre completo es", "el nombre es", "nombre :", "le habla", "my name is", "name ' s", "name ’ s",
    "my name ' s", "the name is", "name is", "under the name of", "under the name", "in the name of",
    "the name of", "i am called", "mi apellido es", "el apellido es", "mis apellidos son", "my last name is",
    "the last name is", "my first name is", "put it under", "el nombre a", "el nombre por", "the name to",
    "book it under",
];

/// Words that may go before other things too: what follows must look like a name.
#[rustfmt::skip]
pub(super) const WEAK_CUES: &[&str] = &[
    "soy", "habla", "under", "i ' m", "i ’ m", "i am", "this is", "it ' s for", "it ’ s for", "it is for",
    "im",
];

#[rustfmt::skip]
pub(super) const PARTICLES: &[&str] = &[
    "de", "del", "la", "las", "los", "van", "von", "der", "den", "da", "das", "dos", "di", "du", "san",
    "santa",
];

/// Titles, which are no part of a name; an article may go before them.
#[rustfmt::skip]
pub(super) const TITLES: &[&str] = &[
    "mtro .", "mtra .", "mtro", "mtra", "c . p .", "lcdo .", "lcda .", "profr .", "profa .", "senor", "senora", "senorita", "joven", "doctor", "doctora", "licenciado", "licenciada", "ingeniero",
    "ingeniera", "profesor", "profesora", "maestro", "maestra", "arquitecto", "arquitecta", "contador",
    "contadora", "notario", "capitan", "don", "dona", "dr .", "dra .", "dr", "dra", "lic .", "lic", "ing .",
    "ing", "arq .", "arq", "sr .", "sra .", "srita .", "sr", "sra", "srita", "mr .", "mrs .", "ms .", "mr",
    "mrs", "ms", "miss", "professor", "captain",
];

/// What may stand before a name that was asked for.
#[rustfmt::skip]
pub(super) const LEADS: &[&str] = &[
    "si", "claro", "ok", "hola", "es", "a", "pues", "buenas tardes", "buenas noches", "buenos dias", "seria",
    "con gusto", "ponle", "pongale", "pon a", "ponga a", "anota a", "apunta a", "bueno", "no", "de", "para",
    "de parte de", "de parte del", "por parte de", "on behalf of", "este", "aqui", "reservacion", "reserva",
    "cancelacion", "mesa", "cita", "reservation", "booking", "yes", "sure", "it ' s", "it is", "it ’ s", "well", "hi", "hello", "put", "for", ",", ".", "!", "¡",
    "perdon", "a ver", ":", "anota", "anote", "anotalo", "apunta", "apunte", "apellido", "last name", "surname",
    "it ' s me", "it ’ s me", "put me down as", "put me down for", "just", "yeah", "alright", "that would be",
];

/// What a company is called by, which is no part of its name.
#[rustfmt::skip]
pub(super) const COMPANIES: &[&str] = &[
    "empresa", "la empresa", "de la empresa", "mi empresa", "compania", "la compania", "mi compania",
    "company", "the company", "my company",
];

/// What somebody does of whom is talked: no name begins with it.
#[rustfmt::skip]
pub(super) const VERBS: &[&str] = &[
    "quiere", "viene", "va", "llega", "habla", "dice", "puede", "tiene", "esta", "es", "hizo", "llamo",
    "reservo", "tambien", "cumple", "sale", "no", "y", "and", "is", "has", "wants", "will", "said", "can", "made",
    "called", "likes", "needs", "quisiera", "anda", "me", "le", "lo", "la", "s", "name", "dijo", "necesita",
];

/// Surnames that are words of talk too.
pub(super) const SURNAMES: &[&str] = &["mesa", "bueno", "claro", "good", "fine", "right"];

/// Days and months that people are named after.
pub(super) fn is_day_word(word: &str) -> bool {
    matches!(
        word,
        "domingo" | "sabado" | "abril" | "julio" | "april" | "june" | "may" | "august"
    )
}

/// Days and months that are surnames too.
pub(super) fn is_day_surname(word: &str) -> bool {
    let others = [
        "lunes", "martes", "viernes", "enero", "marzo", "mayo", "friday", "monday", "march",
    ];
    is_day_word(word) || others.contains(&word)
}

/// Words that make a day of what follows: "próximo domingo", "next Friday".
#[rustfmt::skip]
pub(super) const DAY_LEADS: &[&str] = &[
    "proximo", "siguiente", "pasado", "cada", "ultimo", "primer", "next", "this", "last", "every", "entonces",
    "instead", "better", "hasta", "desde", "del", "de", "until", "from", "mejor", "otro",
];

/// What answers a question for a name without one, and what else is told there: no name begins with it.
#[rustfmt::skip]
pub(super) const NO_NAMES: &[&str] = &[
    "otro", "otra", "otros", "otras", "another", "other", "vez", "idea", "thing", "things", "mine", "mio", "mia", "whatever",
    "whoever", "whose", "anyone", "anybody", "someone", "cualquiera", "cualquier", "area", "code", "lada", "extension",
    "x", "fa", "xfa",
];

/// What stands behind a name and is no part of it: "Ortiz tel 55…", "Karen speaking", "Gaby porfis".
#[rustfmt::skip]
pub(super) const BEHIND: &[&str] = &[
    "tel", "telefono", "cel", "celular", "phone", "speaking", "here", "porfis", "porfa", "porfavor", "xfa", "xfavor",
    "plis", "pls", "plz",
];
