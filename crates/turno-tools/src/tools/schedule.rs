//! `schedule_appointment`: a call, a meeting or a demo with the sales team.

use async_trait::async_trait;
use jiff::civil::Time;
use serde_json::{Value, json};
use turno_business::{
    Business,
    answer::{Answer, hour_text},
    book::{Slot, ledgers_for, nearby_slots, write_booking, write_days},
    code::{free_code, record_id},
    keys,
    record::{Booking, BookingKind, BookingStatus},
    say::{Said, Voice},
};
use turno_core::ToolSpec;
use turno_language::{Act, email_in};
use turno_runtime::port::{Batch, Prepared, Store, ToolContext, ToolError};

use super::{
    call::{Call, Serves},
    desk::{asked_for, person_wish, slot_or_refusal},
    explain::{Asked, free_text},
    lead::invalid_email,
};
use crate::parameters::{self, Outline, Parameters};

/// What is near, where no time was said.
const MORNING: Time = Time::constant(10, 0, 0, 0);

pub(super) struct ScheduleAppointment;

#[async_trait]
impl Serves for ScheduleAppointment {
    fn spec(&self) -> ToolSpec {
        spec()
    }

    async fn prepare(
        &self,
        Call { store, business, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let voice = Voice::new(business, context.now);
        if business.sales.is_none() {
            return Ok(no_sales_team(&voice).read_only());
        }
        let email = match parameters.text("customer_email").map(|text| (text, email_in(text))) {
            Some((_, None)) => return Ok(invalid_email(&voice).read_only()),
            Some((_, email)) => email,
            None => None,
        };
        let phone = parameters.text("customer_phone").or(context.caller_phone.as_deref());
        let kind = parameters.required_text("appointment_type")?;
        if phone.is_none() && (email.is_none() || kind == "call") {
            return Ok(needs_contact(&voice, kind).read_only());
        }
        let wish = match person_wish(business, None, Some(kind), None, None, context.now) {
            Ok(wish) => wish,
            Err(refused) => return Ok(refused.read_only()),
        };
        let mut ledgers = ledgers_for(business, business.branch_or_first(None));
        let (date, time) = (parameters.date("preferred_date")?, parameters.time("preferred_time")?);
        let (Some(date), Some(time)) = (date, time) else {
            let asked = Asked { business, wish, date: date.unwrap_or(voice.today()), time, now: context.now };
            return Ok(proposal(store, &voice, &mut ledgers, &asked).await?.read_only());
        };
        let asked = asked_for(business, wish, (date, time), context.now);
        let slot = match slot_or_refusal(store, &mut ledgers, &asked, true).await? {
            Ok(slot) => slot,
            Err(refused) => return Ok(with_proposals(refused).read_only()),
        };
        let row = |code: &str| keys::booking(&business.id, code);
        let code = free_code(store, context, "VTA", row).await?;
        let who = Who {
            name: parameters.required_name("customer_name")?,
            phone: phone.unwrap_or_default().to_owned(),
            email,
        };
        let booking = new_booking(context, parameters, &slot, code, who, asked.wish.minutes());
        let mut batch = Batch::default();
        batch.expect(row(&booking.code), None);
        write_booking(business, &mut ledgers, &booking, &mut batch)?;
        write_days(business, &ledgers, &booking, &mut batch)?;
        Ok(scheduled(business, &voice, &booking).and_write(batch))
    }
}

fn spec() -> ToolSpec {
    Outline {
        name: "schedule_appointment",
        description: "Schedules a call, a meeting or a demo with the sales team; without a date and a time it proposes some",
        category: "booking",
        act: Act::Book,
        enabled_for: &["shop_complete"],
        parameters: parameters::object(
            json!({
                "customer_name": parameters::person_name("The customer's name"),
                "customer_phone": parameters::phone(),
                "customer_email": parameters::email(),
                "preferred_date": parameters::date("parameter.day"),
                "preferred_time": parameters::time(),
                "appointment_type": {"type": "string", "enum": ["call", "meeting", "demo"], "description": "What it is",
                    "x-slot": "term",
                    "x-terms": {
                        "call": parameters::terms("choice.call"),
                        "meeting": parameters::terms("choice.meeting"),
                        "demo": parameters::terms("choice.demo"),
                    },
                    "x-name": parameters::names("parameter.kind_of_appointment")},
                "notes": parameters::private_text("What it is about", "parameter.notes"),
            }),
            &["customer_name", "appointment_type"],
        ),
    }
    .spec()
    .stating(crate::stated::of_a_booking())
}

struct Who {
    name: String,
    phone: String,
    email: Option<String>,
}

fn new_booking(
    context: &ToolContext,
    parameters: Parameters<'_>,
    slot: &Slot,
    code: String,
    who: Who,
    minutes: i64,
) -> Booking {
    Booking {
        id: record_id("vta", &context.key),
        code,
        kind: BookingKind::SalesAppointment,
        status: BookingStatus::Confirmed,
        branch: slot.place.branch.clone(),
        date: slot.at.date,
        time: slot.at.time,
        start_minute: slot.at.minute,
        duration_minutes: minutes,
        takes: slot.place.takes.clone(),
        party_size: None,
        service: parameters.text("appointment_type").map(str::to_owned),
        staff: slot.place.staff.clone(),
        name: who.name,
        phone: who.phone,
        email: who.email,
        notes: parameters.note("notes"),
        is_first_visit: false,
        is_emergency: false,
        conversation: context.conversation.clone(),
        created_at: context.now,
        changed_at: context.now,
    }
}

fn scheduled(business: &Business, voice: &Voice<'_>, booking: &Booking) -> Answer {
    let when = voice.the_day_at(booking.date, booking.time);
    let kind = booking.service.as_deref().unwrap_or_default();
    let what = business.service(kind).map(|service| service.name.clone()).unwrap_or_default();
    let (name, team) = (&booking.name, team(business));
    let said = Said::each(|form| {
        let code = voice.code(form, &booking.code);
        voice.say(
            "sales.scheduled",
            &[("what", &what), ("team", &team), ("name", &name), ("when", &when), ("code", &code)],
        )
    });
    let start = jiff::Timestamp::from_second(booking.start_minute.saturating_mul(60)).unwrap_or_default();
    let zoned = start.to_zoned_datetime(business.time_zone.clone());
    Answer::done(&said)
        .with("appointment_id", booking.id.as_str())
        .with("confirmation_code", booking.code.as_str())
        .with("confirmed_datetime", start.display_with_offset(zoned.offset()).to_string())
        .with("date", booking.date.to_string())
        .with("time", hour_text(booking.time))
        .with("appointment_type", kind)
        .with("duration_minutes", booking.duration_minutes)
        .with("customer_name", booking.name.as_str())
        .with("status", "confirmed")
}

/// Free times to choose from, where the customer named none.
async fn proposal(
    store: &dyn Store,
    voice: &Voice<'_>,
    ledgers: &mut turno_business::book::Ledgers,
    asked: &Asked<'_>,
) -> Result<Answer, ToolError> {
    let when = (asked.date, asked.time.unwrap_or(MORNING));
    let offers = nearby_slots(store, asked.business, ledgers, &asked.wish, when, asked.now).await?;
    if offers.is_empty() {
        let said = voice.words("sales.full");
        return Ok(with_proposals(Answer::refused("full", &Said::same(said)).with_alternatives(&[])));
    }
    let is_one_day = offers.iter().all(|slot| slot.at.date == asked.date);
    let said = Said::same(free_text(asked, &offers, is_one_day));
    Ok(with_proposals(Answer::refused("needs_time", &said).with_alternatives(&offers)))
}

/// The alternatives under the names of this tool's parameters, so that one of them can be picked.
pub(super) fn with_proposals(answer: Answer) -> Answer {
    let Some(slots) = answer.get("alternatives").and_then(Value::as_array).cloned() else {
        return answer;
    };
    let proposals: Vec<Value> = slots
        .iter()
        .map(|slot| json!({"preferred_date": slot["date"], "preferred_time": slot["time"]}))
        .collect();
    answer.with("proposals", proposals)
}

fn team(business: &Business) -> &str {
    business.sales.as_ref().map_or("", |sales| sales.name.as_str())
}

/// Who has no sales team schedules nothing with it.
pub(super) fn no_sales_team(voice: &Voice<'_>) -> Answer {
    let said = voice.words("sales.no_team");
    Answer::refused("no_sales_team", &Said::same(said))
}

fn needs_contact(voice: &Voice<'_>, kind: &str) -> Answer {
    let said =
        if kind == "call" { voice.words("sales.needs_phone") } else { voice.words("sales.needs_contact") };
    Answer::refused("needs_contact", &Said::same(said))
}
