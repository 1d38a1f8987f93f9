//! `check_availability`.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::{
    ToSpan,
    civil::{Date, Time},
};
use serde_json::{Value, json};
use turno_business::{
    Business, Kind,
    answer::{Answer, hour_text, slot_values},
    book::{Ledgers, Refusal, Slot, Wish, free_slots, last_date, ledgers_for},
    catalog::Shelves,
    say::{Said, Voice},
};
use turno_core::ToolSpec;
use turno_language::Act;
use turno_runtime::port::{Prepared, Store, ToolContext, ToolError};

use super::{
    call::{Call, Serves},
    desk::{asked_for, person_wish, refused, slot_or_refusal, table_wish, wanted_branch},
    explain::{Asked, free_text},
    in_stock::item_answer,
    own,
    schedule::{no_sales_team, with_proposals},
};
use crate::parameters::{self, AVAILABILITY, Outline, Parameters};

/// The most days that one call looks at.
const MOST_DAYS: i32 = 14;
/// Of several days, so many free slots of each are listed.
const SLOTS_A_DAY: usize = 4;
/// How many free slots are told.
const TOLD: usize = 4;

pub(super) struct CheckAvailability {
    pub(super) shelves: Arc<Shelves>,
}

#[async_trait]
impl Serves for CheckAvailability {
    fn spec(&self) -> ToolSpec {
        spec()
    }

    async fn prepare(
        &self,
        Call { store, business, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        if let Some(id) = parameters.text("product_id") {
            let shelf = self.shelves.of(store, &business.id).await?;
            return Ok(item_answer(business, context, &shelf, id).read_only());
        }
        if business.kind == Kind::Shop && business.sales.is_none() {
            let voice = Voice::new(business, context.now);
            return Ok(unavailable(no_sales_team(&voice)).read_only());
        }
        let branch = match wanted_branch(business, context, parameters) {
            Ok(branch) => branch,
            Err(refused) => return Ok(unavailable(refused).read_only()),
        };
        let wish = match wish(business, branch, context, parameters) {
            Ok(wish) => wish,
            Err(refused) => return Ok(unavailable(refused).read_only()),
        };
        let mut ledgers = ledgers_for(business, business.branch_or_first(branch));
        release_moved(store, business, context, &mut ledgers, parameters).await?;
        let answer = match (parameters.date("date")?, parameters.time("time")?) {
            (Some(date), Some(time)) => {
                slot_answer(store, context, business, ledgers, wish, (date, time)).await?
            }
            (date, _) => {
                let from = date.or(parameters.date("date_from")?);
                let from = from
                    .ok_or_else(|| ToolError::Invalid("give `date` and `time`, or `date_from`".to_owned()))?;
                let to = if date.is_some() { from } else { parameters.date("date_to")?.unwrap_or(from) };
                days_answer(store, context, business, ledgers, wish, (from, to)).await?
            }
        };
        Ok(match &business.sales {
            Some(_) => with_proposals(answer).read_only(),
            None => answer.read_only(),
        })
    }
}

fn spec() -> ToolSpec {
    let mut schema = parameters::object(
        json!({
            "date": parameters::date("parameter.day"),
            "time": parameters::time(),
            "party_size": parameters::party_size(),
            "service_id": parameters::service("Id of the service"),
            "staff_id": parameters::staff("Id of the preferred person"),
            "duration_minutes": {"type": "integer", "minimum": 5, "maximum": 480,
                "description": "Instead of the usual length", "x-name": parameters::names("parameter.length")},
            "branch_id": parameters::branch(),
            "type": {"type": "string", "enum": ["reservation", "appointment", "product"],
                "description": "The tenant's kind of booking where it is left out",
                "x-name": parameters::names("parameter.what_is_looked_for")},
            "product_id": parameters::term("menu", "Id of a dish, or id or SKU of a product", "parameter.product"),
            "date_from": parameters::date("parameter.from_day"),
            "date_to": parameters::date("parameter.until_day"),
            "confirmation_code": parameters::confirmation_code(),
        }),
        &[],
    );
    schema["anyOf"] =
        json!([{"required": ["date"]}, {"required": ["date_from"]}, {"required": ["product_id"]}]);
    schema["dependentRequired"] = json!({"time": ["date"], "date_to": ["date_from"]});
    schema["if"] = json!({"properties": {"type": {"const": "product"}}, "required": ["type"]});
    schema["then"] = json!({"required": ["product_id"]});
    Outline {
        name: "check_availability",
        description: "Checks whether a table, an appointment, a dish or a product is available, and gives what is near",
        category: "booking",
        act: Act::Other,
        enabled_for: AVAILABILITY,
        parameters: schema,
    }
    .spec()
    .stating(crate::stated::of_availability())
}

fn wish<'a>(
    business: &'a Business,
    branch: Option<&'a str>,
    context: &ToolContext,
    parameters: Parameters<'_>,
) -> Result<Wish<'a>, Answer> {
    let minutes = parameters.integer("duration_minutes");
    match business.kind {
        Kind::Restaurant => {
            let party_size = parameters.integer("party_size").unwrap_or(2);
            table_wish(business, business.branch_or_first(branch), party_size, minutes, context.now)
        }
        Kind::Clinic | Kind::Shop => {
            let (service, person) = (parameters.text("service_id"), parameters.text("staff_id"));
            person_wish(business, branch, service, person, minutes, context.now)
        }
    }
}

