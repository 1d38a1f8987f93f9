//! A conversation's state as it stands on disk, and the one batch that brings it forward.

use std::collections::BTreeMap;

use turno_core::{ConversationKey, Effect, EventKind, Timer, Timestamp, TurnId};

use crate::{
    Outgoing, OutgoingBody, TurnRecord,
    codec::{ArmedTimer, Checkpoint, encode},
    keys,
    port::{Batch, Store},
    timers::TimerCommand,
    work::{Work, WorkError},
};

/// What is in memory of a conversation, and the bytes that it has on disk.
#[derive(Debug, Clone)]
pub(crate) struct State {
    pub(crate) checkpoint: Checkpoint,
    stored: Option<Vec<u8>>,
    /// What was acknowledged since the last commit.
    acknowledged_seq: u64,
}

/// Work that is ready to be committed.
pub(crate) struct Finished {
    pub(crate) batch: Batch,
    pub(crate) state: State,
    pub(crate) frames: Vec<Outgoing>,
    pub(crate) timers: Vec<TimerCommand>,
}

impl State {
    pub(crate) async fn load(store: &dyn Store, key: &ConversationKey) -> Result<Self, WorkError> {
        let stored = store.get(&keys::checkpoint(key)).await?;
        let checkpoint = match &stored {
            Some(bytes) => Checkpoint::decode(bytes)?,
            None => Checkpoint::new(key.clone()),
        };
        let acknowledged_seq = checkpoint.acknowledged_seq;
        Ok(Self { checkpoint, stored, acknowledged_seq })
    }

    pub(crate) fn acknowledged_seq(&self) -> u64 {
        self.acknowledged_seq
    }

    /// A number that was never sent acknowledges nothing beyond what was.
    pub(crate) fn acknowledge(&mut self, seq: u64) {
        let sent = self.checkpoint.conversation.next_seq.saturating_sub(1);
        self.acknowledged_seq = self.acknowledged_seq.max(seq.min(sent));
    }

    /// A batch for acknowledgements alone; none where all are saved.
    pub(crate) fn saved_acknowledgements(&self) -> Option<(Batch, Self)> {
        if self.acknowledged_seq == self.checkpoint.acknowledged_seq {
            return None;
        }
        let mut batch = Batch::default();
        let state = self.advance(self.checkpoint.clone(), &mut batch);
        Some((batch, state))
    }

    /// Adds the checkpoint and the emptied part of the outbox. The expectation fences off another daemon that holds the
    /// same conversation.
    fn advance(&self, mut checkpoint: Checkpoint, batch: &mut Batch) -> Self {
        let key = &checkpoint.conversation.key;
        for seq in checkpoint.acknowledged_seq + 1..=self.acknowledged_seq {
            batch.remove(keys::outbox_frame(key, seq));
        }
        checkpoint.acknowledged_seq = self.acknowledged_seq;
        let checkpoint_key = keys::checkpoint(&checkpoint.conversation.key);
        let bytes = checkpoint.encode();
        batch.expect(checkpoint_key.clone(), self.stored.clone());
        batch.put(checkpoint_key, bytes.clone());
        Self { checkpoint, stored: Some(bytes), acknowledged_seq: self.acknowledged_seq }
    }
}

impl Finished {
    /// Events, frames, the turn's record, timers, what tools write, and the checkpoint: one batch.
    pub(crate) fn of(work: Work<'_>, before: &State) -> Self {
        let Work { mut checkpoint, events, effects, tool_batch, .. } = work;
        let mut batch = Batch::default();
        let key = checkpoint.conversation.key.clone();
        let run = checkpoint.conversation.run;
        if run != before.checkpoint.conversation.run {
            checkpoint.next_entry = 0;
        }
        for event in &events {
            batch.put(keys::journal_entry(&key, run, checkpoint.next_entry), encode(event));
            checkpoint.next_entry += 1;
        }
        let frames = frames_of(&key, &effects, checkpoint.conversation.latest_at);
        for frame in &frames {
            if let Some(seq) = frame.body.seq() {
                batch.put(keys::outbox_frame(&key, seq), encode(frame));
            }
        }
        for (turn, record) in records_of(&frames, &events) {
            batch.put(keys::turn(&key, &turn), encode(&record));
        }
        let timers = timers_of(&key, &effects, &mut checkpoint, &mut batch);
        batch.append(tool_batch);
        let state = before.advance(checkpoint, &mut batch);
        Self { batch, state, frames, timers }
    }
}

