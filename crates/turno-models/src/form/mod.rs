//! A tool as a provider takes it. The schema of a tool's parameters may say more than any provider reads: which of them go
//! together, what follows from which. A provider refuses every request that carries what it does not read, so that each is
//! sent a schema within what it documents; what is left out of that is said in the description, in words. The whole schema
//! judges the arguments all the same, where the call arrives.

mod gemini;
mod kept;
mod limits;
mod plain;
mod rules;
mod strict;
#[cfg(test)]
mod tests;

use serde_json::{Value, json};
use turno_core::ModelTool;

use crate::accepts::Dialect;

pub(crate) use kept::KeptForms;

/// The longest description of a tool that every provider takes, in characters: OpenAI's limit.
const DESCRIPTION_CHARACTERS_MAX: usize = 1024;

/// How a provider is told of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// Chat completions.
    OpenAi,
    /// Chat completions, where the model's arguments are held to the schema: for tools that it fits, others are as in
    /// [`Self::OpenAi`].
    OpenAiStrict,
    /// Messages.
    Anthropic,
    /// generateContent.
    Gemini,
}

impl Form {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::OpenAi, Self::OpenAiStrict, Self::Anthropic, Self::Gemini];

    /// Whose form it is.
    pub fn dialect(self) -> Dialect {
        match self {
            Self::OpenAi | Self::OpenAiStrict => Dialect::OpenAi,
            Self::Anthropic => Dialect::Anthropic,
            Self::Gemini => Dialect::Gemini,
        }
    }

    /// A tool as it stands in the list of tools of a request.
    pub fn tool(self, tool: &ModelTool) -> Value {
        let (schema, rules) = plain::root(&tool.parameters);
        match self {
            Self::OpenAi => openai(tool, &rules, schema, false),
            Self::OpenAiStrict => match strict::root(&schema) {
                Some(strict) => openai(tool, &rules, strict, true),
                None => openai(tool, &rules, schema, false),
            },
            Self::Anthropic => json!({
                "name": tool.name,
                "description": described(tool, &rules),
                "input_schema": schema,
            }),
            Self::Gemini => {
                let mut declaration = json!({"name": tool.name, "description": described(tool, &rules)});
                match gemini::root(&schema) {
                    gemini::Parameters::None => {}
                    gemini::Parameters::OpenApi(schema) => declaration["parameters"] = schema,
                    gemini::Parameters::JsonSchema(schema) => declaration["parametersJsonSchema"] = schema,
                }
                declaration
            }
        }
    }
}

fn openai(tool: &ModelTool, rules: &[String], schema: Value, is_strict: bool) -> Value {
    let mut function = json!({
        "name": tool.name,
        "description": described(tool, rules),
        "parameters": schema,
    });
    if is_strict {
        function["strict"] = true.into();
    }
    json!({"type": "function", "function": function})
}

/// The description with the rules behind it, as many of them as there is room for. A tool without one has its name: Gemini
/// wants some words.
fn described(tool: &ModelTool, rules: &[String]) -> String {
    let mut words = match tool.description.trim() {
        "" => tool.name.clone(),
        own => own.to_owned(),
    };
    if words.chars().count() > DESCRIPTION_CHARACTERS_MAX {
        return words.chars().take(DESCRIPTION_CHARACTERS_MAX).collect();
    }
    for rule in rules {
        let end = if words.ends_with(['.', '!', '?', '…']) { "" } else { "." };
        let longer = format!("{words}{end} {rule}");
        if longer.chars().count() > DESCRIPTION_CHARACTERS_MAX {
            break;
        }
        words = longer;
    }
    words
}

/// Adds what a value is like to the description of its schema.
fn describe(schema: &mut serde_json::Map<String, Value>, words: &[String]) {
    if words.is_empty() {
        return;
    }
    let more = words.join("; ");
    let described = match schema.get("description").and_then(Value::as_str).map(str::trim) {
        Some(own) if !own.is_empty() => format!("{own} ({more})"),
        Some(_) | None => more,
    };
    schema.insert("description".to_owned(), described.into());
}

/// What a schema's `type` names, in its order; empty where it names none.
fn types(schema: &serde_json::Map<String, Value>) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(kind)) => vec![kind.as_str()],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        Some(_) | None => Vec::new(),
    }
}

/// The names of a list.
fn names(list: Option<&Value>) -> Vec<&str> {
    let names = list.and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).collect()
}
