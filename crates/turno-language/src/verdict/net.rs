//! A plain net of words for values: numbers, weekdays, months, parts of the day.
//!
//! It knows no grammar. It only tells the words that may repeat an asked value from those that name another one, so
//! that a new value is never overlooked because it could not be read.

use std::collections::BTreeSet;

use jiff::civil::{Date, Time};
use serde_json::Value;

use super::values::Valued;
use super::words::{Word, words};
use crate::{Asked, Language, ReadContext};

/// For each word, whether it may repeat an asked value, names another one, or is no value.
pub(super) fn catch(said: &[Word], asked: &Asked<'_>, context: &ReadContext<'_>) -> Vec<Valued> {
    let known = asked_words(asked, context);
    let mut by_word: Vec<Valued> = (0..said.len())
        .map(|at| by_net(said, at, &known, context))
        .collect();
    mark_miscounts(&mut by_word, said, asked);
    mark_bare_hours(&mut by_word, said, asked);
    by_word
}

fn by_net(said: &[Word], at: usize, known: &BTreeSet<String>, context: &ReadContext<'_>) -> Valued {
    let word = said[at].text.as_str();
    let is_near_number =
        |other: Option<&Word>| other.is_some_and(|other| is_number(&other.text, context.language));
    let before = at.checked_sub(1).and_then(|before| said.get(before));
    let before_joint = before
        .filter(|word| matches!(word.text.as_str(), "de" | "of" | "th" | "st" | "nd" | "rd"))
        .and_then(|_| at.checked_sub(2))
        .and_then(|before| said.get(before));
    let is_beside_number = is_near_number(before)
        || is_near_number(said.get(at + 1))
        || is_near_number(before_joint)
        || before_joint.is_some_and(|word| matches!(word.text.as_str(), "th" | "st" | "nd" | "rd"));
    match word {
        // Common words of talk that are values only beside a number: "I am", "it may".
        "am" | "pm" | "may" | "march" | "sun" | "mar" | "second" | "segundo" if !is_beside_number => {
            Valued::Not
        }
        _ if known.contains(word) => Valued::Asked,
        "may" | "march" | "sun" | "mar" => Valued::Foreign,
        _ if is_valueish(word, context.language) => Valued::Foreign,
        _ => Valued::Not,
    }
}

/// "1 person" where 2 are asked: a number of people, seats or pieces must be one of the asked numbers, not a day's or
/// an hour's.
fn mark_miscounts(by_word: &mut [Valued], said: &[Word], asked: &Asked<'_>) {
    let counts: BTreeSet<String> = asked.values.values().fold(BTreeSet::new(), |mut counts, value| {
        insert_counts(value, &mut counts);
        counts
    });
    for (at, number) in said.iter().enumerate() {
        let next = said.get(at + 1).map(|word| word.text.as_str());
        let is_before_noun = next.is_some_and(|noun| COUNTED.contains(&noun));
        let is_of_people =
            !counts.is_empty() && opens_count(&said[..at]) && !next.is_some_and(is_of_hour_or_day);
        let is_article = matches!(
            number.text.as_str(),
            "un" | "una" | "first" | "second" | "primero" | "segundo"
        );
        let named = next.and_then(|noun| count_called(noun, asked));
        let is_asked = match &named {
            Some(count) => count.contains(&number.text),
            None => counts.contains(&number.text),
        };
        if (is_before_noun || is_of_people || named.is_some())
            && number_of(&number.text).is_some()
            && !is_article
            && !is_asked
        {
            by_word[at] = Valued::Foreign;
        }
    }
}

/// "3 rooms", where the call has a `number_of_rooms`: the words of that number.
fn count_called(noun: &str, asked: &Asked<'_>) -> Option<BTreeSet<String>> {
    let stem = noun.strip_suffix('s').filter(|stem| stem.len() > 2)?;
    let (_, value) = asked.values.iter().find(|(name, _)| name.contains(stem))?;
    let mut counts = BTreeSet::new();
    insert_counts(value, &mut counts);
    (!counts.is_empty()).then_some(counts)
}

