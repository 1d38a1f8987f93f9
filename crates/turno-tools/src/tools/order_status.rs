//! `get_order_status`, also named `check_order_status`.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value, json};
use turno_core::{Timestamp, ToolSpec};
use turno_language::{Act, email_in};
use turno_runtime::port::{Prepared, Store, Tool, ToolContext, ToolError};

use super::{
    business_of,
    lead::invalid_email,
    own::owners,
    quote::refused,
    shipping::{shipping_value, with_shipping},
};
use crate::{
    Business, Businesses,
    answer::{Answer, hour_text, units},
    book::local,
    code::spellings,
    keys,
    parameters::{self, Outline, Parameters},
    record::{self, DeliveryType, Order, OrderLine, OrderStatus, Shipping},
    say::Voice,
};

const MINUTE_MS: u64 = 60_000;
/// An order waits this long before the kitchen begins.
const CONFIRMED_MS: u64 = 5 * MINUTE_MS;
/// A delivery is on its way for this long.
const ON_THE_WAY_MS: u64 = 15 * MINUTE_MS;
/// An order that was ready this long ago has been picked up.
const PICKED_UP_MS: u64 = 60 * MINUTE_MS;

pub(super) struct GetOrderStatus {
    spec: ToolSpec,
    businesses: Arc<Businesses>,
}

impl GetOrderStatus {
    pub(super) fn new(name: &str, businesses: Arc<Businesses>) -> Self {
        Self {
            spec: spec(name),
            businesses,
        }
    }
}

#[async_trait]
impl Tool for GetOrderStatus {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn prepare(
        &self,
        store: &dyn Store,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<Prepared, ToolError> {
        let business = business_of(&self.businesses, context)?;
        let parameters = Parameters(parameters);
        let voice = Voice::new(business, context.now);
        let number = parameters.text("order_number");
        let phone = parameters.text("customer_phone");
        let email = match parameters
            .text("customer_email")
            .map(|text| (text, email_in(text)))
        {
            Some((_, None)) => return Ok(invalid_email(&voice).with("found", false).read_only()),
            Some((_, email)) => email,
            None => None,
        };
        let said = [
            phone.map(keys::phone_owner),
            email.as_deref().map(keys::email_owner),
        ];
        let order = match number {
            Some(number) => by_number(store, business, number).await?,
            None => latest(store, business, context, said.clone()).await?,
        };
        let answer = match order {
            Some(order) => {
                let sees = sees(&order, context, number.is_some(), &said);
                answer(business, &voice, &order, sees, context.now)
            }
            None if number.is_none()
                && phone.is_none()
                && email.is_none()
                && context.caller_phone.is_none() =>
            {
                let said = [
                    "Para buscarlo necesito el número de su pedido.",
                    "I need the number of your order.",
                ];
                refused(&voice, "needs_number", said).with("found", false)
            }
            None => {
                let said = [
                    "No encuentro un pedido con esos datos.",
                    "I can't find an order with those details.",
                ];
                refused(&voice, "not_found", said).with("found", false)
            }
        };
        Ok(answer.read_only())
    }
}

fn spec(name: &str) -> ToolSpec {
    Outline {
        name,
        description: "Gives the status of an order, by its number or the caller's latest; all of it only to its customer",
        category: "order",
        act: Act::Other,
        enabled_for: &["rest_complete", "shop_complete"],
        parameters: parameters::object(
            json!({
                "order_number": parameters::code("The order's number, as PED-4821", ["el número de pedido", "the order number"]),
                "customer_phone": parameters::phone(),
                "customer_email": parameters::email(),
            }),
            &[],
        ),
    }
    .spec()
}

async fn by_number(store: &dyn Store, business: &Business, number: &str) -> Result<Option<Order>, ToolError> {
    for number in spellings(number, &["PED"]) {
        if let Some(kept) = record::read::<Order>(store, keys::order(&business.id, &number)).await? {
            return Ok(Some(kept.record));
        }
    }
    Ok(None)
}

/// The latest order of whoever calls. A phone or an e-mail that was only said counts where the gateway proved no phone.
async fn latest(
    store: &dyn Store,
    business: &Business,
    context: &ToolContext,
    said: [Option<String>; 2],
) -> Result<Option<Order>, ToolError> {
    let said = said
        .into_iter()
        .flatten()
        .filter(|_| context.caller_phone.is_none());
    let mut latest: Option<Order> = None;
    for owner in owners(context).into_iter().chain(said) {
        let rows = store
            .scan(&keys::orders_of(&business.id, &owner), None, 1)
            .await?;
        let Some((_, value)) = rows.first() else { continue };
        let number: String = record::decode(value)?;
        let order = by_number(store, business, &number).await?;
        latest = latest
            .into_iter()
            .chain(order)
            .max_by_key(|order| order.created_at);
    }
    Ok(latest)
}

/// How much of an order whoever asks may know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sees {
    /// It is theirs: all of it.
    All,
    /// They know its number and no more, and numbers can be guessed: where it stands.
    Status,
    /// They said a phone or an e-mail that others know too: where it stands, and not its number, which would open the rest.
    StatusWithoutNumber,
}

