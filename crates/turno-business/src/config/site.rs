//! A business's web site, and what of it may be read.

use schemars::JsonSchema;
use serde::Deserialize;
use url::Url;

use super::{
    Parts,
    reader::{
        Reader,
        Step::{Index, Key},
    },
};

/// `[site]`: the business's web site, and what tools may read of it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// The domain that its pages are read from: `laterraza.example`, or with a port.
    pub canonical_domain: String,
    /// Other domains that are the same site; pages may lead there.
    #[serde(default)]
    pub domain_aliases: Vec<String>,
    /// Whether its pages may be read at all.
    #[serde(default)]
    pub fetch_page_enabled: bool,
    /// The paths that may be read, each with what lies beneath: `/productos`. `/` is the first page alone. None: all.
    #[serde(default)]
    pub allowed_paths: Vec<String>,
    /// How many pages may be read in one turn: 1 to 10.
    #[serde(default = "max_iterations")]
    #[schemars(range(min = 1, max = 10))]
    pub max_iterations: u32,
    /// The longest that a page may take, in milliseconds: 1,000 to 30,000.
    #[serde(default = "fetch_timeout_ms")]
    #[schemars(range(min = 1_000, max = 30_000))]
    pub fetch_timeout_ms: u64,
    /// Whether pages are kept for a while.
    #[serde(default = "cache_enabled")]
    pub cache_enabled: bool,
    /// How long they are kept, in seconds: 60 to 86,400.
    #[serde(default = "cache_ttl_seconds")]
    #[schemars(range(min = 60, max = 86_400))]
    pub cache_ttl_seconds: u32,
    /// The site speaks `http` only.
    #[serde(default)]
    pub use_http: bool,
}

fn max_iterations() -> u32 {
    3
}

fn fetch_timeout_ms() -> u64 {
    10_000
}

fn cache_enabled() -> bool {
    true
}

fn cache_ttl_seconds() -> u32 {
    3_600
}

impl Site {
    /// The URL of the site's first page; none where the domain is none.
    pub fn root(&self) -> Option<Url> {
        let scheme = if self.use_http { "http" } else { "https" };
        domain_url(scheme, &self.canonical_domain)
    }

    /// Whether a URL is one of the site's: its domain or an alias, over `https`, or `http` where the site has only that.
    pub fn has(&self, url: &Url) -> bool {
        let is_scheme = url.scheme() == "https" || self.use_http && url.scheme() == "http";
        is_scheme && url.username().is_empty() && url.password().is_none() && self.is_host(url)
    }

    /// Whether a URL's host and port are the site's.
    pub fn is_host(&self, url: &Url) -> bool {
        let domains = std::iter::once(&self.canonical_domain).chain(&self.domain_aliases);
        domains
            .filter_map(|domain| domain_url(url.scheme(), domain))
            .any(|own| own.host() == url.host() && own.port_or_known_default() == url.port_or_known_default())
    }
}

/// The URL of a domain's first page; none where it is more or less than a domain.
fn domain_url(scheme: &str, domain: &str) -> Option<Url> {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    if domain.is_empty() || !domain.chars().all(is_plain) {
        return None;
    }
    Url::parse(&format!("{scheme}://{domain}/"))
        .ok()
        .filter(|url| url.host_str().is_some_and(|host| !host.is_empty()))
}

pub(super) fn check(reader: &mut Reader<'_>, parts: &Parts) {
    let Some(site) = &parts.site else { return };
    let mut domains = vec![("canonical_domain", None, &site.canonical_domain)];
    let aliases = site.domain_aliases.iter().enumerate();
    domains.extend(aliases.map(|(at, domain)| ("domain_aliases", Some(at), domain)));
    for (key, at, domain) in domains {
        if domain_url("https", domain).is_none() {
            let message = format!(
                "`{domain}` is no domain: write it without `https://` and without a path, as \"laterraza.example\""
            );
            let mut path = vec![Key("site"), Key(key)];
            path.extend(at.map(Index));
            reader.fault_hint(&path, message, None);
        }
    }
    for (at, path) in site.allowed_paths.iter().enumerate() {
        if !path.starts_with('/')
            || path.contains(['?', '#', '\\'])
            || path.split('/').any(|part| part == "..")
        {
            let message = format!("`{path}` is no path: begin it with a slash, as in \"/productos\"");
            reader.fault_hint(&[Key("site"), Key("allowed_paths"), Index(at)], message, None);
        }
    }
    let numbers = [
        ("max_iterations", u64::from(site.max_iterations), 1, 10),
        ("fetch_timeout_ms", site.fetch_timeout_ms, 1_000, 30_000),
        ("cache_ttl_seconds", u64::from(site.cache_ttl_seconds), 60, 86_400),
    ];
    for (key, number, least, most) in numbers {
        if !(least..=most).contains(&number) {
            let message = format!("{number} is out of range: use {least} to {most}");
            reader.fault_hint(&[Key("site"), Key(key)], message, None);
        }
    }
}
