//! Phrases that claim something, found word by word: a table of patterns, of which only those are tried that may begin at a word.
//!
//! A pattern is a row of tokens. `a|b` is one of several words, `ab*` a word that begins so, a token with `?` behind it may be
//! missing, `..` stands for up to three words, `^` and `$` for where a clause begins and ends. Words in capitals are classes.

use std::sync::LazyLock;

use super::{
    Claim,
    forms::{Word, is_participle},
    phrase_words::{class_of, is_condition, is_mental_infinitive, offers, stands_against},
    table::TABLE,
};
use crate::reading::Act;

/// What a phrase claims, and what kind of deed it is about where its words alone would say another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) claim: Claim,
    pub(super) act: Option<Act>,
}

struct Phrase {
    told: Told,
    tokens: Vec<Token>,
}

enum Token {
    One { of: Vec<Kind>, may_miss: bool },
    Gap,
    Begin,
    End,
}

#[derive(Clone, Copy)]
enum Kind {
    Is(&'static str),
    Begins(&'static str),
    /// Any of these words.
    Class(&'static [&'static str]),
    /// "Reservado", "booked": what is done, and no state that was long before.
    Done,
    /// "Separar", "mandarle": and nothing that only thinks or looks.
    Infinitive,
    /// "Confirmadísimo".
    Utmost,
}

/// The patterns, by the letters that their first words may begin with.
struct Phrases {
    all: Vec<Phrase>,
    by_letter: [Vec<usize>; 27],
}

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let patterns = TABLE
        .iter()
        .flat_map(|(told, patterns)| patterns.iter().map(|pattern| (*told, *pattern)));
    let all: Vec<Phrase> = patterns
        .map(|(told, pattern)| Phrase {
            told,
            tokens: pattern.split_whitespace().map(Token::of).collect(),
        })
        .collect();
    let mut by_letter: [Vec<usize>; 27] = std::array::from_fn(|_| Vec::new());
    for (at, phrase) in all.iter().enumerate() {
        for (letter, bucket) in by_letter.iter_mut().enumerate() {
            if phrase.may_begin_with(letter) {
                bucket.push(at);
            }
        }
    }
    Phrases { all, by_letter }
});

/// Where the letter of a word stands among the buckets; the last is of all that are no letters.
fn letter_of(word: &str) -> usize {
    match word.bytes().next() {
        Some(byte) if byte.is_ascii_lowercase() => usize::from(byte - b'a'),
        Some(_) | None => 26,
    }
}

impl Token {
    fn of(written: &'static str) -> Self {
        match written {
            ".." => return Self::Gap,
            "^" => return Self::Begin,
            "$" => return Self::End,
            _ => {}
        }
        let (written, may_miss) = match written.strip_suffix('?') {
            Some(written) => (written, true),
            None => (written, false),
        };
        Self::One {
            of: written.split('|').map(Kind::of).collect(),
            may_miss,
        }
    }
}

impl Kind {
    fn of(written: &'static str) -> Self {
        match written {
            "DONE" => Self::Done,
            "INF" => Self::Infinitive,
            "UTMOST" => Self::Utmost,
            _ if written.starts_with(|c: char| c.is_ascii_uppercase()) => Self::Class(class_of(written)),
            _ => match written.strip_suffix('*') {
                Some(stem) => Self::Begins(stem),
                None => Self::Is(written),
            },
        }
    }

    fn fits(self, word: &str) -> bool {
        match self {
            Self::Is(own) => own == word,
            Self::Begins(stem) => word.starts_with(stem),
            Self::Class(words) => words.iter().any(|own| match own.strip_suffix('*') {
                Some(stem) => word.starts_with(stem),
                None => *own == word,
            }),
            Self::Done => is_participle(word),
            Self::Infinitive => is_infinitive(word) && !is_mental_infinitive(word),
            Self::Utmost => is_utmost(word),
        }
    }

    fn may_begin_with(self, letter: usize) -> bool {
        match self {
            Self::Is(own) | Self::Begins(own) => letter_of(own) == letter,
            Self::Class(words) => words.iter().any(|own| letter_of(own) == letter),
            Self::Done | Self::Infinitive | Self::Utmost => true,
        }
    }
}

