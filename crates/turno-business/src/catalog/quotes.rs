//! Quotes in a CSV file that are opened and never closed.

/// Where the first of them is: a cell that begins with a quote, and ends with none before the file does, or with one that no cell
/// can end with, lines further down.
pub(super) fn unclosed(text: &[u8], delimiter: u8) -> Option<usize> {
    let is_end =
        |byte: Option<&u8>| byte.is_none_or(|byte| *byte == delimiter || matches!(byte, b'\r' | b'\n'));
    let mut at = 0;
    while at < text.len() {
        if text.get(at) == Some(&b'"') {
            let Some(close) = closing(text, at + 1) else {
                return Some(at);
            };
            let is_over_lines = text.get(at..close).is_some_and(|cell| cell.contains(&b'\n'));
            if is_over_lines && !is_end(text.get(close + 1)) {
                return Some(at);
            }
            at = close + 1;
        }
        // To the next cell.
        while !is_end(text.get(at)) {
            at += 1;
        }
        at += 1;
    }
    None
}

/// The quote that ends a cell; two of them are one within it.
fn closing(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(byte) = text.get(at) {
        match (byte, text.get(at + 1)) {
            (b'"', Some(b'"')) => at += 2,
            (b'"', _) => return Some(at),
            (_, _) => at += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::unclosed;

    #[test]
    fn a_quote_that_is_not_closed_is_found_where_it_is_opened() {
        for (text, found) in [
            ("a,b\n1,2\n", None),
            ("a,\"b\"\n\"1\n2\",\"x \"\"y\"\"\"", None),
            ("a,b 15\" x\n", None),
            ("a,\"b\" c\n1,2", None),
            ("a,\"b\n1,2\n", Some(2)),
            ("a,\"b\n1,\"2\"\n", Some(2)),
            ("a,b\n\"x,y\nc,\"d, e\",f\n", Some(4)),
            ("\"", Some(0)),
        ] {
            assert_eq!(unclosed(text.as_bytes(), b','), found, "{text}");
        }
    }
}
