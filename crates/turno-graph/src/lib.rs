//! Parses, checks and holds the graph of a conversation.
//!
//! An operator's TOML file becomes a [`GraphFile`] (what was written), and [`compile`] turns it into a
//! [`Graph`] (what may run) or into every [`Fault`] at once, each with its line and its cure. Nothing else
//! makes a [`Graph`], and nothing changes one.
//!
//! This crate knows no tool, no language and no clock: what exists around a graph comes in as a [`Catalog`].

mod catalog;
mod graph;

pub use catalog::{Catalog, ToolSignature};
pub use graph::{
    Ask, Choice, Collect, Confirm, Edge, End, Escalate, Graph, Intent, Interrupts, Node, NodeKind, Respond,
    Router, TemplateId, Text, ToolNode, Variant,
};

mod hedge;
pub use hedge::{compile, json_schema, Faults};
