//! Text without what is not seen, and with the letters that it looks like.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// The letters that a text looks like: compatibility forms composed (NFKC), nothing that is not drawn, Latin letters for the
/// Cyrillic and Greek ones that look the same in a Latin word, and letters that stand apart brought together ("r e s e r v a d a").
pub fn plain(text: &str) -> Cow<'_, str> {
    let is_usual = |c: char| c.is_ascii() || matches!(c, '¡' | '¿' | 'Á'..='ü' | '–' | '—');
    if text.chars().all(is_usual) && !has_letters_apart(text) {
        return Cow::Borrowed(text);
    }
    let drawn = text.nfkc().filter(|c| !is_not_drawn(*c));
    let drawn: String = drawn.map(|c| if c == '\u{2019}' { '\'' } else { c }).collect();
    let mut plain = String::with_capacity(drawn.len());
    for run in drawn.split_inclusive(|c: char| !c.is_alphabetic()) {
        // A word that is of another script whole is what it is.
        if run.chars().any(|c| latin_for(c).is_some()) && run.chars().any(|c| c.is_ascii_alphabetic()) {
            plain.extend(run.chars().map(|c| latin_for(c).unwrap_or(c)));
        } else {
            plain.push_str(run);
        }
    }
    if has_letters_apart(&plain) {
        plain = together(&plain);
    }
    Cow::Owned(plain)
}

/// What a reader does not see: soft hyphens, joiners, marks of direction, variation selectors, tags.
fn is_not_drawn(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

fn latin_for(c: char) -> Option<char> {
    #[rustfmt::skip]
    const ALIKE: &[(char, char)] = &[
        ('а', 'a'), ('в', 'b'), ('е', 'e'), ('ѕ', 's'), ('і', 'i'), ('ј', 'j'), ('к', 'k'), ('м', 'm'), ('н', 'h'), ('о', 'o'),
        ('р', 'p'), ('с', 'c'), ('т', 't'), ('у', 'y'), ('х', 'x'), ('ԁ', 'd'), ('һ', 'h'), ('ӏ', 'l'), ('ԛ', 'q'), ('ԝ', 'w'),
        ('А', 'A'), ('В', 'B'), ('Е', 'E'), ('Ѕ', 'S'), ('І', 'I'), ('Ј', 'J'), ('К', 'K'), ('М', 'M'), ('Н', 'H'), ('О', 'O'),
        ('Р', 'P'), ('С', 'C'), ('Т', 'T'), ('У', 'Y'), ('Х', 'X'), ('ѐ', 'e'), ('ё', 'e'), ('ї', 'i'),
        ('α', 'a'), ('ε', 'e'), ('ι', 'i'), ('κ', 'k'), ('ν', 'v'), ('ο', 'o'), ('ρ', 'p'), ('τ', 't'), ('υ', 'u'), ('χ', 'x'),
        ('γ', 'y'), ('η', 'n'), ('ω', 'w'), ('ά', 'á'), ('έ', 'é'), ('ί', 'í'), ('ό', 'ó'), ('ύ', 'ú'), ('ϲ', 'c'), ('ϳ', 'j'),
        ('Α', 'A'), ('Β', 'B'), ('Ε', 'E'), ('Ζ', 'Z'), ('Η', 'H'), ('Ι', 'I'), ('Κ', 'K'), ('Μ', 'M'), ('Ν', 'N'), ('Ο', 'O'),
        ('Ρ', 'P'), ('Τ', 'T'), ('Υ', 'Y'), ('Χ', 'X'), ('ı', 'i'), ('ɑ', 'a'), ('ɡ', 'g'),
    ];
    (!c.is_ascii()).then(|| ALIKE.iter().find(|(alike, _)| *alike == c)).flatten().map(|(_, latin)| *latin)
}

/// So many letters in a row with nothing but a space between are a word; fewer may spell a code.
const LETTERS_APART_MIN: usize = 5;

fn has_letters_apart(text: &str) -> bool {
    let mut run = 0;
    text.split(' ').any(|word| {
        run = if is_one_letter(word) { run + 1 } else { 0 };
        run >= LETTERS_APART_MIN
    })
}

fn is_one_letter(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
}

fn together(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let mut joined: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let end = at + words[at..].iter().take_while(|word| is_one_letter(word)).count();
        if end - at >= LETTERS_APART_MIN {
            joined.push(words[at..end].concat());
            at = end;
        } else {
            joined.push(words[at].to_owned());
            at += 1;
        }
    }
    joined.join(" ")
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn what_looks_the_same_is_the_same() {
        for (written, seen) in [
            ("Su mesa está reser\u{ad}vada.", "Su mesa está reservada."),
            ("reser\u{200b}vada", "reservada"),
            ("r\u{435}servada", "reservada"),
            ("res\u{3b5}rvada", "reservada"),
            ("ｒｅｓｅｒｖａｄａ", "reservada"),
            ("reservada\u{2060}", "reservada"),
            ("está r e s e r v a d a hoy", "está reservada hoy"),
            ("reservo\u{301}", "reservó"),
        ] {
            assert_eq!(plain(written), seen, "{written}");
        }
        for same in ["Mañana a las 8, ¿le sirve?", "R E S 1 2 3 4", "Москва", "a y o u"] {
            assert_eq!(plain(same), same);
        }
    }
}
