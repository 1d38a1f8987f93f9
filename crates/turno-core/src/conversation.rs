//! A conversation's state: what a checkpoint holds.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use turno_language::Language;

use crate::{
    CallId, Caller, ConfirmationId, ConfirmationOutcome, ConversationKey, Grant, PendingConfirmation,
    ReplyChoice, RequestId, Seed, Talk, TalkCall, Timestamp, ToolCall, Turn, Wishes,
};

/// The format of a checkpoint that this code writes. Reading knows this one and those before it.
pub const CHECKPOINT_FORMAT: u16 = 1;

/// One conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Conversation {
    /// The checkpoint's format.
    pub format: u16,
    /// Which conversation.
    pub key: ConversationKey,
    /// Counts the runs from 1: a conversation that ended or was idle too long starts afresh under the same id.
    pub run: u32,
    /// The version of the graph that the run is on.
    pub graph_version: String,
    /// The latest time of any event so far; time never runs backwards in a conversation.
    pub latest_at: Timestamp,
    /// The seed of the latest event; none: it had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// When the user last said something.
    pub last_turn_at: Timestamp,
    /// What it waits for.
    pub phase: Phase,
    /// Values by slot.
    pub slots: BTreeMap<String, Value>,
    /// When each value was said: one that was said before is no correction of it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub said_at: BTreeMap<String, Timestamp>,
    /// When the latest was said of all that was read in this run.
    #[serde(default, skip_serializing_if = "is_never")]
    pub latest_said_at: Timestamp,
    /// The value that is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<OpenSlot>,
    /// When keys last dictated a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dictated_at: Option<Timestamp>,
    /// So many turns in a row came without words, and were of no use.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wordless: u8,
    /// The latest result of each tool in this run.
    pub results: BTreeMap<String, Arc<Value>>,
    /// The tool whose result came last.
    pub last_tool: Option<String>,
    /// The language that it is in; none: it has not begun, or its tenant speaks but one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Who is talking.
    pub caller: Caller,
    /// The branch that was called, if the gateway said.
    pub branch: Option<String>,
    /// The destructive call that waits for a yes.
    pub pending: Option<PendingConfirmation>,
    /// A question that expired and that the user has not come back to.
    pub lapsed: Option<PendingConfirmation>,
    /// A yes that the tool node has not spent yet: the tool, the parameters, the grant.
    pub granted: Option<(String, Map<String, Value>, Grant)>,
    /// What became of the latest confirmations, oldest first.
    pub outcomes: VecDeque<(ConfirmationId, ConfirmationOutcome)>,
    /// The node that began the task under way.
    pub task: Option<String>,
    /// What to come back to after a side question.
    pub aside: Option<Phase>,
    /// What else was asked for in one breath, and comes after the task under way.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub later: VecDeque<LaterRequest>,
    /// Codes that were given in the task under way and led nowhere.
    #[serde(default)]
    pub codes_missed: u8,
    /// The buttons that were offered in this run, but for those of questions to confirm; the latest last. Bounded.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub offered: VecDeque<OfferedButton>,
    /// The turn being worked on.
    pub turn: Option<TurnInProgress>,
    /// Turns that arrived while one was being worked on.
    pub queued: VecDeque<Turn>,
    /// When each of them arrived.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub queued_at: VecDeque<Timestamp>,
    /// The latest lines, for the person who takes over: (the user said it, text). Bounded.
    pub lines: VecDeque<(bool, String)>,
    /// The latest turns that said some digits and little else, as digits, the oldest first: a number that is said in pieces is
    /// known by its last.
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pub pieces: VecDeque<String>,
    /// What was said to, and by, language models in this run. Empty where the graph has no agent.
    #[serde(default, skip_serializing_if = "Talk::is_empty")]
    pub talk: Talk,
    /// What the caller's words ask for beyond what was done. Told only where the graph has an agent.
    #[serde(default, skip_serializing_if = "Wishes::is_untold")]
    pub wishes: Wishes,
    /// The number of the next frame to the gateway.
    pub next_seq: u64,
    /// The number of the next tool call in this run.
    pub next_call: u32,
    /// The number of the next confirmation in this run.
    pub next_confirmation: u32,
}

/// A value that is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenSlot {
    /// The slot.
    pub slot: String,
    /// When it was asked for first: what was said before is no answer.
    pub since: Timestamp,
    /// What was said of it so far, where it comes in pieces.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub heard: String,
}

/// A request that waits for the one before it: "…, y otra para el domingo".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaterRequest {
    /// The intent that it follows.
    pub intent: String,
    /// Its words.
    pub text: String,
    /// The user was told that it comes after.
    pub is_told: bool,
    /// When it was said: its "mañana" counts from then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said_at: Option<Timestamp>,
}

/// A button that was offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedButton {
    /// What it stands for, as the graph or the step names it.
    pub name: String,
    /// What makes that mean something else another time: the question's node, the option's words. Empty: nothing does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Its id: the name, and a part that nobody can guess.
    pub id: String,
}