/// "Separar", "mandarle", "anotarlos".
fn is_infinitive(word: &str) -> bool {
    let without = ["selo", "sela", "les", "los", "las", "le", "lo", "la", "te", "se"]
        .iter()
        .find_map(|clitic| word.strip_suffix(clitic).filter(|verb| verb.ends_with('r')))
        .unwrap_or(word);
    without.len() >= 4 && ["ar", "er", "ir"].iter().any(|end| without.ends_with(end))
}

pub(super) fn is_utmost(word: &str) -> bool {
    let end = word.trim_end_matches('s');
    end.ends_with("adisimo")
        || end.ends_with("adisima")
        || end.ends_with("idisimo")
        || end.ends_with("idisima")
}

impl Phrase {
    fn may_begin_with(&self, letter: usize) -> bool {
        for token in &self.tokens {
            match token {
                Token::Begin | Token::End => {}
                Token::Gap => return true,
                Token::One { of, may_miss } => {
                    if of.iter().any(|kind| kind.may_begin_with(letter)) {
                        return true;
                    }
                    if !may_miss {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// Whether the tokens stand there, within one clause.
fn stands(tokens: &[Token], words: &[Word<'_>], at: usize, begun: usize) -> bool {
    let Some((token, rest)) = tokens.split_first() else {
        return true;
    };
    let is_inside = |at: usize| at == begun || words.get(at).is_some_and(|word| !word.begins);
    // "Su pedido no está listo."
    let is_no = |at: usize| {
        words
            .get(at)
            .is_some_and(|word| matches!(&*word.written, "no" | "not" | "nunca" | "never" | "t"))
    };
    match token {
        Token::Begin => words.get(at).is_some_and(|word| word.begins) && stands(rest, words, at, begun),
        Token::End => words.get(at).is_none_or(|word| word.begins) && stands(rest, words, at, begun),
        Token::Gap => (at..=at + 3)
            .take_while(|next| *next == at || is_inside(*next - 1) && !is_no(*next - 1))
            .any(|next| stands(rest, words, next, begun)),
        Token::One { of, may_miss } => {
            let fits = is_inside(at)
                && words
                    .get(at)
                    .is_some_and(|word| of.iter().any(|kind| kind.fits(word.folded)));
            fits && stands(rest, words, at + 1, begun) || *may_miss && stands(rest, words, at, begun)
        }
    }
}

/// What the phrases of a sentence claim that nothing in front of them turns round.
pub(super) fn told_in(words: &[Word<'_>]) -> impl Iterator<Item = Told> {
    let table = &*PHRASES;
    let depends = words
        .iter()
        .any(|word| word.written == "si" || is_condition(word.folded));
    (0..words.len()).flat_map(move |at| {
        let bucket = words.get(at).map(|word| letter_of(word.folded));
        let candidates = bucket.and_then(|bucket| table.by_letter.get(bucket));
        let phrases = candidates
            .into_iter()
            .flatten()
            .filter_map(|phrase| table.all.get(*phrase));
        phrases
            .map(|phrase| (phrase, phrase.told.claim.is_of_what_will_be()))
            .filter(move |(_, will_be)| !(*will_be && depends))
            .filter(move |(phrase, will_be)| {
                stands(&phrase.tokens, words, at, at)
                    && !is_turned_round(words, at)
                    && !(*will_be && is_offered(words, at))
            })
            .map(|(phrase, _)| phrase.told)
    })
}

/// The words in front, in the same clause.
fn front<'a>(words: &'a [Word<'a>], at: usize) -> &'a [Word<'a>] {
    let begun = (0..=at)
        .rev()
        .find(|at| words.get(*at).is_some_and(|word| word.begins));
    words.get(begun.unwrap_or(0)..at).unwrap_or_default()
}

/// A no, or a condition, stands in front in the same clause.
pub(super) fn is_turned_round(words: &[Word<'_>], at: usize) -> bool {
    let begun = at - front(words, at).len();
    (begun..at).any(|place| {
        let folded = |at: usize| words.get(at).map_or("", |word| word.folded);
        let is_if = words.get(place).is_some_and(|word| word.written == "si");
        is_if || stands_against(folded(place), folded(place + 1), folded(place + 2))
    })
}

fn is_offered(words: &[Word<'_>], at: usize) -> bool {
    front(words, at).iter().any(|word| offers(word.folded))
}
