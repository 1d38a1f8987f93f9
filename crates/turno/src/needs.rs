//! Tools of the daemon's file that are configured and not there: a fault to `turno check`. A daemon starts without them, and says so.

use std::path::Path;

use toml::de::DeTable;
use turno_command::FaultList;
use turno_core::show_fault;

use crate::tool_set::ToolSet;

/// Tells each, at its table.
pub(crate) fn check(file: &Path, tools: &ToolSet, faults: &mut FaultList) {
    let configured = tools.outside.absent.iter().filter(|absent| absent.is_fault);
    for absent in configured {
        faults.add(&at_its_table(file, absent.name, &absent.why), 1);
    }
}

/// What is wrong with a tool, at its table; where it has none, with the file's name alone. Its cure is behind a colon.
fn at_its_table(file: &Path, tool: &str, why: &str) -> String {
    let (what, cure) = why.split_once(": ").unwrap_or((why, "`turno tools list` tells more"));
    let file_name = file.display().to_string();
    let source = std::fs::read_to_string(file).unwrap_or_default();
    let place = DeTable::parse(&source).ok().and_then(|root| {
        let table = root.get_ref().get("tools")?.get_ref().get(tool)?.span();
        Some(table)
    });
    match place {
        Some(place) => {
            let message = format!("[tools.{tool}] is here and the tool is not: {what}");
            show_fault(&file_name, &source, &place, &message, cure)
        }
        None => format!("{file_name}: `{tool}` is not there: {what}: {cure}"),
    }
}