/// An order is theirs whose phone the gateway proved, or who made it in this conversation. Where no phone is proved, its number
/// together with the phone or the e-mail that it was made under will do.
fn sees(order: &Order, context: &ToolContext, by_number: bool, said: &[Option<String>; 2]) -> Sees {
    let phone = (!order.phone.is_empty()).then(|| keys::phone_owner(&order.phone));
    let email = order.email.as_deref().map(keys::email_owner);
    let proved = context.caller_phone.as_deref().map(keys::phone_owner);
    if order.conversation == context.conversation || proved.is_some() && proved == phone {
        return Sees::All;
    }
    let is_said = [phone, email]
        .iter()
        .zip(said)
        .any(|(of_order, said)| said.is_some() && said == of_order);
    match (proved, by_number) {
        (None, true) if is_said => Sees::All,
        (None | Some(_), true) => Sees::Status,
        (None | Some(_), false) => Sees::StatusWithoutNumber,
    }
}

/// What may be told of an order to whoever has only its number: what it is, what it cost and who carries it is its customer's.
fn harmless(order: &Order) -> Order {
    let shipping = order.shipping.as_ref().map(|shipping| Shipping {
        estimated_delivery: shipping.estimated_delivery,
        ..Shipping::default()
    });
    Order {
        shipping: shipping.filter(|shipping| shipping.estimated_delivery.is_some()),
        ..order.clone()
    }
}

fn answer(business: &Business, voice: &Voice<'_>, order: &Order, sees: Sees, now: Timestamp) -> Answer {
    if sees == Sees::All {
        return told(business, voice, order, sees, now);
    }
    let answer = told(business, voice, &harmless(order), sees, now);
    let cure = "only its status is told: the rest is for the phone that the order was made with, or, where no phone is proved, for \
                whoever gives `order_number` with its `customer_phone` or `customer_email`";
    answer.with("cure", cure)
}

