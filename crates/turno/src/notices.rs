//! The team's notices in the daemon: from the configuration to the service that delivers them.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use turno_command::FaultList;
use turno_runtime::{
    ConversationsHandle, Notices, Sink,
    port::{Clock, Store, SystemClock},
};
use turno_web::sinks::sinks;

use crate::{config::DaemonConfig, means::Means};

/// The sinks of the configuration; none where there is no way out.
pub(crate) fn load(
    config: &DaemonConfig,
    means: Option<&Means>,
    faults: &mut FaultList,
) -> Vec<Arc<dyn Sink>> {
    let Some(means) = means else { return Vec::new() };
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    sinks(&config.sinks, &means.secrets, &means.outgoing, &clock).unwrap_or_else(|found| {
        for fault in found {
            faults.add(&fault, 1);
        }
        Vec::new()
    })
}

/// Delivers until `cancel`.
pub(crate) fn start(
    sinks: Vec<Arc<dyn Sink>>,
    store: Arc<dyn Store>,
    conversations: &ConversationsHandle,
    cancel: &CancellationToken,
) {
    let notices = Notices::new(store, Arc::new(SystemClock), sinks, conversations.news());
    tokio::spawn(notices.run(cancel.clone()));
}
