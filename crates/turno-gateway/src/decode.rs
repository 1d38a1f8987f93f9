//! From a line to a frame, or to an error that names what is wrong in it.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{
    fault::{ErrorCode, Fault, Subject, quoted, shortened},
    frames::GatewayFrame,
};

const TYPES: [&str; 7] = ["hello", "turn", "interrupt", "ack", "resume", "close", "journal"];
const ECHO_BYTES_MAX: usize = 128;

/// Reads one line: the frame, and what it is about.
///
/// # Errors
/// A [`Fault`] that names the conversation and the turn, where the line does.
pub(crate) fn decode(line: &str) -> Result<(GatewayFrame, Subject), Fault> {
    let value: Value = serde_json::from_str(line).map_err(|cause| {
        let message = format!("the line is not JSON: {cause}: send one JSON object a line");
        Fault::new(ErrorCode::NotJson, message)
    })?;
    let Value::Object(object) = value else {
        return Err(Fault::new(ErrorCode::InvalidFrame, "a frame is a JSON object: {\"type\": …}"));
    };
    let subject = subject_of(&object);
    match frame_of(&object) {
        Ok(frame) => Ok((frame, subject)),
        Err(fault) => Err(fault.about(subject)),
    }
}

/// Whether a line means to be a `hello`, right or wrong.
pub(crate) fn is_hello(line: &str) -> bool {
    serde_json::from_str::<Value>(line)
        .is_ok_and(|value| value.get("type").and_then(Value::as_str) == Some("hello"))
}

fn frame_of(object: &Map<String, Value>) -> Result<GatewayFrame, Fault> {
    let kind = match object.get("type") {
        Some(Value::String(kind)) => kind.as_str(),
        Some(_) => return Err(invalid("the field `type` must be a string")),
        None => {
            return Err(invalid(format!("the field `type` is missing: it is one of {}", TYPES.join(", "))));
        }
    };
    match kind {
        "hello" => fields(object).map(GatewayFrame::Hello),
        "turn" => fields(object).map(|turn| GatewayFrame::Turn(Box::new(turn))),
        "interrupt" => fields(object).map(GatewayFrame::Interrupt),
        "ack" => fields(object).map(GatewayFrame::Ack),
        "resume" => fields(object).map(GatewayFrame::Resume),
        "close" => fields(object).map(GatewayFrame::Close),
        "journal" => fields(object).map(GatewayFrame::Journal),
        unknown => Err(unknown_type(unknown)),
    }
}

fn fields<T: DeserializeOwned>(object: &Map<String, Value>) -> Result<T, Fault> {
    T::deserialize(object).map_err(|cause| {
        let cause = cause.to_string();
        let Some(field) = mistyped_field::<T>(object) else {
            return invalid(format!("{}: add it", shortened(&cause, 120)));
        };
        invalid(format!("the field `{field}` is not right: {}", shortened(&cause, 120)))
    })
}

/// The first field whose value does not fit. A field alone in an object either fits, though others are then missing,
/// or is the one.
fn mistyped_field<T: DeserializeOwned>(object: &Map<String, Value>) -> Option<&str> {
    object.iter().find_map(|(name, value)| {
        let alone = Map::from_iter([(name.clone(), value.clone())]);
        let cause = T::deserialize(&alone).err()?.to_string();
        (!cause.starts_with("missing field")).then_some(name.as_str())
    })
}

fn unknown_type(unknown: &str) -> Fault {
    let nearest = TYPES
        .iter()
        .map(|known| (strsim::osa_distance(&shortened(unknown, 20), known), known))
        .filter(|(distance, _)| *distance <= 2)
        .min();
    let hint = match nearest {
        Some((_, known)) => format!("did you mean {known:?}?"),
        None => format!("use one of {}", TYPES.join(", ")),
    };
    Fault::new(ErrorCode::UnknownType, format!("there is no frame of type {}: {hint}", quoted(unknown)))
}

fn subject_of(object: &Map<String, Value>) -> Subject {
    let named = |field: &str| {
        let id = object.get(field)?.as_str()?;
        (id.len() <= ECHO_BYTES_MAX).then(|| id.to_owned())
    };
    Subject { conversation: named("conversation"), tenant: named("tenant"), turn: named("turn") }
}

