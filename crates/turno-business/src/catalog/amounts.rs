//! Prices as spreadsheets have them.

use crate::Country;

/// The largest price that is taken, in cents: ten million units.
const CENTS_MAX: i64 = 1_000_000_000;

/// Reads `1,299.00`, `1299`, `$1,299.00`, `1.299,00` or `1 299 MXN` into cents.
///
/// # Errors
/// What is wrong, with the cure.
pub(super) fn price_cents(text: &str, currency: &str) -> Result<i64, String> {
    let told = || format!("`{text}` is no price: write it as 1299.00 or 1,299.00");
    let upper = text.to_uppercase();
    let letters: String = upper.chars().filter(char::is_ascii_alphabetic).collect();
    let is_word = |word: &String| word.eq_ignore_ascii_case(&letters);
    let is_own = [currency, currency.get(..2).unwrap_or_default()].contains(&letters.as_str())
        || Country::all().any(|country| country.money_words.iter().any(is_word));
    let is_exponent = letters == "E" && text.trim().starts_with(|c: char| c.is_ascii_digit());
    if is_exponent && text.trim().ends_with(|c: char| c.is_ascii_digit()) {
        return Err(format!("`{text}` is written with an exponent: write all its digits, as in 1299.00"));
    }
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return Err(told());
    }
    if !letters.is_empty() && !is_own {
        return Err(format!("`{text}` is not in {currency}, the currency of this business"));
    }
    let is_sign =
        |c: char| c.is_alphabetic() || c.is_whitespace() || matches!(c, '$' | '€' | '£' | '\'' | '_');
    let number: String = upper.chars().filter(|c| !is_sign(*c)).collect();
    let number = number.trim_end_matches('.');
    if number.starts_with('-') {
        return Err(format!("`{text}` is less than nothing: write a price of 0 or more"));
    }
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit() || byte == b',' || byte == b'.')
    {
        return Err(told());
    }
    let (whole, fraction) = parts(number).ok_or_else(|| ambiguous(text, number).unwrap_or_else(told))?;
    let units: i64 = whole.parse().map_err(|_| told())?;
    let cents: i64 = match fraction {
        "" => 0,
        one if one.len() == 1 => one.parse::<i64>().map_err(|_| told())? * 10,
        two => two.parse().map_err(|_| told())?,
    };
    let all = units.checked_mul(100).and_then(|all| all.checked_add(cents));
    all.filter(|all| *all <= CENTS_MAX)
        .ok_or_else(|| format!("`{text}` is out of range: a price is from 0 to {}", CENTS_MAX / 100))
}

/// The digits before and after the mark of the fraction; none where the marks make no sense.
fn parts(number: &str) -> Option<(String, &str)> {
    let last = number.rfind([',', '.']);
    let (whole, fraction, mark) = match last {
        Some(at) if (1..=2).contains(&(number.len() - at - 1)) => {
            (number.get(..at)?, number.get(at + 1..)?, number.get(at..=at))
        }
        // A dot marks the fraction, and no price has three digits of one.
        Some(at) if number.matches('.').count() == 1 && number.get(at..=at) == Some(".") => return None,
        Some(_) | None => (number, "", None),
    };
    let thousands = whole.chars().find(|c| !c.is_ascii_digit());
    if thousands.is_some_and(|thousands| mark == Some(thousands.to_string().as_str())) {
        return None;
    }
    let groups: Vec<&str> = whole.split(|c: char| Some(c) == thousands).collect();
    let is_grouped = groups.len() == 1
        || (groups.first().is_some_and(|first| (1..=3).contains(&first.len()))
            && groups.iter().skip(1).all(|group| group.len() == 3));
    let digits = groups.concat();
    (is_grouped && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| (if digits.is_empty() { "0".to_owned() } else { digits }, fraction))
}

fn ambiguous(text: &str, number: &str) -> Option<String> {
    let (whole, rest) = number.split_once('.')?;
    (rest.len() == 3 && !rest.contains([',', '.'])).then(|| {
        format!(
            "`{text}` may be {whole}{rest} or {whole}.{}: write the one that it is",
            rest.get(..2).unwrap_or_default()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::price_cents;

    #[test]
    fn prices_are_read_however_a_spreadsheet_writes_them() {
        for (text, cents) in [
            ("1299", 129_900),
            ("1,299.00", 129_900),
            ("$1,299.00", 129_900),
            ("$ 1,299.5", 129_950),
            ("1.299,00", 129_900),
            ("1 299,50", 129_950),
            ("1\u{a0}299.00 MXN", 129_900),
            ("MX$ 99.90", 9_990),
            ("1,299", 129_900),
            ("1,234,567.89", 123_456_789),
            ("12,5", 1_250),
            (".5", 50),
            ("0", 0),
            ("99.", 9_900),
            ("1'299.00", 129_900),
            ("10000000", 1_000_000_000),
        ] {
            assert_eq!(price_cents(text, "MXN"), Ok(cents), "{text}");
        }
    }

    #[test]
    fn what_is_no_price_is_told_with_its_cure() {
        for (text, told) in [
            ("", "is no price"),
            ("gratis", "is no price"),
            ("y", "is no price"),
            ("12,34,567", "is no price"),
            ("1.2.3", "is no price"),
            ("1.299", "may be 1299 or 1.29"),
            ("-5", "less than nothing"),
            ("12 USD", "not in MXN"),
            ("10000001", "out of range"),
            ("99999999999999999999", "is no price"),
            ("1e5", "all its digits"),
            ("1.2E+09", "all its digits"),
            ("12 E", "not in MXN"),
            ("١٢", "is no price"),
        ] {
            let error = price_cents(text, "MXN").unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
