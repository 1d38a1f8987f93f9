//! The tool registry: nothing is called that does not exist, is not enabled, is not valid, is not confirmed or comes too often.
//!
//! The checks stand in that order; then the call runs within its time, and its record for the log is made.

pub(crate) mod absent;
mod catalog;
mod expected;
mod rate;
mod whole;

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use serde_json::{Map, Value};
use tokio::time::timeout;
use turno_core::{
    Assistant, Execution, ToolCall, ToolFailure, ToolOutcome, ToolOverride, ToolSpec, json_bytes, shortened,
};

pub use catalog::{Handler, Offer, RegistryError, validate_parameters};

use self::catalog::{Catalogue, Registered};
use crate::{
    executions::ExecutionRecord,
    port::{Batch, OutsideTool, Prepared, Store, Tool, ToolContext},
};

/// No tool runs longer, whatever its spec says (document 1, RN-3).
const TIMEOUT_MS_MAX: u64 = 30_000;

/// No webhook runs longer, whatever an agent sets (document 1, RN-6).
const WEBHOOK_MS_MAX: u64 = 10_000;

/// The tools that there are, and what each tenant has called of late.
pub struct ToolRegistry {
    catalogue: Catalogue,
    rates: rate::Rates,
}

impl std::fmt::Debug for ToolRegistry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.catalogue.names()).finish()
    }
}

/// A call's outcome, with the writes that make it true.
#[derive(Debug, Clone, PartialEq)]
pub struct PreparedCall {
    /// What the conversation is told.
    pub outcome: ToolOutcome,
    /// To be committed with it; empty where it failed.
    pub batch: Batch,
    /// For the log.
    pub execution: ExecutionRecord,
}

/// What becomes of a call that was asked for.
#[derive(Debug, Clone, PartialEq)]
pub enum Admitted {
    /// It has its outcome; it is true once its writes are committed.
    Ready(Box<PreparedCall>),
    /// It acts outside: it is to be made once it is committed that it is owed.
    Outside,
}

impl Admitted {
    /// The call that has its outcome; none where it acts outside.
    pub fn ready(self) -> Option<PreparedCall> {
        match self {
            Self::Ready(prepared) => Some(*prepared),
            Self::Outside => None,
        }
    }
}

/// A call that passed every check.
struct Checked<'a> {
    registered: &'a Registered,
    parameters: Map<String, Value>,
    limit: Duration,
}

impl ToolRegistry {
    /// A registry of tools of Turno's own, for every tenant.
    ///
    /// # Errors
    /// [`RegistryError`] where two have one name, or a schema is none.
    pub fn new(tools: Vec<Arc<dyn Tool>>) -> Result<Self, RegistryError> {
        let own = |tool| Offer { tenants: None, handler: Handler::Own(tool) };
        Self::of(tools.into_iter().map(own).collect())
    }

    /// A registry of these tools. One that is offered to some tenants takes the place of one of the same name that is offered
    /// to all, for them.
    ///
    /// # Errors
    /// [`RegistryError`] where two have one name, or a schema is none.
    pub fn of(offers: Vec<Offer>) -> Result<Self, RegistryError> {
        Ok(Self { catalogue: Catalogue::of(offers)?, rates: rate::Rates::default() })
    }

    /// What the tools are that every tenant has, by name.
    pub fn specs(&self) -> Vec<ToolSpec> {
        self.catalogue.specs(None)
    }

    /// What the tools of a tenant are, by name.
    pub fn specs_for(&self, tenant: &str) -> Vec<ToolSpec> {
        self.catalogue.specs(Some(tenant))
    }

    /// Whether a call's parameters are valid for a tool of a tenant, its defaults filled in.
    ///
    /// # Errors
    /// What is wrong, by field; or that there is no such tool, with the nearest name.
    pub fn validate(&self, tenant: &str, name: &str, parameters: &Map<String, Value>) -> Result<(), String> {
        let Some(registered) = self.catalogue.find(tenant, name) else {
            return Err(self.catalogue.unknown(tenant, name));
        };
        let mut parameters = parameters.clone();
        fill(&mut parameters, &registered.defaults);
        registered.validate(parameters).map(drop)
    }

