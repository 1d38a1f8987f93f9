//! A call's parameters, and what every schema of a tool is made of.

use jiff::civil::{Date, Time};
use serde_json::{Map, Value, json};
use turno_language::Language;
use turno_runtime::port::ToolError;

/// The longest note, name and change to a dish that are kept, in characters: a row must fit in the store.
const NOTE_LENGTH: usize = 1000;
const NAME_LENGTH: usize = 120;
const CHANGE_LENGTH: usize = 200;

/// A call's parameters, valid by the tool's schema.
#[derive(Debug, Clone, Copy)]
pub struct Parameters<'a>(pub &'a Map<String, Value>);

impl<'a> Parameters<'a> {
    /// A text that is not blank.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.0.get(name).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty())
    }

    /// A text that the schema requires.
    pub fn required_text(&self, name: &str) -> Result<&'a str, ToolError> {
        self.text(name).ok_or_else(|| ToolError::Invalid(format!("`{name}` is empty: give it a value")))
    }

    /// A free text, cut where it is longer than a note.
    pub fn note(&self, name: &str) -> Option<String> {
        self.text(name).map(|text| text.chars().take(NOTE_LENGTH).collect())
    }

    /// What is changed about a dish, cut likewise.
    pub fn change(&self, name: &str) -> Option<String> {
        self.text(name).map(|text| text.chars().take(CHANGE_LENGTH).collect())
    }

    /// A name that the schema requires, cut likewise.
    pub fn required_name(&self, name: &str) -> Result<String, ToolError> {
        self.required_text(name).map(|text| text.chars().take(NAME_LENGTH).collect())
    }

    /// A date.
    pub fn date(&self, name: &str) -> Result<Option<Date>, ToolError> {
        let invalid =
            |text: &str| ToolError::Invalid(format!("`{name}` is `{text}`: give a date as 2026-01-20"));
        self.text(name).map(|text| text.parse().map_err(|_| invalid(text))).transpose()
    }

    /// A time of day.
    pub fn time(&self, name: &str) -> Result<Option<Time>, ToolError> {
        let invalid = |text: &str| ToolError::Invalid(format!("`{name}` is `{text}`: give a time as 20:00"));
        self.text(name).map(|text| text.parse().map_err(|_| invalid(text))).transpose()
    }

    /// A date and a time that the schema requires.
    pub fn required_date_and_time(&self) -> Result<(Date, Time), ToolError> {
        match (self.date("date")?, self.time("time")?) {
            (Some(date), Some(time)) => Ok((date, time)),
            _ => Err(ToolError::Invalid("`date` and `time` are needed".to_owned())),
        }
    }

    /// A whole number.
    pub fn integer(&self, name: &str) -> Option<i64> {
        self.0.get(name).and_then(Value::as_i64)
    }

    /// An amount in whole units, as cents.
    pub fn cents(&self, name: &str) -> Result<Option<i64>, ToolError> {
        let Some(units) = self.0.get(name).and_then(Value::as_f64) else {
            return Ok(None);
        };
        let cents = (units * 100.0).round();
        if !(0.0..=1e12).contains(&cents) {
            return Err(ToolError::Invalid(format!(
                "`{name}` is {units}: give an amount from 0 to 10000000000"
            )));
        }
        #[expect(clippy::cast_possible_truncation, reason = "a whole number within the range of one")]
        Ok(Some(cents as i64))
    }

    /// A truth value; the default where it is not given.
    pub fn flag(&self, name: &str, default: bool) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(default)
    }
}

/// The schema of an object with these properties.
pub fn object(properties: Value, required: &[&str]) -> Value {
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

/// What people call a parameter, in each language: the message of that name.
pub fn names(message: &str) -> Value {
    in_each_language(|language| language.message(message).text().into())
}

/// The words for one of a few values, in each language, the one that is said first: the message of that name has them.
pub fn terms(message: &str) -> Value {
    in_each_language(|language| language.message(message).text().split(" | ").collect())
}

fn in_each_language(said: impl Fn(Language) -> Value) -> Value {
    let languages = Language::all();
    languages.map(|language| (language.code().to_owned(), said(language))).collect()
}
