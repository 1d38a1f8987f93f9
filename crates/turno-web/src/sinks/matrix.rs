//! A Matrix room. The notice's id is the transaction's: one message, however often it is sent.

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use turno_runtime::Notice;
use url::Url;

use super::{Carrier, as_text};
use crate::{
    outgoing::Outgoing,
    outside::{homeserver, matrix_message, reachable},
    secret::{Secret, Secrets},
};

/// `[sinks.matrix]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MatrixOptions {
    /// The homeserver: `https://matrix.example`.
    pub base_url: String,
    /// The name of the secret that is the access token.
    pub token: String,
    /// The room's id: `!abc:matrix.example`.
    pub room: String,
}

pub(super) struct Matrix {
    base_url: Url,
    token: Secret,
    room: String,
    outgoing: Outgoing,
}

impl Matrix {
    pub(super) fn new(
        options: &MatrixOptions,
        secrets: &Secrets,
        outgoing: Outgoing,
    ) -> Result<Self, String> {
        if !options.room.starts_with('!') {
            return Err(format!("the room is `{}`: write its id, which begins with `!`", options.room));
        }
        let base_url = homeserver(&options.base_url)?;
        reachable(&outgoing, [base_url.as_str()])?;
        Ok(Self {
            base_url,
            token: secrets.get(&options.token).map_err(|missing| missing.to_string())?,
            room: options.room.clone(),
            outgoing,
        })
    }
}

#[async_trait]
impl Carrier for Matrix {
    async fn carry(&self, notice: &Notice) -> Result<(), String> {
        let request = matrix_message(&self.base_url, &self.token, &self.room, &notice.id, &as_text(notice))?;
        let sent = self.outgoing.send(request).await;
        let answer = sent.map_err(|error| error.to_string())?;
        answer.into_success().map(drop).map_err(|error| error.to_string())
    }
}
