//! `http_get`: what a URL answers.

use std::collections::BTreeMap;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use turno_business::{answer::Answer, parameters, say::Voice};
use turno_core::{Execution, ToolSpec};
use turno_runtime::port::{Prepared, Store, ToolError};
use url::Url;

use super::{
    call::{Call, Looks},
    hosts::{HostOptions, Hosts},
    shared::{DATA_NOTICE, refused, said, url_parameter},
    text::cut_for_json,
    web::{self, Kind, NoPage, Reading},
};
use crate::{
    outgoing::{Outgoing, OutgoingResponse},
    secret::Secrets,
};

/// What a result has room for.
const BODY_JSON_BYTES_MAX: usize = 12_000;

/// `[tools.http_get]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HttpGetOptions {
    /// The hosts that may be asked, as `api.example` or `api.example:8443`; none: every public one.
    pub hosts: BTreeMap<String, HostOptions>,
    /// The longest that an answer may take, in milliseconds: 1,000 to 30,000.
    #[schemars(range(min = 1_000, max = 30_000))]
    pub timeout_ms: u64,
}

impl Default for HttpGetOptions {
    fn default() -> Self {
        Self { hosts: BTreeMap::new(), timeout_ms: 10_000 }
    }
}

pub(super) struct HttpGet {
    spec: ToolSpec,
    outgoing: Outgoing,
    secrets: Secrets,
    hosts: Hosts,
    timeout_ms: u64,
}

impl HttpGet {
    /// # Errors
    /// What is wrong with the options, and how to mend it.
    pub(super) fn new(
        options: &HttpGetOptions,
        secrets: &Secrets,
        outgoing: Outgoing,
    ) -> Result<Self, String> {
        let timeout_ms = options.timeout_ms.clamp(1_000, 29_500);
        Ok(Self {
            spec: spec(timeout_ms),
            outgoing,
            secrets: secrets.clone(),
            hosts: Hosts::new(&options.hosts, secrets)?,
            timeout_ms,
        })
    }
}

fn spec(timeout_ms: u64) -> ToolSpec {
    ToolSpec {
        source: super::DOCUMENT_4.to_owned(),
        execution: Execution::ApiCall,
        rate_limit_per_minute: Some(60),
        timeout_ms: timeout_ms + 500,
        ..ToolSpec::new(
            "http_get",
            "Asks a URL and gives what it answers",
            "web",
            parameters::object(json!({ "url": url_parameter() }), &["url"]),
        )
    }
}

#[async_trait]
impl Looks for HttpGet {
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
        let may_ask = |url: &Url| self.hosts.is_empty() || self.hosts.has(url);
        let reading = Reading {
            headers: &self.hosts.headers(&url),
            url,
            timeout_ms: self.timeout_ms,
            bytes_max: 4 * BODY_JSON_BYTES_MAX,
            may_ask: &may_ask,
        };
        let answer = match web::read(&self.outgoing, reading).await {
            Ok(response) => told(&voice, &response, &self.secrets),
            Err(why @ NoPage::Elsewhere(_)) => {
                web::no_page(&voice, &why).with("cure", "list the host under [tools.http_get.hosts]")
            }
            Err(why) => web::no_page(&voice, &why),
        };
        Ok(answer.read_only())
    }
}

/// What is told of a text that is no URL.
pub(super) fn no_url(voice: &Voice<'_>) -> Answer {
    refused(voice, "invalid_url", "page.no_address")
}

fn told(voice: &Voice<'_>, response: &OutgoingResponse, secrets: &Secrets) -> Answer {
    if web::kind_of(response) == Kind::Other {
        return refused(voice, "not_text", "page.no_text_there").with("status", response.status);
    }
    // A host may tell what it was sent.
    let whole = secrets.mask(&response.text());
    let body = cut_for_json(&whole, BODY_JSON_BYTES_MAX);
    let is_cut = response.is_cut || body.len() < whole.len();
    let answer = if response.is_success() {
        Answer::done(&said(voice, "page.answered"))
    } else {
        web::bad_status(voice, response.status)
    };
    // As values too, where both have room.
    let value = serde_json::from_str::<Value>(body)
        .ok()
        .filter(|value| !is_cut && value.to_string().len() < BODY_JSON_BYTES_MAX / 3);
    let body = if value.is_some() { cut_for_json(body, BODY_JSON_BYTES_MAX / 2) } else { body };
    answer
        .with("status", response.status)
        .with("url", response.url.as_str())
        .with("content_type", response.header("content-type").unwrap_or_default())
        .with("body", body)
        .with("json", value.unwrap_or(Value::Null))
        .with("is_cut", is_cut)
        .with("notice", DATA_NOTICE)
}
