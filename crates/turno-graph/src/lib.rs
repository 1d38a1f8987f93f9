//! Parses, checks and holds the graph of a conversation.
//!
//! An operator's TOML file is read node by node, and [`compile()`] turns it into a
//! [`Graph`] (what may run) or into every [`Fault`] at once, each with its line and its cure. Nothing else
//! makes a [`Graph`], and nothing changes one.
//!
//! This crate knows no tool, no language and no clock: what exists around a graph comes in as a [`Catalog`].

mod agent;
mod agents;
mod builder;
mod catalog;
mod compile;
mod confirm;
mod convert;
mod draw;
mod duration;
mod excerpt;
mod fault;
mod faults;
mod file;
mod flow;
mod graph;
mod intents;
mod patterns;
mod placed;
mod read;
pub mod slips;
mod template;
mod words;
mod wrong_value;

pub use catalog::{Catalog, Refusal, ToolSignature};
pub use compile::compile;
pub use duration::parse_duration_ms;
pub use excerpt::show_fault;
pub use fault::FaultKind;
pub use faults::{Fault, Faults};
pub use file::json_schema;
pub use graph::{
    AgentNode, Ask, Choice, Collect, Confirm, Edge, End, Escalate, Graph, Intent, IntentRole, Interrupts,
    Node, NodeKind, Phrase, Respond, Router, TemplateId, Text, ToolNode, Variant,
};
pub use template::names_told;
pub use words::Words;

#[cfg(test)]
mod agents_tests;
#[cfg(test)]
mod tests;

#[cfg(test)]
mod agent_tests;
#[cfg(test)]
mod fault_tests;
#[cfg(test)]
mod guard_tests;
#[cfg(test)]
mod robust_tests;
