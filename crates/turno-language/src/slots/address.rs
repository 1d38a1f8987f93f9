//! Postal addresses, taken as said.

use crate::pack::Tagged;
use serde_json::Value;

use super::common_words::is_common_word;
use super::found::Found;
use super::number::number_at;
use super::requests::asks_for_something;
use super::tokens::Tokens;
use crate::text::fold;

static CUES: Tagged = Tagged::new("address_cues");

/// Words that name a kind of street, folded.
pub static STREET_WORDS: Tagged = Tagged::new("address_street_words");

/// Words that name a part of a city.
static NEIGHBORHOODS: Tagged = Tagged::new("address_neighborhoods");

/// Whether a word there is one that only addresses have.
fn is_of_addresses(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.is_one_of(at, &STREET_WORDS) || tokens.is_one_of(at, &NEIGHBORHOODS)
}

/// Where other matters begin.
static ENDS: Tagged = Tagged::new("address_ends");

/// The address of an utterance: after a cue or from a street's word on.
pub(super) fn address(tokens: &Tokens<'_>, known: Option<&str>, is_awaited: bool) -> Option<Found> {
    let cued = (0..tokens.len()).find_map(|at| {
        let start = tokens.phrases(at, &CUES)?;
        address_from(tokens, start).filter(|found| is_likely(tokens, found) || is_awaited)
    });
    let on_street = || {
        (0..tokens.len()).find_map(|at| {
            let is_street = is_of_addresses(tokens, at) && !tokens.ends_at(at + 1);
            let is_spanish_lead = is_awaited || matches!(tokens.before(at), "en" | "la" | "a" | "el" | "");
            address_from(tokens, at).filter(|found| is_street && is_spanish_lead && has_number(tokens, found))
        })
    };
    let another = || {
        (0..tokens.len())
            .filter(|_| known.is_some())
            .find_map(|at| another_at(tokens, at))
            .filter(|found| !is_of_known(found, known.unwrap_or_default()))
    };
    let after_a_day = || is_awaited.then(|| street_named_after_a_day(tokens)).flatten();
    cued.or_else(after_a_day).or_else(on_street).or_else(another)
}

/// "Sí, a Reforma 10" repeats the "Paseo de la Reforma 10, Juárez" that was asked.
pub(super) fn is_of_known(found: &Found, known: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let folded = fold(text);
        let words = folded.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let known = words(known);
    let said = found.outcome.as_ref().ok().and_then(Value::as_str);
    said.is_some_and(|said| words(said).iter().all(|word| known.contains(word)))
}

/// "a Durango 100, Roma", where an address is known already: a street by its name alone, and its number.
fn another_at(tokens: &Tokens<'_>, at: usize) -> Option<Found> {
    street_at(tokens, tokens.phrases(at, &["a", "en", "to", "at"])?)
}

/// A street by its name alone, and its number.
pub(super) fn street_at(tokens: &Tokens<'_>, start: usize) -> Option<Found> {
    let words = (start..start + 4).take_while(|at| tokens.is_word(*at) && number_at(tokens, *at).is_none());
    let number = start + words.count();
    let is_house = tokens.original(number).starts_with(|c: char| c.is_ascii_digit())
        && !tokens.is_one_of(
            number + 1,
            &["am", "pm", "hrs", "pesos", "personas", "people", ":", "%"],
        );
    let is_article = |at: usize| tokens.is_one_of(at, &["de", "del", "la", "las", "los", "el", "y"]);
    let is_name = |at: usize| {
        let original = tokens.original(at);
        let is_capital = original.starts_with(char::is_uppercase) && original.contains(char::is_lowercase);
        is_capital || !is_common_word(tokens.word(at)) && tokens.word(at).len() > 3
    };
    let is_named = (start..number).any(|at| !is_article(at) && is_name(at))
        && (start..number).all(|at| is_article(at) || is_name(at));
    let is_street = is_house && is_named;
    address_from(tokens, start).filter(|_| is_street)
}

/// "5 de mayo 12, Roma Norte", where an address was asked for: no date has the number of a house after it.
fn street_named_after_a_day(tokens: &Tokens<'_>) -> Option<Found> {
    let start = tokens.skip(0, &["en", "a", "es", "la", "a la", "en la"]);
    let (_, after_day) = number_at(tokens, start)?;
    let months = [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ];
    let is_day = tokens.word(after_day) == "de" && tokens.is_one_of(after_day + 1, &months);
    let house = tokens.skip(after_day + 2, &["numero", "num", "#", "no"]);
    (is_day && number_at(tokens, house).is_some()).then(|| address_from(tokens, start))?
}

pub(super) fn address_from(tokens: &Tokens<'_>, at: usize) -> Option<Found> {
    let mut end = at;
    while end < tokens.len()
        && !tokens.is_used(end)
        && !tokens.is_one_of(end, &["?", "!", ";"])
        && tokens.phrases(end, &ENDS).is_none()
    {
        let is_stop = tokens.word(end) == "." && !tokens.is_glued(end + 1) && tokens.before(end).len() > 4;
        if is_stop {
            break;
        }
        end += 1;
    }
    while end > at && (tokens.is_mark(end - 1) || tokens.is_one_of(end - 1, &["y", "and"])) {
        end -= 1;
    }
    let range = at..end;
    let said = tokens.said(&range);
    let has_letters = range.clone().any(|at| tokens.is_word(at));
    has_letters.then(|| Found::new(range, Ok(Value::String(said.to_owned()))))
}

/// A place with a number or a street's word.
pub(super) fn is_likely(tokens: &Tokens<'_>, found: &Found) -> bool {
    has_number(tokens, found) || found.said.clone().any(|at| is_of_addresses(tokens, at))
}

fn has_number(tokens: &Tokens<'_>, found: &Found) -> bool {
    // "Sin número": behind a street's name.
    let has_name = found.said.len() > 1;
    found
        .said
        .clone()
        .any(|at| number_at(tokens, at).is_some() || has_name && tokens.is_one_of(at, &["s", "km"]))
}

/// All of an answer, where an address is awaited.
pub(super) fn bare_address(tokens: &Tokens<'_>) -> Option<Found> {
    let is_question = (0..tokens.len()).any(|at| tokens.is_one_of(at, &["?", "¿"]));
    let leads = [
        "no es",
        "no , es",
        "no , it ' s",
        "no , it is",
        "es",
        "en",
        "si",
        "claro",
        "a",
        "seria",
        "it ' s",
        "it is",
        ",",
        "la",
        "pues",
        "sure",
        "yes",
    ];
    let mut start = 0;
    while let Some(end) = tokens.phrases(start, &leads) {
        start = end;
    }
    // "Dos tacos al pastor" counts something; a house's number stands after its street, or with "street".
    let counted = number_at(tokens, start).map_or(start, |(_, end)| end);
    let is_place_word = |at: usize| is_of_addresses(tokens, at) || number_at(tokens, at).is_some();
    if asks_for_something(tokens.word(start))
        || counted > start && !(counted..tokens.len()).any(is_place_word)
    {
        return None;
    }
    let found = address_from(tokens, start)?;
    let words = found.said.len();
    let is_place = is_likely(tokens, &found) || (words >= 2 && !is_common_word(tokens.word(start)));
    (is_place && !is_question).then_some(found)
}
