//! The collect node: fills the slots of a tool, several from one utterance, any of them corrected at any time.

mod allergy;
mod ask;
pub(super) mod cancelling;
mod lists;
mod lone;
pub(super) mod pick;
mod picked_by;
mod pieces;
mod pressed;

use std::collections::BTreeMap;

use serde_json::Value;
use turno_graph::{Collect, Interrupts};
use turno_language::{Act, SlotKind, SlotReading, SlotValue, Verdict};

use crate::{
    ConfirmationOutcome, Input, Phase,
    assistant_tool::AssistantTool,
    phrases,
    request::Guess,
    step::{Next, Step, collect::picked_by::is_none_of_those},
};

/// A slot is asked for this often, then the task is given up.
pub(in crate::step) const ASKED_MAX: u8 = 3;

/// So many wrong codes, then a person is offered.
const CODES_MISSED_MAX: u8 = 3;

/// What a collect node offers to pick from: each fills slots.
pub(in crate::step) type Offered = Vec<BTreeMap<String, Value>>;

impl<'a> Step<'a> {
    pub(in crate::step) fn enter_collect(&mut self, name: &str, collect: &Collect) -> Next {
        let Some(tool) = self.assistant.assistant_tool(&collect.tool) else {
            return self.give_up_task();
        };
        if self.conversation.tasks.aside.take().is_some() {
            self.drop_pending(ConfirmationOutcome::Replaced);
        }
        let missed_code = collect.forget.iter().any(|slot| {
            tool.has_kind(slot, SlotKind::Code) && self.conversation.collected.slots.contains_key(slot)
        });
        for slot in &collect.forget {
            self.conversation.collected.slots.remove(slot);
        }
        if missed_code {
            self.conversation.collected.codes_missed += 1;
            if self.conversation.collected.codes_missed >= CODES_MISSED_MAX {
                self.conversation.collected.codes_missed = 0;
                return self.give_up_collect(collect);
            }
        }
        if let Some(say) = &collect.say {
            self.say(say);
        }
        let text = self.conversation.turns.take_unread();
        let text = self.set_apart_allergy(collect, tool, &text).unwrap_or(text);
        if let Some(next) = self.pick_which(name, collect, tool, &text) {
            return next;
        }
        let mut reading = if text.is_empty() { SlotReading::default() } else { self.read(&text, tool, None) };
        self.add_understood(&mut reading, tool);
        let mut changed = self.take_in(std::mem::take(&mut reading.values));
        self.note_wishes_of(&text, collect, tool);
        self.prefill(collect);
        changed.extend(self.take_in_lone_integer(&text, collect, tool, &reading));
        let options =
            collect.options.as_ref().map(|options| options_of(&self.evaluate(options))).unwrap_or_default();
        match reading.problems.into_iter().next() {
            Some(problem) => self.ask_about_problem(name, collect, problem, 0),
            None if changed.is_empty() && collect.change_question.is_some() => {
                self.ask_what_to_change(name, collect, &[])
            }
            None => self.next_question(name, collect, None, 0, options),
        }
    }

    /// "Mueve la del viernes al domingo": the words before those that are still to be read may tell which is meant.
    fn pick_which(
        &mut self,
        name: &str,
        collect: &Collect,
        tool: &AssistantTool,
        unread: &str,
    ) -> Option<Next> {
        let which = self.conversation.turns.utterance();
        let options = options_of(&self.evaluate(collect.options.as_ref()?));
        if unread.is_empty() || which == unread {
            return None;
        }
        let reading = self.read(&which, tool, None);
        let option = pick::pick(&self.apart(&which), &options, &reading, || false)?;
        let values = option.into_iter().map(|(slot, value)| said(slot, value, &which));
        self.take_in(values.collect());
        if let Some(turn) = &mut self.conversation.turns.current {
            unread.clone_into(&mut turn.unread);
        }
        Some(self.next_question(name, collect, None, 0, Vec::new()))
    }

