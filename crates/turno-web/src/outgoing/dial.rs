//! One request: looked up, checked, dialled, and its answer read within bounds.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::CONTENT_ENCODING;
use rustls::pki_types::CertificateDer;
use tokio::time::Instant;
use url::Url;

use super::address::Allowed;
use super::check::{checked_addresses, host_of, unreachable};
use super::error::{OutgoingError, OutgoingFault};
use super::names::Names;
use super::redirect::Hop;
use super::request::OutgoingResponse;

pub(super) struct Dialler {
    pub(super) allowed: Vec<Allowed>,
    pub(super) user_agent: String,
    pub(super) names: Arc<dyn Names>,
    /// Trusted beside what the system trusts.
    pub(super) extra_roots: Vec<CertificateDer<'static>>,
    pub(super) tls: OnceLock<Result<rustls::ClientConfig, String>>,
}

pub(super) struct Limits {
    pub(super) until: Instant,
    pub(super) timeout_ms: u64,
    pub(super) bytes_max: usize,
}

impl Dialler {
    /// Sends it, and reads the answer.
    pub(super) async fn send_once(
        &self,
        hop: &Hop,
        limits: &Limits,
    ) -> Result<OutgoingResponse, OutgoingError> {
        let host = host_of(&hop.url);
        let timed_out = |may_have_acted| OutgoingError {
            fault: OutgoingFault::TimedOut { host: host.clone(), timeout_ms: limits.timeout_ms },
            may_have_acted,
        };
        let addresses = tokio::time::timeout_at(
            limits.until,
            checked_addresses(&hop.url, &self.allowed, self.names.as_ref()),
        )
        .await
        .map_err(|_| timed_out(false))??;
        let client = self.client(&hop.url, addresses, limits)?;
        let mut request = client.request(hop.method.into(), hop.url.clone()).headers(hop.headers.clone());
        if let Some(body) = &hop.body {
            request = request.body(body.clone());
        }
        tokio::time::timeout_at(limits.until, async {
            let response = request.send().await.map_err(|error| failure(&host, limits, error))?;
            read_answer(response, &host, limits.bytes_max).await
        })
        .await
        .map_err(|_| timed_out(true))?
    }

    /// A client that can dial nothing but these addresses, once.
    fn client(
        &self,
        url: &Url,
        addresses: Vec<SocketAddr>,
        limits: &Limits,
    ) -> Result<reqwest::Client, OutgoingError> {
        // Half of what is left at most: so who runs out of time later has been connected, and may have been heard.
        let connect_timeout = limits.until.saturating_duration_since(Instant::now()) / 2;
        let builder = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .pool_max_idle_per_host(0)
            .user_agent(self.user_agent.as_str())
            .connect_timeout(connect_timeout)
            .dns_resolver(Arc::new(Checked(addresses)))
            .tls_backend_preconfigured(self.tls(url)?);
        builder.build().map_err(|error| unreachable(&host_of(url), &innermost(&error)))
    }

    /// How certificates are checked: as the system does. The certificates are read when they are first needed.
    fn tls(&self, url: &Url) -> Result<rustls::ClientConfig, OutgoingError> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        if url.scheme() == "http" {
            // Never used for a connection: it trusts nobody.
            return rustls::ClientConfig::builder_with_provider(provider)
                .with_safe_default_protocol_versions()
                .map(|builder| {
                    builder.with_root_certificates(rustls::RootCertStore::empty()).with_no_client_auth()
                })
                .map_err(|error| unreachable(&host_of(url), &error.to_string()));
        }
        self.tls
            .get_or_init(|| system_tls(provider, self.extra_roots.clone()).map_err(|error| error.to_string()))
            .clone()
            .map_err(|error| {
                unreachable(
                    &host_of(url),
                    &format!(
                        "the system's certificates cannot be read ({error}); install its ca-certificates"
                    ),
                )
            })
    }
}

fn system_tls(
    provider: Arc<rustls::crypto::CryptoProvider>,
    extra_roots: Vec<CertificateDer<'static>>,
) -> Result<rustls::ClientConfig, rustls::Error> {
    let provider_of_checks = Arc::clone(&provider);
    let verifier = rustls_platform_verifier::Verifier::new_with_extra_roots(extra_roots, provider_of_checks)?;
    Ok(rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth())
}

/// Answers every name with the addresses that were checked for this request.
struct Checked(Vec<SocketAddr>);

impl Resolve for Checked {
    fn resolve(&self, _name: Name) -> Resolving {
        let addresses: Addrs = Box::new(self.0.clone().into_iter());
        Box::pin(std::future::ready(Ok(addresses)))
    }
}

async fn read_answer(
    mut response: reqwest::Response,
    host: &str,
    bytes_max: usize,
) -> Result<OutgoingResponse, OutgoingError> {
    let broken = |reason: String| OutgoingError {
        fault: OutgoingFault::Broken { host: host.to_owned(), reason },
        may_have_acted: true,
    };
    if let Some(encoding) = response.headers().get(CONTENT_ENCODING)
        && encoding != "identity"
    {
        return Err(broken("it is in an encoding that was not asked for".to_owned()));
    }
    let mut body = Vec::new();
    let mut is_cut = false;
    while !is_cut && let Some(chunk) = response.chunk().await.map_err(|error| broken(innermost(&error)))? {
        let room = bytes_max - body.len();
        is_cut = chunk.len() > room;
        body.extend_from_slice(&chunk[..chunk.len().min(room)]);
    }
    Ok(OutgoingResponse {
        status: response.status().as_u16(),
        url: response.url().to_string(),
        headers: std::mem::take(response.headers_mut()),
        body,
        is_cut,
    })
}

/// What a request's failure means. The URL, which may hold secrets in its query, is not repeated.
fn failure(host: &str, limits: &Limits, error: reqwest::Error) -> OutgoingError {
    let error = error.without_url();
    if error.is_connect() && error.is_timeout() {
        return OutgoingError::before_sending(OutgoingFault::TimedOut {
            host: host.to_owned(),
            timeout_ms: limits.timeout_ms,
        });
    }
    if error.is_connect() || error.is_builder() {
        return unreachable(host, &innermost(&error));
    }
    OutgoingError {
        fault: OutgoingFault::Broken { host: host.to_owned(), reason: innermost(&error) },
        may_have_acted: true,
    }
}

/// The cause beneath all causes: the others only say that there was one.
fn innermost(error: &(dyn std::error::Error + 'static)) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}
