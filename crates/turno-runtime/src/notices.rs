//! What the team is told: kept in the store from the commit on that makes it true, and tried until a sink took it.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::{sync::Notify, time::sleep};
use tokio_util::sync::CancellationToken;
use turno_core::{ConversationKey, Timestamp};

use crate::{
    ReadError,
    codec::{CodecError, decode, encode},
    keys,
    port::{Batch, Clock, CommitError, Store, StoreError},
};

/// The pause after the first attempt that failed; it doubles.
const PAUSE_MS: u64 = 2_000;

/// The longest pause between two attempts.
const PAUSE_MS_MAX: u64 = 10 * 60 * 1_000;

/// Whatever nobody took by then helps nobody any more.
const KEPT_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

/// Without any news the store is looked at this often: another daemon may have written.
const LOOK_EVERY: Duration = Duration::from_secs(60);

/// The longest subject, in characters.
const SUBJECT_LENGTH: usize = 80;

/// Notices that are looked at together.
const PAGE: usize = 64;

/// How pressing a notice is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    /// When there is time.
    #[default]
    Normal,
    /// Today.
    High,
    /// Now.
    Urgent,
}

/// Something that the team should know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Notice {
    /// Unique; sinks give it to the other side as the key of the message.
    pub id: String,
    /// The conversation that it is about.
    pub conversation: ConversationKey,
    /// Who should know: `sales`, `support`, `management`, ….
    pub team: String,
    /// How pressing it is.
    pub priority: Priority,
    /// What happened, in one line.
    pub subject: String,
    /// The same at length.
    pub message: String,
    /// What belongs to it: an object.
    pub context: Value,
    /// When it happened.
    pub at: Timestamp,
}

/// A notice as its row holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Waiting {
    pub(crate) notice: Notice,
    pub(crate) attempts: u32,
    /// When it is tried next.
    pub(crate) due: Timestamp,
    /// The sinks that took it.
    pub(crate) taken_by: Vec<String>,
}

/// Where notices go.
#[async_trait]
pub trait Sink: Send + Sync + 'static {
    /// Its name in the configuration.
    fn name(&self) -> &str;

    /// Whether it is meant for such a notice.
    fn takes(&self, notice: &Notice) -> bool;

    /// Hands the notice over. It may be called again for the same one, under the same id, where an answer was lost.
    ///
    /// # Errors
    /// What went wrong, for the log. It is tried again later.
    async fn deliver(&self, notice: &Notice) -> Result<(), String>;
}

impl Notice {
    /// A text as a subject: the beginning of it.
    pub fn subject_of(text: &str) -> String {
        text.chars().take(SUBJECT_LENGTH).collect()
    }

    /// Adds it to what is committed. It goes out after the commit.
    pub fn put(self, batch: &mut Batch) {
        let waiting = Waiting { due: self.at, attempts: 0, taken_by: Vec::new(), notice: self };
        batch.put(waiting.row(), encode(&waiting));
    }
}

impl Waiting {
    pub(crate) fn row(&self) -> Vec<u8> {
        keys::notice(self.due, &self.notice.conversation.tenant, &self.notice.id)
    }
}

/// Whether a batch tells the team something.
pub(crate) fn tells_the_team(batch: &Batch) -> bool {
    batch.writes.iter().any(|write| write.key.starts_with(keys::NOTICES))
}

/// Notices that no sink has taken yet, in the order in which they are tried; at most `limit`.
///
/// # Errors
/// [`ReadError`] where the store or a record cannot be read.
pub async fn waiting_notices(store: &dyn Store, limit: usize) -> Result<Vec<Notice>, ReadError> {
    let page = store.scan(keys::NOTICES, None, limit).await?;
    let decoded = page.iter().map(|(_, bytes)| decode::<Waiting>(bytes));
    let waiting: Result<Vec<Waiting>, CodecError> = decoded.collect();
    Ok(waiting?.into_iter().map(|waiting| waiting.notice).collect())
}

