//! What runs a custom tool: a service, a webhook, or a function of Turno's own.

use std::sync::Arc;

use turno_business::did_you_mean;
use turno_runtime::port::Tool;
use turno_web::{
    outgoing::{Method, header_fault},
    secret::is_secret_name,
};

use super::check::{Given, Part};
use super::file::{ExecutionConfig, ExecutionType, FileMethod, ToolFile};
use super::function::{built_in_name, function_names};
use super::place::{BodyTemplate, UrlTemplate};
use super::schema;
use super::service::Recipe;
use super::template::{Place, Template};

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
            let url = read_url(part, "url", (config.url.as_deref(), config.webhook_url.is_some()), given)?;
            let headers = read_headers(part, config);
            let body = read_body(part, method, config);
            Some(Run::Service(Recipe { method, url, headers, body, signed_by: None }))
        }
        ExecutionType::Webhook => {
            let url =
                read_url(part, "webhook_url", (config.webhook_url.as_deref(), config.url.is_some()), given);
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
        ExecutionType::InternalFunction => {
            check_answer(part, file);
            read_function(part, file, given).map(Run::Function)
        }
    }
}

/// Names what does not go with the type.
fn check_keys(part: &mut Part<'_, '_, '_>, kind: ExecutionType, config: &ExecutionConfig) {
    use ExecutionType::{ApiCall, InternalFunction, Webhook};
    let keys: [(&str, bool, &[ExecutionType]); 8] = [
        ("url", config.url.is_some(), &[ApiCall]),
        ("method", config.method.is_some(), &[ApiCall]),
        ("headers", !config.headers.is_empty(), &[ApiCall, Webhook]),
        ("body_template", config.body_template.is_some(), &[ApiCall, Webhook]),
        ("webhook_url", config.webhook_url.is_some(), &[Webhook]),
        ("webhook_secret", config.webhook_secret.is_some(), &[Webhook]),
        ("function_name", config.function_name.is_some(), &[InternalFunction]),
        ("on_conflict", config.on_conflict.is_some(), &[ApiCall, Webhook]),
    ];
    if kind == ApiCall && config.on_conflict.is_some() && config.method == Some(FileMethod::Get) {
        part.fault(
            &["execution_config", "on_conflict"],
            "`on_conflict` says what a 409 means of a call that acts, and a GET only reads",
            Some("leave it out, or write the method that changes something".to_owned()),
        );
    }
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
                Some(hint_for(key, kind)),
            );
        }
    }
}

/// A function tells what it did in its own words and fields.
fn check_answer(part: &mut Part<'_, '_, '_>, file: &ToolFile) {
    let keys = [
        ("response_transform", file.response_transform.is_some()),
        ("result_message", file.result_message.each().next().is_some()),
    ];
    for (key, _) in keys.into_iter().filter(|(_, is_there)| *is_there) {
        part.fault(
            &[key],
            format!("`{key}` does not go with `internal_function`, which answers in words of its own"),
            Some("leave it out; a graph's `say` may tell it otherwise, with fields of `result`".to_owned()),
        );
    }
}

/// What is to stand there instead.
fn hint_for(key: &str, kind: ExecutionType) -> String {
    use ExecutionType::{ApiCall, InternalFunction, Webhook};
    match (key, kind) {
        ("url", Webhook) => "call it `webhook_url`".to_owned(),
        ("webhook_url", ApiCall) => "call it `url`, or write execution_type = \"webhook\"".to_owned(),
        ("method", Webhook) => "leave it out: a webhook is a POST".to_owned(),
        ("webhook_secret", ApiCall) => {
            "leave it out, and send the secret in a header; or write execution_type = \"webhook\"".to_owned()
        }
        ("function_name", ApiCall | Webhook) => {
            "leave it out, or write execution_type = \"internal_function\" and nothing of the service"
                .to_owned()
        }
        (_, InternalFunction) => "leave it out: a function of Turno's own calls no service".to_owned(),
        (_, ApiCall | Webhook) => "leave it out".to_owned(),
    }
}

