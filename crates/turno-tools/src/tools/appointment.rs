//! `create_appointment` and `modify_appointment`.

use async_trait::async_trait;
use serde_json::json;
use turno_business::{
    Business,
    answer::{Answer, hour_text, units},
    book::{Slot, Wish, ledgers_for, write_booking, write_days},
    code::{free_code, record_id},
    keys,
    record::{Booking, BookingKind, BookingStatus},
    say::{Said, Voice},
};
use turno_core::ToolSpec;
use turno_language::Act;
use turno_runtime::port::{Batch, Prepared, Store, ToolContext, ToolError};

use super::{
    call::{Call, Serves},
    desk::{asked_for, person_wish, slot_or_refusal, wanted_branch},
    explain::Asked,
    moving::Move,
    own::{Own, own_booking},
    reservation::nothing_to_change,
};
use crate::parameters::{self, CLINICS, Outline, Parameters};

pub(super) struct CreateAppointment;

#[async_trait]
impl Serves for CreateAppointment {
    fn spec(&self) -> ToolSpec {
        create_spec()
    }

    async fn prepare(
        &self,
        Call { store, business, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let when = parameters.required_date_and_time()?;
        let branch = match wanted_branch(business, context, parameters) {
            Ok(branch) => branch,
            Err(refused) => return Ok(refused.read_only()),
        };
        let (service, person) = (parameters.text("service_id"), parameters.text("staff_id"));
        let wish = match person_wish(business, branch, service, person, None, context.now) {
            Ok(wish) => wish,
            Err(refused) => return Ok(refused.read_only()),
        };
        let mut ledgers = ledgers_for(business, business.branch_or_first(branch));
        let asked = asked_for(business, wish, when, context.now);
        let needs_notice = !parameters.flag("is_emergency", false);
        let slot = match slot_or_refusal(store, &mut ledgers, &asked, needs_notice).await? {
            Ok(slot) => slot,
            Err(refused) => return Ok(refused.read_only()),
        };
        let row = |code: &str| keys::booking(&business.id, code);
        let code = free_code(store, context, "CIT", row).await?;
        let booking = new_booking(context, parameters, &slot, &code, &asked.wish)?;
        let mut batch = Batch::default();
        batch.expect(row(&code), None);
        write_booking(business, &mut ledgers, &booking, &mut batch)?;
        write_days(business, &ledgers, &booking, &mut batch)?;
        let said = told(business, context, &booking, "appointment.made");
        Ok(with_booking(Answer::done(&said), business, &booking).and_write(batch))
    }
}

fn create_spec() -> ToolSpec {
    Outline {
        name: "create_appointment",
        description: "Books an appointment at the clinic",
        category: "booking",
        act: Act::Book,
        enabled_for: CLINICS,
        parameters: parameters::object(
            json!({
                "date": parameters::date("parameter.day"),
                "time": parameters::time(),
                "patient_name": parameters::person_name("The patient's name"),
                "patient_phone": parameters::phone(),
                "service_id": parameters::service("Id of the service; left out: an assessment"),
                "staff_id": parameters::staff("Id of the preferred person; left out: whoever is free"),
                "reason": parameters::text("What the appointment is for", "parameter.reason"),
                "is_first_visit": parameters::flag("First visit", false, "parameter.is_first_visit"),
                "is_emergency": parameters::flag("Emergency", false, "parameter.is_emergency"),
                "branch_id": parameters::branch(),
            }),
            &["date", "time", "patient_name", "patient_phone"],
        ),
    }
    .spec()
    .stating(crate::stated::of_an_appointment())
}

fn new_booking(
    context: &ToolContext,
    parameters: Parameters<'_>,
    slot: &Slot,
    code: &str,
    wish: &Wish<'_>,
) -> Result<Booking, ToolError> {
    Ok(Booking {
        id: record_id("cit", &context.key),
        code: code.to_owned(),
        kind: BookingKind::Appointment,
        status: BookingStatus::Confirmed,
        branch: slot.place.branch.clone(),
        date: slot.at.date,
        time: slot.at.time,
        start_minute: slot.at.minute,
        duration_minutes: wish.minutes(),
        takes: slot.place.takes.clone(),
        party_size: None,
        service: service_id(wish),
        staff: slot.place.staff.clone(),
        name: parameters.required_name("patient_name")?,
        phone: parameters.required_text("patient_phone")?.to_owned(),
        email: None,
        notes: parameters.note("reason"),
        is_first_visit: parameters.flag("is_first_visit", false),
        is_emergency: parameters.flag("is_emergency", false),
        conversation: context.conversation.clone(),
        created_at: context.now,
        changed_at: context.now,
    })
}

fn service_id(wish: &Wish<'_>) -> Option<String> {
    match wish {
        Wish::Person { service, .. } => Some(service.id.clone()),
        Wish::Table { .. } => None,
    }
}

/// "Cita confirmada para Ana: limpieza dental con la Dra. Ruiz, el martes 20 de enero a las 10 de la mañana, …"
fn told(business: &Business, context: &ToolContext, booking: &Booking, message: &str) -> Said {
    let voice = Voice::new(business, context.now);
    let when = voice.on_day_at(booking.date, booking.time);
    let service = booking.service.as_deref().and_then(|id| business.service(id));
    let service = service.map(|service| service.name.to_lowercase()).unwrap_or_default();
    let person = booking.staff.as_deref().and_then(|id| business.staff_member(id));
    let person = person.map(|person| person.name.clone()).unwrap_or_default();
    let (name, branch) = (&booking.name, voice.in_branch(&booking.branch));
    Said::each(|form| {
        let code = voice.code(form, &booking.code);
        voice.say(
            message,
            &[
                ("name", name),
                ("service", &service),
                ("person", &person),
                ("when", &when),
                ("branch", &branch),
                ("code", &code),
            ],
        )
    })
}

fn with_booking(answer: Answer, business: &Business, booking: &Booking) -> Answer {
    let answer = answer
        .with("appointment_id", booking.id.as_str())
        .with("confirmation_code", booking.code.as_str())
        .with("status", "confirmed")
        .with("date", booking.date.to_string())
        .with("time", hour_text(booking.time))
        .with("patient_name", booking.name.as_str())
        .with("duration_minutes", booking.duration_minutes)
        .with("branch_id", booking.branch.as_str())
        .with("branch", business.branch_name(&booking.branch));
    with_service_and_staff(answer, business, booking)
}

/// The service and the person of a booking, by id and by name.
pub(super) fn with_service_and_staff(answer: Answer, business: &Business, booking: &Booking) -> Answer {
    let service = booking.service.as_deref().and_then(|id| business.service(id));
    let person = booking.staff.as_deref().and_then(|id| business.staff_member(id));
    answer
        .with("service_id", booking.service.clone())
        .with("service", service.map(|service| service.name.clone()))
        .with("price_cents", service.map(|service| service.price_cents))
        .with("price", service.map(|service| units(service.price_cents)))
        .with("staff_id", booking.staff.clone())
        .with("staff", person.map(|person| person.name.clone()))
}

pub(super) struct ModifyAppointment;

#[async_trait]
impl Serves for ModifyAppointment {
    fn spec(&self) -> ToolSpec {
        modify_spec()
    }

