//! What tools and sinks go outside with: one way out, and one place where secrets come from.

use turno_command::FaultList;
use turno_web::{outgoing::Outgoing, secret::Secrets};

use crate::config::DaemonConfig;

/// Made once for a configuration. Clones share what they know: a secret that one tool fetched is masked in what another shows.
#[derive(Clone)]
pub(crate) struct Means {
    pub(crate) outgoing: Outgoing,
    pub(crate) secrets: Secrets,
}

impl Means {
    /// Those of a configuration; none where its way out is wrong, which is told.
    pub(crate) fn of(config: &DaemonConfig, faults: &mut FaultList) -> Option<Self> {
        let outgoing = Outgoing::new(config.outgoing.clone()).map_err(|error| faults.add(&error, 1));
        Some(Self { outgoing: outgoing.ok()?, secrets: Secrets::new(config.secrets.folder.clone()) })
    }
}
