//! The tools that look outside: from the configuration to what the registry is given.

use std::sync::Arc;

use turno_tools::{
    Businesses,
    outside::{OutsideTools, outside_tools},
    secret::Secrets,
};

use crate::{assemble::FaultList, config::DaemonConfig, custom_tools};

/// Those that are configured, and why the others are not there.
pub(crate) fn load(
    config: &DaemonConfig,
    businesses: &Arc<Businesses>,
    faults: &mut FaultList,
) -> OutsideTools {
    let Some(outgoing) = custom_tools::outgoing(config, faults) else {
        return OutsideTools::default();
    };
    let secrets = Secrets::new(config.secrets.folder.clone());
    outside_tools(&config.tools, &secrets, &outgoing, businesses)
}

/// Says which tools are configured and not there all the same, and what else the operator should know.
pub(crate) fn warn(tools: &OutsideTools) {
    for absent in tools.absent.iter().filter(|absent| absent.is_fault) {
        tracing::warn!(tool = absent.name, "it is not there: {}", absent.why);
    }
    for (tool, warning) in &tools.warnings {
        tracing::warn!(tool, "{warning}");
    }
}
