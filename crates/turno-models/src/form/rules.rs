//! What a schema says of parameters together, in words: which of them go together, and what follows from which.

use serde_json::{Map, Value};

use super::names;

/// What is said of a rule that these words have no form for.
const SOME_RULE: &str = "Not every combination of values is taken; the result says what is wrong.";

/// The rules of an object's schema, each as a sentence.
pub(super) fn rules(schema: &Map<String, Value>) -> Vec<String> {
    let mut rules = Vec::new();
    for (keyword, beginning) in [("anyOf", "Give at least one of"), ("oneOf", "Give exactly one of")] {
        if let Some(branches) = schema.get(keyword).and_then(Value::as_array) {
            rules.push(choice(beginning, branches));
        }
    }
    for branch in list(schema, "allOf").iter().filter_map(Value::as_object) {
        rules.extend(self::rules(branch));
    }
    rules.extend(needs(schema));
    if let Some(condition) = schema.get("if") {
        rules.extend(consequences(condition, schema.get("then"), schema.get("else")));
    }
    if let Some(refused) = schema.get("not") {
        rules.push(match values_together(refused) {
            Some(together) => format!("Do not give {together}."),
            None => SOME_RULE.to_owned(),
        });
    }
    match (schema.get("minProperties"), schema.get("maxProperties")) {
        (Some(least), Some(most)) => rules.push(format!("Give {least} to {most} values.")),
        (Some(least), None) => rules.push(format!("Give at least {least} values.")),
        (None, Some(most)) => rules.push(format!("Give at most {most} values.")),
        (None, None) => {}
    }
    let others = ["patternProperties", "propertyNames"];
    if others.iter().any(|keyword| schema.contains_key(*keyword)) {
        rules.push("Names of further values follow a pattern.".to_owned());
    }
    let mut told: Vec<String> = Vec::new();
    for rule in rules {
        if !told.contains(&rule) {
            told.push(rule);
        }
    }
    told
}

/// Whether a schema says nothing but what is to be given.
pub(super) fn is_rule(schema: &Value) -> bool {
    schema.as_object().is_some_and(|schema| {
        let keywords = [
            "required",
            "properties",
            "not",
            "anyOf",
            "oneOf",
            "allOf",
            "if",
            "then",
            "else",
            "dependentRequired",
            "dependentSchemas",
            "minProperties",
            "maxProperties",
            "description",
            "title",
        ];
        schema.keys().all(|key| keywords.contains(&key.as_str()) || key.starts_with("x-") || *key == "type")
            && schema.get("type").is_none_or(|kind| kind == "object")
    })
}

fn choice(beginning: &str, branches: &[Value]) -> String {
    let told: Option<Vec<String>> = branches.iter().map(values_together).collect();
    match told {
        Some(told) if !told.is_empty() => format!("{beginning}: {}.", told.join("; ")),
        Some(_) | None => SOME_RULE.to_owned(),
    }
}

/// `dependentRequired`, and what of `dependentSchemas` can be told.
fn needs(schema: &Map<String, Value>) -> Vec<String> {
    let required = schema.get("dependentRequired").and_then(Value::as_object);
    let mut needs: Vec<(&str, Vec<&str>)> =
        required.into_iter().flatten().map(|(name, needed)| (name.as_str(), names(Some(needed)))).collect();
    let schemas = schema.get("dependentSchemas").and_then(Value::as_object);
    for (name, inner) in schemas.into_iter().flatten() {
        needs.push((name, names(inner.get("required"))));
    }
    let mut told = Vec::new();
    for (name, needed) in &needs {
        let is_mutual = |other: &&str| needs.iter().any(|(first, of)| first == other && of.contains(name));
        match needed.as_slice() {
            [] => told.push(SOME_RULE.to_owned()),
            [other] if is_mutual(other) => {
                let (first, second) = if name < other { (*name, *other) } else { (*other, *name) };
                told.push(format!("Give {first} and {second} together."));
            }
            needed => told.push(format!("Give {name} only together with {}.", and(needed))),
        }
    }
    told
}

fn consequences(condition: &Value, then: Option<&Value>, otherwise: Option<&Value>) -> Vec<String> {
    let Some(case) = case(condition) else {
        return vec![SOME_RULE.to_owned()];
    };
    let mut told = Vec::new();
    if let Some(then) = then {
        told.push(match values_together(then) {
            Some(wanted) => format!("Where {case}, give {wanted}."),
            None => SOME_RULE.to_owned(),
        });
    }
    if let Some(otherwise) = otherwise {
        told.push(match values_together(otherwise) {
            Some(wanted) => format!("Unless {case}, give {wanted}."),
            None => SOME_RULE.to_owned(),
        });
    }
    told
}

/// `type is "product"`; none where it cannot be told.
fn case(condition: &Value) -> Option<String> {
    let (fixed, given) = values(condition)?;
    let fixed = fixed.iter().map(|(name, value)| format!("{name} is {value}"));
    let given = given.iter().map(|name| format!("{name} is given"));
    let cases: Vec<String> = fixed.chain(given).collect();
    (!cases.is_empty()).then(|| cases.join(" and "))
}

/// `date and time`, `type = "product"`; none where a branch says something else.
fn values_together(branch: &Value) -> Option<String> {
    let (fixed, given) = values(branch)?;
    let given = given.iter().map(|name| (*name).to_owned());
    let fixed = fixed.iter().map(|(name, value)| format!("{name} = {value}"));
    let told: Vec<String> = given.chain(fixed).collect();
    let told: Vec<&str> = told.iter().map(String::as_str).collect();
    (!told.is_empty()).then(|| and(&told))
}

/// Values that are fixed, each with what it is, and names of others that are to be given.
type Values<'a> = (Vec<(&'a str, String)>, Vec<&'a str>);

/// Which values are fixed in a branch, and which others are to be given; none where it says more than that of them.
fn values(branch: &Value) -> Option<Values<'_>> {
    let branch = branch.as_object()?;
    let told = ["required", "properties", "description", "title", "type"];
    if branch.keys().any(|key| !told.contains(&key.as_str())) {
        return None;
    }
    let mut fixed = Vec::new();
    for (name, property) in branch.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let value = property.get("const").map(Value::to_string);
        let listed = property.get("enum").and_then(Value::as_array).map(|values| {
            let values: Vec<String> = values.iter().map(Value::to_string).collect();
            values.join(" or ")
        });
        if let Some(value) = value.or(listed) {
            fixed.push((name.as_str(), value));
        }
    }
    let given = names(branch.get("required"));
    let given = given.into_iter().filter(|name| !fixed.iter().any(|(known, _)| known == name));
    let given = given.collect();
    Some((fixed, given))
}

fn list<'a>(schema: &'a Map<String, Value>, keyword: &str) -> &'a [Value] {
    schema.get(keyword).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn and(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
