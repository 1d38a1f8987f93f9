//! Whether what was booked is what was said: its day counts from when it was said, what was said last stands, and a telephone
//! is the one that was dictated.

use jiff::{ToSpan, tz::TimeZone};
use serde_json::Value;
use turno_core::{Awaiting, Event, EventKind, Timestamp, ToolOutcome, TurnId};

use super::{Execution, Judge};
use crate::{
    broken::{Broken, Invariant},
    talk::{Said, Talk, Way, as_reply},
};

/// Words of so long ago are asked about.
const COUNTS_MS: u64 = 12 * 60 * 60 * 1_000;

/// The hour of the change that is said first and arrives last, and how the other one's question names its own.
const EARLIER: &str = "13:30";
const LATER: [&str; 2] = ["3 y media", "3:30"];

/// What another day may be named by.
const DAYS: [&str; 6] = ["mañana", "miércoles", "jueves", "tomorrow", "Wednesday", "Thursday"];

impl Judge {
    pub(super) fn check_said(&self, talk: &Talk, events: &[Event]) -> Result<(), Broken> {
        let of_talk = self.executions.iter().filter(|execution| execution.call.conversation == talk.key);
        for execution in of_talk.filter(|execution| execution.call.tool.starts_with("create_")) {
            let fault = self
                .fault_in_day(talk, events, execution)
                .or_else(|| fault_in_order(talk, events, execution));
            if let Some(fault) = fault {
                let detail = format!(
                    "{} {}: {fault}",
                    execution.call.tool,
                    Value::Object(execution.call.parameters.clone())
                );
                return Err(Broken::new(Invariant::AsSaid, Some(&talk.key), detail));
            }
        }
        Ok(())
    }

    /// "Mañana" is the day after the one on which it was said. A clock that is set tells nobody which day that was.
    fn fault_in_day(&self, talk: &Talk, events: &[Event], execution: &Execution) -> Option<String> {
        let date = parameter(execution, &["date"])?;
        let said = talk.said.iter().find(|said| said.way == Way::Overnight)?;
        let sent_at = said.turn.sent_at.filter(|_| !self.is_clock_set)?;
        let (arrived, at) = arrival(events, &said.turn.turn)?;
        let done = finish(events, execution)?;
        if arrived > done || at.since_ms(sent_at) > COUNTS_MS {
            return None;
        }
        let names_another =
            events[arrived + 1..done].iter().filter_map(|event| event.kind.as_turn()).any(|turn| {
                let words = format!("{:?}", turn.input);
                DAYS.iter().any(|day| words.contains(day)) || words.contains("option:")
            });
        let zone = TimeZone::get("America/Mexico_City").ok()?;
        let tomorrow = sent_at.to_jiff().to_zoned_datetime(zone).date().checked_add(1.day()).ok()?;
        (!names_another && date != tomorrow.to_string())
            .then(|| format!("{} was said at {sent_at}, and means {tomorrow}", said.turn.turn.as_str()))
    }
}

/// What was said before, and heard after what was said since, is not what is done.
fn fault_in_order(talk: &Talk, events: &[Event], execution: &Execution) -> Option<String> {
    if parameter(execution, &["time"])? != EARLIER {
        return None;
    }
    let done = finish(events, execution)?;
    let crossed: Vec<(&Said, usize)> = talk
        .said
        .iter()
        .filter_map(|said| match said.way {
            Way::Behind(later) => Some((said, later)),
            Way::Plain | Way::Overnight => None,
        })
        .collect();
    let [(earlier, later)] = crossed.as_slice() else {
        return None;
    };
    let later = talk.said.get(*later)?;
    if earlier.turn.sent_at? >= later.turn.sent_at? {
        return None;
    }
    let (second, _) = arrival(events, &later.turn.turn)?;
    let (first, _) = arrival(events, &earlier.turn.turn)?;
    let is_over = |event: &Event| matches!(event.kind, EventKind::Closed { .. });
    if !(second < first && first < done) || events[second..done].iter().any(is_over) {
        return None;
    }
    // Only where the later one was taken: its question named it.
    let mut replies = talk.seen.values().filter_map(|frame| as_reply(&frame.body));
    let asked = replies.find(|reply| reply.turn.as_ref() == Some(&later.turn.turn))?;
    let is_named = LATER.iter().any(|hour| asked.text.contains(hour));
    (asked.awaiting == Awaiting::Confirmation && is_named).then(|| {
        let [earlier, later] = [*earlier, later].map(|said| said.turn.turn.as_str().to_owned());
        format!("{earlier} was said before {later}, and undid it")
    })
}

fn parameter<'a>(execution: &'a Execution, names: &[&str]) -> Option<&'a str> {
    names.iter().find_map(|name| execution.call.parameters.get(*name)?.as_str())
}

/// Where and when a turn stands in the journal.
fn arrival(events: &[Event], wanted: &TurnId) -> Option<(usize, Timestamp)> {
    let mut arrived = events.iter().enumerate().filter_map(|(index, event)| {
        let turn = event.kind.as_turn()?;
        (turn.turn == *wanted).then_some((index, event.at))
    });
    arrived.next()
}

fn finish(events: &[Event], execution: &Execution) -> Option<usize> {
    events.iter().position(|event| match event.kind.as_tool_finished() {
        Some((_, ToolOutcome::Done(result))) => *result == execution.call.result,
        Some((_, ToolOutcome::Failed(_))) | None => false,
    })
}
