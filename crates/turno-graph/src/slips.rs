//! What the readers of TOML say of a slip, taken apart: whoever tells it to an author chooses the words.

use std::ops::Range;

use toml::{Spanned, de::DeTable};

/// What serde says of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slip<'m> {
    /// There is no such key.
    UnknownKey {
        /// What stands there.
        key: &'m str,
        /// The keys that there are.
        known: Vec<&'m str>,
    },
    /// There is no such word among a few.
    UnknownWord {
        /// What stands there.
        word: &'m str,
        /// The words that there are.
        known: Vec<&'m str>,
    },
    /// A key is not there.
    MissingKey {
        /// Which.
        key: &'m str,
    },
    /// A value is of another kind than goes there, or out of bounds.
    Wrong {
        /// What stands there: "integer `3`", "a table".
        found: String,
        /// What goes there, as serde calls it: "a string", "u8".
        expected: Option<&'m str>,
        /// It is of the right kind, and out of bounds.
        is_out_of_bounds: bool,
    },
    /// Anything else, as it was said.
    Other(&'m str),
}

/// Takes what serde says apart. It names keys and words in backticks, the wrong one first.
pub fn slip_of(message: &str) -> Slip<'_> {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let mut first = || quoted.next().unwrap_or_default();
    if message.starts_with("unknown field ") {
        let key = first();
        return Slip::UnknownKey { key, known: quoted.collect() };
    }
    if message.starts_with("unknown variant ") {
        let word = first();
        return Slip::UnknownWord { word, known: quoted.collect() };
    }
    if message.starts_with("missing field ") {
        return Slip::MissingKey { key: first() };
    }
    for (beginning, is_out_of_bounds, what) in [
        ("invalid type: ", false, ""),
        ("invalid value: ", true, ""),
        ("invalid length ", false, "a list of the length "),
    ] {
        if let Some(rest) = message.strip_prefix(beginning) {
            let (found, expected) = match rest.split_once(", expected ") {
                Some((found, expected)) => (found, Some(expected)),
                None => (rest, None),
            };
            return Slip::Wrong { found: format!("{what}{}", called(found)), expected, is_out_of_bounds };
        }
    }
    Slip::Other(message)
}

/// What serde calls a kind of value, as authors call it.
fn called(found: &str) -> String {
    for (theirs, ours) in [("map", "a table"), ("sequence", "a list")] {
        if let Some(rest) = found.strip_prefix(theirs) {
            return format!("{ours}{rest}");
        }
    }
    found.to_owned()
}

/// A document; where its syntax is wrong, what is said of the first slip, which the others follow from, and where it is.
///
/// # Errors
/// That slip.
pub fn document(source: &str) -> Result<Spanned<DeTable<'_>>, (String, Range<usize>)> {
    let (document, errors) = DeTable::parse_recoverable(source);
    let start = |error: &&toml::de::Error| error.span().map_or(0, |span| span.start);
    match errors.iter().min_by_key(start) {
        Some(first) => Err((first.message().to_owned(), first.span().unwrap_or(0..0))),
        None => Ok(document),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_serde_says_is_taken_apart() {
        assert_eq!(
            slip_of("unknown field `nmae`, expected `name` or `start`"),
            Slip::UnknownKey { key: "nmae", known: vec!["name", "start"] }
        );
        assert_eq!(
            slip_of("unknown variant `asid`, expected `aside`"),
            Slip::UnknownWord { word: "asid", known: vec!["aside"] }
        );
        assert_eq!(slip_of("missing field `name`"), Slip::MissingKey { key: "name" });
        assert_eq!(
            slip_of("invalid type: map, expected a string"),
            Slip::Wrong { found: "a table".to_owned(), expected: Some("a string"), is_out_of_bounds: false }
        );
        assert_eq!(
            slip_of("invalid value: integer `300`, expected u8"),
            Slip::Wrong { found: "integer `300`".to_owned(), expected: Some("u8"), is_out_of_bounds: true }
        );
        assert_eq!(slip_of("words of another kind"), Slip::Other("words of another kind"));
    }

    #[test]
    fn the_first_slip_of_the_syntax_is_told() {
        let (_, place) = document("a = [1\nb = [2\n").unwrap_err();
        assert!(place.start < 10, "{place:?}");
        assert!(document("a = 1").is_ok());
    }
}
