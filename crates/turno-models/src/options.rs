//! What the operator says of a provider, read strictly.

use std::collections::BTreeMap;

use http::{HeaderMap, HeaderName, HeaderValue};

/// Options of a provider that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionsFault {
    /// The address.
    #[error(
        "the base_url of the provider `{name}` is no address of a server: {reason}; write it like https://api.example.com/v1"
    )]
    BaseUrl {
        /// The provider.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// The key: no header can hold it.
    #[error(
        "the key of the provider `{0}` has characters that no key has; look for a line break or a space in it"
    )]
    Key(String),
    /// A header.
    #[error(
        "the header `{header}` of the provider `{name}` cannot be sent; a name has letters, digits and `-`, a value no line breaks"
    )]
    Header {
        /// The provider.
        name: String,
        /// The header.
        header: String,
    },
    /// The machine.
    #[error("connections cannot be made: {0}")]
    Machine(String),
}

/// An address without a slash at its end.
pub(crate) fn base_url(name: &str, text: &str) -> Result<String, OptionsFault> {
    let fault = |reason: &str| OptionsFault::BaseUrl { name: name.to_owned(), reason: reason.to_owned() };
    let text = text.trim().trim_end_matches('/');
    let url = url::Url::parse(text).map_err(|error| fault(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(fault("it begins neither with https:// nor with http://"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(fault("a key does not belong into it"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(fault("it has a `?` or `#` in it"));
    }
    let path = url.path().trim_end_matches('/');
    let ends = ["/chat/completions", "/messages", "/completions", "/responses"];
    if let Some(end) = ends.into_iter().find(|end| path.ends_with(end)) {
        return Err(fault(&format!("Turno adds {end} itself, and it is there already")));
    }
    if path.ends_with(":generateContent") || path.ends_with(":streamGenerateContent") {
        return Err(fault("Turno adds the model and what it is asked itself"));
    }
    Ok(text.to_owned())
}

/// The operator's own headers.
pub(crate) fn extra_headers(
    name: &str,
    headers: &BTreeMap<String, String>,
) -> Result<HeaderMap, OptionsFault> {
    headers
        .iter()
        .map(|(header, value)| {
            let fault = || OptionsFault::Header { name: name.to_owned(), header: header.clone() };
            let read = HeaderName::from_bytes(header.as_bytes()).map_err(|_| fault())?;
            let mut value = HeaderValue::from_str(value).map_err(|_| fault())?;
            // Keys of gateways stand in such headers.
            value.set_sensitive(true);
            Ok((read, value))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_strictly() {
        assert_eq!(base_url("p", " http://127.0.0.1:11434/v1/ ").unwrap(), "http://127.0.0.1:11434/v1");
        for wrong in [
            "",
            "api.example.com",
            "ftp://x",
            "https://k@x",
            "https://x/?key=1",
            "https://x/#a",
            "https://x/v1/chat/completions",
            "https://x/v1/messages/",
            "https://x/v1beta/models/a:generateContent",
            "/v1",
        ] {
            assert!(base_url("p", wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn headers_are_read_strictly() {
        let of = |name: &str, value: &str| {
            extra_headers("p", &BTreeMap::from([(name.to_owned(), value.to_owned())]))
        };
        assert!(of("X-Title", "Turno").is_ok());
        assert!(of("X Title", "Turno").is_err());
        assert!(of("X-Title", "a\nb").is_err());
    }
}
