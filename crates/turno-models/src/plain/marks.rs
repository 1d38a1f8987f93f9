//! The marks that models put into their text: of thoughts, of calls, and tokens that were meant for nobody. They are those of
//! the templates that Llama, Qwen, Hermes, Mistral, DeepSeek, Kimi, Phi, Cohere and gpt-oss were taught with.

/// Thoughts, with what ends each.
const THOUGHTS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<thoughts>", "</thoughts>"),
    ("<reasoning>", "</reasoning>"),
    ("<reflection>", "</reflection>"),
    ("<analysis>", "</analysis>"),
    ("<scratchpad>", "</scratchpad>"),
    ("<system>", "</system>"),
    ("<system-reminder>", "</system-reminder>"),
    ("<seed:think>", "</seed:think>"),
    ("[think]", "[/think]"),
    ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|start_thinking|>", "<|end_thinking|>"),
    ("<|channel|>analysis", "<|end|>"),
    ("<|channel|>commentary<|message|>", "<|end|>"),
];

/// What begins calls, or what a model makes up as their results.
const CALLS: &[&str] = &[
    "<function=",
    "<function(",
    "<function_call",
    "<tool_call",
    "<toolcall",
    "<tool_use>",
    "<tool_code>",
    "<tool_response>",
    "<tool_result",
    "<function_result",
    "<invoke ",
    "<start_function_call>",
    concat!("<ant", "ml:"),
    "<|tool_call",
    "<|python_tag|>",
    "<|action_start|>",
    "<|start_action|>",
    "<|tool_outputs",
    "<|channel|>commentary to=",
    "<|start|>assistant to=",
    "<｜tool",
    "<｜dsml｜",
    "[tool_calls]",
    "[tool_call]",
    "[tool_results]",
];

/// What stands before words that are meant for people, and is dropped.
const HEADS: &[&str] = &["<|channel|>final<|message|>", "<|start|>assistant"];

/// The longest `<|token|>`, in bytes.
const TOKEN_BYTES_MAX: usize = 48;

/// What a text begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// A thought: the bytes of its beginning, and what ends it.
    Thought(usize, &'static str),
    /// The end of a thought that did not begin: so many bytes.
    ThoughtEnd(usize),
    /// A call, from here on.
    Call,
    /// So many bytes that mean nothing to people.
    Nothing(usize),
    /// More is needed to know.
    MayBe,
    /// Words.
    None,
}

/// Which mark a text begins with, whose first character may begin one.
pub(super) fn mark_at(text: &str) -> Mark {
    let mut may_be = false;
    let mut is = |mark: &str| {
        may_be |= text.len() < mark.len() && begins(mark, text);
        begins(text, mark)
    };
    if let Some((begin, end)) = THOUGHTS.iter().find(|(begin, _)| is(begin)) {
        return Mark::Thought(begin.len(), end);
    }
    if CALLS.iter().any(|call| is(call)) {
        return Mark::Call;
    }
    if let Some(head) = HEADS.iter().find(|head| is(head)) {
        // The longer ones first: what is told to whom may still come.
        return if may_be { Mark::MayBe } else { Mark::Nothing(head.len()) };
    }
    if let Some((_, end)) = THOUGHTS.iter().find(|(_, end)| !end.starts_with("<|end|") && is(end)) {
        return Mark::ThoughtEnd(end.len());
    }
    if may_be {
        return Mark::MayBe;
    }
    token_at(text)
}

/// Where the end of a thought stands: its place and the bytes of it.
pub(super) fn thought_end(text: &str, end: &str) -> Option<(usize, usize)> {
    let first = end.chars().next()?;
    let mut places = text.match_indices(first).map(|(at, _)| at);
    let at = places.find(|at| begins(&text[*at..], end))?;
    Some((at, end.len()))
}

/// `<|im_end|>`, `<｜end▁of▁sentence｜>`, `</s>`.
fn token_at(text: &str) -> Mark {
    for (begin, end) in [("<|", "|>"), ("<｜", "｜>")] {
        let Some(rest) = text.strip_prefix(begin) else {
            if !text.is_empty() && begin.starts_with(text) {
                return Mark::MayBe;
            }
            continue;
        };
        let name_bytes = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '▁' | '/')));
        return match name_bytes {
            None if rest.len() <= TOKEN_BYTES_MAX => Mark::MayBe,
            Some(bytes) if bytes > 0 && rest[bytes..].starts_with(end) => {
                Mark::Nothing(begin.len() + bytes + end.len())
            }
            Some(bytes) if bytes > 0 && end.starts_with(&rest[bytes..]) => Mark::MayBe,
            Some(_) | None => Mark::None,
        };
    }
    for token in ["</s>", "<s>", "[/inst]", "[inst]"] {
        if begins(text, token) {
            return Mark::Nothing(token.len());
        }
        if text.len() < token.len() && begins(token, text) {
            return Mark::MayBe;
        }
    }
    Mark::None
}

/// Whether a text begins with another, whatever the case of its letters.
pub(super) fn begins(text: &str, with: &str) -> bool {
    let begin = text.as_bytes().get(..with.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(with.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_known_as_soon_as_they_are_whole() {
        for (text, mark) in [
            ("<think>voy", Mark::Thought(7, "</think>")),
            ("<THINK>", Mark::Thought(7, "</think>")),
            ("<thi", Mark::MayBe),
            ("<", Mark::MayBe),
            ("<b>", Mark::None),
            ("< 3 personas", Mark::None),
            ("</think>", Mark::ThoughtEnd(8)),
            ("<tool_call>", Mark::Call),
            ("<tool", Mark::MayBe),
            ("[TOOL_CALLS]", Mark::Call),
            ("[clic](", Mark::None),
            ("<|im_end|>", Mark::Nothing(10)),
            ("<|im_e", Mark::MayBe),
            ("<|channel|>final<|message|>Hola", Mark::Nothing(27)),
            ("<|channel|>analysis<|message|>", Mark::Thought(19, "<|end|>")),
            ("<｜tool▁calls▁begin｜>", Mark::Call),
            ("<｜end▁of▁sentence｜>", Mark::Nothing("<｜end▁of▁sentence｜>".len())),
        ] {
            assert_eq!(mark_at(text), mark, "{text}");
        }
    }
}
