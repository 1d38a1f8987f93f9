//! What goes with each keyword of a schema.

use serde_json::{Map, Value};
use turno_business::did_you_mean;
use turno_language::SlotKind;

/// What goes with a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// One of the seven types, or a list of them.
    Type,
    Text,
    /// A format of JSON Schema.
    Format,
    /// The name of a vocabulary of the business's.
    Vocabulary,
    Pattern,
    YesNo,
    Number,
    /// A whole number from 0 on.
    Count,
    /// A list of names.
    Names,
    /// A list with something in it.
    Values,
    Schema,
    Schemas,
    /// A table of schemas.
    Named,
    Anything,
    Slot,
    /// A text in each language.
    Wording,
    /// Words for each value.
    Terms,
}

const KEYWORDS: &[(&str, Kind)] = &[
    ("type", Kind::Type),
    ("title", Kind::Text),
    ("description", Kind::Text),
    ("format", Kind::Format),
    ("$comment", Kind::Text),
    ("$schema", Kind::Text),
    ("$id", Kind::Text),
    ("$ref", Kind::Text),
    ("$anchor", Kind::Text),
    ("contentEncoding", Kind::Text),
    ("contentMediaType", Kind::Text),
    ("pattern", Kind::Pattern),
    ("uniqueItems", Kind::YesNo),
    ("deprecated", Kind::YesNo),
    ("readOnly", Kind::YesNo),
    ("writeOnly", Kind::YesNo),
    ("minimum", Kind::Number),
    ("maximum", Kind::Number),
    ("exclusiveMinimum", Kind::Number),
    ("exclusiveMaximum", Kind::Number),
    ("multipleOf", Kind::Number),
    ("minLength", Kind::Count),
    ("maxLength", Kind::Count),
    ("minItems", Kind::Count),
    ("maxItems", Kind::Count),
    ("minProperties", Kind::Count),
    ("maxProperties", Kind::Count),
    ("minContains", Kind::Count),
    ("maxContains", Kind::Count),
    ("required", Kind::Names),
    ("enum", Kind::Values),
    ("items", Kind::Schema),
    ("contains", Kind::Schema),
    ("additionalProperties", Kind::Schema),
    ("unevaluatedProperties", Kind::Schema),
    ("unevaluatedItems", Kind::Schema),
    ("propertyNames", Kind::Schema),
    ("not", Kind::Schema),
    ("if", Kind::Schema),
    ("then", Kind::Schema),
    ("else", Kind::Schema),
    ("allOf", Kind::Schemas),
    ("anyOf", Kind::Schemas),
    ("oneOf", Kind::Schemas),
    ("prefixItems", Kind::Schemas),
    ("properties", Kind::Named),
    ("patternProperties", Kind::Named),
    ("dependentSchemas", Kind::Named),
    ("$defs", Kind::Named),
    ("definitions", Kind::Named),
    ("const", Kind::Anything),
    ("default", Kind::Anything),
    ("example", Kind::Anything),
    ("examples", Kind::Anything),
    ("dependentRequired", Kind::Anything),
    ("x-slot", Kind::Slot),
    ("x-name", Kind::Wording),
    ("x-terms", Kind::Terms),
    ("x-vocabulary", Kind::Vocabulary),
    ("x-sensitive", Kind::YesNo),
];

const TYPES: [&str; 7] = ["string", "integer", "number", "boolean", "array", "object", "null"];

/// What types are called elsewhere.
const OTHER_TYPES: [(&str, &str); 14] = [
    ("text", "string"),
    ("texto", "string"),
    ("str", "string"),
    ("date", "string"),
    ("int", "integer"),
    ("entero", "integer"),
    ("float", "number"),
    ("decimal", "number"),
    ("numero", "number"),
    ("bool", "boolean"),
    ("list", "array"),
    ("lista", "array"),
    ("table", "object"),
    ("map", "object"),
];

const SLOTS: [&str; 14] = [
    "date",
    "time",
    "party_size",
    "person_name",
    "phone",
    "term",
    "items",
    "address",
    "code",
    "contact",
    "boolean",
    "integer",
    "number",
    "text",
];

/// JSON Schema's formats, and those that descriptions of services have beside them.
const FORMATS: [&str; 26] = [
    "date",
    "time",
    "date-time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "uri-template",
    "iri",
    "iri-reference",
    "uuid",
    "json-pointer",
    "relative-json-pointer",
    "regex",
    "int32",
    "int64",
    "float",
    "double",
    "byte",
    "binary",
    "password",
];

