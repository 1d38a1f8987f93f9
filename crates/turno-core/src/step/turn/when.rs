//! When something was said: what its "mañana" counts from, and whether it comes behind what was said after it.

use jiff::{ZonedDateTime, civil::Date};
use serde_json::Value;
use turno_graph::Confirm;
use turno_language::{Problem, ProblemKind, SlotKind, SlotReading, SlotSpec, SlotValue, Verdict};

use crate::{
    Collected, Conversation, Input, PendingConfirmation, Phase, Timestamp, Turn, phrases,
    step::{Next, Step, collect::Offered, confirm::verdict::Answer},
};

/// How long words without a sender's time may have been under way, in milliseconds: those that give one are only held to be older
/// where they are older by more than that.
const UNDER_WAY_MS: i64 = 60_000;

/// When a turn was said, and how that stands to what was said before.
pub(in crate::step) struct Said {
    /// Its days and hours count from then.
    pub(in crate::step) at: Timestamp,
    /// Something that was said later has been read already.
    pub(in crate::step) is_overtaken: bool,
}

impl Step<'_> {
    /// As a model is told of words that were said on another day, or before what it has read already.
    pub(in crate::step) fn with_its_time(&self, words: String, said: &Said) -> String {
        let zone = &self.assistant.settings.time_zone;
        let then = said.at.to_jiff().to_zoned_datetime(zone.clone());
        if then.date() == self.now().date() && !said.is_overtaken {
            return words;
        }
        let order = if said.is_overtaken { ", before the message above" } else { "" };
        let at = then.strftime("%A %Y-%m-%d %H:%M");
        format!("[sent on {at}{order}] {words}")
    }

    /// The time of the turn's words, in the business's zone.
    pub(in crate::step) fn said_now(&self) -> ZonedDateTime {
        let said_at = self.conversation.turns.current.as_ref().and_then(|turn| turn.said_at);
        let zone = self.assistant.settings.time_zone.clone();
        said_at.unwrap_or(self.at).to_jiff().to_zoned_datetime(zone)
    }

    /// What was read of words by the time at which they were said, as it counts now: a day that is over meanwhile is told, one
    /// that may be either is asked about, and what was set by later words stands. `again` reads them as if they were said now.
    pub(in crate::step) fn as_it_counts(
        &self,
        mut reading: SlotReading,
        slots: &[SlotSpec<'_>],
        again: impl FnOnce(&ZonedDateTime) -> SlotReading,
    ) -> SlotReading {
        let now = self.now();
        if self.conversation.turns.was_said_long_ago(self.at) {
            reading = undated(reading, &again(&now), slots, now.date());
        } else if self.said_now().date() != now.date() {
            let is_date = |name: &str| is_of(slots, name, SlotKind::Date);
            let is_over = |value: &SlotValue| {
                is_date(&value.slot) && date_of(&value.value).is_some_and(|date| date < now.date())
            };
            let (over, values) = reading.values.into_iter().partition(is_over);
            reading.values = values;
            let told = |value: SlotValue| problem(value.slot, value.said, ProblemKind::Past);
            reading.problems.extend(Vec::into_iter(over).map(told));
        }
        if self.conversation.turns.is_overtaken() {
            reading
                .values
                .retain(|value| !self.conversation.was_set_later(self.at, &value.slot, Some(&value.value)));
            reading.problems.retain(|problem| !self.conversation.was_set_later(self.at, &problem.slot, None));
        }
        reading
    }

    /// Words that were said before the open question, and before something that has been read since, do not answer it. What
    /// they add is taken, and their side question is answered. None where they may be an answer.
    pub(in crate::step) fn answer_overtaken(&mut self) -> Option<Next> {
        if !self.conversation.turns.is_overtaken() {
            return None;
        }
        let said_at = self.conversation.turns.current.as_ref()?.said_at?;
        match self.conversation.phase.clone() {
            Phase::Collecting { node, slot: Some(slot), asked, offered } => {
                let open = self.conversation.collected.open.as_ref().filter(|open| open.slot == slot)?;
                let is_older = in_seconds(said_at) < in_seconds(open.since);
                is_older.then(|| self.add_overtaken(&node, slot, asked, &offered))
            }
            Phase::Confirming { node, .. } => {
                let confirm = self.confirm_node(&node)?;
                let pending = self.conversation.confirmations.pending.clone()?;
                let is_older = in_seconds(said_at) < in_seconds(pending.created_at);
                let is_button = matches!(self.conversation.turns.input(), Input::Choice(_));
                (is_older && !is_button).then(|| self.change_by_overtaken(confirm, &pending))
            }
            Phase::Idle
            | Phase::Collecting { slot: None, .. }
            | Phase::Calling { .. }
            | Phase::Generating { .. }
            | Phase::Working { .. }
            | Phase::Talking { .. }
            | Phase::WithPerson { .. }
            | Phase::Ended => None,
        }
    }

    fn add_overtaken(&mut self, node: &str, slot: String, asked: u8, offered: &Offered) -> Next {
        let text = self.conversation.turns.utterance();
        self.conversation.turns.take_unread();
        if matches!(self.conversation.turns.input(), Input::Choice(_)) {
            self.say_phrase(phrases::old_button);
            return self.ask_again();
        }
        if let Some(aside) = self.find_aside(&text) {
            return self.interrupt(aside);
        }
        let collect = self.collect_node(node);
        let tool = collect.and_then(|collect| self.assistant.assistant_tool(&collect.tool));
        let (Some(collect), Some(tool)) = (collect, tool) else {
            return self.give_up_task();
        };
        let reading = self.read(&text, tool, None);
        if reading.values.is_empty() && reading.problems.is_empty() {
            return self.ask_again();
        }
        self.take_in_answer(node, collect, slot, asked.saturating_sub(1), offered, reading)
    }

    fn change_by_overtaken(&mut self, confirm: &Confirm, pending: &PendingConfirmation) -> Next {
        let text = self.conversation.turns.utterance();
        if let Some(aside) = self.find_aside(&text) {
            return self.interrupt(aside);
        }
        if let Answer::Verdict(reading) = self.read_answer(pending)
            && reading.verdict == Verdict::Change
            && !reading.changes.values.is_empty()
        {
            return self.change(confirm, reading.changes, &[]);
        }
        self.conversation.turns.take_unread();
        self.say_phrase(phrases::arrived_late);
        self.conversation.turns.note_told();
        self.ask_again()
    }
}