    fn prefill(&mut self, collect: &Collect) {
        for (slot, value) in self.evaluate_all(&collect.prefill) {
            let is_empty = value.is_null() || value.as_str().is_some_and(str::is_empty);
            if !is_empty && !self.conversation.collected.slots.contains_key(&slot) {
                self.conversation.collected.slots.insert(slot, value);
            }
        }
    }

    /// The user says something while a collect node waits.
    pub(in crate::step) fn answer_collect(
        &mut self,
        name: &str,
        slot: Option<String>,
        asked: u8,
        offered: &Offered,
    ) -> Next {
        let assistant = self.assistant;
        let Some(collect) = self.collect_node(name) else {
            return self.give_up_task();
        };
        let Some(tool) = assistant.assistant_tool(&collect.tool) else {
            return self.give_up_task();
        };
        if let Input::Choice(id) = self.conversation.turns.input() {
            return self.answer_collect_choice(name, collect, slot, &id, offered);
        }
        let Some(slot) = slot else {
            return self.answer_what_to_change(name, collect, tool, &self.conversation.turns.utterance());
        };
        if let Some(next) = self.set_apart_introduction_at(name, collect, tool, &slot) {
            return next;
        }
        let text = self.conversation.turns.utterance();
        self.conversation.turns.take_unread();
        let mut text = self.set_apart_later(&text, tool, &slot).unwrap_or(text);
        let mut is_noted = false;
        if !tool.has_kind(&slot, SlotKind::Text)
            && let Some(rest) = self.set_apart_allergy(collect, tool, &text)
        {
            if rest.trim().is_empty() {
                return self.ask_beside_allergy((name, collect), (slot, asked, offered));
            }
            (text, is_noted) = (rest, true);
        }
        let mut reading = self.read(&text, tool, Some(&slot));
        if let Some(next) = self.cancel_instead_of_moving(tool) {
            return next;
        }
        if let Some(next) = self.put_together((name, collect), tool, (&slot, asked), offered, &mut reading) {
            return next;
        }
        let has_values = reading.values.iter().any(|value| value.slot != slot);
        if !has_values && self.gives_up_new_one(&text, tool) {
            return self.leave_collect(collect);
        }
        // "6 adultos y 2 niños" answers, though "niños" may also be asked about.
        let answers = !reading.values.is_empty() || tool.takes_any_words(&slot);
        // "¿Para cuántas personas?" – "Una persona": somebody of the business is meant where the question was no use.
        let is_party = asked <= 1 && tool.has_kind(&slot, SlotKind::PartySize);
        let is_one_person = is_party && answers && pick::is_one_person(&self.apart(&text));
        if !is_one_person
            && let Some(next) =
                self.leave_for_an_interruption(&text, tool, answers, &name_in(&reading, tool, &slot))
        {
            return next;
        }
        if !offered.is_empty() && is_none_of_those(&self.apart(&text)) && reading.values.is_empty() {
            return self.leave_options(name, collect, slot, asked, offered);
        }
        if reading.values.is_empty() && self.ends_a_list(&text, tool) {
            return self.next_question(name, collect, Some(slot), asked, offered.clone());
        }
        if self.wants_to_leave(&text, tool, &slot, &reading, offered) {
            return self.leave_collect(collect);
        }
        self.add_understood(&mut reading, tool);
        let asked_of = (slot.as_str(), asked, offered);
        if let Some(next) = self.take_pick((name, collect), tool, asked_of, &text, &mut reading) {
            return next;
        }
        let next = self.take_in_answer(name, collect, slot, asked, offered, reading);
        if is_noted { allergy::by_way_of_change(collect, next) } else { next }
    }

    /// A side question or a change of subject, and what was said beside it.
    fn leave_for_an_interruption(
        &mut self,
        text: &str,
        tool: &AssistantTool,
        answers: bool,
        name: &[SlotValue],
    ) -> Option<Next> {
        let intent = self.find_interruption(text).filter(|intent| {
            intent.interrupts == Interrupts::Switch || !answers || pick::is_question(&self.apart(text))
        })?;
        if intent.interrupts == Interrupts::Aside {
            let reading = self.read(&pick::outside_questions(text), tool, None);
            self.take_in(reading.values);
            self.take_in(name.to_vec());
        }
        Some(self.interrupt(intent))
    }

