//! Tavily, which gives an answer of its own besides its results.

use serde_json::{Value, json};
use url::Url;

use super::{
    ANSWER_BYTES_MAX, Findings, Question, SearchBackend, SearchFault, fault_of_status, hit, list_at, text_at,
};
use crate::{
    outgoing::{Method, OutgoingRequest, OutgoingResponse},
    outside::text::cut_for_json,
    secret::Secret,
};

pub(super) struct Tavily {
    base: Url,
    key: Secret,
}

impl Tavily {
    pub(super) fn new(base: Url, key: Secret) -> Self {
        Self { base, key }
    }
}

impl SearchBackend for Tavily {
    fn name(&self) -> &'static str {
        "tavily"
    }

    fn cost_micros(&self) -> u64 {
        2_000
    }

    fn request(&self, question: &Question<'_>) -> OutgoingRequest {
        let mut body = json!({
            "query": question.query, "search_depth": "basic", "topic": "general", "max_results": question.count,
            "include_answer": true, "include_raw_content": false,
        });
        if let Some(country) = country_name(question.country) {
            body["country"] = json!(country);
        }
        OutgoingRequest::new(Method::Post, self.base.as_str())
            .json(&body)
            .header("Authorization", format!("Bearer {}", self.key.expose()))
    }

    fn findings(&self, response: &OutgoingResponse, body: &Value) -> Result<Findings, SearchFault> {
        if !response.is_success() {
            let detail = body
                .get("detail")
                .and_then(|detail| text_at(detail, "error").or_else(|| detail.as_str().map(str::to_owned)));
            return Err(match response.status {
                432 | 433 => SearchFault::OutOfQuota(
                    detail.unwrap_or_else(|| "the plan's limit is reached".to_owned()),
                ),
                _ => fault_of_status(response, detail.as_deref()),
            });
        }
        let hits =
            list_at(body, &["results"]).ok_or_else(|| SearchFault::BadAnswer("no `results`".to_owned()))?;
        Ok(Findings {
            answer: text_at(body, "answer").map(|answer| cut_for_json(&answer, ANSWER_BYTES_MAX).to_owned()),
            hits: hits.iter().filter_map(|value| hit(value, "url", "content", &["published_date"])).collect(),
        })
    }
}

/// What Tavily calls the countries that businesses here are in.
fn country_name(code: &str) -> Option<&'static str> {
    Some(match code {
        "MX" => "mexico",
        "US" => "united states",
        "CA" => "canada",
        "ES" => "spain",
        "AR" => "argentina",
        "CO" => "colombia",
        "CL" => "chile",
        "PE" => "peru",
        "EC" => "ecuador",
        "UY" => "uruguay",
        "CR" => "costa rica",
        "PA" => "panama",
        "GB" => "united kingdom",
        _ => return None,
    })
}
