//! What of that which was told may be money, and of which currency.

use turno_language::{Tagged, Text, text::fold};

use crate::values::{COUNTED, numbers_in};

/// The numbers of what was told that may be prices, in hundredths: no "15 minutos", no part of a date or of an hour.
pub(crate) fn amounts_told_in(text: &str) -> impl Iterator<Item = i64> {
    static BEHIND: Tagged = Tagged::new("money_behind_an_amount");
    numbers_in(text).filter_map(|(hundredths, end)| {
        let length = text[..end]
            .bytes()
            .rev()
            .take_while(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'.'))
            .count();
        let (front, behind) = (&text[..end - length], &text[end..]);
        let begins_with_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let is_of_a_moment = |c: char| {
            front.strip_suffix(c).is_some_and(|front| front.ends_with(|c: char| c.is_ascii_digit()))
                || behind.strip_prefix(c).is_some_and(begins_with_digit)
        };
        let next = behind.strip_prefix(' ').unwrap_or_default();
        let next = next.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let counts =
            !front.ends_with('$') && !BEHIND.contains(&next) && COUNTED.contains(&fold(next).as_str());
        (!counts && !is_of_a_moment('-') && !is_of_a_moment(':')).then_some(hundredths)
    })
}

/// Words for money of another currency than this one, as ISO names it.
pub(crate) fn other_currencies_in<'a>(sentence: &'a Text, currency: &str) -> impl Iterator<Item = &'a str> {
    const DOLLARS: &[&str] = &["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "BZD"];
    const PESOS: &[&str] = &["MXN", "ARS", "COP", "CLP", "UYU", "DOP", "PHP", "CUP"];
    let has = |known: &[&str]| known.contains(&currency);
    let (is_dollars, is_pesos, is_euros) = (has(DOLLARS), has(PESOS), currency == "EUR");
    static IN_DOLLARS: Tagged = Tagged::new("money_dollars");
    static IN_PESOS: Tagged = Tagged::new("money_pesos");
    static IN_EUROS: Tagged = Tagged::new("money_euros");
    sentence.words().filter(move |word| {
        IN_DOLLARS.contains(word) && !is_dollars
            || IN_PESOS.contains(word) && !is_pesos
            || IN_EUROS.contains(word) && !is_euros
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_no_price() {
        for (told, expected) in [
            ("Guardamos su mesa 15 minutos; el valet cuesta 80 pesos.", vec![8_000]),
            ("{\"date\":\"2026-12-25\",\"open\":\"13:00\",\"fee\":39}", vec![3_900]),
            ("Desde $20 personas, a 3,000 MXN.", vec![2_000, 300_000]),
        ] {
            assert_eq!(amounts_told_in(told).collect::<Vec<_>>(), expected, "{told}");
        }
    }

    #[test]
    fn money_may_be_of_another_currency() {
        let others = |said, currency| other_currencies_in(&Text::of(said), currency).count();
        assert_eq!(others("cuesta 239 dolares", "MXN"), 1);
        assert_eq!(others("cuesta 239 pesos", "MXN"), 0);
        assert_eq!(others("it is 12 dollars", "USD"), 0);
    }
}
