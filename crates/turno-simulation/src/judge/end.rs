//! The judge at the end of a run: everything was answered, and nothing is under way.

use turno_core::{Conversation, Event, Timestamp, step};
use turno_runtime::{OutgoingBody, journal, keys, load_conversation, port::Store, runs};

use super::{
    Judge,
    modelled::{Journal, check_nothing_asked},
    outside::check_nothing_owed,
};
use crate::{
    broken::{Broken, Invariant},
    outside::Asked,
    talk::{Talk, as_reply},
    world::World,
};

impl Judge {
    /// Looks at everything once nothing is under way.
    pub(crate) async fn end(
        &self,
        talks: &[Talk],
        store: &dyn Store,
        world: &World,
        asked: &[Asked],
        fault_of_question: Option<String>,
        now: Timestamp,
    ) -> Result<(), Broken> {
        check_nothing_owed(store).await?;
        check_nothing_asked(store, fault_of_question).await?;
        for execution in &self.executions {
            let kept = store.get(&keys::ledger(&execution.call.key)).await;
            if !kept.is_ok_and(|kept| kept.is_some()) {
                let detail = format!("{} left nothing under its key", execution.call.tool);
                return Err(Broken::new(
                    Invariant::OutcomeIsKept,
                    Some(&execution.call.conversation),
                    detail,
                ));
            }
        }
        for talk in talks.iter().filter(|talk| !talk.said.is_empty()) {
            check_outcomes(talk)?;
            Self::check_presses(talk)?;
            let events = events_of(talk, store).await?;
            self.check_state(talk, &events, store, world, now).await?;
            let journal = Journal::of(talk, &events, world);
            self.check_consent(talk, &journal)?;
            self.check_said(talk, &events)?;
            self.check_modelled(talk, &events, world, asked)?;
            self.check_outside(talk, &journal, asked, store).await?;
            self.check_proof(talk, talks)?;
            self.check_phones(talk, &events)?;
            self.check_asked_for(talk, &journal)?;
        }
        Ok(())
    }

    async fn check_state(
        &self,
        talk: &Talk,
        events: &[Event],
        store: &dyn Store,
        world: &World,
        now: Timestamp,
    ) -> Result<(), Broken> {
        let broken = |invariant, detail: String| Err(Broken::new(invariant, Some(&talk.key), detail));
        let kept = match load_conversation(store, &talk.key).await {
            Ok(Some(kept)) => kept,
            Ok(None) => return broken(Invariant::JournalTellsAll, "it is not stored".to_owned()),
            Err(error) => return broken(Invariant::JournalTellsAll, error.to_string()),
        };
        let Some(assistant) = world.assistants.get(&talk.key.tenant) else {
            return Ok(());
        };
        let mut played = Conversation::new(talk.key.clone());
        for event in events {
            let owed = self.owed_yes(talk, &played, event);
            let _effects = step(assistant, &mut played, event.clone());
            self.check_owed_yes(talk, &played, owed)?;
        }
        let is_blanked = |event: &Event| event.kind.as_turn().is_some_and(|turn| turn.is_blanked);
        if played != kept && !events.iter().any(is_blanked) {
            let detail = format!("played: {played:?}\nstored: {kept:?}");
            return broken(Invariant::JournalTellsAll, detail);
        }
        if let Some(pending) = &kept.confirmations.pending {
            let detail =
                format!("{} waits for a yes at {now}, and expires at {}", pending.id.0, pending.expires_at);
            return broken(Invariant::Expires, detail);
        }
        check_expiries_are_told(talk, &kept)
    }
}

/// Frames have no gap, and each turn has one reply.
fn check_outcomes(talk: &Talk) -> Result<(), Broken> {
    if let Some((index, seq)) = (1..).zip(talk.seen.keys()).find(|(index, seq)| index != *seq) {
        let detail = format!("frame {index} never came, {seq} did");
        return Err(Broken::new(Invariant::InOrder, Some(&talk.key), detail));
    }
    for said in &talk.said {
        let replies = talk.seen.values().filter_map(|frame| as_reply(&frame.body));
        let count = replies.filter(|reply| reply.turn.as_ref() == Some(&said.turn.turn)).count();
        if count != 1 {
            let detail = format!("{} has {count} replies", said.turn.turn.as_str());
            return Err(Broken::new(Invariant::OneOutcome, Some(&talk.key), detail));
        }
    }
    Ok(())
}

async fn events_of(talk: &Talk, store: &dyn Store) -> Result<Vec<Event>, Broken> {
    let broken = |error: turno_runtime::ReadError| {
        Broken::new(Invariant::JournalTellsAll, Some(&talk.key), error.to_string())
    };
    let mut events = Vec::new();
    for run in runs(store, &talk.key).await.map_err(broken)? {
        events.extend(journal(store, &talk.key, run).await.map_err(broken)?);
    }
    Ok(events)
}

/// A question whose end was its expiry has its frame.
fn check_expiries_are_told(talk: &Talk, kept: &Conversation) -> Result<(), Broken> {
    let told = |id: &turno_core::ConfirmationId| {
        let is_it = |body: &OutgoingBody| matches!(body, OutgoingBody::Expired { confirmation, .. } if confirmation == id);
        talk.seen.values().any(|frame| is_it(&frame.body))
    };
    match kept.confirmations.lapsed.as_ref().filter(|lapsed| !told(&lapsed.id)) {
        None => Ok(()),
        Some(lapsed) => Err(Broken::new(
            Invariant::Expires,
            Some(&talk.key),
            format!("nobody was told that {} expired", lapsed.id.0),
        )),
    }
}