fn invalid(message: impl Into<String>) -> Fault {
    Fault::new(ErrorCode::InvalidFrame, message)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_wrong_field_is_named() {
        let told = |line: &str| {
            let frame = decode(line).unwrap_err().into_frame(None);
            serde_json::to_string(&frame).unwrap()
        };
        insta::assert_snapshot!(told(r#"{"type":"turn","conversation":7,"turn":8,"tenant":"t"}"#), @r#"{"type":"error","code":"invalid_frame","message":"the field `conversation` is not right: invalid type: integer `7`, expected a string","tenant":"t"}"#);
        insta::assert_snapshot!(told(r#"{"type":"turn","conversation":"c","tenant":"t","text":"hola"}"#), @r#"{"type":"error","code":"invalid_frame","message":"missing field `turn`: add it","conversation":"c","tenant":"t"}"#);
        insta::assert_snapshot!(told(r#"{"type":"ack","conversation":"c","seq":-1}"#), @r#"{"type":"error","code":"invalid_frame","message":"the field `seq` is not right: invalid value: integer `-1`, expected u64","conversation":"c"}"#);
        insta::assert_snapshot!(told(r#"{"type":"resume","conversations":{"c":"x"}}"#), @r#"{"type":"error","code":"invalid_frame","message":"the field `conversations` is not right: invalid type: string \"x\", expected u64"}"#);
        insta::assert_snapshot!(told(r#"{"type":"hello","protocol":1,"gateway":"g","channel":"fax"}"#), @r#"{"type":"error","code":"invalid_frame","message":"the field `channel` is not right: unknown variant `fax`, expected one of `voice`, `whatsapp`, `web`, `test`"}"#);
        insta::assert_snapshot!(told(r#"{"type":"trun","conversation":"c"}"#), @r#"{"type":"error","code":"unknown_type","message":"there is no frame of type \"trun\": did you mean \"turn\"?","conversation":"c"}"#);
        insta::assert_snapshot!(told(r#"{"type":"bookings"}"#), @r#"{"type":"error","code":"unknown_type","message":"there is no frame of type \"bookings\": use one of hello, turn, interrupt, ack, resume, close, journal"}"#);
        insta::assert_snapshot!(told("[1]"), @r#"{"type":"error","code":"invalid_frame","message":"a frame is a JSON object: {\"type\": …}"}"#);
        insta::assert_snapshot!(told("{}"), @r#"{"type":"error","code":"invalid_frame","message":"the field `type` is missing: it is one of hello, turn, interrupt, ack, resume, close, journal"}"#);
        insta::assert_snapshot!(told("hola"), @r#"{"type":"error","code":"not_json","message":"the line is not JSON: expected value at line 1 column 1: send one JSON object a line"}"#);
    }

    #[test]
    fn unknown_fields_are_ignored() {
        let line = r#"{"type":"ack","conversation":"c","seq":1,"colour":"red","tenant":null}"#;
        assert!(
            matches!(decode(line), Ok((GatewayFrame::Ack(ack), _)) if ack.seq == 1 && ack.tenant.is_none())
        );
    }

    proptest! {
        #[test]
        fn no_text_does_harm(line in ".*") {
            let _either = decode(&line);
        }

        #[test]
        fn no_field_of_any_kind_does_harm(
            kind in prop::sample::select(TYPES.to_vec()),
            fields in prop::collection::btree_map(
                prop::sample::select(vec!["conversation", "turn", "tenant", "text", "seq", "conversations", "final"]),
                prop_oneof![
                    Just(Value::Null), any::<bool>().prop_map(Value::from), any::<i64>().prop_map(Value::from),
                    ".*".prop_map(Value::from), Just(serde_json::json!({"c": 1})), Just(serde_json::json!([]))
                ],
                0..7,
            ),
        ) {
            let mut object: Map<String, Value> = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            object.insert("type".to_owned(), Value::from(kind));
            let line = serde_json::to_string(&object).unwrap();
            if let Ok((frame, _)) = decode(&line) {
                // What was understood can be written and understood again.
                let again = serde_json::to_string(&frame).unwrap();
                prop_assert_eq!(decode(&again).unwrap().0, frame);
            }
        }
    }
}
