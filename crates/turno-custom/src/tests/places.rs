//! Whatever a value is, it stays where the template has it.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use turno_language::Language;
use turno_web::secret::Secrets;

use super::context;
use crate::places::{body, header, url};

fn any_value() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        any::<String>(),
        "[\"\\\\{}\\[\\],:/?#&=%.;@\r\n\t\u{0} <>']{0,12}",
        Just("\"}, \"admin\": true, {\"x\": \"".to_owned()),
        Just("../../etc/passwd".to_owned()),
        Just("a\r\nX-Admin: 1\r\n\r\n".to_owned()),
        Just("{{SHIPPING_API_KEY}}".to_owned()),
        Just("%2e%2e%2f".to_owned()),
    ];
    let leaf = prop_oneof![
        text.prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::vec(("[a-z\"]{0,3}", inner), 0..3)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn parameters(value: &Value) -> Map<String, Value> {
    Map::from_iter([("x".to_owned(), value.clone()), ("y".to_owned(), json!("y"))])
}

fn secrets() -> Secrets {
    Secrets::with_variables(None, |_| Some("s3cret-key".to_owned()))
}

proptest! {
    #[test]
    fn json_stays_json_with_every_value_in_its_place(value in any_value()) {
        let template = r#"{"text": "a {{x}} b", "value": {{x}}, "list": [{{ x }}, 1], "end": "{{y}}"}"#;
        let filled = body(template, "application/json", &parameters(&value), &context(Language::es()), &secrets()).unwrap();
        let read: Value = serde_json::from_str(&filled).unwrap();
        prop_assert_eq!(read.as_object().unwrap().len(), 4);
        prop_assert_eq!(&read["list"], &json!([value, 1]));
        prop_assert_eq!(&read["value"], &value);
        prop_assert_eq!(&read["end"], "y");
        let text = read["text"].as_str().unwrap();
        prop_assert!(text.starts_with("a ") && text.ends_with(" b"));
        if let Some(own) = value.as_str() {
            prop_assert_eq!(text, format!("a {own} b"));
        }
    }

    #[test]
    fn a_value_stays_in_its_segment_of_the_path(value in any_value()) {
        let template = "https://api.example/v1/{{x}}/of-{{x}}/end?q={{x}}&r=1";
        if let Ok(filled) = url(template, &parameters(&value), &context(Language::es()), &secrets()) {
            let read = url::Url::parse(&filled).unwrap();
            prop_assert_eq!(read.as_str(), filled.as_str(), "nothing is left to be made plain");
            prop_assert_eq!(read.host_str(), Some("api.example"));
            let segments: Vec<&str> = read.path_segments().unwrap().collect();
            prop_assert_eq!(segments.len(), 4);
            prop_assert_eq!((segments[0], segments[3]), ("v1", "end"));
            prop_assert!(segments[2].starts_with("of-"));
            prop_assert_eq!(read.fragment(), None);
            let pairs: Vec<(String, String)> = read.query_pairs().into_owned().collect();
            prop_assert_eq!(pairs.last().unwrap(), &("r".to_owned(), "1".to_owned()));
            prop_assert!(pairs.len() == 2 || value.is_null());
            if let Some(own) = value.as_str() {
                prop_assert_eq!(&pairs[0].1, own);
            }
        } else {
            let is_empty = matches!(&value, Value::String(text) if matches!(text.as_str(), "" | "." | ".."))
                || value.is_null() || value == json!([]) || value == json!([null]) || value == json!([""])
                || value == json!(["."]) || value == json!([".."]);
            prop_assert!(is_empty, "{value} could be sent");
        }
    }

    #[test]
    fn a_value_stays_in_its_header_and_its_field_of_a_form(value in any_value()) {
        let filled = header("Name {{x}}!", &parameters(&value), &context(Language::es()), &secrets()).unwrap();
        prop_assert!(!filled.chars().any(char::is_control), "{filled:?}");
        prop_assert!(filled.starts_with("Name ") && filled.ends_with('!'));
        let form = "a={{x}}&b={{y}}";
        let kind = "application/x-www-form-urlencoded; charset=utf-8";
        let filled = body(form, kind, &parameters(&value), &context(Language::es()), &secrets()).unwrap();
        let pairs: Vec<(String, String)> = url::form_urlencoded::parse(filled.as_bytes()).into_owned().collect();
        prop_assert_eq!(pairs.len(), 2);
        prop_assert_eq!(&pairs[1], &("b".to_owned(), "y".to_owned()));
        let xml = body("<a b=\"{{x}}\">{{x}}</a>", "text/xml", &parameters(&value), &context(Language::es()), &secrets());
        let xml = xml.unwrap();
        prop_assert_eq!((xml.matches('<').count(), xml.matches('>').count(), xml.matches('"').count()), (2, 2, 2));
    }
}

#[test]
fn a_value_that_looks_like_a_template_is_no_template() {
    let value = json!("{{SHIPPING_API_KEY}}");
    let filled = body(
        r#"{"a": "{{x}}"}"#,
        "application/json",
        &parameters(&value),
        &context(Language::es()),
        &secrets(),
    );
    assert_eq!(filled.unwrap(), r#"{"a": "{{SHIPPING_API_KEY}}"}"#);
}
