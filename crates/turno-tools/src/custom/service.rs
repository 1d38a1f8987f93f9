//! A custom tool that calls a service: the request, and what becomes of the answer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value, json};
use turno_core::{Execution, ToolSpec};
use turno_language::Language;
use turno_runtime::port::{
    Batch, Clock, OutsideError, OutsideTool, Prepared, Store, Tool, ToolContext, ToolError,
};

use super::file::FileConflict;
use super::place::{BodyTemplate, UrlTemplate};
use super::signature::signature;
use super::template::{FillError, Template, Values};
use super::transform::Transform;
use crate::outgoing::{Method, Outgoing, OutgoingError, OutgoingFault, OutgoingRequest, OutgoingResponse};
use crate::secret::Secrets;

/// The largest answer that is read, in bytes.
const BYTES_MAX: usize = 1 << 20;

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
        let url = if self.signed_by.is_some() {
            "webhook_url"
        } else {
            "url"
        };
        let urls = self.url.templates().map(move |template| (vec![url], template));
        let headers = self
            .headers
            .iter()
            .map(|(name, template)| (vec!["headers", name.as_str()], template));
        let body = self.body.as_ref().and_then(BodyTemplate::template);
        urls.chain(headers)
            .chain(body.map(|template| (vec!["body_template"], template)))
    }

    /// The secrets that it needs.
    pub(super) fn secrets(&self) -> BTreeSet<String> {
        let mut names: BTreeSet<String> = self.signed_by.iter().cloned().collect();
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
        let values = Values {
            parameters,
            context,
            secrets: &self.means.secrets,
        };
        let mut request = OutgoingRequest::new(self.recipe.method, self.recipe.url.fill(&values)?);
        request.timeout_ms = self.spec.timeout_ms;
        request.bytes_max = BYTES_MAX;
        request.redirects_max = if self.acts { 0 } else { 3 };
        for (name, template) in &self.recipe.headers {
            request.headers.push((name.clone(), template.fill(&values)?));
        }
        let has = |request: &OutgoingRequest, wanted: &str| {
            request
                .headers
                .iter()
                .any(|(name, _)| name.eq_ignore_ascii_case(wanted))
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

    /// The result of a success.
    ///
    /// # Errors
    /// Why the answer is of no use.
    pub(super) fn result(
        &self,
        context: &ToolContext,
        parameters: &Map<String, Value>,
        answer: &OutgoingResponse,
    ) -> Result<Value, String> {
        if answer.is_cut {
            return Err(format!("the answer has more than {BYTES_MAX} bytes"));
        }
        let response = response_value(answer);
        let transformed = match &self.transform {
            Some(transform) => transform.apply(&response, answer.status, parameters)?,
            None => response,
        };
        let fields = match self.means.secrets.mask_value(transformed) {
            Value::Object(fields) => fields,
            Value::Null => Map::new(),
            data @ (Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => {
                Map::from_iter([("data".to_owned(), data)])
            }
        };
        Ok(self.completed(fields, context, parameters))
    }

    /// A result with `success`, and with a message where it acted or its file has one.
    fn completed(
        &self,
        mut fields: Map<String, Value>,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Value {
        if !fields.get("success").is_some_and(Value::is_boolean) {
            fields.insert("success".to_owned(), Value::Bool(true));
        }
        let language = context.language.unwrap_or(Language::Es);
        if fields.get("message").is_none_or(|message| !message.is_string()) {
            let mut named = parameters.clone();
            named.extend(fields.iter().map(|(name, value)| (name.clone(), value.clone())));
            let values = Values {
                parameters: &named,
                context,
                secrets: &self.means.secrets,
            };
            let own = self
                .result_message
                .get(&language)
                .or_else(|| self.result_message.values().next());
            let own = own.and_then(|template| template.fill(&values).ok());
            if let Some(message) = own.or_else(|| self.acts.then(|| done(language).to_owned())) {
                fields.insert("message".to_owned(), Value::from(message));
            }
        }
        if let Some(message) = fields.get("message").cloned() {
            fields.entry("speech").or_insert(message);
        }
        Value::Object(fields)
    }

    /// The result of an answer that says no.
    pub(super) fn refusal(&self, context: &ToolContext, error: &OutgoingError, status: u16) -> Value {
        let language = context.language.unwrap_or(Language::Es);
        let (reason, message) = refused(status, language);
        let mut result = json!({
            "success": false, "reason": reason, "status": status, "message": message, "speech": message,
            "detail": self.means.secrets.mask(&error.to_string()),
        });
        if let OutgoingFault::Status {
            retry_after_ms: Some(wait),
            ..
        } = &error.fault
        {
            result["retry_after_ms"] = json!(wait);
        }
        result
    }

    pub(super) async fn send(&self, request: OutgoingRequest) -> Result<OutgoingResponse, OutgoingError> {
        self.means.outgoing.send(request).await?.into_success()
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
        let masked = |text: String| ToolError::Failed(self.means.secrets.mask(&text));
        let request = self.request(context, parameters).map_err(|error| match error {
            FillError::Value(why) => ToolError::Invalid(why),
            FillError::Secret(missing) => ToolError::Failed(missing.to_string()),
        })?;
        let result = match self.send(request).await {
            Ok(answer) => self.result(context, parameters, &answer).map_err(masked)?,
            Err(error) => match error.fault {
                OutgoingFault::Status { status, .. } => self.refusal(context, &error, status),
                OutgoingFault::Refused(_)
                | OutgoingFault::Unreachable { .. }
                | OutgoingFault::TimedOut { .. }
                | OutgoingFault::Broken { .. }
                | OutgoingFault::Redirects { .. } => return Err(masked(error.to_string())),
            },
        };
        Ok(Prepared {
            result,
            batch: Batch::default(),
        })
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
        let request = self
            .request(context, parameters)
            .map_err(|error| OutsideError::NotDone(error.to_string()))?;
        match self.send(request).await {
            Ok(answer) => Ok(self.result(context, parameters, &answer).unwrap_or_else(|why| {
                let fields =
                    Map::from_iter([("detail".to_owned(), Value::from(self.means.secrets.mask(&why)))]);
                self.completed(fields, context, parameters)
            })),
            Err(error) => match error.fault {
                OutgoingFault::Status { status: 409, .. } if self.on_conflict == FileConflict::Done => {
                    Ok(self.completed(Map::new(), context, parameters))
                }
                OutgoingFault::Status { status: 409, .. } if self.on_conflict == FileConflict::Unknown => {
                    Err(self.masked(error))
                }
                OutgoingFault::Status {
                    status: status @ 400..=499,
                    ..
                } if !matches!(status, 408 | 425 | 429) => Ok(self.refusal(context, &error, status)),
                OutgoingFault::Status { .. }
                | OutgoingFault::Refused(_)
                | OutgoingFault::Unreachable { .. }
                | OutgoingFault::TimedOut { .. }
                | OutgoingFault::Broken { .. }
                | OutgoingFault::Redirects { .. } => Err(self.masked(error)),
            },
        }
    }
}

impl Service {
    /// Whether a call that acts, and failed so, may have been done all the same.
    pub(super) fn leaves_unknown(&self, error: &OutgoingError) -> bool {
        if !self.acts {
            return false;
        }
        match error.fault {
            OutgoingFault::Status { status: 409, .. } => self.on_conflict == FileConflict::Unknown,
            OutgoingFault::Status {
                status: status @ 400..=499,
                ..
            } if !matches!(status, 408 | 425 | 429) => false,
            OutgoingFault::Status { .. }
            | OutgoingFault::Refused(_)
            | OutgoingFault::Unreachable { .. }
            | OutgoingFault::TimedOut { .. }
            | OutgoingFault::Broken { .. }
            | OutgoingFault::Redirects { .. } => {
                matches!(OutsideError::from(error.clone()), OutsideError::Unknown(_))
            }
        }
    }

    fn masked(&self, error: OutgoingError) -> OutsideError {
        let mask = |text: String| self.means.secrets.mask(&text);
        match OutsideError::from(error) {
            OutsideError::NotDone(message) => OutsideError::NotDone(mask(message)),
            OutsideError::Unknown(message) => OutsideError::Unknown(mask(message)),
            OutsideError::Busy {
                message,
                retry_after_ms,
            } => OutsideError::Busy {
                message: mask(message),
                retry_after_ms,
            },
        }
    }
}

/// A body as a value: what it holds where it is JSON, else its text; nothing where it is empty.
pub(super) fn response_value(answer: &OutgoingResponse) -> Value {
    let text = answer.text();
    match text.trim() {
        "" => Value::Null,
        trimmed => serde_json::from_str(trimmed).unwrap_or_else(|_| Value::from(text.as_str())),
    }
}

fn done(language: Language) -> &'static str {
    match language {
        Language::Es => "Listo, quedó hecho.",
        Language::En => "It is done.",
    }
}

fn refused(status: u16, language: Language) -> (&'static str, &'static str) {
    let (reason, es, en) = match status {
        404 | 410 => (
            "not_found",
            "No encontré lo que buscas.",
            "I could not find that.",
        ),
        408 | 425 | 429 | 503 => (
            "busy",
            "El sistema está ocupado en este momento.",
            "The system is busy right now.",
        ),
        400..=499 => (
            "refused",
            "El sistema no lo aceptó.",
            "The system did not accept it.",
        ),
        _ => (
            "failed",
            "El sistema no respondió bien.",
            "The system did not answer properly.",
        ),
    };
    let message = match language {
        Language::Es => es,
        Language::En => en,
    };
    (reason, message)
}
