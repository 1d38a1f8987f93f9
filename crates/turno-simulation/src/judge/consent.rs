//! Whether whoever was booked for had agreed to it: worked out from the journal, the frames and what was said, with no
//! help from the product.

use super::{Execution, Judge, asked::stands_alone, modelled::Journal, named::names_all};
use crate::{
    broken::{Broken, Invariant},
    plan::{Guise, Say},
    talk::{Frame, Said, Talk, as_reply, codes_in, question_of},
    words::Meaning,
};
use turno_core::{Awaiting, Event, EventKind, Input, Reply, Timestamp, ToolOutcome, Turn, TurnId};

/// A question stands for two minutes.
const STANDS_MS: i64 = 120_000;

/// Keys of one number follow each other so soon.
const KEYS_MS: u64 = 4_000;

/// A caller who heard no more than this heard no date, no hour and no total.
const WORDS_WITHOUT_VALUES: usize = 1;

/// A turn that the journal says led to a call.
struct Consent<'a> {
    at: Timestamp,
    /// Its place in the journal.
    index: usize,
    turn: &'a Turn,
}

/// The question that stood when a turn was answered.
struct Question<'a> {
    id: &'a str,
    first: &'a Frame,
    reply: &'a Reply,
    expires_at: Timestamp,
}

impl Judge {
    pub(super) fn check_consent(&self, talk: &Talk, journal: &Journal<'_>) -> Result<(), Broken> {
        let events = journal.events;
        let mut spent: Vec<&str> = Vec::new();
        let of_talk = self.executions.iter().filter(|execution| execution.call.conversation == talk.key);
        for execution in of_talk {
            let broken = |invariant, detail: String| {
                let detail = format!(
                    "{} {}: {detail}",
                    execution.call.tool,
                    serde_json::Value::Object(execution.call.parameters.clone())
                );
                Broken::new(invariant, Some(&talk.key), detail)
            };
            // Turns that come while a model thinks wait, but stand in the journal.
            let consent = match talk.is_modelled() {
                true => execution.call.turn.as_ref().and_then(|turn| arrival(events, turn)),
                false => consent_to(execution, events),
            };
            let consent = consent.ok_or_else(|| {
                broken(Invariant::JournalTellsAll, "the journal knows no such call".to_owned())
            })?;
            let unasked =
                if talk.profile.guise == Guise::Polite { Invariant::Unasked } else { Invariant::OwnYes };
            let question = self
                .check_yes(talk, journal, execution, &consent)
                .map_err(|detail| broken(unasked, detail))?;
            if spent.contains(&question) {
                let detail = format!("the question {question} was answered for two calls");
                return Err(broken(Invariant::Once, detail));
            }
            spent.push(question);
            check_told(talk, execution, events, &consent)
                .map_err(|detail| broken(Invariant::BookedIsTold, detail))?;
        }
        Ok(())
    }

    /// Whether the turn that led to a call agreed to it.
    pub(super) fn check_yes_of_turn(
        &self,
        talk: &Talk,
        journal: &Journal<'_>,
        execution: &Execution,
        turn: &TurnId,
    ) -> Result<(), String> {
        let consent = arrival(journal.events, turn).ok_or("the journal knows no such turn")?;
        self.check_yes(talk, journal, execution, &consent).map(drop)
    }

