//! The businesses' own tools: from the folder that the configuration names to what the registry is given.

use std::{path::Path, sync::Arc};

use turno_business::Businesses;
use turno_command::{FaultList, files_with_extension};
use turno_custom::{CustomKind, CustomTool, CustomToolsOptions, load_custom_tools};
use turno_runtime::{Handler, Offer, port::SystemClock};

use crate::{config::DaemonConfig, tool_set::ToolSet};

/// Loads all of them; none where the configuration names no folder. Where files have faults there are none, and the names
/// that stand in them.
pub(crate) fn load(
    config: &DaemonConfig,
    businesses: &Arc<Businesses>,
    tools: &ToolSet,
    faults: &mut FaultList,
) -> (Vec<CustomTool>, Vec<String>) {
    let Some(folder) = &config.custom_tools else {
        return (Vec::new(), Vec::new());
    };
    let paths = match files_with_extension(std::slice::from_ref(folder), "toml") {
        Ok(paths) => paths,
        Err(failure) => {
            faults.add(&failure, 1);
            return (Vec::new(), Vec::new());
        }
    };
    let before = faults.count();
    let mut unread = Vec::new();
    let mut sources = Vec::new();
    for path in &paths {
        match faults.read(path) {
            Some(source) => sources.push((path.display().to_string(), source)),
            // Also a file in another code has its tools' names.
            None => unread.extend(names_in(&lossy_text(path))),
        }
    }
    let loaded = load_sources(config, &sources, (businesses, tools), faults);
    if faults.count() > before {
        unread.extend(sources.iter().flat_map(|(_, source)| names_in(source)));
    }
    (loaded, unread)
}

/// The ids of the businesses whose files have faults: the one that stands in the file, also where its syntax is wrong, else its
/// file's name.
fn unread_businesses(config: &DaemonConfig, businesses: &Businesses) -> Vec<String> {
    let ids = config.tenants.iter().filter_map(|tenant| {
        let source = lossy_text(&tenant.file);
        let top = source.lines().take_while(|line| !line.trim_start().starts_with('['));
        let written = top.filter_map(|line| text_of_key(line, "id")).next();
        let stem = || tenant.file.file_stem()?.to_str().map(str::to_owned);
        written.map(str::to_owned).or_else(stem)
    });
    ids.filter(|id| businesses.get(id).is_none()).collect()
}

/// The names of tools in a file that may have faults, also of its syntax.
fn names_in(source: &str) -> Vec<String> {
    let lines = source.lines();
    lines.filter_map(|line| text_of_key(line, "name")).map(str::to_owned).collect()
}

/// What can be read of a file.
fn lossy_text(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The text in `key = "text"`.
fn text_of_key<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let value = line.trim_start().strip_prefix(key)?.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    Some(value.get(1..)?.split_once(quote)?.0)
}

/// Loads one file by itself.
pub(crate) fn load_file(
    config: &DaemonConfig,
    path: &Path,
    source: String,
    beside: (&Arc<Businesses>, &ToolSet),
    faults: &mut FaultList,
) -> Vec<CustomTool> {
    let sources = [(path.display().to_string(), source)];
    load_sources(config, &sources, beside, faults)
}

/// A tool as the registry takes it; none where it is not active.
pub(crate) fn offer(tool: &CustomTool) -> Option<Offer> {
    let handler = match &tool.kind {
        CustomKind::Reads(tool) => Handler::Own(Arc::clone(tool)),
        CustomKind::Acts(tool) => Handler::Outside(Arc::clone(tool)),
    };
    tool.is_active.then(|| Offer { tenants: Some(tool.tenants.clone()), handler })
}

/// What is no fault of their files and the operator should know.
pub(crate) fn notes(custom: &[CustomTool]) -> impl Iterator<Item = String> {
    let written = custom.iter().flat_map(|tool| tool.notes.iter().cloned());
    written.chain(secret_faults(custom))
}

/// Which secrets active tools need and do not have, or cannot use: their calls will fail.
pub(crate) fn secret_faults(custom: &[CustomTool]) -> impl Iterator<Item = String> {
    let active = custom.iter().filter(|tool| tool.is_active);
    active.flat_map(|tool| {
        let faults = tool.secret_faults().into_iter();
        faults.map(|fault| format!("`{}` cannot be called: {fault}", tool.name))
    })
}

fn load_sources(
    config: &DaemonConfig,
    sources: &[(String, String)],
    (businesses, tools): (&Arc<Businesses>, &ToolSet),
    faults: &mut FaultList,
) -> Vec<CustomTool> {
    let Some(means) = &tools.means else {
        return Vec::new();
    };
    let unread = unread_businesses(config, businesses);
    let options = CustomToolsOptions {
        businesses,
        unread: &unread,
        tools: &tools.own,
        outside_tools: tools.acting(),
        outgoing: means.outgoing.clone(),
        secrets: means.secrets.clone(),
        clock: Arc::new(SystemClock),
    };
    match load_custom_tools(sources, options) {
        Ok(tools) => tools,
        Err(found) => {
            for of_a_file in found {
                faults.add(&of_a_file, of_a_file.0.len());
            }
            Vec::new()
        }
    }
}
