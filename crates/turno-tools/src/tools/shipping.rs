//! How an order that was sent travels, in people's words.

use serde_json::{Value, json};
use turno_business::{
    record::{Order, OrderStatus},
    say::{Said, Voice},
};
use turno_language::format::Form;

/// The status of an order, and how it travels where that is known and of use.
pub(super) fn with_shipping(
    voice: &Voice<'_>,
    order: &Order,
    status: OrderStatus,
    told: impl Fn(Form) -> String,
) -> Said {
    Said::each(|form| {
        let told = told(form);
        match travels(voice, order, status, form) {
            Some(travels) => format!("{told} {travels}"),
            None => told,
        }
    })
}

/// What document 1 names `shipping`; none where nothing is known.
pub(super) fn shipping_value(order: &Order) -> Option<Value> {
    order.shipping.as_ref().map(|shipping| {
        json!({
            "carrier": shipping.carrier, "tracking_number": shipping.tracking_number,
            "estimated_delivery": shipping.estimated_delivery,
        })
    })
}

/// "Lo lleva Estafeta con la guía 8055; se espera el martes 20 de enero."
fn travels(voice: &Voice<'_>, order: &Order, status: OrderStatus, form: Form) -> Option<String> {
    let shipping = order.shipping.as_ref()?;
    let is_sent = match status {
        OrderStatus::OnTheWay => true,
        OrderStatus::Confirmed | OrderStatus::Preparing => false,
        OrderStatus::Ready | OrderStatus::PickedUp | OrderStatus::Delivered | OrderStatus::Cancelled => {
            return None;
        }
    };
    let carried = shipping.carrier.as_ref().filter(|_| is_sent).map(|carrier| {
        let number = shipping.tracking_number.as_deref().map(|number| voice.code(form, number));
        match number {
            Some(number) => {
                voice.say("shipping.carrier_and_number", &[("carrier", &carrier), ("number", &number)])
            }
            None => voice.say("shipping.carrier", &[("carrier", &carrier)]),
        }
    });
    let expected = shipping.estimated_delivery.map(|date| {
        let day = voice.on_day(date);
        match carried {
            Some(_) => voice.say("shipping.also_expected", &[("day", &day)]),
            None => voice.say("shipping.expected", &[("day", &day)]),
        }
    });
    let parts: Vec<String> = carried.into_iter().chain(expected).collect();
    (!parts.is_empty()).then(|| format!("{}.", parts.join("; ")))
}
