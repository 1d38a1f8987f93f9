//! What was read, and whether it is what a row says.

use std::{borrow::Cow, fmt};

/// What was read, in the words of rows.
#[derive(Debug, Default)]
pub(super) struct Got {
    /// Where a row says one thing: a verdict, a number, a text.
    pub(super) word: Option<String>,
    /// What a row may leave out, by its name; none where there is no such thing.
    pub(super) beside: Vec<(Cow<'static, str>, Option<String>)>,
    /// Values, by slot. A row with a word may leave out all of them, and none says all.
    pub(super) values: Vec<String>,
}

/// What stands where there is nothing.
const NOTHING: &str = "-";

impl Got {
    /// Only this.
    pub(super) fn word(word: impl Into<String>) -> Self {
        Self { word: Some(word.into()), ..Self::default() }
    }

    /// Only this, or nothing.
    pub(super) fn word_or_nothing(word: Option<String>) -> Self {
        Self::word(word.unwrap_or_else(|| NOTHING.to_owned()))
    }

    /// Whether this is what the row says.
    pub(super) fn is(&self, meaning: &str) -> bool {
        if let (Some(word), true, true) = (&self.word, self.beside.is_empty(), self.values.is_empty()) {
            return is_word(word, meaning);
        }
        let mut values: Vec<&str> = Vec::new();
        let mut says_values = self.word.is_none() && self.beside.is_empty();
        for part in meaning.split("; ") {
            let (name, what) = part.split_once(": ").unwrap_or(("", part));
            let beside = self.beside.iter().find(|(known, _)| *known == name);
            if let Some((_, got)) = beside {
                if got.as_deref().unwrap_or(NOTHING) != what {
                    return false;
                }
            } else if let (Some(word), true) = (&self.word, name.is_empty()) {
                if !is_word(word, part) {
                    return false;
                }
            } else {
                says_values = true;
                values.extend(Some(part).filter(|_| what != NOTHING));
            }
        }
        let mut got: Vec<&str> = self.values.iter().map(String::as_str).collect();
        got.sort_unstable();
        values.sort_unstable();
        !says_values || got == values
    }
}

/// "yes" is yes, and so is "not no".
fn is_word(word: &str, meaning: &str) -> bool {
    match meaning.strip_prefix("not ") {
        Some(others) => others.split(" or ").all(|other| other != word),
        None => word == meaning.trim(),
    }
}

impl fmt::Display for Got {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = self.word.iter().cloned().collect();
        parts.extend(self.values.iter().cloned());
        let beside = self.beside.iter();
        parts.extend(beside.filter_map(|(name, what)| what.as_ref().map(|what| format!("{name}: {what}"))));
        if parts.is_empty() {
            parts.push(NOTHING.to_owned());
        }
        f.write_str(&parts.join("; "))
    }
}
