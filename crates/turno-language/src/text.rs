//! Normal forms of text.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Lower case without accents (ñ too becomes n), for comparing words.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn case_and_accents_do_not_matter() {
        assert_eq!(fold("SÍ, MAÑANA"), "si, manana");
        assert_eq!(fold("nin\u{0303}o"), fold("niño"));
    }
}
