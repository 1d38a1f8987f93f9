//! Phrases that claim something, found word by word: patterns of the languages' files, of which only those are tried that may
//! begin at a word.

use crate::by_language::ByMix;
use std::{collections::BTreeMap, ops::Range};

use super::{
    Claim,
    forms::{Word, is_done, is_infinitive, is_utmost},
    phrase_words::{is_condition, is_mental_infinitive, is_no, offers, stands_against},
};
use crate::{
    Language,
    grammar::{BUT, IF},
    mix,
    notation::{Choice, Element, elements},
    pack,
    reading::Act,
    word_table::WordTable,
};

/// So many words may stand between.
const GAP_WORDS_MAX: usize = 3;
const WIDE_GAP_WORDS_MAX: usize = 8;

/// What a phrase claims, and what kind of deed it is about where its words alone would say another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) claim: Claim,
    pub(super) act: Option<Act>,
}

/// What a pattern is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Told(Told),
    /// Something was not done, or could not be.
    Denial,
}

/// The claims of the languages' files.
const MEANINGS: [(&str, Meaning); 9] = [
    ("deed", told(Claim::Deed, None)),
    ("deed book", told(Claim::Deed, Some(Act::Book))),
    ("deed cancel", told(Claim::Deed, Some(Act::Cancel))),
    ("deed modify", told(Claim::Deed, Some(Act::Modify))),
    ("deed order", told(Claim::Deed, Some(Act::Order))),
    ("denial", Meaning::Denial),
    ("state", told(Claim::State, None)),
    ("transfer", told(Claim::Transfer, None)),
    ("undertaking", told(Claim::Undertaking, None)),
];

const fn told(claim: Claim, act: Option<Act>) -> Meaning {
    Meaning::Told(Told { claim, act })
}

/// Whether a pattern may claim that.
pub(crate) fn is_claim(written: &str) -> bool {
    MEANINGS.iter().any(|(known, _)| *known == written)
}

/// All that a pattern may claim.
pub(crate) fn known_claims() -> String {
    MEANINGS.map(|(known, _)| known).join(", ")
}

struct Phrase {
    meaning: Meaning,
    tokens: Vec<Token>,
}

enum Token {
    One { of: Vec<Kind>, may_miss: bool },
    Gap,
    WideGap,
    ClauseBegins,
    SentenceBegins,
    ClauseEnds,
}

