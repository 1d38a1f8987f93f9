//! The tool registry: nothing is called that does not exist, is not enabled, is not confirmed or is not valid.

use std::{collections::BTreeMap, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use jsonschema::Validator;
use serde_json::Value;
use tokio::time::timeout;
use turno_core::{Assistant, ToolCall, ToolFailure, ToolOutcome, ToolSpec};

use crate::{
    masking::masked,
    port::{Batch, Prepared, Store, Tool, ToolContext},
};

/// No tool runs longer, whatever its spec says.
const TIMEOUT_MS_MAX: u64 = 30_000;

/// No result is larger, as JSON: it is kept in the journal and in the conversation.
const RESULT_BYTES_MAX: usize = 16_384;

/// A registry that cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// Two tools of one name.
    #[error("two tools are named {name:?}: give each its own name")]
    Duplicate {
        /// The name.
        name: String,
    },
    /// A schema that is none.
    #[error("the parameters of {name:?} are not a JSON Schema: {cause}")]
    Schema {
        /// The tool.
        name: String,
        /// What is wrong.
        cause: String,
    },
}

/// The tools that there are.
pub struct ToolRegistry {
    tools: BTreeMap<String, Registered>,
}

struct Registered {
    tool: Arc<dyn Tool>,
    validator: Validator,
}

impl std::fmt::Debug for ToolRegistry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.tools.keys()).finish()
    }
}

/// A call's outcome, with the writes that make it true.
#[derive(Debug, Clone, PartialEq)]
pub struct PreparedCall {
    /// What the conversation is told.
    pub outcome: ToolOutcome,
    /// To be committed with it; empty where it failed.
    pub batch: Batch,
}

impl ToolRegistry {
    /// A registry of these tools.
    ///
    /// # Errors
    /// [`RegistryError`] where two have one name, or a schema is none.
    pub fn new(tools: Vec<Arc<dyn Tool>>) -> Result<Self, RegistryError> {
        let mut registered = BTreeMap::new();
        for tool in tools {
            let spec = tool.spec();
            let name = spec.name.clone();
            let validator = jsonschema::options()
                .should_validate_formats(true)
                .with_format("time", is_hour_and_minute)
                .build(&spec.parameters)
                .map_err(|error| RegistryError::Schema {
                    name: name.clone(),
                    cause: error.to_string(),
                })?;
            if registered
                .insert(name.clone(), Registered { tool, validator })
                .is_some()
            {
                return Err(RegistryError::Duplicate { name });
            }
        }
        Ok(Self { tools: registered })
    }

    /// What the tools are, by name.
    pub fn specs(&self) -> Vec<ToolSpec> {
        self.tools
            .values()
            .map(|registered| registered.tool.spec().clone())
            .collect()
    }

    /// Prepares a call for an assistant: checks it, runs the tool within its time, and logs it. A call that is refused, is
    /// late or panics has a failure as its outcome, and no writes.
    pub async fn prepare(
        &self,
        store: &dyn Store,
        assistant: &Assistant,
        context: &ToolContext,
        call: &ToolCall,
    ) -> PreparedCall {
        let started = tokio::time::Instant::now();
        let (outcome, batch) = match self.checked(assistant, call) {
            Ok(tool) => match run(tool.as_ref(), store, context, call).await {
                Ok(prepared) => (ToolOutcome::Done(prepared.result), prepared.batch),
                Err(failure) => (ToolOutcome::Failed(failure), Batch::default()),
            },
            Err(failure) => (ToolOutcome::Failed(failure), Batch::default()),
        };
        self.log(context, call, &outcome, started.elapsed());
        PreparedCall { outcome, batch }
    }

