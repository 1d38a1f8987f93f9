//! The stores behind the runtime's `Store` port: sled on disk, and memory.
//!
//! Both pass one conformance suite (`turno_runtime::testkit`).

pub mod backup;

mod folder;
mod memory;
mod sled_store;
mod unwritten;

pub use folder::{FolderError, Staged, sync_parent};
pub use memory::MemoryStore;
pub use sled_store::{CompactionRule, Service, SledStore};
pub use unwritten::{copy_unwritten, may_write};

use turno_runtime::port::{Batch, StoreError};

/// The longest key, in bytes. A page of sled's has up to 256, and must stay under 128 KiB (`sled_store/pieces.rs`).
pub const KEY_BYTES_MAX: usize = 400;

/// The longest value, in bytes. The largest is an entry of a journal: what the calls of one turn gave, five of 48 KiB at most,
/// and what was said of it.
pub const VALUE_BYTES_MAX: usize = 512 * 1_024;

/// Refuses a batch with a key or a value over its limit.
fn check_sizes(batch: &Batch) -> Result<(), StoreError> {
    let within = |what, bytes, limit_bytes| {
        if bytes > limit_bytes { Err(StoreError::TooLarge { what, bytes, limit_bytes }) } else { Ok(()) }
    };
    for write in &batch.writes {
        within("key", write.key.len(), KEY_BYTES_MAX)?;
        within("value", write.value.as_ref().map_or(0, Vec::len), VALUE_BYTES_MAX)?;
    }
    Ok(())
}
