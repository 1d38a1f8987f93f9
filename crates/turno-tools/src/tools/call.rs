//! One call of a tool over businesses, and what all such tools have in common.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value};
use turno_business::{Business, Businesses, business_of};
use turno_core::ToolSpec;
use turno_runtime::port::{Prepared, Store, Tool, ToolContext, ToolError};

use crate::parameters::Parameters;

/// What a call is carried out with.
pub(super) struct Call<'a> {
    pub(super) store: &'a dyn Store,
    /// The business that it is for.
    pub(super) business: &'a Business,
    pub(super) context: &'a ToolContext,
    pub(super) parameters: Parameters<'a>,
}

/// What sets a tool over businesses apart.
#[async_trait]
pub(super) trait Serves: Send + Sync + 'static {
    fn spec(&self) -> ToolSpec;

    async fn prepare(&self, call: Call<'_>) -> Result<Prepared, ToolError>;
}

struct Served<T> {
    spec: ToolSpec,
    businesses: Arc<Businesses>,
    tool: T,
}

/// A tool that serves these businesses.
pub(super) fn served(tool: impl Serves, businesses: &Arc<Businesses>) -> Arc<dyn Tool> {
    Arc::new(Served { spec: tool.spec(), businesses: Arc::clone(businesses), tool })
}

#[async_trait]
impl<T: Serves> Tool for Served<T> {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn prepare(
        &self,
        store: &dyn Store,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<Prepared, ToolError> {
        let business = business_of(&self.businesses, context)?;
        let call = Call { store, business, context, parameters: Parameters(parameters) };
        self.tool.prepare(call).await
    }
}
