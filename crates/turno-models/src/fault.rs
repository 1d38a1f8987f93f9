//! What a provider's refusal means: its status, its codes and its words, told apart.

mod kinds;
mod retry_after;

use http::HeaderMap;
use serde_json::Value;
use turno_core::{ModelFailure, ModelFailureKind};

use crate::json;
use crate::key::ApiKey;
use crate::transport::TransportError;

/// So much of a provider's words is told.
const TOLD_CHARACTERS_MAX: usize = 400;

/// What a provider said in a refusal or in the middle of an answer.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Refusal {
    /// The status; none in the middle of an answer.
    pub(crate) status: Option<u16>,
    /// Its codes, kinds and states, in small letters: `invalid_api_key`, `overloaded_error`, `resource_exhausted`.
    pub(crate) codes: Vec<String>,
    /// Its words.
    pub(crate) message: String,
    /// How long it asked to be left alone, in milliseconds.
    pub(crate) retry_after_ms: Option<u64>,
    /// What the model wrote and its server could not read as a call.
    pub(crate) failed_generation: Option<String>,
}

impl Refusal {
    /// Reads a refusal: JSON of any of the shapes in use, or plain text.
    pub(crate) fn read(status: u16, headers: &HeaderMap, body: &str) -> Self {
        let mut refusal = json::read(body)
            .map_or_else(|| Self { message: body.to_owned(), ..Self::default() }, |value| Self::of(&value));
        refusal.status = Some(status);
        refusal.retry_after_ms = retry_after::of_headers(headers).or(refusal.retry_after_ms);
        refusal
    }

    /// Reads what stands in the middle of an answer: a value with an `error`, a list with one, or the error itself.
    pub(crate) fn of(value: &Value) -> Self {
        let value = value.as_array().and_then(|items| items.first()).unwrap_or(value);
        let error = match value.get("error") {
            Some(error) if !error.is_null() => error,
            Some(_) | None => value,
        };
        let mut refusal = Self {
            message: words(error),
            retry_after_ms: retry_after::of_details(error),
            failed_generation: error.get("failed_generation").and_then(Value::as_str).map(str::to_owned),
            ..Self::default()
        };
        let places = ["code", "type", "status", "reason"].map(|name| error.get(name));
        let details = error.get("details").and_then(Value::as_array);
        let details = details.into_iter().flatten().map(|detail| detail.get("reason"));
        let inner = error.pointer("/innererror/code");
        for code in places.into_iter().chain(details).chain([inner]).flatten() {
            match code {
                Value::String(code) => refusal.codes.push(code.to_lowercase()),
                Value::Number(code) => refusal.codes.push(code.to_string()),
                Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {}
            }
        }
        refusal
    }

    /// The failure that it is; nothing in it is the key.
    pub(crate) fn failure(&self, who: &str, key: Option<&ApiKey>) -> ModelFailure {
        let kind = kinds::kind(self);
        ModelFailure {
            retry_after_ms: self.retry_after_ms,
            ..ModelFailure::new(kind, format!("{who}: {}", self.told(key)))
        }
    }

    fn told(&self, key: Option<&ApiKey>) -> String {
        let status = self.status.map(|status| status.to_string());
        let code = self.codes.iter().find(|code| code.parse::<u16>().is_err());
        let one_line = self.message.split_whitespace().collect::<Vec<_>>().join(" ");
        let masked = key.map_or_else(|| one_line.clone(), |key| key.mask(&one_line));
        let message: String = masked.chars().take(TOLD_CHARACTERS_MAX).collect();
        let parts: Vec<&str> = status.as_deref().into_iter().chain(code.map(String::as_str)).collect();
        match (parts.is_empty(), message.is_empty()) {
            (true, true) => "it said no more than that it failed".to_owned(),
            (true, false) => message,
            (false, true) => parts.join(" "),
            (false, false) => format!("{}: {message}", parts.join(" ")),
        }
    }
}

/// A failure of the way to a provider.
pub(crate) fn not_carried(who: &str, error: &TransportError) -> ModelFailure {
    let kind = match error {
        TransportError::Unreachable(_) => ModelFailureKind::Unreachable,
        TransportError::TimedOut => ModelFailureKind::TimedOut,
        TransportError::BrokeOff(_) => ModelFailureKind::Malformed,
        TransportError::NotRecorded(_) => ModelFailureKind::Refused,
    };
    ModelFailure::new(kind, format!("{who}: {error}"))
}

/// The words of an error, wherever they stand.
fn words(error: &Value) -> String {
    if let Some(text) = error.as_str() {
        return text.to_owned();
    }
    for name in ["message", "detail", "error_description", "msg"] {
        match error.get(name) {
            Some(Value::String(text)) => return text.clone(),
            Some(other) if !other.is_null() => return other.to_string(),
            Some(_) | None => {}
        }
    }
    if error.is_null() { String::new() } else { error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_every_shape_are_found_and_the_key_is_not() {
        let key = ApiKey::new("sk-very-secret");
        let told =
            |body: &str| Refusal::read(400, &HeaderMap::new(), body).failure("groq", Some(&key)).message;
        for (body, expected) in [
            (r#"{"error":{"message":"no such model","code":404}}"#, "groq: 400: no such model"),
            (r#"[{"error":{"message":"m","status":"INTERNAL"}}]"#, "groq: 400 internal: m"),
            (r#"{"error":"model \"x\" not found"}"#, "groq: 400: model \"x\" not found"),
            (r#"{"detail":[{"msg":"field required"}]}"#, r#"groq: 400: [{"msg":"field required"}]"#),
            (r#"{"type":"error","error":{"type":"api_error","message":"m"}}"#, "groq: 400 api_error: m"),
            (
                r#"{"error":{"message":"bad key sk-very-secret\n here","type":"t"}}"#,
                "groq: 400 t: bad key ••• here",
            ),
            ("<html>\nBad Gateway</html>", "groq: 400: <html> Bad Gateway</html>"),
            ("", "groq: 400"),
        ] {
            assert_eq!(told(body), expected, "{body}");
        }
        assert!(told(&"x".repeat(10_000)).len() < 500);
    }
}
