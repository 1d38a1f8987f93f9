//! Words and phrases of the languages' files, looked for among words.

use turno_language::Tagged;

/// Whether one of these phrases begins at that word.
pub(crate) fn stands_at(words: &[&str], at: usize, phrases: &Tagged) -> bool {
    let behind = words.get(at..).unwrap_or_default();
    phrases.iter().any(|phrase| {
        let mut wanted = phrase.split(' ');
        let mut said = behind.iter();
        wanted.all(|word| said.next() == Some(&word))
    })
}

/// Whether one of these phrases stands among the words.
pub(crate) fn stands_in(words: &[&str], phrases: &Tagged) -> bool {
    (0..words.len()).any(|at| stands_at(words, at, phrases))
}

/// Whether a word begins as one of these do.
pub(crate) fn begins_as(word: &str, stems: &Tagged) -> bool {
    stems.iter().any(|stem| word.starts_with(stem))
}

/// Whether a word is one of these, which have digits among their letters: "2x1".
pub(crate) fn is_with_digits(word: &str, known: &Tagged) -> bool {
    word.contains(|c: char| c.is_ascii_digit()) && known.iter().any(|known| known.replace(' ', "") == word)
}
