//! `turno tools test`: a tool run by hand.

use std::{process::ExitCode, sync::Arc};

use clap::Args;
use serde_json::{Map, Value, json};
use turno_command::{ConfigOption, Failure, println_line};
use turno_core::{Channel, ConversationKey, ToolSpec};
use turno_custom::{CustomKind, CustomTool, Trial};
use turno_language::Language;
use turno_runtime::{
    StoreSecret, fitted_result,
    port::{Clock, OutsideError, OutsideTool, SystemClock, Tool, ToolContext},
};
use turno_store::MemoryStore;

use super::{docs::vocabularies, own, params};
use crate::{
    assemble::{Assembly, assemble},
    config::DaemonConfig,
};

/// The exit code where nobody knows what came of a call.
const UNKNOWN: u8 = 3;

/// `turno tools test`
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0, it gave a result, whatever that says; 1, it gave none; 3, it acts, something was sent, and nobody knows what came of it."
)]
pub(crate) struct TestOptions {
    /// The tool.
    #[arg(value_name = "NAME")]
    name: String,
    /// Its parameters, as a JSON object.
    #[arg(long, value_name = "JSON", default_value = "{}")]
    params: String,
    /// For whom; default: the first tenant that has it.
    #[arg(long, value_name = "ID")]
    tenant: Option<String>,
    /// What the result is said in: es or en.
    #[arg(long, value_name = "CODE", default_value = "es", value_parser = language)]
    language: Language,
    /// Run it though it acts: a real order, a real message.
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    config: ConfigOption,
    /// Print request, response and result as one JSON line.
    #[arg(long)]
    json: bool,
}

/// Runs the command: exit code 0 where the tool gave a result, whatever it says, 3 where nobody knows what came of it,
/// 1 else.
pub(crate) fn run(options: &TestOptions) -> Result<ExitCode, Failure> {
    let parameters = params::read(&options.params)?;
    let assembly = assemble(&DaemonConfig::load(&options.config.config)?)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| told(format!("no runtime: {error}")))?;
    let trial = match custom(&assembly, options) {
        Some(tool) => runtime.block_on(try_custom(tool, &assembly, options, parameters))?,
        None => runtime.block_on(try_built_in(&assembly, options, parameters))?,
    };
    show(&trial, options.json);
    Ok(match trial.result {
        _ if trial.is_unknown => ExitCode::from(UNKNOWN),
        Ok(_) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}

/// The business's own tool of that name: for the tenant that was named, else the first.
fn custom<'a>(assembly: &'a Assembly, options: &TestOptions) -> Option<&'a CustomTool> {
    let mut named = assembly.tools.custom.iter().filter(|tool| tool.name == options.name);
    match &options.tenant {
        Some(tenant) => named.find(|tool| !tool.is_active || tool.tenants.contains(tenant)),
        None => named.next(),
    }
}

async fn try_custom(
    tool: &CustomTool,
    assembly: &Assembly,
    options: &TestOptions,
    parameters: Map<String, Value>,
) -> Result<Trial, Failure> {
    let acts = tool.spec().requires_confirmation || matches!(tool.kind, CustomKind::Acts(_));
    let context = context(assembly, options, tool.tenants.first())?;
    let vocabularies = vocabularies(assembly, Some(&context.conversation.tenant));
    let parameters = params::check(tool.spec(), &parameters, &vocabularies)?;
    if acts && !options.yes {
        let question = tool.confirmation(options.language, &context, &parameters);
        let question = question.map_or(String::new(), |question| format!(" (it asks: {question})"));
        return Err(told(format!("`{}` acts outside{question}: give --yes to run it", tool.name)));
    }
    let has_acted = matches!(tool.kind, CustomKind::Acts(_));
    match (tool.try_by_hand(&context, &parameters).await, &tool.kind) {
        (Some(trial), _) => Ok(fitted(tool.spec(), trial, has_acted)),
        (None, CustomKind::Reads(inner)) => Ok(prepare(inner, &context, &parameters).await),
        (None, CustomKind::Acts(inner)) => Ok(outside(inner, &context, &parameters).await),
    }
}

