//! Keeps secrets out of a cassette.

use std::borrow::Cow;

use http::{HeaderMap, HeaderName};
use serde_json::Value;
use turno_core::without_secrets;
use url::Url;

use super::line::Body;
use crate::transport::HttpRequest;

/// What stands in a secret's place.
pub(super) const PLACEHOLDER: &str = "REDACTED";

/// A shorter value would be found where it is not meant.
const SECRET_BYTES_MIN: usize = 4;

/// Request headers that hold keys, whether or not they are marked so.
const KEY_HEADERS: [&str; 7] = [
    "authorization",
    "proxy-authorization",
    "x-api-key",
    "api-key",
    "x-goog-api-key",
    "x-subscription-token",
    "cookie",
];

/// Query parameters that hold keys.
const KEY_PARAMETERS: [&str; 10] = [
    "key",
    "api_key",
    "apikey",
    "api-key",
    "access_token",
    "token",
    "auth",
    "sig",
    "signature",
    "client_secret",
];

/// Headers of an answer that are kept: what says something of the answer, and nothing of the account.
const KEPT_HEADERS: [&str; 4] = ["content-type", "retry-after", "retry-after-ms", "x-should-retry"];

/// Values that must not be seen.
#[derive(Clone, Default)]
pub(super) struct Redactor {
    /// The longest first, each also as it stands in a URL and in JSON.
    values: Vec<String>,
}

impl Redactor {
    pub(super) fn new(values: impl IntoIterator<Item = String>) -> Self {
        let mut redactor = Self::default();
        redactor.add(values);
        redactor
    }

    /// The same, with the secrets that a request carries.
    pub(super) fn with_those_of(&self, request: &HttpRequest) -> Self {
        let mut redactor = self.clone();
        let headers = request
            .headers
            .iter()
            .filter(|(name, value)| value.is_sensitive() || KEY_HEADERS.contains(&name.as_str()));
        let in_headers = headers.filter_map(|(_, value)| value.to_str().ok()).flat_map(|value| {
            let bare = value.split_once(' ').map(|(_, bare)| bare.trim().to_owned());
            std::iter::once(value.to_owned()).chain(bare)
        });
        redactor.add(in_headers.collect::<Vec<_>>());
        if let Ok(url) = Url::parse(&request.url) {
            let pairs = url.query_pairs().filter(|(name, _)| is_key_parameter(name));
            redactor.add(pairs.map(|(_, value)| value.into_owned()).collect::<Vec<_>>());
            redactor.add(url.password().map(str::to_owned));
        }
        if let Ok(body) = serde_json::from_slice(&request.body) {
            redactor.add(secret_fields(&body));
        }
        redactor
    }

    /// An address without secrets, and without who asks.
    pub(super) fn url(&self, url: &str) -> String {
        let Ok(mut parsed) = Url::parse(url) else {
            return self.text(url);
        };
        let pairs: Vec<(String, String)> = parsed
            .query_pairs()
            .map(|(name, value)| {
                let value = if is_key_parameter(&name) { PLACEHOLDER } else { &value };
                (name.clone().into_owned(), value.to_owned())
            })
            .collect();
        if !pairs.is_empty() {
            parsed.query_pairs_mut().clear().extend_pairs(pairs);
        }
        // Neither can be set on an address without a host, where there is none either.
        let _unset = (parsed.set_username(""), parsed.set_password(None));
        self.text(parsed.as_str())
    }

    /// A request's body as it stands in a cassette.
    pub(super) fn body(&self, bytes: &[u8]) -> Body {
        match Body::of(bytes) {
            Body::Json(json) => Body::Json(self.json(json)),
            Body::Data(text) => Body::Data(self.text(&text)),
            body @ Body::Base64(_) => body,
        }
    }

    pub(super) fn text(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for value in &self.values {
            if text.contains(value.as_str()) {
                text = text.replace(value.as_str(), PLACEHOLDER);
            }
        }
        match without_secrets(&text) {
            Cow::Owned(masked) => masked,
            Cow::Borrowed(_) => text,
        }
    }

