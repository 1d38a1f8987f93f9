//! Tools of a transcript as a file of custom tools.

use std::{path::Path, sync::Arc};

use serde::Serialize;
use serde_json::Value;
use turno_business::{Business, Businesses};
use turno_command::{Failure, FaultList};
use turno_language::Language;
use turno_models::transcript::DeclaredTool;

use crate::{assemble::load_tenant, config::DaemonConfig, custom_tools, tool_set::ToolSet};

/// Beginnings of names that say what a tool does.
const ACTS: [(&str, &[&str]); 4] = [
    ("cancel", &["cancel", "delete", "remove"]),
    ("modify", &["update", "modify", "change", "edit", "move", "reschedule"]),
    ("book", &["book", "reserve", "create_reservation", "create_appointment", "schedule"]),
    ("order", &["order", "buy", "purchase", "place_order", "create_order"]),
];

/// A custom tool as it is written.
#[derive(Debug, Serialize)]
pub(super) struct Draft {
    pub(super) name: String,
    description: String,
    tenants: Vec<String>,
    execution_type: &'static str,
    retry: &'static str,
    pub(super) requires_confirmation: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    act: Option<&'static str>,
    is_active: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmation_message: Option<Question>,
    execution_config: Execution,
    parameters_schema: Value,
}

#[derive(Debug, Serialize)]
struct Question {
    es: String,
    en: String,
}

#[derive(Debug, Serialize)]
struct Execution {
    url: String,
    method: &'static str,
}

#[derive(Serialize)]
struct File<'a> {
    tools: &'a [Draft],
}

/// A tool's part of the file, under a name that custom tools may have. All parameters go to the other side as a JSON object; a tool
/// that writes is called once, after its question.
pub(super) fn draft(
    declared: &DeclaredTool,
    name: String,
    tenant: &str,
    url: &str,
    is_active: bool,
) -> Draft {
    let tool = &declared.tool;
    // What is done is told by its own name.
    let own = snake(&tool.name);
    let writes = declared.writes == Some(true);
    let description = match tool.description.trim() {
        "" => own.replace('_', " "),
        description => description.to_owned(),
    };
    let parameters_schema = without_nulls(&tool.parameters);
    Draft {
        description,
        tenants: vec![tenant.to_owned()],
        execution_type: "api_call",
        retry: if writes { "never" } else { "safe" },
        requires_confirmation: writes,
        act: writes.then(|| act(&own)),
        is_active,
        confirmation_message: writes.then(|| question(&own, &parameters_schema)),
        execution_config: Execution { url: url.replace("{tool}", &name), method: "POST" },
        parameters_schema,
        name,
    }
}

/// The file, with a word on what it is.
pub(super) fn as_toml(drafts: &[Draft]) -> Result<String, String> {
    let tools = toml::to_string(&File { tools: drafts })
        .map_err(|error| format!("the tools cannot be written as TOML: {error}"))?;
    Ok(format!(
        "#:schema ../tools.schema.json\n# Tools of recorded talks. Those that change something ask first; say their questions as your people would.\n\n{tools}"
    ))
}

/// The daemon's own tools, and who is served: what a file of custom tools is checked against.
pub(super) struct Daemon {
    config: DaemonConfig,
    served: Arc<Businesses>,
    tools: ToolSet,
}

impl Daemon {
    /// As the configuration has it.
    pub(super) fn load(config: &Path) -> Result<Self, Failure> {
        let config = DaemonConfig::load(config)?;
        let mut silent = FaultList::default();
        let tenants = config.tenants.iter();
        let businesses: Vec<Business> =
            tenants.filter_map(|tenant| load_tenant(&tenant.file, &mut silent)).collect();
        let served = Arc::new(Businesses::new(businesses));
        let tools = ToolSet::load(&config, &served, &mut silent);
        Ok(Self { config, served, tools })
    }

    /// Whether a tool of that name is there already: it would be another's place that is taken.
    pub(super) fn has(&self, name: &str) -> bool {
        let own = self.tools.own.iter().map(|tool| tool.spec());
        own.chain(self.tools.acting().iter().map(|tool| tool.spec())).any(|spec| spec.name == name)
    }

    /// What `turno check` would say of a file.
    pub(super) fn check(&self, path: &Path, text: &str) -> Result<(), Failure> {
        let mut faults = FaultList::default();
        custom_tools::load_file(
            &self.config,
            path,
            text.to_owned(),
            (&self.served, &self.tools),
            &mut faults,
        );
        faults.into_result()
    }
}

/// A name as custom tools have them: small letters, digits and `_`.
pub(super) fn snake(name: &str) -> String {
    let mut snake = String::new();
    let mut was_small = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && was_small {
            snake.push('_');
        }
        was_small = c.is_ascii_lowercase() || c.is_ascii_digit();
        snake.push(if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' });
    }
    if !snake.starts_with(|c: char| c.is_ascii_lowercase()) {
        snake.insert_str(0, "tool_");
    }
    snake.truncate(64);
    snake
}

fn act(name: &str) -> &'static str {
    let found =
        ACTS.iter().find(|(_, beginnings)| beginnings.iter().any(|beginning| name.starts_with(beginning)));
    found.map_or("other", |(act, _)| act)
}

/// The question names what is done and every parameter.
fn question(name: &str, schema: &Value) -> Question {
    let names = parameters(schema);
    let what = name.replace('_', " ");
    let values: Vec<String> =
        names.iter().map(|name| format!("{}: {{{{{name}}}}}", name.replace(['_', '-'], " "))).collect();
    let values = values.join("; ");
    let name = if values.is_empty() { "imported.confirm" } else { "imported.confirm_with" };
    let words = |language: Language| language.message(name).with(&[("what", &what), ("values", &values)]);
    Question { es: words(Language::es()), en: words(Language::en()) }
}

/// The parameters, those that are required first, in the schema's order.
fn parameters(schema: &Value) -> Vec<&str> {
    let required = schema.get("required").and_then(Value::as_array);
    let mut names: Vec<&str> = required.into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = schema.get("properties").and_then(Value::as_object);
    for name in properties.into_iter().flat_map(|properties| properties.keys()) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

/// TOML has no null.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(_, field)| !field.is_null());
            kept.map(|(name, field)| (name.clone(), without_nulls(field))).collect()
        }
        Value::Array(values) => values.iter().filter(|value| !value.is_null()).map(without_nulls).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_those_of_custom_tools() {
        for (name, expected) in [
            ("book_reservation", "book_reservation"),
            ("bookReservation", "book_reservation"),
            ("HTTPGet", "httpget"),
            ("mcp.server-get", "mcp_server_get"),
            ("2fa", "tool_2fa"),
            ("_x", "tool__x"),
            ("ñandú", "tool__and_"),
        ] {
            assert_eq!(snake(name), expected);
            assert_eq!(snake(expected), expected);
        }
        assert_eq!(snake(&"a".repeat(100)).len(), 64);
    }

    #[test]
    fn what_a_tool_does_is_told_by_its_name() {
        for (name, expected) in [
            ("book_reservation", "book"),
            ("cancel_reservation", "cancel"),
            ("update_reservation_flights", "modify"),
            ("create_order", "order"),
            ("send_certificate", "other"),
        ] {
            assert_eq!(act(name), expected);
        }
    }
}
