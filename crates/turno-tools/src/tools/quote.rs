//! `quote_order`, and the pricing that orders share with it.

use async_trait::async_trait;
use jiff::{
    ToSpan,
    civil::{Date, DateTime, Time},
};
use serde_json::{Value, json};
use turno_business::{
    Business, OrderRules,
    answer::{Answer, hour_text, units},
    book::local,
    record::{DeliveryType, OrderLine},
    say::{Said, Voice},
};
use turno_core::{Timestamp, ToolSpec};
use turno_language::{Act, OpeningHours, Text, Told, allergy_in_dish, format::Form, split_allergy};
use turno_runtime::port::{Prepared, ToolContext, ToolError};

use super::{
    call::{Call, Serves},
    desk::wanted_branch,
    wanted::not_then,
    zone::{Reach, outside_zone, reach},
};
use crate::parameters::{self, Outline, Parameters};

/// The most lines in an order.
const MOST_LINES: usize = 40;

pub(super) struct QuoteOrder;

#[async_trait]
impl Serves for QuoteOrder {
    fn spec(&self) -> ToolSpec {
        spec()
    }

    async fn prepare(
        &self,
        Call { business, context, parameters, .. }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let quote = match quote(business, context, parameters) {
            Ok(quote) => quote,
            Err(refused) => return Ok(refused.read_only()),
        };
        let voice = Voice::new(business, context.now);
        if let Some(refused) = not_then(business, context, &voice, parameters, &quote)? {
            return Ok(refused.read_only());
        }
        let said = Said::each(|form| {
            let (dishes, total) = (dishes_text(&voice, &quote.lines), voice.money(form, quote.total_cents));
            let (fee, time) = (fee_text(&voice, &quote, form), voice.minutes(quote.minutes));
            voice.say(
                "order.quoted",
                &[("dishes", &dishes), ("total", &total), ("fee", &fee), ("time", &time)],
            )
        });
        let answer = with_quote(Answer::done(&said), business, &quote);
        let note = parameters.text("special_instructions");
        Ok(match note.and_then(|note| allergy_told(business, &voice, &quote, note)) {
            Some(told) => answer.with("allergy_told", told).read_only(),
            None => answer.read_only(),
        })
    }
}

fn spec() -> ToolSpec {
    Outline {
        name: "quote_order",
        description: "Works out what an order costs and when it would be ready, without placing it",
        category: "order",
        act: Act::Other,
        enabled_for: &["rest_complete"],
        parameters: parameters::object(
            json!({
                "items": parameters::items(),
                "delivery_type": parameters::delivery_type(),
                "delivery_address": parameters::address(),
                "branch_id": parameters::branch(),
                "special_instructions": parameters::text("Instructions for the kitchen or the courier", "parameter.instructions"),
                "wanted_date": parameters::date("parameter.day_wanted"),
                "wanted_time": parameters::time(),
            }),
            &["items"],
        ),
    }
    .spec()
    .stating(crate::stated::of_an_order())
}

/// An order that could be taken.
#[derive(Debug, Clone)]
pub(super) struct Quote {
    pub(super) branch: String,
    pub(super) delivery_type: DeliveryType,
    pub(super) lines: Vec<OrderLine>,
    pub(super) delivery_fee_cents: i64,
    pub(super) total_cents: i64,
    pub(super) minutes: i64,
    pub(super) ready_at: Timestamp,
}

/// Prices an order, or says why it cannot be taken.
pub(super) fn quote(
    business: &Business,
    context: &ToolContext,
    parameters: Parameters<'_>,
) -> Result<Quote, Answer> {
    let voice = Voice::new(business, context.now);
    let branch = business.branch_or_first(wanted_branch(business, context, parameters)?);
    let Some(rules) = &business.ordering else {
        return Err(refused(&voice, "no_orders", "order.no_orders"));
    };
    let delivery_type = match parameters.text("delivery_type") {
        Some("delivery") => DeliveryType::Delivery,
        Some(_) | None => DeliveryType::Pickup,
    };
    let minutes = minutes_until_ready(&voice, rules, delivery_type)?;
    let address = parameters.text("delivery_address");
    if let Some(address) = address.filter(|_| delivery_type == DeliveryType::Delivery) {
        match reach(business, rules, address) {
            Reach::Inside => {}
            elsewhere @ (Reach::OtherCity(_) | Reach::Unknown) => {
                return Err(outside_zone(&voice, rules, &elsewhere));
            }
        }
    }
    let lines = lines(business, &voice, rules, parameters)?;
    check_open(business, &voice, branch, context.now)?;
    let subtotal_cents = subtotal(&lines);
    let delivery_fee_cents = match delivery_type {
        DeliveryType::Pickup => 0,
        DeliveryType::Delivery => rules.delivery_fee_cents,
    };
    if delivery_type == DeliveryType::Delivery && subtotal_cents < rules.minimum_cents {
        return Err(below_minimum(&voice, rules, subtotal_cents));
    }
    Ok(Quote {
        branch: branch.to_owned(),
        delivery_type,
        lines,
        delivery_fee_cents,
        total_cents: subtotal_cents + delivery_fee_cents,
        minutes,
        ready_at: context.now.plus_ms(u64::try_from(minutes).unwrap_or(0) * 60_000),
    })
}

