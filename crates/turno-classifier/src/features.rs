//! What a classifier sees of a text.

use crate::Vectors;

/// The most words that stand in one feature.
const WORDS_MAX: usize = 3;

/// The fewest and the most letters that do.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=5;

/// Features of so many places are told apart, as a power of two: what falls on the same place counts as the same.
pub(crate) const PLACE_BITS: u32 = 18;

/// How much each group of features weighs beside the words themselves, at most 1 altogether.
const LETTERS_WEIGHT: f32 = 0.8;
const MEANING_WEIGHT: f32 = 2.0;

/// What a classifier sees of a text: runs of one to three words, pieces of words of two to five letters, and the mean of what its words
/// mean.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Features {
    /// Places, each once and in order, with how much is there.
    pub(crate) places: Vec<(u32, f32)>,
    /// What the words mean; empty where no word is known.
    pub(crate) meaning: Vec<f32>,
}

impl Features {
    /// Those of a text, given as its folded words in order.
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>, vectors: Option<&Vectors<'_>>) -> Self {
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let mut places = group(places_of_words(&words), 1.0);
        places.extend(group(places_of_letters(&words), LETTERS_WEIGHT));
        places.sort_unstable_by_key(|(place, _)| *place);
        let meaning = vectors.map_or_else(Vec::new, |vectors| meaning_of(&words, vectors));
        Self { places: merged(places), meaning }
    }

    /// Whether there is nothing to go by.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}

/// Each place once, all of them together of length 1 times the weight.
fn group(mut places: Vec<u32>, weight: f32) -> Vec<(u32, f32)> {
    places.sort_unstable();
    places.dedup();
    #[expect(clippy::cast_precision_loss, reason = "a text has few features")]
    let each = weight / libm::sqrtf(places.len().max(1) as f32);
    places.into_iter().map(|place| (place, each)).collect()
}

/// Places in order, those of the same number added up.
fn merged(places: Vec<(u32, f32)>) -> Vec<(u32, f32)> {
    let mut merged: Vec<(u32, f32)> = Vec::with_capacity(places.len());
    for (place, value) in places {
        match merged.last_mut() {
            Some((last, sum)) if *last == place => *sum += value,
            Some(_) | None => merged.push((place, value)),
        }
    }
    merged
}

fn places_of_words(words: &[&str]) -> Vec<u32> {
    let mut places = Vec::new();
    for at in 0..words.len() {
        let mut hash = Hash::new(b'w');
        for word in words[at..].iter().take(WORDS_MAX) {
            hash.add(word.as_bytes());
            hash.add(b" ");
            places.push(hash.place());
        }
    }
    // How a text begins and ends tells much of what it is.
    for (kind, word) in [(b'f', words.first()), (b'l', words.last())] {
        if let Some(word) = word {
            let mut hash = Hash::new(kind);
            hash.add(word.as_bytes());
            places.push(hash.place());
        }
    }
    places
}

fn places_of_letters(words: &[&str]) -> Vec<u32> {
    let mut places = Vec::new();
    for word in words {
        let letters: Vec<char> = std::iter::once(' ').chain(word.chars()).chain([' ']).collect();
        for at in 0..letters.len() {
            let mut hash = Hash::new(b'c');
            for (index, letter) in letters[at..].iter().take(*LETTERS.end()).enumerate() {
                hash.add(letter.encode_utf8(&mut [0; 4]).as_bytes());
                if index + 1 >= *LETTERS.start() {
                    places.push(hash.place());
                }
            }
        }
    }
    places
}

/// The mean of the words' vectors, of length 1 times its weight; rarer words count more, as the vectors have it.
fn meaning_of(words: &[&str], vectors: &Vectors<'_>) -> Vec<f32> {
    let mut sum = vec![0.0_f32; vectors.dimensions()];
    let mut is_known = false;
    for word in words {
        let Some(vector) = vectors.of(word) else { continue };
        is_known = true;
        for (sum, value) in sum.iter_mut().zip(vector) {
            *sum += f32::from(value);
        }
    }
    if !is_known {
        return Vec::new();
    }
    let length = libm::sqrtf(sum.iter().map(|value| value * value).sum::<f32>());
    if length > 0.0 {
        sum.iter_mut().for_each(|value| *value *= MEANING_WEIGHT / length);
    }
    sum
}

/// FNV-1a.
struct Hash(u32);

impl Hash {
    fn new(kind: u8) -> Self {
        let mut hash = Self(0x811c_9dc5);
        hash.add(&[kind]);
        hash
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        }
    }

    fn place(&self) -> u32 {
        (self.0 ^ (self.0 >> PLACE_BITS)) & ((1 << PLACE_BITS) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_words_have_the_same_features_and_others_have_others() {
        let of = |text: &str| Features::of(text.split(' '), None);
        assert_eq!(of("quiero una mesa"), of("quiero una mesa"));
        assert_ne!(of("quiero una mesa"), of("una mesa quiero"));
        assert!(of("").is_empty() && !of("a").is_empty());
    }

    #[test]
    fn places_stand_once_and_in_order() {
        let features = Features::of("si si si claro que si".split(' '), None);
        assert!(features.places.is_sorted_by(|(one, _), (next, _)| one < next));
    }
}