#[derive(Clone, Copy)]
enum Kind {
    Is(&'static str),
    /// As it is written, accents and all: "reservé" is a deed, and "reserve" a request.
    IsWritten(&'static str),
    Begins(&'static str),
    AnyButNo,
    /// Any of these words.
    Class(&'static WordClass),
    /// "Reservado", "booked": what is done, and no state that was long before.
    Done,
    /// "Separar", "mandarle": and nothing that only thinks or looks.
    Infinitive,
    /// "Confirmadísimo".
    Utmost,
}

/// The words with a tag of the lexicon.
struct WordClass {
    words: WordTable<()>,
    stems: Vec<&'static str>,
}

impl WordClass {
    fn of(class: &str, languages: &[Language]) -> Self {
        let words = pack::words_with_tag(&format!("{}{class}", pack::CLASS_TAG), languages);
        let stems = words.iter().filter_map(|word| word.strip_suffix('*'));
        Self { stems: stems.collect(), words: WordTable::new(words.iter().map(|word| (*word, ()))) }
    }

    fn has(&self, word: &str) -> bool {
        self.words.get(word).is_some() || self.stems.iter().any(|stem| word.starts_with(stem))
    }

    fn may_begin_with(&self, letter: usize) -> bool {
        self.words.words().any(|word| letter_of(word) == letter)
    }
}

/// The patterns, by the letters that their first words may begin with.
struct Phrases {
    all: Vec<Phrase>,
    by_letter: [Vec<usize>; 27],
}

/// The patterns of the languages whose words are read.
static PHRASES: ByMix<Phrases> = ByMix::new(|| Phrases::of(mix::languages()));

impl Phrases {
    fn of(languages: &[Language]) -> Self {
        let mut classes = Classes { languages, known: BTreeMap::new() };
        let rows = languages.iter().flat_map(|language| language.pack().claims.rows());
        let all: Vec<Phrase> = rows
            .filter_map(|(pattern, claim)| {
                let (_, meaning) = MEANINGS.iter().find(|(known, _)| *known == claim)?;
                Some(Phrase {
                    meaning: *meaning,
                    tokens: elements(pattern).map(|part| Token::of(part, &mut classes)).collect(),
                })
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
        Self { all, by_letter }
    }

    /// Those that may begin with a word.
    fn beginning_with(&self, word: &str) -> impl Iterator<Item = &Phrase> {
        let bucket = self.by_letter.get(letter_of(word)).into_iter().flatten();
        bucket.filter_map(|phrase| self.all.get(*phrase))
    }
}

/// Where the letter of a word stands among the buckets; the last is of all that are no letters.
fn letter_of(word: &str) -> usize {
    match word.bytes().next() {
        Some(byte) if byte.is_ascii_lowercase() => usize::from(byte - b'a'),
        Some(_) | None => 26,
    }
}

/// The classes of words that patterns name, as they are met.
struct Classes<'a> {
    languages: &'a [Language],
    known: BTreeMap<&'static str, &'static WordClass>,
}

impl Classes<'_> {
    fn get(&mut self, class: &'static str) -> &'static WordClass {
        let languages = self.languages;
        let known = self.known.entry(class);
        known.or_insert_with(|| Box::leak(Box::new(WordClass::of(class, languages))))
    }
}

impl Token {
    fn of(part: Element<'static>, classes: &mut Classes<'_>) -> Self {
        match part {
            Element::Gap => Self::Gap,
            Element::WideGap => Self::WideGap,
            Element::ClauseBegins => Self::ClauseBegins,
            Element::SentenceBegins => Self::SentenceBegins,
            Element::ClauseEnds => Self::ClauseEnds,
            Element::Word { choices, is_optional } => Self::One {
                of: choices.into_iter().map(|choice| Kind::of(choice, classes)).collect(),
                may_miss: is_optional,
            },
        }
    }
}

impl Kind {
    fn of(choice: Choice<'static>, classes: &mut Classes<'_>) -> Self {
        match choice {
            Choice::AnyButNo => Self::AnyButNo,
            Choice::Stem(stem) => Self::Begins(stem),
            Choice::Word(word) if word.is_ascii() => Self::Is(word),
            Choice::Word(word) => Self::IsWritten(word),
            Choice::Class("done") => Self::Done,
            Choice::Class("infinitive") => Self::Infinitive,
            Choice::Class("utmost") => Self::Utmost,
            Choice::Class(class) => Self::Class(classes.get(class)),
        }
    }

    fn fits(self, word: &Word<'_>) -> bool {
        let folded = word.folded;
        match self {
            Self::Is(own) => own == folded,
            Self::IsWritten(own) => own == word.written,
            Self::Begins(stem) => folded.starts_with(stem),
            Self::AnyButNo => !is_no(folded),
            Self::Class(class) => class.has(folded),
            Self::Done => is_done(folded),
            Self::Infinitive => is_infinitive(folded) && !is_mental_infinitive(folded),
            Self::Utmost => is_utmost(folded),
        }
    }

    fn may_begin_with(self, letter: usize) -> bool {
        match self {
            Self::Is(own) | Self::Begins(own) => letter_of(own) == letter,
            Self::IsWritten(own) => letter_of(&crate::text::fold(own)) == letter,
            Self::Class(class) => class.may_begin_with(letter),
            Self::AnyButNo | Self::Done | Self::Infinitive | Self::Utmost => true,
        }
    }
}

impl Phrase {
    fn may_begin_with(&self, letter: usize) -> bool {
        for token in &self.tokens {
            match token {
                Token::ClauseBegins | Token::SentenceBegins | Token::ClauseEnds => {}
                Token::Gap | Token::WideGap => return true,
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

/// Where the tokens end that begin at a word; none where they do not stand there. Only a wide gap leads out of the clause.
fn end_of(tokens: &[Token], words: &[Word<'_>], at: usize, begun: usize) -> Option<usize> {
    let Some((token, rest)) = tokens.split_first() else {
        return Some(at);
    };
    let is_inside = |at: usize| at == begun || words.get(at).is_some_and(|word| !word.begins);
    // "Su pedido no está listo."
    let is_no = |at: usize| words.get(at).is_some_and(|word| is_no(word.folded));
    match token {
        Token::ClauseBegins => {
            let begins = words.get(at).is_some_and(|word| word.begins);
            begins.then(|| end_of(rest, words, at, begun))?
        }
        Token::SentenceBegins => (at == 0).then(|| end_of(rest, words, at, begun))?,
        Token::ClauseEnds => {
            let ends = words.get(at).is_none_or(|word| word.begins);
            ends.then(|| end_of(rest, words, at, begun))?
        }
        Token::Gap => (at..=at + GAP_WORDS_MAX)
            .take_while(|next| *next == at || is_inside(*next - 1) && !is_no(*next - 1))
            .find_map(|next| end_of(rest, words, next, begun)),
        Token::WideGap => (at..=at + WIDE_GAP_WORDS_MAX)
            .take_while(|next| *next < words.len())
            .find_map(|next| end_of(rest, words, next, next)),
        Token::One { of, may_miss } => {
            let fits =
                is_inside(at) && words.get(at).is_some_and(|word| of.iter().any(|kind| kind.fits(word)));
            let taken = fits.then(|| end_of(rest, words, at + 1, begun)).flatten();
            taken.or_else(|| may_miss.then(|| end_of(rest, words, at, begun))?)
        }
    }
}

/// What the phrases of a sentence claim that nothing in front of them turns round, and that begin within no denial.
pub(super) fn told_in<'a>(
    words: &'a [Word<'a>],
    denials: &'a Denials,
) -> impl Iterator<Item = Told> + use<'a> {
    let depends = words.iter().any(|word| IF.contains(&&*word.written) || is_condition(word.folded));
    let open = words.iter().enumerate().filter(|(at, _)| !denials.covers(*at));
    open.flat_map(move |(at, word)| {
        PHRASES
            .beginning_with(word.folded)
            .filter_map(|phrase| match phrase.meaning {
                Meaning::Told(told) => Some((phrase, told)),
                Meaning::Denial => None,
            })
            .filter(move |(phrase, told)| {
                let will_be = told.claim.is_of_what_will_be();
                let is_dropped = will_be && depends
                    || end_of(&phrase.tokens, words, at, at).is_none()
                    || is_turned_round(words, at)
                    || will_be && is_offered(words, at);
                !is_dropped
            })
            .map(|(_, told)| told)
    })
}

/// What a sentence says that was not done.
pub(super) struct Denials {
    /// Whether there is any.
    pub(super) are_any: bool,
    /// The words of each.
    places: Vec<Range<usize>>,
}

impl Denials {
    /// Those of a sentence's words.
    pub(super) fn of(words: &[Word<'_>]) -> Self {
        let mut denials = Self { are_any: false, places: Vec::new() };
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let mut all =
                PHRASES.beginning_with(word.folded).filter(|phrase| phrase.meaning == Meaning::Denial);
            let found = all.find_map(|phrase| Some((phrase, end_of(&phrase.tokens, words, at, at)?)));
            let Some((phrase, end)) = found else {
                at += 1;
                continue;
            };
            denials.are_any = true;
            // "No hay problema, su mesa quedó reservada": what is far from the word that denies may be claimed.
            if !phrase.tokens.iter().any(|token| matches!(token, Token::WideGap)) {
                denials.places.push(at..end);
            }
            at = end.max(at + 1);
        }
        denials
    }

    fn covers(&self, at: usize) -> bool {
        self.places.iter().any(|place| place.contains(&at))
    }
}

/// The words in front, in the same clause, behind the last "but".
fn front<'a>(words: &'a [Word<'a>], at: usize) -> &'a [Word<'a>] {
    let begins = |at: usize| {
        let is_first = words.get(at).is_some_and(|word| word.begins);
        is_first || at.checked_sub(1).is_some_and(|before| BUT.contains(&words[before].folded))
    };
    let begun = (0..=at).rev().find(|at| begins(*at));
    words.get(begun.unwrap_or(0)..at).unwrap_or_default()
}

/// A no, or a condition, stands in front in the same clause.
pub(super) fn is_turned_round(words: &[Word<'_>], at: usize) -> bool {
    let begun = at - front(words, at).len();
    (begun..at).any(|place| {
        let folded = |at: usize| words.get(at).map_or("", |word| word.folded);
        let is_if = words.get(place).is_some_and(|word| IF.contains(&&*word.written));
        is_if || stands_against(folded(place), folded(place + 1), folded(place + 2))
    })
}

fn is_offered(words: &[Word<'_>], at: usize) -> bool {
    front(words, at).iter().any(|word| offers(word.folded))
}
