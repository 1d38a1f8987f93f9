//! A question that nobody's words asked for is not put: what a model wants done rests on what the caller said since something was
//! last done. Whoever only agrees, thanks or greets has asked for nothing.

use serde_json::{Map, Value};
use turno_language::{Act, Firmness, Text, Verdict, joined_clauses, split_requests};

use crate::{
    Exchange, Input, ToolOutcome,
    assistant_tool::AssistantTool,
    courtesy::adds_nothing,
    step::{Step, confirm::verdict::named_confirmation},
    talk::{CallResult, TalkCall},
    wishes::Beside,
};

/// So many requests in one breath are told apart.
const REQUESTS_MAX: u8 = 8;

impl Step<'_> {
    /// What the turn's words ask for, beyond a yes or a thank-you.
    pub(in crate::step) fn note_wishes(&mut self) {
        if !self.assistant.has_agent {
            return;
        }
        match self.conversation.turns.input() {
            Input::Media(media) if media.caption.is_none() => {}
            Input::Text(_) | Input::Media(_) => {
                let text = self.conversation.turns.utterance();
                if self.only_takes_back(&text) {
                    let is_first = self.conversation.dialogue.is_first_of_user();
                    self.conversation.exchange.wishes.asked_back(is_first);
                } else if self.asks_for_something(&text) {
                    let (requests, has_parts) = (self.requests_in(&text), self.has_parts(&text));
                    self.conversation.exchange.wishes.asked(requests, has_parts);
                } else if self.conversation.exchange.wishes.is_untold()
                    && self.conversation.dialogue.is_first_of_user()
                {
                    self.conversation.exchange.wishes.begun_with_none();
                }
            }
            Input::Choice(id) if named_confirmation(&id).is_some() => {}
            Input::Dtmf(_) if self.conversation.confirmations.pending.is_some() => {}
            // A button of the graph's, a value by its keys, a place.
            Input::Choice(_) | Input::Dtmf(_) | Input::Location(_) | Input::Contact(_) => {
                self.conversation.exchange.wishes.asked(1, false)
            }
        }
    }

    fn asks_for_something(&self, text: &str) -> bool {
        let pending = self.conversation.confirmations.pending.as_ref();
        let reading = match pending {
            Some(pending) => self.read_pending_verdict(text, pending),
            None => self.read_plain_verdict(text),
        };
        match reading.verdict {
            // "Sí" to "¿le reservo también el domingo?", which a model has asked in its own words.
            Verdict::Yes => {
                let names_act = reading.firmness == Some(Firmness::Names);
                let is_answer =
                    reading.firmness > Some(Firmness::Acknowledges) && self.conversation.dialogue.has_asked();
                reading.question.is_some() || pending.is_none() && (names_act || is_answer)
            }
            // "Cancele la RES-1234" takes nothing back where nothing is asked.
            Verdict::No if pending.is_none() => {
                let refuses = self.read_verdict_on(Act::Cancel, text).verdict == Verdict::No;
                !refuses || reading.question.is_some()
            }
            Verdict::No | Verdict::Wait => reading.question.is_some(),
            Verdict::Change | Verdict::Unclear => !is_courtesy(&self.apart(text)),
        }
    }

    /// "Cancélela", where nothing is asked: a yes to a cancellation, and a no to anything else.
    fn only_takes_back(&self, text: &str) -> bool {
        self.conversation.confirmations.pending.is_none() && {
            let cancels = self.read_verdict_on(Act::Cancel, text);
            cancels.verdict == Verdict::Yes
                && cancels.question.is_none()
                && self.read_verdict_on(Act::Book, text).verdict == Verdict::No
        }
    }

    /// How many things of one kind words ask for: "una el sábado, otra el domingo y otra el lunes".
    fn requests_in(&self, text: &str) -> u8 {
        let language = self.language_of_words(text, false);
        let slots = self.booking_tool().map(AssistantTool::slot_specs).unwrap_or_default();
        let mut rest = text.to_owned();
        let mut requests = 1;
        while requests < REQUESTS_MAX
            && let Some(two) = split_requests(&self.apart(&rest), language, &slots)
            && two.rest.len() < rest.len()
        {
            requests += 1;
            rest = two.rest;
        }
        requests
    }

    /// "Una mesa para mañana, y me manda unos tacos": words go on to something that is no part of a booking.
    fn has_parts(&self, text: &str) -> bool {
        let booking = self.booking_tool();
        let is_of_booking = |words: &str| {
            booking.is_some_and(|tool| {
                let reading = self.read(words, tool, None);
                !(reading.values.is_empty() && reading.problems.is_empty())
            })
        };
        let mut clauses = joined_clauses(&self.apart(text)).into_iter();
        clauses.any(|(_, behind)| !is_courtesy(&self.apart(&behind)) && !is_of_booking(&behind))
    }

    /// The tool that makes a booking.
    pub(in crate::step) fn booking_tool(&self) -> Option<&AssistantTool> {
        self.assistant.tools().find(|tool| tool.spec.act == Act::Book)
    }

    /// A call that the caller had said yes to is over.
    pub(in crate::step) fn note_deed(&mut self, tool: &str, outcome: &ToolOutcome) {
        let spec = self.assistant.tool(tool);
        if !spec.is_some_and(|spec| spec.requires_confirmation) {
            return;
        }
        if let Some(turn) = &mut self.conversation.turns.current {
            turn.has_told = true;
        }
        let beside_the_yes = self.wanted_beside_the_yes(tool);
        let is_done = matches!(outcome, ToolOutcome::Done(result) if !ToolOutcome::is_refusal(result));
        if is_done && self.assistant.has_agent {
            self.conversation.exchange.wishes.done(tool, beside_the_yes);
        }
    }

    /// What was said beside the yes to a call of that tool may want something: another of the same, "sí, ¿y otra para el domingo?",
    /// or something else, "sí, ¿y tienen estacionamiento?".
    fn wanted_beside_the_yes(&self, tool: &str) -> Beside {
        if !self.conversation.tasks.later.is_empty() {
            return Beside::Anything;
        }
        let turn = self.conversation.turns.current.as_ref();
        let Some(question) = turn.and_then(|turn| turn.question.as_ref()) else {
            return Beside::Nothing;
        };
        let language = self.language_of_words(question, false);
        let names_another =
            split_requests(&self.apart(self.conversation.turns.input().words()), language, &[])
                .is_some_and(|two| two.is_another);
        let names_values = self.assistant.assistant_tool(tool).is_some_and(|tool| {
            let reading = self.read(question, tool, None);
            !(reading.values.is_empty() && reading.problems.is_empty())
        });
        match names_another || names_values {
            true => Beside::Anything,
            false => Beside::OtherThings,
        }
    }
}

