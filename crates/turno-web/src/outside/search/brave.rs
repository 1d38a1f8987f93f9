//! Brave Search.

use serde_json::Value;
use url::Url;

use super::{Findings, Question, SearchBackend, SearchFault, fault_of_status, hit, list_at, text_at};
use crate::{
    outgoing::{Method, OutgoingRequest, OutgoingResponse},
    secret::Secret,
};

/// The longest query that it takes, in characters.
const QUERY_CHARACTERS_MAX: usize = 400;

pub(super) struct Brave {
    base: Url,
    key: Secret,
}

impl Brave {
    pub(super) fn new(base: Url, key: Secret) -> Self {
        Self { base, key }
    }
}

impl SearchBackend for Brave {
    fn name(&self) -> &'static str {
        "brave"
    }

    fn cost_micros(&self) -> u64 {
        500
    }

    fn request(&self, question: &Question<'_>) -> OutgoingRequest {
        let query: String = question.query.chars().take(QUERY_CHARACTERS_MAX).collect();
        let mut url = self.base.clone();
        url.query_pairs_mut()
            .append_pair("q", &query)
            .append_pair("count", &question.count.to_string())
            .append_pair("country", question.country)
            .append_pair("search_lang", question.language.code());
        OutgoingRequest::new(Method::Get, url.as_str())
            .header("Accept", "application/json")
            .header("X-Subscription-Token", self.key.expose())
    }

    fn findings(&self, response: &OutgoingResponse, body: &Value) -> Result<Findings, SearchFault> {
        if !response.is_success() {
            let error = body.get("error");
            let code = error.and_then(|error| text_at(error, "code")).unwrap_or_default();
            let detail =
                error.and_then(|error| text_at(error, "detail")).or_else(|| text_at(body, "message"));
            // Its limits are lists: of this second, and of this month.
            let month_is_over = response
                .header("x-ratelimit-remaining")
                .and_then(|left| left.split(',').nth(1)?.trim().parse::<i64>().ok())
                .is_some_and(|left| left <= 0)
                && response
                    .header("x-ratelimit-limit")
                    .and_then(|limit| limit.split(',').nth(1)?.trim().parse::<i64>().ok())
                    != Some(0);
            return Err(match response.status {
                429 if month_is_over || code == "QUOTA_LIMITED" => {
                    SearchFault::OutOfQuota(detail.unwrap_or(code))
                }
                429 => SearchFault::RateLimited(response.retry_after_ms().or_else(|| reset_ms(response))),
                // A wrong key is told as a wrong request.
                400..=499 if code == "SUBSCRIPTION_TOKEN_INVALID" => SearchFault::KeyRefused(code),
                _ => fault_of_status(response, detail.as_deref()),
            });
        }
        if !body.is_object() {
            return Err(SearchFault::BadAnswer("it answered with something else than JSON".to_owned()));
        }
        let hits = |part: &str| {
            let found = list_at(body, &[part, "results"]).into_iter().flatten();
            found
                .filter_map(|value| hit(value, "url", "description", &["age", "page_age"]))
                .collect::<Vec<_>>()
        };
        let web = hits("web");
        Ok(Findings { answer: None, hits: if web.is_empty() { hits("news") } else { web } })
    }
}

fn reset_ms(response: &OutgoingResponse) -> Option<u64> {
    let seconds = response.header("x-ratelimit-reset")?.split(',').next()?.trim().parse::<u64>().ok()?;
    seconds.checked_mul(1_000)
}
