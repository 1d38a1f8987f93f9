//! An utterance as words, with where each stands and what punctuation is around it.

use unicode_normalization::UnicodeNormalization;

use crate::text::fold;

/// A word, a number, or a sign with a meaning of its own (a thumb).
#[derive(Debug, Clone)]
pub(super) struct Word {
    /// Folded, without apostrophes, stretched letters squeezed: "¡Síííí" gives "si", "don't" gives "dont".
    pub(super) text: String,
    /// Where it begins in the utterance, in bytes; an opening ¿ or ¡ counts with it.
    pub(super) start: usize,
    /// Punctuation stands between it and the word before.
    pub(super) after_break: bool,
    /// A question mark opens before it or closes after it.
    pub(super) is_asked: bool,
    /// It was written with an accent: "sí" is never the "si" of a condition.
    pub(super) has_accent: bool,
}

/// The words of an utterance.
pub(super) fn words(utterance: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    let mut is_broken = false;
    let mut opening_mark: Option<(usize, char)> = None;
    let ends = utterance
        .char_indices()
        .map(|(at, c)| (at, Some(c)))
        .chain([(utterance.len(), None)]);
    for (at, character) in ends {
        let character_end = at + character.map_or(0, char::len_utf8);
        if let Some(c) = character.filter(|c| continues_word(utterance, open, *c)) {
            open = Some((open.map_or(at, |(start, _)| start), at + c.len_utf8()));
            continue;
        }
        if let Some((start, end)) = open.take() {
            let mut word = word(&utterance[start..end], start);
            word.after_break = is_broken;
            if let Some((mark_at, mark)) = opening_mark.take() {
                word.start = mark_at;
                word.is_asked = mark == '¿';
            }
            is_broken = false;
            words.push(word);
        }
        let Some(c) = character else { break };
        if let Some(sign) = sign_word(c) {
            let has_word_before = !words.is_empty();
            words.push(Word {
                text: sign.to_owned(),
                start: at,
                after_break: has_word_before,
                is_asked: false,
                has_accent: false,
            });
            is_broken = true;
        } else if matches!(c, '¿' | '¡') {
            opening_mark = Some((at, c));
            is_broken = true;
        } else if c.is_alphanumeric() {
            // A letter beside a digit, "8pm": the next word begins here.
            open = Some((at, character_end));
        } else if c == '?' {
            words
                .iter_mut()
                .last()
                .into_iter()
                .for_each(|word| word.is_asked = true);
            is_broken = true;
        } else if matches!(c, ',' | '.' | ';' | '!' | '…' | '\n' | '(' | ')' | '—' | '–') {
            is_broken = true;
        }
    }
    words
}

/// Letters go with letters and digits with digits; an apostrophe inside a word is part of it.
fn continues_word(utterance: &str, open: Option<(usize, usize)>, c: char) -> bool {
    let Some((start, end)) = open else {
        return c.is_alphanumeric();
    };
    let is_number = utterance[start..end].starts_with(|first: char| first.is_numeric());
    let is_mark = unicode_normalization::char::is_combining_mark(c);
    let is_apostrophe = matches!(c, '\'' | '’' | '`' | '´');
    if is_mark {
        true
    } else if is_number {
        c.is_numeric()
    } else {
        is_apostrophe || c.is_alphabetic() || (c == '.' && is_half_of_day(&utterance[start..]))
    }
}

/// "a.m." and "p.m." are one word.
fn is_half_of_day(rest: &str) -> bool {
    let mut letters = rest.chars().map(|c| c.to_ascii_lowercase());
    matches!(letters.next(), Some('a' | 'p')) && letters.next() == Some('.') && letters.next() == Some('m')
}

fn word(said: &str, start: usize) -> Word {
    let folded = fold(said);
    let plain: String = folded.chars().filter(|c| c.is_alphanumeric()).collect();
    let has_accent = said.nfc().any(|c| "áéíóúÁÉÍÓÚ".contains(c));
    Word {
        text: squeeze(&plain),
        start,
        after_break: false,
        is_asked: false,
        has_accent,
    }
}

/// "siii" gives "si", "nooo" gives "no": a letter three times or more is one. Digits stay.
fn squeeze(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let mut squeezed = String::new();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let run = letters[at..].iter().take_while(|next| **next == letter).count();
        let kept = if run > 2 && letter.is_alphabetic() { 1 } else { run };
        squeezed.extend(std::iter::repeat_n(letter, kept));
        at += run;
    }
    squeezed
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
