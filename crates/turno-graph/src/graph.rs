//! The graph that may run: immutable, checked, and with the library that draws it kept inside.

use std::collections::BTreeMap;

use petgraph::graph::DiGraph;

use crate::intents::IntentMatcher;

/// A checked graph. Only [`crate::compile()`] makes one.
#[derive(Debug, Clone)]
pub struct Graph {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) start: String,
    pub(crate) nodes: BTreeMap<String, Node>,
    pub(crate) templates: BTreeMap<TemplateId, String>,
    pub(crate) migrate: BTreeMap<String, String>,
    pub(crate) diagram: DiGraph<String, String>,
}

impl Graph {
    /// The name that the file gives itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// 16 hexadecimal digits of the source's BLAKE3 hash: two equal files have one version.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The node where a run begins.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The node of that name.
    pub fn node(&self, name: &str) -> Option<&Node> {
        self.nodes.get(name)
    }

    /// All nodes, by name.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.values()
    }

    /// Every template source of the graph, by the id that nodes carry. Conditions and parameter expressions
    /// are here too, wrapped as templates that print JSON: `{{ (EXPRESSION) | tojson }}`.
    pub fn templates(&self) -> &BTreeMap<TemplateId, String> {
        &self.templates
    }

    /// Where a node of an earlier version went: old name to new name.
    pub fn migrate(&self) -> &BTreeMap<String, String> {
        &self.migrate
    }

    /// The arrows as (from, to, label), in a fixed order; for drawing.
    pub fn arrows(&self) -> Vec<(&str, &str, &str)> {
        self.diagram
            .edge_indices()
            .filter_map(|edge| {
                let (from, to) = self.diagram.edge_endpoints(edge)?;
                Some((self.diagram[from].as_str(), self.diagram[to].as_str(), self.diagram[edge].as_str()))
            })
            .collect()
    }
}

/// Names a template of the graph, for example `confirm_reservation.say.es.voice` or `availability.edges.0`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TemplateId(pub String);

/// One node.
#[derive(Debug, Clone)]
pub struct Node {
    /// Its name: the key under `[nodes]`.
    pub name: String,
    /// The 1-based line of the file where it begins.
    pub line: usize,
    /// What it does.
    pub kind: NodeKind,
}

/// What a node does: section 5 of the design.
#[derive(Debug, Clone)]
pub enum NodeKind {
    /// Chooses an intent.
    Router(Router),
    /// Fills slots.
    Collect(Collect),
    /// Calls a tool.
    Tool(ToolNode),
    /// Asks for a yes.
    Confirm(Confirm),
    /// Says something.
    Respond(Respond),
    /// Hands the conversation to a person.
    Escalate(Escalate),
    /// Closes the conversation.
    End(End),
    /// Gives the turn to a language model.
    Agent(AgentNode),
}

macro_rules! as_kind {
    ($($name:ident: $kind:ident;)*) => {
        impl Node {
            $(
                #[doc = concat!("The node as `", stringify!($kind), "`, where it is one.")]
                pub fn $name(&self) -> Option<&as_kind!(@ $kind)> {
                    if let NodeKind::$kind(node) = &self.kind { Some(node) } else { None }
                }
            )*
        }
    };
    (@ Tool) => { ToolNode };
    (@ Agent) => { AgentNode };
    (@ $kind:ident) => { $kind };
}

as_kind! {
    as_router: Router;
    as_collect: Collect;
    as_tool: Tool;
    as_confirm: Confirm;
    as_respond: Respond;
    as_escalate: Escalate;
    as_agent: Agent;
}

impl Graph {
    /// Whether some node asks a language model.
    pub fn asks_models(&self) -> bool {
        self.nodes().any(|node| {
            let router_asks = node.as_router().is_some_and(|router| router.ask_model.is_some());
            let phrases = node.as_respond().is_some_and(|respond| respond.phrase.is_some());
            node.as_agent().is_some() || router_asks || phrases
        })
    }
}

/// Which of a text's two forms: what is spoken, or what is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variant {
    /// Spoken on a call.
    Voice,
    /// Read in a chat.
    Chat,
}

/// A text in each of its languages, as templates. Where the file gives one form, both variants name it.
#[derive(Debug, Clone, Default)]
pub struct Text {
    /// Language code (`es`, `en`) to the template of (voice, chat).
    pub by_language: BTreeMap<String, (TemplateId, TemplateId)>,
}

impl Text {
    /// The template for a language and a variant.
    pub fn template(&self, language: &str, variant: Variant) -> Option<&TemplateId> {
        let (voice, chat) = self.by_language.get(language)?;
        Some(match variant {
            Variant::Voice => voice,
            Variant::Chat => chat,
        })
    }
}

/// What an intent may do while another task is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interrupts {
    /// Only counts where the router itself is waiting.
    Never,
    /// Is answered, then the open question is asked again: a side question.
    Aside,
    /// Leaves the task under way for this one.
    Switch,
}

