//! What an operator writes: the fields of a graph file, and their JSON Schema.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::agent::AgentFile;
use crate::patterns::PatternsFile;
use crate::placed::{Expression, Form, Placed};

/// Language code to text.
pub(crate) type TextFile = BTreeMap<Placed<String>, Placed<Form>>;
pub(crate) type Name = Placed<String>;
pub(crate) type Expressions = BTreeMap<Name, Placed<Expression>>;

/// A graph file, for its schema. Reading goes node by node, so that one bad node does not hide the others.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
struct GraphFile {
    /// Where to find this schema.
    #[serde(rename = "$schema")]
    schema: Option<String>,
    /// The name of the graph.
    name: String,
    /// The node where a conversation begins.
    start: String,
    /// Where a node of an earlier version went: old name to new name.
    migrate: Option<BTreeMap<String, String>>,
    /// The nodes, by name.
    nodes: BTreeMap<String, NodeFile>,
}

/// The JSON Schema of a graph file, for editors: it goes to `config/graph.schema.json`.
pub fn json_schema() -> serde_json::Value {
    schemars::schema_for!(GraphFile).to_value()
}

/// A node as it was written.
#[derive(Debug)]
pub(crate) enum NodeFile {
    Router(RouterFile),
    Collect(CollectFile),
    Tool(ToolFile),
    Confirm(ConfirmFile),
    Respond(RespondFile),
    Escalate(EscalateFile),
    End(EndFile),
    Agent(AgentFile),
}

impl NodeFile {
    /// Slots that exist because this node sets them.
    pub(crate) fn names_it_makes(&self) -> Vec<String> {
        match self {
            Self::Tool(tool) => tool.set.keys().map(|name| name.value.clone()).collect(),
            Self::Router(_)
            | Self::Collect(_)
            | Self::Confirm(_)
            | Self::Respond(_)
            | Self::Escalate(_)
            | Self::End(_)
            | Self::Agent(_) => Vec::new(),
        }
    }
}

/// The kinds of node, as the file names them.
pub(crate) const KINDS: [&str; 8] =
    ["router", "collect", "tool", "confirm", "respond", "escalate", "end", "agent"];

impl JsonSchema for NodeFile {
    fn schema_name() -> Cow<'static, str> {
        "Node".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let schemas = [
            RouterFile::json_schema(generator),
            CollectFile::json_schema(generator),
            ToolFile::json_schema(generator),
            ConfirmFile::json_schema(generator),
            RespondFile::json_schema(generator),
            EscalateFile::json_schema(generator),
            EndFile::json_schema(generator),
            AgentFile::json_schema(generator),
        ];
        let nodes: Vec<serde_json::Value> =
            KINDS.iter().zip(schemas).map(|(kind, schema)| with_kind(kind, schema.to_value())).collect();
        json_schema!({ "oneOf": nodes })
    }
}

/// The schema of one kind of node with its `kind`, which reading takes off before the rest.
fn with_kind(kind: &str, mut schema: serde_json::Value) -> serde_json::Value {
    schema["properties"]["kind"] = serde_json::json!({ "const": kind });
    match schema["required"].as_array_mut() {
        Some(required) => required.push("kind".into()),
        None => schema["required"] = serde_json::json!(["kind"]),
    }
    schema
}

/// Chooses an intent.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RouterFile {
    /// The intents; the first that matches wins.
    #[serde(default)]
    pub(crate) intents: Vec<IntentFile>,
    /// The node for what no intent matches.
    pub(crate) fallback: Name,
    /// The node for what is not understood a second time in a row, usually one that offers a person. Where not given: the fallback.
    pub(crate) lost: Option<Name>,
    /// Said when a conversation begins with nothing to route.
    pub(crate) say: Option<Placed<TextFile>>,
    /// Where no rule matches, a language model is asked which of the intents is meant.
    #[serde(default)]
    pub(crate) ask_model: bool,
    /// Which models, as `provider/model`, in the order in which they are tried. Where not given: the daemon's list.
    #[serde(default)]
    pub(crate) models: Vec<String>,
}

