//! What an operator should know of a tool whose file has no fault.

use turno_language::Language;

use super::check::Part;
use super::file::{FileRetry, ToolFile};
use super::keywords::SchemaFault;
use crate::Business;

/// What is to be noted of a tool, each with its place; nothing of one that is not active.
pub(super) fn notes(
    part: &Part<'_, '_, '_>,
    file: &ToolFile,
    businesses: &[&Business],
    of_schema: &[SchemaFault],
) -> Vec<String> {
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
    notes.extend(of_schema.iter().map(|note| part.placed_in_schema(note)));
    notes.extend(told_in_another_language(part, file, businesses));
    notes
}

/// What a tool says of its success is said in another language where there are no words in the caller's.
fn told_in_another_language(
    part: &Part<'_, '_, '_>,
    file: &ToolFile,
    businesses: &[&Business],
) -> Option<String> {
    let words = &file.result_message;
    let (has, missing) = match (words.has(Language::Es), words.has(Language::En)) {
        (true, false) => ("es", Language::En),
        (false, true) => ("en", Language::Es),
        (true, true) | (false, false) => return None,
    };
    let mut speakers = businesses
        .iter()
        .filter(|it| it.languages().any(|spoken| spoken == missing));
    let (id, missing) = (&speakers.next()?.id, missing.code());
    let told = format!(
        "`{id}` speaks {missing}, and is told what `{}` did in {has}: write result_message.{missing}",
        file.name
    );
    Some(part.placed(&["result_message"], &told))
}
