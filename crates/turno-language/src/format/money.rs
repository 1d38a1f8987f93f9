//! Amounts of money.

use super::{Form, measure::decimal_mark};
use crate::{Language, text::fold};

/// An amount in cents of the tenant's currency (an ISO 4217 code): written "$185", "$1,250.50"; spoken "185 pesos",
/// "1 peso", "50 centavos", "1,250 pesos con 50 centavos", "1 millón de pesos". A currency without words of its own is told by its code:
/// "185.50 CHF".
pub fn money(language: Language, form: Form, cents: i64, currency: &str) -> String {
    let (units, cents_left) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
    let sign = if cents < 0 { "-" } else { "" };
    let written = || written_amount(language, units, cents_left);
    match (form, symbol(currency), names(language, currency)) {
        (Form::Written, Some(symbol), _) => format!("{sign}{symbol}{}", written()),
        (Form::Spoken, _, Some(names)) => {
            let said = spoken_amount(language, names, units, cents_left);
            if cents < 0 { language.message("number.minus").with(&[("number", &said)]) } else { said }
        }
        (Form::Written | Form::Spoken, _, _) => {
            format!("{sign}{} {currency}", written()).trim_end().to_owned()
        }
    }
}

/// Whether a folded word names that currency: "pesos", "mxn".
pub fn is_word_of_currency(word: &str, currency: &str) -> bool {
    let is_its_name = || {
        let mut names = Language::all().filter_map(|language| names(language, currency));
        names.any(|names| names[..2].iter().any(|name| fold(name) == word))
    };
    word.eq_ignore_ascii_case(currency) || is_its_name()
}

/// What a currency is called: one, many, one hundredth, many hundredths.
fn names(language: Language, currency: &str) -> Option<&'static [String; 4]> {
    let known = &language.about().currencies;
    let mut names = known.iter().filter(|(code, _)| code.eq_ignore_ascii_case(currency));
    names.next().map(|(_, names)| names)
}

/// The sign that stands before an amount.
fn symbol(currency: &str) -> Option<&'static str> {
    const SYMBOLS: [(&str, &str); 8] = [
        ("MXN", "$"),
        ("USD", "$"),
        ("COP", "$"),
        ("ARS", "$"),
        ("CLP", "$"),
        ("PEN", "S/"),
        ("EUR", "€"),
        ("BRL", "R$"),
    ];
    let mut known = SYMBOLS.iter().filter(|(code, _)| code.eq_ignore_ascii_case(currency));
    known.next().map(|(_, symbol)| *symbol)
}

fn written_amount(language: Language, units: u64, cents: u64) -> String {
    let digits = units.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push_str(language.message("number.thousands").text());
        }
        grouped.push(digit);
    }
    if cents > 0 {
        grouped.push_str(&format!("{}{cents:02}", decimal_mark(language)));
    }
    grouped
}

fn spoken_amount(language: Language, names: &[String; 4], units: u64, cents: u64) -> String {
    let [one, many, one_cent, many_cents] = names;
    // "1 millón de pesos" is heard better than six noughts.
    let units_said = match (units % 1_000_000, units / 1_000_000) {
        (0, 1) => language.message("money.one_million").with(&[("currency", many)]),
        (0, millions @ 2..) => {
            language.message("money.millions").with(&[("count", &millions.to_string()), ("currency", many)])
        }
        _ => format!("{} {}", written_amount(language, units, 0), if units == 1 { one } else { many }),
    };
    let cents_said = format!("{cents} {}", if cents == 1 { one_cent } else { many_cents });
    match (units, cents) {
        (_, 0) => units_said,
        (0, _) => cents_said,
        _ => language.message("money.with_cents").with(&[("units", &units_said), ("cents", &cents_said)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_amounts_leave_out_cents_that_are_nought() {
        let check = |cents, currency, expected: &str| {
            assert_eq!(money(Language::es(), Form::Written, cents, currency), expected);
        };
        check(18_500, "MXN", "$185");
        check(125_050, "MXN", "$1,250.50");
        check(123_456_700, "MXN", "$1,234,567");
        check(5, "mxn", "$0.05");
        check(0, "USD", "$0");
        check(-18_500, "MXN", "-$185");
        check(2_000, "EUR", "€20");
        check(2_050, "CHF", "20.50 CHF");
    }

    #[test]
    fn a_currency_is_named_by_its_words_and_its_code() {
        for (word, currency) in [("pesos", "MXN"), ("mxn", "MXN"), ("dolares", "usd"), ("dollar", "USD")] {
            assert!(is_word_of_currency(word, currency), "{word}");
        }
        for (word, currency) in [("dolares", "MXN"), ("centavos", "MXN"), ("pesos", "EUR"), ("", "MXN")] {
            assert!(!is_word_of_currency(word, currency), "{word}");
        }
    }

    #[test]
    fn spoken_amounts_have_no_symbols() {
        let check = |cents, currency, spanish: &str, english: &str| {
            assert_eq!(money(Language::es(), Form::Spoken, cents, currency), spanish);
            assert_eq!(money(Language::en(), Form::Spoken, cents, currency), english);
        };
        check(18_500, "MXN", "185 pesos", "185 pesos");
        check(100, "MXN", "1 peso", "1 peso");
        check(50, "MXN", "50 centavos", "50 centavos");
        check(18_550, "MXN", "185 pesos con 50 centavos", "185 pesos and 50 centavos");
        check(18_501, "USD", "185 dólares con 1 centavo", "185 dollars and 1 cent");
        check(100_000_000, "MXN", "1 millón de pesos", "1 million pesos");
        check(300_000_000, "USD", "3 millones de dólares", "3 million dollars");
        check(125_050, "MXN", "1,250 pesos con 50 centavos", "1,250 pesos and 50 centavos");
        check(-100, "USD", "menos 1 dólar", "minus 1 dollar");
    }
}
