//! What serde says of a file, in its author's terms.

use super::did_you_mean;

/// The cure where none is known.
pub(super) const SEE_SCHEMA: &str = "see the file's published schema for what goes here";

/// Serde's words for what an author did, in the author's terms, and the cure.
pub(super) fn reworded(message: &str) -> (String, String) {
    if let Some(rest) = message.strip_prefix("unknown field ") {
        let mut names = rest.split('`').skip(1).step_by(2);
        let key = names.next().unwrap_or_default().to_owned();
        let known: Vec<&str> = names.collect();
        let help = did_you_mean(&key, known.iter().copied())
            .unwrap_or_else(|| format!("known here: {}", known.join(", ")));
        return (format!("unknown key `{key}`"), help);
    }
    if let Some(rest) = message.strip_prefix("unknown variant ") {
        let mut names = rest.split('`').skip(1).step_by(2);
        let value = names.next().unwrap_or_default().to_owned();
        let known: Vec<&str> = names.collect();
        let help = did_you_mean(&value, known.iter().copied())
            .unwrap_or_else(|| format!("use one of {}", known.join(", ")));
        return (format!("`{value}` is not one of {}", known.join(", ")), help);
    }
    if let Some(key) = message.strip_prefix("missing field ") {
        let key = key.trim_matches('`');
        return (format!("missing key `{key}`"), format!("add `{key} = ...`"));
    }
    // What is negative is a whole number too.
    let (found, whole) = match message.strip_prefix("invalid value: ") {
        Some(rest) => (Some(rest), "a whole number from 0 on"),
        None => (message.strip_prefix("invalid type: "), "a whole number"),
    };
    let message = found.map_or(message.to_owned(), |rest| format!("found {rest}"));
    let message = ["u32", "u64", "i64", "usize"]
        .iter()
        .fold(message, |text, name| text.replace(name, whole));
    let message = in_plain_words(&message);
    // Our own readers put the cure behind a colon, and serde what it expected behind a comma.
    let marks = if found.is_some() {
        [", expected ", ": "]
    } else {
        [": ", ", expected "]
    };
    for mark in marks {
        if let Some((what, cure)) = message.split_once(mark) {
            let help = if mark == ": " {
                cure.to_owned()
            } else {
                format!("write {cure}")
            };
            return (what.to_owned(), help);
        }
    }
    (message, SEE_SCHEMA.to_owned())
}

/// What serde calls things, as who writes a file calls them, each with an example.
fn in_plain_words(message: &str) -> String {
    let Some((found, expected)) = message.split_once(", expected ") else {
        return message
            .replace("found map", "found a table")
            .replace("found sequence", "found a list");
    };
    let found = found
        .replace("found map", "found a table")
        .replace("found sequence", "found a list");
    let is_text = found.starts_with("found string");
    let expected = match expected.trim() {
        "a sequence" => "a list: [\"a\", \"b\"]",
        "a string" | "string" | "path string" => "a text in quotes",
        "a boolean" => "true or false, without quotes",
        "a map" => "a table: { name = \"value\" }",
        "a whole number" if is_text => "a whole number, without quotes: 10",
        "f64" | "a number" => "a number, without quotes",
        "struct Texts" => "a text in each language: { es = \"…\", en = \"…\" }",
        other if other.starts_with("struct ") || other.starts_with("internally tagged") => {
            "a table: { key = value }, or [name] on a line of its own"
        }
        other => other,
    };
    format!("{found}, expected {expected}")
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
