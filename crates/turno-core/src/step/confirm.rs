//! The confirm node: nothing destructive runs without the user's yes to a question that named it.

use serde_json::Value;
use turno_graph::Confirm;
use turno_language::{Assent, SlotReading, Verdict};

use super::{
    Next, Step,
    verdict::{Answer, button_ids},
};
use crate::{
    ConfirmationId, ConfirmationOutcome, Effect, Grant, PendingConfirmation, Phase, ReplyChoice, Timer,
    Timestamp, phrases,
};

/// A question is asked again this often, then a person is offered.
const UNCLEAR_MAX: u8 = 2;

/// Longer words, said twice, are a request: "sí, por favor" may well be said twice.
const ANSWER_WORDS_MAX: usize = 3;

/// The outcomes that are remembered, so that an old button gets the truth.
const OUTCOMES_MAX: usize = 16;

impl Step<'_> {
    pub(super) fn enter_confirm(&mut self, name: &str, confirm: &Confirm) -> Next {
        self.take_unread();
        self.conversation.aside = None;
        match &confirm.tool {
            Some(tool) => self.ask_confirmation(name, confirm, tool),
            None => {
                self.drop_pending(ConfirmationOutcome::Replaced);
                self.conversation.phase = Phase::Confirming {
                    node: name.to_owned(),
                    unclear: 0,
                };
                self.ask_confirmation_again(name);
                Next::Asked
            }
        }
    }

    fn ask_confirmation(&mut self, name: &str, confirm: &Confirm, tool: &str) -> Next {
        let Some(tool) = self.assistant.assistant_tool(tool) else {
            return self.give_up_task();
        };
        let parameters = self.parameters(tool, &confirm.parameters);
        if tool
            .slots()
            .any(|slot| slot.required && !parameters.contains_key(&slot.name))
        {
            return match &confirm.change {
                Some(collect) => Next::To(collect.clone()),
                None => self.give_up_task(),
            };
        }
        self.drop_pending(ConfirmationOutcome::Replaced);
        let said = self.render(&confirm.say);
        let id = ConfirmationId(format!(
            "{}-{}",
            self.conversation.run, self.conversation.next_confirmation
        ));
        self.conversation.next_confirmation += 1;
        let expires_at = self.at.plus_ms(confirm.expires_after_ms);
        self.effects.push(Effect::ArmTimer {
            timer: Timer::Expiry(id.clone()),
            at: expires_at,
        });
        self.conversation.lapsed = None;
        self.conversation.pending = Some(PendingConfirmation {
            id,
            node: name.to_owned(),
            tool: tool.spec.name.clone(),
            parameters,
            text: said.text,
            speech: said.speech,
            created_at: self.at,
            expires_at,
            asked_seq: self.conversation.next_seq,
            delivered_at: None,
            must_hear_words: said.must_hear_words,
            question_words: said.must_hear_words,
            heard: true,
            unclear_count: 0,
        });
        self.conversation.phase = Phase::Confirming {
            node: name.to_owned(),
            unclear: 0,
        };
        self.ask_confirmation_again(name);
        Next::Asked
    }

    /// Says the open question and offers its buttons.
    pub(super) fn ask_confirmation_again(&mut self, node: &str) {
        let (yes, no) = match &self.conversation.pending {
            Some(pending) => {
                let (text, speech) = (pending.text.clone(), pending.speech.clone());
                let ids = button_ids(&pending.id);
                self.say_words(text, speech);
                ids
            }
            None => {
                if let Some(confirm) = self.confirm_node(node) {
                    self.say(&confirm.say);
                }
                ("yes".to_owned(), "no".to_owned())
            }
        };
        let language = self.language();
        self.offer_choices(vec![
            ReplyChoice {
                id: yes,
                title: phrases::yes_button(language).to_owned(),
            },
            ReplyChoice {
                id: no,
                title: phrases::no_button(language).to_owned(),
            },
        ]);
    }

    /// The user answers while a confirm node waits.
    pub(super) fn answer_confirm(&mut self, node: &str, unclear: u8) -> Next {
        let Some(confirm) = self.confirm_node(node) else {
            return self.give_up_task();
        };
        match self.conversation.pending.clone() {
            Some(pending) => {
                self.set_apart_another(&pending);
                match self.read_answer(&pending) {
                    Answer::Verdict(reading) => self.answer_pending(confirm, pending, reading),
                    Answer::OtherButton(id) => self.answer_other_button(&id),
                }
            }
            None => match self.read_plain_answer() {
                Answer::Verdict(reading) => self.answer_plain(node, confirm, unclear, &reading),
                Answer::OtherButton(id) => self.answer_other_button(&id),
            },
        }
    }

    fn answer_pending(
        &mut self,
        confirm: &Confirm,
        pending: PendingConfirmation,
        reading: turno_language::VerdictReading,
    ) -> Next {
        #[cfg(feature = "planted-faults")]
        let reading = super::verdict::misread(reading);
        if let Some(next) = self.cancel_another(&pending, reading.verdict) {
            return next;
        }
        if reading.verdict == Verdict::No
            && let Some(tool) = self.assistant.assistant_tool(&pending.tool)
            && let Some(next) = self.cancel_instead_of_moving(tool)
        {
            return next;
        }
        self.set_question(reading.question);
        match reading.verdict {
            Verdict::Yes => self.accept(confirm, pending, reading.assent),
            Verdict::Change
                if !(reading.changes.values.is_empty() && reading.changes.problems.is_empty()) =>
            {
                self.change(confirm, reading.changes, &[])
            }
            Verdict::No => {
                self.take_unread();
                self.drop_pending(ConfirmationOutcome::Refused);
                self.conversation.phase = Phase::Idle;
                Next::To(confirm.no.clone())
            }
            Verdict::Change | Verdict::Wait | Verdict::Unclear => {
                let text = self.utterance();
                if let Some(intent) = self.find_interruption(&text) {
                    self.take_question();
                    return self.interrupt(intent);
                }
                self.take_question();
                match reading.verdict {
                    Verdict::Change => self.change(confirm, reading.changes, &reading.named_slots),
                    Verdict::Wait => self.wait(),
                    Verdict::Yes | Verdict::No | Verdict::Unclear => self.not_understood(confirm, pending),
                }
            }
        }
    }

    /// The one place where a yes becomes a permission to act.
    fn accept(&mut self, confirm: &Confirm, pending: PendingConfirmation, assent: Option<Assent>) -> Next {
        self.take_unread();
        if self.was_sent_out_of_time(&pending) {
            self.take_question();
            self.say_phrase(phrases::arrived_late);
            return self.ask_again();
        }
        if !pending.heard || self.repeats_a_request(assent) {
            self.take_question();
            self.say_phrase(phrases::let_me_repeat);
            return self.ask_again();
        }
        let key = idempotency_key(&self.conversation.key.to_string(), &pending);
        self.drop_pending(ConfirmationOutcome::Accepted);
        self.conversation.phase = Phase::Idle;
        let grant = Grant {
            confirmation: pending.id,
            key,
        };
        self.conversation.granted = Some((pending.tool, pending.parameters, grant));
        Next::To(confirm.yes.clone())
    }

    /// A request that is made once more, by somebody who could not wait for the question, is no answer to it; nor is one that
    /// a gateway delivers late.
    fn repeats_a_request(&self, assent: Option<Assent>) -> bool {
        match assent {
            Some(Assent::Request) => true,
            Some(Assent::Act) => self.was_said_before(),
            Some(Assent::Word) | None => false,
        }
    }

    /// The same words.
    fn was_said_before(&self) -> bool {
        let mut said = self
            .conversation
            .lines
            .iter()
            .rev()
            .filter(|(is_user, _)| *is_user);
        let Some((_, words)) = said.next() else {
            return false;
        };
        words.split_whitespace().count() > ANSWER_WORDS_MAX && said.any(|(_, before)| before == words)
    }

    /// The sender's own time must lie between the question's delivery and its expiry, as well as ours. Senders count in
    /// whole seconds (WhatsApp), so the first bound does too.
    fn was_sent_out_of_time(&self, pending: &PendingConfirmation) -> bool {
        #[cfg(feature = "planted-faults")]
        if crate::planted::is_planted(crate::planted::PlantedFault::StaleTurnConfirms) {
            return false;
        }
        let Some(sent_at) = self.conversation.turn.as_ref().and_then(|turn| turn.turn.sent_at) else {
            return false;
        };
        let seconds = |at: Timestamp| at.0.div_euclid(1_000);
        let asked_at = pending.delivered_at.unwrap_or(pending.created_at);
        seconds(sent_at) < seconds(asked_at) || sent_at >= pending.expires_at
    }

    /// A change drops the question, edits the slots, and goes back to where they are checked.
    pub(super) fn change(&mut self, confirm: &Confirm, changes: SlotReading, named_slots: &[String]) -> Next {
        self.drop_pending(ConfirmationOutcome::Replaced);
        self.conversation.aside = None;
        self.conversation.phase = Phase::Idle;
        let Some(target) = &confirm.change else {
            return self.give_up_task();
        };
        let collect = self
            .collect_node(target)
            .filter(|collect| confirm.tool.as_ref() == Some(&collect.tool));
        let Some(collect) = collect else {
            // "No, mejor cámbiala al jueves": another tool takes over, and reads the words itself.
            self.take_in(changes.values);
            return Next::To(target.clone());
        };
        self.take_unread();
        if changes.values.is_empty() && changes.problems.is_empty() {
            return self.ask_what_to_change(target, collect, named_slots);
        }
        self.take_in(changes.values);
        match changes.problems.into_iter().next() {
            Some(problem) => self.ask_about_problem(target, collect, problem, 0),
            None => self.next_question(target, collect, None, 0, Vec::new()),
        }
    }

    fn wait(&mut self) -> Next {
        self.take_unread();
        self.say_phrase(phrases::waiting);
        Next::Asked
    }

    fn not_understood(&mut self, confirm: &Confirm, pending: PendingConfirmation) -> Next {
        self.take_unread();
        if pending.unclear_count >= UNCLEAR_MAX {
            self.drop_pending(ConfirmationOutcome::Replaced);
            self.conversation.phase = Phase::Idle;
            return self.offer_person(confirm);
        }
        if let Some(pending) = &mut self.conversation.pending {
            pending.unclear_count += 1;
        }
        self.say_phrase(phrases::not_understood);
        self.ask_again()
    }

    fn answer_plain(
        &mut self,
        node: &str,
        confirm: &Confirm,
        unclear: u8,
        reading: &turno_language::VerdictReading,
    ) -> Next {
        let text = self.utterance();
        match reading.verdict {
            Verdict::Yes => {
                self.set_question(reading.question.clone());
                self.take_unread();
                Next::To(confirm.yes.clone())
            }
            Verdict::No => {
                self.set_question(reading.question.clone());
                self.take_unread();
                Next::To(confirm.no.clone())
            }
            Verdict::Wait => self.wait(),
            Verdict::Change | Verdict::Unclear => {
                if let Some(intent) = self.find_intent(&text) {
                    return self.interrupt(intent);
                }
                if let Some(change) = &confirm.change {
                    return Next::To(change.clone());
                }
                self.take_unread();
                if unclear >= UNCLEAR_MAX {
                    return self.offer_person(confirm);
                }
                self.conversation.phase = Phase::Confirming {
                    node: node.to_owned(),
                    unclear: unclear + 1,
                };
                self.say_phrase(phrases::not_understood);
                self.ask_again()
            }
        }
    }

    fn offer_person(&mut self, confirm: &Confirm) -> Next {
        match &confirm.unclear {
            Some(node) => Next::To(node.clone()),
            None => {
                self.say_phrase(phrases::offer_person);
                Next::Rest
            }
        }
    }

    fn answer_other_button(&mut self, id: &str) -> Next {
        if let Some(next) = self.answer_old_button(id) {
            return next;
        }
        match self.find_button(id) {
            Some(intent) => self.interrupt(intent),
            None => {
                self.say_phrase(phrases::old_button);
                self.ask_again()
            }
        }
    }

    /// Takes the pending confirmation away, and remembers what became of it.
    pub(super) fn drop_pending(&mut self, outcome: ConfirmationOutcome) {
        let Some(pending) = self.conversation.pending.take() else {
            return;
        };
        self.effects.push(Effect::DisarmTimer {
            timer: Timer::Expiry(pending.id.clone()),
        });
        self.remember_outcome(pending.id, outcome);
    }

    pub(super) fn remember_outcome(&mut self, id: ConfirmationId, outcome: ConfirmationOutcome) {
        if self.conversation.outcomes.len() == OUTCOMES_MAX {
            self.conversation.outcomes.pop_front();
        }
        self.conversation.outcomes.push_back((id, outcome));
    }

    fn set_question(&mut self, question: Option<String>) {
        if let Some(turn) = &mut self.conversation.turn {
            turn.question = question;
        }
    }

    fn take_question(&mut self) -> Option<String> {
        self.conversation.turn.as_mut()?.question.take()
    }
}

impl<'a> Step<'a> {
    pub(super) fn confirm_node(&self, name: &str) -> Option<&'a Confirm> {
        self.assistant.graph.node(name)?.as_confirm()
    }
}

/// One confirmation, one tool and one set of arguments give one key: 32 hexadecimal digits of a BLAKE3 hash. When the
/// question was asked is part of it: a conversation that was removed after its retention begins its numbers anew.
fn idempotency_key(conversation: &str, pending: &PendingConfirmation) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [
        conversation,
        &pending.id.0,
        &pending.created_at.0.to_string(),
        &pending.tool,
        &Value::Object(pending.parameters.clone()).to_string(),
    ] {
        hasher.update(part.as_bytes());
        hasher.update(&[0]);
    }
    hasher.finalize().to_hex()[..32].to_owned()
}
