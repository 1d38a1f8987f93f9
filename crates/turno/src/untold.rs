//! Notices that nobody would get: what a business's graph may have told to its team, and no sink takes.

use std::collections::{BTreeMap, BTreeSet};

use turno_business::TeamReach;
use turno_core::Assistant;
use turno_custom::CustomKind;
use turno_runtime::Priority;
use turno_web::sinks::TEAMS;

use crate::tool_set::ToolSet;

/// Businesses by what nobody of theirs is told.
#[derive(Default)]
pub(crate) struct Untold(BTreeMap<String, Vec<String>>);

impl Untold {
    /// Looks at a business's graph, and at which of its notices some sink takes.
    pub(crate) fn add(&mut self, assistant: &Assistant, tools: &ToolSet, reach: &TeamReach) {
        let tenant = &assistant.settings().tenant;
        let (called, urgencies) = called_by(assistant);
        let mut untold = Vec::new();
        // A hand-off that is pressing is, whatever else is.
        if urgencies.iter().any(|urgency| !reach.takes("support", of_hand_off(urgency))) {
            untold.push("hand-offs (team support)".to_owned());
        }
        let acting: Vec<String> = acting(tools, tenant)
            .filter(|name| called.contains(name))
            .map(|name| format!("`{name}`"))
            .collect();
        if !acting.is_empty() && !reach.takes("support", Priority::Urgent) {
            let acting = acting.join(", ");
            untold.push(format!("calls of which nobody knows what came (team support): {acting}"));
        }
        let teams: Vec<&str> =
            TEAMS.into_iter().filter(|team| !reach.takes(team, Priority::Urgent)).collect();
        if called.contains("notify_team") && !teams.is_empty() {
            untold.push(format!("what `notify_team` tells ({})", teams.join(", ")));
        }
        if !untold.is_empty() {
            let of_them = self.0.entry(untold.join("; ")).or_default();
            of_them.push(format!("`{tenant}`"));
        }
    }

    /// A note for all businesses that lack the same.
    pub(crate) fn notes(self) -> impl Iterator<Item = String> {
        self.0.into_iter().map(|(what, tenants)| {
            format!(
                "no sink takes these notices of {}: {what}. They are kept, and nobody gets them; customers are not told that the team \
                 was. Add [[sinks]] to turno.toml, whose tenants, teams and from_priority let them in",
                tenants.join(", ")
            )
        })
    }
}

/// The tools that a graph may call, and how urgent its hand-offs are.
fn called_by(assistant: &Assistant) -> (BTreeSet<&str>, BTreeSet<&str>) {
    let mut called = BTreeSet::new();
    let mut urgencies = BTreeSet::new();
    for node in assistant.graph().nodes() {
        if let Some(tool) = node.as_tool() {
            called.insert(tool.tool.as_str());
        }
        if let Some(agent) = node.as_agent() {
            called.extend(agent.tools.iter().map(String::as_str));
        }
        if let Some(escalate) = node.as_escalate() {
            urgencies.insert(escalate.urgency.as_str());
        }
    }
    if called.contains("transfer_to_human") {
        urgencies.insert("high");
    }
    (called, urgencies)
}

/// As the tool tells the team.
fn of_hand_off(urgency: &str) -> Priority {
    match urgency {
        "high" => Priority::Urgent,
        "low" => Priority::Normal,
        _ => Priority::High,
    }
}

/// The tools of a tenant that act outside.
fn acting<'a>(tools: &'a ToolSet, tenant: &str) -> impl Iterator<Item = &'a str> {
    let everybodys = tools.acting().iter().map(|tool| tool.spec().name.as_str());
    let own = tools.custom.iter().filter(move |tool| {
        let is_theirs = tool.tenants.iter().any(|id| id == tenant);
        tool.is_active && is_theirs && matches!(tool.kind, CustomKind::Acts(_))
    });
    let names: BTreeSet<&str> = everybodys.chain(own.map(|tool| tool.name.as_str())).collect();
    names.into_iter()
}
