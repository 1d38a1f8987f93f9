//! Normal forms of text.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Lower case without accents (ñ too becomes n), for comparing words.
pub fn fold(text: &str) -> String {
    text.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect()
}
