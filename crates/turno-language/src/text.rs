//! Normal forms of text, and a text taken apart.

mod spoken;

use std::{borrow::Cow, ops::Range, sync::OnceLock};

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

pub(crate) use spoken::{Spoken, Word};

use crate::slots::tokens::{Token, Tokens};

/// What somebody said or wrote, taken apart once for all who read it.
///
/// It is made where an utterance arrives, and of each sentence of a model. The readers look at it in their own ways, and none
/// looks at its letters again: those of values at its pieces, that of answers at its words as they are
/// spoken, others at its folded [words](Self::words).
#[derive(Debug, Clone, Default)]
pub struct Text {
    said: String,
    folded: String,
    pieces: Vec<Piece>,
    spoken: OnceLock<Spoken>,
    tokens: OnceLock<Vec<Token>>,
}

/// A run of letters, a run of digits, or one mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Its bytes in what was said.
    pub(crate) said: Range<usize>,
    /// Its bytes in the folded text.
    pub(crate) folded: Range<usize>,
    pub(crate) kind: PieceKind,
}

/// What a piece is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PieceKind {
    /// Letters, of any script.
    Letters,
    /// ASCII digits.
    Digits,
    /// What is neither, and no blank: each character is one.
    Mark,
}

impl Text {
    /// Takes a text apart.
    pub fn of(said: &str) -> Self {
        let mut folded = String::with_capacity(said.len());
        let mut pieces = Pieces { done: Vec::with_capacity(said.len() / 4 + 1), open: None };
        let bytes = said.as_bytes();
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            let before = folded.len();
            // Most of what people say is runs of ASCII letters, of digits, and blanks: letters and digits are taken whole.
            let (class, end) = if byte.is_ascii() {
                let class = ascii_class(*byte);
                let mut end = at + 1;
                if class == Class::Of(PieceKind::Letters) || class == Class::Of(PieceKind::Digits) {
                    while bytes.get(end).is_some_and(|byte| ascii_class(*byte) == class) {
                        end += 1;
                    }
                }
                folded.push_str(&said[at..end]);
                folded[before..].make_ascii_lowercase();
                (class, end)
            } else {
                let Some(c) = said[at..].chars().next() else { break };
                push_folded(c, &mut folded);
                (class_of(c), at + c.len_utf8())
            };
            pieces.add(class, at..end, before..folded.len());
            at = end;
        }
        Self {
            said: said.to_owned(),
            folded,
            pieces: pieces.done,
            spoken: OnceLock::new(),
            tokens: OnceLock::new(),
        }
    }

    /// A text as it looks to whoever reads it (see [`crate::plain()`]), taken apart.
    pub fn plain(said: &str) -> Self {
        Self::of(&crate::plain(said))
    }

    /// As it was said, accents, case and all.
    pub fn said(&self) -> &str {
        &self.said
    }

    /// The whole of it in small letters without accents, as [`fold`] gives it.
    pub fn folded(&self) -> &str {
        &self.folded
    }

    /// Its folded words, clause by clause; none is empty.
    pub(crate) fn clauses(&self) -> Vec<Vec<&str>> {
        const ENDS: [char; 9] = ['.', ',', ';', ':', '!', '?', '¿', '¡', '\n'];
        let mut clauses: Vec<Vec<&str>> = Vec::new();
        let mut from = 0;
        for place in self.places_of_words() {
            let is_new = self.said[from..place.said.start].contains(ENDS);
            match clauses.last_mut().filter(|_| !is_new) {
                Some(clause) => clause.push(&self.folded[place.folded]),
                None => clauses.push(vec![&self.folded[place.folded]]),
            }
            from = place.said.end;
        }
        clauses
    }

    /// Whether nothing is said: there are only blanks.
    pub fn is_blank(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Its folded words: runs of letters and digits.
    pub fn words(&self) -> impl Iterator<Item = &str> + Clone {
        self.places_of_words().map(|place| &self.folded[place.folded])
    }

    /// Its words in small letters, with their accents: "sí" is no "si".
    pub fn written(&self) -> impl Iterator<Item = Cow<'_, str>> + Clone {
        self.places_of_words().map(|place| {
            let word = &self.said[place.said];
            if word.chars().any(char::is_uppercase) {
                Cow::Owned(word.to_lowercase())
            } else {
                Cow::Borrowed(word)
            }
        })
    }

    /// Its folded words, each with where it begins in the folded text.
    pub fn words_with_places(&self) -> impl Iterator<Item = (usize, &str)> + Clone {
        self.places_of_words().map(|place| (place.folded.start, &self.folded[place.folded]))
    }

    /// Its words as they were said.
    pub fn words_as_said(&self) -> impl Iterator<Item = &str> + Clone {
        self.places_of_words().map(|place| &self.said[place.said])
    }

    /// Where its words stand, in what was said and in what is folded.
    pub(crate) fn places_of_words(&self) -> impl Iterator<Item = Piece> + Clone {
        let mut at = 0;
        std::iter::from_fn({
            let pieces = self.pieces.as_slice();
            move || {
                // An accent that stands alone is no word.
                while pieces.get(at)?.kind == PieceKind::Mark || pieces[at].folded.is_empty() {
                    at += 1;
                }
                let mut whole = pieces[at].clone();
                at += 1;
                while let Some(next) = pieces.get(at)
                    && next.kind != PieceKind::Mark
                    && next.said.start == whole.said.end
                {
                    whole.said.end = next.said.end;
                    whole.folded.end = next.folded.end;
                    at += 1;
                }
                Some(whole)
            }
        })
    }

    /// Its runs of letters and of digits, and its marks.
    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Its words as the reader of answers takes them.
    pub(crate) fn spoken(&self) -> &Spoken {
        self.spoken.get_or_init(|| Spoken::of(self))
    }

    /// Its pieces as the readers of values take them, with what each word may begin.
    pub(crate) fn tokens(&self) -> &[Token] {
        self.tokens.get_or_init(|| Tokens::prepared(self))
    }

    /// At most its first so many characters.
    pub(crate) fn cut(&self, characters_max: usize) -> Cow<'_, Self> {
        if self.said.len() <= characters_max {
            return Cow::Borrowed(self);
        }
        match self.said.char_indices().nth(characters_max) {
            Some((at, _)) => Cow::Owned(Self::of(&self.said[..at])),
            None => Cow::Borrowed(self),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Of(PieceKind),
    Combining,
    Blank,
}