    /// Prepares a call for an assistant: checks it, and runs the tool within its time, unless it acts outside. A call that is
    /// refused, is late or panics has a failure as its outcome, and no writes.
    pub async fn prepare(
        &self,
        store: &dyn Store,
        assistant: &Assistant,
        context: &ToolContext,
        call: &ToolCall,
    ) -> Admitted {
        let started = tokio::time::Instant::now();
        let checked = match self.checked(assistant, context, call) {
            Ok(checked) => self.within_rate(store, assistant, context, checked).await,
            Err(failure) => Err(failure),
        };
        let (outcome, batch) = match checked {
            Ok(checked) => match &checked.registered.handler {
                Handler::Outside(_) => return Admitted::Outside,
                Handler::Own(tool) => {
                    match assistant.mix().read_on(run(tool.as_ref(), store, context, &checked, call)).await {
                        Ok(prepared) => (ToolOutcome::Done(prepared.result), prepared.batch),
                        Err(failure) => (ToolOutcome::Failed(failure), Batch::default()),
                    }
                }
            },
            Err(failure) => (ToolOutcome::Failed(failure), Batch::default()),
        };
        let duration_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let execution = self.execution(context, call, &outcome, duration_ms);
        Admitted::Ready(Box::new(PreparedCall { outcome, batch, execution }))
    }

    /// The record of a call for the log.
    pub(crate) fn execution(
        &self,
        context: &ToolContext,
        call: &ToolCall,
        outcome: &ToolOutcome,
        duration_ms: u64,
    ) -> ExecutionRecord {
        let registered = self.catalogue.find(&context.conversation.tenant, &call.tool);
        let spec = registered.map(|registered| registered.handler.spec());
        ExecutionRecord::of(context, call, spec, outcome, duration_ms)
    }

    /// Whether a tool of Turno's own reads elsewhere, so that it may take a while.
    pub(crate) fn goes_outside(&self, tenant: &str, name: &str) -> bool {
        self.catalogue.find(tenant, name).is_some_and(|registered| registered.goes_outside())
    }

    /// A tool that acts outside.
    pub(crate) fn outside(&self, tenant: &str, name: &str) -> Option<Arc<dyn OutsideTool>> {
        match &self.catalogue.find(tenant, name)?.handler {
            Handler::Outside(tool) => Some(Arc::clone(tool)),
            Handler::Own(_) => None,
        }
    }

    /// A call's parameters, with the defaults of its schema and of its agent.
    pub(crate) fn parameters(
        &self,
        assistant: Option<&Assistant>,
        context: &ToolContext,
        call: &ToolCall,
    ) -> Map<String, Value> {
        let mut parameters = call.parameters.clone();
        let agent = context.agent.as_deref();
        if let Some(rules) =
            assistant.and_then(|assistant| assistant.settings().tool_override(agent, &call.tool))
        {
            fill(&mut parameters, &rules.defaults);
        }
        if let Some(registered) = self.catalogue.find(&context.conversation.tenant, &call.tool) {
            fill(&mut parameters, &registered.defaults);
        }
        parameters
    }

    fn checked(
        &self,
        assistant: &Assistant,
        context: &ToolContext,
        call: &ToolCall,
    ) -> Result<Checked<'_>, ToolFailure> {
        let name = &call.tool;
        let tenant = &context.conversation.tenant;
        let Some(registered) = self.catalogue.find(tenant, name) else {
            return Err(failure("not_found", self.catalogue.unknown(tenant, name)));
        };
        let spec = registered.handler.spec();
        let settings = assistant.settings();
        let (agent, branch) = (context.agent.as_deref(), context.branch.as_deref());
        settings.enables(spec, agent, branch).map_err(|reason| failure("not_enabled", reason))?;
        let parameters = registered
            .validate(self.parameters(Some(assistant), context, call))
            .map_err(|faults| failure("invalid_parameters", faults))?;
        if spec.requires_confirmation && call.grant.is_none() {
            return Err(failure(
                "not_confirmed",
                format!("{name:?} needs the user's yes, and this call has none"),
            ));
        }
        let limit = time_limit(spec, settings.tool_override(agent, name));
        Ok(Checked { registered, parameters, limit })
    }

    async fn within_rate<'a>(
        &self,
        store: &dyn Store,
        assistant: &Assistant,
        context: &ToolContext,
        checked: Checked<'a>,
    ) -> Result<Checked<'a>, ToolFailure> {
        let spec = checked.registered.handler.spec();
        let rules = assistant.settings().tool_override(context.agent.as_deref(), &spec.name);
        let limit = rules.and_then(|rules| rules.rate_limit_per_minute).or(spec.rate_limit_per_minute);
        let Some(limit) = limit else { return Ok(checked) };
        match self.rates.take(store, context, &spec.name, limit).await {
            Ok(()) => Ok(checked),
            Err(wait_ms) => {
                let message = format!(
                    "{:?} may be called {limit} times a minute: try again in {} s",
                    spec.name,
                    wait_ms.div_ceil(1_000)
                );
                Err(ToolFailure { retry_after_ms: Some(wait_ms), ..failure("rate_limited", message) })
            }
        }
    }
}

