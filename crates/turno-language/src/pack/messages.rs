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

use super::nearest;

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

/// What is wrong in a file of messages.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MessageFault {
    /// It is no TOML, or has something else than tables of texts.
    #[error("{message}: messages stand in tables, as `name = \"text\"`")]
    Toml {
        /// What the reader of TOML says.
        message: String,
    },
    /// Braces do not belong together, or what is in them is no name.
    #[error(
        "the braces of `{name}` hold no name: what is put in stands in them as {{name}}, and a brace of its own is written as \"(\" or \"[\""
    )]
    Braces {
        /// The message.
        name: String,
    },
    /// It says nothing.
    #[error("`{name}` says nothing: leave the line out for what is built in")]
    Empty {
        /// The message.
        name: String,
    },
    /// Turno says nothing under that name.
    #[error("Turno says nothing under the name `{name}`: {near}")]
    Unknown {
        /// The message.
        name: String,
        /// The nearest name, or where they are told.
        near: String,
    },
    /// Nothing of that name is put into the message.
    #[error("nothing is put into `{name}` under the name {{{value}}}: {given}")]
    UnknownValue {
        /// The message.
        name: String,
        /// What it wants.
        value: String,
        /// What there is.
        given: String,
    },
}

/// A fault, and its place in the file, in bytes.
type Placed = (Range<usize>, MessageFault);

impl Messages {
    /// Reads a file.
    ///
    /// # Errors
    /// All faults, each with its place in the file, in bytes: where it is no TOML of tables of texts, or the braces of a text
    /// do not belong together.
    pub fn read(file: &str) -> Result<Self, Vec<Placed>> {
        let (messages, _) = read_placed(file)?;
        Ok(messages)
    }

    /// As [`Messages::read`], for a file that stands over messages that are built in: those that it does not have are taken
    /// from there.
    ///
    /// # Errors
    /// As [`Messages::read`]; also where a name is not among those, or wants a value that those are not given.
    pub fn read_over(file: &str, built_in: &Self) -> Result<Self, Vec<Placed>> {
        let (own, places) = read_placed(file)?;
        let faults: Vec<Placed> = own
            .all()
            .filter_map(|(name, message)| {
                let fault = message.fault_over(name, built_in)?;
                Some((places.get(name).cloned().unwrap_or_default(), fault))
            })
            .collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut all = built_in.clone();
        all.0.extend(own.0);
        Ok(all)
    }

    /// The message of that name. Where there is none, an empty one: the tests look each name up that the program knows.
    pub fn get(&self, name: &str) -> &Message {
        static NONE: Message = Message { text: String::new(), values: Vec::new() };
        self.0.get(name).unwrap_or(&NONE)
    }

    /// All of them, by name.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Message)> {
        self.0.iter().map(|(name, message)| (name.as_str(), message))
    }
}

/// What may be put into the messages of hours: each language takes of it what it says.
pub(super) const HOUR_VALUES: [&str; 5] = ["hour", "hour_of_day", "minutes", "part", "two_digits"];

/// A text, and nothing else: a number where a text belongs is told as a fault.
#[derive(Deserialize)]
struct Text(String);

/// Where each message stands, in bytes of its file.
type Places = BTreeMap<String, Range<usize>>;

/// The messages, and where each stands.
fn read_placed(file: &str) -> Result<(Messages, Places), Vec<Placed>> {
    type Tables = BTreeMap<String, BTreeMap<String, toml::Spanned<Text>>>;
    let tables: Tables = toml::from_str(file).map_err(|error| {
        let message = error.message().to_owned();
        vec![(error.span().unwrap_or_default(), MessageFault::Toml { message })]
    })?;
    let (mut messages, mut places, mut faults) = (BTreeMap::new(), Places::new(), Vec::new());
    for (table, texts) in tables {
        for (key, text) in texts {
            let name = format!("{table}.{key}");
            let place = text.span();
            match Message::of(text.into_inner().0) {
                Some(message) => {
                    messages.insert(name.clone(), message);
                    places.insert(name, place);
                }
                None => faults.push((place, MessageFault::Braces { name })),
            }
        }
    }
    if faults.is_empty() {
        return Ok((Messages(messages), places));
    }
    faults.sort_by_key(|(place, _)| place.start);
    Err(faults)
}

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

    /// What is wrong with it as a message of that name beside those that are built in.
    fn fault_over(&self, name: &str, built_in: &Messages) -> Option<MessageFault> {
        let name_owned = name.to_owned();
        let Some(other) = built_in.0.get(name) else {
            let near = nearest(name, built_in.0.keys().map(String::as_str));
            return Some(MessageFault::Unknown { name: name_owned, near: format!("did you mean `{near}`?") });
        };
        if self.text.trim().is_empty() && !other.text.trim().is_empty() {
            return Some(MessageFault::Empty { name: name_owned });
        }
        let mut given = other.values();
        if name.starts_with("hour.") {
            given.extend(HOUR_VALUES);
            given.sort_unstable();
            given.dedup();
        }
        let value = self.values().into_iter().find(|value| !given.contains(value))?;
        let given = match given.as_slice() {
            [] => "nothing is put in there".to_owned(),
            given => format!("what is put in is {{{}}}", given.join("}, {")),
        };
        Some(MessageFault::UnknownValue { name: name_owned, value: value.to_owned(), given })
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
        assert_eq!(message.with(&[("code", "RES-1"), ("thing", "cita")]), "Su cita: RES-1, cita.");
        assert_eq!(message.values(), ["code", "thing"]);
        assert_eq!(messages.get("find.left").text(), "Listo.");
        assert_eq!(messages.get("find.none").text(), "");
    }

    #[test]
    fn a_slip_is_told() {
        for text in ["a = \"{thing\"", "a = \"thing}\"", "a = \"{}\"", "a = \"{Two words}\""] {
            let faults = Messages::read(&format!("[find]\n{text}")).unwrap_err();
            assert!(
                matches!(&faults[..], [(place, MessageFault::Braces { name })] if name == "find.a" && place.start == 11),
                "{faults:?}"
            );
        }
        for text in ["[find]\na = 3", "a = \"in no table\"", "[find"] {
            let faults = Messages::read(text).unwrap_err();
            assert!(matches!(&faults[..], [(_, MessageFault::Toml { .. })]), "{text}: {faults:?}");
        }
    }

    #[test]
    fn messages_over_others_take_their_place_and_have_their_names_and_values() {
        let built_in = Messages::read("[find]\nno_code = \"Su {thing}.\"\nleft = \"Listo.\"").unwrap();
        let whole = Messages::read_over("[find]\nleft = \"Ya.\"", &built_in).unwrap();
        assert_eq!(whole.get("find.left").text(), "Ya.");
        assert_eq!(whole.get("find.no_code").with(&[("thing", "cita")]), "Su cita.");
        let told = |file: &str| -> Vec<String> {
            let faults = Messages::read_over(file, &built_in).unwrap_err();
            faults.iter().map(|(_, fault)| fault.to_string()).collect()
        };
        assert_eq!(
            told("[find]\nno_cod = \"¿?\""),
            ["Turno says nothing under the name `find.no_cod`: did you mean `find.no_code`?"]
        );
        assert_eq!(
            told("[find]\nno_code = \"Su {cosa}.\"\nleft = \"Su {thing}.\""),
            [
                "nothing is put into `find.left` under the name {thing}: nothing is put in there",
                "nothing is put into `find.no_code` under the name {cosa}: what is put in is {thing}",
            ]
        );
    }
}
