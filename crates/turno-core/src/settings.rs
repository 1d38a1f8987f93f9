//! What the core knows of a business, and which tools its rules let be called.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use serde_json::Value;
use turno_graph::Refusal;
use turno_language::{Language, OpeningHours, Vocabulary, format::CountedName};

use crate::{ToolOverride, ToolRules, ToolSpec};

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
    pub(crate) fn language_of(&self, of_conversation: Option<Language>) -> Language {
        let own = of_conversation.filter(|language| self.speaks(*language));
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
