//! Bad input, made from each tool's own schema: it is refused, and the message names the parameter and what would do.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::{Map, Value, json};
use turno_business::Businesses;
use turno_core::ToolSpec;
use turno_runtime::{Handler, Offer, ToolRegistry};
use turno_tools::builtin_tools;

use crate::outside::tests::listed;

/// What no parameter takes, so that it is found where a message shows it.
const NONSENSE: &str = "zzqx-nonsense";

/// Every tool that there is.
fn registry() -> ToolRegistry {
    let outside = listed::all();
    let own = builtin_tools(Arc::new(Businesses::default())).into_iter();
    let own = own.chain(outside.tools).map(Handler::Own);
    let handlers = own.chain(outside.outside.into_iter().map(Handler::Outside));
    let offers = handlers.map(|handler| Offer { tenants: None, handler });
    ToolRegistry::of(offers.collect()).unwrap()
}

/// A value that a schema takes.
fn good(schema: &Value) -> Value {
    let text = |key: &str| schema[key].as_str();
    if let Some(values) = schema["enum"].as_array() {
        return values[0].clone();
    }
    match (text("type").unwrap(), text("format").or_else(|| text("x-slot"))) {
        ("string", Some("date")) => json!("2026-01-20"),
        ("string", Some("time")) => json!("20:00"),
        ("string", Some("phone")) => json!("+525512345678"),
        ("string", _) => json!("abc"),
        ("integer" | "number", _) => schema.get("minimum").cloned().unwrap_or(json!(1)),
        ("boolean", _) => json!(true),
        ("array", _) => json!([good(&schema["items"])]),
        (_, _) => good_call(schema),
    }
}

/// What a schema requires, and nothing else.
fn good_call(schema: &Value) -> Value {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let required = required
        .iter()
        .map(|name| name.as_str().unwrap())
        .map(|name| (name.to_owned(), good(&schema["properties"][name])));
    Value::Object(required.collect())
}

/// A call that the tool takes. Some schemas say besides which parameters go together.
fn good_call_of(spec: &ToolSpec) -> Map<String, Value> {
    let mut call = good_call(&spec.parameters);
    if spec.name == "check_availability" {
        call = json!({"date": "2026-01-20", "time": "20:00"});
    }
    call.as_object().cloned().unwrap()
}

/// What is wrong with a value, with what a schema says of it: of another kind, and just beyond each of its bounds.
fn bad(schema: &Value) -> Vec<Value> {
    let number = |key: &str| schema[key].as_i64();
    let mut bad = vec![match schema["type"].as_str().unwrap() {
        "string" => json!(917_354),
        _ => json!(NONSENSE),
    }];
    if schema["type"] == "string" {
        let is_bound = ["enum", "pattern", "format"].iter().any(|key| !schema[*key].is_null());
        bad.extend(is_bound.then(|| json!(NONSENSE)));
        bad.extend(number("minLength").map(|_| json!("")));
        bad.extend(number("maxLength").map(|most| json!(NONSENSE.repeat(usize::try_from(most).unwrap()))));
        bad.extend((schema["format"] == "date").then(|| json!("2026-02-31")));
    }
    bad.extend(number("minimum").map(|least| json!(least - 1)));
    bad.extend(number("maximum").map(|most| json!(most + 1)));
    bad.extend((schema["type"] == "integer").then(|| json!(1.5)));
    bad
}

/// Each place in a call, those in the things of a list too, with its schema.
fn places(schema: &Value) -> Vec<(String, &Value)> {
    let mut places = Vec::new();
    for (name, property) in schema["properties"].as_object().unwrap() {
        places.push((name.clone(), property));
        let fields = property["items"]["properties"].as_object();
        for (field, inner) in fields.into_iter().flatten() {
            places.push((format!("{name}.0.{field}"), inner));
        }
    }
    places
}

/// The call with another value at a place.
fn with(mut call: Map<String, Value>, place: &str, value: Value) -> Map<String, Value> {
    match place.split_once(".0.") {
        Some((list, field)) => call[list][0][field] = value,
        None => drop(call.insert(place.to_owned(), value)),
    }
    call
}

#[track_caller]
fn refused(registry: &ToolRegistry, tool: &str, call: &Map<String, Value>, place: &str) -> String {
    let told = registry.validate("terraza", tool, call).expect_err(&format!("{tool} takes {call:?}"));
    let about = told
        .split("; ")
        .find(|fault| fault.starts_with(&format!("{place}: ")))
        .unwrap_or_else(|| panic!("{tool}: {told:?} does not name {place}"));
    let has_cure = ["give ", "did you mean ", "leave it out"].iter().any(|cure| about.contains(cure));
    assert!(has_cure, "{tool}: {about:?} does not say what would do");
    for value in [NONSENSE, "917354"] {
        assert!(!about.contains(value), "{tool}: {about:?} shows the value");
    }
    about.to_owned()
}

