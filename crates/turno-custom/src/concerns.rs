//! What an operator should know of a tool whose file has no fault.

use std::collections::BTreeMap;

use serde_json::Value;
use turno_business::Business;
use turno_language::Language;
use url::{Host, Url};

use super::check::Part;
use super::execution::Run;
use super::file::{FileRetry, ToolFile};
use super::given::object_names;
use super::keywords::SchemaFault;
use super::service::Recipe;
use super::template::{Name, Template};
use super::transform::Transform;

/// A tool's file as it was read.
pub(super) struct Parts<'a> {
    pub(super) file: &'a ToolFile,
    pub(super) run: &'a Run,
    pub(super) transform: Option<&'a Transform>,
    /// What people are asked and told, by key.
    pub(super) told: [(&'static str, &'a BTreeMap<Language, Template>); 2],
}

/// What is to be noted of a tool, each with its place; nothing of one that is not active.
pub(super) fn notes(
    part: &Part<'_, '_, '_>,
    parts: &Parts<'_>,
    businesses: &[&Business],
    of_schema: &[SchemaFault],
) -> Vec<String> {
    let file = parts.file;
    let mut notes = Vec::new();
    if !file.is_active {
        return notes;
    }
    if let (Some(false), Some(how)) = (file.requires_confirmation, file.acts_by()) {
        let unless = match file.retry {
            Some(FileRetry::Safe) => ", unless it only reads",
            Some(FileRetry::Never) | None => "",
        };
        let told = format!(
            "`{}` acts without asking ({how}){unless}: its file says requires_confirmation = false",
            file.name
        );
        notes.push(part.placed(&["requires_confirmation"], &told));
    }
    let may_only_read = !file.asks() && file.retry == Some(FileRetry::Safe);
    if may_only_read && file.acts_by() == Some("POST") && file.execution_config.on_conflict.is_some() {
        let told = "`on_conflict` does nothing: with retry = \"safe\" and without a question a POST is taken to only read; leave it out, or \
                    write retry = \"never\" where it acts";
        notes.push(part.placed(&["execution_config", "on_conflict"], told));
    }
    notes.extend(of_schema.iter().map(|note| part.placed_in_schema(note)));
    notes.extend(told_in_another_language(part, file, businesses));
    notes.extend(objects_in_words(part, parts));
    if let Run::Service(recipe) = parts.run {
        notes.extend(keys_in_clear(part, file));
        notes.extend(secrets_in_clear(part, recipe));
    }
    notes
}

/// Objects that people are told whole: with the names of their fields, which are for programs.
fn objects_in_words(part: &Part<'_, '_, '_>, parts: &Parts<'_>) -> Vec<String> {
    let text = parts.file.response_transform.as_deref().unwrap_or_default();
    let given = parts.transform.map(|transform| object_names(transform, text)).unwrap_or_default();
    let is_object = |name: &str| {
        let parameter = parts.file.parameters_schema.pointer(&format!("/properties/{name}"));
        given.contains(name) || parameter.is_some_and(holds_objects)
    };
    let mut notes = Vec::new();
    for (key, texts) in parts.told {
        for (language, template) in texts {
            let mut named: Vec<&str> = template
                .names()
                .filter_map(|name| match name {
                    Name::Parameter(name) => Some(name.as_str()).filter(|name| is_object(name)),
                    Name::Secret(_) | Name::Context(_) => None,
                })
                .collect();
            named.sort_unstable();
            named.dedup();
            notes.extend(named.into_iter().map(|name| {
                let told = format!(
                    "`{{{{{name}}}}}` is an object, and is said with the names of its fields (\"points: 30, tier: gold\"): name its \
                     fields instead, each as a value of its own"
                );
                part.placed(&[key, language.code()], &told)
            }));
        }
    }
    notes
}

/// Whether a parameter is an object, or a list of them.
fn holds_objects(schema: &Value) -> bool {
    let is_object = |schema: &Value| schema.get("type").is_some_and(|kind| kind == "object");
    is_object(schema) || schema.get("items").is_some_and(is_object)
}

