//! Numbers of cards and accounts, and codes that are not to be told, are taken out of an event before it is one: no journal, log,
//! model or tool ever has them. What a turn is the last piece of is known from the conversation.

use std::{borrow::Cow, ops::Range};

use turno_language::{SecretKind, marked_secret, piece_of_number, pieces_of_card, without_secrets};

use crate::{Conversation, EventKind, Input, ModelMessage, ModelRequest, Turn, choice::plain_choice};

/// The pieces of a number that are kept in mind: as many as a card has digits, for keys that are pressed one by one.
const PIECES_MAX: usize = 19;

/// Fewer digits are found in what has nothing to do with the number.
const ECHO_DIGITS_MIN: usize = 3;

impl EventKind {
    /// The event without numbers that are nobody's to keep: in what the user says, what is said to have been heard, and why it
    /// ended. What tools and models give is the business's own.
    #[must_use]
    pub fn without_secrets(self, conversation: &Conversation) -> Self {
        self.masked(|turn| mask_turn(turn, conversation))
    }

    /// The same, of what stands by itself: what an earlier version kept, or a file from elsewhere holds.
    #[must_use]
    pub fn without_whole_secrets(self) -> Self {
        self.masked(|turn| mask_input(&mut turn.input))
    }

    fn masked(mut self, mask_turn: impl Fn(&mut Turn)) -> Self {
        match &mut self {
            Self::TurnArrived(turn) => mask_turn(turn),
            Self::Interrupted { heard } => mask(heard),
            Self::Closed { reason } => mask(reason),
            Self::ToolFinished { .. }
            | Self::ModelAnswered { .. }
            | Self::Expired { .. }
            | Self::Delivered { .. } => {}
        }
        self
    }
}

impl ModelRequest {
    /// A conversation that an earlier version left may still hold what this one takes out.
    pub(crate) fn without_secrets(mut self) -> Self {
        for message in &mut self.messages {
            if let ModelMessage::User { text } = message {
                mask(text);
            }
        }
        self
    }
}

fn mask(text: &mut String) {
    if let Cow::Owned(masked) = without_secrets(text) {
        *text = masked;
    }
}

fn mask_input(input: &mut Input) {
    let Input::Choice(id) = input else {
        return texts_of(input).into_iter().for_each(mask);
    };
    // The token behind it is drawn by chance: one in 13,000 looks like a card's number, and a press of it would be lost.
    let name = plain_choice(id);
    if let Cow::Owned(masked) = without_secrets(name) {
        *id = format!("{masked}{}", &id[name.len()..]);
    }
}

/// The one door to all texts of what was said, pressed or sent.
pub(crate) fn texts_of(input: &mut Input) -> Vec<&mut String> {
    match input {
        Input::Text(text) | Input::Choice(text) | Input::Dtmf(text) => vec![text],
        Input::Media(media) => media.caption.as_mut().into_iter().collect(),
        Input::Location(place) => place.name.iter_mut().chain(&mut place.address).collect(),
        Input::Contact(card) => card.name.iter_mut().chain(&mut card.phones).collect(),
    }
}

/// The words or the keys, which may be a piece of a number.
pub(crate) fn words_of_input(input: &mut Input) -> Option<&mut String> {
    match input {
        Input::Text(text) | Input::Dtmf(text) => Some(text),
        Input::Media(media) => media.caption.as_mut(),
        Input::Choice(_) | Input::Location(_) | Input::Contact(_) => None,
    }
}

fn mask_turn(turn: &mut Turn, conversation: &Conversation) {
    mask_input(&mut turn.input);
    if conversation.dialogue.pieces.is_empty() {
        return;
    }
    let Some(words) = words_of_input(&mut turn.input) else {
        return;
    };
    let Some(piece) = piece_of_number(words) else {
        return;
    };
    let mut pieces: Vec<&str> = conversation.dialogue.pieces.iter().map(String::as_str).collect();
    pieces.push(&piece);
    if pieces_of_card(&pieces).is_some() {
        SecretKind::Card.mark().clone_into(words);
    }
}

impl Conversation {
    /// Keeps in mind what a turn says of a number that comes in pieces; with its last piece the earlier ones are forgotten.
    pub(crate) fn note_piece(&mut self, turn: &Turn) {
        if is_marked(turn) {
            self.mask_pieces();
        } else {
            self.add_piece(turn.input.clone());
        }
    }

    /// Keeps a turn's piece of a number in mind. Other words end the number, but for a few: "ahí va", "¿sigo?".
    fn add_piece(&mut self, mut input: Input) {
        const WORDS_MAX: usize = 3;
        let Some(text) = words_of_input(&mut input) else {
            return self.dialogue.pieces.clear();
        };
        match piece_of_number(text) {
            Some(piece) => {
                self.dialogue.pieces.push_back(piece);
                if self.dialogue.pieces.len() > PIECES_MAX {
                    self.dialogue.pieces.pop_front();
                }
            }
            None if text.split_whitespace().count() > WORDS_MAX => self.dialogue.pieces.clear(),
            None => {}
        }
    }

