//! Phone numbers.

use crate::pack::Tagged;
use phonenumber::metadata::DATABASE;
use phonenumber::{Mode, PhoneNumber, Type, country};
use serde_json::Value;

use super::digits::{digits_from, digits_with_pauses};
use super::found::{Found, correction_start};
use super::tokens::Tokens;
use crate::ProblemKind;
use crate::grammar::{AND, NOT};

/// Longer runs are cards and accounts.
const DIGITS_MAX: usize = 15;

/// Of a number of Mexico or of North America.
const NATIONAL_DIGITS: usize = 10;

/// Dialled before the code of another country.
const ABROAD: &str = "00";

/// Fewer digits are a number that is not whole, of whatever country.
const ABROAD_DIGITS_MIN: usize = 9;

static CUES: Tagged = Tagged::new("phone_cues");

/// The sign before the number of a country, as it is said.
static PLUS: Tagged = Tagged::new("phone_plus");

/// The phone numbers of an utterance, in order. Incomplete ones are problems where one is named or awaited.
pub(super) fn phones(tokens: &Tokens<'_>, country: &str, is_awaited: bool) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match phone_at(tokens, at, country, is_awaited) {
            Some(one) => {
                at = one.taken.end.max(at + 1);
                found.push(one);
            }
            None => at += 1,
        }
    }
    one_of_two(tokens, found)
}

/// "Mi celular es … y el de casa es …": two whole numbers, neither of which takes the other back.
fn one_of_two(tokens: &Tokens<'_>, found: Vec<Found>) -> Vec<Found> {
    let [first, second] = found.as_slice() else {
        return found;
    };
    let (Ok(one), Ok(other)) = (&first.outcome, &second.outcome) else {
        return found;
    };
    let is_corrected = (first.said.end..second.said.start)
        .any(|at| NOT.contains(&tokens.word(at)) || correction_start(tokens, at).is_some());
    let is_denied = first.said.start > 0 && (0..first.said.start).any(|at| NOT.contains(&tokens.word(at)));
    if one == other || is_corrected || is_denied {
        return found;
    }
    let outcome = Err(ProblemKind::Ambiguous(vec![one.clone(), other.clone()]));
    vec![Found::new(first.said.start..second.said.end, outcome)]
}

/// Has the tables read.
pub(super) fn warm_up() {
    let _any = parse("5512345678", false, "MX");
}

fn phone_at(tokens: &Tokens<'_>, at: usize, country: &str, is_awaited: bool) -> Option<Found> {
    let mut start = at;
    let has_plus =
        tokens.word(at) == "+" || PLUS.contains(&tokens.word(at)) && !AND.contains(&tokens.before(at));
    start += usize::from(has_plus);
    start += usize::from(tokens.word(start) == "(");
    let is_inside = tokens.is_mark_of(at.wrapping_sub(1), &["+"]);
    if is_inside {
        return None;
    }
    let run = digits_from(tokens, start, &["-", ".", "(", ")"])?;
    let whole = parse(&run.0, has_plus, country);
    let is_cued = (1..=3).any(|back| tokens.is_one_of(at.wrapping_sub(back), &CUES));
    if !is_awaited && !is_cued {
        return whole.map(|phone| Found::new(at..run.1, Ok(Value::String(phone))));
    }
    if let Some((phone, end)) = mended(tokens, &run, has_plus, country) {
        return Some(Found::new(at..end, Ok(Value::String(phone))));
    }
    if let Some(phone) = whole {
        return Some(Found::new(at..run.1, Ok(Value::String(phone))));
    }
    // "cinco cinco, uno dos, …": pauses between the groups.
    let (digits, end) = digits_with_pauses(tokens, start)?;
    if let Some(phone) = parse(&digits, has_plus, country) {
        return Some(Found::new(at..end, Ok(Value::String(phone))));
    }
    let (digits, end) = run;
    let is_attempt = digits.len() >= if is_awaited { 3 } else { 5 };
    is_attempt.then(|| Found::new(at..end, Err(ProblemKind::OutOfRange)))
}

