//! Picking one of several things that were offered: "la segunda", "la de las 9", "esa", "en la noche".

use std::collections::BTreeMap;
use turno_language::Tagged;

use crate::step::collect::picked_by::{by_inclusion, by_place_in_time};
use serde_json::Value;
use turno_language::grammar::{AT, THAT, THE, WHAT};
use turno_language::{Language, ProblemKind, SlotReading, Text, read_number};

/// The earlier parts of a day.
static EARLY_PARTS: Tagged = Tagged::new("pick_early_parts");

/// The later parts of a day.
static LATE_PARTS: Tagged = Tagged::new("pick_late_parts");

pub(in crate::step) type Option1 = BTreeMap<String, Value>;

/// The option that the words pick, if they pick just one.
pub(in crate::step) fn pick(
    text: &Text,
    offered: &[Option1],
    reading: &SlotReading,
    says_yes: impl FnOnce() -> bool,
) -> Option<Option1> {
    if offered.is_empty() {
        return None;
    }
    by_number(text, offered)
        .or_else(|| by_place_in_time(text, offered))
        .or_else(|| by_inclusion(text, offered))
        .or_else(|| ordinal(text, offered.len()).and_then(|index| offered.get(index)))
        .or_else(|| by_values(offered, reading))
        .or_else(|| by_named_things(offered, reading))
        .or_else(|| by_day_part(text, offered))
        .or_else(|| offered.first().filter(|_| is_indifferent(text)))
        .or_else(|| offered.first().filter(|_| offered.len() == 1 && reading.values.is_empty() && says_yes()))
        .cloned()
}

/// "El 2" between the first and the second of December is the second, wherever it stands.
fn by_number<'a>(text: &Text, offered: &'a [Option1]) -> Option<&'a Option1> {
    let words: Vec<&str> = text.folded().split_whitespace().collect();
    let number = match words.as_slice() {
        [number] => number.parse::<i64>().ok()?,
        [lead, number] if THE.contains(lead) || AT.contains(lead) => number.parse::<i64>().ok()?,
        _ => return None,
    };
    let tells = |value: &Value| {
        let day = || {
            let date: jiff::civil::Date = value.as_str()?.parse().ok()?;
            Some(i64::from(date.day()))
        };
        let hour = || {
            let time: jiff::civil::Time = value.as_str()?.parse().ok()?;
            Some(i64::from(time.hour()))
        };
        let is_hour = |hour: i64| hour == number || hour == number + 12;
        value.as_i64().or_else(day).map_or_else(|| hour().is_some_and(is_hour), |told| told == number)
    };
    // Of whole bookings a number may be anything: then it counts by place.
    let is_value = offered.iter().all(|option| option.len() == 1);
    only(offered.iter().filter(|option| is_value && option.values().any(tells)))
}

/// The index that an ordinal names, or a bare number.
pub(in crate::step) fn ordinal(text: &Text, count: usize) -> Option<usize> {
    static ORDINALS: [Tagged; 4] = [
        Tagged::new("pick_first"),
        Tagged::new("pick_second"),
        Tagged::new("pick_third"),
        Tagged::new("pick_fourth"),
    ];
    static LAST: Tagged = Tagged::new("pick_last");
    static LEADS: Tagged = Tagged::new("pick_place_leads");
    let words: Vec<&str> = text.words().collect();
    let bare = match words.as_slice() {
        [number] => Some(*number),
        [lead, number] if LEADS.contains(lead) => Some(*number),
        _ => None,
    };
    let bare = bare.and_then(|number| number.parse::<usize>().ok()?.checked_sub(1));
    // "Cuarto para las 9" is an hour, so the words count only in a short answer.
    let is_short = words.len() <= 4;
    let names = |list: &Tagged| is_short && words.iter().any(|word| list.contains(word));
    let named = || ORDINALS.iter().position(names);
    let last = || names(&LAST).then(|| count.saturating_sub(1));
    bare.or_else(named).or_else(last).filter(|index| *index < count)
}

