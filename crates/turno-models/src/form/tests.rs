//! Tools as they are sent: every form of every schema is taken, and what is left out of it is said.

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};
use turno_core::ModelTool;

use super::*;

fn tool(parameters: Value) -> ModelTool {
    ModelTool {
        name: "check_availability".to_owned(),
        description: "Checks whether there is room".to_owned(),
        parameters: Arc::new(parameters),
    }
}

/// What is said of a tool behind its own description, the same in every form.
fn said(parameters: Value) -> String {
    let tool = tool(parameters);
    let mut said = Form::ALL.map(|form| {
        let sent = form.tool(&tool);
        let function = sent.get("function").unwrap_or(&sent);
        function["description"].as_str().unwrap_or_default().to_owned()
    });
    said.sort();
    let [first, .., last] = &said;
    assert_eq!(first, last);
    first.trim_start_matches("Checks whether there is room").to_owned()
}

fn assert_taken(parameters: &Value) {
    for form in Form::ALL {
        let sent = form.tool(&tool(parameters.clone()));
        let breaches = form.dialect().breaches_of_tool(&sent);
        assert!(breaches.is_empty(), "{form:?} of {parameters}\nis {sent}\n{breaches:?}");
    }
}

fn availability() -> Value {
    json!({
        "type": "object", "required": [], "additionalProperties": false,
        "properties": {
            "date": {"type": "string", "format": "date", "description": "YYYY-MM-DD"},
            "time": {"type": "string", "pattern": r"^([01]\d|2[0-3]):[0-5]\d$"},
            "party_size": {"type": "integer", "minimum": 1, "maximum": 1000},
            "type": {"type": "string", "enum": ["reservation", "product"], "description": "What is looked for"},
            "date_from": {"type": "string", "format": "date"},
            "date_to": {"type": "string", "format": "date"},
            "product_id": {"type": "string", "minLength": 1},
        },
        "anyOf": [{"required": ["date"]}, {"required": ["date_from"]}, {"required": ["product_id"]}],
        "dependentRequired": {"time": ["date"], "date_to": ["date_from"]},
        "if": {"properties": {"type": {"const": "product"}}, "required": ["type"]},
        "then": {"required": ["product_id"]},
    })
}

#[test]
fn parameters_that_go_together_are_said_and_no_provider_refuses_them() {
    assert_taken(&availability());
    assert_eq!(
        said(availability()),
        ". Give at least one of: date; date_from; product_id. Give date_to only together with date_from. Give time only \
         together with date. Where type is \"product\", give product_id."
    );
    let sent = Form::Anthropic.tool(&tool(availability()));
    let kept: Vec<&String> = sent["input_schema"].as_object().unwrap().keys().collect();
    assert_eq!(kept, ["additionalProperties", "properties", "required", "type"]);
}