/// What a user may want.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct IntentFile {
    /// Its name.
    pub(crate) name: Name,
    /// Regular expressions, matched in lower case with and without accents.
    #[serde(default)]
    pub(crate) patterns: PatternsFile,
    /// What people say who want it, in their words: it is learnt from them, and found where no pattern matches.
    #[serde(default)]
    pub(crate) examples: PatternsFile,
    /// Subjects that every language has examples of, and that this serves: `parking`, `person`, `hours`. See `examples.tsv` of a language.
    #[serde(default)]
    pub(crate) subjects: Vec<Placed<String>>,
    /// Whole words or phrases.
    #[serde(default)]
    pub(crate) keywords: Vec<Placed<String>>,
    /// Ids of buttons that choose it.
    #[serde(default)]
    pub(crate) buttons: Vec<String>,
    /// What it may do while another task is under way: nothing where it is not given.
    pub(crate) interrupts: Option<InterruptsFile>,
    /// It gives way to a task where the same words, which are no question, also give two or more of that task's slots:
    /// "para el cumpleaños de mi hija, el sábado a las 3".
    #[serde(default)]
    pub(crate) gives_way: bool,
    /// It counts only where no model answers: none is configured, the provider is down, the budget is spent. Else an agent is asked. Those stand
    /// before intents that lead to an agent with the same words.
    #[serde(default)]
    pub(crate) without_model: bool,
    /// What it is called where the user is asked which of two is meant: "hacer una reservación", "book a table".
    pub(crate) title: Option<Placed<TextFile>>,
    /// What somebody wants who has it, for a model: "wants a table for some day".
    pub(crate) about: Option<String>,
    /// Where the conversation follows it though none of its patterns matched: once.
    pub(crate) role: Option<IntentRoleFile>,
    /// The node that serves it.
    pub(crate) to: Name,
}

/// Where the conversation follows an intent though nothing of its own was said.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum IntentRoleFile {
    /// Where somebody says no more than their name.
    Greeting,
    /// Where somebody says no to "anything else?".
    NothingMore,
}

/// What an intent may do while another task is under way.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum InterruptsFile {
    /// Answered, then the open question is asked again.
    Aside,
    /// Leaves the task under way.
    Switch,
}

/// Fills slots of a tool.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CollectFile {
    /// The tool whose parameters are the slots.
    pub(crate) tool: Name,
    /// The slots to fill, in the order of asking. Where not given: what the tool requires.
    pub(crate) slots: Option<Vec<Name>>,
    /// Slots emptied when the node is entered from another.
    #[serde(default)]
    pub(crate) forget: Vec<Name>,
    /// Questions by slot.
    #[serde(default)]
    pub(crate) ask: BTreeMap<Name, AskFile>,
    /// Slot to expression: taken where the slot is empty.
    #[serde(default)]
    pub(crate) prefill: Expressions,
    /// An expression that gives a list of maps from slot to value, to pick from.
    pub(crate) options: Option<Placed<Expression>>,
    /// Where to go when a slot that another node collected changes.
    pub(crate) change: Option<Name>,
    /// Said once on entering.
    pub(crate) say: Option<Placed<TextFile>>,
    /// Asked when the node is entered with nothing left to ask.
    pub(crate) change_question: Option<Placed<TextFile>>,
    /// Where to go when the user does not want to go on.
    pub(crate) no: Option<Name>,
    /// Where to go after three questions without an answer.
    pub(crate) give_up: Option<Name>,
    /// Where to go when all slots are filled.
    pub(crate) to: Name,
}

/// The question for a slot: a text per language, and buttons.
#[derive(Debug, JsonSchema)]
pub(crate) struct AskFile {
    /// Buttons.
    #[schemars(default)]
    pub(crate) choices: Vec<ChoiceFile>,
    #[schemars(flatten)]
    pub(crate) text: TextFile,
}

// By hand: a flattened map would lose the places of its values.
impl<'de> Deserialize<'de> for AskFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(AskVisitor)
    }
}

struct AskVisitor;

