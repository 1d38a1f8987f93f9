//! `create_reservation` and `modify_reservation`.

use async_trait::async_trait;
use serde_json::json;
use turno_business::{
    Business,
    answer::{Answer, hour_text},
    book::{Slot, Wish, ledgers_for, write_booking, write_days},
    code::{free_code, record_id},
    keys,
    record::{Booking, BookingKind, BookingStatus},
    say::{Said, Voice},
};
use turno_core::ToolSpec;
use turno_language::Act;
use turno_runtime::port::{Batch, Prepared, ToolContext, ToolError};

use super::{
    call::{Call, Serves},
    desk::{asked_for, slot_or_refusal, table_wish, wanted_branch, with_liked_room},
    explain::Asked,
    moving::Move,
    own::{Own, own_booking},
};
use crate::parameters::{self, Outline, Parameters, RESTAURANTS};

pub(super) struct CreateReservation;

#[async_trait]
impl Serves for CreateReservation {
    fn spec(&self) -> ToolSpec {
        create_spec()
    }

    async fn prepare(
        &self,
        Call { store, business, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let when = parameters.required_date_and_time()?;
        let branch = match wanted_branch(business, context, parameters) {
            Ok(branch) => business.branch_or_first(branch),
            Err(refused) => return Ok(refused.read_only()),
        };
        let party_size = parameters.integer("party_size").unwrap_or_default();
        let wish = match table_wish(business, branch, party_size, None, context.now) {
            Ok(wish) => with_liked_room(business, wish, parameters.text("special_requests")),
            Err(refused) => return Ok(refused.read_only()),
        };
        let mut ledgers = ledgers_for(business, branch);
        let asked = asked_for(business, wish, when, context.now);
        let slot = match slot_or_refusal(store, &mut ledgers, &asked, true).await? {
            Ok(slot) => slot,
            Err(refused) => return Ok(refused.read_only()),
        };
        let row = |code: &str| keys::booking(&business.id, code);
        let code = free_code(store, context, "RES", row).await?;
        let booking = new_booking(context, parameters, &slot, &code, asked.wish.minutes())?;
        let mut batch = Batch::default();
        batch.expect(row(&code), None);
        write_booking(business, &mut ledgers, &booking, &mut batch)?;
        write_days(business, &ledgers, &booking, &mut batch)?;
        let said = made(business, context, &booking, &slot, &asked.wish);
        Ok(with_booking(Answer::done(&said), business, &booking, slot.place.room.as_deref()).and_write(batch))
    }
}

fn create_spec() -> ToolSpec {
    Outline {
        name: "create_reservation",
        description: "Books a table in the restaurant",
        category: "booking",
        act: Act::Book,
        enabled_for: RESTAURANTS,
        parameters: parameters::object(
            json!({
                "date": parameters::date("parameter.day"),
                "time": parameters::time(),
                "party_size": parameters::party_size(),
                "customer_name": parameters::person_name("The guest's name"),
                "customer_phone": parameters::phone(),
                "special_requests": parameters::text("Special requests", "parameter.special_requests"),
                "branch_id": parameters::branch(),
            }),
            &["date", "time", "party_size", "customer_name", "customer_phone"],
        ),
    }
    .spec()
    .stating(crate::stated::of_a_booking())
}

fn new_booking(
    context: &ToolContext,
    parameters: Parameters<'_>,
    slot: &Slot,
    code: &str,
    minutes: i64,
) -> Result<Booking, ToolError> {
    Ok(Booking {
        id: record_id("res", &context.key),
        code: code.to_owned(),
        kind: BookingKind::Reservation,
        status: BookingStatus::Confirmed,
        branch: slot.place.branch.clone(),
        date: slot.at.date,
        time: slot.at.time,
        start_minute: slot.at.minute,
        duration_minutes: minutes,
        takes: slot.place.takes.clone(),
        party_size: parameters.integer("party_size").and_then(|size| u32::try_from(size).ok()),
        service: None,
        staff: None,
        name: parameters.required_name("customer_name")?,
        phone: parameters.required_text("customer_phone")?.to_owned(),
        email: None,
        notes: parameters.note("special_requests"),
        is_first_visit: false,
        is_emergency: false,
        conversation: context.conversation.clone(),
        created_at: context.now,
        changed_at: context.now,
    })
}

fn made(business: &Business, context: &ToolContext, booking: &Booking, slot: &Slot, wish: &Wish<'_>) -> Said {
    let voice = Voice::new(business, context.now);
    let people = voice.people(booking.party_size.unwrap_or(1));
    let when = voice.on_day_at(slot.at.date, slot.at.time);
    let name = &booking.name;
    let place = place_text(business, &voice, booking, slot, wish);
    Said::each(|form| {
        let code = voice.code(form, &booking.code);
        voice.say(
            "reservation.made",
            &[("people", &people), ("when", &when), ("name", &name), ("place", &place), ("code", &code)],
        )
    })
}

/// ", en la sucursal Roma Norte, en la terraza."; the room only where one was asked for.
fn place_text(
    business: &Business,
    voice: &Voice<'_>,
    booking: &Booking,
    slot: &Slot,
    wish: &Wish<'_>,
) -> String {
    let branch = voice.in_branch(&booking.branch);
    let liked = match wish {
        Wish::Table { room: Some(id), .. } => business.rooms.iter().find(|room| room.id == *id),
        Wish::Table { room: None, .. } | Wish::Person { .. } => None,
    };
    match (liked, &slot.place.room) {
        (Some(liked), Some(given)) if liked.name == *given => {
            voice.say("reservation.in_room", &[("branch", &branch), ("room", &given)])
        }
        (Some(liked), Some(given)) => voice.say(
            "reservation.in_other_room",
            &[("branch", &branch), ("wanted", &liked.name), ("room", &given)],
        ),
        (Some(_) | None, _) => format!("{branch}."),
    }
}

fn with_booking(answer: Answer, business: &Business, booking: &Booking, room: Option<&str>) -> Answer {
    answer
        .with("reservation_id", booking.id.as_str())
        .with("confirmation_code", booking.code.as_str())
        .with("status", "confirmed")
        .with("date", booking.date.to_string())
        .with("time", hour_text(booking.time))
        .with("party_size", booking.party_size)
        .with("customer_name", booking.name.as_str())
        .with("duration_minutes", booking.duration_minutes)
        .with("room", room)
        .with("tables", booking.takes.clone())
        .with("branch_id", booking.branch.as_str())
        .with("branch", business.branch_name(&booking.branch))
}

pub(super) struct ModifyReservation;

#[async_trait]
impl Serves for ModifyReservation {
    fn spec(&self) -> ToolSpec {
        modify_spec()
    }

