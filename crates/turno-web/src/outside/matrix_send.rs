//! `matrix_send`: a message to a listed Matrix room. The call's key is the transaction's id: one message, however often it is sent.

use std::collections::BTreeMap;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use turno_business::{answer::Answer, parameters, say::Said};
use turno_core::{Execution, Retry, ToolSpec};
use turno_runtime::port::OutsideError;
use url::Url;

use super::{
    call::{Acts, Call},
    shared::without_secrets,
};
use crate::{
    outgoing::{Method, Outgoing, OutgoingRequest, OutgoingResponse},
    secret::{Secret, Secrets},
};

/// The longest message, in characters: a Matrix event is at most 64 KiB.
const TEXT_CHARACTERS_MAX: usize = 4_000;

/// `[tools.matrix_send]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MatrixSendOptions {
    /// The homeserver: `https://matrix.example`.
    pub base_url: String,
    /// The name of the secret that is the access token.
    pub token: String,
    /// The rooms that may be written to: the name that calls have for it, and its id (`!abc:matrix.example`).
    pub rooms: BTreeMap<String, String>,
}

pub(super) struct MatrixSend {
    spec: ToolSpec,
    outgoing: Outgoing,
    secrets: Secrets,
    base_url: Url,
    token: Secret,
    rooms: BTreeMap<String, String>,
}

impl MatrixSend {
    /// # Errors
    /// What is wrong with the options, and how to mend it.
    pub(super) fn new(
        options: &MatrixSendOptions,
        secrets: &Secrets,
        outgoing: Outgoing,
    ) -> Result<Self, String> {
        let base_url = homeserver(&options.base_url)?;
        if options.rooms.is_empty() {
            return Err("`rooms` lists where may be written to: add one as `team = \"!abc:matrix.example\"`"
                .to_owned());
        }
        if let Some((name, id)) = options.rooms.iter().find(|(_, id)| !id.starts_with('!')) {
            return Err(format!("the room `{name}` is `{id}`: write its id, which begins with `!`"));
        }
        Ok(Self {
            spec: spec(options),
            outgoing,
            secrets: secrets.clone(),
            base_url,
            token: secrets.get(&options.token).map_err(|missing| missing.to_string())?,
            rooms: options.rooms.clone(),
        })
    }
}

/// The URL of a homeserver.
///
/// # Errors
/// How to write it.
pub(crate) fn homeserver(text: &str) -> Result<Url, String> {
    Url::parse(text)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.host_str().is_some())
        .ok_or_else(|| "`base_url` is no URL: write it as `https://matrix.example`".to_owned())
}

/// The request that writes one message; every part of its URL is encoded for where it stands. The same key is the same
/// message.
///
/// # Errors
/// Where the homeserver's URL can have no path.
pub(crate) fn matrix_message(
    base_url: &Url,
    token: &Secret,
    room: &str,
    key: &str,
    text: &str,
) -> Result<OutgoingRequest, String> {
    // Slashes, and what no id has: the same key still gives the same id.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let transaction: String = key.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let mut url = base_url.clone();
    url.path_segments_mut()
        .map_err(|()| "`base_url` cannot have a path".to_owned())?
        .pop_if_empty()
        .extend(["_matrix", "client", "v3", "rooms", room, "send", "m.room.message", transaction.as_str()]);
    Ok(OutgoingRequest::new(Method::Put, url.as_str())
        .json(&json!({"msgtype": "m.text", "body": text}))
        .header("Authorization", format!("Bearer {}", token.expose())))
}

fn spec(options: &MatrixSendOptions) -> ToolSpec {
    let rooms: Vec<&String> = options.rooms.keys().collect();
    let properties = json!({
        "room": {"type": "string", "enum": rooms, "description": "Where to", "x-slot": "text",
            "x-name": parameters::names("parameter.room")},
        "message": {"type": "string", "minLength": 1, "maxLength": TEXT_CHARACTERS_MAX, "description": "What to write",
            "x-slot": "text", "x-sensitive": true, "x-name": parameters::names("parameter.message")},
    });
    ToolSpec {
        source: super::DOCUMENT_4.to_owned(),
        requires_confirmation: true,
        acts: true,
        retry: Retry::Safe,
        execution: Execution::ApiCall,
        rate_limit_per_minute: Some(60),
        timeout_ms: 10_500,
        ..ToolSpec::new(
            "matrix_send",
            "Writes a message to one of the configured Matrix rooms",
            "messages",
            parameters::object(properties, &["room", "message"]),
        )
    }
}

#[async_trait]
impl Acts for MatrixSend {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn act(&self, Call { voice, context, parameters }: Call<'_>) -> Result<Value, OutsideError> {
        let name = parameters.text("room").unwrap_or_default();
        let room = self.rooms.get(name).ok_or_else(|| {
            OutsideError::NotDone(format!(
                "`{name}` is no room that may be written to: list it under [tools.matrix_send.rooms]"
            ))
        })?;
        let text = parameters.text("message").unwrap_or_default();
        let request = matrix_message(&self.base_url, &self.token, room, &context.key, text)
            .map_err(OutsideError::NotDone)?;
        let sent = self.outgoing.send(request).await;
        let response = sent.map_err(|error| without_secrets(error.into(), &self.secrets))?;
        if let Some(busy) = too_many(&response) {
            return Err(busy);
        }
        let response =
            response.into_success().map_err(|error| without_secrets(error.into(), &self.secrets))?;
        let event = serde_json::from_slice::<Value>(&response.body)
            .ok()
            .and_then(|body| body.get("event_id").and_then(Value::as_str).map(str::to_owned));
        let event = event.ok_or_else(|| {
            OutsideError::Unknown("the homeserver accepted the message and gave no id for it".to_owned())
        })?;
        let said = Said::same(voice.say("outside.message_sent", &[("name", &name)]));
        Ok(Answer::done(&said).with("room", name).with("event_id", event).into_value())
    }
}

/// Matrix says in the body how long to wait.
fn too_many(response: &OutgoingResponse) -> Option<OutsideError> {
    let body: Value = serde_json::from_slice(&response.body).unwrap_or_default();
    let is_limit =
        response.status == 429 || body.get("errcode").and_then(Value::as_str) == Some("M_LIMIT_EXCEEDED");
    is_limit.then(|| OutsideError::Busy {
        message: "the homeserver asks to wait before the next message".to_owned(),
        retry_after_ms: body
            .get("retry_after_ms")
            .and_then(Value::as_u64)
            .or_else(|| response.retry_after_ms()),
    })
}
