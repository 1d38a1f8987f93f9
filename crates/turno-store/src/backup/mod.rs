//! Backup files: a store as a stream that can be written while it is read, checked without a store, and restored.
//!
//! # The format
//!
//! A line, then blocks up to the last one. Numbers are big-endian.
//!
//! | what | bytes |
//! | --- | --- |
//! | `turno backup 1` and a line feed | 15 |
//! | block: its kind | 1 |
//! | the length of its content | 4 |
//! | the length of its content as stored | 4 |
//! | the first bytes of the BLAKE3 of the block's number (8 bytes, from 0), the 9 bytes above, and the content as stored | 16 |
//! | the content: an LZ4 block; as it is where that is not shorter, and then the two lengths are equal | |
//!
//! | kind | content |
//! | --- | --- |
//! | `H` | the first block, JSON: which version made it and when ([`BackupHeader`]); unknown fields are to be skipped |
//! | `W` | writes, to be applied in order to an empty store |
//! | `E` | the last block, JSON: how many writes, and the BLAKE3 of all bytes before this block ([`BackupSummary`]) |
//! | `X` | in place of the last block: why whoever made it gave up, in UTF-8 |
//!
//! A write is the key's length, the key, then 0 for a removal, or the value's length plus 1 and the value; both lengths are
//! LEB128. A key may come several times: the last write counts. A file without its `E` block is of no use.

mod decode;
mod encode;
mod restore;

pub use decode::BackupReader;
pub use encode::BackupEncoder;
pub use restore::{RestoreError, check_backup, copy_store, restore_backup, write_backup};

use serde::{Deserialize, Serialize};

/// What every version's first line begins with.
const MAGIC: &[u8] = b"turno backup ";
const VERSION: u32 = 1;

const HEADER: u8 = b'H';
const WRITES: u8 = b'W';
const END: u8 = b'E';
const GIVEN_UP: u8 = b'X';

/// A block's bytes before its content.
const BLOCK_HEAD_BYTES: usize = 25;
const CHECKSUM_BYTES: usize = 16;

/// Writes are put into blocks of about this size.
const BLOCK_BYTES: usize = 256 * 1_024;

/// What a reader takes for a block at most.
const BLOCK_BYTES_MAX: usize = 16 * 1_024 * 1_024;

/// Where a backup comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupHeader {
    /// The version of Turno that made it.
    pub turno: String,
    /// When it was begun, RFC 3339 in UTC.
    pub taken_at: String,
}

/// What a backup holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupSummary {
    /// Its writes; a key that was written while the backup was made counts more than once.
    pub writes: u64,
    /// The bytes of their keys and values.
    pub bytes: u64,
    /// The BLAKE3 of all bytes before the last block, in hexadecimal.
    pub blake3: String,
}

/// A file that cannot be restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// Something else.
    #[error("it is not a backup: name a file that `turno backup` wrote")]
    NotABackup,
    /// A later version's.
    #[error(
        "it has format {found}, this version reads {VERSION}: restore it with the version that made it, or a later one"
    )]
    LaterVersion {
        /// What it says.
        found: String,
    },
    /// It ends too soon.
    #[error(
        "it ends after {at} bytes, before its last block: its copying was interrupted; copy it again, or take another backup"
    )]
    Truncated {
        /// Where.
        at: u64,
    },
    /// Bytes that are not those that were written.
    #[error("the block at byte {at} is damaged ({detail}): use another copy of it, or another backup")]
    Damaged {
        /// Where the block begins.
        at: u64,
        /// What does not fit.
        detail: String,
    },
    /// Whoever made it could not go on.
    #[error("it was not finished: {why}")]
    GivenUp {
        /// Why.
        why: String,
    },
    /// It cannot be read.
    #[error("it cannot be read: {cause}")]
    Io {
        /// What the system said.
        #[from]
        cause: std::io::Error,
    },
}

/// The checksum of a block.
fn checksum(number: u64, lengths: &[u8], stored: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&number.to_be_bytes());
    hasher.update(lengths);
    hasher.update(stored);
    let mut short = [0; CHECKSUM_BYTES];
    hasher.finalize_xof().fill(&mut short);
    short
}

#[cfg(test)]
mod tests;
