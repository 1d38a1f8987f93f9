//! A tool as an assistant has it: its parameters as slots, and its schema as a model is told of it.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use jiff::civil::Date;
use serde_json::{Map, Value, json};
use turno_language::{Language, SlotKind, SlotSpec, Term, Vocabulary, format};

use crate::{AssistantSettings, ParameterSlot, ToolSpec, lines};

/// So many of a list's terms are told; what is beyond them a tool tells.
const TERMS_MAX: usize = 60;

/// A tool of an assistant, with its parameters worked out once.
#[derive(Debug)]
pub(crate) struct AssistantTool {
    pub(crate) spec: ToolSpec,
    slots: Vec<(ParameterSlot, Option<Vocabulary>)>,
    /// As a model is told of its parameters: without the caller's phone where that is known, and with it.
    schemas: [OnceLock<Arc<Value>>; 2],
}

impl AssistantTool {
    pub(crate) fn new(spec: ToolSpec, vocabularies: &BTreeMap<String, Vocabulary>) -> Self {
        let slots = spec
            .slots()
            .into_iter()
            .map(|slot| {
                let vocabulary = slot
                    .vocabulary
                    .as_ref()
                    .and_then(|name| vocabularies.get(name).cloned())
                    .or_else(|| enum_vocabulary(&slot));
                (slot, vocabulary)
            })
            .collect();
        Self { spec, slots, schemas: Default::default() }
    }

    pub(crate) fn has_slot(&self, name: &str) -> bool {
        self.slots.iter().any(|(slot, _)| slot.name == name)
    }

    pub(crate) fn slot(&self, name: &str) -> Option<&ParameterSlot> {
        self.slots.iter().map(|(slot, _)| slot).find(|slot| slot.name == name)
    }

    pub(crate) fn has_kind(&self, name: &str, kind: SlotKind) -> bool {
        self.slot(name).is_some_and(|slot| slot.kind == kind)
    }

    /// Whether a slot's words are those of the people who work there.
    pub(crate) fn is_of_people(&self, name: &str) -> bool {
        self.slots
            .iter()
            .any(|(slot, words)| slot.name == name && words.as_ref().is_some_and(Vocabulary::is_of_people))
    }

    pub(crate) fn slots(&self) -> impl Iterator<Item = &ParameterSlot> {
        self.slots.iter().map(|(slot, _)| slot)
    }

    /// Whether a slot takes whatever is said: a word of an intent in it may be part of its value.
    pub(crate) fn takes_any_words(&self, slot: &str) -> bool {
        let kind = self.slot(slot).map(|slot| slot.kind);
        matches!(kind, Some(SlotKind::Text | SlotKind::Contact | SlotKind::Address | SlotKind::PersonName))
    }

    /// A value as the user would hear it.
    pub(crate) fn value_words(
        &self,
        settings: &AssistantSettings,
        language: Language,
        slot: &str,
        value: &Value,
        today: Date,
    ) -> String {
        let Some((parameter, vocabulary)) = self.slots.iter().find(|(known, _)| known.name == slot) else {
            return String::new();
        };
        let text = value.as_str();
        match parameter.kind {
            SlotKind::Date => text
                .and_then(|date| date.parse().ok())
                .map_or_else(String::new, |date| format::day(language, date, today)),
            SlotKind::Time => text
                .and_then(|time| time.parse().ok())
                .map_or_else(String::new, |time| format::at_hour(language, time)),
            SlotKind::PartySize => {
                value.as_i64().map_or_else(String::new, |count| format::people(language, count))
            }
            // One of several dishes is told by its name, an order by its lines.
            SlotKind::Term | SlotKind::Items if value.is_string() => {
                let id = text.unwrap_or_default();
                let of_enum = || parameter.term_names.get(&language)?.get(id).map(String::as_str);
                let of_business = || settings.term_name(language, parameter.vocabulary.as_deref()?, id);
                let of_slot = || vocabulary.as_ref()?.by_id(id).map(|term| term.name.as_str());
                let name = of_enum().or_else(of_business).or_else(of_slot);
                name.unwrap_or(id).to_owned()
            }
            SlotKind::Items if value.is_array() => {
                let vocabulary = parameter.vocabulary.as_deref().unwrap_or_default();
                let lines = value.as_array().map(Vec::as_slice).unwrap_or_default();
                lines::dishes(language, settings, vocabulary, lines)
            }
            SlotKind::Phone if text.is_some() => {
                format::phone(language, format::Form::Written, text.unwrap_or_default())
            }
            SlotKind::PersonName
            | SlotKind::Phone
            | SlotKind::Term
            | SlotKind::Items
            | SlotKind::Address
            | SlotKind::Code
            | SlotKind::Boolean
            | SlotKind::Integer
            | SlotKind::Number
            | SlotKind::Contact
            | SlotKind::Text => lines::plain(language, value),
        }
    }

