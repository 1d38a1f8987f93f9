//! Faults that are planted on purpose, at the places where the shell commits and sends.

use turno_core::ConversationKey;
pub(crate) use turno_core::planted::{PlantedFault, is_planted};

use crate::{
    Link, Outgoing, OutgoingBody,
    batch::Finished,
    codec::{Entry, encode},
    keys,
    owed::OwedCall,
    port::{Batch, Store},
    work::{Work, WorkError},
};

/// Commits what the tools write before the conversation.
pub(crate) async fn write_early(work: &mut Work<'_>, store: &dyn Store) {
    if is_planted(PlantedFault::ExecuteBeforeCommit) && !work.tool_batch.writes.is_empty() {
        let _written = store.commit(std::mem::take(&mut work.tool_batch)).await;
    }
}

/// Leaves out of a batch what belongs into it, and sends what is not committed yet.
pub(crate) fn spoiled(
    mut finished: Finished,
    key: &ConversationKey,
    link: Option<&Link>,
) -> (Finished, Stubborn) {
    if is_planted(PlantedFault::SendBeforeCommit) {
        send(&finished.frames, key, link);
    }
    spoil(&mut finished.batch, key);
    let stubborn =
        Stubborn { key: key.clone(), batch: finished.batch.clone(), frames: finished.frames.clone() };
    (finished, stubborn)
}

/// Whoever does not take a refusal, or a failure, for an answer.
pub(crate) struct Stubborn {
    key: ConversationKey,
    batch: Batch,
    frames: Vec<OutgoingBody>,
}

impl Stubborn {
    /// Does what must not be done after a commit that was refused or failed.
    pub(crate) async fn after(
        mut self,
        outcome: Result<(), WorkError>,
        store: &dyn Store,
        link: Option<&Link>,
    ) -> Result<(), WorkError> {
        match outcome {
            Err(WorkError::Conflict) if is_planted(PlantedFault::OldReadsAfterConflict) => {
                self.batch.expectations.clear();
                store.commit(self.batch).await.map_err(|_| WorkError::Conflict)
            }
            Err(WorkError::Store(error)) if is_planted(PlantedFault::SendAfterFailedCommit) => {
                send(&self.frames, &self.key, link);
                Err(error.into())
            }
            outcome @ (Ok(())
            | Err(
                WorkError::Conflict | WorkError::Store(_) | WorkError::Record(_) | WorkError::Panicked,
            )) => outcome,
        }
    }
}

/// Whether a call outside is made again.
pub(crate) fn is_repeatable(is_repeatable: bool) -> bool {
    is_repeatable || is_planted(PlantedFault::OutsideCalledAgain)
}

/// What a call that an earlier daemon owed is made with.
pub(crate) fn owed_anew(mut owed: OwedCall) -> OwedCall {
    if is_planted(PlantedFault::OutsideKeyChanges) {
        owed.context.key.push_str("-again");
    }
    owed
}

/// Where a connection that comes back goes on.
pub(crate) fn resumed_at(seq: u64, last: u64) -> u64 {
    if is_planted(PlantedFault::ResumeSkipsFrames) { last } else { seq }
}

fn spoil(batch: &mut Batch, key: &ConversationKey) {
    let journal = keys::journal(key);
    for write in batch.writes.iter_mut().filter(|write| write.key.starts_with(&journal)) {
        let Some(Ok(mut entry)) = write.value.as_deref().map(Entry::decode) else {
            continue;
        };
        if is_planted(PlantedFault::JournalEntryMissing) {
            entry.events.clear();
        }
        if is_planted(PlantedFault::OutboxFrameMissing) {
            entry.frames.clear();
        }
        write.value = Some(encode(&entry));
    }
    let mut forget = |fault: PlantedFault, prefix: &[u8]| {
        if is_planted(fault) {
            batch.writes.retain(|write| !write.key.starts_with(prefix));
        }
    };
    forget(PlantedFault::TimerRowMissing, keys::TIMERS);
    forget(PlantedFault::TurnNotRecorded, b"t\0");
    forget(PlantedFault::OutcomeNotKept, b"k\0");
    let mut trust = |fault: PlantedFault, prefix: &[u8]| {
        if is_planted(fault) {
            batch.expectations.retain(|expected| !expected.key.starts_with(prefix));
        }
    };
    trust(PlantedFault::NoCheckpointExpectation, &keys::checkpoint(key));
    trust(PlantedFault::NoSlotExpectation, b"b\0");
    trust(PlantedFault::TurnsAreNotLookedUp, b"t\0");
}

fn send(frames: &[OutgoingBody], key: &ConversationKey, link: Option<&Link>) {
    for body in frames {
        let outgoing = Outgoing { key: key.clone(), body: body.clone() };
        let _sent = link.is_some_and(|link| link.send(outgoing));
    }
}
