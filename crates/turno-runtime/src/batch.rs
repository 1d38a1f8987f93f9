//! The one batch that brings a conversation forward.

use std::collections::BTreeMap;

use turno_core::{ConversationKey, Effect, Timer, Timestamp, TurnId};

use crate::{
    Link, OutgoingBody, asks,
    codec::{ArmedTimer, Checkpoint, Entry, EntryId, HandedOver, LedgerRecord, LeftOut, encode},
    executions::ExecutionRecord,
    keys,
    owed::OwedCall,
    port::Batch,
    state::State,
    work::Work,
};

/// Work that is ready to be committed.
pub(crate) struct Finished {
    pub(crate) batch: Batch,
    pub(crate) state: State,
    pub(crate) frames: Vec<OutgoingBody>,
    pub(crate) timers: Vec<TimerChange>,
    /// Calls that act outside, to be made once the batch is in.
    pub(crate) owed: Vec<OwedCall>,
    /// Calls that are over once the batch is in.
    pub(crate) executions: Vec<ExecutionRecord>,
}

/// What is to happen to a timer once the batch is in.
pub(crate) enum TimerChange {
    Arm(ArmedTimer),
    Disarm(Timer),
}

impl Finished {
    /// Events, frames, the turns' rows, timers, what tools write, and the checkpoint: one batch. The frames will go to
    /// `link`.
    pub(crate) fn of(work: Work<'_>, daemon: Timestamp, link: Option<&Link>) -> Self {
        let Work {
            mut state,
            began_in_run,
            began_with_question,
            events,
            effects,
            tool_batch,
            ledger,
            owed,
            executions,
            settled,
            ..
        } = work;
        let mut batch = Batch::default();
        let checkpoint = &mut state.checkpoint;
        let key = checkpoint.conversation.key.clone();
        let id = next_entry(checkpoint, began_in_run);
        let frames = frames_of(&effects, checkpoint.conversation.latest_at);
        for (turn, has_arrived) in turns_of(&frames, &events) {
            let row = keys::turn(&key, &turn);
            // Another daemon may have worked on it after it was looked up here, and before the checkpoint was read.
            if has_arrived {
                batch.expect(row.clone(), None);
            }
            batch.put(row, encode(&id));
        }
        for call in &owed {
            let row = keys::owed(&call.context.key);
            batch.expect(row.clone(), None);
            batch.put(row, encode(call));
        }
        if let Some((row, bytes)) = settled {
            batch.expect(row.clone(), Some(bytes));
            batch.remove(row);
        }
        asks::note_question(&checkpoint.conversation, began_with_question.as_ref(), &mut batch);
        let mut carried_out = Vec::new();
        for (idempotency_key, call) in ledger {
            let row = keys::ledger(&idempotency_key);
            carried_out.push(idempotency_key);
            batch.expect(row.clone(), None);
            batch.put(row, LedgerRecord::row(id, call));
        }
        let timers = timers_of(&key, &effects, checkpoint, &mut batch);
        let entry = Entry { events, frames, ledger: carried_out, left_out: left_out_of(&effects) };
        batch.put(keys::journal_entry(&key, id), encode(&entry));
        batch.append(tool_batch);
        let frames = entry.frames;
        let handed = handed_once_sent(checkpoint, &frames, daemon, link);
        if !frames.is_empty() {
            state.checkpoint.outbox_from.get_or_insert(id);
        }
        state.advance(handed, &mut batch);
        Self { batch, state, frames, timers, owed, executions }
    }
}

/// The number of the entry that is written next; a conversation that began anew counts from the start.
fn next_entry(checkpoint: &mut Checkpoint, began_in_run: u32) -> EntryId {
    let run = checkpoint.conversation.run;
    if run != began_in_run {
        checkpoint.next_entry = 0;
    }
    let number = checkpoint.next_entry;
    checkpoint.next_entry += 1;
    EntryId { run, number }
}

fn handed_once_sent(
    checkpoint: &Checkpoint,
    frames: &[OutgoingBody],
    daemon: Timestamp,
    link: Option<&Link>,
) -> Option<HandedOver> {
    // One that is gone takes nothing.
    let link = link.filter(|link| !link.is_closed());
    match (link, frames.last().and_then(OutgoingBody::seq)) {
        (Some(link), Some(seq)) => Some(HandedOver { daemon, link: link.id(), seq }),
        (None, _) | (_, None) => checkpoint.handed,
    }
}

