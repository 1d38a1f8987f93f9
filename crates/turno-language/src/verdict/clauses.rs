//! From words to what an answer contains.

use std::ops::Range;

use super::que;
use super::values::{Valued, Values};
use crate::grammar::{ALSO, AND};
use crate::pack::Tagged;
use crate::text::Word;
use crate::words_of_answers::{Class, SlotWord, class_for, lexicon};
use crate::{Act, Language};

/// A plain no, which may stand before an order or a question.
pub(super) static NO: Tagged = Tagged::new("answer_no");

/// A phrase of the tables, a value, or a word that is neither.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    /// The indexes of its words.
    pub(super) words: Range<usize>,
}

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A phrase, as the pending act sees it.
    Phrase(Class),
    /// Part of a value: asked, foreign or new.
    Value(Valued),
    /// A word of no table.
    Unknown,
}

/// Pieces that stand together: between punctuation, or up to where a question or a second answer begins.
#[derive(Debug, Clone)]
pub(super) struct Clause {
    pub(super) pieces: Vec<Piece>,
    /// Written as a question, or opened by words that open one.
    pub(super) question: QuestionSign,
    /// It has a question mark.
    pub(super) is_marked: bool,
}

impl Clause {
    /// The indexes of its words.
    pub(super) fn words(&self) -> Range<usize> {
        self.words_from(0)
    }

    /// The indexes of its words from a piece on.
    pub(super) fn words_from(&self, piece: usize) -> Range<usize> {
        let first = self.pieces.get(piece).map_or(0, |piece| piece.words.start);
        first..self.pieces.last().map_or(0, |piece| piece.words.end)
    }

    /// Where the first piece of a kind stands.
    pub(super) fn place(&self, kind: Kind) -> Option<Range<usize>> {
        let piece = self.pieces.iter().find(|piece| piece.kind == kind)?;
        Some(piece.words.clone())
    }

    /// Where the first phrase of a class stands.
    pub(super) fn place_of(&self, class: Class) -> Option<Range<usize>> {
        self.place(Kind::Phrase(class))
    }

    pub(super) fn has(&self, class: Class) -> bool {
        self.pieces.iter().any(|piece| is_phrase(piece, class))
    }
}

/// How a clause shows that it asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QuestionSign {
    /// It does not.
    None,
    /// By its question mark alone.
    Mark,
    /// By its opening words.
    Words,
}

/// Cuts an utterance into pieces: the longest phrase at each place, values before mere fillers.
pub(super) fn pieces(language: Language, act: Act, words: &[Word<'_>], values: &Values) -> Vec<Piece> {
    let lexicon = lexicon(language);
    let ids: Vec<u16> = words.iter().map(|word| lexicon.id(word.text)).collect();
    let mut pieces = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let valued = values.by_word[at];
        let phrase = lexicon
            .longest_phrase(&words[at..], &ids[at..])
            .filter(|(class, length)| !is_value_first(*class, &values.by_word[at..at + length]));
        let (kind, length) = match (phrase, valued) {
            (Some((class, length)), _) => (Kind::Phrase(class_for(act, class)), length),
            (None, Valued::Not) => (Kind::Unknown, 1),
            (None, valued) => (Kind::Value(valued), 1),
        };
        pieces.push(Piece { kind, words: at..at + length });
        at += length;
    }
    que::read(words, &mut pieces);
    tell_what_was_done(words, &mut pieces);
    refuse_with_thanks(words, &mut pieces);
    answer_before_orders(words, &mut pieces);
    doubt_the_end_of_a_list(words, &mut pieces);
    doubt_conditions(words, &mut pieces);
    soften_hedges(&mut pieces);
    pieces
}

