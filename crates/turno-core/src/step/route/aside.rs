//! Side questions: answered, then the open question is asked again.

use turno_graph::{Intent, Interrupts};

use crate::{
    Phase, phrases,
    step::{Next, Step, collect::pick},
};

impl<'a> Step<'a> {
    /// The intent of a side question or of a change of subject, while a task is under way.
    pub(in crate::step) fn find_interruption(&self, text: &str) -> Option<&'a Intent> {
        let intent = self.find_intent(text)?;
        let is_same_task = self.conversation.tasks.current.as_deref() == Some(intent.to.as_str());
        match intent.interrupts {
            Interrupts::Never => None,
            Interrupts::Aside => Some(intent),
            Interrupts::Switch => Some(intent).filter(|_| !is_same_task),
        }
    }

    /// The intent of a side question alone.
    pub(in crate::step) fn find_aside(&self, text: &str) -> Option<&'a Intent> {
        self.find_interruption(text).filter(|intent| intent.interrupts == Interrupts::Aside)
    }

    /// Follows an interruption: a side question comes back to what is open, a switch leaves it.
    pub(in crate::step) fn interrupt(&mut self, intent: &'a Intent) -> Next {
        if intent.interrupts == Interrupts::Aside {
            self.conversation.tasks.aside = Some(self.conversation.phase.clone());
        } else {
            if self.conversation.confirmations.pending.is_some() {
                self.say_phrase(phrases::left_undone);
            }
            self.drop_pending(crate::ConfirmationOutcome::Replaced);
            self.conversation.tasks.aside = None;
            self.conversation.phase = Phase::Idle;
            return self.follow_first(intent);
        }
        self.follow(intent)
    }

    /// "Sí, ¿y tienen estacionamiento?": the question that came along with an answer, once the answer is dealt with.
    pub(in crate::step) fn answer_left_over_question(&mut self) -> Option<Next> {
        let question = self.conversation.turns.current.as_mut()?.question.take()?;
        if matches!(self.conversation.phase, Phase::Ended | Phase::WithPerson { .. }) {
            return None;
        }
        let Some(intent) = self.find_intent(&question) else {
            if pick::is_question(&self.apart(&question)) {
                self.say_phrase(phrases::no_answer);
                self.conversation.turns.note_told();
            }
            return None;
        };
        if matches!(self.conversation.phase, Phase::Idle) {
            // "…, y quiero pedir unos tacos": the task reads what was said for it.
            if intent.interrupts == Interrupts::Switch
                && let Some(turn) = &mut self.conversation.turns.current
            {
                turn.unread = question;
            }
            return Some(self.follow(intent));
        }
        self.find_interruption(&question).map(|intent| self.interrupt(intent))
    }

    /// Asks again what is open.
    pub(in crate::step) fn ask_again(&mut self) -> Next {
        match self.conversation.phase.clone() {
            Phase::Collecting { node, slot, asked, offered } => {
                let Some(collect) = self.collect_node(&node) else {
                    return self.give_up_task();
                };
                match slot {
                    Some(_) => self.next_question(&node, collect, slot, asked.saturating_sub(1), offered),
                    None => self.ask_what_to_change(&node, collect, &[]),
                }
            }
            Phase::Confirming { node, .. } => {
                self.ask_confirmation_again(&node);
                Next::Asked
            }
            Phase::Idle | Phase::Ended => {
                self.conversation.phase = Phase::Idle;
                Next::Asked
            }
            Phase::Talking { .. } => Next::Asked,
            Phase::WithPerson { .. }
            | Phase::Calling { .. }
            | Phase::Generating { .. }
            | Phase::Working { .. } => {
                self.say_phrase(phrases::person_will_answer);
                Next::Asked
            }
        }
    }
}
