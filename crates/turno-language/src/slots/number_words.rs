//! The words that numbers are made of.

/// A Spanish word below a thousand: "siete", "veintiún", "treintaicinco", "quinientas".
pub(super) fn spanish(word: &str) -> Option<u32> {
    let value = match word {
        "cero" | "zero" => 0,
        "un" | "uno" | "una" => 1,
        "dos" => 2,
        "tres" => 3,
        "cuatro" => 4,
        "cinco" => 5,
        "seis" => 6,
        "siete" => 7,
        "ocho" => 8,
        "nueve" => 9,
        "diez" => 10,
        "once" => 11,
        "doce" => 12,
        "trece" => 13,
        "catorce" => 14,
        "quince" => 15,
        "dieciseis" | "diesiseis" | "diesyseis" => 16,
        "diecisiete" | "diesisiete" => 17,
        "dieciocho" | "diesiocho" => 18,
        "diecinueve" | "diesinueve" => 19,
        "veintiun" => 21,
        "cien" | "ciento" => 100,
        "doscientos" | "doscientas" => 200,
        "trescientos" | "trescientas" => 300,
        "cuatrocientos" | "cuatrocientas" => 400,
        "quinientos" | "quinientas" => 500,
        "seiscientos" | "seiscientas" => 600,
        "setecientos" | "setecientas" | "sietecientos" | "sietecientas" => 700,
        "ochocientos" | "ochocientas" => 800,
        "novecientos" | "novecientas" | "nuevecientos" | "nuevecientas" => 900,
        _ => return spanish_tens(word),
    };
    Some(value)
}

/// "cuarenta", "veintidós", and in one word "cuarentaicinco", "cuarentaycinco".
fn spanish_tens(word: &str) -> Option<u32> {
    const TENS: &[(&str, u32)] = &[
        ("veinte", 20),
        ("veint", 20),
        ("treinta", 30),
        ("cuarenta", 40),
        ("cincuenta", 50),
        ("sesenta", 60),
        ("setenta", 70),
        ("ochenta", 80),
        ("noventa", 90),
    ];
    let (rest, tens) = TENS
        .iter()
        .find_map(|(stem, tens)| Some((word.strip_prefix(stem)?, *tens)))?;
    let unit = match rest.strip_prefix(['i', 'y']) {
        Some(unit) => spanish(unit).filter(|unit| (1..10).contains(unit))?,
        None if rest.is_empty() && word != "veint" => 0,
        None => return None,
    };
    Some(tens + unit)
}

/// An English word below a hundred: "seven", "forty".
pub(super) fn english(word: &str) -> Option<u32> {
    let value = match word {
        "zero" => 0,
        "one" => 1,
        "two" => 2,
        "three" => 3,
        "four" => 4,
        "five" => 5,
        "six" => 6,
        "seven" => 7,
        "eight" => 8,
        "nine" => 9,
        "ten" => 10,
        "eleven" => 11,
        "twelve" => 12,
        "thirteen" => 13,
        "fourteen" => 14,
        "fifteen" => 15,
        "sixteen" => 16,
        "seventeen" => 17,
        "eighteen" => 18,
        "nineteen" => 19,
        "twenty" => 20,
        "thirty" => 30,
        "forty" | "fourty" => 40,
        "fifty" => 50,
        "sixty" => 60,
        "seventy" => 70,
        "eighty" => 80,
        "ninety" => 90,
        _ => return None,
    };
    Some(value)
}

/// "first", "thirtieth".
pub(super) fn english_ordinal(word: &str) -> Option<u32> {
    let value = match word {
        "first" => 1,
        "second" => 2,
        "third" => 3,
        "fourth" => 4,
        "fifth" => 5,
        "sixth" => 6,
        "seventh" => 7,
        "eighth" => 8,
        "ninth" => 9,
        "tenth" => 10,
        "eleventh" => 11,
        "twelfth" => 12,
        "thirteenth" => 13,
        "fourteenth" => 14,
        "fifteenth" => 15,
        "sixteenth" => 16,
        "seventeenth" => 17,
        "eighteenth" => 18,
        "nineteenth" => 19,
        "twentieth" => 20,
        "thirtieth" => 30,
        _ => return None,
    };
    Some(value)
}

/// "primero", "tercer", "segundas", "vigésimo".
pub(super) fn spanish_ordinal(word: &str) -> Option<u32> {
    let value = match word {
        "primer" => return Some(1),
        "tercer" => return Some(3),
        _ => word.trim_end_matches('s').strip_suffix(['o', 'a'])?,
    };
    let value = match value {
        "primer" => 1,
        "segund" => 2,
        "tercer" => 3,
        "cuart" => 4,
        "quint" => 5,
        "sext" => 6,
        "septim" | "setim" => 7,
        "octav" => 8,
        "noven" => 9,
        "decim" => 10,
        "undecim" | "onceav" | "decimoprimer" => 11,
        "duodecim" | "doceav" | "decimosegund" => 12,
        "decimotercer" => 13,
        "decimocuart" => 14,
        "decimoquint" => 15,
        "decimosext" => 16,
        "decimoseptim" => 17,
        "decimoctav" => 18,
        "decimonoven" => 19,
        "vigesim" => 20,
        "trigesim" => 30,
        _ => return None,
    };
    Some(value)
}
