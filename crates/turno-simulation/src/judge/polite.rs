//! The judge of a model that wants to do more than it was asked for: whoever asked for one booking has one, and is asked about one.

use turno_core::{Event, EventKind, ToolOutcome};

use super::{Judge, modelled::Journal};
use crate::{
    broken::{Broken, Invariant},
    plan::Guise,
    talk::Talk,
    words::Meaning,
};

impl Judge {
    pub(super) fn check_asked_for(&self, talk: &Talk, journal: &Journal<'_>) -> Result<(), Broken> {
        if talk.profile.guise != Guise::Polite {
            return Ok(());
        }
        let broken = |detail: String| Err(Broken::new(Invariant::Unasked, Some(&talk.key), detail));
        for (question, asked_at) in journal.questions() {
            let before = &journal.events[..=asked_at];
            let requests = before.iter().filter(|event| is_request(talk, event)).count();
            let deeds = before.iter().filter(|event| self.is_deed(talk, event)).count();
            if deeds >= requests {
                let detail =
                    format!("{question} is asked after {deeds} bookings, and {requests} were asked for");
                return broken(detail);
            }
        }
        let requests = journal.events.iter().filter(|event| is_request(talk, event));
        let deeds = journal.events.iter().filter(|event| self.is_deed(talk, event));
        let (requests, deeds) = (requests.count(), deeds.count());
        match deeds > requests {
            false => Ok(()),
            true => broken(format!(
                "{deeds} bookings were made, and {requests} were asked for"
            )),
        }
    }

    fn is_deed(&self, talk: &Talk, event: &Event) -> bool {
        let EventKind::ToolFinished {
            outcome: ToolOutcome::Done(result),
            ..
        } = &event.kind
        else {
            return false;
        };
        let mut of_talk = self
            .executions
            .iter()
            .filter(|one| one.call.conversation == talk.key);
        of_talk.any(|one| one.call.result == *result)
    }
}

fn is_request(talk: &Talk, event: &Event) -> bool {
    let turn = event.kind.as_turn();
    turn.is_some_and(|turn| {
        let mut said = talk.said.iter().filter(|said| said.turn.turn == turn.turn);
        said.any(|said| matches!(said.meaning, Meaning::Request(_)))
    })
}
