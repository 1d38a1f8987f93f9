//! What a checked file makes: the tool and its spec.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use turno_core::{Execution, Retry, StatedFact, ToolSpec};
use turno_language::{Act, Language};
use turno_runtime::port::{OutsideTool, Tool};
use turno_web::outgoing::Method;

use super::CustomKind;
use super::check::Given;
use super::execution::Run;
use super::file::{ExecutionType, ToolFile};
use super::function::Function;
use super::service::Service;
use super::template::Template;
use super::transform::Transform;

/// The tool that a checked file makes; and the service that it calls, if it calls one.
pub(super) fn kind_of(
    spec: ToolSpec,
    run: Run,
    transform: Option<Transform>,
    result_message: BTreeMap<Language, Template>,
    file: &ToolFile,
    given: &Given<'_>,
) -> (CustomKind, Option<Arc<Service>>) {
    match run {
        Run::Function(inner) => (CustomKind::Reads(Arc::new(Function { spec, inner })), None),
        Run::Service(recipe) => {
            let changes = !recipe.method.only_reads() && recipe.method != Method::Post;
            let acts = spec.requires_confirmation
                || spec.retry == Retry::Never
                || changes
                || file.execution_type == ExecutionType::Webhook;
            let spec = ToolSpec { acts, ..spec };
            let service = Arc::new(Service {
                spec,
                recipe,
                transform,
                result_message,
                acts,
                on_conflict: file.execution_config.on_conflict.unwrap_or_default(),
                means: given.means.clone(),
            });
            let kind = if acts {
                CustomKind::Acts(Arc::<Service>::clone(&service) as Arc<dyn OutsideTool>)
            } else {
                CustomKind::Reads(Arc::<Service>::clone(&service) as Arc<dyn Tool>)
            };
            (kind, Some(service))
        }
    }
}

/// What it is: what the file leaves out is as the built-in tool has it whose place it takes, or as the method says.
pub(super) fn spec_of(file: &ToolFile, run: &Run, given: &Given<'_>) -> ToolSpec {
    let replaced = replaced(&file.name, given);
    let mut parameters = file.parameters_schema.clone();
    if let Value::Object(schema) = &mut parameters {
        schema.entry("additionalProperties").or_insert(Value::Bool(false));
    }
    let enabled_for = file.enabled_for.clone().or_else(|| replaced.map(|spec| spec.enabled_for.clone()));
    let act = file.act.map(Act::from).or_else(|| replaced.map(|spec| spec.act));
    let reads = match run {
        Run::Service(recipe) => recipe.method.only_reads(),
        Run::Function(_) => true,
    };
    let retry = file.retry.map(Retry::from).unwrap_or(if reads { Retry::Safe } else { Retry::Never });
    let base = ToolSpec::new(
        &file.name,
        &file.description,
        file.category.as_deref().unwrap_or("custom"),
        parameters,
    );
    let is_internal = file.execution_type == ExecutionType::InternalFunction;
    let inner = match run {
        Run::Function(inner) => Some(inner.spec()),
        Run::Service(_) => None,
    };
    ToolSpec {
        requires_confirmation: file.asks() || inner.is_some_and(|spec| spec.requires_confirmation),
        acts: inner.is_some_and(|spec| spec.acts),
        act: act.or_else(|| inner.map(|spec| spec.act)).unwrap_or(Act::Other),
        enabled_for: enabled_for.unwrap_or_else(|| vec!["*".to_owned()]),
        timeout_ms: file.timeout_ms.unwrap_or(10_000),
        retry,
        execution: Execution::from(file.execution_type),
        rate_limit_per_minute: file.rate_limit_per_minute.or((!is_internal).then_some(60)),
        cost_micros: file.cost_micros,
        confirmation: file
            .confirmation_message
            .each()
            .map(|(language, words)| (language, words.to_owned()))
            .collect(),
        tells_cost: file.tells_cost || inner.is_some_and(|spec| spec.tells_cost),
        states: states_of(file, inner),
        ..base
    }
}

/// What its file says, or else what the built-in tool states whose result it passes on as it is.
fn states_of(file: &ToolFile, inner: Option<&ToolSpec>) -> Vec<StatedFact> {
    let passed_on = inner.filter(|_| file.states.is_empty() && file.response_transform.is_none());
    match passed_on {
        Some(inner) => inner.states.clone(),
        None => file.states.iter().map(StatedFact::from).collect(),
    }
}

/// The built-in tool whose name it has.
pub(super) fn replaced<'a>(name: &str, given: &Given<'a>) -> Option<&'a ToolSpec> {
    let own = given.tools.get(name).map(|tool| tool.spec());
    own.or_else(|| given.outside.get(name).copied())
}