/// "Ya la cancelé", "la canceló", "I already confirmed": what was done tells nobody to do it.
fn tell_what_was_done(words: &[Word<'_>], pieces: &mut [Piece]) {
    static TOLD_OF: Tagged = Tagged::new("clauses_told_of");
    static BETWEEN: Tagged = Tagged::new("clauses_between");
    static ALREADY: Tagged = Tagged::new("clauses_already");
    static PAST_ENDS: Tagged = Tagged::new("clauses_ends_of_pasts");
    static ACCENTED_ENDS: Tagged = Tagged::new("clauses_accented_ends_of_pasts");
    static FUTURE_ENDS: Tagged = Tagged::new("clauses_ends_of_futures");
    static PARTICIPLE_ENDS: Tagged = Tagged::new("clauses_ends_of_participles");
    static EITHER_ENDS: Tagged = Tagged::new("clauses_ends_of_either");
    static LONG_ENDS: Tagged = Tagged::new("clauses_ends_of_long_words");
    let ends = |word: &Word<'_>, ends: &Tagged| ends.iter().any(|end| word.text.ends_with(end));
    for piece in pieces {
        if !matches!(piece.kind, Kind::Phrase(Class::Go | Class::Good | Class::Undo)) {
            continue;
        }
        let said = &words[piece.words.clone()];
        let is_told = |word: &Word<'_>| {
            (word.ends_in_accent && ends(word, &ACCENTED_ENDS) && !ends(word, &FUTURE_ENDS))
                || ends(word, &PAST_ENDS)
        };
        // "Ya confirme" is either; "confirmado" and "cancelada" alone wish it so.
        let may_be_told = said.iter().any(|word| {
            ends(word, &PARTICIPLE_ENDS)
                || ends(word, &EITHER_ENDS)
                || word.text.len() > 4 && ends(word, &LONG_ENDS)
        });
        let mut before = words[..piece.words.start].iter().rev();
        // "They cancelled it", "it was cancelled".
        let last = before.clone().next().map_or("", |word| word.text);
        let is_past = TOLD_OF.contains(&last) && said.iter().any(|word| ends(word, &PARTICIPLE_ENDS));
        let is_already = may_be_told
            && before
                .find(|word| !BETWEEN.contains(&word.text))
                .is_some_and(|word| ALREADY.contains(&word.text));
        let is_order = !is_phrase(piece, Class::Good);
        if is_already || (is_order && (is_past || said.iter().any(is_told))) {
            piece.kind = Kind::Phrase(Class::Hedge);
        }
    }
}

