//! What all booking tools do alike: work out what is wanted, find a slot or refuse, and write the booking.

use jiff::civil::{Date, Time};
use turno_core::Timestamp;
use turno_language::text::fold;
use turno_runtime::port::{Batch, Store, ToolContext, ToolError};

use super::explain::{Asked, refusal_answer};
use crate::{
    Business, Kind, Room, Service, Staff,
    answer::Answer,
    book::{Hold, Ledgers, Refusal, Slot, Wish, nearby_slots, touched_days, try_slot},
    keys,
    parameters::Parameters,
    record::{self, Booking, BookingStatus},
    say::{Said, Voice},
};

/// The scope of a clinic's ledgers: one person works at several branches, but at one time.
const ALL_STAFF: &str = "*";

/// What is near, where no time was said.
const MIDDLE_OF_DAY: Time = Time::constant(14, 0, 0, 0);

/// The ledgers that a wish is booked in.
pub(crate) fn ledgers_for(business: &Business, branch: &str) -> Ledgers {
    match business.kind {
        Kind::Restaurant => Ledgers::new(&business.id, branch),
        Kind::Clinic | Kind::Shop => Ledgers::new(&business.id, ALL_STAFF),
    }
}

/// The branch that was named, or that was called. An unknown one is refused.
pub(crate) fn wanted_branch<'a>(
    business: &'a Business,
    context: &ToolContext,
    parameters: Parameters<'a>,
) -> Result<Option<&'a str>, Answer> {
    if let Some(id) = parameters.text("branch_id") {
        return match business.branch(id) {
            Some(branch) => Ok(Some(&branch.id)),
            None => Err(no_such_branch(business, context.now)),
        };
    }
    // What the gateway says was called is not the user's doing: an unknown one is as good as none.
    let called = context.branch.as_deref().and_then(|id| business.branch(id));
    Ok(called.map(|branch| branch.id.as_str()))
}

/// A table for that many; a party that is too large is refused.
pub(crate) fn table_wish<'a>(
    business: &Business,
    branch: &'a str,
    party_size: i64,
    minutes: Option<i64>,
    now: Timestamp,
) -> Result<Wish<'a>, Answer> {
    let largest = business.booking.max_party_size;
    match u32::try_from(party_size) {
        Ok(party_size) if (1..=largest).contains(&party_size) => {
            let minutes = minutes.unwrap_or_else(|| seating_minutes(business, party_size));
            Ok(Wish::Table {
                branch,
                party_size,
                minutes,
                room: None,
            })
        }
        Ok(_) | Err(_) => Err(party_too_large(business, now)),
    }
}

/// The room that special requests name ("en la terraza, por favor") is liked best.
pub(crate) fn with_liked_room<'a>(
    business: &'a Business,
    wish: Wish<'a>,
    requests: Option<&str>,
) -> Wish<'a> {
    match wish {
        Wish::Table {
            branch,
            party_size,
            minutes,
            ..
        } => {
            let requests = fold(requests.unwrap_or_default());
            let words: Vec<&str> = requests.split(|c: char| !c.is_alphanumeric()).collect();
            // A room's name is its last word: "la terraza", "el salón".
            let is_named = |room: &&Room| {
                let name = fold(&room.name);
                name.split(' ')
                    .next_back()
                    .is_some_and(|name| words.contains(&name))
            };
            let room = business.tables_of(branch).map(|(_, room)| room).find(is_named);
            Wish::Table {
                branch,
                party_size,
                minutes,
                room: room.map(|room| room.id.as_str()),
            }
        }
        Wish::Person { .. } => wish,
    }
}