    /// "Ninguna": another day or hour is asked for; of one's own bookings there are no others.
    fn leave_options(
        &mut self,
        name: &str,
        collect: &Collect,
        slot: String,
        asked: u8,
        offered: &Offered,
    ) -> Next {
        let tool = self.assistant.assistant_tool(&collect.tool);
        let offers = |kind: SlotKind| {
            let mut slots = offered.iter().flat_map(BTreeMap::keys);
            tool.is_some_and(|tool| slots.any(|slot| tool.has_kind(slot, kind)))
        };
        if offers(SlotKind::Code) {
            return self.leave_collect(collect);
        }
        let is_of_moments = offers(SlotKind::Time) || offers(SlotKind::Date);
        if !is_of_moments || asked >= ASKED_MAX {
            self.say_phrase(phrases::none_of_those);
            return self.next_question(name, collect, Some(slot), asked, Vec::new());
        }
        self.say_phrase(phrases::other_moment);
        self.conversation.phase = Phase::Collecting {
            node: name.to_owned(),
            slot: Some(slot),
            asked: asked + 1,
            offered: Vec::new(),
        };
        Next::Asked
    }

    pub(in crate::step) fn take_in_answer(
        &mut self,
        name: &str,
        collect: &Collect,
        slot: String,
        asked: u8,
        offered: &Offered,
        reading: SlotReading,
    ) -> Next {
        let SlotReading { values, problems } = reading;
        let nothing_read = values.is_empty();
        let changed = self.take_in(values);
        if let Some(problem) = problems.into_iter().next() {
            if collect.slots.contains(&problem.slot) || !self.is_only_told(collect, &problem) {
                return self.ask_about_problem(name, collect, problem, asked);
            }
            self.tell_problem(collect, &problem);
        }
        // What was asked about something else may have changed it, whatever the answer was.
        if let Some(change) = collect.change.as_ref().filter(|_| !collect.slots.contains(&slot)) {
            return Next::To(change.clone());
        }
        if nothing_read {
            let text = self.conversation.turns.utterance();
            if let Guess::Sure(intent) = self.guess_interruption(&text) {
                return self.interrupt(intent);
            }
            let is_question = pick::is_question(&self.apart(&text));
            let tool = self.assistant.assistant_tool(&collect.tool);
            match tool.and_then(|tool| self.problem_of_part(tool, &slot)) {
                Some(problem) => self.tell_problem(collect, &problem),
                None if is_question && asked < ASKED_MAX => self.say_phrase(phrases::no_answer),
                None if asked < ASKED_MAX => self.say_phrase(phrases::not_understood),
                None => {}
            }
            return self.next_question(name, collect, Some(slot), asked, offered.clone());
        }
        let elsewhere = changed.iter().any(|slot| !collect.slots.contains(slot));
        match &collect.change {
            Some(change) if elsewhere => Next::To(change.clone()),
            Some(_) | None => {
                // Whoever tells something else meanwhile is not stuck, and what was offered still stands.
                let offered_still =
                    !changed.iter().any(|slot| offered.iter().any(|option| option.contains_key(slot)));
                let asked = if changed.is_empty() { asked } else { 0 };
                let offered = if offered_still { offered.clone() } else { Vec::new() };
                self.next_question(name, collect, Some(slot), asked, offered)
            }
        }
    }

    /// Takes values into the slots; gives the names of those that are new or other than before.
    pub(in crate::step) fn take_in(&mut self, values: Vec<SlotValue>) -> Vec<String> {
        let mut changed = Vec::new();
        for SlotValue { slot, value, .. } in values {
            if self.conversation.was_set_later(self.at, &slot, Some(&value)) {
                continue;
            }
            if self.conversation.collected.slots.get(&slot) != Some(&value) {
                changed.push(slot.clone());
                self.conversation.collected.slots.insert(slot.clone(), value);
            }
            self.conversation.note_set(self.at, &slot);
        }
        self.forget_pieces_that_are(&changed);
        changed
    }

