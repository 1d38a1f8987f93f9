//! What templates and readers see.

use std::{collections::BTreeMap, sync::Arc};

use jiff::ZonedDateTime;
use minijinja::{
    Value as TemplateValue,
    value::{Enumerator, Object, Serde},
};
use serde_json::{Map, Value};
use turno_graph::TemplateId;
use turno_language::{Language, ReadContext, SlotKind, SlotReading, SlotSpec, read_slots};

use crate::{assistant_tool::AssistantTool, step::Step};

impl Step<'_> {
    /// Slots by their names, and the globals.
    pub(in crate::step) fn template_context(&self) -> TemplateValue {
        self.template_context_with(&Map::new())
    }

    /// As [`Self::template_context`], with these values in place of the slots of their names.
    pub(in crate::step) fn template_context_with(&self, values: &Map<String, Value>) -> TemplateValue {
        let conversation = &*self.conversation;
        let mut context: BTreeMap<&str, TemplateValue> = conversation
            .collected
            .slots
            .iter()
            .chain(values)
            .map(|(name, value)| (name.as_str(), TemplateValue::from(Serde(value))))
            .collect();
        let results = |(tool, result): (&String, &Arc<Value>)| (tool.clone(), ToolResult::value(result));
        let result =
            conversation.calls.last_tool.as_ref().and_then(|tool| conversation.calls.results.get(tool));
        if let Some(result) = result {
            context.insert("result", ToolResult::value(result));
        }
        let results = conversation.calls.results.iter().map(results);
        context.insert("results", TemplateValue::from_pairs(results));
        context.insert("business", self.assistant.facts(self.language()));
        context.insert("language", TemplateValue::from(self.language().code()));
        context.insert("caller", TemplateValue::from(Serde(&conversation.caller)));
        context.insert("called_branch", TemplateValue::from(conversation.branch.clone()));
        context.insert("channel", TemplateValue::from(conversation.key.channel.name()));
        let later =
            conversation.tasks.later.front().filter(|later| later.is_told).map(|later| later.text.clone());
        context.insert("later", TemplateValue::from(later));
        context.insert("today", TemplateValue::from(self.now().date().to_string()));
        context.insert("utterance", TemplateValue::from(self.conversation.turns.utterance()));
        TemplateValue::from_pairs(context)
    }

    pub(in crate::step) fn evaluate(&self, expression: &TemplateId) -> Value {
        self.assistant.templates.evaluate(expression, &self.template_context())
    }

    pub(in crate::step) fn evaluate_all(
        &self,
        expressions: &BTreeMap<String, TemplateId>,
    ) -> Vec<(String, Value)> {
        if expressions.is_empty() {
            return Vec::new();
        }
        let context = self.template_context();
        expressions
            .iter()
            .map(|(name, id)| (name.clone(), self.assistant.templates.evaluate(id, &context)))
            .collect()
    }

    /// A call's parameters: the expressions given, else the slots of the same names. What is null is left out.
    pub(in crate::step) fn parameters(
        &self,
        tool: &AssistantTool,
        given: &BTreeMap<String, TemplateId>,
    ) -> Map<String, Value> {
        let mut parameters = Map::new();
        for slot in tool.slots() {
            if !given.contains_key(&slot.name)
                && let Some(value) = self.conversation.collected.slots.get(&slot.name)
            {
                parameters.insert(slot.name.clone(), value.clone());
            }
        }
        parameters.extend(self.evaluate_all(given).into_iter().filter(|(_, value)| !value.is_null()));
        parameters
    }

    pub(in crate::step) fn now(&self) -> ZonedDateTime {
        self.at.to_jiff().to_zoned_datetime(self.assistant.settings.time_zone.clone())
    }

    /// Reads an utterance for the slots of a tool.
    pub(in crate::step) fn read(
        &self,
        utterance: &str,
        tool: &AssistantTool,
        awaiting: Option<&str>,
    ) -> SlotReading {
        let mut specs = tool.slot_specs();
        if awaiting.is_some_and(|slot| tool.has_kind(slot, SlotKind::Address)) {
            // "Durango 45, Roma Norte": the place is the address's, whatever else is called so. A list of dishes is none.
            let is_list = |spec: &SlotSpec<'_>| spec.kind == SlotKind::Items;
            specs.retain(|spec| {
                is_list(spec) || tool.slot(spec.name).is_none_or(|slot| slot.vocabulary.is_none())
            });
        }
        let is_free = awaiting.is_some_and(|slot| tool.takes_any_words(slot));
        let language = self.language_of_words(utterance, is_free);
        self.read_in(language, utterance, &specs, awaiting, &self.conversation.collected.slots)
    }

    /// Reads an utterance for slots in a language.
    pub(in crate::step) fn read_in(
        &self,
        language: Language,
        utterance: &str,
        slots: &[SlotSpec<'_>],
        awaiting: Option<&str>,
        known: &BTreeMap<String, Value>,
    ) -> SlotReading {
        let read_at = |now: &ZonedDateTime| {
            let context = self.read_context(language, slots, now, awaiting, known);
            read_slots(&self.apart(utterance), &context)
        };
        self.as_it_counts(read_at(&self.said_now()), slots, read_at)
    }

    pub(in crate::step) fn read_context<'a>(
        &'a self,
        language: Language,
        slots: &'a [SlotSpec<'a>],
        now: &'a ZonedDateTime,
        awaiting: Option<&'a str>,
        known: &'a BTreeMap<String, Value>,
    ) -> ReadContext<'a> {
        let settings = &self.assistant.settings;
        ReadContext {
            language,
            now,
            slots,
            awaiting,
            known,
            hours: Some(&settings.hours),
            country: &settings.country,
        }
    }
}

/// A tool's result as templates see it. Of its many fields a template names a few, and only those are converted.
#[derive(Debug)]
struct ToolResult(Arc<Value>);

impl ToolResult {
    fn value(result: &Arc<Value>) -> TemplateValue {
        match &**result {
            Value::Object(_) => TemplateValue::from_object(Self(Arc::clone(result))),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                TemplateValue::from(Serde(&**result))
            }
        }
    }
}

impl Object for ToolResult {
    fn get_value(self: &Arc<Self>, field: &TemplateValue) -> Option<TemplateValue> {
        let value = self.0.get(field.as_str()?)?;
        Some(TemplateValue::from(Serde(value)))
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let fields = self.0.as_object().into_iter().flatten();
        Enumerator::Values(fields.map(|(field, _)| TemplateValue::from(field.clone())).collect())
    }
}
