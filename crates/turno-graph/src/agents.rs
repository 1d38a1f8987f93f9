//! Who calls a tool: the agent that a node names, or any that the graph runs as.

use std::ops::Range;

use crate::{builder::Builder, catalog::ToolSignature, fault::FaultKind, file::Name};

impl<'a> Builder<'a> {
    /// A tool that a node calls as an agent; where no agent may, the one that the node names is told.
    pub(crate) fn tool_of(
        &mut self,
        tool: &str,
        place: &Range<usize>,
        agent: Option<&Name>,
    ) -> Option<&'a ToolSignature> {
        let catalog = self.catalog;
        let is_refused = catalog.tools_refused.get(tool).is_some_and(|it| it.by_agents);
        if let Some(agent) = agent
            && is_refused
            && catalog.agents.contains_key(&agent.value)
        {
            let (tool, agent) = (tool.to_owned(), agent.value.clone());
            self.fault(FaultKind::ToolNotAllowed { tool, agent }, place);
            return None;
        }
        self.tool(tool, place)
    }

    /// Whoever calls a tool from here must be allowed to.
    pub(crate) fn allowed(&mut self, tool: &str, place: &Range<usize>, agent: Option<&Name>) {
        let catalog = self.catalog;
        // A graph serves businesses with agents and without.
        if catalog.agents.is_empty() {
            return;
        }
        let may_not = |agent: &&String| {
            let allowed = catalog.agents.get(*agent);
            !allowed.is_some_and(|tools| tools.contains(tool))
        };
        let refused = match agent {
            Some(name) if !catalog.agents.contains_key(&name.value) => {
                let kind = FaultKind::UnknownAgent {
                    name: name.value.clone(),
                    nearest: self.catalog.words.nearest(name, catalog.agents.keys().map(String::as_str)),
                };
                self.fault(kind, &name.place);
                return;
            }
            Some(name) => Some(&name.value).filter(may_not),
            None => catalog.serving_agents.iter().find(may_not),
        };
        if let Some(agent) = refused {
            let (tool, agent) = (tool.to_owned(), agent.clone());
            self.fault(FaultKind::ToolNotAllowed { tool, agent }, place);
        }
    }
}
