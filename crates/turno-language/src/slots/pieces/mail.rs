//! Addresses of mail as people write and say them.

use crate::{pack::Tagged, slots::is_quiet_word, text::fold};

/// The marks of an address, as they are said.
static MARKS: [(Tagged, &str); 4] = [
    (Tagged::new("mail_at"), "@"),
    (Tagged::new("mail_dot"), "."),
    (Tagged::new("mail_underscore"), "_"),
    (Tagged::new("mail_dash"), "-"),
];

/// The longest address that mail knows, in bytes.
const LENGTH_MAX: usize = 254;

/// The e-mail address in a text, in lower case: "mi correo es ana arroba ejemplo punto com" is `ana@ejemplo.com`; none where
/// there is none, or more than one.
pub fn email_in(text: &str) -> Option<String> {
    let mut found: Vec<String> = Vec::new();
    let joined = with_marks(&text.to_lowercase());
    for word in joined.split_whitespace() {
        let word = word.trim_matches(is_around);
        let word = word.strip_prefix("mailto:").unwrap_or(word);
        if is_email(word) && !found.iter().any(|other| other == word) {
            found.push(word.to_owned());
        }
    }
    match found.as_slice() {
        [one] => Some(one.clone()),
        _ => None,
    }
}

/// A part of an address, as it is written: "mi correo es juan punto perez" is `juan.perez`, "arroba gmail punto com" is
/// `@gmail.com`. None where the words may be something else.
pub(super) fn part_of_email(text: &str) -> Option<String> {
    let trimmed = text.trim();
    let joined = with_marks(&trimmed.to_lowercase());
    let mut words: Vec<&str> = joined.split_whitespace().collect();
    let part = words.pop()?.trim_matches(|c: char| is_around(c) && c != '.');
    // The stop of a written sentence is none of the address's.
    let part = if trimmed.ends_with('.') { part.trim_end_matches('.') } else { part };
    let is_letter = |c: char| c.is_ascii_alphanumeric() || is_mark(c) || c == '+';
    let is_part = part.len() <= LENGTH_MAX
        && part.chars().all(is_letter)
        && part.contains(is_mark)
        && part.contains(|c: char| c.is_ascii_alphanumeric())
        && part.matches('@').count() <= 1
        // "55-1234" is of a telephone.
        && part.contains(|c: char| c.is_ascii_alphabetic() || c == '@');
    // "Mi correo es …": of what stands before it, one word may be any.
    let is_loud = |word: &&&str| !is_quiet_word(fold(word).trim_matches(is_around));
    let is_led = words.iter().filter(is_loud).count() <= 1;
    (is_part && is_led).then(|| part.to_owned())
}

/// Both parts as one, where a mark stands between them: "juan punto perez" and "arroba gmail punto com". Without one nobody
/// knows whether they belong together.
pub(super) fn joined_parts(heard: &str, part: &str) -> Option<String> {
    let has_mark = heard.ends_with(is_mark) || part.starts_with(is_mark);
    let joined = format!("{heard}{part}");
    let is_possible =
        joined.len() <= LENGTH_MAX && joined.matches('@').count() <= 1 && !joined.contains("..");
    (has_mark && is_possible).then_some(joined)
}

fn is_around(c: char) -> bool {
    matches!(c, ',' | ';' | ':' | '.' | '<' | '>' | '"' | '(' | ')' | '!' | '?' | '¿' | '¡')
}

fn is_mark(c: char) -> bool {
    matches!(c, '@' | '.' | '_' | '-')
}

/// Spoken marks as they are written, without the blanks around them.
fn with_marks(text: &str) -> String {
    // "Llámenme at noon": a word is a mark only where the text has no sign of its own.
    if text.contains('@') {
        return text.replace(" @ ", "@").replace(" @", "@").replace("@ ", "@");
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let folded: Vec<String> = words.iter().map(|word| fold(word)).collect();
    let mut joined = String::with_capacity(text.len());
    let mut is_behind_mark = true;
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let (said, end) = match mark_at(&folded, at) {
            Some(mark) => mark,
            None => (*word, at + 1),
        };
        let is_mark = end > at + 1 || said != *word;
        if !is_mark && !is_behind_mark {
            joined.push(' ');
        }
        joined.push_str(said);
        is_behind_mark = is_mark;
        at = end;
    }
    joined
}

/// The mark that words from an index on say, and the index after them: "guion bajo" is one.
fn mark_at(words: &[String], at: usize) -> Option<(&'static str, usize)> {
    let two = words.get(at..at + 2).map(|two| two.join(" "));
    let one = words.get(at)?;
    let said = |phrase: &str| {
        let mut marks = MARKS.iter();
        marks.find_map(|(said, mark)| said.contains(&phrase).then_some(*mark))
    };
    let longer = two.and_then(|two| Some((said(&two)?, at + 2)));
    longer.or_else(|| Some((said(one)?, at + 1)))
}

fn is_email(word: &str) -> bool {
    let Some((local, domain)) = word.split_once('@') else {
        return false;
    };
    let is_local = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~.-".contains(c);
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    word.len() <= LENGTH_MAX
        && (1..=64).contains(&local.len())
        && local.chars().all(is_local)
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
        && domain.split('.').count() >= 2
        && domain.split('.').all(is_label)
        && domain
            .rsplit('.')
            .next()
            .is_some_and(|last| last.len() >= 2 && last.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::email_in;

    #[test]
    fn addresses_are_read_as_they_are_written_and_as_they_are_said() {
        for (said, address) in [
            ("ana@ejemplo.com", Some("ana@ejemplo.com")),
            ("Mi correo es Ana.Perez@Ejemplo.com.mx.", Some("ana.perez@ejemplo.com.mx")),
            ("ana arroba ejemplo punto com", Some("ana@ejemplo.com")),
            ("es ana punto perez arroba gmail punto com", Some("ana.perez@gmail.com")),
            ("juan guion bajo 22 arroba ejemplo punto com", Some("juan_22@ejemplo.com")),
            ("john dot smith at example dot com", Some("john.smith@example.com")),
            ("ana @ ejemplo.com", Some("ana@ejemplo.com")),
            ("no tengo correo", None),
            ("ana@", None),
            ("@ejemplo.com", None),
            ("ana@ejemplo", None),
            ("ana..p@ejemplo.com", None),
            ("a@b.com o c@d.com", None),
            ("ana@ejemplo.com\r\nBcc: otro@ejemplo.com", None),
        ] {
            assert_eq!(email_in(said).as_deref(), address, "{said}");
        }
    }
}
