//! `turno models tools`: the tools of a configuration as each provider is sent them.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use turno_command::{ConfigOption, Failure, println_line};
use turno_core::{Channel, Conversation, ConversationKey, ModelTool};
use turno_graph::Node;
use turno_models::form::Form;

use crate::{
    assemble::{Assembly, assemble},
    config::DaemonConfig,
    provider_slips::{model_tool, spec_of},
};

/// `turno models tools`
#[derive(Debug, Args)]
pub(crate) struct ToolsOptions {
    /// Only these; default: all.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Only as it is sent to whoever speaks so; default: each way.
    #[arg(long, value_name = "WAY", value_enum)]
    speaks: Option<Way>,
    #[command(flatten)]
    config: ConfigOption,
}

/// How a provider is told of tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Way {
    /// Chat completions.
    Openai,
    /// Chat completions, where arguments are held to the schema.
    OpenaiStrict,
    /// Messages.
    Anthropic,
    /// generateContent.
    Gemini,
}

impl Way {
    fn form(self) -> Form {
        match self {
            Self::Openai => Form::OpenAi,
            Self::OpenaiStrict => Form::OpenAiStrict,
            Self::Anthropic => Form::Anthropic,
            Self::Gemini => Form::Gemini,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Openai => "openai",
            Self::OpenaiStrict => "openai-strict",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
        }
    }
}

/// Runs the command: a line of JSON for each way and list of tools.
pub(crate) fn run(options: &ToolsOptions) -> Result<ExitCode, Failure> {
    let config = DaemonConfig::load(&options.config.config)?;
    let assembly = assemble(&config)?;
    let ways = options.speaks.map_or_else(|| Way::value_variants().to_vec(), |way| vec![way]);
    for (of, tools) in lists(&assembly) {
        let wanted = |tool: &&ModelTool| options.names.is_empty() || options.names.contains(&tool.name);
        let tools: Vec<&ModelTool> = tools.iter().filter(wanted).collect();
        for way in ways.iter().filter(|_| !tools.is_empty()) {
            let sent: Vec<Value> = tools.iter().map(|tool| way.form().tool(tool)).collect();
            println_line(&json!({"of": of, "speaks": way.name(), "tools": sent}).to_string());
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Turno's own tools, and the businesses', also those that are not active; then, for each business, those of its graph's assistants, with the business's words in them.
fn lists(assembly: &Assembly) -> Vec<(String, Vec<ModelTool>)> {
    let all = assembly.registry().specs().iter().map(model_tool).collect();
    let own = assembly.tools.custom.iter().map(|tool| model_tool(spec_of(tool)));
    let mut lists =
        vec![("everybody".to_owned(), all), ("the businesses themselves".to_owned(), own.collect())];
    for (tenant, assistant) in &assembly.assistants {
        let Ok(key) = ConversationKey::new(tenant, Channel::Test, "tools") else {
            continue;
        };
        let conversation = Conversation::new(key);
        let agents = assistant.graph().nodes().filter_map(Node::as_agent);
        for agent in agents {
            lists.push((tenant.clone(), assistant.model_tools(&conversation, agent)));
        }
    }
    lists
}
