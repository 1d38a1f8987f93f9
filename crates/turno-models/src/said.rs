//! The words of an answer: passed on as they come, and kept.

use turno_core::{ModelFailure, ModelFailureKind, Usage};

use crate::provider::Told;

/// Where an answer's words go.
pub(crate) struct Said<'a> {
    text: String,
    told: &'a mut (dyn for<'t> FnMut(Told<'t>) + Send),
}

impl<'a> Said<'a> {
    pub(crate) fn new(told: &'a mut (dyn for<'t> FnMut(Told<'t>) + Send)) -> Self {
        Self { text: String::new(), told }
    }

    /// Passes words on at once.
    pub(crate) fn push(&mut self, words: &str) {
        if !words.is_empty() {
            (self.told)(Told::Words(words));
            self.text.push_str(words);
        }
    }

    /// Passes on what was taken so far: whoever lets go of the answer has nothing else.
    pub(crate) fn took(&mut self, usage: Usage) {
        (self.told)(Told::Usage(usage));
    }

    /// All that was passed on.
    pub(crate) fn into_text(self) -> String {
        self.text
    }

    /// A failure, with what was passed on and told before it.
    pub(crate) fn failed(self, failure: ModelFailure, usage: Usage) -> ModelFailure {
        ModelFailure { said: self.text, usage, ..failure }
    }
}

/// An answer that cannot be read, or is not whole.
pub(crate) fn malformed(message: impl Into<String>) -> ModelFailure {
    ModelFailure::new(ModelFailureKind::Malformed, message)
}