/// "para 8", "somos 8", "we are 8": a number after these counts people, though 8 is also the hour that was asked.
fn opens_count(before: &[Word]) -> bool {
    // "for just one", "para solo 2".
    let is_only = before.last().is_some_and(|word| matches!(word.text.as_str(), "just" | "only" | "solo" | "nomas"));
    let before = if is_only { &before[..before.len() - 1] } else { before };
    let last = before.last().map(|word| word.text.as_str());
    let last_but_one = before.iter().nth_back(1).map(|word| word.text.as_str());
    match last {
        Some("para" | "somos" | "seremos" | "seriamos" | "vamos" | "for" | "party") => true,
        Some("ser" | "are" | "be") => matches!(last_but_one, Some("a" | "vamos" | "we" | "will" | "ll")),
        Some("of") => last_but_one == Some("party"),
        Some("were" | "well") => true,
        Some(_) | None => false,
    }
}

/// What follows the number of an hour or a day: "8 pm", "8 de la noche", "8 y media", "8:30", "23 de enero", "23rd".
fn is_of_hour_or_day(next: &str) -> bool {
    matches!(
        next,
        "am" | "pm" | "oclock" | "o" | "hrs" | "horas" | "de" | "en" | "in" | "y" | "th" | "st" | "nd" | "rd"
    ) || number_of(next).is_some()
}

/// "12 pm" where 12:30 is asked: an hour said without minutes is the full hour.
fn mark_bare_hours(by_word: &mut [Valued], said: &[Word], asked: &Asked<'_>) {
    let times: Vec<Time> = asked
        .values
        .values()
        .filter_map(|value| value.as_str()?.parse().ok())
        .collect();
    for at in 1..said.len() {
        let is_half_of_day = matches!(said[at].text.as_str(), "am" | "pm" | "oclock" | "hrs");
        let has_minutes = at >= 2 && number_of(&said[at - 2].text).is_some();
        let Some(hour) = number_of(&said[at - 1].text).filter(|_| is_half_of_day && !has_minutes) else {
            continue;
        };
        let is_full_hour = |time: &Time| {
            let asked_hour = i64::from(time.hour());
            time.minute() == 0 && (asked_hour == hour || asked_hour % 12 == hour % 12)
        };
        if !times.is_empty() && !times.iter().any(is_full_hour) {
            by_word[at - 1] = Valued::Foreign;
        }
    }
}

fn number_of(word: &str) -> Option<i64> {
    let named = || {
        NUMBERS
            .iter()
            .find(|(_, names)| names.contains(&word))
            .map(|(value, _)| *value)
    };
    word.parse().ok().or_else(named)
}

fn insert_counts(value: &Value, counts: &mut BTreeSet<String>) {
    match value {
        Value::Null | Value::Bool(_) => {}
        Value::Number(number) => insert_number(number.as_i64().unwrap_or(-1), counts),
        Value::String(text) => {
            if let Ok(number) = text.parse() {
                insert_number(number, counts);
            }
        }
        Value::Array(entries) => entries.iter().for_each(|entry| insert_counts(entry, counts)),
        Value::Object(fields) => fields.values().for_each(|field| insert_counts(field, counts)),
    }
}

/// Every word that may repeat one of the asked values.
fn asked_words(asked: &Asked<'_>, context: &ReadContext<'_>) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for (name, value) in asked.values {
        collect_words(value, context, &mut known);
        let vocabulary = context
            .slots
            .iter()
            .find(|slot| slot.name == name)
            .and_then(|slot| slot.vocabulary);
        let Some(vocabulary) = vocabulary else { continue };
        for id in ids(value) {
            let Some(term) = vocabulary.by_id(id) else {
                continue;
            };
            for name in term.aliases.iter().chain([&term.name]) {
                insert_text(name, &mut known);
            }
        }
    }
    known
}

