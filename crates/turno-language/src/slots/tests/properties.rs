//! Whatever is said.

use crate::Text;
use proptest::prelude::*;
use serde_json::json;

use super::{Case, read, term};
use crate::slots::quiet::quiet_words;
use crate::{Language, SlotKind, SlotSpec, Vocabulary};

const KINDS: [SlotKind; 14] = [
    SlotKind::Date,
    SlotKind::Time,
    SlotKind::PartySize,
    SlotKind::PersonName,
    SlotKind::Phone,
    SlotKind::Term,
    SlotKind::Items,
    SlotKind::Address,
    SlotKind::Code,
    SlotKind::Contact,
    SlotKind::Boolean,
    SlotKind::Integer,
    SlotKind::Number,
    SlotKind::Text,
];

/// Every kind at once, each awaited in turn; what is read is checked for its promises.
fn keeps_its_promises(utterance: &str) {
    let menu = Vocabulary::new(vec![term("a", "Taco al pastor", &["pastor"]), term("b", "Agua", &[])]);
    let names: Vec<String> = KINDS.iter().map(|kind| format!("{kind:?}")).collect();
    let slots: Vec<SlotSpec<'_>> = KINDS
        .iter()
        .zip(&names)
        .map(|(kind, name)| SlotSpec { name, kind: *kind, vocabulary: Some(&menu) })
        .collect();
    for language in [Language::es(), Language::en()] {
        for awaiting in names.iter().map(|name| Some(name.as_str())).chain([None]) {
            let case = Case {
                language,
                awaiting,
                known: json!({"Time": "20:00", "PartySize": 4}),
                is_restaurant: true,
            };
            let reading = read(&case, &slots, utterance);
            assert!(reading.values.iter().all(|value| utterance.contains(&value.said)));
            let mut filled: Vec<&str> = reading.values.iter().map(|value| value.slot.as_str()).collect();
            // A list may have a problem beside its value: what is not in the vocabulary.
            let others = reading.problems.iter().filter(|problem| problem.slot != "Items");
            filled.extend(others.map(|problem| problem.slot.as_str()));
            let count = filled.len();
            filled.sort_unstable();
            filled.dedup();
            assert_eq!(filled.len(), count);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn nothing_panics(utterance in "\\PC{0,80}") {
        keeps_its_promises(&utterance);
    }

    #[test]
    fn words_of_talk_give_no_value(words in prop::collection::vec(prop::sample::select(quiet_words()), 1..7)) {
        let case = Case { language: Language::es(), awaiting: None, known: json!({"Time": "20:00", "PartySize": 4}), is_restaurant: true };
        let names: Vec<String> = KINDS.iter().map(|kind| format!("{kind:?}")).collect();
        let slots: Vec<SlotSpec<'_>> = KINDS.iter().zip(&names)
            .map(|(kind, name)| SlotSpec { name, kind: *kind, vocabulary: None })
            .collect();
        // Read with and without what tells them apart: both give nothing.
        for language in [Language::es(), Language::en()] {
            let reading = read(&Case { language, ..case.clone() }, &slots, &words.join(" "));
            prop_assert_eq!(reading, crate::SlotReading::default());
        }
    }

    #[test]
    fn no_words_of_the_trade_panic(words in prop::collection::vec(prop::sample::select(vec![
        "a", "las", "8", "y", "media", "cuarto", "para", "el", "15", "de", "enero", "hoy", "en", "mañana", "la", "noche",
        "no", "mejor", ",", "somos", "mi", "yo", "dos", "mil", "999999999", "0", ":", "/", "-", "+", "52", "hora", "después",
        "in", "half", "past", "menos", "30", "o", "taco", "sin", "quita", "erre", "martes", "pasado", "calle", "ñ", "İ", "días",
    ]), 0..14), is_glued in any::<bool>()) {
        keeps_its_promises(&words.join(if is_glued { "" } else { " " }));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_words_of_moments_panic(words in prop::collection::vec(prop::sample::select(vec![
        "el", "la", "las", "a", "de", "del", "al", "en", "entre", "y", "para", "último", "primer", "lunes", "viernes",
        "marzo", "feb", "31", "30", "0", "24", "99", "2026", "1999", "9999", "000", "hace", "dentro", "días", "semanas",
        "meses", "años", "hora", "media", "cuarto", "menos", "mañana", "pasado", "próximo", "que", "viene", "noche", "fin",
        "siguiente", "antes", "después", "hoy", "mil", "cien", "the", "last", "day", "of", "next", "week", "month", "third",
        "tuesday", "ago", "from", "now", "at", "half", "quarter", "to", "noon", "pm", "a.m.", "ish", "/", "-", ".", ":", ",",
        "(", ")", "'", "@", "999999999", "5th", "1/4", "doce", "uno", "not", "instead", "make", "it", "four", "thirty", "somos",
        "un", "chingo", "como", "perdón", "mñn", "december", "for", "two", "before", "hrs", "punto",
    ]), 0..10), is_glued in any::<bool>(), year in 1_i16..9999, day in 1_i8..29) {
        let text = words.join(if is_glued { "" } else { " " });
        let now = jiff::civil::date(year, 12, day).at(23, 59, 59, 0).to_zoned_datetime(jiff::tz::TimeZone::UTC).unwrap();
        for language in [Language::es(), Language::en()] {
            crate::read_moment(&Text::of(&text), language, &now);
        }
        keeps_its_promises(&text);
    }
}

proptest! {
    #[test]
    fn a_weekday_and_an_hour_are_just_that(
        weekday in prop::sample::select(vec![
            ("martes", "tuesday", "2026-01-20"), ("el miércoles", "on wednesday", "2026-01-21"),
            ("jueves", "thursday", "2026-01-22"), ("el sábado", "saturday", "2026-01-24"),
        ]),
        hour in 1_u32..12,
        hour_words in prop::sample::select(vec![
            ("pm", "pm"), ("p.m.", "p.m."), ("PM", "p. m."),
        ]),
    ) {
        let names = [("date", SlotKind::Date), ("time", SlotKind::Time)];
        let slots = names.map(|(name, kind)| SlotSpec { name, kind, vocabulary: None });
        let texts = [
            (Language::es(), format!("{} {hour} {}", weekday.0, hour_words.0)),
            (Language::en(), format!("{} {hour} {}", weekday.1, hour_words.1)),
        ];
        for (language, text) in texts {
            let case = Case { language, awaiting: None, known: json!({}), is_restaurant: true };
            let reading = read(&case, &slots, &text);
            let values: Vec<_> = reading.values.iter().map(|value| value.value.clone()).collect();
            prop_assert_eq!(values, vec![json!(weekday.2), json!(format!("{:02}:00", hour + 12))], "{}", text);
        }
    }
}
