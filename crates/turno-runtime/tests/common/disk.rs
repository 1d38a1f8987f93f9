//! A disk that a daemon can be cut off from at a commit, as by a crash.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use async_trait::async_trait;
use turno_runtime::port::{Batch, CommitError, Store, StoreError};
use turno_store::MemoryStore;

/// At which commit the daemon dies, counted from 1.
#[derive(Debug, Clone, Copy)]
pub enum Cut {
    /// The batch never reaches the disk.
    Before(usize),
    /// The batch is on the disk, and nobody hears of it.
    After(usize),
}

/// What one daemon sees of the disk.
#[derive(Default)]
pub struct Disk {
    pub store: Arc<MemoryStore>,
    commits: AtomicUsize,
    cut: Mutex<Option<Cut>>,
    is_gone: AtomicBool,
    /// Commits that will be kept and reported as failed.
    doubtful: AtomicUsize,
}

impl Disk {
    /// The next so many commits reach the disk, and the daemon is told that they failed.
    pub fn doubt_next_commits(&self, count: usize) {
        self.doubtful.store(count, Ordering::SeqCst);
    }

    /// The daemon is dead from now on.
    pub fn die(&self) {
        self.is_gone.store(true, Ordering::SeqCst);
    }

    /// Has the daemon die at a commit, counted from now.
    pub fn cut(&self, cut: Cut) {
        self.commits.store(0, Ordering::SeqCst);
        *self.cut.lock().unwrap() = Some(cut);
    }

    /// Commits since the last call of `cut`.
    pub fn commits(&self) -> usize {
        self.commits.load(Ordering::SeqCst)
    }

    pub fn is_cut(&self) -> bool {
        self.is_gone.load(Ordering::SeqCst)
    }

    /// Another daemon gets the disk; the old one gets no answer any more.
    pub fn taken_over(&self) -> Self {
        self.die();
        self.shared()
    }

    /// Another daemon works on the same disk.
    pub fn shared(&self) -> Self {
        Self { store: Arc::clone(&self.store), ..Self::default() }
    }

    async fn answer_only_while_it_lives(&self) {
        if self.is_cut() {
            std::future::pending::<()>().await;
        }
    }
}

#[async_trait]
impl Store for Disk {
    async fn commit(&self, batch: Batch) -> Result<(), CommitError> {
        self.answer_only_while_it_lives().await;
        let number = self.commits.fetch_add(1, Ordering::SeqCst) + 1;
        let cut = *self.cut.lock().unwrap();
        match cut {
            Some(Cut::Before(at)) if at == number => self.is_gone.store(true, Ordering::SeqCst),
            Some(Cut::After(at)) if at == number => {
                self.store.commit(batch.clone()).await?;
                self.is_gone.store(true, Ordering::SeqCst);
            }
            _ => {}
        }
        self.answer_only_while_it_lives().await;
        self.store.commit(batch).await?;
        let doubted =
            self.doubtful.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        if doubted.is_ok() {
            let detail = "nobody knows whether it is kept".to_owned();
            return Err(StoreError::Io { detail }.into());
        }
        Ok(())
    }

    async fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.answer_only_while_it_lives().await;
        let value = self.store.get(key).await;
        // As on a real machine, others get a turn between a read and the write that follows from it.
        tokio::task::yield_now().await;
        value
    }

    async fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<(Vec<u8>, Vec<u8>)>, StoreError> {
        self.answer_only_while_it_lives().await;
        self.store.scan(prefix, after, limit).await
    }
}
