//! From a custom tool's file to the tool: every fault at its place, with the cure.

use std::collections::BTreeMap;
use std::sync::Arc;

use turno_business::{Business, Businesses, Reader, Step};
use turno_core::ToolSpec;
use turno_language::Language;
use turno_runtime::port::Tool;

use super::CustomTool;
use super::build::{kind_of, replaced, spec_of};
use super::concerns::{self, Parts};
use super::execution::read_execution;
use super::file::{ExecutionType, Texts, ToolFile};
use super::keywords::{self, At, Findings, SchemaFault};
use super::names::{check_names, check_told, properties};
use super::owners::{check_tenants, check_types};
use super::schema;
use super::service::Means;
use super::template::{Name, Place, Template};
use super::transform::Transform;

/// What custom tools may name.
pub(super) struct Given<'a> {
    pub(super) businesses: &'a Businesses,
    pub(super) unread: &'a [String],
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
        let steps: Vec<Step<'_>> =
            self.at.iter().copied().chain(path.iter().map(|key| Step::Key(key))).collect();
        self.reader.fault_hint(&steps, message, hint);
        self.count += 1;
    }

    /// Notes what is wrong with the schema of its parameters.
    pub(super) fn fault_in_schema(&mut self, fault: &SchemaFault) {
        let steps = steps_of(&self.at, fault);
        if fault.is_key {
            self.reader.fault_at_key(&steps, &fault.message, &fault.cure);
        } else {
            self.reader.fault(&steps, &fault.message, &fault.cure);
        }
        self.count += 1;
    }

    /// What the schema of its parameters has and that does nothing, with its place.
    pub(super) fn placed_in_schema(&self, note: &SchemaFault) -> String {
        let message = format!("{}; {}", note.message, note.cure);
        self.reader.placed(&steps_of(&self.at, note), &message)
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

fn steps_of<'s>(at: &[Step<'s>], fault: &'s SchemaFault) -> Vec<Step<'s>> {
    let inside = fault.path.iter().map(|step| match step {
        At::Key(key) => Step::Key(key),
        At::Index(index) => Step::Index(*index),
    });
    at.iter().copied().chain([Step::Key("parameters_schema")]).chain(inside).collect()
}

/// Checks a tool; none where it has a fault.
pub(super) fn check(part: &mut Part<'_, '_, '_>, file: ToolFile, given: &Given<'_>) -> Option<CustomTool> {
    check_words(part, &file);
    let tenants = check_tenants(part, &file, given);
    check_types(part, &file);
    let Findings { faults: in_schema, notes: of_schema } = keywords::findings(&file.parameters_schema);
    for fault in &in_schema {
        part.fault_in_schema(fault);
    }
    let transform = file.response_transform.as_deref().map(Transform::read);
    let transform = transform.and_then(|read| part.or_fault(&["response_transform"], read));
    let run = read_execution(part, &file, given);
    let confirmation = texts(part, "confirmation_message", &file.confirmation_message);
    let result_message = texts(part, "result_message", &file.result_message);
    check_confirmation(part, &file, &confirmation);
    let businesses = tenants.iter().filter_map(|id| given.businesses.get(id).map(Arc::as_ref));
    let businesses: Vec<&Business> = businesses.collect();
    check_languages(part, &file, &businesses);
    let run = run?;
    let spec = spec_of(&file, &run, given);
    if !in_schema.iter().any(SchemaFault::hides_parameters) {
        check_names(part, &file, &run, &confirmation);
        check_told(part, &file, transform.as_ref(), &result_message);
    }
    check_replaced(part, &file, &spec, given);
    if part.count > 0 {
        return None;
    }
    let parts = Parts {
        file: &file,
        run: &run,
        transform: transform.as_ref(),
        told: [("confirmation_message", &confirmation), ("result_message", &result_message)],
    };
    let notes = concerns::notes(part, &parts, &businesses, &of_schema);
    let (kind, service) = kind_of(spec, run, transform, result_message, &file, given);
    let replaces =
        given.tools.contains_key(file.name.as_str()) || given.outside.contains_key(file.name.as_str());
    Some(CustomTool {
        is_for_all: file.tenants == ["*"],
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
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    if !is_name {
        let message = format!(
            "`{name}` is no name of a tool: small letters, digits and `_`, a letter first, at most 64"
        );
        part.fault(&["name"], message, None);
    }
    if file.description.trim().is_empty() {
        part.fault(
            &["description"],
            "a model chooses the tool by its description: say what it does, as in \"Consulta los puntos de un cliente\"",
            None,
        );
    }
    let (longest, what) = match file.execution_type {
        ExecutionType::Webhook => (10_000, "a webhook"),
        ExecutionType::ApiCall | ExecutionType::InternalFunction => (30_000, "a tool"),
    };
    if let Some(timeout) = file.timeout_ms.filter(|timeout| !(100..=longest).contains(timeout)) {
        let message = format!("{what} has 100 to {longest} ms, not {timeout}");
        let hint = format!("write timeout_ms = {longest}, or less");
        part.fault(&["timeout_ms"], message, Some(hint));
    }
    if file.rate_limit_per_minute == Some(0) {
        part.fault(
            &["rate_limit_per_minute"],
            "0 would never let it be called: use is_active = false for that",
            None,
        );
    }
}

fn texts(part: &mut Part<'_, '_, '_>, key: &str, texts: &Texts) -> BTreeMap<Language, Template> {
    let mut read = BTreeMap::new();
    for (language, text) in texts.each() {
        let template = part.or_fault(&[key, language.code()], Template::read(text, Place::Words(language)));
        let Some(template) = template else { continue };
        if text.trim().is_empty() {
            part.fault(
                &[key, language.code()],
                format!("`{key}` is empty: whoever asked would hear nothing"),
                Some("write what they are told, or leave it out".to_owned()),
            );
        }
        if template.names().any(|name| matches!(name, Name::Secret(_))) {
            part.fault(
                &[key, language.code()],
                "a secret is not told to anybody: take it out of the text",
                None,
            );
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
    // Where the file says nothing, that is told.
    let is_told = file.requires_confirmation.is_none() && file.acts_by().is_some();
    if !file.asks() && !messages.is_empty() && !is_told {
        part.fault(
            &["confirmation_message"],
            "nothing asks this question",
            Some("write requires_confirmation = true, or leave it out".to_owned()),
        );
    }
    let holes = properties(file).into_iter().take(3);
    let holes: Vec<String> = holes.map(|name| format!("{{{{{name}}}}}")).collect();
    for (language, message) in messages {
        if !holes.is_empty() && !message.names().any(|name| matches!(name, Name::Parameter(_))) {
            part.fault(
                &["confirmation_message", language.code()],
                "the question does not say what will be done",
                Some(format!("name what the call is about, as with {}", holes.join(", "))),
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
    for language in Language::all() {
        let (code, speaks) = (language.code(), &language.about().name);
        let mut speakers = businesses.iter().filter(|business| business.languages().any(|it| it == language));
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
            format!("the built-in `{}` asks before it acts, so this one must, too", file.name),
            Some("write requires_confirmation = true and a confirmation_message".to_owned()),
        );
    }
}
