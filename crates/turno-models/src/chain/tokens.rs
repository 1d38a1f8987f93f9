//! How many tokens a request took: as its provider told, where that can be, and else as it is reckoned.

use turno_core::{ModelAnswer, ModelRequest, Usage};

/// Tokens of a question are longer on the whole: three bytes and more in Spanish, English and JSON.
const TOKEN_BYTES_MIN: usize = 2;

/// A token as it is on the whole, by OpenAI's own rule of thumb of four letters: what nobody told of is reckoned with it.
const TOKEN_BYTES: usize = 4;

/// So many tokens more than a question has bytes may be told of: what a server puts around it, or looks up for it.
const INPUT_MORE_MAX: u64 = 50_000;

/// So many tokens may be told of beyond [`OUTPUT_TIMES_MAX`] of the longest answer: thoughts, which some do not bound.
const OUTPUT_MORE_MAX: u64 = 50_000;
const OUTPUT_TIMES_MAX: u64 = 8;

/// The most that a question may take.
pub(super) fn at_most(request: &ModelRequest) -> Usage {
    Usage {
        input_tokens: tokens(question_bytes(request), TOKEN_BYTES_MIN),
        cached_input_tokens: 0,
        output_tokens: u64::from(request.max_tokens),
    }
}

/// What a question took of whose answer so many bytes came, as far as that can be reckoned.
pub(super) fn reckoned(request: &ModelRequest, answer_bytes: usize) -> Usage {
    Usage {
        input_tokens: tokens(question_bytes(request), TOKEN_BYTES),
        cached_input_tokens: 0,
        output_tokens: tokens(answer_bytes.next_multiple_of(TOKEN_BYTES), TOKEN_BYTES),
    }
}

/// What an answer took: what was not told of is reckoned, so that a budget holds for whoever tells nothing.
pub(super) fn of_answer(request: &ModelRequest, answer: &ModelAnswer, said_bytes: usize) -> Usage {
    let mut usage = answer.usage;
    let called = answer.calls.iter().map(|call| call.tool.len() + call.arguments.len());
    let bytes = said_bytes.max(answer.text.len()) + called.sum::<usize>();
    let is_told = usage.input_tokens > 0 && (usage.output_tokens > 0 || bytes == 0);
    if !is_told {
        let reckoned = reckoned(request, bytes);
        let or = |told: u64, reckoned: u64| if told == 0 { reckoned } else { told };
        usage.input_tokens = or(usage.input_tokens, reckoned.input_tokens);
        usage.output_tokens = or(usage.output_tokens, reckoned.output_tokens);
    }
    usage
}

/// A count that no such question can have is cut to what it can have: one answer's slip does not spend a day's budget.
pub(super) fn bounded(model: &str, request: &ModelRequest, usage: Usage) -> Usage {
    let output_max = OUTPUT_MORE_MAX + OUTPUT_TIMES_MAX * u64::from(request.max_tokens);
    let mut input_max = INPUT_MORE_MAX;
    // Most are far below it, and the question is not measured for them.
    if usage.input_tokens > input_max {
        input_max += tokens(question_bytes(request), 1);
    }
    let bounded = Usage {
        input_tokens: usage.input_tokens.min(input_max),
        cached_input_tokens: usage.cached_input_tokens.min(usage.input_tokens.min(input_max)),
        output_tokens: usage.output_tokens.min(output_max),
    };
    if (bounded.input_tokens, bounded.output_tokens) != (usage.input_tokens, usage.output_tokens) {
        tracing::warn!(
            target: "turno::model", model, input_tokens = usage.input_tokens, output_tokens = usage.output_tokens,
            counted_input_tokens = bounded.input_tokens, counted_output_tokens = bounded.output_tokens,
            "its provider tells of more tokens than the question and its longest answer can have: they are not counted"
        );
    }
    bounded
}

fn question_bytes(request: &ModelRequest) -> usize {
    serde_json::to_vec(&(&request.messages, &request.tools)).map_or(0, |written| written.len())
}

fn tokens(bytes: usize, token_bytes: usize) -> u64 {
    u64::try_from(bytes / token_bytes).unwrap_or(u64::MAX)
}
