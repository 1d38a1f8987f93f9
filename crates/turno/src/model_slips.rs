//! Slips of `[models]`, each told with its line and its cure.

use std::{collections::BTreeSet, ops::Range, path::Path};

use toml::de::DeTable;
use turno_command::FaultList;
use turno_core::nearest;
use turno_core::show_fault;
use turno_web::secret::looks_like_a_key;

use crate::{config::DaemonConfig, means::Means, model_addresses, model_set::ModelsConfig};

/// What a daemon can start with, and is a fault to `turno check`: keys that are not there, prices and budgets that are nobody's,
/// and a list without a model. `businesses` are the ids of those that are served.
pub(crate) fn check(
    config: &DaemonConfig,
    means: Option<&Means>,
    businesses: &[String],
    faults: &mut FaultList,
) {
    let models = &config.models;
    model_addresses::check(models, faults);
    check_names(models, faults);
    for tenant in &config.tenants {
        check_graph(models, &tenant.graph, faults);
    }
    for (name, provider) in &models.providers {
        let Some((means, key)) = means.zip(provider.key.as_ref()) else {
            continue;
        };
        let Err(missing) = means.secrets.get(key) else {
            continue;
        };
        let missing = missing.to_string();
        let (what, cure) = missing.split_once(": ").unwrap_or((&missing, "set it"));
        let message = format!("the models of `{name}` cannot be asked: {what}");
        faults.add(&placed(models, &["providers", name, "key"], &message, cure), 1);
    }
    if models.default.is_empty() && !models.providers.is_empty() {
        let message = "`default` names no model: a graph that names none of its own asks nobody";
        let cure = "write default = [\"PROVIDER/MODEL\"] under [models]";
        faults.add(&placed(models, &["default"], message, cure), 1);
    }
    for model in models.prices.keys() {
        let provider = model.split_once('/').map(|(provider, _)| provider);
        let is_known = provider.is_some_and(|provider| models.providers.contains_key(provider));
        let like = nearest(model, models.default.iter().map(String::as_str));
        let is_default = models.default.contains(model);
        // A model that a graph names has its price too; one that is all but the name of another is a slip.
        if is_known && (is_default || like.is_none()) {
            continue;
        }
        let message = format!("no model {model:?} is asked, and this is its price");
        let cure = match like {
            Some(like) => format!("did you mean {like:?}?"),
            None => "write PROVIDER/MODEL, as `default` or a graph names it".to_owned(),
        };
        faults.add(&placed(models, &["prices", model], &message, &cure), 1);
    }
    for business in models.budgets.keys().filter(|id| !businesses.contains(id)) {
        let message = format!("there is no business {business:?}, and this is its budget");
        let cure = match nearest(business, businesses.iter().map(String::as_str)) {
            Some(like) => format!("did you mean {like:?}?"),
            None => format!("write the id of one that is served: {}", businesses.join(", ")),
        };
        faults.add(&placed(models, &["budgets", business], &message, &cure), 1);
    }
}

/// A model that is named twice is asked twice in vain.
fn check_names(models: &ModelsConfig, faults: &mut FaultList) {
    let mut seen = BTreeSet::new();
    for name in models.default.iter().filter(|name| !seen.insert(name.as_str())) {
        let message = format!("`default` names {name:?} twice");
        let cure = "leave one of them out: a model that failed is tried again by itself";
        faults.add(&placed(models, &["default"], &message, cure), 1);
    }
}

/// The models that a graph names are of providers that there are. Where there are none at all its rules answer, which is noted.
pub(crate) fn check_graph(models: &ModelsConfig, graph: &Path, faults: &mut FaultList) {
    if models.providers.is_empty() {
        return;
    }
    let source = std::fs::read_to_string(graph).unwrap_or_default();
    for (name, place) in models_in(&source) {
        let provider = name.split_once('/').map(|(provider, _)| provider);
        if provider.is_some_and(|provider| models.providers.contains_key(provider)) {
            continue;
        }
        let known: Vec<&str> = models.providers.keys().map(String::as_str).collect();
        let message = format!("no provider is configured for {name:?}");
        let cure = format!(
            "write PROVIDER/MODEL, with a provider of {}, or add [models.providers.NAME] to {}",
            known.join(", "),
            models.file.display()
        );
        let file = graph.display().to_string();
        faults.add(&show_fault(&file, &source, &place, &message, &cure), 1);
    }
}

/// The models that the nodes of a graph name, each with its place.
pub(crate) fn models_in(source: &str) -> Vec<(String, Range<usize>)> {
    let Ok(root) = DeTable::parse(source) else {
        return Vec::new();
    };
    let nodes = root.get_ref().get("nodes").and_then(|nodes| nodes.get_ref().as_table());
    let nodes = nodes.into_iter().flat_map(|nodes| nodes.values());
    let lists = nodes.filter_map(|node| node.get_ref().get("models")?.get_ref().as_array());
    lists
        .flat_map(|list| list.iter())
        .filter_map(|name| Some((name.get_ref().as_str()?.to_owned(), name.span())))
        .collect()
}

/// A fault at its line; `keys` lead to it from `[models]`. Where it has no line, at the nearest table around it.
pub(crate) fn placed(models: &ModelsConfig, keys: &[&str], message: &str, cure: &str) -> String {
    let name = models.file.display().to_string();
    let source = std::fs::read_to_string(&models.file).unwrap_or_default();
    let source = without_keys(models, source);
    match place_of(&source, keys) {
        Some(place) => show_fault(&name, &source, &place, message, cure),
        None => format!("{message}: {cure}"),
    }
}

/// What a failure's words say, at its line: the cure is behind the last semicolon, or colon.
pub(crate) fn placed_words(models: &ModelsConfig, keys: &[&str], words: &str) -> String {
    let parts = words.rsplit_once("; ").or_else(|| words.rsplit_once(": "));
    let (message, cure) = parts.unwrap_or((words, "see config/turno.toml for an example"));
    placed(models, keys, message, cure)
}

/// A key that stands where its name goes is not shown with its line. Every place stays where it is.
fn without_keys(models: &ModelsConfig, mut source: String) -> String {
    let keys = models.providers.values().filter_map(|provider| provider.key.as_deref());
    for key in keys.filter(|key| looks_like_a_key(key)) {
        source = source.replace(key, &"*".repeat(key.len()));
    }
    source
}

fn place_of(source: &str, keys: &[&str]) -> Option<Range<usize>> {
    let root = DeTable::parse(source).ok()?;
    let mut value = root.get_ref().get("models")?;
    let mut place = value.span();
    for key in keys {
        let Some(next) = value.get_ref().get(*key) else {
            break;
        };
        value = next;
        place = value.span();
    }
    Some(place)
}
