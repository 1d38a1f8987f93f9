//! Paths as strangers write them, cleaned: nothing that leads up, out or elsewhere, in whatever encoding.

/// How often a path is decoded to see what it hides: `%252e` is `%2e` is `.`.
const DECODINGS_MAX: usize = 4;

/// The longest path of a page with its query, and the longest query, in characters.
const PAGE_CHARACTERS_MAX: usize = 500;
const QUERY_CHARACTERS_MAX: usize = 200;

/// Why a path is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum PathFault {
    /// There is none.
    #[error("the path is empty: give one, as `/precios`")]
    Empty,
    /// More than anyone needs.
    #[error("the path is longer than {0} characters")]
    TooLong(usize),
    /// An address of its own: `https://…`, `javascript:…`, `//host`.
    #[error("the path is an address: give only what comes after the domain, as `/precios`")]
    Address,
    /// It begins at the root of the machine.
    #[error("the path begins with a slash: name the file beneath the folder")]
    Absolute,
    /// `..`, also encoded.
    #[error("the path leads up with `..`")]
    Up,
    /// A backslash, also encoded.
    #[error("the path has a backslash")]
    Backslash,
    /// A control character, also encoded.
    #[error("the path has a control character")]
    Control,
    /// A slash that is encoded, so that it hides.
    #[error("the path has an encoded slash")]
    HiddenSlash,
    /// `%zz`, or more encodings in one another than anyone needs.
    #[error("the path has a `%` that encodes nothing")]
    Encoding,
    /// `.env`
    #[error("names that begin with a dot are not seen")]
    Hidden,
    /// `?…` or `#…` with what does not belong there.
    #[error("the query has something that does not belong there")]
    Query,
}

/// The names that a relative path of a file is made of.
///
/// # Errors
/// [`PathFault`] for whatever leads out of the folder.
pub(super) fn file_names(path: &str) -> Result<Vec<String>, PathFault> {
    if path.is_empty() {
        return Err(PathFault::Empty);
    }
    check_everywhere(path)?;
    if path.starts_with('/') {
        return Err(PathFault::Absolute);
    }
    let mut names = Vec::new();
    for name in path.split('/').filter(|name| !name.is_empty() && *name != ".") {
        if decoded_whole(name)?.starts_with('.') {
            return Err(PathFault::Hidden);
        }
        names.push(name.to_owned());
    }
    if names.is_empty() { Err(PathFault::Empty) } else { Ok(names) }
}

/// The path and the query of a page, as they are put into a URL: cleaned, encoded, and beginning with a slash. What follows
/// a `#` is left out, since no site sees it.
///
/// # Errors
/// [`PathFault`] for whatever is an address of its own, or leads up.
pub(super) fn page_path(text: &str) -> Result<(String, Option<String>), PathFault> {
    let text = text.trim();
    if text.is_empty() {
        return Err(PathFault::Empty);
    }
    if text.chars().count() > PAGE_CHARACTERS_MAX {
        return Err(PathFault::TooLong(PAGE_CHARACTERS_MAX));
    }
    let text = text.split('#').next().unwrap_or_default();
    let (path, query) = match text.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (text, None),
    };
    check_everywhere(path)?;
    if broken_encoding(path) {
        return Err(PathFault::Encoding);
    }
    // `javascript:`, `https://`, `//host`: also encoded, since a site may decode what it is asked for.
    for form in [path.to_owned(), decoded_whole(path)?] {
        let first = form.trim_start_matches('/').split('/').next().unwrap_or_default();
        if form.starts_with("//") || first.contains(':') {
            return Err(PathFault::Address);
        }
    }
    let names: Vec<&str> = path.split('/').filter(|name| !name.is_empty() && *name != ".").collect();
    let slash = if path.ends_with('/') && !names.is_empty() { "/" } else { "" };
    let query = query.filter(|query| !query.is_empty()).map(checked_query).transpose()?;
    Ok((format!("/{}{slash}", names.join("/")), query))
}

/// A query that asks for something on the site, and nothing else: no control characters, no address, no way up.
fn checked_query(query: &str) -> Result<String, PathFault> {
    let plain = decoded_whole(query)?;
    let is_bad =
        plain.chars().any(|c| c.is_control() || c == '\\') || plain.contains("//") || plain.contains("..");
    if is_bad || broken_encoding(query) || query.chars().count() > QUERY_CHARACTERS_MAX {
        return Err(PathFault::Query);
    }
    Ok(query.to_owned())
}

/// Whether a path is one of those that are allowed, or lies beneath one; `/` is the first page alone. None: all are.
pub(super) fn is_allowed(path: &str, allowed: &[String]) -> bool {
    let names = |path: &str| -> Vec<String> {
        let path = decoded_whole(path).unwrap_or_else(|_| path.to_owned());
        path.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect()
    };
    let wanted = names(path);
    allowed.is_empty()
        || allowed.iter().any(|allowed| {
            let allowed = names(allowed);
            if allowed.is_empty() { wanted.is_empty() } else { wanted.starts_with(&allowed) }
        })
}

/// Whether a `%` stands there that encodes nothing: some sites read what others leave.
fn broken_encoding(text: &str) -> bool {
    text.split('%').skip(1).any(|rest| rest.as_bytes().get(..2).and_then(hex).is_none())
}

