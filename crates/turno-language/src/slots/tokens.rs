//! An utterance as tokens: words, runs of digits, and marks, each with its place.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use crate::Language;
use crate::text::fold;

/// Sounds that carry nothing.
const FILLERS: &[&str] = &[
    "mm", "mmm", "mmmm", "eh", "ehh", "em", "emm", "uh", "um", "umm", "uhm", "ah", "er",
];

/// A word, a run of digits, or one mark.
pub(super) struct Token {
    /// Folded.
    pub(super) text: String,
    /// First byte in the utterance.
    pub(super) start: usize,
    /// The byte after the last.
    pub(super) end: usize,
    is_mark: bool,
    is_used: bool,
}

/// The tokens of an utterance, with what the readers have used of them.
pub(super) struct Tokens<'a> {
    utterance: &'a str,
    /// The language whose number words count.
    pub(super) language: Language,
    list: Vec<Token>,
}

impl<'a> Tokens<'a> {
    /// Splits an utterance; fillers are left out.
    pub(super) fn of(utterance: &'a str, language: Language) -> Self {
        let mut list: Vec<Token> = Vec::new();
        let mut last = Class::Space;
        for (start, c) in utterance.char_indices() {
            let class = class_of(c);
            let end = start + c.len_utf8();
            match (list.last_mut(), class) {
                (_, Class::Space) => {}
                (Some(token), Class::Word | Class::Digit) if class == last => token.end = end,
                _ => list.push(Token {
                    text: String::new(),
                    start,
                    end,
                    is_mark: class == Class::Mark,
                    is_used: false,
                }),
            }
            last = class;
        }
        for token in &mut list {
            token.text = fold(&utterance[token.start..token.end]);
        }
        Self {
            utterance,
            language,
            list: without_fillers(list),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The folded word at an index; empty beyond the ends and where it was used.
    pub(super) fn word(&self, at: usize) -> &str {
        match self.list.get(at) {
            Some(token) if !token.is_used => &token.text,
            Some(_) | None => "",
        }
    }

    /// The word before an index, used or not.
    pub(super) fn before(&self, at: usize) -> &str {
        at.checked_sub(1)
            .and_then(|at| self.list.get(at))
            .map_or("", |token| token.text.as_str())
    }

    /// As said, accents and case included.
    pub(super) fn original(&self, at: usize) -> &'a str {
        self.list
            .get(at)
            .map_or("", |token| &self.utterance[token.start..token.end])
    }

    /// The words of a range, as said.
    pub(super) fn said(&self, range: &Range<usize>) -> &'a str {
        let (Some(first), Some(last)) = (
            self.list.get(range.start),
            self.list.get(range.end.wrapping_sub(1)),
        ) else {
            return "";
        };
        self.utterance.get(first.start..last.end).unwrap_or("")
    }

    pub(super) fn is_mark(&self, at: usize) -> bool {
        self.list.get(at).is_some_and(|token| token.is_mark)
    }

    pub(super) fn is_used(&self, at: usize) -> bool {
        self.list.get(at).is_some_and(|token| token.is_used)
    }

    /// An unused word of letters.
    pub(super) fn is_word(&self, at: usize) -> bool {
        self.list.get(at).is_some_and(|token| {
            !token.is_mark && !token.is_used && !token.text.starts_with(|c: char| c.is_ascii_digit())
        })
    }

    /// Nothing stands between this token and the one before it.
    pub(super) fn is_glued(&self, at: usize) -> bool {
        at > 0
            && self
                .list
                .get(at)
                .is_some_and(|token| self.list[at - 1].end == token.start)
    }

    /// Nothing of the sentence follows: the end, a mark, or what was used.
    pub(super) fn ends_at(&self, at: usize) -> bool {
        at >= self.len() || self.is_mark(at) || self.is_used(at)
    }

    pub(super) fn is_one_of(&self, at: usize, words: &[&str]) -> bool {
        words.contains(&self.word(at))
    }

    /// The index after a phrase that stands at an index.
    pub(super) fn phrase(&self, at: usize, phrase: &str) -> Option<usize> {
        let first = self.word(at);
        // Most phrases fail here, which costs far less than to split them.
        if first.is_empty() || !phrase.starts_with(first) {
            return None;
        }
        let mut end = at;
        for word in phrase.split(' ') {
            if self.word(end) != word {
                return None;
            }
            end += 1;
        }
        Some(end)
    }

    /// The index after the longest of some phrases.
    pub(super) fn phrases(&self, at: usize, phrases: &[&str]) -> Option<usize> {
        phrases.iter().filter_map(|phrase| self.phrase(at, phrase)).max()
    }

    /// The index after the phrase, or the index itself where none stands there.
    pub(super) fn skip(&self, at: usize, phrases: &[&str]) -> usize {
        self.phrases(at, phrases).unwrap_or(at)
    }

    /// The index after any marks of a comma.
    pub(super) fn skip_comma(&self, at: usize) -> usize {
        if self.word(at) == "," { at + 1 } else { at }
    }

    pub(super) fn take(&mut self, range: Range<usize>) {
        for token in self.list.get_mut(range).unwrap_or_default() {
            token.is_used = true;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Word,
    Digit,
    Mark,
}

fn class_of(c: char) -> Class {
    if c.is_ascii_digit() {
        Class::Digit
    } else if c.is_alphanumeric() || is_combining_mark(c) {
        Class::Word
    } else if c.is_whitespace() || c.is_control() {
        Class::Space
    } else {
        Class::Mark
    }
}

fn without_fillers(list: Vec<Token>) -> Vec<Token> {
    let is_pause = |at: usize| {
        list.get(at)
            .is_none_or(|token| token.is_mark && token.text != "/")
    };
    let is_filler = |at: usize| {
        let text = |at: usize| list.get(at).map_or("", |token: &Token| token.text.as_str());
        let is_this = text(at) == "este" && is_pause(at + 1) && list.len() > 1;
        let is_rather = (text(at) == "o" && text(at + 1) == "sea")
            || (at > 0 && text(at - 1) == "o" && text(at) == "sea");
        FILLERS.contains(&text(at)) || is_this || is_rather
    };
    let keep: Vec<bool> = (0..list.len()).map(|at| !is_filler(at)).collect();
    list.into_iter()
        .zip(keep)
        .filter_map(|(token, is_kept)| is_kept.then_some(token))
        .collect()
}
