//! The network: every wait is bounded, nothing is followed, and the address is the operator's own.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;

use super::{HttpRequest, HttpResponse, Transport, TransportError};

/// How long is waited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NetworkOptions {
    /// For a connection, in milliseconds.
    pub connect_timeout_ms: u64,
    /// From there to the answer's headers, in milliseconds: a provider sends them with its first word.
    pub first_byte_timeout_ms: u64,
    /// Between two pieces of the answer, in milliseconds.
    pub idle_timeout_ms: u64,
}

impl Default for NetworkOptions {
    fn default() -> Self {
        Self { connect_timeout_ms: 3_000, first_byte_timeout_ms: 20_000, idle_timeout_ms: 10_000 }
    }
}

/// Requests over the network. The addresses come from the operator's file, so that one on this machine is as good as
/// any; no proxy of the environment is used, no redirect is followed, nothing is tried twice.
pub struct Network {
    options: NetworkOptions,
    plain: reqwest::Client,
    secure: OnceLock<Result<reqwest::Client, String>>,
}

impl Network {
    /// A network with these bounds.
    ///
    /// # Errors
    /// What the machine cannot do.
    pub fn new(options: NetworkOptions) -> Result<Self, String> {
        Ok(Self { options, plain: client(&options, trusts_nobody()?)?, secure: OnceLock::new() })
    }

    /// The client for an address; the system's certificates are read when they are first needed.
    fn client(&self, url: &str) -> Result<reqwest::Client, TransportError> {
        if !url.starts_with("https:") {
            return Ok(self.plain.clone());
        }
        self.secure
            .get_or_init(|| client(&self.options, trusts_the_system()?))
            .clone()
            .map_err(TransportError::Unreachable)
    }
}

#[async_trait]
impl Transport for Network {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, TransportError> {
        let client = self.client(&request.url)?;
        let idle = Duration::from_millis(self.options.idle_timeout_ms);
        let whole = Duration::from_millis(
            self.options.connect_timeout_ms.saturating_add(self.options.first_byte_timeout_ms),
        );
        let sent =
            client.request(request.method, request.url).headers(request.headers).body(request.body).send();
        let response = tokio::time::timeout(whole, sent)
            .await
            .map_err(|_| TransportError::TimedOut)?
            .map_err(not_sent)?;
        Ok(HttpResponse {
            status: response.status(),
            headers: response.headers().clone(),
            body: bounded(Box::pin(response.bytes_stream()), idle),
        })
    }
}

/// A client that can be used for nothing else.
fn client(options: &NetworkOptions, tls: rustls::ClientConfig) -> Result<reqwest::Client, String> {
    reqwest::Client::builder()
        .no_proxy()
        // Compressed pieces would wait for each other.
        .no_gzip()
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .referer(false)
        .user_agent(concat!("turno/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(Duration::from_millis(options.connect_timeout_ms))
        .pool_idle_timeout(Duration::from_secs(30))
        .tcp_nodelay(true)
        .tls_backend_preconfigured(tls)
        .build()
        .map_err(|error| innermost(&error))
}

/// For connections without TLS; never used for one with it.
pub(crate) fn trusts_nobody() -> Result<rustls::ClientConfig, String> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(rustls::RootCertStore::empty())
        .with_no_client_auth())
}

fn trusts_the_system() -> Result<rustls::ClientConfig, String> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = rustls_platform_verifier::Verifier::new(Arc::clone(&provider)).map_err(|error| {
        format!("the system's certificates cannot be read ({error}); install its ca-certificates")
    })?;
    Ok(rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth())
}

/// The pieces of an answer, none waited for longer than `idle`; the first fault is the last of it.
fn bounded(
    pieces: BoxStream<'static, reqwest::Result<Bytes>>,
    idle: Duration,
) -> BoxStream<'static, Result<Bytes, TransportError>> {
    futures_util::stream::unfold(Some(pieces), move |pieces| async move {
        let mut pieces = pieces?;
        match tokio::time::timeout(idle, pieces.next()).await {
            Ok(Some(Ok(piece))) => Some((Ok(piece), Some(pieces))),
            Ok(Some(Err(error))) => Some((Err(TransportError::BrokeOff(innermost(&error))), None)),
            Ok(None) => None,
            Err(_) => Some((Err(TransportError::TimedOut), None)),
        }
    })
    .boxed()
}

fn not_sent(error: reqwest::Error) -> TransportError {
    let error = error.without_url();
    if error.is_timeout() && !error.is_connect() {
        return TransportError::TimedOut;
    }
    if error.is_connect() || error.is_builder() {
        return TransportError::Unreachable(innermost(&error));
    }
    TransportError::BrokeOff(innermost(&error))
}

/// The cause beneath all causes: the others only say that there was one.
fn innermost(error: &(dyn std::error::Error + 'static)) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}
