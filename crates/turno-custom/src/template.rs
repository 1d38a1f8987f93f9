//! Templates of custom tools: text with `{{names}}`, each value encoded for where it stands.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use turno_language::{Language, format};
use turno_runtime::port::ToolContext;
use turno_web::secret::{MissingSecret, Secrets, is_secret_name};

/// A text with holes that values go into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Template {
    pub(super) pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    Text(String),
    Hole { name: Name, place: Place },
}

/// What goes into a hole.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Name {
    Parameter(String),
    Secret(String),
    Context(Known),
}

/// What is known of every call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Known {
    Tenant,
    Conversation,
    CallerPhone,
    Language,
    Key,
}

/// Where a hole is, and so how its value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Within the quotes of a JSON text.
    JsonText,
    /// Where JSON has a value.
    JsonValue,
    /// Within a segment of a path.
    Path,
    /// Within a query or a form.
    Form,
    /// Within a header's value.
    Header,
    /// Within XML's text or attributes.
    Xml,
    /// In a text without a form of its own.
    Plain,
    /// In what a person is asked or told, in that language.
    Words(Language),
}

/// What a template is filled from.
pub(super) struct Values<'a> {
    pub(super) parameters: &'a Map<String, Value>,
    pub(super) context: &'a ToolContext,
    pub(super) secrets: &'a Secrets,
}

/// Why a template cannot be filled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum FillError {
    #[error(transparent)]
    Secret(#[from] MissingSecret),
    #[error("{0}")]
    Value(String),
}

impl Template {
    /// Reads a template whose holes are all in one kind of place. The error is for its author.
    pub(super) fn read(text: &str, place: Place) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find("{{") {
            let inside = &rest[open + 2..];
            let close = inside.find("}}").ok_or_else(|| {
                let begun = rest[open..].split([' ', '&', '/', '"', '\'', ',', ':']).next();
                let name = begun.unwrap_or_default().trim_matches(['{', '}']);
                format!(
                    "`{}` is not closed with }}}}: write {{{{{}}}}}",
                    shown(begun.unwrap_or_default()),
                    if name.is_empty() { "name" } else { name }
                )
            })?;
            if open > 0 {
                pieces.push(Piece::Text(rest[..open].to_owned()));
            }
            pieces.push(Piece::Hole { name: read_name(inside[..close].trim())?, place });
            rest = &inside[close + 2..];
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        Ok(Self { pieces })
    }

    /// What its holes name.
    pub(super) fn names(&self) -> impl Iterator<Item = &Name> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Hole { name, .. } => Some(name),
            Piece::Text(_) => None,
        })
    }

    /// The text with each value written for its place. A value that is not given is `null` where JSON has a value, else
    /// nothing.
    pub(super) fn fill(&self, values: &Values<'_>) -> Result<String, FillError> {
        let mut filled = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => filled.push_str(text),
                Piece::Hole { name, place } => {
                    let value = values.get(name)?.unwrap_or_default();
                    filled.push_str(&place.write(&value));
                }
            }
        }
        Ok(filled)
    }

    /// Whether it has holes, and a value is given for none of them.
    pub(super) fn is_without_values(&self, values: &Values<'_>) -> Result<bool, FillError> {
        let mut has_holes = false;
        for name in self.names() {
            has_holes = true;
            if values.get(name)?.is_some() {
                return Ok(false);
            }
        }
        Ok(has_holes)
    }

    /// The secrets that it names.
    pub(super) fn secrets(&self, into: &mut BTreeSet<String>) {
        into.extend(self.names().filter_map(|name| match name {
            Name::Secret(name) => Some(name.clone()),
            Name::Parameter(_) | Name::Context(_) => None,
        }));
    }
}

impl Values<'_> {
    pub(super) fn get(&self, name: &Name) -> Result<Option<Value>, FillError> {
        Ok(match name {
            Name::Parameter(name) => self.parameters.get(name).filter(|value| !value.is_null()).cloned(),
            Name::Secret(name) => Some(Value::from(self.secrets.get(name)?.expose())),
            Name::Context(known) => known.of(self.context),
        })
    }
}

impl Known {
    const ALL: [(&'static str, Self); 5] = [
        ("tenant", Self::Tenant),
        ("conversation", Self::Conversation),
        ("caller_phone", Self::CallerPhone),
        ("language", Self::Language),
        ("key", Self::Key),
    ];

    /// What it is called behind `context.`.
    pub(super) fn name(self) -> &'static str {
        let found = Self::ALL.iter().find(|(_, known)| *known == self);
        found.map_or("", |(name, _)| *name)
    }

    fn of(self, context: &ToolContext) -> Option<Value> {
        match self {
            Self::Tenant => Some(Value::from(context.conversation.tenant.as_str())),
            Self::Conversation => Some(Value::from(context.conversation.to_string())),
            Self::CallerPhone => context.caller_phone.as_deref().map(Value::from),
            Self::Language => context.language.map(|language| Value::from(language.code())),
            Self::Key => Some(Value::from(context.key.as_str())),
        }
    }
}