/// What the conversation follows an intent for, where nothing of its own was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntentRole {
    /// Who says no more than their name is greeted.
    Greeting,
    /// A no to "anything else?".
    NothingMore,
}

/// An intent of a router.
#[derive(Debug, Clone)]
pub struct Intent {
    /// Its name.
    pub name: String,
    /// Regular expressions, matched against the text in lower case, both as written and without accents.
    pub patterns: Vec<regex::Regex>,
    /// What people say who want it, for the reader that learns from examples.
    pub examples: Vec<String>,
    /// Subjects of the languages' own examples that it serves.
    pub subjects: Vec<String>,
    /// Ids of buttons that choose it.
    pub buttons: Vec<String>,
    /// What it may do while another task is under way.
    pub interrupts: Interrupts,
    /// It gives way to a task of which the same words give two or more slots.
    pub gives_way: bool,
    /// It counts only where no model answers.
    pub without_model: bool,
    /// What it is called where the user is asked which of two is meant.
    pub title: Option<Text>,
    /// What the user wants who has it, in words for a model.
    pub about: Option<String>,
    /// What the conversation follows it for, where nothing of its own was said.
    pub role: Option<IntentRole>,
    /// The node that serves it.
    pub to: String,
}

/// `router`: rules in the order of the file, then the fallback.
#[derive(Debug, Clone)]
pub struct Router {
    /// The intents, first match wins.
    pub intents: Vec<Intent>,
    /// The node for what no intent matches.
    pub fallback: String,
    /// The node for what no intent matches a second time in a row; none: the fallback.
    pub lost: Option<String>,
    /// Said when a conversation begins with nothing to route (a call that is picked up, an empty greeting).
    pub say: Option<Text>,
    /// The models that are asked where no rule matches, as `provider/model`, in order; empty: the daemon's list. None: the
    /// fallback at once.
    pub ask_model: Option<Vec<String>>,
    pub(crate) matcher: IntentMatcher,
    pub(crate) beside_model: Box<IntentMatcher>,
}

impl Router {
    /// The first intent, in the order of the file, with a pattern that matches a text in lower case: `written`, or
    /// `unaccented`, which is the same without its accents. Patterns without accents are matched against the latter.
    pub fn intent_for(&self, written: &str, unaccented: &str) -> Option<&Intent> {
        self.intents.get(self.matcher.find(written, unaccented)?)
    }

    /// The same, without the intents that count only where no model answers.
    pub fn intent_beside_model(&self, written: &str, unaccented: &str) -> Option<&Intent> {
        self.intents.get(self.beside_model.find(written, unaccented)?)
    }
}

/// The question for one slot.
#[derive(Debug, Clone)]
pub struct Ask {
    /// What is said.
    pub text: Text,
    /// Fixed answers that are offered as buttons, each read as if its title had been said.
    pub choices: Vec<Choice>,
}

/// A button.
#[derive(Debug, Clone)]
pub struct Choice {
    /// What comes back when it is pressed. In `respond` it is matched against the intents' `buttons`; in a
    /// `collect` it is the slot's value.
    pub id: String,
    /// What it says.
    pub title: Text,
}

/// `collect`: fills slots of a tool, asking in order for those that are missing.
#[derive(Debug, Clone)]
pub struct Collect {
    /// The tool whose parameters are the slots.
    pub tool: String,
    /// The slots to fill before going on, in the order in which they are asked. Default: what the tool requires.
    pub slots: Vec<String>,
    /// Emptied each time the node is entered from another node, so that they are asked anew.
    pub forget: Vec<String>,
    /// Questions by slot.
    pub ask: BTreeMap<String, Ask>,
    /// Slots taken from an expression, if they are empty and it gives a value: `customer_phone = "caller.phone"`.
    pub prefill: BTreeMap<String, TemplateId>,
    /// An expression that gives a list of maps from slot to value, offered for the user to pick ("la segunda", "esa").
    pub options: Option<TemplateId>,
    /// Where to go when a slot of the tool changes that another node had collected. Default: stay.
    pub change: Option<String>,
    /// Said once when the node is entered, before the first question.
    pub say: Option<Text>,
    /// Asked when the node is entered with all its slots filled and the words that led here changed none: "what
    /// would you like to change?". For editing something that exists.
    pub change_question: Option<Text>,
    /// Where to go when the user does not want to go on ("mejor no", "olvídalo"). Default: the graph's start.
    pub no: Option<String>,
    /// Where to go after three questions for the same slot without an answer. Default: the graph's start.
    pub give_up: Option<String>,
    /// Where to go when all slots are filled.
    pub to: String,
}

/// An arrow out of a tool node.
#[derive(Debug, Clone)]
pub struct Edge {
    /// A condition on `result` and the slots; none: always.
    pub when: Option<TemplateId>,
    /// The node it leads to.
    pub to: String,
}

