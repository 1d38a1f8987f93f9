//! A conversation's state: what a checkpoint holds.

mod calls;
mod collected;
mod confirmations;
mod dialogue;
mod exchange;
mod stored;
mod tasks;
mod turns;

use std::collections::BTreeMap;

pub use calls::Calls;
pub use collected::{Collected, OpenSlot};
pub use confirmations::Confirmations;
pub use dialogue::{Dialogue, OfferedButton};
pub use exchange::Exchange;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stored::StoredConversation;
pub(crate) use tasks::Between;
pub use tasks::{LaterRequest, Tasks};
use turno_language::Language;
pub use turns::{TurnInProgress, Turns};

use crate::{
    CallId, Caller, ConfirmationId, ConversationKey, RequestId, Seed, TalkCall, Timestamp, ToolCall,
};

/// The format of a checkpoint that this code writes. Reading knows this one and those before it.
pub const CHECKPOINT_FORMAT: u16 = 1;

/// One conversation. Each part of it is what one kind of node, or the life of turns, works with; a checkpoint holds them side by side, as
/// earlier versions did.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(from = "StoredConversation<'static>")]
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
    pub seed: Option<Seed>,
    /// What it waits for.
    pub phase: Phase,
    /// The language that it is in; none: it has not begun, or its tenant speaks but one.
    pub language: Option<Language>,
    /// Who is talking.
    pub caller: Caller,
    /// The branch that was called, if the gateway said.
    pub branch: Option<String>,
    /// The turn under way, and those that wait for it.
    pub turns: Turns,
    /// What collect nodes have gathered.
    pub collected: Collected,
    /// What waits for a yes, and what became of what waited.
    pub confirmations: Confirmations,
    /// What is under way, what it was interrupted in, and what comes after it.
    pub tasks: Tasks,
    /// What was called in this run, and what it gave.
    pub calls: Calls,
    /// What was said by either side, and offered.
    pub dialogue: Dialogue,
    /// What language models are told and have answered.
    pub exchange: Exchange,
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
        self.confirmations.pending.as_ref().map(|pending| &pending.id)
    }

    /// How often the turn has called the same tool before a call that it makes now. A model's answer may make several at once,
    /// which are all counted already: each has those in front of it before it.
    pub fn calls_before(&self, call: &ToolCall) -> u8 {
        let turn = self.turns.current.as_ref();
        let counted = turn.and_then(|turn| turn.calls_by_tool.get(&call.tool));
        let is_it = |talked: &&TalkCall| talked.made.as_ref() == Some(&call.call);
        let behind = if self.exchange.talk.calls().any(|talked| is_it(&talked)) {
            let behind = self.exchange.talk.calls().rev().take_while(|talked| !is_it(talked));
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
            phase: Phase::Ended,
            language: None,
            caller: Caller::default(),
            branch: None,
            turns: Turns::default(),
            collected: Collected::default(),
            confirmations: Confirmations::default(),
            tasks: Tasks::default(),
            calls: Calls::default(),
            dialogue: Dialogue::default(),
            exchange: Exchange::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Channel;

    #[test]
    fn a_checkpoint_holds_the_parts_side_by_side_as_earlier_versions_did() {
        let key = ConversationKey::new("terraza", Channel::Whatsapp, "c-1").unwrap();
        let stored = serde_json::to_value(Conversation::new(key)).unwrap();
        let mut names: Vec<&str> = stored.as_object().unwrap().keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(
            names,
            [
                "aside",
                "branch",
                "caller",
                "codes_missed",
                "format",
                "granted",
                "graph_version",
                "key",
                "lapsed",
                "last_tool",
                "last_turn_at",
                "latest_at",
                "lines",
                "next_call",
                "next_confirmation",
                "next_seq",
                "outcomes",
                "pending",
                "phase",
                "queued",
                "results",
                "run",
                "slots",
                "task",
                "turn"
            ]
        );
    }
}