/// The service that hands notices to the sinks.
pub struct Notices {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    sinks: Vec<Arc<dyn Sink>>,
    news: Arc<Notify>,
}

impl Notices {
    /// A service over a store. `news` is told of each commit that tells the team something
    /// ([`ConversationsHandle::news`](crate::ConversationsHandle::news)).
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        sinks: Vec<Arc<dyn Sink>>,
        news: Arc<Notify>,
    ) -> Self {
        Self { store, clock, sinks, news }
    }

    /// Delivers until `stop`.
    pub async fn run(self, stop: CancellationToken) {
        let _stopped = stop
            .run_until_cancelled(async {
                loop {
                    let wait = match self.deliver_due().await {
                        Ok(wait) => wait,
                        Err(error) => {
                            tracing::warn!(target: "turno::notices", %error, "notices cannot be read");
                            LOOK_EVERY
                        }
                    };
                    tokio::select! {
                        () = self.news.notified() => {}
                        () = sleep(wait) => {}
                    }
                }
            })
            .await;
    }

    /// Tries what is due; gives how long nothing is.
    async fn deliver_due(&self) -> Result<Duration, StoreError> {
        loop {
            let page = self.store.scan(keys::NOTICES, None, PAGE).await?;
            let mut has_tried = false;
            for (row, bytes) in &page {
                let now = self.clock.now();
                match decode::<Waiting>(bytes) {
                    Ok(waiting) if waiting.due > now => {
                        return Ok(Duration::from_millis(waiting.due.since_ms(now)).min(LOOK_EVERY));
                    }
                    Ok(waiting) => {
                        has_tried = true;
                        self.try_one(row, bytes, waiting, now).await?;
                    }
                    Err(error) => {
                        tracing::error!(target: "turno::notices", row = %row.escape_ascii(), %error, "a notice cannot be read");
                    }
                }
            }
            if !has_tried {
                return Ok(LOOK_EVERY);
            }
        }
    }

    async fn try_one(
        &self,
        row: &[u8],
        bytes: &[u8],
        mut waiting: Waiting,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut is_wanted = false;
        let mut is_missing = false;
        for sink in self.sinks.iter().filter(|sink| sink.takes(&waiting.notice)) {
            is_wanted = true;
            let name = sink.name().to_owned();
            if waiting.taken_by.contains(&name) {
                continue;
            }
            let (id, attempts) = (waiting.notice.id.as_str(), waiting.attempts);
            match sink.deliver(&waiting.notice).await {
                Ok(()) => waiting.taken_by.push(name),
                Err(error) => {
                    is_missing = true;
                    tracing::warn!(target: "turno::notices", sink = name, id, attempts, error, "a notice is tried again later");
                }
            }
        }
        let mut batch = Batch::default();
        batch.expect(row.to_vec(), Some(bytes.to_vec()));
        batch.remove(row.to_vec());
        let is_delivered = is_wanted && !is_missing;
        if !is_delivered && now.since_ms(waiting.notice.at) > KEPT_MS {
            tracing::error!(target: "turno::notices", notice = ?waiting.notice.subject, "nobody took a notice for a week: it is given up");
        } else if !is_delivered {
            let pause = PAUSE_MS.saturating_mul(1 << waiting.attempts.min(20)).min(PAUSE_MS_MAX);
            if !is_wanted && waiting.attempts == 0 {
                let Notice { team, subject, .. } = &waiting.notice;
                tracing::warn!(target: "turno::notices", team, subject, "no sink takes this notice: add one under [sinks]");
            }
            waiting.attempts += 1;
            waiting.due = now.plus_ms(pause);
            batch.put(waiting.row(), encode(&waiting));
        }
        match self.store.commit(batch).await {
            // Another daemon was faster: it goes on.
            Ok(()) | Err(CommitError::Conflict) => Ok(()),
            Err(CommitError::Store(error)) => Err(error),
        }
    }
}
