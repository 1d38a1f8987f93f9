//! A whole store handed over while others write to it.

use async_trait::async_trait;
use tokio::sync::mpsc;

use crate::port::{Store, StoreError, Write};

/// A store that can be copied while it serves.
#[async_trait]
pub trait Export: Store {
    /// Hands over everything in the store, in parts: applied in order to an empty store they give the state between two
    /// commits, with every commit in it that was acknowledged before this was called. Resolves after the last part. Whoever
    /// commits meanwhile is not held up: a receiver that is slower than the writers ends the export.
    ///
    /// # Errors
    /// [`ExportError`]; what was handed over until then is of no use.
    async fn export(&self, parts: mpsc::Sender<Vec<Write>>) -> Result<(), ExportError>;
}

/// A store that was not handed over to the end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// More was written meanwhile than was taken.
    #[error(
        "more was written to the store than was taken out of it ({waiting_bytes} bytes wait): copy to a faster disk, or at a quieter hour"
    )]
    TooSlow {
        /// What had been written and was not taken yet.
        waiting_bytes: usize,
    },
    /// The receiver is gone.
    #[error("nobody takes the copy any more")]
    Abandoned,
}
