//! A webhook: JSON, signed as the standard-webhooks specification has it.

use std::sync::Arc;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use turno_runtime::{Notice, port::Clock};

use super::{Carrier, as_json};
use crate::{
    outgoing::{Method, Outgoing, OutgoingRequest},
    outside::reachable,
    secret::{Secret, Secrets},
    signature::{signature, signing_key},
};

/// `[sinks.webhook]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookOptions {
    /// The service.
    pub url: String,
    /// The name of the secret that signs; none: it is not signed.
    #[serde(default)]
    pub secret: Option<String>,
}

pub(super) struct Webhook {
    url: String,
    secret: Option<Secret>,
    outgoing: Outgoing,
    clock: Arc<dyn Clock>,
}

impl Webhook {
    pub(super) fn new(
        options: &WebhookOptions,
        secrets: &Secrets,
        outgoing: Outgoing,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, String> {
        let secret = options.secret.as_deref().map(|name| secrets.get(name)).transpose();
        reachable(&outgoing, [options.url.as_str()])?;
        let secret = secret.map_err(|missing| missing.to_string())?;
        if let (Some(name), Some(secret)) = (&options.secret, &secret) {
            signing_key(secret).map_err(|why| format!("the secret `{name}`: {why}"))?;
        }
        Ok(Self { url: options.url.clone(), secret, outgoing, clock })
    }
}

#[async_trait]
impl Carrier for Webhook {
    async fn carry(&self, notice: &Notice) -> Result<(), String> {
        let mut request = OutgoingRequest::new(Method::Post, &self.url)
            .json(&as_json(notice))
            .header("Idempotency-Key", notice.id.as_str());
        if let Some(secret) = &self.secret {
            let seconds = self.clock.now().0.div_euclid(1_000);
            let body = request.body.clone().unwrap_or_default();
            let signature = signature(secret, &notice.id, seconds, &body)?;
            request = request
                .header("webhook-id", notice.id.as_str())
                .header("webhook-timestamp", seconds.to_string())
                .header("webhook-signature", signature);
        }
        let sent = self.outgoing.send(request).await;
        let answer = sent.map_err(|error| error.to_string())?;
        answer.into_success().map(drop).map_err(|error| error.to_string())
    }
}
