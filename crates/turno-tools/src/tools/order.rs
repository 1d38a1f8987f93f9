//! `create_order`.

use async_trait::async_trait;
use serde_json::json;
use turno_business::{
    Business,
    answer::Answer,
    code::{free_code, record_id},
    keys,
    record::{self, DeliveryType, Order},
    say::{Said, Voice},
};
use turno_core::ToolSpec;
use turno_language::Act;
use turno_runtime::port::{Batch, Prepared, ToolContext, ToolError};

use super::{
    call::{Call, Serves},
    quote::{Quote, quote, refused, with_quote},
};
use crate::parameters::{self, Outline, Parameters};

pub(super) struct CreateOrder;

#[async_trait]
impl Serves for CreateOrder {
    fn spec(&self) -> ToolSpec {
        spec()
    }

    async fn prepare(
        &self,
        Call { store, business, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let quote = match quote(business, context, parameters) {
            Ok(quote) => quote,
            Err(refused) => return Ok(refused.read_only()),
        };
        if quote.delivery_type == DeliveryType::Delivery && parameters.text("delivery_address").is_none() {
            let voice = Voice::new(business, context.now);
            return Ok(refused(&voice, "needs_address", "order.needs_address").read_only());
        }
        let row = |number: &str| keys::order(&business.id, number);
        let number = free_code(store, context, "PED", row).await?;
        let order = new_order(context, parameters, &quote, &number)?;
        let mut batch = Batch::default();
        batch.expect(row(&number), None);
        batch.put(row(&number), record::encode(&order)?);
        for owner in [keys::phone_owner(&order.phone), keys::conversation_owner(&order.conversation)] {
            let key = keys::order_of(&business.id, &owner, order.created_at, &number);
            batch.put(key, record::encode(&number)?);
        }
        let answer = with_quote(Answer::done(&told(business, context, &order, &quote)), business, &quote)
            .with("order_id", order.id.as_str())
            .with("order_number", number)
            .with("status", "confirmed")
            .with("customer_name", order.name.as_str())
            .with("delivery_address", order.delivery_address.clone());
        Ok(answer.and_write(batch))
    }
}

fn spec() -> ToolSpec {
    let mut schema = parameters::object(
        json!({
            "items": parameters::items(),
            "delivery_type": parameters::delivery_type(),
            "delivery_address": parameters::address(),
            "customer_name": parameters::person_name("Who it is for"),
            "customer_phone": parameters::phone(),
            "special_instructions": parameters::text("Instructions for the kitchen or the courier", "parameter.instructions"),
            "branch_id": parameters::branch(),
        }),
        &["items", "delivery_type", "customer_name", "customer_phone"],
    );
    schema["if"] =
        json!({"properties": {"delivery_type": {"const": "delivery"}}, "required": ["delivery_type"]});
    schema["then"] = json!({"required": ["delivery_address"]});
    Outline {
        name: "create_order",
        description: "Places an order for pickup or delivery",
        category: "order",
        act: Act::Order,
        enabled_for: &["rest_complete"],
        parameters: schema,
    }
    .spec()
    .stating(crate::stated::of_an_order())
}

fn new_order(
    context: &ToolContext,
    parameters: Parameters<'_>,
    quote: &Quote,
    number: &str,
) -> Result<Order, ToolError> {
    let delivery_address = match quote.delivery_type {
        DeliveryType::Pickup => None,
        DeliveryType::Delivery => parameters.note("delivery_address"),
    };
    Ok(Order {
        id: record_id("ped", &context.key),
        number: number.to_owned(),
        branch: quote.branch.clone(),
        delivery_type: quote.delivery_type,
        delivery_address,
        lines: quote.lines.clone(),
        delivery_fee_cents: quote.delivery_fee_cents,
        total_cents: quote.total_cents,
        name: parameters.required_name("customer_name")?,
        phone: parameters.required_text("customer_phone")?.to_owned(),
        email: None,
        shipping: None,
        instructions: parameters.note("special_instructions"),
        created_at: context.now,
        ready_at: quote.ready_at,
        status: None,
        conversation: context.conversation.clone(),
    })
}

fn told(business: &Business, context: &ToolContext, order: &Order, quote: &Quote) -> Said {
    let voice = Voice::new(business, context.now);
    let time = voice.minutes(quote.minutes);
    let branch = voice.in_branch(&order.branch);
    Said::each(|form| {
        let (number, total) = (voice.code(form, &order.number), voice.money(form, order.total_cents));
        match order.delivery_type {
            DeliveryType::Pickup => voice.say(
                "order.placed_for_pickup",
                &[("number", &number), ("total", &total), ("time", &time), ("branch", &branch)],
            ),
            DeliveryType::Delivery => voice
                .say("order.placed_for_delivery", &[("number", &number), ("total", &total), ("time", &time)]),
        }
    })
}
