//! The number of a first sentence: "canjea 30 puntos" fills the one whole number that a tool still wants.

use serde_json::Value;
use turno_graph::Collect;
use turno_language::{Language, SlotKind, SlotReading, read_lone_integer};

use crate::{assistant_tool::AssistantTool, step::Step, tool::ParameterSlot};

impl Step<'_> {
    /// Fills the one open slot of whole numbers that a tool requires, where the sentence has one number and nothing else takes
    /// it. Gives its name.
    pub(in crate::step) fn take_in_lone_integer(
        &mut self,
        text: &str,
        collect: &Collect,
        tool: &AssistantTool,
        reading: &SlotReading,
    ) -> Option<String> {
        if text.is_empty() {
            return None;
        }
        let is_read = |slot: &ParameterSlot| reading.problems.iter().any(|problem| problem.slot == slot.name);
        let open: Vec<&ParameterSlot> = tool
            .slots()
            .filter(|slot| slot.required && collect.slots.contains(&slot.name))
            .filter(|slot| !self.conversation.collected.slots.contains_key(&slot.name))
            .filter(|slot| matches!(slot.kind, SlotKind::Integer | SlotKind::Number | SlotKind::PartySize))
            .collect();
        let [slot] = open.as_slice() else {
            return None;
        };
        if slot.kind != SlotKind::Integer || is_read(slot) {
            return None;
        }
        let language = self.language_of_words(text, false);
        let (specs, now) = (tool.slot_specs(), self.said_now());
        let context = self.read_context(language, &specs, &now, None, &self.conversation.collected.slots);
        let read = read_lone_integer(&self.apart(text), &context, &slot.name, &called(tool, &slot.name))?;
        if !is_within(tool, &slot.name, &read.value) {
            return None;
        }
        self.take_in(vec![read]).pop()
    }
}

/// The words that a parameter goes by: those of its name, and what people call it.
fn called(tool: &AssistantTool, slot: &str) -> Vec<String> {
    let names = Language::all().filter_map(|language| tool.spec.parameter_name(slot, language));
    let names = names.chain([slot]);
    names.flat_map(|name| name.split([' ', '_', '-'])).map(str::to_lowercase).collect()
}

/// Whether a number is one that the parameter may have; another one is asked for.
fn is_within(tool: &AssistantTool, slot: &str, value: &Value) -> bool {
    let bound = |key: &str| {
        let schema = tool.spec.parameters.get("properties")?.get(slot)?;
        schema.get(key)?.as_f64()
    };
    let value = value.as_f64().unwrap_or_default();
    bound("minimum").is_none_or(|least| value >= least) && bound("maximum").is_none_or(|most| value <= most)
}
