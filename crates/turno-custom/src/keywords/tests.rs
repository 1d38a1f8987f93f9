//! What is told of the schemas of parameters.

use serde_json::json;

use super::*;

fn faults(schema: &Value) -> Vec<SchemaFault> {
    findings(schema).faults
}

#[test]
fn words_that_do_nothing_are_noted_and_slips_are_faults() {
    let told = |parameter: Value| {
        let found = findings(&json!({"type": "object", "properties": {"a": parameter}}));
        let told = |all: Vec<SchemaFault>| {
            let lines = all.iter().map(|it| format!("{}; {}", it.message, it.cure));
            lines.collect::<Vec<_>>().join(" | ")
        };
        (told(found.faults), told(found.notes))
    };
    let own = "its own keys of a parameter are x-slot, x-name, x-terms, x-vocabulary, x-sensitive";
    for (parameter, fault, note) in [
        (json!({"x-ui-order": 3}), "", format!("`x-ui-order` means nothing to Turno; {own}")),
        (
            json!({"type": "array", "items": {"x-hint": "a"}}),
            "",
            format!("`x-hint` means nothing to Turno; {own}"),
        ),
        (json!({"format": "dat"}), "`dat` is no format; did you mean `date`?", String::new()),
        (json!({"format": 1}), "`format` is a text; write it in quotes: format = \"…\"", String::new()),
        (json!({"format": "date"}), "", String::new()),
        (
            json!({"format": "phone"}),
            "",
            "the format `phone` means nothing to Turno; write x-slot = \"phone\"".to_owned(),
        ),
        (
            json!({"format": "money"}),
            "",
            "the format `money` means nothing to Turno; take it out, or say it with `pattern`".to_owned(),
        ),
        (
            json!({"x-vocabulary": "mneu"}),
            "there is no vocabulary `mneu`; did you mean `menu`?",
            String::new(),
        ),
        (
            json!({"x-vocabulary": "colores"}),
            "there is no vocabulary `colores`; use one of branches, menu, sections, services, staff; other words stand in x-terms",
            String::new(),
        ),
        (json!({"x-vocabulary": "staff"}), "", String::new()),
    ] {
        assert_eq!(told(parameter.clone()), (fault.to_owned(), note), "{parameter}");
    }
}

#[test]
fn what_is_no_schema_of_parameters_is_told() {
    for (schema, expected) in [
        (json!({}), "type = \"object\""),
        (json!({"type": "string"}), "type = \"object\""),
        (json!({"type": "object", "properties": []}), "`properties` is a table"),
        (json!({"type": "object", "properties": {"a": "string"}}), "`a` is a table"),
        (json!({"type": "object", "properties": {"API_KEY": {}}}), "secret"),
        (json!({"type": "object", "required": ["b"]}), "`b`, which is no property"),
        (json!({"type": "object", "$ref": "#/nowhere"}), "cannot be checked"),
    ] {
        let found = faults(&schema);
        assert!(
            found.iter().any(|fault| format!("{}: {}", fault.message, fault.cure).contains(expected)),
            "{schema}: {found:?}"
        );
    }
    for good in [
        json!({"type": "string", "x-slot": "phone", "x-sensitive": true, "x-name": {"es": "a", "en": "b"}}),
        json!({"enum": ["a"], "default": "a", "x-terms": {"a": ["una", "otra"]}, "x-ui-order": 3}),
        json!({"type": ["integer", "null"], "minimum": 0, "maximum": 0, "default": null}),
        json!({"type": "array", "minItems": 1, "items": {"type": "object", "additionalProperties": false,
            "required": ["id"], "properties": {"id": {"type": "string"}, "default": {"type": "string"}}}}),
        json!({"anyOf": [{"type": "string", "format": "date"}, {"const": 3}], "deprecated": true}),
    ] {
        let schema = json!({"type": "object", "properties": {"a": good}});
        assert!(faults(&schema).is_empty(), "{schema}: {:?}", faults(&schema));
    }
}
