//! For the tests of whoever implements a port: a clock that tests move, and the suites that every store must pass. For
//! benchmarks: a checkpoint's bytes.

mod export;

pub use export::check_export;

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use tokio::time::Instant;
use turno_core::{Conversation, Timestamp};

use crate::{
    CodecError,
    codec::{ArmedTimer, Checkpoint, Entry, LedgerRecord, TurnRecord, decode, encode},
    port::{Batch, Clock, CommitError, Store},
};

/// Time that runs as tokio's does: paused in a test, it moves when the test advances it. Clones are one clock.
#[derive(Debug, Clone)]
pub struct FakeClock {
    start: Instant,
    base_ms: Arc<AtomicI64>,
}

impl FakeClock {
    /// A clock that now shows `base`.
    pub fn at(base: Timestamp) -> Self {
        Self { start: Instant::now(), base_ms: Arc::new(AtomicI64::new(base.0)) }
    }

    /// Sets it forward by so many milliseconds, or back; no time goes by.
    pub fn set(&self, by_ms: i64) {
        self.base_ms.fetch_add(by_ms, Ordering::SeqCst);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Timestamp {
        let elapsed_ms = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        Timestamp(self.base_ms.load(Ordering::SeqCst)).plus_ms(elapsed_ms)
    }
}

/// Reads bytes as each kind of record that the runtime keeps; for tests that no bytes make it panic.
pub fn read_as_every_record(bytes: &[u8]) {
    let _unread = decode::<Checkpoint>(bytes);
    let _unread = TurnRecord::decode(bytes);
    let _unread = decode::<ArmedTimer>(bytes);
    let _unread = Entry::decode(bytes);
    let _unread = LedgerRecord::decode(bytes);
}

/// A conversation as the store keeps it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredConversation(Checkpoint);

impl StoredConversation {
    /// The checkpoint that is committed of it.
    pub fn of(conversation: Conversation) -> Self {
        let mut checkpoint = Checkpoint::new(conversation.key.clone());
        checkpoint.conversation = conversation;
        Self(checkpoint)
    }

    /// Its bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        encode(&self.0)
    }

    /// What these bytes are.
    ///
    /// # Errors
    /// [`CodecError`] where they are no checkpoint.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CodecError> {
        decode(bytes).map(Self)
    }
}

/// The conformance suite: what every store must do.
///
/// # Panics
/// Where the store does not.
pub async fn check_store(store: Arc<dyn Store>) {
    check_batches(store.as_ref()).await;
    check_expectations(store.as_ref()).await;
    check_scans(store.as_ref()).await;
    check_limits(store.as_ref()).await;
    check_racing_counters(store).await;
}

fn put(key: &[u8], value: &[u8]) -> Batch {
    let mut batch = Batch::default();
    batch.put(key, value);
    batch
}

async fn check_batches(store: &dyn Store) {
    let mut batch = put(b"s/a", b"1");
    batch.put(*b"s/b", *b"2");
    batch.put(*b"s/a", *b"3");
    assert_eq!(store.commit(batch).await, Ok(()));
    assert_eq!(store.get(b"s/a").await, Ok(Some(b"3".to_vec())), "a later write wins");
    assert_eq!(store.get(b"s/b").await, Ok(Some(b"2".to_vec())));
    let mut batch = Batch::default();
    batch.remove(*b"s/a");
    batch.remove(*b"s/nothing");
    assert_eq!(store.commit(batch).await, Ok(()));
    assert_eq!(store.get(b"s/a").await, Ok(None));
    assert_eq!(store.commit(Batch::default()).await, Ok(()), "an empty batch is fine");
}

