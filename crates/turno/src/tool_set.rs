//! All tools that there are: Turno's own, those that go outside, and the businesses' own.

use std::sync::Arc;

use turno_business::{Businesses, KnownTools};
use turno_command::FaultList;
use turno_core::ToolSpec;
use turno_custom::CustomTool;
use turno_runtime::{
    Handler, Offer, RegistryError, ToolRegistry,
    port::{OutsideTool, Tool},
};
use turno_tools::builtin_tools;
use turno_web::outside::{OutsideTools, outside_tools};

use crate::{config::DaemonConfig, custom_tools, means::Means};

/// The tools of a configuration.
pub(crate) struct ToolSet {
    /// What those that go outside go with; none where the configuration's is wrong.
    pub(crate) means: Option<Means>,
    /// For everybody: those whose doing is part of a commit, and those that only read.
    pub(crate) own: Vec<Arc<dyn Tool>>,
    /// What is configured of those that go outside.
    pub(crate) outside: OutsideTools,
    /// The businesses' own, also those that are not active.
    pub(crate) custom: Vec<CustomTool>,
    /// The names of the businesses' own, where their files have faults and none of them is there.
    unread: Vec<String>,
}

impl ToolSet {
    /// Loads all of them.
    pub(crate) fn load(config: &DaemonConfig, businesses: &Arc<Businesses>, faults: &mut FaultList) -> Self {
        let means = Means::of(config, faults);
        let outside = means.as_ref().map_or_else(OutsideTools::default, |means| {
            outside_tools(&config.tools, &means.secrets, &means.outgoing, businesses)
        });
        let mut own = builtin_tools(Arc::clone(businesses));
        own.extend(outside.tools.iter().cloned());
        let mut set = Self { means, own, outside, custom: Vec::new(), unread: Vec::new() };
        (set.custom, set.unread) = custom_tools::load(config, businesses, &set, faults);
        set
    }

    /// Whether the businesses' own tools are not there, as files of theirs have faults.
    pub(crate) fn is_unread(&self) -> bool {
        !self.unread.is_empty()
    }

    /// Those for everybody that act outside.
    pub(crate) fn acting(&self) -> &[Arc<dyn OutsideTool>] {
        &self.outside.outside
    }

    /// What files may name: the tools of a business, and those that are known and not there.
    pub(crate) fn known<'a>(&self, specs: &'a [ToolSpec]) -> KnownTools<'a> {
        let outside = self.outside.absent.iter();
        let outside = outside.map(|absent| (absent.name.to_owned(), absent.why.clone()));
        let idle = self.custom.iter().filter(|tool| !tool.is_active);
        let idle = idle.map(|tool| {
            let why = "its file says so: set `is_active = true` there".to_owned();
            (tool.name.clone(), why)
        });
        let is_there = |name: &String| specs.iter().any(|spec| spec.name == *name);
        KnownTools {
            specs,
            absent: outside.chain(idle).filter(|(name, _)| !is_there(name)).collect(),
            unread: self.unread.iter().cloned().collect(),
        }
    }

    /// The registry of all that are active.
    ///
    /// # Errors
    /// [`RegistryError`] where two have one name, or a schema is none.
    pub(crate) fn registry(&self) -> Result<ToolRegistry, RegistryError> {
        let own = self.own.iter().cloned().map(Handler::Own);
        let acting = self.acting().iter().cloned().map(Handler::Outside);
        let everybodys = own.chain(acting).map(|handler| Offer { tenants: None, handler });
        let custom = self.custom.iter().filter_map(custom_tools::offer);
        ToolRegistry::of(everybodys.chain(custom).collect())
    }

    /// Says which tools are configured and not there all the same, which secrets are missing or sign nothing, and what else the operator
    /// should know.
    pub(crate) fn warn(&self) {
        let tools = &self.outside;
        for fault in custom_tools::secret_faults(&self.custom) {
            tracing::warn!("{fault}");
        }
        for absent in tools.absent.iter().filter(|absent| absent.is_fault) {
            tracing::warn!(tool = absent.name, "it is not there: {}", absent.why);
        }
        for (tool, warning) in &tools.warnings {
            tracing::warn!(tool, "{warning}");
        }
    }
}
