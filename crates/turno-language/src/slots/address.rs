//! Postal addresses, taken as said, and another one than that which is known: "no es Orizaba 182", "la dirección no es Orizaba
//! 182, es Orizaba 128".

use std::ops::Range;

use serde_json::Value;

use super::common_words::is_common_word;
use super::found::Found;
use super::number::number_at;
use super::requests::asks_for_something;
use super::tokens::Tokens;
use crate::ProblemKind;
use crate::grammar::{OF, THE};
use crate::pack::Tagged;
use crate::text::fold;
use crate::words_of_values::{ValueWord, value_word};

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

/// What may stand before a street that no cue leads to.
static BEFORE_A_STREET: Tagged = Tagged::new("address_before_street");

/// What joins other matters to an address.
static JOINTS: Tagged = Tagged::new("address_joints");

/// Leads to where something goes: "a Durango 100".
static TO: Tagged = Tagged::new("address_to");

/// What a number counts that is no house's.
static NO_HOUSES: Tagged = Tagged::new("address_no_houses");

/// Small words inside a street's name.
static INSIDE_A_STREET: Tagged = Tagged::new("address_inside_street");

/// Says that the number of a house follows.
static HOUSE_NUMBERS: Tagged = Tagged::new("address_house_number");

/// What stands where the number of a house would: "s/n", "km".
static INSTEAD_OF_NUMBERS: Tagged = Tagged::new("address_instead_of_number");

/// What an answer begins with before its address.
static ANSWER_LEADS: Tagged = Tagged::new("address_answer_leads");