    async fn prepare(
        &self,
        Call { store, business, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let code = parameters.required_text("confirmation_code")?;
        let name = parameters.text("patient_name");
        let Own { kept, proof } = match own_booking(store, business, context, code, name).await? {
            Ok(own) => own,
            Err(refused) => return Ok(refused.prepared()),
        };
        let old = kept.record.clone();
        let mut moving = Move::begin(store, business, kept, &old.branch).await?;
        let found = match wishes(business, context, parameters, &old) {
            Ok(wishes) => first_free(store, context, &mut moving, business, wishes, parameters).await?,
            Err(refused) => Err(refused),
        };
        let (slot, asked) = match found {
            Ok(found) => found,
            Err(refused) => return Ok(refused.with("confirmation_code", old.code).read_only()),
        };
        let new = changed_booking(context, parameters, &old, &slot, &asked);
        let changed = changes(&old, &new);
        if changed.is_empty() {
            return Ok(nothing_to_change(business, context).with("confirmation_code", old.code).read_only());
        }
        let mut batch = moving.finish(business, &new)?;
        batch.append(proof);
        let said = told(business, context, &new, "appointment.moved");
        let previous = json!({
            "date": old.date, "time": hour_text(old.time), "service_id": old.service, "staff_id": old.staff,
        });
        let answer = with_booking(Answer::done(&said), business, &new);
        Ok(answer.with("changed", changed).with("previous", previous).and_write(batch))
    }
}

fn modify_spec() -> ToolSpec {
    Outline {
        name: "modify_appointment",
        description: "Moves an appointment, or changes its service or person; what is left out stays",
        category: "booking",
        act: Act::Modify,
        enabled_for: CLINICS,
        parameters: parameters::object(
            json!({
                "confirmation_code": parameters::code("The appointment's code, as CIT-4821", "parameter.code"),
                "date": parameters::date("parameter.new_day"),
                "time": parameters::time(),
                "service_id": parameters::service("Id of the new service"),
                "staff_id": parameters::staff("Id of the new person; left out: the same one if free, else anyone"),
                "reason": parameters::text("What the appointment is for", "parameter.reason"),
                "patient_name": parameters::person_name("The name that it was made under"),
                "branch_id": parameters::branch(),
            }),
            &["confirmation_code"],
        ),
    }
    .spec()
    .stating(crate::stated::of_an_appointment())
}

/// What is wanted, best first: with the person who was named; else with the one it was with, else with anyone.
fn wishes<'a>(
    business: &'a Business,
    context: &ToolContext,
    parameters: Parameters<'a>,
    old: &'a Booking,
) -> Result<Vec<Wish<'a>>, Answer> {
    let named_branch = match parameters.text("branch_id") {
        Some(_) => wanted_branch(business, context, parameters)?,
        None => None,
    };
    let service = parameters.text("service_id").or(old.service.as_deref());
    let minutes = (service == old.service.as_deref()).then_some(old.duration_minutes);
    let wish = |branch, person| person_wish(business, branch, service, person, minutes, context.now);
    if let Some(person) = parameters.text("staff_id") {
        return Ok(vec![wish(named_branch, Some(person))?]);
    }
    let branch = named_branch.or(Some(&old.branch));
    let mut wishes: Vec<Wish<'_>> = Vec::new();
    if let Some(person) = old.staff.as_deref() {
        // Who no longer does the service, or has left, is simply not asked for.
        wishes.extend(wish(branch, Some(person)).ok());
    }
    wishes.push(wish(branch, None)?);
    Ok(wishes)
}

