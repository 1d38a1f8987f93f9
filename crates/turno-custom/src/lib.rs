//! Tools that a business adds by a file: services that are called, webhooks that are told, functions by another name.
//!
//! Values stand in templates as `{{name}}` and are encoded for where they stand; secrets are named and never shown; what
//! the other side says is data.

mod build;
mod check;
mod concerns;
mod execution;
mod file;
mod function;
mod given;
mod keywords;
mod names;
mod outcome;
mod owners;
mod place;
mod schema;
mod service;
mod states;
mod template;
#[cfg(test)]
mod tests;
mod transform;
mod trial;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};
use turno_business::{Businesses, Faults, Reader, Step};
use turno_core::ToolSpec;
use turno_language::Language;
use turno_runtime::port::{Clock, OutsideTool, Tool, ToolContext};
use turno_web::{outgoing::Outgoing, secret::Secrets, signature::signing_key};

use check::{Given, Part, check};
use file::{ToolFile, WholeFile};
use service::{Means, Service};
use template::{Template, Values};
pub use trial::Trial;

/// What custom tools stand beside and run with.
pub struct CustomToolsOptions<'a> {
    /// The businesses that may have some.
    pub businesses: &'a Businesses,
    /// The ids of businesses that are known by name alone, as their files have faults: told there, and not here.
    pub unread: &'a [String],
    /// The built-in tools: functions that they may be, and names whose place they may take.
    pub tools: &'a [Arc<dyn Tool>],
    /// The built-in tools that act outside.
    pub outside_tools: &'a [Arc<dyn OutsideTool>],
    /// The way out.
    pub outgoing: Outgoing,
    /// Where secrets come from.
    pub secrets: Secrets,
    /// The time of a webhook's signature.
    pub clock: Arc<dyn Clock>,
}

/// A custom tool, ready for the registry.
pub struct CustomTool {
    /// Its name.
    pub name: String,
    /// The tenants that have it, by id.
    pub tenants: Vec<String>,
    /// Its file names no tenant: all on the plan `enterprise` have it.
    pub is_for_all: bool,
    /// Whether it is to be registered.
    pub is_active: bool,
    /// Whether it takes the place of a built-in tool of that name.
    pub replaces: bool,
    /// The tool.
    pub kind: CustomKind,
    /// What is no fault of its file and the operator should know, each with its place.
    pub notes: Vec<String>,
    confirmation: BTreeMap<Language, Template>,
    service: Option<Arc<Service>>,
}

/// How the runtime calls a custom tool.
#[derive(Clone)]
pub enum CustomKind {
    /// It only reads, or it is a function of Turno's own.
    Reads(Arc<dyn Tool>),
    /// It acts outside.
    Acts(Arc<dyn OutsideTool>),
}

/// Reads custom tools from their files, given as (name for messages, text).
///
/// # Errors
/// The faults of each file that has some, each with its line and its cure.
pub fn load_custom_tools(
    files: &[(String, String)],
    options: CustomToolsOptions<'_>,
) -> Result<Vec<CustomTool>, Vec<Faults>> {
    let given = Given {
        businesses: options.businesses,
        unread: options.unread,
        tools: options.tools.iter().map(|tool| (tool.spec().name.as_str(), tool)).collect(),
        outside: options.outside_tools.iter().map(|tool| (tool.spec().name.as_str(), tool.spec())).collect(),
        means: Means { outgoing: options.outgoing, secrets: options.secrets, clock: options.clock },
    };
    let mut tools = Vec::new();
    let mut faults = Vec::new();
    // Whose tool of which name is in which file already.
    let mut taken = BTreeMap::new();
    for (name, source) in files {
        match load_file(name, source, &given, &mut taken) {
            Ok(found) => tools.extend(found),
            Err(found) => faults.push(found),
        }
    }
    if faults.is_empty() { Ok(tools) } else { Err(faults) }
}

/// The JSON Schema of a file of custom tools, for editors.
pub fn json_schema() -> Value {
    schemars::schema_for!(WholeFile).to_value()
}

