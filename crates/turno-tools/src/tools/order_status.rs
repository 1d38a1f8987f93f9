//! `get_order_status`, also named `check_order_status`.

use async_trait::async_trait;
use serde_json::{Value, json};
use turno_business::{
    Business,
    answer::{Answer, hour_text, units},
    book::local,
    code::{is_misheard, spellings},
    keys,
    record::{self, DeliveryType, Order, OrderLine, OrderStatus, Shipping},
    say::Voice,
    tries::Tries,
};
use turno_core::{Timestamp, ToolSpec};
use turno_language::{Act, email_in};
use turno_runtime::port::{Prepared, Store, ToolContext, ToolError};

use super::{
    call::{Call, Serves},
    lead::invalid_email,
    own::{self, owners},
    quote::refused,
    shipping::{shipping_value, with_shipping},
};
use crate::parameters::{self, Outline};

const MINUTE_MS: u64 = 60_000;
/// An order waits this long before the kitchen begins.
const CONFIRMED_MS: u64 = 5 * MINUTE_MS;
/// A delivery is on its way for this long.
const ON_THE_WAY_MS: u64 = 15 * MINUTE_MS;
/// An order that was ready this long ago has been picked up.
const PICKED_UP_MS: u64 = 60 * MINUTE_MS;

pub(super) struct GetOrderStatus {
    pub(super) name: &'static str,
}

#[async_trait]
impl Serves for GetOrderStatus {
    fn spec(&self) -> ToolSpec {
        spec(self.name)
    }

    async fn prepare(
        &self,
        Call { store, business, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let voice = Voice::new(business, context.now);
        let number = parameters.text("order_number");
        let phone = parameters.text("customer_phone");
        let email = match parameters.text("customer_email").map(|text| (text, email_in(text))) {
            Some((_, None)) => return Ok(invalid_email(&voice).with("found", false).read_only()),
            Some((_, email)) => email,
            None => None,
        };
        let said = [phone.map(keys::phone_owner), email.as_deref().map(keys::email_owner)];
        let order = match number {
            Some(number) => by_number(store, business, number).await?,
            None => latest(store, business, context, said.clone()).await?,
        };
        let asks_of_nothing =
            number.is_none() && phone.is_none() && email.is_none() && context.caller_phone.is_none();
        if order.is_none() && asks_of_nothing {
            let answer = refused(&voice, "needs_number", "order_status.needs_number").with("found", false);
            return Ok(answer.read_only());
        }
        let asked = Asked { number, said, order: order.as_ref() };
        answered(store, business, context, &asked).await
    }
}

/// What was asked for, and the order that it led to.
struct Asked<'a> {
    number: Option<&'a str>,
    said: [Option<String>; 2],
    order: Option<&'a Order>,
}

/// What is told. Whoever is not known as the order's customer has tried: what was wrong of it is counted, and after too many nothing
/// more is looked up for a while.
async fn answered(
    store: &dyn Store,
    business: &Business,
    context: &ToolContext,
    asked: &Asked<'_>,
) -> Result<Prepared, ToolError> {
    let voice = Voice::new(business, context.now);
    let sees = asked.order.map(|order| sees(order, context, asked.number.is_some(), &asked.said));
    let told = told_or_not(business, &voice, asked.order.zip(sees), context.now);
    let has_said = asked.said.iter().any(Option::is_some);
    let is_customers = asked.order.is_some_and(|order| is_customers(order, context));
    // Whoever called before, and has no order, has tried nothing.
    if is_customers || asked.number.is_none() && !has_said {
        return Ok(told.read_only());
    }
    let of_order = asked.order.map(|order| order.number.as_str());
    let tries = Tries::read(store, business, context, of_order).await?;
    let too_many = || own::too_many_tries(business, context).with("found", false);
    if tries.are_used_up() {
        return Ok(too_many().read_only());
    }
    if asked.order.is_none() && asked.number.is_some_and(is_misheard) {
        let answer = refused(&voice, "misheard", "order_status.misheard").with("found", false);
        return Ok(answer.read_only());
    }
    // A number that is right, with a phone or an e-mail that is not, was a try too.
    let is_right = sees == Some(Sees::All) && !tries.is_guarded();
    if is_right || asked.order.is_some() && !(asked.number.is_some() && has_said) {
        return Ok(told.and_write(tries.right()));
    }
    let status_alone = asked.order.map(|order| (order, Sees::Status));
    let told = match sees {
        Some(Sees::All) => told_or_not(business, &voice, status_alone, context.now),
        Some(Sees::Status | Sees::StatusWithoutNumber) | None => told,
    };
    let missed = tries.missed()?;
    let answer = if missed.is_last && asked.order.is_none() { too_many() } else { told };
    Ok(answer.and_write(missed.batch))
}