/// The one option that agrees with all that was read.
fn by_values<'a>(offered: &'a [Option1], reading: &SlotReading) -> Option<&'a Option1> {
    let agrees = |option: &Option1| {
        let values = reading.values.iter().filter_map(|read| Some(option.get(&read.slot)? == &read.value));
        let problems = reading.problems.iter().filter_map(|problem| {
            let value = option.get(&problem.slot)?;
            Some(matches!(&problem.kind, ProblemKind::Ambiguous(candidates) if candidates.contains(value)))
        });
        let mut verdicts = values.chain(problems).peekable();
        verdicts.peek().is_some() && verdicts.all(|agrees| agrees)
    };
    only(offered.iter().filter(|option| agrees(option)))
}

/// "Al pastor" picks the list that has that dish: how many were wanted was said before. Who says a number again says all.
fn by_named_things<'a>(offered: &'a [Option1], reading: &SlotReading) -> Option<&'a Option1> {
    let things = |list: &Value| -> Option<Vec<String>> {
        let ids = list.as_array()?.iter().filter_map(|line| line.get("menu_item_id")?.as_str());
        let mut ids: Vec<String> = ids.map(str::to_owned).collect();
        ids.sort_unstable();
        ids.dedup();
        (!ids.is_empty()).then_some(ids)
    };
    let names = |option: &&Option1| {
        reading.values.iter().any(|read| {
            let listed = option.get(&read.slot).and_then(things);
            listed.is_some() && listed == things(&read.value) && !begins_with_a_count(&read.said)
        })
    };
    only(offered.iter().filter(names))
}

fn begins_with_a_count(said: &str) -> bool {
    let first = said.split_whitespace().next().unwrap_or_default();
    Language::understood().any(|language| read_number(first, language).is_some())
}

/// "En la noche" between 8 in the morning and 8 at night.
fn by_day_part<'a>(text: &Text, offered: &'a [Option1]) -> Option<&'a Option1> {
    let has = |words: &[&str]| text.words().any(|word| words.contains(&word));
    let late = has(&LATE_PARTS);
    let early = has(&EARLY_PARTS);
    if late == early {
        return None;
    }
    only(offered.iter().filter(|option| {
        let hour = option.values().find_map(|value| value.as_str()?.split_once(':')?.0.parse::<u8>().ok());
        hour.is_some_and(|hour| (hour >= 12) == late)
    }))
}

fn only<'a>(mut options: impl Iterator<Item = &'a Option1>) -> Option<&'a Option1> {
    let first = options.next()?;
    options.next().is_none().then_some(first)
}

/// "Cualquiera", "me da igual", "either one": the first will do.
fn is_indifferent(text: &Text) -> bool {
    static WORDS: Tagged = Tagged::new("pick_is_indifferent");
    static COURTESIES: Tagged = Tagged::new("pick_courtesies");
    let whole = Text::of(&text.folded().replace(['\'', '’'], ""));
    let words: Vec<&str> = whole.words().collect();
    let said = words.join(" ");
    let bare: Vec<&str> = words.into_iter().filter(|word| !COURTESIES.contains(word)).collect();
    WORDS.contains(&said.as_str()) || WORDS.contains(&bare.join(" ").as_str())
}

/// "Esa", "ese está bien", "that one".
pub(in crate::step) fn is_that_one(text: &Text) -> bool {
    let first = text.words().next();
    first.is_some_and(|word| THAT.contains(&word))
}

/// "That's all", "that will be it": nothing more is wanted, and what was wanted still is.
pub(in crate::step) fn is_end_of_list(text: &Text) -> bool {
    static WORDS: Tagged = Tagged::new("pick_is_end_of_list");
    static ENDS: Tagged = Tagged::new("pick_is_end_of_list_ends");
    let mut words = text.words();
    words.clone().any(|word| ENDS.contains(&word)) && words.all(|word| WORDS.contains(&word))
}

/// The same, and "no, nada más", "nothing else", which leave a list as it is where there is one.
pub(in crate::step) fn closes_list(text: &Text) -> bool {
    static BESIDE: Tagged = Tagged::new("pick_closes_list_beside");
    static ENDS: Tagged = Tagged::new("pick_closes_list_ends");
    let mut words = text.words();
    is_end_of_list(text)
        || words.clone().any(|word| ENDS.contains(&word)) && words.all(|word| BESIDE.contains(&word))
}