fn told(business: &Business, voice: &Voice<'_>, order: &Order, sees: Sees, now: Timestamp) -> Answer {
    let status = order.status.unwrap_or_else(|| estimated(order, now));
    let minutes_left = i64::try_from(order.ready_at.since_ms(now).div_ceil(MINUTE_MS)).unwrap_or(0);
    let description = description(voice, order, status);
    let said = with_shipping(voice, order, status, |form| {
        let number = voice.code(form, &order.number);
        let head = match sees {
            Sees::All => voice.pick(format!("Su pedido {number}"), format!("Your order {number}")),
            Sees::Status => voice.pick(format!("El pedido {number}"), format!("Order {number}")),
            Sees::StatusWithoutNumber => voice.pick(
                "El pedido más reciente con esos datos".to_owned(),
                "The latest order with those details".to_owned(),
            ),
        };
        let head = format!("{head} {description}");
        match status {
            OrderStatus::Confirmed | OrderStatus::Preparing | OrderStatus::OnTheWay
                if minutes_left > 0 && order.ready_at > order.created_at =>
            {
                let left = voice.minutes(minutes_left);
                voice.pick(
                    format!("{head}; faltan unos {left}."),
                    format!("{head}; about {left} to go."),
                )
            }
            OrderStatus::Confirmed
            | OrderStatus::Preparing
            | OrderStatus::OnTheWay
            | OrderStatus::Ready
            | OrderStatus::PickedUp
            | OrderStatus::Delivered
            | OrderStatus::Cancelled => format!("{head}."),
        }
    });
    let answer = Answer::done(&said)
        .with("found", true)
        .with("is_own", sees == Sees::All)
        .with("status", json!(status))
        .with("minutes_left", minutes_left)
        .with("order", order_value(business, order, sees, status, &description));
    if sees == Sees::StatusWithoutNumber {
        return answer;
    }
    answer.with("order_number", order.number.as_str())
}

fn order_value(
    business: &Business,
    order: &Order,
    sees: Sees,
    status: OrderStatus,
    description: &str,
) -> Value {
    let mut value = json!({"status": status, "status_description": description});
    if sees != Sees::StatusWithoutNumber {
        value["order_number"] = order.number.as_str().into();
    }
    if sees == Sees::All {
        let item = |line: &OrderLine| json!({"name": line.name, "quantity": line.quantity});
        value["created_at"] = order.created_at.to_string().into();
        value["delivery_type"] = json!(order.delivery_type);
        value["total_cents"] = order.total_cents.into();
        value["total"] = units(order.total_cents);
        value["items"] = order.lines.iter().map(item).collect();
    }
    // An order that was taken elsewhere is ready nobody knows when.
    if order.ready_at > order.created_at {
        value["ready_at"] = hour_text(local(business, order.ready_at).time()).into();
    }
    if let Some(shipping) = shipping_value(order) {
        value["shipping"] = if sees == Sees::All {
            shipping
        } else {
            json!({"estimated_delivery": shipping["estimated_delivery"]})
        };
    }
    value
}

/// What the time since the order lets one expect, where the team has said nothing.
fn estimated(order: &Order, now: Timestamp) -> OrderStatus {
    let left = order.ready_at.since_ms(now);
    let since_ready = now.since_ms(order.ready_at);
    match order.delivery_type {
        _ if now.since_ms(order.created_at) < CONFIRMED_MS => OrderStatus::Confirmed,
        DeliveryType::Pickup if left > 0 => OrderStatus::Preparing,
        DeliveryType::Pickup if since_ready < PICKED_UP_MS => OrderStatus::Ready,
        DeliveryType::Pickup => OrderStatus::PickedUp,
        DeliveryType::Delivery if left > ON_THE_WAY_MS => OrderStatus::Preparing,
        DeliveryType::Delivery if left > 0 => OrderStatus::OnTheWay,
        DeliveryType::Delivery => OrderStatus::Delivered,
    }
}

fn description(voice: &Voice<'_>, order: &Order, status: OrderStatus) -> String {
    let [spanish, english] = match status {
        OrderStatus::Confirmed => ["está confirmado", "is confirmed"],
        OrderStatus::Preparing => ["se está preparando", "is being prepared"],
        OrderStatus::Ready => ["está listo para recoger", "is ready to be picked up"],
        OrderStatus::OnTheWay => ["va en camino", "is on its way"],
        OrderStatus::PickedUp => ["ya se entregó en el local", "has been picked up"],
        OrderStatus::Delivered if order.status.is_some() => ["ya fue entregado", "has been delivered"],
        OrderStatus::Delivered => ["ya debe haber llegado", "should have arrived"],
        OrderStatus::Cancelled => ["está cancelado", "is cancelled"],
    };
    voice.pick(spanish.to_owned(), english.to_owned())
}
