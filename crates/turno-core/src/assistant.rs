//! What a tenant's assistant is: its graph, its tools, and what it knows of the business.

use std::collections::BTreeMap;

use jiff::{civil::Date, tz::TimeZone};
use minijinja::{Value as TemplateValue, value::Serde};
use serde_json::Value;
use turno_graph::{Catalog, Graph, ToolSignature};
use turno_language::{Language, OpeningHours, SlotKind, SlotSpec, Term, Vocabulary, format};

use crate::{
    ParameterSlot, ToolSpec,
    template::{FILTERS, GLOBALS, TemplateError, Templates},
};

/// What the core knows of a business.
#[derive(Debug, Clone)]
pub struct AssistantSettings {
    /// The tenant's id.
    pub tenant: String,
    /// Its assistant type: `rest_complete`, `dental_basic`, …
    pub assistant_type: String,
    /// The language that it speaks.
    pub language: Language,
    /// Its time zone.
    pub time_zone: TimeZone,
    /// ISO country of phone numbers without a prefix.
    pub country: String,
    /// ISO currency of its prices.
    pub currency: String,
    /// What templates see as `business`: name, address, phone, …
    pub facts: Value,
    /// When it takes bookings or orders.
    pub hours: OpeningHours,
    /// Its words: `menu`, `services`, `staff`, `branches`.
    pub vocabularies: BTreeMap<String, Vocabulary>,
}

/// An assistant that may serve. Immutable; conversations share it.
#[derive(Debug)]
pub struct Assistant {
    pub(crate) settings: AssistantSettings,
    pub(crate) graph: Graph,
    pub(crate) templates: Templates,
    /// The facts as templates see them, worked out once.
    pub(crate) facts: TemplateValue,
    tools: BTreeMap<String, AssistantTool>,
}

/// A tool of an assistant, with its parameters worked out once.
#[derive(Debug)]
pub(crate) struct AssistantTool {
    pub(crate) spec: ToolSpec,
    slots: Vec<(ParameterSlot, Option<Vocabulary>)>,
}

impl Assistant {
    /// An assistant of these parts. `tools` are those that exist; the ones that are not enabled for its type are
    /// left out.
    ///
    /// # Errors
    /// [`TemplateError`] where a template of the graph does not compile; a graph that was compiled against
    /// [`catalog`] has none.
    pub fn new(settings: AssistantSettings, tools: &[ToolSpec], graph: Graph) -> Result<Self, TemplateError> {
        let templates = Templates::new(&settings, &graph)?;
        let facts = TemplateValue::from(Serde(&settings.facts));
        let tools = tools
            .iter()
            .filter(|tool| tool.is_enabled_for(&settings.assistant_type))
            .map(|spec| {
                (
                    spec.name.clone(),
                    AssistantTool::new(spec.clone(), &settings.vocabularies),
                )
            })
            .collect();
        Ok(Self {
            settings,
            graph,
            templates,
            facts,
            tools,
        })
    }

    /// What it knows of the business.
    pub fn settings(&self) -> &AssistantSettings {
        &self.settings
    }

    /// Its graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// A tool that it may call.
    pub fn tool(&self, name: &str) -> Option<&ToolSpec> {
        self.tools.get(name).map(|tool| &tool.spec)
    }

    pub(crate) fn assistant_tool(&self, name: &str) -> Option<&AssistantTool> {
        self.tools.get(name)
    }
}

impl AssistantTool {
    fn new(spec: ToolSpec, vocabularies: &BTreeMap<String, Vocabulary>) -> Self {
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
        Self { spec, slots }
    }

    pub(crate) fn has_slot(&self, name: &str) -> bool {
        self.slots.iter().any(|(slot, _)| slot.name == name)
    }

    pub(crate) fn slot(&self, name: &str) -> Option<&ParameterSlot> {
        self.slots
            .iter()
            .map(|(slot, _)| slot)
            .find(|slot| slot.name == name)
    }

    pub(crate) fn slots(&self) -> impl Iterator<Item = &ParameterSlot> {
        self.slots.iter().map(|(slot, _)| slot)
    }

    /// A value as the user would hear it.
    pub(crate) fn value_words(&self, language: Language, slot: &str, value: &Value, today: Date) -> String {
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
            SlotKind::PartySize => value
                .as_i64()
                .map_or_else(String::new, |count| format::people(language, count)),
            SlotKind::Term => {
                let term = text.and_then(|id| vocabulary.as_ref()?.by_id(id));
                term.map_or_else(|| text.unwrap_or_default().to_owned(), |term| term.name.clone())
            }
            SlotKind::PersonName
            | SlotKind::Phone
            | SlotKind::Items
            | SlotKind::Address
            | SlotKind::Code
            | SlotKind::Boolean
            | SlotKind::Integer
            | SlotKind::Text => text.map_or_else(|| value.to_string(), str::to_owned),
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

/// What a graph of that business may refer to.
pub fn catalog(settings: &AssistantSettings, tools: &[ToolSpec]) -> Catalog {
    let (enabled, others): (Vec<_>, Vec<_>) = tools
        .iter()
        .partition(|tool| tool.is_enabled_for(&settings.assistant_type));
    let signature = |tool: &ToolSpec| {
        let slots = tool.slots();
        ToolSignature {
            required: slots
                .iter()
                .filter(|slot| slot.required)
                .map(|slot| slot.name.clone())
                .collect(),
            parameters: slots.into_iter().map(|slot| slot.name).collect(),
            destructive: tool.requires_confirmation,
        }
    };
    Catalog {
        tools: enabled
            .into_iter()
            .map(|tool| (tool.name.clone(), signature(tool)))
            .collect(),
        tools_not_enabled: others.into_iter().map(|tool| tool.name.clone()).collect(),
        assistant_type: settings.assistant_type.clone(),
        filters: FILTERS.iter().map(|name| (*name).to_owned()).collect(),
        globals: GLOBALS.iter().map(|name| (*name).to_owned()).collect(),
        languages: [settings.language.code().to_owned()].into(),
    }
}
