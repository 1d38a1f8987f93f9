//! The businesses' own tools: from the folder that the configuration names to what the registry is given.

use std::{path::Path, sync::Arc};

use turno_runtime::{Handler, Offer, port::SystemClock};
use turno_tools::{
    Businesses,
    custom::{CustomKind, CustomTool, CustomToolsOptions, load_custom_tools},
};

use crate::{assemble::FaultList, check::files_with_extension, config::DaemonConfig, tool_set::ToolSet};

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
    let sources = paths
        .iter()
        .filter_map(|path| Some((path.display().to_string(), faults.read(path)?)))
        .collect::<Vec<_>>();
    let before = faults.len();
    let loaded = load_sources(&sources, businesses, tools, faults);
    let unread = if faults.len() > before {
        sources.iter().flat_map(|(_, source)| names_in(source)).collect()
    } else {
        Vec::new()
    };
    (loaded, unread)
}

/// The names of tools in a file that may have faults, also of its syntax.
fn names_in(source: &str) -> Vec<String> {
    let lines = source.lines().filter_map(|line| {
        let value = line
            .trim_start()
            .strip_prefix("name")?
            .trim_start()
            .strip_prefix('=')?
            .trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        Some(value.get(1..)?.split_once(quote)?.0.to_owned())
    });
    lines.collect()
}

/// Loads one file by itself.
pub(crate) fn load_file(
    path: &Path,
    source: String,
    businesses: &Arc<Businesses>,
    tools: &ToolSet,
    faults: &mut FaultList,
) -> Vec<CustomTool> {
    let sources = [(path.display().to_string(), source)];
    load_sources(&sources, businesses, tools, faults)
}

/// A tool as the registry takes it; none where it is not active.
pub(crate) fn offer(tool: &CustomTool) -> Option<Offer> {
    let handler = match &tool.kind {
        CustomKind::Reads(tool) => Handler::Own(Arc::clone(tool)),
        CustomKind::Acts(tool) => Handler::Outside(Arc::clone(tool)),
    };
    tool.is_active.then(|| Offer {
        tenants: Some(tool.tenants.clone()),
        handler,
    })
}

/// What is no fault of their files and the operator should know.
pub(crate) fn notes(custom: &[CustomTool]) -> impl Iterator<Item = String> {
    let written = custom.iter().flat_map(|tool| tool.notes.iter().cloned());
    written.chain(missing_secrets(custom))
}

/// Which secrets active tools need and do not have: their calls will fail.
pub(crate) fn missing_secrets(custom: &[CustomTool]) -> impl Iterator<Item = String> {
    let active = custom.iter().filter(|tool| tool.is_active);
    active.flat_map(|tool| {
        let missing = tool.missing_secrets().into_iter();
        missing.map(|missing| format!("`{}` cannot be called: {missing}", tool.name))
    })
}

fn load_sources(
    sources: &[(String, String)],
    businesses: &Arc<Businesses>,
    tools: &ToolSet,
    faults: &mut FaultList,
) -> Vec<CustomTool> {
    let Some(means) = &tools.means else {
        return Vec::new();
    };
    let options = CustomToolsOptions {
        businesses,
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
