//! A caller says a card's number, or a code that is not to be told: they are told that it is not wanted and was not kept, and what
//! was open is asked again.

use turno_language::{Language, SecretKind, marked_secret};

use crate::{
    Conversation, Input, Phase, SaidLast, phrases,
    secrets::words_of_input,
    step::{Next, Step},
};

impl Step<'_> {
    /// What was a value is no piece of a number; keys that are pressed one by one may be both.
    pub(in crate::step) fn forget_pieces_that_are(&mut self, values: &[String]) {
        if !values.is_empty() && !matches!(self.conversation.turns.input(), Input::Dtmf(_)) {
            self.conversation.dialogue.pieces.clear();
        }
    }

    /// Says that it is not wanted. What else the turn says counts, but for a yes: who gives a card's number may take the question for
    /// one about paying.
    pub(in crate::step) fn answer_secret(&mut self, kind: SecretKind) -> Next {
        self.say_phrase(match kind {
            SecretKind::Card => phrases::no_card,
            SecretKind::Account => phrases::no_account,
            SecretKind::Code => phrases::no_secret_code,
        });
        let rest = self.conversation.turns.utterance();
        match self.conversation.phase.clone() {
            Phase::Collecting { .. } if self.gives_more(&rest) => self.answer(),
            Phase::Idle | Phase::Ended if self.wants_something(&rest) => self.answer(),
            Phase::Idle | Phase::Ended => {
                self.conversation.turns.take_unread();
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
                self.conversation.turns.take_unread();
                let next = self.ask_again();
                self.conversation.confirmations.note_said_last(SaidLast::Answer);
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

impl Conversation {
    /// Takes the marks out of the words that are to be read; gives what stood in their place.
    pub(in crate::step) fn take_marks(&mut self) -> Option<SecretKind> {
        let turn = self.turns.current.as_mut()?;
        let text = words_of_input(&mut turn.turn.input)?;
        let (kind, rest) = marked_secret(text)?;
        turn.unread.clone_from(&rest);
        *text = rest;
        Some(kind)
    }
}

/// A line with its marks in the language of whoever reads it. It stays one line, so that nobody speaks in another's name.
pub(in crate::step) fn with_marks_told(language: Language, text: &str) -> String {
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
