//! Putting a reply together.

pub(super) mod buttons;
mod context;
mod repeated;

use minijinja::Value as TemplateValue;
use serde_json::{Map, Value};
use turno_graph::{Choice, Text, Variant};
use turno_language::Language;

use crate::{
    Awaiting, Conversation, Effect, Phase, Reply, ReplyChoice, SaidLast, phrases, step::Step,
    template::Rendered,
};

/// The longest text that a graph's node says, in bytes: what tools gave may stand in it, a whole page of a site for one.
const SAID_BYTES_MAX: usize = 16 * 1_024;

/// A text that was said: both its forms, and how many words of the spoken one must be heard.
pub(crate) struct Said {
    pub(crate) text: String,
    pub(crate) speech: String,
    pub(in crate::step) must_hear_words: usize,
    /// The same, of everything that it names.
    pub(in crate::step) words_to_last_value: usize,
}

impl Step<'_> {
    /// Says a text of the graph.
    pub(in crate::step) fn say(&mut self, text: &Text) {
        let said = self.render(text);
        self.conversation.turns.say(within_length(said.text), within_length(said.speech));
    }

    /// Renders a text of the graph. A template that fails gives an apology instead of half a sentence.
    pub(in crate::step) fn render(&self, text: &Text) -> Said {
        self.render_with(text, &Map::new())
    }

    /// Renders a text of the graph, with these values in place of the slots of their names.
    pub(in crate::step) fn render_with(&self, text: &Text, values: &Map<String, Value>) -> Said {
        let context = self.template_context_with(values);
        let [chat, voice] =
            [Variant::Chat, Variant::Voice].map(|variant| self.render_variant(text, variant, &context));
        match (chat, voice) {
            (Some(chat), Some(voice)) => {
                let words_to = |bytes: usize| {
                    let front = voice.text.get(..bytes).filter(|part| !part.is_empty());
                    front.unwrap_or(&voice.text).split_whitespace().count()
                };
                Said {
                    must_hear_words: words_to(voice.must_hear_bytes),
                    words_to_last_value: words_to(voice.values_bytes),
                    text: chat.text,
                    speech: voice.text,
                }
            }
            (None, _) | (_, None) => {
                let trouble = phrases::trouble(self.language()).to_owned();
                Said {
                    text: trouble.clone(),
                    speech: trouble,
                    must_hear_words: usize::MAX,
                    words_to_last_value: usize::MAX,
                }
            }
        }
    }

    fn render_variant(&self, text: &Text, variant: Variant, context: &TemplateValue) -> Option<Rendered> {
        let id = text.template(self.language().code(), variant)?;
        let mut rendered = self.assistant.templates.render(id, variant, context).ok()?;
        // "8 p.m." at the end of a sentence has its stop.
        if rendered.text.contains(".m..") {
            rendered.text = rendered.text.replace(".m..", ".m.");
        }
        Some(rendered)
    }

    /// Says one of the core's own phrases.
    pub(in crate::step) fn say_phrase(&mut self, phrase: fn(Language) -> &'static str) {
        let words = phrase(self.language()).to_owned();
        self.conversation.turns.say(words.clone(), words);
    }

    /// Offers buttons of the graph.
    pub(in crate::step) fn offer(&mut self, choices: &[Choice]) {
        let choices = choices
            .iter()
            .map(|choice| {
                let id = choice.id.clone();
                let title = self.render(&choice.title).text;
                (ReplyChoice { id, title }, String::new())
            })
            .collect();
        self.offer_buttons(choices);
    }

    /// Sends what was said, then what follows it, then takes the next turn that waits.
    pub(in crate::step) fn finish_turn(&mut self) {
        self.tell_refusal_at_the_end();
        self.tell_deed();
        let Some(mut turn) = self.conversation.turns.current.take() else {
            return;
        };
        self.say_once(&mut turn);
        // A model's words that were interrupted before any was heard are no words.
        if turn.text.is_empty() {
            // A tool whose result has no words for people is no fault of the user's.
            let words = if turn.calls > 0 {
                phrases::unreadable(self.language())
            } else {
                phrases::not_understood(self.language())
            };
            let words = words.to_owned();
            turn.text.push(words.clone());
            turn.speech.push(words);
        }
        let text = join(&turn.text);
        let speech = turn.speech.iter().filter(|part| !part.is_empty());
        let speech = speech.map(String::as_str).collect::<Vec<_>>().join(" ");
        let seq = self.conversation.dialogue.take_seq();
        self.conversation.note_question_asked(seq, &speech, turn.has_told);
        self.conversation.dialogue.remember_line(false, &text);
        self.tell_model_what_rules_said(&turn);
        let (awaiting, expires_at) = self.conversation.awaiting();
        let reply = Reply {
            seq,
            turn: Some(turn.turn.turn),
            text,
            speech,
            language: Some(self.language()).filter(|language| *language != self.assistant.settings.language),
            awaiting,
            choices: turn.choices,
            expires_at,
        };
        self.effects.push(Effect::Reply(reply));
        self.follow_reply();
        if let Some(next) = self.conversation.turns.queued.pop_front() {
            // A daemon of before did not say when.
            let arrived_at = self.conversation.turns.queued_at.pop_front().unwrap_or_default();
            self.take_turn(next, Some(arrived_at));
        }
    }

    fn follow_reply(&mut self) {
        if let Some(mut hand_off) = self.hand_off.take() {
            hand_off.seq = self.conversation.dialogue.take_seq();
            self.effects.push(Effect::HandOff(hand_off));
        }
        if matches!(self.conversation.phase, Phase::Ended) {
            let seq = self.conversation.dialogue.take_seq();
            self.effects.push(Effect::Close { seq, reason: "ended".to_owned() });
        }
    }
}

