//! `turno graph`: a drawing of a graph file.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use turno_business::{Business, Businesses};
use turno_command::{ConfigOption, Failure, FaultList, println_line};
use turno_core::catalog;

use crate::{assemble::load_tenant, config::DaemonConfig, tool_set::ToolSet};

/// `turno graph`
#[derive(Debug, Args)]
pub(crate) struct GraphOptions {
    /// The graph file.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// Graphviz instead of Mermaid.
    #[arg(long)]
    pub(crate) dot: bool,
}

/// Runs the command.
pub(crate) fn run(options: &GraphOptions) -> Result<ExitCode, Failure> {
    let config = DaemonConfig::load(&options.config.config)?;
    let mut faults = FaultList::default();
    let businesses: Vec<Business> =
        config.tenants.iter().filter_map(|tenant| load_tenant(&tenant.file, &mut faults)).collect();
    let source = faults.read(&options.file);
    faults.into_result()?;
    let uses = config.tenants.iter().position(|tenant| {
        matches!((tenant.graph.canonicalize(), options.file.canonicalize()), (Ok(a), Ok(b)) if a == b)
    });
    let Some(business) = uses.and_then(|index| businesses.get(index)).or_else(|| businesses.first()) else {
        return Err(Failure::Told("the configuration names no business: add a [[tenants]] to it".to_owned()));
    };
    let served = std::sync::Arc::new(Businesses::new(businesses.iter().cloned()));
    let tools = ToolSet::load(&config, &served, &mut FaultList::default());
    let registry = tools.registry().map_err(|error| Failure::Told(error.to_string()))?;
    let specs = registry.specs_for(&business.id);
    let name = options.file.display().to_string();
    let graph =
        turno_graph::compile(&name, &source.unwrap_or_default(), &catalog(&business.settings(), &specs))
            .map_err(|faults| Failure::Faults { count: faults.len(), report: faults.to_string() })?;
    let drawing = if options.dot { graph.to_dot() } else { graph.to_mermaid() };
    println_line(drawing.trim_end());
    Ok(ExitCode::SUCCESS)
}
