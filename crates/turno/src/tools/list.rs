//! `turno tools list`: the tools that there are, and why others are not.

use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};
use turno_core::ToolSpec;

use crate::{
    args::ConfigOption,
    assemble::{Assembly, assemble},
    check::println_line,
    config::DaemonConfig,
    failure::Failure,
};

/// `turno tools list`
#[derive(Debug, Args)]
pub(crate) struct ListOptions {
    /// Those of a business, its own among them; default: those that every business has.
    #[arg(long, value_name = "ID")]
    tenant: Option<String>,
    /// Those that one of the business's agents may call; default: the one that serves.
    #[arg(long, value_name = "ID", requires = "tenant")]
    agent: Option<String>,
    #[command(flatten)]
    config: ConfigOption,
    /// Print all of it as one JSON line.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(options: &ListOptions) -> Result<ExitCode, Failure> {
    let assembly = assemble(&DaemonConfig::load(&options.config.config)?)?;
    let specs = specs_of(&assembly, options.tenant.as_deref(), options.agent.as_deref())?;
    if options.json {
        println_line(&as_json(&assembly, &specs).to_string());
        return Ok(ExitCode::SUCCESS);
    }
    for spec in &specs {
        println_line(&line(spec));
    }
    for absent in &assembly.tools.outside.absent {
        println_line(&format!("{:24} not there: {}", absent.name, absent.why));
    }
    for (tool, warning) in &assembly.tools.outside.warnings {
        println_line(&format!("{tool:24} note: {warning}"));
    }
    Ok(ExitCode::SUCCESS)
}

/// The tools that every business has, or those of one, or of one of its agents.
///
/// # Errors
/// Where there is no such business, or no such agent of it.
pub(super) fn specs_of(
    assembly: &Assembly,
    tenant: Option<&str>,
    agent: Option<&str>,
) -> Result<Vec<ToolSpec>, Failure> {
    let Some(tenant) = tenant else {
        return Ok(assembly.registry().specs());
    };
    let Some(assistant) = assembly.assistants.get(tenant) else {
        let known: Vec<&str> = assembly.assistants.keys().map(String::as_str).collect();
        let known = known.join(", ");
        return Err(Failure::Told(format!(
            "there is no tenant `{tenant}`: use one of {known}"
        )));
    };
    let agents = &assistant.settings().tool_rules.agents;
    if let Some(agent) = agent.filter(|agent| !agents.contains_key(*agent)) {
        let known: Vec<&str> = agents.keys().map(String::as_str).collect();
        let cure = if known.is_empty() {
            "it has no [[agents]]".to_owned()
        } else {
            format!("use one of {}", known.join(", "))
        };
        return Err(Failure::Told(format!(
            "`{tenant}` has no agent `{agent}`: {cure}"
        )));
    }
    let all = assembly.registry().specs_for(tenant).into_iter();
    Ok(all
        .filter(|spec| assistant.settings().enables(spec, agent, None).is_ok())
        .collect())
}

fn line(spec: &ToolSpec) -> String {
    let asks = if spec.requires_confirmation {
        "asks first"
    } else {
        ""
    };
    let (name, execution, source) = (&spec.name, spec.execution.name(), source(spec));
    format!(
        "{name:24} {execution:9} {asks:11} {source:30} {}",
        spec.description
    )
}

fn source(spec: &ToolSpec) -> &str {
    if spec.source.is_empty() {
        "the business's own"
    } else {
        &spec.source
    }
}

fn as_json(assembly: &Assembly, specs: &[ToolSpec]) -> Value {
    let tools: Vec<Value> = specs
        .iter()
        .map(|spec| {
            json!({
                "name": spec.name, "description": spec.description, "category": spec.category,
                "execution": spec.execution, "source": source(spec), "requires_confirmation": spec.requires_confirmation,
                "enabled_for": spec.enabled_for, "timeout_ms": spec.timeout_ms,
                "rate_limit_per_minute": spec.rate_limit_per_minute, "cost_micros": spec.cost_micros,
            })
        })
        .collect();
    let absent = assembly.tools.outside.absent.iter();
    let absent: Vec<Value> = absent
        .map(|absent| json!({"name": absent.name, "why": absent.why}))
        .collect();
    json!({"tools": tools, "absent": absent})
}
