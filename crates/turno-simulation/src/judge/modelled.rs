//! The judge of what a language model said, at the end of a run: its questions were whole, none of its answers was used that
//! nobody waited for any more, and what it made up was not said.

use std::collections::{BTreeMap, BTreeSet};

use turno_core::{Conversation, Effect, Event, EventKind, ModelOutcome, step};
use turno_runtime::{keys, port::Store};

use super::Judge;
use crate::{
    brain::{CLAIM, LIE, signatures_in},
    broken::{Broken, Invariant},
    outside::Asked,
    talk::{Talk, as_reply, question_of},
    world::World,
};

impl Judge {
    /// Something was done in that talk, by the tools of its own.
    pub(super) fn has_acted(&self, talk: &Talk) -> bool {
        let mut executions = self.executions.iter();
        executions.any(|execution| execution.call.conversation == talk.key)
    }

    pub(super) fn check_modelled(
        &self,
        talk: &Talk,
        events: &[Event],
        world: &World,
        asked: &[Asked],
    ) -> Result<(), Broken> {
        if !talk.is_modelled() {
            return Ok(());
        }
        self.check_answers(talk, events, world)?;
        self.check_asked(talk, events, world)?;
        let broken = |detail: String| Err(Broken::new(Invariant::OwnAnswer, Some(&talk.key), detail));
        let over = answers_to_nobody(talk, events, world);
        for reply in talk.seen.values().filter_map(|frame| as_reply(&frame.body)) {
            if let Some(signed) = signatures_in(&reply.text).find(|signed| over.contains(*signed)) {
                return broken(format!(
                    "{signed:?} came when nobody waited for it, and is said in {:?}",
                    reply.text
                ));
            }
            if reply.text.contains(LIE) {
                return broken(format!("no text of the graph says it: {:?}", reply.text));
            }
            let has_acted = self.has_acted(talk) || has_acted_outside(talk, asked);
            if reply.text.contains(CLAIM) && !has_acted {
                return broken(format!("nothing was done, and is told as done: {:?}", reply.text));
            }
        }
        Ok(())
    }
}

fn has_acted_outside(talk: &Talk, asked: &[Asked]) -> bool {
    let mut of_talk = asked.iter().filter(|one| one.conversation == talk.key);
    of_talk.any(|one| one.has_acted)
}

/// What happened to a conversation.
pub(super) struct Journal<'a> {
    pub(super) events: &'a [Event],
    /// Where each question was asked first. Turns that come while a model thinks stand before what was asked meanwhile; where there
    /// is no model nobody needs to know.
    asked_at: BTreeMap<String, usize>,
}

impl<'a> Journal<'a> {
    pub(super) fn of(talk: &Talk, events: &'a [Event], world: &World) -> Self {
        let mut asked_at = BTreeMap::new();
        let assistant = world.assistants.get(&talk.key.tenant);
        if let Some(assistant) = assistant.filter(|_| talk.is_modelled()) {
            let mut played = Conversation::new(talk.key.clone());
            for (index, event) in events.iter().enumerate() {
                // A question may be asked and answered in one step.
                let replies = step(assistant, &mut played, event.clone());
                let replies = replies.iter().filter_map(|effect| match effect {
                    Effect::Reply(reply) => question_of(reply),
                    Effect::CallTool(_)
                    | Effect::AskModel { .. }
                    | Effect::ArmTimer { .. }
                    | Effect::DisarmTimer { .. }
                    | Effect::Expired { .. }
                    | Effect::LeftOut(_)
                    | Effect::HandOff(_)
                    | Effect::Close { .. } => None,
                });
                for question in replies {
                    asked_at.entry(question.to_owned()).or_insert(index);
                }
            }
        }
        Self { events, asked_at }
    }

    /// Each question, and where it was asked first.
    pub(super) fn questions(&self) -> impl Iterator<Item = (&str, usize)> {
        let questions = self.asked_at.iter();
        questions.map(|(question, at)| (question.as_str(), *at))
    }

    pub(super) fn asked_at(&self, question: &str) -> Option<usize> {
        self.asked_at.get(question).copied()
    }
}

/// The signatures of the answers that came to a question which no longer stood, or never did.
fn answers_to_nobody<'a>(talk: &Talk, events: &'a [Event], world: &World) -> BTreeSet<&'a str> {
    let mut over = BTreeSet::new();
    let Some(assistant) = world.assistants.get(&talk.key.tenant) else {
        return over;
    };
    let mut played = Conversation::new(talk.key.clone());
    for event in events {
        if let EventKind::ModelAnswered { request, outcome } = &event.kind
            && played.phase.generating().map(|(_, asked)| asked) != Some(request)
        {
            let said = match outcome.as_ref() {
                ModelOutcome::Answered { answer, .. } => &answer.text,
                ModelOutcome::Failed(failure) => &failure.said,
            };
            over.extend(signatures_in(said));
        }
        let _effects = step(assistant, &mut played, event.clone());
    }
    over
}

/// No model is asked anything once everything is answered, and every question that was asked was whole.
pub(super) async fn check_nothing_asked(store: &dyn Store, fault: Option<String>) -> Result<(), Broken> {
    let broken = |detail: String| Err(Broken::new(Invariant::OwnAnswer, None, detail));
    if let Some(fault) = fault {
        return broken(format!("a question to a model was not whole: {fault}"));
    }
    match store.scan(keys::ASKED, None, 1).await.as_deref() {
        Ok([]) => Ok(()),
        Ok([(row, _), ..]) => broken(format!("{} is still asked", String::from_utf8_lossy(row))),
        Err(error) => broken(error.to_string()),
    }
}