/// The result's fields of a quote.
pub(super) fn with_quote(answer: Answer, business: &Business, quote: &Quote) -> Answer {
    let lines: Vec<Value> = quote
        .lines
        .iter()
        .map(|line| {
            json!({
                "menu_item_id": line.menu_item_id, "name": line.name, "quantity": line.quantity,
                "unit_price_cents": line.unit_price_cents, "line_total_cents": line.unit_price_cents * line.quantity,
                "modifications": line.modifications,
            })
        })
        .collect();
    answer
        .with("lines", lines)
        .with("subtotal_cents", subtotal(&quote.lines))
        .with("delivery_fee_cents", quote.delivery_fee_cents)
        .with("total_cents", quote.total_cents)
        .with("total", units(quote.total_cents))
        .with("currency", business.currency.as_str())
        .with("estimated_minutes", quote.minutes)
        .with("estimated_time", quote.minutes)
        .with("ready_at", hour_text(local(business, quote.ready_at).time()))
        .with("delivery_type", json!(quote.delivery_type))
        .with("branch_id", quote.branch.as_str())
        .with("branch", business.branch_name(&quote.branch))
}

/// What the business says of the dishes of an order, to somebody who cannot have something: in which it is, and of which
/// it says nothing. None where nobody told such a thing, and where all are without it.
fn allergy_told(business: &Business, voice: &Voice<'_>, quote: &Quote, note: &str) -> Option<String> {
    let allergy = split_allergy(&Text::of(note), voice.language)?;
    let told = |line: &OrderLine| {
        let Some(dish) = business.dish(&line.menu_item_id) else {
            return Told::Nothing;
        };
        let mut words: Vec<&str> = vec![&dish.name, &dish.description];
        words.extend(dish.tags.iter().map(String::as_str));
        allergy_in_dish(&allergy.said, &words, voice.language)
    };
    let told: Vec<(&OrderLine, Told)> = quote.lines.iter().map(|line| (line, told(line))).collect();
    let sentence = |message: &str, which: Told| {
        let mut names: Vec<String> =
            told.iter().filter(|(_, told)| *told == which).map(|(line, _)| line.name.clone()).collect();
        names.dedup();
        (!names.is_empty()).then(|| voice.say(message, &[("dishes", &voice.both(&names))]))
    };
    let sentences =
        [sentence("order.allergen_in", Told::Has), sentence("order.allergen_unknown", Told::Nothing)];
    let sentences: Vec<String> = sentences.into_iter().flatten().collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// "2 flanes napolitanos y 1 agua de jamaica (sin hielo)".
pub(super) fn dishes_text(voice: &Voice<'_>, lines: &[OrderLine]) -> String {
    let told: Vec<String> = lines
        .iter()
        .map(|line| match &line.modifications {
            Some(modifications) => {
                format!("{} ({modifications})", voice.quantity(line.quantity, &line.menu_item_id, &line.name))
            }
            None => voice.quantity(line.quantity, &line.menu_item_id, &line.name),
        })
        .collect();
    voice.both(&told)
}

fn fee_text(voice: &Voice<'_>, quote: &Quote, form: Form) -> String {
    match quote.delivery_fee_cents {
        0 => String::new(),
        fee => {
            let fee = voice.money(form, fee);
            voice.say("order.fee", &[("fee", &fee)])
        }
    }
}

fn minutes_until_ready(
    voice: &Voice<'_>,
    rules: &OrderRules,
    delivery_type: DeliveryType,
) -> Result<i64, Answer> {
    match (delivery_type, rules.delivery_minutes) {
        (DeliveryType::Pickup, _) => Ok(i64::from(rules.pickup_minutes)),
        (DeliveryType::Delivery, Some(minutes)) => Ok(i64::from(minutes)),
        (DeliveryType::Delivery, None) => Err(refused(voice, "no_delivery", "order.no_delivery")),
    }
}

fn lines(
    business: &Business,
    voice: &Voice<'_>,
    rules: &OrderRules,
    parameters: Parameters<'_>,
) -> Result<Vec<OrderLine>, Answer> {
    let items = parameters.0.get("items").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut lines: Vec<OrderLine> = Vec::new();
    let (mut unknown, mut unavailable) = (Vec::new(), Vec::new());
    for item in items {
        let item = Parameters(item.as_object().unwrap_or(parameters.0));
        let id = item.text("menu_item_id").unwrap_or_default();
        let quantity = item.integer("quantity").unwrap_or(1).max(1);
        let modifications = item.change("modifications");
        match business.dish(id) {
            None => unknown.push(id.to_owned()),
            Some(dish) if !dish.available => unavailable.push(dish),
            Some(dish) => {
                let same =
                    |line: &&mut OrderLine| line.menu_item_id == id && line.modifications == modifications;
                match lines.iter_mut().find(same) {
                    Some(line) => line.quantity += quantity,
                    None => lines.push(OrderLine {
                        menu_item_id: dish.id.clone(),
                        name: dish.name.clone(),
                        quantity,
                        unit_price_cents: dish.price_cents,
                        modifications,
                    }),
                }
            }
        }
    }
    if !unknown.is_empty() {
        return Err(refused(voice, "unknown_item", "order.unknown_dish").with("items", unknown));
    }
    if !unavailable.is_empty() {
        return Err(unavailable_items(voice, &unavailable));
    }
    if lines.is_empty() {
        return Err(refused(voice, "empty_order", "order.empty"));
    }
    let most = i64::from(rules.max_quantity);
    if lines.len() > MOST_LINES || lines.iter().any(|line| line.quantity > most) {
        let said = voice.say("order.too_many", &[("count", &most)]);
        return Err(Answer::refused("too_many", &Said::same(said)).with("max_quantity", most));
    }
    Ok(lines)
}

fn unavailable_items(voice: &Voice<'_>, dishes: &[&turno_business::Dish]) -> Answer {
    let names: Vec<String> = dishes.iter().map(|dish| dish.name.clone()).collect();
    let ids: Vec<String> = dishes.iter().map(|dish| dish.id.clone()).collect();
    let list = voice.both(&names);
    let said = voice.say("order.unavailable", &[("dishes", &list)]);
    Answer::refused("unavailable_item", &Said::same(said)).with("items", ids)
}

fn check_open(business: &Business, voice: &Voice<'_>, branch: &str, now: Timestamp) -> Result<(), Answer> {
    let hours = business.order_hours.as_ref().unwrap_or_else(|| business.hours_of(branch));
    let now = local(business, now);
    // A branch that is closed takes no orders, whatever the hours of orders say.
    if hours.is_open(now.date(), now.time()) && business.hours_of(branch).is_open(now.date(), now.time()) {
        return Ok(());
    }
    let Some((date, time)) = next_opening(hours, now) else {
        return Err(refused(voice, "closed", "order.closed"));
    };
    let when = if date == now.date() {
        voice.say("order.today_at", &[("at", &voice.at(time))])
    } else {
        voice.on_day_at(date, time)
    };
    let said = voice.say("order.closed_until", &[("when", &when)]);
    let opens = json!({"date": date, "time": hour_text(time)});
    Err(Answer::refused("closed", &Said::same(said)).with("opens", opens))
}

fn next_opening(hours: &OpeningHours, now: DateTime) -> Option<(Date, Time)> {
    (0..15).find_map(|days| {
        let date = now.date().saturating_add(days.days());
        let opens =
            hours.spans_on(date).iter().map(|span| span.open).filter(|open| days > 0 || *open > now.time());
        opens.min().map(|open| (date, open))
    })
}

fn below_minimum(voice: &Voice<'_>, rules: &OrderRules, subtotal_cents: i64) -> Answer {
    let said = Said::each(|form| {
        let (minimum, sum) = (voice.money(form, rules.minimum_cents), voice.money(form, subtotal_cents));
        voice.say("order.below_minimum", &[("minimum", &minimum), ("sum", &sum)])
    });
    Answer::refused("below_minimum", &said)
        .with("minimum_cents", rules.minimum_cents)
        .with("subtotal_cents", subtotal_cents)
}

fn subtotal(lines: &[OrderLine]) -> i64 {
    lines.iter().map(|line| line.unit_price_cents.saturating_mul(line.quantity)).sum()
}

/// A refusal in the words of a message.
pub(super) fn refused(voice: &Voice<'_>, reason: &str, message: &str) -> Answer {
    Answer::refused(reason, &Said::same(voice.words(message)))
}
