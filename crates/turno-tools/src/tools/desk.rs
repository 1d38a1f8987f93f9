//! What all booking tools do alike: work out what is wanted, find a slot or refuse, and write the booking.

use jiff::civil::{Date, Time};
use turno_business::{
    Business, Room, Service, Staff,
    answer::Answer,
    book::{Ledgers, Refusal, Slot, Wish, nearby_slots, seating_minutes, try_slot},
    say::{Said, Voice},
};
use turno_core::Timestamp;
use turno_language::text::fold;
use turno_runtime::port::{Store, ToolContext, ToolError};

use super::explain::{Asked, refusal_answer};
use crate::parameters::Parameters;

/// What is near, where no time was said.
const MIDDLE_OF_DAY: Time = Time::constant(14, 0, 0, 0);

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
            Ok(Wish::Table { branch, party_size, minutes, room: None })
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
        Wish::Table { branch, party_size, minutes, .. } => {
            let requests = fold(requests.unwrap_or_default());
            let words: Vec<&str> = requests.split(|c: char| !c.is_alphanumeric()).collect();
            // A room's name is its last word: "la terraza", "el salón".
            let is_named = |room: &&Room| {
                let name = fold(&room.name);
                name.split(' ').next_back().is_some_and(|name| words.contains(&name))
            };
            let room = business.tables_of(branch).map(|(_, room)| room).find(is_named);
            Wish::Table { branch, party_size, minutes, room: room.map(|room| room.id.as_str()) }
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
        Some(id) => Some(business.staff_member(id).ok_or_else(|| no_such_staff(business, now))?),
        None => None,
    };
    if let Some(person) = person.filter(|person| !service.staff.contains(&person.id)) {
        return Err(staff_does_not_do_it(business, service, person, now));
    }
    Ok(Wish::Person { branch, service, person, minutes: minutes.unwrap_or(i64::from(service.minutes)) })
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
    match try_slot(asked.business, ledgers, &asked.wish, when, asked.now, needs_notice) {
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

/// The date and time to write down for someone who asked for these.
pub(crate) fn asked_for<'a>(
    business: &'a Business,
    wish: Wish<'a>,
    (date, time): (Date, Time),
    now: Timestamp,
) -> Asked<'a> {
    Asked { business, wish, date, time: Some(time), now }
}

fn party_too_large(business: &Business, now: Timestamp) -> Answer {
    let voice = Voice::new(business, now);
    let largest = business.booking.max_party_size;
    let people = voice.people(largest);
    let said = Said::each(|form| {
        let phone = turno_language::format::phone(voice.language, form, &business.escalation.phone);
        voice.say("booking.party_too_large", &[("people", &people), ("phone", &phone)])
    });
    Answer::refused("party_too_large", &said).with("max_party_size", largest)
}

pub(crate) fn no_such_branch(business: &Business, now: Timestamp) -> Answer {
    let voice = Voice::new(business, now);
    let names: Vec<String> = business.branches.iter().map(|branch| branch.name.clone()).collect();
    let list = voice.both(&names);
    let said = Said::same(voice.say("booking.no_such_branch", &[("branches", &list)]));
    Answer::refused("no_such_branch", &said)
}

pub(crate) fn no_such_service(business: &Business, now: Timestamp) -> Answer {
    let voice = Voice::new(business, now);
    let names: Vec<String> = business.services.iter().map(|service| service.name.to_lowercase()).collect();
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
    let message = if names.len() == 1 { "booking.other_person_does" } else { "booking.other_people_do" };
    let said = Said::same(voice.say(message, &[("person", person), ("service", &name), ("people", &list)]));
    Answer::refused("staff_does_not_do_it", &said).with("staff_ids", service.staff.clone())
}