    fn add_understood(&self, reading: &mut SlotReading, tool: &AssistantTool) {
        for (slot, value) in self.conversation.turns.understood_slots() {
            if tool.has_slot(&slot) {
                reading.values.retain(|read| read.slot != slot);
                reading.problems.retain(|problem| problem.slot != slot);
                reading.values.push(said(slot, value, ""));
            }
        }
    }

    fn wants_to_leave(
        &self,
        text: &str,
        tool: &AssistantTool,
        slot: &str,
        reading: &SlotReading,
        offered: &Offered,
    ) -> bool {
        let nothing_read = reading.values.is_empty() && reading.problems.is_empty();
        let only_free_words = tool.takes_any_words(slot)
            && reading.values.iter().all(|value| value.slot == slot)
            && reading.problems.iter().all(|problem| problem.slot == slot);
        (nothing_read || only_free_words)
            && pick::ordinal(&self.apart(text), offered.len()).is_none()
            && !pick::is_end_of_list(&self.apart(text))
            && self.refuses(text, only_free_words)
    }

    /// "Eso sería todo": nothing more is wanted, and what is listed stays. Whatever is open is asked, and nobody is told that
    /// they were not understood.
    fn ends_a_list(&self, text: &str, tool: &AssistantTool) -> bool {
        let is_listed = |name: &String| tool.has_kind(name, SlotKind::Items);
        tool.spec.act == Act::Order
            && self.conversation.collected.slots.keys().any(is_listed)
            && pick::closes_list(&self.apart(text))
    }

    /// "No, gracias". Where any words answer, a no with something behind it is one: "no la puedo conectar al wifi"; and "no,
    /// perdón, Juan Pérez" puts something right, though nobody read what.
    fn refuses(&self, text: &str, any_words_answer: bool) -> bool {
        let reading = self.read_plain_verdict(text);
        let refuses_on = |rest: &str| self.read_plain_verdict(rest).verdict == Verdict::No;
        let says_more = reading.question.is_some_and(|rest| {
            any_words_answer || pick::takes_back(&self.apart(text)) && !refuses_on(&rest)
        });
        reading.verdict == Verdict::No && !says_more
    }

    fn says_yes(&self, text: &str) -> bool {
        self.read_plain_verdict(text).verdict == Verdict::Yes || pick::is_that_one(&self.apart(text))
    }

    pub(in crate::step) fn leave_collect(&mut self, collect: &Collect) -> Next {
        self.conversation.phase = Phase::Idle;
        match &collect.no {
            Some(node) => Next::To(node.clone()),
            None => {
                self.say_phrase(phrases::left);
                Next::Rest
            }
        }
    }

    pub(in crate::step) fn give_up_collect(&mut self, collect: &Collect) -> Next {
        self.conversation.phase = Phase::Idle;
        match &collect.give_up {
            Some(node) => Next::To(node.clone()),
            None => {
                self.say_phrase(phrases::offer_person);
                Next::Rest
            }
        }
    }

    pub(in crate::step) fn collect_node(&self, name: &str) -> Option<&'a Collect> {
        self.assistant.graph.node(name)?.as_collect()
    }
}

pub(in crate::step) fn said(slot: String, value: Value, words: &str) -> SlotValue {
    SlotValue { slot, value, said: words.to_owned() }
}

/// The name that was asked for, which stands before a question: "Ana Ruiz, do you have parking?"
fn name_in(reading: &SlotReading, tool: &AssistantTool, slot: &str) -> Vec<SlotValue> {
    let is_name = |value: &&SlotValue| value.slot == slot && tool.has_kind(slot, SlotKind::PersonName);
    reading.values.iter().filter(is_name).cloned().collect()
}

/// A list of maps, as an `options` expression gives it; anything else offers nothing.
fn options_of(value: &Value) -> Offered {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    items
        .iter()
        .filter_map(Value::as_object)
        .map(|members| members.iter().map(|(slot, value)| (slot.clone(), value.clone())).collect())
        .collect()
}