/// "No, gracias", "no, that's okay": a no that thanks, or that is content without, refuses outright.
fn refuse_with_thanks(words: &[Word<'_>], pieces: &mut [Piece]) {
    static THANKS: Tagged = Tagged::new("clauses_thanks");
    static BEGINS: Tagged = Tagged::new("clauses_begins_content");
    static ENDS: Tagged = Tagged::new("clauses_ends_content");
    for at in 1..pieces.len() {
        let is_english_no = is_phrase(&pieces[at - 1], Class::No);
        let is_no = is_english_no || is_phrase(&pieces[at - 1], Class::Negation);
        let said: Vec<&str> = pieces[at].words.clone().map(|word| words[word].text).collect();
        let thanks = said.iter().any(|word| THANKS.contains(word));
        let ends_so = |length: usize| {
            let start = said.len().checked_sub(length);
            start.is_some_and(|start| ENDS.length_at(said[start..].iter().copied()) == Some(length))
        };
        let is_content = is_english_no
            && is_phrase(&pieces[at], Class::Good)
            && said.first().is_some_and(|first| BEGINS.contains(first))
            && (ends_so(1) || ends_so(2));
        if is_no && ((thanks && is_filler(&pieces[at])) || is_content) {
            pieces[at - 1].kind = Kind::Phrase(Class::Refuse);
        }
        if is_no && is_content {
            pieces[at].kind = Kind::Phrase(Class::Neutral);
        }
    }
}

/// "No, sería todo", "no, nada más": nothing more of it, rather than nothing of it.
fn doubt_the_end_of_a_list(words: &[Word<'_>], pieces: &mut [Piece]) {
    static ENDS: Tagged = Tagged::new("clauses_end_of_list");
    for at in 1..pieces.len() {
        let behind = &words[pieces[at - 1].words.end..];
        let ends = ENDS.length_at(behind.iter().map(|word| word.text)).is_some();
        let is_all = pieces[at..].iter().all(is_filler);
        if ends && is_all && is_phrase(&pieces[at - 1], Class::Negation) {
            pieces[at - 1].kind = Kind::Phrase(Class::Hedge);
        }
    }
}

/// "No, déjela", "no, así como estaba": an order that carries its pronoun is never negated, so the no before it answers.
fn answer_before_orders(words: &[Word<'_>], pieces: &mut [Piece]) {
    static TAILS: Tagged = Tagged::new("clauses_tails_of_orders");
    static AS_IT_WAS: Tagged = Tagged::new("clauses_as_it_was");
    for at in 1..pieces.len() {
        let first = words[pieces[at].words.start].text;
        let carries_pronoun = first.len() > 5 && TAILS.iter().any(|end| first.ends_with(end));
        let is_order = carries_pronoun || AS_IT_WAS.contains(&first);
        let is_no = is_phrase(&pieces[at - 1], Class::Negation)
            && NO.contains(&words[pieces[at - 1].words.start].text);
        if is_no && is_order && is_phrase(&pieces[at], Class::Undo) {
            pieces[at - 1].kind = Kind::Phrase(Class::No);
        }
    }
}

/// "si hay lugar en la terraza" is a condition; "sí, ¿hay lugar en la terraza?" and "sí y hay lugar" are not. Speech
/// rarely marks which, so what may be a condition is taken for one.
fn doubt_conditions(words: &[Word<'_>], pieces: &mut [Piece]) {
    static YES_OR_IF: Tagged = Tagged::new("clauses_yes_or_if");
    for at in 0..pieces.len() {
        let word = &words[pieces[at].words.start];
        let is_si = is_phrase(&pieces[at], Class::Yes) && YES_OR_IF.contains(&word.text);
        if !is_si || pieces[at].words.len() > 1 {
            continue;
        }
        let follows = pieces[at + 1..].iter().position(|piece| !is_filler(piece));
        let Some(next) = follows.map(|offset| at + 1 + offset) else {
            continue;
        };
        let between = pieces[at].words.end..=pieces[next].words.start;
        let is_apart = between.clone().any(|word| words[word].after_break);
        let is_joined = between.clone().any(|word| is_connective(words[word].text));
        let is_marked =
            pieces[next..].iter().flat_map(|piece| piece.words.clone()).any(|word| words[word].is_asked);
        let may_be_condition = match pieces[next].kind {
            Kind::Phrase(Class::Question | Class::Availability | Class::Proposal) => {
                !is_apart || !(word.has_accent || is_marked)
            }
            Kind::Phrase(Class::Request) | Kind::Unknown => !is_apart && !word.has_accent,
            // "si no hay problema", "si está bien para ustedes": who writes the accent of "está" writes that of "sí".
            Kind::Phrase(Class::Good | Class::Yes) => {
                let good = &words[pieces[next].words.clone()];
                let is_condition = NO.contains(&good[0].text) || good.iter().any(|word| word.has_accent);
                !is_apart && !word.has_accent && is_condition
            }
            Kind::Phrase(_) | Kind::Value(_) => false,
        };
        if may_be_condition && !is_joined {
            pieces[at].kind = Kind::Phrase(Class::Condition);
        }
    }
}

/// "Yeah, I guess that will work", "sí, supongo que está bien": after a yes, right before approval, a hedge is a manner
/// of speaking. Alone, or with anything else, it is a doubt.
fn soften_hedges(pieces: &mut [Piece]) {
    let Some(first) = pieces.iter().position(|piece| !is_filler(piece)) else {
        return;
    };
    if !is_phrase(&pieces[first], Class::Yes) {
        return;
    }
    for at in first + 1..pieces.len() {
        let approves = pieces[at + 1..].iter().find(|piece| !is_filler(piece));
        if is_phrase(&pieces[at], Class::Hedge) && approves.is_some_and(|piece| is_phrase(piece, Class::Good))
        {
            pieces[at].kind = Kind::Phrase(Class::Neutral);
        }
    }
}

/// The "y" before a question.
pub(super) fn is_connective(word: &str) -> bool {
    AND.contains(&word) || ALSO.contains(&word)
}

/// Whether words are values before they are a phrase: a value alone is one unless it answers, and approval or small
/// talk never swallows a new value ("reserve one room"). Other phrases do: "un momento", "dame 5 minutos".
fn is_value_first(class: Class, valued: &[Valued]) -> bool {
    let is_answer = matches!(class, Class::Yes | Class::No | Class::Negation | Class::Good | Class::Bad);
    let is_small_talk = matches!(class, Class::Neutral | Class::Lead | Class::Slot(_));
    let is_approval = matches!(class, Class::Go | Class::Book | Class::Order | Class::Good | Class::Yes);
    let has_new = valued.iter().any(|valued| matches!(valued, Valued::New | Valued::Foreign));
    match valued {
        [Valued::Not] => false,
        [Valued::Asked] => is_small_talk,
        [Valued::New] => !is_answer,
        [Valued::Foreign] => !is_answer && (is_small_talk || is_approval),
        _ => has_new && (is_approval || (is_small_talk && !is_greeting(valued))),
    }
}

/// "buenos días", "good morning": two words that only together are no value.
fn is_greeting(valued: &[Valued]) -> bool {
    valued.len() == 2 && valued[0] == Valued::Not && valued[1] == Valued::Foreign
}

/// Groups pieces into clauses.
pub(super) fn clauses(words: &[Word<'_>], pieces: &[Piece]) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let opens = clauses.last().is_none_or(|clause| {
            words[piece.words.start].after_break || begins_clause(&clause.pieces, piece, &pieces[index..])
        });
        if opens {
            clauses.push(Clause { pieces: Vec::new(), question: QuestionSign::None, is_marked: false });
        }
        if let Some(clause) = clauses.last_mut() {
            clause.pieces.push(piece.clone());
        }
    }
    for clause in &mut clauses {
        clause.is_marked =
            clause.pieces.iter().flat_map(|piece| piece.words.clone()).any(|at| words[at].is_asked);
        clause.question = question_sign(&clause.pieces, clause.is_marked);
    }
    clauses
}

/// "Yes, that is correct? And do they have parking?": after a yes, approval answers whatever its mark, where it
/// is more than a tag ("yes, right?"). In Spanish the
/// opening mark tells a question from an answer, so this is for English.
pub(super) fn answer_in_spite_of_marks(clauses: &mut [Clause]) {
    let mut has_yes = false;
    for clause in clauses {
        let approves = clause.pieces.iter().any(|piece| is_phrase(piece, Class::Good))
            && clause.pieces.iter().all(|piece| {
                is_filler(piece) || is_phrase(piece, Class::Good) || is_phrase(piece, Class::Yes)
            });
        has_yes |= clause.pieces.first().is_some_and(|piece| is_phrase(piece, Class::Yes));
        let says_more = clause.pieces.iter().map(|piece| piece.words.len()).sum::<usize>() > 1;
        if clause.question == QuestionSign::Mark && has_yes && approves && says_more {
            clause.question = QuestionSign::None;
            clause.is_marked = false;
        }
    }
}

/// A question begins a clause of its own, and so does an answer after a "no": "no, sí cancélala".
fn begins_clause(before: &[Piece], piece: &Piece, rest: &[Piece]) -> bool {
    match piece.kind {
        Kind::Phrase(Class::Question | Class::Availability | Class::Proposal | Class::Request) => {
            !before.iter().all(is_filler) && !before.iter().any(opens_question)
        }
        Kind::Phrase(Class::Yes) => {
            before.iter().any(|piece| is_phrase(piece, Class::Negation)) && rest.len() > 1
        }
        Kind::Phrase(_) | Kind::Value(_) | Kind::Unknown => false,
    }
}

fn question_sign(pieces: &[Piece], is_marked: bool) -> QuestionSign {
    let opener = pieces.iter().position(|piece| !is_filler(piece));
    let is_opened = opener.is_some_and(|at| match pieces[at].kind {
        Kind::Phrase(Class::Question | Class::Availability | Class::Proposal) => true,
        Kind::Phrase(Class::Request) => !asks_for_the_act(&pieces[at + 1..]),
        Kind::Phrase(_) | Kind::Value(_) | Kind::Unknown => false,
    });
    match (is_opened, is_marked) {
        (true, _) => QuestionSign::Words,
        (false, true) if opener.is_some_and(|at| is_phrase(&pieces[at], Class::Request)) => {
            QuestionSign::None
        }
        (false, true) => QuestionSign::Mark,
        (false, false) => QuestionSign::None,
    }
}

/// "can you book it", "¿me la puedes reservar?": a request for what was asked is no question of its own.
fn asks_for_the_act(rest: &[Piece]) -> bool {
    let has_act = rest.iter().any(|piece| is_phrase(piece, Class::Go));
    has_act
        && rest.iter().all(|piece| {
            is_phrase(piece, Class::Go) || is_filler(piece) || piece.kind == Kind::Value(Valued::Asked)
        })
}

fn opens_question(piece: &Piece) -> bool {
    matches!(
        piece.kind,
        Kind::Phrase(Class::Question | Class::Availability | Class::Proposal | Class::Request)
    )
}

/// Whether a piece is of that class.
pub(super) fn is_phrase(piece: &Piece, class: Class) -> bool {
    piece.kind == Kind::Phrase(class)
}

/// Whether a piece says nothing either way.
pub(super) fn is_filler(piece: &Piece) -> bool {
    matches!(piece.kind, Kind::Phrase(Class::Neutral | Class::Lead))
}

/// The slot word of a piece.
pub(super) fn slot_word(piece: &Piece) -> Option<SlotWord> {
    match piece.kind {
        Kind::Phrase(Class::Slot(word)) => Some(word),
        Kind::Phrase(_) | Kind::Value(_) | Kind::Unknown => None,
    }
}