fn load_file(
    name: &str,
    source: &str,
    given: &Given<'_>,
    taken: &mut BTreeMap<(String, String), String>,
) -> Result<Vec<CustomTool>, Faults> {
    let mut reader = Reader::new(name, source)?;
    let is_list = reader.has("tools");
    let files: Vec<(Option<usize>, ToolFile)> = if is_list {
        reader.only_tables(&["tools"]);
        reader.list("tools").into_iter().map(|(at, file)| (Some(at), file)).collect()
    } else {
        reader.top(&[]).map(|file| (None, file)).into_iter().collect()
    };
    let mut tools = Vec::new();
    for (index, file) in files {
        let at = match index {
            Some(index) => vec![Step::Key("tools"), Step::Index(index)],
            None => Vec::new(),
        };
        let mut part = Part { reader: &mut reader, at, count: 0 };
        let tool_name = file.name.clone();
        let Some(tool) = check(&mut part, file, given) else {
            continue;
        };
        for tenant in &tool.tenants {
            if let Some(first) = taken.insert((tenant.clone(), tool_name.clone()), name.to_owned()) {
                part.fault(
                    &["name"],
                    format!("`{tenant}` has a tool `{tool_name}` already, in {first}"),
                    Some(format!(
                        "give one of the two another name, or take `{tenant}` out of its `tenants`"
                    )),
                );
            }
        }
        tools.push(tool);
    }
    match reader.into_faults() {
        Some(faults) => Err(faults),
        None => Ok(tools),
    }
}

impl CustomTool {
    /// What it is.
    pub fn spec(&self) -> &ToolSpec {
        match &self.kind {
            CustomKind::Reads(tool) => tool.spec(),
            CustomKind::Acts(tool) => tool.spec(),
        }
    }

    /// The question before it acts, in a language or in the other one; none where it asks none.
    pub fn confirmation(
        &self,
        language: Language,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Option<String> {
        let message = self.confirmation.get(&language).or_else(|| self.confirmation.values().next())?;
        // No secret stands in it, so that nothing is looked up.
        let secrets = Secrets::with_variables(None, |_| None);
        let values = Values { parameters, context, secrets: &secrets };
        message.fill(&values).ok()
    }

    /// What is wrong now with the secrets that it needs: one is not there, or signs nothing.
    pub fn secret_faults(&self) -> Vec<String> {
        let Some(service) = &self.service else {
            return Vec::new();
        };
        let signs = service.recipe.signed_by.as_deref();
        let names = service.recipe.secrets();
        let fault = |name: &String| match service.means.secrets.get(name) {
            Err(missing) => Some(missing.to_string()),
            Ok(secret) if signs == Some(name) => {
                let why = signing_key(&secret).err()?;
                Some(format!("the secret `{name}`: {why}"))
            }
            Ok(_) => None,
        };
        names.iter().filter_map(fault).collect()
    }
}

/// Templates filled by themselves, for the tests of what values can do to them.
#[cfg(test)]
pub(crate) mod places {
    use super::*;
    use place::{BodyTemplate, UrlTemplate};
    use template::Place;

    fn values<'a>(
        parameters: &'a Map<String, Value>,
        context: &'a ToolContext,
        secrets: &'a Secrets,
    ) -> Values<'a> {
        Values { parameters, context, secrets }
    }

    pub(crate) fn body(
        text: &str,
        kind: &str,
        parameters: &Map<String, Value>,
        context: &ToolContext,
        secrets: &Secrets,
    ) -> Result<String, String> {
        let template = BodyTemplate::read(text, kind)?;
        template.fill(&values(parameters, context, secrets)).map_err(|error| error.to_string())
    }

    pub(crate) fn url(
        text: &str,
        parameters: &Map<String, Value>,
        context: &ToolContext,
        secrets: &Secrets,
    ) -> Result<String, String> {
        let template = UrlTemplate::read(text).unwrap();
        template.fill(&values(parameters, context, secrets)).map_err(|error| error.to_string())
    }

    pub(crate) fn header(
        text: &str,
        parameters: &Map<String, Value>,
        context: &ToolContext,
        secrets: &Secrets,
    ) -> Result<String, String> {
        let template = Template::read(text, Place::Header)?;
        template.fill(&values(parameters, context, secrets)).map_err(|error| error.to_string())
    }
}
