//! What a tenant's assistant is: its graph, its tools, and what it knows of the business.

use std::collections::BTreeMap;

use jiff::{civil::Date, tz::TimeZone};
use minijinja::{Value as TemplateValue, value::Serde};
use serde_json::Value;
use turno_graph::{Catalog, Graph, ToolSignature};
use turno_language::{
    Language, OpeningHours, SlotKind, SlotSpec, Term, Vocabulary,
    format::{self, CountedName},
    text::{fold, words_of},
};

use crate::{
    Conversation, ParameterSlot, ToolRules, ToolSpec, lines,
    template::{FILTERS, GLOBALS, TemplateError, Templates},
};

/// What the core knows of a business.
#[derive(Debug, Clone)]
pub struct AssistantSettings {
    /// The tenant's id.
    pub tenant: String,
    /// Its assistant type: `rest_complete`, `dental_basic`, …
    pub assistant_type: String,
    /// The language that it speaks first.
    pub language: Language,
    /// The languages that it speaks beside, and what is called otherwise in each.
    pub other_languages: BTreeMap<Language, OtherLanguage>,
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
    /// Its words: `menu`, `services`, `staff`, `branches`. Their names are in the first language; what they are called in
    /// the others are aliases, so that each is understood in all.
    pub vocabularies: BTreeMap<String, Vocabulary>,
    /// What one and several of its dishes are called, by language and id, where that goes by no rule.
    pub counted_names: BTreeMap<Language, BTreeMap<String, CountedName>>,
    /// Which tools may be called, beyond what its type says.
    pub tool_rules: ToolRules,
    /// Whether somebody gets the notice of a call of which nobody knows what came.
    pub unknown_is_told: bool,
}

/// What a business is in a language beside its first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OtherLanguage {
    /// As [`AssistantSettings::facts`]; null: the same.
    pub facts: Value,
    /// Names of terms by vocabulary and id; one that is not here is the same.
    pub names: BTreeMap<String, BTreeMap<String, String>>,
}

impl AssistantSettings {
    /// The languages that it speaks, the first one first.
    pub fn languages(&self) -> impl Iterator<Item = Language> {
        let others = self.other_languages.keys().copied();
        std::iter::once(self.language).chain(others.filter(|language| *language != self.language))
    }

    /// The language that a conversation is in; the first one where it is in none that is spoken here.
    pub(crate) fn language_of(&self, conversation: &Conversation) -> Language {
        let own = conversation.language.filter(|language| self.speaks(*language));
        own.unwrap_or(self.language)
    }

    /// Whether it speaks that language.
    pub fn speaks(&self, language: Language) -> bool {
        language == self.language || self.other_languages.contains_key(&language)
    }

    /// What one and several of a dish are called, where that goes by no rule.
    pub(crate) fn counted_name(&self, language: Language, id: &str) -> Option<&CountedName> {
        self.counted_names.get(&language)?.get(id)
    }

    /// What a term is called in a language.
    pub(crate) fn term_name(&self, language: Language, vocabulary: &str, id: &str) -> Option<&str> {
        let other = || {
            let names = &self.other_languages.get(&language)?.names;
            names.get(vocabulary)?.get(id).map(String::as_str)
        };
        let first = || {
            self.vocabularies
                .get(vocabulary)?
                .by_id(id)
                .map(|term| term.name.as_str())
        };
        other().filter(|_| language != self.language).or_else(first)
    }
}

/// An assistant that may serve. Immutable; conversations share it.
#[derive(Debug)]
pub struct Assistant {
    pub(crate) settings: AssistantSettings,
    pub(crate) graph: Graph,
    pub(crate) templates: Templates,
    /// The facts as templates see them in each language, worked out once.
    facts: BTreeMap<Language, TemplateValue>,
    /// The words of each name of the business's, folded, the longest names first; empty where it speaks one language.
    names: Vec<Vec<String>>,
    tools: BTreeMap<String, AssistantTool>,
    /// A node of its graph is a language model's.
    pub(crate) has_agent: bool,
}

/// A tool of an assistant, with its parameters worked out once.
#[derive(Debug)]
pub(crate) struct AssistantTool {
    pub(crate) spec: ToolSpec,
    slots: Vec<(ParameterSlot, Option<Vocabulary>)>,
}

