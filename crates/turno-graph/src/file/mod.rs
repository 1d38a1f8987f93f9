//! What an operator writes: the shape of a graph file, before anything in it is checked.

mod text;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

pub use text::{AskFile, ExpressionFile, TextFile, TextForms, TextPair};

/// A graph file.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GraphFile {
    /// The graph's name, for people.
    pub name: String,
    /// The node where a conversation begins and to which it comes back.
    pub start: String,
    /// Where a node of an earlier version went: old name to new name.
    #[serde(default)]
    pub migrate: BTreeMap<String, String>,
    /// The nodes by name.
    pub nodes: BTreeMap<String, NodeFile>,
}

/// A node: `kind` says what it does.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum NodeFile {
    /// Chooses an intent.
    Router(RouterFile),
    /// Fills slots.
    Collect(CollectFile),
    /// Calls a tool.
    Tool(ToolFile),
    /// Asks for a yes.
    Confirm(ConfirmFile),
    /// Says something.
    Respond(RespondFile),
    /// Hands the conversation to a person.
    Escalate(EscalateFile),
    /// Closes the conversation.
    End(EndFile),
}

/// The kinds that a file may name, in the order of the design.
pub(crate) const KINDS: [&str; 7] = ["router", "collect", "tool", "confirm", "respond", "escalate", "end"];

/// `router`: rules in the order of the file, then the fallback.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RouterFile {
    /// The intents; the first that matches wins.
    #[serde(default)]
    pub intents: Vec<IntentFile>,
    /// The node for what no intent matches.
    pub fallback: String,
    /// Said when a conversation begins with nothing to route.
    pub say: Option<TextFile>,
}

/// An intent of a router.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IntentFile {
    /// Its name.
    pub name: String,
    /// Regular expressions, matched against the text in lower case, as written and without accents.
    #[serde(default)]
    pub patterns: Vec<String>,
    /// Whole words or phrases, matched as `patterns` are, without anything to escape.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// Ids of buttons that choose it.
    #[serde(default)]
    pub buttons: Vec<String>,
    /// What it may do while another task is under way. Without it: only counts where the router waits.
    #[serde(default)]
    pub interrupts: InterruptsFile,
    /// The node that serves it.
    pub to: String,
}

/// What an intent may do while another task is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum InterruptsFile {
    /// Nothing: it counts only where the router itself is waiting.
    #[default]
    Never,
    /// Is answered, then the open question is asked again.
    Aside,
    /// Leaves the task under way for this one.
    Switch,
}

/// `collect`: fills slots of a tool.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CollectFile {
    /// The tool whose parameters are the slots.
    pub tool: String,
    /// The slots to fill before going on, in the order in which they are asked. Default: what the tool requires.
    #[serde(default)]
    pub slots: Vec<String>,
    /// Emptied each time the node is entered from another node, so that they are asked anew.
    #[serde(default)]
    pub forget: Vec<String>,
    /// Questions by slot.
    #[serde(default)]
    pub ask: BTreeMap<String, AskFile>,
    /// Slots taken from an expression, if they are empty and it gives a value.
    #[serde(default)]
    pub prefill: BTreeMap<String, ExpressionFile>,
    /// An expression that gives a list of maps from slot to value, offered for the user to pick.
    pub options: Option<ExpressionFile>,
    /// Where to go when a slot of the tool changes that another node had collected. Default: stay.
    pub change: Option<String>,
    /// Said once when the node is entered, before the first question.
    pub say: Option<TextFile>,
    /// Asked when the node is entered with all its slots filled and nothing changed.
    pub change_question: Option<TextFile>,
    /// Where to go when the user does not want to go on. Default: the graph's start.
    pub no: Option<String>,
    /// Where to go after three questions for the same slot without an answer. Default: the graph's start.
    pub give_up: Option<String>,
    /// Where to go when all slots are filled.
    pub to: String,
}

/// `tool`: calls a tool; the first edge whose condition holds is taken.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToolFile {
    /// The tool.
    pub tool: String,
    /// Parameter to expression. A parameter that is not here takes the slot of its own name.
    #[serde(default)]
    pub parameters: BTreeMap<String, ExpressionFile>,
    /// Parameters that are read from the words of this turn, for this call alone.
    #[serde(default)]
    pub read: Vec<String>,
    /// Slots set from the result: slot to expression.
    #[serde(default)]
    pub set: BTreeMap<String, ExpressionFile>,
    /// The ways out, the last one without `when`.
    #[serde(default)]
    pub edges: Vec<EdgeFile>,
    /// Where to go when the call itself failed. Default: the graph's start, after an apology.
    pub error: Option<String>,
}

/// An arrow out of a tool node.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EdgeFile {
    /// A condition on `result` and the slots; without it: always.
    pub when: Option<ExpressionFile>,
    /// The node it leads to.
    pub to: String,
}

/// `confirm`: the pending confirmation of a tool, or, without a tool, a plain question of yes or no.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmFile {
    /// The tool that waits for the yes.
    pub tool: Option<String>,
    /// Parameter to expression, as in a tool node.
    #[serde(default)]
    pub parameters: BTreeMap<String, ExpressionFile>,
    /// The question. It must name what will happen.
    pub say: TextFile,
    /// How long the question stands: a number with ms, s, m or h; from 1 second to 24 hours. Default: `2m`.
    #[schemars(regex(pattern = r"^[0-9]+(ms|s|m|h)$"))]
    pub expires_after: Option<String>,
    /// After a yes.
    pub yes: String,
    /// After a no.
    pub no: String,
    /// After a change. Required where there is a tool.
    pub change: Option<String>,
    /// For a yes that came too late. Default: the graph's start, after the truth is told.
    pub expired: Option<String>,
    /// After two answers that were not understood. Default: the graph's start.
    pub unclear: Option<String>,
}

/// `respond`: says something, then goes on or waits.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RespondFile {
    /// What is said.
    pub say: TextFile,
    /// Buttons.
    #[serde(default)]
    pub choices: Vec<ChoiceFile>,
    /// Slots that are emptied, `["*"]` for all.
    #[serde(default)]
    pub forget: Vec<String>,
    /// The next node; without it the turn is over.
    pub to: Option<String>,
}

/// A button.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChoiceFile {
    /// What comes back when it is pressed.
    pub id: String,
    /// What it says.
    pub title: TextFile,
}

/// `escalate`: hands the conversation to a person.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EscalateFile {
    /// The tool that registers the hand-off.
    #[serde(default = "transfer_to_human")]
    pub tool: String,
    /// Why, for the person who takes over.
    pub reason: String,
    /// How urgent it is.
    #[serde(default)]
    pub urgency: UrgencyFile,
    /// What is said; `result` is what the tool gave.
    pub say: TextFile,
    /// What is said to further turns while a person is awaited.
    pub waiting: Option<TextFile>,
}

/// How urgent a hand-off is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum UrgencyFile {
    /// When somebody has time.
    Low,
    /// Soon.
    #[default]
    Medium,
    /// At once.
    High,
}

/// `end`: closes the conversation.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndFile {
    /// What is said last.
    pub say: Option<TextFile>,
}

/// The JSON Schema of a graph file, for editors that complete and check as one types.
pub fn json_schema() -> serde_json::Value {
    schemars::schema_for!(GraphFile).to_value()
}

fn transfer_to_human() -> String {
    "transfer_to_human".to_owned()
}
