//! The words by which numbers that are nobody's to keep are told from others: those of all languages, as who speaks one uses words of
//! the other.

use std::sync::LazyLock;

use crate::{pack, slots::tokens::Tokens, word_table::WordTable};

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

/// The tags of these phrases.
const TAGS: [(&str, Kind); 5] = [
    ("number_card", Kind::Card),
    ("number_secret", Kind::Secret),
    ("number_expiry", Kind::Expiry),
    ("number_other", Kind::Other),
    ("number_between", Kind::Between),
];

/// The tags of these phrases.
pub(crate) fn tags() -> impl Iterator<Item = &'static str> {
    TAGS.into_iter().map(|(tag, _)| tag)
}

/// The phrases of all languages.
pub(super) static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let kind_of = |tag: &str| TAGS.into_iter().find(|(known, _)| *known == tag).map(|(_, kind)| kind);
    Phrases::of(
        pack::all().flat_map(|pack| pack.lexicon.tagged(kind_of)).map(|(kind, phrase)| (phrase, kind)),
    )
});

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
        Self { firsts: WordTable::new(firsts), rows }
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
