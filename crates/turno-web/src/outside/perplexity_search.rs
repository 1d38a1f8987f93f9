//! `perplexity_search`: an answer from the web, with where it comes from.

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use turno_business::parameters;
use turno_core::{Execution, ToolSpec};
use turno_runtime::port::{Prepared, Store, ToolError};
use url::Url;

use super::{
    call::{Call, Looks},
    google_search::{query_parameter, time_on},
    search::{
        ANSWER_BYTES_MAX, Findings, Hit, Question, SearchBackend, SearchFault, ask, hit, list_at,
        perplexity::{PerplexitySearchApi, refusal},
        text_at,
        told::{found, not_searched},
    },
    text::cut_for_json,
};
use crate::{
    outgoing::{Method, Outgoing, OutgoingRequest},
    secret::{Secret, Secrets},
};

/// The most sources that are given.
const CITATIONS_MAX: usize = 6;

/// `[tools.perplexity_search]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PerplexitySearchOptions {
    /// The name of the secret that is the key.
    pub key: String,
    /// Where it is asked: what comes before `/v1/responses`, `/search` or `/chat/completions`.
    #[serde(default = "base_url")]
    pub base_url: String,
    /// What is spoken there.
    #[serde(default)]
    pub style: PerplexityStyle,
    /// The model of a basic search.
    #[serde(default = "basic")]
    pub basic: SearchModel,
    /// The model of an advanced one.
    #[serde(default = "advanced")]
    pub advanced: SearchModel,
    /// The longest that a search may take, in milliseconds: 500 to 29,000; on the phone 3,000 at most.
    #[serde(default = "timeout_ms")]
    #[schemars(range(min = 500, max = 29_000))]
    pub timeout_ms: u64,
    /// Searches a minute that a business may make.
    #[serde(default = "rate_limit_per_minute")]
    pub rate_limit_per_minute: u32,
}

/// What a service speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PerplexityStyle {
    /// The Agent API: an answer and its sources.
    #[default]
    Agent,
    /// The Search API: results without an answer.
    Search,
    /// The chat completions that Perplexity itself ended on 2026-09-27, where another service still speaks them.
    Chat,
}

/// The model that answers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchModel {
    /// Its name: `perplexity/sonar`; with the style `chat` what that service calls it.
    pub model: String,
    /// How much it looks around, with the style `agent`: `fast`, `low`, `medium`, `high`, `xhigh`.
    #[serde(default)]
    pub preset: Option<String>,
    /// What one search costs, in millionths of a US dollar.
    pub cost_micros: u64,
}

fn base_url() -> String {
    "https://api.perplexity.ai".to_owned()
}

fn basic() -> SearchModel {
    SearchModel { model: "perplexity/sonar".to_owned(), preset: None, cost_micros: 1_000 }
}

fn advanced() -> SearchModel {
    SearchModel { model: "perplexity/sonar".to_owned(), preset: Some("high".to_owned()), cost_micros: 5_000 }
}

fn timeout_ms() -> u64 {
    20_000
}

fn rate_limit_per_minute() -> u32 {
    60
}

pub(super) struct PerplexitySearch {
    spec: ToolSpec,
    outgoing: Outgoing,
    secrets: Secrets,
    key: Secret,
    options: PerplexitySearchOptions,
}

impl PerplexitySearch {
    /// # Errors
    /// What is wrong with the options, and how to mend it.
    pub(super) fn new(
        options: &PerplexitySearchOptions,
        secrets: &Secrets,
        outgoing: Outgoing,
    ) -> Result<Self, String> {
        let mut options = options.clone();
        Url::parse(&options.base_url).map_err(|error| format!("`base_url` is no URL: {error}"))?;
        options.base_url = options.base_url.trim_end_matches('/').to_owned();
        options.timeout_ms = options.timeout_ms.clamp(500, 29_000);
        Ok(Self {
            spec: spec(&options),
            outgoing,
            secrets: secrets.clone(),
            key: secrets.get(&options.key).map_err(|missing| missing.to_string())?,
            options,
        })
    }

    async fn answer(
        &self,
        question: &Question<'_>,
        model: &SearchModel,
        timeout_ms: u64,
    ) -> Result<Findings, SearchFault> {
        let (path, body) = match self.options.style {
            PerplexityStyle::Agent => ("/v1/responses", agent_body(question, model)),
            PerplexityStyle::Chat => ("/chat/completions", chat_body(question, model)),
            PerplexityStyle::Search => {
                let url = Url::parse(&format!("{}/search", self.options.base_url));
                let url = url.map_err(|error| SearchFault::Rejected(error.to_string()))?;
                let api = PerplexitySearchApi::new(url, self.key.clone());
                return api.search(&self.outgoing, question, timeout_ms).await;
            }
        };
        let mut request = OutgoingRequest::new(Method::Post, format!("{}{path}", self.options.base_url))
            .json(&body)
            .header("Authorization", format!("Bearer {}", self.key.expose()));
        request.timeout_ms = timeout_ms;
        let (response, body) = ask(&self.outgoing, request).await?;
        if !response.is_success() {
            return Err(refusal(&response, &body));
        }
        let findings = match self.options.style {
            PerplexityStyle::Agent => of_agent(&body)?,
            PerplexityStyle::Chat | PerplexityStyle::Search => of_chat(&body)?,
        };
        Ok(bounded(findings))
    }
}

