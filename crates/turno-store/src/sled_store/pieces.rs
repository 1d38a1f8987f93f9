//! Large values in pieces, so that no page of sled's grows over 128 KiB.
//!
//! sled puts such a page into a file of its own, a blob, which it neither flushes before it needs it nor keeps until the
//! page's next writing is on the disk: a power cut loses the whole page, rows long acknowledged included. A leaf splits
//! beyond 16 rows and an inner page beyond 256 keys, so with rows of at most [`PIECE_BYTES`] and keys of at most
//! `KEY_BYTES_MAX` there are no blobs.
//!
//! A value shorter than a piece is kept as it is. A longer one has a row of exactly a piece's length: a checksum, the
//! value's length, and its beginning; the rest stands under keys of its own, which callers never see.

use std::collections::BTreeSet;

use sled::{Batch, Error, Result, Tree};

/// The longest row.
pub(super) const PIECE_BYTES: usize = 4_096;
/// Before the beginning of the value: the checksum of all of it, and its length.
const HEAD_BYTES: usize = 8;
/// Before the key of a value whose rest it is; behind it the piece's number.
const PREFIX: &[u8] = b"\0piece\0";
/// How often a value is read that changes meanwhile.
const ATTEMPTS: u32 = 1_000;

/// Whether callers are not to see that key.
pub(super) fn is_own(key: &[u8]) -> bool {
    key.starts_with(PREFIX)
}

/// The value of a key.
pub(super) fn get(tree: &Tree, key: &[u8]) -> Result<Option<Vec<u8>>> {
    for _ in 0..ATTEMPTS {
        let Some(row) = tree.get(key)? else {
            return Ok(None);
        };
        if let Some(value) = whole(tree, key, &row)? {
            return Ok(Some(value));
        }
    }
    Err(Error::ReportableBug("a value's pieces do not fit together".to_owned()))
}

/// The value whose row that is; none where its pieces do not fit, since it was written anew between two reads.
pub(super) fn whole(tree: &Tree, key: &[u8], row: &[u8]) -> Result<Option<Vec<u8>>> {
    let Some(head) = Head::of(row) else {
        return Ok(Some(row.to_vec()));
    };
    let mut value = row.get(HEAD_BYTES..).unwrap_or_default().to_vec();
    for number in 1..=head.pieces() {
        match tree.get(piece_key(key, number))? {
            Some(piece) => value.extend_from_slice(&piece),
            None => return Ok(None),
        }
    }
    let fits = value.len() == head.length && crc32fast::hash(&value) == head.sum;
    Ok(fits.then_some(value))
}

/// The keys whose values are in pieces. Few are, so a write need not look for pieces in the store.
pub(super) struct LargeKeys(BTreeSet<Vec<u8>>);

impl LargeKeys {
    /// Those of a store.
    pub(super) fn of(tree: &Tree) -> Result<Self> {
        let mut keys = BTreeSet::new();
        for piece in tree.scan_prefix(PREFIX).keys() {
            let piece = piece?;
            if let Some((_number, key)) = piece.get(PREFIX.len()..).and_then(<[u8]>::split_last) {
                keys.insert(key.to_vec());
            }
        }
        Ok(Self(keys))
    }

    /// Adds the rows of a value to a batch, or its removal, and the removal of pieces that it no longer has.
    pub(super) fn put(
        &mut self,
        tree: &Tree,
        batch: &mut Batch,
        key: Vec<u8>,
        value: Option<Vec<u8>>,
    ) -> Result<()> {
        let before = if self.0.contains(&key) {
            tree.get(&key)?.as_deref().and_then(Head::of).map_or(0, |head| head.pieces())
        } else {
            0
        };
        let now = match value {
            None => {
                batch.remove(key.as_slice());
                0
            }
            Some(value) if value.len() < PIECE_BYTES => {
                batch.insert(key.as_slice(), value);
                0
            }
            Some(value) => put_pieces(batch, &key, &value),
        };
        for number in now + 1..=before {
            batch.remove(piece_key(&key, number));
        }
        // A batch that is not written after all ends the store's life, so what is noted here stays true.
        if now > 0 {
            self.0.insert(key);
        } else if before > 0 {
            self.0.remove(&key);
        }
        Ok(())
    }
}

/// Gives how many pieces stand beside the value's own row.
fn put_pieces(batch: &mut Batch, key: &[u8], value: &[u8]) -> u8 {
    let (beginning, rest) = value.split_at(PIECE_BYTES - HEAD_BYTES);
    let length = u32::try_from(value.len()).unwrap_or(u32::MAX);
    let row = [&crc32fast::hash(value).to_be_bytes(), &length.to_be_bytes(), beginning].concat();
    batch.insert(key, row);
    let mut last = 0;
    for (number, piece) in (1..).zip(rest.chunks(PIECE_BYTES - 1)) {
        batch.insert(piece_key(key, number), piece);
        last = number;
    }
    last
}

/// What the row of a value in pieces begins with.
struct Head {
    sum: u32,
    length: usize,
}

impl Head {
    /// None where the row is the value.
    fn of(row: &[u8]) -> Option<Self> {
        if row.len() != PIECE_BYTES {
            return None;
        }
        let (sum, rest) = row.split_first_chunk()?;
        Some(Self {
            sum: u32::from_be_bytes(*sum),
            length: usize::try_from(u32::from_be_bytes(*rest.first_chunk()?)).ok()?,
        })
    }

    /// How many there are beside the value's own row.
    fn pieces(&self) -> u8 {
        let rest = self.length.saturating_sub(PIECE_BYTES - HEAD_BYTES);
        u8::try_from(rest.div_ceil(PIECE_BYTES - 1)).unwrap_or(u8::MAX)
    }
}

fn piece_key(key: &[u8], number: u8) -> Vec<u8> {
    [PREFIX, key, &[number]].concat()
}
