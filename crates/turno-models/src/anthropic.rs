//! Anthropic's Messages, and whoever speaks them.

mod answer;
mod request;

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use serde_json::Value;
use turno_core::{ModelAnswer, ModelFailure, ModelRequest};

use crate::exchange::{self, Stopped};
use crate::form::{Form, KeptForms};
use crate::key::ApiKey;
use crate::options::{OptionsFault, base_url, extra_headers};
use crate::provider::{Provider, Told};
use crate::said::Said;
use crate::sse;
use crate::transport::{HttpRequest, Transport};
use crate::wire;

/// Which version of its API is spoken.
const VERSION: &str = "2023-06-01";

/// A provider that speaks Anthropic's Messages.
#[derive(Debug, Clone)]
pub struct AnthropicOptions {
    /// What it is called in `provider/model`.
    pub name: String,
    /// What stands before `/v1/messages`: `https://api.anthropic.com`.
    pub base_url: String,
    /// Sent as `x-api-key`.
    pub key: Option<ApiKey>,
    /// Further headers of each request: `anthropic-beta`.
    pub headers: BTreeMap<String, String>,
    /// Further fields of each request's body; they win over Turno's own: `thinking`.
    pub extra: BTreeMap<String, Value>,
    /// Whether it is asked for JSON by `output_config.format`; else in words, as older models have to be.
    pub knows_json_schema: bool,
}

impl AnthropicOptions {
    /// A provider under a name, as Anthropic itself is.
    pub fn new(name: impl Into<String>, base_url: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            base_url: base_url.into(),
            key: None,
            headers: BTreeMap::new(),
            extra: BTreeMap::new(),
            knows_json_schema: true,
        }
    }
}

/// A provider that speaks Anthropic's Messages.
pub struct Anthropic {
    options: AnthropicOptions,
    url: String,
    headers: HeaderMap,
    transport: Arc<dyn Transport>,
    forms: KeptForms,
}

impl Anthropic {
    /// A provider whose requests go through `transport`.
    ///
    /// # Errors
    /// [`OptionsFault`] where the address, the key or a header cannot be used.
    pub fn new(options: AnthropicOptions, transport: Arc<dyn Transport>) -> Result<Self, OptionsFault> {
        let base_url = base_url(&options.name, &options.base_url)?;
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        headers.insert(HeaderName::from_static("anthropic-version"), HeaderValue::from_static(VERSION));
        headers.extend(extra_headers(&options.name, &options.headers)?);
        if let Some(key) = &options.key {
            let value = key.header("").ok_or_else(|| OptionsFault::Key(options.name.clone()))?;
            headers.insert(HeaderName::from_static("x-api-key"), value);
        }
        Ok(Self {
            url: format!("{base_url}/v1/messages"),
            options,
            headers,
            transport,
            forms: KeptForms::new(Form::Anthropic),
        })
    }
}

#[async_trait]
impl Provider for Anthropic {
    fn name(&self) -> &str {
        &self.options.name
    }

    async fn ask(
        &self,
        model: &str,
        request: &ModelRequest,
        told: &mut (dyn for<'t> FnMut(Told<'t>) + Send),
    ) -> Result<ModelAnswer, ModelFailure> {
        wire::checked(request)?;
        let who = &self.options.name;
        let key = self.options.key.as_ref();
        let mut answer = answer::Answer::new(Said::new(told));
        let sent = HttpRequest {
            method: Method::POST,
            url: self.url.clone(),
            headers: self.headers.clone(),
            body: request::body(&self.options, &self.forms, model, request).to_string().into(),
        };
        let read = async {
            let mut events = exchange::events(self.transport.as_ref(), sent).await?;
            if answer.read(&mut events).await? {
                sse::let_end(events);
            }
            Ok(())
        };
        match read.await {
            Ok(()) => Ok(answer.finish(who, model, request)),
            Err(stopped) => Err(answer.failed(Stopped::failure(stopped, who, key))),
        }
    }
}
