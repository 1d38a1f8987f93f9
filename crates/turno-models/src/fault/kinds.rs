//! Which kind of failure a refusal is.

use turno_core::ModelFailureKind as Kind;

use super::Refusal;

/// Codes by which providers say what kind it is, the surest first.
const CODES: &[(&str, Kind)] = &[
    ("context_length_exceeded", Kind::ContextTooLong),
    ("exceed_context_size_error", Kind::ContextTooLong),
    ("model_context_window_exceeded", Kind::ContextTooLong),
    ("request_too_large", Kind::ContextTooLong),
    ("string_above_max_length", Kind::ContextTooLong),
    ("tool_use_failed", Kind::Malformed),
    ("content_filter", Kind::ContentFilter),
    ("content_policy_violation", Kind::ContentFilter),
    ("responsibleaipolicyviolation", Kind::ContentFilter),
    ("moderation", Kind::ContentFilter),
    // An account without money: to ask again does not help, unlike after a limit a minute.
    ("insufficient_quota", Kind::RefusedKey),
    ("billing_error", Kind::RefusedKey),
    ("billing_not_active", Kind::RefusedKey),
    ("invalid_api_key", Kind::RefusedKey),
    ("api_key_invalid", Kind::RefusedKey),
    ("authentication_error", Kind::RefusedKey),
    ("permission_error", Kind::RefusedKey),
    ("permission_denied", Kind::RefusedKey),
    ("unauthenticated", Kind::RefusedKey),
    ("rate_limit_exceeded", Kind::RateLimited),
    ("rate_limit_error", Kind::RateLimited),
    ("resource_exhausted", Kind::RateLimited),
    ("tokens", Kind::RateLimited),
    ("overloaded_error", Kind::Overloaded),
    ("timeout_error", Kind::TimedOut),
    ("deadline_exceeded", Kind::TimedOut),
    ("unavailable", Kind::Overloaded),
    ("server_error", Kind::Overloaded),
    ("internal_server_error", Kind::Overloaded),
    ("api_error", Kind::Overloaded),
    ("internal", Kind::Overloaded),
];

/// Words by which providers say that a talk is too long for a model, in small letters.
const TOO_LONG: &[&str] = &[
    "context length",
    "context window",
    "context_length",
    "context size",
    "context limit",
    "maximum context",
    "prompt is too long",
    "input is too long",
    "prompt too long",
    "too many input tokens",
    "maximum number of tokens",
    "maximum prompt length",
    "reduce the length of the messages",
    "exceeds the maximum number of tokens",
    "longer than the model's",
];

/// Words by which providers refuse a key under a status that says something else.
const REFUSED_KEY: &[&str] =
    &["api key not valid", "incorrect api key", "invalid api key", "credit balance is too low"];

/// Words with which a server refuses what its model called.
const BAD_CALL: &[&str] =
    &["tool call validation failed", "failed to call a function", "failed to parse tool call"];

pub(super) fn kind(refusal: &Refusal) -> Kind {
    let message = refusal.message.to_lowercase();
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| message.contains(phrase));
    let by_code = refusal
        .codes
        .iter()
        .find_map(|code| CODES.iter().find(|(known, _)| known == code))
        .map(|(_, kind)| *kind);
    let status = refusal
        .status
        .filter(|status| *status >= 300)
        .or_else(|| refusal.codes.iter().find_map(|code| code.parse().ok()));
    // What is wrong with the question comes before the status; a limit a minute is never taken for a talk too long.
    let of_the_question = match by_code {
        Some(kind @ (Kind::ContextTooLong | Kind::ContentFilter | Kind::RefusedKey | Kind::Malformed)) => {
            return kind;
        }
        Some(kind @ Kind::RateLimited) => return kind,
        Some(_) | None => status.is_none_or(|status| matches!(status, 400 | 413 | 422 | 500)),
    };
    if of_the_question {
        for (phrases, kind) in
            [(TOO_LONG, Kind::ContextTooLong), (REFUSED_KEY, Kind::RefusedKey), (BAD_CALL, Kind::Malformed)]
        {
            if says(phrases) {
                return kind;
            }
        }
    }
    match (status, by_code) {
        (Some(status), None) => by_status(status),
        (_, Some(kind)) => kind,
        // In the middle of an answer, without a code: the provider broke.
        (None, None) => Kind::Overloaded,
    }
}

