//! How a name is spelled: "Gómez con zeta", "ele a u erre a".

use super::code::letter_at;
use super::tokens::Tokens;

/// A name that only its letters give needs as many as this.
const LETTERS_MIN: usize = 3;

/// The letter that a name is said to have, and the index after it: "con zeta", "con ve chica", "with a K".
pub(super) fn spelling_at(tokens: &Tokens<'_>, at: usize) -> Option<(char, usize)> {
    let lead = tokens.phrases(at, &["se escribe con", "con", "with a", "with an", "with"])?;
    let named: &[(&str, char)] = &[
        ("be grande", 'b'),
        ("be de burro", 'b'),
        ("be larga", 'b'),
        ("ve chica", 'v'),
        ("be chica", 'v'),
        ("ve de vaca", 'v'),
        ("uve", 'v'),
        ("i griega", 'y'),
        ("y griega", 'y'),
        ("i latina", 'i'),
        ("hache", 'h'),
        ("ka", 'k'),
    ];
    let found = named
        .iter()
        .filter_map(|(words, letter)| Some((tokens.phrase(lead, words)?, *letter)))
        .max();
    let (end, letter) = match found {
        Some(found) => found,
        None => (lead + 1, letter_at(tokens, lead)?.to_ascii_lowercase()),
    };
    // "con a…" may begin something else.
    tokens.ends_at(end).then_some((letter, end))
}

/// The name as its spelling wants it, and the index after the spelling. Where more than one letter may be meant, the
/// name stays as it was heard.
pub(super) fn spelled_with(tokens: &Tokens<'_>, name: String, end: usize) -> (String, usize) {
    let start = tokens.skip_comma(end);
    let Some((letter, spelling_end)) = spelling_at(tokens, start) else {
        return (name, end);
    };
    let has_it = name.to_lowercase().contains(letter);
    let confused: &[char] = match letter {
        'z' => &['s', 'c'],
        's' => &['z', 'c', 'x'],
        'c' => &['s', 'k', 'z'],
        'k' => &['c', 'q'],
        'v' => &['b'],
        'b' => &['v'],
        'y' => &['i'],
        'i' => &['y'],
        'j' => &['g', 'x'],
        'g' => &['j'],
        'x' => &['j', 's'],
        _ => &[],
    };
    // Plain letters only: an accented vowel is never what is confused.
    let mut places = name
        .char_indices()
        .filter(|(_, c)| confused.contains(&c.to_ascii_lowercase()));
    let only = places.next().filter(|_| places.next().is_none());
    let respelled = only.filter(|_| !has_it).map(|(place, old)| {
        let new = if old.is_uppercase() {
            letter.to_ascii_uppercase()
        } else {
            letter
        };
        format!("{}{new}{}", &name[..place], &name[place + old.len_utf8()..])
    });
    (respelled.unwrap_or(name), spelling_end)
}

/// A name that is only spelled, in lower case.
pub(super) fn spelled_out(tokens: &Tokens<'_>) -> Option<String> {
    let mut name = String::new();
    for at in 0..tokens.len() {
        if tokens.is_mark(at) {
            continue;
        }
        name.push(letter_at(tokens, at)?.to_ascii_lowercase());
    }
    (name.len() >= LETTERS_MIN).then_some(name)
}
