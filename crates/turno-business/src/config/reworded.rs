//! What serde says of a file, in its author's terms.

use turno_core::slips::{Slip, slip_of};

use super::did_you_mean;

/// The cure where none is known.
pub(super) const SEE_SCHEMA: &str = "see the file's published schema for what goes here";

/// Serde's words for what an author did, in the author's terms, and the cure.
pub(super) fn reworded(message: &str) -> (String, String) {
    match slip_of(message) {
        Slip::UnknownKey { key, known } => {
            let help = did_you_mean(key, known.iter().copied())
                .unwrap_or_else(|| format!("known here: {}", known.join(", ")));
            (format!("unknown key `{key}`"), help)
        }
        Slip::UnknownWord { word, known } => {
            let help = did_you_mean(word, known.iter().copied())
                .unwrap_or_else(|| format!("use one of {}", known.join(", ")));
            (format!("`{word}` is not one of {}", known.join(", ")), help)
        }
        Slip::MissingKey { key } => (format!("missing key `{key}`"), format!("add `{key} = ...`")),
        Slip::Wrong { found, expected: Some(expected), is_out_of_bounds } => {
            let is_text = found.starts_with("string");
            let cure = in_plain_words(expected, is_out_of_bounds, is_text);
            (format!("found {found}"), format!("write {cure}"))
        }
        Slip::Wrong { found, expected: None, .. } => with_its_cure(&format!("found {found}")),
        Slip::Other(message) => with_its_cure(message),
    }
}

/// Our own readers put the cure behind a colon.
fn with_its_cure(message: &str) -> (String, String) {
    match (message.split_once(": "), message.split_once(", expected ")) {
        (Some((what, cure)), _) => (what.to_owned(), cure.to_owned()),
        (None, Some((what, expected))) => {
            let cure = in_plain_words(expected, false, false);
            (what.to_owned(), format!("write {cure}"))
        }
        (None, None) => (message.to_owned(), SEE_SCHEMA.to_owned()),
    }
}

/// What serde calls things, as who writes a file calls them, each with an example.
fn in_plain_words(expected: &str, is_out_of_bounds: bool, is_text: bool) -> &str {
    match expected.trim() {
        "a sequence" => "a list: [\"a\", \"b\"]",
        "a string" | "string" | "path string" => "a text in quotes",
        "a boolean" => "true or false, without quotes",
        "a map" => "a table: { name = \"value\" }",
        // What is negative is a whole number too.
        "u32" | "u64" | "i64" | "usize" if is_out_of_bounds => "a whole number from 0 on",
        "u32" | "u64" | "i64" | "usize" if is_text => "a whole number, without quotes: 10",
        "u32" | "u64" | "i64" | "usize" => "a whole number",
        "f64" | "a number" => "a number, without quotes",
        "struct Texts" => "a text in each language: { es = \"…\", en = \"…\" }",
        other if other.starts_with("struct ") || other.starts_with("internally tagged") => {
            "a table: { key = value }, or [name] on a line of its own"
        }
        other => other,
    }
}

/// What the reader of TOML says of a slip in a file's syntax, and the cure.
pub(super) fn syntax_fault(message: &str) -> (String, String) {
    let cure = if message.contains("array") {
        "a list ends with `]` and has commas between: [\"a\", \"b\"]; look at the line before as well"
    } else if message.contains("inline table") {
        "such a table ends with `}` and has commas between: { a = 1, b = 2 }; look at the line before as well"
    } else if message.contains("duplicate key") {
        "keep one of them; of tables that may be several each begins with [[name]]"
    } else if message.contains("invalid basic string") || message.contains("invalid literal string") {
        "a text begins and ends with the same quote, on one line; a longer one stands between three: \"\"\"…\"\"\""
    } else if message.contains("escape") {
        "write \\\\ for a backslash, or put the text in single quotes"
    } else if message.contains("string values must be quoted") || message.contains("missing value") {
        "put a text in quotes: name = \"Ana\"; true, false and numbers go without"
    } else if message.contains("table header") || message.contains("unclosed table") {
        "a table begins with [name] on a line of its own, one of several with [[name]]"
    } else {
        "texts need quotes, tables need brackets, and each key has a line of its own"
    };
    (message.to_owned(), cure.to_owned())
}