/// How long a tool may take.
pub(crate) fn time_limit(spec: &ToolSpec, rules: Option<&ToolOverride>) -> Duration {
    let wanted = rules.and_then(|rules| rules.timeout_ms).unwrap_or(spec.timeout_ms);
    let most = match spec.execution {
        Execution::Webhook => WEBHOOK_MS_MAX,
        Execution::Internal | Execution::ApiCall => TIMEOUT_MS_MAX,
    };
    Duration::from_millis(wanted.min(most))
}

async fn run(
    tool: &dyn Tool,
    store: &dyn Store,
    context: &ToolContext,
    checked: &Checked<'_>,
    call: &ToolCall,
) -> Result<Prepared, ToolFailure> {
    use futures_util::FutureExt;
    let prepared = AssertUnwindSafe(tool.prepare(store, context, &checked.parameters)).catch_unwind();
    match timeout(checked.limit, prepared).await {
        Ok(Ok(Ok(prepared))) => {
            within_size(tool.spec(), &prepared.result)?;
            Ok(prepared)
        }
        Ok(Ok(Err(error))) => Err(failure(error.code(), error.to_string())),
        Ok(Err(_panic)) => Err(failure("failed", format!("{:?} panicked", call.tool))),
        Err(_elapsed) => Err(failure("timed_out", format!("no answer in {} ms", checked.limit.as_millis()))),
    }
}

/// # Errors
/// Where a result is larger than its tool may give: it is kept in the journal and in the conversation.
fn within_size(spec: &ToolSpec, result: &Value) -> Result<(), ToolFailure> {
    let bytes = json_bytes(result);
    if bytes <= spec.result_bytes_max {
        return Ok(());
    }
    let max = spec.result_bytes_max;
    Err(failure("failed", format!("a result of {bytes} bytes is over the limit of {max}: give less back")))
}

/// What a conversation is given of a result: of a call that acted outside, as much as its tool may give.
///
/// # Errors
/// Where a call that did not is told more than that.
pub fn fitted_result(spec: &ToolSpec, result: Value, has_acted: bool) -> Result<Value, ToolFailure> {
    if has_acted {
        return Ok(cut_to_size(spec, result));
    }
    within_size(spec, &result).map(|()| result)
}

/// The same of a call that acted outside: it was done, however much is told of it.
pub(crate) fn cut_to_size(spec: &ToolSpec, result: Value) -> Value {
    match within_size(spec, &result) {
        Ok(()) => result,
        Err(_) => shortened(&result),
    }
}

fn fill(parameters: &mut Map<String, Value>, defaults: &Map<String, Value>) {
    for (name, value) in defaults {
        if parameters.get(name).is_none_or(Value::is_null) {
            parameters.insert(name.clone(), value.clone());
        }
    }
}

fn failure(code: &str, message: String) -> ToolFailure {
    ToolFailure::new(code, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_gives_no_tool_more_time_than_its_kind_has() {
        for (execution, wanted_ms, given_ms) in [
            (Execution::Internal, 60_000, 30_000),
            (Execution::ApiCall, 20_000, 20_000),
            (Execution::Webhook, 20_000, 10_000),
            (Execution::Webhook, 2_000, 2_000),
        ] {
            let spec = ToolSpec {
                execution,
                ..ToolSpec::new("tool", "A tool", "test", serde_json::json!({"type": "object"}))
            };
            let rules = ToolOverride { timeout_ms: Some(wanted_ms), ..ToolOverride::default() };
            assert_eq!(time_limit(&spec, Some(&rules)), Duration::from_millis(given_ms));
        }
    }
}