/// What no path may have, however it is written: `..`, a backslash, a control character, a slash in disguise.
pub(super) fn check_everywhere(path: &str) -> Result<(), PathFault> {
    let mut text = path.to_owned();
    for round in 0..=DECODINGS_MAX {
        if text.contains('\\') {
            return Err(PathFault::Backslash);
        }
        if text.chars().any(char::is_control) {
            return Err(PathFault::Control);
        }
        if text.split('/').any(leads_up) {
            return Err(PathFault::Up);
        }
        if round > 0 && text.matches('/').count() != path.matches('/').count() {
            return Err(PathFault::HiddenSlash);
        }
        let next = decoded(&text)?;
        if next == text {
            return Ok(());
        }
        text = next;
    }
    Err(PathFault::Encoding)
}

/// Two dots, alone or before what some systems leave out: a semicolon's parameters, spaces, dots.
fn leads_up(name: &str) -> bool {
    let name = name.split(';').next().unwrap_or_default().trim();
    // The wide dots that some normal forms turn into narrow ones.
    let is_dot = |c: char| matches!(c, '.' | '．' | '․' | '。');
    name.chars().count() >= 2 && name.chars().all(is_dot) || name == "‥" || name == "…"
}

/// One round of percent decoding. A `%` that encodes nothing stays.
///
/// # Errors
/// Where the bytes are no UTF-8: an overlong slash, say.
fn decoded(text: &str) -> Result<String, PathFault> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let encoded = after.split_at_checked(2).filter(|_| *first == b'%');
        let byte = encoded.and_then(|(digits, after)| Some((hex(digits)?, after)));
        let (byte, after) = byte.unwrap_or((*first, after));
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8(bytes).map_err(|_| PathFault::Encoding)
}

/// The byte that two digits are.
fn hex(digits: &[u8]) -> Option<u8> {
    let digits = std::str::from_utf8(digits).ok()?;
    let are_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u8::from_str_radix(digits, 16).ok().filter(|_| are_hex)
}

fn decoded_whole(text: &str) -> Result<String, PathFault> {
    let mut text = text.to_owned();
    for _ in 0..DECODINGS_MAX {
        let next = decoded(&text)?;
        if next == text {
            break;
        }
        text = next;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> String {
        match page_path(text) {
            Ok((path, query)) => path + &query.map(|query| format!("?{query}")).unwrap_or_default(),
            Err(fault) => format!("{fault:?}"),
        }
    }

    #[test]
    fn a_page_of_the_site_is_found_however_its_path_is_given() {
        for (given, path) in [
            ("/productos", "/productos"),
            ("productos", "/productos"),
            ("/servicios/web", "/servicios/web"),
            ("/servicios//web/", "/servicios/web/"),
            ("./precios", "/precios"),
            ("/", "/"),
            ("/men%C3%BA", "/men%C3%BA"),
            ("/menú del día", "/menú del día"),
            ("/productos?categoria=2&orden=precio", "/productos?categoria=2&orden=precio"),
            ("/productos#lista", "/productos"),
            ("/productos?", "/productos"),
            ("/a.b/c..d", "/a.b/c..d"),
            ("/100%25", "/100%25"),
        ] {
            assert_eq!(page(given), path, "{given}");
        }
    }

    #[test]
    fn nothing_leads_up_or_elsewhere_however_it_is_encoded() {
        for bad in [
            "",
            "  ",
            "../etc/passwd",
            "/../../root",
            "/productos/../../x",
            "/productos/..",
            "..",
            "/%2e%2e/x",
            "/%2E%2E%2Fx",
            "/..%2f..%2fx",
            "/%252e%252e/x",
            "/%25252e%25252e%25252fx",
            "/%252525252e%252525252e/",
            "/..%c0%afx",
            "/%c0%ae%c0%ae/x",
            "/..;/x",
            "/..;a=b/x",
            "/%2e%2e;/x",
            "/．．/x",
            "/%ef%bc%8e%ef%bc%8e/x",
            "/‥/x",
            "\\\\evil\\x",
            "/\\evil",
            "/a\\..\\b",
            "/a%5c..%5cb",
            "//evil.example",
            "///evil.example/x",
            "/%2f/evil.example",
            "%2f%2fevil.example",
            "/a%2fb",
            "javascript:alert(1)",
            "javascript://alert",
            "JaVaScRiPt:alert(1)",
            "java%73cript%3aalert(1)",
            "/javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "https://evil.example/x",
            "http:/evil.example",
            "https%3a%2f%2fevil.example",
            "/a\0b",
            "/a%00b",
            "/a\r\nHost: evil",
            "/a%0d%0aX: y",
            "/%zz",
            "/%",
            "/a?b=%zz",
            "/a?next=https://evil.example",
            "/a?next=%2f%2fevil.example",
            "/a?f=../../x",
        ] {
            assert!(page_path(bad).is_err(), "{bad}: {}", page(bad));
        }
        assert_eq!(page(&"/a".repeat(300)), "TooLong(500)");
        assert_eq!(page(&format!("/a?{}", "b".repeat(300))), "Query");
    }

    #[test]
    fn an_allowed_path_allows_what_lies_beneath_and_no_namesake() {
        let allowed = ["/productos".to_owned(), "/precios/".to_owned(), "/".to_owned()];
        for (path, is_ok) in [
            ("/productos", true),
            ("/productos/", true),
            ("/productos/1", true),
            ("/p%72oductos", true),
            ("/productosx", false),
            ("/PRODUCTOS", false),
            ("/precios", true),
            ("/", true),
            ("/admin", false),
        ] {
            assert_eq!(is_allowed(path, &allowed), is_ok, "{path}");
        }
        assert!(is_allowed("/admin", &[]));
    }
}