/// The slot of the booking that is being moved counts as free.
async fn release_moved(
    store: &dyn Store,
    business: &Business,
    context: &ToolContext,
    ledgers: &mut Ledgers,
    parameters: Parameters<'_>,
) -> Result<(), ToolError> {
    let Some(code) = parameters.text("confirmation_code") else {
        return Ok(());
    };
    // Of somebody else's nothing may be learnt, not even that there is room once it is gone.
    if let Some(moved) = own::booking_by_code(store, business, code).await?
        && own::is_proved(store, business, context, &moved.record).await?
    {
        ledgers.read_around(store, moved.record.date).await?;
        ledgers.release(moved.record.date, &moved.record.code);
    }
    Ok(())
}

async fn slot_answer(
    store: &dyn Store,
    context: &ToolContext,
    business: &Business,
    mut ledgers: Ledgers,
    wish: Wish<'_>,
    (date, time): (Date, Time),
) -> Result<Answer, ToolError> {
    let asked = asked_for(business, wish, (date, time), context.now);
    let found = slot_or_refusal(store, &mut ledgers, &asked, true).await?;
    let requested = json!({"date": date, "time": hour_text(time)});
    let answer = match found {
        Ok(slot) => {
            let voice = Voice::new(business, context.now);
            let when = voice.on_day_at(date, time);
            let said = match &asked.wish {
                Wish::Table { party_size, .. } => {
                    let people = voice.people(*party_size);
                    voice.say("availability.table_free", &[("people", &people), ("when", &when)])
                }
                Wish::Person { service, .. } => {
                    let (name, with) = (service.name.to_lowercase(), with_staff(business, &slot, &voice));
                    voice.say(
                        "availability.opening_free",
                        &[("service", &name), ("when", &when), ("with_person", &with)],
                    )
                }
            };
            with_place(Answer::done(&Said::same(said)), business, &slot)
                .with("available", true)
                .with_alternatives(&[])
        }
        Err(refused) => unavailable(refused),
    };
    let answer = answer.with("requested_slot", requested).with("duration_minutes", asked.wish.minutes());
    Ok(with_wish(answer, business, &asked.wish))
}

