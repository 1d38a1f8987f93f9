//! One call of a tool that goes outside, and what all such tools have in common.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value};
use turno_business::{Businesses, business_of, parameters::Parameters, say::Voice};
use turno_core::ToolSpec;
use turno_runtime::port::{OutsideError, OutsideTool, Prepared, Store, Tool, ToolContext, ToolError};

/// What a call is carried out with.
pub(super) struct Call<'a> {
    /// How the business that it is for speaks, in the conversation's language.
    pub(super) voice: Voice<'a>,
    pub(super) context: &'a ToolContext,
    pub(super) parameters: Parameters<'a>,
}

/// What sets a tool apart that looks outside.
#[async_trait]
pub(super) trait Looks: Send + Sync + 'static {
    fn spec(&self) -> &ToolSpec;

    async fn look(&self, store: &dyn Store, call: Call<'_>) -> Result<Prepared, ToolError>;
}

/// What sets a tool apart that acts outside.
#[async_trait]
pub(super) trait Acts: Send + Sync + 'static {
    fn spec(&self) -> &ToolSpec;

    async fn act(&self, call: Call<'_>) -> Result<Value, OutsideError>;
}

/// A tool over businesses.
pub(super) struct Served<T> {
    tool: T,
    businesses: Arc<Businesses>,
}

/// A tool that serves these businesses.
pub(super) fn served<T>(tool: T, businesses: &Arc<Businesses>) -> Served<T> {
    Served { tool, businesses: Arc::clone(businesses) }
}

impl<T> Served<T> {
    fn begun<'a>(
        &'a self,
        context: &'a ToolContext,
        parameters: &'a Map<String, Value>,
    ) -> Result<Call<'a>, ToolError> {
        let business = business_of(&self.businesses, context)?;
        Ok(Call { voice: Voice::new(business, context.now), context, parameters: Parameters(parameters) })
    }
}

#[async_trait]
impl<T: Looks> Tool for Served<T> {
    fn spec(&self) -> &ToolSpec {
        self.tool.spec()
    }

    async fn prepare(
        &self,
        store: &dyn Store,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<Prepared, ToolError> {
        self.tool.look(store, self.begun(context, parameters)?).await
    }
}

#[async_trait]
impl<T: Acts> OutsideTool for Served<T> {
    fn spec(&self) -> &ToolSpec {
        self.tool.spec()
    }

    async fn call(
        &self,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<Value, OutsideError> {
        let call = self.begun(context, parameters);
        self.tool.act(call.map_err(|error| OutsideError::NotDone(error.to_string()))?).await
    }
}
