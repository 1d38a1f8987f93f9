//! Perplexity's Search API: results without an answer.

use serde_json::{Value, json};
use url::Url;

use super::{Findings, Question, SearchBackend, SearchFault, fault_of_status, hit, list_at, text_at};
use crate::{
    outgoing::{Method, OutgoingRequest, OutgoingResponse},
    secret::Secret,
};

/// How much of each page it looks at.
const TOKENS_PER_PAGE: u32 = 256;

pub(in crate::outside) struct PerplexitySearchApi {
    base: Url,
    key: Secret,
}

impl PerplexitySearchApi {
    pub(in crate::outside) fn new(base: Url, key: Secret) -> Self {
        Self { base, key }
    }
}

impl SearchBackend for PerplexitySearchApi {
    fn name(&self) -> &'static str {
        "perplexity"
    }

    fn cost_micros(&self) -> u64 {
        5_000
    }

    fn request(&self, question: &Question<'_>) -> OutgoingRequest {
        let body = json!({
            "query": question.query, "max_results": question.count, "max_tokens_per_page": TOKENS_PER_PAGE,
            "search_language_filter": [question.language.code()],
        });
        OutgoingRequest::new(Method::Post, self.base.as_str())
            .json(&body)
            .header("Authorization", format!("Bearer {}", self.key.expose()))
    }

    fn findings(&self, response: &OutgoingResponse, body: &Value) -> Result<Findings, SearchFault> {
        if !response.is_success() {
            return Err(refusal(response, body));
        }
        let hits =
            list_at(body, &["results"]).ok_or_else(|| SearchFault::BadAnswer("no `results`".to_owned()))?;
        Ok(Findings {
            answer: None,
            hits: hits
                .iter()
                .filter_map(|value| hit(value, "url", "snippet", &["date", "last_updated"]))
                .collect(),
        })
    }
}

/// What an answer without success means, at every address of Perplexity's: errors are as OpenAI's.
pub(in crate::outside) fn refusal(response: &OutgoingResponse, body: &Value) -> SearchFault {
    let error = body.get("error");
    let message = error.and_then(|error| text_at(error, "message")).or_else(|| text_at(body, "detail"));
    let kind =
        error.and_then(|error| text_at(error, "type").or_else(|| text_at(error, "code"))).unwrap_or_default();
    if kind == "insufficient_quota" {
        return SearchFault::OutOfQuota(message.unwrap_or(kind));
    }
    fault_of_status(response, message.as_deref())
}