/// What a conversation waits for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Something to route.
    Idle,
    /// A value.
    Collecting {
        /// The collect node.
        node: String,
        /// The slot asked for; none: the user was asked what to change.
        slot: Option<String>,
        /// How often it was asked in a row.
        asked: u8,
        /// Readings that were offered because the words were ambiguous, or the node's options: each fills slots.
        offered: Vec<BTreeMap<String, Value>>,
    },
    /// A yes or a no: to the pending confirmation, or, where there is none, to the node's plain question.
    Confirming {
        /// The confirm node.
        node: String,
        /// Answers to a plain question that were not understood so far.
        unclear: u8,
    },
    /// The outcome of a tool.
    Calling {
        /// The tool or escalate node.
        node: String,
        /// The call.
        call: CallId,
        /// The tool.
        tool: String,
    },
    /// A language model's answer.
    Generating {
        /// The node that asked it.
        node: String,
        /// The question.
        request: RequestId,
    },
    /// The outcomes of what a language model called.
    Working {
        /// The agent node.
        node: String,
    },
    /// Whatever the user says next, which the agent answers.
    Talking {
        /// The agent node.
        node: String,
    },
    /// A person.
    WithPerson {
        /// The escalate node.
        node: String,
    },
    /// Nothing: the next turn starts a new run.
    Ended,
}

/// The turn being worked on, and the reply being put together for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TurnInProgress {
    /// The turn.
    pub turn: Turn,
    /// When it arrived, where it then waited for another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waited_since: Option<Timestamp>,
    /// When its words were said, as far as that is known: days and hours count from then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said_at: Option<Timestamp>,
    /// It was said before something that has been read already.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_overtaken: bool,
    /// Its text as it may still be read for slots; empty once it was.
    pub unread: String,
    /// What to answer after the task: "sí, ¿y tienen estacionamiento?".
    pub question: Option<String>,
    /// What was said so far, as read.
    pub text: Vec<String>,
    /// What was said so far, as spoken.
    pub speech: Vec<String>,
    /// Buttons so far.
    pub choices: Vec<ReplyChoice>,
    /// Tool calls so far.
    pub calls: u8,
    /// Of each tool: its calls so far.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub calls_by_tool: BTreeMap<String, u8>,
    /// Which of the texts so far are a model's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub model_parts: Vec<usize>,
    /// What the latest call gave that changed something, where a model made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deed: Option<String>,
    /// What came of the latest call that the user had said yes to, where nothing was done, until that is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// A model was asked in vain: the rules answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_model: bool,
    /// What was done, or an answer, is told in the reply: a courtesy may be to that, whatever it asks behind it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_told: bool,
}

fn is_never(at: &Timestamp) -> bool {
    *at == Timestamp::default()
}

fn is_zero(count: &u8) -> bool {
    *count == 0
}

impl Phase {
    /// The node for which a model is asked, and the question, where one is.
    pub fn generating(&self) -> Option<(&str, &RequestId)> {
        match self {
            Self::Generating { node, request } => Some((node, request)),
            Self::Idle
            | Self::Collecting { .. }
            | Self::Confirming { .. }
            | Self::Calling { .. }
            | Self::Working { .. }
            | Self::Talking { .. }
            | Self::WithPerson { .. }
            | Self::Ended => None,
        }
    }
}

impl Conversation {
    /// The question that stands, where one does.
    pub fn question_id(&self) -> Option<&ConfirmationId> {
        self.pending.as_ref().map(|pending| &pending.id)
    }

    /// How often the turn has called the same tool before a call that it makes now. A model's answer may make several at once,
    /// which are all counted already: each has those in front of it before it.
    pub fn calls_before(&self, call: &ToolCall) -> u8 {
        let turn = self.turn.as_ref();
        let counted = turn.and_then(|turn| turn.calls_by_tool.get(&call.tool));
        let is_it = |talked: &&TalkCall| talked.made.as_ref() == Some(&call.call);
        let behind = if self.talk.calls().any(|talked| is_it(&talked)) {
            let behind = self.talk.calls().rev().take_while(|talked| !is_it(talked));
            let same = |talked: &&TalkCall| talked.made.is_some() && talked.call.tool == call.tool;
            u8::try_from(behind.filter(same).count()).unwrap_or(u8::MAX)
        } else {
            0
        };
        counted.map_or(0, |counted| counted.saturating_sub(1).saturating_sub(behind))
    }

    /// A conversation before its first event.
    pub fn new(key: ConversationKey) -> Self {
        Self {
            format: CHECKPOINT_FORMAT,
            key,
            run: 0,
            graph_version: String::new(),
            latest_at: Timestamp::default(),
            seed: None,
            last_turn_at: Timestamp::default(),
            phase: Phase::Ended,
            slots: BTreeMap::new(),
            said_at: BTreeMap::new(),
            latest_said_at: Timestamp::default(),
            open: None,
            dictated_at: None,
            wordless: 0,
            results: BTreeMap::new(),
            last_tool: None,
            language: None,
            caller: Caller::default(),
            branch: None,
            pending: None,
            lapsed: None,
            granted: None,
            outcomes: VecDeque::new(),
            task: None,
            aside: None,
            later: VecDeque::new(),
            codes_missed: 0,
            offered: VecDeque::new(),
            turn: None,
            queued: VecDeque::new(),
            queued_at: VecDeque::new(),
            lines: VecDeque::new(),
            pieces: VecDeque::new(),
            talk: Talk::default(),
            wishes: Wishes::default(),
            next_seq: 1,
            next_call: 1,
            next_confirmation: 1,
        }
    }
}
