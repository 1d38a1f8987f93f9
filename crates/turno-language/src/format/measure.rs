//! Measures: percentages, distances, places in a row.

use super::Form;
use crate::Language;

/// A whole percentage: "15%"; spoken "15 por ciento", "15 percent".
pub fn percent(language: Language, form: Form, value: i64) -> String {
    match (form, language) {
        (Form::Written, _) => format!("{value}%"),
        (Form::Spoken, Language::Es) => format!("{} por ciento", signed(language, value)),
        (Form::Spoken, Language::En) => format!("{} percent", signed(language, value)),
    }
}

/// A distance in metres: "850 m", "1.5 km"; spoken "850 metros", "1.5 kilómetros". From a kilometre on it is told to
/// the tenth.
pub fn distance(language: Language, form: Form, metres: u64) -> String {
    let tenths = metres.saturating_add(50) / 100;
    let (number, is_one, units) = if metres < 1_000 {
        (
            metres.to_string(),
            metres == 1,
            ["m", "metro", "metros", "meter", "meters"],
        )
    } else {
        let number = match tenths % 10 {
            0 => (tenths / 10).to_string(),
            rest => format!("{}.{rest}", tenths / 10),
        };
        (
            number,
            tenths == 10,
            ["km", "kilómetro", "kilómetros", "kilometer", "kilometers"],
        )
    };
    let [symbol, one_es, many_es, one_en, many_en] = units;
    let unit = match (form, language, is_one) {
        (Form::Written, _, _) => symbol,
        (Form::Spoken, Language::Es, true) => one_es,
        (Form::Spoken, Language::Es, false) => many_es,
        (Form::Spoken, Language::En, true) => one_en,
        (Form::Spoken, Language::En, false) => many_en,
    };
    format!("{number} {unit}")
}

/// A place in a row: "1.º", "1.ª", "1st"; spoken "primero", "primera", "first". Beyond twenty, Spanish says "número 21",
/// as people do. `feminine` counts in Spanish only.
pub fn ordinal(language: Language, form: Form, place: u32, feminine: bool) -> String {
    const SPANISH: [&str; 20] = [
        "primer",
        "segund",
        "tercer",
        "cuart",
        "quint",
        "sext",
        "séptim",
        "octav",
        "noven",
        "décim",
        "undécim",
        "duodécim",
        "decimotercer",
        "decimocuart",
        "decimoquint",
        "decimosext",
        "decimoséptim",
        "decimoctav",
        "decimonoven",
        "vigésim",
    ];
    const ENGLISH: [&str; 20] = [
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
        "seventeenth",
        "eighteenth",
        "nineteenth",
        "twentieth",
    ];
    let index = usize::try_from(place).ok().and_then(|place| place.checked_sub(1));
    let word = |words: &[&'static str; 20]| index.and_then(|index| words.get(index).copied());
    let ending = if feminine { "a" } else { "o" };
    match (language, form) {
        (Language::Es, Form::Written) => format!("{place}.{}", if feminine { "ª" } else { "º" }),
        (Language::Es, Form::Spoken) => match word(&SPANISH) {
            Some(stem) => format!("{stem}{ending}"),
            None => format!("número {place}"),
        },
        (Language::En, Form::Spoken) => word(&ENGLISH).map_or_else(|| english_ordinal(place), str::to_owned),
        (Language::En, Form::Written) => english_ordinal(place),
    }
}

fn english_ordinal(place: u32) -> String {
    let suffix = match (place % 100, place % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{place}{suffix}")
}

fn signed(language: Language, value: i64) -> String {
    let minus = match language {
        Language::Es => "menos",
        Language::En => "minus",
    };
    if value < 0 {
        format!("{minus} {}", value.unsigned_abs())
    } else {
        value.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_have_words_on_a_call() {
        assert_eq!(percent(Language::Es, Form::Written, 15), "15%");
        assert_eq!(percent(Language::Es, Form::Spoken, 15), "15 por ciento");
        assert_eq!(percent(Language::En, Form::Spoken, -5), "minus 5 percent");
    }

    #[test]
    fn distances_are_told_in_metres_then_in_kilometres() {
        let check = |metres, written: &str, spanish: &str, english: &str| {
            assert_eq!(distance(Language::Es, Form::Written, metres), written);
            assert_eq!(distance(Language::Es, Form::Spoken, metres), spanish);
            assert_eq!(distance(Language::En, Form::Spoken, metres), english);
        };
        check(1, "1 m", "1 metro", "1 meter");
        check(850, "850 m", "850 metros", "850 meters");
        check(1_000, "1 km", "1 kilómetro", "1 kilometer");
        check(1_460, "1.5 km", "1.5 kilómetros", "1.5 kilometers");
        check(12_040, "12 km", "12 kilómetros", "12 kilometers");
    }

    #[test]
    fn places_are_words_as_long_as_people_have_them() {
        let check = |place, feminine, written: &str, spoken: &str| {
            assert_eq!(ordinal(Language::Es, Form::Written, place, feminine), written);
            assert_eq!(ordinal(Language::Es, Form::Spoken, place, feminine), spoken);
        };
        check(1, false, "1.º", "primero");
        check(3, true, "3.ª", "tercera");
        check(20, false, "20.º", "vigésimo");
        check(21, false, "21.º", "número 21");
        assert_eq!(ordinal(Language::En, Form::Written, 11, false), "11th");
        assert_eq!(ordinal(Language::En, Form::Written, 22, false), "22nd");
        assert_eq!(ordinal(Language::En, Form::Spoken, 2, false), "second");
        assert_eq!(ordinal(Language::En, Form::Spoken, 23, false), "23rd");
    }

    #[test]
    fn a_place_that_is_spoken_is_read_as_itself() {
        for place in 1..=20 {
            for language in [Language::Es, Language::En] {
                let said = ordinal(language, Form::Spoken, place, false);
                assert_eq!(
                    crate::read_number(&said, language),
                    Some(f64::from(place)),
                    "{said}"
                );
            }
        }
    }
}
