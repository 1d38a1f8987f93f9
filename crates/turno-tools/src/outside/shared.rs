//! What the tools that look outside share: how they speak, and texts of strangers kept within bounds.

use turno_runtime::port::{ToolContext, ToolError};

use crate::{
    Business, Businesses,
    answer::Answer,
    say::{Said, Voice},
    tools::business_of,
};

/// How the business that the call is for speaks, in the conversation's language.
pub(super) fn voice_of<'a>(businesses: &'a Businesses, context: &ToolContext) -> Result<Voice<'a>, ToolError> {
    let business: &Business = business_of(businesses, context)?;
    Ok(Voice::new(business, context.now))
}

/// A refusal in the voice's language.
pub(super) fn refused(voice: &Voice<'_>, reason: &str, spanish: &str, english: &str) -> Answer {
    Answer::refused(reason, &said(voice, spanish, english))
}

/// A text in the voice's language.
pub(super) fn said(voice: &Voice<'_>, spanish: &str, english: &str) -> Said {
    Said::same(voice.pick(spanish.to_owned(), english.to_owned()))
}
