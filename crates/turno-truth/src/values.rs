//! Values that a text names, written or in words: numbers, prices, codes, hours.

use std::{borrow::Cow, collections::BTreeSet};

use turno_language::{Language, Tagged, Text, calendar, may_be_of_a_number, read_number, text::fold};

use crate::{phrases::stands_at, times::is_named_hour};

/// How many words a number may have.
const NUMBER_WORDS_MAX: usize = 8;

/// In hundredths. What is less is told of many things beside prices: "los 4 tacos cuestan".
const LEAST_PRICE: i64 = 1_000;

static MONEY: Tagged = Tagged::new("values_money");

/// The numbers that are written in digits, in hundredths, with the place behind each.
pub fn numbers_in(text: &str) -> impl Iterator<Item = (i64, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(|c: char| c.is_ascii_digit())?;
        let length = text[start..]
            .find(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.'))
            .unwrap_or(text.len() - start);
        at = start + length;
        let written = text[start..at].trim_end_matches([',', '.']);
        let plain: String = written.chars().filter(|c| *c != ',').collect();
        Some((hundredths(&plain), start + written.len()))
    })
}

/// What is no number gives one that nobody has.
fn hundredths(plain: &str) -> i64 {
    let (whole, fraction) = plain.split_once('.').unwrap_or((plain, ""));
    let cents: String = fraction.chars().chain("00".chars()).take(2).collect();
    match (whole.parse::<i64>(), cents.parse::<i64>()) {
        (Ok(whole), Ok(cents)) => whole.saturating_mul(100).saturating_add(cents),
        (Ok(_) | Err(_), Ok(_) | Err(_)) => i64::MIN,
    }
}

/// The prices of a sentence, in hundredths: "$120", "120 pesos", "ciento veinte pesos", "89.50 MXN".
pub(crate) fn prices_in(sentence: &Text) -> Vec<i64> {
    let mut prices = Vec::new();
    let mut from = 0;
    let said = sentence.said();
    for (hundredths, end) in numbers_in(said) {
        let start = said[from..end]
            .rfind(|c: char| !(c.is_ascii_digit() || c == ',' || c == '.'))
            .map_or(from, |at| from + at + said[from + at..].chars().next().map_or(1, char::len_utf8));
        let before = said[..start].trim_end();
        let behind = fold(&said[end..]);
        let next = behind.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
        if before.ends_with('$') || next.is_some_and(|word| MONEY.contains(&word)) {
            prices.push(hundredths);
        }
        from = end;
    }
    let words: Vec<&str> = sentence.words().collect();
    for (at, _) in words.iter().enumerate().filter(|(_, word)| MONEY.contains(word)) {
        let some = words[..at].iter().rev().take(NUMBER_WORDS_MAX);
        let starts = at - some.take_while(|word| may_be_of_a_number(word)).count()..at;
        let said = starts.map(|start| words[start..at].join(" "));
        prices.extend({ said }.find_map(|said| number_in_words(&said)));
    }
    prices.extend(prices_without_money(&words, said));
    prices
}

/// "El mole cuesta 245", "precio: doscientos", "it costs 30 per person": what is no count of something.
fn prices_without_money(words: &[&str], sentence: &str) -> Vec<i64> {
    static STEMS: Tagged = Tagged::new("price_stems");
    let is_about = |word: &&str| STEMS.iter().any(|stem| word.starts_with(stem));
    match words.iter().position(is_about) {
        Some(about) => amounts_behind(words, about + 1, sentence),
        None => Vec::new(),
    }
}

/// The prices of an answer to what something costs: any amount that counts nothing.
pub(crate) fn prices_answered(sentence: &Text) -> Vec<i64> {
    static BUCK: Tagged = Tagged::new("values_buck");
    let words: Vec<&str> = sentence.words().collect();
    let mut prices = amounts_behind(&words, 0, sentence.said());
    // "A buck twenty."
    if let Some(at) = words.iter().position(|word| BUCK.contains(word)) {
        let cents = number_at(&words, at + 1).map_or(0, |(hundredths, _)| hundredths / 100);
        prices.push(100_i64.saturating_add(cents));
    }
    prices
}

/// What a number counts that is no price.
pub(crate) static COUNTED: Tagged = Tagged::new("values_counted");

/// In front of an hour or a day of the month.
static BEFORE_A_MOMENT: Tagged = Tagged::new("values_before_a_moment");
static BEFORE_AN_HOUR: Tagged = Tagged::new("values_before_an_hour");

