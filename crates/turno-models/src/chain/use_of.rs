//! Whether an answer is of any use.

use turno_core::{
    Finish, ModelAnswer, ModelFailure, ModelFailureKind, ModelRequest, ResponseFormat, is_no_answer,
    whole_sentences,
};

/// What an answer is good for.
pub(super) enum UseOf {
    /// It is one.
    Answer,
    /// Another may do better; where none does, it is one.
    Spare(ModelFailure),
    /// Nothing.
    Nothing(ModelFailure),
}

/// What an answer is good for of which nothing was heard yet.
pub(super) fn use_of(request: &ModelRequest, answer: &ModelAnswer) -> UseOf {
    let failure = |kind, message: &str| ModelFailure::new(kind, message);
    let is_cut = matches!(answer.finish, Finish::Length | Finish::ContentFilter);
    let words = match is_cut && request.response_format == ResponseFormat::Text {
        true => whole_sentences(&answer.text),
        false => &answer.text,
    };
    let is_none = answer.calls.is_empty() && is_no_answer(request, words);
    let has_words = !words.trim().is_empty() && !is_none;
    let (is_cut, failure) = match answer.finish {
        Finish::ContentFilter => {
            (true, failure(ModelFailureKind::ContentFilter, "its provider would not let it go on"))
        }
        // Calls of such an answer are never run.
        Finish::Length => (
            !has_words,
            failure(ModelFailureKind::Malformed, "the answer was cut at its longest before it was of use"),
        ),
        Finish::Stop | Finish::ToolCalls | Finish::Other => (
            false,
            failure(
                ModelFailureKind::Malformed,
                if is_none { "what it said is no answer" } else { "the answer was empty" },
            ),
        ),
    };
    match (has_words, answer.calls.is_empty()) {
        (false, true) => UseOf::Nothing(failure),
        _ if is_cut => UseOf::Spare(failure),
        _ => UseOf::Answer,
    }
}
