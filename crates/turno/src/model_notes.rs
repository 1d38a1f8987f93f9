//! What the operator should know of budgets for models, and is no fault.

use std::collections::BTreeSet;

use crate::{
    config::DaemonConfig,
    model_set::{BudgetConfig, ProviderConfig, Speaks},
    model_slips::models_in,
};

/// Models that a budget does not hold for, and providers that do not tell what they take.
pub(crate) fn of_budgets(config: &DaemonConfig) -> Vec<String> {
    let models = &config.models;
    let has_limit = |budget: &BudgetConfig| budget.day_dollars.or(budget.conversation_dollars).is_some();
    if !has_limit(&models.budget) && !models.budgets.values().any(has_limit) {
        return Vec::new();
    }
    let mut asked: BTreeSet<String> = models.default.iter().cloned().collect();
    for tenant in &config.tenants {
        let source = std::fs::read_to_string(&tenant.graph).unwrap_or_default();
        asked.extend(models_in(&source).into_iter().map(|(name, _)| name));
    }
    let provider_of = |name: &str| models.providers.get(name.split_once('/')?.0);
    let without_price = asked
        .iter()
        .filter(|name| provider_of(name).is_some() && !models.prices.contains_key(*name))
        .map(|name| {
            format!(
                "no budget holds for `{name}`, whose price is not known: add [models.prices.\"{name}\"] with input and output, in dollars for a million tokens (0 where it costs nothing)"
            )
        });
    let tells_nothing =
        |provider: &ProviderConfig| matches!(provider.speaks, Speaks::OpenAi) && !provider.asks_for_usage;
    let untold = models
        .providers
        .iter()
        .filter(|(_, provider)| tells_nothing(provider))
        .map(|(name, _)| {
            format!(
                "`{name}` is not asked how many tokens it took: budgets reckon four letters a token; leave asks_for_usage out where it can tell"
            )
        });
    without_price.chain(untold).collect()
}
