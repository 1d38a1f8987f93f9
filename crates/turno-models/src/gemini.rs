//! Gemini's generateContent.

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
use crate::transport::{HttpRequest, Transport};
use crate::wire;

/// A provider that speaks Gemini's generateContent.
#[derive(Debug, Clone)]
pub struct GeminiOptions {
    /// What it is called in `provider/model`.
    pub name: String,
    /// What stands before `/models/…`: `https://generativelanguage.googleapis.com/v1beta`.
    pub base_url: String,
    /// Sent as `x-goog-api-key`.
    pub key: Option<ApiKey>,
    /// Further headers of each request.
    pub headers: BTreeMap<String, String>,
    /// Further fields of each request's `generationConfig`; they win over Turno's own: `thinkingConfig`.
    pub extra: BTreeMap<String, Value>,
}

impl GeminiOptions {
    /// A provider under a name, as Google's own is.
    pub fn new(name: impl Into<String>, base_url: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            base_url: base_url.into(),
            key: None,
            headers: BTreeMap::new(),
            extra: BTreeMap::new(),
        }
    }
}

/// A provider that speaks Gemini's generateContent.
pub struct Gemini {
    options: GeminiOptions,
    base_url: url::Url,
    headers: HeaderMap,
    transport: Arc<dyn Transport>,
    forms: KeptForms,
}

impl Gemini {
    /// A provider whose requests go through `transport`.
    ///
    /// # Errors
    /// [`OptionsFault`] where the address, the key or a header cannot be used.
    pub fn new(options: GeminiOptions, transport: Arc<dyn Transport>) -> Result<Self, OptionsFault> {
        let fault = |error: url::ParseError| OptionsFault::BaseUrl {
            name: options.name.clone(),
            reason: error.to_string(),
        };
        let base_url = url::Url::parse(&base_url(&options.name, &options.base_url)?).map_err(fault)?;
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        headers.extend(extra_headers(&options.name, &options.headers)?);
        if let Some(key) = &options.key {
            let value = key.header("").ok_or_else(|| OptionsFault::Key(options.name.clone()))?;
            headers.insert(HeaderName::from_static("x-goog-api-key"), value);
        }
        Ok(Self { options, base_url, headers, transport, forms: KeptForms::new(Form::Gemini) })
    }

    /// Where a model is asked; its name is one part of the path, or two (`tunedModels/mine`).
    fn url(&self, model: &str) -> String {
        let mut url = self.base_url.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            match model.split_once('/') {
                Some((kind, model)) => path.push(kind).push(&format!("{model}:streamGenerateContent")),
                None => path.push("models").push(&format!("{model}:streamGenerateContent")),
            };
        }
        url.set_query(Some("alt=sse"));
        url.into()
    }
}

#[async_trait]
impl Provider for Gemini {
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
            url: self.url(model),
            headers: self.headers.clone(),
            body: request::body(&self.options, &self.forms, model, request).to_string().into(),
        };
        let read = async {
            let mut events = exchange::events(self.transport.as_ref(), sent).await?;
            answer.read(&mut events).await
        };
        match read.await {
            Ok(()) => Ok(answer.finish(who, model, request)),
            Err(stopped) => Err(answer.failed(Stopped::failure(stopped, who, key))),
        }
    }
}
