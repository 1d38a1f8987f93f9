//! `turno tools list`: the tools that there are, and why others are not.

use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};
use turno_command::{ConfigOption, Failure, println_line};
use turno_core::{Assistant, ToolSpec};

use super::own;
use crate::{
    assemble::{Assembly, assemble},
    config::DaemonConfig,
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
    let absent = absent(&assembly, options, &specs);
    let tenant = options.tenant.as_deref();
    let mut unusable = tenant.map_or_else(Vec::new, |tenant| own::unusable(&assembly, tenant));
    unusable.retain(|(name, _)| specs.iter().any(|spec| spec.name == *name));
    if options.json {
        println_line(&as_json(&specs, &absent, &unusable).to_string());
        return Ok(ExitCode::SUCCESS);
    }
    for spec in &specs {
        println_line(&line(spec));
    }
    let of_some = tenant.is_none().then(|| own::of_some(&assembly));
    for (name, why) in absent.iter().chain(of_some.iter().flatten()) {
        println_line(&format!("{name:24} not there: {why}"));
    }
    for (name, why) in &unusable {
        println_line(&format!("{name:24} cannot be called: {why}"));
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
    let assistant = assistant_of(assembly, tenant)?;
    let agents = &assistant.settings().tool_rules.agents;
    if let Some(agent) = agent.filter(|agent| !agents.contains_key(*agent)) {
        let known: Vec<&str> = agents.keys().map(String::as_str).collect();
        let cure = if known.is_empty() {
            "it has no [[agents]]".to_owned()
        } else {
            format!("use one of {}", known.join(", "))
        };
        return Err(Failure::Told(format!("`{tenant}` has no agent `{agent}`: {cure}")));
    }
    let all = assembly.registry().specs_for(tenant).into_iter();
    Ok(all.filter(|spec| assistant.settings().enables(spec, agent, None).is_ok()).collect())
}

/// The tools that every business has, or those of one that anybody there may call.
///
/// # Errors
/// Where there is no such business.
pub(super) fn specs_of_anybody(assembly: &Assembly, tenant: Option<&str>) -> Result<Vec<ToolSpec>, Failure> {
    let Some(tenant) = tenant else {
        return Ok(assembly.registry().specs());
    };
    let assistant = assistant_of(assembly, tenant)?;
    let all = assembly.registry().specs_for(tenant).into_iter();
    Ok(all.filter(|spec| why_not(assistant, spec, None).is_none_or(|why| why.is_of_agent)).collect())
}

fn assistant_of<'a>(assembly: &'a Assembly, tenant: &str) -> Result<&'a Assistant, Failure> {
    let assistant = assembly.assistants.get(tenant);
    assistant.map(|assistant| &**assistant).ok_or_else(|| {
        let known: Vec<&str> = assembly.assistants.keys().map(String::as_str).collect();
        let known = known.join(", ");
        Failure::Told(format!("there is no tenant `{tenant}`: use one of {known}"))
    })
}

/// Why a tool of a business is not there.
pub(super) struct WhyNot {
    pub(super) why: String,
    /// Another agent may call it.
    is_of_agent: bool,
}

/// Why an agent of a business may not call one of its tools; none: it may. Without an agent it is the one that serves.
pub(super) fn why_not(assistant: &Assistant, spec: &ToolSpec, agent: Option<&str>) -> Option<WhyNot> {
    let settings = assistant.settings();
    settings.enables(spec, agent, None).err()?;
    let agents = settings.tool_rules.agents.keys();
    let may: Vec<&str> =
        agents.map(String::as_str).filter(|id| settings.enables(spec, Some(id), None).is_ok()).collect();
    let why = match may.first() {
        Some(first) => {
            let who: Vec<String> = may.iter().map(|id| format!("`{id}`")).collect();
            format!("only {} may call it: see --agent {first}", who.join(" and "))
        }
        None if !spec.is_enabled_for(&settings.assistant_type) => {
            format!("it is not for the assistant type `{}`", settings.assistant_type)
        }
        None if settings.tool_rules.disabled.contains(&spec.name) => {
            "it is switched off: take it out of `disabled` under [tools] of the business's file".to_owned()
        }
        None => "no agent may call it: add it to `allowed_tools` of one in the business's file".to_owned(),
    };
    Some(WhyNot { why, is_of_agent: !may.is_empty() })
}

/// What is not there, each with why.
fn absent(assembly: &Assembly, options: &ListOptions, specs: &[ToolSpec]) -> Vec<(String, String)> {
    let outside = assembly.tools.outside.absent.iter();
    let mut absent: Vec<(String, String)> =
        outside.map(|absent| (absent.name.to_owned(), absent.why.clone())).collect();
    let tenant = options.tenant.as_deref();
    absent.extend(own::absent(assembly, tenant));
    if let Some((tenant, assistant)) = tenant.and_then(|id| Some((id, assembly.assistants.get(id)?))) {
        for spec in assembly.registry().specs_for(tenant) {
            if !specs.iter().any(|listed| listed.name == spec.name)
                && let Some(why) = why_not(assistant, &spec, options.agent.as_deref())
            {
                absent.push((spec.name, why.why));
            }
        }
    }
    absent
}

fn line(spec: &ToolSpec) -> String {
    let asks = if spec.requires_confirmation { "asks first" } else { "" };
    let (name, execution, source) = (&spec.name, spec.execution.name(), source(spec));
    format!("{name:24} {execution:9} {asks:11} {source:30} {}", spec.description)
}

fn source(spec: &ToolSpec) -> &str {
    if spec.source.is_empty() { "the business's own" } else { &spec.source }
}

fn as_json(specs: &[ToolSpec], absent: &[(String, String)], unusable: &[(String, String)]) -> Value {
    let rows = |of: &[(String, String)]| -> Vec<Value> {
        let rows = of.iter();
        rows.map(|(name, why)| json!({"name": name, "why": why})).collect()
    };
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
    json!({"tools": tools, "absent": rows(absent), "unusable": rows(unusable)})
}
