//! A request to the outside, and its answer.

use std::fmt;

use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};
use serde_json::Value;

use super::charset::text_of;
use super::error::{OutgoingError, OutgoingFault, status_may_have_acted};

/// How a request asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Read.
    Get,
    /// Read the headers only.
    Head,
    /// Act.
    Post,
    /// Put in place of what is there.
    Put,
    /// Change a part.
    Patch,
    /// Remove.
    Delete,
}

impl Method {
    /// Whether it only reads, by what HTTP says of it.
    pub fn only_reads(self) -> bool {
        match self {
            Self::Get | Self::Head => true,
            Self::Post | Self::Put | Self::Patch | Self::Delete => false,
        }
    }

    /// As it stands in a request: `POST`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Head => "HEAD",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

impl From<Method> for reqwest::Method {
    fn from(method: Method) -> Self {
        match method {
            Method::Get => Self::GET,
            Method::Head => Self::HEAD,
            Method::Post => Self::POST,
            Method::Put => Self::PUT,
            Method::Patch => Self::PATCH,
            Method::Delete => Self::DELETE,
        }
    }
}

/// A request. Printed for debugging it shows neither header values, nor the query, nor the body: there may be secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct OutgoingRequest {
    /// How it asks.
    pub method: Method,
    /// The absolute `http` or `https` URL.
    pub url: String,
    /// Names and values. Not those that say how the message travels (`Host`, `Content-Length`, `Connection` and the like).
    pub headers: Vec<(String, String)>,
    /// What it carries.
    pub body: Option<Vec<u8>>,
    /// How long all of it may take, redirects and body included, in milliseconds.
    pub timeout_ms: u64,
    /// How much of the answer's body is kept, in bytes after decompression.
    pub bytes_max: usize,
    /// How often it may be sent on; 0: the answer that sends it on is the answer.
    pub redirects_max: u32,
}

impl OutgoingRequest {
    /// A request without headers and body: 10 s, 1 MiB, and 5 redirects where the method only reads, else none.
    pub fn new(method: Method, url: impl Into<String>) -> Self {
        Self {
            method,
            url: url.into(),
            headers: Vec::new(),
            body: None,
            timeout_ms: 10_000,
            bytes_max: 1 << 20,
            redirects_max: if method.only_reads() { 5 } else { 0 },
        }
    }

    /// With one more header.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// With a JSON body and its `Content-Type`.
    #[must_use]
    pub fn json(mut self, body: &Value) -> Self {
        self.body = Some(body.to_string().into_bytes());
        self.header("Content-Type", "application/json")
    }
}

impl fmt::Debug for OutgoingRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let url = self.url.split(['?', '#']).next().unwrap_or_default();
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("OutgoingRequest")
            .field("method", &self.method)
            .field("url", &url)
            .field("headers", &names)
            .field("body_bytes", &self.body.as_ref().map(Vec::len))
            .field("timeout_ms", &self.timeout_ms)
            .finish_non_exhaustive()
    }
}

/// An answer, whatever its status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutgoingResponse {
    /// The status: 200 and so on.
    pub status: u16,
    /// Where the answer came from, after redirects.
    pub url: String,
    /// The body, decompressed.
    pub body: Vec<u8>,
    /// Whether the body was longer, and the rest was left.
    pub is_cut: bool,
    pub(super) headers: HeaderMap,
}

impl OutgoingResponse {
    /// The first value of a header, where it is there and is text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// All headers that are text, as name and value.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.headers.iter().filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)))
    }

    /// Whether the status says success: 200 to 299.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The body as text: UTF-8, or the Western set that its `Content-Type` names; what neither explains is replaced.
    pub fn text(&self) -> String {
        text_of(self)
    }

    /// How long it asks to wait before the next request (`Retry-After`: seconds, or a date as seen from its own clock, or from
    /// this machine's where it does not tell the time),
    /// in milliseconds.
    pub fn retry_after_ms(&self) -> Option<u64> {
        let text = self.headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
        if let Ok(seconds) = text.parse::<u64>() {
            return seconds.checked_mul(1_000);
        }
        let date = |text: &str| jiff::fmt::rfc2822::parse(text.trim()).ok();
        let told = self.headers.get(DATE).and_then(|told| date(told.to_str().ok()?));
        let now = told.map_or_else(jiff::Timestamp::now, |told| told.timestamp());
        let until = date(text)?.timestamp().as_millisecond() - now.as_millisecond();
        Some(u64::try_from(until).unwrap_or(0))
    }

    /// The answer where it is a success, else the error that it means.
    ///
    /// # Errors
    /// [`OutgoingFault::Status`], with the beginning of the body and what is known of whether anything was done.
    pub fn into_success(self) -> Result<Self, OutgoingError> {
        if self.is_success() {
            return Ok(self);
        }
        let host = url::Url::parse(&self.url)
            .ok()
            .and_then(|url| url.host_str().map(str::to_owned))
            .unwrap_or_default();
        Err(OutgoingError {
            may_have_acted: status_may_have_acted(self.status),
            fault: OutgoingFault::Status {
                host,
                status: self.status,
                retry_after_ms: self.retry_after_ms(),
                excerpt: self.excerpt(),
                said: self.said(),
            },
        })
    }

    /// What a refusal says for people: a short text on one line that is no markup.
    fn said(&self) -> Option<String> {
        const NAMES: [&str; 5] = ["message", "error_description", "detail", "error", "title"];
        const CHARACTERS_MAX: usize = 200;
        let body: Value = serde_json::from_slice(&self.body).ok()?;
        let within = body.get("error").filter(|error| error.is_object());
        let found = within.into_iter().chain([&body]);
        let mut texts = found.flat_map(|body| NAMES.iter().filter_map(|name| body.get(name)?.as_str()));
        let text = texts.find(|text| !text.trim().is_empty())?.trim();
        let is_plain = text.chars().all(|c| !c.is_control() && !matches!(c, '<' | '>' | '{' | '}'));
        (is_plain && text.chars().count() <= CHARACTERS_MAX).then(|| text.to_owned())
    }

    fn excerpt(&self) -> String {
        const SHOWN_CHARACTERS: usize = 200;
        let start = &self.body[..self.body.len().min(SHOWN_CHARACTERS * 4)];
        String::from_utf8_lossy(start)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .chars()
            .filter(|c| !c.is_control())
            .take(SHOWN_CHARACTERS)
            .collect()
    }
}
