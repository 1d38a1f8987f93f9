//! A whole store read and checked against the rules that it was written by.

mod conversation;

use std::collections::{BTreeMap, BTreeSet};

use turno_core::ToolOutcome;

use crate::{
    Assistants, ReadError, StoreSecret,
    codec::{ArmedTimer, EntryId, LedgerRecord, TurnRecord, decode},
    executions::ExecutionRecord,
    keys,
    notices::Waiting,
    owed::OwedCall,
    port::{Store, StoreError},
    usage,
};

/// Rows that are read at a time.
const PAGE: usize = 500;

/// Findings that are told; the rest are counted.
const FINDINGS_MAX: usize = 100;

/// What is kept of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Kept {
    /// How many rows.
    pub rows: u64,
    /// The bytes of their keys and values.
    pub bytes: u64,
}

/// A confirmed call that was carried out, for whoever knows what its tool wrote.
#[derive(Debug, Clone, PartialEq)]
pub struct CarriedOut {
    /// The business.
    pub tenant: String,
    /// Where, for a message.
    pub place: String,
    /// What the tool gave back.
    pub result: serde_json::Value,
}

/// What a store holds, and what is wrong with it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verified {
    /// What is wrong, each with its place.
    pub findings: Vec<String>,
    /// Findings beyond those.
    pub findings_left_out: u64,
    /// Rows by their kind.
    pub kinds: BTreeMap<&'static str, Kept>,
    /// Conversations.
    pub conversations: u64,
    /// Events in their journals.
    pub events: u64,
    /// Frames in their journals.
    pub frames: u64,
    /// Conversations whose events, taken again, gave the checkpoint.
    pub replayed: u64,
    /// Conversations whose earliest events are kept no longer.
    pub shortened: u64,
    /// Conversations in which a card's number came in pieces: those were taken out, and what they led to cannot be worked out again.
    pub blanked: u64,
    /// Conversations on another version of their graph, or of a tenant that is not configured.
    pub of_another_graph: u64,
    /// Confirmed calls that were carried out.
    pub carried_out: Vec<CarriedOut>,
    /// Ledger rows that entries name.
    ledger_named: BTreeSet<Vec<u8>>,
    timers_armed: BTreeSet<Vec<u8>>,
    /// The latest checkpoint that was looked up for what stands under its conversation.
    looked_up: Option<Vec<u8>>,
}

/// Reads every row that is the runtime's and checks it: a record decodes and stands where it should; a checkpoint's journal
/// has no gap and gives the checkpoint when its events are taken again; frames are numbered without a gap; timers, turns
/// and ledger rows point to what is there. What tools keep of a business is counted only.
///
/// # Errors
/// Where the store cannot be read at all.
pub async fn verify(store: &dyn Store, assistants: &Assistants) -> Result<Verified, StoreError> {
    let mut verified = Verified::default();
    // Conversations come before what points to them.
    conversation::check_all(store, assistants, &mut verified).await?;
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = store.scan(b"", after.as_deref(), PAGE).await?;
        for (key, value) in &page {
            let result = check_row(store, key, value, &mut verified).await;
            match result {
                Ok(()) => {}
                Err(ReadError::Store(error)) => return Err(error),
                Err(ReadError::Record(error)) => verified.find(&shown(key), &error),
            }
        }
        if page.len() < PAGE {
            break;
        }
        after = page.last().map(|(key, _)| key.clone());
    }
    for missing in std::mem::take(&mut verified.timers_armed) {
        verified.find(
            &shown(&missing),
            &"a question's timer is not in the index: its conversation was written without it",
        );
    }
    for missing in std::mem::take(&mut verified.ledger_named) {
        verified.find(&shown(&missing), &"a confirmed call has no ledger row: it could be carried out twice");
    }
    Ok(verified)
}

impl Verified {
    fn find(&mut self, place: &str, what: &dyn std::fmt::Display) {
        if self.findings.len() < FINDINGS_MAX {
            self.findings.push(format!("{place}: {what}"));
        } else {
            self.findings_left_out += 1;
        }
    }

    fn count(&mut self, kind: &'static str, key: &[u8], value: &[u8]) {
        let kept = self.kinds.entry(kind).or_default();
        kept.rows += 1;
        kept.bytes += (key.len() + value.len()) as u64;
    }

    fn note_outcome(&mut self, tenant: &str, place: String, outcome: &ToolOutcome) {
        if let ToolOutcome::Done(result) = outcome {
            self.carried_out.push(CarriedOut { tenant: tenant.to_owned(), place, result: result.clone() });
        }
    }
}