#[test]
fn each_tool_refuses_bad_input_and_says_which() {
    let registry = registry();
    for spec in registry.specs() {
        let (name, schema) = (&spec.name, &spec.parameters);
        let call = good_call_of(&spec);
        registry.validate("terraza", name, &call).unwrap_or_else(|told| panic!("{name}: {told}"));
        for required in schema["required"].as_array().into_iter().flatten() {
            let required = required.as_str().unwrap();
            let mut without = call.clone();
            without.remove(required);
            let told = refused(&registry, name, &without, required);
            assert!(told.contains("it is missing"), "{name}: {told}");
        }
        let mut with_more = call.clone();
        with_more.insert("qwzx".to_owned(), json!(1));
        let told = refused(&registry, name, &with_more, "qwzx");
        assert!(told.contains("there is no such parameter"), "{name}: {told}");
        for (place, property) in places(schema) {
            for value in bad(property) {
                refused(&registry, name, &with(call.clone(), &place, value), &place);
            }
        }
    }
}

/// What a model reads that called wrongly.
#[test]
fn what_a_model_is_told_is_enough_to_call_again() {
    let registry = registry();
    let told = |tool: &str, call: Value| {
        let call = call.as_object().cloned().unwrap();
        registry.validate("terraza", tool, &call).unwrap_err()
    };
    let calls = [
        ("create_reservation", json!({"date": "mañana", "time": "20:00", "party_size": 0, "name": "Ana"})),
        ("search_products", json!({"query": "tv", "max_prize": 900, "limit": "all"})),
        (
            "create_order",
            json!({"items": [{"menu_item_id": "flan", "quantity": 0, "size": "L"}], "delivery_type": "drone",
            "customer_name": "Ana", "customer_phone": "55 1234"}),
        ),
        ("check_availability", json!({})),
        ("check_availability", json!({"time": "20:00"})),
        ("http_post", json!({"url": "https://api.example/", "body": "text"})),
        ("get_busines_hours", json!({})),
    ];
    let lines: BTreeMap<String, String> =
        calls.into_iter().map(|(tool, call)| (format!("{tool} {call}"), told(tool, call))).collect();
    let lines: Vec<String> = lines
        .into_iter()
        .map(|(call, told)| format!("{call}\n    {}", told.replace("; ", "\n    ")))
        .collect();
    insta::assert_snapshot!(lines.join("\n"), @r#"
    check_availability {"time":"20:00"}
        date: it is missing: give a date as 2026-01-20 (YYYY-MM-DD)
        the call: give `date`, or `date_from`, or `product_id`
    check_availability {}
        the call: give `date`, or `date_from`, or `product_id`
    create_order {"customer_name":"Ana","customer_phone":"55 1234","delivery_type":"drone","items":[{"menu_item_id":"flan","quantity":0,"size":"L"}]}
        customer_phone: value does not fit: give a phone number as +525512345678
        delivery_type: value is not one of "pickup" or "delivery": give one of `pickup`, `delivery`
        items.0.quantity: value is less than the minimum of 1: give a whole number from 1 to 1000
        items.0.size: there is no such parameter: leave it out, or give one of `menu_item_id`, `modifications`, `quantity`
    create_reservation {"date":"mañana","name":"Ana","party_size":0,"time":"20:00"}
        customer_name: it is missing: give a text that is not empty (The guest's name)
        customer_phone: it is missing: give a phone number as +525512345678 (A phone in E.164)
        date: value does not fit: give a date as 2026-01-20
        party_size: value is less than the minimum of 1: give a whole number from 1 to 1000
        name: there is no such parameter: leave it out, or give one of `branch_id`, `customer_name`, `customer_phone`, `date`, `party_size`, `special_requests`, `time`
    get_busines_hours {}
        there is no tool "get_busines_hours": did you mean "get_business_hours"?
    http_post {"body":"text","url":"https://api.example/"}
        body: value is not of type "object": give an object
    search_products {"limit":"all","max_prize":900,"query":"tv"}
        limit: value is not of type "integer": give a whole number from 1 to 20
        max_prize: there is no such parameter: did you mean `max_price`?
    "#);
}
