//! A map that forgets what was not used for longest.

use std::collections::BTreeMap;

/// Values by key, at most `capacity` of them: where one too many comes, the half that was not used for longest goes.
#[derive(Debug)]
pub(crate) struct Recent<K, V> {
    entries: BTreeMap<K, Entry<V>>,
    capacity: usize,
    uses: u64,
}

#[derive(Debug)]
struct Entry<V> {
    last_use: u64,
    value: V,
}

impl<K: Ord + Clone, V> Recent<K, V> {
    pub(crate) fn new(capacity: usize) -> Self {
        Self { entries: BTreeMap::new(), capacity: capacity.max(2), uses: 0 }
    }

    /// The value, which counts as a use.
    pub(crate) fn get(&mut self, key: &K) -> Option<&mut V> {
        self.uses += 1;
        let entry = self.entries.get_mut(key)?;
        entry.last_use = self.uses;
        Some(&mut entry.value)
    }

    /// Puts a value in, in place of the one that was there.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        self.uses += 1;
        if self.entries.len() >= self.capacity && !self.entries.contains_key(&key) {
            self.forget_half();
        }
        self.entries.insert(key, Entry { last_use: self.uses, value });
    }

    /// The same; a key that is there is not copied.
    pub(crate) fn put(&mut self, key: &K, value: V) {
        match self.get(key) {
            Some(kept) => *kept = value,
            None => self.insert(key.clone(), value),
        }
    }

    /// How many there are.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    fn forget_half(&mut self) {
        let mut uses: Vec<u64> = self.entries.values().map(|entry| entry.last_use).collect();
        let middle = uses.len() / 2;
        let (_, median, _) = uses.select_nth_unstable(middle);
        let median = *median;
        self.entries.retain(|_, entry| entry.last_use >= median);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_lately_stays() {
        let mut recent = Recent::new(4);
        for key in 0..4 {
            recent.insert(key, key * 10);
        }
        assert_eq!(recent.get(&0), Some(&mut 0));
        recent.insert(4, 40);
        assert_eq!(recent.get(&0), Some(&mut 0));
        assert_eq!(recent.get(&4), Some(&mut 40));
        assert_eq!(recent.get(&1), None);
    }
}
