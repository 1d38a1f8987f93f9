//! What is spoken reads back as itself.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Case, asked, read, seen};
use crate::format::{self, Form};
use crate::{Language, SlotKind, SlotSpec, read_number};

fn read_back(language: Language, kind: SlotKind, said: &str) -> Value {
    let slot = SlotSpec { name: "it", kind, vocabulary: None };
    seen(&read(&Case { language, ..asked() }, &[slot], said))
}

/// A number below a thousand million in the words that people use.
fn in_words(language: Language, number: u32) -> String {
    match language {
        crate::testing::ES => spanish(number),
        _ => english(number),
    }
}

fn joined(parts: [String; 2]) -> String {
    let told: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    told.join(" ")
}

fn spanish(number: u32) -> String {
    const BELOW_30: &str = "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince \
        dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco \
        veintiséis veintisiete veintiocho veintinueve";
    const TENS: &str = "treinta cuarenta cincuenta sesenta setenta ochenta noventa";
    const HUNDREDS: &str = "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos \
        novecientos";
    let nth = |words: &str, index: u32| words.split_whitespace().nth(index as usize).unwrap().to_owned();
    let rest = |number: u32| {
        if number == 0 { String::new() } else { spanish(number) }
    };
    let short = |number: u32| rest(number).replace("veintiuno", "veintiún").replace(" uno", " un");
    match number {
        0..30 => nth(BELOW_30, number),
        30..100 if number.is_multiple_of(10) => nth(TENS, number / 10 - 3),
        30..100 => format!("{} y {}", nth(TENS, number / 10 - 3), spanish(number % 10)),
        100 => "cien".to_owned(),
        101..1_000 => joined([nth(HUNDREDS, number / 100 - 1), rest(number % 100)]),
        1_000..2_000 => joined(["mil".to_owned(), rest(number % 1_000)]),
        2_000..1_000_000 => joined([format!("{} mil", short(number / 1_000)), rest(number % 1_000)]),
        1_000_000..2_000_000 => joined(["un millón".to_owned(), rest(number % 1_000_000)]),
        _ => joined([format!("{} millones", short(number / 1_000_000)), rest(number % 1_000_000)]),
    }
}

fn english(number: u32) -> String {
    const BELOW_20: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
        sixteen seventeen eighteen nineteen";
    const TENS: &str = "twenty thirty forty fifty sixty seventy eighty ninety";
    let nth = |words: &str, index: u32| words.split_whitespace().nth(index as usize).unwrap().to_owned();
    let rest = |number: u32| {
        if number == 0 { String::new() } else { english(number) }
    };
    match number {
        0..20 => nth(BELOW_20, number),
        20..100 if number.is_multiple_of(10) => nth(TENS, number / 10 - 2),
        20..100 => format!("{}-{}", nth(TENS, number / 10 - 2), english(number % 10)),
        100..1_000 => joined([format!("{} hundred", english(number / 100)), rest(number % 100)]),
        1_000..1_000_000 => joined([format!("{} thousand", english(number / 1_000)), rest(number % 1_000)]),
        _ => joined([format!("{} million", english(number / 1_000_000)), rest(number % 1_000_000)]),
    }
}

#[test]
fn every_day_and_hour_that_turno_says_reads_back() {
    let now: jiff::ZonedDateTime = super::NOW.parse().unwrap();
    let case = |language| Case { is_restaurant: false, language, ..super::ES() };
    let slots = [("date", SlotKind::Date), ("time", SlotKind::Time)].map(|(name, kind)| SlotSpec {
        name,
        kind,
        vocabulary: None,
    });
    for language in [Language::es(), Language::en()] {
        let read_back = |said: &str, slot: &str| seen(&read(&case(language), &slots, said))[slot].clone();
        for date in now.date().series(jiff::ToSpan::days(1)).take(800) {
            let said = format::day(language, date, now.date());
            assert_eq!(read_back(&said, "date"), date.to_string(), "{said}");
        }
        for minute in 0..1440_i64 {
            let time = jiff::civil::Time::midnight().wrapping_add(jiff::ToSpan::minutes(minute));
            let wanted = format!("{:02}:{:02}", time.hour(), time.minute());
            for said in [
                format::at_hour(language, time),
                format::hour(language, time),
                format::hour_with_article(language, time),
            ] {
                assert_eq!(read_back(&said, "time"), wanted, "{said}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_number_in_words(number in prop_oneof![0..2_000_u32, 0..1_000_000_000_u32]) {
        for language in [Language::es(), Language::en()] {
            let said = in_words(language, number);
            prop_assert_eq!(read_number(&said, language), Some(f64::from(number)), "{}", said);
        }
    }

    #[test]
    fn a_number_of_people(count in 1..=500_i64) {
        for language in [Language::es(), Language::en()] {
            let said = format::people(language, count);
            prop_assert_eq!(read_back(language, SlotKind::PartySize, &said), json!({"it": count}), "{}", said);
        }
    }

    #[test]
    fn a_phone(national in prop::sample::select(vec!["55", "33", "81", "222", "998"]), rest in 10_000_000..99_999_999_u32) {
        let digits = format!("{national}{rest}");
        let e164 = format!("+52{}", &digits[..10]);
        for language in [Language::es(), Language::en()] {
            for form in [Form::Spoken, Form::Written] {
                let said = format::phone(language, form, &e164);
                prop_assert_eq!(read_back(language, SlotKind::Phone, &said), json!({"it": e164}), "{}", said);
            }
        }
    }

    #[test]
    fn a_code(prefix in prop::sample::select(vec!["RES", "CIT", "PED", "BVY", "HWX", "AEO"]), digits in "[0-9]{3,8}") {
        let code = format!("{prefix}-{digits}");
        for language in [Language::es(), Language::en()] {
            for form in [Form::Spoken, Form::Written] {
                let said = format::code(language, form, &code);
                prop_assert_eq!(read_back(language, SlotKind::Code, &said), json!({"it": code}), "{}", said);
            }
        }
    }

    #[test]
    fn a_whole_code(prefix in prop::sample::select(vec!["RES", "CIT", "PED", "VTA", "TIC"]), number in 10_000_000..99_999_999_u32) {
        let code = format!("{prefix}-{}", crate::with_check_digit(&number.to_string()));
        for language in [Language::es(), Language::en()] {
            for form in [Form::Spoken, Form::Written] {
                let said = format::code(language, form, &code);
                prop_assert_eq!(read_back(language, SlotKind::Code, &said), json!({"it": code}), "{}", said);
            }
        }
    }

    #[test]
    fn an_amount_of_money(pesos in 1..100_000_000_i64) {
        for (language, word) in [(Language::es(), " de pesos"), (Language::en(), " pesos")] {
            let said = format::money(language, Form::Spoken, pesos * 100, "MXN");
            let number = said.trim_end_matches(word).trim_end_matches(" pesos").trim_end_matches(" peso");
            prop_assert_eq!(read_number(number, language), Some(pesos as f64), "{}", said);
        }
    }
}
