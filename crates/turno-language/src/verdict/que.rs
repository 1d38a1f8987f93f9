//! What a "que" is in an answer: it asks, it tells that a question is repeated, or it only joins.

use super::clauses::{Kind, Piece, is_filler, is_phrase};
use crate::pack::Tagged;
use crate::text::Word;
use crate::words_of_answers::Class;

/// What asks, and joins too: "que".
static QUE: Tagged = Tagged::new("que_asks_or_joins");

/// Looks at each "que" that the tables could not tell apart.
pub(super) fn read(words: &[Word<'_>], pieces: &mut Vec<Piece>) {
    ask_with_what(words, pieces);
    join_the_act(words, pieces);
    report_questions(words, pieces);
}

/// "¿qué postres tienen?", "y qué incluye el menú": with something behind it "qué" asks; alone it did not hear.
fn ask_with_what(words: &[Word<'_>], pieces: &mut [Piece]) {
    for piece in pieces {
        let start = piece.words.start;
        let is_what = is_phrase(piece, Class::Repeat) && QUE.contains(&words[start].text);
        if !is_what || piece.words.len() > 1 {
            continue;
        }
        let after = &words[start + 1..];
        let length = after.iter().take_while(|word| !word.after_break).count();
        let is_marked = after[..length].iter().any(|word| word.is_asked);
        if length > 0 && (words[start].has_accent || is_marked) {
            piece.kind = Kind::Phrase(Class::Question);
        }
    }
}

/// "Confirmo que quiero cancelar", "autorizo que cancelen": with the act on both sides, and nothing but it, "que" joins them.
/// With anything else behind it, it may have asked.
fn join_the_act(words: &[Word<'_>], pieces: &mut Vec<Piece>) {
    let joins = |at: usize, pieces: &[Piece]| {
        let word = &words[pieces[at].words.start];
        let is_que =
            is_phrase(&pieces[at], Class::Repeat) && pieces[at].words.len() == 1 && QUE.contains(&word.text);
        let behind = || {
            let clause = pieces[at + 1..].iter();
            clause.take_while(|piece| !words[piece.words.start].after_break)
        };
        let is_act = |piece: &Piece| is_phrase(piece, Class::Go);
        is_que
            && !(word.after_break || word.has_accent)
            && is_act(&pieces[at - 1])
            && behind().any(is_act)
            && behind().all(|piece| is_filler(piece) || is_act(piece))
            && !behind().flat_map(|piece| piece.words.clone()).any(|at| words[at].is_asked)
    };
    let Some(at) = (1..pieces.len()).find(|at| joins(*at, pieces)) else {
        return;
    };
    let que = pieces.remove(at);
    pieces[at - 1].words.end = que.words.end;
}

/// "Que si es correcto", "que si la confirmo": the question repeated, for somebody else or for oneself; and "¿qué sí?".
/// "Que sí", "dije que sí, está bien" agree.
fn report_questions(words: &[Word<'_>], pieces: &mut [Piece]) {
    let Some(first) = pieces.iter().position(|piece| !is_filler(piece)) else {
        return;
    };
    let said = &words[pieces[first].words.clone()];
    if !is_phrase(&pieces[first], Class::Yes) || said.len() != 2 || !QUE.contains(&said[0].text) {
        return;
    }
    let goes_on = pieces[first + 1..].iter().take_while(|piece| !words[piece.words.start].after_break);
    let is_reported = goes_on.filter(|piece| !is_filler(piece)).count() > 0;
    if said[0].has_accent || is_reported {
        pieces[first].kind = Kind::Phrase(Class::Repeat);
    }
}
