//! Before something becomes an event, the numbers of cards and accounts are taken out of it, and codes that are not to be told. Where
//! a turn ends a number that was said in pieces, the pieces are taken out of the journal in the same commit.

use std::panic::{AssertUnwindSafe, catch_unwind};

use turno_core::{Event, EventKind, blank_echoes, blank_piece, is_marked};

use crate::{
    OutgoingBody,
    codec::{Entry, EntryId, encode},
    keys,
    work::{Work, WorkError},
};

/// The pieces of a number are looked for in so many entries: a turn's own, what was acknowledged and what a model answered each
/// have one.
const ENTRIES_MAX: usize = 96;

impl Work<'_> {
    /// What happened, as it may be kept.
    pub(crate) async fn event_of(&mut self, kind: EventKind) -> Result<Event, WorkError> {
        let conversation = &self.state.checkpoint.conversation;
        // A number in words is found in the languages that the business's people speak.
        let mask = || self.assistant.mix().read(|| kind.without_secrets(conversation));
        let kind = catch_unwind(AssertUnwindSafe(mask)).map_err(|_| WorkError::Panicked)?;
        let ends_number = kind.as_turn().is_some_and(is_marked);
        if ends_number && !conversation.dialogue.pieces.is_empty() {
            self.blank_pieces().await?;
        }
        Ok(self.event(self.at, kind))
    }

    /// Writes nines for the digits of the earlier pieces, where the journal has them.
    async fn blank_pieces(&mut self) -> Result<(), WorkError> {
        let checkpoint = &self.state.checkpoint;
        let conversation = &checkpoint.conversation;
        let pieces: Vec<String> = conversation.dialogue.pieces.iter().cloned().collect();
        let mut left = pieces.clone();
        for number in (0..checkpoint.next_entry).rev().take(ENTRIES_MAX) {
            if left.is_empty() {
                break;
            }
            let run = conversation.run;
            let row = keys::journal_entry(&conversation.key, EntryId { run, number });
            let Some(bytes) = self.shared.store.get(&row).await? else {
                break;
            };
            let entry = Entry::decode(&bytes)?;
            let blank = self.assistant.mix().read(|| blanked(entry.clone(), &mut left, &pieces));
            if blank != entry {
                self.tool_batch.expect(row.clone(), Some(bytes));
                self.tool_batch.put(row, encode(&blank));
            }
        }
        Ok(())
    }
}

fn blanked(mut entry: Entry, left: &mut Vec<String>, pieces: &[String]) -> Entry {
    for event in entry.events.iter_mut().rev() {
        if let EventKind::TurnArrived(turn) = &mut event.kind {
            let _is_piece = blank_piece(turn, left);
        }
    }
    for frame in &mut entry.frames {
        if let OutgoingBody::Reply(reply) = frame {
            blank_echoes(&mut reply.text, pieces);
            blank_echoes(&mut reply.speech, pieces);
        }
    }
    entry
}
