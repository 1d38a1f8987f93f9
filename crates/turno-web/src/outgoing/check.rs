//! What is checked before anything is sent: the URL, the headers, the addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use url::{Host, Url};

use super::address::{Allowed, not_public, plain_name};
use super::error::{OutgoingError, OutgoingFault};
use super::names::Names;

/// A URL that may be asked for, as far as can be told before its host is looked up.
pub(super) fn checked_url(url: Url, ports: &[u16], allowed: &[Allowed]) -> Result<Url, OutgoingError> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(OutgoingError::refused(format!(
            "only http and https are spoken, not `{}`",
            url.scheme()
        )));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(OutgoingError::refused("a name or password in a URL is refused; send it in a header"));
    }
    let Some(port) = url.port_or_known_default().filter(|port| *port > 0) else {
        return Err(OutgoingError::refused("the URL has no port that can be asked"));
    };
    if !ports.is_empty() && !ports.contains(&port) && !allowed.iter().any(|entry| entry.names_port(port)) {
        return Err(OutgoingError::refused(format!(
            "port {port} is refused; the operator may list it under [outgoing] allowed_ports"
        )));
    }
    Ok(url)
}

/// Reads a URL; what it holds beside the host is not repeated in the error.
pub(super) fn read_url(text: &str) -> Result<Url, OutgoingError> {
    let url = Url::parse(text.trim())
        .map_err(|error| OutgoingError::refused(format!("this is no URL: {error}")))?;
    if url.host().is_none() && matches!(url.scheme(), "http" | "https") {
        return Err(OutgoingError::refused("the URL names no host"));
    }
    Ok(url)
}

/// The addresses of a URL's host, all of which may be dialled; they are to be dialled and no others.
pub(super) async fn checked_addresses(
    url: &Url,
    allowed: &[Allowed],
    names: &dyn Names,
) -> Result<Vec<SocketAddr>, OutgoingError> {
    let host = host_of(url);
    let port = url.port_or_known_default().unwrap_or_default();
    let found: Vec<IpAddr> = match (literal_addresses(url, allowed), url.host()) {
        (Some(addresses), _) => addresses,
        (None, Some(Host::Domain(name))) => {
            names.addresses(name).await.map_err(|error| unreachable(&host, &error.to_string()))?
        }
        (None, _) => Vec::new(),
    };
    if found.is_empty() {
        return Err(unreachable(&host, "the name has no address"));
    }
    check_dialled(url, allowed, &found)?;
    Ok(found.into_iter().map(|address| SocketAddr::new(address, port)).collect())
}

/// The addresses that a URL's host is, without looking anything up; none where it is a name of somewhere else.
pub(super) fn literal_addresses(url: &Url, allowed: &[Allowed]) -> Option<Vec<IpAddr>> {
    let (host, port) = (host_of(url), url.port_or_known_default().unwrap_or_default());
    let lets = |address: IpAddr| allowed.iter().any(|entry| entry.lets(&host, address, port));
    match url.host()? {
        Host::Ipv4(address) => Some(vec![address.into()]),
        Host::Ipv6(address) => Some(vec![address.into()]),
        Host::Domain(name) if is_this_machine(name) => {
            let own: [IpAddr; 2] = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
            let listed: Vec<IpAddr> = own.into_iter().filter(|address| lets(*address)).collect();
            Some(if listed.is_empty() { own.to_vec() } else { listed })
        }
        Host::Domain(_) => None,
    }
}

/// Whether all these addresses of a URL's host may be dialled.
pub(super) fn check_dialled(url: &Url, allowed: &[Allowed], found: &[IpAddr]) -> Result<(), OutgoingError> {
    let (host, port) = (host_of(url), url.port_or_known_default().unwrap_or_default());
    let lets = |address: IpAddr| allowed.iter().any(|entry| entry.lets(&host, address, port));
    for address in found {
        if let Some(why) = not_public(*address)
            && !lets(*address)
        {
            let which = if host.trim_matches(['[', ']']) == address.to_string() {
                String::new()
            } else {
                format!(" ({address})")
            };
            return Err(OutgoingError::refused(format!(
                "`{host}`{which} is refused: {why}; the operator may list it under [outgoing] allowed_addresses"
            )));
        }
    }
    Ok(())
}

/// Headers as they may be sent.
pub(super) fn checked_headers(headers: &[(String, String)]) -> Result<HeaderMap, OutgoingError> {
    let mut checked = HeaderMap::with_capacity(headers.len());
    for (name, value) in headers {
        let name = HeaderName::from_bytes(name.as_bytes())
            .map_err(|_| OutgoingError::refused("a header's name has characters that no name may have"))?;
        if is_of_the_wire(&name) {
            return Err(OutgoingError::refused(format!(
                "the header `{name}` is set by the connection itself"
            )));
        }
        let value = HeaderValue::from_bytes(value.as_bytes()).map_err(|_| {
            OutgoingError::refused(format!("the header `{name}` has a line break or a control character"))
        })?;
        checked.append(name, value);
    }
    Ok(checked)
}

/// What is wrong with a header, if anything is.
pub fn header_fault(name: &str, value: &str) -> Option<String> {
    let header = [(name.to_owned(), value.to_owned())];
    checked_headers(&header).err().map(|error| error.to_string())
}

/// The host of a URL, as errors name it.
pub(super) fn host_of(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_owned()
}

pub(super) fn unreachable(host: &str, reason: &str) -> OutgoingError {
    OutgoingError::before_sending(OutgoingFault::Unreachable {
        host: host.to_owned(),
        reason: reason.to_owned(),
    })
}

/// Names that are this machine by definition, whatever a name server says.
fn is_this_machine(name: &str) -> bool {
    let name = plain_name(name);
    name == "localhost" || name.ends_with(".localhost")
}

/// Headers that say how the message travels: set by hand they could split or redirect it.
fn is_of_the_wire(name: &HeaderName) -> bool {
    matches!(
        name.as_str(),
        "host"
            | "content-length"
            | "transfer-encoding"
            | "connection"
            | "keep-alive"
            | "upgrade"
            | "te"
            | "trailer"
            | "expect"
            | "accept-encoding"
            | "http2-settings"
    ) || name.as_str().starts_with("proxy-")
}