    /// A JSON value, keys and numbers too.
    pub(super) fn json(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.text(&text)),
            Value::Number(number) => {
                let text = number.to_string();
                if self.text(&text) == text {
                    Value::Number(number)
                } else {
                    Value::String(PLACEHOLDER.to_owned())
                }
            }
            Value::Array(values) => values.into_iter().map(|value| self.json(value)).collect(),
            Value::Object(fields) => {
                let fields = fields.into_iter();
                fields.map(|(name, value)| (self.text(&name), self.json(value))).collect()
            }
            Value::Null | Value::Bool(_) => value,
        }
    }

    /// The headers of an answer that are kept.
    pub(super) fn headers(&self, headers: &HeaderMap) -> Vec<(String, String)> {
        headers
            .iter()
            .filter(|(name, _)| is_kept(name))
            .filter_map(|(name, value)| Some((name.to_string(), self.text(value.to_str().ok()?))))
            .collect()
    }

    fn add(&mut self, values: impl IntoIterator<Item = String>) {
        for value in values.into_iter().filter(|value| value.len() >= SECRET_BYTES_MIN) {
            let in_url: String = url::form_urlencoded::byte_serialize(value.as_bytes()).collect();
            let in_json = Value::String(value.clone()).to_string();
            let in_json = in_json.trim_matches('"').to_owned();
            for form in [value, in_url, in_json] {
                if !self.values.contains(&form) {
                    self.values.push(form);
                }
            }
        }
        self.values.sort_by_key(|value| std::cmp::Reverse(value.len()));
    }
}

pub(super) fn is_key_parameter(name: &str) -> bool {
    KEY_PARAMETERS.contains(&name.to_ascii_lowercase().as_str())
}

/// The values of a body's fields that are named as secrets are. What stands in lists is what was said, and tools.
fn secret_fields(body: &Value) -> Vec<String> {
    let Value::Object(fields) = body else {
        return Vec::new();
    };
    let of_field = |(name, value): (&String, &Value)| match value {
        Value::String(text) if is_secret_field(name) => vec![text.clone()],
        Value::String(_)
        | Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Array(_)
        | Value::Object(_) => secret_fields(value),
    };
    fields.iter().flat_map(of_field).collect()
}

fn is_secret_field(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let ends = ["api_key", "apikey", "_token", "secret", "password"];
    is_key_parameter(&name) || ends.iter().any(|end| name.ends_with(end))
}

fn is_kept(name: &HeaderName) -> bool {
    let name = name.as_str();
    KEPT_HEADERS.contains(&name) || name.contains("ratelimit")
}

/// Takes secrets out of bytes that come in pieces, where one may be cut in two: what may be the beginning of one is held back
/// until the next piece.
pub(super) struct Pieces {
    redactor: Redactor,
    held: Vec<u8>,
}

impl Pieces {
    pub(super) fn new(redactor: Redactor) -> Self {
        Self { redactor, held: Vec::new() }
    }

    /// What of this piece, and of what was held back, can be shown now.
    pub(super) fn next(&mut self, piece: &[u8]) -> Vec<u8> {
        let mut bytes = std::mem::take(&mut self.held);
        bytes.extend_from_slice(piece);
        let mut bytes = self.clean(bytes);
        let kept = bytes.len() - self.beginning_at_end(&bytes);
        self.held = bytes.split_off(kept);
        bytes
    }

    /// What was held back to the end.
    pub(super) fn rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.held)
    }

    fn clean(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        for value in &self.redactor.values {
            let value = value.as_bytes();
            // Behind what was put in: a secret may be part of that word.
            let mut from = 0;
            while let Some(at) = position(&bytes, from, value) {
                bytes.splice(at..at + value.len(), PLACEHOLDER.bytes());
                from = at + PLACEHOLDER.len();
            }
        }
        bytes
    }

    /// The longest end of the bytes that a secret begins with.
    fn beginning_at_end(&self, bytes: &[u8]) -> usize {
        let longest = |value: &String| {
            let value = value.as_bytes();
            let most = value.len().saturating_sub(1).min(bytes.len());
            (1..=most)
                .rev()
                .find(|length| value.get(..*length) == bytes.get(bytes.len() - length..))
                .unwrap_or(0)
        };
        self.redactor.values.iter().map(longest).max().unwrap_or(0)
    }
}

