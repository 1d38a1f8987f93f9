//! A mark beside the database of how far it was acknowledged, so that a database that went back is told.
//!
//! sled takes a damaged end of its log for the end, and opens without what was behind it. So each round of commits has a
//! number, which is written with it; once the round is durable, and before anyone is told, the mark gets the same number.
//! The mark needs no flush of its own: what a power cut takes of it only makes it older, never newer than the database.
//!
//! It also has the length of sled's file by then, so that one that was cut short is suspected.

use std::{fs::File, io::Result, os::unix::fs::FileExt, path::Path};

use super::rows::{ROW_SUM_BYTES, RowSum};

/// Holds the number of the last round in the database, and the sum of its rows; callers never see it.
pub(super) const ROUND_KEY: &[u8] = b"\0round";

const NAME: &str = "acknowledged";

/// The mark's file.
pub(super) struct Mark(File);

/// What a mark says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marked {
    pub(super) round: u64,
    /// The length of sled's file; earlier versions did not write it.
    pub(super) file_bytes: Option<u64>,
}

impl Mark {
    /// Opens the mark and sets it; makes one where there is none, or none that can be read.
    pub(super) fn open(folder: &Path, round: u64, file_bytes: u64) -> Result<Self> {
        let path = folder.join(NAME);
        let is_new = !path.exists();
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        let mark = Self(file);
        mark.set(round, file_bytes)?;
        if is_new {
            mark.0.sync_all()?;
        }
        Ok(mark)
    }

    /// What the mark of that folder says; none where there is no mark, or none that can be read.
    pub(super) fn read(folder: &Path) -> Option<Marked> {
        let bytes = std::fs::read(folder.join(NAME)).ok()?;
        let (round, rest) = bytes.split_first_chunk::<8>()?;
        let (sum, rest) = rest.split_first_chunk()?;
        let is_right = u32::from_be_bytes(*sum) == crc32fast::hash(round);
        is_right.then(|| Marked { round: u64::from_be_bytes(*round), file_bytes: file_bytes_in(round, rest) })
    }

    /// Sets the mark.
    pub(super) fn set(&self, round: u64, file_bytes: u64) -> Result<()> {
        let (round, file_bytes) = (round.to_be_bytes(), file_bytes.to_be_bytes());
        let bytes = [
            &round[..],
            &crc32fast::hash(&round).to_be_bytes(),
            &file_bytes,
            &crc32fast::hash(&[round, file_bytes].concat()).to_be_bytes(),
        ]
        .concat();
        self.0.write_all_at(&bytes, 0)
    }
}

/// The length behind a round's number. Its checksum is of both: an earlier version goes on with the number alone.
fn file_bytes_in(round: &[u8; 8], rest: &[u8]) -> Option<u64> {
    let (file_bytes, rest) = rest.split_first_chunk::<8>()?;
    let sum = u32::from_be_bytes(*rest.first_chunk()?);
    (sum == crc32fast::hash(&[*round, *file_bytes].concat())).then(|| u64::from_be_bytes(*file_bytes))
}

/// Where a database stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Standing {
    /// A store of before there were rounds has none, and is at 0.
    pub(super) round: u64,
    /// Earlier versions did not keep it.
    pub(super) rows: Option<RowSum>,
}

impl Standing {
    pub(super) fn of(tree: &sled::Tree) -> sled::Result<Self> {
        let row = tree.get(ROUND_KEY)?;
        let Some((round, rows)) = row.as_ref().and_then(|row| row.split_first_chunk()) else {
            return Ok(Self::default());
        };
        Ok(Self { round: u64::from_be_bytes(*round), rows: RowSum::from_bytes(rows) })
    }

    /// The row that says so.
    pub(super) fn to_row(self) -> Vec<u8> {
        let mut row = Vec::with_capacity(8 + ROW_SUM_BYTES);
        row.extend(self.round.to_be_bytes());
        row.extend(self.rows.into_iter().flat_map(RowSum::to_bytes));
        row
    }
}
