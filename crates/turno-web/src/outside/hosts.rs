//! Which hosts a tool may ask, and by which right.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use url::Url;

use crate::secret::{Secret, Secrets};

/// What a tool knows of a host.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HostOptions {
    /// The name of the secret that goes to it as `Authorization: Bearer …`; none: it is asked as anybody would.
    pub bearer: Option<String>,
}

/// The hosts of a tool, with their secrets.
pub(super) struct Hosts {
    by_name: BTreeMap<String, Option<Secret>>,
}

impl Hosts {
    /// # Errors
    /// What is wrong with the list, or which secret is missing.
    pub(super) fn new(options: &BTreeMap<String, HostOptions>, secrets: &Secrets) -> Result<Self, String> {
        let mut by_name = BTreeMap::new();
        for (name, host) in options {
            let url = Url::parse(&format!("https://{name}/")).ok();
            let is_host = url.is_some_and(|url| {
                url.host_str().is_some() && url.path() == "/" && url.username().is_empty()
            });
            if !is_host || name.contains(['/', '?', '#', '@']) {
                return Err(format!("`{name}` is no host: write it as `api.example` or `api.example:8443`"));
            }
            let bearer = host.bearer.as_ref().map(|secret| secrets.get(secret));
            let bearer = bearer.transpose().map_err(|missing| missing.to_string())?;
            by_name.insert(name.to_ascii_lowercase(), bearer);
        }
        Ok(Self { by_name })
    }

    /// Whether no host is listed.
    pub(super) fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// Whether a URL's host is listed: by its name on the usual port of its scheme, or with its port.
    pub(super) fn has(&self, url: &Url) -> bool {
        matches!(url.scheme(), "http" | "https") && self.entry(url).is_some()
    }

    /// The header that a host wants.
    pub(super) fn headers(&self, url: &Url) -> Vec<(String, String)> {
        let secret = self.entry(url).and_then(Option::as_ref);
        secret
            .map(|secret| ("Authorization".to_owned(), format!("Bearer {}", secret.expose())))
            .into_iter()
            .collect()
    }

    fn entry(&self, url: &Url) -> Option<&Option<Secret>> {
        let host = url.host_str()?.to_ascii_lowercase();
        match url.port() {
            Some(port) => self.by_name.get(&format!("{host}:{port}")),
            None => self.by_name.get(&host),
        }
    }
}