impl Assistant {
    /// An assistant of these parts. `tools` are those that exist; the ones that are not enabled for its type, or that none of
    /// its agents may call, are left out.
    ///
    /// # Errors
    /// [`TemplateError`] where a template of the graph does not compile; a graph that was compiled against
    /// [`catalog`] has none.
    pub fn new(settings: AssistantSettings, tools: &[ToolSpec], graph: Graph) -> Result<Self, TemplateError> {
        let templates = Templates::new(&settings, &graph)?;
        let names = names_of(&settings);
        let facts = settings
            .languages()
            .map(|language| {
                (
                    language,
                    TemplateValue::from(Serde(facts_in(&settings, language))),
                )
            })
            .collect();
        let tools = tools
            .iter()
            .filter(|tool| tool.is_enabled_for(&settings.assistant_type) && settings.refusal(tool).is_none())
            .map(|spec| {
                (
                    spec.name.clone(),
                    AssistantTool::new(spec.clone(), &settings.vocabularies),
                )
            })
            .collect();
        let has_agent = graph.nodes().any(|node| node.as_agent().is_some());
        Ok(Self {
            has_agent,
            settings,
            graph,
            templates,
            facts,
            names,
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

    /// Whether a tool hands the conversation to a person: it is an escalate node's.
    pub(crate) fn is_hand_off(&self, tool: &str) -> bool {
        let mut hand_offs = self.graph.nodes().filter_map(turno_graph::Node::as_escalate);
        hand_offs.any(|escalate| escalate.tool == tool)
    }

    /// The facts as templates see them in a language.
    pub(crate) fn facts(&self, language: Language) -> TemplateValue {
        self.facts.get(&language).cloned().unwrap_or_default()
    }

    /// A text without the names of the business's own: dishes, services, people, branches.
    pub(crate) fn without_names(&self, text: &str) -> String {
        let folded = fold(text);
        let words: Vec<&str> = words_of(&folded).collect();
        let mut kept = Vec::new();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let is_here = |name: &&Vec<String>| {
                words[at..].len() >= name.len() && name.iter().zip(&words[at..]).all(|(a, b)| a == b)
            };
            match self.names.iter().find(is_here) {
                Some(name) => at += name.len(),
                None => {
                    kept.push(*word);
                    at += 1;
                }
            }
        }
        kept.join(" ")
    }

    /// The tools that it may call, by their names.
    pub(crate) fn tools(&self) -> impl Iterator<Item = &AssistantTool> {
        self.tools.values()
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
        matches!(
            kind,
            Some(SlotKind::Text | SlotKind::Address | SlotKind::PersonName)
        )
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
            SlotKind::PartySize => value
                .as_i64()
                .map_or_else(String::new, |count| format::people(language, count)),
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

pub(crate) fn facts_in(settings: &AssistantSettings, language: Language) -> &Value {
    match settings.other_languages.get(&language) {
        Some(other) if language != settings.language && !other.facts.is_null() => &other.facts,
        Some(_) | None => &settings.facts,
    }
}

fn names_of(settings: &AssistantSettings) -> Vec<Vec<String>> {
    if settings.other_languages.is_empty() {
        return Vec::new();
    }
    let terms = settings.vocabularies.values().flat_map(Vocabulary::terms);
    let said = terms.flat_map(|term| std::iter::once(&term.name).chain(&term.aliases));
    let mut names: Vec<Vec<String>> = said
        .map(|name| words_of(&fold(name)).map(str::to_owned).collect())
        .filter(|words: &Vec<String>| !words.is_empty())
        .collect();
    names.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    names.dedup();
    names
}

/// What a graph of that business may refer to.
pub fn catalog(settings: &AssistantSettings, tools: &[ToolSpec]) -> Catalog {
    let rules = &settings.tool_rules;
    let (enabled, others): (Vec<_>, Vec<_>) = tools
        .iter()
        .partition(|tool| tool.is_enabled_for(&settings.assistant_type));
    let (refused, enabled): (Vec<_>, Vec<_>) = enabled
        .into_iter()
        .map(|tool| (tool, settings.refusal(tool)))
        .partition(|(_, refusal)| refusal.is_some());
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
            confirmation: tool
                .confirmation
                .iter()
                .map(|(language, words)| (language.code().to_owned(), words.clone()))
                .collect(),
        }
    };
    let agents = rules.agents.iter();
    let agents = agents.map(|(id, agent)| (id.clone(), agent.allowed_tools.clone()));
    let languages = settings.languages().map(|language| language.code().to_owned());
    Catalog {
        tools: enabled
            .into_iter()
            .map(|(tool, _)| (tool.name.clone(), signature(tool)))
            .collect(),
        tools_not_enabled: others.into_iter().map(|tool| tool.name.clone()).collect(),
        tools_refused: refused
            .into_iter()
            .filter_map(|(tool, refusal)| Some((tool.name.clone(), refusal?)))
            .collect(),
        tools_unread: Default::default(),
        agents: agents.collect(),
        serving_agents: rules.serving_agents(),
        assistant_type: settings.assistant_type.clone(),
        filters: FILTERS.iter().map(|name| (*name).to_owned()).collect(),
        globals: GLOBALS.iter().map(|name| (*name).to_owned()).collect(),
        languages: languages.collect(),
    }
}
