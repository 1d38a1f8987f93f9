//! The judge: what was promised, looked at from outside, after each step.

pub(crate) mod answers;
mod asked;
mod consent;
mod end;
mod modelled;
mod moments;
mod named;
mod outside;
mod polite;
mod proof;
mod said;

use std::{
    cell::Cell,
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use turno_business::{BookingRow, Row, read_row};
use turno_core::{Awaiting, Reply, Timestamp};
use turno_runtime::{OutgoingBody, port::Write};

use crate::{
    brain::EXAMPLE_CODES,
    broken::{Broken, Invariant},
    counts::Counts,
    disk::{Disk, Seen},
    talk::{Talk, as_reply, codes_in},
    tools::{Call, Kitchen},
};

/// A call that a batch carried out.
#[derive(Debug, Clone)]
struct Execution {
    /// The batch.
    number: u64,
    call: Call,
}

/// What is known from outside.
pub(crate) struct Judge {
    executions: Vec<Execution>,
    /// Changes to the businesses' rows, in order, with the batches that made them.
    changes: Vec<(u64, Write)>,
    rows: BTreeMap<Vec<u8>, Row>,
    /// When daemons started, and when the clock was set back.
    starts_ms: Vec<u64>,
    set_back_ms: Vec<u64>,
    is_clock_set: bool,
    /// When daemons died, by the clock of that time.
    crashes: Vec<Timestamp>,
    /// Yeses that had to be acted on.
    true_yeses: Cell<u64>,
    trace: DefaultHasher,
}

impl Judge {
    pub(crate) fn new() -> Self {
        Self {
            executions: Vec::new(),
            changes: Vec::new(),
            rows: BTreeMap::new(),
            starts_ms: Vec::new(),
            set_back_ms: Vec::new(),
            is_clock_set: false,
            crashes: Vec::new(),
            true_yeses: Cell::new(0),
            trace: DefaultHasher::new(),
        }
    }

    pub(crate) fn trace(&self) -> u64 {
        self.trace.finish()
    }

    /// Something was sent or received.
    pub(crate) fn note(&mut self, now_ms: u64, what: &impl Hash) {
        now_ms.hash(&mut self.trace);
        what.hash(&mut self.trace);
    }

    pub(crate) fn daemon_started(&mut self, now_ms: u64) {
        self.starts_ms.push(now_ms);
    }

    /// How many daemons have started.
    pub(crate) fn starts(&self) -> u64 {
        self.starts_ms.len() as u64
    }

    pub(crate) fn crashed(&mut self, at: Timestamp) {
        self.crashes.push(at);
    }

    pub(crate) fn clock_set(&mut self, now_ms: u64, by_ms: i64) {
        self.is_clock_set = true;
        if by_ms < 0 {
            self.set_back_ms.push(now_ms);
        }
    }

    pub(crate) fn count_into(&self, counts: &mut Counts) {
        counts.true_yeses = self.true_yeses.get();
        for execution in &self.executions {
            match execution.call.tool.as_str() {
                "create_reservation" | "create_appointment" => counts.bookings += 1,
                "create_order" => counts.orders += 1,
                _ => counts.changes += 1,
            }
        }
    }

    /// A batch was written, or a crash took batches away.
    pub(crate) fn disk(&mut self, seen: Seen, kitchen: &Kitchen, now_ms: u64) -> Result<(), Broken> {
        match seen {
            Seen::Written { number, calls, rows } => {
                self.note(now_ms, &(number, calls.len(), rows.len()));
                for call in calls.into_iter().filter_map(|call| kitchen.call(call)) {
                    self.execute(number, call)?;
                }
                for write in rows {
                    self.change(&write)?;
                    self.changes.push((number, write));
                }
                Ok(())
            }
            Seen::Lost { from } => {
                self.note(now_ms, &from);
                self.executions.retain(|execution| execution.number < from);
                self.changes.retain(|(number, _)| *number < from);
                self.rows.clear();
                for (_, write) in std::mem::take(&mut self.changes) {
                    self.change(&write)?;
                    self.changes.push((0, write));
                }
                Ok(())
            }
        }
    }

    fn execute(&mut self, number: u64, call: Call) -> Result<(), Broken> {
        let twice = self
            .executions
            .iter()
            .any(|known| known.call.conversation == call.conversation && known.call.key == call.key);
        if twice {
            let detail = format!("{} ran twice under the key {}", call.tool, call.key);
            return Err(Broken::new(Invariant::Once, Some(&call.conversation), detail));
        }
        self.executions.push(Execution { number, call });
        Ok(())
    }

    fn change(&mut self, write: &Write) -> Result<(), Broken> {
        let Some(value) = &write.value else {
            self.rows.remove(&write.key);
            return Ok(());
        };
        let row = read_row(&write.key, value)
            .map_err(|error| Broken::new(Invariant::OneBookingPerSlot, None, error.to_string()))?;
        let Some(row) = row else { return Ok(()) };
        if let Row::Booking(booking) = &row {
            self.check_slot(&write.key, booking)?;
        }
        self.rows.insert(write.key.clone(), row);
        Ok(())
    }

    fn check_slot(&self, key: &[u8], booking: &BookingRow) -> Result<(), Broken> {
        let others =
            self.rows.iter().filter(|(other, _)| other.as_slice() != key).filter_map(|(_, row)| match row {
                Row::Booking(other) => Some(other),
                Row::Order(_) => None,
            });
        for other in others.filter(|other| other.is_confirmed && booking.is_confirmed) {
            let overlap =
                other.minutes.start < booking.minutes.end && booking.minutes.start < other.minutes.end;
            let shared = other.takes.iter().find(|thing| booking.takes.contains(thing));
            if let (true, true, Some(thing)) = (overlap, other.tenant == booking.tenant, shared) {
                let detail = format!("{} and {} both have {thing}", other.code, booking.code);
                return Err(Broken::new(Invariant::OneBookingPerSlot, Some(&booking.conversation), detail));
            }
        }
        Ok(())
    }

    /// A frame arrived: over this connection the highest was `highest`, and the gateway had all up to `known`.
    pub(crate) fn frame(
        &self,
        talk: &Talk,
        highest: u64,
        known: u64,
        body: &OutgoingBody,
        disk: &Disk,
    ) -> Result<(), Broken> {
        let Some(seq) = body.seq() else { return Ok(()) };
        let broken = |invariant, detail| Err(Broken::new(invariant, Some(&talk.key), detail));
        if let Some(first) = talk.seen.get(&seq)
            && first.body != *body
            && !is_blanked(&first.body, body)
        {
            let detail = format!("frame {seq} was {:?} and is {body:?}", first.body);
            return broken(Invariant::SameFrame, detail);
        }
        let after = if highest == 0 { known } else { highest.max(known) };
        if seq > after + 1 {
            return broken(Invariant::InOrder, format!("frame {seq} came after {after}"));
        }
        let Some(reply) = as_reply(body) else {
            return Ok(());
        };
        for code in codes_in(&reply.text) {
            if !self.is_durable(&talk.key.tenant, &code, disk) && !is_only_named(talk, &code, reply) {
                let text = &reply.text;
                let detail =
                    format!("{code} is told in frame {seq}, and is not on the disk for good: {text:?}");
                return broken(Invariant::ToldIsBooked, detail);
            }
        }
        Ok(())
    }

    fn is_durable(&self, tenant: &str, code: &str, disk: &Disk) -> bool {
        let is_it = |row: &Row| match row {
            Row::Booking(booking) => booking.tenant == tenant && booking.code == code,
            Row::Order(order) => order.tenant == tenant && order.number == code,
        };
        self.rows.iter().any(|(key, row)| is_it(row) && disk.durable(key).is_some())
    }
}

/// The code is the caller's own guess, or a question names one that a model has made up: nobody is told that it is booked.
fn is_only_named(talk: &Talk, code: &str, reply: &Reply) -> bool {
    let mut said = talk.said.iter();
    let is_echo = said.any(|said| said.turn.input.words().contains(code));
    is_echo || talk.is_modelled() && reply.awaiting == Awaiting::Confirmation && EXAMPLE_CODES.contains(&code)
}

/// A card's number that came in pieces is taken out of what was said before, and of what repeated it: nines stand in its place.
fn is_blanked(first: &OutgoingBody, again: &OutgoingBody) -> bool {
    let (Some(first), Some(again)) = (as_reply(first), as_reply(again)) else {
        return false;
    };
    let is_blank = |first: &str, again: &str| {
        let mut pairs = first.chars().zip(again.chars());
        first.len() == again.len()
            && pairs.all(|(first, again)| first == again || first.is_ascii_digit() && again == '9')
    };
    let rest = |reply: &Reply| Reply { text: String::new(), speech: String::new(), ..reply.clone() };
    rest(first) == rest(again) && is_blank(&first.text, &again.text) && is_blank(&first.speech, &again.speech)
}

/// The digits of a text.
fn digits_of(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}
