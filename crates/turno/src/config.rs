//! The daemon's configuration file.

use std::{
    net::SocketAddr,
    num::NonZeroU64,
    path::{Path, PathBuf},
};

use schemars::JsonSchema;
use serde::Deserialize;

use turno_business::{RetentionTimes, load_whole};
use turno_command::{Failure, read_text};
use turno_web::{outgoing::OutgoingOptions, outside::OutsideOptions, sinks::SinkOptions};

use crate::model_set::ModelsConfig;

/// `config/turno.toml`. Paths are relative to the file's own folder.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DaemonConfig {
    /// The address to listen on. One that is not loopback needs tokens.
    #[serde(default = "default_listen")]
    #[schemars(with = "String")]
    pub(crate) listen: SocketAddr,
    /// A Unix-domain socket to listen on as well.
    #[serde(default)]
    pub(crate) socket: Option<PathBuf>,
    /// The folder of the store.
    #[serde(default = "default_data")]
    pub(crate) data: PathBuf,
    /// What becomes of a store that fails while it is served.
    #[serde(default)]
    pub(crate) store: StoreConfig,
    /// A file with the gateways' tokens, one a line: `TOKEN`, or `TOKEN TENANT` for one that sees only that tenant.
    #[serde(default)]
    pub(crate) tokens: Option<PathBuf>,
    /// The businesses.
    pub(crate) tenants: Vec<TenantConfig>,
    /// Conversations: mailboxes and idleness.
    #[serde(default)]
    pub(crate) conversations: ConversationLimits,
    /// The socket's limits.
    #[serde(default)]
    pub(crate) limits: SocketLimits,
    /// How long conversations are kept; a tenant's file may say otherwise for its own. Left out: a journal 30 days, a
    /// conversation 90, replies that no gateway acknowledged 7 days and 1,000 at most, bookings a year.
    #[serde(default)]
    pub(crate) retention: RetentionTimes,
    /// The sweeper, which removes what is kept no longer.
    #[serde(default)]
    pub(crate) sweeper: SweeperConfig,
    /// What tools may ask over HTTP.
    #[serde(default)]
    pub(crate) outgoing: OutgoingOptions,
    /// Where secrets stand beside the variables `TURNO_SECRET_NAME`.
    #[serde(default)]
    pub(crate) secrets: SecretsConfig,
    /// A folder with files of languages, over those that are built in: `es-MX/lexicon.tsv`, `es-MX/messages.toml`. Left out: the
    /// folder `languages` beside this file, where there is one.
    #[serde(default)]
    pub(crate) languages: Option<PathBuf>,
    /// The folder of the businesses' own tools, a file or more each. Left out: there are none.
    #[serde(default)]
    pub(crate) custom_tools: Option<PathBuf>,
    /// The tools that look outside, each with its table. Left out: it is not there.
    #[serde(default)]
    pub(crate) tools: OutsideOptions,
    /// The language models that graphs may ask. Left out: there are none, and the rules answer.
    #[serde(default)]
    pub(crate) models: ModelsConfig,
    /// Where the team's notices go: hand-offs, `notify_team`, calls of which nobody knows what came.
    #[serde(default)]
    pub(crate) sinks: Vec<SinkOptions>,
}

/// `[secrets]`
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SecretsConfig {
    /// A folder with a file for each secret, named as it is: `SHIPPING_API_KEY`.
    pub(crate) folder: Option<PathBuf>,
}

/// A business and the graph that its conversations run on.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TenantConfig {
    /// Its file.
    pub(crate) file: PathBuf,
    /// Its graph.
    pub(crate) graph: PathBuf,
}

/// `[conversations]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ConversationLimits {
    /// Turns and other events that may wait in one conversation.
    pub(crate) mailbox: usize,
    /// Seconds without an event after which a conversation leaves memory.
    pub(crate) idle_seconds: u64,
    /// Conversations in memory at once.
    pub(crate) live_max: usize,
}

