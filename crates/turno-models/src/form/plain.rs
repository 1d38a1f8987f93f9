//! A schema without what no provider reads: references are put in, what is the same in other words is in the plain ones, and what
//! parameters have to do with each other is told apart from what each of them is.

use serde_json::{Map, Value, json};

use super::{describe, names, rules, types};

/// What stands deeper may be anything.
const DEPTH_MAX: usize = 10;

/// So many references lead to the next.
const REFERENCES_MAX: usize = 8;

/// What is kept as it is, of values that are no objects.
const KEPT: &[&str] = &[
    "title",
    "description",
    "format",
    "pattern",
    "enum",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "uniqueItems",
    "default",
    "examples",
];

/// The schema of a tool's parameters as a plain object, and what it says of them together, as sentences.
pub(super) fn root(schema: &Value) -> (Value, Vec<String>) {
    let reader = Reader { root: schema };
    let flat = schema.as_object().map_or_else(Map::new, |own| reader.flat(own, 0));
    let rules = rules::rules(&flat);
    let mut plain = Map::new();
    for keyword in ["title", "description"] {
        if let Some(text) = flat.get(keyword) {
            plain.insert(keyword.to_owned(), text.clone());
        }
    }
    reader.members(&flat, 0, &mut plain);
    plain.insert("type".to_owned(), "object".into());
    plain.entry("properties").or_insert_with(|| json!({}));
    (Value::Object(plain), rules)
}

struct Reader<'a> {
    root: &'a Value,
}

impl Reader<'_> {
    /// A schema below the root.
    fn schema(&self, schema: &Value, depth: usize) -> Value {
        let Some(own) = schema.as_object().filter(|_| depth < DEPTH_MAX) else {
            return json!({});
        };
        let mut flat = self.flat(own, 0);
        let alternatives = self.take_alternatives(&mut flat, depth);
        let mut plain: Map<String, Value> = KEPT
            .iter()
            .filter_map(|keyword| Some(((*keyword).to_owned(), flat.get(*keyword)?.clone())))
            .collect();
        if let Some(value) = flat.get("const") {
            plain.insert("enum".to_owned(), Value::Array(vec![value.clone()]));
        }
        if let Some(kind) = flat.get("type").cloned().or_else(|| type_of(&flat)) {
            plain.insert("type".to_owned(), kind);
        }
        let kinds = types(&plain);
        let (is_array, is_object) = (kinds.contains(&"array"), kinds.contains(&"object"));
        if is_array {
            let items = flat.get("items").map_or_else(|| json!({}), |items| self.schema(items, depth + 1));
            plain.insert("items".to_owned(), items);
        }
        if is_object {
            self.members(&flat, depth, &mut plain);
        }
        if let Some(alternatives) = alternatives {
            plain.insert("anyOf".to_owned(), alternatives);
        }
        let mut more: Vec<String> = Vec::new();
        if flat.contains_key("prefixItems") {
            more.push("in a fixed order".to_owned());
        }
        if is_object {
            more.extend(rules::rules(&flat));
        }
        describe(&mut plain, &more);
        Value::Object(plain)
    }

    /// The properties of an object, those too that only some of its cases have.
    fn members(&self, flat: &Map<String, Value>, depth: usize, plain: &mut Map<String, Value>) {
        let mut properties = Map::new();
        for (name, property) in self.properties(flat) {
            // The same name in a case fixes its value, and is told by the rules.
            properties.entry(name).or_insert_with(|| self.schema(property, depth + 1));
        }
        let required: Vec<Value> = names(flat.get("required")).into_iter().map(Value::from).collect();
        for name in &required {
            if let Some(name) = name.as_str() {
                properties.entry(name).or_insert_with(|| json!({}));
            }
        }
        if !properties.is_empty() {
            plain.insert("properties".to_owned(), Value::Object(properties));
        }
        if flat.contains_key("required") {
            plain.insert("required".to_owned(), Value::Array(required));
        }
        match flat.get("additionalProperties") {
            Some(Value::Bool(others)) => {
                plain.insert("additionalProperties".to_owned(), (*others).into());
            }
            Some(others @ Value::Object(_)) => {
                plain.insert("additionalProperties".to_owned(), self.schema(others, depth + 1));
            }
            Some(_) | None => {}
        }
    }

    /// The own properties first, then those of its cases.
    fn properties<'s>(&self, flat: &'s Map<String, Value>) -> Vec<(&'s String, &'s Value)> {
        let mut found: Vec<(&String, &Value)> = Vec::new();
        let of = |schema: Option<&'s Value>| schema.and_then(Value::as_object);
        found.extend(of(flat.get("properties")).into_iter().flatten());
        let listed = ["anyOf", "oneOf"].into_iter().filter_map(|keyword| flat.get(keyword)?.as_array());
        let named = flat.get("dependentSchemas").and_then(Value::as_object);
        let cases = ["then", "else"].into_iter().filter_map(|keyword| flat.get(keyword));
        let cases = listed.flatten().chain(named.into_iter().flat_map(Map::values)).chain(cases);
        for case in cases {
            found.extend(of(case.get("properties")).into_iter().flatten());
        }
        found
    }

    /// Takes what may stand in each other's place out of a schema; what only says which members go together stays.
    fn take_alternatives(&self, flat: &mut Map<String, Value>, depth: usize) -> Option<Value> {
        let keyword = ["anyOf", "oneOf"].into_iter().find(|keyword| flat.contains_key(*keyword))?;
        let branches = flat.get(keyword)?.as_array()?;
        if flat.contains_key("properties") && branches.iter().all(rules::is_rule) {
            return None;
        }
        let branches: Vec<Value> = branches.iter().map(|branch| self.schema(branch, depth + 1)).collect();
        flat.remove(keyword);
        (!branches.is_empty()).then_some(Value::Array(branches))
    }

    /// A schema's keywords with those of its references and of all that it must satisfy besides.
    fn flat(&self, schema: &Map<String, Value>, times: usize) -> Map<String, Value> {
        let mut flat = schema.clone();
        if times >= REFERENCES_MAX {
            flat.remove("$ref");
            flat.remove("allOf");
            return flat;
        }
        let referred = flat.remove("$ref");
        let referred = referred.as_ref().and_then(Value::as_str).and_then(|place| self.at(place));
        let all = flat.remove("allOf");
        let all = all.as_ref().and_then(Value::as_array).into_iter().flatten();
        for other in referred.into_iter().chain(all).filter_map(Value::as_object) {
            add(&mut flat, self.flat(other, times + 1));
        }
        flat
    }

    fn at(&self, place: &str) -> Option<&Value> {
        let pointer = place.strip_prefix('#')?;
        self.root.pointer(pointer)
    }
}

