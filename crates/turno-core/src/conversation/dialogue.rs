//! What was said by either side, and offered.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use turno_language::text::fold;

/// Lines kept for the person who takes over, and their length.
const LINES_MAX: usize = 12;
const LINE_CHARS_MAX: usize = 240;

/// What was said by either side, and offered.
#[derive(Debug, Clone, PartialEq)]
pub struct Dialogue {
    /// The latest lines, for the person who takes over: (the user said it, text). Bounded.
    pub lines: VecDeque<(bool, String)>,
    /// The latest turns that said some digits and little else, as digits, the oldest first: a number that is said in pieces is
    /// known by its last.
    pub pieces: VecDeque<String>,
    /// The buttons that were offered in this run, but for those of questions to confirm; the latest last. Bounded.
    pub offered: VecDeque<OfferedButton>,
    /// The number of the next frame to the gateway.
    pub next_seq: u64,
}

impl Default for Dialogue {
    fn default() -> Self {
        Self { lines: VecDeque::new(), pieces: VecDeque::new(), offered: VecDeque::new(), next_seq: 1 }
    }
}

/// A button that was offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedButton {
    /// What it stands for, as the graph or the step names it.
    pub name: String,
    /// What makes that mean something else another time: the question's node, the option's words. Empty: nothing does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Its id: the name, and a part that nobody can guess.
    pub id: String,
}

impl Dialogue {
    /// What the user said, the latest first.
    pub(crate) fn lines_of_user(&self) -> impl Iterator<Item = &str> {
        let lines = self.lines.iter().rev();
        lines.filter(|(is_user, _)| *is_user).map(|(_, words)| words.as_str())
    }

    pub(crate) fn take_seq(&mut self) -> u64 {
        let seq = self.next_seq;
        self.next_seq += 1;
        seq
    }

    pub(crate) fn remember_line(&mut self, is_user: bool, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.lines.len() == LINES_MAX {
            self.lines.pop_front();
        }
        self.lines.push_back((is_user, text.chars().take(LINE_CHARS_MAX).collect()));
    }

    /// Whether these words are the beginning of what was said last. What broke into the question itself ("espera") may be
    /// told after the answer to it ("claro, aquí espero"); then the words that were heard are the question's.
    pub(crate) fn begins_latest_line(&self, heard: &str) -> bool {
        let latest = self.lines.back().filter(|(is_user, _)| !is_user);
        let Some((_, latest)) = latest else { return false };
        let (heard, latest) = (fold(heard), fold(latest));
        let mut said = latest.split_whitespace();
        !heard.trim().is_empty() && heard.split_whitespace().all(|word| said.next() == Some(word))
    }

    /// Nothing was said by the user before this turn.
    pub(crate) fn is_first_of_user(&self) -> bool {
        let lines = self.lines.iter();
        lines.filter(|(is_user, _)| *is_user).count() <= 1
    }

    /// Whether the latest words of the assistant's ask something.
    pub(crate) fn has_asked(&self) -> bool {
        let mut lines = self.lines.iter().rev();
        let latest = lines.find(|(is_user, _)| !is_user);
        latest.is_some_and(|(_, words)| words.contains('?'))
    }
}