/// `[store]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct StoreConfig {
    /// Seconds for which it is tried to open a store anew that failed; then the daemon ends, with exit code 74. A disk that is
    /// full does not count.
    pub(crate) reopen_seconds: u64,
    /// Seconds that a write may take, 1 or more; after one that has not come back by then the daemon ends, with exit code 74.
    pub(crate) write_seconds_max: NonZeroU64,
    /// Mebibytes of its disk that are left free: with fewer nothing new is taken, and what was answered is answered again.
    pub(crate) free_mib_min: u64,
}

impl Default for StoreConfig {
    fn default() -> Self {
        Self { reopen_seconds: 60, write_seconds_max: NonZeroU64::MIN.saturating_add(59), free_mib_min: 8 }
    }
}

/// `[sweeper]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SweeperConfig {
    /// Seconds between two passes over all conversations.
    pub(crate) every_seconds: u64,
    /// Milliseconds between two groups of 32 conversations within a pass.
    pub(crate) pause_ms: u64,
}

impl Default for SweeperConfig {
    fn default() -> Self {
        Self { every_seconds: 3_600, pause_ms: 20 }
    }
}

/// `[limits]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SocketLimits {
    /// The longest frame, in bytes.
    pub(crate) frame_bytes: usize,
    /// Connections that have greeted, at once.
    pub(crate) connections: usize,
    /// Of them, from one address that is not this machine's.
    pub(crate) connections_per_address: usize,
    /// Connections that have not greeted, at once, half of them from one address; the next one takes the first one's place.
    pub(crate) ungreeted: usize,
    /// Turns a second in one conversation.
    pub(crate) turns_per_second_conversation: u32,
    /// Turns a second of one tenant.
    pub(crate) turns_per_second_tenant: u32,
}

impl Default for ConversationLimits {
    fn default() -> Self {
        Self { mailbox: 64, idle_seconds: 15, live_max: 100_000 }
    }
}

impl Default for SocketLimits {
    fn default() -> Self {
        Self {
            frame_bytes: 65_536,
            connections: 1_024,
            connections_per_address: 256,
            ungreeted: 128,
            turns_per_second_conversation: 10,
            turns_per_second_tenant: 2_000,
        }
    }
}

impl DaemonConfig {
    /// Reads the file; every path in it comes out relative to the working folder.
    ///
    /// # Errors
    /// [`Failure`] where it cannot be read, or with the line of what is wrong in it.
    pub(crate) fn load(path: &Path) -> Result<Self, Failure> {
        let source = read_text(path)?;
        let name = path.display().to_string();
        let mut config: Self = load_whole(&name, &source)
            .map_err(|found| Failure::Faults { report: found.to_string(), count: found.0.len() })?;
        let folder = path.parent().unwrap_or(Path::new("."));
        let absolute = |relative: &mut PathBuf| *relative = tidy(&folder.join(&*relative));
        absolute(&mut config.data);
        config.socket.as_mut().map(absolute);
        config.tokens.as_mut().map(absolute);
        config.secrets.folder.as_mut().map(absolute);
        config.outgoing.extra_root_certificates.iter_mut().for_each(absolute);
        config.custom_tools.as_mut().map(absolute);
        config.languages = match config.languages.take() {
            Some(named) => Some(tidy(&folder.join(named))),
            None => Some(tidy(&folder.join("languages"))).filter(|beside| beside.exists()),
        };
        config.models.paths().for_each(absolute);
        path.clone_into(&mut config.models.file);
        if let Some(options) = &mut config.tools.read_file {
            absolute(&mut options.folder);
        }
        for tenant in &mut config.tenants {
            absolute(&mut tenant.file);
            absolute(&mut tenant.graph);
        }
        Ok(config)
    }
}

/// `config/../graphs` is `graphs`, so that messages name files as people do.
fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for part in path.components() {
        let is_name = matches!(tidied.components().next_back(), Some(std::path::Component::Normal(_)));
        if part == std::path::Component::ParentDir && is_name {
            tidied.pop();
        } else if part != std::path::Component::CurDir {
            tidied.push(part);
        }
    }
    tidied
}

fn default_listen() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 7707))
}

fn default_data() -> PathBuf {
    PathBuf::from("../data")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_as_people_name_them() {
        assert_eq!(tidy(Path::new("config/../graphs/a.toml")), Path::new("graphs/a.toml"));
        assert_eq!(tidy(Path::new("../config/./x")), Path::new("../config/x"));
    }
}
