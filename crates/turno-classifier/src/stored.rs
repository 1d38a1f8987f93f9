//! A model as bytes: each weight is one signed byte, for there are many and none needs to be exact.

use crate::Model;

/// Bytes that are no model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("what was learnt is damaged: train it anew")]
pub struct ModelFault;

const MARK: &[u8] = b"TMOD";

/// Weights below this part of the largest are as good as none.
const COUNTS_FROM: f32 = 1.0 / 127.0;

impl Model {
    /// Its bytes: the letters `TMOD`, the numbers of classes, places and meanings, the size of a step (all 4 bytes, little-endian), the
    /// bias (4 bytes a class), the places (3 bytes each), and a signed byte for each weight. A place whose weights are all as good as none is left out.
    pub fn to_bytes(&self) -> Vec<u8> {
        let all = self.weights.iter().chain(&self.meaning);
        let largest = all.fold(0.0_f32, |largest, weight| largest.max(weight.abs())).max(1e-6);
        let step = largest / 127.0;
        let rows = self.weights.chunks(self.classes.max(1));
        let counts = |row: &&[f32]| row.iter().any(|weight| weight.abs() >= largest * COUNTS_FROM);
        let rows: Vec<(u32, &[f32])> =
            self.places.iter().copied().zip(rows).filter(|(_, row)| counts(row)).collect();
        let mut bytes = MARK.to_vec();
        for count in [self.classes, rows.len(), self.meaning.len()] {
            bytes.extend(u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
        }
        bytes.extend(step.to_le_bytes());
        self.bias.iter().for_each(|bias| bytes.extend(bias.to_le_bytes()));
        rows.iter().for_each(|(place, _)| bytes.extend(&place.to_le_bytes()[..3]));
        let weights = rows.iter().flat_map(|(_, row)| *row).chain(&self.meaning);
        bytes.extend(weights.map(|weight| as_byte(weight / step)));
        bytes
    }

    /// The model that the bytes are.
    ///
    /// # Errors
    /// [`ModelFault`] where they are none.
    pub fn read(bytes: &[u8]) -> Result<Self, ModelFault> {
        let mut rest = bytes.strip_prefix(MARK).ok_or(ModelFault)?;
        let mut four = || -> Result<[u8; 4], ModelFault> {
            let (number, behind) = rest.split_first_chunk::<4>().ok_or(ModelFault)?;
            rest = behind;
            Ok(*number)
        };
        let mut count = || -> Result<usize, ModelFault> {
            usize::try_from(u32::from_le_bytes(four()?)).map_err(|_| ModelFault)
        };
        let (classes, rows, meaning) = (count()?, count()?, count()?);
        let step = f32::from_le_bytes(four()?);
        let bias: Vec<f32> = (0..classes.min(rest_len(bytes)))
            .map(|_| Ok(f32::from_le_bytes(four()?)))
            .collect::<Result<_, _>>()?;
        let (places, weights) = rest.split_at_checked(rows.saturating_mul(3)).ok_or(ModelFault)?;
        let places: Vec<u32> = places
            .chunks_exact(3)
            .map(|three| u32::from_le_bytes([three[0], three[1], three[2], 0]))
            .collect();
        let of_places = rows.saturating_mul(classes);
        if weights.len() != of_places.saturating_add(meaning) || !places.is_sorted() {
            return Err(ModelFault);
        }
        let mut weights: Vec<f32> = weights.iter().map(|byte| f32::from(byte.cast_signed()) * step).collect();
        let meaning = weights.split_off(of_places);
        Ok(Self { classes, places, weights, meaning, bias })
    }
}

/// No more classes than this can be in so many bytes.
fn rest_len(bytes: &[u8]) -> usize {
    bytes.len() / 4 + 1
}

fn as_byte(steps: f32) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "a step is the 127th part of the largest")]
    let byte = libm::roundf(steps).clamp(-127.0, 127.0) as i8;
    byte.cast_unsigned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Example, Features, Training, train};

    #[test]
    fn what_is_stored_says_nearly_the_same() {
        let example =
            |text: &str, class| Example { features: Features::of(text.split(' '), None), class, weight: 1.0 };
        let examples = [example("si claro", 0), example("no gracias", 1), example("a que hora abren", 2)];
        let model = train(&examples, 3, Training::default());
        let stored = Model::read(&model.to_bytes()).unwrap();
        for text in ["si", "no", "abren", "claro que no"] {
            let features = Features::of(text.split(' '), None);
            let both = model.probabilities(&features).into_iter().zip(stored.probabilities(&features));
            for (one, other) in both {
                assert!((one - other).abs() < 0.05, "{text}: {one} {other}");
            }
        }
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut marked = MARK.to_vec();
            marked.extend(&bytes);
            let _ = Model::read(&bytes);
            let _ = Model::read(&marked);
            let _ = crate::Vectors::read(&bytes);
        }
    }
}
