//! `get_services`.

use async_trait::async_trait;
use serde_json::{Value, json};
use turno_business::{
    Service,
    answer::{Answer, units},
    say::{Said, Voice},
};
use turno_core::ToolSpec;
use turno_language::{Act, text::fold};
use turno_runtime::port::{Prepared, ToolError};

use super::{
    call::{Call, Serves},
    desk::no_such_service,
};
use crate::parameters::{self, Outline};

/// How many services are told; the result has all.
const TOLD: usize = 8;

pub(super) struct GetServices;

#[async_trait]
impl Serves for GetServices {
    fn spec(&self) -> ToolSpec {
        spec()
    }

    async fn prepare(
        &self,
        Call { business, context, parameters, .. }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let voice = Voice::new(business, context.now);
        let wanted = parameters.text("service_id");
        if wanted.is_some_and(|id| business.service(id).is_none()) {
            return Ok(no_such_service(business, context.now).with_formatted().read_only());
        }
        let category = parameters.text("category").map(fold);
        let services: Vec<&Service> = business
            .services
            .iter()
            .filter(|service| wanted.is_none_or(|id| service.id == id))
            .filter(|service| category.as_ref().is_none_or(|category| is_of(service, category)))
            .collect();
        let has_prices = parameters.flag("include_prices", true);
        let answer = match services.as_slice() {
            [] => {
                let said = voice.words("services.none");
                Answer::refused("not_found", &Said::same(said))
            }
            [service] => Answer::done(&one(&voice, service, has_prices)),
            services => Answer::done(&several(&voice, services, has_prices)),
        };
        let values: Vec<Value> = services.iter().map(|service| service_value(service)).collect();
        let answer = answer.with("total_services", values.len()).with("services", values);
        Ok(answer.with_formatted().read_only())
    }
}

fn spec() -> ToolSpec {
    Outline {
        name: "get_services",
        description: "Gives the clinic's services with their length and price",
        category: "info",
        act: Act::Other,
        enabled_for: &["dental_standard", "dental_complete"],
        parameters: parameters::object(
            json!({
                "category": parameters::text("A kind of service, or a word of its name", "parameter.kind_of_service"),
                "service_id": parameters::service("Id of one service"),
                "include_prices": parameters::flag("With prices", true, "parameter.with_prices"),
            }),
            &[],
        ),
    }
    .spec()
    .stating(crate::stated::of_services())
}

fn is_of(service: &Service, category: &str) -> bool {
    fold(&service.category) == category || fold(&service.name).contains(category)
}

fn service_value(service: &Service) -> Value {
    json!({
        "id": service.id, "name": service.name, "category": service.category, "minutes": service.minutes,
        "price_cents": service.price_cents, "price": units(service.price_cents), "staff_ids": service.staff,
    })
}

fn one(voice: &Voice<'_>, service: &Service, has_price: bool) -> Said {
    let length = voice.minutes(i64::from(service.minutes));
    let people: Vec<String> = service
        .staff
        .iter()
        .filter_map(|id| voice.business.staff_member(id))
        .map(|person| person.name.clone())
        .collect();
    let (name, people) = (&service.name, voice.either(&people));
    Said::each(|form| {
        let price = voice.money(form, service.price_cents);
        if has_price {
            voice.say(
                "services.one_with_price",
                &[("name", &name), ("length", &length), ("price", &price), ("people", &people)],
            )
        } else {
            voice.say("services.one", &[("name", &name), ("length", &length), ("people", &people)])
        }
    })
}

fn several(voice: &Voice<'_>, services: &[&Service], has_prices: bool) -> Said {
    Said::each(|form| {
        let told: Vec<String> = services
            .iter()
            .take(TOLD)
            .map(|service| {
                let name = service.name.to_lowercase();
                let price = voice.money(form, service.price_cents);
                match has_prices {
                    true => voice.say("services.priced", &[("name", &name), ("price", &price)]),
                    false => name,
                }
            })
            .collect();
        let list = voice.both(&told);
        voice.say("services.several", &[("services", &list)])
    })
}
