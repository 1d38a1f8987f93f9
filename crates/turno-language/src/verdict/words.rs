//! An utterance as words, with where each stands and what punctuation is around it.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use crate::text::push_folded;

/// A word, a number, or a sign with a meaning of its own (a thumb).
#[derive(Debug, Clone)]
pub(super) struct Word<'a> {
    /// Folded, without apostrophes, stretched letters squeezed, what is short written out: "¡Síííí"
    /// gives "si", "don't" gives "dont", "d" gives "de".
    pub(super) text: &'a str,
    /// Where it begins in the utterance, in bytes; an opening ¿ or ¡ counts with it.
    pub(super) start: usize,
    /// The bytes of its own letters in the utterance.
    pub(super) letters: Range<usize>,
    /// Punctuation stands between it and the word before.
    pub(super) after_break: bool,
    /// A question mark opens before it or closes after it.
    pub(super) is_asked: bool,
    /// It was written with an accent: "sí" is never the "si" of a condition.
    pub(super) has_accent: bool,
    /// Its last letter has one: "cancelé" was done, "cancele" is to be.
    pub(super) ends_in_accent: bool,
}

/// The folded letters of an utterance, which its words point into.
#[derive(Debug, Default)]
pub(super) struct Folded {
    text: String,
    words: Vec<Piece>,
}

/// A word whose letters are a range of the folded text.
#[derive(Debug, Default)]
struct Piece {
    folded: Range<usize>,
    start: usize,
    letters: Range<usize>,
    after_break: bool,
    is_asked: bool,
    has_accent: bool,
    ends_in_accent: bool,
}

impl Folded {
    /// The words of an utterance.
    pub(super) fn words(&self) -> Vec<Word<'_>> {
        let word = |piece: &Piece| Word {
            text: &self.text[piece.folded.clone()],
            start: piece.start,
            letters: piece.letters.clone(),
            after_break: piece.after_break,
            is_asked: piece.is_asked,
            has_accent: piece.has_accent,
            ends_in_accent: piece.ends_in_accent,
        };
        self.words.iter().map(word).collect()
    }

    /// Only their texts.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|piece| &self.text[piece.folded.clone()])
    }

    /// Folds an utterance, word by word.
    pub(super) fn of(utterance: &str) -> Self {
        let mut folded = Self {
            text: String::with_capacity(utterance.len()),
            words: Vec::with_capacity(utterance.len() / 4 + 1),
        };
        let mut reader = Reader {
            folded: &mut folded,
            open: None,
            is_broken: false,
            opening_mark: None,
        };
        for (at, c) in utterance.char_indices() {
            reader.read(utterance, at, c);
        }
        reader.close(utterance.len());
        folded
    }
}

struct Reader<'a> {
    folded: &'a mut Folded,
    open: Option<Open>,
    is_broken: bool,
    opening_mark: Option<(usize, char)>,
}

/// The word that is being read.
struct Open {
    start: usize,
    folded_start: usize,
    is_number: bool,
    has_accent: bool,
    ends_in_accent: bool,
    last: char,
    run: usize,
    is_stretched: bool,
}

impl Reader<'_> {
    fn read(&mut self, utterance: &str, at: usize, c: char) {
        if let Some(open) = &mut self.open {
            if open.continues(utterance, c) {
                open.push(c, &mut self.folded.text);
                return;
            }
            self.close(at);
        }
        if c.is_alphanumeric() {
            let mut open = Open {
                start: at,
                folded_start: self.folded.text.len(),
                is_number: c.is_numeric(),
                has_accent: false,
                ends_in_accent: false,
                last: '\0',
                run: 0,
                is_stretched: false,
            };
            open.push(c, &mut self.folded.text);
            self.open = Some(open);
        } else {
            self.read_mark(at, c);
        }
    }

    fn read_mark(&mut self, at: usize, c: char) {
        if let Some(sign) = sign_word(c) {
            let folded_start = self.folded.text.len();
            self.folded.text.push_str(sign);
            let after_break = !self.folded.words.is_empty();
            self.folded.words.push(Piece {
                folded: folded_start..self.folded.text.len(),
                start: at,
                letters: at..at + c.len_utf8(),
                after_break,
                is_asked: false,
                has_accent: false,
                ends_in_accent: false,
            });
            self.is_broken = true;
        } else if c == '%' && !self.folded.words.is_empty() {
            let folded_start = self.folded.text.len();
            self.folded.text.push_str("percent");
            self.folded.words.push(Piece {
                folded: folded_start..self.folded.text.len(),
                start: at,
                letters: at..at + 1,
                ..Piece::default()
            });
        } else if matches!(c, '¿' | '¡') {
            self.opening_mark = Some((at, c));
            self.is_broken = true;
        } else if c == '?' {
            if let Some(word) = self.folded.words.last_mut() {
                word.is_asked = true;
            }
            self.is_broken = true;
        } else if matches!(c, ',' | '.' | ';' | '!' | '…' | '\n' | '(' | ')' | '—' | '–') {
            self.is_broken = true;
        }
    }

    fn close(&mut self, end: usize) {
        let Some(open) = self.open.take() else { return };
        if open.is_stretched {
            squeeze(&mut self.folded.text, open.folded_start);
        }
        if let Some(rest) = rest_of_short(&self.folded.text[open.folded_start..]) {
            self.folded.text.push_str(rest);
        }
        let mark = self.opening_mark.take();
        self.folded.words.push(Piece {
            folded: open.folded_start..self.folded.text.len(),
            start: mark.map_or(open.start, |(at, _)| at),
            letters: open.start..end,
            after_break: std::mem::take(&mut self.is_broken),
            is_asked: mark.is_some_and(|(_, mark)| mark == '¿'),
            has_accent: open.has_accent,
            ends_in_accent: open.ends_in_accent,
        });
    }
}

