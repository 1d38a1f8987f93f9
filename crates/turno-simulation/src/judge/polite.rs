//! The judge of a model that wants to do more than it was asked for: behind a deed, whoever only thanks is asked about nothing more.

use turno_core::{Event, EventKind, ToolOutcome};

use super::{Execution, Judge, modelled::Journal};
use crate::{
    broken::{Broken, Invariant},
    plan::Guise,
    talk::{Said, Talk},
    words::Meaning,
};

impl Judge {
    /// Each booking takes a request, and its yes. A yes that led to none may have been one to a model's own words.
    pub(super) fn check_asked_for(&self, talk: &Talk, journal: &Journal<'_>) -> Result<(), Broken> {
        if talk.profile.guise != Guise::Polite {
            return Ok(());
        }
        for (question, asked_at) in journal.questions() {
            let before = &journal.events[..=asked_at];
            let deeds: Vec<&Execution> = before.iter().filter_map(|event| self.deed(talk, event)).collect();
            let spent = deeds.iter().filter(|deed| is_by_yes(talk, deed)).count();
            let wishes = before.iter().filter(|event| is_wish(talk, event)).count();
            if !deeds.is_empty() && deeds.len() + spent >= wishes {
                let deeds = deeds.len();
                let detail = format!("{question} is asked after {deeds} bookings, and nobody wanted another");
                return Err(Broken::new(Invariant::Unasked, Some(&talk.key), detail));
            }
        }
        Ok(())
    }

    fn deed(&self, talk: &Talk, event: &Event) -> Option<&Execution> {
        let EventKind::ToolFinished { outcome: ToolOutcome::Done(result), .. } = &event.kind else {
            return None;
        };
        let is_it = |one: &&Execution| one.call.conversation == talk.key && one.call.result == *result;
        self.executions.iter().find(is_it)
    }
}

fn is_by_yes(talk: &Talk, deed: &Execution) -> bool {
    let is_it = |said: &&Said| deed.call.turn.as_ref() == Some(&said.turn.turn);
    talk.said.iter().find(is_it).is_some_and(|said| said.meaning == Meaning::Yes)
}

fn is_wish(talk: &Talk, event: &Event) -> bool {
    let Some(turn) = event.kind.as_turn() else {
        return false;
    };
    let said = talk.said.iter().find(|said| said.turn.turn == turn.turn);
    said.is_some_and(|said| matches!(said.meaning, Meaning::Request(_) | Meaning::Yes))
}
