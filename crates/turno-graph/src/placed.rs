//! Values that remember where in the file they stand.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Deref, Range};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A value and the bytes of the file that it was read from. Compares by value alone.
#[derive(Debug, Clone)]
pub(crate) struct Placed<T> {
    pub(crate) value: T,
    pub(crate) place: Range<usize>,
}

impl<T> Deref for Placed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Placed<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Placed<T> {}

impl<T: Ord> PartialOrd for Placed<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Ord> Ord for Placed<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Placed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = toml::Spanned::<T>::deserialize(deserializer)?;
        let place = spanned.span();
        Ok(Self { value: spanned.into_inner(), place })
    }
}

impl<T: JsonSchema> JsonSchema for Placed<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// A minijinja expression: a string, or a number or a boolean as it stands.
#[derive(Debug, Clone, JsonSchema)]
#[schemars(with = "ExpressionSchema", inline)]
pub(crate) struct Expression(pub(crate) String);

#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum ExpressionSchema {
    Text(String),
    Number(f64),
    Flag(bool),
}

impl<'de> Deserialize<'de> for Expression {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ExpressionVisitor)
    }
}

struct ExpressionVisitor;

impl Visitor<'_> for ExpressionVisitor {
    type Value = Expression;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an expression: a string, a number or a boolean")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Expression, E> {
        Ok(Expression(text.to_owned()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Expression, E> {
        Ok(Expression(number.to_string()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Expression, E> {
        Ok(Expression(number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Expression, E> {
        if number.is_finite() {
            Ok(Expression(format!("{number:?}")))
        } else {
            Err(E::custom("not a finite number"))
        }
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Expression, E> {
        Ok(Expression(flag.to_string()))
    }
}

/// One text in one language: a single form, or one to be heard and one to be read.
#[derive(Debug, Clone, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub(crate) enum Form {
    /// Spoken and read alike.
    Both(String),
    /// One form for each.
    Each {
        /// Spoken on a call.
        voice: Placed<String>,
        /// Read in a chat.
        chat: Placed<String>,
    },
}

impl<'de> Deserialize<'de> for Form {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FormVisitor)
    }
}

struct FormVisitor;

impl<'de> Visitor<'de> for FormVisitor {
    type Value = Form;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a text, or a table with `voice` and `chat`")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Form, E> {
        Ok(Form::Both(text.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Form, A::Error> {
        let (mut voice, mut chat) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "voice" => voice = Some(map.next_value()?),
                "chat" => chat = Some(map.next_value()?),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    return Err(A::Error::unknown_field(&key, &["voice", "chat"]));
                }
            }
        }
        Ok(Form::Each {
            voice: voice.ok_or_else(|| A::Error::missing_field("voice"))?,
            chat: chat.ok_or_else(|| A::Error::missing_field("chat"))?,
        })
    }
}
