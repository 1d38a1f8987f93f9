//! A sum over all rows of a store, which each round keeps beside its number: whether a row is missing or is not as it was
//! written can be told from it, whatever became of the log.
//!
//! sled uses the room of segments again whose pages it has written elsewhere, so that a segment that is gone from its file may
//! have been needed or not; nothing in the log tells which. Where the log leaves that open (`log/mod.rs`), all rows are read once
//! at the opening and are to give the sum. Changing it takes a row's value from before, which the writer has at hand.

use sled::{Result, Tree};

use super::{pieces, visible};

/// In bytes, as it is kept.
pub(super) const ROW_SUM_BYTES: usize = 24;

/// How many rows there are, and the sum of their hashes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct RowSum {
    pub(super) rows: u64,
    sum: u128,
}

impl RowSum {
    /// That of a store; reads all of it.
    pub(super) fn of(tree: &Tree) -> Result<Self> {
        let mut sum = Self::default();
        for entry in tree {
            let (key, row) = entry?;
            if let Some((key, value)) = visible(tree, &key, &row)? {
                sum.change(&key, None, Some(&value));
            }
        }
        Ok(sum)
    }

    /// The same after a write to the tree, which must not have been made yet.
    pub(super) fn note(&mut self, tree: &Tree, key: &[u8], value: Option<&[u8]>) -> Result<()> {
        let before = pieces::get(tree, key)?;
        self.change(key, before.as_deref(), value);
        Ok(())
    }

    fn change(&mut self, key: &[u8], before: Option<&[u8]>, after: Option<&[u8]>) {
        if let Some(before) = before {
            self.rows = self.rows.wrapping_sub(1);
            self.sum = self.sum.wrapping_sub(hash(key, before));
        }
        if let Some(after) = after {
            self.rows = self.rows.wrapping_add(1);
            self.sum = self.sum.wrapping_add(hash(key, after));
        }
    }

    pub(super) fn to_bytes(self) -> [u8; ROW_SUM_BYTES] {
        let mut bytes = [0; ROW_SUM_BYTES];
        let (rows, sum) = bytes.split_at_mut(8);
        rows.copy_from_slice(&self.rows.to_be_bytes());
        sum.copy_from_slice(&self.sum.to_be_bytes());
        bytes
    }

    /// None where there is none: earlier versions kept none.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (rows, sum) = bytes.split_first_chunk()?;
        Some(Self { rows: u64::from_be_bytes(*rows), sum: u128::from_be_bytes(sum.try_into().ok()?) })
    }
}

/// The key's length goes first, so that no two rows are the same bytes.
fn hash(key: &[u8], value: &[u8]) -> u128 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&(key.len() as u64).to_be_bytes());
    hasher.update(key);
    hasher.update(value);
    let mut bytes = [0; 16];
    hasher.finalize_xof().fill(&mut bytes);
    u128::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_sum_of_changes_is_the_sum_of_what_is_left(
            changes in prop::collection::vec((0..6_u8, prop::option::of(0..3_u8)), 0..60),
        ) {
            let mut rows = std::collections::BTreeMap::new();
            let mut sum = RowSum::default();
            for (key, value) in changes {
                let value = value.map(|value| vec![value; usize::from(value)]);
                let before = match &value {
                    Some(value) => rows.insert(key, value.clone()),
                    None => rows.remove(&key),
                };
                sum.change(&[key], before.as_deref(), value.as_deref());
            }
            let mut left = RowSum::default();
            rows.iter().for_each(|(key, value)| left.change(&[*key], None, Some(value)));
            prop_assert_eq!(sum, left);
            prop_assert_eq!(RowSum::from_bytes(&sum.to_bytes()), Some(sum));
        }
    }

    #[test]
    fn rows_that_differ_are_told_apart() {
        let sum_of = |rows: &[(&[u8], &[u8])]| {
            let mut sum = RowSum::default();
            rows.iter().for_each(|(key, value)| sum.change(key, None, Some(value)));
            sum
        };
        let whole = sum_of(&[(b"a", b"1"), (b"b", b"2")]);
        assert_eq!(whole, sum_of(&[(b"b", b"2"), (b"a", b"1")]));
        for other in [
            sum_of(&[(b"a", b"1")]),
            sum_of(&[(b"a", b"2"), (b"b", b"1")]),
            sum_of(&[(b"", b"a1"), (b"b", b"2")]),
            sum_of(&[(b"a", b"1"), (b"a", b"1")]),
        ] {
            assert_ne!(whole, other);
        }
    }
}
