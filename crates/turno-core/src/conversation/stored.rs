//! A conversation as a checkpoint holds it: its parts side by side, as versions before the parts did.
//!
//! One flat record and not `#[serde(flatten)]`, which gathers every field in a list of its own before any part is read.

use std::{
    borrow::Cow,
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use turno_language::Language;

use super::{
    Between, Calls, Collected, Confirmations, Conversation, Dialogue, Exchange, LaterRequest, OfferedButton,
    OpenSlot, Phase, Tasks, TurnInProgress, Turns, confirmations::GrantedCall,
};
use crate::{
    Caller, ConfirmationId, ConfirmationOutcome, ConversationKey, PendingConfirmation, Seed, Talk, Timestamp,
    Turn, Wishes,
};

/// The record: borrowed where it is written, owned where it is read.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredConversation<'a> {
    format: u16,
    key: Cow<'a, ConversationKey>,
    run: u32,
    graph_version: Cow<'a, str>,
    latest_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Cow<'a, Option<Seed>>,
    phase: Cow<'a, Phase>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Cow<'a, Option<Language>>,
    caller: Cow<'a, Caller>,
    branch: Cow<'a, Option<String>>,
    last_turn_at: Timestamp,
    turn: Cow<'a, Option<TurnInProgress>>,
    queued: Cow<'a, VecDeque<Turn>>,
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    queued_at: Cow<'a, VecDeque<Timestamp>>,
    slots: Cow<'a, BTreeMap<String, Value>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    said_at: Cow<'a, BTreeMap<String, Timestamp>>,
    #[serde(default, skip_serializing_if = "is_never")]
    latest_said_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    open: Cow<'a, Option<OpenSlot>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dictated_at: Cow<'a, Option<Timestamp>>,
    #[serde(default, skip_serializing_if = "is_zero")]
    wordless: u8,
    #[serde(default)]
    codes_missed: u8,
    pending: Cow<'a, Option<PendingConfirmation>>,
    lapsed: Cow<'a, Option<PendingConfirmation>>,
    granted: Cow<'a, Option<GrantedCall>>,
    outcomes: Cow<'a, VecDeque<(ConfirmationId, ConfirmationOutcome)>>,
    next_confirmation: u32,
    task: Cow<'a, Option<String>>,
    aside: Cow<'a, Option<Phase>>,
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    later: Cow<'a, VecDeque<LaterRequest>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    between: Cow<'a, Option<Between>>,
    #[serde(default, skip_serializing_if = "is_zero")]
    missed: u8,
    results: Cow<'a, BTreeMap<String, Arc<Value>>>,
    last_tool: Cow<'a, Option<String>>,
    next_call: u32,
    lines: Cow<'a, VecDeque<(bool, String)>>,
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    pieces: Cow<'a, VecDeque<String>>,
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    offered: Cow<'a, VecDeque<OfferedButton>>,
    next_seq: u64,
    #[serde(default, skip_serializing_if = "Talk::is_empty")]
    talk: Cow<'a, Talk>,
    #[serde(default, skip_serializing_if = "Wishes::is_untold")]
    wishes: Cow<'a, Wishes>,
}

impl Serialize for Conversation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { turns, collected, confirmations, tasks, calls, dialogue, exchange, .. } = self;
        let stored = StoredConversation {
            format: self.format,
            key: Cow::Borrowed(&self.key),
            run: self.run,
            graph_version: Cow::Borrowed(&self.graph_version),
            latest_at: self.latest_at,
            seed: Cow::Borrowed(&self.seed),
            phase: Cow::Borrowed(&self.phase),
            language: Cow::Borrowed(&self.language),
            caller: Cow::Borrowed(&self.caller),
            branch: Cow::Borrowed(&self.branch),
            last_turn_at: turns.last_turn_at,
            turn: Cow::Borrowed(&turns.current),
            queued: Cow::Borrowed(&turns.queued),
            queued_at: Cow::Borrowed(&turns.queued_at),
            slots: Cow::Borrowed(&collected.slots),
            said_at: Cow::Borrowed(&collected.said_at),
            latest_said_at: collected.latest_said_at,
            open: Cow::Borrowed(&collected.open),
            dictated_at: Cow::Borrowed(&collected.dictated_at),
            wordless: collected.wordless,
            codes_missed: collected.codes_missed,
            pending: Cow::Borrowed(&confirmations.pending),
            lapsed: Cow::Borrowed(&confirmations.lapsed),
            granted: Cow::Borrowed(&confirmations.granted),
            outcomes: Cow::Borrowed(&confirmations.outcomes),
            next_confirmation: confirmations.next_confirmation,
            task: Cow::Borrowed(&tasks.current),
            aside: Cow::Borrowed(&tasks.aside),
            later: Cow::Borrowed(&tasks.later),
            between: Cow::Borrowed(&tasks.between),
            missed: tasks.missed,
            results: Cow::Borrowed(&calls.results),
            last_tool: Cow::Borrowed(&calls.last_tool),
            next_call: calls.next_call,
            lines: Cow::Borrowed(&dialogue.lines),
            pieces: Cow::Borrowed(&dialogue.pieces),
            offered: Cow::Borrowed(&dialogue.offered),
            next_seq: dialogue.next_seq,
            talk: Cow::Borrowed(&exchange.talk),
            wishes: Cow::Borrowed(&exchange.wishes),
        };
        stored.serialize(serializer)
    }
}

impl From<StoredConversation<'_>> for Conversation {
    fn from(stored: StoredConversation<'_>) -> Self {
        Self {
            format: stored.format,
            key: stored.key.into_owned(),
            run: stored.run,
            graph_version: stored.graph_version.into_owned(),
            latest_at: stored.latest_at,
            seed: stored.seed.into_owned(),
            phase: stored.phase.into_owned(),
            language: stored.language.into_owned(),
            caller: stored.caller.into_owned(),
            branch: stored.branch.into_owned(),
            turns: Turns {
                last_turn_at: stored.last_turn_at,
                current: stored.turn.into_owned(),
                queued: stored.queued.into_owned(),
                queued_at: stored.queued_at.into_owned(),
            },
            collected: Collected {
                slots: stored.slots.into_owned(),
                said_at: stored.said_at.into_owned(),
                latest_said_at: stored.latest_said_at,
                open: stored.open.into_owned(),
                dictated_at: stored.dictated_at.into_owned(),
                wordless: stored.wordless,
                codes_missed: stored.codes_missed,
            },
            confirmations: Confirmations {
                pending: stored.pending.into_owned(),
                lapsed: stored.lapsed.into_owned(),
                granted: stored.granted.into_owned(),
                outcomes: stored.outcomes.into_owned(),
                next_confirmation: stored.next_confirmation,
            },
            tasks: Tasks {
                current: stored.task.into_owned(),
                aside: stored.aside.into_owned(),
                later: stored.later.into_owned(),
                between: stored.between.into_owned(),
                missed: stored.missed,
            },
            calls: Calls {
                results: stored.results.into_owned(),
                last_tool: stored.last_tool.into_owned(),
                next_call: stored.next_call,
            },
            dialogue: Dialogue {
                lines: stored.lines.into_owned(),
                pieces: stored.pieces.into_owned(),
                offered: stored.offered.into_owned(),
                next_seq: stored.next_seq,
            },
            exchange: Exchange { talk: stored.talk.into_owned(), wishes: stored.wishes.into_owned() },
        }
    }
}

fn is_never(at: &Timestamp) -> bool {
    *at == Timestamp::default()
}

fn is_zero(count: &u8) -> bool {
    *count == 0
}
