//! Ids of buttons: the name of what a button stands for, and a part behind it that nobody can guess.

/// A longer name is cut in an id, so that the id fits a gateway's frame.
const NAME_BYTES_MAX: usize = 200;

/// Hexadecimal digits behind the dot.
const TOKEN_DIGITS: usize = 20;

/// The part of a button's id that names what it stands for: `yes:1-1` of `yes:1-1.0123456789abcdef0123`. The rest cannot be guessed.
pub fn plain_choice(id: &str) -> &str {
    let is_token = |token: &str| {
        token.len() == TOKEN_DIGITS && token.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    };
    match id.rsplit_once('.') {
        Some((name, token)) if is_token(token) => name,
        Some(_) | None => id,
    }
}

/// The id of a button of that name.
pub(crate) fn choice_id(name: &str, token: &str) -> String {
    let mut end = name.len().min(NAME_BYTES_MAX);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}.{token}", &name[..end])
}
