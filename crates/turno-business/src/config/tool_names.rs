//! The names of tools in a business file, against the tools that there are.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use turno_core::{Execution, ToolSpec};

use super::{
    Faults, Parts,
    agents::{AgentFile, OverrideFile, not_allowed},
    fault::did_you_mean,
    read,
    reader::{
        Reader,
        Step::{self, Index, Key},
    },
};

/// A webhook answers within this time (document 1, RN-6).
const WEBHOOK_MS_MAX: u64 = 10_000;

/// The tools that a business file may name.
#[derive(Debug, Clone, Default)]
pub struct KnownTools<'a> {
    /// Those that the business can be given.
    pub specs: &'a [ToolSpec],
    /// Those that are known and not there, each with why: not configured, not active.
    pub absent: BTreeMap<String, String>,
    /// Those of which only the name is known, as their own files have faults, which are told.
    pub unread: BTreeSet<String>,
}

impl KnownTools<'_> {
    fn spec(&self, name: &str) -> Option<&ToolSpec> {
        self.specs.iter().find(|spec| spec.name == name)
    }
}

/// Checks every tool that a business file names, and what its agents set otherwise about it. `file` is its name for messages. Gives
/// notes: tools that are known and not there, so that nobody can call them yet.
///
/// # Errors
/// All [`Faults`]: names that no tool has, with the nearest one; tools that the assistant type does not have; rules that do not
/// fit the tool; and what [`load_business`](super::load_business) tells of a file that it does not take.
pub fn check_tool_names(file: &str, source: &str, known: &KnownTools<'_>) -> Result<Vec<String>, Faults> {
    let Ok(mut reader) = Reader::new(file, source) else {
        return Ok(Vec::new());
    };
    let languages = reader.languages();
    reader.choose(languages.first().copied().unwrap_or_default(), &languages);
    let parts = read(&mut reader);
    let mut check = Check { reader, known, notes: BTreeMap::new() };
    check.all(&parts);
    let notes = check.notes.into_iter();
    match check.reader.into_faults() {
        Some(faults) => Err(faults),
        None => Ok(notes.map(|(tool, why)| format!("{file}: `{tool}` is not there: {why}")).collect()),
    }
}

struct Check<'a, 'b> {
    reader: Reader<'a>,
    known: &'b KnownTools<'b>,
    notes: BTreeMap<String, String>,
}

impl Check<'_, '_> {
    fn all(&mut self, parts: &Parts) {
        for (at, name) in parts.tools.disabled.iter().enumerate() {
            self.exists(&[Key("tools"), Key("disabled"), Index(at)], name);
        }
        for (branch, file) in &parts.branches {
            for (at, name) in file.disabled_tools.iter().enumerate() {
                let path = [Key("branches"), Index(*branch), Key("disabled_tools"), Index(at)];
                self.exists(&path, name);
            }
        }
        let assistant_type = parts.identity.as_ref().map_or("", |identity| identity.assistant_type.as_str());
        for (agent, file) in &parts.agents {
            self.agent(*agent, file, assistant_type);
        }
    }

    fn agent(&mut self, index: usize, agent: &AgentFile, assistant_type: &str) {
        for (at, name) in agent.security.allowed_tools.iter().enumerate() {
            let list = [Key("agents"), Index(index), Key("security"), Key("allowed_tools"), Index(at)];
            self.exists(&list, name);
            self.noted(name);
            if let Some(spec) = self.known.spec(name)
                && !spec.is_enabled_for(assistant_type)
            {
                let message = format!("`{name}` is not enabled for the assistant type `{assistant_type}`");
                let help =
                    format!("take it out, or make `assistant_type` one of {}", spec.enabled_for.join(", "));
                self.reader.fault(&list, message, help);
            }
        }
        for (name, rules) in &agent.tools {
            let path = [Key("agents"), Index(index), Key("tools"), Key(name)];
            self.exists(&path, name);
            self.allowed(&path, name, agent);
            if let Some(spec) = self.known.spec(name) {
                self.rules(&path, spec, rules);
            }
        }
    }

    /// Rules are for a tool that the agent may call. Where its list has a name that no tool has and that is nearly this one, the
    /// slip is in the list, and told there.
    fn allowed(&mut self, path: &[Step<'_>], name: &str, agent: &AgentFile) {
        let allowed = &agent.security.allowed_tools;
        let Some(alike) = turno_core::nearest(name, allowed.iter().map(String::as_str)) else {
            return;
        };
        if !allowed.iter().any(|tool| tool == name) && self.is_known(name) && self.is_known(&alike) {
            let (message, help) = not_allowed(name, &agent.id);
            self.reader.fault(path, message, help);
        }
    }

    fn is_known(&self, name: &str) -> bool {
        let known = self.known;
        known.spec(name).is_some() || known.absent.contains_key(name) || known.unread.contains(name)
    }

    fn exists(&mut self, path: &[Step<'_>], name: &str) {
        let known = self.known;
        if self.is_known(name) {
            return;
        }
        let names = known.specs.iter().map(|spec| spec.name.as_str());
        let others = known.absent.keys().chain(&known.unread);
        let help = did_you_mean(name, names.chain(others.map(String::as_str)))
            .unwrap_or_else(|| "`turno tools list` tells what there is".to_owned());
        self.reader.fault(path, format!("there is no tool `{name}`"), help);
    }

    fn noted(&mut self, name: &str) {
        if let (None, Some(why)) = (self.known.spec(name), self.known.absent.get(name)) {
            self.notes.insert(name.to_owned(), why.clone());
        }
    }

    fn rules(&mut self, path: &[Step<'_>; 4], spec: &ToolSpec, rules: &OverrideFile) {
        let [agents, index, tools, tool] = *path;
        let is_late = rules.timeout_ms.is_some_and(|timeout_ms| timeout_ms > WEBHOOK_MS_MAX);
        if spec.execution == Execution::Webhook && is_late {
            let path = [agents, index, tools, tool, Key("timeout_ms")];
            let message = format!("`{}` is a webhook, which answers within {WEBHOOK_MS_MAX} ms", spec.name);
            self.reader.fault(&path, message, format!("write a number up to {WEBHOOK_MS_MAX}"));
        }
        let properties = spec.parameters.get("properties").and_then(Value::as_object);
        for (name, value) in &rules.defaults {
            let path = [agents, index, tools, tool, Key("defaults"), Key(name)];
            let Some(property) = properties.and_then(|properties| properties.get(name)) else {
                let names = properties.into_iter().flat_map(|names| names.keys());
                let names: Vec<&str> = names.map(String::as_str).collect();
                let help = did_you_mean(name, names.iter().copied())
                    .unwrap_or_else(|| format!("it has {}", names.join(", ")));
                self.reader.fault(&path, format!("`{}` has no parameter `{name}`", spec.name), help);
                continue;
            };
            if let Some(fault) = misfit(property, value) {
                self.reader.fault(&path, format!("`{name}` does not fit `{}`", spec.name), fault);
            }
        }
    }
}

/// What is wrong with a value by the schema of its parameter.
fn misfit(property: &Value, value: &Value) -> Option<String> {
    let validator = jsonschema::validator_for(property).ok()?;
    validator.validate(value).err().map(|error| error.to_string())
}