/// What a business calls things.
const VOCABULARIES: [&str; 5] = ["branches", "menu", "sections", "services", "staff"];

impl Kind {
    pub(super) fn of(keyword: &str) -> Option<Self> {
        let found = KEYWORDS.iter().find(|(name, _)| *name == keyword);
        found.map(|(_, kind)| *kind)
    }

    /// All keywords.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        KEYWORDS.iter().map(|(name, _)| *name)
    }
}

/// What is wrong with a keyword's value, and the cure.
pub(super) fn value_fault(key: &str, kind: Kind, value: &Value) -> Option<(String, String)> {
    let is_wrong = match kind {
        Kind::Type => return type_fault(value),
        Kind::Slot => return slot_fault(value),
        Kind::Format if value.is_string() => return format_fault(value),
        Kind::Vocabulary if value.is_string() => return vocabulary_fault(value),
        Kind::Names if value.is_boolean() => {
            return Some((
                "`required` is a list of names, and stands above the parameters".to_owned(),
                "write required = [\"name\"] beside `properties`, and nothing here".to_owned(),
            ));
        }
        Kind::Text | Kind::Format | Kind::Vocabulary => !value.is_string(),
        Kind::Pattern => {
            !jsonschema::meta::is_valid(&serde_json::json!({ "pattern": value }))
                || jsonschema::validator_for(&serde_json::json!({ "pattern": value })).is_err()
        }
        Kind::YesNo => !value.is_boolean(),
        Kind::Number => !value.is_number(),
        Kind::Count => !value.is_u64(),
        Kind::Names => !value.as_array().is_some_and(|names| names.iter().all(Value::is_string)),
        Kind::Values | Kind::Schemas => value.as_array().is_none_or(Vec::is_empty),
        Kind::Schema => !(value.is_object() || value.is_boolean()),
        Kind::Named => !value.is_object(),
        Kind::Anything => false,
        Kind::Wording => !is_wording(value, Value::is_string),
        Kind::Terms => !value
            .as_object()
            .is_some_and(|terms| terms.values().all(|words| is_words(words) || is_wording(words, is_words))),
    };
    is_wrong.then(|| {
        let (what, cure) = form_of(key, kind, value);
        (format!("`{key}` is {what}"), cure)
    })
}

/// The bounds that nothing lies between, and what else nothing could fit.
pub(super) fn in_order(keywords: &Map<String, Value>) -> Option<(&'static str, String, String)> {
    let pairs = [
        ("minimum", "maximum"),
        ("minLength", "maxLength"),
        ("minItems", "maxItems"),
        ("minProperties", "maxProperties"),
    ];
    pairs.into_iter().find_map(|(least, most)| {
        let bound = |key: &str| keywords.get(key).and_then(Value::as_f64);
        let (low, high) = (bound(least)?, bound(most)?);
        (low > high).then(|| {
            let message = format!("nothing is from {low} to {high}");
            let cure = format!("write the smaller one as `{least}` and the larger one as `{most}`");
            (least, message, cure)
        })
    })
}

fn type_fault(value: &Value) -> Option<(String, String)> {
    let list = value.as_array().filter(|names| !names.is_empty());
    let names: Vec<&Value> = list.map_or_else(|| vec![value], |names| names.iter().collect());
    let wrong = names.into_iter().find(|name| !name.as_str().is_some_and(|name| TYPES.contains(&name)))?;
    let Some(name) = wrong.as_str() else {
        return Some((
            "`type` is a text, or a list of texts".to_owned(),
            "write type = \"string\", or type = [\"string\", \"null\"]".to_owned(),
        ));
    };
    let plain = name.to_lowercase();
    let other = OTHER_TYPES.iter().find(|(other, _)| *other == plain);
    let cure = other
        .map(|(_, meant)| format!("did you mean `{meant}`?"))
        .or_else(|| did_you_mean(&plain, TYPES.into_iter()))
        .unwrap_or_else(|| format!("use one of {}", TYPES.join(", ")));
    Some((format!("`{name}` is no type"), cure))
}

fn slot_fault(value: &Value) -> Option<(String, String)> {
    if serde_json::from_value::<SlotKind>(value.clone()).is_ok() {
        return None;
    }
    let all = || format!("use one of {}", SLOTS.join(", "));
    let Some(name) = value.as_str() else {
        return Some(("`x-slot` is a text".to_owned(), all()));
    };
    let cure = did_you_mean(name, SLOTS.into_iter()).unwrap_or_else(all);
    Some((format!("`{name}` is no kind of slot"), cure))
}