    /// The number is whole, and what its earlier pieces were is known: they are taken out of what is kept of the conversation.
    fn mask_pieces(&mut self) {
        let pieces: Vec<String> = std::mem::take(&mut self.dialogue.pieces).into();
        if pieces.is_empty() {
            return;
        }
        let mark = SecretKind::Card.mark();
        if let Some(open) = &mut self.collected.open {
            open.heard.clear();
        }
        let mut left = pieces.as_slice();
        for turn in self.turns.queued.iter_mut().rev() {
            if let Some(words) = words_of_input(&mut turn.input) {
                mask_if_latest(words, &mut left, mark);
            }
        }
        let queued = left;
        for (is_user, text) in self.dialogue.lines.iter_mut().rev() {
            if *is_user {
                mask_if_latest(text, &mut left, mark);
            } else {
                mask_echoes(text, &pieces, mark);
            }
            if left.is_empty() {
                break;
            }
        }
        left = queued;
        for message in self.exchange.talk.messages.iter_mut().rev() {
            match message {
                crate::TalkMessage::User(text) => mask_if_latest(text, &mut left, mark),
                crate::TalkMessage::Assistant { text, .. } => mask_echoes(text, &pieces, mark),
            }
            if left.is_empty() {
                break;
            }
        }
        if let Some(turn) = &mut self.turns.current
            && let Some(words) = words_of_input(&mut turn.turn.input)
            && piece_of_number(words).is_some_and(|piece| pieces.contains(&piece))
        {
            words.clear();
            turn.unread.clear();
        }
    }
}

/// Where a text says the latest of the pieces that are left, a mark is put in its place.
fn mask_if_latest(text: &mut String, left: &mut &[String], mark: &str) {
    if let Some((latest, before)) = left.split_last()
        && piece_of_number(text).as_ref() == Some(latest)
    {
        mark.clone_into(text);
        *left = before;
    }
}

fn mask_echoes(text: &mut String, pieces: &[String], mark: &str) {
    for piece in pieces.iter().filter(|piece| piece.len() >= ECHO_DIGITS_MIN) {
        while let Some(at) = echo_of(piece, text) {
            text.replace_range(at, mark);
        }
    }
}

/// Where a text repeats the digits of a piece, in whatever groups it reads them: "55 49 28", "5549-28".
fn echo_of(piece: &str, text: &str) -> Option<Range<usize>> {
    let digits: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| c.is_ascii_digit()).collect();
    digits.windows(piece.len()).find_map(|run| {
        let (first, last) = (run.first()?.0, run.last()?.0);
        let is_same = run.iter().map(|(_, digit)| *digit).eq(piece.chars());
        let is_one_number = text[first..=last].chars().all(|c| c.is_ascii_digit() || c == ' ' || c == '-');
        (is_same && is_one_number).then_some(first..last + 1)
    })
}

/// Whether a number that is nobody's to keep was taken out of what was said.
pub fn is_marked(turn: &Turn) -> bool {
    let mut input = turn.input.clone();
    texts_of(&mut input).into_iter().any(|text| marked_secret(text).is_some())
}

/// An earlier turn's words, and what was answered, with a nine for each digit of the pieces: for a journal, in which what
/// happened then must stay as long and as little understood as it was. True: the words were the latest of `left`.
pub fn blank_piece(turn: &mut Turn, left: &mut Vec<String>) -> bool {
    let Some(words) = words_of_input(&mut turn.input) else {
        return false;
    };
    let is_latest = left.last().is_some_and(|latest| piece_of_number(words).as_ref() == Some(latest));
    if is_latest && let Some(latest) = left.pop() {
        *words = "9".repeat(latest.len());
        turn.is_blanked = true;
    }
    is_latest
}

/// A reply that repeats a piece, with a nine for each of its digits.
pub fn blank_echoes(words: &mut String, pieces: &[String]) {
    for piece in pieces.iter().filter(|piece| piece.len() >= ECHO_DIGITS_MIN && !is_blank(piece)) {
        while let Some(at) = echo_of(piece, words) {
            let blank = words[at.clone()].replace(|c: char| c.is_ascii_digit(), "9");
            words.replace_range(at, &blank);
        }
    }
}

/// Nines stay as they are.
fn is_blank(piece: &str) -> bool {
    piece.bytes().all(|byte| byte == b'9')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(id: &str) -> Input {
        let mut input = Input::Choice(id.to_owned());
        mask_input(&mut input);
        input
    }

    #[test]
    fn a_press_is_kept_whatever_its_token_looks_like() {
        for id in [
            "yes:1-1.5286746240954711ee6d",
            "yes:1-1.4111111111111111abcd",
            "4111111111111111.4111111111111111abcd",
        ] {
            let token = &id[id.len() - 21..];
            let Input::Choice(kept) = masked(id) else {
                panic!("{id}");
            };
            assert!(kept.ends_with(token), "{kept}");
        }
        // What stands in front may be a person's words.
        assert_eq!(
            masked("4111111111111111.4111111111111111abcd"),
            Input::Choice("[card number].4111111111111111abcd".to_owned())
        );
        assert_eq!(masked("4111 1111 1111 1111"), Input::Choice("[card number]".to_owned()));
    }

    #[test]
    fn an_echo_is_found_in_whatever_groups_it_is_read() {
        let pieces = ["4928".to_owned(), "8832".to_owned()];
        let mut words = "teléfono 55 49 28 88 32, o 4928-8832; mesa 49, para 28".to_owned();
        blank_echoes(&mut words, &pieces);
        assert_eq!(words, "teléfono 55 99 99 99 99, o 9999-9999; mesa 49, para 28");
        let mut words = "55 49 28 88 32".to_owned();
        mask_echoes(&mut words, &pieces, "[card number]");
        assert_eq!(words, "55 [card number] [card number]");
        let mut nines = "9999".to_owned();
        blank_echoes(&mut nines, &["9999".to_owned()]);
        assert_eq!(nines, "9999");
    }
}
