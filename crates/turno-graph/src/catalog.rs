//! What a graph may refer to.

use std::collections::{BTreeMap, BTreeSet};

use crate::words::Words;

/// Everything outside a graph file that the file may name. Made by the caller for one tenant.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    /// The tools that the tenant's assistant type may call, by name.
    pub tools: BTreeMap<String, ToolSignature>,
    /// Tools that exist but that the assistant type may not call: naming one gets a fault of its own.
    pub tools_not_enabled: BTreeSet<String>,
    /// Tools that exist and may not be called for another reason.
    pub tools_refused: BTreeMap<String, Refusal>,
    /// Tools of which only the name is known, as their own files have faults. Those are told; what follows from them here is not.
    pub tools_unread: BTreeSet<String>,
    /// The tenant's agents, each with the tools that it may call; none at all: whoever calls may call all.
    pub agents: BTreeMap<String, BTreeSet<String>>,
    /// The agents that the graph runs as, where a node names none: each must be allowed what the graph calls.
    pub serving_agents: BTreeSet<String>,
    /// The assistant type, for messages.
    pub assistant_type: String,
    /// Template filters beside minijinja's own.
    pub filters: BTreeSet<String>,
    /// Names that a template may use beside slots: `business`, `caller`, `result`, `results`, …
    pub globals: BTreeSet<String>,
    /// Languages that each text must have: `es`, `en`.
    pub languages: BTreeSet<String>,
    /// Words of the languages that users and authors speak.
    pub words: Words,
}

/// Why a tool may not be called, in the words of a message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refusal {
    /// Why not: "it is switched off".
    pub why: String,
    /// What to do about it.
    pub cure: String,
    /// It is the agents that may not, none of them: a node that names one may be told which.
    pub by_agents: bool,
}

/// What a graph needs to know of a tool.
#[derive(Debug, Clone, Default)]
pub struct ToolSignature {
    /// The parameters in the order of the tool's schema.
    pub parameters: Vec<String>,
    /// The parameters that a call must carry.
    pub required: BTreeSet<String>,
    /// The tool changes something, so a call needs the user's yes.
    pub destructive: bool,
    /// The question before a call that a model makes, by language code: a template over the parameters. Empty: the tool has
    /// none of its own.
    pub confirmation: BTreeMap<String, String>,
}