fn ids(value: &Value) -> Vec<&str> {
    match value {
        Value::String(id) => vec![id],
        Value::Array(entries) => entries.iter().flat_map(ids).collect(),
        Value::Object(fields) => fields.values().flat_map(ids).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

fn collect_words(value: &Value, context: &ReadContext<'_>, known: &mut BTreeSet<String>) {
    match value {
        Value::Null | Value::Bool(_) => {}
        Value::Number(number) => insert_number(number.as_i64().unwrap_or(-1), known),
        Value::String(text) => {
            if let Ok(date) = text.parse::<Date>() {
                insert_date(date, context, known);
            } else if let Ok(time) = text.parse::<Time>() {
                insert_time(time, known);
            } else {
                insert_text(text, known);
            }
        }
        Value::Array(entries) => entries
            .iter()
            .for_each(|entry| collect_words(entry, context, known)),
        Value::Object(fields) => fields
            .values()
            .for_each(|field| collect_words(field, context, known)),
    }
}

fn insert_text(text: &str, known: &mut BTreeSet<String>) {
    for word in words(text) {
        match word.text.parse::<i64>() {
            Ok(number) => insert_number(number, known),
            Err(_) => known.extend([format!("{}s", word.text), word.text]),
        }
    }
}

fn insert_number(number: i64, known: &mut BTreeSet<String>) {
    known.insert(number.to_string());
    for (value, number_words) in NUMBERS {
        if *value == number {
            known.extend(number_words.iter().map(|word| (*word).to_owned()));
        }
    }
}

fn insert_date(date: Date, context: &ReadContext<'_>, known: &mut BTreeSet<String>) {
    insert_number(i64::from(date.day()), known);
    known.insert(date.year().to_string());
    let weekday = usize::try_from(date.weekday().to_monday_zero_offset()).unwrap_or(0);
    let month = usize::try_from(date.month() - 1).unwrap_or(0);
    for names in [WEEKDAYS.get(weekday), MONTHS.get(month)].into_iter().flatten() {
        known.extend(names.iter().map(|name| (*name).to_owned()));
    }
    let today = context.now.date();
    let relative: &[&str] = match today.until(date).map(|span| span.get_days()) {
        Ok(0) => &["hoy", "today", "tonight"],
        Ok(1) => &["manana", "tomorrow"],
        _ => &[],
    };
    known.extend(relative.iter().map(|word| (*word).to_owned()));
}

fn insert_time(time: Time, known: &mut BTreeSet<String>) {
    let (hour, minute) = (i64::from(time.hour()), i64::from(time.minute()));
    insert_number(hour, known);
    insert_number(if hour % 12 == 0 { 12 } else { hour % 12 }, known);
    insert_number(minute, known);
    known.insert(format!("{minute:02}"));
    let minute_words: &[&str] = match minute {
        15 => &["cuarto", "quarter"],
        30 => &["media", "half"],
        _ => &[],
    };
    let part: &[&str] = match hour {
        0..=5 => &[
            "madrugada",
            "morning",
            "night",
            "am",
            "medianoche",
            "midnight",
            "noche",
        ],
        6..=11 => &["manana", "mananita", "morning", "am"],
        12 => &["mediodia", "tarde", "afternoon", "noon", "pm"],
        13..=18 => &["tarde", "tardecita", "afternoon", "evening", "pm"],
        _ => &["noche", "night", "evening", "tonight", "pm"],
    };
    known.extend(minute_words.iter().chain(part).map(|word| (*word).to_owned()));
}

/// A word that is nearly always a value. "uno" and "one" are too common in talk to be.
fn is_valueish(word: &str, language: Language) -> bool {
    let mut days = WEEKDAYS.iter().chain(MONTHS).flat_map(|names| names.iter());
    is_number(word, language) || days.any(|name| *name == word) || PARTS.contains(&word)
}

fn is_number(word: &str, language: Language) -> bool {
    let is_english_once = language == Language::En && word == "once";
    let mut numbers = NUMBERS.iter().filter(|(value, _)| *value > 1);
    word.starts_with(|c: char| c.is_ascii_digit())
        || (!is_english_once && numbers.any(|(_, names)| names.contains(&word)))
}

const PARTS: &[&str] = &[
    "hoy",
    "manana",
    "pasado",
    "madrugada",
    "mediodia",
    "medianoche",
    "tarde",
    "noche",
    "media",
    "cuarto",
    "today",
    "tomorrow",
    "tonight",
    "morning",
    "noon",
    "midnight",
    "afternoon",
    "evening",
    "am",
    "pm",
    "half",
    "quarter",
];

const COUNTED: &[&str] = &[
    "persona",
    "personas",
    "adulto",
    "adultos",
    "lugar",
    "lugares",
    "comensales",
    "boleto",
    "boletos",
    "invitados",
    "person",
    "people",
    "persons",
    "guest",
    "guests",
    "adult",
    "adults",
    "seat",
    "seats",
    "ticket",
    "tickets",
    "room",
    "rooms",
    "passenger",
    "passengers",
    "diners",
];

const WEEKDAYS: &[&[&str]] = &[
    &["lunes", "monday", "mon"],
    &["martes", "tuesday", "tue"],
    &["miercoles", "wednesday", "wed"],
    &["jueves", "thursday", "thu"],
    &["viernes", "friday", "fri"],
    &["sabado", "saturday", "sat"],
    &["domingo", "sunday", "sun"],
];

const MONTHS: &[&[&str]] = &[
    &["enero", "january", "jan"],
    &["febrero", "february", "feb"],
    &["marzo", "march", "mar"],
    &["abril", "april", "apr"],
    &["mayo", "may"],
    &["junio", "june", "jun"],
    &["julio", "july", "jul"],
    &["agosto", "august", "aug"],
    &["septiembre", "september", "sep"],
    &["octubre", "october", "oct"],
    &["noviembre", "november", "nov"],
    &["diciembre", "december", "dec"],
];

const NUMBERS: &[(i64, &[&str])] = &[
    (0, &["cero", "zero"]),
    (1, &["un", "una", "uno", "primero", "one", "first"]),
    (2, &["dos", "two", "second", "segundo", "couple"]),
    (3, &["tres", "three", "third", "tercero"]),
    (4, &["cuatro", "four", "fourth"]),
    (5, &["cinco", "five", "fifth"]),
    (6, &["seis", "six", "sixth"]),
    (7, &["siete", "seven", "seventh"]),
    (8, &["ocho", "eight", "eighth"]),
    (9, &["nueve", "nine", "ninth"]),
    (10, &["diez", "ten", "tenth"]),
    (11, &["once", "eleven", "eleventh"]),
    (12, &["doce", "twelve", "twelfth"]),
    (13, &["trece", "thirteen", "thirteenth"]),
    (14, &["catorce", "fourteen", "fourteenth"]),
    (15, &["quince", "fifteen", "fifteenth"]),
    (16, &["dieciseis", "sixteen", "sixteenth"]),
    (17, &["diecisiete", "seventeen", "seventeenth"]),
    (18, &["dieciocho", "eighteen", "eighteenth"]),
    (19, &["diecinueve", "nineteen", "nineteenth"]),
    (20, &["veinte", "twenty", "twentieth"]),
    (21, &["veintiuno", "veintiun"]),
    (22, &["veintidos"]),
    (23, &["veintitres"]),
    (24, &["veinticuatro"]),
    (25, &["veinticinco"]),
    (26, &["veintiseis"]),
    (27, &["veintisiete"]),
    (28, &["veintiocho"]),
    (29, &["veintinueve"]),
    (30, &["treinta", "thirty", "thirtieth"]),
    (40, &["cuarenta", "forty"]),
    (45, &["forty"]),
    (50, &["cincuenta", "fifty"]),
];
