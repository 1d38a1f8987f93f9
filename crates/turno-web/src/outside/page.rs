//! A page as Markdown: read and converted here, or by a reader service where one is configured.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use turno_business::{answer::Answer, say::Voice};
use url::Url;

use super::{
    markdown,
    shared::refused,
    text::{cut, cut_for_json},
    web::{self, Kind, NoPage, Reading},
};
use crate::{
    outgoing::{Method, Outgoing, OutgoingRequest, OutgoingResponse},
    secret::{Secret, Secrets},
};

/// The most of a page that is read, in bytes.
const PAGE_BYTES_MAX: usize = 2 << 20;

/// The longest text of a page that a result holds, in characters.
const PAGE_CHARACTERS_MAX: usize = 30_000;

/// A result with such a page, as JSON: it must fit beside the rest of a conversation in one row of the store.
pub(super) const RESULT_BYTES_MAX: usize = 49_152;

/// What a result holds beside the page, its title and its address, in bytes.
const BESIDE_PAGE_BYTES: usize = 2_048;

/// The longest title that a result holds, in characters.
const TITLE_CHARACTERS_MAX: usize = 300;

/// A reader service, which turns pages into Markdown: what Jina Reader speaks.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReaderOptions {
    /// What the page's URL is put behind: `https://r.jina.ai/`.
    pub base_url: String,
    /// The name of the secret that is its key; none: it is asked without.
    #[serde(default)]
    pub key: Option<String>,
}

/// A reader service that can be asked.
pub(super) struct Reader {
    base_url: String,
    key: Option<Secret>,
}

impl Reader {
    /// # Errors
    /// What is wrong with the options, and how to mend it.
    pub(super) fn new(options: &ReaderOptions, secrets: &Secrets) -> Result<Self, String> {
        Url::parse(&options.base_url)
            .map_err(|error| format!("`base_url` of `reader` is no URL: {error}"))?;
        let key = options.key.as_ref().map(|name| secrets.get(name));
        Ok(Self {
            base_url: format!("{}/", options.base_url.trim_end_matches('/')),
            key: key.transpose().map_err(|missing| missing.to_string())?,
        })
    }
}

/// A page's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Page {
    /// Where it was found.
    pub(super) url: String,
    pub(super) title: Option<String>,
    /// At most [`PAGE_CHARACTERS_MAX`] characters, and no more than a result holds.
    pub(super) text: String,
    /// Whether the page is longer.
    pub(super) is_cut: bool,
}

/// Why there is no text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoText {
    /// There is no page.
    Page(NoPage),
    /// The site's status.
    Status(u16),
    /// A picture, a file.
    Kind,
    /// The reader service, or the conversion.
    Failed(String),
}

/// Loads a page; it may lead only where `may_ask` says so.
pub(super) async fn load(
    outgoing: &Outgoing,
    reader: Option<&Reader>,
    url: &Url,
    timeout_ms: u64,
    may_ask: &(dyn Fn(&Url) -> bool + Sync),
) -> Result<Page, NoText> {
    if !may_ask(url) {
        let host = url.host_str().unwrap_or_default().to_owned();
        return Err(NoText::Page(NoPage::Elsewhere(host)));
    }
    let page = match reader {
        Some(reader) => read_by(outgoing, reader, url, timeout_ms, may_ask).await?,
        None => read_here(outgoing, url, timeout_ms, may_ask).await?,
    };
    Ok(within_a_result(page))
}

/// The page's beginning that a result holds: letters of other scripts, and what JSON escapes, take more bytes than characters.
fn within_a_result(page: Page) -> Page {
    let title = page.title.map(|title| cut(&title, TITLE_CHARACTERS_MAX).0.to_owned());
    // Where there is no title the address is said in its place.
    let name = title.as_deref().unwrap_or(&page.url);
    let beside = [name, name, &page.url].map(|text| Value::from(text).to_string().len());
    let bytes_max = RESULT_BYTES_MAX.saturating_sub(BESIDE_PAGE_BYTES + beside.iter().sum::<usize>());
    let (text, _) = cut(&page.text, PAGE_CHARACTERS_MAX);
    let text = cut_for_json(text, bytes_max).to_owned();
    Page { is_cut: page.is_cut || text.len() < page.text.len(), url: page.url, title, text }
}