fn by_status(status: u16) -> Kind {
    match status {
        401..=403 => Kind::RefusedKey,
        408 | 504 => Kind::TimedOut,
        413 => Kind::ContextTooLong,
        429 => Kind::RateLimited,
        500.. => Kind::Overloaded,
        0..=499 => Kind::Refused,
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;

    use super::*;

    const REFUSALS: &[(u16, &str, Kind)] = &[
        (
            401,
            r#"{"error":{"message":"no","type":"invalid_request_error","code":"invalid_api_key"}}"#,
            Kind::RefusedKey,
        ),
        (403, "", Kind::RefusedKey),
        (402, r#"{"error":{"message":"Insufficient credits","code":402}}"#, Kind::RefusedKey),
        (
            400,
            r#"[{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}]"#,
            Kind::RefusedKey,
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access"}}"#,
            Kind::RefusedKey,
        ),
        (404, r#"{"error":"model 'x' not found"}"#, Kind::Refused),
        (
            400,
            r#"{"error":{"message":"Unsupported parameter","code":"unsupported_parameter"}}"#,
            Kind::Refused,
        ),
        (
            429,
            r#"{"error":{"message":"slow down","type":"tokens","code":"rate_limit_exceeded"}}"#,
            Kind::RateLimited,
        ),
        (
            413,
            r#"{"error":{"message":"Request too large for model, tokens per minute (TPM)","type":"tokens","code":"rate_limit_exceeded"}}"#,
            Kind::RateLimited,
        ),
        (
            429,
            r#"{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}"#,
            Kind::RefusedKey,
        ),
        (429, r#"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"Quota"}}"#, Kind::RateLimited),
        (
            529,
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
            Kind::Overloaded,
        ),
        (500, "oops", Kind::Overloaded),
        (503, r#"{"error":{"code":503,"status":"UNAVAILABLE","message":"busy"}}"#, Kind::Overloaded),
        (504, "", Kind::TimedOut),
        (408, "", Kind::TimedOut),
        (
            400,
            r#"{"error":{"message":"This model's maximum context length is 8192 tokens.","code":"context_length_exceeded"}}"#,
            Kind::ContextTooLong,
        ),
        (
            400,
            r#"{"error":{"message":"'max_tokens' is too large: this model's maximum context length is 4096 tokens","code":400}}"#,
            Kind::ContextTooLong,
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#,
            Kind::ContextTooLong,
        ),
        (
            400,
            r#"{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}"#,
            Kind::ContextTooLong,
        ),
        (
            400,
            r#"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}"#,
            Kind::ContextTooLong,
        ),
        (
            413,
            r#"{"type":"error","error":{"type":"request_too_large","message":"too large"}}"#,
            Kind::ContextTooLong,
        ),
        (
            400,
            r#"{"error":{"message":"filtered","code":"content_filter","innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#,
            Kind::ContentFilter,
        ),
        (
            400,
            r#"{"error":{"message":"Failed","type":"invalid_request_error","code":"tool_use_failed"}}"#,
            Kind::Malformed,
        ),
        (
            400,
            r#"{"error":{"message":"tool call validation failed: parameters for tool x did not match schema"}}"#,
            Kind::Malformed,
        ),
        (302, "", Kind::Refused),
    ];

    #[test]
    fn refusals_are_told_apart() {
        for (status, body, expected) in REFUSALS {
            let refusal = Refusal::read(*status, &HeaderMap::new(), body);
            assert_eq!(kind(&refusal), *expected, "{status} {body}");
        }
    }

    #[test]
    fn in_the_middle_of_an_answer_a_code_stands_for_the_status() {
        for (body, expected) in [
            (r#"{"error":{"message":"m","code":502}}"#, Kind::Overloaded),
            (r#"{"error":{"message":"m","code":"429"}}"#, Kind::RateLimited),
            (r#"{"error":{"message":"m","type":"overloaded_error"}}"#, Kind::Overloaded),
            (r#"{"error":"something"}"#, Kind::Overloaded),
            (r#"{"error":{"message":"prompt is too long"}}"#, Kind::ContextTooLong),
        ] {
            let value = crate::json::read(body).unwrap();
            assert_eq!(kind(&Refusal::of(&value)), expected, "{body}");
        }
    }
}
