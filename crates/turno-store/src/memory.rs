//! The store in memory, for tests and for recordings.

use std::{
    collections::BTreeMap,
    ops::Bound,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

use async_trait::async_trait;
use tokio::sync::mpsc;
use turno_runtime::port::{Batch, CommitError, Export, ExportError, Store, StoreError, Write};

use crate::check_sizes;

/// An ordered map under a mutex. Nothing of it is left when it is dropped.
#[derive(Debug, Default)]
pub struct MemoryStore {
    map: Mutex<BTreeMap<Vec<u8>, Vec<u8>>>,
    commits_to_fail: AtomicU32,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next so many commits fail as a broken disk would, and write nothing.
    pub fn fail_next_commits(&self, count: u32) {
        self.commits_to_fail.store(count, Ordering::SeqCst);
    }

    fn map(&self) -> MutexGuard<'_, BTreeMap<Vec<u8>, Vec<u8>>> {
        // The map is whole after every statement, so a panic elsewhere under the lock has not torn it.
        self.map.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn commit(&self, batch: Batch) -> Result<(), CommitError> {
        check_sizes(&batch)?;
        let fails =
            self.commits_to_fail.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        if fails.is_ok() {
            return Err(StoreError::Io { detail: "told to fail by the test".to_owned() }.into());
        }
        let mut map = self.map();
        if !batch.expectations.iter().all(|expected| map.get(&expected.key) == expected.value.as_ref()) {
            return Err(CommitError::Conflict);
        }
        for write in batch.writes {
            match write.value {
                Some(value) => map.insert(write.key, value),
                None => map.remove(&write.key),
            };
        }
        Ok(())
    }

    async fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.map().get(key).cloned())
    }

    async fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<(Vec<u8>, Vec<u8>)>, StoreError> {
        let from = match after {
            Some(after) if after >= prefix => Bound::Excluded(after),
            Some(_) | None => Bound::Included(prefix),
        };
        let map = self.map();
        let entries =
            map.range::<[u8], _>((from, Bound::Unbounded)).take_while(|(key, _)| key.starts_with(prefix));
        Ok(entries.take(limit).map(|(key, value)| (key.clone(), value.clone())).collect())
    }
}

/// Entries in a part of an export.
const ENTRIES_PER_PART: usize = 256;

#[async_trait]
impl Export for MemoryStore {
    async fn export(&self, parts: mpsc::Sender<Vec<Write>>) -> Result<(), ExportError> {
        let entries = self.map().clone();
        let writes = entries.into_iter().map(|(key, value)| Write { key, value: Some(value) });
        let writes: Vec<Write> = writes.collect();
        for part in writes.chunks(ENTRIES_PER_PART) {
            parts.send(part.to_vec()).await.map_err(|_| ExportError::Abandoned)?;
        }
        Ok(())
    }
}
