//! The one way out over HTTP: what is dialled was checked, and everything is bounded.
//!
//! A host is looked up once, its addresses are checked, and those addresses are dialled and no others, so a name that
//! changes in between changes nothing. Each request has a connection of its own: what failed to connect was not sent. On a
//! connection that is used again nobody can say so, as the other side may have closed it while the request was under way;
//! a call that acts would be told as unknown where it is certain now that nothing was done.

mod address;
mod charset;
mod check;
mod dial;
mod error;
mod names;
mod redirect;
mod request;
mod roots;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde::Deserialize;
use tokio::time::Instant;

use address::Allowed;
pub use check::header_fault;
use check::{check_dialled, checked_headers, checked_url, host_of, literal_addresses, read_url};
use dial::{Dialler, Limits};
pub use error::{OutgoingError, OutgoingFault};
pub use names::Names;
use names::SystemNames;
use redirect::{Hop, sent_on_to};
pub use request::{Method, OutgoingRequest, OutgoingResponse};

/// What the operator allows on the way out: `[outgoing]` of the daemon's file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct OutgoingOptions {
    /// Addresses that may be asked though they are not public: `10.0.0.0/8`, `192.168.1.20:8000`, `pos.example:8000`.
    pub allowed_addresses: Vec<String>,
    /// Ports that may be asked; empty: all. A port that stands in `allowed_addresses` need not be here.
    pub allowed_ports: Vec<u16>,
    /// What the requests say that they are.
    pub user_agent: String,
    /// Files (PEM) of certificate authorities that are trusted beside the system's: a business's own, for its services in
    /// the house.
    pub extra_root_certificates: Vec<PathBuf>,
}

impl Default for OutgoingOptions {
    fn default() -> Self {
        Self {
            allowed_addresses: Vec::new(),
            allowed_ports: vec![80, 443],
            user_agent: concat!("turno/", env!("CARGO_PKG_VERSION")).to_owned(),
            extra_root_certificates: Vec::new(),
        }
    }
}

/// Options that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OutgoingOptionsError {
    /// An entry of the list of addresses.
    #[error(
        "[outgoing] allowed_addresses: `{0}` is no network (10.0.0.0/8), address (10.1.2.3:8000) or name (pos.example:8000)"
    )]
    Address(String),
    /// The name that requests give themselves.
    #[error("[outgoing] user_agent has a line break or a control character")]
    UserAgent,
    /// A file of certificates.
    #[error(
        "[outgoing] extra_root_certificates: `{path}`: {reason}; it is a PEM file with a BEGIN CERTIFICATE for each authority"
    )]
    Certificate {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// Sends requests. A clone shares everything.
#[derive(Clone)]
pub struct Outgoing(Arc<Inner>);

struct Inner {
    ports: Vec<u16>,
    dialler: Dialler,
}

impl Outgoing {
    /// A way out under these options; names are looked up as the system does.
    ///
    /// # Errors
    /// [`OutgoingOptionsError`]: an entry that cannot be read.
    pub fn new(options: OutgoingOptions) -> Result<Self, OutgoingOptionsError> {
        Self::with_names(options, Arc::new(SystemNames))
    }

    /// The same, with names looked up elsewhere.
    ///
    /// # Errors
    /// As [`Outgoing::new`].
    pub fn with_names(options: OutgoingOptions, names: Arc<dyn Names>) -> Result<Self, OutgoingOptionsError> {
        let allowed = options
            .allowed_addresses
            .into_iter()
            .map(|text| Allowed::read(&text).ok_or(OutgoingOptionsError::Address(text)))
            .collect::<Result<_, _>>()?;
        if options.user_agent.chars().any(char::is_control) {
            return Err(OutgoingOptionsError::UserAgent);
        }
        let extra_roots = roots::read(&options.extra_root_certificates)?;
        Ok(Self(Arc::new(Inner {
            ports: options.allowed_ports,
            dialler: Dialler {
                allowed,
                user_agent: options.user_agent,
                names,
                extra_roots,
                tls: OnceLock::new(),
            },
        })))
    }

    /// Why a URL can never be asked for, as far as its own text tells; none where that hangs on what its name stands for.
    pub fn refuses(&self, url: &str) -> Option<String> {
        let allowed = &self.0.dialler.allowed;
        let checked = read_url(url).and_then(|url| checked_url(url, &self.0.ports, allowed));
        let refused = checked.and_then(|url| match literal_addresses(&url, allowed) {
            Some(addresses) => check_dialled(&url, allowed, &addresses),
            None => Ok(()),
        });
        refused.err().map(|error| error.to_string())
    }

    /// Sends a request, follows where it is sent on, and gives the last answer, whatever its status.
    ///
    /// # Errors
    /// [`OutgoingError`] where there is no whole answer; it tells whether anything can have been done.
    pub async fn send(&self, request: OutgoingRequest) -> Result<OutgoingResponse, OutgoingError> {
        let mut hop = Hop {
            url: checked_url(read_url(&request.url)?, &self.0.ports, &self.0.dialler.allowed)?,
            method: request.method,
            headers: checked_headers(&request.headers)?,
            body: request.body,
            may_have_acted: false,
        };
        let limits = Limits {
            until: Instant::now() + Duration::from_millis(request.timeout_ms),
            timeout_ms: request.timeout_ms,
            bytes_max: request.bytes_max,
        };
        let mut followed = 0;
        loop {
            let answer = self
                .0
                .dialler
                .send_once(&hop, &limits)
                .await
                .map_err(|error| hop.with_what_was_sent(error))?;
            let Some(target) = sent_on_to(&answer).filter(|_| request.redirects_max > 0) else {
                return Ok(answer);
            };
            if followed == request.redirects_max {
                let host = host_of(&hop.url);
                return Err(hop.after_answer(
                    answer.status,
                    OutgoingError::before_sending(OutgoingFault::Redirects {
                        host,
                        redirects_max: request.redirects_max,
                    }),
                ));
            }
            followed += 1;
            let target = hop
                .url
                .join(&target)
                .map_err(|error| OutgoingError::refused(format!("it is sent on to no URL: {error}")))
                .and_then(|target| checked_url(target, &self.0.ports, &self.0.dialler.allowed))
                .map_err(|error| hop.after_answer(answer.status, error))?;
            hop = hop.sent_on(answer.status, target)?;
        }
    }
}