impl<'de> Visitor<'de> for AskVisitor {
    type Value = AskFile;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a table of languages, and `choices`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<AskFile, A::Error> {
        let mut ask = AskFile { choices: Vec::new(), text: TextFile::new() };
        while let Some(key) = map.next_key::<Name>()? {
            if key.value == "choices" {
                ask.choices = map.next_value()?;
            } else {
                ask.text.insert(key, map.next_value()?);
            }
        }
        Ok(ask)
    }
}

/// A button.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoiceFile {
    /// What comes back when it is pressed.
    pub(crate) id: Name,
    /// What it says.
    pub(crate) title: Placed<TextFile>,
}

/// Calls a tool.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToolFile {
    /// The tool.
    pub(crate) tool: Name,
    /// The agent that calls it, by its id in the business's file; none: the one that serves the conversation.
    pub(crate) agent: Option<Name>,
    /// Parameter to expression. Where not given: the slot of the same name.
    #[serde(default)]
    pub(crate) parameters: Expressions,
    /// Parameters read from the words of this turn.
    #[serde(default)]
    pub(crate) read: Vec<Name>,
    /// Slots set from the result: slot to expression.
    #[serde(default)]
    pub(crate) set: Expressions,
    /// The ways out: the first whose condition holds is taken.
    pub(crate) edges: Placed<Vec<EdgeFile>>,
    /// Where to go when the call itself failed. There `result.code` says why (`timed_out`, `rate_limited`, `failed`), and
    /// `result.message` apologizes.
    pub(crate) error: Option<Name>,
}

/// A way out of a tool node.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EdgeFile {
    /// A condition on `result` and the slots; none: always.
    pub(crate) when: Option<Placed<Expression>>,
    /// The node it leads to.
    pub(crate) to: Name,
}

/// Asks for a yes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfirmFile {
    /// The tool that waits for the yes; none for a plain question.
    pub(crate) tool: Option<Name>,
    /// Parameter to expression.
    #[serde(default)]
    pub(crate) parameters: Expressions,
    /// The question, which names what will happen.
    pub(crate) say: Placed<TextFile>,
    /// How long the question stands: `500ms`, `90s`, `2m`, `1h`; from 1s to 24h. Where not given: `2m`.
    pub(crate) expires_after: Option<Placed<String>>,
    /// After a yes.
    pub(crate) yes: Name,
    /// After a no.
    pub(crate) no: Name,
    /// After a change.
    pub(crate) change: Option<Name>,
    /// For a yes that came too late.
    pub(crate) expired: Option<Name>,
    /// After two answers that were not understood.
    pub(crate) unclear: Option<Name>,
}

/// Says something.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RespondFile {
    /// What is said.
    pub(crate) say: Placed<TextFile>,
    /// How a language model is to put it: "con calidez, en una frase". What it writes is said where it keeps every number,
    /// day, name and no of `say` and adds none; else, or where no model answers, `say` is said as it stands.
    pub(crate) phrase: Option<Placed<TextFile>>,
    /// Which models, as `provider/model`, in the order in which they are tried. Where not given: the daemon's list.
    #[serde(default)]
    pub(crate) models: Vec<String>,
    /// Buttons.
    #[serde(default)]
    pub(crate) choices: Vec<ChoiceFile>,
    /// Slots that are emptied, `["*"]` for all.
    #[serde(default)]
    pub(crate) forget: Vec<Name>,
    /// The next node; none: the turn is over.
    pub(crate) to: Option<Name>,
}

/// Hands the conversation to a person.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EscalateFile {
    /// The tool that registers the hand-off: `transfer_to_human` where not given.
    pub(crate) tool: Option<Name>,
    /// Why.
    pub(crate) reason: String,
    /// How urgent it is: `medium` where not given.
    pub(crate) urgency: Option<UrgencyFile>,
    /// What is said.
    pub(crate) say: Placed<TextFile>,
    /// What is said to further turns while a person is awaited.
    pub(crate) waiting: Option<Placed<TextFile>>,
}

/// How urgent a hand-off is.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum UrgencyFile {
    /// No hurry.
    Low,
    /// As usual.
    Medium,
    /// At once.
    High,
}

/// Closes the conversation.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EndFile {
    /// What is said last.
    pub(crate) say: Option<Placed<TextFile>>,
}