impl Conversation {
    /// The words that must be heard are counted from the beginning of the whole reply, as gateways report them.
    pub(in crate::step) fn note_question_asked(&mut self, seq: u64, speech: &str, has_told: bool) {
        if !matches!(self.phase, Phase::Confirming { .. }) {
            return;
        }
        if let Some(pending) = &mut self.confirmations.pending
            && let Some(start) = speech.rfind(pending.speech.as_str())
        {
            pending.asked_seq = seq;
            pending.heard = true;
            let before = speech[..start].split_whitespace().count();
            pending.must_hear_words = before.saturating_add(pending.question_words);
            if has_told {
                pending.said_last = SaidLast::Answer;
            }
        }
    }

    pub(in crate::step) fn awaiting(&self) -> (Awaiting, Option<crate::Timestamp>) {
        match &self.phase {
            Phase::Collecting { slot: Some(slot), .. } => (Awaiting::Slot(slot.clone()), None),
            Phase::Confirming { .. } => match &self.confirmations.pending {
                Some(pending) => (Awaiting::Confirmation, Some(pending.expires_at)),
                None => (Awaiting::Nothing, None),
            },
            Phase::WithPerson { .. } => (Awaiting::Person, None),
            Phase::Idle
            | Phase::Ended
            | Phase::Calling { .. }
            | Phase::Generating { .. }
            | Phase::Working { .. }
            | Phase::Talking { .. }
            | Phase::Collecting { slot: None, .. } => (Awaiting::Nothing, None),
        }
    }
}

/// Sentences stand behind one another; a list keeps its own lines.
fn join(parts: &[String]) -> String {
    let mut joined = String::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        if !joined.is_empty() {
            joined.push_str(if joined.contains('\n') || part.contains('\n') { "\n\n" } else { " " });
        }
        joined.push_str(part);
    }
    joined
}

/// The beginning of a text that is too long, with a mark.
fn within_length(mut text: String) -> String {
    if text.len() > SAID_BYTES_MAX {
        let end = (0..=SAID_BYTES_MAX).rev().find(|end| text.is_char_boundary(*end));
        text.truncate(end.unwrap_or_default());
        text.push_str(" […]");
    }
    text
}
