//! A text as its readers of values go over it: words, runs of digits, and marks, without fillers, with what was used.

use std::ops::Range;

use super::hints::Hints;
use super::quiet::is_quiet_word;
use crate::{
    Language,
    text::{Piece, PieceKind, Text},
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
        let hints = list
            .iter()
            .fold(Hints::default(), |hints, token| hints.or(token.hints));
        Self {
            text,
            language,
            hints,
            list,
        }
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
        tokens
            .iter()
            .fold(Hints::default(), |hints, token| hints.or(token.hints))
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
        let all = Hints {
            has_number: true,
            has_count: true,
        };
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
        at.checked_sub(1)
            .and_then(|at| self.list.get(at))
            .map_or("", |token| self.text(token))
    }

    fn text(&self, token: &Token) -> &str {
        &self.text.folded()[token.piece.folded.clone()]
    }

    /// As said, accents and case included.
    pub(super) fn original(&self, at: usize) -> &'a str {
        self.list
            .get(at)
            .map_or("", |token| &self.text.said()[token.piece.said.clone()])
    }

    /// The words of a range, as said.
    pub(super) fn said(&self, range: &Range<usize>) -> &'a str {
        let (Some(first), Some(last)) = (
            self.list.get(range.start),
            self.list.get(range.end.wrapping_sub(1)),
        ) else {
            return "";
        };
        self.text
            .said()
            .get(first.piece.said.start..last.piece.said.end)
            .unwrap_or("")
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

    pub(crate) fn is_one_of(&self, at: usize, words: &[&str]) -> bool {
        words.contains(&self.word(at))
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
    pub(super) fn phrases(&self, at: usize, phrases: &[&str]) -> Option<usize> {
        let first = self.word(at);
        let letter = first.as_bytes().first()?;
        // Most phrases fail at their first letter, which costs far less than to compare them.
        phrases
            .iter()
            .filter(|phrase| phrase.as_bytes().first() == Some(letter))
            .filter_map(|phrase| self.rest_of_phrase(at, phrase.strip_prefix(first)?))
            .max()
    }

    /// The index after the phrase, or the index itself where none stands there.
    pub(super) fn skip(&self, at: usize, phrases: &[&str]) -> usize {
        self.phrases(at, phrases).unwrap_or(at)
    }

    /// The index after any marks of a comma.
    pub(super) fn skip_comma(&self, at: usize) -> usize {
        if self.word(at) == "," { at + 1 } else { at }
    }

    /// The bytes of the utterance that the tokens of a range are, with all that stands between them.
    pub(crate) fn bytes(&self, range: &Range<usize>) -> Range<usize> {
        let start = self
            .list
            .get(range.start)
            .map_or(0, |token| token.piece.said.start);
        let last = range.end.checked_sub(1).and_then(|at| self.list.get(at));
        start..last.map_or(start, |token| token.piece.said.end.max(start))
    }

    /// Whether a folded word is a number, or a part of one.
    pub(crate) fn is_number_word(word: &str) -> bool {
        matches!(word, "un" | "uno" | "one") || Hints::of(word, false).has_number
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
        if matches!(word, "un" | "una" | "uno" | "one") {
            token.hints = token.hints.of_article();
        }
    }
}

/// "mmm", "este,", "o sea".
fn leave_out_fillers(list: &mut Vec<Token>, folded: &str) {
    let text = |at: usize| {
        list.get(at).map_or("", |token: &Token| {
            folded.get(token.piece.folded.clone()).unwrap_or("")
        })
    };
    let is_pause = |at: usize| {
        list.get(at)
            .is_none_or(|token| token.is_mark() && text(at) != "/")
    };
    let is_filler = |at: usize| match text(at) {
        "mm" | "mmm" | "mmmm" | "eh" | "ehh" | "em" | "emm" | "uh" | "um" | "umm" | "uhm" | "ah" | "er" => {
            true
        }
        // "El lunes que no sea este"
        "este" => {
            let is_meant = at > 0 && matches!(text(at - 1), "no" | "sea" | "en" | "por" | "de" | "a");
            is_pause(at + 1) && list.len() > 1 && !is_meant
        }
        "o" => text(at + 1) == "sea",
        "sea" => at > 0 && text(at - 1) == "o",
        _ => false,
    };
    let fillers: Vec<usize> = (0..list.len()).filter(|at| is_filler(*at)).collect();
    for at in fillers.into_iter().rev() {
        list.remove(at);
    }
}
