//! A number that is said in pieces, over several turns.

use super::{
    figures::{Run, runs},
    find::COUNTRY,
    numbers::{CARD_DIGITS, is_clabe, is_of_a_network, may_be_card},
    words::{Kind, PHRASES},
};
use crate::{
    Language, Text,
    slots::{phone, tokens::Tokens},
};

/// What is said beside a piece is short: "y luego", "termina en".
const OTHER_WORDS_MAX: usize = 3;

/// Most digits of a piece: with more it is a number by itself.
const PIECE_DIGITS_MAX: usize = 12;

/// So many digits are a booking's code, which may be said again and again; nobody says a card in nines.
const CODE_DIGITS: usize = 9;

/// A longer text is no piece of a number.
const PIECE_BYTES_MAX: usize = 160;

/// The digits of a text that says some and little else; none where it says more, or none.
pub fn piece_of_number(text: &str) -> Option<String> {
    if text.is_empty() || text.len() > PIECE_BYTES_MAX {
        return None;
    }
    let seen = Text::plain(text);
    if !may_be_piece(&seen) {
        return None;
    }
    let tokens = Tokens::of(&seen, Language::default());
    let runs = runs(&tokens);
    let [run] = runs.as_slice() else {
        return None;
    };
    let is_whole = run.groups.iter().all(|group| !group.is_in_word);
    let of_run = run.at();
    let others = (0..tokens.len()).filter(|at| !of_run.contains(at) && !tokens.is_mark(*at));
    let is_between = |at: &usize| PHRASES.at(&tokens, *at, &[Kind::Between]).is_some();
    let is_piece = is_whole
        && !run.has_plus
        && run.digits.len() <= PIECE_DIGITS_MAX
        && !is_number_by_itself(run)
        && others.filter(|at| !is_between(at)).count() <= OTHER_WORDS_MAX;
    is_piece.then(|| run.digits.clone())
}

/// A booking's code and a telephone are said again and again, beside one another and beside others.
fn is_number_by_itself(run: &Run) -> bool {
    run.digits.len() == CODE_DIGITS
        || run.digits.len() >= 10 && phone::parse(&run.digits, run.has_plus, COUNTRY).is_some()
}

/// Most texts have no number, or more words than numbers: they cost no more than this.
fn may_be_piece(text: &Text) -> bool {
    let (mut numbers, mut others) = (0, 0);
    for word in text.words() {
        if word.starts_with(|c: char| c.is_numeric()) || Tokens::is_number_word(word) {
            numbers += 1;
        } else {
            others += 1;
        }
    }
    numbers > 0 && others <= OTHER_WORDS_MAX + numbers
}

/// How many of the last pieces, the latest included, are a card's number or an account's together; none: they are not. `pieces` is
/// the oldest first. Only what a network would give counts, or pieces of one size: more would be found in any row of digits.
pub fn pieces_of_card(pieces: &[&str]) -> Option<usize> {
    let mut digits = String::new();
    for (count, piece) in (1..).zip(pieces.iter().rev()) {
        digits.insert_str(0, piece);
        if digits.len() > *CARD_DIGITS.end() {
            return None;
        }
        let said = &pieces[pieces.len() - count..];
        let is_alike = said.iter().rev().skip(1).all(|other| other.len() == said[0].len() && other.len() > 2);
        let is_known = digits.len() > *CARD_DIGITS.start() && is_of_a_network(&digits);
        let is_card = may_be_card(&digits) && (is_known || is_alike) || is_clabe(&digits) && is_alike;
        if count > 1 && is_card {
            return Some(count);
        }
    }
    None
}