/// A slip of a format's name: with it the value would not be checked, nor read as a date.
fn format_fault(value: &Value) -> Option<(String, String)> {
    let name = value.as_str().filter(|name| !FORMATS.contains(name))?;
    let cure = did_you_mean(&name.to_lowercase(), FORMATS.into_iter())?;
    Some((format!("`{name}` is no format"), cure))
}

/// A format of some other program's.
pub(super) fn format_note(value: &Value) -> Option<(String, String)> {
    let name = value.as_str().filter(|name| !FORMATS.contains(name))?;
    let cure = if SLOTS.contains(&name) {
        format!("write x-slot = \"{name}\"")
    } else {
        "take it out, or say it with `pattern`".to_owned()
    };
    Some((format!("the format `{name}` means nothing to Turno"), cure))
}

fn vocabulary_fault(value: &Value) -> Option<(String, String)> {
    let name = value.as_str().filter(|name| !VOCABULARIES.contains(name))?;
    let cure = did_you_mean(name, VOCABULARIES.into_iter())
        .unwrap_or_else(|| format!("use one of {}; other words stand in x-terms", VOCABULARIES.join(", ")));
    Some((format!("there is no vocabulary `{name}`"), cure))
}

fn is_words(value: &Value) -> bool {
    value.as_array().is_some_and(|words| words.iter().all(Value::is_string))
}

/// A table with something in each language that it names.
fn is_wording(value: &Value, fits: fn(&Value) -> bool) -> bool {
    value.as_object().is_some_and(|all| {
        !all.is_empty()
            && all.iter().all(|(language, words)| matches!(language.as_str(), "es" | "en") && fits(words))
    })
}

/// What goes with a keyword, and how it is written.
fn form_of(key: &str, kind: Kind, value: &Value) -> (&'static str, String) {
    let (what, example): (&'static str, String) = match kind {
        Kind::Type | Kind::Slot | Kind::Anything | Kind::Text | Kind::Format | Kind::Vocabulary => {
            ("a text", format!("write it in quotes: {key} = \"…\""))
        }
        Kind::Pattern => (
            "no regular expression",
            "write it in single quotes, with \\ before each of . ( ) [ ] that is meant as it is: '^[0-9]{5}$'".to_owned(),
        ),
        Kind::YesNo => {
            let said = value.as_str().map(str::to_lowercase);
            let is_no = matches!(said.as_deref(), Some("no" | "false")) || value.as_i64() == Some(0);
            let meant = if is_no { "false" } else { "true" };
            (
                "true or false",
                format!("write {key} = {meant}, without quotes"),
            )
        }
        Kind::Number => {
            let number = value.as_str().and_then(|text| text.trim().parse::<f64>().ok());
            let number = number.unwrap_or(1.0);
            ("a number", format!("write {key} = {number}, without quotes"))
        }
        Kind::Count => (
            "a whole number from 0 on",
            format!("write {key} = 20, without quotes"),
        ),
        Kind::Names => ("a list of names", format!("write {key} = [\"name\"]")),
        Kind::Values => (
            "a list with at least one value",
            format!("write {key} = [\"a\", \"b\"]"),
        ),
        Kind::Schemas => (
            "a list of tables",
            format!("write {key} = [{{ type = \"string\" }}, {{ type = \"integer\" }}]"),
        ),
        Kind::Schema if key.ends_with("Properties") => {
            ("true, false or a table", format!("write {key} = false"))
        }
        Kind::Schema => (
            "a table with a `type`",
            format!("write {key} = {{ type = \"string\" }}"),
        ),
        Kind::Named => (
            "a table, one entry a parameter",
            format!("write {key}.name = {{ type = \"string\" }}"),
        ),
        Kind::Wording => (
            "a text in each language",
            format!("write {key} = {{ es = \"el teléfono\", en = \"the phone number\" }}"),
        ),
        Kind::Terms => (
            "a list of words for each value",
            format!("write {key} = {{ pickup = {{ es = [\"recoger\"], en = [\"pickup\"] }} }}"),
        ),
    };
    (what, example)
}

#[cfg(test)]
mod tests {
    use super::*;
    use turno_business::testkit::terraza;

    #[test]
    fn the_vocabularies_that_are_told_are_those_that_a_business_has() {
        let has = terraza().settings().vocabularies;
        assert!(has.keys().eq(VOCABULARIES.iter()), "{:?}", has.keys());
    }

    #[test]
    fn the_kinds_of_slots_that_are_told_are_those_that_there_are() {
        for name in SLOTS {
            assert_eq!(slot_fault(&Value::from(name)), None, "{name}");
        }
    }
}
