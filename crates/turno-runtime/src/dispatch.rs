//! After the commit: timers to the timer service, frames to the gateway. What a connection does not take now stays in the
//! outbox, and is handed over, in order, as soon as it does.

use turno_core::TurnId;

use crate::{
    Outgoing, OutgoingBody,
    actor::Actor,
    asks::open_question,
    batch::{TimerChange, frames_that_answered},
    codec::{Entry, TurnRecord},
    executions::ExecutionRecord,
    journal, keys,
    owed::{OwedCall, Owner},
    port::Expectation,
    state::State,
    work::{WorkError, tell_progress},
};

/// Entries of the journal that are read at a time for the outbox.
const PAGE: usize = 64;

impl Actor {
    /// Frames up to that number have arrived. It is written with the next commit, or soon.
    pub(crate) async fn acknowledge(&mut self, seq: u64) {
        #[cfg(feature = "planted-faults")]
        let at = self.shared.clock.now();
        let Ok(state) = self.loaded().await else { return };
        state.acknowledge(seq);
        #[cfg(feature = "planted-faults")]
        if crate::planted::is_planted(crate::planted::PlantedFault::PressJudgedByAck) {
            state.note_gone_out(seq.min(state.last_seq()), at);
        }
    }

    /// Carries out what was committed.
    pub(crate) async fn dispatch(&mut self, frames: Vec<OutgoingBody>, timers: Vec<TimerChange>) {
        for change in timers {
            match change {
                TimerChange::Arm(timer) => self.shared.timers.arm(timer, self.link.clone()).await,
                TimerChange::Disarm(timer) => self.shared.timers.disarm(self.key.clone(), timer).await,
            }
        }
        let Some(first) = frames.first().and_then(OutgoingBody::seq) else {
            return;
        };
        if self.handed_seq().is_some_and(|handed| handed + 1 == first) {
            self.give(frames);
        } else {
            self.hand_over().await;
        }
    }

    /// Tells whoever watches of the calls that are over, and makes those that are owed now.
    pub(crate) fn carry_out(&self, owed: Vec<OwedCall>, over: &[ExecutionRecord]) {
        over.iter().for_each(ExecutionRecord::trace);
        for call in owed {
            tell_progress(self.link.as_ref(), &call.context, &call.call);
            self.shared.carry_out(call, Owner::Us, self.link.clone());
        }
    }

    /// Puts the open question to a model, where there is one that nobody asks yet; what is asked of it that is no longer wanted is
    /// called off.
    pub(crate) fn ask_model(&self) {
        let Some(state) = &self.state else { return };
        let conversation = &state.checkpoint.conversation;
        let open = open_question(conversation);
        self.shared.asks.call_off_others(&self.key, open);
        if open.is_some()
            && let Some(assistant) = self.shared.assistants.get(&self.key.tenant)
        {
            let link = self.link.clone();
            self.shared.ask(assistant, conversation.clone(), link);
        }
    }

    /// The same, where nobody knows whether they are owed.
    pub(crate) fn carry_out_in_doubt(&self, owed: Vec<OwedCall>) {
        for call in owed {
            self.shared.carry_out_if_owed(call, self.link.clone());
        }
    }

    /// After a commit of which nobody knows whether it is in: a timer of a question that is not there does nothing when it is
    /// due. What it disarms may still be wanted.
    pub(crate) async fn arm_in_doubt(&mut self, timers: Vec<TimerChange>) {
        for change in timers {
            if let TimerChange::Arm(timer) = change {
                self.shared.timers.arm(timer, self.link.clone()).await;
            }
        }
    }

    /// Gives the connection what it does not have yet, in order, until it takes no more.
    pub(crate) async fn hand_over(&mut self) {
        while let Some(handed) = self.handed_seq() {
            match self.outbox_after(handed).await {
                Ok((frames, is_last)) => {
                    if !self.give(frames) {
                        return;
                    }
                    if is_last {
                        return self.note_all_handed();
                    }
                }
                Err(error) => {
                    tracing::error!(target: "turno::conversation", conversation = %self.key, %error, "the outbox");
                    // Tried again when the gateway comes back.
                    self.link = None;
                }
            }
        }
    }

    /// The next frames after that number, and whether those were the last.
    async fn outbox_after(&mut self, seq: u64) -> Result<(Vec<OutgoingBody>, bool), WorkError> {
        if self.state.as_ref().is_some_and(State::has_upgrade) {
            self.commit_state().await?;
        }
        let Some(state) = &mut self.state else {
            return Ok((Vec::new(), true));
        };
        let after = match (state.read_to(seq), state.outbox_from()) {
            (Some(read), _) => keys::journal_entry(&self.key, read),
            (None, Some(from)) => keys::before_journal_entry(&self.key, from),
            (None, None) => return Ok((Vec::new(), true)),
        };
        let store = &self.shared.store;
        let page = store.scan(&keys::journal(&self.key), Some(&after), PAGE).await?;
        let mut frames = Vec::new();
        let mut is_past = true;
        for (row, bytes) in &page {
            let entry = Entry::decode(bytes)?;
            let newer =
                entry.frames.into_iter().filter(|frame| frame.seq().is_some_and(|number| number > seq));
            let before = frames.len();
            frames.extend(newer);
            is_past &= frames.len() == before;
            if is_past && let Some(id) = keys::entry_of(row, &self.key) {
                state.note_read(seq, id);
            }
        }
        Ok((frames, page.len() < PAGE))
    }