async fn read_here(
    outgoing: &Outgoing,
    url: &Url,
    timeout_ms: u64,
    may_ask: &(dyn Fn(&Url) -> bool + Sync),
) -> Result<Page, NoText> {
    let accept = [("Accept".to_owned(), "text/html, text/markdown, text/plain;q=0.9, */*;q=0.1".to_owned())];
    let reading =
        Reading { url: url.clone(), headers: &accept, timeout_ms, bytes_max: PAGE_BYTES_MAX, may_ask };
    let response = web::read(outgoing, reading).await.map_err(NoText::Page)?;
    if !response.is_success() {
        return Err(NoText::Status(response.status));
    }
    let text = response.text();
    match web::kind_of(&response) {
        Kind::Other => Err(NoText::Kind),
        Kind::Plain => {
            Ok(Page { text: markdown::tidy(&text), is_cut: response.is_cut, title: None, url: response.url })
        }
        Kind::Html => {
            let base = Url::parse(&response.url).unwrap_or_else(|_| url.clone());
            // Large pages take a while: other conversations are not to wait for it.
            let converted = tokio::task::spawn_blocking(move || markdown::of_html(&text, &base)).await;
            let converted = converted
                .map_err(|error| NoText::Failed(format!("the page could not be converted: {error}")))?;
            let converted = converted.map_err(NoText::Failed)?;
            Ok(Page {
                url: response.url,
                title: converted.title,
                text: converted.text,
                is_cut: converted.is_cut || response.is_cut,
            })
        }
    }
}

async fn read_by(
    outgoing: &Outgoing,
    reader: &Reader,
    url: &Url,
    timeout_ms: u64,
    may_ask: &(dyn Fn(&Url) -> bool + Sync),
) -> Result<Page, NoText> {
    let encoded: String = url::form_urlencoded::byte_serialize(url.as_str().as_bytes()).collect();
    let seconds = Duration::from_millis(timeout_ms).as_secs().max(1);
    let mut request = OutgoingRequest::new(Method::Get, format!("{}{encoded}", reader.base_url))
        .header("Accept", "application/json")
        .header("X-Timeout", seconds.to_string())
        .header("X-Retain-Images", "none");
    if let Some(key) = &reader.key {
        request = request.header("Authorization", format!("Bearer {}", key.expose()));
    }
    request.timeout_ms = timeout_ms;
    request.bytes_max = PAGE_BYTES_MAX;
    request.redirects_max = 0;
    let response = outgoing.send(request).await.map_err(|error| NoText::Page(NoPage::Failed(error)))?;
    let page = page_of_reader(&response, url)?;
    // The reader follows the site's redirects by itself: what comes from elsewhere is not the site's.
    let source = Url::parse(&page.url).unwrap_or_else(|_| url.clone());
    if may_ask(&source) {
        Ok(page)
    } else {
        Err(NoText::Page(NoPage::Elsewhere(source.host_str().unwrap_or_default().to_owned())))
    }
}

/// What a reader answers: JSON (`data.title`, `data.url`, `data.content`), or a text that begins with `Title:`.
fn page_of_reader(response: &OutgoingResponse, url: &Url) -> Result<Page, NoText> {
    let text = response.text();
    let body: Option<Value> = serde_json::from_str(&text).ok();
    let field =
        |name: &str| body.as_ref().and_then(|body| body.get("data")?.get(name)?.as_str()).map(str::to_owned);
    if !response.is_success() {
        let code = body.as_ref().and_then(|body| body.get("code")).map(Value::to_string);
        return Err(match response.status {
            404 => NoText::Status(404),
            status => NoText::Failed(format!(
                "the reader service answered {}",
                code.unwrap_or_else(|| status.to_string())
            )),
        });
    }
    if let Some(content) = field("content") {
        return Ok(Page {
            url: field("url").unwrap_or_else(|| url.to_string()),
            title: field("title").filter(|title| !title.is_empty()),
            text: markdown::tidy(&content),
            is_cut: response.is_cut,
        });
    }
    if body.is_some_and(|body| body.is_object()) {
        return Err(NoText::Failed("the reader service answered without content".to_owned()));
    }
    let line = |name: &str| {
        text.lines().take(10).find_map(|line| line.strip_prefix(name)).map(|value| value.trim().to_owned())
    };
    let content = text.split_once("Markdown Content:").map_or(text.as_str(), |(_, content)| content);
    Ok(Page {
        url: line("URL Source:").unwrap_or_else(|| url.to_string()),
        title: line("Title:"),
        text: markdown::tidy(content),
        is_cut: response.is_cut,
    })
}

/// What is told where there is no text.
pub(super) fn no_text(voice: &Voice<'_>, why: &NoText) -> Answer {
    match why {
        NoText::Page(why) => web::no_page(voice, why),
        NoText::Status(status) => web::bad_status(voice, *status),
        NoText::Kind => refused(voice, "not_text", "page.no_text"),
        NoText::Failed(detail) => {
            refused(voice, "unreachable", "page.unreadable").with("detail", detail.as_str())
        }
    }
}
