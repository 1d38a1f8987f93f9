//! Searching the web: one interface, one kind of result, whatever service is behind it.

mod brave;
mod custom_search;
pub(super) mod perplexity;
mod serpapi;
mod tavily;
pub(super) mod told;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use turno_language::Language;
use url::Url;

use super::text::{cut, cut_for_json};
use crate::{
    outgoing::{Outgoing, OutgoingError, OutgoingFault, OutgoingRequest, OutgoingResponse},
    secret::Secret,
};

/// The longest title, snippet and address of a result, in bytes as JSON: ten of them and what is said of them fit a result.
const TITLE_BYTES_MAX: usize = 200;
const SNIPPET_BYTES_MAX: usize = 450;
const URL_BYTES_MAX: usize = 300;

/// The longest answer of a service, in bytes as JSON.
pub(super) const ANSWER_BYTES_MAX: usize = 3_500;

/// The services that `google_search` may ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SearchService {
    /// SerpApi: Google's results.
    Serpapi,
    /// Brave Search.
    Brave,
    /// Tavily, with an answer of its own.
    Tavily,
    /// Perplexity's Search API.
    Perplexity,
    /// Google Custom Search; it ends on 2027-01-01.
    GoogleCustomSearch,
}

/// What is searched for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Question<'a> {
    pub(super) query: &'a str,
    /// How many results are wanted.
    pub(super) count: usize,
    pub(super) language: Language,
    /// ISO 3166: `MX`.
    pub(super) country: &'a str,
}

impl Question<'_> {
    /// How the answer of a model is to be.
    pub(super) fn instructions(&self) -> &'static str {
        self.language.message("search.instructions").text()
    }
}

/// One result.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Hit {
    pub(super) title: String,
    pub(super) url: String,
    pub(super) snippet: String,
    /// As the service tells it: a date, or "hace 2 días".
    pub(super) published: Option<String>,
    /// The site.
    pub(super) source: String,
}

/// What was found; nothing found is no fault.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Findings {
    pub(super) answer: Option<String>,
    pub(super) hits: Vec<Hit>,
}

/// Why nothing could be searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SearchFault {
    /// The key is wrong, or has no right to it.
    KeyRefused(String),
    /// What was paid for is used up.
    OutOfQuota(String),
    /// Too many at once: how long to wait, in milliseconds, where it says so.
    RateLimited(Option<u64>),
    /// It does not like what was asked.
    Rejected(String),
    /// It did not answer in time.
    TimedOut,
    /// It cannot be reached, or has trouble of its own.
    Unavailable(String),
    /// It answered something else than it should.
    BadAnswer(String),
}

impl SearchFault {
    /// What it cost, of a search that costs so much: what was refused costs nothing; what was lost may have been answered.
    pub(super) fn cost_micros(&self, cost_micros: u64) -> u64 {
        match self {
            Self::TimedOut | Self::BadAnswer(_) => cost_micros,
            Self::KeyRefused(_)
            | Self::OutOfQuota(_)
            | Self::RateLimited(_)
            | Self::Rejected(_)
            | Self::Unavailable(_) => 0,
        }
    }
}

/// A service that can be searched.
#[async_trait]
pub(super) trait SearchBackend: Send + Sync {
    /// Its name in results: `brave`.
    fn name(&self) -> &'static str;

    /// What one search costs where the options do not say, in millionths of a US dollar.
    fn cost_micros(&self) -> u64;

