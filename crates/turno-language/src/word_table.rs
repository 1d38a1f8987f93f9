//! A table of words that is looked into for every word that is said: found by a hash of the letters. Most words of a talk stand in no
//! given table, and are told to by their length and two letters.

/// Words with what each of them means.
pub(crate) struct WordTable<T: 'static> {
    rows: Vec<(&'static str, T)>,
    /// A row's number from 1, by hash; twice as many places as rows at least. A place that is taken sends on to the next.
    places: Vec<u16>,
    shapes: Shapes,
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
        let mut shapes = Shapes::default();
        rows.iter().for_each(|(word, _)| shapes.add(word));
        Self { rows, places, shapes }
    }

    /// What a folded word means.
    #[inline]
    pub(crate) fn get(&self, word: &str) -> Option<T> {
        if self.shapes.may_have(word) { self.look_up(word) } else { None }
    }

    fn look_up(&self, word: &str) -> Option<T> {
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

/// Which lengths, first and last letters some words have: a word of another shape is none of them.
#[derive(Default)]
pub(crate) struct Shapes([u64; SHAPE_ROWS]);

const SHAPE_ROWS: usize = 16;

impl Shapes {
    /// Takes in the shape of a word.
    pub(crate) fn add(&mut self, word: &str) {
        if let Some((row, bit)) = shape_of(word) {
            self.0[row] |= bit;
        }
    }

    /// Whether a word may be one of them.
    #[inline]
    pub(crate) fn may_have(&self, word: &str) -> bool {
        shape_of(word).is_some_and(|(row, bit)| self.0[row] & bit != 0)
    }
}

/// A word's place among the shapes: a row by its first letter, a bit by its last letter and its length. The empty word has none.
#[inline]
fn shape_of(word: &str) -> Option<(usize, u64)> {
    let (first, last) = (word.as_bytes().first()?, word.as_bytes().last()?);
    let bit = usize::from(*last).wrapping_add(word.len() * 27);
    Some((usize::from(*first) % SHAPE_ROWS, 1 << (bit % 64)))
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
        assert_eq!(WordTable::new([("", 1)]).get(""), None, "nothing is no word");
    }
}