    fn checked(&self, assistant: &Assistant, call: &ToolCall) -> Result<&Arc<dyn Tool>, ToolFailure> {
        let name = &call.tool;
        let Some(Registered { tool, validator }) = self.tools.get(name) else {
            return Err(failure("not_found", format!("there is no tool {name:?}")));
        };
        let assistant_type = &assistant.settings().assistant_type;
        if !tool.spec().is_enabled_for(assistant_type) {
            return Err(failure(
                "not_enabled",
                format!("{name:?} is not enabled for {assistant_type:?}"),
            ));
        }
        if tool.spec().requires_confirmation && call.grant.is_none() {
            return Err(failure(
                "not_confirmed",
                format!("{name:?} needs the user's yes, and this call has none"),
            ));
        }
        let parameters = Value::Object(call.parameters.clone());
        let faults: Vec<String> = validator
            .iter_errors(&parameters)
            .take(5)
            .map(|error| format!("{}: {}", field_of(&error), error.masked()))
            .collect();
        if faults.is_empty() {
            Ok(tool)
        } else {
            Err(failure("invalid_parameters", faults.join("; ")))
        }
    }

    fn log(&self, context: &ToolContext, call: &ToolCall, outcome: &ToolOutcome, took: Duration) {
        let is_wanted = match outcome {
            ToolOutcome::Done(_) => tracing::enabled!(target: "turno::tool", tracing::Level::INFO),
            ToolOutcome::Failed(_) => tracing::enabled!(target: "turno::tool", tracing::Level::WARN),
        };
        if !is_wanted {
            return;
        }
        let schema = self
            .tools
            .get(&call.tool)
            .map(|registered| &registered.tool.spec().parameters);
        let parameters = masked(&call.parameters, schema.unwrap_or(&Value::Null));
        let duration_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let (tenant, conversation, tool) =
            (&context.conversation.tenant, &context.conversation.id, &call.tool);
        match outcome {
            ToolOutcome::Done(result) => {
                let success = result.get("success").and_then(Value::as_bool).unwrap_or(true);
                tracing::info!(target: "turno::tool", tenant, conversation, tool, success, duration_ms, %parameters, "ran");
            }
            ToolOutcome::Failed(failure) => {
                let ToolFailure { code, message } = failure;
                tracing::warn!(target: "turno::tool", tenant, conversation, tool, code, message, duration_ms, %parameters, "failed");
            }
        }
    }
}

async fn run(
    tool: &dyn Tool,
    store: &dyn Store,
    context: &ToolContext,
    call: &ToolCall,
) -> Result<Prepared, ToolFailure> {
    use futures_util::FutureExt;
    let limit = Duration::from_millis(tool.spec().timeout_ms.min(TIMEOUT_MS_MAX));
    let prepared = AssertUnwindSafe(tool.prepare(store, context, &call.parameters)).catch_unwind();
    match timeout(limit, prepared).await {
        Ok(Ok(Ok(prepared))) => within_size(prepared),
        Ok(Ok(Err(error))) => Err(failure("failed", error.to_string())),
        Ok(Err(_panic)) => Err(failure("failed", format!("{:?} panicked", call.tool))),
        Err(_elapsed) => Err(failure(
            "timed_out",
            format!("no answer in {} ms", limit.as_millis()),
        )),
    }
}

fn within_size(prepared: Prepared) -> Result<Prepared, ToolFailure> {
    let bytes = prepared.result.to_string().len();
    if bytes <= RESULT_BYTES_MAX {
        return Ok(prepared);
    }
    let message =
        format!("a result of {bytes} bytes is over the limit of {RESULT_BYTES_MAX}: give less back");
    Err(failure("failed", message))
}

fn failure(code: &str, message: String) -> ToolFailure {
    ToolFailure {
        code: code.to_owned(),
        message,
    }
}

/// Which parameter an error is about: `items.0.quantity`.
fn field_of(error: &jsonschema::ValidationError<'_>) -> String {
    let path = error
        .instance_path()
        .as_str()
        .trim_start_matches('/')
        .replace('/', ".");
    if path.is_empty() {
        "the call".to_owned()
    } else {
        path
    }
}

/// `20:00`: what people say, not the whole of RFC 3339.
fn is_hour_and_minute(text: &str) -> bool {
    let is_number = |part: &str, below: u8| {
        part.len() == 2
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && part.parse::<u8>().is_ok_and(|number| number < below)
    };
    text.split_once(':')
        .is_some_and(|(hour, minute)| is_number(hour, 24) && is_number(minute, 60))
}
