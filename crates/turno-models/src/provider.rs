//! What a provider of models is to Turno.

use async_trait::async_trait;
use turno_core::{ModelAnswer, ModelFailure, ModelRequest};

/// One provider, asked once: no retries, and no other model where one fails.
#[async_trait]
pub trait Provider: Send + Sync + 'static {
    /// What it is called in `provider/model`.
    fn name(&self) -> &str;

    /// Asks one of its models; `request.models` is not looked at. `words` gets the words as they come, in order and once
    /// each. To drop the future is to cancel: the connection is let go at once.
    ///
    /// # Errors
    /// [`ModelFailure`]: what kind, and what was passed on before it.
    async fn ask(
        &self,
        model: &str,
        request: &ModelRequest,
        words: &mut (dyn for<'w> FnMut(&'w str) + Send),
    ) -> Result<ModelAnswer, ModelFailure>;
}