impl Collected {
    /// By the sender's own time, which never lies behind the arrival; else by the arrival.
    pub(in crate::step) fn note_said(
        &mut self,
        now: Timestamp,
        turn: &Turn,
        waited_since: Option<Timestamp>,
    ) -> Said {
        let arrived_at = waited_since.unwrap_or(now);
        let at = turn.sent_at.map_or(arrived_at, |sent_at| sent_at.min(arrived_at));
        let latest = self.latest_said_at;
        let is_overtaken = turn.sent_at.is_some() && in_seconds(at) < in_seconds(latest);
        self.latest_said_at = latest.max(in_order(turn, at));
        #[cfg(feature = "planted-faults")]
        let at = match crate::planted::is_planted(crate::planted::PlantedFault::WordsCountFromHandling) {
            true => now,
            false => at,
        };
        #[cfg(feature = "planted-faults")]
        let is_overtaken =
            is_overtaken && !crate::planted::is_planted(crate::planted::PlantedFault::OlderOverwrites);
        Said { at, is_overtaken }
    }
}

impl Conversation {
    /// Whether a value was set by words that were said after these. What these add to a list is no other value of it.
    pub(in crate::step) fn was_set_later(&self, now: Timestamp, slot: &str, value: Option<&Value>) -> bool {
        let Some(turn) = self.turns.current.as_ref().filter(|turn| turn.is_overtaken) else {
            return false;
        };
        let Some(known) = self.collected.slots.get(slot) else {
            return false;
        };
        let adds = value
            .and_then(Value::as_array)
            .zip(known.as_array())
            .is_some_and(|(lines, known)| known.iter().all(|line| lines.contains(line)));
        let said_at = turn.said_at.unwrap_or(now);
        let set_at = self.collected.said_at.get(slot).copied().unwrap_or_default();
        !adds && in_seconds(said_at) < in_seconds(set_at)
    }

    /// A value was set by the turn's words.
    pub(in crate::step) fn note_set(&mut self, now: Timestamp, slot: &str) {
        let Some(turn) = &self.turns.current else {
            return;
        };
        let said_at = in_order(&turn.turn, turn.said_at.unwrap_or(now));
        let slots = &self.collected.slots;
        self.collected.said_at.retain(|name, _| slots.contains_key(name));
        self.collected.said_at.insert(slot.to_owned(), said_at);
    }
}

/// Senders count in whole seconds (WhatsApp).
fn in_seconds(at: Timestamp) -> i64 {
    at.0.div_euclid(1_000)
}

/// What a turn's time is worth beside the times of others.
fn in_order(turn: &Turn, said_at: Timestamp) -> Timestamp {
    match turn.sent_at {
        Some(_) => said_at,
        None => Timestamp(said_at.0.saturating_sub(UNDER_WAY_MS)),
    }
}

/// What words say whose time is not known: a day or an hour that is the same by both clocks, and where it is not, which of them.
fn undated(mut then: SlotReading, now: &SlotReading, slots: &[SlotSpec<'_>], today: Date) -> SlotReading {
    let is_moment = |name: &str| is_of(slots, name, SlotKind::Date) || is_of(slots, name, SlotKind::Time);
    let mut names: Vec<(String, String)> = Vec::new();
    for reading in [&then, now] {
        let values = reading.values.iter().map(|value| (&value.slot, &value.said));
        let problems = reading.problems.iter().map(|problem| (&problem.slot, &problem.said));
        for (slot, said) in values.chain(problems).filter(|(slot, _)| is_moment(slot)) {
            if !names.iter().any(|(name, _)| name == slot) {
                names.push((slot.clone(), said.clone()));
            }
        }
    }
    for (slot, said) in names {
        let value = |reading: &SlotReading| {
            let value = reading.values.iter().find(|value| value.slot == slot);
            value.map(|value| value.value.clone())
        };
        let fault = |reading: &SlotReading| {
            let problem = reading.problems.iter().find(|problem| problem.slot == slot);
            problem.map(|problem| problem.kind.clone())
        };
        let (ours, theirs) = (value(now), value(&then));
        if ours == theirs && fault(now) == fault(&then) {
            continue;
        }
        then.values.retain(|value| value.slot != slot);
        then.problems.retain(|problem| problem.slot != slot);
        let mut either: Vec<Value> = theirs.into_iter().chain(ours).collect();
        either.dedup();
        either.retain(|value| date_of(value).is_none_or(|date| date >= today));
        let kind = match either.is_empty() {
            true => fault(now).unwrap_or(ProblemKind::Vague),
            false => ProblemKind::Ambiguous(either),
        };
        then.problems.push(problem(slot, said, kind));
    }
    then
}

fn is_of(slots: &[SlotSpec<'_>], name: &str, kind: SlotKind) -> bool {
    slots.iter().any(|slot| slot.name == name && slot.kind == kind)
}

fn date_of(value: &Value) -> Option<Date> {
    value.as_str()?.parse().ok()
}

fn problem(slot: String, said: String, kind: ProblemKind) -> Problem {
    Problem { slot, said, kind }
}
