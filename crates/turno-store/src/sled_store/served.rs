//! What readers find: the tree that is served, or why there is none just now.

use std::{fmt, sync::Arc, time::Duration};

use tokio::sync::watch;
use turno_runtime::port::StoreError;

use super::held::Held;

/// So long a reader waits while the database is opened anew; most openings take less.
const READERS_WAIT: Duration = Duration::from_secs(2);

/// The tree of the present opening, for all readers and the committer.
#[derive(Clone)]
pub(super) struct Served(Arc<watch::Sender<Access>>);

enum Access {
    Open {
        tree: Held<sled::Tree>,
        opening: u64,
    },
    /// A write failed. sled may show what was not made durable, so nothing is read until it was opened anew.
    Reopening(StoreError),
    /// It stays as it failed.
    GivenUp(StoreError),
    /// Another process can have the files.
    Closed,
}

impl fmt::Debug for Served {
    /// Not what is in it: that is what people said.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Served").field("opening", &self.opening()).finish_non_exhaustive()
    }
}

impl Served {
    pub(super) fn new(tree: Held<sled::Tree>, opening: u64) -> Self {
        Self(Arc::new(watch::Sender::new(Access::Open { tree, opening })))
    }

    /// Readers find that tree from now on.
    pub(super) fn open(&self, tree: Held<sled::Tree>, opening: u64) {
        self.go_on_to(Access::Open { tree, opening });
    }

    /// Readers find nothing, until it was opened anew.
    pub(super) fn interrupt(&self, error: &StoreError) {
        let detail = match error {
            StoreError::Io { detail } | StoreError::Full { detail } | StoreError::Reopening { detail } => {
                detail.clone()
            }
            StoreError::Locked { .. }
            | StoreError::Damaged { .. }
            | StoreError::TooLarge { .. }
            | StoreError::Closed => error.to_string(),
        };
        self.go_on_to(Access::Reopening(StoreError::Reopening { detail }));
    }

    /// Not where it was given up: a write that was given up may come back later.
    fn go_on_to(&self, next: Access) {
        self.0.send_if_modified(|access| {
            let is_given_up = matches!(access, Access::GivenUp(_));
            if !is_given_up {
                *access = next;
            }
            !is_given_up
        });
    }

    /// Readers find nothing any more.
    pub(super) fn give_up(&self, error: StoreError) {
        self.0.send_replace(Access::GivenUp(error));
    }

    /// As [`Served::give_up`], for a store that is closed.
    pub(super) fn close(&self) {
        self.0.send_replace(Access::Closed);
    }

    /// The number of the present opening, or of none.
    pub(super) fn opening(&self) -> u64 {
        match &*self.0.borrow() {
            Access::Open { opening, .. } => *opening,
            Access::Reopening(_) | Access::GivenUp(_) | Access::Closed => 0,
        }
    }

    /// The tree; waited for, a moment, while it is opened anew.
    pub(super) async fn tree(&self) -> Result<Held<sled::Tree>, StoreError> {
        if let Some(found) = self.0.borrow().found() {
            return found;
        }
        let mut changes = self.0.subscribe();
        let settled = changes.wait_for(|access| access.found().is_some());
        let _in_time = tokio::time::timeout(READERS_WAIT, settled).await;
        match &*self.0.borrow() {
            Access::Open { tree, .. } => Ok(tree.clone()),
            Access::Reopening(error) | Access::GivenUp(error) => Err(error.clone()),
            Access::Closed => Err(StoreError::Closed),
        }
    }

    /// Resolves where the store is given up; never where it is closed.
    pub(super) async fn given_up(&self) -> StoreError {
        let mut changes = self.0.subscribe();
        let given_up = changes.wait_for(|access| matches!(access, Access::GivenUp(_)));
        match given_up.await.as_deref() {
            Ok(Access::GivenUp(error)) => error.clone(),
            Ok(Access::Open { .. } | Access::Reopening(_) | Access::Closed) | Err(_) => StoreError::Closed,
        }
    }
}

impl Access {
    /// None while it is opened anew.
    fn found(&self) -> Option<Result<Held<sled::Tree>, StoreError>> {
        match self {
            Self::Open { tree, .. } => Some(Ok(tree.clone())),
            Self::Reopening(_) => None,
            Self::GivenUp(error) => Some(Err(error.clone())),
            Self::Closed => Some(Err(StoreError::Closed)),
        }
    }
}
