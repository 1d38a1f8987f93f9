//! Which tools a business's assistants may call.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Map;
use turno_core::{Agent, Channel, ToolOverride, ToolRules};

use super::{
    fault::did_you_mean,
    file::Branch,
    reader::{Reader, Step},
};

/// No tool runs longer.
const TIMEOUT_MS_MAX: u64 = 30_000;

/// `[tools]`: what holds for the whole business.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ToolsFile {
    /// Tools that are switched off.
    pub(crate) disabled: Vec<String>,
    /// The agent that serves where the channel and the branch have none of their own; none: the first.
    pub(crate) default_agent: Option<String>,
    /// The agents that serve a channel: `{ voice = "telefono" }`. A branch's own (`agent` in its entry) comes before it, and
    /// what a node of the graph names (`agent`) before both.
    #[schemars(with = "BTreeMap<String, String>")]
    pub(crate) agent_by_channel: BTreeMap<Channel, String>,
}

/// `[[agents]]`: one of the business's assistants.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AgentFile {
    /// Its id.
    pub(crate) id: String,
    /// What people call it.
    pub(crate) name: String,
    /// What it may do.
    #[serde(default)]
    pub(crate) security: SecurityFile,
    /// Rules of its own, by tool.
    #[serde(default)]
    pub(crate) tools: BTreeMap<String, OverrideFile>,
}

/// `[agents.security]`
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SecurityFile {
    /// The tools that it may call, and no others.
    pub(crate) allowed_tools: Vec<String>,
}

/// `[agents.tools.NAME]`
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct OverrideFile {
    /// Longest run, in milliseconds; at most 30,000.
    pub(crate) timeout_ms: Option<u64>,
    /// Calls a minute.
    pub(crate) rate_limit_per_minute: Option<u32>,
    /// Values for parameters that a call leaves out.
    #[schemars(with = "std::collections::BTreeMap<String, serde_json::Value>")]
    pub(crate) defaults: Map<String, serde_json::Value>,
}

/// Notes what is wrong.
pub(super) fn check(
    reader: &mut Reader<'_>,
    tools: &ToolsFile,
    agents: &[(usize, AgentFile)],
    branches: &[(usize, Branch)],
) {
    let mut seen = BTreeSet::new();
    for (index, agent) in agents {
        let at = [Step::Key("agents"), Step::Index(*index)];
        if !seen.insert(agent.id.as_str()) {
            let path = [at[0], at[1], Step::Key("id")];
            reader.fault_hint(
                &path,
                format!("the id `{}` is taken", agent.id),
                Some("give each agent its own".to_owned()),
            );
        }
        for (tool, rules) in &agent.tools {
            let path = [at[0], at[1], Step::Key("tools"), Step::Key(tool)];
            // Where one of the two names is a slip, that is told where the tools are known.
            let allowed = &agent.security.allowed_tools;
            let alike = turno_core::nearest(tool, allowed.iter().map(String::as_str));
            if !allowed.contains(tool) && alike.is_none() {
                let (message, help) = not_allowed(tool, &agent.id);
                reader.fault_hint(&path, message, Some(help));
            }
            if rules.timeout_ms.is_some_and(|timeout_ms| !(1..=TIMEOUT_MS_MAX).contains(&timeout_ms)) {
                let path = [path[0], path[1], path[2], path[3], Step::Key("timeout_ms")];
                reader.fault_hint(
                    &path,
                    "a tool runs from 1 to 30000 ms",
                    Some("write a number between them".to_owned()),
                );
            }
            if rules.rate_limit_per_minute == Some(0) {
                let path = [path[0], path[1], path[2], path[3], Step::Key("rate_limit_per_minute")];
                let help = "leave the tool out of `allowed_tools` where it must not be called";
                reader.fault_hint(&path, "0 calls a minute are none", Some(help.to_owned()));
            }
        }
    }
    let default = tools.default_agent.as_ref();
    let key = Step::Key("default_agent");
    check_names_agent(reader, &[Step::Key("tools"), key], default, &seen);
    for (channel, agent) in &tools.agent_by_channel {
        let path = [Step::Key("tools"), Step::Key("agent_by_channel"), Step::Key(channel.name())];
        check_names_agent(reader, &path, Some(agent), &seen);
    }
    for (index, branch) in branches {
        let path = [Step::Key("branches"), Step::Index(*index), Step::Key("agent")];
        check_names_agent(reader, &path, branch.agent.as_ref(), &seen);
    }
}

/// What is told of rules for a tool that their agent may not call, and the cure.
pub(super) fn not_allowed(tool: &str, agent: &str) -> (String, String) {
    (
        format!("`{tool}` has rules and is not allowed"),
        format!("add it to `allowed_tools` of `{agent}`, or leave it out"),
    )
}

/// An agent that is named is one of the file's.
fn check_names_agent(
    reader: &mut Reader<'_>,
    path: &[Step<'_>],
    named: Option<&String>,
    known: &BTreeSet<&str>,
) {
    let Some(named) = named.filter(|named| !known.contains(named.as_str())) else {
        return;
    };
    let help = did_you_mean(named, known.iter().copied()).unwrap_or_else(|| {
        match known.iter().copied().collect::<Vec<_>>().as_slice() {
            [] => "begin each agent with [[agents]]".to_owned(),
            names => format!("there are {}", names.join(", ")),
        }
    });
    reader.fault_hint(path, format!("there is no agent `{named}`"), Some(help));
}

/// What the core is told of it.
pub(super) fn rules(
    tools: ToolsFile,
    agents: Vec<(usize, AgentFile)>,
    branches: &[(usize, Branch)],
) -> ToolRules {
    let first = agents.first().map(|(_, agent)| agent.id.clone());
    let agent = |(_, agent): (usize, AgentFile)| {
        let overrides = agent.tools.into_iter().map(|(name, rules)| {
            let rules = ToolOverride {
                timeout_ms: rules.timeout_ms,
                rate_limit_per_minute: rules.rate_limit_per_minute,
                defaults: rules.defaults,
            };
            (name, rules)
        });
        let made = Agent {
            name: agent.name,
            allowed_tools: agent.security.allowed_tools.into_iter().collect(),
            overrides: overrides.collect(),
        };
        (agent.id, made)
    };
    let disabled_at = branches
        .iter()
        .filter(|(_, branch)| !branch.disabled_tools.is_empty())
        .map(|(_, branch)| (branch.id.clone(), branch.disabled_tools.iter().cloned().collect()));
    let agent_by_branch =
        branches.iter().filter_map(|(_, branch)| Some((branch.id.clone(), branch.agent.clone()?))).collect();
    ToolRules {
        default_agent: tools.default_agent.or(first),
        agent_by_channel: tools.agent_by_channel,
        agent_by_branch,
        disabled: tools.disabled.into_iter().collect(),
        disabled_at: disabled_at.collect(),
        agents: agents.into_iter().map(agent).collect(),
    }
}