    /// A turn that was worked on comes again: the frames that answered it, and whatever this connection lacks.
    pub(crate) async fn send_again(&mut self, record: TurnRecord, turn: &TurnId) -> Result<(), WorkError> {
        let frames = match record {
            TurnRecord::Frames(frames) => frames,
            TurnRecord::At(entry) => {
                let bytes = self.shared.store.get(&keys::journal_entry(&self.key, entry)).await?;
                let entry = bytes.map(|bytes| Entry::decode(&bytes)).transpose()?;
                entry.map_or_else(Vec::new, |entry| frames_that_answered(entry, turn))
            }
        };
        self.loaded().await?;
        let handed = self.handed_seq().unwrap_or_default();
        for frame in frames {
            if frame.seq().is_some_and(|seq| seq <= handed) {
                self.send(frame);
            }
        }
        self.hand_over().await;
        Ok(())
    }

    /// After a reconnect: everything after that frame is wanted again.
    pub(crate) async fn resume(&mut self, seq: u64) {
        self.acknowledge(seq).await;
        let daemon = self.shared.started_at;
        let Some(link) = self.link.clone() else { return };
        let Ok(state) = self.loaded().await else { return };
        #[cfg(feature = "planted-faults")]
        let seq = crate::planted::resumed_at(seq, state.last_seq());
        state.note_handed(daemon, &link, seq.min(state.last_seq()));
        self.hand_over().await;
    }

    pub(crate) async fn send_journal(&mut self, run: Option<u32>) {
        let Ok(state) = self.loaded().await else { return };
        let run = run.unwrap_or(state.checkpoint.conversation.run);
        match journal(self.shared.store.as_ref(), &self.key, run).await {
            Ok(events) => drop(self.send(OutgoingBody::Journal { run, events })),
            Err(error) => {
                tracing::error!(target: "turno::conversation", conversation = %self.key, %error, "the journal");
            }
        }
    }

    /// The connection was given some of the outbox and had no room for the rest.
    pub(crate) fn is_behind(&self) -> bool {
        let (Some(state), Some(link)) = (&self.state, &self.link) else {
            return false;
        };
        state.is_behind(self.shared.started_at, link)
    }

    /// A frame that did not fit is handed over before the conversation leaves memory, unless the daemon stops: then
    /// the outbox has it.
    pub(crate) fn is_waiting_for_room(&self) -> bool {
        self.is_behind() && !self.shared.stopping.is_cancelled()
    }

    /// The record of a turn that was processed.
    pub(crate) async fn recorded(&self, turn: &TurnId) -> Result<Option<TurnRecord>, WorkError> {
        #[cfg(feature = "planted-faults")]
        if crate::planted::is_planted(crate::planted::PlantedFault::TurnsAreNotLookedUp) {
            return Ok(None);
        }
        let bytes = self.shared.store.get(&keys::turn(&self.key, turn)).await?;
        Ok(bytes.map(|bytes| TurnRecord::decode(&bytes)).transpose()?)
    }

    /// The first row that a tool had read and that has changed since.
    pub(crate) async fn changed_row<'a>(
        &self,
        read: &'a [Expectation],
    ) -> Result<Option<&'a [u8]>, WorkError> {
        for expected in read {
            if self.shared.store.get(&expected.key).await? != expected.value {
                return Ok(Some(&expected.key));
            }
        }
        Ok(None)
    }

    /// A turn was not worked on; it may be sent again.
    pub(crate) fn tell_failure(&mut self, turn: &str, error: &WorkError) {
        let (code, message) = (error.code().to_owned(), error.advice().to_owned());
        let _sent = self.send(OutgoingBody::Failed { turn: turn.to_owned(), code, message });
    }

    /// The frame up to which the present connection has everything; none where there is no connection.
    fn handed_seq(&self) -> Option<u64> {
        Some(self.state.as_ref()?.handed_to(self.shared.started_at, self.link.as_ref()?))
    }

    /// Gives the connection frames of the outbox; false where it did not take them all.
    fn give(&mut self, frames: Vec<OutgoingBody>) -> bool {
        let daemon = self.shared.started_at;
        for frame in frames {
            let Some(seq) = frame.seq() else { continue };
            // Before it goes: nobody answers it before it went.
            let at = self.shared.clock.now();
            let is_sent = self.send(frame);
            let (Some(state), Some(link)) = (&mut self.state, &self.link) else {
                return false;
            };
            let handed = if is_sent { seq } else { seq.saturating_sub(1) };
            state.note_handed(daemon, link, handed);
            if !is_sent {
                return false;
            }
            #[cfg(feature = "planted-faults")]
            if crate::planted::is_planted(crate::planted::PlantedFault::PressJudgedByAck) {
                continue;
            }
            state.note_gone_out(seq, at);
        }
        true
    }

    fn note_all_handed(&mut self) {
        if let (Some(state), Some(link)) = (&mut self.state, &self.link) {
            let last = state.last_seq();
            state.note_handed(self.shared.started_at, link, last);
        }
    }

    fn send(&mut self, body: OutgoingBody) -> bool {
        let key = self.key.clone();
        let outgoing = Outgoing { key, body };
        match (&self.link, self.room.take()) {
            (Some(_), Some(room)) => {
                room.send(outgoing);
                true
            }
            (Some(link), None) => link.send(outgoing),
            (None, _) => false,
        }
    }
}
