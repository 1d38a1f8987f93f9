//! The one batch that brings a conversation forward.

use std::collections::BTreeMap;

use turno_core::{ConversationKey, Effect, EventKind, Timer, Timestamp, TurnId};

use crate::{
    Link, OutgoingBody,
    codec::{ArmedTimer, Checkpoint, HandedOver, TurnRecord, encode},
    keys,
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
}

/// What is to happen to a timer once the batch is in.
pub(crate) enum TimerChange {
    Arm(ArmedTimer),
    Disarm(Timer),
}

impl Finished {
    /// Events, frames, the turn's record, timers, what tools write, and the checkpoint: one batch. The frames will go to
    /// `link`.
    pub(crate) fn of(work: Work<'_>, before: &State, daemon: Timestamp, link: Option<&Link>) -> Self {
        let Work {
            mut checkpoint,
            events,
            effects,
            tool_batch,
            ..
        } = work;
        let mut batch = Batch::default();
        let key = checkpoint.conversation.key.clone();
        let run = checkpoint.conversation.run;
        if run != before.checkpoint.conversation.run {
            checkpoint.next_entry = 0;
        }
        for event in &events {
            batch.put(
                keys::journal_entry(&key, run, checkpoint.next_entry),
                encode(event),
            );
            checkpoint.next_entry += 1;
        }
        let frames = frames_of(&effects, checkpoint.conversation.latest_at);
        for frame in &frames {
            if let Some(seq) = frame.seq() {
                batch.put(keys::outbox_frame(&key, seq), encode(frame));
            }
        }
        for (turn, record) in records_of(&frames, &events) {
            batch.expect(keys::turn(&key, &turn), None);
            batch.put(keys::turn(&key, &turn), encode(&record));
        }
        let timers = timers_of(&key, &effects, &mut checkpoint, &mut batch);
        batch.append(tool_batch);
        let handed = match (link, frames.last().and_then(OutgoingBody::seq)) {
            (Some(link), Some(seq)) => Some(HandedOver {
                daemon,
                link: link.id(),
                seq,
            }),
            (None, _) | (_, None) => checkpoint.handed,
        };
        let state = before.advance(checkpoint, handed, &mut batch);
        Self {
            batch,
            state,
            frames,
            timers,
        }
    }
}

fn frames_of(effects: &[Effect], at: Timestamp) -> Vec<OutgoingBody> {
    let body = |effect: &Effect| match effect {
        Effect::Reply(reply) => Some(OutgoingBody::Reply(reply.clone())),
        Effect::Expired { seq, confirmation } => Some(OutgoingBody::Expired {
            seq: *seq,
            confirmation: confirmation.clone(),
            at,
        }),
        Effect::HandOff(hand_off) => Some(OutgoingBody::HandOff(hand_off.clone())),
        Effect::Close { seq, reason } => Some(OutgoingBody::Closed {
            seq: *seq,
            reason: reason.clone(),
        }),
        Effect::CallTool(_) | Effect::ArmTimer { .. } | Effect::DisarmTimer { .. } => None,
    };
    effects.iter().filter_map(body).collect()
}

/// Each reply answers its turn, together with the frames that follow it up to the next reply. What came before the first
/// reply (an expiry that the turn itself found out) is the first turn's too.
fn records_of(frames: &[OutgoingBody], events: &[turno_core::Event]) -> Vec<(TurnId, TurnRecord)> {
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
        if let OutgoingBody::Reply(reply) = frame {
            current.clone_from(&reply.turn);
        }
        let Some(turn) = &current else { continue };
        match records.iter_mut().find(|(known, _)| known == turn) {
            Some((_, record)) => record.frames.push(frame.clone()),
            None => records.push((
                turn.clone(),
                TurnRecord {
                    frames: vec![frame.clone()],
                },
            )),
        }
    }
    records
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
            | Effect::Reply(_)
            | Effect::Expired { .. }
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
        let record = ArmedTimer {
            key: key.clone(),
            timer: timer.clone(),
            armed_at,
            at: *at,
        };
        batch.put(keys::timer(*at, key, timer), encode(&record));
        changes.push(TimerChange::Arm(record));
    }
    checkpoint.armed = armed.into_iter().collect();
    changes
}
