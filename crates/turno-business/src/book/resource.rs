//! Which table or whose time a booking gets.

use jiff::civil::Date;
use turno_language::{OpeningHours, Span};

use super::{
    Ledgers, Moment, Refusal,
    moment::{edge_minute, open_until},
};
use crate::{Business, Room, Service, Staff, Table};

/// What is wanted, whenever it is.
#[derive(Debug, Clone)]
pub enum Wish<'a> {
    /// A table.
    Table {
        /// The branch's id.
        branch: &'a str,
        /// How many come.
        party_size: u32,
        /// How long they stay.
        minutes: i64,
        /// The room that is liked best, by id.
        room: Option<&'a str>,
    },
    /// Someone's time.
    Person {
        /// The branch's id; none: any.
        branch: Option<&'a str>,
        /// For what.
        service: &'a Service,
        /// Whose time; none: anybody's who does it.
        person: Option<&'a Staff>,
        /// How long it takes.
        minutes: i64,
    },
}

/// What a booking gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The branch's id.
    pub branch: String,
    /// The tables, or the person.
    pub takes: Vec<String>,
    /// The room's name, for tables.
    pub room: Option<String>,
    /// The person, for appointments.
    pub staff: Option<String>,
}

impl Wish<'_> {
    /// How long it takes.
    pub fn minutes(&self) -> i64 {
        match self {
            Self::Table { minutes, .. } | Self::Person { minutes, .. } => *minutes,
        }
    }
}

/// Finds what the booking gets at that moment. The ledgers must have read the days around it.
pub(crate) fn place(
    business: &Business,
    ledgers: &Ledgers,
    wish: &Wish<'_>,
    at: Moment,
) -> Result<Place, Refusal> {
    match wish {
        Wish::Table { branch, party_size, minutes, room } => {
            let until = open_until(business.hours_of(branch), &business.time_zone, at);
            let last_seating = i64::from(business.booking.last_seating_minutes);
            if until.is_none_or(|until| at.minute + last_seating > until) {
                return Err(closed_or_outside(business.hours_of(branch), at.date));
            }
            let to_minute = at.minute + minutes + i64::from(business.booking.buffer_minutes);
            let free: Vec<(&Table, &Room)> = business
                .tables_of(branch)
                .filter(|(table, _)| ledgers.is_free(&table.id, at.minute, to_minute))
                .collect();
            let (takes, room) = best_tables(&free, *party_size, *room).ok_or(Refusal::Full)?;
            Ok(Place { branch: (*branch).to_owned(), takes, room: Some(room.name.clone()), staff: None })
        }
        Wish::Person { branch, service, person, minutes } => {
            free_person(business, ledgers, *branch, service, *person, at, *minutes)
        }
    }
}

