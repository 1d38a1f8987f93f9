//! Whatever speaks the chat completions of OpenAI: OpenAI itself, Groq, Ollama, vLLM, LiteLLM, Gemini's second front, ...

mod answer;
mod request;
mod service;

use std::collections::BTreeMap;
use std::sync::Arc;

use async_openai::Client;
use async_openai::config::Config;
use async_trait::async_trait;
use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderName, HeaderValue};
use secrecy::SecretString;
use serde_json::Value;
use turno_core::{Finish, ModelAnswer, ModelFailure, ModelFailureKind, ModelRequest, Usage};

use crate::fault::{Refusal, not_carried};
use crate::form::{Form, KeptForms};
use crate::key::ApiKey;
use crate::options::{OptionsFault, base_url, extra_headers};
use crate::provider::{Provider, Told};
use crate::said::{Said, malformed};
use crate::transport::{Transport, trusts_nobody};
use crate::wire;
use service::{Call, Carrier};

/// A provider that speaks chat completions.
#[derive(Debug, Clone)]
pub struct OpenAiOptions {
    /// What it is called in `provider/model`.
    pub name: String,
    /// What stands before `/chat/completions`: `https://api.openai.com/v1`, `http://127.0.0.1:11434/v1`.
    pub base_url: String,
    /// Sent as `Authorization: Bearer`; none: a server of one's own may want none.
    pub key: Option<ApiKey>,
    /// Further headers of each request.
    pub headers: BTreeMap<String, String>,
    /// Further fields of each request's body; they win over Turno's own: `reasoning_effort = "low"`.
    pub extra: BTreeMap<String, Value>,
    /// Which field bounds the answer.
    pub max_tokens: MaxTokensField,
    /// Whether answers are streamed where there are tools; some servers lose calls then.
    pub streams_with_tools: bool,
    /// Whether it is asked for the usage of streams; a few servers refuse the question.
    pub asks_for_usage: bool,
    /// Whether it knows `json_schema`; else it is asked for some JSON object, and told the schema in words.
    pub knows_json_schema: bool,
    /// Whether calls are held to the schemas of tools that have a strict form (`strict`). Left out: where it is OpenAI itself;
    /// not everybody who speaks its words knows this one.
    pub strict_tools: Option<bool>,
    /// Fields of the model's messages that it wants back unread, with its next question. `reasoning_content` is for DeepSeek
    /// and Kimi, which refuse a talk with calls without it; others refuse a talk with it.
    pub gives_back: Vec<String>,
}

/// The field that bounds an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MaxTokensField {
    /// `max_completion_tokens`: OpenAI, Groq.
    MaxCompletionTokens,
    /// `max_tokens`: most others.
    MaxTokens,
}

impl OpenAiOptions {
    /// A provider under a name, as OpenAI itself is.
    pub fn new(name: impl Into<String>, base_url: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            base_url: base_url.into(),
            key: None,
            headers: BTreeMap::new(),
            extra: BTreeMap::new(),
            max_tokens: MaxTokensField::MaxCompletionTokens,
            streams_with_tools: true,
            asks_for_usage: true,
            knows_json_schema: true,
            strict_tools: None,
            gives_back: vec!["extra_content".to_owned(), "reasoning_details".to_owned()],
        }
    }
}

/// A provider that speaks chat completions.
pub struct OpenAi {
    options: OpenAiOptions,
    endpoint: Endpoint,
    transport: Arc<dyn Transport>,
    forms: KeptForms,
    /// Builds requests, and sends none.
    builder: reqwest::Client,
}

impl OpenAi {
    /// A provider whose requests go through `transport`.
    ///
    /// # Errors
    /// [`OptionsFault`] where the address, the key or a header cannot be used.
    pub fn new(options: OpenAiOptions, transport: Arc<dyn Transport>) -> Result<Self, OptionsFault> {
        let base_url = base_url(&options.name, &options.base_url)?;
        let mut headers = extra_headers(&options.name, &options.headers)?;
        if let Some(key) = &options.key {
            let value = key.header("Bearer ").ok_or_else(|| OptionsFault::Key(options.name.clone()))?;
            headers.insert(AUTHORIZATION, value);
        }
        let tls = trusts_nobody().map_err(OptionsFault::Machine)?;
        let builder = reqwest::Client::builder()
            .no_proxy()
            .tls_backend_preconfigured(tls)
            .build()
            .map_err(|error| OptionsFault::Machine(error.to_string()))?;
        let is_openai = url::Url::parse(&base_url).is_ok_and(|url| url.host_str() == Some("api.openai.com"));
        let form = match options.strict_tools.unwrap_or(is_openai) {
            true => Form::OpenAiStrict,
            false => Form::OpenAi,
        };
        Ok(Self {
            forms: KeptForms::new(form),
            endpoint: Endpoint(Arc::new(EndpointParts {
                base_url,
                headers,
                no_key: SecretString::default(),
            })),
            options,
            transport,
            builder,
        })
    }