fn spec(options: &PerplexitySearchOptions) -> ToolSpec {
    let depth = json!({"type": "string", "enum": ["basic", "advanced"], "default": "basic", "x-slot": "term",
        "description": "basic: fast; advanced: more thorough",
        "x-terms": {"basic": parameters::terms("choice.basic"),
            "advanced": parameters::terms("choice.thorough")},
        "x-name": parameters::names("parameter.how_thorough")});
    ToolSpec {
        source: super::DOCUMENT_3.to_owned(),
        execution: Execution::ApiCall,
        rate_limit_per_minute: Some(options.rate_limit_per_minute),
        cost_micros: options.basic.cost_micros,
        tells_cost: true,
        timeout_ms: options.timeout_ms + 500,
        ..ToolSpec::new(
            "perplexity_search",
            "Searches the web for current information and gives an answer with its sources",
            "search",
            parameters::object(json!({"query": query_parameter(), "searchDepth": depth}), &["query"]),
        )
    }
}

#[async_trait]
impl Looks for PerplexitySearch {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn look(
        &self,
        _store: &dyn Store,
        Call { voice, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let depth = parameters.text("searchDepth").unwrap_or("basic");
        let model = if depth == "advanced" { &self.options.advanced } else { &self.options.basic };
        let question = Question {
            query: parameters.required_text("query")?,
            count: 5,
            language: voice.language,
            country: &voice.business.country,
        };
        let timeout_ms = time_on(context.conversation.channel, self.options.timeout_ms);
        Ok(match self.answer(&question, model, timeout_ms).await {
            Ok(findings) => {
                let citations: Vec<&str> = findings.hits.iter().map(|hit| hit.url.as_str()).collect();
                found(&voice, question.query, "perplexity", &findings)
                    .with("citations", citations)
                    .with("searchDepth", depth)
                    .with("model", model.model.as_str())
                    .with("cost_micros", model.cost_micros)
            }
            Err(fault) => not_searched(&voice, &fault, &self.secrets)
                .with("cost_micros", fault.cost_micros(model.cost_micros)),
        }
        .read_only())
    }
}

fn agent_body(question: &Question<'_>, model: &SearchModel) -> Value {
    let mut body = json!({
        "model": model.model, "input": question.query, "instructions": question.instructions(),
        "max_output_tokens": 1000,
    });
    if let Some(preset) = &model.preset {
        body["preset"] = json!(preset);
    }
    body
}

fn chat_body(question: &Question<'_>, model: &SearchModel) -> Value {
    json!({
        "model": model.model, "temperature": 0.2, "max_tokens": 1000,
        "messages": [{"role": "system", "content": question.instructions()}, {"role": "user", "content": question.query}],
    })
}

/// `output` is a list: messages with their texts, and what was searched.
fn of_agent(body: &Value) -> Result<Findings, SearchFault> {
    if text_at(body, "status").as_deref() == Some("failed") {
        let message = body.get("error").and_then(|error| text_at(error, "message"));
        return Err(SearchFault::Unavailable(message.unwrap_or_else(|| "the answer failed".to_owned())));
    }
    let items = list_at(body, &["output"]).ok_or_else(|| SearchFault::BadAnswer("no `output`".to_owned()))?;
    let mut texts = Vec::new();
    let mut hits = Vec::new();
    let mut cited = Vec::new();
    for item in items {
        match text_at(item, "type").as_deref() {
            Some("search_results") => hits.extend(hits_of(list_at(item, &["results"]))),
            Some("message") => {
                for content in list_at(item, &["content"]).into_iter().flatten() {
                    texts.extend(text_at(content, "text"));
                    cited.extend(hits_of(list_at(content, &["annotations"])));
                }
            }
            Some(_) | None => {}
        }
    }
    // What was cited without having been listed.
    hits.extend(cited);
    answered(&texts.join("\n"), hits)
}

/// `choices[0].message.content`, with `search_results` or the older `citations`.
fn of_chat(body: &Value) -> Result<Findings, SearchFault> {
    let first = list_at(body, &["choices"]).and_then(|choices| choices.first());
    let text = first.and_then(|choice| choice.get("message")).and_then(|message| text_at(message, "content"));
    let mut hits = hits_of(list_at(body, &["search_results"]));
    let citations = list_at(body, &["citations"]).into_iter().flatten().filter_map(Value::as_str);
    hits.extend(citations.filter_map(|url| hit(&json!({ "url": url }), "url", "snippet", &[])));
    answered(&text.unwrap_or_default(), hits)
}

fn hits_of(list: Option<&Vec<Value>>) -> Vec<Hit> {
    let values = list.into_iter().flatten();
    values.filter_map(|value| hit(value, "url", "snippet", &["date", "last_updated"])).collect()
}

fn answered(text: &str, hits: Vec<Hit>) -> Result<Findings, SearchFault> {
    if text.trim().is_empty() {
        return Err(SearchFault::BadAnswer("the answer has no text".to_owned()));
    }
    Ok(Findings { answer: Some(text.trim().to_owned()), hits })
}

/// Each source once, and no more than a result holds.
fn bounded(findings: Findings) -> Findings {
    let mut hits: Vec<Hit> = Vec::new();
    for mut hit in findings.hits {
        if hits.len() < CITATIONS_MAX && hits.iter().all(|known| known.url != hit.url) {
            hit.snippet = cut_for_json(&hit.snippet, 200).to_owned();
            hits.push(hit);
        }
    }
    Findings {
        answer: findings.answer.map(|answer| cut_for_json(&answer, ANSWER_BYTES_MAX).to_owned()),
        hits,
    }
}
