//! `web_scraper`: a public page as Markdown.

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use turno_business::{
    answer::Answer,
    parameters,
    say::{Said, Voice},
};
use turno_core::{Execution, ToolSpec};
use turno_runtime::port::{Prepared, Store, ToolError};
use url::Url;

use super::{
    call::{Call, Looks},
    http_get::no_url,
    page::{self, Page, Reader, ReaderOptions},
    shared::{DATA_NOTICE, url_parameter},
};
use crate::{outgoing::Outgoing, secret::Secrets};

/// `[tools.web_scraper]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct WebScraperOptions {
    /// The longest that a page may take, in milliseconds: 1,000 to 29,000.
    #[schemars(range(min = 1_000, max = 29_000))]
    pub timeout_ms: u64,
    /// A reader service; none: pages are converted here.
    pub reader: Option<ReaderOptions>,
}

impl Default for WebScraperOptions {
    fn default() -> Self {
        Self { timeout_ms: 15_000, reader: None }
    }
}

pub(super) struct WebScraper {
    spec: ToolSpec,
    outgoing: Outgoing,
    reader: Option<Reader>,
    timeout_ms: u64,
}

impl WebScraper {
    /// # Errors
    /// What is wrong with the options, and how to mend it.
    pub(super) fn new(
        options: &WebScraperOptions,
        secrets: &Secrets,
        outgoing: Outgoing,
    ) -> Result<Self, String> {
        let timeout_ms = options.timeout_ms.clamp(1_000, 29_000);
        let reader = options.reader.as_ref().map(|reader| Reader::new(reader, secrets));
        Ok(Self { spec: spec(timeout_ms), outgoing, reader: reader.transpose()?, timeout_ms })
    }
}

fn spec(timeout_ms: u64) -> ToolSpec {
    ToolSpec {
        source: super::DOCUMENT_3.to_owned(),
        execution: Execution::ApiCall,
        rate_limit_per_minute: Some(60),
        // The page's own time, and some to convert it.
        timeout_ms: timeout_ms + 1_000,
        result_bytes_max: page::RESULT_BYTES_MAX,
        ..ToolSpec::new(
            "web_scraper",
            "Gives the content of a public web page as Markdown",
            "web",
            parameters::object(json!({ "url": url_parameter() }), &["url"]),
        )
    }
}

#[async_trait]
impl Looks for WebScraper {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn look(
        &self,
        _store: &dyn Store,
        Call { voice, parameters, .. }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let text = parameters.required_text("url")?;
        let Ok(url) = Url::parse(text) else {
            return Ok(no_url(&voice).read_only());
        };
        let page = page::load(&self.outgoing, self.reader.as_ref(), &url, self.timeout_ms, &|_| true).await;
        Ok(match page {
            Ok(page) => told(&voice, &page),
            Err(why) => page::no_text(&voice, &why),
        }
        .read_only())
    }
}

fn told(voice: &Voice<'_>, page: &Page) -> Answer {
    let name = page.title.as_deref().unwrap_or(&page.url);
    let said = if page.is_cut {
        let characters = page.text.chars().count();
        voice.say("page.read_cut", &[("name", &name), ("characters", &characters)])
    } else {
        voice.say("page.read", &[("name", &name)])
    };
    Answer::done(&Said::same(said))
        .with("url", page.url.as_str())
        .with("title", page.title.clone().map_or(Value::Null, Value::from))
        .with("content", page.text.as_str())
        .with("is_cut", page.is_cut)
        .with("notice", DATA_NOTICE)
}
