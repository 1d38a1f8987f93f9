//! Questions behind a yes that show that it is none yet: "sí, ¿puedo pensarlo?", "yes, what if I change my mind?".
//!
//! A question about the business leaves a yes as it is; one about what the person who asks is going to do does not, unless
//! it is known to be harmless: whether to bring the dog, how to pay. All languages are looked for, as people mix them.

use super::clauses::{Clause, Kind, Piece, is_connective, is_filler, is_phrase, slot_word};
use crate::Act;
use crate::pack::Tagged;
use crate::text::Word;
use crate::words_of_answers::Class;

/// Whether a question, or what `goes_on` with one, leaves the yes before it in doubt.
pub(super) fn has_second_thought(words: &[Word<'_>], clause: &Clause, act: Act, goes_on: bool) -> bool {
    let asked: Vec<&str> = texts(words, clause, |piece| !is_phrase(piece, Class::Info)).collect();
    let wavers = asked.iter().any(|word| WAVERING.fits(word))
        || asked.last().is_some_and(|last| BREAKING_OFF.contains(last));
    let consults = (1..asked.len()).any(|at| {
        PAIRS.length_at(asked[at - 1..].iter().copied()).is_some()
            || (OWN.contains(&asked[at]) && TALKING.fits(asked[at - 1]))
    });
    // What it costs to give up what one has is asked before.
    let weighs = act == Act::Cancel && texts(words, clause, |_| true).any(|word| COSTS.fits(word));
    // "¿Cuesta algo?", "is there a fee?": of what is asked, and of nothing else. Who asks how much has made up their mind.
    let mut all = texts(words, clause, |_| true);
    let asks_its_cost = texts(words, clause, |_| true).any(|word| TO_PAY.fits(word))
        && all.all(|word| TO_PAY.fits(word) || OF_ITS_COST.contains(&word));
    // "¿Es el domingo?", "is that eight?".
    let of_it = |piece: &Piece| {
        let mut words = piece.words.clone().map(|at| words[at].text);
        matches!(piece.kind, Kind::Value(_)) || words.all(|word| OF_WHAT_IS_ASKED.contains(&word))
    };
    let asks_again = clause.pieces.iter().all(of_it);
    // "¿Dónde?", "how?" and no more.
    let mut said = texts(words, clause, |_| true).filter(|word| !is_connective(word));
    let asks_again =
        asks_again || said.next().is_some_and(|word| ALONE.contains(&word)) && said.next().is_none();
    let asks_where = clause.pieces.iter().any(|piece| is_phrase(piece, Class::Wish));
    wavers
        || asks_again
        || asks_where
        || weighs
        || asks_its_cost
        || consults
        || asks_leave(words, clause)
        || !goes_on && asks_by_tone(words, clause)
}

/// "Do you", "tienen la", "I was wondering": nothing asked ends so.
pub(super) fn breaks_off(words: &[Word<'_>], clause: &Clause) -> bool {
    static LEADING: Tagged = Tagged::new("second_thoughts_leading");
    static VERB_ALONE: Tagged = Tagged::new("second_thoughts_verb_alone");
    let (Some(first), Some(last)) = (clause.pieces.first(), clause.pieces.last()) else {
        return false;
    };
    let said = &words[first.words.start..last.words.end];
    let texts = said.iter().map(|word| word.text);
    let is_verb_alone = VERB_ALONE.length_at(texts) == Some(said.len());
    is_verb_alone || said.last().is_some_and(|word| LEADING.contains(&word.text))
}

/// "¿puedo ...?", "can I ...?", "... if I ...": harmless where what is asked leave for is.
fn asks_leave(words: &[Word<'_>], clause: &Clause) -> bool {
    let said: Vec<(&str, &Piece)> = clause
        .pieces
        .iter()
        .flat_map(|piece| piece.words.clone().map(move |at| (words[at].text, piece)))
        .collect();
    let opens = |at: usize| {
        let is_first = said[..at].iter().all(|(word, piece)| is_filler(piece) || OPENING.fits(word));
        let next = said.get(at + 1).map_or("", |(word, _)| word);
        let word = said[at].0;
        if at > 0 && IF.contains(&word) {
            return is_first_person(next);
        }
        let is_of_who_asks = || WHO_ASKS.contains(&next);
        IF_WITH_WHO.contains(&word) && is_of_who_asks()
            || is_first && (LEAVE.contains(&word) || MODALS.contains(&word) && is_of_who_asks())
    };
    let Some(at) = (0..said.len()).find(|at| opens(*at)) else {
        return false;
    };
    let wanted = said[at + 1..]
        .iter()
        .find(|(word, piece)| HARMLESS.fits(word) || !(is_light(word) || is_filler(piece)));
    wanted.is_none_or(|(word, piece)| {
        let is_fact =
            is_phrase(piece, Class::Info) || is_phrase(piece, Class::Question) || slot_word(piece).is_some();
        let is_value = matches!(piece.kind, Kind::Value(_));
        !(is_fact || is_value || HARMLESS.fits(word))
    })
}

/// "¿estás seguro?", "¿ya la hiciste?": a tone alone makes the question, and nothing in it tells of what.
fn asks_by_tone(words: &[Word<'_>], clause: &Clause) -> bool {
    let opens = |piece: &Piece| {
        matches!(
            piece.kind,
            Kind::Phrase(
                Class::Question
                    | Class::Availability
                    | Class::Proposal
                    | Class::Request
                    | Class::Info
                    | Class::Go
            )
        ) || slot_word(piece).is_some()
    };
    clause.is_marked
        && !texts(words, clause, |_| true).any(|word| OF_OTHERS.contains(&word))
        && !clause.pieces.iter().any(opens)
        && clause.pieces.iter().any(|piece| piece.kind == Kind::Unknown)
}

fn texts<'a>(
    words: &'a [Word<'a>],
    clause: &'a Clause,
    is_wanted: impl Fn(&Piece) -> bool + 'a,
) -> impl Iterator<Item = &'a str> {
    let pieces = clause.pieces.iter().filter(move |piece| is_wanted(piece));
    pieces.flat_map(move |piece| piece.words.clone().map(|at| words[at].text))
}

/// "si llevo", "si no voy", "si me": of whom asks.
fn is_first_person(word: &str) -> bool {
    static WORDS: Tagged = Tagged::new("second_thoughts_behind_if");
    static ENDS: Tagged = Tagged::new("second_thoughts_ends_of_first_person");
    WORDS.contains(&word) || word.len() > 2 && ENDS.iter().any(|ending| word.ends_with(ending))
}

fn is_light(word: &str) -> bool {
    LIGHT.contains(&word) || LEAVE.contains(&word) || MODALS.contains(&word)
}

/// To think, to waver, to put off, to take back, to change.
static WAVERING: Tagged = Tagged::new("second_thoughts_wavering");

/// With nothing behind it, a question does so.
static BREAKING_OFF: Tagged = Tagged::new("second_thoughts_last");

/// "If", where what whoever asks does follows: "si llevo".
static IF: Tagged = Tagged::new("second_thoughts_if");

/// "If", where whoever asks follows: "if I".
static IF_WITH_WHO: Tagged = Tagged::new("second_thoughts_if_with_who");
static WHO_ASKS: Tagged = Tagged::new("second_thoughts_who_asks");

/// Words that do so together.
static PAIRS: Tagged = Tagged::new("second_thoughts_pairs");

/// With somebody of one's own: "talk to my wife", "hablar con mi esposa".
static TALKING: Tagged = Tagged::new("second_thoughts_talking");
static OWN: Tagged = Tagged::new("second_thoughts_own");

/// What a question of leave begins with, before it asks.
static OPENING: Tagged = Tagged::new("second_thoughts_opening");

/// Asks leave for something: "¿puedo", "¿me dejas".
static LEAVE: Tagged = Tagged::new("second_thoughts_leave");

/// With "I" or "we" behind it: "can I".
static MODALS: Tagged = Tagged::new("second_thoughts_modals");

/// What stands between the leave and what it is for.
static LIGHT: Tagged = Tagged::new("second_thoughts_light");

/// What leave may be asked for beside a booking that holds.
static HARMLESS: Tagged = Tagged::new("second_thoughts_harmless");

/// Tells that the question is about others than the one who asks and the one who is asked.
static OF_OTHERS: Tagged = Tagged::new("second_thoughts_of_others");

static COSTS: Tagged = Tagged::new("second_thoughts_costs");

static TO_PAY: Tagged = Tagged::new("second_thoughts_to_pay");

/// Beside what it costs, a question of nothing but these is about what is pending.
static OF_ITS_COST: Tagged = Tagged::new("second_thoughts_of_its_cost");

/// A question of nothing but these is about what is pending: "¿qué día?", "what was the time again?".
static OF_WHAT_IS_ASKED: Tagged = Tagged::new("second_thoughts_of_what_is_asked");

/// What asks of nothing that is known, by itself.
static ALONE: Tagged = Tagged::new("second_thoughts_alone");
