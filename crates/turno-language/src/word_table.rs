//! A table of words that is looked into for every word that is said: found by a hash of the letters.

/// Words with what each of them means.
pub(crate) struct WordTable<T: 'static> {
    rows: Vec<(&'static str, T)>,
    /// A row's number from 1, by hash; twice as many places as rows at least. A place that is taken sends on to the next.
    places: Vec<u16>,
}

impl<T: Copy> WordTable<T> {
    /// A table of these rows; of two for one word the first counts.
    pub(crate) fn new(rows: impl IntoIterator<Item = (&'static str, T)>) -> Self {
        let rows: Vec<(&'static str, T)> = rows.into_iter().collect();
        let mut places = vec![0; (2 * rows.len()).next_power_of_two()];
        for (index, (word, _)) in rows.iter().enumerate() {
            let mut place = place_of(word, places.len());
            while places[place] != 0 {
                place = (place + 1) % places.len();
            }
            places[place] = u16::try_from(index + 1).unwrap_or(0);
        }
        Self { rows, places }
    }

    /// What a folded word means.
    pub(crate) fn get(&self, word: &str) -> Option<T> {
        let mut place = place_of(word, self.places.len());
        loop {
            let row = usize::from(self.places[place]).checked_sub(1)?;
            let (known, meaning) = self.rows[row];
            if known == word {
                return Some(meaning);
            }
            place = (place + 1) % self.places.len();
        }
    }

    /// The words, in order.
    pub(crate) fn words(&self) -> impl Iterator<Item = &'static str> {
        self.rows.iter().map(|(word, _)| *word)
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }
}

/// FNV-1a, folded to so many places, which are a power of two.
fn place_of(word: &str, places: usize) -> usize {
    let hash =
        word.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash ^ (hash >> 15)) as usize & (places - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found_and_no_other() {
        let words = ["sí", "si", "no", "claro", "dos", "tres", "a", "de", "que", "y"];
        let table = WordTable::new(words.iter().enumerate().map(|(index, word)| (*word, index)));
        assert_eq!(table.len(), words.len());
        for (index, word) in words.iter().enumerate() {
            assert_eq!(table.get(word), Some(index));
        }
        assert_eq!(table.get("cuatro"), None);
        assert_eq!(table.get(""), None);
        assert_eq!(WordTable::<u8>::new([]).get("si"), None);
    }
}