/// Keys that stand in the file as they are, where whoever reads the file reads them.
fn keys_in_clear(part: &Part<'_, '_, '_>, file: &ToolFile) -> Vec<String> {
    let config = &file.execution_config;
    let mut notes = Vec::new();
    for (name, value) in &config.headers {
        if is_key(name, value) {
            let scheme = value.trim().split_once(' ').map_or("", |(scheme, _)| scheme);
            let space = if scheme.is_empty() { "" } else { " " };
            let told = format!(
                "`{name}` holds a key in clear: name a secret in its place, as in \"{scheme}{space}{{{{SERVICE_KEY}}}}\", and set the \
                 variable TURNO_SECRET_SERVICE_KEY"
            );
            notes.push(part.placed(&["execution_config", "headers", name], &told));
        }
    }
    let urls = [("url", &config.url), ("webhook_url", &config.webhook_url)];
    for (key, url) in urls {
        let query = url.as_deref().and_then(|url| url.split_once('?'));
        let pairs = query.into_iter().flat_map(|(_, query)| query.split('&'));
        for (name, value) in pairs.filter_map(|pair| pair.split_once('=')) {
            if is_key(name, value) {
                let told = format!(
                    "`{name}` holds a key in clear: name a secret in its place, as in {name}={{{{SERVICE_KEY}}}}, and set the variable \
                     TURNO_SECRET_SERVICE_KEY"
                );
                notes.push(part.placed(&["execution_config", key], &told));
            }
        }
    }
    notes
}

/// Whether a value without holes is what only some may know, by what it is called and what it begins with.
fn is_key(name: &str, value: &str) -> bool {
    const NAMES: [&str; 9] =
        ["authorization", "auth", "apikey", "key", "token", "secret", "password", "pwd", "appid"];
    const SCHEMES: [&str; 3] = ["bearer ", "basic ", "token "];
    const PREFIXES: [&str; 7] = ["sk-", "sk_", "pk_", "ghp_", "xoxb-", "whsec_", "eyj"];
    let name = name.to_ascii_lowercase();
    let value = value.trim().to_ascii_lowercase();
    if value.contains("{{") || value.is_empty() || name == "idempotency-key" {
        return false;
    }
    let is_named = name.split(['-', '_', '.']).any(|word| NAMES.contains(&word));
    let begins = |with: &[&str]| with.iter().any(|with| value.starts_with(with));
    is_named || begins(&SCHEMES) || begins(&PREFIXES)
}

/// Secrets that anybody on the way can read.
fn secrets_in_clear(part: &Part<'_, '_, '_>, recipe: &Recipe) -> Option<String> {
    let url = Url::parse(recipe.url.origin()).ok()?;
    let is_own_machine = match url.host()? {
        Host::Domain(name) => name == "localhost" || name.ends_with(".localhost"),
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    };
    let names: Vec<String> = recipe.sent_secrets().into_iter().map(|name| format!("`{name}`")).collect();
    if url.scheme() != "http" || is_own_machine || names.is_empty() {
        return None;
    }
    let key = if recipe.signed_by.is_some() { "webhook_url" } else { "url" };
    let told = format!(
        "{} goes over http://, where anybody on the way can read it: write https://",
        names.join(", ")
    );
    Some(part.placed(&["execution_config", key], &told))
}

/// What a tool says of its success is said in another language where there are no words in the caller's.
fn told_in_another_language(
    part: &Part<'_, '_, '_>,
    file: &ToolFile,
    businesses: &[&Business],
) -> Option<String> {
    let words = &file.result_message;
    let has = words.each().next()?.0.code();
    let mut missing = businesses.iter().flat_map(|business| {
        let spoken = business.languages().filter(|language| !words.has(*language));
        spoken.map(|language| (&business.id, language.code()))
    });
    let (id, missing) = missing.next()?;
    let told = format!(
        "`{id}` speaks {missing}, and is told what `{}` did in {has}: write result_message.{missing}",
        file.name
    );
    Some(part.placed(&["result_message"], &told))
}
