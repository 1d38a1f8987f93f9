//! The judge of when things were said: a true yes is acted on, and words count as of when they were said.

use turno_core::{
    Awaiting, ConfirmationId, ConfirmationOutcome, Conversation, Event, Input, SaidLast, Timestamp,
};

use super::{
    Judge,
    named::{day, hour_phrase},
};
use crate::{
    broken::{Broken, Invariant},
    plan::{Guise, Say},
    talk::{Said, Talk, as_reply},
    words::other_hours,
};

/// The day that a simulation begins on, and the one after it.
const FIRST_DAY: i64 = 20_472;
const SECOND_DAY: &str = "2026-01-20";

/// What the clocks of the simulated businesses are behind UTC, in milliseconds.
const BEHIND_MS: i64 = 6 * 3_600_000;
const DAY_MS: i64 = 86_400_000;

/// Words that nobody mistakes for anything but a yes.
const PLAIN_YES: &str = "sí";

/// Whoever says the same twice, so soon, may have said it twice to one question.
const REACTION_MS: u64 = 2_000;

impl Judge {
    /// The question that has to be answered by that event: its button was pressed while it stood, or somebody who had seen it said
    /// a plain yes.
    pub(super) fn owed_yes(
        &self,
        talk: &Talk,
        before: &Conversation,
        event: &Event,
    ) -> Option<ConfirmationId> {
        let turn = event.kind.as_turn()?;
        // While another turn is worked on it waits, and is judged later.
        if before.turn.is_some() {
            return None;
        }
        let pending = before.pending.as_ref()?;
        let at = event.at.max(before.latest_at);
        if at >= pending.expires_at || !pending.heard {
            return None;
        }
        let said = talk.said.iter().find(|said| said.turn.turn == turn.turn)?;
        let is_true = match &turn.input {
            Input::Choice(id) => id.strip_prefix("yes:") == Some(pending.id.0.as_str()),
            Input::Text(text) if text == PLAIN_YES => {
                let is_sent_in_time = said
                    .turn
                    .sent_at
                    .is_none_or(|sent_at| sent_at < pending.expires_at);
                let seems_twice = at.since_ms(pending.created_at) < REACTION_MS;
                said.open_question.as_ref() == Some(&pending.id.0)
                    && pending.said_last == SaidLast::Question
                    && is_sent_in_time
                    && !seems_twice
                    && !self.is_clock_set
            }
            Input::Text(_) | Input::Dtmf(_) | Input::Media(_) | Input::Location(_) | Input::Contact(_) => {
                false
            }
        };
        is_true.then(|| pending.id.clone())
    }

    pub(super) fn check_owed_yes(
        &self,
        talk: &Talk,
        after: &Conversation,
        owed: Option<ConfirmationId>,
    ) -> Result<(), Broken> {
        let Some(owed) = owed else { return Ok(()) };
        self.true_yeses.set(self.true_yeses.get() + 1);
        if after
            .outcomes
            .contains(&(owed.clone(), ConfirmationOutcome::Accepted))
        {
            return Ok(());
        }
        let detail = format!("{} was agreed to in time, and nothing came of it", owed.0);
        Err(Broken::new(Invariant::TrueYesActs, Some(&talk.key), detail))
    }
}

/// "Tomorrow" is the day after the one on which it was said, whenever it arrives.
pub(super) fn check_day(talk: &Talk) -> Result<(), Broken> {
    let mut requests = talk.said.iter().filter(|said| matches!(said.what, Say::Task(_)));
    let (Guise::Dated, Some(request), None) = (talk.profile.guise, requests.next(), requests.next()) else {
        return Ok(());
    };
    let Some(meant) = request
        .turn
        .sent_at
        .filter(|at| day_of(*at) == FIRST_DAY)
        .and_then(|_| day(SECOND_DAY, false))
    else {
        return Ok(());
    };
    let mut asked = questions_of(talk).filter(|(_, text)| !text.contains(meant.trim()));
    match asked.next() {
        None => Ok(()),
        Some((_, text)) => {
            let detail = format!("{:?} was said of {meant:?}, and is {text:?}", request.turn.input);
            Err(Broken::new(Invariant::AsOfWhenSaid, Some(&talk.key), detail))
        }
    }
}

/// An hour that was wanted later is not lost to one that was wanted before and arrives behind it.
pub(super) fn check_order(talk: &Talk, events: &[Event]) -> Result<(), Broken> {
    if talk.profile.guise != Guise::Reordered {
        return Ok(());
    }
    let wishes: Vec<(&Said, &str)> = events
        .iter()
        .filter_map(|event| event.kind.as_turn())
        .filter_map(|turn| talk.said.iter().find(|said| said.turn.turn == turn.turn))
        .filter_map(|said| match said.what {
            Say::Hour(which) => Some((said, other_hours(&talk.profile)[usize::from(which) % 2])),
            _ => None,
        })
        .collect();
    let [(newer, wanted), (older, before)] = wishes.as_slice() else {
        return Ok(());
    };
    if newer.turn.sent_at <= older.turn.sent_at || wanted == before {
        return Ok(());
    }
    let reply_to = |said: &Said| {
        let mut replies = talk.seen.values().filter_map(|frame| as_reply(&frame.body));
        replies.find(|reply| reply.turn.as_ref() == Some(&said.turn.turn))
    };
    let (Some(set), Some(late)) = (reply_to(newer), reply_to(older)) else {
        return Ok(());
    };
    if set.awaiting != Awaiting::Confirmation || !set.text.contains(hour_phrase(wanted)) {
        return Ok(());
    }
    let mut asked = questions_of(talk).filter(|(seq, _)| *seq >= late.seq);
    match asked.find(|(_, text)| text.contains(hour_phrase(before))) {
        None => Ok(()),
        Some((_, text)) => {
            let detail = format!("{wanted:?} was wanted after {before:?}, and {text:?} is asked");
            Err(Broken::new(Invariant::AsOfWhenSaid, Some(&talk.key), detail))
        }
    }
}

/// Every reply that waits for a yes to a call.
fn questions_of(talk: &Talk) -> impl Iterator<Item = (u64, &str)> {
    let replies = talk.seen.values().filter_map(|frame| as_reply(&frame.body));
    let asks = replies.filter(|reply| reply.awaiting == Awaiting::Confirmation && reply.expires_at.is_some());
    asks.map(|reply| (reply.seq, reply.text.as_str()))
}

/// Days since 1970 where the simulated businesses are.
fn day_of(at: Timestamp) -> i64 {
    (at.0 - BEHIND_MS).div_euclid(DAY_MS)
}
