//! The agent node: a language model with a list of tools, fenced in.
//!
//! A tool that changes something gets two nodes of its own beside the agent, unless the file names a confirm node for it:
//! one that asks in the words of the tool, and one that the yes of it leads to and that calls the tool. So the rules of
//! confirmations hold for the calls of a model as they do for those of a graph.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Deserialize;

use crate::builder::Builder;
use crate::fault::FaultKind;
use crate::file::{Name, NodeFile, TextFile};
use crate::graph::{AgentNode, Confirm, Edge, Node, NodeKind, TemplateId, Text, ToolNode};
use crate::placed::{Form, Placed};
use crate::read::RawGraph;

/// Calls that a model may make in a turn: documents 1 and 3.
const CALLS_MAX: u8 = 5;
/// The tool that registers a hand-off, where an escalate node names none.
pub(crate) const HAND_OFF: &str = "transfer_to_human";

const MAX_TOKENS: u32 = 500;
const MAX_TOKENS_ALLOWED: std::ops::RangeInclusive<u32> = 1..=8_192;

/// How long a question that a model's call led to stands, in milliseconds.
const EXPIRES_AFTER_MS: u64 = 120_000;

/// Gives the turn to a language model.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AgentFile {
    /// What it is to do, by language: a template over the business, the caller and the slots.
    pub(crate) prompt: Placed<TextFile>,
    /// The tools that it may call.
    #[serde(default)]
    pub(crate) tools: Vec<Name>,
    /// Where a call that changes something is asked: tool to confirm node. Where not given: in the words of the tool.
    #[serde(default)]
    pub(crate) confirm: BTreeMap<Name, Name>,
    /// Which models, as `provider/model`, in the order in which they are tried. Where not given: the daemon's list.
    #[serde(default)]
    pub(crate) models: Vec<String>,
    /// From 0 (the same each time) to 2.
    pub(crate) temperature: Option<Placed<f64>>,
    /// The longest answer, in tokens: 500 where not given, 8192 at most.
    pub(crate) max_tokens: Option<Placed<u32>>,
    /// Tool calls in a turn: 1 to 5, 5 where not given.
    pub(crate) calls: Option<Placed<u32>>,
    /// What nobody gave is not said: prices, codes, phones, hours, gifts, and stock and room that were not found, or that there is none.
    #[serde(default)]
    pub(crate) grounded: bool,
    /// The agent that calls the tools, by its id in the business's file; none: the one that serves the conversation.
    pub(crate) agent: Option<Name>,
    /// The escalate node for when it calls `transfer_to_human`.
    pub(crate) person: Option<Name>,
    /// Where to go when no model answers.
    pub(crate) failed: Name,
}

