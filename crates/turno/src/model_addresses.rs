//! Slips in how a provider of models is reached: its address, and what is sent there.

use std::net::IpAddr;

use turno_command::FaultList;
use url::Host;

use crate::{
    model_set::{ModelsConfig, ProviderConfig, Speaks},
    model_slips::placed,
};

/// Addresses that a key would be read on the way to, or that are not what they look like, and fields that break the question.
pub(crate) fn check(models: &ModelsConfig, faults: &mut FaultList) {
    for (name, provider) in &models.providers {
        if let Some(address) = &provider.base_url {
            let keys = ["providers", name, "base_url"];
            if address.trim() != address {
                let message = "the base_url has a blank at its beginning or its end";
                let cure = format!("write \"{}\"", address.trim());
                faults.add(&placed(models, &keys, message, &cure), 1);
            }
            if has_key(provider) && is_open(address) {
                let message = format!("the key of `{name}` would be sent unencrypted over the internet");
                let cure = format!("write \"{}\"", address.trim().replacen("http://", "https://", 1));
                faults.add(&placed(models, &keys, &message, &cure), 1);
            }
        }
        for field in provider.extra.keys().filter(|field| is_turnos(provider.speaks, field)) {
            let message =
                format!("`{field}` is filled in by Turno for each question, and this would win over it");
            let cure = match field.as_str() {
                "model" => "leave it out: the model stands behind the slash of PROVIDER/MODEL",
                "stream" => "leave it out: `streams_with_tools` tells what the server can do",
                _ => "leave it out: `extra` is for fields like reasoning_effort = \"low\"",
            };
            let keys = ["providers", name, "extra", field];
            faults.add(&placed(models, &keys, &message, cure), 1);
        }
    }
}

fn has_key(provider: &ProviderConfig) -> bool {
    let is_key = |header: &String| {
        let header = header.to_ascii_lowercase();
        header == "authorization" || header.contains("key") || header.contains("token")
    };
    provider.key.is_some() || provider.headers.keys().any(is_key)
}

/// Whether an address is one of the internet without encryption. A machine's own, and those of a private network, are none.
fn is_open(address: &str) -> bool {
    let Ok(url) = url::Url::parse(address.trim()) else {
        return false;
    };
    let is_public = match url.host() {
        Some(Host::Domain(name)) => {
            let ends = [".local", ".localhost", ".internal", ".lan", ".home.arpa", ".test"];
            name.contains('.') && !ends.iter().any(|end| name.ends_with(end))
        }
        Some(Host::Ipv4(address)) => is_public(IpAddr::V4(address)),
        Some(Host::Ipv6(address)) => is_public(IpAddr::V6(address)),
        None => false,
    };
    url.scheme() == "http" && is_public
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            let [first, second, ..] = address.octets();
            let is_shared = first == 100 && (64..128).contains(&second);
            !(address.is_private()
                || address.is_loopback()
                || address.is_link_local()
                || address.is_unspecified()
                || is_shared)
        }
        IpAddr::V6(address) => {
            !(address.is_loopback()
                || address.is_unspecified()
                || address.is_unique_local()
                || address.is_unicast_link_local())
        }
    }
}

/// Whether a field of the question is Turno's own, so that another value would break it.
fn is_turnos(speaks: Speaks, field: &str) -> bool {
    let own: &[&str] = match speaks {
        Speaks::OpenAi => &["model", "messages", "stream", "tools", "functions", "n"],
        Speaks::Anthropic => &["model", "messages", "stream", "tools", "system"],
        Speaks::Gemini => &["model", "contents", "tools", "systemInstruction", "system_instruction"],
    };
    own.contains(&field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_over_the_internet_unencrypted_is_open() {
        for (address, open) in [
            ("http://api.groq.com/openai/v1", true),
            ("http://8.8.8.8/v1", true),
            ("https://api.groq.com/openai/v1", false),
            ("http://localhost:11434/v1", false),
            ("http://127.0.0.1:9/v1", false),
            ("http://10.0.0.5/v1", false),
            ("http://100.100.1.2/v1", false),
            ("http://[::1]:9/v1", false),
            ("http://[2606:4700::1111]/v1", true),
            ("http://ollama:11434/v1", false),
            ("http://gpu.lan/v1", false),
        ] {
            assert_eq!(is_open(address), open, "{address}");
        }
    }
}
