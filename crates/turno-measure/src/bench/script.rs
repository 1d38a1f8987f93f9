//! What is said: the booking in four turns, and the question that asks a booking back.

use std::{
    cell::{Cell, RefCell},
    io::Write,
};

use jiff::{ToSpan, civil::Date, tz::TimeZone};

use super::{
    options::BenchArgs,
    wire::{Heard, code_in},
};

const MONTHS: [&str; 12] = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];
const HOURS: [&str; 5] = [
    "a las 2 de la tarde",
    "a las 4 de la tarde",
    "a las 6 de la tarde",
    "a las 8 de la noche",
    "a las 10 de la noche",
];
/// Phones of Mexico City have eight digits after the 55; the first is never 0.
const PHONES: u64 = 90_000_000;
/// Two runs, however close, begin with callers that lie far apart.
const PHONE_STEP: u64 = 7_368_787;
/// Bookings that are made one after the other lie so many days apart: a booking reads its neighbouring days.
const DAY_STEP: usize = 37;

/// One conversation's outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It was told this code (its digits).
    Told(u64),
    /// It was told that nothing was booked.
    Refused,
    /// A reply was none that the script knows, at this turn.
    Astray { turn: usize, text: String },
}

/// What to do after a reply.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum After {
    Next,
    Done(Outcome),
}

/// The words of all conversations of a run. Each has a caller of its own, so that its booking can be asked back.
#[derive(Debug)]
pub(super) struct Script {
    /// `"tenant":"meson"`, and the same for each branch.
    tenant: String,
    branches: Vec<String>,
    dates: Vec<String>,
    /// Tells this run's conversations from those of another on the same store.
    run: u64,
    kind: Kind,
    next: Cell<u64>,
    total: Option<u64>,
    outcomes: RefCell<Vec<(u64, Outcome)>>,
}

#[derive(Debug)]
enum Kind {
    Booking,
    /// The conversations whose bookings are asked back.
    AskBack(Vec<u64>),
}

impl Script {
    /// The four-turn booking.
    pub(super) fn booking(options: &BenchArgs, now: jiff::Timestamp) -> Self {
        let today = TimeZone::UTC.to_datetime(now).date();
        Self {
            tenant: json_field("tenant", &options.tenant),
            branches: options
                .branches
                .iter()
                .filter(|branch| !branch.is_empty())
                .map(|branch| format!(",{}", json_field("branch", branch)))
                .collect(),
            dates: (1..=options.days)
                .map(|day| spoken(today.saturating_add(i64::from(day).days())))
                .collect(),
            run: u64::try_from(now.as_millisecond()).unwrap_or_default(),
            kind: Kind::Booking,
            next: Cell::new(0),
            total: options.total,
            outcomes: RefCell::default(),
        }
    }

    /// The question after the bookings of these conversations of the same run.
    pub(super) fn ask_back(&self, conversations: Vec<u64>) -> Self {
        Self {
            tenant: self.tenant.clone(),
            branches: self.branches.clone(),
            dates: Vec::new(),
            run: self.run,
            total: u64::try_from(conversations.len()).ok(),
            kind: Kind::AskBack(conversations),
            next: Cell::new(0),
            outcomes: RefCell::default(),
        }
    }

    /// How many turns a conversation has.
    pub(super) fn turns(&self) -> usize {
        match self.kind {
            Kind::Booking => 4,
            Kind::AskBack(_) => 1,
        }
    }

    /// The next conversation; none: there are no more.
    pub(super) fn begin(&self) -> Option<u64> {
        let next = self.next.get();
        if self.total.is_some_and(|total| next >= total) {
            return None;
        }
        self.next.set(next + 1);
        Some(next)
    }

    /// How many were begun.
    pub(super) fn begun(&self) -> u64 {
        self.next.get()
    }

    pub(super) fn finish(&self, conversation: u64, outcome: Outcome) {
        self.outcomes.borrow_mut().push((self.booking_of(conversation), outcome));
    }

