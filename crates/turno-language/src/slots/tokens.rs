//! A text as its readers of values go over it: words, runs of digits, and marks, without fillers, with what was used.

use crate::by_language::ByMix;
use std::ops::Range;

use super::hints::Hints;
use super::quiet::is_quiet_word;
use crate::{
    Language,
    pack::Tagged,
    text::{Piece, PieceKind, Text},
    word_table::WordTable,
};

/// A piece of the text, and what it may be part of.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    piece: Piece,
    is_used: bool,
    is_quiet: bool,
    is_number: bool,
    hints: Hints,
}

impl Token {
    fn is_mark(&self) -> bool {
        self.piece.kind == PieceKind::Mark
    }
}

/// How many words before the one that tells a value its phrase may begin: "dentro de un par de horas".
const LEAD_WORDS_MAX: usize = 9;

/// The tokens of a text, with what the readers have used of them.
pub(crate) struct Tokens<'a> {
    text: &'a Text,
    /// The language whose number words count.
    pub(crate) language: Language,
    /// What the words may give.
    pub(super) hints: Hints,
    list: Vec<Token>,
}

impl<'a> Tokens<'a> {
    /// The tokens of a text, of which nothing is used yet.
    pub(crate) fn of(text: &'a Text, language: Language) -> Self {
        let list = text.tokens().to_vec();
        let hints = list.iter().fold(Hints::default(), |hints, token| hints.or(token.hints));
        Self { text, language, hints, list }
    }

    /// The pieces of a text but for its fillers.
    pub(crate) fn prepared(text: &Text) -> Vec<Token> {
        let token = |piece: &Piece| Token {
            piece: piece.clone(),
            is_used: false,
            is_quiet: false,
            is_number: false,
            hints: Hints::default(),
        };
        let mut list = text.pieces().iter().map(token).collect();
        leave_out_fillers(&mut list, text.folded());
        hint(&mut list, text.folded());
        list
    }

    /// Whether no value can be in it: every word is a quiet one.
    pub(super) fn are_quiet(&self) -> bool {
        self.list.iter().all(|token| token.is_quiet || token.is_mark())
    }

    /// What the phrase that begins at an index may give.
    pub(super) fn hints_from(&self, at: usize) -> Hints {
        let end = self.list.len().min(at + LEAD_WORDS_MAX);
        let tokens = self.list.get(at..end).unwrap_or_default();
        tokens.iter().fold(Hints::default(), |hints, token| hints.or(token.hints))
    }

    /// Whether the word at an index may be a number, or part of one.
    pub(super) fn may_be_number(&self, at: usize) -> bool {
        self.list.get(at).is_some_and(|token| token.is_number)
    }

    /// No more digits than this can be said in it: each of a run, and up to four with a word ("mil").
    pub(super) fn digits_max(&self) -> usize {
        let numbers = self.list.iter().filter(|token| token.is_number);
        numbers
            .map(|token| {
                let is_run = self.text(token).starts_with(|c: char| c.is_ascii_digit());
                if is_run { token.piece.folded.len() } else { 4 }
            })
            .sum()
    }

    /// As if any word might begin any value.
    #[cfg(test)]
    pub(super) fn without_hints(mut self) -> Self {
        let all = Hints { has_number: true, has_count: true };
        self.hints = all;
        for token in &mut self.list {
            (token.hints, token.is_quiet, token.is_number) = (all, false, true);
        }
        self
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The folded word at an index; empty beyond the ends and where it was used.
    pub(crate) fn word(&self, at: usize) -> &str {
        match self.list.get(at) {
            Some(token) if !token.is_used => self.text(token),
            Some(_) | None => "",
        }
    }

    /// The word before an index, used or not.
    pub(super) fn before(&self, at: usize) -> &str {
        at.checked_sub(1).and_then(|at| self.list.get(at)).map_or("", |token| self.text(token))
    }

    fn text(&self, token: &Token) -> &str {
        &self.text.folded()[token.piece.folded.clone()]
    }

    /// As said, accents and case included.
    pub(super) fn original(&self, at: usize) -> &'a str {
        self.list.get(at).map_or("", |token| &self.text.said()[token.piece.said.clone()])
    }

