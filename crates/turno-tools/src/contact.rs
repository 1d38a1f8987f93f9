//! Addresses as people say them.

/// The longest address that mail knows.
const LENGTH_MAX: usize = 254;

/// The e-mail address in a text, in lower case: "mi correo es ana arroba ejemplo punto com" is `ana@ejemplo.com`; none where
/// there is none, or more than one.
pub(crate) fn email_in(text: &str) -> Option<String> {
    let mut found: Vec<String> = Vec::new();
    let joined = joined(&text.to_lowercase());
    for word in joined.split_whitespace() {
        let word = word.trim_matches(|c: char| {
            matches!(
                c,
                ',' | ';' | ':' | '.' | '<' | '>' | '"' | '(' | ')' | '!' | '?' | '¿' | '¡'
            )
        });
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

/// Spoken marks as they are written, without the blanks around them.
fn joined(text: &str) -> String {
    let marks = [
        ("arroba", "@"),
        ("at", "@"),
        ("punto", "."),
        ("dot", "."),
        ("guion bajo", "_"),
        ("guión bajo", "_"),
        ("underscore", "_"),
        ("guion", "-"),
        ("guión", "-"),
        ("dash", "-"),
    ];
    // "Llámenme at noon": a word is a mark only where the text has no sign of its own.
    if text.contains('@') {
        return text.replace(" @ ", "@").replace(" @", "@").replace("@ ", "@");
    }
    let padded = format!(" {} ", text.split_whitespace().collect::<Vec<_>>().join(" "));
    marks.iter().fold(padded, |text, (word, mark)| {
        text.replace(&format!(" {word} "), mark)
    })
}

fn is_email(word: &str) -> bool {
    let Some((local, domain)) = word.split_once('@') else {
        return false;
    };
    let is_local = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~.-".contains(c);
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
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
            (
                "Mi correo es Ana.Perez@Ejemplo.com.mx.",
                Some("ana.perez@ejemplo.com.mx"),
            ),
            ("ana arroba ejemplo punto com", Some("ana@ejemplo.com")),
            (
                "es ana punto perez arroba gmail punto com",
                Some("ana.perez@gmail.com"),
            ),
            (
                "juan guion bajo 22 arroba ejemplo punto com",
                Some("juan_22@ejemplo.com"),
            ),
            (
                "john dot smith at example dot com",
                Some("john.smith@example.com"),
            ),
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
