//! From a custom tool's file to the tool: every fault at its place, with the cure.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;
use turno_core::ToolSpec;
use turno_language::Language;
use turno_runtime::port::Tool;

use super::CustomTool;
use super::build::{kind_of, replaced, spec_of};
use super::concerns;
use super::execution::{Run, read_execution};
use super::file::{ExecutionType, Texts, ToolFile};
use super::schema;
use super::service::Means;
use super::template::{Name, Place, Template};
use super::transform::Transform;
use crate::config::{Plan, Reader, Step, did_you_mean};
use crate::{Business, Businesses};

/// What custom tools may name.
pub(super) struct Given<'a> {
    pub(super) businesses: &'a Businesses,
    pub(super) tools: BTreeMap<&'a str, &'a Arc<dyn Tool>>,
    pub(super) outside: BTreeMap<&'a str, &'a ToolSpec>,
    pub(super) means: Means,
}

/// A tool's part of a file, where its faults go.
pub(super) struct Part<'r, 'a, 's> {
    pub(super) reader: &'r mut Reader<'a>,
    /// Where the tool stands in the file.
    pub(super) at: Vec<Step<'s>>,
    /// How many faults it has so far.
    pub(super) count: usize,
}

impl Part<'_, '_, '_> {
    /// Notes a fault at a key of the tool.
    pub(super) fn fault(&mut self, path: &[&str], message: impl Into<String>, hint: Option<String>) {
        let steps: Vec<Step<'_>> = self
            .at
            .iter()
            .copied()
            .chain(path.iter().map(|key| Step::Key(key)))
            .collect();
        self.reader.fault_hint(&steps, message, hint);
        self.count += 1;
    }

    /// A message with the place of a key of the tool, for what is no fault.
    pub(super) fn placed(&self, path: &[&str], message: &str) -> String {
        let keys = path.iter().map(|key| Step::Key(key));
        let steps: Vec<Step<'_>> = self.at.iter().copied().chain(keys).collect();
        self.reader.placed(&steps, message)
    }

    /// What a reading gives, or a fault at a key.
    pub(super) fn or_fault<T>(&mut self, path: &[&str], result: Result<T, String>) -> Option<T> {
        result.map_err(|message| self.fault(path, message, None)).ok()
    }
}

/// Checks a tool; none where it has a fault.
pub(super) fn check(part: &mut Part<'_, '_, '_>, file: ToolFile, given: &Given<'_>) -> Option<CustomTool> {
    check_words(part, &file);
    let tenants = check_tenants(part, &file, given);
    for (property, message) in schema::faults(&file.parameters_schema) {
        match property {
            Some(name) => part.fault(&["parameters_schema", "properties", &name], message, None),
            None => part.fault(&["parameters_schema"], message, None),
        }
    }
    let transform = file.response_transform.as_deref().map(Transform::read);
    let transform = transform.and_then(|read| part.or_fault(&["response_transform"], read));
    let run = read_execution(part, &file, given);
    let confirmation = texts(part, "confirmation_message", &file.confirmation_message);
    let result_message = texts(part, "result_message", &file.result_message);
    check_confirmation(part, &file, &confirmation);
    let businesses = tenants
        .iter()
        .filter_map(|id| given.businesses.get(id).map(Arc::as_ref));
    let businesses: Vec<&Business> = businesses.collect();
    check_languages(part, &file, &businesses);
    let run = run?;
    let spec = spec_of(&file, &run, given);
    check_names(part, &file, &run, &confirmation);
    check_replaced(part, &file, &spec, given);
    if part.count > 0 {
        return None;
    }
    let notes = concerns::notes(part, &file, &businesses);
    let (kind, service) = kind_of(spec, run, transform, result_message, &file, given);
    let replaces =
        given.tools.contains_key(file.name.as_str()) || given.outside.contains_key(file.name.as_str());
    Some(CustomTool {
        name: file.name,
        tenants,
        is_active: file.is_active,
        replaces,
        kind,
        confirmation,
        service,
        notes,
    })
}

