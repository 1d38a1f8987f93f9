//! A model that has done what it was asked for, and wants to do it once more.

use fastrand::Rng;
use serde_json::json;
use turno_core::{Finish, ModelMessage, ModelRequest, ResponseFormat};

use super::{SIGNATURE, Thought};
use crate::talk::codes_in;

pub(super) fn thought(rng: &mut Rng, number: u64, request: &ModelRequest) -> Thought {
    let pause_ms = [0, 40, 900][rng.usize(..3)];
    let words = |text: String| Thought::Says(vec![(pause_ms, text)], Vec::new(), Finish::Stop);
    if request.response_format != ResponseFormat::Text {
        return words(r#"{"intent":"talk"}"#.to_owned());
    }
    let told = |text: &str| format!("{SIGNATURE} {number}. {text}");
    let (wants, text) = match request.messages.last() {
        Some(ModelMessage::ToolResult { content, .. }) => match codes_in(content).first() {
            Some(code) => (rng.u8(..4) > 0, told(&format!("Su código es {code}."))),
            None => (false, told("¿Algo más?")),
        },
        Some(ModelMessage::User { text }) if text.contains("reserv") => (true, String::new()),
        Some(_) | None => (rng.bool(), told("Con gusto.")),
    };
    if !wants || request.tools.is_empty() {
        return words(text);
    }
    let text = if rng.bool() { text } else { String::new() };
    let call = ("create_reservation".to_owned(), booking(rng));
    Thought::Says(vec![(pause_ms, text)], vec![call], Finish::ToolCalls)
}

fn booking(rng: &mut Rng) -> String {
    let hour = ["14:00", "15:00", "16:00", "20:00"][rng.usize(..4)];
    let booking = json!({ "date": "2026-01-20", "time": hour, "party_size": 4,
        "customer_name": "Ana López", "customer_phone": "+525512345678" });
    booking.to_string()
}
