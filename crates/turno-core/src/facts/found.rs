//! Whether what a tool gave found anything, the statuses that it tells, and whether it puts the user through.

use serde_json::Value;
use turno_language::text::fold;

use super::results::of_kind;
use crate::{FactKind, StatedFact};

/// Whether a result says that there is nothing of what was looked for.
pub(super) fn finds_nothing(stated: &StatedFact, result: &Value) -> bool {
    const LISTS: &[&str] = &[
        "bookings",
        "reservations",
        "appointments",
        "orders",
        "results",
        "reservaciones",
        "reservas",
        "citas",
        "pedidos",
    ];
    if stated.at.is_some() {
        let found = stated.values(result);
        return !found.is_empty() && found.into_iter().all(is_nothing) || says_that_nothing_was_found(result);
    }
    let is_empty_list = |name: &&str| result.get(*name).and_then(Value::as_array).map(Vec::is_empty);
    let mut lists = LISTS.iter().filter_map(is_empty_list).peekable();
    says_that_nothing_was_found(result) || lists.peek().is_some() && lists.all(|is_empty| is_empty)
}

fn says_that_nothing_was_found(result: &Value) -> bool {
    result.get("found") == Some(&Value::Bool(false))
        || result.get("reason").and_then(Value::as_str) == Some("not_found")
        || result.get("count").and_then(Value::as_u64) == Some(0)
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(truth) => !truth,
        Value::Number(number) => number.as_u64() == Some(0),
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(_) => false,
    }
}

/// Whether a result puts the user through to a person.
pub(super) fn hands_off(stated: &StatedFact, result: &Value) -> bool {
    match stated.at {
        Some(_) => stated.values(result).contains(&&Value::Bool(true)),
        None => result.get("should_transfer") == Some(&Value::Bool(true)),
    }
}

/// The statuses that a result tells, folded.
pub(super) fn statuses(stated: &[StatedFact], result: &Value) -> String {
    let mut statuses = String::new();
    for fact in of_kind(stated, FactKind::Status) {
        match fact.at {
            None => collect_statuses(result, &mut statuses),
            Some(_) => {
                for status in fact.values(result).into_iter().filter_map(Value::as_str) {
                    statuses.push(' ');
                    statuses.push_str(status);
                }
            }
        }
    }
    fold(&statuses)
}

fn collect_statuses(value: &Value, statuses: &mut String) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let is_status =
                    ["status", "estado", "estatus", "stage"].iter().any(|name| key.contains(name));
                match value {
                    Value::String(text) if is_status => {
                        statuses.push(' ');
                        statuses.push_str(text);
                    }
                    Value::String(_)
                    | Value::Null
                    | Value::Bool(_)
                    | Value::Number(_)
                    | Value::Array(_)
                    | Value::Object(_) => collect_statuses(value, statuses),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect_statuses(value, statuses)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;
    use turno_language::{StatesTold, Text};
    use turno_truth::{Given, Reading};

    use super::*;

    fn allows(result: &Value, said: &str) -> bool {
        let reading = Reading {
            result: Arc::new(Given::new(result.to_string())),
            texts: Vec::new(),
            at: 0,
            finds_nothing: false,
            statuses: statuses(&StatedFact::usual("get_order_status"), result),
        };
        reading.allows(&StatesTold::of(&Text::of(said)))
    }

    #[test]
    fn an_order_is_at_the_stage_of_its_status() {
        let preparing = json!({"found": true, "message": "La entrega se espera el jueves.", "status": "preparing",
            "order": {"shipping": {"estimated_delivery": "2026-01-22"}, "status_description": "se está preparando"}});
        let shipped = json!({"status": "in_transit", "order": {"status_description": "va en camino"}});
        let ready = json!({"status": "ready_for_pickup"});
        let unknown = json!({"message": "Fue entregado."});
        for (result, said, holds) in [
            (&preparing, "Su pedido ya fue enviado.", false),
            (&preparing, "Su pedido está listo para recoger.", false),
            (&preparing, "Su pedido ya está en su domicilio.", false),
            (&preparing, "Your order shipped yesterday.", false),
            (&preparing, "Su pedido fue confirmado.", true),
            (&shipped, "Su pedido ya fue enviado.", true),
            (&shipped, "Your order shipped yesterday.", true),
            (&shipped, "Ya llegó su paquete.", false),
            (&ready, "Su pedido está listo para recoger.", true),
            (&unknown, "Su pedido ya fue entregado.", true),
        ] {
            assert_eq!(allows(result, said), holds, "{said}");
        }
    }

    #[test]
    fn a_lookup_may_find_nothing() {
        for (result, nothing) in [
            (json!({"bookings": [], "count": 0}), true),
            (json!({"citas": []}), true),
            (json!({"found": false}), true),
            (json!({"success": false, "reason": "not_found"}), true),
            (json!({"bookings": [{"code": "RES-1"}], "orders": []}), false),
            (json!({"message": "ok"}), false),
        ] {
            let usual = StatedFact::anywhere(FactKind::Found);
            assert_eq!(finds_nothing(&usual, &result), nothing, "{result}");
        }
    }
}