fn told_or_not(
    business: &Business,
    voice: &Voice<'_>,
    found: Option<(&Order, Sees)>,
    now: Timestamp,
) -> Answer {
    match found {
        Some((order, sees)) => answer(business, voice, order, sees, now),
        None => refused(voice, "not_found", "order_status.not_found").with("found", false),
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
                "order_number": parameters::code("The order's number, as PED-4821", "parameter.order_number"),
                "customer_phone": parameters::phone(),
                "customer_email": parameters::email(),
            }),
            &[],
        ),
    }
    .spec()
    .stating(crate::stated::of_order_status())
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
    let said = said.into_iter().flatten().filter(|_| context.caller_phone.is_none());
    let mut latest: Option<Order> = None;
    for owner in owners(context).into_iter().chain(said) {
        let rows = store.scan(&keys::orders_of(&business.id, &owner), None, 1).await?;
        let Some((_, value)) = rows.first() else { continue };
        let number: String = record::decode(value)?;
        let order = by_number(store, business, &number).await?;
        latest = latest.into_iter().chain(order).max_by_key(|order| order.created_at);
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
    if is_customers(order, context) {
        return Sees::All;
    }
    let proved = context.caller_phone.as_deref().map(keys::phone_owner);
    let is_said = [phone, email].iter().zip(said).any(|(of_order, said)| said.is_some() && said == of_order);
    match (proved, by_number) {
        (None, true) if is_said => Sees::All,
        (None | Some(_), true) => Sees::Status,
        (None | Some(_), false) => Sees::StatusWithoutNumber,
    }
}

/// Whether the gateway proved the phone of the order, or it was made in this conversation.
fn is_customers(order: &Order, context: &ToolContext) -> bool {
    let phone = (!order.phone.is_empty()).then(|| keys::phone_owner(&order.phone));
    let proved = context.caller_phone.as_deref().map(keys::phone_owner);
    order.conversation == context.conversation || proved.is_some() && proved == phone
}

/// What may be told of an order to whoever has only its number: what it is, what it cost and who carries it is its customer's.
fn harmless(order: &Order) -> Order {
    let shipping = order
        .shipping
        .as_ref()
        .map(|shipping| Shipping { estimated_delivery: shipping.estimated_delivery, ..Shipping::default() });
    Order { shipping: shipping.filter(|shipping| shipping.estimated_delivery.is_some()), ..order.clone() }
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
            Sees::All => voice.say("order_status.own", &[("number", &number)]),
            Sees::Status => voice.say("order_status.by_number", &[("number", &number)]),
            Sees::StatusWithoutNumber => voice.words("order_status.latest").to_owned(),
        };
        let head = format!("{head} {description}");
        match status {
            OrderStatus::Confirmed | OrderStatus::Preparing | OrderStatus::OnTheWay
                if minutes_left > 0 && order.ready_at > order.created_at =>
            {
                let left = voice.minutes(minutes_left);
                voice.say("order_status.minutes_left", &[("order", &head), ("minutes", &left)])
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
        .with("order", order_value(business, order, sees, status, description));
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

fn description(voice: &Voice<'_>, order: &Order, status: OrderStatus) -> &'static str {
    voice.words(match status {
        OrderStatus::Confirmed => "order_status.confirmed",
        OrderStatus::Preparing => "order_status.preparing",
        OrderStatus::Ready => "order_status.ready",
        OrderStatus::OnTheWay => "order_status.on_the_way",
        OrderStatus::PickedUp => "order_status.picked_up",
        OrderStatus::Delivered if order.status.is_some() => "order_status.delivered",
        OrderStatus::Delivered => "order_status.should_have_arrived",
        OrderStatus::Cancelled => "order_status.cancelled",
    })
}
