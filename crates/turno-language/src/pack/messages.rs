//! `messages.toml` of a language: what Turno itself says.
//!
//! Each message has a name, and stands in a table with those of its kind. What is in braces is a value that is put in:
//!
//! ```toml
//! [find]
//! no_code = "Para encontrar su {thing} necesito el código."
//! ```

use std::{collections::BTreeMap, ops::Range};

use serde::Deserialize;

/// The messages of a language, by their names: `find.no_code`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Messages(BTreeMap<String, Message>);

/// One message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Message {
    text: String,
    /// The names of what is put in, and where each stands in the text, braces and all.
    values: Vec<(String, Range<usize>)>,
}

/// What is wrong with a file of messages.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MessageFault {
    /// It is no TOML, or has something else than tables of texts.
    #[error("{message}")]
    Toml {
        /// What the reader of TOML says.
        message: String,
        /// Where, in bytes of the file.
        span: Option<Range<usize>>,
    },
    /// Braces do not belong together, or what is in them is no name.
    #[error(
        "`{name}`: what is put in stands in braces, as {{name}}; write a brace of its own as \"(\" or \"[\""
    )]
    Braces {
        /// The message.
        name: String,
    },
}

impl Messages {
    /// Reads a file.
    ///
    /// # Errors
    /// Where it is no TOML of tables of texts, or the braces of a text do not belong together.
    pub fn read(file: &str) -> Result<Self, MessageFault> {
        let tables: BTreeMap<String, BTreeMap<String, Text>> =
            toml::from_str(file).map_err(|error| MessageFault::Toml {
                message: error.message().to_owned(),
                span: error.span(),
            })?;
        let mut messages = BTreeMap::new();
        for (table, texts) in tables {
            for (key, Text(text)) in texts {
                let name = format!("{table}.{key}");
                let Some(message) = Message::of(text) else {
                    return Err(MessageFault::Braces { name });
                };
                messages.insert(name, message);
            }
        }
        Ok(Self(messages))
    }

    /// The message of that name. Where there is none, an empty one: the tests look each name up that the program knows.
    pub fn get(&self, name: &str) -> &Message {
        static NONE: Message = Message {
            text: String::new(),
            values: Vec::new(),
        };
        self.0.get(name).unwrap_or(&NONE)
    }

    /// All of them, by name.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Message)> {
        self.0.iter().map(|(name, message)| (name.as_str(), message))
    }
}

/// A text, and nothing else: a number where a text belongs is told as a fault.
#[derive(Deserialize)]
struct Text(String);

impl Message {
    fn of(text: String) -> Option<Self> {
        let mut values = Vec::new();
        let mut from = 0;
        while let Some(at) = text[from..].find(['{', '}']) {
            let open = from + at;
            let close = open + text[open..].find('}')?;
            let name = text.get(open + 1..close)?;
            if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
                return None;
            }
            values.push((name.to_owned(), open..close + 1));
            from = close + 1;
        }
        Some(Self { text, values })
    }

    /// Its text, where nothing is put in.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its text with the values put in: by their names, in any order. One that is not given leaves nothing in its place.
    pub fn with(&self, values: &[(&str, &str)]) -> String {
        let given: usize = values.iter().map(|(_, value)| value.len()).sum();
        let mut whole = String::with_capacity(self.text.len() + given);
        let mut from = 0;
        for (name, at) in &self.values {
            whole.push_str(&self.text[from..at.start]);
            let value = values.iter().find(|(given, _)| given == name);
            whole.push_str(value.map_or("", |(_, value)| value));
            from = at.end;
        }
        whole.push_str(&self.text[from..]);
        whole
    }

    /// The names of what is put in, each once, in alphabetical order.
    pub fn values(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.values.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_stands_in_its_place() {
        let messages =
            Messages::read("[find]\nno_code = \"Su {thing}: {code}, {thing}.\"\nleft = \"Listo.\"").unwrap();
        let message = messages.get("find.no_code");
        assert_eq!(
            message.with(&[("code", "RES-1"), ("thing", "cita")]),
            "Su cita: RES-1, cita."
        );
        assert_eq!(message.values(), ["code", "thing"]);
        assert_eq!(messages.get("find.left").text(), "Listo.");
        assert_eq!(messages.get("find.none").text(), "");
    }

    #[test]
    fn a_slip_is_told() {
        for text in [
            "a = \"{thing\"",
            "a = \"thing}\"",
            "a = \"{}\"",
            "a = \"{Two words}\"",
        ] {
            let fault = Messages::read(&format!("[find]\n{text}")).unwrap_err();
            assert!(
                matches!(&fault, MessageFault::Braces { name } if name == "find.a"),
                "{fault}"
            );
        }
        for text in ["[find]\na = 3", "a = \"in no table\"", "[find"] {
            assert!(
                matches!(Messages::read(text), Err(MessageFault::Toml { .. })),
                "{text}"
            );
        }
    }
}
