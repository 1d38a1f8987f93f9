//! Amounts of money.

use super::Form;
use crate::{Language, text::fold};

/// An amount in cents of the tenant's currency (an ISO 4217 code): written "$185", "$1,250.50"; spoken "185 pesos",
/// "1 peso", "50 centavos", "1,250 pesos con 50 centavos", "1 millón de pesos". A currency without words of its own is told by its code:
/// "185.50 CHF".
pub fn money(language: Language, form: Form, cents: i64, currency: &str) -> String {
    let (units, cents_left) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
    let is_negative = cents < 0;
    let known = CURRENCIES
        .iter()
        .find(|known| known.code.eq_ignore_ascii_case(currency));
    match (form, known) {
        (Form::Written, Some(known)) => {
            let sign = if is_negative { "-" } else { "" };
            format!("{sign}{}{}", known.symbol, written_amount(units, cents_left))
        }
        (Form::Spoken, Some(known)) => {
            let minus = match (is_negative, language) {
                (false, _) => "",
                (true, Language::Es) => "menos ",
                (true, Language::En) => "minus ",
            };
            format!("{minus}{}", spoken_amount(language, known, units, cents_left))
        }
        (Form::Written | Form::Spoken, None) => {
            let sign = if is_negative { "-" } else { "" };
            format!("{sign}{} {currency}", written_amount(units, cents_left))
                .trim_end()
                .to_owned()
        }
    }
}

/// Whether a folded word names that currency: "pesos", "mxn".
pub fn is_word_of_currency(word: &str, currency: &str) -> bool {
    let is_its_code = word.eq_ignore_ascii_case(currency);
    let mut known = CURRENCIES
        .iter()
        .filter(|known| known.code.eq_ignore_ascii_case(currency));
    let is_its_name = known.any(|known| {
        let names = known.spanish[..2].iter().chain(&known.english[..2]);
        names.into_iter().any(|name| fold(name) == word)
    });
    is_its_code || is_its_name
}

/// A currency's symbol and its words: one, many, one hundredth, many hundredths.
struct Currency {
    code: &'static str,
    symbol: &'static str,
    spanish: [&'static str; 4],
    english: [&'static str; 4],
}

const PESO: [&str; 4] = ["peso", "pesos", "centavo", "centavos"];

const CURRENCIES: [Currency; 7] = [
    Currency {
        code: "MXN",
        symbol: "$",
        spanish: PESO,
        english: PESO,
    },
    Currency {
        code: "USD",
        symbol: "$",
        spanish: ["dólar", "dólares", "centavo", "centavos"],
        english: ["dollar", "dollars", "cent", "cents"],
    },
    Currency {
        code: "COP",
        symbol: "$",
        spanish: PESO,
        english: PESO,
    },
    Currency {
        code: "ARS",
        symbol: "$",
        spanish: PESO,
        english: PESO,
    },
    Currency {
        code: "CLP",
        symbol: "$",
        spanish: PESO,
        english: PESO,
    },
    Currency {
        code: "PEN",
        symbol: "S/",
        spanish: ["sol", "soles", "céntimo", "céntimos"],
        english: ["sol", "soles", "céntimo", "céntimos"],
    },
    Currency {
        code: "EUR",
        symbol: "€",
        spanish: ["euro", "euros", "céntimo", "céntimos"],
        english: ["euro", "euros", "cent", "cents"],
    },
];

fn written_amount(units: u64, cents: u64) -> String {
    let digits = units.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if cents > 0 {
        grouped.push_str(&format!(".{cents:02}"));
    }
    grouped
}

fn spoken_amount(language: Language, currency: &Currency, units: u64, cents: u64) -> String {
    let ([one, many, one_cent, many_cents], joint) = match language {
        Language::Es => (currency.spanish, "con"),
        Language::En => (currency.english, "and"),
    };
    // Spanish says "un millón de pesos", but "un millón cien pesos".
    let of = if language == Language::Es && units > 0 && units.is_multiple_of(1_000_000) {
        "de "
    } else {
        ""
    };
    // "1 millón de pesos" is heard better than six noughts.
    let number = match (language, units % 1_000_000, units / 1_000_000) {
        (Language::Es, 0, 1) => "1 millón".to_owned(),
        (Language::Es, 0, millions @ 2..) => format!("{millions} millones"),
        (Language::En, 0, millions @ 1..) => format!("{millions} million"),
        (Language::Es | Language::En, _, _) => written_amount(units, 0),
    };
    let units_said = format!("{number} {of}{}", if units == 1 { one } else { many });
    let cents_said = format!("{cents} {}", if cents == 1 { one_cent } else { many_cents });
    match (units, cents) {
        (_, 0) => units_said,
        (0, _) => cents_said,
        _ => format!("{units_said} {joint} {cents_said}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_amounts_leave_out_cents_that_are_nought() {
        let check = |cents, currency, expected: &str| {
            assert_eq!(money(Language::Es, Form::Written, cents, currency), expected);
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
        for (word, currency) in [
            ("pesos", "MXN"),
            ("mxn", "MXN"),
            ("dolares", "usd"),
            ("dollar", "USD"),
        ] {
            assert!(is_word_of_currency(word, currency), "{word}");
        }
        for (word, currency) in [
            ("dolares", "MXN"),
            ("centavos", "MXN"),
            ("pesos", "EUR"),
            ("", "MXN"),
        ] {
            assert!(!is_word_of_currency(word, currency), "{word}");
        }
    }

    #[test]
    fn spoken_amounts_have_no_symbols() {
        let check = |cents, currency, spanish: &str, english: &str| {
            assert_eq!(money(Language::Es, Form::Spoken, cents, currency), spanish);
            assert_eq!(money(Language::En, Form::Spoken, cents, currency), english);
        };
        check(18_500, "MXN", "185 pesos", "185 pesos");
        check(100, "MXN", "1 peso", "1 peso");
        check(50, "MXN", "50 centavos", "50 centavos");
        check(
            18_550,
            "MXN",
            "185 pesos con 50 centavos",
            "185 pesos and 50 centavos",
        );
        check(
            18_501,
            "USD",
            "185 dólares con 1 centavo",
            "185 dollars and 1 cent",
        );
        check(100_000_000, "MXN", "1 millón de pesos", "1 million pesos");
        check(300_000_000, "USD", "3 millones de dólares", "3 million dollars");
        check(
            125_050,
            "MXN",
            "1,250 pesos con 50 centavos",
            "1,250 pesos and 50 centavos",
        );
        check(-100, "USD", "menos 1 dólar", "minus 1 dollar");
    }
}
