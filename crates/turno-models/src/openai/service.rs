//! How the client library's requests are carried: by Turno's own transport, once, and refusals read here, where their
//! status, headers and unknown fields are still to be had.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use async_openai::error::OpenAIError;
use async_openai::middleware::HttpRequestFactory;
use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use http::header::CONTENT_TYPE;

use crate::fault::Refusal;
use crate::sse::{self, Body};
use crate::transport::{HttpRequest, HttpResponse, Transport, TransportError};

/// The last line of a whole answer.
const DONE: &[&[u8]] = &[b"data: [DONE]", b"data:[DONE]"];

/// Longer lines are no last line.
const LINE_BYTES_MAX: usize = 16;

/// What became of one request.
#[derive(Default)]
pub(super) struct Call {
    refusal: Mutex<Option<Refusal>>,
    fault: Mutex<Option<TransportError>>,
    is_done: AtomicBool,
}

impl Call {
    /// The refusal that came in the answer's place.
    pub(super) fn refusal(&self) -> Option<Refusal> {
        self.refusal.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The fault of the way, which the library only tells as words.
    pub(super) fn fault(&self) -> Option<TransportError> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether the server said that it was done.
    pub(super) fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Acquire)
    }

    fn broke(&self, fault: TransportError) -> OpenAIError {
        let words = fault.to_string();
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(fault);
        OpenAIError::InvalidArgument(words)
    }
}

/// Carries one request.
#[derive(Clone)]
pub(super) struct Carrier {
    pub(super) transport: Arc<dyn Transport>,
    pub(super) call: Arc<Call>,
}

impl tower_service::Service<HttpRequestFactory> for Carrier {
    type Response = reqwest::Response;
    type Error = OpenAIError;
    type Future = BoxFuture<'static, Result<reqwest::Response, OpenAIError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), OpenAIError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: HttpRequestFactory) -> Self::Future {
        let Self { transport, call } = self.clone();
        Box::pin(async move {
            let built = request.build().await?;
            let response = transport
                .send(HttpRequest {
                    method: built.method().clone(),
                    url: built.url().to_string(),
                    headers: built.headers().clone(),
                    body: Bytes::copy_from_slice(
                        built.body().and_then(reqwest::Body::as_bytes).unwrap_or_default(),
                    ),
                })
                .await
                .map_err(|fault| call.broke(fault))?;
            answered(response, call).await
        })
    }
}

/// An answer as the library can read it: events, whatever came.
async fn answered(response: HttpResponse, call: Arc<Call>) -> Result<reqwest::Response, OpenAIError> {
    if !response.status.is_success() {
        let body = sse::beginning(response.body, sse::REFUSAL_BYTES_MAX).await;
        let refusal = Refusal::read(response.status.as_u16(), &response.headers, &body);
        let words = refusal.message.clone();
        *call.refusal.lock().unwrap_or_else(PoisonError::into_inner) = Some(refusal);
        return Err(OpenAIError::InvalidArgument(words));
    }
    let content_type = response.headers.get(CONTENT_TYPE);
    let is_json = content_type.is_some_and(|value| value.as_bytes().starts_with(b"application/json"));
    let body = if is_json {
        let whole =
            sse::whole(response.body, sse::WHOLE_BYTES_MAX).await.map_err(|fault| call.broke(fault))?;
        call.is_done.store(true, Ordering::Release);
        one_event(&whole)
    } else {
        watched(response.body, call)
    };
    http::Response::builder()
        .header(CONTENT_TYPE, "text/event-stream")
        .body(reqwest::Body::wrap_stream(body))
        .map(reqwest::Response::from)
        .map_err(|error| OpenAIError::InvalidArgument(error.to_string()))
}

/// An answer that was not streamed, as one event: JSON has no line breaks that matter.
fn one_event(whole: &[u8]) -> Body {
    let mut event = b"data: ".to_vec();
    event.extend(whole.iter().map(|byte| match byte {
        b'\n' | b'\r' => b' ',
        byte => *byte,
    }));
    event.extend_from_slice(b"\n\n");
    sse::tame(futures_util::stream::once(std::future::ready(Ok(Bytes::from(event)))).boxed())
}

/// A streamed answer, watched for its last line and for what becomes of the way.
fn watched(body: Body, call: Arc<Call>) -> Body {
    let state = Watched { body: Some(sse::tame(body)), line: Vec::new(), call };
    futures_util::stream::unfold(state, |mut state| async move {
        let Some(piece) = state.body.as_mut()?.next().await else {
            drop(state.body.take());
            return None;
        };
        match &piece {
            Ok(piece) => state.look(piece),
            Err(fault) => {
                state.body = None;
                *state.call.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(fault.clone());
            }
        }
        Some((piece, state))
    })
    .boxed()
}

struct Watched {
    body: Option<Body>,
    /// The beginning of the line that is being read.
    line: Vec<u8>,
    call: Arc<Call>,
}

impl Watched {
    fn look(&mut self, piece: &[u8]) {
        // Most pieces are whole events.
        let is_whole = self.line.is_empty() && piece.ends_with(b"\n");
        if is_whole && std::str::from_utf8(piece).is_ok_and(|piece| !piece.contains("[DONE]")) {
            return;
        }
        let lines = piece.split(|byte| matches!(byte, b'\n' | b'\r'));
        for (nth, part) in lines.enumerate() {
            if nth > 0 {
                self.line.clear();
            }
            let left = LINE_BYTES_MAX - self.line.len();
            self.line.extend(part.iter().take(left));
            if DONE.contains(&self.line.as_slice()) {
                self.call.is_done.store(true, Ordering::Release);
            }
        }
    }
}

impl Drop for Watched {
    /// The library lets go of the body at its last line, before its end.
    fn drop(&mut self) {
        if let Some(rest) = self.body.take().filter(|_| self.call.is_done()) {
            sse::let_end(rest);
        }
    }
}