    /// The words of a range, as said.
    pub(super) fn said(&self, range: &Range<usize>) -> &'a str {
        let (Some(first), Some(last)) =
            (self.list.get(range.start), self.list.get(range.end.wrapping_sub(1)))
        else {
            return "";
        };
        self.text.said().get(first.piece.said.start..last.piece.said.end).unwrap_or("")
    }

    pub(crate) fn is_mark(&self, at: usize) -> bool {
        self.list.get(at).is_some_and(Token::is_mark)
    }

    pub(super) fn is_used(&self, at: usize) -> bool {
        self.list.get(at).is_some_and(|token| token.is_used)
    }

    /// An unused word of letters.
    pub(super) fn is_word(&self, at: usize) -> bool {
        self.list.get(at).is_some_and(|token| {
            !token.is_mark() && !token.is_used && !self.text(token).starts_with(|c: char| c.is_ascii_digit())
        })
    }

    /// Nothing stands between this token and the one before it.
    pub(crate) fn is_glued(&self, at: usize) -> bool {
        at > 0
            && self
                .list
                .get(at)
                .is_some_and(|token| self.list[at - 1].piece.said.end == token.piece.said.start)
    }

    /// Nothing of the sentence follows: the end, a mark, or what was used.
    pub(super) fn ends_at(&self, at: usize) -> bool {
        at >= self.len() || self.is_mark(at) || self.is_used(at)
    }

    pub(crate) fn is_one_of(&self, at: usize, words: &Tagged) -> bool {
        words.contains(&self.word(at))
    }

    /// One of these marks, or words that are none of a language.
    pub(crate) fn is_mark_of(&self, at: usize, marks: &[&str]) -> bool {
        marks.contains(&self.word(at))
    }

    /// The index after a phrase that stands at an index.
    pub(crate) fn phrase(&self, at: usize, phrase: &str) -> Option<usize> {
        let first = self.word(at);
        if first.as_bytes().first()? != phrase.as_bytes().first()? {
            return None;
        }
        self.rest_of_phrase(at, phrase.strip_prefix(first)?)
    }

    /// The index after a phrase, of which the word at an index is the first.
    fn rest_of_phrase(&self, at: usize, rest: &str) -> Option<usize> {
        let mut rest = rest;
        let mut end = at + 1;
        while !rest.is_empty() {
            let word = self.word(end);
            rest = rest.strip_prefix(' ')?.strip_prefix(word)?;
            if word.is_empty() {
                return None;
            }
            end += 1;
        }
        Some(end)
    }

    /// The index after the longest of some phrases.
    pub(super) fn phrases(&self, at: usize, phrases: &Tagged) -> Option<usize> {
        let first = self.word(at);
        let rests = phrases.starting(first).iter().filter_map(|phrase| phrase.strip_prefix(first));
        rests.filter_map(|rest| self.rest_of_phrase(at, rest)).max()
    }

    /// The index after the phrase, or the index itself where none stands there.
    pub(super) fn skip(&self, at: usize, phrases: &Tagged) -> usize {
        self.phrases(at, phrases).unwrap_or(at)
    }

    /// The index after any marks of a comma.
    pub(super) fn skip_comma(&self, at: usize) -> usize {
        if self.word(at) == "," { at + 1 } else { at }
    }

    /// The bytes of the utterance that the tokens of a range are, with all that stands between them.
    pub(crate) fn bytes(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.list.get(range.start).map_or(0, |token| token.piece.said.start);
        let last = range.end.checked_sub(1).and_then(|at| self.list.get(at));
        start..last.map_or(start, |token| token.piece.said.end.max(start))
    }

    /// Whether a folded word is a number, or a part of one.
    pub(crate) fn is_number_word(word: &str) -> bool {
        Hints::of(word, false).has_number
    }

    pub(super) fn take(&mut self, range: Range<usize>) {
        for token in self.list.get_mut(range).unwrap_or_default() {
            token.is_used = true;
        }
    }
}

