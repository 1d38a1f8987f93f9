//! From a source to a graph, or to everything that is wrong with it.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::graph::DiGraph;

use crate::builder::{Arrow, Builder};
use crate::catalog::Catalog;
use crate::excerpt::{line_starts, position};
use crate::fault::FaultKind;
use crate::faults::Faults;
use crate::file::{Name, NodeFile};
use crate::flow;
use crate::graph::{Graph, Node};
use crate::read::{Found, RawGraph, read};

/// Parses and checks a graph file. `file_name` is for messages only.
///
/// # Errors
///
/// Every fault that the file has, each with its line and its cure. None are there where all that is wrong is that a tool it names
/// could not be read.
pub fn compile(file_name: &str, source: &str, catalog: &Catalog) -> Result<Graph, Faults> {
    let mut found = Found::new();
    let graph =
        read(source, &catalog.words, &mut found).and_then(|raw| build(source, catalog, &raw, &mut found));
    match graph {
        Some(graph) if found.is_empty() => Ok(graph),
        Some(_) | None => Err(Faults::new(file_name, source, of_the_graph(found))),
    }
}

/// Without what a tool that could not be read explains: what it fills and gives is not known.
fn of_the_graph(mut found: Found) -> Found {
    let is_unread = |kind: &FaultKind| matches!(kind, FaultKind::ToolUnread { .. });
    if found.iter().any(|(kind, _)| is_unread(kind)) {
        found.retain(|(kind, _)| !is_unread(kind) && !kind.may_be_of_an_unread_tool());
    }
    found
}

fn build(source: &str, catalog: &Catalog, raw: &RawGraph, found: &mut Found) -> Option<Graph> {
    let mut builder = Builder::new(source, catalog, raw, found);
    let line_starts = line_starts(source);
    let mut nodes = BTreeMap::new();
    for (name, file) in &raw.nodes {
        let Some(file) = file else { continue };
        let kind = builder.node(name, file);
        let (line, _) = position(source, &line_starts, name.place.start);
        nodes.insert(name.value.clone(), Node { name: name.value.clone(), line, kind });
    }
    for target in raw.migrate.values() {
        if !builder.node_names.contains(&target.value) {
            let nearest =
                builder.catalog.words.nearest(target, builder.node_names.iter().map(String::as_str));
            builder.fault(FaultKind::UnknownNode { name: target.value.clone(), nearest }, &target.place);
        }
    }
    builder.check_agents(raw);
    builder.check_ways_of_agents(raw);
    check_moves(&mut builder, raw);
    check_buttons(&mut builder, raw);
    let start = start(&mut builder, raw.start.as_ref());
    let all_read = raw.nodes.values().all(Option::is_some);
    // What a node that could not be read leads to is not known, and guesses would be noise.
    if let Some(start) = start.as_ref().filter(|_| all_read) {
        flow::check(&mut builder, start, raw);
    }
    // Only the nodes of the file are drawn.
    let diagram = diagram(&nodes, &builder.arrows);
    builder.nodes_of_agents(&mut nodes);
    let templates = builder.templates;
    Some(Graph {
        name: raw.name.as_ref()?.value.clone(),
        version: blake3::hash(source.as_bytes()).to_hex()[..16].to_owned(),
        start: start?,
        nodes,
        templates,
        migrate: raw.migrate.iter().map(|(old, new)| (old.value.clone(), new.value.clone())).collect(),
        diagram,
    })
}

/// Nobody is moved from an earlier version to where a tool would run that nobody said yes to.
fn check_moves(builder: &mut Builder<'_>, raw: &RawGraph) {
    for target in raw.migrate.values() {
        let node = raw.nodes.iter().find(|(name, _)| name.value == target.value);
        let Some((_, Some(NodeFile::Tool(call)))) = node else {
            continue;
        };
        let is_destructive = builder.catalog.tools.get(&call.tool.value).is_some_and(|tool| tool.destructive);
        if is_destructive {
            let (name, tool) = (target.value.clone(), call.tool.value.clone());
            builder.fault(FaultKind::MovedPastConfirmation { name, tool }, &target.place);
        }
    }
}

/// Every button that a respond node offers chooses an intent.
fn check_buttons(builder: &mut Builder<'_>, raw: &RawGraph) {
    if raw.nodes.values().any(Option::is_none) {
        return;
    }
    let mut known = BTreeSet::new();
    for file in raw.nodes.values().flatten() {
        if let NodeFile::Router(router) = file {
            known.extend(router.intents.iter().flat_map(|intent| &intent.buttons).map(String::as_str));
        }
    }
    for file in raw.nodes.values().flatten() {
        let NodeFile::Respond(respond) = file else {
            continue;
        };
        for choice in respond.choices.iter().filter(|choice| !known.contains(choice.id.as_str())) {
            let nearest = builder.catalog.words.nearest(&choice.id, known.iter().copied());
            let name = choice.id.value.clone();
            builder.fault(FaultKind::UnknownButton { name, nearest }, &choice.id.place);
        }
    }
}

/// The start, or the one that was probably meant.
fn start(builder: &mut Builder<'_>, written: Option<&Name>) -> Option<String> {
    let written = written?;
    if builder.node_names.contains(&written.value) {
        return Some(written.value.clone());
    }
    let like = builder.catalog.words.nearest(written, builder.node_names.iter().map(String::as_str));
    let kind = FaultKind::UnknownStart { name: written.value.clone(), nearest: like.clone() };
    builder.fault(kind, &written.place);
    like
}

fn diagram(nodes: &BTreeMap<String, Node>, arrows: &[Arrow]) -> DiGraph<String, String> {
    let mut diagram = DiGraph::new();
    let indices: BTreeMap<&str, _> =
        nodes.keys().map(|name| (name.as_str(), diagram.add_node(name.clone()))).collect();
    for arrow in arrows {
        if let (Some(&from), Some(&to)) = (indices.get(arrow.from.as_str()), indices.get(arrow.to.as_str())) {
            diagram.add_edge(from, to, arrow.label.clone());
        }
    }
    diagram
}
