//! What is told of a search, to be read and to be heard.

use serde_json::{Value, json};
use turno_business::{
    answer::Answer,
    say::{Said, Voice},
};

use super::{Findings, Hit, SearchFault};
use crate::{
    outside::{
        shared::{DATA_NOTICE, refused},
        text::{cut, cut_for_json, spoken, without_citations},
    },
    secret::Secrets,
};

/// What a listener can follow, in characters.
const SPEECH_CHARACTERS_MAX: usize = 400;

/// The results of a search.
pub(in crate::outside) fn found(
    voice: &Voice<'_>,
    query: &str,
    provider: &str,
    findings: &Findings,
) -> Answer {
    let hits: Vec<Value> = findings.hits.iter().map(Hit::value).collect();
    let said = match (&findings.answer, findings.hits.as_slice()) {
        (Some(answer), _) => said_answer(answer),
        (None, []) => Said::same(voice.words("search.nothing")),
        (None, hits) => said_hits(voice, hits),
    };
    Answer::done(&said)
        .with("query", query)
        .with("provider", provider)
        .with("answer", findings.answer.clone().map_or(Value::Null, Value::from))
        .with("count", hits.len())
        .with("results", hits)
        .with("notice", DATA_NOTICE)
}

/// An answer, with its marks of sources taken out for the ear.
pub(in crate::outside) fn said_answer(answer: &str) -> Said {
    Said { text: without_citations(answer), speech: sentences(&spoken(answer)) }
}

/// The whole sentences at the beginning of a text that a listener can follow.
fn sentences(text: &str) -> String {
    let (start, is_cut) = cut(text, SPEECH_CHARACTERS_MAX);
    if !is_cut {
        return start.to_owned();
    }
    match start.rfind(". ").or_else(|| start.rfind("? ")).or_else(|| start.rfind("! ")) {
        Some(end) => start.get(..=end).unwrap_or(start).to_owned(),
        None => format!("{}…", start.rsplit_once(' ').map_or(start, |(words, _)| words)),
    }
}

fn said_hits(voice: &Voice<'_>, hits: &[Hit]) -> Said {
    let text: Vec<String> = hits
        .iter()
        .take(5)
        .map(|hit| format!("{}: {} ({})", hit.title, cut_for_json(&hit.snippet, 200), hit.url))
        .collect();
    // A listener cannot follow an address, nor more than three things.
    let speech: Vec<String> = hits
        .iter()
        .take(3)
        .map(|hit| {
            let snippet = sentences(&spoken(cut(&hit.snippet, 160).0));
            format!("{}: {}", spoken(&hit.title), snippet.trim_end_matches('.'))
        })
        .collect();
    let begin = voice.words("search.found");
    Said {
        text: format!("{begin}:\n{}", text.join("\n")),
        speech: format!("{begin}. {}.", speech.join(". ")),
    }
}

/// What is told where nothing could be searched. What a service says may hold its key: that is taken out.
pub(in crate::outside) fn not_searched(voice: &Voice<'_>, fault: &SearchFault, secrets: &Secrets) -> Answer {
    let (reason, detail) = match fault {
        SearchFault::KeyRefused(detail) => ("key_refused", detail.as_str()),
        SearchFault::OutOfQuota(detail) => ("out_of_quota", detail.as_str()),
        SearchFault::RateLimited(_) => ("rate_limited", ""),
        SearchFault::Rejected(detail) => ("rejected", detail.as_str()),
        SearchFault::TimedOut => ("timed_out", ""),
        SearchFault::Unavailable(detail) => ("unavailable", detail.as_str()),
        SearchFault::BadAnswer(detail) => ("bad_answer", detail.as_str()),
    };
    let answer = match fault {
        SearchFault::RateLimited(wait_ms) => {
            refused(voice, reason, "search.too_many").with("retry_after_ms", json!(wait_ms))
        }
        SearchFault::TimedOut => refused(voice, reason, "search.too_slow"),
        SearchFault::KeyRefused(_)
        | SearchFault::OutOfQuota(_)
        | SearchFault::Rejected(_)
        | SearchFault::Unavailable(_)
        | SearchFault::BadAnswer(_) => refused(voice, reason, "search.not_now"),
    };
    if detail.is_empty() { answer } else { answer.with("detail", secrets.mask(detail)) }
}
