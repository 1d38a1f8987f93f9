//! Agents: which of a business's tools each of its assistants may call, and under which rules of its own.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use turno_graph::Refusal;

use crate::{Assistant, AssistantSettings, Channel, Conversation, Phase, ToolSpec};

/// What a business lets be called, beyond what its assistant type says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolRules {
    /// The agents by id. None at all: the assistant may call whatever its type has.
    pub agents: BTreeMap<String, Agent>,
    /// The agent that the graph runs as, where the channel and the branch have none of their own.
    pub default_agent: Option<String>,
    /// The agents that serve a channel.
    pub agent_by_channel: BTreeMap<Channel, String>,
    /// The agents that serve a branch, whatever the channel.
    pub agent_by_branch: BTreeMap<String, String>,
    /// Tools that are switched off for the whole business.
    pub disabled: BTreeSet<String>,
    /// Tools that are switched off at a branch.
    pub disabled_at: BTreeMap<String, BTreeSet<String>>,
}

/// One of a business's assistants.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Agent {
    /// What people call it.
    pub name: String,
    /// The tools that it may call, and no others.
    pub allowed_tools: BTreeSet<String>,
    /// Rules of its own, by tool.
    pub overrides: BTreeMap<String, ToolOverride>,
}

/// What an agent sets otherwise about a tool (document 1's `custom_config`).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolOverride {
    /// Longest run, in milliseconds.
    pub timeout_ms: Option<u64>,
    /// Calls a minute.
    pub rate_limit_per_minute: Option<u32>,
    /// Values for parameters that a call leaves out.
    pub defaults: Map<String, Value>,
}

impl ToolRules {
    /// The agent that serves a conversation: its branch's, else its channel's, else the default one.
    pub fn serving_agent(&self, channel: Channel, branch: Option<&str>) -> Option<&str> {
        let of_branch = branch.and_then(|branch| self.agent_by_branch.get(branch));
        let of_channel = || self.agent_by_channel.get(&channel);
        let served = of_branch.or_else(of_channel).or(self.default_agent.as_ref());
        served.map(String::as_str)
    }

    /// All agents that may serve a conversation.
    pub fn serving_agents(&self) -> BTreeSet<String> {
        let own = self.agent_by_channel.values().chain(self.agent_by_branch.values());
        own.chain(&self.default_agent).cloned().collect()
    }
}

impl Assistant {
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
}

impl AssistantSettings {
    /// Why nobody may call a tool that the assistant type has; none: somebody may.
    pub(crate) fn refusal(&self, spec: &ToolSpec) -> Option<Refusal> {
        let (name, rules) = (&spec.name, &self.tool_rules);
        if rules.disabled.contains(name) {
            return Some(Refusal {
                why: "it is switched off for the whole business".to_owned(),
                cure: "take it out of `disabled` under [tools] of the business's file, or take another tool"
                    .to_owned(),
                by_agents: false,
            });
        }
        let mut agents = rules.agents.values();
        if rules.agents.is_empty() || agents.any(|agent| agent.allowed_tools.contains(name)) {
            return None;
        }
        let ids: Vec<String> = rules.agents.keys().map(|id| format!("`{id}`")).collect();
        let who = match ids.as_slice() {
            [only] => only.clone(),
            several => format!("the agent that is to call it ({})", several.join(", ")),
        };
        Some(Refusal {
            why: "none of the business's agents may call it".to_owned(),
            cure: format!(
                "add `{name}` to `allowed_tools` of {who} in the business's file, or take another tool"
            ),
            by_agents: true,
        })
    }

    /// Whether an agent may call a tool at a branch; none: whoever calls is the default agent, or no branch was called.
    ///
    /// # Errors
    /// Why not, with the cure, for a model or the operator.
    pub fn enables(&self, spec: &ToolSpec, agent: Option<&str>, branch: Option<&str>) -> Result<(), String> {
        let name = &spec.name;
        if !spec.is_enabled_for(&self.assistant_type) {
            return Err(format!("{name:?} is not enabled for {:?}", self.assistant_type));
        }
        let rules = &self.tool_rules;
        let at_branch = branch.and_then(|branch| rules.disabled_at.get(branch));
        if rules.disabled.contains(name) || at_branch.is_some_and(|disabled| disabled.contains(name)) {
            return Err(format!("{name:?} is switched off here"));
        }
        let Some(id) = agent.or(rules.default_agent.as_deref()) else {
            return Ok(());
        };
        let Some(agent) = rules.agents.get(id) else {
            return Err(format!("there is no agent {id:?}"));
        };
        if agent.allowed_tools.contains(name) {
            return Ok(());
        }
        let allowed: Vec<&str> = agent.allowed_tools.iter().map(String::as_str).collect();
        Err(match allowed.as_slice() {
            [] => format!("{id:?} may call no tools"),
            names => format!("{id:?} may not call {name:?}: it may call {}", names.join(", ")),
        })
    }

    /// What an agent sets otherwise about a tool; none: the default agent.
    pub fn tool_override(&self, agent: Option<&str>, tool: &str) -> Option<&ToolOverride> {
        let rules = &self.tool_rules;
        let id = agent.or(rules.default_agent.as_deref())?;
        rules.agents.get(id)?.overrides.get(tool)
    }
}
