//! How many files and connections the process may have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::config::SocketLimits;

/// Files that are not connections of gateways: the store's and what it keeps in reserve, what tools and models ask, the control
/// socket, and what is accepted to be closed.
const OTHERS: usize = 128;

/// Raises the soft limit to the hard one: it is low by default for programs that are older than `poll`. Gives how many files
/// there may be.
pub(crate) fn raise_limit() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let allowed = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(error) => {
            tracing::warn!(%error, "the limit of open files stays as it is");
            limit.current
        }
    };
    // None: there is no limit.
    let files = allowed.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX));
    tracing::info!(files, before = ?limit.current, "files that may be open");
    files
}

impl SocketLimits {
    /// Makes the connections, those that have not greeted and are on their way out among them, so few that they fit into so many files.
    pub(crate) fn keep_within(&mut self, files: usize) {
        let waiting_and_leaving = self.ungreeted.saturating_mul(2);
        let places = connections_within(self.connections.saturating_add(waiting_and_leaving), files);
        // Where there are few, most are for those that have greeted.
        self.ungreeted = self.ungreeted.min(places / 8).max(1);
        let left = places.saturating_sub(2 * self.ungreeted);
        self.connections = self.connections.min(left).max(1);
    }
}

/// How many connections there may be at once, where so many are wanted and there may be so many files.
fn connections_within(wanted: usize, files: usize) -> usize {
    let connections = wanted.min(files.saturating_sub(OTHERS).max(files / 2)).max(1);
    if connections < wanted {
        tracing::warn!(
            connections,
            wanted,
            files,
            "fewer connections are taken than configured, so that the store can open its files: raise the hard limit (LimitNOFILE=, ulimit -Hn)"
        );
    }
    connections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_not_greeted_takes_none_of_the_files_either() {
        let kept = |files: usize| {
            let mut limits = SocketLimits::default();
            limits.keep_within(files);
            (limits.connections, limits.ungreeted)
        };
        assert_eq!(kept(1_048_576), (1_024, 128));
        assert_eq!(kept(1_024), (672, 112));
        assert_eq!(kept(100), (38, 6));
        assert_eq!(kept(0), (1, 1));
    }

    #[test]
    fn connections_never_take_the_files_of_the_store() {
        assert_eq!(connections_within(1_024, 1_048_576), 1_024);
        assert_eq!(connections_within(1_024, 1_024), 896);
        assert_eq!(connections_within(1_024, 100), 50);
        assert_eq!(connections_within(0, 100), 1);
    }
}
