//! Measures: percentages, distances, places in a row.

use super::Form;
use crate::Language;

/// A whole percentage: "15%"; spoken "15 por ciento", "15 percent".
pub fn percent(language: Language, form: Form, value: i64) -> String {
    match form {
        Form::Written => format!("{value}%"),
        Form::Spoken => {
            let number = signed(language, value);
            language.message("number.percent").with(&[("number", &number)])
        }
    }
}

/// A distance in metres: "850 m", "1.5 km"; spoken "850 metros", "1.5 kilómetros". From a kilometre on it is told to
/// the tenth.
pub fn distance(language: Language, form: Form, metres: u64) -> String {
    let tenths = metres.saturating_add(50) / 100;
    let (number, is_one, symbol, [one, several]) = if metres < 1_000 {
        (metres.to_string(), metres == 1, "m", ["count.metre", "count.metres"])
    } else {
        let number = match tenths % 10 {
            0 => (tenths / 10).to_string(),
            rest => format!("{}{}{rest}", tenths / 10, decimal_mark(language)),
        };
        (number, tenths == 10, "km", ["count.kilometre", "count.kilometres"])
    };
    match form {
        Form::Written => format!("{number} {symbol}"),
        Form::Spoken => {
            let name = if is_one { one } else { several };
            language.message(name).with(&[("count", &number)])
        }
    }
}

/// A place in a row: "1.º", "1.ª", "1st"; spoken "primero", "primera", "first". Beyond twenty, Spanish says "número 21",
/// as people do. `feminine` counts where a language has such words.
pub fn ordinal(language: Language, form: Form, place: u32, feminine: bool) -> String {
    let ordinals = &language.about().ordinals;
    let is_feminine = feminine && !ordinals.feminine.is_empty();
    let written = || {
        let endings = if is_feminine { &ordinals.written_feminine } else { &ordinals.written };
        let place = place.to_string();
        let ending = endings.iter().find(|(end, _)| place.ends_with(end.as_str()));
        format!("{place}{}", ending.map_or("", |(_, ending)| ending))
    };
    if form == Form::Written {
        return written();
    }
    let words = if is_feminine { &ordinals.feminine } else { &ordinals.words };
    let index = usize::try_from(place).ok().and_then(|place| place.checked_sub(1));
    match index.and_then(|index| words.get(index)) {
        Some(word) => word.clone(),
        None if ordinals.beyond.is_empty() => written(),
        None => ordinals.beyond.replace("{place}", &place.to_string()),
    }
}

/// What stands before a fraction.
pub(super) fn decimal_mark(language: Language) -> &'static str {
    language.message("number.decimal").text()
}

fn signed(language: Language, value: i64) -> String {
    let number = value.unsigned_abs().to_string();
    if value < 0 { language.message("number.minus").with(&[("number", &number)]) } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_have_words_on_a_call() {
        assert_eq!(percent(Language::es(), Form::Written, 15), "15%");
        assert_eq!(percent(Language::es(), Form::Spoken, 15), "15 por ciento");
        assert_eq!(percent(Language::en(), Form::Spoken, -5), "minus 5 percent");
    }

    #[test]
    fn distances_are_told_in_metres_then_in_kilometres() {
        let check = |metres, written: &str, spanish: &str, english: &str| {
            assert_eq!(distance(Language::es(), Form::Written, metres), written);
            assert_eq!(distance(Language::es(), Form::Spoken, metres), spanish);
            assert_eq!(distance(Language::en(), Form::Spoken, metres), english);
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
            assert_eq!(ordinal(Language::es(), Form::Written, place, feminine), written);
            assert_eq!(ordinal(Language::es(), Form::Spoken, place, feminine), spoken);
        };
        check(1, false, "1.º", "primero");
        check(3, true, "3.ª", "tercera");
        check(20, false, "20.º", "vigésimo");
        check(21, false, "21.º", "número 21");
        assert_eq!(ordinal(Language::en(), Form::Written, 11, false), "11th");
        assert_eq!(ordinal(Language::en(), Form::Written, 22, false), "22nd");
        assert_eq!(ordinal(Language::en(), Form::Spoken, 2, false), "second");
        assert_eq!(ordinal(Language::en(), Form::Spoken, 23, false), "23rd");
    }

    #[test]
    fn a_place_that_is_spoken_is_read_as_itself() {
        for place in 1..=20 {
            for language in [Language::es(), Language::en()] {
                let said = ordinal(language, Form::Spoken, place, false);
                assert_eq!(crate::read_number(&said, language), Some(f64::from(place)), "{said}");
            }
        }
    }
}