/// Notes at each word what it may be part of.
fn hint(list: &mut [Token], folded: &str) {
    for token in list.iter_mut().filter(|token| !token.is_mark()) {
        let word = &folded[token.piece.folded.clone()];
        token.is_quiet = is_quiet_word(word);
        token.hints = Hints::of(word, token.is_quiet);
        token.is_number = token.hints.has_number;
        if token.is_number && ARTICLES.contains(&word) {
            token.hints = token.hints.of_article();
        }
    }
}

/// What a word does that says nothing.
#[derive(Clone, Copy)]
enum Filler {
    /// "mmm".
    Sigh,
    /// "este", before a pause.
    BeforePause,
    /// The first word of "o sea".
    Begins,
}

static SIGHS: Tagged = Tagged::new("fillers_sighs");
static BEFORE_PAUSES: Tagged = Tagged::new("fillers_before_pauses");
static FILLER_PHRASES: Tagged = Tagged::new("fillers_phrases");

/// What makes a filler a word that is meant: "que no sea este".
static MEANT_AFTER: Tagged = Tagged::new("fillers_meant_after");

/// Articles that are numbers, too, but no digits of a telephone.
static ARTICLES: Tagged = Tagged::new("number_one");

/// The fillers, with the letters that they begin with: most words of a text are told by them to be none.
struct Fillers {
    letters: u32,
    words: WordTable<Filler>,
}

static FILLERS: ByMix<Fillers> = ByMix::new(|| {
    let sighs = SIGHS.iter().map(|word| (*word, Filler::Sigh));
    let before_pauses = BEFORE_PAUSES.iter().map(|word| (*word, Filler::BeforePause));
    let first = |phrase: &&'static str| Some((phrase.split(' ').next()?, Filler::Begins));
    let begins = FILLER_PHRASES.iter().filter_map(first);
    let all: Vec<(&str, Filler)> = sighs.chain(before_pauses).chain(begins).collect();
    let letters = all.iter().filter_map(|(word, _)| letter_of(word));
    Fillers { letters: letters.fold(0, |letters, letter| letters | letter), words: WordTable::new(all) }
});

fn letter_of(word: &str) -> Option<u32> {
    let letter = word.bytes().next().filter(u8::is_ascii_lowercase)?;
    Some(1 << (letter - b'a'))
}

impl Fillers {
    fn get(&self, word: &str) -> Option<Filler> {
        letter_of(word).filter(|letter| letter & self.letters != 0)?;
        self.words.get(word)
    }
}

/// "mmm", "este,", "o sea".
fn leave_out_fillers(list: &mut Vec<Token>, folded: &str) {
    let text = |at: usize| {
        list.get(at).map_or("", |token: &Token| folded.get(token.piece.folded.clone()).unwrap_or(""))
    };
    let is_pause = |at: usize| list.get(at).is_none_or(|token| token.is_mark() && text(at) != "/");
    // The index after what is left out from an index on.
    let end_of_filler = |at: usize| match FILLERS.get(text(at))? {
        Filler::Sigh => Some(at + 1),
        Filler::BeforePause => {
            let is_meant = at > 0 && MEANT_AFTER.contains(&text(at - 1));
            (is_pause(at + 1) && list.len() > 1 && !is_meant).then_some(at + 1)
        }
        Filler::Begins => {
            let ends = FILLER_PHRASES.iter().filter_map(|phrase| {
                let mut end = at;
                let is_there = phrase.split(' ').all(|word| {
                    end += 1;
                    text(end - 1) == word
                });
                is_there.then_some(end)
            });
            ends.max()
        }
    };
    let mut fillers: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < list.len() {
        let end = end_of_filler(at);
        fillers.extend(at..end.unwrap_or(at));
        at = end.unwrap_or(at + 1);
    }
    for at in fillers.into_iter().rev() {
        list.remove(at);
    }
}
