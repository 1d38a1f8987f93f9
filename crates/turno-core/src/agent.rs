//! Agents: which of a business's tools each of its assistants may call, and under which rules of its own.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::Channel;

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
