//! The questions of a collect node: for what is missing, for what is wrong, for what to change.

use std::collections::BTreeMap;

use serde_json::Value;
use turno_graph::Collect;
use turno_language::{Problem, ProblemKind, SlotKind, Verdict};

use crate::{
    Phase, ReplyChoice,
    assistant_tool::AssistantTool,
    phrases,
    step::{
        Next, Step,
        collect::{ASKED_MAX, Offered},
    },
};

impl Step<'_> {
    /// Asks for the first slot that is missing; where none is, goes on.
    pub(in crate::step) fn next_question(
        &mut self,
        name: &str,
        collect: &Collect,
        previous: Option<String>,
        asked: u8,
        offered: Offered,
    ) -> Next {
        let passed_over =
            previous.as_ref().filter(|slot| asked >= ASKED_MAX && self.can_do_without(collect, slot));
        let missing = collect.slots.iter().find(|slot| {
            passed_over != Some(*slot) && !self.conversation.collected.slots.contains_key(*slot)
        });
        let Some(slot) = missing else {
            return Next::To(collect.to.clone());
        };
        let asked = if previous.as_ref() == Some(slot) { asked } else { 0 };
        if asked >= ASKED_MAX {
            return self.give_up_collect(collect);
        }
        let slot = slot.clone();
        self.conversation.collected.note_open(self.at, &slot, previous.as_ref() == Some(&slot));
        match collect.ask.get(&slot) {
            Some(ask) => {
                self.say(&ask.text);
                self.offer(&ask.choices);
            }
            None => self.ask_by_name(collect, &slot),
        }
        self.offer_options(collect, &offered);
        self.conversation.phase =
            Phase::Collecting { node: name.to_owned(), slot: Some(slot), asked: asked + 1, offered };
        Next::Asked
    }

    /// A telephone that the tool does not need: who has no other than one that is not read is not sent away for it.
    fn can_do_without(&self, collect: &Collect, slot: &str) -> bool {
        let tool = self.assistant.assistant_tool(&collect.tool);
        let slot = tool.and_then(|tool| tool.slot(slot));
        slot.is_some_and(|slot| slot.kind == SlotKind::Phone && !slot.required)
    }

    fn ask_by_name(&mut self, collect: &Collect, slot: &str) {
        let language = self.language();
        let name = self.assistant.tool(&collect.tool).and_then(|tool| tool.parameter_name(slot, language));
        let words = phrases::ask_for(language, name.unwrap_or(slot));
        self.conversation.turns.say(words.clone(), words);
    }

    /// Tells what is wrong with a value, and asks for it anew. What it was before no longer stands.
    pub(in crate::step) fn ask_about_problem(
        &mut self,
        name: &str,
        collect: &Collect,
        problem: Problem,
        asked: u8,
    ) -> Next {
        let Some(tool) = self.assistant.assistant_tool(&collect.tool) else {
            return self.give_up_task();
        };
        if asked >= ASKED_MAX {
            return match self.can_do_without(collect, &problem.slot) {
                true => self.next_question(name, collect, Some(problem.slot), asked, Vec::new()),
                false => self.give_up_collect(collect),
            };
        }
        // What is not on the list, or may be several things of it, does not undo what is.
        let is_beside = tool.slot(&problem.slot).is_some_and(|slot| slot.kind == SlotKind::Items)
            && matches!(problem.kind, ProblemKind::Unknown(_) | ProblemKind::Ambiguous(_));
        if !is_beside {
            self.conversation.collected.slots.remove(&problem.slot);
        }
        let offered = self.offered_by(tool, &problem);
        self.conversation.collected.forget_heard();
        if self.conversation.turns.was_said_long_ago(self.at)
            && (tool.has_kind(&problem.slot, SlotKind::Date) || tool.has_kind(&problem.slot, SlotKind::Time))
        {
            self.say_phrase(phrases::sent_long_ago);
        }
        self.tell_problem(collect, &problem);
        if offered.is_empty() {
            if collect.slots.contains(&problem.slot) {
                return self.next_question(name, collect, Some(problem.slot), asked, Vec::new());
            }
            self.ask_by_name(collect, &problem.slot);
        }
        self.conversation.collected.note_open(self.at, &problem.slot, false);
        self.offer_options(collect, &offered);
        self.conversation.phase =
            Phase::Collecting { node: name.to_owned(), slot: Some(problem.slot), asked: asked + 1, offered };
        Next::Asked
    }

    /// Whether a problem needs no answer: a dish that there is not stands beside those that there are.
    pub(in crate::step) fn is_only_told(&self, collect: &Collect, problem: &Problem) -> bool {
        let tool = self.assistant.assistant_tool(&collect.tool);
        let slot = tool.and_then(|tool| tool.slot(&problem.slot));
        slot.is_some_and(|slot| slot.kind == SlotKind::Items)
            && matches!(problem.kind, ProblemKind::Unknown(_))
    }

    /// Says what is wrong with a value.
    pub(in crate::step) fn tell_problem(&mut self, collect: &Collect, problem: &Problem) {
        let Some(tool) = self.assistant.assistant_tool(&collect.tool) else {
            return;
        };
        let kind = tool.slot(&problem.slot).map_or(SlotKind::Text, |slot| slot.kind);
        let offered = self.offered_by(tool, problem);
        let titles: Vec<String> =
            offered.iter().map(|option| self.option_title(collect, option, &offered)).collect();
        let is_of_people = tool.is_of_people(&problem.slot);
        let words = phrases::problem(self.language(), kind, is_of_people, problem, &titles);
        self.conversation.turns.say(words.clone(), words);
    }

    fn offered_by(&self, tool: &AssistantTool, problem: &Problem) -> Offered {
        let is_list = tool.slot(&problem.slot).is_some_and(|slot| slot.kind == SlotKind::Items);
        let values: Vec<Value> = match &problem.kind {
            ProblemKind::Ambiguous(values) => values.clone(),
            ProblemKind::Unknown(nearest) if !is_list => {
                nearest.iter().map(|id| Value::from(id.clone())).collect()
            }
            ProblemKind::Unknown(_)
            | ProblemKind::Impossible
            | ProblemKind::Past
            | ProblemKind::Vague
            | ProblemKind::OutOfRange => Vec::new(),
        };
        values.into_iter().map(|value| BTreeMap::from([(problem.slot.clone(), value)])).collect()
    }

    fn offer_options(&mut self, collect: &Collect, offered: &Offered) {
        let choices = offered
            .iter()
            .enumerate()
            .map(|(index, option)| {
                let title = self.option_title(collect, option, offered);
                // Another list may have another option in that place.
                let about = title.clone();
                let id = format!("option:{index}");
                (ReplyChoice { id, title }, about)
            })
            .collect();
        self.offer_buttons(choices);
    }

    fn option_title(
        &self,
        collect: &Collect,
        option: &BTreeMap<String, Value>,
        offered: &[BTreeMap<String, Value>],
    ) -> String {
        let Some(tool) = self.assistant.assistant_tool(&collect.tool) else {
            return String::new();
        };
        let known = &self.conversation.collected.slots;
        let is_new = |slot: &str, value: &Value| known.get(slot) != Some(value);
        // An option that changes nothing is told as it is: no choice goes without words.
        let has_new = option.iter().any(|(slot, value)| is_new(slot, value));
        let told = option.iter().filter(|(slot, value)| !has_new || is_new(slot, value));
        let parts: Vec<String> = told
            .map(|(slot, value)| {
                let own = own_line(value, &lists(slot, offered), known.get(slot));
                let value = own.as_ref().unwrap_or(value);
                tool.value_words(&self.assistant.settings, self.language(), slot, value, self.now().date())
            })
            .filter(|words| !words.is_empty())
            .collect();
        parts.join(", ")
    }

    /// "Quiero cambiar la hora": the slots that were named are asked for; where none was, the user is asked which.
    pub(in crate::step) fn ask_what_to_change(
        &mut self,
        name: &str,
        collect: &Collect,
        named_slots: &[String],
    ) -> Next {
        if named_slots.is_empty() {
            match &collect.change_question {
                Some(question) => self.say(question),
                None => self.say_phrase(phrases::what_to_change),
            }
            self.conversation.phase =
                Phase::Collecting { node: name.to_owned(), slot: None, asked: 1, offered: Vec::new() };
            return Next::Asked;
        }
        for slot in named_slots {
            self.conversation.collected.slots.remove(slot);
        }
        self.conversation.phase = Phase::Idle;
        self.next_question(name, collect, None, 0, Vec::new())
    }

    pub(in crate::step) fn answer_what_to_change(
        &mut self,
        name: &str,
        collect: &Collect,
        tool: &AssistantTool,
        text: &str,
    ) -> Next {
        self.conversation.turns.take_unread();
        if let Some(next) = self.cancel_instead_of_moving(tool) {
            return next;
        }
        if let Some(intent) = self.find_interruption(text) {
            return self.interrupt(intent);
        }
        let known = self.conversation.collected.slots.clone();
        let reading = self.read_verdict_of(text, tool, &known);
        if let Some(problem) = reading.changes.problems.first() {
            self.take_in(reading.changes.values.clone());
            return self.ask_about_problem(name, collect, problem.clone(), 0);
        }
        if !reading.changes.values.is_empty() {
            self.take_in(reading.changes.values);
            return self.next_question(name, collect, None, 0, Vec::new());
        }
        if !reading.named_slots.is_empty() {
            return self.ask_what_to_change(name, collect, &reading.named_slots);
        }
        match reading.verdict {
            // "Nada, así está bien": what was asked before is asked again, as a new question.
            Verdict::Yes if collect.change_question.is_none() => {
                self.next_question(name, collect, None, 0, Vec::new())
            }
            Verdict::No => self.leave_collect(collect),
            Verdict::Yes | Verdict::Change | Verdict::Wait | Verdict::Unclear => {
                self.say_phrase(phrases::not_understood);
                self.ask_what_to_change(name, collect, &[])
            }
        }
    }
}

fn lists<'a>(slot: &str, offered: &'a [BTreeMap<String, Value>]) -> Vec<&'a Vec<Value>> {
    offered.iter().filter_map(|option| option.get(slot)?.as_array()).collect()
}

/// Of a list that is offered beside other lists, the id of the one line that is new in it and that they do not have. None
/// where that does not tell every list from the others: then they are told whole.
fn own_line(value: &Value, lists: &[&Vec<Value>], known: Option<&Value>) -> Option<Value> {
    let known = known.and_then(Value::as_array);
    let own_id = |list: &[Value]| -> Option<Value> {
        let mut own = list.iter().filter(|line| {
            let is_known = known.is_some_and(|known| known.contains(line));
            !is_known && !lists.iter().all(|other| other.contains(line))
        });
        let only = own.next().filter(|_| own.next().is_none())?;
        only.get("menu_item_id").cloned()
    };
    let ids: Vec<Value> = lists.iter().map(|list| own_id(list)).collect::<Option<Vec<Value>>>()?;
    let is_told_apart = ids.iter().enumerate().all(|(index, id)| !ids[..index].contains(id));
    is_told_apart.then(|| own_id(value.as_array()?)).flatten()
}