fn position(bytes: &[u8], from: usize, wanted: &[u8]) -> Option<usize> {
    let rest = bytes.get(from..)?;
    rest.windows(wanted.len()).position(|window| window == wanted).map(|at| from + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(secrets: &[&str], given: &[&str]) -> Vec<String> {
        let redactor = Redactor::new(secrets.iter().map(|secret| (*secret).to_owned()));
        let mut pieces = Pieces::new(redactor);
        let mut shown: Vec<Vec<u8>> = given.iter().map(|piece| pieces.next(piece.as_bytes())).collect();
        shown.push(pieces.rest());
        shown.into_iter().map(|bytes| String::from_utf8(bytes).unwrap()).collect()
    }

    #[test]
    fn a_secret_cut_in_two_is_found() {
        assert_eq!(pieces(&["sk-12345"], &["key sk-1", "2345 is bad"]), ["key ", "REDACTED is bad", ""]);
        assert_eq!(pieces(&["sk-12345"], &["sk", "-", "1", "2345"]), ["", "", "", "REDACTED", ""]);
        assert_eq!(pieces(&["sk-12345"], &["end with sk-"]), ["end with ", "sk-"]);
        assert_eq!(
            pieces(&["aaaa", "aaaabbbb"], &["aaaab", "bbb"])[1],
            "bbb",
            "the shorter one goes at once"
        );
        assert_eq!(pieces(&[], &["as it is"]), ["as it is", ""]);
        assert_eq!(pieces(&["DACT"], &["a DACT b"]), ["a REDACTED b", ""]);
    }

    #[test]
    fn a_secret_is_found_as_it_stands_in_an_address_and_in_json() {
        let redactor = Redactor::new(["pass\"wörd 1".to_owned(), "no".to_owned()]);
        for text in ["x pass\"wörd 1 x", "x pass%22w%C3%B6rd+1 x", "x pass\\\"wörd 1 x"] {
            assert_eq!(redactor.text(text), "x REDACTED x");
        }
        // Too short to be looked for.
        assert_eq!(redactor.text("no"), "no");
        let redactor = Redactor::new(["12345".to_owned()]);
        let body = serde_json::json!({"n": 12345, "12345": ["a12345b"], "ok": true});
        let expected = serde_json::json!({"n": "REDACTED", "REDACTED": ["aREDACTEDb"], "ok": true});
        assert_eq!(redactor.json(body), expected);
    }

    #[test]
    fn a_caller_s_card_is_not_kept() {
        let body = serde_json::json!({"messages": [{"content": "mi tarjeta es 4111 1111 1111 1111"}], "max_tokens": 1024});
        let shown = Redactor::default().json(body).to_string();
        assert!(shown.contains("mi tarjeta es [card number]") && shown.contains("1024"), "{shown}");
    }

    #[test]
    fn a_field_that_is_named_as_a_secret_is_one() {
        let body = serde_json::json!({
            "model": "m-large", "max_tokens": 12345, "client_token": "tok-4711", "route": {"API_KEY": "key-0815"},
            "messages": [{"content": "my token is tok-4711", "token": "martes"}],
        });
        let found = secret_fields(&body);
        assert_eq!(found, ["tok-4711", "key-0815"]);
        let shown = Redactor::new(found).json(body).to_string();
        assert!(!shown.contains("tok-4711") && !shown.contains("key-0815"), "{shown}");
        assert!(shown.contains("m-large") && shown.contains("martes"), "{shown}");
    }

    #[test]
    fn an_address_keeps_no_key_and_nobody_s_name() {
        let redactor = Redactor::default();
        for (url, expected) in [
            ("https://ana:pw@ex.test/v1/a?alt=sse&key=abc", "https://ex.test/v1/a?alt=sse&key=REDACTED"),
            ("https://ex.test/v1?API_KEY=abc", "https://ex.test/v1?API_KEY=REDACTED"),
            ("https://ex.test/v1", "https://ex.test/v1"),
            ("no address", "no address"),
        ] {
            assert_eq!(redactor.url(url), expected);
        }
    }
}
