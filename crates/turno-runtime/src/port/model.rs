//! Language models, as the runtime asks them.

use async_trait::async_trait;
pub use tokio_util::sync::CancellationToken;
use turno_core::{ModelAnswer, ModelFailure, ModelRequest};

/// Whoever answers what is asked of a language model.
#[async_trait]
pub trait Model: Send + Sync + 'static {
    /// Asks, within the request's budget. `words` gets the words as they come, in order and once each: all together they are
    /// the answer's text, or the failure's `said`. Once `called_off` is cancelled nobody waits any more: it ends at once, with the
    /// requests that are to be counted in the failure's `failed`. To drop the future is to cancel too, and nothing is counted.
    /// Either way the connection is let go at once.
    ///
    /// # Errors
    /// [`ModelFailure`]: what kind, and what was passed on before it.
    async fn answer(
        &self,
        request: &ModelRequest,
        words: &mut (dyn for<'w> FnMut(&'w str) + Send),
        called_off: &CancellationToken,
    ) -> Result<ModelAnswer, ModelFailure>;

    /// What an answer to a request may cost at most, in millionths of a US dollar, as far as can be told before it is asked.
    fn cost_bound_micros(&self, request: &ModelRequest) -> u64 {
        let _ = request;
        0
    }
}