impl Open {
    /// Letters go with letters and digits with digits; an apostrophe inside a word is part of it.
    fn continues(&self, utterance: &str, c: char) -> bool {
        if c.is_ascii_alphabetic() {
            return !self.is_number;
        }
        let is_apostrophe = matches!(c, '\'' | '’' | '`' | '´');
        if is_combining_mark(c) {
            true
        } else if self.is_number {
            c.is_numeric()
        } else {
            is_apostrophe || c.is_alphabetic() || (c == '.' && is_half_of_day(&utterance[self.start..]))
        }
    }

    fn push(&mut self, c: char, folded: &mut String) {
        self.ends_in_accent = !c.is_ascii()
            && matches!(
                c,
                'á' | 'é' | 'í' | 'ó' | 'ú' | 'Á' | 'É' | 'Í' | 'Ó' | 'Ú' | '\u{301}'
            );
        self.has_accent |= self.ends_in_accent;
        let letter = if c.is_ascii() {
            let letter = c.to_ascii_lowercase();
            if !letter.is_ascii_alphanumeric() {
                return;
            }
            folded.push(letter);
            letter
        } else {
            let before = folded.len();
            if c.is_alphanumeric() {
                push_folded(c, folded);
            }
            let pushed = folded.get(before..).unwrap_or_default().chars().next();
            let Some(letter) = pushed else { return };
            letter
        };
        self.run = if letter == self.last { self.run + 1 } else { 1 };
        self.last = letter;
        self.is_stretched |= self.run > 2 && letter.is_alphabetic();
    }
}

/// "a.m." and "p.m." are one word.
fn is_half_of_day(rest: &str) -> bool {
    let mut letters = rest.chars().map(|c| c.to_ascii_lowercase());
    matches!(letters.next(), Some('a' | 'p')) && letters.next() == Some('.') && letters.next() == Some('m')
}

/// What is left out of a word that people type by its first letter: "la d Juan", "confirmo q sí". No phrase of either language
/// is made of these letters.
fn rest_of_short(word: &str) -> Option<&'static str> {
    match word {
        "d" => Some("e"),
        "q" => Some("ue"),
        _ => None,
    }
}

/// "siii" gives "si", "nooo" gives "no": a letter three times or more is one. Digits stay.
fn squeeze(text: &mut String, start: usize) {
    let letters: Vec<char> = text[start..].chars().collect();
    text.truncate(start);
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let run = letters[at..].iter().take_while(|next| **next == letter).count();
        let kept = if run > 2 && letter.is_alphabetic() { 1 } else { run };
        text.extend(std::iter::repeat_n(letter, kept));
        at += run;
    }
}

/// Signs that answer; others (a smile, a skin tone) are passed over like spaces.
fn sign_word(c: char) -> Option<&'static str> {
    match c {
        '👍' | '✅' | '👌' | '✔' | '☑' | '🆗' => Some("👍"),
        '👎' | '❌' | '🚫' | '🙅' | '✖' | '⛔' => Some("👎"),
        '🤔' | '🤷' | '🙄' | '😕' => Some("🤔"),
        _ => None,
    }
}