fn amounts_behind(words: &[&str], from: usize, sentence: &str) -> Vec<i64> {
    let is_counted = |at: usize| words.get(at).is_some_and(|next| COUNTED.contains(next));
    let is_moment = |hundredths: i64| {
        let whole = (hundredths / 100).to_string();
        let Some(at) = words.iter().position(|word| *word == whole) else {
            return false;
        };
        // "Para el 20 de enero", "a las 20".
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        is_counted(at + 1) || before.is_some_and(|word| BEFORE_A_MOMENT.contains(word))
    };
    let written = numbers_in(sentence).map(|(hundredths, _)| hundredths);
    let mut prices: Vec<i64> =
        written.filter(|hundredths| *hundredths >= LEAST_PRICE && !is_moment(*hundredths)).collect();
    let mut at = from;
    while at < words.len() {
        let Some((number, behind)) = number_at(words, at) else {
            at += 1;
            continue;
        };
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let is_hour = before.is_some_and(|word| BEFORE_AN_HOUR.contains(word));
        if number >= LEAST_PRICE && !is_counted(behind) && !is_hour {
            prices.push(number);
        }
        at = behind;
    }
    prices
}

/// The longest number in words that begins there, in hundredths, and the place behind it.
fn number_at(words: &[&str], at: usize) -> Option<(i64, usize)> {
    let some = words.get(at..)?.iter().take(NUMBER_WORDS_MAX);
    let last = at + some.take_while(|word| may_be_of_a_number(word)).count();
    (at + 1..=last).rev().find_map(|behind| {
        let said = words.get(at..behind)?.join(" ");
        Some((number_in_words(&said)?, behind))
    })
}

/// The number that folded words are, in digits or in words of either language.
pub(crate) fn number_of(said: &str) -> Option<f64> {
    Language::understood().find_map(|language| read_number(said, language))
}

/// How many people, as one word of a text says it.
pub(crate) fn count_of(word: &str) -> Option<u64> {
    let number = number_of(word)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count of people is small, and not below 0"
    )]
    (0.0..1000.0).contains(&number).then_some(number as u64)
}

fn number_in_words(said: &str) -> Option<i64> {
    if said.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let number = number_of(said)?;
    Some(hundredths(&format!("{number:.2}")))
}

/// What looks like a code: capitals and digits together, "RES-1234", "AB12CD".
pub fn codes_in(sentence: &str) -> impl Iterator<Item = &str> {
    sentence
        .split(|c: char| {
            c.is_whitespace() || matches!(c, ',' | ';' | ':' | '(' | ')' | '«' | '»' | '"' | '*')
        })
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| {
            let capitals = word.chars().filter(char::is_ascii_uppercase).count();
            let digits = word.chars().filter(char::is_ascii_digit).count();
            let others = word.chars().count() - capitals - digits;
            capitals >= 2 && digits >= 2 && others <= 1
        })
}

/// A text's letters and digits, small, as codes are compared.
pub(crate) fn bare(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric() || c.is_whitespace());
    kept.flat_map(char::to_lowercase).collect()
}

/// The digits of a code that is spelled, or written in small letters: "su código es siete siete 12", "R E S 7 7 7 7".
pub(crate) fn spelled_codes_in(sentence: &Text) -> Vec<String> {
    static ABOUT: Tagged = Tagged::new("values_about");
    let words: Vec<&str> = sentence.words().collect();
    let about = words.iter().position(|word| ABOUT.contains(word));
    // Where each begins, its digits, and where it ends. What is written whole stands by itself: 13:00 is no code.
    let mut runs: Vec<(usize, String, usize)> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some(digits) = digits_of(word) else { continue };
        match runs.last_mut() {
            Some((_, run, last))
                if *last + 1 == at
                    && digits.len() == 1
                    && words
                        .get(*last)
                        .and_then(|last| digits_of(last))
                        .is_some_and(|last| last.len() == 1) =>
            {
                run.push_str(&digits);
                *last = at;
            }
            Some(_) | None => runs.push((at, digits.into_owned(), at)),
        }
    }
    let is_code = |(begin, run, end): &(usize, String, usize)| {
        let is_whole = begin == end;
        let is_behind = about.is_some_and(|about| about < *begin && (!is_whole || begin - about <= 3));
        run.len() >= 3 && is_behind || run.len() >= 4 && !is_whole
    };
    runs.into_iter().filter(is_code).map(|(_, run, _)| run).collect()
}

/// The digits that a word is: "12", "siete", "oh".
fn digits_of(word: &str) -> Option<Cow<'_, str>> {
    static NO_DIGIT: Tagged = Tagged::new("values_no_digit");
    if word.chars().all(|c| c.is_ascii_digit()) {
        return Some(Cow::Borrowed(word));
    }
    let digit = calendar::number(word).filter(|digit| *digit < 10 && !NO_DIGIT.contains(&word))?;
    Some(Cow::Owned(digit.to_string()))
}

