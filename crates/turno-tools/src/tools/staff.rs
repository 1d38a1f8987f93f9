//! `get_staff_info`.

use async_trait::async_trait;
use serde_json::{Value, json};
use turno_business::{
    Business, Staff,
    answer::Answer,
    say::{Said, Voice, WEEK},
};
use turno_core::ToolSpec;
use turno_language::{Act, calendar::weekday_key, format};
use turno_runtime::port::{Prepared, ToolError};

use super::{
    call::{Call, Serves},
    desk::{no_such_service, no_such_staff},
    hours::span_values,
};
use crate::parameters::{self, Outline};

pub(super) struct GetStaffInfo;

#[async_trait]
impl Serves for GetStaffInfo {
    fn spec(&self) -> ToolSpec {
        spec()
    }

    async fn prepare(
        &self,
        Call { business, context, parameters, .. }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let voice = Voice::new(business, context.now);
        let (wanted, service) = (parameters.text("staff_id"), parameters.text("service_id"));
        if wanted.is_some_and(|id| business.staff_member(id).is_none()) {
            return Ok(no_such_staff(business, context.now).with_formatted().read_only());
        }
        if service.is_some_and(|id| business.service(id).is_none()) {
            return Ok(no_such_service(business, context.now).with_formatted().read_only());
        }
        let does =
            |person: &Staff, id: &str| business.service(id).is_some_and(|it| it.staff.contains(&person.id));
        let people: Vec<&Staff> = business
            .staff
            .iter()
            .filter(|person| wanted.is_none_or(|id| person.id == id))
            .filter(|person| service.is_none_or(|id| does(person, id)))
            .collect();
        let answer = match people.as_slice() {
            [] => {
                let said = voice.words("staff.none");
                Answer::refused("not_found", &Said::same(said))
            }
            [person] => Answer::done(&Said::same(one(&voice, person))),
            people => Answer::done(&Said::same(several(&voice, people))),
        };
        let values: Vec<Value> = people.iter().map(|person| person_value(business, &voice, person)).collect();
        let answer = answer.with("total_staff", values.len()).with("staff", values);
        Ok(answer.with_formatted().read_only())
    }
}

fn spec() -> ToolSpec {
    Outline {
        name: "get_staff_info",
        description: "Gives the clinic's people, what they do and when they work",
        category: "info",
        act: Act::Other,
        enabled_for: &["dental_standard", "dental_complete"],
        parameters: parameters::object(
            json!({
                "staff_id": parameters::staff("Id of one person"),
                "service_id": parameters::service("Id of a service: those who do it"),
            }),
            &[],
        ),
    }
    .spec()
}

fn person_value(business: &Business, voice: &Voice<'_>, person: &Staff) -> Value {
    let services: Vec<&str> = business
        .services
        .iter()
        .filter(|service| service.staff.contains(&person.id))
        .map(|service| service.id.as_str())
        .collect();
    let branches: Vec<&str> =
        person.shifts.iter().map(|shift| business.branch_or_first(shift.branch.as_deref())).collect();
    let hours: Vec<Value> = person
        .shifts
        .iter()
        .flat_map(|shift| {
            WEEK.into_iter().zip(shift.hours.days()).map(move |(day, spans)| (shift, day, spans))
        })
        .filter(|(_, _, spans)| !spans.is_empty())
        .map(|(shift, day, spans)| {
            json!({
                "day": weekday_key(day), "name": format::weekday(voice.language, day),
                "branch_id": business.branch_or_first(shift.branch.as_deref()), "spans": span_values(spans),
            })
        })
        .collect();
    json!({
        "id": person.id, "name": person.name, "specialty": person.specialty, "service_ids": services,
        "branches": branches, "hours": hours,
    })
}

/// "Dra. Elena Ruiz (ortodoncia): lunes y miércoles de 9 … a … en Roma Norte; martes …"
fn one(voice: &Voice<'_>, person: &Staff) -> String {
    let shifts: Vec<String> = person.shifts.iter().map(|shift| shift_text(voice, shift)).collect();
    let what = if person.specialty.is_empty() {
        String::new()
    } else {
        format!(", {}", person.specialty.to_lowercase())
    };
    let (name, when) = (&person.name, shifts.join("; "));
    voice.say("staff.one", &[("name", &name), ("what", &what), ("when", &when)])
}

fn shift_text(voice: &Voice<'_>, shift: &turno_business::Shift) -> String {
    let mut groups: Vec<(Vec<String>, String)> = Vec::new();
    for (day, spans) in WEEK.into_iter().zip(shift.hours.days()).filter(|(_, spans)| !spans.is_empty()) {
        let (name, told) = (format::weekday(voice.language, day).to_owned(), voice.spans(spans));
        match groups.iter_mut().find(|(_, same)| *same == told) {
            Some((days, _)) => days.push(name),
            None => groups.push((vec![name], told)),
        }
    }
    let told: Vec<String> =
        groups.iter().map(|(days, spans)| format!("{} {spans}", voice.both(days))).collect();
    let branch = voice.business.branch_or_first(shift.branch.as_deref());
    format!("{}{}", told.join(", "), voice.in_branch(branch))
}

fn several(voice: &Voice<'_>, people: &[&Staff]) -> String {
    let told: Vec<String> = people
        .iter()
        .map(|person| match person.specialty.as_str() {
            "" => person.name.clone(),
            specialty => format!("{} ({})", person.name, specialty.to_lowercase()),
        })
        .collect();
    let list = voice.both(&told);
    voice.say("staff.several", &[("people", &list)])
}
