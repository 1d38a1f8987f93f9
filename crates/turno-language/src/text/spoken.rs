//! The words of an answer: with where each stands, and what punctuation is around it.

use std::ops::Range;

use super::{Piece, PieceKind, Text};
use crate::pack::Tagged;

/// A word, a number, or a sign with a meaning of its own (a thumb).
#[derive(Debug, Clone)]
pub(crate) struct Word<'a> {
    /// Folded, without apostrophes, stretched letters squeezed, what is short written out: "¡Síííí" gives "si", "don't" gives
    /// "dont", "d" gives "de".
    pub(crate) text: &'a str,
    /// Where it begins in the utterance, in bytes; an opening ¿ or ¡ counts with it.
    pub(crate) start: usize,
    /// The bytes of its own letters in the utterance.
    pub(crate) letters: Range<usize>,
    /// Punctuation stands between it and the word before.
    pub(crate) after_break: bool,
    /// A question mark opens before it or closes after it.
    pub(crate) is_asked: bool,
    /// It was written with an accent: "sí" is never the "si" of a condition.
    pub(crate) has_accent: bool,
    /// Its last letter has one: "cancelé" was done, "cancele" is to be.
    pub(crate) ends_in_accent: bool,
}

/// The words of a text as they are spoken.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spoken {
    letters: String,
    words: Vec<SpokenWord>,
}

/// A word whose letters are a range of those of all.
#[derive(Debug, Clone, Default)]
struct SpokenWord {
    text: Range<usize>,
    start: usize,
    letters: Range<usize>,
    after_break: bool,
    is_asked: bool,
    has_accent: bool,
    ends_in_accent: bool,
}

impl Spoken {
    /// The words.
    pub(crate) fn words(&self) -> Vec<Word<'_>> {
        let word = |word: &SpokenWord| Word {
            text: &self.letters[word.text.clone()],
            start: word.start,
            letters: word.letters.clone(),
            after_break: word.after_break,
            is_asked: word.is_asked,
            has_accent: word.has_accent,
            ends_in_accent: word.ends_in_accent,
        };
        self.words.iter().map(word).collect()
    }

    /// Only their texts.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|word| &self.letters[word.text.clone()])
    }

    pub(super) fn of(text: &Text) -> Self {
        let mut speaker = Speaker {
            text,
            spoken: Self {
                letters: String::with_capacity(text.folded.len()),
                words: Vec::with_capacity(text.pieces.len()),
            },
            is_broken: false,
            opening_mark: None,
        };
        let mut at = 0;
        let mut end = 0;
        while let Some(piece) = text.pieces.get(at) {
            speaker.is_broken |= text.said[end..piece.said.start].contains('\n');
            let next = if piece.kind == PieceKind::Mark {
                speaker.take_mark(piece);
                at + 1
            } else {
                speaker.take_word(at)
            };
            end = text.pieces[next - 1].said.end;
            at = next;
        }
        speaker.spoken
    }
}

struct Speaker<'a> {
    text: &'a Text,
    spoken: Spoken,
    is_broken: bool,
    opening_mark: Option<(usize, char)>,
}

impl Speaker<'_> {
    /// Takes the word that begins at a piece; gives the index of the piece behind it.
    fn take_word(&mut self, at: usize) -> usize {
        let text = self.text;
        let first = &text.pieces[at];
        let begin = self.spoken.letters.len();
        self.spoken.letters.push_str(&text.folded[first.folded.clone()]);
        let mut end = at + 1;
        let mut last = first;
        while first.kind == PieceKind::Letters
            && let Some(next) = text.pieces.get(end)
            && next.said.start == text.pieces[end - 1].said.end
            && self.continues(first, next)
        {
            if next.kind == PieceKind::Letters {
                self.spoken.letters.push_str(&text.folded[next.folded.clone()]);
                last = next;
            }
            end += 1;
        }
        squeeze(&mut self.spoken.letters, begin);
        if let Some(rest) = rest_of_short(&self.spoken.letters[begin..]) {
            self.spoken.letters.push_str(rest);
        }
        let mark = self.opening_mark.take();
        let letters = first.said.start..text.pieces[end - 1].said.end;
        let accents = |said: Range<usize>| text.said[said].chars().map(is_accented);
        self.spoken.words.push(SpokenWord {
            text: begin..self.spoken.letters.len(),
            start: mark.map_or(letters.start, |(at, _)| at),
            after_break: std::mem::take(&mut self.is_broken),
            is_asked: mark.is_some_and(|(_, mark)| mark == '¿'),
            has_accent: accents(letters.clone()).any(|is| is),
            ends_in_accent: accents(last.said.clone()).next_back() == Some(true),
            letters,
        });
        end
    }

    /// Letters go with letters and digits with digits; an apostrophe inside a word is part of it.
    fn continues(&self, first: &Piece, next: &Piece) -> bool {
        let said = &self.text.said;
        match next.kind {
            PieceKind::Letters => true,
            PieceKind::Digits => false,
            PieceKind::Mark => match said[next.said.clone()].chars().next() {
                Some('\'' | '’' | '`' | '´') => true,
                Some('.') => is_half_of_day(&said[first.said.start..]),
                Some(_) | None => false,
            },
        }
    }

    fn take_mark(&mut self, mark: &Piece) {
        let Some(c) = self.text.said[mark.said.clone()].chars().next() else {
            return;
        };
        if let Some(sign) = sign_word(c) {
            let after_break = !self.spoken.words.is_empty();
            self.push_sign(sign, mark, after_break);
            self.is_broken = true;
        } else if c == '%' && !self.spoken.words.is_empty() {
            self.push_sign("percent", mark, false);
        } else if matches!(c, '¿' | '¡') {
            self.opening_mark = Some((mark.said.start, c));
            self.is_broken = true;
        } else if c == '?' {
            if let Some(word) = self.spoken.words.last_mut() {
                word.is_asked = true;
            }
            self.is_broken = true;
        } else if matches!(c, ',' | '.' | ';' | '!' | '…' | '(' | ')' | '—' | '–') {
            self.is_broken = true;
        }
    }

    fn push_sign(&mut self, sign: &str, mark: &Piece, after_break: bool) {
        let begin = self.spoken.letters.len();
        self.spoken.letters.push_str(sign);
        self.spoken.words.push(SpokenWord {
            text: begin..self.spoken.letters.len(),
            start: mark.said.start,
            letters: mark.said.clone(),
            after_break,
            ..SpokenWord::default()
        });
    }
}

