//! A wish that no value of the call holds: "en la terraza", "silla alta para un bebé", "soy alérgico a las nueces".
//!
//! Only what a business can note is one: a place to sit, what a child or an ailment needs, what is celebrated. Whatever else
//! follows a yes ("en Polanco") may be a condition, and is no note.

use super::clauses::{Clause, Kind, Piece, QuestionSign, is_filler};
use super::values::Valued;
use crate::grammar::A;
use crate::pack::Tagged;
use crate::text::Word;
use crate::words_of_answers::Class;

/// What a wish is about, each by how its words begin.
static STEMS: Tagged = Tagged::new("wishes_stems");

/// Such words in pairs: "silla alta", "silla de ruedas", "high chair".
static PAIRS: Tagged = Tagged::new("wishes_pairs");

/// What a wish keeps before it.
static PREPOSITIONS: Tagged = Tagged::new("wishes_prepositions");

/// The words of the wish in an answer, as said; none where anything in its clause denies, doubts or asks.
pub(super) fn wish(utterance: &str, words: &[Word<'_>], clauses: &[Clause]) -> Option<String> {
    clauses.iter().find_map(|clause| {
        let is_plain = clause.question == QuestionSign::None
            && clause.pieces.iter().all(is_harmless)
            && !clause.pieces.iter().any(|piece| takes_away(words, piece));
        let at = clause.pieces.iter().position(|piece| is_wished(words, piece))?;
        let range = extent(words, &clause.pieces, at);
        let (first, last) = (words.get(range.0)?, words.get(range.1)?);
        let said = utterance.get(first.letters.start..last.letters.end)?;
        is_plain.then(|| said.to_owned())
    })
}

fn is_wished(words: &[Word<'_>], piece: &Piece) -> bool {
    piece.words.clone().any(|at| {
        let word = words[at].text;
        STEMS.iter().any(|stem| word.starts_with(stem))
            || PAIRS.length_at(words[at..].iter().map(|word| word.text)).is_some()
    })
}

/// The first and the last word of it: what stands around it, up to an answer or a value, without small talk at its ends.
fn extent(words: &[Word<'_>], pieces: &[Piece], at: usize) -> (usize, usize) {
    let is_part = |piece: &&Piece| {
        is_filler(piece) || matches!(piece.kind, Kind::Unknown | Kind::Phrase(Class::Wish | Class::Info))
    };
    // "2 sillas altas"
    let is_counted = at > 0
        && matches!(pieces[at - 1].kind, Kind::Value(Valued::Asked | Valued::Foreign))
        && !A.contains(&words[pieces[at - 1].words.start].text);
    let counted = usize::from(is_counted);
    let before = counted + pieces[..at - counted].iter().rev().take_while(is_part).count();
    let after = pieces[at + 1..].iter().take_while(is_part).count();
    let mut first = pieces[at - before].words.start;
    let start = pieces[at].words.start;
    let of_piece = |at: usize| pieces.iter().find(|piece| piece.words.contains(&at));
    let is_small = |at: usize| of_piece(at).is_some_and(is_filler);
    while first < start && is_small(first) && !PREPOSITIONS.contains(&words[first].text) {
        first += 1;
    }
    let mut last = pieces[at + after].words.end - 1;
    while last >= pieces[at].words.end && is_small(last) {
        last -= 1;
    }
    (first, last)
}

/// "quita lo de la terraza", "forget the terrace".
fn takes_away(words: &[Word<'_>], piece: &Piece) -> bool {
    static STEMS: Tagged = Tagged::new("wishes_taking_away");
    piece.words.clone().any(|at| STEMS.iter().any(|stem| words[at].text.starts_with(stem)))
}

/// Nothing that turns a wish round or leaves it in doubt.
fn is_harmless(piece: &Piece) -> bool {
    match piece.kind {
        Kind::Unknown | Kind::Value(_) => true,
        Kind::Phrase(class) => !matches!(
            class,
            Class::Bad
                | Class::Negation
                | Class::No
                | Class::Refuse
                | Class::Undo
                | Class::Wait
                | Class::Hedge
                | Class::Condition
                | Class::Repeat
                | Class::Defer
                | Class::Cancel
                | Class::Absent
        ),
    }
}
