//! A plain net of words for values: numbers, weekdays, months, parts of the day.
//!
//! It knows no grammar. It only tells the words that may repeat an asked value from those that name another one, so
//! that a new value is never overlooked because it could not be read.

use crate::grammar::{I, OF};
use crate::pack::Tagged;
use jiff::civil::{Date, Time};
use serde_json::Value;

use super::sums;
use super::values::Valued;
use crate::text::{Text, Word};
use crate::words_of_values::{
    AFTERNOON, HALF, MORNING, NIGHT, NOON, QUARTER, SMALL, TODAY, TOMORROW, ValueWord, value_word,
};
use crate::{Asked, Language, ReadContext};

/// For each word, whether it may repeat an asked value, names another one, or is no value.
pub(super) fn catch(
    text: &Text,
    said: &[Word<'_>],
    asked: &Asked<'_>,
    context: &ReadContext<'_>,
) -> Vec<Valued> {
    let net = Net {
        said,
        language: context.language,
        kinds: said.iter().map(|word| kind_of(word.text)).collect(),
        known: Known::of(asked, context),
    };
    let mut by_word: Vec<Valued> = (0..said.len()).map(|at| net.valued(at)).collect();
    sums::mark(text, said, asked.sums, context.language, &mut by_word);
    if net.kinds.iter().any(Option::is_some) {
        net.mark_miscounts(&mut by_word, asked);
        net.mark_bare_hours(&mut by_word);
    }
    by_word
}

/// Digits are a number too; a run that no number holds is one that was not asked.
fn kind_of(word: &str) -> Option<ValueWord> {
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return Some(ValueWord::Number(word.parse().unwrap_or(i64::MIN)));
    }
    value_word(word)
}

struct Net<'a> {
    said: &'a [Word<'a>],
    language: Language,
    kinds: Vec<Option<ValueWord>>,
    known: Known<'a>,
}

