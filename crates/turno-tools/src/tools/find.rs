//! `find_bookings`.

use std::collections::BTreeSet;

use async_trait::async_trait;
use serde_json::{Value, json};
use turno_business::{
    Business, Kind,
    answer::{Answer, hour_text},
    keys,
    record::{self, Booking, BookingKind, BookingStatus},
    say::{Said, Voice},
};
use turno_core::ToolSpec;
use turno_language::{Act, format::Form};
use turno_runtime::port::{Prepared, Store, ToolContext, ToolError};

use super::{
    call::{Call, Serves},
    own::{noun, own_booking, owners},
};
use crate::parameters::{self, BOOKERS, Outline};

/// The most bookings in a result.
const MOST: usize = 10;
/// How many of them are told.
const TOLD: usize = 4;

pub(super) struct FindBookings;

#[async_trait]
impl Serves for FindBookings {
    fn spec(&self) -> ToolSpec {
        spec()
    }

    async fn prepare(
        &self,
        Call { store, business, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        if let Some(code) = parameters.text("confirmation_code") {
            let name = parameters.text("customer_name").or(parameters.text("patient_name"));
            let found = own_booking(store, business, context, code, name).await?;
            return Ok(match found {
                Ok(own) => answer(business, context, &[own.kept.record]).and_write(own.proof),
                Err(refused) => {
                    let answer = refused.answer.with("count", 0).with("bookings", json!([]));
                    answer.and_write(refused.batch)
                }
            });
        }
        let bookings = upcoming(store, business, context).await?;
        if bookings.is_empty() && context.caller_phone.is_none() {
            return Ok(needs_code(business, context).read_only());
        }
        let (date, time) = (parameters.date("date")?, parameters.time("time")?);
        let meant: Vec<Booking> = bookings
            .iter()
            .filter(|booking| date.is_none_or(|date| booking.date == date))
            .filter(|booking| time.is_none_or(|time| booking.time == time))
            .cloned()
            .collect();
        // One of another day may be the one that is meant, but who asks is told.
        let is_other = meant.is_empty() && !bookings.is_empty();
        let bookings = if is_other { bookings } else { meant };
        Ok(answer(business, context, &bookings).with("is_other", is_other).read_only())
    }
}

fn spec() -> ToolSpec {
    let mut spec = outline().spec().stating(crate::stated::of_bookings_found());
    spec.parameters["x-sensitive"] = json!(["name"]);
    spec
}

fn outline() -> Outline<'static> {
    Outline {
        name: "find_bookings",
        description: "Finds the caller's upcoming bookings, by code or by who calls, and of several those of a day or an hour",
        category: "booking",
        act: Act::Other,
        enabled_for: BOOKERS,
        parameters: parameters::object(
            json!({
                "confirmation_code": parameters::confirmation_code(),
                "customer_name": parameters::person_name("The name that it was made under"),
                "date": parameters::date("parameter.day"),
                "time": parameters::time(),
                "patient_name": parameters::person_name("The same, as clinics call it"),
            }),
            &[],
        ),
    }
}

/// The upcoming bookings of whoever calls, soonest first.
async fn upcoming(
    store: &dyn Store,
    business: &Business,
    context: &ToolContext,
) -> Result<Vec<Booking>, ToolError> {
    let today = Voice::new(business, context.now).today();
    let now_minute = context.now.0.div_euclid(60_000);
    let mut codes = BTreeSet::new();
    for owner in owners(context) {
        let prefix = keys::bookings_of(&business.id, &owner);
        // Rows are in the order of their start: yesterday's and older ones are passed over without being read.
        let mut after = prefix.clone();
        after.extend(today.to_string().bytes());
        for (_, value) in store.scan(&prefix, Some(&after), MOST * 2).await? {
            codes.insert(record::decode::<String>(&value)?);
        }
    }
    let mut bookings = Vec::new();
    for code in codes {
        if let Some(kept) = record::read::<Booking>(store, keys::booking(&business.id, &code)).await? {
            bookings.push(kept.record);
        }
    }
    bookings
        .retain(|booking| booking.status == BookingStatus::Confirmed && booking.start_minute > now_minute);
    bookings.sort_by_key(|booking| booking.start_minute);
    bookings.truncate(MOST);
    Ok(bookings)
}