/// Of the free tables, the smallest that fits, in the room that is liked best where it has one; else the smallest pair
/// that can be joined.
fn best_tables<'a>(
    free: &[(&Table, &'a Room)],
    party_size: u32,
    liked: Option<&str>,
) -> Option<(Vec<String>, &'a Room)> {
    let is_elsewhere = |room: &Room| liked.is_some_and(|liked| liked != room.id);
    let single = free
        .iter()
        .filter(|(table, _)| (table.seats[0]..=table.seats[1]).contains(&party_size))
        .min_by_key(|(table, room)| (is_elsewhere(room), table.seats[1]));
    if let Some((table, room)) = single {
        return Some((vec![table.id.clone()], room));
    }
    let joinable: Vec<_> = free.iter().filter(|(table, _)| table.combinable).collect();
    let pairs = joinable.iter().enumerate().flat_map(|(nth, (first, room))| {
        let others = joinable.iter().skip(nth + 1).filter(|(_, other)| other.id == room.id);
        others.map(move |(second, _)| (*first, *second, *room))
    });
    let (first, second, room) = pairs
        .filter(|(first, second, _)| {
            (first.seats[0] + second.seats[0]..=first.seats[1] + second.seats[1]).contains(&party_size)
        })
        .min_by_key(|(first, second, room)| (is_elsewhere(room), first.seats[1] + second.seats[1]))?;
    Some((vec![first.id.clone(), second.id.clone()], room))
}

/// The wanted person, or whoever does the service, is in and free, and has the least to do that day.
fn free_person(
    business: &Business,
    ledgers: &Ledgers,
    branch: Option<&str>,
    service: &Service,
    person: Option<&Staff>,
    at: Moment,
    minutes: i64,
) -> Result<Place, Refusal> {
    let candidates = business
        .staff
        .iter()
        .filter(|candidate| service.staff.contains(&candidate.id))
        .filter(|candidate| person.is_none_or(|person| person.id == candidate.id));
    let present: Vec<(&Staff, &str)> = candidates
        .filter_map(|candidate| Some((candidate, branch_at(business, candidate, branch, at, minutes)?)))
        .collect();
    let to_minute = at.minute + minutes + i64::from(business.booking.buffer_minutes);
    let free = present
        .iter()
        .filter(|(candidate, _)| ledgers.is_free(&candidate.id, at.minute, to_minute))
        .min_by_key(|(candidate, branch)| {
            let is_elsewhere = *branch != business.branch_or_first(None);
            (is_elsewhere, ledgers.minutes_taken(&candidate.id, at.date))
        });
    if let Some((chosen, branch)) = free {
        return Ok(Place {
            branch: (*branch).to_owned(),
            takes: vec![chosen.id.clone()],
            room: None,
            staff: Some(chosen.id.clone()),
        });
    }
    if !present.is_empty() {
        return Err(Refusal::SlotTaken);
    }
    let hours = business.hours_of(business.branch_or_first(branch));
    let is_open =
        open_until(hours, &business.time_zone, at).is_some_and(|until| at.minute + minutes <= until);
    match is_open {
        true => Err(Refusal::StaffNotIn),
        false => Err(closed_or_outside(hours, at.date)),
    }
}

/// The branch at which the person works through all of the booking; the branch itself must be open as long.
fn branch_at<'a>(
    business: &'a Business,
    person: &'a Staff,
    branch: Option<&str>,
    at: Moment,
    minutes: i64,
) -> Option<&'a str> {
    let zone = &business.time_zone;
    if person
        .absences
        .iter()
        .any(|absence| is_away(business, absence, at.date, at.minute, at.minute + minutes))
    {
        return None;
    }
    person.shifts.iter().find_map(|shift| {
        let shift_branch = business.branch_or_first(shift.branch.as_deref());
        if branch.is_some_and(|branch| branch != shift_branch) {
            return None;
        }
        let working = OpeningHours { week: shift.hours.days().map(Clone::clone), ..OpeningHours::default() };
        let works_until = open_until(&working, zone, at)?;
        let open_until = open_until(business.hours_of(shift_branch), zone, at)?;
        (at.minute + minutes <= works_until.min(open_until)).then_some(shift_branch)
    })
}

fn is_away(
    business: &Business,
    absence: &crate::Absence,
    date: Date,
    from_minute: i64,
    to_minute: i64,
) -> bool {
    if date < absence.from || date > absence.to.unwrap_or(absence.from) {
        return false;
    }
    let overlaps = |span: &Span| {
        let closes_on = if span.close <= span.open { date.tomorrow().unwrap_or(date) } else { date };
        edge_minute(&business.time_zone, date, span.open) < to_minute
            && from_minute < edge_minute(&business.time_zone, closes_on, span.close)
    };
    absence.hours.is_empty() || absence.hours.iter().any(overlaps)
}

fn closed_or_outside(hours: &OpeningHours, date: Date) -> Refusal {
    if hours.spans_on(date).is_empty() { Refusal::Closed } else { Refusal::OutsideHours }
}