/// `tool`: calls a tool; the first edge whose condition holds is taken.
#[derive(Debug, Clone)]
pub struct ToolNode {
    /// The tool.
    pub tool: String,
    /// The agent that calls it; none: the one that serves the conversation.
    pub agent: Option<String>,
    /// Parameter to expression. A parameter that is not here takes the slot of its own name, where there is one.
    /// For a destructive tool the parameters are those that were confirmed, and this is empty.
    pub parameters: BTreeMap<String, TemplateId>,
    /// Parameters of a tool that changes nothing which are read from the words of this turn, for this call alone: the
    /// dish in "¿cuánto cuestan los tacos?".
    pub read: Vec<String>,
    /// Slots set from the result: slot to expression.
    pub set: BTreeMap<String, TemplateId>,
    /// The ways out.
    pub edges: Vec<Edge>,
    /// Where to go when the call itself failed (not valid, timed out, outcome unknown). Default: the graph's start,
    /// after an apology. There `result.code` says why (`timed_out`), and `result.message` apologizes.
    pub error: Option<String>,
}

/// `confirm`: the pending confirmation, or, without a tool, a plain question of yes or no.
#[derive(Debug, Clone)]
pub struct Confirm {
    /// The destructive tool that waits; none for a plain question.
    pub tool: Option<String>,
    /// Parameter to expression, as in [`ToolNode::parameters`].
    pub parameters: BTreeMap<String, TemplateId>,
    /// The question. It must name what will happen.
    pub say: Text,
    /// How long the question stands, in milliseconds. Default 120,000.
    pub expires_after_ms: u64,
    /// After a yes.
    pub yes: String,
    /// After a no.
    pub no: String,
    /// After a change: a collect node that checks anew. Required where there is a tool.
    pub change: Option<String>,
    /// For a yes that came too late. Default: the graph's start, after the truth is told.
    pub expired: Option<String>,
    /// After two answers that were not understood. Default: the question is dropped and the graph's start waits.
    pub unclear: Option<String>,
}

/// `respond`: says something, then goes on or waits.
#[derive(Debug, Clone)]
pub struct Respond {
    /// What is said.
    pub say: Text,
    /// How a language model is to put it; none: it is said as it stands.
    pub phrase: Option<Phrase>,
    /// Buttons.
    pub choices: Vec<Choice>,
    /// Slots that are emptied, `["*"]` for all: a task is over.
    pub forget: Vec<String>,
    /// The next node; none: the turn is over, and the open question of a task that this was an aside of is asked
    /// again, or the graph's start waits.
    pub to: Option<String>,
}

/// How a language model is to put a text of the graph.
#[derive(Debug, Clone)]
pub struct Phrase {
    /// What it is told: a template over the business, the caller and the slots.
    pub prompt: Text,
    /// Which models, as `provider/model`, in the order in which they are tried; empty: the daemon's list.
    pub models: Vec<String>,
}

/// `escalate`: hands the conversation to a person.
#[derive(Debug, Clone)]
pub struct Escalate {
    /// The tool that registers the hand-off: `transfer_to_human`.
    pub tool: String,
    /// Why, for the person who takes over.
    pub reason: String,
    /// `low`, `medium` or `high`.
    pub urgency: String,
    /// What is said; `result` is what the tool gave.
    pub say: Text,
    /// What is said to further turns while a person is awaited.
    pub waiting: Option<Text>,
}

/// `agent`: gives the turn to a language model, which may call the tools that are listed. A tool that changes something
/// is asked by a confirm node first, and runs at the tool node that the yes of it leads to.
#[derive(Debug, Clone)]
pub struct AgentNode {
    /// What the model is to do, in the business's words; beside it stand the date, the channel's style and the slots.
    pub prompt: Text,
    /// The tools that it may call.
    pub tools: Vec<String>,
    /// Where the calls that change something are asked: tool to confirm node.
    pub confirm: BTreeMap<String, String>,
    /// Which models, as `provider/model`, in the order in which they are tried; empty: the daemon's own list.
    pub models: Vec<String>,
    /// From 0 to 2; none: the provider's own.
    pub temperature: Option<f64>,
    /// The longest answer, in tokens.
    pub max_tokens: u32,
    /// Tool calls that it may make in a turn: 1 to 5.
    pub calls: u8,
    /// What nobody gave is not said: prices, codes, phones, hours, gifts, and stock and room that were not found, or that there is none.
    pub grounded: bool,
    /// The agent of the business's that calls the tools; none: the one that serves the conversation.
    pub agent: Option<String>,
    /// The escalate node for a call of `transfer_to_human`.
    pub person: Option<String>,
    /// Where to go when no model answers: the rules.
    pub failed: String,
}

/// `end`: closes the conversation.
#[derive(Debug, Clone)]
pub struct End {
    /// What is said last.
    pub say: Option<Text>,
}
