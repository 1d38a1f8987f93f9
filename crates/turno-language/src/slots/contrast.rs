//! Two bare numbers set against each other: "not eight, nine", "cinco no cuatro". The one that is refused tells of which
//! value both are.

use super::found::Found;
use super::number::number_at;
use super::tokens::Tokens;

/// Two numbers, of which one is wanted.
pub(super) struct Contrast {
    /// The number that is refused.
    pub(super) refused: u32,
    /// The number that is wanted.
    pub(super) wanted: u32,
    said: std::ops::Range<usize>,
}

impl Contrast {
    /// The wanted number with its outcome; no other reader may use either number.
    pub(super) fn found(&self, outcome: Result<serde_json::Value, crate::ProblemKind>) -> Found {
        Found::new(self.said.clone(), outcome)
    }
}

/// The first pair of an utterance.
pub(super) fn contrast(tokens: &Tokens<'_>) -> Option<Contrast> {
    (0..tokens.len()).find_map(|at| refused_first(tokens, at).or_else(|| wanted_first(tokens, at)))
}

/// "Not eight, nine", "no cuatro, cinco", "no cuatro sino cinco".
fn refused_first(tokens: &Tokens<'_>, at: usize) -> Option<Contrast> {
    let start = tokens.phrases(at, &["not", "no", "instead of", "en vez de", "en lugar de"])?;
    let (refused, end) = bare(tokens, start)?;
    let next = tokens.skip(
        tokens.skip_comma(end),
        &["sino", "but", "make it", "it ' s", "son", "mejor"],
    );
    let (wanted, end) = bare(tokens, next)?;
    tokens.ends_at(end).then_some(Contrast {
        refused,
        wanted,
        said: at..end,
    })
}

/// "Nine, not eight", "cinco no cuatro", "nine instead of eight".
fn wanted_first(tokens: &Tokens<'_>, at: usize) -> Option<Contrast> {
    let (wanted, end) = bare(tokens, at)?;
    let links = [
        "not",
        "no",
        "y no",
        "and not",
        "instead of",
        "en vez de",
        "en lugar de",
    ];
    let next = tokens.phrases(tokens.skip_comma(end), &links)?;
    let (refused, end) = bare(tokens, next)?;
    tokens.ends_at(end).then_some(Contrast {
        refused,
        wanted,
        said: at..end,
    })
}

fn bare(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let is_clock = |end: usize| tokens.is_one_of(end, &[":", "/", "%", "-"]);
    number_at(tokens, at).filter(|(_, end)| !is_clock(*end) && tokens.before(at) != "$")
}
