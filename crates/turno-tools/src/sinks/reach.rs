//! Which notices of a business somebody gets, so that nobody is said to be told who is not.

use turno_runtime::Priority;

use super::SinkOptions;

/// Which notices of a business some sink takes.
#[derive(Debug, Clone, Default)]
pub struct TeamReach {
    /// The sinks, and whose they are to be; none: whatever is told arrives.
    of: Option<(String, Vec<SinkOptions>)>,
}

impl TeamReach {
    /// What a tenant's notices reach through these sinks.
    pub fn of(sinks: &[SinkOptions], tenant: &str) -> Self {
        Self {
            of: Some((tenant.to_owned(), sinks.to_vec())),
        }
    }

    /// Whether some sink takes a notice to that team.
    pub fn takes(&self, team: &str, priority: Priority) -> bool {
        self.of
            .as_ref()
            .is_none_or(|(tenant, sinks)| sinks.iter().any(|sink| sink.takes(tenant, team, priority)))
    }
}
