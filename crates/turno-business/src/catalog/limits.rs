//! The prices in what is looked for: "laptops de menos de 15 mil", "headphones between 50 and 100".

use turno_language::{
    Language, Tagged,
    grammar::{AND, OF, TO},
    read_number,
    text::fold,
};

/// What was said of prices, and what was said beside.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits {
    /// The lowest price that is wanted.
    pub min_cents: Option<i64>,
    /// The highest price that is wanted.
    pub max_cents: Option<i64>,
    /// What was said beside, folded.
    pub rest: String,
}

static MOST: Tagged = Tagged::new("limits_most");
static LEAST: Tagged = Tagged::new("limits_least");
/// What may stand between such a cue and its number.
static ABOUT: Tagged = Tagged::new("limits_about");

static BETWEEN: Tagged = Tagged::new("limits_between");

/// What a number counts where it is no price.
static UNITS: Tagged = Tagged::new("limits_units");
static MONEY: Tagged = Tagged::new("limits_money");

/// A number has so many words at most: "dos mil quinientos cincuenta y cinco".
const NUMBER_WORDS: usize = 7;

/// Takes the prices out of a text. A number that counts something else ("de 55 pulgadas") stays.
pub fn price_limits(text: &str, language: Language) -> Limits {
    let folded = fold(text).replace('$', " ");
    let trimmed = folded.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let words: Vec<&str> = trimmed.filter(|word| !word.is_empty()).collect();
    let mut limits = Limits::default();
    let mut rest: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if let Some((least, most, end)) = span_at(&words, at, language) {
            (limits.min_cents, limits.max_cents) = (Some(least.min(most)), Some(least.max(most)));
            at = end;
        } else if let Some((cents, end)) = after_cue(&words, at, &MOST, language) {
            limits.max_cents = Some(cents);
            at = end;
        } else if let Some((cents, end)) = after_cue(&words, at, &LEAST, language) {
            limits.min_cents = Some(cents);
            at = end;
        } else {
            rest.push(word);
            at += 1;
        }
    }
    limits.rest = rest.join(" ");
    limits
}

/// "entre mil y dos mil", "de 500 a 800 pesos".
fn span_at(words: &[&str], at: usize, language: Language) -> Option<(i64, i64, usize)> {
    let cue = words.get(at)?;
    if !BETWEEN.contains(cue) {
        return None;
    }
    // The longest first number that a link and another number follow.
    for length in (1..=NUMBER_WORDS).rev() {
        let first = number(words, at + 1, length, language);
        let link = words.get(at + 1 + length).filter(|link| AND.contains(link) || TO.contains(link));
        if let (Some(first), Some(_)) = (first, link)
            && let Some((second, end)) = price_at(words, at + 2 + length, language)
        {
            // "Entre 5 y 8 mil" are thousands twice.
            let first = if first < 10_000 && second >= 100_000 && second % 100_000 == 0 {
                first * 1_000
            } else {
                first
            };
            let is_money =
                !OF.contains(cue) || words.get(end.wrapping_sub(1)).is_some_and(|word| MONEY.contains(word));
            return is_money.then_some((first, second, end));
        }
    }
    None
}

fn after_cue(words: &[&str], at: usize, cues: &[&str], language: Language) -> Option<(i64, usize)> {
    let length = cues.iter().filter_map(|cue| {
        let cue: Vec<&str> = cue.split(' ').collect();
        words.get(at..)?.starts_with(&cue).then_some(cue.len())
    });
    let mut from = at + length.max()?;
    // "Hasta de 500", "máximo los 500".
    if words.get(from).is_some_and(|word| ABOUT.contains(word)) {
        from += 1;
    }
    price_at(words, from, language)
}

/// A number that is no count of something else, with the money that it names.
fn price_at(words: &[&str], at: usize, language: Language) -> Option<(i64, usize)> {
    let (cents, end) = (1..=NUMBER_WORDS)
        .rev()
        .find_map(|length| Some((number(words, at, length, language)?, at + length)))?;
    match words.get(end) {
        Some(unit) if UNITS.contains(unit) => None,
        Some(money) if MONEY.contains(money) => Some((cents, end + 1)),
        Some(_) | None => Some((cents, end)),
    }
}

fn number(words: &[&str], at: usize, length: usize, language: Language) -> Option<i64> {
    let text = words.get(at..at + length)?.join(" ");
    let value = read_number(&text, language)?;
    #[expect(clippy::cast_possible_truncation, reason = "at most ten million units")]
    (0.0..=10_000_000.0).contains(&value).then(|| (value * 100.0).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_taken_out_of_what_is_looked_for() {
        for (said, min, max, rest) in [
            ("laptops de menos de 15 mil", None, Some(1_500_000), "laptops de"),
            ("audífonos de menos de $1,500 pesos", None, Some(150_000), "audifonos de"),
            ("bocinas entre 500 y 900 pesos", Some(50_000), Some(90_000), "bocinas"),
            ("una pantalla entre 5 y 8 mil", Some(500_000), Some(800_000), "una pantalla"),
            ("pantalla de 55 pulgadas", None, None, "pantalla de 55 pulgadas"),
            ("pantallas de más de 50 pulgadas", None, None, "pantallas de mas de 50 pulgadas"),
            ("algo hasta dos mil pesos", None, Some(200_000), "algo"),
            ("una cafetera desde mil pesos", Some(100_000), None, "una cafetera"),
            ("ropa de 500 a 800 pesos", Some(50_000), Some(80_000), "ropa"),
        ] {
            let limits = price_limits(said, Language::es());
            assert_eq!(
                (limits.min_cents, limits.max_cents, limits.rest.as_str()),
                (min, max, rest),
                "{said}"
            );
        }
        let limits = price_limits("headphones under 100 dollars", Language::en());
        assert_eq!((limits.max_cents, limits.rest.as_str()), (Some(10_000), "headphones"));
        let limits = price_limits("a speaker between 20 and 50", Language::en());
        assert_eq!((limits.min_cents, limits.max_cents), (Some(2_000), Some(5_000)));
    }
}
