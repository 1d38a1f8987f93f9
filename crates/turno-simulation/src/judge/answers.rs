//! The judge of what becomes of a language model's answers: whoever breaks into one hears nothing more of it, each call has its
//! result, and what is spoken while an answer comes is so and is what the reply says then.

use std::collections::BTreeSet;

use turno_core::{
    Channel, Conversation, Effect, Event, EventKind, ModelFailureKind, ModelOutcome, Reply, RequestId,
    TurnId, step,
};

use super::Judge;
use crate::{
    brain::{CLAIM, signatures_in},
    broken::{Broken, Invariant},
    disk::Disk,
    outside::Asked,
    talk::{Said, Talk, as_reply, codes_in},
    world::World,
};

/// Words that were spoken before their reply came.
#[derive(Debug, Clone)]
pub(crate) struct Spoken {
    pub(crate) turn: TurnId,
    pub(crate) text: String,
    pub(crate) speech: String,
}

impl Judge {
    /// The answers of a talk, as its journal has them.
    pub(super) fn check_answers(&self, talk: &Talk, events: &[Event], world: &World) -> Result<(), Broken> {
        let Some(assistant) = world.assistants.get(&talk.key.tenant) else {
            return Ok(());
        };
        let mut played = Conversation::new(talk.key.clone());
        let mut open: Option<RequestId> = None;
        let mut broken_into: BTreeSet<RequestId> = BTreeSet::new();
        let mut unwanted: BTreeSet<&str> = BTreeSet::new();
        let mut heard: BTreeSet<&str> = BTreeSet::new();
        for event in events {
            match &event.kind {
                EventKind::Interrupted { heard: words } => {
                    heard.insert(words.trim());
                    broken_into.extend(open.take());
                }
                EventKind::Closed { .. } => broken_into.extend(open.take()),
                EventKind::ModelAnswered { request, outcome } => {
                    check_was_whole(talk, outcome)?;
                    if broken_into.contains(request) {
                        unwanted.extend(signatures_in(words_of(outcome)));
                    }
                    open = open.filter(|open| open != request);
                }
                EventKind::TurnArrived(_)
                | EventKind::ToolFinished { .. }
                | EventKind::Expired { .. }
                | EventKind::Delivered { .. } => {}
            }
            for effect in step(assistant, &mut played, event.clone()) {
                if let Effect::AskModel { request } = effect {
                    open = Some(request);
                }
            }
        }
        let replies = talk.seen.values().filter_map(|frame| as_reply(&frame.body));
        for reply in replies.filter(|reply| !heard.contains(reply.text.trim())) {
            if let Some(signed) = signatures_in(&reply.text).find(|signed| unwanted.contains(*signed)) {
                let detail =
                    format!("the caller had broken into {signed:?}, and it is said: {:?}", reply.text);
                return Err(Broken::new(Invariant::OwnAnswer, Some(&talk.key), detail));
            }
        }
        Ok(())
    }

    /// Words came before their reply.
    pub(crate) fn spoken(
        &self,
        talk: &Talk,
        spoken: &Spoken,
        asked: &[Asked],
        disk: &Disk,
    ) -> Result<(), Broken> {
        let text = &spoken.text;
        let broken = |invariant, detail| Err(Broken::new(invariant, Some(&talk.key), detail));
        if talk.key.channel != Channel::Voice {
            let detail = format!("nobody hears it: {text:?}");
            return broken(Invariant::SpokenIsSaid, detail);
        }
        let is_over = |reply: &Reply| reply.turn.as_ref() == Some(&spoken.turn);
        let mut replies = talk.seen.values().filter_map(|frame| as_reply(&frame.body));
        if replies.any(is_over) {
            let detail = format!("{text:?} is spoken after the reply that it belongs to");
            return broken(Invariant::SpokenIsSaid, detail);
        }
        if text.contains(CLAIM)
            && !self.has_acted(talk)
            && asked.iter().all(|one| one.conversation != talk.key)
        {
            let detail = format!("nothing was done, and is spoken as done: {text:?}");
            return broken(Invariant::OwnAnswer, detail);
        }
        let unknown = codes_in(text).into_iter().find(|code| !self.is_durable(&talk.key.tenant, code, disk));
        match unknown {
            None => Ok(()),
            Some(code) => {
                broken(Invariant::ToldIsBooked, format!("{code} is spoken, and is not on the disk for good"))
            }
        }
    }

    /// What was spoken of a reply is its beginning, where nothing has gone wrong since its turn was delivered: an answer that is
    /// asked for again may be another.
    pub(crate) fn spoken_is_said(&self, talk: &Talk, reply: &Reply, troubles: u64) -> Result<(), Broken> {
        let is_calm =
            |said: &&Said| Some(&said.turn.turn) == reply.turn.as_ref() && said.troubles == troubles;
        if !talk.said.iter().any(|said| is_calm(&said)) {
            return Ok(());
        }
        let of_reply = talk.spoken.iter().filter(|spoken| Some(&spoken.turn) == reply.turn.as_ref());
        let spoken: Vec<&str> = of_reply.map(|spoken| spoken.speech.as_str()).collect();
        let spoken = spoken.join(" ");
        if reply.speech.starts_with(&spoken) {
            return Ok(());
        }
        let detail = format!("{spoken:?} was spoken, and the reply is {:?}", reply.speech);
        Err(Broken::new(Invariant::SpokenIsSaid, Some(&talk.key), detail))
    }
}

/// The daemon puts no question in which a call has no result, or more than one.
fn check_was_whole(talk: &Talk, outcome: &ModelOutcome) -> Result<(), Broken> {
    match outcome {
        ModelOutcome::Failed(failure) if failure.kind == ModelFailureKind::Refused => {
            let detail = format!("a question to a model was not whole: {}", failure.message);
            Err(Broken::new(Invariant::OwnAnswer, Some(&talk.key), detail))
        }
        ModelOutcome::Failed(_) | ModelOutcome::Answered { .. } => Ok(()),
    }
}

fn words_of(outcome: &ModelOutcome) -> &str {
    match outcome {
        ModelOutcome::Answered { answer, .. } => &answer.text,
        ModelOutcome::Failed(failure) => &failure.said,
    }
}
