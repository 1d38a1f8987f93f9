//! How patient the chain of models is.

/// How patient the chain of models is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelsOptions {
    /// The models that are asked where a request names none, as `provider/model`, the first one first.
    pub default_models: Vec<String>,
    /// How often one model is asked the same question, at most; at least 1.
    pub attempts_max: u32,
    /// The pause before the second attempt, in milliseconds, where the provider asks for none; it doubles with each. Half
    /// of it is drawn.
    pub backoff_ms: u64,
    /// The longest such pause.
    pub backoff_max_ms: u64,
    /// A provider that failed so often in a row is left alone.
    pub failures_max: u32,
    /// For so long, in milliseconds; then one question is let through to see.
    pub open_ms: u64,
    /// For so long where it refused the key: that mends itself seldom.
    pub refused_key_open_ms: u64,
    /// What pauses are drawn from; none: another at each start.
    pub seed: Option<u64>,
}

impl Default for ModelsOptions {
    fn default() -> Self {
        Self {
            default_models: Vec::new(),
            attempts_max: 3,
            backoff_ms: 200,
            backoff_max_ms: 2_000,
            failures_max: 5,
            open_ms: 30_000,
            refused_key_open_ms: 600_000,
            seed: None,
        }
    }
}
