//! Names in a custom tool's templates, against its parameters and its secrets.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use turno_language::Language;

use super::check::Part;
use super::execution::Run;
use super::file::ToolFile;
use super::place::BodyTemplate;
use super::template::{Name, Template};

/// Names in templates that are not there, and parameters that go nowhere.
pub(super) fn check_names(
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
                part.fault(
                    path,
                    format!("`{{{{{name}}}}}` is no parameter of the tool"),
                    Some(hint),
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
                    Some(format!("add \"{name}\" to `secrets`, or leave `secrets` out")),
                );
            }
            Name::Secret(_) | Name::Context(_) => {}
        }
    }
    check_used(part, file, run, &used);
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
                Some(format!(
                    "put {{{{{name}}}}} into the URL or the body, or leave it out"
                )),
            );
        }
    }
}

/// The names of a tool's parameters.
pub(super) fn properties(file: &ToolFile) -> BTreeSet<&str> {
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
