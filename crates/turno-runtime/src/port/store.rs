//! The store: an ordered map of bytes with one hard operation.

use async_trait::async_trait;

/// An ordered map from keys to values, durable and atomic by the batch.
///
/// Keys are at most 400 bytes and values at most 512 KiB ([`Batch`] checks neither; a store refuses more).
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Writes a batch: all of it or nothing, durable when this resolves.
    ///
    /// # Errors
    /// [`CommitError::Conflict`] where an expectation does not hold: nothing was written, read again and try again.
    /// [`CommitError::Store`] where the store failed: whether the batch is kept is not known until it is read back.
    async fn commit(&self, batch: Batch) -> Result<(), CommitError>;

    /// The value of a key. A batch may be seen before it is durable. One that could not be made durable is seen no more: a
    /// store that failed gives nothing until it was opened anew, and then what is on the disk.
    ///
    /// # Errors
    /// Where the store failed.
    async fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;

    /// Keys that begin with `prefix` and lie after `after` (if given), with their values, in the order of the keys,
    /// at most `limit`.
    ///
    /// # Errors
    /// Where the store failed.
    async fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<(Vec<u8>, Vec<u8>)>, StoreError>;

    /// Which opening of the store is read just now. Where a batch could not be made durable, a store may be opened anew while
    /// it is used; then this is another number, for what was read before may have been of a batch that never came to be.
    fn opening(&self) -> u64 {
        0
    }
}

/// Writes that go together, and what must still be true for them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// Checked first, against the state before the batch.
    pub expectations: Vec<Expectation>,
    /// Applied in order; a later write to a key wins.
    pub writes: Vec<Write>,
    /// The opening ([`Store::opening`]) of which everything was read that the batch rests on, beside what it expects. Where the
    /// store was opened anew since, that is a conflict.
    pub opening: Option<u64>,
}

/// One write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    /// The key.
    pub key: Vec<u8>,
    /// The new value; none removes the key.
    pub value: Option<Vec<u8>>,
}

/// The value that a key must have: exactly these bytes, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// The key.
    pub key: Vec<u8>,
    /// Its value as it was read; none: it must be absent.
    pub value: Option<Vec<u8>>,
}

impl Batch {
    /// Sets a key.
    pub fn put(&mut self, key: impl Into<Vec<u8>>, value: impl Into<Vec<u8>>) {
        self.writes.push(Write { key: key.into(), value: Some(value.into()) });
    }

    /// Removes a key.
    pub fn remove(&mut self, key: impl Into<Vec<u8>>) {
        self.writes.push(Write { key: key.into(), value: None });
    }

    /// Demands that a key still has the value that was read (none: that it is absent).
    pub fn expect(&mut self, key: impl Into<Vec<u8>>, value: Option<Vec<u8>>) {
        self.expectations.push(Expectation { key: key.into(), value });
    }

    /// Adds all of another batch.
    pub fn append(&mut self, mut other: Self) {
        self.expectations.append(&mut other.expectations);
        self.writes.append(&mut other.writes);
        self.opening = self.opening.or(other.opening);
    }
}

/// A store that failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another process has it open.
    #[error(
        "the store in {path} is in use by another process: stop that one first, or give another folder with --data"
    )]
    Locked {
        /// The folder.
        path: String,
    },
    /// It cannot be read.
    #[error(
        "the store in {path} is damaged ({detail}): restore a backup, or move the folder away to start empty"
    )]
    Damaged {
        /// The folder.
        path: String,
        /// What was found.
        detail: String,
    },
    /// A read or a write failed.
    #[error("the store failed: {detail}; check the disk's space and rights, then start again")]
    Io {
        /// What the system said.
        detail: String,
    },
    /// The disk has no room. Nothing else is wrong.
    #[error(
        "the disk of the store is full ({detail}): make room; what is in it can be read, and a daemon goes on by itself then"
    )]
    Full {
        /// What the system said, or how much is left.
        detail: String,
    },
    /// A write failed, and the database is opened anew.
    #[error("the store failed ({detail}) and is opened anew: try again in a moment")]
    Reopening {
        /// What the system said.
        detail: String,
    },
    /// A key or a value is over its limit.
    #[error("a {what} of {bytes} bytes is over the store's limit of {limit_bytes}")]
    TooLarge {
        /// `key` or `value`.
        what: &'static str,
        /// Its size.
        bytes: usize,
        /// The limit.
        limit_bytes: usize,
    },
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
}

/// A batch that was not written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommitError {
    /// An expectation did not hold.
    #[error("the state changed under the batch")]
    Conflict,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