    /// What each conversation came to, by the number of its booking.
    pub(super) fn take_outcomes(&self) -> Vec<(u64, Outcome)> {
        self.outcomes.take()
    }

    /// It is the booking, not the question after it.
    pub(super) fn is_booking(&self) -> bool {
        matches!(self.kind, Kind::Booking)
    }

    /// Adds a turn's frame, with its newline.
    pub(super) fn write_turn(&self, out: &mut Vec<u8>, conversation: u64, turn: usize) {
        let booking = self.booking_of(conversation);
        let phone = 10_000_000 + (self.run.wrapping_mul(PHONE_STEP) + booking) % PHONES;
        let kind = match self.kind {
            Kind::Booking => "b",
            Kind::AskBack(_) => "a",
        };
        let branch = match self.branches.len() {
            0 => "",
            branches => &self.branches[booking as usize % branches],
        };
        // Writing to memory does not fail.
        let _ = write!(
            out,
            r#"{{"type":"turn","conversation":"{kind}{}-{conversation}","turn":"{turn}",{}{branch},"caller":"+5255{phone}","text":""#,
            self.run, self.tenant,
        );
        let _ = match (&self.kind, turn) {
            (Kind::AskBack(_), _) => out.write_all("quiero cambiar mi reservación".as_bytes()),
            (Kind::Booking, 0) => out.write_all(b"quiero reservar"),
            (Kind::Booking, 1) => {
                let slot = booking as usize / self.branches.len().max(1);
                let date = &self.dates[slot * DAY_STEP % self.dates.len()];
                let hour = HOURS[slot / self.dates.len() % HOURS.len()];
                write!(out, "{date} {hour} para 4")
            }
            (Kind::Booking, 2) => write!(out, "Juan Pérez 55{phone}"),
            (Kind::Booking, _) => out.write_all("sí".as_bytes()),
        };
        out.extend_from_slice(b"\"}\n");
    }

    /// Adds an acknowledgement's frame, with its newline.
    pub(super) fn write_ack(&self, out: &mut Vec<u8>, heard: &Heard<'_>) {
        let _ = writeln!(
            out,
            r#"{{"type":"ack","conversation":"{}",{},"seq":{}}}"#,
            heard.conversation,
            self.tenant,
            heard.seq.unwrap_or_default()
        );
    }

    /// Whether a reply is the one that the turn asks for.
    pub(super) fn after(&self, turn: usize, heard: &Heard<'_>) -> After {
        let text = heard.text.as_deref().unwrap_or_default();
        let awaiting = heard.awaiting.as_deref().unwrap_or_default();
        let astray = || After::Done(Outcome::Astray { turn, text: text.to_owned() });
        match (&self.kind, turn) {
            (Kind::AskBack(_), _) => After::Done(code_in(text).map_or(Outcome::Refused, Outcome::Told)),
            (Kind::Booking, 0) if awaiting == "slot:date" => After::Next,
            (Kind::Booking, 1) if awaiting == "slot:customer_name" => After::Next,
            // There is no table then: another time or another day is offered.
            (Kind::Booking, 1) if matches!(awaiting, "slot:time" | "slot:date") => {
                After::Done(Outcome::Refused)
            }
            (Kind::Booking, 2) if awaiting == "confirmation" => After::Next,
            (Kind::Booking, 3) => match code_in(text) {
                Some(code) => After::Done(Outcome::Told(code)),
                // The table was taken meanwhile.
                None if awaiting.starts_with("slot:") => After::Done(Outcome::Refused),
                None => astray(),
            },
            (Kind::Booking, _) => astray(),
        }
    }

    fn booking_of(&self, conversation: u64) -> u64 {
        match &self.kind {
            Kind::Booking => conversation,
            Kind::AskBack(bookings) => bookings[conversation as usize],
        }
    }
}

fn spoken(date: Date) -> String {
    let month = MONTHS[usize::from(date.month().unsigned_abs()) - 1];
    format!("el {} de {month}", date.day())
}

fn json_field(name: &str, value: &str) -> String {
    format!("\"{name}\":{}", serde_json::Value::from(value))
}
