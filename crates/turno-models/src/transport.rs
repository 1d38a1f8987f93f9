//! How requests reach a provider: over the network, or from a recording.

mod network;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream::BoxStream;
use http::{HeaderMap, Method, StatusCode};

pub(crate) use network::trusts_nobody;
pub use network::{Network, NetworkOptions};

/// A request, whole.
#[derive(Debug, Clone)]
pub struct HttpRequest {
    /// The method.
    pub method: Method,
    /// The address.
    pub url: String,
    /// The headers; those with secrets are marked sensitive.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

/// An answer, as it begins.
pub struct HttpResponse {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, as it comes. To drop it lets the connection go.
    pub body: BoxStream<'static, Result<Bytes, TransportError>>,
}

/// Nothing, or nothing more, came back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TransportError {
    /// The other side could not be reached.
    #[error("it could not be reached: {0}")]
    Unreachable(String),
    /// It did not answer in time.
    #[error("it did not answer in time")]
    TimedOut,
    /// The answer broke off.
    #[error("the answer broke off: {0}")]
    BrokeOff(String),
    /// A recording holds no such request.
    #[error("{0}")]
    NotRecorded(String),
}

/// What carries a provider's requests.
#[async_trait]
pub trait Transport: Send + Sync + 'static {
    /// Sends a request and gives the answer once its headers are there.
    ///
    /// # Errors
    /// [`TransportError`] where no answer came.
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, TransportError>;
}
