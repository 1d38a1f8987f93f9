//! The words by which numbers that are nobody's to keep are told from others: two files, one a language.

use std::sync::LazyLock;

use crate::{slots::tokens::Tokens, word_table::WordTable};

const FILES: [&str; 2] = [include_str!("es.tsv"), include_str!("en.tsv")];

/// What a phrase says of the number beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// It is a card's, or an account's.
    Card,
    /// It is a code that is not to be told.
    Secret,
    /// It is until when a card is good.
    Expiry,
    /// It is something else's: an order's, a parcel's.
    Other,
    /// It goes on.
    Between,
}

/// Phrases by their first words.
pub(super) struct Phrases {
    /// The index in `rows` of the phrases that begin with a word.
    firsts: WordTable<u16>,
    rows: Vec<Vec<(&'static str, Kind)>>,
}

/// All phrases of both languages: who speaks one uses words of the other.
pub(super) static PHRASES: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::of(FILES.into_iter().flat_map(rows)));

fn rows(file: &'static str) -> impl Iterator<Item = (&'static str, Kind)> {
    file.lines().filter_map(|line| {
        let (kind, phrase) = line.split_once('\t')?;
        let kind = match kind {
            "card" => Kind::Card,
            "secret" => Kind::Secret,
            "expiry" => Kind::Expiry,
            "other" => Kind::Other,
            "between" => Kind::Between,
            _ => return None,
        };
        Some((phrase, kind))
    })
}

impl Phrases {
    fn of(all: impl Iterator<Item = (&'static str, Kind)>) -> Self {
        let mut firsts: Vec<(&'static str, u16)> = Vec::new();
        let mut rows: Vec<Vec<(&'static str, Kind)>> = Vec::new();
        for (phrase, kind) in all {
            let first = phrase.split(' ').next().unwrap_or_default();
            let known = firsts.iter().find(|(word, _)| *word == first);
            let row = known.map_or(rows.len(), |(_, row)| usize::from(*row));
            if row == rows.len() {
                firsts.push((first, u16::try_from(row).unwrap_or(u16::MAX)));
                rows.push(Vec::new());
            }
            rows[row].push((phrase, kind));
        }
        Self {
            firsts: WordTable::new(firsts),
            rows,
        }
    }

    /// Whether a phrase that is more than a link between groups may begin with a folded word.
    pub(super) fn begins_with(&self, word: &str) -> bool {
        let row = self.firsts.get(word);
        let phrases = row.and_then(|row| self.rows.get(usize::from(row)));
        phrases.is_some_and(|phrases| phrases.iter().any(|(_, kind)| *kind == Kind::Secret))
    }

    /// The longest phrase of these kinds that stands at an index: its kind and the index after it.
    pub(super) fn at(&self, tokens: &Tokens<'_>, at: usize, kinds: &[Kind]) -> Option<(Kind, usize)> {
        let row = self.firsts.get(tokens.word(at))?;
        let phrases = self.rows.get(usize::from(row))?.iter();
        phrases
            .filter(|(_, kind)| kinds.contains(kind))
            .filter_map(|(phrase, kind)| Some((*kind, tokens.phrase(at, phrase)?)))
            .max_by_key(|(_, end)| *end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_files_is_read_and_folded() {
        for file in FILES {
            let lines = file.lines().filter(|line| !line.starts_with('#'));
            assert_eq!(lines.count(), rows(file).count(), "a line has no known kind");
        }
        for (phrase, _) in FILES.into_iter().flat_map(rows) {
            assert_eq!(crate::text::fold(phrase), phrase);
        }
    }
}
