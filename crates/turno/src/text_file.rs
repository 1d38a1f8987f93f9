//! A file's text, and what is told of one that is none.

use std::path::Path;

use turno_core::show_fault;

use crate::failure::Failure;

/// Reads a file that people write.
///
/// # Errors
/// Where it cannot be opened; where it is not UTF-8, with the line of what is not, and the cure.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path).map_err(|cause| Failure::file(path, cause))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let shown = String::from_utf8_lossy(error.as_bytes());
        let is_wide = [&b"\xff\xfe"[..], b"\xfe\xff"].iter().any(|mark| error.as_bytes().starts_with(mark));
        let message = if is_wide {
            "the file is UTF-16 and not UTF-8"
        } else {
            "the file is not UTF-8 from here on: its accents were saved in another code, as Latin-1"
        };
        // What is none is shown as one character of three bytes.
        let place = at..at + char::REPLACEMENT_CHARACTER.len_utf8();
        let file = path.display().to_string();
        Failure::Faults {
            report: show_fault(
                &file,
                &shown,
                &place,
                message,
                "save it as UTF-8 (in an editor: Save with encoding)",
            ),
            count: 1,
        }
    })
}