async fn check_expectations(store: &dyn Store) {
    let expecting = |key: &[u8], value: Option<&[u8]>| {
        let mut batch = put(b"s/e", b"new");
        batch.put(*b"s/f", *b"new");
        batch.expect(key, value.map(<[u8]>::to_vec));
        batch
    };
    for (key, value) in [(&b"s/none"[..], Some(&b"x"[..])), (b"s/b", None), (b"s/b", Some(b"other"))] {
        assert_eq!(
            store.commit(expecting(key, value)).await,
            Err(CommitError::Conflict),
            "{key:?} {value:?}"
        );
        assert_eq!(store.get(b"s/e").await, Ok(None), "a conflict writes nothing");
        assert_eq!(store.get(b"s/f").await, Ok(None), "a conflict writes nothing");
    }
    assert_eq!(store.commit(expecting(b"s/b", Some(b"2"))).await, Ok(()));
    assert_eq!(store.commit(expecting(b"s/none", None)).await, Ok(()));
    assert_eq!(store.get(b"s/e").await, Ok(Some(b"new".to_vec())));
}

async fn check_scans(store: &dyn Store) {
    let mut batch = Batch::default();
    for key in [&b"scan/3"[..], b"scan/1", b"scan/2", b"scan", b"scan0", b"scan/\xff\xff"] {
        batch.put(key, key);
    }
    assert_eq!(store.commit(batch).await, Ok(()));
    let keys = async |prefix: &[u8], after: Option<&[u8]>, limit: usize| {
        let entries = store.scan(prefix, after, limit).await.unwrap_or_default();
        entries
            .into_iter()
            .map(|(key, value)| {
                assert_eq!(key, value);
                key
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(b"scan/", None, 10).await, [&b"scan/1"[..], b"scan/2", b"scan/3", b"scan/\xff\xff"]);
    assert_eq!(keys(b"scan/", None, 2).await, [b"scan/1", b"scan/2"]);
    assert_eq!(keys(b"scan/", Some(b"scan/1"), 2).await, [b"scan/2", b"scan/3"]);
    assert_eq!(keys(b"scan/", Some(b"scan/\xff\xff"), 2).await, Vec::<Vec<u8>>::new());
    assert_eq!(keys(b"scan/", Some(b"a"), 1).await, [b"scan/1"], "an `after` before the prefix");
    assert_eq!(keys(b"nowhere", None, 10).await, Vec::<Vec<u8>>::new());
}

async fn check_limits(store: &dyn Store) {
    let key = vec![b'k'; 401];
    assert!(matches!(store.commit(put(&key, b"1")).await, Err(CommitError::Store(_))), "a key of 401 bytes");
    assert_eq!(store.commit(put(&key[1..], b"1")).await, Ok(()));
    assert!(
        matches!(store.commit(put(b"s/v", &vec![0; 524_289])).await, Err(CommitError::Store(_))),
        "a value of 524,289 bytes"
    );
    assert_eq!(store.commit(put(b"s/v", &vec![0; 524_288])).await, Ok(()));
}

/// Many tasks add to one number, each by reading, adding, and committing against what was read.
async fn check_racing_counters(store: Arc<dyn Store>) {
    const TASKS: u64 = 16;
    const ADDITIONS: u64 = 8;
    let tasks: Vec<_> = (0..TASKS)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                for _ in 0..ADDITIONS {
                    while !add_one(store.as_ref()).await {}
                }
            })
        })
        .collect();
    for task in tasks {
        assert!(task.await.is_ok());
    }
    let total = store.get(b"s/counter").await.unwrap_or_default().unwrap_or_default();
    assert_eq!(total, (TASKS * ADDITIONS).to_be_bytes(), "no addition is lost");
}

async fn add_one(store: &dyn Store) -> bool {
    let read = store.get(b"s/counter").await.unwrap_or_default();
    let count = read.as_deref().and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_be_bytes);
    let mut batch = put(b"s/counter", &(count + 1).to_be_bytes());
    batch.expect(*b"s/counter", read);
    match store.commit(batch).await {
        Ok(()) => true,
        Err(CommitError::Conflict) => false,
        Err(CommitError::Store(error)) => {
            assert_eq!(error.to_string(), "", "the store failed");
            false
        }
    }
}
