//! What is named only to say that it is not wanted: "cualquiera menos Mendoza", "not at 7".

use super::tokens::Tokens;

/// Whether the words before an index say that what begins there is not wanted; `links` may stand between. A bare "no" is
/// none: recognised speech loses the comma of "no, a las 7".
pub(super) fn is_excepted(tokens: &Tokens<'_>, start: usize, links: &[&str]) -> bool {
    let mut at = start;
    while at > 0 && links.contains(&tokens.before(at)) && !excepts(tokens, at) {
        at -= 1;
    }
    excepts(tokens, at)
}

/// Whether the word before an index takes away what stands at it.
fn excepts(tokens: &Tokens<'_>, at: usize) -> bool {
    let one_before = tokens.before(at.saturating_sub(1));
    match tokens.before(at) {
        "excepto" | "salvo" | "except" | "quitando" | "tampoco" => true,
        "menos" | "but" => (0..at).any(|at| {
            tokens.is_one_of(
                at,
                &[
                    "cualquier",
                    "cualquiera",
                    "quien",
                    "todo",
                    "todos",
                    "todas",
                    "any",
                    "anyone",
                    "anybody",
                    "anytime",
                    "anything",
                    "every",
                    "everyone",
                    "all",
                ],
            )
        }),
        "not" => !matches!(one_before, "why" | "if" | "or" | "whether"),
        "than" => matches!(one_before, "other" | "rather"),
        "from" => one_before == "apart" || one_before == "aside",
        "de" => one_before == "aparte" || one_before == "fuera",
        // "que no sea a las 7", "que no fuera con Mendoza"
        "sea" | "sean" | "fuera" | "fuese" => one_before == "no",
        "no" | "never" => matches!(one_before, "pero" | "y" | "but" | "and"),
        _ => false,
    }
}
