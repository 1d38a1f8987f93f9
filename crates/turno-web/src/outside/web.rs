//! Reading over the web: who may be asked, from hop to hop, and what the answer is as text.

use std::time::Duration;

use tokio::time::Instant;
use turno_business::{answer::Answer, say::Voice};
use url::Url;

use crate::outgoing::{Method, Outgoing, OutgoingError, OutgoingFault, OutgoingRequest, OutgoingResponse};

use super::shared::refused;

/// How often a request is sent on.
const HOPS_MAX: u32 = 5;

/// A page to read.
pub(super) struct Reading<'a> {
    pub(super) url: Url,
    pub(super) headers: &'a [(String, String)],
    pub(super) timeout_ms: u64,
    pub(super) bytes_max: usize,
    /// Whether that URL may be asked; asked for each place that it is sent on to as well.
    pub(super) may_ask: &'a (dyn Fn(&Url) -> bool + Sync),
}

/// Why there is no page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoPage {
    /// It leads where nothing may be asked: to that host.
    Elsewhere(String),
    /// Too many hops, or one to nowhere.
    Lost,
    /// The way out says so.
    Failed(OutgoingError),
}

/// Reads a page. Headers are sent to the first host only: they may hold credentials.
pub(super) async fn read(outgoing: &Outgoing, reading: Reading<'_>) -> Result<OutgoingResponse, NoPage> {
    let until = Instant::now() + Duration::from_millis(reading.timeout_ms);
    let first = reading.url.origin();
    let mut url = reading.url;
    for _ in 0..=HOPS_MAX {
        if !(reading.may_ask)(&url) {
            return Err(NoPage::Elsewhere(url.host_str().unwrap_or_default().to_owned()));
        }
        let left = until.saturating_duration_since(Instant::now());
        let mut request = OutgoingRequest::new(Method::Get, url.as_str());
        request.timeout_ms = u64::try_from(left.as_millis()).unwrap_or(u64::MAX).max(1);
        request.bytes_max = reading.bytes_max;
        request.redirects_max = 0;
        for (name, value) in reading.headers {
            if url.origin() == first || name.eq_ignore_ascii_case("accept") {
                request = request.header(name, value);
            }
        }
        let response = outgoing.send(request).await.map_err(NoPage::Failed)?;
        let target = matches!(response.status, 301 | 302 | 303 | 307 | 308)
            .then(|| response.header("location"))
            .flatten()
            .map(str::to_owned);
        let Some(target) = target else {
            return Ok(response);
        };
        url = url.join(&target).map_err(|_| NoPage::Lost)?;
    }
    Err(NoPage::Lost)
}

/// What is told of a page that is not there.
pub(super) fn no_page(voice: &Voice<'_>, why: &NoPage) -> Answer {
    match why {
        NoPage::Elsewhere(host) => refused(voice, "domain_not_allowed", "page.leads_elsewhere")
            .with("detail", format!("it leads to `{host}`")),
        NoPage::Lost => refused(voice, "unreachable", "page.goes_round"),
        NoPage::Failed(error) => failed(voice, error),
    }
}

fn failed(voice: &Voice<'_>, error: &OutgoingError) -> Answer {
    match &error.fault {
        OutgoingFault::Refused(why) => {
            refused(voice, "address_not_allowed", "page.not_allowed").with("detail", why.as_str())
        }
        OutgoingFault::TimedOut { .. } => refused(voice, "timed_out", "page.too_slow"),
        OutgoingFault::Unreachable { .. }
        | OutgoingFault::Broken { .. }
        | OutgoingFault::Redirects { .. }
        | OutgoingFault::Status { .. } => {
            refused(voice, "unreachable", "page.not_open").with("detail", error.to_string())
        }
    }
}

/// What is told of a page that answers with a status other than success.
pub(super) fn bad_status(voice: &Voice<'_>, status: u16) -> Answer {
    match status {
        404 | 410 => refused(voice, "not_found", "page.none"),
        401 | 403 | 407 => refused(voice, "not_public", "page.not_public"),
        429 => refused(voice, "rate_limited", "page.wait"),
        _ => refused(voice, "unreachable", "page.trouble"),
    }
    .with("status", status)
}

/// What kind of text an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Html,
    /// Plain text, Markdown, JSON, XML.
    Plain,
    /// A picture, a file.
    Other,
}

/// The kind of an answer, by its `Content-Type`; by its beginning where it has none.
pub(super) fn kind_of(response: &OutgoingResponse) -> Kind {
    let Some(kind) = response.header("content-type") else {
        let start = response.text().trim_start().chars().take(15).collect::<String>().to_ascii_lowercase();
        return if start.starts_with("<!doctype html") || start.starts_with("<html") {
            Kind::Html
        } else {
            Kind::Plain
        };
    };
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match kind.as_str() {
        "text/html" | "application/xhtml+xml" => Kind::Html,
        "application/json" | "application/xml" | "application/ld+json" | "application/problem+json" => {
            Kind::Plain
        }
        kind if kind.starts_with("text/") || kind.ends_with("+json") => Kind::Plain,
        _ => Kind::Other,
    }
}
