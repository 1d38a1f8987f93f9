//! What can go wrong on the way out, and whether the other side can have acted.

use turno_runtime::port::OutsideError;

/// A request that gave no answer to go on with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct OutgoingError {
    /// What happened. No text in it holds the request's headers, body, or the query of its URL.
    pub fault: OutgoingFault,
    /// Whether anything can have been done at the other side. `false` is certain.
    pub may_have_acted: bool,
}

/// What went wrong with a request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OutgoingFault {
    /// It is not allowed, or not well-formed: nothing was sent to this address.
    #[error("{0}")]
    Refused(String),
    /// The host's name is not known, or nothing answers there, or its certificate is not trusted.
    #[error("`{host}` cannot be reached: {reason}")]
    Unreachable {
        /// The host.
        host: String,
        /// What the system said.
        reason: String,
    },
    /// No whole answer came in time.
    #[error("`{host}` did not answer within {timeout_ms} ms")]
    TimedOut {
        /// The host.
        host: String,
        /// How long it had, in milliseconds.
        timeout_ms: u64,
    },
    /// The answer broke off or is no HTTP.
    #[error("the answer of `{host}` is broken: {reason}")]
    Broken {
        /// The host.
        host: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It was sent on more often than allowed.
    #[error("`{host}` sends the request on more than {redirects_max} times")]
    Redirects {
        /// The host that sent it on last.
        host: String,
        /// How often it might have been.
        redirects_max: u32,
    },
    /// The other side answered, and not with success.
    #[error("`{host}` answered {status}{}", if excerpt.is_empty() { String::new() } else { format!(": {excerpt}") })]
    Status {
        /// The host.
        host: String,
        /// The status: below 200 or from 300.
        status: u16,
        /// How long it asks to wait (`Retry-After`), in milliseconds.
        retry_after_ms: Option<u64>,
        /// The beginning of what it said, on one line.
        excerpt: String,
        /// Its own words for people, where its body is JSON with a short `message`, `error` or `detail`.
        said: Option<String>,
    },
}

impl OutgoingError {
    pub(super) fn before_sending(fault: OutgoingFault) -> Self {
        Self { fault, may_have_acted: false }
    }

    pub(super) fn refused(why: impl Into<String>) -> Self {
        Self::before_sending(OutgoingFault::Refused(why.into()))
    }
}

/// What a status other than success says of an act: whether it was done.
pub(super) fn status_may_have_acted(status: u16) -> bool {
    match status {
        // Too early, too many, overloaded, not read to its end: all say that it was not taken up.
        408 | 425 | 429 | 503 => false,
        // Sent elsewhere unchanged: it is to be done there.
        307 | 308 => false,
        // Under a key: a call under way, or made before.
        409 => true,
        400..=499 => false,
        _ => true,
    }
}

impl From<OutgoingError> for OutsideError {
    fn from(error: OutgoingError) -> Self {
        let message = error.to_string();
        if error.may_have_acted {
            return Self::Unknown(message);
        }
        match error.fault {
            OutgoingFault::Status { status: 408 | 425 | 429 | 503, retry_after_ms, .. } => {
                Self::Busy { message, retry_after_ms }
            }
            OutgoingFault::Unreachable { .. } | OutgoingFault::TimedOut { .. } => {
                Self::Busy { message, retry_after_ms: None }
            }
            OutgoingFault::Refused(_)
            | OutgoingFault::Broken { .. }
            | OutgoingFault::Redirects { .. }
            | OutgoingFault::Status { .. } => Self::NotDone(message),
        }
    }
}
