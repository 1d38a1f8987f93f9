//! What words mean, as numbers: a table that was distilled from a sentence encoder.

/// Bytes that are no table of vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the table of vectors is damaged: make it anew with the script beside it")]
pub struct VectorsFault;

/// The vectors of words, looked up in the bytes of their file.
///
/// The file: the letters `TVEC`, the number of dimensions and of words (4 bytes each, little-endian), where each word ends among the
/// letters (4 bytes each), how many letters there are altogether (4 bytes), the words, sorted, and a signed byte for each dimension of each.
#[derive(Debug, Clone, Copy)]
pub struct Vectors<'a> {
    dimensions: usize,
    ends: &'a [u8],
    words: &'a [u8],
    values: &'a [u8],
}

const MARK: &[u8] = b"TVEC";

impl<'a> Vectors<'a> {
    /// The table that the bytes are.
    ///
    /// # Errors
    /// [`VectorsFault`] where they are none.
    pub fn read(bytes: &'a [u8]) -> Result<Self, VectorsFault> {
        let rest = bytes.strip_prefix(MARK).ok_or(VectorsFault)?;
        let (dimensions, rest) = number(rest)?;
        let (count, rest) = number(rest)?;
        let (ends, rest) = rest.split_at_checked(count.saturating_mul(4)).ok_or(VectorsFault)?;
        let (letters, rest) = number(rest)?;
        let (words, values) = rest.split_at_checked(letters).ok_or(VectorsFault)?;
        let is_whole = values.len() == count.saturating_mul(dimensions) && dimensions > 0;
        if is_whole { Ok(Self { dimensions, ends, words, values }) } else { Err(VectorsFault) }
    }

    /// How many numbers a vector has.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// How many words have one.
    pub fn len(&self) -> usize {
        self.ends.len() / 4
    }

    /// Whether no word has one.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The vector of a folded word, from -127 to 127 each.
    pub fn of(&self, word: &str) -> Option<impl ExactSizeIterator<Item = i8> + use<'a>> {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = usize::midpoint(from, to);
            match self.word(middle)?.cmp(word.as_bytes()) {
                std::cmp::Ordering::Less => from = middle + 1,
                std::cmp::Ordering::Greater => to = middle,
                std::cmp::Ordering::Equal => return self.values_of(middle),
            }
        }
        None
    }

    fn values_of(&self, at: usize) -> Option<impl ExactSizeIterator<Item = i8> + use<'a>> {
        let values = self.values.get(at * self.dimensions..(at + 1) * self.dimensions)?;
        Some(values.iter().map(|value| value.cast_signed()))
    }

    fn word(&self, at: usize) -> Option<&'a [u8]> {
        let start = if at == 0 { 0 } else { self.end(at - 1)? };
        self.words.get(start..self.end(at)?)
    }

    fn end(&self, at: usize) -> Option<usize> {
        number(self.ends.get(at * 4..)?).ok().map(|(end, _)| end)
    }
}

fn number(bytes: &[u8]) -> Result<(usize, &[u8]), VectorsFault> {
    let (number, rest) = bytes.split_first_chunk::<4>().ok_or(VectorsFault)?;
    Ok((usize::try_from(u32::from_le_bytes(*number)).map_err(|_| VectorsFault)?, rest))
}
