//! Values that may be written in more than one way. Each is read by hand, because an untagged enum would lose the
//! place of a mistake and what was expected.

use std::{collections::BTreeMap, fmt};

use schemars::JsonSchema;
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor, value::MapAccessDeserializer},
};

use super::ChoiceFile;

/// A text by language code: `say.es = "…"`.
pub type TextFile = BTreeMap<String, TextForms>;

/// A text in one language.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema)]
#[schemars(untagged)]
pub enum TextForms {
    /// Spoken and read alike.
    One(String),
    /// One to speak, one to read.
    Two(TextPair),
}

/// A text in its two forms.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TextPair {
    /// Spoken on a call.
    pub voice: String,
    /// Read in a chat.
    pub chat: String,
}

/// A question for one slot: its text by language, and its buttons under `choices`.
#[derive(Debug, Clone, PartialEq, JsonSchema)]
pub struct AskFile {
    /// Fixed answers that are offered as buttons.
    #[schemars(default)]
    pub choices: Vec<ChoiceFile>,
    /// What is said.
    #[schemars(flatten)]
    pub text: TextFile,
}

/// An expression of the template language, or a number or a boolean that stands for itself.
#[derive(Debug, Clone, PartialEq, JsonSchema)]
#[schemars(untagged)]
pub enum ExpressionFile {
    /// `"result.available"`
    Expression(String),
    /// `true`
    Boolean(bool),
    /// `4`
    Integer(i64),
    /// `1.5`
    Number(f64),
}

impl ExpressionFile {
    /// What the template language reads.
    pub(crate) fn source(&self) -> String {
        match self {
            Self::Expression(source) => source.clone(),
            Self::Boolean(value) => value.to_string(),
            Self::Integer(value) => value.to_string(),
            Self::Number(value) => format!("{value:?}"),
        }
    }
}

impl<'de> Deserialize<'de> for TextForms {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Forms;
        impl<'de> Visitor<'de> for Forms {
            type Value = TextForms;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, or { voice = \"…\", chat = \"…\" }")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<TextForms, E> {
                Ok(TextForms::One(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<TextForms, A::Error> {
                TextPair::deserialize(MapAccessDeserializer::new(map)).map(TextForms::Two)
            }
        }
        deserializer.deserialize_any(Forms)
    }
}

impl<'de> Deserialize<'de> for AskFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Question;
        impl<'de> Visitor<'de> for Question {
            type Value = AskFile;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a question by language: { es = \"…\" }")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<AskFile, A::Error> {
                let mut ask = AskFile { choices: Vec::new(), text: TextFile::new() };
                while let Some(key) = map.next_key::<String>()? {
                    if key == "choices" {
                        ask.choices = map.next_value()?;
                    } else {
                        ask.text.insert(key, map.next_value()?);
                    }
                }
                Ok(ask)
            }
        }
        deserializer.deserialize_map(Question)
    }
}

impl<'de> Deserialize<'de> for ExpressionFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Expression;
        impl Visitor<'_> for Expression {
            type Value = ExpressionFile;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an expression in quotes, a finite number, true or false")
            }

            fn visit_str<E: Error>(self, source: &str) -> Result<ExpressionFile, E> {
                Ok(ExpressionFile::Expression(source.to_owned()))
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<ExpressionFile, E> {
                Ok(ExpressionFile::Boolean(value))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<ExpressionFile, E> {
                Ok(ExpressionFile::Integer(value))
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<ExpressionFile, E> {
                if value.is_finite() {
                    Ok(ExpressionFile::Number(value))
                } else {
                    Err(E::invalid_value(serde::de::Unexpected::Float(value), &self))
                }
            }
        }
        deserializer.deserialize_any(Expression)
    }
}
