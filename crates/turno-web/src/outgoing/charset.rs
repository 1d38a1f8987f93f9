//! What an answer's bytes say, in the sets that services in the West still write.

use super::OutgoingResponse;

/// The text of an answer: UTF-8, or what older services write where they say so or where it is no UTF-8.
pub(super) fn text_of(response: &OutgoingResponse) -> String {
    let text = marked_text_of(response);
    match text.strip_prefix('\u{feff}') {
        Some(unmarked) => unmarked.to_owned(),
        None => text,
    }
}

/// With the mark of byte order that may stand in front.
fn marked_text_of(response: &OutgoingResponse) -> String {
    let lossy = || String::from_utf8_lossy(&response.body).into_owned();
    let declared = response.header("content-type").unwrap_or_default().to_ascii_lowercase();
    let start: Vec<u8> = response.body.iter().take(1_024).map(u8::to_ascii_lowercase).collect();
    let start = String::from_utf8_lossy(&start);
    let names = |name: &str| {
        declared.contains(name)
            || start.contains(&format!("charset={name}"))
            || start.contains(&format!("charset=\"{name}"))
    };
    let is_old = names("iso-8859-1") || names("iso-8859-15") || names("windows-1252") || names("latin1");
    match std::str::from_utf8(&response.body) {
        Ok(text) => text.to_owned(),
        // A body that was cut may end within a character.
        Err(error)
            if !is_old
                && (response.is_cut || error.error_len().is_none())
                && error.valid_up_to() + 4 > response.body.len() =>
        {
            lossy()
        }
        Err(_) if is_old || !declared.contains("utf-8") => {
            response.body.iter().copied().map(western).collect()
        }
        Err(_) => lossy(),
    }
}

/// A byte in Windows' Western set, of which ISO 8859-1 is a part.
fn western(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH.get(usize::from(byte - 0x80)).copied().unwrap_or(' '),
        other => char::from(other),
    }
}