fn read_url(
    part: &mut Part<'_, '_, '_>,
    key: &str,
    (url, has_other): (Option<&str>, bool),
    given: &Given<'_>,
) -> Option<UrlTemplate> {
    let Some(url) = url else {
        // Under the other name it was told already.
        if !has_other {
            let hint = format!("write {key} = \"https://…\" under [execution_config]");
            part.fault(&["execution_config"], format!("`{key}` is missing"), Some(hint));
        }
        return None;
    };
    let path = ["execution_config", key];
    let read = part.or_fault(&path, UrlTemplate::read(url))?;
    if let Some(why) = given.means.outgoing.refuses(read.origin()) {
        let hint = match why.split_once("; ") {
            Some((_, cure)) if !why.contains(": ") => Some(cure.to_owned()),
            Some(_) | None => None,
        };
        part.fault(&path, why, hint);
        return None;
    }
    Some(read)
}

fn read_headers(part: &mut Part<'_, '_, '_>, config: &ExecutionConfig) -> Vec<(String, Template)> {
    let mut read = Vec::new();
    for (name, value) in &config.headers {
        let path = ["execution_config", "headers", name.as_str()];
        if let Some(fault) = header_fault(name, value) {
            part.fault(&path, fault, Some(header_cure(name, value).to_owned()));
        } else if let Some((fault, cure)) = fault_of_own_header(name, value) {
            part.fault(&path, fault, Some(cure.to_owned()));
        }
        if let Some(template) = part.or_fault(&path, Template::read(value, Place::Header)) {
            read.push((name.clone(), template));
        }
    }
    read
}

/// Headers by which the other side knows a call, and that it was sent by Turno.
fn fault_of_own_header(name: &str, value: &str) -> Option<(String, &'static str)> {
    match name.to_ascii_lowercase().as_str() {
        "idempotency-key" if !value.contains("{{") => Some((
            "an Idempotency-Key that is always the same makes every call the first one again: all but one would be told as done and \
             would not be"
                .to_owned(),
            "leave it out, and each call sends its own; or write \"{{ context.key }}\"",
        )),
        "webhook-id" | "webhook-timestamp" | "webhook-signature" => Some((
            format!("`{name}` is written by Turno when it signs a webhook"),
            "leave it out: execution_type = \"webhook\" sends it",
        )),
        _ => None,
    }
}

fn header_cure(name: &str, value: &str) -> &'static str {
    if value.contains(char::is_control) {
        "write its value on one line"
    } else if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        "leave it out: Turno sends it as it must be"
    } else {
        "a header's name is letters, digits and -, as in headers.X-Api-Key"
    }
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
    let kind = config.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    let kind = kind.map_or("application/json", |(_, value)| value.as_str());
    part.or_fault(&["execution_config", "body_template"], BodyTemplate::read(text, kind))
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
        let hint =
            format!("write function_name = \"orders.getStatus\": one of {}", function_names().join(", "));
        part.fault(&["execution_config"], "`function_name` is missing", Some(hint));
        return None;
    };
    let Some(inner) = given.tools.get(built_in_name(function)) else {
        let names = function_names();
        let known = given.tools.keys().copied().filter(|name| !name.is_empty());
        let hint = did_you_mean(function, names.iter().copied().chain(known))
            .unwrap_or_else(|| format!("use one of {}, or the name of a built-in tool", names.join(", ")));
        let path = ["execution_config", "function_name"];
        part.fault(&path, format!("there is no function `{function}`"), Some(hint));
        return None;
    };
    let mut own = file.parameters_schema.clone();
    if let serde_json::Value::Object(schema) = &mut own {
        schema.entry("additionalProperties").or_insert(serde_json::Value::Bool(false));
    }
    if let Err(why) = schema::has_place_for(&inner.spec().parameters, &own, "it") {
        // `why` is told from the function's side: there is the file, here is the function.
        let message = format!("the function `{function}` does not take these parameters: {}", swapped(&why));
        let takes = inner.spec().parameters.get("properties").and_then(serde_json::Value::as_object);
        let takes: Vec<&str> = takes.into_iter().flat_map(|names| names.keys()).map(String::as_str).collect();
        let hint = format!("the function takes {}, each as `turno tools docs` tells", takes.join(", "));
        part.fault(&["parameters_schema"], message, Some(hint));
    }
    Some(Arc::clone(inner))
}

fn swapped(why: &str) -> String {
    why.replace("here", "\0").replace("there", "in this file").replace('\0', "by the function")
}
