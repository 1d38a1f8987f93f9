//! Whether what a tool gave found anything, and the statuses that it tells.

use serde_json::Value;
use turno_language::{StatesTold, text::fold};

/// Whether a result says that there is nothing of what was looked for.
pub(crate) fn finds_nothing(result: &Value) -> bool {
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
    let is_empty_list = |name: &&str| result.get(*name).and_then(Value::as_array).map(Vec::is_empty);
    let mut lists = LISTS.iter().filter_map(is_empty_list).peekable();
    result.get("found") == Some(&Value::Bool(false))
        || result.get("reason").and_then(Value::as_str) == Some("not_found")
        || result.get("count").and_then(Value::as_u64) == Some(0)
        || lists.peek().is_some() && lists.all(|is_empty| is_empty)
}

/// Whether the stages of a delivery that are told of are its statuses, where it has any: what else a result holds is no stage, as
/// the price of shipping and the day when it is expected.
pub(crate) fn statuses_allow(result: &Value, told: &StatesTold) -> bool {
    if !told.are_of_delivery() {
        return true;
    }
    let mut statuses = String::new();
    collect_statuses(result, &mut statuses);
    statuses.is_empty() || told.are_in(&fold(&statuses))
}

fn collect_statuses(value: &Value, statuses: &mut String) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let is_status = ["status", "estado", "estatus", "stage"]
                    .iter()
                    .any(|name| key.contains(name));
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
    use serde_json::json;
    use turno_language::Text;

    use super::*;

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
            assert_eq!(
                statuses_allow(result, &StatesTold::of(&Text::of(said))),
                holds,
                "{said}"
            );
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
            assert_eq!(finds_nothing(&result), nothing, "{result}");
        }
    }
}