/// The hours that a text names, as on a dial: "a las 9", "at nine", "21:00" are all 9.
pub fn hours_in(text: &Text) -> BTreeSet<u32> {
    static UNITS: Tagged = Tagged::new("values_hour_units");
    static BEHIND: Tagged = Tagged::new("values_behind_an_hour");
    static LEADS: Tagged = Tagged::new("values_leads_to_an_hour");
    static ONE: Tagged = Tagged::new("values_one");
    static BEFORE_ONE: Tagged = Tagged::new("values_before_one");
    let folded = text.folded();
    let words: Vec<(usize, &str)> = text.words_with_places().collect();
    let word = |at: usize| words.get(at).map_or("", |(_, word)| *word);
    let mut hours = BTreeSet::new();
    for (at, (place, said)) in words.iter().enumerate() {
        let (before, next) = (at.checked_sub(1).map_or("", word), word(at + 1));
        let unit = said.trim_start_matches(|c: char| c.is_ascii_digit());
        let Some(hour) = hour_of(said, unit) else { continue };
        let has_minutes =
            folded.get(place + said.len()..).is_some_and(|rest| rest.starts_with(':')) && next.len() >= 2;
        // The minutes of 21:30 are no hour.
        let is_minutes = folded.get(..*place).is_some_and(|front| front.ends_with(':'))
            && before.ends_with(|c: char| c.is_ascii_digit());
        // "At 1,299 pesos."
        let rest = folded.get(place + said.len()..).unwrap_or_default();
        let is_amount = rest.starts_with([',', '.']) && rest[1..].starts_with(|c: char| c.is_ascii_digit())
            || folded.get(..*place).is_some_and(|front| front.ends_with(['$', ',']))
            || MONEY.contains(&next);
        let has_unit = UNITS.contains(&unit) || stands_at(&[next, word(at + 2)], 0, &BEHIND);
        let is_at = LEADS.contains(&before) || BEFORE_ONE.contains(&before) && ONE.contains(said);
        let is_named = is_named_hour(said);
        if (has_minutes || has_unit || is_at || is_named) && !is_minutes && !is_amount {
            hours.insert(hour % 12);
        }
    }
    hours
}

/// The hour on the dial that a folded word is, where it stands behind "a las": "9", "nueve", "9pm".
pub(crate) fn hour_of_word(word: &str) -> Option<u32> {
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit());
    hour_of(word, unit).map(|hour| hour % 12)
}

fn hour_of(said: &str, unit: &str) -> Option<u32> {
    let digits = said.strip_suffix(unit).unwrap_or_default();
    if (1..=2).contains(&digits.len()) {
        return digits.parse().ok().filter(|hour| *hour <= 24);
    }
    match is_named_hour(said) {
        true => Some(12),
        false => calendar::number(said).filter(|hour| (1..=12).contains(hour)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_found_in_digits_and_in_words() {
        for (said, expected) in [
            ("Cuesta $1,120.50 en total.", vec![112_050]),
            ("Son 89 pesos.", vec![8_900]),
            ("Son ochenta y nueve pesos.", vec![8_900]),
            ("It's 12.5 dollars, for 4 people.", vec![1_250]),
            ("Mesa para 4 a las 8.", vec![]),
            ("El mole cuesta 999.", vec![99_900]),
            ("Cuesta 1,500.", vec![150_000]),
            ("Precio del mole: 245", vec![24_500]),
            ("El mole cuesta doscientos cuarenta.", vec![24_000]),
            ("The mole costs thirty.", vec![3_000]),
            ("Los 4 tacos cuestan poco.", vec![]),
            ("El total es para 12 personas.", vec![]),
            ("El precio es el del 20 de enero a las 20.", vec![]),
        ] {
            let found: BTreeSet<i64> = prices_in(&Text::of(said)).into_iter().collect();
            assert_eq!(found, BTreeSet::from_iter(expected), "{said}");
        }
    }

    #[test]
    fn codes_are_capitals_with_digits() {
        let found: Vec<_> =
            codes_in("Su código es RES-1234, (AB12CD) a las 20:00; CDMX, 2026-01-20.").collect();
        assert_eq!(found, ["RES-1234", "AB12CD"]);
    }

    #[test]
    fn a_code_may_be_spelled() {
        for (said, expected) in [
            ("Su código es erre e ese, siete siete siete siete.", vec!["7777"]),
            ("El código: RES siete siete siete siete", vec!["7777"]),
            ("Your code is R E S 1 2 3 4.", vec!["1234"]),
            ("Su código es res-9876.", vec!["9876"]),
            ("Mesa para cuatro a las ocho.", vec![]),
            ("Abrimos de 13:00 a 23:00.", vec![]),
            ("Hay a las 13:00, 14:00, 15:00 y 16:00.", vec![]),
            ("Su código es RES-1234, el 20 de enero a las 13:00.", vec!["1234"]),
            ("Su código le llega a las 8.", vec![]),
        ] {
            assert_eq!(spelled_codes_in(&Text::of(said)), expected, "{said}");
        }
    }

    #[test]
    fn hours_are_found_however_they_are_said() {
        for (said, expected) in [
            ("A las 9 de la noche.", vec![9]),
            ("a las nueve y media", vec![9]),
            ("de 13:00 a 23:30", vec![1, 11]),
            ("at nine, or 8pm, or 10 a. m.", vec![8, 9, 10]),
            ("a la una", vec![1]),
            ("Una mesa para 4, en 2 horas.", vec![]),
            ("In stock, at 1,299 pesos, or at 12 dollars.", vec![]),
            ("El 9 de enero.", vec![]),
        ] {
            assert_eq!(hours_in(&Text::of(said)).into_iter().collect::<Vec<_>>(), expected, "{said}");
        }
    }
}