async fn check_row(
    store: &dyn Store,
    key: &[u8],
    value: &[u8],
    verified: &mut Verified,
) -> Result<(), ReadError> {
    let kind = match key.first() {
        Some(b'c') => "checkpoints",
        Some(b'j') => "journal",
        Some(b'o') => "outbox",
        Some(b't') => "turns",
        Some(b'x') => "timers",
        Some(b'k') => "ledger",
        Some(b'r') => "owed",
        Some(b'e') => "executions",
        Some(b'n') => "notices",
        Some(b'b') => "business",
        Some(b'm') => "usage",
        Some(b's') => "secret",
        Some(_) | None => "unknown",
    };
    verified.count(kind, key, value);
    match kind {
        "turns" => check_turn(store, key, value, verified).await,
        "timers" => check_timer(key, value, verified),
        "ledger" => check_ledger(key, value, verified),
        "owed" => check_owed(key, value, verified),
        "notices" => decode::<Waiting>(value).map(drop).map_err(ReadError::from),
        "executions" => decode::<ExecutionRecord>(value).map(drop).map_err(ReadError::from),
        "usage" => usage::check_row(key, value).map_err(ReadError::from),
        "secret" => {
            if let Err(error) = StoreSecret::read(value) {
                verified.find(&shown(key), &error);
            }
            Ok(())
        }
        "journal" | "outbox" => check_has_checkpoint(store, key, verified).await,
        "unknown" => {
            verified.find(
                &shown(key),
                &"a row of an unknown kind: a later version wrote it, or something else did",
            );
            Ok(())
        }
        // Checkpoints were checked with their journals; a business's rows are its tools'.
        _ => Ok(()),
    }
}

async fn check_has_checkpoint(
    store: &dyn Store,
    key: &[u8],
    verified: &mut Verified,
) -> Result<(), ReadError> {
    let Some((conversation, _)) = keys::conversation_in(key) else {
        verified.find(&shown(key), &"its key names no conversation");
        return Ok(());
    };
    // Once for each conversation is enough: its rows stand together.
    let checkpoint = keys::checkpoint(&conversation);
    if verified.looked_up.as_ref() != Some(&checkpoint) {
        if store.get(&checkpoint).await?.is_none() {
            verified.find(&shown(key), &"its conversation has no checkpoint");
        }
        verified.looked_up = Some(checkpoint);
    }
    Ok(())
}

async fn check_turn(
    store: &dyn Store,
    key: &[u8],
    value: &[u8],
    verified: &mut Verified,
) -> Result<(), ReadError> {
    let Some((conversation, _)) = keys::conversation_in(key) else {
        verified.find(&shown(key), &"its key names no conversation");
        return Ok(());
    };
    match TurnRecord::decode(value)? {
        TurnRecord::Frames(_) => {}
        TurnRecord::At(entry) => {
            if store.get(&keys::journal_entry(&conversation, entry)).await?.is_none() {
                verified.find(&shown(key), &format!("the entry that answered it is gone ({})", told(entry)));
            }
        }
    }
    Ok(())
}

fn check_timer(key: &[u8], value: &[u8], verified: &mut Verified) -> Result<(), ReadError> {
    let armed: ArmedTimer = decode(value)?;
    if keys::timer(armed.at, &armed.key, &armed.timer) != key {
        verified.find(&shown(key), &"its key is not that of the timer in it");
    } else if !verified.timers_armed.remove(key) {
        verified.find(&shown(key), &format!("{} has no such timer armed", armed.key));
    }
    Ok(())
}

fn check_owed(key: &[u8], value: &[u8], verified: &mut Verified) -> Result<(), ReadError> {
    let owed: OwedCall = decode(value)?;
    if keys::owed(&owed.context.key) != key {
        verified.find(&shown(key), &"its key is not that of the call in it");
    }
    Ok(())
}

fn check_ledger(key: &[u8], value: &[u8], verified: &mut Verified) -> Result<(), ReadError> {
    match LedgerRecord::decode(value)? {
        // It names no conversation.
        LedgerRecord::Outcome(_) => {}
        LedgerRecord::At(entry, call) => {
            if !verified.ledger_named.remove(key) {
                let what = format!("no entry names it ({}, call {})", told(entry), call.0);
                verified.find(&shown(key), &what);
            }
        }
    }
    Ok(())
}

fn told(entry: EntryId) -> String {
    format!("run {}, entry {}", entry.run, entry.number)
}

/// A key as people can read it.
fn shown(key: &[u8]) -> String {
    let text: Vec<String> =
        key.split(|byte| *byte == 0).map(|part| part.escape_ascii().to_string()).collect();
    format!("row {}", text.join("/"))
}