    /// Gives the question that was agreed to, or what is wrong.
    fn check_yes<'a>(
        &self,
        talk: &'a Talk,
        journal: &Journal<'_>,
        execution: &Execution,
        consent: &Consent<'_>,
    ) -> Result<&'a str, String> {
        let turn = consent.turn.turn.as_str();
        let said = talk
            .said
            .iter()
            .find(|said| said.turn.turn == consent.turn.turn)
            .ok_or_else(|| format!("{turn} was never said"))?;
        let question = question_before(talk, consent.turn)?;
        let Question { id, reply, .. } = question;
        let agrees = match &said.meaning {
            Meaning::Yes => true,
            Meaning::Courtesy => stands_alone(&reply.text) && !answers_aside(talk, reply),
            Meaning::YesTo(named) => named == id,
            Meaning::YesToCancelling => reply.text.contains("cancelo") || reply.text.contains("I'll cancel"),
            Meaning::Request(seen) => seen.as_deref() == Some(id),
            Meaning::Key => !self.follows_keys(talk, said),
            Meaning::NotYes => false,
        };
        if !agrees {
            return Err(format!("{turn} {:?} is no yes to {:?}", said.turn.input, reply.text));
        }
        if consent.at >= question.expires_at {
            return Err(format!(
                "{turn} came at {}, the question stood until {}",
                consent.at, question.expires_at
            ));
        }
        self.check_times(said, &question)?;
        let asked_at = journal.asked_at(id);
        if asked_at.is_some_and(|asked_at| asked_at >= consent.index) {
            return Err(format!("{turn} came before {id} was asked"));
        }
        check_sent(said, &question, journal.events, consent)?;
        // Whoever presses its button has read it.
        if !matches!(said.turn.input, Input::Choice(_)) {
            let since = &journal.events[asked_at.unwrap_or_default()..consent.index];
            check_heard(since, &question)?;
        }
        names_all(reply, &execution.call.tool, &execution.call.parameters)?;
        Ok(id)
    }

    /// It came so soon behind other keys of a number that it is one of them. Of one that comes later, or by a clock that is set,
    /// nobody can tell.
    fn follows_keys(&self, talk: &Talk, key: &Said) -> bool {
        let Some(at) = key.delivered_at_ms.filter(|_| !self.is_clock_set) else {
            return false;
        };
        let others =
            talk.said.iter().filter(|said| said.meaning == Meaning::Key && said.turn.turn != key.turn.turn);
        let mut times = others.filter_map(|said| said.delivered_at_ms);
        times.any(|before| (at.saturating_sub(KEYS_MS)..=at).contains(&before))
    }

    /// By the time that really went by, whatever the clock says. A clock that is set back and a daemon that then starts
    /// anew leave nobody who knows better; by a clock that is set back, what comes in the millisecond in which the timer fires
    /// may be read before it.
    fn check_times(&self, said: &Said, question: &Question<'_>) -> Result<(), String> {
        let Some(delivered_ms) = said.delivered_at_ms else {
            return Err("it never reached a daemon".to_owned());
        };
        let asked_ms = question.first.first_at_ms;
        let was_set_back = self.set_back_ms.iter().any(|at| *at <= delivered_ms);
        // What reached a daemon that could not take it may be worked on by one that starts after that.
        let nobody_knows = was_set_back && self.starts_ms.iter().any(|at| *at >= asked_ms);
        let stood_ms = delivered_ms.saturating_sub(asked_ms);
        let stands_ms = STANDS_MS.unsigned_abs() + u64::from(was_set_back);
        if stood_ms >= stands_ms && !nobody_knows {
            return Err(format!("the yes came {stood_ms} ms after the question"));
        }
        Ok(())
    }
}

/// When a turn arrived, as the journal has it.
fn arrival<'a>(events: &'a [Event], wanted: &TurnId) -> Option<Consent<'a>> {
    let mut arrived = events.iter().enumerate().filter_map(|(index, event)| {
        let turn = event.kind.as_turn()?;
        Some(Consent { at: event.at, index, turn })
    });
    arrived.find(|consent| consent.turn.turn == *wanted)
}

/// The turn that the journal says led to the call: the latest before the call's result.
fn consent_to<'a>(execution: &Execution, events: &'a [Event]) -> Option<Consent<'a>> {
    let mut latest = None;
    for (index, event) in events.iter().enumerate() {
        match &event.kind {
            EventKind::TurnArrived(turn) => {
                latest = Some(Consent { at: event.at, index, turn });
            }
            EventKind::ToolFinished { outcome: ToolOutcome::Done(result), .. }
                if *result == execution.call.result =>
            {
                return latest;
            }
            EventKind::ToolFinished { .. }
            | EventKind::ModelAnswered { .. }
            | EventKind::Expired { .. }
            | EventKind::Interrupted { .. }
            | EventKind::Delivered { .. }
            | EventKind::Closed { .. } => {}
        }
    }
    None
}

fn reply_to<'a>(talk: &'a Talk, turn: &Turn) -> Option<&'a Reply> {
    talk.seen
        .values()
        .filter_map(|frame| as_reply(&frame.body))
        .find(|reply| reply.turn.as_ref() == Some(&turn.turn))
}

/// What stood just before the reply to a turn.
fn question_before<'a>(talk: &'a Talk, turn: &Turn) -> Result<Question<'a>, String> {
    let answer = reply_to(talk, turn).ok_or("the yes has no reply")?;
    for (seq, frame) in talk.seen.range(..answer.seq).rev() {
        let Some(reply) = as_reply(&frame.body) else {
            return Err(format!("frame {seq} had ended the question"));
        };
        if reply.awaiting != Awaiting::Confirmation {
            return Err(format!("nothing was asked in {:?}", reply.text));
        }
        if let (Some(id), Some(expires_at)) = (question_of(reply), reply.expires_at) {
            let is_it = |frame: &&Frame| as_reply(&frame.body).and_then(question_of) == Some(id);
            let first = talk.seen.values().find(is_it).unwrap_or(frame);
            return Ok(Question { id, first, reply, expires_at });
        }
    }
    Err("nothing was ever asked".to_owned())
}

