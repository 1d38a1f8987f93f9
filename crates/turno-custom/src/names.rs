//! Names in a custom tool's templates, against its parameters and its secrets.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use turno_business::did_you_mean;
use turno_language::Language;

use super::check::Part;
use super::execution::Run;
use super::file::ToolFile;
use super::given::given_names;
use super::place::BodyTemplate;
use super::service::Recipe;
use super::template::{Name, Template};
use super::transform::Transform;

/// Names in templates that are not there, and parameters that go nowhere.
pub(super) fn check_names(
    part: &mut Part<'_, '_, '_>,
    file: &ToolFile,
    run: &Run,
    confirmation: &BTreeMap<Language, Template>,
) {
    let known = properties(file);
    let declared: Option<BTreeSet<&str>> =
        file.secrets.as_ref().map(|names| names.iter().map(String::as_str).collect());
    let mut used: BTreeSet<&str> = BTreeSet::new();
    let mut placed: Vec<(Vec<&str>, &Template)> = match run {
        Run::Service(recipe) => recipe.templates().collect(),
        Run::Function(_) => Vec::new(),
    };
    for (path, _) in &mut placed {
        path.insert(0, "execution_config");
    }
    placed.extend(
        confirmation.iter().map(|(language, it)| (vec!["confirmation_message", language.code()], it)),
    );
    for (path, name) in placed.iter().flat_map(|(path, it)| it.names().map(move |name| (path, name))) {
        match name {
            Name::Parameter(name) if known.contains(name.as_str()) => drop(used.insert(name)),
            Name::Parameter(name) => {
                let all: Vec<&str> = known.iter().copied().collect();
                // The one that is meant goes somewhere, once the slip is mended.
                let meant = turno_core::nearest(name, known.iter().copied());
                used.extend(known.iter().filter(|it| Some(**it) == meant.as_deref()));
                let hint = meant.map(|meant| format!("did you mean `{meant}`?")).unwrap_or_else(|| {
                    if all.is_empty() {
                        format!(
                            "add it under [parameters_schema]: properties.{name} = {{ type = \"string\" }}"
                        )
                    } else {
                        let all = all.join(", ");
                        format!("parameters are {all}; a secret is in capital letters")
                    }
                });
                part.fault(path, format!("`{{{{{name}}}}}` is no parameter of the tool"), Some(hint));
            }
            Name::Secret(name) if declared.as_ref().is_some_and(|names| !names.contains(name.as_str())) => {
                part.fault(
                    &["secrets"],
                    format!("the secret `{name}` is used and not listed"),
                    Some(format!("add \"{name}\" to `secrets`, or leave `secrets` out")),
                );
            }
            Name::Secret(_) | Name::Context(_) => {}
        }
    }
    if let Run::Service(recipe) = run {
        check_path(part, file, recipe);
    }
    check_used(part, file, run, &used);
}

/// What stands in a path is always given: a URL without it is another one.
fn check_path(part: &mut Part<'_, '_, '_>, file: &ToolFile, recipe: &Recipe) {
    let required = file.parameters_schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|it| it == name));
    let url = if recipe.signed_by.is_some() { "webhook_url" } else { "url" };
    let named: BTreeSet<&Name> = recipe.url.path_names().collect();
    for name in named {
        let Name::Parameter(name) = name else { continue };
        let Some(schema) = file.parameters_schema.pointer(&pointer(name)) else {
            continue;
        };
        let default = schema.get("default").filter(|default| !default.is_null());
        let may_be_null = schema.get("type").and_then(Value::as_array);
        let (message, cure) = if may_be_null.is_some_and(|kinds| kinds.iter().any(|kind| kind == "null")) {
            (
                format!("`{name}` may be null, and stands in the path of the URL"),
                format!("take \"null\" out of its `type`, or send it in the query: ?{name}={{{{{name}}}}}"),
            )
        } else if default.is_none() && !is_required(name) {
            (
                format!("`{name}` may be left out, and stands in the path of the URL"),
                format!(
                    "add \"{name}\" to `required`, give it a `default`, or send it in the query: ?{name}={{{{{name}}}}}"
                ),
            )
        } else {
            continue;
        };
        part.fault(&["execution_config", url], message, Some(cure));
    }
}

fn pointer(name: &str) -> String {
    format!("/properties/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// Names in what is told of a success that neither the call nor its answer can have.
pub(super) fn check_told(
    part: &mut Part<'_, '_, '_>,
    file: &ToolFile,
    transform: Option<&Transform>,
    told: &BTreeMap<Language, Template>,
) {
    let schema = &file.parameters_schema;
    let more = ["additionalProperties", "unevaluatedProperties"].map(|key| schema.get(key));
    let takes_others = more.into_iter().flatten().any(|more| *more != Value::Bool(false))
        || schema.get("patternProperties").is_some();
    let text = file.response_transform.as_deref().unwrap_or_default();
    let Some(given) = transform.and_then(|transform| given_names(transform, text)) else {
        return;
    };
    if takes_others {
        return;
    }
    let known: BTreeSet<&str> =
        given.iter().map(String::as_str).chain(properties(file)).chain(["success"]).collect();
    for (language, words) in told {
        for name in words.names() {
            let Name::Parameter(name) = name else { continue };
            if known.contains(name.as_str()) {
                continue;
            }
            let named = known.iter().copied().filter(|known| *known != "success");
            let named: Vec<&str> = named.collect();
            let cure = did_you_mean(name, named.iter().copied()).unwrap_or_else(|| {
                format!("name one of {}, or give `{name}` in response_transform", named.join(", "))
            });
            part.fault(
                &["result_message", language.code()],
                format!("`{{{{{name}}}}}` is neither a parameter nor what response_transform gives"),
                Some(cure),
            );
        }
    }
}

/// Parameters that go nowhere.
fn check_used(part: &mut Part<'_, '_, '_>, file: &ToolFile, run: &Run, used: &BTreeSet<&str>) {
    let Run::Service(recipe) = run else { return };
    let sends_all = matches!(recipe.body, Some(BodyTemplate::Parameters));
    let transform = file.response_transform.as_deref().unwrap_or_default();
    for name in properties(file) {
        if !sends_all && !used.contains(name) && !transform.contains(name) {
            part.fault(
                &["parameters_schema", "properties", name],
                format!("`{name}` goes nowhere"),
                Some(format!("put {{{{{name}}}}} into the URL or the body, or leave it out")),
            );
        }
    }
}

/// The names of a tool's parameters.
pub(super) fn properties(file: &ToolFile) -> BTreeSet<&str> {
    let properties = file.parameters_schema.get("properties").and_then(Value::as_object);
    properties.into_iter().flat_map(|names| names.keys()).map(String::as_str).collect()
}
