//! Whether a yes can only be meant for the question, or may acknowledge what was said beside it.

use super::beside::{has_thanks, leads_on};
use super::clauses::{Kind, Piece, is_phrase};
use super::finding::Findings;
use super::values::Valued;
use crate::pack::Tagged;
use crate::text::Word;
use crate::words_of_answers::Class;
use crate::{Firmness, Language};

/// How plainly a yes is meant for the question.
pub(super) fn firmness(
    language: Language,
    words: &[Word<'_>],
    pieces: &[Piece],
    found: &Findings,
) -> Firmness {
    let end = found.question_start().unwrap_or(words.len());
    let answer = || pieces.iter().filter(|piece| piece.words.start < end);
    let texts = |piece: &Piece| piece.words.clone().map(|at| words[at].text);
    let names_value = |piece: &Piece| piece.kind == Kind::Value(Valued::Asked) && !texts(piece).all(leads_on);
    let names_act = |piece: &Piece| {
        is_phrase(piece, Class::Go) && texts(piece).any(|word| ACTS.iter().any(|stem| word.starts_with(stem)))
    };
    if answer().any(|piece| names_value(piece) || names_act(piece)) {
        return Firmness::Names;
    }
    // "Sí, gracias" may thank for what was told; a thumb is put under whatever stands there.
    let is_sign = |word: &str| !word.contains(char::is_alphanumeric);
    let agrees = |piece: &Piece| match piece.kind {
        Kind::Phrase(Class::Go) => true,
        Kind::Phrase(Class::Yes) => !texts(piece).all(|word| is_weak(word) || is_sign(word)),
        Kind::Phrase(Class::Good) => texts(piece).any(|word| TRUE.iter().any(|stem| word.starts_with(stem))),
        Kind::Phrase(_) | Kind::Value(_) | Kind::Unknown => false,
    };
    if answer().any(agrees) && !has_thanks(language, words, pieces, end) {
        Firmness::Agrees
    } else {
        Firmness::Acknowledges
    }
}

/// A yes that is as much "I heard you".
pub(super) fn is_weak(word: &str) -> bool {
    WEAK.contains(&word)
}

static WEAK: Tagged = Tagged::new("firmness_weak");

/// Approval that says that it is so, rather than that it is well.
static TRUE: Tagged = Tagged::new("firmness_true");

/// Verbs of confirming, and of what is confirmed.
static ACTS: Tagged = Tagged::new("firmness_acts");
