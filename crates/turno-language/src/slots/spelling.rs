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

/// The name as its spelling wants it, and the index after the spelling.
pub(super) fn spelled_with(tokens: &Tokens<'_>, name: String, end: usize) -> (String, usize) {
    let start = tokens.skip_comma(end);
    let Some((letter, spelling_end)) = spelling_at(tokens, start) else {
        return (name, end);
    };
    (respelled(&name, letter), spelling_end)
}

/// A name as a letter that it is said to have wants it; where more than one of its own may be meant, as it was heard.
pub(super) fn respelled(name: &str, letter: char) -> String {
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
    let with_letter = only.filter(|_| !has_it).map(|(place, old)| {
        let new = if old.is_uppercase() {
            letter.to_ascii_uppercase()
        } else {
            letter
        };
        format!("{}{new}{}", &name[..place], &name[place + old.len_utf8()..])
    });
    with_letter.unwrap_or_else(|| name.to_owned())
}

/// A name that is only spelled from an index on, in lower case: "ele a u erre a", "S as in Sam, M as in Mary".
pub(super) fn spelled_from(tokens: &Tokens<'_>, start: usize) -> Option<String> {
    let mut name = String::new();
    let mut is_explained = false;
    let mut at = tokens.skip(
        start,
        &["se escribe", "se deletrea", "spelled", "that ' s", "it ' s", "es"],
    );
    while at < tokens.len() {
        if tokens.is_mark(at)
            || !name.is_empty() && tokens.is_one_of(at, &["y", "and"]) && at + 1 < tokens.len()
        {
            // "i griega" and "y" are letters, but a "y" before the last one only joins.
            if tokens.is_mark(at) || letter_at(tokens, at + 1).is_some() {
                at += 1;
                continue;
            }
        }
        let letter = letter_at(tokens, at)?.to_ascii_lowercase();
        name.push(letter);
        let named = tokens.phrases(
            at + 1,
            &["as in", "like in", "like", "for", "as", "de", "como en", "como"],
        );
        let is_named =
            named.is_some_and(|word| tokens.is_word(word) && tokens.word(word).starts_with(letter));
        is_explained |= is_named;
        at = match named {
            Some(word) if is_named => word + 1,
            Some(_) | None => at + 1,
        };
    }
    (name.len() >= LETTERS_MIN || is_explained && name.len() > 1).then_some(name)
}
