//! Which of several lists is meant: "los flanes" between three burgers and three flans.

use std::collections::BTreeSet;

use serde_json::Value;
use turno_graph::Collect;
use turno_language::{Problem, ProblemKind, SlotKind, SlotReading};

use crate::{
    assistant_tool::AssistantTool,
    step::{
        Next, Step,
        collect::{
            Offered,
            pick::{self, Option1},
            said,
        },
    },
};

impl Step<'_> {
    /// Puts in what an answer picks of what is offered. A question where none of the lists that it offered was picked, and
    /// nothing else was told: the list that is known would stand as though nothing had been asked of it.
    pub(in crate::step) fn take_pick(
        &mut self,
        (name, collect): (&str, &Collect),
        tool: &AssistantTool,
        (slot, asked, offered): (&str, u8, &Offered),
        text: &str,
        reading: &mut SlotReading,
    ) -> Option<Next> {
        let picked = pick::pick(&self.apart(text), offered, reading, || self.says_yes(text));
        if let Some(option) = picked.or_else(|| self.pick_list(tool, slot, offered, text)) {
            reading.problems.clear();
            reading.values.retain(|value| !option.contains_key(&value.slot));
            reading.values.extend(option.into_iter().map(|(slot, value)| said(slot, value, text)));
            return None;
        }
        let known = &self.conversation.collected.slots;
        let is_new = reading.values.iter().any(|value| known.get(&value.slot) != Some(&value.value));
        if !tool.has_kind(slot, SlotKind::Items) || is_new || !reading.problems.is_empty() {
            return None;
        }
        let lists: Vec<Value> = offered.iter().filter_map(|option| option.get(slot)).cloned().collect();
        if lists.is_empty() || !known.contains_key(slot) {
            return None;
        }
        let kind = ProblemKind::Ambiguous(lists);
        let problem = Problem { slot: slot.to_owned(), said: text.to_owned(), kind };
        Some(self.ask_about_problem(name, collect, problem, asked))
    }

    /// The list that has just what is named, or where that is what is other in it. What is known already is left out of the
    /// reading: beside it, whatever is named is one more.
    fn pick_list(&self, tool: &AssistantTool, slot: &str, offered: &Offered, text: &str) -> Option<Option1> {
        if offered.is_empty() || !tool.has_kind(slot, SlotKind::Items) {
            return None;
        }
        let mut known = self.conversation.collected.slots.clone();
        known.remove(slot);
        let language = self.language_of_words(text, false);
        let reading = self.read_in(language, text, &tool.slot_specs(), Some(slot), &known);
        let named = ids_of(&reading.values.iter().find(|value| value.slot == slot)?.value);
        let lists: Vec<&Vec<Value>> =
            offered.iter().filter_map(|option| option.get(slot)?.as_array()).collect();
        let is_common = |line: &Value| lists.iter().all(|list| list.contains(line));
        let before = self.conversation.collected.slots.get(slot).and_then(Value::as_array);
        let is_own = |line: &&Value| !is_common(line) && !before.is_some_and(|before| before.contains(line));
        let have_the_same = lists.windows(2).all(|pair| {
            let [first, second] = pair else { return true };
            ids_in(first.iter()) == ids_in(second.iter())
        });
        let picks = |option: &&Option1| {
            let Some(list) = option.get(slot).and_then(Value::as_array) else {
                return false;
            };
            match have_the_same {
                true => ids_in(list.iter().filter(is_own)) == named,
                false => ids_in(list.iter()) == named,
            }
        };
        let mut picked = offered.iter().filter(picks);
        let only = picked.next()?;
        picked.next().is_none().then(|| only.clone())
    }
}

fn ids_of(list: &Value) -> BTreeSet<String> {
    ids_in(list.as_array().into_iter().flatten())
}

fn ids_in<'a>(lines: impl Iterator<Item = &'a Value>) -> BTreeSet<String> {
    lines.filter_map(|line| line.get("menu_item_id")?.as_str()).map(str::to_owned).collect()
}
