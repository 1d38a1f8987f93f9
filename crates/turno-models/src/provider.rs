//! What a provider of models is to Turno.

use async_trait::async_trait;
use turno_core::{ModelAnswer, ModelFailure, ModelRequest, Usage};

/// What a provider tells while it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told<'a> {
    /// The next words.
    Words(&'a str),
    /// The tokens taken so far.
    Usage(Usage),
}

impl<'a> Told<'a> {
    /// The words, where it is words.
    pub fn words(self) -> Option<&'a str> {
        match self {
            Self::Words(words) => Some(words),
            Self::Usage(_) => None,
        }
    }
}

/// One provider, asked once: no retries, and no other model where one fails.
#[async_trait]
pub trait Provider: Send + Sync + 'static {
    /// What it is called in `provider/model`.
    fn name(&self) -> &str;

    /// Asks one of its models; `request.models` is not looked at. `told` gets the words as they come, in order and once
    /// each, and the tokens as soon as they are known. To drop the future is to cancel: the connection is let go at once.
    ///
    /// # Errors
    /// [`ModelFailure`]: what kind, and what was passed on before it.
    async fn ask(
        &self,
        model: &str,
        request: &ModelRequest,
        told: &mut (dyn for<'t> FnMut(Told<'t>) + Send),
    ) -> Result<ModelAnswer, ModelFailure>;
}
