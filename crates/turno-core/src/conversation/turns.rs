//! The turn under way, and those that wait for it.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Input, ReplyChoice, Timestamp, Turn};

/// Words of so long ago, in milliseconds, still mean the day and the hour of their sender: who writes at night is served in the
/// morning. Of older ones nobody knows whether they are still meant so.
const COUNTS_FROM_SENDING_MS: u64 = 12 * 60 * 60 * 1_000;

/// The turn under way, and those that wait for it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Turns {
    /// When the user last said something.
    pub last_turn_at: Timestamp,
    /// The turn being worked on.
    pub current: Option<TurnInProgress>,
    /// Turns that arrived while one was being worked on.
    pub queued: VecDeque<Turn>,
    /// When each of them arrived.
    pub queued_at: VecDeque<Timestamp>,
}

/// The turn being worked on, and the reply being put together for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TurnInProgress {
    /// The turn.
    pub turn: Turn,
    /// When it arrived, where it then waited for another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waited_since: Option<Timestamp>,
    /// When its words were said, as far as that is known: days and hours count from then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said_at: Option<Timestamp>,
    /// It was said before something that has been read already.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_overtaken: bool,
    /// Its text as it may still be read for slots; empty once it was.
    pub unread: String,
    /// What to answer after the task: "sí, ¿y tienen estacionamiento?".
    pub question: Option<String>,
    /// What was said so far, as read.
    pub text: Vec<String>,
    /// What was said so far, as spoken.
    pub speech: Vec<String>,
    /// Buttons so far.
    pub choices: Vec<ReplyChoice>,
    /// Tool calls so far.
    pub calls: u8,
    /// Of each tool: its calls so far.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub calls_by_tool: BTreeMap<String, u8>,
    /// Which of the texts so far are a model's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub model_parts: Vec<usize>,
    /// What the latest call gave that changed something, where a model made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deed: Option<String>,
    /// What came of the latest call that the user had said yes to, where nothing was done, until that is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// A model was asked in vain: the rules answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_model: bool,
    /// What was done, or an answer, is told in the reply: a courtesy may be to that, whatever it asks behind it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_told: bool,
}

impl Turns {
    pub(crate) fn set_question(&mut self, question: Option<String>) {
        if let Some(turn) = &mut self.current {
            turn.question = question;
        }
    }

    pub(crate) fn take_question(&mut self) -> Option<String> {
        self.current.as_mut()?.question.take()
    }

    /// Whether a model was asked in vain in this turn.
    pub(crate) fn is_without_model(&self) -> bool {
        let turn = self.current.as_ref();
        turn.is_some_and(|turn| turn.without_model)
    }

    pub(crate) fn arrived_at(&self, now: Timestamp) -> Timestamp {
        let turn = self.current.as_ref();
        turn.and_then(|turn| turn.waited_since).unwrap_or(now)
    }

    /// The turn goes on as if these were its words.
    pub(crate) fn put_words(&mut self, words: String) {
        if let Some(turn) = &mut self.current {
            turn.turn.input = Input::Text(words.clone());
            turn.turn.understanding = None;
            turn.question = None;
            turn.unread = words;
        }
    }

    pub(crate) fn has_refusal(&self) -> bool {
        let turn = self.current.as_ref();
        turn.is_some_and(|turn| turn.refusal.is_some())
    }

    pub(crate) fn has_said(&self, text: &str) -> bool {
        let turn = self.current.as_ref();
        turn.is_some_and(|turn| turn.text.iter().any(|said| said.contains(text)))
    }

    pub(crate) fn say(&mut self, text: String, speech: String) {
        // A text of the graph may come to nothing: "{% if … %}".
        if let Some(turn) = &mut self.current
            && !(text.trim().is_empty() && speech.trim().is_empty())
        {
            turn.text.push(text.trim().to_owned());
            turn.speech.push(speech.trim().to_owned());
        }
    }

    pub(crate) fn offer_choices(&mut self, mut choices: Vec<ReplyChoice>) {
        if let Some(turn) = &mut self.current {
            turn.choices.append(&mut choices);
        }
    }

    /// What was said so far in the turn tells what was done, or answers something.
    pub(crate) fn note_told(&mut self) {
        if let Some(turn) = &mut self.current {
            turn.has_told |= !turn.text.is_empty();
        }
    }

    /// The turn's words, once: whoever reads them for slots takes them.
    pub(crate) fn take_unread(&mut self) -> String {
        self.current.as_mut().map(|turn| std::mem::take(&mut turn.unread)).unwrap_or_default()
    }

    pub(crate) fn utterance(&self) -> String {
        let turn = self.current.as_ref();
        turn.map_or_else(String::new, |turn| match &turn.turn.input {
            Input::Text(text) | Input::Dtmf(text) => text.clone(),
            input @ (Input::Choice(_) | Input::Media(_) | Input::Location(_) | Input::Contact(_)) => {
                input.words().to_owned()
            }
        })
    }

    pub(crate) fn input(&self) -> Input {
        self.current.as_ref().map_or_else(|| Input::Text(String::new()), |turn| turn.turn.input.clone())
    }

    pub(crate) fn understood_slots(&self) -> BTreeMap<String, Value> {
        let understanding = self.current.as_ref().and_then(|turn| turn.turn.understanding.as_ref());
        understanding.map(|understanding| understanding.slots.clone()).unwrap_or_default()
    }

    pub(crate) fn is_overtaken(&self) -> bool {
        let turn = self.current.as_ref();
        turn.is_some_and(|turn| turn.is_overtaken)
    }

    /// The words came so late that nobody knows which day they mean.
    pub(crate) fn was_said_long_ago(&self, now: Timestamp) -> bool {
        let turn = self.current.as_ref();
        turn.is_some_and(|turn| {
            let arrived_at = turn.waited_since.unwrap_or(now);
            let said_at = turn.said_at.unwrap_or(arrived_at);
            arrived_at.since_ms(said_at) > COUNTS_FROM_SENDING_MS
        })
    }
}
