//! A call that a schema allows, with values that people would say.

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use turno_core::ToolSpec;

use super::Vocabularies;

/// Texts that fit where nothing else is known.
const TEXTS: [&str; 14] = [
    "una mesa junto a la ventana",
    "2026-01-20",
    "20:00",
    "+525512345678",
    "ana@example.com",
    "https://example.com/menu",
    "/menu",
    "RES-4821",
    "06700",
    "5512345678",
    "2026-01-20T20:00:00-06:00",
    "a",
    "A1",
    "12",
];

/// Numbers likewise.
const NUMBERS: [i64; 6] = [2, 1, 0, 10, 100, -1];

/// Deeper values are not made.
const DEPTH_MAX: usize = 8;

/// The parameters of a call that the tool's schema allows: those that it needs; where it needs none, one or two of the others. A
/// term is one of the business's. None: none can be made.
pub fn example_call(spec: &ToolSpec, vocabularies: &Vocabularies) -> Option<Map<String, Value>> {
    let schema = &spec.parameters;
    let validator = validator_of(schema)?;
    let maker = Maker { vocabularies };
    let Value::Object(mut call) = maker.value(schema, "", None, DEPTH_MAX)? else {
        return None;
    };
    let is_valid = |call: &Map<String, Value>| validator.is_valid(&Value::Object(call.clone()));
    let all = schema.get("properties").and_then(Value::as_object);
    let mut others: Vec<(&String, &Value)> = all.into_iter().flatten().collect();
    others.retain(|(name, _)| !call.contains_key(*name));
    // Those that people name first.
    others.sort_by_key(|(name, property)| (property.get("x-slot").is_none(), name.ends_with("_id")));
    let wanted = if call.is_empty() { 2 } else { call.len() };
    for (name, property) in others {
        if is_valid(&call) && call.len() >= wanted {
            break;
        }
        let mut longer = call.clone();
        longer.insert(name.clone(), maker.value(property, name, None, DEPTH_MAX)?);
        if is_valid(&longer) || !is_valid(&call) {
            call = longer;
        }
    }
    is_valid(&call).then_some(call)
}

struct Maker<'a> {
    vocabularies: &'a Vocabularies,
}

impl Maker<'_> {
    /// A value that the schema allows; an object has what is required of it.
    fn value(&self, schema: &Value, name: &str, vocabulary: Option<&str>, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        let named = |key: &str| schema.get(key).and_then(Value::as_str);
        let vocabulary = named("x-vocabulary").or(vocabulary);
        match named("type") {
            Some("object") => {
                let properties = schema.get("properties").and_then(Value::as_object);
                let required = schema.get("required").and_then(Value::as_array);
                let mut members = Map::new();
                for name in required.into_iter().flatten().filter_map(Value::as_str) {
                    let anything = Value::Bool(true);
                    let property = properties.and_then(|all| all.get(name)).unwrap_or(&anything);
                    members.insert(name.to_owned(), self.value(property, name, vocabulary, depth)?);
                }
                Some(Value::Object(members))
            }
            Some("array") => {
                let anything = Value::Bool(true);
                let items = schema.get("items").unwrap_or(&anything);
                Some(Value::Array(vec![self.value(items, name, vocabulary, depth)?]))
            }
            Some(_) | None => {
                let validator = validator_of(schema)?;
                let candidates = self.candidates(schema, name, vocabulary);
                candidates.into_iter().find(|value| validator.is_valid(value))
            }
        }
    }

    /// The likeliest first.
    fn candidates(&self, schema: &Value, name: &str, vocabulary: Option<&str>) -> Vec<Value> {
        let list = |key: &str| schema.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
        let mut candidates = list("examples");
        candidates.extend(schema.get("const").cloned());
        let is_term = schema.get("x-vocabulary").is_some() || name.ends_with("_id");
        if let (Some(vocabulary), true) = (vocabulary, is_term) {
            let known = self.vocabularies.get(vocabulary);
            let first = known.and_then(|vocabulary| vocabulary.terms().first());
            candidates.push(json!(first.map_or(term(vocabulary), |first| &first.id)));
        }
        candidates.extend(list("enum"));
        if let Some(slot) = schema.get("x-slot").and_then(Value::as_str) {
            candidates.extend(of_slot(slot));
        }
        candidates.extend(of_name(name));
        candidates.extend(schema.get("default").cloned());
        candidates.extend(TEXTS.map(Value::from));
        candidates.extend(NUMBERS.map(Value::from));
        candidates.extend(["minimum", "maximum"].iter().filter_map(|bound| schema.get(*bound).cloned()));
        candidates.extend([json!(true), json!({}), Value::Null]);
        candidates
    }
}

/// A term of the demo businesses.
fn term(vocabulary: &str) -> &str {
    match vocabulary {
        "menu" => "tacos-pastor",
        "sections" => "tacos",
        "services" => "limpieza",
        "staff" => "ruiz",
        "branches" => "roma",
        other => other,
    }
}

fn of_slot(slot: &str) -> Option<Value> {
    Some(match slot {
        "date" => json!("2026-01-20"),
        "time" => json!("20:00"),
        "party_size" => json!(4),
        "person_name" => json!("Juan Pérez"),
        "phone" => json!("+525512345678"),
        "address" => json!("Orizaba 128, Roma Norte"),
        "code" => json!("RES-482173648"),
        _ => return None,
    })
}

/// What a parameter of that name mostly is.
fn of_name(name: &str) -> Option<Value> {
    Some(match name {
        "query" | "search_term" => json!("tacos al pastor"),
        "expression" => json!("15 % de 1,299.50"),
        "url" => json!("https://example.com/menu"),
        "path" => json!("/menu"),
        "order_number" => json!("PED-482173648"),
        "email" | "customer_email" => json!("ana@example.com"),
        "day" => json!("2026-01-20"),
        "topic" => json!("parking"),
        _ => return None,
    })
}

fn validator_of(schema: &Value) -> Option<Validator> {
    jsonschema::options()
        .should_validate_formats(true)
        // As the registry reads it.
        .with_format("time", is_hour_and_minute)
        .build(schema)
        .ok()
}

fn is_hour_and_minute(text: &str) -> bool {
    text.len() == "20:00".len() && text.parse::<jiff::civil::Time>().is_ok()
}