/// Pieces as they are found.
struct Pieces {
    done: Vec<Piece>,
    /// What the last one is made of; a blank ends it.
    open: Option<PieceKind>,
}

impl Pieces {
    fn add(&mut self, class: Class, said: Range<usize>, folded: Range<usize>) {
        let kind = match class {
            // It is drawn over what stands before it.
            Class::Combining => self.open,
            Class::Blank => None,
            Class::Of(kind) => Some(kind),
        };
        let continues = kind == self.open && (kind != Some(PieceKind::Mark) || class == Class::Combining);
        self.open = kind;
        match (kind, self.done.last_mut()) {
            (None, _) => {}
            (Some(_), Some(piece)) if continues => {
                piece.said.end = said.end;
                piece.folded.end = folded.end;
            }
            (Some(kind), _) => self.done.push(Piece { said, folded, kind }),
        }
    }
}

fn ascii_class(byte: u8) -> Class {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' => Class::Of(PieceKind::Letters),
        b'0'..=b'9' => Class::Of(PieceKind::Digits),
        0..=b' ' | 0x7f => Class::Blank,
        _ => Class::Of(PieceKind::Mark),
    }
}

/// Of what is no ASCII.
fn class_of(c: char) -> Class {
    match c {
        // The letters of western Europe, without a look at the tables.
        'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ÿ' => Class::Of(PieceKind::Letters),
        _ if c.is_alphanumeric() => Class::Of(PieceKind::Letters),
        _ if c.is_whitespace() || c.is_control() => Class::Blank,
        _ if is_combining_mark(c) => Class::Combining,
        _ => Class::Of(PieceKind::Mark),
    }
}

/// Lower case without accents (ñ too becomes n), for comparing words.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        push_folded(c, &mut folded);
    }
    folded
}

/// Adds what [`fold`] makes of one character; nothing of a combining mark.
pub(crate) fn push_folded(c: char, folded: &mut String) {
    match c {
        _ if c.is_ascii() => folded.push(c.to_ascii_lowercase()),
        'á' | 'Á' => folded.push('a'),
        'é' | 'É' => folded.push('e'),
        'í' | 'Í' => folded.push('i'),
        'ó' | 'Ó' => folded.push('o'),
        'ú' | 'Ú' | 'ü' | 'Ü' => folded.push('u'),
        'ñ' | 'Ñ' => folded.push('n'),
        // Decomposition never moves a base character, so one at a time gives what the whole text would.
        _ => folded
            .extend(std::iter::once(c).nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase)),
    }
}

