//! So many of a named thing.

use crate::Language;

/// "1 agua de jamaica", "2 aguas de jamaica", "3 flanes napolitanos", "2 tacos al pastor": the words up to the first
/// preposition are put in the plural, unless they are in it already.
pub fn quantity(language: Language, count: i64, name: &str) -> String {
    if count == 1 {
        return format!("1 {name}");
    }
    let prepositions: &[&str] = match language {
        Language::Es => &["a", "al", "con", "de", "del", "en", "para", "por", "sin"],
        Language::En => &["at", "for", "from", "in", "of", "on", "to", "with", "without"],
    };
    let words: Vec<&str> = name.split(' ').collect();
    let head = words
        .iter()
        .position(|word| prepositions.contains(word))
        .unwrap_or(words.len());
    let plural = words.iter().enumerate().map(|(at, word)| match language {
        Language::Es if at < head => spanish_plural(word),
        // English puts only the noun in the plural, which is the last word before the preposition.
        Language::En if at + 1 == head => english_plural(word),
        Language::Es | Language::En => (*word).to_owned(),
    });
    format!("{count} {}", plural.collect::<Vec<_>>().join(" "))
}

fn spanish_plural(word: &str) -> String {
    let Some(last) = word.chars().next_back() else {
        return String::new();
    };
    let stem = &word[..word.len() - last.len_utf8()];
    match last {
        's' | 'x' | ')' | '0'..='9' => word.to_owned(),
        'z' => format!("{stem}ces"),
        'a' | 'e' | 'i' | 'o' | 'u' | 'á' | 'é' | 'ó' => format!("{word}s"),
        'n' => format!("{}es", without_last_accent(word)),
        _ => format!("{word}es"),
    }
}

/// "limón" loses its accent in "limones".
fn without_last_accent(word: &str) -> String {
    let Some((at, accented)) = word
        .char_indices()
        .rev()
        .find(|(_, letter)| "áéíóúaeiou".contains(*letter))
    else {
        return word.to_owned();
    };
    let plain = match accented {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' => 'u',
        other => other,
    };
    format!("{}{plain}{}", &word[..at], &word[at + accented.len_utf8()..])
}

fn english_plural(word: &str) -> String {
    if word.ends_with('s') {
        word.to_owned()
    } else if ["ch", "sh", "x", "z"].iter().any(|end| word.ends_with(end)) {
        format!("{word}es")
    } else {
        format!("{word}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_one_is_plural() {
        let check = |count, name: &str, expected: &str| {
            assert_eq!(quantity(Language::Es, count, name), expected);
        };
        check(1, "agua de jamaica", "1 agua de jamaica");
        check(2, "agua de jamaica", "2 aguas de jamaica");
        check(2, "tacos al pastor", "2 tacos al pastor");
        check(3, "flan napolitano", "3 flanes napolitanos");
        check(2, "cerveza artesanal", "2 cervezas artesanales");
        check(2, "queso fundido con chorizo", "2 quesos fundidos con chorizo");
        check(2, "arroz", "2 arroces");
        check(2, "jamón", "2 jamones");
        check(2, "café", "2 cafés");
        check(0, "", "0 ");
        assert_eq!(
            quantity(Language::En, 2, "house burger with fries"),
            "2 house burgers with fries"
        );
        assert_eq!(quantity(Language::En, 2, "lunch box"), "2 lunch boxes");
        assert_eq!(quantity(Language::En, 1, "soup"), "1 soup");
    }
}
