//! The parts of a sentence that each say something of their own.

use turno_language::{
    ByMix, Text,
    grammar::{AND, BUT},
};

/// What stands between two clauses.
static BETWEEN: ByMix<Vec<String>> = ByMix::new(|| {
    let marks = [", ", "; ", ": "].map(str::to_owned);
    let words = BUT.iter().chain(AND.iter()).map(|word| format!(" {word} "));
    marks.into_iter().chain(words).collect()
});

/// The clauses of a sentence.
pub(crate) fn clauses(sentence: &str) -> Vec<Text> {
    let mut parts = vec![sentence];
    for mark in BETWEEN.iter() {
        parts = parts.into_iter().flat_map(|part| part.split(mark.as_str())).collect();
    }
    parts.into_iter().map(Text::of).collect()
}
