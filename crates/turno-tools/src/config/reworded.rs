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
    // Our own readers put the cure behind a colon, and serde what it expected behind a comma.
    for mark in [": ", ", expected "] {
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