/// "55 12, no, 13 34 56 78": what is said after a correction takes the place of the end of what was said before it.
fn mended(
    tokens: &Tokens<'_>,
    (said, end): &(String, usize),
    has_plus: bool,
    country: &str,
) -> Option<(String, usize)> {
    let start =
        correction_start(tokens, *end).or_else(|| NOT.contains(&tokens.word(*end)).then_some(*end + 1))?;
    let (again, again_end) = digits_from(tokens, start, &["-", ".", "(", ")", ","])?;
    // A whole number counts by itself.
    let kept = NATIONAL_DIGITS.checked_sub(again.len()).filter(|kept| *kept >= 2)?;
    let is_correction = again.len() >= 2 && !has_plus && said.len() > kept && said.len() <= NATIONAL_DIGITS;
    let digits = said.get(..kept).filter(|_| is_correction)?;
    Some((parse(&format!("{digits}{again}"), false, country)?, again_end))
}

/// The number that these digits are, with or without a plus before them, where they are all of one.
pub(super) fn complete(digits: &str, country: &str) -> Option<String> {
    parse(digits.trim_start_matches('+'), digits.starts_with('+'), country)
}

/// Whether more digits may still make a number of these.
pub(super) fn may_go_on(digits: &str, country: &str) -> bool {
    let count = digits.trim_start_matches('+').len();
    let goes_on = |more: usize| complete(&format!("{digits}{}", "5".repeat(more)), country).is_some();
    count < NATIONAL_DIGITS || (1..=DIGITS_MAX.saturating_sub(count)).any(goes_on)
}

/// Whether digits that are no number here may be one of another country, said without its code or not whole: "07700 900642".
pub fn may_be_from_abroad(said: &str) -> bool {
    let digits = said.chars().filter(char::is_ascii_digit);
    let has_sign = said.trim_start().starts_with(['+', '0']);
    has_sign && digits.count() >= ABROAD_DIGITS_MIN
}

/// Countries give out ranges that no table knows yet: with the country's code, the length of its mobiles is enough.
fn is_as_long_as_a_mobile(number: &PhoneNumber) -> bool {
    let length = number.national().value().to_string().len();
    let regions = DATABASE.by_code(&number.code().value()).unwrap_or_default();
    let mobile = regions.first().and_then(|metadata| metadata.descriptors().get(Type::Mobile));
    mobile.is_some_and(|mobile| {
        mobile.possible_length().iter().any(|possible| usize::from(*possible) == length)
    })
}

/// The number in E.164.
pub(crate) fn parse(digits: &str, has_plus: bool, country: &str) -> Option<String> {
    if digits.len() < 7 || digits.len() > DIGITS_MAX {
        return None;
    }
    let country: country::Id = country.parse().ok()?;
    let is_mexican = country == country::MX;
    let national = match digits {
        // The "1" of mobiles and the prefixes of calls from before 2019.
        _ if digits.len() == 13 && digits.starts_with("521") && (has_plus || is_mexican) => {
            format!("+52{}", &digits[3..])
        }
        _ if digits.len() == 13 && is_mexican && (digits.starts_with("044") || digits.starts_with("045")) => {
            digits[3..].to_owned()
        }
        _ if digits.len() == 12 && is_mexican && digits.starts_with("01") => digits[2..].to_owned(),
        _ if digits.len() == 12 && is_mexican && digits.starts_with("52") => format!("+{digits}"),
        _ if digits.len() == 11 && is_mexican && digits.starts_with('1') => format!("+{digits}"),
        _ if has_plus => format!("+{digits}"),
        _ => digits.to_owned(),
    };
    let number = phonenumber::parse(Some(country), &national).ok()?;
    // Zeros before the ten digits would be kept, and make a number that nobody has.
    let is_ten = matches!(number.code().value(), 1 | 52)
        && number.national().zeros() == 0
        && number.national().value() / 1_000_000_000 >= 2
        && number.national().value() < 10_000_000_000;
    let is_abroad = has_plus || digits.starts_with(ABROAD);
    let is_complete = match number.code().value() {
        1 | 52 => is_ten,
        _ => number.is_valid() || is_abroad && is_as_long_as_a_mobile(&number),
    };
    is_complete.then(|| number.format().mode(Mode::E164).to_string())
}
