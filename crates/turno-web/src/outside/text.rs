//! Texts of strangers, kept within bounds.

/// The text's beginning that is at most so many bytes once it is written as JSON.
pub(super) fn cut_for_json(text: &str, bytes_max: usize) -> &str {
    let mut bytes = 0_usize;
    for (at, c) in text.char_indices() {
        bytes += match c {
            '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
            c if c.is_control() && c.is_ascii() => 6,
            c => c.len_utf8(),
        };
        if bytes > bytes_max {
            return text.get(..at).unwrap_or_default();
        }
    }
    text
}

/// The text's beginning of at most so many bytes, between two characters.
pub(super) fn cut_bytes(text: &str, bytes_max: usize) -> &str {
    let mut end = bytes_max.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// The text's beginning of at most so many characters, and whether something was cut.
pub(super) fn cut(text: &str, characters_max: usize) -> (&str, bool) {
    match text.char_indices().nth(characters_max) {
        Some((at, _)) => (text.get(..at).unwrap_or_default(), true),
        None => (text, false),
    }
}

/// The text without the marks of its sources: `abre a las 9 [1][2].` is heard as "abre a las 9."
pub(super) fn without_citations(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        let (before, mark) = rest.split_at(at);
        let digits = mark.get(1..).unwrap_or_default().bytes().take_while(u8::is_ascii_digit).count();
        clean.push_str(before);
        if (1..=3).contains(&digits) && mark.as_bytes().get(digits + 1) == Some(&b']') {
            clean.truncate(clean.trim_end().len());
            rest = mark.get(digits + 2..).unwrap_or_default();
        } else {
            clean.push('[');
            rest = mark.get(1..).unwrap_or_default();
        }
    }
    clean.push_str(rest);
    clean.trim().to_owned()
}

/// The text for the ear: without marks of sources and of Markdown, on one line.
pub(super) fn spoken(text: &str) -> String {
    let plain: String =
        without_citations(text).chars().filter(|c| !matches!(c, '*' | '_' | '`' | '#' | '|')).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Bytes of a stranger as text: what is no UTF-8 is replaced, and control characters (colours, bells) are left out.
pub(super) fn printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}