/// The address of an utterance: after a cue or from a street's word on.
pub(super) fn address(tokens: &Tokens<'_>, known: Option<&str>, is_awaited: bool) -> Option<Found> {
    let cued = (0..tokens.len()).find_map(|at| {
        let start = tokens.phrases(at, &CUES)?;
        address_from(tokens, start).filter(|found| is_likely(tokens, found) || is_awaited)
    });
    let on_street = || {
        (0..tokens.len()).find_map(|at| {
            let is_street = is_of_addresses(tokens, at) && !tokens.ends_at(at + 1);
            if !is_street {
                return None;
            }
            let is_led = is_awaited || at == 0 || BEFORE_A_STREET.contains(&tokens.before(at));
            address_from(tokens, at).filter(|found| is_led && has_number(tokens, found))
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
fn is_of_known(found: &Found, known: &str) -> bool {
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
    street_at(tokens, tokens.phrases(at, &TO)?)
}

/// A street by its name alone, and its number.
fn street_at(tokens: &Tokens<'_>, start: usize) -> Option<Found> {
    let words = (start..start + 4).take_while(|at| tokens.is_word(*at) && number_at(tokens, *at).is_none());
    let number = start + words.count();
    let is_house = tokens.original(number).starts_with(|c: char| c.is_ascii_digit())
        && !tokens.is_one_of(number + 1, &NO_HOUSES)
        && !tokens.is_mark_of(number + 1, &[":", "%"]);
    let is_article = |at: usize| tokens.is_one_of(at, &INSIDE_A_STREET);
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
    let start = answer_start(tokens);
    let (_, after_day) = number_at(tokens, start)?;
    let is_month = matches!(value_word(tokens.word(after_day + 1)), Some(ValueWord::Month(_)));
    let is_day = is_month && tokens.is_one_of(after_day, &OF);
    let house = after_day + 2;
    let house = match tokens.word(house) {
        "#" => house + 1,
        _ => tokens.skip(house, &HOUSE_NUMBERS),
    };
    (is_day && number_at(tokens, house).is_some()).then(|| address_from(tokens, start))?
}

fn address_from(tokens: &Tokens<'_>, at: usize) -> Option<Found> {
    let mut end = at;
    while end < tokens.len()
        && !tokens.is_used(end)
        && !tokens.is_mark_of(end, &["?", "!", ";"])
        && tokens.phrases(end, &ENDS).is_none()
    {
        let is_stop = tokens.word(end) == "." && !tokens.is_glued(end + 1) && tokens.before(end).len() > 4;
        if is_stop {
            break;
        }
        end += 1;
    }
    while end > at && (tokens.is_mark(end - 1) || tokens.is_one_of(end - 1, &JOINTS)) {
        end -= 1;
    }
    let range = at..end;
    let said = tokens.said(&range);
    let has_letters = range.clone().any(|at| tokens.is_word(at));
    has_letters.then(|| Found::new(range, Ok(Value::String(said.to_owned()))))
}

/// A place with a number or a street's word.
fn is_likely(tokens: &Tokens<'_>, found: &Found) -> bool {
    has_number(tokens, found) || found.said.clone().any(|at| is_of_addresses(tokens, at))
}

fn has_number(tokens: &Tokens<'_>, found: &Found) -> bool {
    // "Sin número": behind a street's name.
    let has_name = found.said.len() > 1;
    found
        .said
        .clone()
        .any(|at| number_at(tokens, at).is_some() || has_name && tokens.is_one_of(at, &INSTEAD_OF_NUMBERS))
}

/// Where an answer's address begins: "sí, claro, es en la calle…".
fn answer_start(tokens: &Tokens<'_>) -> usize {
    let mut start = 0;
    while let Some(end) = tokens.phrases(start, &ANSWER_LEADS) {
        start = end;
    }
    start
}

/// All of an answer, where an address is awaited.
pub(super) fn bare_address(tokens: &Tokens<'_>) -> Option<Found> {
    let is_question = (0..tokens.len()).any(|at| tokens.is_mark_of(at, &["?", "¿"]));
    let start = answer_start(tokens);
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

/// What goes before an address that is denied.
static DENIALS: Tagged = Tagged::new("address_other_denials");

/// What goes before the one that is meant.
static OTHERS: Tagged = Tagged::new("address_other_others");

/// What goes before an address that is told instead of the known one.
static TOLD: Tagged = Tagged::new("address_other_told");

/// What goes before the one that is denied, where the one that is meant comes first.
static BUT_NOT: Tagged = Tagged::new("address_other_but_not");

/// What goes before one that is insisted on: "es Orizaba 128, no 182".
static INSISTED: Tagged = Tagged::new("address_other_insisted");

/// What an address is called.
static ADDRESSES: Tagged = Tagged::new("address_other_addresses");

/// A no that denies nothing by itself.
static BARE_NO: Tagged = Tagged::new("address_other_bare_no");

/// The known one is wrong, whatever the right one is.
static WRONG: Tagged = Tagged::new("address_other_wrong");

/// What is said of the known address: another one, or that it is wrong. Where nothing is asked for but a yes, the answer's
/// verdict tells the latter.
pub(super) fn other_address(tokens: &Tokens<'_>, known: Option<&str>, is_asked: bool) -> Option<Found> {
    let other = Other { tokens, known: known.unwrap_or_default() };
    let all = 0..tokens.len();
    all.clone()
        .find_map(|at| other.denied_at(at).or_else(|| other.insisted_at(at)))
        .or_else(|| all.clone().find_map(|at| other.told_at(at)))
        .or_else(|| other.wrong().filter(|_| is_asked && known.is_some()))
}

struct Other<'a> {
    tokens: &'a Tokens<'a>,
    known: &'a str,
}

impl Other<'_> {
    /// "No es Orizaba 182, es Orizaba 128", "no es Orizaba 182".
    fn denied_at(&self, at: usize) -> Option<Found> {
        let tokens = self.tokens;
        let start = tokens.phrases(at, &DENIALS)?;
        let whole = address_from(tokens, start)?.said;
        let cut = (start + 1..whole.end).find(|cut| {
            let denied = start..*cut;
            let is_denied = self.is_known(&denied) || self.is_place(&denied);
            let other = tokens.phrases(*cut, &OTHERS);
            is_denied && other.is_some_and(|other| self.is_place(&(other..whole.end)))
        });
        if let Some(cut) = cut {
            let other = tokens.phrases(cut, &OTHERS)?;
            return self.instead(&(start..cut), &(other..whole.end), at..whole.end);
        }
        let is_told = !is_bare_no(tokens, at, start);
        let is_last = tokens.ends_at(whole.end);
        let is_of_address = ADDRESSES.contains(&tokens.before(at)) && self.is_place(&whole);
        (is_told && is_last && (self.is_known(&whole) || is_of_address)).then(|| Found {
            said: whole.clone(),
            taken: at..whole.end,
            outcome: Err(ProblemKind::Vague),
        })
    }

    /// "Es Orizaba 128, no Orizaba 182", "128, no 182".
    fn insisted_at(&self, at: usize) -> Option<Found> {
        let tokens = self.tokens;
        let is_begin = at == 0 || tokens.is_mark(at - 1);
        if !is_begin {
            return None;
        }
        let start = tokens.skip(at, &INSISTED);
        let whole = address_from(tokens, start)?.said;
        (start + 1..whole.end).find_map(|cut| {
            let denied = tokens.phrases(cut, &BUT_NOT)?..whole.end;
            let told = start..cut;
            let is_other = self.is_known(&denied) && self.is_place(&told) && !self.is_known(&told);
            is_other.then(|| self.instead(&denied, &told, at..whole.end))?
        })
    }

    /// "No, es Orizaba 128", whose comma recognised speech loses.
    fn told_at(&self, at: usize) -> Option<Found> {
        let tokens = self.tokens;
        let start = tokens.phrases(at, &TOLD)?;
        let is_article = tokens.is_one_of(start, &THE) && tokens.is_one_of(start + 1, &STREET_WORDS);
        let start = start + usize::from(is_article);
        let is_begin = at == 0 || tokens.is_mark(at - 1);
        let found = street_at(tokens, start).filter(|_| is_begin && !self.known.is_empty())?;
        let said = found.said;
        if self.is_known(&said) {
            return None;
        }
        self.instead(&said, &said, at..said.end)
    }

    fn wrong(&self) -> Option<Found> {
        let tokens = self.tokens;
        let said = (0..tokens.len()).find_map(|at| Some(at..tokens.phrases(at, &WRONG)?))?;
        Some(Found::new(said, Err(ProblemKind::Vague)))
    }

    /// The address that is meant. Where a number stands for another, the rest of the known one holds: "no es 182, es 128".
    fn instead(&self, denied: &Range<usize>, told: &Range<usize>, taken: Range<usize>) -> Option<Found> {
        let said = self.tokens.said(told).to_owned();
        let denied = self.only_number(denied).filter(|number| names_number(self.known, number));
        let number = denied.or_else(|| the_number(self.known));
        let other = match (number, self.only_number(told)) {
            (Some(number), Some(told)) if self.differ_in_number(&said) => {
                with_number(self.known, &number, &told).unwrap_or(said)
            }
            _ => said,
        };
        Some(Found { said: told.clone(), taken, outcome: Ok(Value::String(other)) })
    }

    /// Whether all but its number is of the known address.
    fn differ_in_number(&self, said: &str) -> bool {
        let letters: String = said.chars().filter(|c| !c.is_ascii_digit()).collect();
        let found = Found::new(0..0, Ok(Value::String(letters)));
        is_of_known(&found, self.known)
    }

    /// The one number in digits that some words have.
    fn only_number(&self, range: &Range<usize>) -> Option<String> {
        let mut numbers = range
            .clone()
            .map(|at| self.tokens.original(at))
            .filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let number = numbers.next()?;
        numbers.next().is_none().then(|| number.to_owned())
    }

    /// Words of the known address that are no words of talk alone.
    fn is_known(&self, range: &Range<usize>) -> bool {
        let said = self.tokens.said(range).to_owned();
        let telling = range.clone().filter(|at| {
            let is_number = number_at(self.tokens, *at).is_some();
            is_number || self.tokens.is_word(*at) && !is_common_word(self.tokens.word(*at))
        });
        let has_number = range.clone().any(|at| number_at(self.tokens, at).is_some());
        let is_telling = has_number || telling.count() > 1;
        is_telling && is_of_known(&Found::new(range.clone(), Ok(Value::String(said))), self.known)
    }

    fn is_place(&self, range: &Range<usize>) -> bool {
        let said = self.tokens.said(range).to_owned();
        !range.is_empty() && is_likely(self.tokens, &Found::new(range.clone(), Ok(Value::String(said))))
    }
}

/// "No, Orizaba 182" says again what was told: only "no es" denies it, where nothing else follows.
fn is_bare_no(tokens: &Tokens<'_>, at: usize, start: usize) -> bool {
    start == at + 1 && BARE_NO.contains(&tokens.word(at))
}

fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()))
}

fn names_number(known: &str, number: &str) -> bool {
    numbers(known).any(|known| known == number)
}

/// The one number of an address.
fn the_number(known: &str) -> Option<String> {
    let mut numbers = numbers(known);
    let number = numbers.next()?;
    numbers.next().is_none().then(|| number.to_owned())
}

fn with_number(known: &str, denied: &str, told: &str) -> Option<String> {
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let at = known.match_indices(denied).find_map(|(at, _)| {
        let before = known.get(..at)?.chars().next_back();
        let behind = known.get(at + denied.len()..)?.chars().next();
        (is_edge(before) && is_edge(behind)).then_some(at)
    })?;
    Some(format!("{}{told}{}", known.get(..at)?, known.get(at + denied.len()..)?))
}