/// A folded word without what draws it out: doubled vowels, and its last letter doubled. None where it has neither. Other
/// double letters stay: "perro" is no "pero".
pub(crate) fn drawn_in(word: &str) -> Option<String> {
    let letters = word.as_bytes();
    let is_doubled = |at: usize| {
        at > 0
            && letters[at] == letters[at - 1]
            && (matches!(letters[at], b'a' | b'e' | b'i' | b'o' | b'u')
                || at + 1 == letters.len() && letters[at].is_ascii_alphabetic())
    };
    if !word.is_ascii() || !(0..letters.len()).any(is_doubled) {
        return None;
    }
    let kept = (0..letters.len()).filter(|at| !is_doubled(*at));
    Some(kept.map(|at| char::from(letters[at])).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

    use super::{PieceKind, Text, drawn_in, fold};

    #[test]
    fn each_reader_finds_its_own_view_of_one_text() {
        let text = Text::of("¡Sííí! I don't, a las 8:30p.m.; ¿20% 1️⃣ 👍🏽?");
        assert_eq!(
            text.words().collect::<Vec<_>>(),
            ["siii", "i", "don", "t", "a", "las", "8", "30p", "m", "20", "1"]
        );
        assert_eq!(
            text.spoken().texts().collect::<Vec<_>>(),
            ["si", "i", "dont", "a", "las", "8", "30", "pm", "20", "percent", "1", "👍"]
        );
        assert_eq!(text.written().take(2).collect::<Vec<_>>(), ["sííí", "i"]);
        assert_eq!(
            text.clauses(),
            [&["siii"][..], &["i", "don", "t"], &["a", "las", "8"], &["30p"], &["m"], &["20", "1"]]
        );
        let kinds: Vec<(&str, PieceKind)> = text
            .pieces()
            .iter()
            .take(4)
            .map(|piece| (&text.said()[piece.said.clone()], piece.kind))
            .collect();
        assert_eq!(
            kinds,
            [
                ("¡", PieceKind::Mark),
                ("Sííí", PieceKind::Letters),
                ("!", PieceKind::Mark),
                ("I", PieceKind::Letters)
            ]
        );
        assert!(Text::of(" \n\u{301}").is_blank());
    }

    #[test]
    fn what_is_drawn_out_is_drawn_in() {
        for (said, meant) in [("graciaass", "gracias"), ("okk", "ok"), ("claroo", "claro"), ("yess", "yes")] {
            assert_eq!(drawn_in(said).as_deref(), Some(meant));
        }
        for word in ["perro", "carro", "gracias", "calle", ""] {
            assert_eq!(drawn_in(word), None, "{word}");
        }
    }

    #[test]
    fn case_and_accents_do_not_matter() {
        assert_eq!(fold("SÍ, MAÑANA"), "si, manana");
        assert_eq!(fold("nin\u{0303}o"), fold("niño"));
        assert_eq!(fold("áéíóúüñ ÁÉÍÓÚÜÑ"), "aeiouun aeiouun");
    }

    proptest! {
        #[test]
        fn a_text_taken_apart_holds_all_that_was_said(said in "\\PC*") {
            let text = Text::of(&said);
            prop_assert_eq!(text.folded(), fold(&said));
            let folded = fold(&said);
            let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            prop_assert!(words.eq(text.words()), "{:?}", text.words().collect::<Vec<_>>());
            let mut end = 0;
            for piece in text.pieces() {
                prop_assert!(piece.said.start >= end);
                prop_assert_eq!(fold(&said[piece.said.clone()]), &text.folded()[piece.folded.clone()]);
                end = piece.said.end;
            }
            let outside: String = said.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
            let inside: String = text.pieces().iter().map(|piece| &said[piece.said.clone()]).collect();
            prop_assert_eq!(fold(&outside), fold(&inside));
        }

        #[test]
        fn one_character_at_a_time_is_the_whole_text(text in "\\PC{0,40}") {
            let whole: String = text.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect();
            prop_assert_eq!(fold(&text), whole);
        }
    }
}