impl Net<'_> {
    fn valued(&self, at: usize) -> Valued {
        let word = self.said[at].text;
        let kind = self.kinds[at];
        if kind.is_none() && self.known.texts.is_empty() {
            return Valued::Not;
        }
        match word {
            // Common words of talk that are values only beside a number: "I am", "it may".
            _ if BESIDE_NUMBERS.contains(&word) && !self.is_beside_number(at) => Valued::Not,
            // "Al cien", "100 %": how sure somebody is.
            _ if self.is_certainty(at) => Valued::Not,
            // "Yes, a.m." names another half of the day; "I am" none.
            _ if is_in(&HALF_OR_VERB, word, self.language) && self.is_of_talk(at) => Valued::Not,
            _ if self.known.has(word, kind) => Valued::Asked,
            _ if self.is_valueish(at) => Valued::Foreign,
            _ => Valued::Not,
        }
    }

    fn is_certainty(&self, at: usize) -> bool {
        static BEFORE: Tagged = Tagged::new("net_before_all");
        static BEHIND: Tagged = Tagged::new("net_behind_all");
        static PER_CENT: Tagged = Tagged::new("net_per_cent");
        static ALL_IN_WORDS: Tagged = Tagged::new("net_all_in_words");
        let is_from = |phrases: &Tagged, start: usize| {
            let words = self.said[start..].iter().map(|word| word.text);
            phrases.length_at(words).is_some()
        };
        let is_of_hundred = self.number_of(at) == Some(100);
        is_of_hundred
            && (at > 0 && BEFORE.contains(&self.said[at - 1].text) || is_one_of(self.said, at + 1, &BEHIND))
            || at > 1 && is_of_hundred && is_from(&PER_CENT, at - 1)
            || self.number_of(at) == Some(1) && is_from(&ALL_IN_WORDS, at)
    }

    /// "I am", "am I", "am going": the word after a half of the day is none of its own.
    fn is_of_talk(&self, at: usize) -> bool {
        static COURTESIES: Tagged = Tagged::new("net_courtesies");
        let is_last =
            self.said.get(at + 1).is_none_or(|next| next.after_break || COURTESIES.contains(&next.text));
        let is_mine = at > 0 && I.contains(&self.said[at - 1].text);
        !self.is_beside_number(at) && (is_mine || !is_last)
    }

    fn is_beside_number(&self, at: usize) -> bool {
        let back = |steps: usize| at.checked_sub(steps);
        let before = back(1);
        let is_ordinal = before.is_some_and(|before| is_one_of(self.said, before, &ORDINALS));
        let is_joined = before.is_some_and(|before| OF.contains(&self.said[before].text));
        let joint = back(2).filter(|_| is_ordinal || is_joined);
        let is_number = |at: Option<usize>| at.is_some_and(|at| self.is_number(at));
        is_number(before)
            || is_number(Some(at + 1))
            || is_number(joint)
            || joint.is_some_and(|joint| is_one_of(self.said, joint, &ORDINALS))
    }

    /// "uno" and "one" are too common in talk to be a number, and the "once" of English is no eleven.
    fn is_number(&self, at: usize) -> bool {
        let Some(Some(ValueWord::Number(value))) = self.kinds.get(at) else {
            return false;
        };
        let word = self.said[at].text;
        word.starts_with(|c: char| c.is_ascii_digit())
            || (*value > 1 && !is_in(&NO_NUMBER, word, self.language))
    }

    /// A word that is nearly always a value.
    fn is_valueish(&self, at: usize) -> bool {
        match self.kinds[at] {
            Some(ValueWord::Number(_)) => self.is_number(at),
            Some(ValueWord::Weekday(_) | ValueWord::Month(_) | ValueWord::Part(_)) => true,
            Some(ValueWord::Mild(_)) | None => false,
        }
    }

    fn number_of(&self, at: usize) -> Option<i64> {
        match self.kinds.get(at)? {
            Some(ValueWord::Number(value)) => Some(*value),
            Some(ValueWord::Weekday(_) | ValueWord::Month(_) | ValueWord::Part(_) | ValueWord::Mild(_))
            | None => None,
        }
    }

    /// "1 person" where 2 are asked: a number of people, seats or pieces must be one of the asked numbers, not a day's
    /// or an hour's.
    fn mark_miscounts(&self, by_word: &mut [Valued], asked: &Asked<'_>) {
        let mut counts = Vec::new();
        for value in asked.values.values() {
            insert_counts(value, &mut counts);
        }
        for (at, valued) in by_word.iter_mut().enumerate() {
            let Some(number) = self.number_of(at) else {
                continue;
            };
            let text = self.said[at].text;
            let is_article = NO_COUNTS.contains(&text);
            let next = self.said.get(at + 1).map(|word| word.text);
            let named = next.and_then(|noun| count_called(noun, asked));
            let is_of_people =
                !counts.is_empty() && opens_count(&self.said[..at]) && !self.is_of_hour_or_day(at + 1);
            let is_count =
                next.is_some_and(|noun| COUNTED.contains(&noun)) || is_of_people || named.is_some();
            let is_asked = match &named {
                Some(named) => named.contains(&number),
                None => counts.contains(&number),
            };
            if is_count && !is_article && !is_asked {
                *valued = Valued::Foreign;
            }
        }
    }

    /// What follows the number of an hour or a day: "8 pm", "8 de la noche", "8 y media", "8:30", "23 de enero", "23rd".
    fn is_of_hour_or_day(&self, at: usize) -> bool {
        static BEHIND: Tagged = Tagged::new("net_behind_hours_and_days");
        is_one_of(self.said, at, &BEHIND) || self.number_of(at).is_some()
    }

    /// "12 pm" where 12:30 is asked: an hour said without minutes is the full hour.
    fn mark_bare_hours(&self, by_word: &mut [Valued]) {
        static WHOLE_HOURS: Tagged = Tagged::new("net_whole_hours");
        let times = &self.known.times;
        for at in 1..by_word.len() {
            let is_half_of_day = is_one_of(self.said, at, &WHOLE_HOURS);
            let has_minutes = at >= 2 && self.number_of(at - 2).is_some();
            let Some(hour) = self.number_of(at - 1).filter(|_| is_half_of_day && !has_minutes) else {
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
}

static ORDINALS: Tagged = Tagged::new("net_ordinals");

/// Values only beside a number.
static BESIDE_NUMBERS: Tagged = Tagged::new("net_beside_numbers");

/// A half of the day that is a verb too.
static HALF_OR_VERB: Tagged = Tagged::new("net_half_or_verb");

/// A number in another language, and none in this one.
static NO_NUMBER: Tagged = Tagged::new("net_no_number");

/// Articles and ordinals: they count nobody.
static NO_COUNTS: Tagged = Tagged::new("net_no_counts");

fn is_one_of(said: &[Word<'_>], at: usize, words: &Tagged) -> bool {
    said.get(at).is_some_and(|word| words.contains(&word.text))
}

/// Whether a word is one of these in that language.
fn is_in(words: &Tagged, word: &str, language: Language) -> bool {
    words.of(language).contains(&word)
}

/// A word for several without its ending: "room" of "rooms".
fn without_plural(word: &str) -> impl Iterator<Item = &str> {
    static ENDS: Tagged = Tagged::new("net_ends_of_plurals");
    ENDS.iter().filter_map(|end| word.strip_suffix(end))
}

/// "3 rooms", where the call has a `number_of_rooms`: that number.
fn count_called(noun: &str, asked: &Asked<'_>) -> Option<Vec<i64>> {
    let mut stems = without_plural(noun).filter(|stem| stem.len() > 2);
    let stem = stems.next()?;
    let (_, value) = asked.values.iter().find(|(name, _)| name.contains(stem))?;
    let mut counts = Vec::new();
    insert_counts(value, &mut counts);
    (!counts.is_empty()).then_some(counts)
}

/// "para 8", "somos 8", "we are 8": a number after these counts people, though 8 is also the hour that was asked.
fn opens_count(before: &[Word<'_>]) -> bool {
    static ONLY: Tagged = Tagged::new("net_only");
    static OPENING: Tagged = Tagged::new("net_opens_count");
    // "for just one", "para solo 2".
    let is_only = before.last().is_some_and(|word| ONLY.contains(&word.text));
    let before = if is_only { &before[..before.len() - 1] } else { before };
    let ends_at = |start: usize| {
        let words = before[start..].iter().map(|word| word.text);
        OPENING.length_at(words) == Some(before.len() - start)
    };
    let end = before.len();
    (1..=2).any(|length| end.checked_sub(length).is_some_and(ends_at))
}

fn insert_counts(value: &Value, counts: &mut Vec<i64>) {
    match value {
        Value::Null | Value::Bool(_) => {}
        Value::Number(number) => counts.extend(number.as_i64()),
        Value::String(text) => {
            if text.starts_with(|c: char| c.is_ascii_digit()) {
                counts.extend(text.parse::<i64>().ok());
            }
        }
        Value::Array(entries) => entries.iter().for_each(|entry| insert_counts(entry, counts)),
        Value::Object(fields) => fields.values().for_each(|field| insert_counts(field, counts)),
    }
}

/// What the asked values may be repeated by.
#[derive(Default)]
struct Known<'a> {
    numbers: Vec<i64>,
    weekdays: u8,
    months: u16,
    parts: u16,
    times: Vec<Time>,
    /// Names, streets, dishes: their words count, folded.
    texts: Vec<&'a str>,
    spoken: Vec<Text>,
}

impl<'a> Known<'a> {
    fn of(asked: &Asked<'a>, context: &ReadContext<'a>) -> Self {
        let mut known = Self::default();
        for (name, value) in asked.values {
            known.insert(value, context);
            let slot = context.slots.iter().find(|slot| slot.name == name);
            let Some(vocabulary) = slot.and_then(|slot| slot.vocabulary) else {
                continue;
            };
            for id in ids(value) {
                let names =
                    vocabulary.by_id(id).into_iter().flat_map(|term| term.aliases.iter().chain([&term.name]));
                known.texts.extend(names.map(String::as_str));
            }
        }
        known.spoken = known.texts.iter().map(|text| Text::of(text)).collect();
        for text in &known.spoken {
            known.numbers.extend(text.spoken().texts().filter_map(|word| word.parse::<i64>().ok()));
        }
        known
    }

    fn has(&self, word: &str, kind: Option<ValueWord>) -> bool {
        let is_value = match kind {
            Some(ValueWord::Number(number)) => self.numbers.contains(&number),
            Some(ValueWord::Weekday(day)) => self.weekdays & (1 << day) != 0,
            Some(ValueWord::Month(month)) => self.months & (1 << month) != 0,
            Some(ValueWord::Part(parts) | ValueWord::Mild(parts)) => self.parts & parts != 0,
            None => false,
        };
        // A name's plural too: "tacos" of "taco".
        let is_word = |text: &str| {
            text == word
                || without_plural(word).any(|one| one == text)
                    && !text.starts_with(|c: char| c.is_ascii_digit())
        };
        is_value || self.spoken.iter().any(|text| text.spoken().texts().any(is_word))
    }

    fn insert(&mut self, value: &'a Value, context: &ReadContext<'_>) {
        match value {
            Value::Null | Value::Bool(_) => {}
            Value::Number(number) => self.numbers.extend(number.as_i64()),
            Value::String(text) => match text_value(text) {
                TextValue::Date(date) => self.insert_date(date, context),
                TextValue::Time(time) => self.insert_time(time),
                TextValue::Words => self.texts.push(text),
            },
            Value::Array(entries) => entries.iter().for_each(|entry| self.insert(entry, context)),
            Value::Object(fields) => fields.values().for_each(|field| self.insert(field, context)),
        }
    }

    fn insert_date(&mut self, date: Date, context: &ReadContext<'_>) {
        self.numbers.extend([i64::from(date.day()), i64::from(date.year())]);
        self.weekdays |= 1 << date.weekday().to_monday_zero_offset();
        self.months |= 1 << date.month();
        let today = context.now.date();
        self.parts |= match today.until(date).map(|span| span.get_days()) {
            Ok(0) => TODAY,
            Ok(1) => TOMORROW,
            _ => 0,
        };
    }

    fn insert_time(&mut self, time: Time) {
        let (hour, minute) = (i64::from(time.hour()), i64::from(time.minute()));
        let twelve = if hour % 12 == 0 { 12 } else { hour % 12 };
        self.numbers.extend([hour, twelve, minute]);
        // "forty five" is two words.
        self.numbers.extend((minute == 45).then_some(40));
        self.parts |= match minute {
            15 => QUARTER,
            30 => HALF,
            _ => 0,
        };
        self.parts |= match hour {
            0..=5 => SMALL,
            6..=11 => MORNING,
            12 => NOON,
            13..=18 => AFTERNOON,
            _ => NIGHT,
        };
        self.times.push(time);
    }
}

enum TextValue {
    Date(Date),
    Time(Time),
    Words,
}

/// Only what looks like a date or a time is tried as one.
fn text_value(text: &str) -> TextValue {
    let bytes = text.as_bytes();
    let begins_with_digit = bytes.first().is_some_and(u8::is_ascii_digit);
    if !begins_with_digit {
        return TextValue::Words;
    }
    let date = || text.parse().ok().map(TextValue::Date);
    let time = || text.parse().ok().map(TextValue::Time);
    let read = match bytes.get(4) {
        Some(b'-') => date(),
        Some(_) | None if bytes.contains(&b':') => time(),
        Some(_) | None => None,
    };
    read.unwrap_or(TextValue::Words)
}

fn ids(value: &Value) -> Vec<&str> {
    match value {
        Value::String(id) => vec![id],
        Value::Array(entries) => entries.iter().flat_map(ids).collect(),
        Value::Object(fields) => fields.values().flat_map(ids).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

static COUNTED: Tagged = Tagged::new("net_counted");