fn answer(business: &Business, context: &ToolContext, bookings: &[Booking]) -> Answer {
    let values: Vec<Value> = bookings.iter().map(|booking| booking_value(business, booking)).collect();
    Answer::done(&told(business, context, bookings))
        .with("count", values.len())
        .with("booking", values.first().cloned())
        .with("options", values.iter().map(option_value).collect::<Vec<_>>())
        .with("bookings", values)
}

/// A booking as the slots that it would fill, for the user to pick one.
fn option_value(booking: &Value) -> Value {
    let mut option = json!({ "confirmation_code": booking["code"] });
    for name in ["date", "time", "party_size", "service_id", "staff_id"] {
        if let Some(value) = booking.get(name).filter(|value| !value.is_null()) {
            option[name] = value.clone();
        }
    }
    option
}

fn booking_value(business: &Business, booking: &Booking) -> Value {
    let service = booking.service.as_deref().and_then(|id| business.service(id));
    let person = booking.staff.as_deref().and_then(|id| business.staff_member(id));
    let kind = match booking.kind {
        BookingKind::Reservation => "reservation",
        BookingKind::Appointment | BookingKind::SalesAppointment => "appointment",
    };
    json!({
        "code": booking.code, "kind": kind, "date": booking.date, "time": hour_text(booking.time),
        "party_size": booking.party_size, "name": booking.name,
        "service_id": booking.service, "service": service.map(|service| &service.name),
        "staff_id": booking.staff, "staff": person.map(|person| &person.name),
        "branch_id": booking.branch, "branch": business.branch_name(&booking.branch),
    })
}

fn told(business: &Business, context: &ToolContext, bookings: &[Booking]) -> Said {
    let voice = Voice::new(business, context.now);
    let thing = noun(&voice);
    let things = voice.words(match business.kind {
        Kind::Restaurant => "thing.reservations",
        Kind::Clinic | Kind::Shop => "thing.appointments",
    });
    match bookings {
        [] => Said::same(voice.say("find.none", &[("things", &things)])),
        [booking] => Said::each(|form| {
            let what = described(business, &voice, booking, form);
            voice.say("find.one", &[("thing", &thing), ("what", &what)])
        }),
        several => Said::each(|form| {
            let told: Vec<String> =
                several.iter().take(TOLD).map(|booking| described(business, &voice, booking, form)).collect();
            let (count, list) = (several.len(), told.join("; "));
            voice.say("find.several", &[("count", &count), ("things", &things), ("bookings", &list)])
        }),
    }
}

/// "RES-482173648, mesa para 4 personas, el martes 20 de enero a las 8 de la noche".
fn described(business: &Business, voice: &Voice<'_>, booking: &Booking, form: Form) -> String {
    let code = voice.code(form, &booking.code);
    let when = voice.on_day_at(booking.date, booking.time);
    let what = match booking.kind {
        BookingKind::Reservation => {
            let people = voice.people(booking.party_size.unwrap_or(1));
            voice.say("find.table", &[("people", &people)])
        }
        BookingKind::Appointment | BookingKind::SalesAppointment => {
            let service = booking.service.as_deref().and_then(|id| business.service(id));
            let name = service.map(|service| service.name.to_lowercase()).unwrap_or_default();
            match booking.staff.as_deref().and_then(|id| business.staff_member(id)) {
                Some(person) => voice.say("find.with_person", &[("name", &name), ("person", &person.name)]),
                None => name,
            }
        }
    };
    format!("{code}, {what}, {when}{}", voice.in_branch(&booking.branch))
}

fn needs_code(business: &Business, context: &ToolContext) -> Answer {
    let voice = Voice::new(business, context.now);
    let thing = noun(&voice);
    let said = voice.say("find.needs_code", &[("thing", &thing)]);
    Answer::refused("needs_code", &Said::same(said)).with("count", 0).with("bookings", json!([]))
}
