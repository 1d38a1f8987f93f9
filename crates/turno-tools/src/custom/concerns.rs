//! What an operator should know of a tool whose file has no fault.

use super::check::Part;
use super::file::{FileRetry, ToolFile};

/// What is to be noted of a tool, each with its place; nothing of one that is not active.
pub(super) fn notes(part: &Part<'_, '_, '_>, file: &ToolFile) -> Vec<String> {
    let mut notes = Vec::new();
    if !file.is_active {
        return notes;
    }
    if let (Some(false), Some(how)) = (file.requires_confirmation, file.acts_by()) {
        let unless = match file.retry {
            Some(FileRetry::Safe) => ", unless it only reads",
            Some(FileRetry::Never) | None => "",
        };
        let told = format!(
            "`{}` acts without asking ({how}){unless}: its file says requires_confirmation = false",
            file.name
        );
        notes.push(part.placed(&["requires_confirmation"], &told));
    }
    notes
}
