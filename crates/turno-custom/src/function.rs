//! A custom tool that is a built-in one under another name.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value};
use turno_core::ToolSpec;
use turno_runtime::port::{Prepared, Store, Tool, ToolContext, ToolError};

/// The functions that have names of their own, and the tools that they are.
const FUNCTIONS: [(&str, &str); 4] = [
    ("orders.getStatus", "check_order_status"),
    ("products.search", "search_products"),
    ("crm.createLead", "create_lead"),
    ("support.createTicket", "create_support_ticket"),
];

/// The built-in tool that a function is; the name itself where it is none of the functions.
pub(super) fn built_in_name(function: &str) -> &str {
    FUNCTIONS.iter().find(|(name, _)| *name == function).map_or(function, |(_, tool)| tool)
}

/// The names that functions have of their own.
pub(super) fn function_names() -> Vec<&'static str> {
    FUNCTIONS.iter().map(|(name, _)| *name).collect()
}

/// A built-in tool, described as a business's own.
pub(super) struct Function {
    pub(super) spec: ToolSpec,
    pub(super) inner: Arc<dyn Tool>,
}

#[async_trait]
impl Tool for Function {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn prepare(
        &self,
        store: &dyn Store,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<Prepared, ToolError> {
        // The file's schema may take more than the function's own does: an empty text, a number beyond its bounds.
        let valid = jsonschema::validator_for(&self.inner.spec().parameters);
        let valid = valid.map_err(|error| ToolError::Failed(error.to_string()))?;
        if let Err(error) = valid.validate(&Value::Object(parameters.clone())) {
            return Err(ToolError::Invalid(error.to_string()));
        }
        self.inner.prepare(store, context, parameters).await
    }
}
