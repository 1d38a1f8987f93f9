//! A mark beside the database of how far it was acknowledged, so that a database that went back is told.
//!
//! sled takes a damaged end of its log for the end, and opens without what was behind it. So each round of commits has a
//! number, which is written with it; once the round is durable, and before anyone is told, the mark gets the same number.
//! The mark needs no flush of its own: what a power cut takes of it only makes it older, never newer than the database.

use std::{fs::File, io::Result, os::unix::fs::FileExt, path::Path};

/// Holds the number of the last round in the database; callers never see it.
pub(super) const ROUND_KEY: &[u8] = b"\0round";

const NAME: &str = "acknowledged";

/// The mark's file.
pub(super) struct Mark(File);

impl Mark {
    /// Opens the mark; makes one at `round` where there is none, or none that can be read.
    pub(super) fn open(folder: &Path, round: u64) -> Result<Self> {
        let path = folder.join(NAME);
        let is_new = !path.exists();
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        let mark = Self(file);
        mark.set(round)?;
        if is_new {
            mark.0.sync_all()?;
        }
        Ok(mark)
    }

    /// The number in the mark of that folder; none where there is no mark, or none that can be read.
    pub(super) fn read(folder: &Path) -> Option<u64> {
        let bytes = std::fs::read(folder.join(NAME)).ok()?;
        let (round, sum) = bytes.split_first_chunk::<8>()?;
        let is_right = sum
            .first_chunk()
            .is_some_and(|sum| u32::from_be_bytes(*sum) == crc32fast::hash(round));
        is_right.then(|| u64::from_be_bytes(*round))
    }

    /// Sets the mark.
    pub(super) fn set(&self, round: u64) -> Result<()> {
        let round = round.to_be_bytes();
        let mut bytes = [0; 12];
        let (number, sum) = bytes.split_at_mut(8);
        number.copy_from_slice(&round);
        sum.copy_from_slice(&crc32fast::hash(&round).to_be_bytes());
        self.0.write_all_at(&bytes, 0)
    }
}

/// The round that a database is at.
pub(super) fn round_of(tree: &sled::Tree) -> sled::Result<u64> {
    let row = tree.get(ROUND_KEY)?;
    // A store of before there were rounds has none.
    Ok(row
        .and_then(|bytes| Some(u64::from_be_bytes(*bytes.first_chunk()?)))
        .unwrap_or(0))
}