/// Why which sentences of a model's were left out. The words themselves stand in its answer.
fn left_out_of(effects: &[Effect]) -> Vec<LeftOut> {
    let left_out = |effect: &Effect| match effect {
        Effect::LeftOut(cut) => Some(LeftOut { rule: cut.rule, sentence: cut.at }),
        Effect::CallTool(_)
        | Effect::AskModel { .. }
        | Effect::Reply(_)
        | Effect::ArmTimer { .. }
        | Effect::DisarmTimer { .. }
        | Effect::Expired { .. }
        | Effect::HandOff(_)
        | Effect::Close { .. } => None,
    };
    effects.iter().filter_map(left_out).collect()
}

fn frames_of(effects: &[Effect], at: Timestamp) -> Vec<OutgoingBody> {
    let body = |effect: &Effect| match effect {
        Effect::Reply(reply) => Some(OutgoingBody::Reply(reply.clone())),
        Effect::Expired { seq, confirmation } => {
            Some(OutgoingBody::Expired { seq: *seq, confirmation: confirmation.clone(), at })
        }
        Effect::HandOff(hand_off) => Some(OutgoingBody::HandOff(hand_off.clone())),
        Effect::Close { seq, reason } => Some(OutgoingBody::Closed { seq: *seq, reason: reason.clone() }),
        Effect::CallTool(_)
        | Effect::AskModel { .. }
        | Effect::ArmTimer { .. }
        | Effect::DisarmTimer { .. }
        | Effect::LeftOut(_) => None,
    };
    effects.iter().filter_map(body).collect()
}

/// The turns that an entry answers, or that arrived in it, to be answered by a later one; and whether each arrived in it.
pub(crate) fn turns_of(frames: &[OutgoingBody], events: &[turno_core::Event]) -> Vec<(TurnId, bool)> {
    let arrived = events.iter().filter_map(|event| event.kind.as_turn());
    let mut turns: Vec<(TurnId, bool)> = arrived.map(|turn| (turn.turn.clone(), true)).collect();
    for (turn, _) in frames_by_turn(frames, events) {
        if !turns.iter().any(|(known, _)| known == turn) {
            turns.push((turn.clone(), false));
        }
    }
    turns
}

/// The frames of an entry that answered a turn.
pub(crate) fn frames_that_answered(entry: Entry, turn: &TurnId) -> Vec<OutgoingBody> {
    frames_by_turn(&entry.frames, &entry.events)
        .filter(|(answered, _)| *answered == turn)
        .map(|(_, frame)| frame.clone())
        .collect()
}

/// Each reply answers its turn, together with the frames that follow it up to the next reply. What came before the first
/// reply (an expiry that the turn itself found out) is the first turn's too.
fn frames_by_turn<'a>(
    frames: &'a [OutgoingBody],
    events: &'a [turno_core::Event],
) -> impl Iterator<Item = (&'a TurnId, &'a OutgoingBody)> {
    let mut current = events.iter().find_map(|event| event.kind.as_turn()).map(|turn| &turn.turn);
    frames.iter().filter_map(move |frame| {
        if let OutgoingBody::Reply(reply) = frame {
            current = reply.turn.as_ref();
        }
        Some((current?, frame))
    })
}

fn timers_of(
    key: &ConversationKey,
    effects: &[Effect],
    checkpoint: &mut Checkpoint,
    batch: &mut Batch,
) -> Vec<TimerChange> {
    let before: BTreeMap<Timer, Timestamp> = checkpoint.armed.iter().cloned().collect();
    let mut armed = before.clone();
    for effect in effects {
        match effect {
            Effect::ArmTimer { timer, at } => drop(armed.insert(timer.clone(), *at)),
            Effect::DisarmTimer { timer } => drop(armed.remove(timer)),
            Effect::CallTool(_)
            | Effect::AskModel { .. }
            | Effect::Reply(_)
            | Effect::Expired { .. }
            | Effect::LeftOut(_)
            | Effect::HandOff(_)
            | Effect::Close { .. } => {}
        }
    }
    let mut changes = Vec::new();
    for (timer, at) in before.iter().filter(|(timer, at)| armed.get(*timer) != Some(*at)) {
        batch.remove(keys::timer(*at, key, timer));
        changes.push(TimerChange::Disarm(timer.clone()));
    }
    for (timer, at) in armed.iter().filter(|(timer, at)| before.get(*timer) != Some(*at)) {
        let armed_at = checkpoint.conversation.latest_at;
        let record = ArmedTimer { key: key.clone(), timer: timer.clone(), armed_at, at: *at };
        batch.put(keys::timer(*at, key, timer), encode(&record));
        changes.push(TimerChange::Arm(record));
    }
    checkpoint.armed = armed.into_iter().collect();
    changes
}