/// A tool of Turno's own, on an empty store: nothing is kept.
async fn try_built_in(
    assembly: &Assembly,
    options: &TestOptions,
    mut parameters: Map<String, Value>,
) -> Result<Trial, Failure> {
    let context = context(assembly, options, None)?;
    let tools = &assembly.tools;
    let is_it = |spec: &ToolSpec| spec.name == options.name;
    let own = tools.own.iter().find(|tool| is_it(tool.spec()));
    let acting = tools.acting().iter().find(|tool| is_it(tool.spec()));
    if let Some(absent) = tools.outside.absent.iter().find(|absent| absent.name == options.name) {
        return Err(told(format!("`{}` is known, and not there: {}", options.name, absent.why)));
    }
    let registry = assembly.registry();
    let tenant = &context.conversation.tenant;
    if let Some(spec) = registry.specs_for(tenant).iter().find(|spec| is_it(spec)) {
        parameters = params::check(spec, &parameters, &vocabularies(assembly, Some(tenant)))?;
    }
    if registry.specs_for(tenant).iter().all(|spec| !is_it(spec)) {
        return Err(told(own::no_such_tool(assembly, tenant, &options.name)));
    }
    registry.validate(tenant, &options.name, &parameters).map_err(told)?;
    match (own, acting) {
        (Some(tool), _) => Ok(prepare(tool, &context, &parameters).await),
        (None, Some(_)) if !options.yes => {
            Err(told(format!("`{}` acts outside: give --yes to run it", options.name)))
        }
        (None, Some(tool)) => Ok(outside(tool, &context, &parameters).await),
        (None, None) => Err(told(format!("`{}` is not there: see `turno tools list`", options.name))),
    }
}

async fn prepare(tool: &Arc<dyn Tool>, context: &ToolContext, parameters: &Map<String, Value>) -> Trial {
    let prepared = tool.prepare(&MemoryStore::new(), context, parameters).await;
    let trial = local(prepared.map(|prepared| prepared.result).map_err(|error| error.to_string()));
    fitted(tool.spec(), trial, false)
}

async fn outside(
    tool: &Arc<dyn OutsideTool>,
    context: &ToolContext,
    parameters: &Map<String, Value>,
) -> Trial {
    let outcome = tool.call(context, parameters).await;
    let trial = Trial {
        is_unknown: matches!(outcome, Err(OutsideError::Unknown(_))),
        ..local(outcome.map_err(|error| error.to_string()))
    };
    fitted(tool.spec(), trial, true)
}

/// With as much of the result as a conversation would be given.
fn fitted(spec: &ToolSpec, trial: Trial, has_acted: bool) -> Trial {
    let fit = |result| fitted_result(spec, result, has_acted).map_err(|failure| failure.message);
    Trial { result: trial.result.and_then(fit), ..trial }
}

fn local(result: Result<Value, String>) -> Trial {
    Trial { request: String::new(), response: None, result, is_unknown: false }
}

fn context(
    assembly: &Assembly,
    options: &TestOptions,
    first: Option<&String>,
) -> Result<ToolContext, Failure> {
    let any = || assembly.businesses.iter().next().map(|business| business.id.clone());
    let tenant = options.tenant.clone().or_else(|| first.cloned()).or_else(any).unwrap_or_default();
    if assembly.businesses.get(&tenant).is_none() {
        let ids: Vec<&str> = assembly.businesses.iter().map(|business| business.id.as_str()).collect();
        return Err(told(format!("there is no tenant `{tenant}`; there are {}", ids.join(", "))));
    }
    let now = SystemClock.now();
    let conversation = ConversationKey::new(&tenant, Channel::Test, "tools-test")
        .map_err(|error| told(format!("{tenant}: {error}")))?;
    // Nothing is kept of what is made from it.
    let seed = StoreSecret::known_to_everybody().seed(&conversation, 1, 0, 0, now);
    Ok(ToolContext {
        key: format!("{conversation}/{}", now.0),
        conversation,
        branch: None,
        caller_phone: None,
        language: Some(options.language),
        now,
        seed: Some(seed),
        turn: None,
        agent: None,
        calls_before: 0,
        lines: Vec::new(),
    })
}

fn show(trial: &Trial, as_json: bool) {
    if as_json {
        let (result, error) = match &trial.result {
            Ok(result) => (result.clone(), Value::Null),
            Err(error) => (Value::Null, json!(error)),
        };
        let line =
            json!({"request": trial.request, "response": trial.response, "result": result, "error": error});
        println_line(&line.to_string());
        return;
    }
    if !trial.request.is_empty() {
        println_line(&format!("--- request\n{}", trial.request.trim_end()));
    }
    if let Some(response) = &trial.response {
        println_line(&format!("--- response\n{}", response.trim_end()));
    }
    match &trial.result {
        Ok(result) => println_line(&format!("--- result\n{result:#}")),
        Err(error) => println_line(&format!("--- no result\n{error}")),
    }
}

fn language(code: &str) -> Result<Language, String> {
    let known = || Language::all().map(Language::code).collect::<Vec<_>>().join(" or ");
    Language::named(code).ok_or_else(known)
}

fn told(message: impl Into<String>) -> Failure {
    Failure::Told(message.into())
}
