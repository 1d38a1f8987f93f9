//! Normal forms of text.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Lower case without accents (ñ too becomes n), for comparing words.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        push_folded(c, &mut folded);
    }
    folded
}

/// The words of a text: runs of letters and digits.
pub fn words_of(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// Adds what [`fold`] makes of one character; nothing of a combining mark.
pub(crate) fn push_folded(c: char, folded: &mut String) {
    match c {
        _ if c.is_ascii() => folded.push(c.to_ascii_lowercase()),
        'á' | 'Á' => folded.push('a'),
        'é' | 'É' => folded.push('e'),
        'í' | 'Í' => folded.push('i'),
        'ó' | 'Ó' => folded.push('o'),
        'ú' | 'Ú' | 'ü' | 'Ü' => folded.push('u'),
        'ñ' | 'Ñ' => folded.push('n'),
        // Decomposition never moves a base character, so one at a time gives what the whole text would.
        _ => folded.extend(
            std::iter::once(c)
                .nfd()
                .filter(|c| !is_combining_mark(*c))
                .flat_map(char::to_lowercase),
        ),
    }
}

/// A folded word without what draws it out: doubled vowels, and its last letter doubled. None where it has neither. Other
/// double letters stay: "perro" is no "pero".
pub(crate) fn drawn_in(word: &str) -> Option<String> {
    let letters = word.as_bytes();
    let is_doubled = |at: usize| {
        at > 0
            && letters[at] == letters[at - 1]
            && (matches!(letters[at], b'a' | b'e' | b'i' | b'o' | b'u')
                || at + 1 == letters.len() && letters[at].is_ascii_alphabetic())
    };
    if !word.is_ascii() || !(0..letters.len()).any(is_doubled) {
        return None;
    }
    let kept = (0..letters.len()).filter(|at| !is_doubled(*at));
    Some(kept.map(|at| char::from(letters[at])).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

    use super::{drawn_in, fold};

    #[test]
    fn what_is_drawn_out_is_drawn_in() {
        for (said, meant) in [
            ("graciaass", "gracias"),
            ("okk", "ok"),
            ("claroo", "claro"),
            ("yess", "yes"),
        ] {
            assert_eq!(drawn_in(said).as_deref(), Some(meant));
        }
        for word in ["perro", "carro", "gracias", "calle", ""] {
            assert_eq!(drawn_in(word), None, "{word}");
        }
    }

    #[test]
    fn case_and_accents_do_not_matter() {
        assert_eq!(fold("SÍ, MAÑANA"), "si, manana");
        assert_eq!(fold("nin\u{0303}o"), fold("niño"));
        assert_eq!(fold("áéíóúüñ ÁÉÍÓÚÜÑ"), "aeiouun aeiouun");
    }

    proptest! {
        #[test]
        fn one_character_at_a_time_is_the_whole_text(text in "\\PC{0,40}") {
            let whole: String = text.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect();
            prop_assert_eq!(fold(&text), whole);
        }
    }
}
