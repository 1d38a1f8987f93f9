//! A request that is sent on to another place.

use reqwest::header::{
    ACCEPT, ACCEPT_LANGUAGE, CONTENT_LANGUAGE, CONTENT_TYPE, HeaderMap, LOCATION, USER_AGENT,
};
use url::Url;

use super::check::host_of;
use super::error::{OutgoingError, status_may_have_acted};
use super::request::{Method, OutgoingResponse};

/// One request of the chain that redirects make.
pub(super) struct Hop {
    pub(super) url: Url,
    pub(super) method: Method,
    pub(super) headers: HeaderMap,
    pub(super) body: Option<Vec<u8>>,
    /// Whether an earlier request of the chain can have done something.
    pub(super) may_have_acted: bool,
}

impl Hop {
    /// The next request, by the rules of HTTP for each status; nothing that may be a credential goes to another origin.
    pub(super) fn sent_on(mut self, status: u16, target: Url) -> Result<Self, OutgoingError> {
        self.may_have_acted = self.acted_before(status);
        let becomes_read = match status {
            303 => self.method != Method::Head,
            301 | 302 => self.method == Method::Post,
            _ => false,
        };
        if becomes_read {
            self.method = Method::Get;
            self.body = None;
            self.headers.remove(CONTENT_TYPE);
            self.headers.remove(CONTENT_LANGUAGE);
        }
        if self.url.origin() != target.origin() {
            if self.body.is_some() {
                return Err(self.with_what_was_sent(OutgoingError::refused(format!(
                    "`{}` sends the request on to `{}`, another origin: its body is not sent there",
                    host_of(&self.url),
                    host_of(&target)
                ))));
            }
            let carried = [ACCEPT, ACCEPT_LANGUAGE, USER_AGENT];
            self.headers = carried
                .into_iter()
                .filter_map(|name| Some((name.clone(), self.headers.get(name)?.clone())))
                .collect();
        }
        self.url = target;
        Ok(self)
    }

    fn acted_before(&self, status: u16) -> bool {
        self.may_have_acted || !self.method.only_reads() && status_may_have_acted(status)
    }

    pub(super) fn with_what_was_sent(&self, mut error: OutgoingError) -> OutgoingError {
        error.may_have_acted |= self.may_have_acted;
        error
    }

    /// An error that came after this request was answered with a status.
    pub(super) fn after_answer(&self, status: u16, mut error: OutgoingError) -> OutgoingError {
        error.may_have_acted |= self.acted_before(status);
        error
    }
}

/// Where an answer sends the request on to, if it does.
pub(super) fn sent_on_to(answer: &OutgoingResponse) -> Option<String> {
    matches!(answer.status, 301 | 302 | 303 | 307 | 308)
        .then(|| answer.headers.get(LOCATION))
        .flatten()
        .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
}