async fn first_free<'a>(
    store: &dyn Store,
    context: &ToolContext,
    moving: &mut Move,
    business: &'a Business,
    wishes: Vec<Wish<'a>>,
    parameters: Parameters<'_>,
) -> Result<Result<(Slot, Asked<'a>), Answer>, ToolError> {
    let (old_date, old_time) = (moving.old().date, moving.old().time);
    let date = parameters.date("date")?.unwrap_or(old_date);
    let time = parameters.time("time")?.unwrap_or(old_time);
    let is_moved = (date, time) != (old_date, old_time);
    let mut refused = nothing_to_change(business, context);
    for wish in wishes {
        let asked = asked_for(business, wish, (date, time), context.now);
        match slot_or_refusal(store, &mut moving.ledgers, &asked, is_moved).await? {
            Ok(slot) => return Ok(Ok((slot, asked))),
            Err(refusal) => refused = refusal,
        }
    }
    Ok(Err(refused))
}

fn changed_booking(
    context: &ToolContext,
    parameters: Parameters<'_>,
    old: &Booking,
    slot: &Slot,
    asked: &Asked<'_>,
) -> Booking {
    Booking {
        branch: slot.place.branch.clone(),
        date: slot.at.date,
        time: slot.at.time,
        start_minute: slot.at.minute,
        duration_minutes: asked.wish.minutes(),
        takes: slot.place.takes.clone(),
        service: service_id(&asked.wish),
        staff: slot.place.staff.clone(),
        notes: parameters.note("reason").or_else(|| old.notes.clone()),
        changed_at: context.now,
        ..old.clone()
    }
}

fn changes(old: &Booking, new: &Booking) -> Vec<&'static str> {
    [
        (old.date != new.date, "date"),
        (old.time != new.time, "time"),
        (old.service != new.service, "service_id"),
        (old.staff != new.staff, "staff_id"),
        (old.branch != new.branch, "branch_id"),
        (old.notes != new.notes, "reason"),
    ]
    .into_iter()
    .filter_map(|(is_changed, name)| is_changed.then_some(name))
    .collect()
}
