//! A value of another kind than goes where it stands, and what to write instead.

use crate::fault::FaultKind;
use crate::slips::Slip;
use crate::words::Words;

/// What serde says of a value, as who writes a file calls things.
pub(crate) fn wrong_value(slip: Slip<'_>, words: &Words) -> FaultKind {
    let (found, expected) = match slip {
        Slip::UnknownWord { word, known } => return unknown_word(word, &known, words),
        Slip::Wrong { found, expected: Some(expected), .. } => (format!("found {found}"), expected),
        Slip::Wrong { found, expected: None, .. } => return of_another_kind(format!("found {found}")),
        Slip::Other(message) => match message.split_once(", expected ") {
            Some((found, expected)) => (found.to_owned(), expected),
            None => return of_another_kind(message.to_owned()),
        },
        Slip::UnknownKey { key, .. } | Slip::MissingKey { key } => {
            return of_another_kind(format!("`{key}`"));
        }
    };
    let (expected, cure) = instead(&found, expected);
    FaultKind::WrongValue { detail: format!("{found}, and here goes {expected}"), cure }
}

fn of_another_kind(detail: String) -> FaultKind {
    FaultKind::WrongValue { cure: "write it as it is written elsewhere in the graph".to_owned(), detail }
}

/// A word that is none of those that there are.
fn unknown_word(word: &str, known: &[&str], words: &Words) -> FaultKind {
    let cure = match words.nearest(word, known.iter().copied()) {
        Some(meant) => format!("did you mean \"{meant}\"?"),
        None => format!("write one of \"{}\"", known.join("\", \"")),
    };
    FaultKind::WrongValue {
        detail: format!("found \"{word}\", and here goes one of {}", known.join(", ")),
        cure,
    }
}

/// What goes there, and how it is written with the value that stands there.
fn instead(found: &str, expected: &str) -> (String, String) {
    let own = value_in(found);
    let text = || own.clone().unwrap_or_else(|| "…".to_owned());
    let (expected, cure) = match expected {
        "a string" => ("a text in quotes", format!("write \"{}\"", text())),
        "a sequence" => ("a list", format!("write [\"{}\"]", text())),
        "a boolean" => {
            let is_no =
                own.as_deref().is_some_and(|own| matches!(own.to_lowercase().as_str(), "no" | "false" | "0"));
            let meant = if is_no { "false" } else { "true" };
            ("true or false", format!("write {meant}, without quotes"))
        }
        "a map" => ("a table", "write { name = \"…\" }".to_owned()),
        "a table of languages, and `choices`" => (expected, "write { es = \"…\", en = \"…\" }".to_owned()),
        "a list of patterns, or a table of languages with a list each" => {
            (expected, format!("write ['{0}'], or {{ es = ['{0}'], en = ['…'] }}", text()))
        }
        "an expression: a string, a number or a boolean" => (
            expected,
            "write it in quotes: \"slot\", or \"'word'\" for a word that is always the same".to_owned(),
        ),
        "a text, or a table with `voice` and `chat`" => {
            let text = text();
            (expected, format!("write \"{text}\", or {{ voice = \"{text}\", chat = \"{text}\" }}"))
        }
        "i8" | "i16" | "i32" | "i64" | "isize" | "u8" | "u16" | "u32" | "u64" | "usize" => {
            let number = own.as_deref().and_then(|own| own.trim().parse::<i128>().ok());
            // What is a number already is one that has no place there.
            let is_number = number.is_some() && !found.contains('"');
            match (is_number, most_of(expected)) {
                (true, Some(most)) => {
                    ("a smaller whole number", format!("write a whole number from 0 to {most}"))
                }
                (true, None) => ("another whole number", "write a smaller whole number".to_owned()),
                (false, _) => {
                    let number = number.unwrap_or(3);
                    ("a whole number", format!("write {number}, without quotes"))
                }
            }
        }
        "f32" | "f64" => ("a number", "write 0.5, without quotes".to_owned()),
        other if other.starts_with("struct ") => (
            "a table",
            "write { key = … } with the keys that go here, as at the same place of another node".to_owned(),
        ),
        other => (other, format!("write {other}")),
    };
    (expected.to_owned(), cure)
}

/// The most that a kind of whole number from 0 holds.
fn most_of(kind: &str) -> Option<u64> {
    Some(match kind {
        "u8" => u8::MAX.into(),
        "u16" => u16::MAX.into(),
        "u32" => u32::MAX.into(),
        "u64" | "usize" => i64::MAX.unsigned_abs(),
        _ => return None,
    })
}

/// `3` and `"yes"` of what was found; none of lists and tables.
fn value_in(found: &str) -> Option<String> {
    let start = found.find(['`', '"'])?;
    let quote = &found[start..=start];
    let (value, _) = found[start + 1..].rsplit_once(quote)?;
    let is_short = value.chars().count() <= 40 && !value.contains(['"', '\'', '\n']);
    is_short.then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slips::slip_of;

    #[test]
    fn a_wrong_value_is_told_with_what_to_write_instead() {
        for (message, detail, cure) in [
            (
                "invalid type: integer `3`, expected a string",
                "found integer `3`, and here goes a text in quotes",
                "write \"3\"",
            ),
            (
                "invalid type: string \"phone\", expected a sequence",
                "found string \"phone\", and here goes a list",
                "write [\"phone\"]",
            ),
            (
                "invalid type: string \"no\", expected a boolean",
                "found string \"no\", and here goes true or false",
                "write false, without quotes",
            ),
            (
                "invalid type: string \"5\", expected u8",
                "found string \"5\", and here goes a whole number",
                "write 5, without quotes",
            ),
            (
                "invalid value: integer `300`, expected u8",
                "found integer `300`, and here goes a smaller whole number",
                "write a whole number from 0 to 255",
            ),
            (
                "invalid type: sequence, expected a string",
                "found a list, and here goes a text in quotes",
                "write \"…\"",
            ),
            (
                "unknown variant `asid`, expected `aside` or `switch`",
                "found \"asid\", and here goes one of aside, switch",
                "did you mean \"aside\"?",
            ),
            (
                "unknown variant `never`, expected `aside` or `switch`",
                "found \"never\", and here goes one of aside, switch",
                "write one of \"aside\", \"switch\"",
            ),
        ] {
            let fault = wrong_value(slip_of(message), &Words::default());
            assert_eq!(fault.cure(), cure, "{message}");
            let FaultKind::WrongValue { detail: told, .. } = fault else { panic!("{fault:?}") };
            assert_eq!(told, detail, "{message}");
        }
    }

    #[test]
    fn no_cure_sends_its_reader_to_the_schema() {
        for message in [
            "invalid type: map, expected a text, or a table with `voice` and `chat`",
            "invalid type: string \"x\", expected struct EdgeFile",
            "invalid type: boolean `true`, expected a table of languages, and `choices`",
            "invalid length 3, expected something else",
            "words of another kind",
        ] {
            let cure = wrong_value(slip_of(message), &Words::default()).cure();
            assert!(cure.contains("write ") && !cure.contains("schema"), "{message}: {cure}");
        }
    }
}
