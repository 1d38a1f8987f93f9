//! What a tenant's assistant is: its graph, its tools, and what it knows of the business.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use minijinja::{Value as TemplateValue, value::Serde};
use serde_json::Value;
use turno_graph::{Catalog, Graph, ToolSignature};
use turno_language::{Language, Mix, RequestExamples, RequestReader, Text, Vocabulary};

use crate::{
    AssistantSettings, Conversation, Phase, ToolSpec,
    assistant_tool::AssistantTool,
    facts::BusinessFacts,
    template::{FILTERS, GLOBALS, TemplateError, Templates},
};

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
    /// What its router learnt of its examples, worked out when it is first asked.
    request_reader: OnceLock<Option<Arc<RequestReader>>>,
    /// What the words of its models are measured by, worked out with the first of them.
    facts_of_business: OnceLock<BusinessFacts>,
    /// The facts as models are told of them in each language.
    pub(crate) facts_for_models: OnceLock<BTreeMap<Language, String>>,
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
            request_reader: OnceLock::new(),
            facts_of_business: OnceLock::new(),
            facts_for_models: OnceLock::new(),
        })
    }

    /// What the business says of itself, as a model's words are measured by it.
    pub(crate) fn business_facts(&self) -> &BusinessFacts {
        self.facts_of_business.get_or_init(|| BusinessFacts::of(&self.settings, &self.graph))
    }

    /// Works out now what is else worked out when the first turn needs it: some tenths of a second.
    pub fn warm_up(&self) {
        self.request_reader();
    }

    /// Reads what is wanted in words that no pattern of its router knows; none where its intents have no examples.
    pub(crate) fn request_reader(&self) -> Option<&RequestReader> {
        let trained = || {
            let router = self.graph.nodes().find_map(turno_graph::Node::as_router)?;
            let examples: Vec<RequestExamples> = router
                .intents
                .iter()
                .map(|intent| RequestExamples {
                    sentences: intent.examples.clone(),
                    subjects: intent.subjects.clone(),
                })
                .collect();
            self.mix.read(|| RequestReader::shared(&examples))
        };
        self.request_reader.get_or_init(trained).as_deref()
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

    /// The agent that makes the call which a conversation waits for: the one that the node names, else the one that serves the
    /// conversation. None: the business has no agents.
    pub fn calling_agent(&self, conversation: &Conversation) -> Option<&str> {
        let node = match &conversation.phase {
            Phase::Calling { node, .. }
            | Phase::Generating { node, .. }
            | Phase::Working { node }
            | Phase::Talking { node } => self.graph.node(node),
            Phase::Idle
            | Phase::Collecting { .. }
            | Phase::Confirming { .. }
            | Phase::WithPerson { .. }
            | Phase::Ended => None,
        };
        let rules = &self.settings.tool_rules;
        if rules.agents.is_empty() {
            return None;
        }
        let serving = || rules.serving_agent(conversation.key.channel, conversation.branch.as_deref());
        let of_tool = || node?.as_tool()?.agent.as_deref();
        let of_model = || node?.as_agent()?.agent.as_deref();
        of_tool().or_else(of_model).or_else(serving)
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