/// "Una persona", "para una persona, por favor": nobody is asked for, as in "con una persona".
pub(in crate::step) fn is_one_person(text: &Text) -> bool {
    static PERSON: Tagged = Tagged::new("pick_person");
    static BESIDE: Tagged = Tagged::new("pick_is_one_person_beside");
    let mut words = text.words().peekable();
    words.peek().is_some() && words.all(|word| PERSON.contains(&word) || BESIDE.contains(&word))
}

/// "Perdón", "I mean": what was said before is put right.
pub(in crate::step) fn takes_back(text: &Text) -> bool {
    static WORDS: Tagged = Tagged::new("pick_takes_back");
    text.words().any(|word| WORDS.contains(&word))
}

/// Whether the words are a question, with or without its marks.
pub(in crate::step) fn is_question(text: &Text) -> bool {
    static ASKING: Tagged = Tagged::new("pick_asking");
    static OPENERS: Tagged = Tagged::new("pick_openers");
    // "Oiga, y hay …": what turns to the other before the question begins.
    static BEFORE: Tagged = Tagged::new("pick_before");
    static PREPOSITIONS: Tagged = Tagged::new("pick_prepositions");
    let mut words = text.words().skip_while(|word| BEFORE.contains(word)).peekable();
    let has_before = words.next_if(|word| PREPOSITIONS.contains(word)).is_some();
    let asks =
        |word: &&str| WHAT.contains(word) || ASKING.contains(word) || !has_before && OPENERS.contains(word);
    text.said().contains(['?', '¿']) || words.peek().is_some_and(asks)
}

/// The words that stand outside "¿…?": "para mañana a las 8, ¿tienen estacionamiento?" gives "para mañana a las 8,".
/// Without an opening mark there is no telling, and nothing is given.
pub(in crate::step) fn outside_questions(text: &str) -> String {
    let Some((before, question)) = text.split_once('¿') else {
        return String::new();
    };
    let after = question.split_once('?').map_or("", |(_, after)| after);
    format!("{before} {after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_and_bare_numbers_pick_by_position() {
        for (text, index) in
            [("la segunda", 1), ("la primera por favor", 0), ("2", 1), ("la última", 2), ("Third", 2)]
        {
            assert_eq!(ordinal(&Text::of(text), 3), Some(index), "{text}");
        }
        for text in ["a las 9", "cuarto para las nueve de la noche por favor", "la cuarta", "7"] {
            assert_eq!(ordinal(&Text::of(text), 3), None, "{text}");
        }
    }

    #[test]
    fn a_number_that_an_option_has_is_that_option() {
        let options = |slot: &str, values: &[Value]| -> Vec<Option1> {
            let option = |value: &Value| BTreeMap::from([(slot.to_owned(), value.clone())]);
            values.iter().map(option).collect()
        };
        let days = options("date", &["2026-12-02".into(), "2026-12-01".into()]);
        let reading = SlotReading::default();
        let check = |text: &str, offered: &[Option1], index: usize| {
            assert_eq!(
                pick(&Text::of(text), offered, &reading, || false),
                offered.get(index).cloned(),
                "{text}"
            );
        };
        check("el 2", &days, 0);
        check("1", &days, 1);
        check("la segunda", &days, 1);
        check("8", &options("time", &["07:00".into(), "20:00".into()]), 1);
        check("5", &options("party_size", &[4.into(), 5.into()]), 1);
        check("2", &options("party_size", &[4.into(), 5.into()]), 1);
    }

    #[test]
    fn a_question_may_begin_with_what_turns_to_the_other() {
        for text in [
            "oiga y tienen estacionamiento",
            "y hay estacionamiento",
            "y a qué hora cierran",
            "disculpe, aceptan tarjeta",
            "and do you have parking",
        ] {
            assert!(is_question(&Text::of(text)), "{text}");
        }
        for text in ["y a nombre de Ana", "oiga, Ana López", "para las 8", "and Bob"] {
            assert!(!is_question(&Text::of(text)), "{text}");
        }
    }

    #[test]
    fn words_outside_a_question_are_kept() {
        assert_eq!(
            outside_questions("para mañana a las 8, ¿tienen estacionamiento?").trim(),
            "para mañana a las 8,"
        );
        assert_eq!(outside_questions("tienen estacionamiento"), "");
    }
}