    async fn prepare(
        &self,
        Call { store, business, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let code = parameters.required_text("confirmation_code")?;
        let name = parameters.text("customer_name");
        let Own { kept, proof } = match own_booking(store, business, context, code, name).await? {
            Ok(own) => own,
            Err(refused) => return Ok(refused.prepared()),
        };
        let old = &kept.record;
        let branch = match new_branch(business, context, parameters, old) {
            Ok(branch) => branch,
            Err(refused) => return Ok(refused.read_only()),
        };
        let date = parameters.date("date")?.unwrap_or(old.date);
        let time = parameters.time("time")?.unwrap_or(old.time);
        let party_size = parameters.integer("party_size").unwrap_or(old.party_size.unwrap_or(1).into());
        let is_moved = (date, time) != (old.date, old.time);
        let requests = parameters.text("special_requests").or(old.notes.as_deref()).map(str::to_owned);
        let wish = match table_wish(business, &branch, party_size, None, context.now) {
            Ok(wish) => with_liked_room(business, wish, requests.as_deref()),
            Err(refused) => return Ok(refused.read_only()),
        };
        let mut moving = Move::begin(store, business, kept, &branch).await?;
        let asked = asked_for(business, wish, (date, time), context.now);
        let slot = match slot_or_refusal(store, &mut moving.ledgers, &asked, is_moved).await? {
            Ok(slot) => slot,
            Err(refused) => {
                return Ok(refused.with("confirmation_code", moving.old().code.as_str()).read_only());
            }
        };
        let old = moving.old().clone();
        let new = changed_booking(context, parameters, &old, &slot, &asked);
        let changed = changes(&old, &new);
        if changed.is_empty() {
            return Ok(nothing_to_change(business, context).with("confirmation_code", old.code).read_only());
        }
        let mut batch = moving.finish(business, &new)?;
        batch.append(proof);
        let said = moved(business, context, &new, &slot, &asked.wish);
        let answer = with_booking(Answer::done(&said), business, &new, slot.place.room.as_deref());
        let previous = json!({"date": old.date, "time": hour_text(old.time), "party_size": old.party_size});
        Ok(answer.with("changed", changed).with("previous", previous).and_write(batch))
    }
}

fn modify_spec() -> ToolSpec {
    Outline {
        name: "modify_reservation",
        description: "Changes the date, the time or the size of a reservation; what is left out stays",
        category: "booking",
        act: Act::Modify,
        enabled_for: RESTAURANTS,
        parameters: parameters::object(
            json!({
                "confirmation_code": parameters::confirmation_code(),
                "date": parameters::date("parameter.new_day"),
                "time": parameters::time(),
                "party_size": parameters::party_size(),
                "special_requests": parameters::text("Special requests", "parameter.special_requests"),
                "customer_name": parameters::person_name("The name that it was made under"),
                "branch_id": parameters::branch(),
            }),
            &["confirmation_code"],
        ),
    }
    .spec()
    .stating(crate::stated::of_a_booking())
}

fn changed_booking(
    context: &ToolContext,
    parameters: Parameters<'_>,
    old: &Booking,
    slot: &Slot,
    asked: &Asked<'_>,
) -> Booking {
    let party_size = match &asked.wish {
        Wish::Table { party_size, .. } => Some(*party_size),
        Wish::Person { .. } => old.party_size,
    };
    Booking {
        branch: slot.place.branch.clone(),
        date: slot.at.date,
        time: slot.at.time,
        start_minute: slot.at.minute,
        duration_minutes: asked.wish.minutes(),
        takes: slot.place.takes.clone(),
        party_size,
        notes: parameters.note("special_requests").or_else(|| old.notes.clone()),
        changed_at: context.now,
        ..old.clone()
    }
}

/// The branch that was named; else the one that it is at, whichever was called.
fn new_branch(
    business: &Business,
    context: &ToolContext,
    parameters: Parameters<'_>,
    old: &Booking,
) -> Result<String, Answer> {
    if parameters.text("branch_id").is_none() {
        return Ok(old.branch.clone());
    }
    let branch = wanted_branch(business, context, parameters)?;
    Ok(business.branch_or_first(branch).to_owned())
}

fn changes(old: &Booking, new: &Booking) -> Vec<&'static str> {
    [
        (old.date != new.date, "date"),
        (old.time != new.time, "time"),
        (old.party_size != new.party_size, "party_size"),
        (old.branch != new.branch, "branch_id"),
        (old.notes != new.notes, "special_requests"),
    ]
    .into_iter()
    .filter_map(|(is_changed, name)| is_changed.then_some(name))
    .collect()
}

pub(super) fn nothing_to_change(business: &Business, context: &ToolContext) -> Answer {
    let voice = Voice::new(business, context.now);
    let thing = super::own::noun(&voice);
    let said = voice.say("booking.nothing_to_change", &[("thing", &thing)]);
    Answer::refused("nothing_to_change", &Said::same(said))
}

fn moved(
    business: &Business,
    context: &ToolContext,
    booking: &Booking,
    slot: &Slot,
    wish: &Wish<'_>,
) -> Said {
    let voice = Voice::new(business, context.now);
    let people = voice.people(booking.party_size.unwrap_or(1));
    let when = voice.on_day_at(slot.at.date, slot.at.time);
    let place = place_text(business, &voice, booking, slot, wish);
    Said::each(|form| {
        let code = voice.code(form, &booking.code);
        voice.say(
            "reservation.moved",
            &[("people", &people), ("when", &when), ("place", &place), ("code", &code)],
        )
    })
}