async fn days_answer(
    store: &dyn Store,
    context: &ToolContext,
    business: &Business,
    mut ledgers: Ledgers,
    wish: Wish<'_>,
    (from, to): (Date, Date),
) -> Result<Answer, ToolError> {
    let today = Voice::new(business, context.now).today();
    let last_day = last_date(business, context.now);
    let last = to.min(last_day).min(from.saturating_add((MOST_DAYS - 1).days()));
    let is_one_day = from == to;
    let mut slots: Vec<Slot> = Vec::new();
    let mut date = from.max(today);
    while date <= last {
        let free = free_slots(store, business, &mut ledgers, &wish, date, context.now).await?;
        slots.append(&mut if is_one_day { free } else { spread(&free, SLOTS_A_DAY) });
        let Ok(tomorrow) = date.tomorrow() else { break };
        date = tomorrow;
    }
    let all: Vec<Value> = slots.iter().map(slot_values).collect();
    let asked = Asked { business, wish, date: from, time: None, now: context.now };
    let answer = if slots.is_empty() {
        let refusal = why_no_slot(&asked, (today, last_day));
        unavailable(refused(store, &mut ledgers, &asked, &refusal).await?)
    } else {
        let told = spread(&slots, TOLD);
        let said = Said::same(free_text(&asked, &told, is_one_day));
        Answer::done(&said).with("available", true).with_alternatives(&told)
    };
    let answer = answer
        .with("slots", all)
        .with("duration_minutes", asked.wish.minutes())
        .with("requested_slot", json!({"date": from}));
    Ok(with_wish(answer, business, &asked.wish))
}

/// Why a day has no slot at all.
fn why_no_slot(asked: &Asked<'_>, (today, last_day): (Date, Date)) -> Refusal {
    let branch = match &asked.wish {
        Wish::Table { branch, .. } => branch,
        Wish::Person { branch, .. } => asked.business.branch_or_first(*branch),
    };
    let is_closed = asked.business.hours_of(branch).spans_on(asked.date).is_empty();
    match &asked.wish {
        _ if asked.date < today => Refusal::Past,
        _ if asked.date > last_day => Refusal::TooFar,
        _ if is_closed => Refusal::Closed,
        Wish::Table { .. } => Refusal::Full,
        Wish::Person { .. } => Refusal::SlotTaken,
    }
}

/// A few of many slots, over the whole of them.
fn spread(slots: &[Slot], count: usize) -> Vec<Slot> {
    let count = slots.len().min(count);
    (0..count)
        .map(|nth| nth * slots.len() / count.max(1))
        .filter_map(|index| slots.get(index).cloned())
        .collect()
}

/// A refusal as the answer to a question: it was answered, and the answer is no.
fn unavailable(refused: Answer) -> Answer {
    let none = Vec::<Value>::new();
    refused
        .with("success", true)
        .with("available", false)
        .with_default("alternatives", none.clone())
        .with_default("alternative_slots", none)
}

fn with_staff(business: &Business, slot: &Slot, voice: &Voice<'_>) -> String {
    let person = slot.place.staff.as_deref().and_then(|id| business.staff_member(id));
    person.map_or_else(String::new, |person| {
        let with = voice.say("availability.with_person", &[("person", &person.name)]);
        format!(" {with}")
    })
}

fn with_place(answer: Answer, business: &Business, slot: &Slot) -> Answer {
    let branch = &slot.place.branch;
    let answer = answer.with("branch_id", branch.as_str()).with("branch", business.branch_name(branch));
    match slot.place.staff.as_deref().and_then(|id| business.staff_member(id)) {
        Some(person) => answer.with("staff_id", person.id.as_str()).with("staff", person.name.as_str()),
        None => answer,
    }
}

fn with_wish(answer: Answer, business: &Business, wish: &Wish<'_>) -> Answer {
    match wish {
        Wish::Table { branch, party_size, .. } => answer
            .with("party_size", *party_size)
            .with("branch_id", *branch)
            .with("branch", business.branch_name(branch)),
        Wish::Person { service, .. } => {
            answer.with("service_id", service.id.as_str()).with("service", service.name.as_str())
        }
    }
}