#[test]
fn every_rule_that_has_words_is_said_in_them() {
    let with = |rule: Value| {
        let mut schema = json!({"type": "object", "properties": {"a": {}, "b": {}, "c": {}}});
        schema.as_object_mut().unwrap().extend(rule.as_object().unwrap().clone());
        assert_taken(&schema);
        said(schema)
    };
    for (rule, expected) in [
        (json!({"dependentRequired": {"a": ["b"], "b": ["a"]}}), ". Give a and b together."),
        (json!({"dependentRequired": {"a": ["b", "c"]}}), ". Give a only together with b and c."),
        (json!({"dependentSchemas": {"a": {"required": ["b"]}}}), ". Give a only together with b."),
        (
            json!({"oneOf": [{"required": ["a", "b"]}, {"required": ["c"]}]}),
            ". Give exactly one of: a and b; c.",
        ),
        (json!({"not": {"required": ["a", "b"]}}), ". Do not give a and b."),
        (
            json!({"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}}),
            ". Where a is given, give b. Unless a is given, give c.",
        ),
        (json!({"minProperties": 1, "maxProperties": 2}), ". Give 1 to 2 values."),
        (
            json!({"allOf": [{"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}]}),
            ". Give at least one of: a; b.",
        ),
        (
            json!({"anyOf": [{"properties": {"a": {"const": 1}}}, {"required": ["b"]}]}),
            ". Give at least one of: a = 1; b.",
        ),
        (
            json!({"not": {"propertyNames": {"pattern": "x"}}}),
            ". Not every combination of values is taken; the result says what is wrong.",
        ),
        (json!({}), ""),
    ] {
        assert_eq!(with(rule.clone()), expected, "{rule}");
    }
}

#[test]
fn what_only_some_cases_have_is_offered_all_the_same() {
    let schema = json!({
        "type": "object", "properties": {"kind": {"enum": ["mail", "call"]}}, "required": ["kind"],
        "oneOf": [
            {"properties": {"kind": {"const": "mail"}, "address": {"type": "string"}}, "required": ["address"]},
            {"properties": {"kind": {"const": "call"}, "phone": {"type": "string"}}, "required": ["phone"]},
        ],
    });
    assert_taken(&schema);
    let sent = Form::Anthropic.tool(&tool(schema));
    let properties = sent["input_schema"]["properties"].as_object().unwrap();
    assert_eq!(properties.keys().collect::<Vec<_>>(), ["address", "kind", "phone"]);
    assert_eq!(properties["kind"]["enum"], json!(["mail", "call"]));
    assert_eq!(sent["input_schema"]["required"], json!(["kind"]));
    assert!(
        sent["description"]
            .as_str()
            .unwrap()
            .ends_with("Give exactly one of: address and kind = \"mail\"; phone and kind = \"call\".")
    );
}

#[test]
fn in_the_strict_form_what_may_be_left_out_may_be_null() {
    let sent = Form::OpenAiStrict.tool(&tool(availability()));
    let parameters = &sent["function"]["parameters"];
    assert_eq!(sent["function"]["strict"], true);
    assert_eq!(parameters["required"].as_array().unwrap().len(), 7);
    assert_eq!(parameters["properties"]["time"]["type"], json!(["string", "null"]));
    assert_eq!(
        parameters["properties"]["type"],
        json!({"anyOf": [{"type": "string", "enum": ["reservation", "product"]}, {"type": "null"}],
            "description": "What is looked for"})
    );
    // What the form has no keyword for is said.
    assert_eq!(
        parameters["properties"]["product_id"],
        json!({"type": ["string", "null"], "description": "not empty"})
    );
    // An object that may hold anything has no strict form.
    for open in [
        json!({"type": "object", "properties": {"body": {"type": "object"}}}),
        json!({"type": "object", "properties": {"any": {}}}),
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "string"}}),
    ] {
        let sent = Form::OpenAiStrict.tool(&tool(open.clone()));
        assert_eq!(sent["function"].get("strict"), None, "{open}");
        assert_taken(&open);
    }
}

#[test]
fn gemini_is_told_in_its_own_words() {
    let sent = Form::Gemini.tool(&tool(availability()));
    assert_eq!(
        sent["parameters"]["properties"]["date"],
        json!({"type": "STRING", "description": "YYYY-MM-DD (a date as 2026-01-31)"})
    );
    assert_eq!(
        sent["parameters"]["properties"]["type"],
        json!({"type": "STRING", "format": "enum", "enum": ["reservation", "product"], "description": "What is looked for"})
    );
    let of = |property: Value| {
        let schema = json!({"type": "object", "properties": {"a": property}});
        assert_taken(&schema);
        let sent = Form::Gemini.tool(&tool(schema));
        match sent.get("parameters") {
            Some(schema) => schema["properties"]["a"].clone(),
            None => json!({"json": sent["parametersJsonSchema"]["properties"]["a"]}),
        }
    };
    for (property, expected) in [
        (json!({"enum": [1, 2]}), json!({"type": "INTEGER", "description": "one of 1, 2"})),
        (
            json!({"type": ["string", "null"], "maxLength": 9}),
            json!({"type": "STRING", "maxLength": 9, "nullable": true}),
        ),
        (
            json!({"anyOf": [{"type": "string"}, {"type": "null"}], "description": "A name"}),
            json!({"type": "STRING", "description": "A name", "nullable": true}),
        ),
        (
            json!({"oneOf": [{"const": "x"}, {"type": "integer", "exclusiveMinimum": 0}], "description": "One"}),
            json!({"anyOf": [
                {"type": "STRING", "format": "enum", "enum": ["x"], "description": "One"},
                {"type": "INTEGER", "description": "more than 0"},
            ]}),
        ),
        (
            json!({"type": "boolean", "default": true}),
            json!({"type": "BOOLEAN", "description": "left out: true"}),
        ),
        (
            json!({"type": "object", "description": "What is sent"}),
            json!({"json": {"type": "object", "description": "What is sent"}}),
        ),
    ] {
        assert_eq!(of(property.clone()), expected, "{property}");
    }
    assert_eq!(Form::Gemini.tool(&tool(json!({"type": "object"}))).get("parameters"), None);
}

#[test]
fn schemas_of_every_kind_have_forms_that_are_taken() {
    for schema in [
        json!({}),
        json!(true),
        json!({"type": "object", "properties": {"when": {"$ref": "#/$defs/moment"}},
            "$defs": {"moment": {"type": "object", "properties": {"day": {"type": "string"}}, "required": ["day"]}}}),
        // It holds itself.
        json!({"type": "object", "properties": {"tree": {"$ref": "#/$defs/node"}},
            "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}}}),
        json!({"$ref": "#/$defs/all", "$defs": {"all": {"type": "object", "properties": {"a": {"const": 3}}}}}),
        json!({"type": "object", "$ref": "#"}),
        json!({"type": "object", "properties": {"list": {"type": "array"}}}),
        json!({"type": "object", "properties": {"pair": {"type": "array", "prefixItems": [{}, {}]}}}),
        json!({"type": "object", "properties": {"a": {"not": {"type": "string"}}}}),
        json!({"type": "object", "properties": {"a": {"allOf": [{"type": "string"}, {"maxLength": 3}]}}}),
        json!({"type": "object", "properties": {"a": {"type": ["string", "integer"], "minimum": 1}}}),
        json!({"type": "object", "patternProperties": {"^x": {"type": "string"}}}),
        json!({"type": "object", "required": ["missing"]}),
        json!({"type": "object", "properties": {"a": {"type": "string", "pattern": "^(?=x)", "format": "iri"}}}),
        json!({"type": "object", "properties": {"a": {"type": "string", "x-slot": "phone", "enum": [""]}}}),
    ] {
        assert_taken(&schema);
    }
}

#[test]
fn a_description_is_never_longer_than_a_provider_takes() {
    let mut long = tool(availability());
    for characters in [0, 900, 1_000, 1_024, 5_000] {
        long.description = "ñ".repeat(characters);
        for form in Form::ALL {
            let sent = form.tool(&long);
            assert_eq!(form.dialect().breaches_of_tool(&sent), [], "{characters}");
        }
    }
    // A rule is said whole, or not at all.
    long.description = "ñ".repeat(960);
    let sent = Form::Anthropic.tool(&long);
    let description = sent["description"].as_str().unwrap();
    assert!(description.ends_with("Give at least one of: date; date_from; product_id."), "{description}");
}

fn any_schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({})),
        Just(json!(true)),
        Just(json!({"type": "string", "minLength": 1, "format": "date"})),
        Just(json!({"type": "integer", "minimum": 0, "default": 3})),
        Just(json!({"enum": ["a", 1, null]})),
        Just(json!({"const": {"a": 1}})),
        Just(json!({"type": ["number", "null"], "multipleOf": 0.5})),
        Just(json!({"required": ["a"]})),
        Just(json!({"$ref": "#/properties/a"})),
        Just(json!({"type": "object"})),
        Just(json!({"type": "null"})),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let named = prop::collection::btree_map("[a-c]", inner.clone(), 0..3);
        let keyword = prop::sample::select(vec!["anyOf", "oneOf", "allOf"]);
        let single = prop::sample::select(vec![
            "not",
            "if",
            "then",
            "else",
            "items",
            "contains",
            "additionalProperties",
        ]);
        prop_oneof![
            named.clone().prop_map(|named| json!({"type": "object", "properties": named, "required": ["a"]})),
            named.prop_map(|named| json!({"dependentSchemas": named, "dependentRequired": {"a": ["b"]}})),
            (keyword, prop::collection::vec(inner.clone(), 1..4))
                .prop_map(|(keyword, branches)| json!({keyword: branches})),
            (single, inner.clone()).prop_map(|(keyword, schema)| json!({keyword: schema})),
            (inner.clone(), inner).prop_map(|(one, other)| match (one, other) {
                (Value::Object(mut one), Value::Object(other)) => {
                    one.extend(other);
                    Value::Object(one)
                }
                (one, _) => one,
            }),
        ]
    })
}

proptest! {
    #[test]
    fn whatever_a_schema_says_every_form_of_it_is_taken(schema in any_schema()) {
        assert_taken(&schema);
    }
}
