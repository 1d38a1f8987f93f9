//! One request and the events of its answer, for the providers that are spoken to natively.

use std::time::Duration;

use eventsource_stream::Event;
use futures_util::stream::BoxStream;
use futures_util::{Stream, StreamExt};
use http::header::CONTENT_TYPE;
use serde_json::Value;
use turno_core::ModelFailure;

use crate::fault::{Refusal, not_carried};
use crate::json;
use crate::key::ApiKey;
use crate::said::malformed;
use crate::sse;
use crate::transport::{HttpRequest, Transport, TransportError};

/// So long what is left of an answer is waited for once the model has stopped.
const AFTER_FINISH: Duration = Duration::from_secs(1);

/// Why an answer is none.
pub(crate) enum Stopped {
    /// The provider refused, before or within its answer.
    Refused(Refusal),
    /// The way to it failed.
    Fault(TransportError),
    /// What came makes no sense.
    Unreadable(String),
    /// The provider would not answer this.
    Filtered(String),
}

impl Stopped {
    /// The failure that it is; nothing in it is the key.
    pub(crate) fn failure(self, who: &str, key: Option<&ApiKey>) -> ModelFailure {
        match self {
            Self::Refused(refusal) => refusal.failure(who, key),
            Self::Fault(fault) => not_carried(who, &fault),
            Self::Unreadable(why) => malformed(format!("{who}: {why}")),
            Self::Filtered(why) => {
                ModelFailure::new(turno_core::ModelFailureKind::ContentFilter, format!("{who}: {why}"))
            }
        }
    }

    /// An answer without its end.
    pub(crate) fn without_end() -> Self {
        Self::Unreadable("the answer broke off without an end".to_owned())
    }
}

/// Sends a request; the data of the answer's events, each read as JSON.
pub(crate) async fn events(
    transport: &dyn Transport,
    request: HttpRequest,
) -> Result<BoxStream<'static, Result<Value, Stopped>>, Stopped> {
    let response = transport.send(request).await.map_err(Stopped::Fault)?;
    let content_type = response.headers.get(CONTENT_TYPE);
    let is_json = content_type.is_some_and(|value| value.as_bytes().starts_with(b"application/json"));
    if !response.status.is_success() {
        let body = sse::beginning(response.body, sse::REFUSAL_BYTES_MAX).await;
        return Err(Stopped::Refused(Refusal::read(response.status.as_u16(), &response.headers, &body)));
    }
    if is_json {
        // Not streamed: an answer all at once, or an error that calls itself a success.
        let whole = sse::whole(response.body, sse::WHOLE_BYTES_MAX).await.map_err(Stopped::Fault)?;
        let value = value(&String::from_utf8_lossy(&whole));
        return Ok(futures_util::stream::once(std::future::ready(value)).boxed());
    }
    Ok(sse::events(response.body).filter_map(|event| std::future::ready(data(event))).boxed())
}

/// The next event; once the model has stopped, what does not come soon is not waited for.
pub(crate) async fn next(
    events: &mut (impl Stream<Item = Result<Value, Stopped>> + Unpin),
    has_stopped: bool,
) -> Option<Result<Value, Stopped>> {
    if !has_stopped {
        return events.next().await;
    }
    let next = tokio::time::timeout(AFTER_FINISH, events.next()).await;
    next.ok().flatten().filter(Result::is_ok)
}

fn data(event: Result<Event, TransportError>) -> Option<Result<Value, Stopped>> {
    match event {
        Ok(event) if event.data.trim() == "[DONE]" => None,
        Ok(event) => Some(value(&event.data)),
        Err(fault) => Some(Err(Stopped::Fault(fault))),
    }
}

fn value(text: &str) -> Result<Value, Stopped> {
    json::read(text)
        .ok_or_else(|| Stopped::Unreadable("a piece of the answer is no JSON, or is cut".to_owned()))
}
