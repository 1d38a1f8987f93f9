//! The judge of questions and of presses: whoever only agreed is asked nothing new behind what was done, and whoever presses the
//! button of the question that stands is not asked it again.

use turno_core::{Conversation, Effect, Event, EventKind, Input, Reply, ToolOutcome, TurnId, step};

use super::Judge;
use crate::{
    brain::signatures_in,
    broken::{Broken, Invariant},
    talk::{Talk, as_reply, codes_in, question_of},
    words::Meaning,
    world::World,
};

impl Judge {
    /// A press on the question that stands is acted on, however late its gateway tells that the question had arrived: it is not
    /// asked again.
    pub(super) fn check_presses(talk: &Talk) -> Result<(), Broken> {
        for reply in talk.seen.values().filter_map(|frame| as_reply(&frame.body)) {
            let pressed = talk.said.iter().find(|said| Some(&said.turn.turn) == reply.turn.as_ref());
            let Some(Input::Choice(button)) = pressed.map(|said| &said.turn.input) else {
                continue;
            };
            let named = button.strip_prefix("yes:");
            if named.is_some() && named == question_of(reply) {
                let detail = format!("{button} was pressed, and is asked again: {:?}", reply.text);
                return Err(Broken::new(Invariant::TrueYesActs, Some(&talk.key), detail));
            }
        }
        Ok(())
    }

    /// What a model wants done anew right behind a deed, to which the caller had only said yes, is not asked about.
    pub(super) fn check_asked(&self, talk: &Talk, events: &[Event], world: &World) -> Result<(), Broken> {
        let Some(assistant) = world.assistants.get(&talk.key.tenant) else {
            return Ok(());
        };
        let mut played = Conversation::new(talk.key.clone());
        let mut done: Option<(TurnId, String)> = None;
        for event in events {
            let turn = played.turns.current.as_ref().map(|turn| turn.turn.turn.clone());
            match &event.kind {
                EventKind::ToolFinished { outcome: ToolOutcome::Done(result), .. } => {
                    let mut calls = self.executions.iter().map(|execution| &execution.call);
                    let deed = calls.find(|call| call.conversation == talk.key && call.result == *result);
                    let deed = deed.map(|call| call.tool.clone());
                    done = turn.clone().zip(deed).or(done);
                }
                // What it wants of several things at once was wanted before any was done.
                EventKind::ModelAnswered { outcome, .. }
                    if outcome.answer().is_some_and(|answer| answer.calls.len() > 1) =>
                {
                    return Ok(());
                }
                EventKind::ModelAnswered { .. }
                | EventKind::TurnArrived(_)
                | EventKind::ToolFinished { .. }
                | EventKind::Expired { .. }
                | EventKind::Interrupted { .. }
                | EventKind::Delivered { .. }
                | EventKind::Closed { .. } => {}
            }
            let is_answer = matches!(event.kind, EventKind::ModelAnswered { .. });
            let effects = step(assistant, &mut played, event.clone());
            let Some((in_turn, tool)) = done.as_ref().filter(|(in_turn, _)| Some(in_turn) == turn.as_ref())
            else {
                continue;
            };
            let asks_the_same =
                played.confirmations.pending.as_ref().is_some_and(|pending| pending.tool == *tool);
            let reply =
                effects.iter().find_map(reply_in).filter(|reply| reply.turn.as_ref() == Some(in_turn));
            if let Some(reply) = reply.filter(|reply| question_of(reply).is_some())
                && (is_answer && asks_the_same && only_agreed(talk, in_turn))
            {
                let detail =
                    format!("{tool} was done, nothing else was wanted, and is asked: {:?}", reply.text);
                return Err(Broken::new(Invariant::Unasked, Some(&talk.key), detail));
            }
        }
        Ok(())
    }
}

fn reply_in(effect: &Effect) -> Option<&Reply> {
    if let Effect::Reply(reply) = effect { Some(reply) } else { None }
}

fn only_agreed(talk: &Talk, turn: &TurnId) -> bool {
    let mut said = talk.said.iter().filter(|said| said.turn.turn == *turn);
    said.any(|said| {
        let asks = matches!(&said.turn.input, Input::Text(words) if words.contains('?'));
        !asks && !matches!(said.meaning, Meaning::NotYes | Meaning::Key | Meaning::Request(_))
    })
}

/// Whether a question stands alone in its reply: neither what was done nor a model's words are told in front of it.
pub(super) fn stands_alone(text: &str) -> bool {
    const BEGINNINGS: [&str; 4] = ["Confirmo", "Le aviso", "Le mando", "confirm"];
    let begins = BEGINNINGS.iter().filter_map(|beginning| text.rfind(beginning)).max();
    let front = begins.and_then(|at| text.get(..at)).unwrap_or_default();
    codes_in(front).is_empty() && signatures_in(front).next().is_none()
}
