//! The places that a postal address names: its neighborhood and its city, without its street.

use std::{collections::BTreeSet, sync::LazyLock};

use turno_business::Country;
use turno_language::{Language, STREET_WORDS, Tagged, grammar::AND, read_number, text::fold};

/// A neighborhood, a city, or both in one breath.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) words: Vec<String>,
    /// It was said to be one: "colonia Roma".
    pub(super) is_neighborhood: bool,
}

/// Short for a street's word, as it is written.
static SHORT_STREETS: Tagged = Tagged::new("places_short_streets");

/// Whether a word begins a street.
fn begins_street(word: &str) -> bool {
    SHORT_STREETS.contains(&word) || STREET_WORDS.contains(&word)
}

/// Words that tell where a house is by what stands near it.
static BESIDE: Tagged = Tagged::new("places_beside");

static NEIGHBORHOODS: Tagged = Tagged::new("places_neighborhoods");

/// Words of a house, and of a place that do not name it.
static NOT_NAMES: Tagged = Tagged::new("places_not_names");

/// Ends of a city's name that may be left off.
static COUNTRIES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let names = Country::all().flat_map(|country| &country.names);
    names.flat_map(|name| folded_words(name)).collect()
});

/// The places of an address, in its order.
pub(super) fn places_of(address: &str) -> Vec<Place> {
    let parts = address.split([',', ';', '\n']);
    parts.enumerate().filter_map(|(at, part)| place_of(at == 0, &folded_words(part))).collect()
}

/// The words of a text, folded.
pub(super) fn folded_words(text: &str) -> Vec<String> {
    let folded = fold(text);
    let words = folded.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn place_of(is_first: bool, words: &[String]) -> Option<Place> {
    let is_one_of = |word: &String, list: &[&str]| list.contains(&word.as_str());
    if let Some(at) = words.iter().rposition(|word| is_one_of(word, &NEIGHBORHOODS)) {
        return named(&words[at + 1..], true);
    }
    let last_number = words.iter().rposition(|word| is_number(word));
    let words = match last_number {
        Some(at) => &words[at + 1..],
        // "Durango y Orizaba" are two streets.
        None if is_first && words.iter().any(|word| begins_street(word) || AND.contains(&word.as_str())) => {
            return None;
        }
        None => words,
    };
    // "12 Roma Street": the number stands before its street.
    let is_street = words.iter().any(|word| begins_street(word) && word.len() > 1);
    let is_beside = words.first().is_some_and(|word| is_one_of(word, &BESIDE));
    if is_street || is_beside {
        return None;
    }
    named(words, false)
}

fn named(words: &[String], is_neighborhood: bool) -> Option<Place> {
    let is_name = |word: &&String| {
        word.len() > 1
            && !is_number(word)
            && !NOT_NAMES.contains(&word.as_str())
            && !COUNTRIES.contains(*word)
    };
    let words: Vec<String> = words.iter().filter(is_name).cloned().collect();
    (!words.is_empty()).then_some(Place { words, is_neighborhood })
}

/// In digits, with letters after them too ("12b"), or in words.
fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        || Language::understood().any(|language| read_number(word, language).is_some())
}
