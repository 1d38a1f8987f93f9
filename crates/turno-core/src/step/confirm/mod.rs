//! The confirm node: nothing destructive runs without the user's yes to a question that named it.

mod accept;
mod amend;
mod expiry;
mod keys;
pub(super) mod verdict;

use turno_graph::Confirm;
use turno_language::Verdict;

use crate::{
    ConfirmationId, ConfirmationOutcome, Effect, PendingConfirmation, Phase, ReplyChoice, SaidLast, Timer,
    phrases,
    request::Guess,
    step::{Next, Step, confirm::verdict::Answer, reply::buttons::question_buttons},
};

/// A question is asked again this often, then a person is offered.
const UNCLEAR_MAX: u8 = 2;

impl Step<'_> {
    pub(in crate::step) fn enter_confirm(&mut self, name: &str, confirm: &Confirm) -> Next {
        self.conversation.turns.take_unread();
        self.conversation.tasks.aside = None;
        match &confirm.tool {
            Some(tool) => self.ask_confirmation(name, confirm, tool),
            None => {
                self.drop_pending(ConfirmationOutcome::Replaced);
                self.conversation.phase = Phase::Confirming { node: name.to_owned(), unclear: 0 };
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
        if tool.slots().any(|slot| slot.required && !parameters.contains_key(&slot.name)) {
            return match &confirm.change {
                Some(collect) => Next::To(collect.clone()),
                None => self.give_up_task(),
            };
        }
        self.drop_pending(ConfirmationOutcome::Replaced);
        let said = self.render(&confirm.say);
        let said = self.with_the_unnamed(said, confirm, tool, &parameters);
        let id = ConfirmationId(format!(
            "{}-{}",
            self.conversation.run, self.conversation.confirmations.next_confirmation
        ));
        self.conversation.confirmations.next_confirmation += 1;
        let expires_at = self.at.plus_ms(confirm.expires_after_ms);
        self.effects.push(Effect::ArmTimer { timer: Timer::Expiry(id.clone()), at: expires_at });
        self.conversation.confirmations.lapsed = None;
        self.conversation.exchange.link_question(&tool.spec.name, &id);
        self.conversation.confirmations.pending = Some(PendingConfirmation {
            button_token: self.conversation.question_token(&id),
            id,
            node: name.to_owned(),
            tool: tool.spec.name.clone(),
            parameters,
            text: said.text,
            speech: said.speech,
            created_at: self.at,
            expires_at,
            asked_seq: self.conversation.dialogue.next_seq,
            delivered_at: None,
            must_hear_words: said.must_hear_words,
            question_words: said.must_hear_words,
            heard: true,
            unclear_count: 0,
            said_last: SaidLast::Question,
        });
        self.conversation.phase = Phase::Confirming { node: name.to_owned(), unclear: 0 };
        self.ask_confirmation_again(name);
        Next::Asked
    }

    /// Says the open question and offers its buttons.
    pub(in crate::step) fn ask_confirmation_again(&mut self, node: &str) {
        self.conversation.confirmations.note_said_last(SaidLast::Question);
        let pending = self.conversation.confirmations.pending.as_ref();
        let asked = pending.map(|pending| {
            let words = (pending.text.clone(), pending.speech.clone());
            (words, question_buttons(pending))
        });
        match asked {
            Some(((text, speech), (yes, no))) => {
                self.conversation.turns.say(text, speech);
                let choices = self.yes_and_no(yes, no);
                self.conversation.turns.offer_choices(choices);
            }
            None => {
                if let Some(confirm) = self.confirm_node(node) {
                    self.say(&confirm.say);
                }
                let choices = self.yes_and_no("yes".to_owned(), "no".to_owned());
                let of_node = |choice| (choice, node.to_owned());
                self.offer_buttons(choices.into_iter().map(of_node).collect());
            }
        }
    }

    fn yes_and_no(&self, yes: String, no: String) -> Vec<ReplyChoice> {
        let language = self.language();
        let titles = [phrases::yes_button(language), phrases::no_button(language)];
        let buttons = [yes, no].into_iter().zip(titles);
        buttons.map(|(id, title)| ReplyChoice { id, title: title.to_owned() }).collect()
    }

    /// The user answers while a confirm node waits.
    pub(in crate::step) fn answer_confirm(&mut self, node: &str, unclear: u8) -> Next {
        let Some(confirm) = self.confirm_node(node) else {
            return self.give_up_task();
        };
        match self.conversation.confirmations.pending.clone() {
            Some(pending) => {
                self.set_apart_request(&pending);
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
        let reading = verdict::misread(reading);
        if let Some(next) = self.cancel_another(&pending, reading.verdict) {
            return next;
        }
        if reading.verdict == Verdict::No
            && let Some(tool) = self.assistant.assistant_tool(&pending.tool)
            && let Some(next) = self.cancel_instead_of_moving(tool)
        {
            return next;
        }
        self.conversation.turns.set_question(reading.question.clone());
        let reading = self.with_whole_allergy(reading);
        match reading.verdict {
            Verdict::Yes => self.accept(confirm, pending, reading.assent, reading.firmness),
            Verdict::Change
                if !(reading.changes.values.is_empty() && reading.changes.problems.is_empty()) =>
            {
                if let Some(wish) = reading.wish {
                    self.note(confirm, &pending, &wish);
                }
                self.change(confirm, reading.changes, &[])
            }
            Verdict::No => {
                self.conversation.turns.take_unread();
                self.drop_pending(ConfirmationOutcome::Refused);
                self.conversation.phase = Phase::Idle;
                Next::To(confirm.no.clone())
            }
            Verdict::Change | Verdict::Wait | Verdict::Unclear => {
                let is_noted = reading.wish.as_ref().is_some_and(|wish| self.note(confirm, &pending, wish));
                if is_noted {
                    self.conversation.turns.take_question();
                    return self.ask_with_note(confirm);
                }
                // "¿me das un minuto?" orders nothing: what asks for time is no part of what else is wanted.
                let text = match reading.verdict {
                    Verdict::Wait => reading.question.unwrap_or_default(),
                    Verdict::Yes | Verdict::No | Verdict::Change | Verdict::Unclear => {
                        self.conversation.turns.utterance()
                    }
                };
                if let Some(intent) = self.find_interruption(&text) {
                    self.conversation.turns.take_question();
                    return self.interrupt(intent);
                }
                self.conversation.turns.take_question();
                if reading.verdict == Verdict::Unclear
                    && let Some(next) = self.ask_agent_aside(confirm, &text)
                {
                    return next;
                }
                match reading.verdict {
                    Verdict::Change => self.change(confirm, reading.changes, &reading.named_slots),
                    Verdict::Wait => self.wait(),
                    Verdict::Yes | Verdict::No | Verdict::Unclear => self.not_understood(confirm, pending),
                }
            }
        }
    }

    /// A wish that tells of an allergy is all that was said of it.
    fn with_whole_allergy(&self, reading: turno_language::VerdictReading) -> turno_language::VerdictReading {
        let allergy = self.allergy_in(&self.conversation.turns.utterance());
        let wish = allergy.map(|allergy| allergy.said).or(reading.wish);
        turno_language::VerdictReading { wish, ..reading }
    }

    fn wait(&mut self) -> Next {
        self.conversation.turns.take_unread();
        self.say_phrase(phrases::waiting);
        self.conversation.confirmations.note_said_last(SaidLast::Wait);
        Next::Asked
    }

    fn not_understood(&mut self, confirm: &Confirm, pending: PendingConfirmation) -> Next {
        let text = self.conversation.turns.utterance();
        if let Guess::Sure(intent) = self.guess_interruption(&text) {
            return self.interrupt(intent);
        }
        self.conversation.turns.take_unread();
        if pending.unclear_count >= UNCLEAR_MAX {
            self.drop_pending(ConfirmationOutcome::Replaced);
            self.conversation.phase = Phase::Idle;
            return self.offer_person(confirm);
        }
        if let Some(pending) = &mut self.conversation.confirmations.pending {
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
        let text = self.conversation.turns.utterance();
        match reading.verdict {
            Verdict::Yes => {
                self.conversation.turns.set_question(reading.question.clone());
                self.conversation.turns.take_unread();
                Next::To(confirm.yes.clone())
            }
            Verdict::No => {
                self.conversation.turns.set_question(reading.question.clone());
                self.conversation.turns.take_unread();
                Next::To(confirm.no.clone())
            }
            Verdict::Wait => self.wait(),
            Verdict::Change | Verdict::Unclear => {
                if let Some(intent) = self.find_intent(&text) {
                    return self.interrupt(intent);
                }
                if let Guess::Sure(intent) = self.guess_interruption(&text) {
                    return self.interrupt(intent);
                }
                if let Some(change) = &confirm.change {
                    return Next::To(change.clone());
                }
                self.conversation.turns.take_unread();
                if unclear >= UNCLEAR_MAX {
                    return self.offer_person(confirm);
                }
                self.conversation.phase = Phase::Confirming { node: node.to_owned(), unclear: unclear + 1 };
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

    pub(in crate::step) fn answer_other_button(&mut self, id: &str) -> Next {
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
    pub(in crate::step) fn drop_pending(&mut self, outcome: ConfirmationOutcome) {
        let Some(pending) = self.conversation.confirmations.pending.take() else {
            return;
        };
        self.effects.push(Effect::DisarmTimer { timer: Timer::Expiry(pending.id.clone()) });
        self.conversation.exchange.note_unmade(&pending.id, outcome);
        self.conversation.confirmations.remember_outcome(pending.id, outcome);
    }
}

impl<'a> Step<'a> {
    pub(in crate::step) fn confirm_node(&self, name: &str) -> Option<&'a Confirm> {
        self.assistant.graph.node(name)?.as_confirm()
    }
}