/// A vowel with an acute accent, or the accent itself.
fn is_accented(c: char) -> bool {
    #[rustfmt::skip]
    let is = !c.is_ascii() && matches!(c, 'á' | 'é' | 'í' | 'ó' | 'ú' | 'Á' | 'É' | 'Í' | 'Ó' | 'Ú' | '\u{301}');
    is
}

/// "a.m." and "p.m." are one word.
fn is_half_of_day(rest: &str) -> bool {
    let mut letters = rest.chars().map(|c| c.to_ascii_lowercase());
    matches!(letters.next(), Some('a' | 'p')) && letters.next() == Some('.') && letters.next() == Some('m')
}

/// What is left out of a word that people type by its first letter: "la d Juan", "confirmo q sí". No phrase of any language is
/// made of these letters.
fn rest_of_short(word: &str) -> Option<&'static str> {
    static WHOLE: Tagged = Tagged::new("typed_by_first_letter");
    if word.len() != 1 {
        return None;
    }
    WHOLE.iter().find_map(|whole| whole.strip_prefix(word))
}

/// "siii" gives "si", "nooo" gives "no": a letter three times or more is one. Digits stay.
fn squeeze(text: &mut String, start: usize) {
    let is_stretched = {
        let letters = text.as_bytes()[start..].windows(3);
        letters
            .into_iter()
            .any(|three| three[0] == three[1] && three[1] == three[2] && !three[0].is_ascii_digit())
    };
    // Two bytes of a letter that is no ASCII are never thrice the same; such a letter is looked at for itself.
    if !is_stretched && text.as_bytes()[start..].is_ascii() {
        return;
    }
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

/// Signs that answer, and faces that may turn a yes round ("sí 🙃"); others (a smile, a skin tone, a taco) are passed over like spaces.
fn sign_word(c: char) -> Option<&'static str> {
    match c {
        '👍' | '✅' | '👌' | '✔' | '☑' | '🆗' => Some("👍"),
        '👎' | '❌' | '🚫' | '🙅' | '✖' | '⛔' => Some("👎"),
        '🤷' | '🖕' | '✋' | '🤚' | '🛑' | '⏸' | '❓' | '❔' | '⁉' | '⚠' | '💀' | '🤡' => {
            Some("🤔")
        }
        _ if is_face(c) && !is_glad(c) => Some("🤔"),
        _ => None,
    }
}

/// The blocks of Unicode 16 that have faces.
fn is_face(c: char) -> bool {
    matches!(c, '\u{1F600}'..='\u{1F64A}' | '\u{1F910}'..='\u{1F917}' | '\u{1F920}'..='\u{1F92F}' | '\u{1F970}'..='\u{1F97A}' | '\u{1FAE0}'..='\u{1FAE9}')
}

/// Faces that go with a yes, and hands that thank.
fn is_glad(c: char) -> bool {
    const GLAD: &str = "😀😃😄😁😆😅🤣😂🙂😉😊😇🥰😍🤩😘😗☺😚😙😋🤗🤠🥳😎🙌🙏🙋🙆😌🥹🫡🫠😺😸😻";
    GLAD.contains(c)
}
