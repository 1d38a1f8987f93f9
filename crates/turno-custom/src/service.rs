//! A custom tool that calls a service: the request, and how it is sent.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value, json};
use turno_core::{Execution, ToolSpec};
use turno_language::Language;
use turno_runtime::port::{
    Batch, Clock, OutsideError, OutsideTool, Prepared, Store, Tool, ToolContext, ToolError,
};
use turno_web::{
    outgoing::{Method, Outgoing, OutgoingError, OutgoingRequest, OutgoingResponse},
    secret::Secrets,
    signature::signature,
};

use super::file::FileConflict;
use super::place::{BodyTemplate, UrlTemplate};
use super::template::{FillError, Template, Values};
use super::transform::Transform;

/// The largest answer that is read, in bytes.
pub(super) const BYTES_MAX: usize = 1 << 20;

/// How a service is called.
pub(super) struct Recipe {
    pub(super) method: Method,
    pub(super) url: UrlTemplate,
    pub(super) headers: Vec<(String, Template)>,
    pub(super) body: Option<BodyTemplate>,
    /// The secret that signs it, where it is a webhook.
    pub(super) signed_by: Option<String>,
}

/// What a custom tool needs of the daemon.
#[derive(Clone)]
pub(super) struct Means {
    pub(super) outgoing: Outgoing,
    pub(super) secrets: Secrets,
    pub(super) clock: Arc<dyn Clock>,
}

/// A tool that calls a service.
pub(super) struct Service {
    pub(super) spec: ToolSpec,
    pub(super) recipe: Recipe,
    pub(super) transform: Option<Transform>,
    pub(super) result_message: BTreeMap<Language, Template>,
    /// Whether it acts, so that a call carries its key and is not sent on elsewhere.
    pub(super) acts: bool,
    /// What 409 says of a call that acts.
    pub(super) on_conflict: FileConflict,
    pub(super) means: Means,
}

impl Recipe {
    /// All that has holes, each with its key of `execution_config`; a header's is its name under `headers`.
    pub(super) fn templates(&self) -> impl Iterator<Item = (Vec<&str>, &Template)> {
        let url = if self.signed_by.is_some() { "webhook_url" } else { "url" };
        let urls = self.url.templates().map(move |template| (vec![url], template));
        let headers = self.headers.iter().map(|(name, template)| (vec!["headers", name.as_str()], template));
        let body = self.body.as_ref().and_then(BodyTemplate::template);
        urls.chain(headers).chain(body.map(|template| (vec!["body_template"], template)))
    }

    /// The secrets that it needs.
    pub(super) fn secrets(&self) -> BTreeSet<String> {
        let mut names = self.sent_secrets();
        names.extend(self.signed_by.iter().cloned());
        names
    }

    /// Those of them that are sent as they are.
    pub(super) fn sent_secrets(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for (_, template) in self.templates() {
            template.secrets(&mut names);
        }
        names
    }
}

impl Service {
    /// The request of a call.
    pub(super) fn request(
        &self,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<OutgoingRequest, FillError> {
        let values = Values { parameters, context, secrets: &self.means.secrets };
        let mut request = OutgoingRequest::new(self.recipe.method, self.recipe.url.fill(&values)?);
        request.timeout_ms = self.spec.timeout_ms;
        request.bytes_max = BYTES_MAX;
        request.redirects_max = if self.acts { 0 } else { 3 };
        for (name, template) in &self.recipe.headers {
            request.headers.push((name.clone(), template.fill(&values)?));
        }
        let has = |request: &OutgoingRequest, wanted: &str| {
            request.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case(wanted))
        };
        if let Some(body) = &self.recipe.body {
            let body = match (body, self.spec.execution) {
                (BodyTemplate::Parameters, Execution::Webhook) => self.envelope(&values),
                (BodyTemplate::Parameters | BodyTemplate::Template(_), _) => body.fill(&values)?,
            };
            request.body = Some(body.into_bytes());
            if !has(&request, "content-type") {
                request = request.header("Content-Type", "application/json");
            }
        }
        if !has(&request, "accept") {
            request = request.header("Accept", "application/json, text/plain;q=0.8, */*;q=0.5");
        }
        if self.acts && !has(&request, "idempotency-key") {
            request = request.header("Idempotency-Key", context.key.as_str());
        }
        self.signed(request, &context.key)
    }

    /// What a webhook is told where its file has no body of its own.
    fn envelope(&self, values: &Values<'_>) -> String {
        let at = jiff::Timestamp::from_millisecond(values.context.now.0).unwrap_or_default();
        json!({
            "type": format!("tool.{}", self.spec.name),
            "timestamp": at.to_string(),
            "data": {
                "tool": self.spec.name,
                "tenant": values.context.conversation.tenant,
                "conversation": values.context.conversation.to_string(),
                "parameters": values.parameters,
            },
        })
        .to_string()
    }

    fn signed(&self, request: OutgoingRequest, key: &str) -> Result<OutgoingRequest, FillError> {
        let Some(name) = &self.recipe.signed_by else {
            return Ok(request);
        };
        let secret = self.means.secrets.get(name)?;
        let seconds = self.means.clock.now().0.div_euclid(1_000);
        let body = request.body.as_deref().unwrap_or_default();
        let signature = signature(&secret, key, seconds, body).map_err(FillError::Value)?;
        Ok(request
            .header("webhook-id", key)
            .header("webhook-timestamp", seconds.to_string())
            .header("webhook-signature", signature))
    }

    pub(super) async fn send(&self, request: OutgoingRequest) -> Result<OutgoingResponse, OutgoingError> {
        self.means.outgoing.send(request).await
    }
}

/// It only reads: a refusal of the other side is a result, and nothing is written.
#[async_trait]
impl Tool for Service {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn prepare(
        &self,
        _store: &dyn Store,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<Prepared, ToolError> {
        let request = self.request(context, parameters).map_err(|error| match error {
            FillError::Value(why) => ToolError::Invalid(why),
            FillError::Secret(missing) => ToolError::Failed(missing.to_string()),
        })?;
        let sent = self.send(request).await;
        Ok(Prepared { result: self.read(context, parameters, sent)?, batch: Batch::default() })
    }
}

/// It acts: what was done and cannot be read is done all the same.
#[async_trait]
impl OutsideTool for Service {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn call(
        &self,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<Value, OutsideError> {
        let request = self.request(context, parameters).map_err(|error| match error {
            FillError::Value(why) => OutsideError::Invalid(why),
            FillError::Secret(missing) => OutsideError::NotDone(missing.to_string()),
        })?;
        let sent = self.send(request).await;
        self.acted(context, parameters, sent)
    }
}
