//! Paths as strangers write them, cleaned: nothing that leads up, out or elsewhere, in whatever encoding.

/// How often a path is decoded to see what it hides: `%252e` is `%2e` is `.`.
const DECODINGS_MAX: usize = 4;

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
    #[error("the query has a character that does not belong there")]
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
        if text.split('/').any(|name| leads_up(name)) {
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