impl Place {
    /// A value as it is written here.
    fn write(self, value: &Value) -> String {
        match self {
            Self::JsonValue => value.to_string(),
            Self::JsonText => {
                let quoted = Value::from(text_of(value)).to_string();
                quoted[1..quoted.len() - 1].to_owned()
            }
            Self::Path => path_segment(&text_of(value)),
            Self::Form => url::form_urlencoded::byte_serialize(text_of(value).as_bytes()).collect(),
            Self::Header => text_of(value).chars().map(|c| if c.is_control() { ' ' } else { c }).collect(),
            Self::Xml => xml(&text_of(value)),
            Self::Plain => text_of(value),
            Self::Words(language) => readable(language, value),
        }
    }
}

/// A value as text: lists with commas between, objects as JSON.
fn text_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.iter().all(|item| !item.is_object() && !item.is_array()) => {
            items.iter().map(text_of).collect::<Vec<_>>().join(",")
        }
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

/// A value as people read it: "pan y café" for a list, "flight number: HAT097, date: 2026-12-01" for an object, `; ` between
/// several of those.
pub(super) fn readable(language: Language, value: &Value) -> String {
    match value {
        Value::Bool(is_so) => {
            let name = if *is_so { "say.yes" } else { "say.no" };
            language.message(name).text().to_owned()
        }
        Value::Object(fields) => {
            let told = fields.iter().filter(|(_, value)| !value.is_null());
            let told = told.map(|(name, value)| {
                let name = name.replace(['_', '-'], " ");
                format!("{name}: {}", readable(language, value))
            });
            told.collect::<Vec<_>>().join(", ")
        }
        Value::Array(items) => {
            let is_deep = items.iter().any(|item| item.is_object() || item.is_array());
            let told = items.iter().filter(|item| !item.is_null());
            let told: Vec<String> = told.map(|item| readable(language, item)).collect();
            if is_deep { told.join("; ") } else { format::list(language, &told, false) }
        }
        Value::Null | Value::Number(_) | Value::String(_) => text_of(value),
    }
}

/// Percent-encoded, but for what has no meaning in a path. Dots stay: alone in a segment they are refused elsewhere.
fn path_segment(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'~' | b'.') {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

fn xml(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            // Not allowed in XML in any writing.
            c if (c.is_control() && !matches!(c, '\t' | '\n' | '\r'))
                || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => escaped.push(c),
        }
    }
    escaped
}

fn read_name(text: &str) -> Result<Name, String> {
    if let Some(known) = text.strip_prefix("context.") {
        let found = Known::ALL.into_iter().find(|(name, _)| *name == known);
        return found.map(|(_, known)| Name::Context(known)).ok_or_else(|| {
            let all: Vec<&str> = Known::ALL.iter().map(|(name, _)| *name).collect();
            // A part of a name is enough: `phone`.
            let alike = turno_core::nearest(known, all.iter().copied().chain(["phone"]));
            match alike.as_deref() {
                Some("phone") => {
                    format!("`{text}` is not known of a call: did you mean `context.caller_phone`?")
                }
                Some(meant) => format!("`{text}` is not known of a call: did you mean `context.{meant}`?"),
                None => {
                    format!("`{text}` is not known of a call: use one of context.{}", all.join(", context."))
                }
            }
        });
    }
    if is_secret_name(text) {
        return Ok(Name::Secret(text.to_owned()));
    }
    let is_parameter = text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    if is_parameter {
        Ok(Name::Parameter(text.to_owned()))
    } else {
        Err(format!(
            "`{{{{{}}}}}` is no name: a parameter, a SECRET in capital letters, or context.tenant",
            shown(text)
        ))
    }
}

fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn people_are_told_values_in_words_and_not_in_json() {
        for (value, spanish, english) in [
            (json!("a {\"b\"}"), "a {\"b\"}", "a {\"b\"}"),
            (json!(["pan", "café"]), "pan y café", "pan and café"),
            (json!(["pan", "café", "té"]), "pan, café y té", "pan, café and té"),
            (json!(["pan", "higos"]), "pan e higos", "pan and higos"),
            (json!(["pan"]), "pan", "pan"),
            (json!([1, null, "dos"]), "1 y dos", "1 and dos"),
            (json!(true), "sí", "yes"),
            (
                json!({"first_name": "Mei", "dob": null, "age": 7}),
                "age: 7, first name: Mei",
                "age: 7, first name: Mei",
            ),
            (
                json!([{"flight": "HAT1", "legs": [1, 2]}, {"flight": "HAT2"}]),
                "flight: HAT1, legs: 1 y 2; flight: HAT2",
                "flight: HAT1, legs: 1 and 2; flight: HAT2",
            ),
            (json!(null), "", ""),
        ] {
            assert_eq!(Place::Words(Language::es()).write(&value), spanish);
            assert_eq!(Place::Words(Language::en()).write(&value), english);
        }
        assert_eq!(Place::Plain.write(&json!({"a": 1})), "{\"a\":1}");
    }
}
