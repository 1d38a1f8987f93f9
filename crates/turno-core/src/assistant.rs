//! What a tenant's assistant is: its graph, its tools, and what it knows of the business.

use std::{collections::BTreeMap, sync::OnceLock};

use jiff::tz::TimeZone;
use minijinja::{Value as TemplateValue, value::Serde};
use serde_json::Value;
use turno_graph::{Catalog, Graph, ToolSignature};
use turno_language::{Language, Mix, OpeningHours, Text, Vocabulary, format::CountedName};

use crate::{
    Conversation, ToolRules, ToolSpec,
    assistant_tool::AssistantTool,
    facts::BusinessFacts,
    prompt::fenced,
    template::{FILTERS, GLOBALS, TemplateError, Templates},
};

/// Facts of the business that models are told of, in characters; what is beyond them a tool tells.
const FACTS_CHARS_MAX: usize = 4_000;

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
    /// Its own phones, in E.164: whoever calls from one was put through, and is not known by it.
    pub own_phones: Vec<String>,
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
        let first = || self.vocabularies.get(vocabulary)?.by_id(id).map(|term| term.name.as_str());
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
    /// The languages whose words its callers are read in.
    mix: Mix,
    /// A node of its graph is a language model's.
    pub(crate) has_agent: bool,
    /// What the words of its models are measured by, worked out with the first of them.
    facts_of_business: OnceLock<BusinessFacts>,
    /// The facts as models are told of them in each language.
    facts_for_models: OnceLock<BTreeMap<Language, String>>,
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
            .map(|language| (language, TemplateValue::from(Serde(facts_in(&settings, language)))))
            .collect();
        let tools = tools
            .iter()
            .filter(|tool| tool.is_enabled_for(&settings.assistant_type) && settings.refusal(tool).is_none())
            .map(|spec| (spec.name.clone(), AssistantTool::new(spec.clone(), &settings.vocabularies)))
            .collect();
        let has_agent = graph.nodes().any(|node| node.as_agent().is_some());
        let languages: Vec<Language> = settings.languages().collect();
        Ok(Self {
            mix: Mix::of(&languages),
            has_agent,
            settings,
            graph,
            templates,
            facts,
            names,
            tools,
            facts_of_business: OnceLock::new(),
            facts_for_models: OnceLock::new(),
        })
    }

    /// What the business says of itself, as a model's words are measured by it.
    pub(crate) fn business_facts(&self) -> &BusinessFacts {
        self.facts_of_business.get_or_init(|| BusinessFacts::of(&self.settings, &self.graph))
    }

    /// The languages whose words its callers are read in.
    pub fn mix(&self) -> Mix {
        self.mix
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

    /// The facts as a model is told of them in a language.
    pub(crate) fn facts_for_model(&self, language: Language) -> &str {
        let told = |language: Language| {
            let facts = facts_in(&self.settings, language).to_string();
            let end = facts.char_indices().nth(FACTS_CHARS_MAX).map_or(facts.len(), |(end, _)| end);
            (language, fenced(&facts[..end]))
        };
        let facts = self.facts_for_models.get_or_init(|| self.settings.languages().map(told).collect());
        facts.get(&language).map(String::as_str).unwrap_or_default()
    }

    /// A text without the names of the business's own: dishes, services, people, branches.
    pub(crate) fn without_names(&self, text: &Text) -> Text {
        let words: Vec<&str> = text.words().collect();
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
        Text::of(&kept.join(" "))
    }

    /// The tools that it may call, by their names.
    pub(crate) fn tools(&self) -> impl Iterator<Item = &AssistantTool> {
        self.tools.values()
    }

    pub(crate) fn assistant_tool(&self, name: &str) -> Option<&AssistantTool> {
        self.tools.get(name)
    }
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
        .map(|name| Text::of(name).words().map(str::to_owned).collect())
        .filter(|words: &Vec<String>| !words.is_empty())
        .collect();
    names.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    names.dedup();
    names
}

/// What a graph of that business may refer to.
pub fn catalog(settings: &AssistantSettings, tools: &[ToolSpec]) -> Catalog {
    let rules = &settings.tool_rules;
    let (enabled, others): (Vec<_>, Vec<_>) =
        tools.iter().partition(|tool| tool.is_enabled_for(&settings.assistant_type));
    let (refused, enabled): (Vec<_>, Vec<_>) = enabled
        .into_iter()
        .map(|tool| (tool, settings.refusal(tool)))
        .partition(|(_, refusal)| refusal.is_some());
    let signature = |tool: &ToolSpec| {
        let slots = tool.slots();
        ToolSignature {
            required: slots.iter().filter(|slot| slot.required).map(|slot| slot.name.clone()).collect(),
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
        tools: enabled.into_iter().map(|(tool, _)| (tool.name.clone(), signature(tool))).collect(),
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
        words: Mix::of(&settings.languages().collect::<Vec<_>>()).read(crate::nearest::graph_words),
    }
}
