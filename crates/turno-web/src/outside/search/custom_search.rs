//! Google Custom Search, which ends on 2027-01-01.

use serde_json::Value;
use url::Url;

use super::{Findings, Question, SearchBackend, SearchFault, fault_of_status, hit, list_at, text_at};
use crate::{
    outgoing::{Method, OutgoingRequest, OutgoingResponse},
    secret::Secret,
};

/// The most that it gives at a time.
const COUNT_MAX: usize = 10;

pub(super) struct CustomSearch {
    base: Url,
    key: Secret,
    engine_id: String,
}

impl CustomSearch {
    pub(super) fn new(base: Url, key: Secret, engine_id: String) -> Self {
        Self { base, key, engine_id }
    }
}

impl SearchBackend for CustomSearch {
    fn name(&self) -> &'static str {
        "google_custom_search"
    }

    fn cost_micros(&self) -> u64 {
        5_000
    }

    fn request(&self, question: &Question<'_>) -> OutgoingRequest {
        let mut url = self.base.clone();
        url.query_pairs_mut()
            .append_pair("cx", &self.engine_id)
            .append_pair("q", question.query)
            .append_pair("num", &question.count.min(COUNT_MAX).to_string())
            .append_pair("lr", &format!("lang_{}", question.language.code()))
            .append_pair("gl", &question.country.to_ascii_lowercase())
            .append_pair("key", self.key.expose());
        OutgoingRequest::new(Method::Get, url.as_str())
    }

    fn findings(&self, response: &OutgoingResponse, body: &Value) -> Result<Findings, SearchFault> {
        if !response.is_success() {
            let error = body.get("error");
            let message = error.and_then(|error| text_at(error, "message"));
            let reasons = error.and_then(|error| list_at(error, &["errors"])).into_iter().flatten();
            let reasons: Vec<String> = reasons.filter_map(|error| text_at(error, "reason")).collect();
            let is_one_of = |known: &[&str]| reasons.iter().any(|reason| known.contains(&reason.as_str()));
            let detail = message.unwrap_or_default();
            return Err(if is_one_of(&["dailyLimitExceeded", "quotaExceeded"]) {
                SearchFault::OutOfQuota(detail)
            } else if is_one_of(&["keyInvalid", "badRequest"]) && detail.contains("API key") {
                SearchFault::KeyRefused(detail)
            } else {
                fault_of_status(response, Some(detail.as_str()).filter(|detail| !detail.is_empty()))
            });
        }
        if !body.is_object() {
            return Err(SearchFault::BadAnswer("it answered with something else than JSON".to_owned()));
        }
        // Where nothing was found there is no `items`.
        let hits = list_at(body, &["items"]).into_iter().flatten();
        Ok(Findings {
            answer: None,
            hits: hits.filter_map(|value| hit(value, "link", "snippet", &[])).collect(),
        })
    }
}