/// Someone's time for a service; what does not fit together is refused.
pub(crate) fn person_wish<'a>(
    business: &'a Business,
    branch: Option<&'a str>,
    service: Option<&str>,
    person: Option<&str>,
    minutes: Option<i64>,
    now: Timestamp,
) -> Result<Wish<'a>, Answer> {
    let found = match service {
        Some(id) => business.service(id),
        None => business.services.first(),
    };
    let service = found.ok_or_else(|| no_such_service(business, now))?;
    let person = match person {
        Some(id) => Some(
            business
                .staff_member(id)
                .ok_or_else(|| no_such_staff(business, now))?,
        ),
        None => None,
    };
    if let Some(person) = person.filter(|person| !service.staff.contains(&person.id)) {
        return Err(staff_does_not_do_it(business, service, person, now));
    }
    Ok(Wish::Person {
        branch,
        service,
        person,
        minutes: minutes.unwrap_or(i64::from(service.minutes)),
    })
}

/// The slot, or the refusal with its alternatives. The ledgers hold what may be given up already released.
pub(crate) async fn slot_or_refusal(
    store: &dyn Store,
    ledgers: &mut Ledgers,
    asked: &Asked<'_>,
    needs_notice: bool,
) -> Result<Result<Slot, Answer>, ToolError> {
    ledgers.read_around(store, asked.date).await?;
    let when = (asked.date, asked.time.unwrap_or(MIDDLE_OF_DAY));
    match try_slot(
        asked.business,
        ledgers,
        &asked.wish,
        when,
        asked.now,
        needs_notice,
    ) {
        Ok(slot) => Ok(Ok(slot)),
        Err(refusal) => Ok(Err(refused(store, ledgers, asked, &refusal).await?)),
    }
}

/// A refusal with its alternatives.
pub(crate) async fn refused(
    store: &dyn Store,
    ledgers: &mut Ledgers,
    asked: &Asked<'_>,
    refusal: &Refusal,
) -> Result<Answer, ToolError> {
    let when = (asked.date, asked.time.unwrap_or(MIDDLE_OF_DAY));
    let offers = match refusal {
        Refusal::TooFar => Vec::new(),
        Refusal::Full
        | Refusal::SlotTaken
        | Refusal::OutsideHours
        | Refusal::Closed
        | Refusal::Past
        | Refusal::TooSoon
        | Refusal::ImpossibleTime
        | Refusal::StaffNotIn => {
            nearby_slots(store, asked.business, ledgers, &asked.wish, when, asked.now).await?
        }
    };
    Ok(refusal_answer(asked, refusal, &offers))
}

/// Adds a booking's hold, its row and the rows that find it again.
pub(crate) fn write_booking(
    business: &Business,
    ledgers: &mut Ledgers,
    booking: &Booking,
    batch: &mut Batch,
) -> Result<(), ToolError> {
    let buffer = i64::from(business.booking.buffer_minutes);
    ledgers.hold(
        booking.date,
        Hold {
            code: booking.code.clone(),
            takes: booking.takes.clone(),
            from_minute: booking.start_minute,
            to_minute: booking.start_minute + booking.duration_minutes + buffer,
        },
    );
    batch.put(
        keys::booking(&business.id, &booking.code),
        record::encode(booking)?,
    );
    for owner in owners(booking) {
        let key = keys::booking_of(&business.id, &owner, booking.date, booking.time, &booking.code);
        batch.put(key, record::encode(&booking.code)?);
    }
    Ok(())
}

/// Removes the rows that find a booking, which is cancelled or goes elsewhere.
pub(crate) fn forget_booking(business: &Business, booking: &Booking, batch: &mut Batch) {
    for owner in owners(booking)
        .into_iter()
        .chain(keys::phone_owners(&booking.phone))
    {
        batch.remove(keys::booking_of(
            &business.id,
            &owner,
            booking.date,
            booking.time,
            &booking.code,
        ));
    }
}

/// Writes the days of a booking that is new.
pub(crate) fn write_days(
    business: &Business,
    ledgers: &Ledgers,
    booking: &Booking,
    batch: &mut Batch,
) -> Result<(), ToolError> {
    let minutes = booking.duration_minutes + i64::from(business.booking.buffer_minutes);
    ledgers.write(
        batch,
        touched_days(business, booking.date, booking.start_minute, minutes),
    )
}

