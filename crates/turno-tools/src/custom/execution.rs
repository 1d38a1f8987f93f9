//! What runs a custom tool: a service, a webhook, or a function of Turno's own.

use std::sync::Arc;

use turno_runtime::port::Tool;

use super::check::{Given, Part};
use super::file::{ExecutionConfig, ExecutionType, FileMethod, ToolFile};
use super::function::built_in_name;
use super::place::{BodyTemplate, UrlTemplate};
use super::schema;
use super::service::Recipe;
use super::template::{Place, Template};
use crate::config::did_you_mean;
use crate::outgoing::{Method, header_fault};
use crate::secret::is_secret_name;

/// What runs it, read and checked.
pub(super) enum Run {
    Service(Recipe),
    Function(Arc<dyn Tool>),
}

/// Reads `execution_config`; none where it has a fault.
pub(super) fn read_execution(part: &mut Part<'_, '_, '_>, file: &ToolFile, given: &Given<'_>) -> Option<Run> {
    let config = &file.execution_config;
    check_keys(part, file.execution_type, config);
    match file.execution_type {
        ExecutionType::ApiCall => {
            let method = config.method.map_or(Method::Post, Method::from);
            let url = read_url(part, "url", config.url.as_deref(), given)?;
            let headers = read_headers(part, config);
            let body = read_body(part, method, config);
            Some(Run::Service(Recipe {
                method,
                url,
                headers,
                body,
                signed_by: None,
            }))
        }
        ExecutionType::Webhook => {
            let url = read_url(part, "webhook_url", config.webhook_url.as_deref(), given);
            let signed_by = read_signer(part, config);
            let headers = read_headers(part, config);
            let body = read_body(part, Method::Post, config);
            Some(Run::Service(Recipe {
                method: Method::Post,
                url: url?,
                headers,
                body,
                signed_by: Some(signed_by?),
            }))
        }
        ExecutionType::InternalFunction => read_function(part, file, given).map(Run::Function),
    }
}

/// Names what does not go with the type.
fn check_keys(part: &mut Part<'_, '_, '_>, kind: ExecutionType, config: &ExecutionConfig) {
    use ExecutionType::{ApiCall, InternalFunction, Webhook};
    let keys: [(&str, bool, &[ExecutionType]); 8] = [
        ("url", config.url.is_some(), &[ApiCall]),
        ("method", config.method.is_some(), &[ApiCall]),
        ("headers", !config.headers.is_empty(), &[ApiCall, Webhook]),
        (
            "body_template",
            config.body_template.is_some(),
            &[ApiCall, Webhook],
        ),
        ("webhook_url", config.webhook_url.is_some(), &[Webhook]),
        ("webhook_secret", config.webhook_secret.is_some(), &[Webhook]),
        (
            "function_name",
            config.function_name.is_some(),
            &[InternalFunction],
        ),
        ("on_conflict", config.on_conflict.is_some(), &[ApiCall, Webhook]),
    ];
    let name = match kind {
        ApiCall => "api_call",
        Webhook => "webhook",
        InternalFunction => "internal_function",
    };
    for (key, is_there, kinds) in keys {
        if is_there && !kinds.contains(&kind) {
            part.fault(
                &["execution_config", key],
                format!("`{key}` does not go with `{name}`"),
                None,
            );
        }
    }
}

fn read_url(
    part: &mut Part<'_, '_, '_>,
    key: &str,
    url: Option<&str>,
    given: &Given<'_>,
) -> Option<UrlTemplate> {
    let Some(url) = url else {
        part.fault(&["execution_config"], format!("`{key}` is missing"), None);
        return None;
    };
    let path = ["execution_config", key];
    let read = part.or_fault(&path, UrlTemplate::read(url))?;
    if let Some(why) = given.means.outgoing.refuses(read.origin()) {
        part.fault(&path, why, None);
        return None;
    }
    Some(read)
}

fn read_headers(part: &mut Part<'_, '_, '_>, config: &ExecutionConfig) -> Vec<(String, Template)> {
    let mut read = Vec::new();
    for (name, value) in &config.headers {
        let path = ["execution_config", "headers", name.as_str()];
        if let Some(fault) = header_fault(name, value) {
            part.fault(&path, fault, None);
        }
        if let Some(template) = part.or_fault(&path, Template::read(value, Place::Header)) {
            read.push((name.clone(), template));
        }
    }
    read
}

fn read_body(part: &mut Part<'_, '_, '_>, method: Method, config: &ExecutionConfig) -> Option<BodyTemplate> {
    let Some(text) = &config.body_template else {
        return (!method.only_reads()).then_some(BodyTemplate::Parameters);
    };
    if config.method == Some(FileMethod::Get) {
        part.fault(
            &["execution_config", "body_template"],
            "a GET carries no body: put the values into the URL",
            None,
        );
        return None;
    }
    let kind = config
        .headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    let kind = kind.map_or("application/json", |(_, value)| value.as_str());
    part.or_fault(
        &["execution_config", "body_template"],
        BodyTemplate::read(text, kind),
    )
}

/// The name of the secret that signs a webhook: `NAME`, or `{{NAME}}`.
fn read_signer(part: &mut Part<'_, '_, '_>, config: &ExecutionConfig) -> Option<String> {
    let Some(text) = &config.webhook_secret else {
        part.fault(
            &["execution_config"],
            "`webhook_secret` is missing: the name of the secret that signs it",
            Some("webhooks are signed, so that the other side can tell them from others".to_owned()),
        );
        return None;
    };
    let name = text.trim().trim_start_matches("{{").trim_end_matches("}}").trim();
    if is_secret_name(name) {
        return Some(name.to_owned());
    }
    part.fault(
        &["execution_config", "webhook_secret"],
        "a secret does not stand in the file: name it, in capital letters",
        Some("write webhook_secret = \"ORDERS_WEBHOOK_SECRET\" and set the variable TURNO_SECRET_ORDERS_WEBHOOK_SECRET".to_owned()),
    );
    None
}

fn read_function(part: &mut Part<'_, '_, '_>, file: &ToolFile, given: &Given<'_>) -> Option<Arc<dyn Tool>> {
    let Some(function) = &file.execution_config.function_name else {
        part.fault(&["execution_config"], "`function_name` is missing", None);
        return None;
    };
    let Some(inner) = given.tools.get(built_in_name(function)) else {
        let known = given.tools.keys().copied().filter(|name| !name.is_empty());
        let hint = did_you_mean(built_in_name(function), known);
        let path = ["execution_config", "function_name"];
        part.fault(&path, format!("there is no function `{function}`"), hint);
        return None;
    };
    let mut own = file.parameters_schema.clone();
    if let serde_json::Value::Object(schema) = &mut own {
        schema
            .entry("additionalProperties")
            .or_insert(serde_json::Value::Bool(false));
    }
    if let Err(why) = schema::has_place_for(&inner.spec().parameters, &own, "it") {
        // `why` is told from the function's side: there is the file, here is the function.
        let message = format!(
            "the function `{function}` does not take these parameters: {}",
            swapped(&why)
        );
        part.fault(&["parameters_schema"], message, None);
    }
    Some(Arc::clone(inner))
}

fn swapped(why: &str) -> String {
    why.replace("here", "\0")
        .replace("there", "in this file")
        .replace('\0', "by the function")
}
