//! Marks of who speaks, as templates of talks have them. A model that writes them goes on with the talk by itself: what it writes
//! for the system or a tool is said by nobody, and what comes behind the user's mark is made up.

use super::marks::{Mark, begins};

/// Never comes: all that follows is dropped.
const NEVER: &str = "\u{0}\u{0}";

/// Whose words follow.
#[derive(Clone, Copy)]
enum Role {
    /// The model's own: only the mark is dropped.
    Own,
    /// Of the system or a tool: dropped to the end of the line, or of the block.
    Machine,
    /// The user's: the rest is dropped.
    User,
}

/// Roles as they stand in brackets and behind tokens.
const ROLES: &[(&str, Role)] = &[
    ("system", Role::Machine),
    ("developer", Role::Machine),
    ("tool", Role::Machine),
    ("function", Role::Machine),
    ("user", Role::User),
    ("human", Role::User),
    ("assistant", Role::Own),
    ("model", Role::Own),
];

/// Roles as they stand before a colon, where a line begins; a product has a model, too.
const BEFORE_COLON: &[&str] = &["system", "user", "human", "assistant"];

/// Tokens that a role stands behind.
const BEFORE_ROLE: &[&str] = &["<|im_start|>", "<|start_header_id|>"];

impl Role {
    fn mark(self, bytes: usize, block_end: &'static str) -> Mark {
        match self {
            Self::Own => Mark::Nothing(bytes),
            Self::Machine => Mark::Thought(bytes, block_end),
            Self::User => Mark::Thought(bytes, NEVER),
        }
    }
}

/// `[system]`, `<|user|>`, `<|im_start|>assistant`.
pub(super) fn role_at(text: &str) -> Mark {
    let mut may_be = false;
    for (role, of) in ROLES {
        for (open, close) in [("[", "]"), ("<|", "|>")] {
            match of_parts(text, &[open, role, close]) {
                Found::Whole(bytes) => return of.mark(bytes, "\n"),
                Found::Beginning => may_be = true,
                Found::None => {}
            }
        }
        for open in BEFORE_ROLE {
            match of_parts(text, &[open, role]) {
                Found::Whole(bytes) => return of.mark(bytes, "<|im_end|>"),
                Found::Beginning => may_be = true,
                Found::None => {}
            }
        }
    }
    if may_be { Mark::MayBe } else { Mark::None }
}

/// `System: …` where a line begins, also as a heading or in bold.
pub(super) fn role_line(line: &str) -> Mark {
    let bare = line.trim_start_matches([' ', '\t', '#', '*']);
    let before = line.len() - bare.len();
    if bare.is_empty() {
        return if line.is_empty() { Mark::None } else { Mark::MayBe };
    }
    let mut may_be = false;
    for role in BEFORE_COLON {
        let of = ROLES.iter().find(|(known, _)| known == role).map(|(_, of)| *of);
        for close in [":", "**:"] {
            match of_parts(bare, &[role, close]) {
                Found::Whole(bytes) => return of.map_or(Mark::None, |of| of.mark(before + bytes, "\n")),
                Found::Beginning => may_be = true,
                Found::None => {}
            }
        }
    }
    if may_be { Mark::MayBe } else { Mark::None }
}

enum Found {
    /// So many bytes.
    Whole(usize),
    /// The text ends before it is whole.
    Beginning,
    None,
}

/// Whether a text begins with these parts, one behind the other.
fn of_parts(text: &str, parts: &[&str]) -> Found {
    let mut at = 0;
    for part in parts {
        let rest = &text[at..];
        if begins(rest, part) {
            at += part.len();
        } else if rest.len() < part.len() && begins(part, rest) {
            return Found::Beginning;
        } else {
            return Found::None;
        }
    }
    Found::Whole(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_who_speaks_are_known() {
        for (text, mark) in [
            ("[system] Do it.", Mark::Thought(8, "\n")),
            ("[SYSTEM]", Mark::Thought(8, "\n")),
            ("[sys", Mark::MayBe),
            ("[assistant] Hola", Mark::Nothing(11)),
            ("[user] sí", Mark::Thought(6, NEVER)),
            ("<|user|>sí", Mark::Thought(8, NEVER)),
            ("<|im_start|>system\nx", Mark::Thought(18, "<|im_end|>")),
            ("<|im_start|>assistant\n", Mark::Nothing(21)),
            ("<|im_st", Mark::MayBe),
            ("[sistema", Mark::None),
            ("[clic]", Mark::None),
        ] {
            assert_eq!(role_at(text), mark, "{text}");
        }
        for (line, mark) in [
            ("System: do it", Mark::Thought(7, "\n")),
            ("### System: do it", Mark::Thought(11, "\n")),
            ("**User:** sí", Mark::Thought(7, NEVER)),
            ("**Assistant**: Hola", Mark::Nothing(14)),
            ("Human: sí", Mark::Thought(6, NEVER)),
            ("Sys", Mark::MayBe),
            ("User", Mark::MayBe),
            ("Users may", Mark::None),
            ("Sí, claro", Mark::None),
            ("* tacos", Mark::None),
            ("**", Mark::MayBe),
            ("", Mark::None),
        ] {
            assert_eq!(role_line(line), mark, "{line}");
        }
    }
}