impl Builder<'_> {
    pub(crate) fn agent(&mut self, node: &Name, file: &AgentFile) -> AgentNode {
        let mut confirm = BTreeMap::new();
        for tool in &file.tools {
            let Some(signature) = self.tool_of(tool, &tool.place, file.agent.as_ref()) else {
                continue;
            };
            self.allowed(tool, &tool.place, file.agent.as_ref());
            let effect = self.effects.entry(node.value.clone()).or_default();
            effect.fills.extend(signature.parameters.iter().cloned());
            if !signature.destructive {
                continue;
            }
            let named = file.confirm.iter().find(|(name, _)| name.value == tool.value);
            match named {
                Some((_, to)) => {
                    let to = self.arrow(node, tool.value.clone(), to);
                    confirm.insert(tool.value.clone(), to);
                }
                None if signature.confirmation.is_empty() => {
                    let tool_name = tool.value.clone();
                    self.fault(FaultKind::AgentWithoutConfirmation { tool: tool_name }, &tool.place);
                }
                None => {
                    confirm.insert(tool.value.clone(), asking_node(node, tool));
                }
            }
        }
        for name in file.confirm.keys() {
            if !file.tools.iter().any(|tool| tool.value == name.value) {
                self.tool(name, &name.place);
                let detail = format!("`{}` is not among the `tools` of this agent", name.value);
                let cure = format!("add \"{}\" to its `tools`, or leave this out", name.value);
                self.fault(FaultKind::WrongValue { detail, cure }, &name.place);
            }
        }
        let effect = self.effects.entry(node.value.clone()).or_default();
        effect.fills.extend(["result".to_owned(), "results".to_owned()]);
        AgentNode {
            prompt: self.text(node, &format!("{}.prompt", node.value), &file.prompt, &file.prompt.place),
            tools: each_once(file.tools.iter().map(|tool| tool.value.clone())),
            confirm,
            models: file.models.clone(),
            temperature: self.within_range("temperature", file.temperature.as_ref(), 0.0..=2.0, "0 to 2"),
            max_tokens: self
                .within_range("max_tokens", file.max_tokens.as_ref(), MAX_TOKENS_ALLOWED, "1 to 8192")
                .unwrap_or(MAX_TOKENS),
            calls: self
                .within_range("calls", file.calls.as_ref(), 1..=CALLS_MAX.into(), "1 to 5")
                .and_then(|calls| u8::try_from(calls).ok())
                .unwrap_or(CALLS_MAX),
            grounded: file.grounded,
            agent: file.agent.as_ref().map(|agent| agent.value.clone()),
            person: self.arrow_if_any(node, "person", file.person.as_ref()),
            failed: self.arrow(node, "failed", &file.failed),
        }
    }

    fn within_range<T: PartialOrd + Copy + ToString>(
        &mut self,
        name: &str,
        written: Option<&Placed<T>>,
        range: std::ops::RangeInclusive<T>,
        allowed: &'static str,
    ) -> Option<T> {
        let written = written?;
        if !range.contains(&written.value) {
            let kind =
                FaultKind::OutOfRange { name: name.to_owned(), found: written.value.to_string(), allowed };
            self.fault(kind, &written.place);
        }
        Some(written.value)
    }

    /// Each confirm node that an agent names asks for that very tool, and its person is an escalate node.
    pub(crate) fn check_agents(&mut self, raw: &RawGraph) {
        let node_of = |name: &str| {
            let found = raw.nodes.iter().find(|(key, _)| key.value == name);
            found.and_then(|(_, file)| file.as_ref())
        };
        for file in raw.nodes.values().flatten() {
            let NodeFile::Agent(agent) = file else { continue };
            for (tool, to) in &agent.confirm {
                let asks = matches!(node_of(to), Some(NodeFile::Confirm(confirm))
                    if confirm.tool.as_ref().is_some_and(|asked| asked.value == tool.value));
                if !asks && node_of(to).is_some() {
                    let (node, tool) = (to.value.clone(), tool.value.clone());
                    self.fault(FaultKind::ConfirmsAnother { node, tool }, &to.place);
                }
            }
            if let Some(person) = &agent.person
                && !matches!(node_of(person), Some(NodeFile::Escalate(_)) | None)
            {
                let detail = format!("`{}` is no escalate node", person.value);
                let cure = "name a node of kind = \"escalate\"".to_owned();
                self.fault(FaultKind::WrongValue { detail, cure }, &person.place);
            }
        }
    }

    /// What an agent cannot do without: words for its model, a way out that does not lead back to it, and a node for its hand-off.
    pub(crate) fn check_ways_of_agents(&mut self, raw: &RawGraph) {
        let agents: BTreeMap<&str, &AgentFile> = raw
            .nodes
            .iter()
            .filter_map(|(name, file)| match file {
                Some(NodeFile::Agent(agent)) => Some((name.value.as_str(), agent)),
                Some(_) | None => None,
            })
            .collect();
        let escalating = raw.nodes.iter().filter_map(|(name, file)| match file {
            Some(NodeFile::Escalate(escalate)) => {
                let tool = escalate.tool.as_ref().map_or(HAND_OFF, |tool| &tool.value);
                Some((name.value.as_str(), tool))
            }
            Some(_) | None => None,
        });
        let escalating: Vec<(&str, &str)> = escalating.collect();
        for (name, agent) in &agents {
            self.check_prompt(agent);
            let mut seen = BTreeSet::from([*name]);
            let mut next = agent.failed.value.as_str();
            while let Some(other) = agents.get(next).filter(|_| seen.insert(next)) {
                next = &other.failed.value;
            }
            if next == *name {
                let detail =
                    "where no model answers, this leads back to the agent that got no answer".to_owned();
                let cure = "name a node that needs no model: one that says what can be done, or hands over"
                    .to_owned();
                self.fault(FaultKind::WrongValue { detail, cure }, &agent.failed.place);
            }
            let hands_over = |tool: &&Name| {
                let is_escalating = escalating.iter().any(|(_, other)| *other == tool.value);
                is_escalating || tool.value == HAND_OFF
            };
            if let (None, Some(tool)) = (&agent.person, agent.tools.iter().find(hands_over)) {
                let detail =
                    format!("its model may call `{}`, and nothing says where that leads", tool.value);
                let cure = match escalating.first() {
                    Some((node, _)) => format!("add person = \"{node}\" to the agent"),
                    None => "add a node of kind = \"escalate\", and name it: person = \"…\"".to_owned(),
                };
                self.fault(FaultKind::WrongValue { detail, cure }, &tool.place);
            }
        }
    }

    fn check_prompt(&mut self, agent: &AgentFile) {
        for form in agent.prompt.value.values() {
            let is_blank = match &form.value {
                Form::Both(text) => text.trim().is_empty(),
                Form::Each { voice, chat } => voice.trim().is_empty() || chat.trim().is_empty(),
            };
            if is_blank {
                let detail = "the prompt is empty: its model would not know what it is to do".to_owned();
                let cure =
                    "write whom it answers for and what it does, as in graphs/concierge.toml".to_owned();
                self.fault(FaultKind::WrongValue { detail, cure }, &form.place);
            }
        }
    }

    /// The nodes that ask for the calls of an agent, and make them.
    pub(crate) fn nodes_of_agents(&mut self, nodes: &mut BTreeMap<String, Node>) {
        let agents: Vec<(String, usize, AgentNode)> = nodes
            .values()
            .filter_map(|node| Some((node.name.clone(), node.line, node.as_agent()?.clone())))
            .collect();
        for (agent, line, node) in agents {
            for (tool, asking) in &node.confirm {
                if nodes.contains_key(asking) {
                    continue;
                }
                for (name, kind) in self.asking_and_calling(&agent, &node, tool, asking) {
                    nodes.insert(name.clone(), Node { name, line, kind });
                }
            }
        }
    }

    fn asking_and_calling(
        &mut self,
        agent: &str,
        node: &AgentNode,
        tool: &str,
        asking: &str,
    ) -> [(String, NodeKind); 2] {
        let calling = format!("{asking}/call");
        let confirm = Confirm {
            tool: Some(tool.to_owned()),
            parameters: BTreeMap::new(),
            say: self.words_of_tool(tool, asking),
            expires_after_ms: EXPIRES_AFTER_MS,
            yes: calling.clone(),
            no: agent.to_owned(),
            change: Some(agent.to_owned()),
            expired: None,
            unclear: None,
        };
        let call = ToolNode {
            tool: tool.to_owned(),
            agent: node.agent.clone(),
            parameters: BTreeMap::new(),
            read: Vec::new(),
            set: BTreeMap::new(),
            edges: vec![Edge { when: None, to: agent.to_owned() }],
            error: Some(agent.to_owned()),
        };
        [(asking.to_owned(), NodeKind::Confirm(confirm)), (calling, NodeKind::Tool(call))]
    }

    /// A language that the tool has no words for is asked in those of another.
    fn words_of_tool(&mut self, tool: &str, asking: &str) -> Text {
        let mut text = Text::default();
        let catalog = self.catalog;
        let Some(signature) = catalog.tools.get(tool) else {
            return text;
        };
        let known: BTreeSet<&String> = catalog.languages.iter().collect();
        for language in known {
            let words = signature.confirmation.get(language);
            let Some(words) = words.or_else(|| signature.confirmation.values().next()) else {
                continue;
            };
            let id = TemplateId(format!("{asking}.say.{language}"));
            self.templates.insert(id.clone(), words.clone());
            text.by_language.insert(language.clone(), (id.clone(), id));
        }
        text
    }
}

fn asking_node(agent: &Name, tool: &Name) -> String {
    format!("{}/{}", agent.value, tool.value)
}

/// A tool that is listed twice is told to a model once.
fn each_once(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for name in names {
        if !kept.contains(&name) {
            kept.push(name);
        }
    }
    kept
}
