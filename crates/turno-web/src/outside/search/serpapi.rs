//! SerpApi: Google's results. Finding nothing is a success with an `error`.

use serde_json::Value;
use url::Url;

use super::{Findings, Question, SearchBackend, SearchFault, fault_of_status, hit, list_at, text_at};
use crate::{
    outgoing::{Method, OutgoingRequest, OutgoingResponse},
    secret::Secret,
};

pub(super) struct SerpApi {
    base: Url,
    key: Secret,
}

impl SerpApi {
    pub(super) fn new(base: Url, key: Secret) -> Self {
        Self { base, key }
    }
}

impl SearchBackend for SerpApi {
    fn name(&self) -> &'static str {
        "serpapi"
    }

    fn cost_micros(&self) -> u64 {
        10_000
    }

    fn request(&self, question: &Question<'_>) -> OutgoingRequest {
        let mut url = self.base.clone();
        url.query_pairs_mut()
            .append_pair("engine", "google_light")
            .append_pair("q", question.query)
            .append_pair("num", &question.count.to_string())
            .append_pair("hl", question.language.code())
            .append_pair("gl", &question.country.to_ascii_lowercase())
            .append_pair("api_key", self.key.expose());
        OutgoingRequest::new(Method::Get, url.as_str())
    }

    fn findings(&self, response: &OutgoingResponse, body: &Value) -> Result<Findings, SearchFault> {
        let error = text_at(body, "error");
        let says =
            |words: &str| error.as_ref().is_some_and(|error| error.to_ascii_lowercase().contains(words));
        if !response.is_success() {
            if response.status == 429 && (says("run out of searches") || says("searches for the month")) {
                return Err(SearchFault::OutOfQuota(error.unwrap_or_default()));
            }
            return Err(fault_of_status(response, error.as_deref()));
        }
        let status = body.get("search_metadata").and_then(|data| text_at(data, "status"));
        let hits = list_at(body, &["organic_results"]);
        match (hits, status.as_deref(), error) {
            (Some(hits), _, _) => Ok(Findings {
                answer: answer_of(body),
                hits: hits.iter().filter_map(|value| hit(value, "link", "snippet", &["date"])).collect(),
            }),
            (None, Some("Error"), error) => Err(SearchFault::Unavailable(error.unwrap_or_default())),
            // "Google hasn't returned any results for this query."
            (None, Some("Success" | "Cached"), _) => {
                Ok(Findings { answer: answer_of(body), hits: Vec::new() })
            }
            (None, _, error) => {
                Err(SearchFault::BadAnswer(error.unwrap_or_else(|| "no `organic_results`".to_owned())))
            }
        }
    }
}

fn answer_of(body: &Value) -> Option<String> {
    let answer = body.get("answer_box")?;
    ["answer", "snippet", "result"].iter().find_map(|name| text_at(answer, name))
}