    fn refused(&self, refusal: &Refusal) -> ModelFailure {
        refusal.failure(&self.options.name, self.options.key.as_ref())
    }

    /// What a request that brought no answer means. A server that could not read its model's call may tell what the
    /// model wrote; where that is plain words, it is the answer.
    fn no_answer(
        &self,
        model: &str,
        call: &Call,
        error: &async_openai::error::OpenAIError,
        mut said: Said<'_>,
    ) -> Result<ModelAnswer, ModelFailure> {
        if let Some(fault) = call.fault() {
            return Err(not_carried(&self.options.name, &fault));
        }
        let Some(refusal) = call.refusal() else {
            return Err(ModelFailure::new(
                ModelFailureKind::Malformed,
                format!("{}: {error}", self.options.name),
            ));
        };
        match refusal.failed_generation.as_deref().filter(|text| is_plain_words(text)) {
            Some(words) => {
                said.push(words);
                Ok(ModelAnswer {
                    text: said.into_text(),
                    calls: Vec::new(),
                    finish: Finish::Stop,
                    usage: Usage::default(),
                    provider: self.options.name.clone(),
                    model: model.to_owned(),
                    cost_micros: 0,
                    opaque: None,
                    failed: Vec::new(),
                })
            }
            None => Err(self.refused(&refusal)),
        }
    }
}

#[async_trait]
impl Provider for OpenAi {
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
        let said = Said::new(told);
        let call = Arc::new(Call::default());
        let client = Client::build(self.builder.clone(), self.endpoint.clone())
            .with_http_service(Carrier { transport: Arc::clone(&self.transport), call: Arc::clone(&call) });
        let body = request::body(&self.options, &self.forms, model, request);
        let mut chunks = match client.chat().create_stream_byot::<_, Value>(body).await {
            Ok(chunks) => chunks,
            Err(error) => return self.no_answer(model, &call, &error, said),
        };
        let mut answer = answer::Answer::new(said, &self.options.gives_back);
        match answer.read(&mut chunks, &call).await {
            Ok(()) => Ok(answer.finish(&self.options.name, model, request)),
            Err(answer::Stopped::Refused(refusal)) => Err(answer.failed(self.refused(&refusal))),
            Err(answer::Stopped::Fault(fault)) => Err(answer.failed(not_carried(&self.options.name, &fault))),
            Err(answer::Stopped::Unreadable(why)) => {
                Err(answer.failed(malformed(format!("{}: {why}", self.options.name))))
            }
        }
    }
}

/// Whether what a model wrote is meant for people, and no call that went wrong.
fn is_plain_words(text: &str) -> bool {
    let text = text.trim();
    let marks =
        ["<function", "<tool", "tool_call", "<|", "```", "\"name\"", "\"arguments\"", "\"parameters\""];
    !text.is_empty() && !text.starts_with(['{', '[', '<']) && !marks.iter().any(|mark| text.contains(mark))
}

/// Where requests go, with what headers. Nothing is read from the environment.
#[derive(Clone)]
struct Endpoint(Arc<EndpointParts>);

struct EndpointParts {
    base_url: String,
    headers: HeaderMap<HeaderValue>,
    no_key: SecretString,
}

impl Config for Endpoint {
    fn headers(&self) -> HeaderMap {
        let mut headers = self.0.headers.clone();
        headers.insert(
            HeaderName::from_static("accept"),
            HeaderValue::from_static("text/event-stream, application/json"),
        );
        headers
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.0.base_url)
    }

    fn query(&self) -> Vec<(&str, &str)> {
        Vec::new()
    }

    fn api_base(&self) -> &str {
        &self.0.base_url
    }

    fn api_key(&self) -> &SecretString {
        // It stands in the headers, and is asked for by nothing that is used here.
        &self.0.no_key
    }
}