impl Exchange {
    /// Several calls of one answer rest on the same words.
    pub(in crate::step) fn note_wanted_together(&mut self, calls: &[TalkCall]) {
        let asked = calls.iter().filter(|call| call.is_asked && call.result.is_none());
        self.wishes.called_together(asked.count());
    }

    /// The parameters of a call that the caller's words may want, or that asks nobody (none); else what its model is told.
    pub(in crate::step) fn if_wanted(
        &self,
        asked: Option<&AssistantTool>,
        parameters: Map<String, Value>,
    ) -> Result<Map<String, Value>, CallResult> {
        #[cfg(feature = "planted-faults")]
        if crate::planted::is_planted(crate::planted::PlantedFault::UnaskedQuestionIsPut) {
            return Ok(parameters);
        }
        if asked.is_none_or(|tool| self.wishes.may_want(&tool.spec.name, tool.spec.act)) {
            return Ok(parameters);
        }
        if self.wishes.is_none_yet {
            return Err(CallResult::error(
                "the user was not asked, and nothing was done: they have asked for nothing yet. Ask them in words what they would \
                 like, and call once they have answered",
            ));
        }
        Err(CallResult::error(
            "the user was not asked, and nothing was done: what they asked for is done, and they have asked for nothing since. Tell them \
             what was done; if something else may be wanted, ask them in words, and call once they have answered",
        ))
    }
}

/// Words that thank, greet and join, or none at all: a thumb. A number is something that is said.
fn is_courtesy(text: &Text) -> bool {
    let words: Vec<String> = text.words().map(str::to_owned).collect();
    !text.folded().contains(|c: char| c.is_ascii_digit()) && adds_nothing(&[], &words)
}