/// Adds the keywords of a schema that must hold as well.
fn add(flat: &mut Map<String, Value>, other: Map<String, Value>) {
    for (keyword, value) in other {
        match (keyword.as_str(), flat.get_mut(&keyword)) {
            (_, None) => {
                flat.insert(keyword, value);
            }
            ("properties" | "$defs" | "dependentRequired", Some(Value::Object(own))) => {
                if let Value::Object(more) = value {
                    for (name, property) in more {
                        own.entry(name).or_insert(property);
                    }
                }
            }
            ("required", Some(Value::Array(own))) => {
                for name in value.as_array().into_iter().flatten() {
                    if !own.contains(name) {
                        own.push(name.clone());
                    }
                }
            }
            (_, Some(_)) => {}
        }
    }
}

/// The type that a schema without one has all the same.
fn type_of(schema: &Map<String, Value>) -> Option<Value> {
    let listed = schema.get("enum").and_then(Value::as_array).map(Vec::as_slice);
    let values = listed.or_else(|| schema.get("const").map(std::slice::from_ref)).unwrap_or_default();
    let all = |is: fn(&Value) -> bool| !values.is_empty() && values.iter().all(is);
    let has = |keywords: &[&str]| keywords.iter().any(|keyword| schema.contains_key(*keyword));
    let kind = if all(Value::is_string) {
        "string"
    } else if all(|value| value.is_i64() || value.is_u64()) {
        "integer"
    } else if all(Value::is_number) {
        "number"
    } else if all(Value::is_boolean) {
        "boolean"
    } else if !values.is_empty() || has(&["anyOf", "oneOf"]) && !has(&["properties"]) {
        return None;
    } else if has(&["properties", "required", "additionalProperties", "patternProperties"]) {
        "object"
    } else if has(&["items", "prefixItems", "minItems", "maxItems"]) {
        "array"
    } else if has(&["pattern", "minLength", "maxLength", "format"]) {
        "string"
    } else if has(&["minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"]) {
        "number"
    } else {
        return None;
    };
    Some(kind.into())
}