fn check_words(part: &mut Part<'_, '_, '_>, file: &ToolFile) {
    let name = &file.name;
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.len() <= 64
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    if !is_name {
        let message = format!(
            "`{name}` is no name of a tool: small letters, digits and `_`, a letter first, at most 64"
        );
        part.fault(&["name"], message, None);
    }
    if file.description.trim().is_empty() {
        part.fault(
            &["description"],
            "a model chooses the tool by its description: say what it does",
            None,
        );
    }
    let (longest, what) = match file.execution_type {
        ExecutionType::Webhook => (10_000, "a webhook"),
        ExecutionType::ApiCall | ExecutionType::InternalFunction => (30_000, "a tool"),
    };
    if let Some(timeout) = file
        .timeout_ms
        .filter(|timeout| !(100..=longest).contains(timeout))
    {
        let message = format!("{what} has 100 to {longest} ms, not {timeout}");
        part.fault(&["timeout_ms"], message, None);
    }
    if file.rate_limit_per_minute == Some(0) {
        part.fault(
            &["rate_limit_per_minute"],
            "0 would never let it be called: use is_active = false for that",
            None,
        );
    }
}

/// The tenants that have it, by id.
fn check_tenants(part: &mut Part<'_, '_, '_>, file: &ToolFile, given: &Given<'_>) -> Vec<String> {
    let pays = |business: &Business| business.plan == Plan::Enterprise;
    if file.tenants.is_empty() {
        part.fault(&["tenants"], "a tool is some tenant's: name it by its id", None);
    }
    if file.tenants == ["*"] {
        return given
            .businesses
            .iter()
            .filter(|it| pays(it))
            .map(|it| it.id.clone())
            .collect();
    }
    for id in &file.tenants {
        match given.businesses.get(id) {
            None => {
                let hint = did_you_mean(id, given.businesses.iter().map(|it| it.id.as_str()));
                part.fault(&["tenants"], format!("there is no tenant `{id}`"), hint);
            }
            Some(business) if file.is_active && !pays(business) => part.fault(
                &["tenants"],
                format!("tools of its own need the plan `enterprise`, and `{id}` is not on it"),
                Some(
                    "write plan = \"enterprise\" into the tenant's file, or is_active = false here"
                        .to_owned(),
                ),
            ),
            Some(_) => {}
        }
    }
    file.tenants.clone()
}

fn texts(part: &mut Part<'_, '_, '_>, key: &str, texts: &Texts) -> BTreeMap<Language, Template> {
    let mut read = BTreeMap::new();
    for (language, text) in texts.each() {
        let template = part.or_fault(&[key, language.code()], Template::read(text, Place::Words));
        let Some(template) = template else { continue };
        if template.names().any(|name| matches!(name, Name::Secret(_))) {
            part.fault(&[key, language.code()], "a secret is not told to anybody", None);
        }
        read.insert(language, template);
    }
    read
}

fn check_confirmation(part: &mut Part<'_, '_, '_>, file: &ToolFile, messages: &BTreeMap<Language, Template>) {
    if let (None, Some(how)) = (file.requires_confirmation, file.acts_by()) {
        part.fault(
            &["execution_type"],
            format!("`{}` may change something ({how}), and its file does not say whether it asks first", file.name),
            Some(
                "write requires_confirmation = true and a confirmation_message; or requires_confirmation = false, where it only \
                 reads or may act without the user's yes"
                    .to_owned(),
            ),
        );
    }
    if file.asks() && file.confirmation_message.each().next().is_none() {
        part.fault(
            &["requires_confirmation"],
            "the question is missing: `confirmation_message`",
            Some("write confirmation_message.es = \"¿Confirmo …, {{name}}?\"".to_owned()),
        );
    }
    if !file.asks() && !messages.is_empty() {
        part.fault(
            &["confirmation_message"],
            "nothing asks this question",
            Some("write requires_confirmation = true, or leave it out".to_owned()),
        );
    }
    let has_parameters = !properties(file).is_empty();
    for (language, message) in messages {
        if has_parameters && !message.names().any(|name| matches!(name, Name::Parameter(_))) {
            part.fault(
                &["confirmation_message", language.code()],
                "the question does not say what will be done",
                Some("name what the call is about, with its {{parameters}}".to_owned()),
            );
        }
    }
}