    /// The parameters as the language reader wants them.
    pub(crate) fn slot_specs(&self) -> Vec<SlotSpec<'_>> {
        self.slots
            .iter()
            .map(|(slot, vocabulary)| SlotSpec {
                name: &slot.name,
                kind: slot.kind,
                vocabulary: vocabulary.as_ref(),
            })
            .collect()
    }

    /// Its schema without what is Turno's own in it, and with the business's words where there are few. The phone that
    /// somebody calls from is known: a call need not carry it.
    pub(crate) fn schema_for_model(&self, settings: &AssistantSettings, has_phone: bool) -> Arc<Value> {
        let [unknown, known] = &self.schemas;
        let schema = if has_phone { known } else { unknown };
        Arc::clone(schema.get_or_init(|| Arc::new(self.schema(settings, has_phone))))
    }

    fn schema(&self, settings: &AssistantSettings, has_phone: bool) -> Value {
        let mut schema = without_extensions(&self.spec.parameters);
        if has_phone {
            self.leave_out_the_phone(&mut schema);
        }
        let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else {
            return schema;
        };
        for slot in self.slots() {
            let terms = slot.vocabulary.as_ref().and_then(|name| settings.vocabularies.get(name));
            let Some(Value::Object(property)) = properties.get_mut(&slot.name) else {
                continue;
            };
            let Some(terms) = terms.filter(|_| property.get("type") == Some(&json!("string"))) else {
                continue;
            };
            let listed: Vec<String> = terms
                .terms()
                .iter()
                .take(TERMS_MAX)
                .map(|term| format!("{} = {}", term.id, term.name))
                .collect();
            add_to_description(property, &format!("({})", listed.join("; ")));
        }
        schema
    }

    fn leave_out_the_phone(&self, schema: &mut Value) {
        for slot in self.slots() {
            if slot.kind != SlotKind::Phone || !slot.required {
                continue;
            }
            if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
                required.retain(|name| name.as_str() != Some(slot.name.as_str()));
            }
            let property = schema.pointer_mut(&format!("/properties/{}", slot.name));
            if let Some(Value::Object(property)) = property {
                let known = "(left out: the number that they call or write from, which is known)";
                add_to_description(property, known);
            }
        }
    }
}

fn add_to_description(property: &mut Map<String, Value>, more: &str) {
    let described = property.get("description").and_then(Value::as_str).unwrap_or_default();
    let described = format!("{described} {more}");
    property.insert("description".to_owned(), Value::from(described.trim()));
}

fn without_extensions(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => {
            let kept = members.iter().filter(|(name, _)| !name.starts_with("x-"));
            Value::Object(
                kept.map(|(name, value)| (name.clone(), without_extensions(value)))
                    .collect::<Map<String, Value>>(),
            )
        }
        Value::Array(items) => Value::Array(items.iter().map(without_extensions).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => schema.clone(),
    }
}

fn enum_vocabulary(slot: &ParameterSlot) -> Option<Vocabulary> {
    if slot.terms.is_empty() {
        return None;
    }
    let terms = slot.terms.iter().map(|(value, words)| Term {
        id: value.clone(),
        name: words.first().unwrap_or(value).clone(),
        aliases: words.iter().skip(1).cloned().collect(),
    });
    Some(Vocabulary::new(terms.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_asked_for_the_phone_that_they_call_from() {
        let phone = json!({ "type": "string", "x-slot": "phone", "description": "A phone." });
        let name = json!({ "type": "string" });
        let spec = ToolSpec::new(
            "book",
            "Books.",
            "booking",
            json!({ "type": "object", "required": ["name", "phone"], "properties": { "name": name, "phone": phone } }),
        );
        let tool = AssistantTool::new(spec.clone(), &BTreeMap::new());
        let mut schema = without_extensions(&spec.parameters);
        tool.leave_out_the_phone(&mut schema);
        assert_eq!(schema["required"], json!(["name"]));
        let described = schema["properties"]["phone"]["description"].as_str();
        assert!(described.is_some_and(|described| described.starts_with("A phone. (left out:")));

        let mut call = Map::new();
        spec.fill_in_phone(None, &mut call);
        assert!(call.is_empty());
        spec.fill_in_phone(Some("+525511223344"), &mut call);
        assert_eq!(call["phone"], "+525511223344");
        call.insert("phone".to_owned(), json!("+525500000000"));
        spec.fill_in_phone(Some("+525511223344"), &mut call);
        assert_eq!(call["phone"], "+525500000000", "another phone that is given stays");
    }
}
