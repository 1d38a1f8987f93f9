//! Why an event was not worked on, and what a gateway is told then.

use crate::{ReadError, codec::CodecError, port::StoreError};

/// What a gateway is told where the same turn may well fail again.
const INTERNAL: &str = "an internal fault, and nothing was changed: send it again, or say it in other words";

/// Why an event was not worked on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WorkError {
    /// Another writer came between.
    #[error("another writer came between")]
    Conflict,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A record cannot be read.
    #[error(transparent)]
    Record(#[from] CodecError),
    /// The step panicked: a fault of Turno's own.
    #[error("the step panicked")]
    Panicked,
}

impl From<ReadError> for WorkError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Store(error) => Self::Store(error),
            ReadError::Record(error) => Self::Record(error),
        }
    }
}

impl WorkError {
    /// The code that a gateway sees.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Conflict => "busy",
            // The same again would be as large.
            Self::Store(StoreError::TooLarge { .. }) | Self::Panicked => "internal",
            Self::Store(_) | Self::Record(_) => "store_failed",
        }
    }

    /// What a gateway is told to do. What exactly happened is for the log.
    pub(crate) fn advice(&self) -> &'static str {
        match self {
            Self::Conflict => {
                "others were faster each time, and nothing was changed: send it again in a moment"
            }
            Self::Store(StoreError::TooLarge { .. }) | Self::Panicked => INTERNAL,
            Self::Store(_) | Self::Record(_) => {
                "the store failed, and nothing was answered: send it again in a moment, under the same id"
            }
        }
    }
}