/// A yes is one to a question that was understood: it stands in each language that a business with the tool speaks.
fn check_languages(part: &mut Part<'_, '_, '_>, file: &ToolFile, businesses: &[&Business]) {
    let question = &file.confirmation_message;
    if !(file.is_active && file.asks()) || question.each().next().is_none() {
        return;
    }
    for language in [Language::Es, Language::En] {
        let (code, speaks) = match language {
            Language::Es => ("es", "Spanish"),
            Language::En => ("en", "English"),
        };
        let mut speakers = businesses
            .iter()
            .filter(|business| business.languages().any(|it| it == language));
        if let (false, Some(business)) = (question.has(language), speakers.next()) {
            part.fault(
                &["confirmation_message"],
                format!("`{}` speaks {speaks}, and the question is not there in it", business.id),
                Some(format!(
                    "write confirmation_message.{code} = \"…\", or take \"{code}\" out of the business's `languages`"
                )),
            );
        }
    }
}

/// Names in templates that are not there, and parameters that go nowhere.
fn check_names(
    part: &mut Part<'_, '_, '_>,
    file: &ToolFile,
    run: &Run,
    confirmation: &BTreeMap<Language, Template>,
) {
    let known = properties(file);
    let declared: Option<BTreeSet<&str>> = file
        .secrets
        .as_ref()
        .map(|names| names.iter().map(String::as_str).collect());
    let mut used: BTreeSet<&str> = BTreeSet::new();
    let mut placed: Vec<(Vec<&str>, &Template)> = match run {
        Run::Service(recipe) => recipe.templates().collect(),
        Run::Function(_) => Vec::new(),
    };
    for (path, _) in &mut placed {
        path.insert(0, "execution_config");
    }
    placed.extend(
        confirmation
            .iter()
            .map(|(language, it)| (vec!["confirmation_message", language.code()], it)),
    );
    for (path, name) in placed
        .iter()
        .flat_map(|(path, it)| it.names().map(move |name| (path, name)))
    {
        match name {
            Name::Parameter(name) if known.contains(name.as_str()) => drop(used.insert(name)),
            Name::Parameter(name) => {
                let hint = did_you_mean(name, known.iter().copied()).or_else(|| {
                    let all: Vec<&str> = known.iter().copied().collect();
                    (!all.is_empty()).then(|| {
                        format!(
                            "parameters are {}; a secret is in capital letters",
                            all.join(", ")
                        )
                    })
                });
                part.fault(
                    path,
                    format!("`{{{{{name}}}}}` is no parameter of the tool"),
                    hint,
                );
            }
            Name::Secret(name)
                if declared
                    .as_ref()
                    .is_some_and(|names| !names.contains(name.as_str())) =>
            {
                part.fault(
                    &["secrets"],
                    format!("the secret `{name}` is used and not listed"),
                    None,
                );
            }
            Name::Secret(_) | Name::Context(_) => {}
        }
    }
    let Run::Service(recipe) = run else { return };
    let sends_all = matches!(recipe.body, Some(super::place::BodyTemplate::Parameters));
    let transform = file.response_transform.as_deref().unwrap_or_default();
    for name in known {
        if !sends_all && !used.contains(name) && !transform.contains(name) {
            part.fault(
                &["parameters_schema", "properties", name],
                format!("`{name}` goes nowhere"),
                Some(format!(
                    "put {{{{{name}}}}} into the URL or the body, or leave it out"
                )),
            );
        }
    }
}

fn check_replaced(part: &mut Part<'_, '_, '_>, file: &ToolFile, spec: &ToolSpec, given: &Given<'_>) {
    let Some(built_in) = replaced(&file.name, given) else {
        return;
    };
    if let Err(why) = schema::accepts(&spec.parameters, &built_in.parameters, "it") {
        part.fault(
            &["parameters_schema"],
            format!("it cannot take the place of the built-in `{}`: {why}", file.name),
            Some("take all that the built-in tool takes, or give the tool another name".to_owned()),
        );
    }
    if built_in.requires_confirmation && !spec.requires_confirmation {
        part.fault(
            &["name"],
            format!(
                "the built-in `{}` asks before it acts, so this one must, too",
                file.name
            ),
            Some("write requires_confirmation = true and a confirmation_message".to_owned()),
        );
    }
}

fn properties(file: &ToolFile) -> BTreeSet<&str> {
    let properties = file
        .parameters_schema
        .get("properties")
        .and_then(Value::as_object);
    properties
        .into_iter()
        .flat_map(|names| names.keys())
        .map(String::as_str)
        .collect()
}