/// A booking that is cancelled, as it is kept.
pub(crate) fn cancelled(booking: &Booking, now: Timestamp) -> Booking {
    Booking {
        status: BookingStatus::Cancelled,
        changed_at: now,
        ..booking.clone()
    }
}

/// How long a party keeps its table.
pub(crate) fn seating_minutes(business: &Business, party_size: u32) -> i64 {
    let seating = &business.booking.seating;
    let fitting = seating
        .iter()
        .find(|seating| party_size <= seating.up_to)
        .or_else(|| seating.last());
    fitting.map_or(90, |seating| i64::from(seating.minutes))
}

/// The date and time to write down for someone who asked for these.
pub(crate) fn asked_for<'a>(
    business: &'a Business,
    wish: Wish<'a>,
    (date, time): (Date, Time),
    now: Timestamp,
) -> Asked<'a> {
    Asked {
        business,
        wish,
        date,
        time: Some(time),
        now,
    }
}

fn owners(booking: &Booking) -> Vec<String> {
    let phone = Some(&booking.phone).filter(|phone| !phone.is_empty());
    let phone = phone.map(|phone| keys::phone_owner(phone));
    phone
        .into_iter()
        .chain([keys::conversation_owner(&booking.conversation)])
        .collect()
}

fn party_too_large(business: &Business, now: Timestamp) -> Answer {
    let voice = Voice::new(business, now);
    let largest = business.booking.max_party_size;
    let people = voice.people(largest);
    let said = Said::each(|form| {
        let phone = turno_language::format::phone(voice.language, form, &business.escalation.phone);
        voice.say(
            "booking.party_too_large",
            &[("people", &people), ("phone", &phone)],
        )
    });
    Answer::refused("party_too_large", &said).with("max_party_size", largest)
}

pub(crate) fn no_such_branch(business: &Business, now: Timestamp) -> Answer {
    let voice = Voice::new(business, now);
    let names: Vec<String> = business
        .branches
        .iter()
        .map(|branch| branch.name.clone())
        .collect();
    let list = voice.both(&names);
    let said = Said::same(voice.say("booking.no_such_branch", &[("branches", &list)]));
    Answer::refused("no_such_branch", &said)
}

pub(crate) fn no_such_service(business: &Business, now: Timestamp) -> Answer {
    let voice = Voice::new(business, now);
    let names: Vec<String> = business
        .services
        .iter()
        .map(|service| service.name.to_lowercase())
        .collect();
    let list = voice.both(&names);
    let said = Said::same(voice.say("booking.no_such_service", &[("services", &list)]));
    Answer::refused("no_such_service", &said)
}

pub(crate) fn no_such_staff(business: &Business, now: Timestamp) -> Answer {
    let voice = Voice::new(business, now);
    let names: Vec<String> = business.staff.iter().map(|person| person.name.clone()).collect();
    let list = voice.both(&names);
    let said = Said::same(voice.say("booking.no_such_person", &[("people", &list)]));
    Answer::refused("no_such_staff", &said)
}

fn staff_does_not_do_it(business: &Business, service: &Service, person: &Staff, now: Timestamp) -> Answer {
    let voice = Voice::new(business, now);
    let names: Vec<String> = service
        .staff
        .iter()
        .filter_map(|id| business.staff_member(id))
        .map(|person| person.name.clone())
        .collect();
    let (list, person, name) = (voice.both(&names), &person.name, service.name.to_lowercase());
    let message = if names.len() == 1 {
        "booking.other_person_does"
    } else {
        "booking.other_people_do"
    };
    let said = Said::same(voice.say(
        message,
        &[("person", person), ("service", &name), ("people", &list)],
    ));
    Answer::refused("staff_does_not_do_it", &said).with("staff_ids", service.staff.clone())
}
