//! `google_search`: results of the web, from the service that is configured.

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use turno_business::parameters;
use turno_core::{Channel, Execution, ToolSpec};
use turno_runtime::port::{Prepared, Store, ToolError};

use super::{
    call::{Call, Looks},
    search::{
        Question, SearchBackend, SearchService, backend,
        told::{found, not_searched},
    },
};
use crate::{outgoing::Outgoing, secret::Secrets};

/// The most results of one search, and how many a listener can follow.
const COUNT_MAX: usize = 10;
const COUNT_HEARD: usize = 3;

/// How long a caller on the phone waits, in milliseconds.
const VOICE_TIMEOUT_MS: u64 = 3_000;

/// `[tools.google_search]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GoogleSearchOptions {
    /// The service that is asked.
    pub service: SearchService,
    /// The name of the secret that is its key.
    pub key: String,
    /// The id of the search engine: Google Custom Search only.
    #[serde(default)]
    pub engine_id: Option<String>,
    /// Where it is asked, where that is not its usual address.
    #[serde(default)]
    pub base_url: Option<String>,
    /// The longest that a search may take, in milliseconds: 500 to 20,000; on the phone 3,000 at most.
    #[serde(default = "timeout_ms")]
    #[schemars(range(min = 500, max = 20_000))]
    pub timeout_ms: u64,
    /// What one search costs, in millionths of a US dollar, where it is not the service's usual price.
    #[serde(default)]
    pub cost_micros: Option<u64>,
    /// Searches a minute that a business may make.
    #[serde(default = "rate_limit_per_minute")]
    pub rate_limit_per_minute: u32,
}

fn timeout_ms() -> u64 {
    8_000
}

fn rate_limit_per_minute() -> u32 {
    60
}

pub(super) struct GoogleSearch {
    spec: ToolSpec,
    outgoing: Outgoing,
    secrets: Secrets,
    backend: Box<dyn SearchBackend>,
    timeout_ms: u64,
}

impl GoogleSearch {
    /// # Errors
    /// What is wrong with the options, and how to mend it.
    pub(super) fn new(
        options: &GoogleSearchOptions,
        secrets: &Secrets,
        outgoing: Outgoing,
    ) -> Result<Self, String> {
        let key = secrets.get(&options.key).map_err(|missing| missing.to_string())?;
        let engine_id = options.engine_id.as_deref();
        let backend = backend(options.service, key, options.base_url.as_deref(), engine_id)?;
        let timeout_ms = options.timeout_ms.clamp(500, 20_000);
        Ok(Self {
            spec: ToolSpec {
                source: super::DOCUMENT_3.to_owned(),
                execution: Execution::ApiCall,
                rate_limit_per_minute: Some(options.rate_limit_per_minute),
                cost_micros: options.cost_micros.unwrap_or(backend.cost_micros()),
                tells_cost: true,
                timeout_ms: timeout_ms + 500,
                ..ToolSpec::new(
                    "google_search",
                    "Searches the web for current information and gives titles, addresses and snippets",
                    "search",
                    schema(),
                )
            },
            outgoing,
            secrets: secrets.clone(),
            backend,
            timeout_ms,
        })
    }
}

/// What is said of a service at the start; none where there is nothing to say.
pub(super) fn warning(service: SearchService) -> Option<&'static str> {
    match service {
        SearchService::GoogleCustomSearch => Some(
            "Google Custom Search takes no new customers and ends on 2027-01-01: choose another `service` before then",
        ),
        SearchService::Serpapi | SearchService::Brave | SearchService::Tavily | SearchService::Perplexity => {
            None
        }
    }
}

fn schema() -> Value {
    parameters::object(
        json!({
            "query": query_parameter(),
            "numResults": {"type": "integer", "minimum": 1, "maximum": COUNT_MAX, "default": 5,
                "description": "How many results; on the phone 3 at most", "x-name": parameters::names("parameter.how_many_results")},
        }),
        &["query"],
    )
}

/// The parameter that is searched for.
pub(super) fn query_parameter() -> Value {
    json!({"type": "string", "minLength": 1, "maxLength": 400, "description": "What to search for, in plain words", "x-slot": "text",
        "x-name": parameters::names("parameter.search")})
}

/// How long a search may take on a channel, in milliseconds.
pub(super) fn time_on(channel: Channel, timeout_ms: u64) -> u64 {
    match channel {
        Channel::Voice => timeout_ms.min(VOICE_TIMEOUT_MS),
        Channel::Whatsapp | Channel::Web | Channel::Test => timeout_ms,
    }
}

#[async_trait]
impl Looks for GoogleSearch {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn look(
        &self,
        _store: &dyn Store,
        Call { voice, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let channel = context.conversation.channel;
        let wanted =
            parameters.integer("numResults").and_then(|count| usize::try_from(count).ok()).unwrap_or(5);
        let most = match channel {
            Channel::Voice => COUNT_HEARD,
            Channel::Whatsapp | Channel::Web | Channel::Test => COUNT_MAX,
        };
        let question = Question {
            query: parameters.required_text("query")?,
            count: wanted.clamp(1, most),
            language: voice.language,
            country: &voice.business.country,
        };
        let findings =
            self.backend.search(&self.outgoing, &question, time_on(channel, self.timeout_ms)).await;
        Ok(match findings {
            Ok(findings) => found(&voice, question.query, self.backend.name(), &findings),
            Err(fault) => not_searched(&voice, &fault, &self.secrets)
                .with("cost_micros", fault.cost_micros(self.spec.cost_micros)),
        }
        .read_only())
    }
}
