//! `fetch_page_content`: a page of the business's own site, as Markdown, kept for a while.

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use turno_business::{
    Site,
    answer::Answer,
    parameters,
    say::{Said, Voice},
};
use turno_core::{Execution, Timestamp, ToolSpec};
use turno_runtime::port::{Batch, Prepared, Store, ToolContext, ToolError};
use url::Url;

use super::{
    call::{Call, Looks},
    page::{self, Page, Reader, ReaderOptions},
    page_cache,
    path::{self, PathFault},
    shared::{DATA_NOTICE, refused},
};
use crate::{outgoing::Outgoing, secret::Secrets};

/// `[tools.fetch_page_content]`: how the sites of the businesses whose `[site]` allows it are read.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct FetchPageOptions {
    /// A reader service; none: pages are converted here.
    pub reader: Option<ReaderOptions>,
}

pub(super) struct FetchPageContent {
    spec: ToolSpec,
    outgoing: Outgoing,
    reader: Option<Reader>,
}

impl FetchPageContent {
    /// # Errors
    /// What is wrong with the options, and how to mend it.
    pub(super) fn new(
        options: &FetchPageOptions,
        secrets: &Secrets,
        outgoing: Outgoing,
    ) -> Result<Self, String> {
        let reader = options.reader.as_ref().map(|reader| Reader::new(reader, secrets));
        Ok(Self { spec: spec(), outgoing, reader: reader.transpose()? })
    }

    async fn page(
        &self,
        store: &dyn Store,
        context: &ToolContext,
        site: &Site,
        url: &Url,
    ) -> Result<Found, ToolError> {
        let tenant = &context.conversation.tenant;
        if site.cache_enabled
            && let Some((page, fetched_at)) =
                page_cache::cached(store, tenant, url.as_str(), context.now).await?
        {
            return Ok(Found::Cached(page, fetched_at));
        }
        let may_ask = |url: &Url| site.has(url) && path::is_allowed(url.path(), &site.allowed_paths);
        let timeout_ms = site.fetch_timeout_ms.clamp(1_000, 29_000);
        match page::load(&self.outgoing, self.reader.as_ref(), url, timeout_ms, &may_ask).await {
            Ok(page) => {
                let batch = if site.cache_enabled {
                    page_cache::keep(tenant, url.as_str(), &page, context.now, site.cache_ttl_seconds)?
                } else {
                    Batch::default()
                };
                Ok(Found::Fresh(page, batch))
            }
            Err(why) => Ok(Found::None(why)),
        }
    }
}

enum Found {
    Cached(Page, Timestamp),
    Fresh(Page, Batch),
    None(page::NoText),
}

fn spec() -> ToolSpec {
    let path = json!({"type": "string", "minLength": 1, "maxLength": 500, "x-slot": "text",
        "description": "The page's path on the site: /productos, /servicios, /contacto, /precios, /nosotros",
        "x-name": parameters::names("parameter.page")});
    ToolSpec {
        source: super::DOCUMENT_5.to_owned(),
        execution: Execution::ApiCall,
        rate_limit_per_minute: Some(60),
        timeout_ms: 30_000,
        result_bytes_max: page::RESULT_BYTES_MAX,
        ..ToolSpec::new(
            "fetch_page_content",
            "Gives the content of a page of the business's own web site: products, services, prices, contact, hours, location",
            "web",
            parameters::object(json!({ "path": path }), &["path"]),
        )
    }
}

#[async_trait]
impl Looks for FetchPageContent {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn look(
        &self,
        store: &dyn Store,
        Call { voice, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let Some(site) = voice.business.site.as_ref().filter(|site| site.fetch_page_enabled) else {
            let answer = refused(&voice, "not_enabled", "site.not_enabled");
            return Ok(answer
                .with("cure", "set `fetch_page_enabled = true` in the business's [site]")
                .read_only());
        };
        if u32::from(context.calls_before) >= site.max_iterations {
            return Ok(too_many(&voice, site.max_iterations).read_only());
        }
        let text = parameters.required_text("path")?;
        let url = match page_url(site, text) {
            Ok(url) => url,
            Err(fault) => return Ok(not_allowed(&voice, &fault).read_only()),
        };
        if !path::is_allowed(url.path(), &site.allowed_paths) {
            let answer = refused(&voice, "path_not_allowed", "site.not_allowed");
            return Ok(answer.with("allowed_paths", site.allowed_paths.clone()).read_only());
        }
        Ok(match self.page(store, context, site, &url).await? {
            Found::Cached(page, fetched_at) => {
                told(&voice, &url, &page, fetched_at).with("from_cache", true).read_only()
            }
            Found::Fresh(page, batch) => {
                told(&voice, &url, &page, context.now).with("from_cache", false).and_write(batch)
            }
            Found::None(why) => page::no_text(&voice, &why).read_only(),
        })
    }
}

/// The URL of a page: its path on the site's own domain, whatever of its domains it was asked for by.
fn page_url(site: &Site, text: &str) -> Result<Url, PathFault> {
    let root = site.root().ok_or(PathFault::Address)?;
    let text = text.trim();
    let on_site =
        Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && site.is_host(url));
    let is_plain = |url: &Url| url.username().is_empty() && url.password().is_none();
    let relative = match on_site {
        // What comes after the domain in what was written: a parsed URL has its `..` taken out already.
        Some(url) if is_plain(&url) => text.splitn(4, '/').nth(3).unwrap_or_default().to_owned(),
        Some(_) => return Err(PathFault::Address),
        None => text.to_owned(),
    };
    let (path, query) = if relative.is_empty() && !text.is_empty() {
        ("/".to_owned(), None)
    } else {
        path::page_path(&relative)?
    };
    let mut url = root.clone();
    url.set_path(&path);
    url.set_query(query.as_deref());
    // Nothing that the parser does to a path may lead off the site either.
    if url.origin() == root.origin() { Ok(url) } else { Err(PathFault::Address) }
}

/// The site's `max_iterations` is spent: whoever called, a graph or a model, is to go on with what it has.
fn too_many(voice: &Voice<'_>, max: u32) -> Answer {
    let said = match max {
        1 => voice.words("site.enough_of_one").to_owned(),
        _ => voice.say("site.enough", &[("count", &max)]),
    };
    Answer::refused("too_many_pages", &Said::same(said))
        .with("max_pages", max)
        .with(
            "cure",
            "answer from the pages that were read, or ask the user; the next message of the user begins a new count",
        )
}

fn not_allowed(voice: &Voice<'_>, fault: &PathFault) -> Answer {
    refused(voice, "path_not_allowed", "site.no_page_of_it").with("detail", fault.to_string())
}

fn told(voice: &Voice<'_>, url: &Url, page: &Page, fetched_at: Timestamp) -> Answer {
    let path = url.path();
    let said = if page.is_cut {
        let characters = page.text.chars().count();
        voice.say("site.read_cut", &[("path", &path), ("characters", &characters)])
    } else {
        voice.say("site.read", &[("path", &path)])
    };
    Answer::done(&Said::same(said))
        .with("url", page.url.as_str())
        .with("path", path)
        .with("title", page.title.clone().map_or(Value::Null, Value::from))
        .with("content", page.text.as_str())
        .with("is_cut", page.is_cut)
        .with("fetched_at", fetched_at.to_jiff().to_string())
        .with("notice", DATA_NOTICE)
}