/// By the sender's own clock, in whole seconds as senders count.
fn check_sent(
    said: &Said,
    question: &Question<'_>,
    events: &[Event],
    consent: &Consent<'_>,
) -> Result<(), String> {
    // A button is of its question whenever it was pressed.
    let is_press = matches!(said.turn.input, Input::Choice(_));
    let Some(sent_at) = said.turn.sent_at.filter(|_| !is_press) else {
        return Ok(());
    };
    let seconds = |at: Timestamp| at.0.div_euclid(1_000);
    let asked_at = Timestamp(question.expires_at.0 - STANDS_MS);
    if seconds(sent_at) < seconds(asked_at) || sent_at >= question.expires_at {
        return Err(format!("it was sent at {sent_at}, the question was asked at {asked_at}"));
    }
    let first_seq = as_reply(&question.first.body).map_or(0, |reply| reply.seq);
    let went_out = events[..consent.index].iter().rev().find_map(|event| match event.kind {
        EventKind::Delivered { seq } if seq >= first_seq => Some(event.at),
        EventKind::Delivered { .. }
        | EventKind::TurnArrived(_)
        | EventKind::ToolFinished { .. }
        | EventKind::ModelAnswered { .. }
        | EventKind::Expired { .. }
        | EventKind::Interrupted { .. }
        | EventKind::Closed { .. } => None,
    });
    match went_out.filter(|at| *at >= asked_at && seconds(sent_at) < seconds(*at)) {
        Some(at) => Err(format!("it was sent at {sent_at}, the question went out at {at}")),
        None => Ok(()),
    }
}

/// Something that was asked beside it is answered in front of the question.
fn answers_aside(talk: &Talk, reply: &Reply) -> bool {
    const NOT_UNDERSTOOD: [&str; 2] = ["Perdón, no le entendí", "Sorry, I didn't get that"];
    let is_it = |said: &Said| Some(&said.turn.turn) == reply.turn.as_ref() && said.what == Say::Aside;
    let is_answer = NOT_UNDERSTOOD.iter().all(|text| !reply.text.starts_with(text));
    is_answer && talk.said.iter().any(is_it)
}

/// A question whose values the caller did not hear was not asked.
fn check_heard(events: &[Event], question: &Question<'_>) -> Result<(), String> {
    // Back from the yes to the turn whose reply asked last.
    for event in events.iter().rev() {
        match &event.kind {
            // The words of another reply ("claro, aquí espero"): it was not the question that was broken into.
            EventKind::Interrupted { heard } if !question.reply.speech.starts_with(heard.trim()) => {}
            EventKind::Interrupted { heard } if heard.split_whitespace().count() <= WORDS_WITHOUT_VALUES => {
                return Err(format!("of the question the caller had heard {heard:?}"));
            }
            EventKind::Interrupted { .. } => return Ok(()),
            EventKind::TurnArrived(turn) if question.reply.turn.as_ref() == Some(&turn.turn) => return Ok(()),
            EventKind::TurnArrived(_)
            | EventKind::ToolFinished { .. }
            | EventKind::ModelAnswered { .. }
            | EventKind::Expired { .. }
            | EventKind::Delivered { .. }
            | EventKind::Closed { .. } => {}
        }
    }
    Ok(())
}

/// The reply to the yes names what was done.
fn check_told(
    talk: &Talk,
    execution: &Execution,
    events: &[Event],
    consent: &Consent<'_>,
) -> Result<(), String> {
    let result = &execution.call.result;
    let code = ["confirmation_code", "order_number"]
        .iter()
        .find_map(|name| result.get(name)?.as_str())
        .ok_or("its result has no code")?;
    let reply = reply_to(talk, consent.turn).ok_or("its turn has no reply")?;
    let is_in = |reply: &Reply| codes_in(&reply.text).iter().any(|told| told == code);
    // Whoever speaks while a model looks for words is told in the turn that follows; whoever hangs up is not.
    let was_broken_into = talk.is_modelled()
        && events
            .iter()
            .skip(consent.index)
            .any(|event| matches!(event.kind, EventKind::Interrupted { .. } | EventKind::Closed { .. }));
    // A reply that was broken into before its first word tells nothing; so does none of those that follow.
    let later = talk
        .seen
        .range(reply.seq + 1..)
        .filter_map(|(_, frame)| as_reply(&frame.body))
        .filter(|reply| !reply.text.is_empty());
    if is_in(reply) || was_broken_into && (later.clone().next().is_none() || later.clone().any(is_in)) {
        Ok(())
    } else {
        Err(format!("{code} is not told in {:?}", reply.text))
    }
}
