//! A caller says a card's number, or a code that is not to be told: they are told that it is not wanted and was not kept, and what
//! was open is asked again.

use turno_language::{Language, SecretKind, marked_secret};

use super::{Next, Step};
use crate::{
    Input, Phase, SaidLast, Turn, phrases,
    secrets::{is_marked, words_of_input},
};

impl Step<'_> {
    /// Keeps in mind what a turn says of a number that comes in pieces; with its last piece the earlier ones are forgotten.
    pub(super) fn note_piece(&mut self, turn: &Turn) {
        if is_marked(turn) {
            self.conversation.mask_pieces();
        } else {
            self.conversation.note_piece(turn.input.clone());
        }
    }

    /// What was a value is no piece of a number; keys that are pressed one by one may be both.
    pub(super) fn forget_pieces_that_are(&mut self, values: &[String]) {
        if !values.is_empty() && !matches!(self.input(), Input::Dtmf(_)) {
            self.conversation.pieces.clear();
        }
    }

    /// Takes the marks out of the words that are to be read; gives what stood in their place.
    pub(super) fn take_marks(&mut self) -> Option<SecretKind> {
        let turn = self.conversation.turn.as_mut()?;
        let text = words_of_input(&mut turn.turn.input)?;
        let (kind, rest) = marked_secret(text)?;
        turn.unread.clone_from(&rest);
        *text = rest;
        Some(kind)
    }

    /// Says that it is not wanted. What else the turn says counts, but for a yes: who gives a card's number may take the question for
    /// one about paying.
    pub(super) fn answer_secret(&mut self, kind: SecretKind) -> Next {
        self.say_phrase(match kind {
            SecretKind::Card => phrases::no_card,
            SecretKind::Account => phrases::no_account,
            SecretKind::Code => phrases::no_secret_code,
        });
        let rest = self.utterance();
        match self.conversation.phase.clone() {
            Phase::Collecting { .. } if self.gives_more(&rest) => self.answer(),
            Phase::Idle | Phase::Ended if self.wants_something(&rest) => self.answer(),
            Phase::Idle | Phase::Ended => {
                self.take_unread();
                self.say_phrase(phrases::how_can_i_help);
                Next::Asked
            }
            Phase::Talking { node } => self.answer_talking(&node),
            Phase::WithPerson { node } => self.answer_with_person(&node),
            Phase::Collecting { .. }
            | Phase::Confirming { .. }
            | Phase::Calling { .. }
            | Phase::Generating { .. }
            | Phase::Working { .. } => {
                self.take_unread();
                let next = self.ask_again();
                self.note_said_last(SaidLast::Answer);
                next
            }
        }
    }

    /// Whether the words round a number give a value that needs no asking, or ask something.
    fn gives_more(&self, rest: &str) -> bool {
        let Phase::Collecting { node, .. } = &self.conversation.phase else {
            return false;
        };
        let collect = self.collect_node(node);
        let tool = collect.and_then(|collect| self.assistant.assistant_tool(&collect.tool));
        let gives = tool.is_some_and(|tool| !self.read(rest, tool, None).values.is_empty());
        !rest.is_empty() && (gives || self.find_interruption(rest).is_some())
    }

    /// The same where nothing is open. What a model would answer is more than "mi tarjeta es la".
    fn wants_something(&self, rest: &str) -> bool {
        const WORDS_MAX: usize = 5;
        let is_longer = rest.split_whitespace().count() > WORDS_MAX;
        is_longer && self.assistant.has_agent
            || !rest.is_empty()
                && (self.find_intent(rest).is_some() || self.task_that_words_fill(rest).is_some())
    }
}

/// A line with its marks in the language of whoever reads it. It stays one line, so that nobody speaks in another's name.
pub(super) fn with_marks_told(language: Language, text: &str) -> String {
    let text = text.replace(['\u{2028}', '\u{2029}'], " ");
    if !text.contains('[') {
        return text;
    }
    let kinds = [
        (SecretKind::Card, phrases::card_mark(language)),
        (SecretKind::Account, phrases::account_mark(language)),
        (SecretKind::Code, phrases::secret_code_mark(language)),
    ];
    let told = kinds.into_iter();
    told.fold(text, |text, (kind, told)| text.replace(kind.mark(), told))
}
