//! A custom tool run by hand: what is sent, what comes back, and what becomes of it, without any secret.

use serde_json::{Map, Value};
use turno_runtime::port::{OutsideError, ToolContext};
use turno_web::outgoing::{OutgoingRequest, OutgoingResponse};

use super::CustomTool;
use super::outcome::response_value;

/// What a run by hand shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// The request as it is sent, secrets masked.
    pub request: String,
    /// The answer's status, headers and body, secrets masked; none where none came.
    pub response: Option<String>,
    /// What the conversation would be given, or why there is nothing.
    pub result: Result<Value, String>,
    /// Something was sent that acts, and nobody knows what came of it: a conversation says so, and tells the team.
    pub is_unknown: bool,
}

impl CustomTool {
    /// Runs it once. None where it calls no service: a function of Turno's own needs a store.
    pub async fn try_by_hand(&self, context: &ToolContext, parameters: &Map<String, Value>) -> Option<Trial> {
        let service = self.service.as_ref()?;
        let mask = |text: &str| service.means.secrets.mask(text);
        let request = match service.request(context, parameters) {
            Ok(request) => request,
            Err(error) => {
                return Some(Trial {
                    request: String::new(),
                    response: None,
                    result: Err(error.to_string()),
                    is_unknown: false,
                });
            }
        };
        let shown = mask(&shown_request(&request));
        let answer = service.send(request).await;
        let response = answer.as_ref().ok().map(|answer| mask(&shown_response(answer)));
        let is_conflict = answer.as_ref().is_ok_and(|answer| answer.status == 409);
        let (result, is_unknown) = if service.acts {
            match service.acted(context, parameters, answer) {
                Ok(result) => (Ok(result), false),
                Err(error) => {
                    let is_unknown = matches!(error, OutsideError::Unknown(_));
                    (Err(told(&error, is_conflict)), is_unknown)
                }
            }
        } else {
            let result = service.read(context, parameters, answer);
            (result.map_err(|error| error.to_string()), false)
        };
        Some(Trial { request: shown, response, result, is_unknown })
    }
}

/// Why a call that acts gave nothing, and what a conversation makes of that.
fn told(error: &OutsideError, is_conflict: bool) -> String {
    match error {
        OutsideError::NotDone(_) | OutsideError::Invalid(_) => format!("{error}: nothing was done"),
        OutsideError::Busy { .. } => format!(
            "{error}: nothing was done; a conversation calls again in a moment, under the same key, four times in all, or says when \
             to try again where that is more than 10 s away"
        ),
        OutsideError::Unknown(_) if is_conflict => format!(
            "{error}: nobody knows what came of it; write on_conflict into the tool's file where 409 says more"
        ),
        OutsideError::Unknown(_) => {
            format!(
                "{error}: nobody knows whether it was done; a conversation says so, and tells the team where a sink takes the notice"
            )
        }
    }
}

fn shown_request(request: &OutgoingRequest) -> String {
    let mut shown = format!("{} {}\n", request.method.as_str(), request.url);
    for (name, value) in &request.headers {
        shown.push_str(&format!("{name}: {value}\n"));
    }
    if let Some(body) = &request.body {
        shown.push_str(&format!("\n{}\n", String::from_utf8_lossy(body)));
    }
    shown
}

fn shown_response(answer: &OutgoingResponse) -> String {
    const SHOWN_CHARACTERS: usize = 4_000;
    let mut shown = format!("{} {}\n", answer.status, answer.url);
    for (name, value) in answer.headers() {
        shown.push_str(&format!("{name}: {value}\n"));
    }
    let body = match response_value(answer) {
        Value::Null => String::new(),
        Value::String(text) => text,
        value @ (Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
            format!("{value:#}")
        }
    };
    let is_long = body.chars().count() > SHOWN_CHARACTERS;
    let body: String = body.chars().take(SHOWN_CHARACTERS).collect();
    shown.push_str(&format!("\n{body}{}\n", if is_long { " …" } else { "" }));
    shown
}