fn frames_of(key: &ConversationKey, effects: &[Effect], at: Timestamp) -> Vec<Outgoing> {
    let body = |effect: &Effect| match effect {
        Effect::Reply(reply) => Some(OutgoingBody::Reply(reply.clone())),
        Effect::Expired { seq, confirmation } => {
            Some(OutgoingBody::Expired { seq: *seq, confirmation: confirmation.clone(), at })
        }
        Effect::HandOff(hand_off) => Some(OutgoingBody::HandOff(hand_off.clone())),
        Effect::Close { seq, reason } => Some(OutgoingBody::Closed { seq: *seq, reason: reason.clone() }),
        Effect::CallTool(_) | Effect::ArmTimer { .. } | Effect::DisarmTimer { .. } => None,
    };
    effects.iter().filter_map(body).map(|body| Outgoing { key: key.clone(), body }).collect()
}

/// Each reply answers its turn, together with the frames that follow it up to the next reply. What came before the first
/// reply (an expiry that the turn itself found out) is the first turn's too.
fn records_of(frames: &[Outgoing], events: &[turno_core::Event]) -> Vec<(TurnId, TurnRecord)> {
    let mut records: Vec<(TurnId, TurnRecord)> = Vec::new();
    let first = events.iter().find_map(|event| match &event.kind {
        EventKind::TurnArrived(turn) => Some(turn.turn.clone()),
        EventKind::ToolFinished { .. }
        | EventKind::Expired { .. }
        | EventKind::Interrupted { .. }
        | EventKind::Delivered { .. }
        | EventKind::Closed { .. } => None,
    });
    let mut current: Option<TurnId> = first;
    for frame in frames {
        if let OutgoingBody::Reply(reply) = &frame.body {
            current.clone_from(&reply.turn);
        }
        let Some(turn) = &current else { continue };
        match records.iter_mut().find(|(known, _)| known == turn) {
            Some((_, record)) => record.frames.push(frame.clone()),
            None => records.push((turn.clone(), TurnRecord { frames: vec![frame.clone()] })),
        }
    }
    records
}

fn timers_of(
    key: &ConversationKey,
    effects: &[Effect],
    checkpoint: &mut Checkpoint,
    batch: &mut Batch,
) -> Vec<TimerCommand> {
    let before: BTreeMap<Timer, Timestamp> = checkpoint.armed.iter().cloned().collect();
    let mut armed = before.clone();
    for effect in effects {
        match effect {
            Effect::ArmTimer { timer, at } => drop(armed.insert(timer.clone(), *at)),
            Effect::DisarmTimer { timer } => drop(armed.remove(timer)),
            Effect::CallTool(_)
            | Effect::Reply(_)
            | Effect::Expired { .. }
            | Effect::HandOff(_)
            | Effect::Close { .. } => {}
        }
    }
    let mut commands = Vec::new();
    for (timer, at) in before.iter().filter(|(timer, at)| armed.get(*timer) != Some(*at)) {
        batch.remove(keys::timer(*at, key, timer));
        commands.push(TimerCommand::Disarm(key.clone(), timer.clone()));
    }
    for (timer, at) in armed.iter().filter(|(timer, at)| before.get(*timer) != Some(*at)) {
        let record = ArmedTimer { key: key.clone(), timer: timer.clone(), at: *at };
        batch.put(keys::timer(*at, key, timer), encode(&record));
        commands.push(TimerCommand::Arm(record));
    }
    checkpoint.armed = armed.into_iter().collect();
    commands
}