    /// The request that asks a question.
    fn request(&self, question: &Question<'_>) -> OutgoingRequest;

    /// What an answer says. The body is JSON; `null` where it is none.
    ///
    /// # Errors
    /// [`SearchFault`], each kind told apart.
    fn findings(&self, response: &OutgoingResponse, body: &Value) -> Result<Findings, SearchFault>;

    /// Asks, and reads the answer.
    ///
    /// # Errors
    /// [`SearchFault`].
    async fn search(
        &self,
        outgoing: &Outgoing,
        question: &Question<'_>,
        timeout_ms: u64,
    ) -> Result<Findings, SearchFault> {
        let mut request = self.request(question);
        request.timeout_ms = timeout_ms;
        // A key goes to its own service only.
        request.redirects_max = 0;
        let (response, body) = ask(outgoing, request).await?;
        let mut findings = self.findings(&response, &body)?;
        findings.hits.truncate(question.count);
        Ok(findings)
    }
}

/// The back end of a service.
///
/// # Errors
/// What is missing, and how to mend it.
pub(super) fn backend(
    service: SearchService,
    key: Secret,
    base_url: Option<&str>,
    engine_id: Option<&str>,
) -> Result<Box<dyn SearchBackend>, String> {
    let base = |usual: &str| -> Result<Url, String> {
        Url::parse(base_url.unwrap_or(usual)).map_err(|error| format!("`base_url` is no URL: {error}"))
    };
    Ok(match service {
        SearchService::Serpapi => {
            Box::new(serpapi::SerpApi::new(base("https://serpapi.com/search.json")?, key))
        }
        SearchService::Brave => {
            Box::new(brave::Brave::new(base("https://api.search.brave.com/res/v1/web/search")?, key))
        }
        SearchService::Tavily => Box::new(tavily::Tavily::new(base("https://api.tavily.com/search")?, key)),
        SearchService::Perplexity => {
            Box::new(perplexity::PerplexitySearchApi::new(base("https://api.perplexity.ai/search")?, key))
        }
        SearchService::GoogleCustomSearch => {
            let engine_id =
                engine_id.ok_or("`engine_id` is missing: Google Custom Search needs the id of its engine")?;
            let base = base("https://www.googleapis.com/customsearch/v1")?;
            Box::new(custom_search::CustomSearch::new(base, key, engine_id.to_owned()))
        }
    })
}

/// Sends a request and reads the JSON of its answer, whatever the status.
pub(super) async fn ask(
    outgoing: &Outgoing,
    request: OutgoingRequest,
) -> Result<(OutgoingResponse, Value), SearchFault> {
    let response = outgoing.send(request).await.map_err(fault_of)?;
    let body = serde_json::from_slice(&response.body).unwrap_or(Value::Null);
    Ok((response, body))
}

fn fault_of(error: OutgoingError) -> SearchFault {
    match error.fault {
        OutgoingFault::TimedOut { .. } => SearchFault::TimedOut,
        OutgoingFault::Refused(_)
        | OutgoingFault::Unreachable { .. }
        | OutgoingFault::Broken { .. }
        | OutgoingFault::Redirects { .. }
        | OutgoingFault::Status { .. } => SearchFault::Unavailable(error.fault.to_string()),
    }
}

/// What a status other than success means where the service says nothing of its own; `detail` is what it said.
pub(super) fn fault_of_status(response: &OutgoingResponse, detail: Option<&str>) -> SearchFault {
    let detail = detail
        .map_or_else(|| format!("it answered {}", response.status), |detail| cut(detail, 200).0.to_owned());
    match response.status {
        401 | 403 => SearchFault::KeyRefused(detail),
        402 => SearchFault::OutOfQuota(detail),
        429 => SearchFault::RateLimited(response.retry_after_ms()),
        400..=499 => SearchFault::Rejected(detail),
        _ => SearchFault::Unavailable(detail),
    }
}

/// The list at a place of a body, where a success must have one.
pub(super) fn list_at<'a>(body: &'a Value, path: &[&str]) -> Option<&'a Vec<Value>> {
    path.iter().try_fold(body, |value, name| value.get(*name))?.as_array()
}

/// A text of an object; none where it is blank.
pub(super) fn text_at(value: &Value, name: &str) -> Option<String> {
    let text = value.get(name)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A result from what services call its parts; none where it has no address.
pub(super) fn hit(value: &Value, url: &str, snippet: &str, published: &[&str]) -> Option<Hit> {
    let address = text_at(value, url).filter(|address| address.len() <= URL_BYTES_MAX)?;
    let parsed = Url::parse(&address).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    let host = parsed.host_str().unwrap_or_default();
    let plain = |text: String, bytes_max| {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        cut_for_json(&line, bytes_max).to_owned()
    };
    let source = host.strip_prefix("www.").unwrap_or(host).to_owned();
    Some(Hit {
        title: plain(text_at(value, "title").unwrap_or_else(|| source.clone()), TITLE_BYTES_MAX),
        snippet: plain(without_tags(&text_at(value, snippet).unwrap_or_default()), SNIPPET_BYTES_MAX),
        published: published.iter().find_map(|name| text_at(value, name)),
        url: address,
        source,
    })
}

/// Snippets carry `<strong>` around what was searched for.
fn without_tags(text: &str) -> String {
    let text = ["<strong>", "</strong>", "<b>", "</b>", "<em>", "</em>"]
        .iter()
        .fold(text.to_owned(), |text, tag| text.replace(tag, ""));
    text.replace("&#x27;", "'")
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

impl Hit {
    /// As it stands in a result.
    pub(super) fn value(&self) -> Value {
        let mut value = Map::new();
        value.insert("title".to_owned(), json!(self.title));
        value.insert("url".to_owned(), json!(self.url));
        value.insert("snippet".to_owned(), json!(self.snippet));
        value.insert("source".to_owned(), json!(self.source));
        if let Some(published) = &self.published {
            value.insert("published".to_owned(), json!(published));
        }
        Value::Object(value)
    }
}
