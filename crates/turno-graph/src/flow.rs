//! Checks of the graph as a whole: what is reached, what circles, what is filled, and what is confirmed.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;

use petgraph::algo::dominators::simple_fast;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::builder::{Arrow, Builder};
use crate::fault::FaultKind;
use crate::file::NodeFile;
use crate::read::{Found, RawGraph};

/// Adds the faults that only the whole graph shows.
pub(crate) fn check(builder: &mut Builder<'_>, start: &str, raw: &RawGraph) {
    let reached = reached(&builder.arrows, start);
    for name in raw.nodes.keys().filter(|name| !reached.contains(name.as_str())) {
        builder.found.push((FaultKind::UnreachableNode { name: name.value.clone() }, name.place.clone()));
    }
    let circles = endless_circles(&builder.arrows, raw);
    builder.found.extend(circles);
    check_fills(builder, start, &reached);
    check_confirmed(builder, start, raw);
}

fn reached(arrows: &[Arrow], start: &str) -> BTreeSet<String> {
    let leads_to = leads_to(arrows);
    let mut reached = BTreeSet::from([start.to_owned()]);
    let mut waiting = vec![start];
    while let Some(node) = waiting.pop() {
        for arrow in leads_to.get(node).into_iter().flatten() {
            if reached.insert(arrow.to.clone()) {
                waiting.push(&arrow.to);
            }
        }
    }
    reached
}

fn leads_to(arrows: &[Arrow]) -> BTreeMap<&str, Vec<&Arrow>> {
    let mut leads_to = BTreeMap::<&str, Vec<&Arrow>>::new();
    for arrow in arrows {
        leads_to.entry(&arrow.from).or_default().push(arrow);
    }
    leads_to
}

/// Circles of nodes that all go on by themselves: one fault for each knot of them.
fn endless_circles(arrows: &[Arrow], raw: &RawGraph) -> Found {
    let mut graph = DiGraph::<&str, &Range<usize>>::new();
    let moving: BTreeMap<&str, NodeIndex> = raw
        .nodes
        .iter()
        .filter(|(_, file)| file.as_ref().is_some_and(goes_on))
        .map(|(name, _)| (name.as_str(), graph.add_node(name)))
        .collect();
    for arrow in arrows {
        if let (Some(&from), Some(&to)) = (moving.get(arrow.from.as_str()), moving.get(arrow.to.as_str())) {
            graph.add_edge(from, to, &arrow.place);
        }
    }
    let mut found = Found::new();
    for knot in tarjan_scc(&graph) {
        let Some(&first) = knot.iter().min() else { continue };
        if let Some(circle) = circle_from(&graph, first) {
            let names: Vec<&str> = circle.iter().map(|&index| graph[index]).collect();
            let place = graph.find_edge(circle[0], circle[1]).map_or(0..0, |edge| graph[edge].clone());
            found.push((FaultKind::EndlessCircle { path: names.join(" -> ") }, place));
        }
    }
    found
}

fn goes_on(file: &NodeFile) -> bool {
    match file {
        NodeFile::Tool(_) => true,
        NodeFile::Respond(respond) => respond.to.is_some(),
        NodeFile::Router(_)
        | NodeFile::Collect(_)
        | NodeFile::Confirm(_)
        | NodeFile::Escalate(_)
        | NodeFile::Agent(_)
        | NodeFile::End(_) => false,
    }
}

/// The shortest way from a node back to it, both ends included.
fn circle_from(graph: &DiGraph<&str, &Range<usize>>, first: NodeIndex) -> Option<Vec<NodeIndex>> {
    let mut came_from = BTreeMap::new();
    let mut waiting = VecDeque::from([first]);
    while let Some(node) = waiting.pop_front() {
        for next in graph.neighbors(node) {
            if next == first {
                let mut path = vec![first, node];
                while let Some(&before) = path.last().and_then(|last| came_from.get(last)) {
                    path.push(before);
                }
                if node == first {
                    path.pop();
                    path.push(first);
                }
                path.reverse();
                return Some(path);
            }
            if let Entry::Vacant(unseen) = came_from.entry(next) {
                unseen.insert(node);
                waiting.push_back(next);
            }
        }
    }
    None
}

/// What may be filled when each node is entered, along the arrows of the file.
fn filled_on_entering(builder: &Builder<'_>, start: &str) -> BTreeMap<String, BTreeSet<String>> {
    let leads_to = leads_to(&builder.arrows);
    let mut filled = BTreeMap::from([(start.to_owned(), BTreeSet::new())]);
    let mut waiting = VecDeque::from([start.to_owned()]);
    while let Some(node) = waiting.pop_front() {
        let mut after = filled.get(&node).cloned().unwrap_or_default();
        if let Some(effect) = builder.effects.get(&node) {
            let is_kept = |name: &String| {
                let is_result = name == "result" || name == "results";
                is_result || !(effect.empties.contains("*") || effect.empties.contains(name))
            };
            after.retain(is_kept);
            after.extend(effect.fills.iter().cloned());
        }
        for arrow in leads_to.get(node.as_str()).into_iter().flatten() {
            let is_new = !filled.contains_key(&arrow.to);
            let before = filled.entry(arrow.to.clone()).or_default();
            let known = before.len();
            before.extend(after.iter().cloned());
            if is_new || before.len() > known {
                waiting.push_back(arrow.to.clone());
            }
        }
    }
    filled
}

fn check_fills(builder: &mut Builder<'_>, start: &str, reached: &BTreeSet<String>) {
    let filled = filled_on_entering(builder, start);
    let nothing = BTreeSet::new();
    let globals = &builder.catalog.globals;
    let mut found = Found::new();
    for used in builder.uses.iter().filter(|used| reached.contains(&used.node)) {
        let mut known: BTreeSet<&str> =
            filled.get(&used.node).unwrap_or(&nothing).iter().map(String::as_str).collect();
        known.extend(globals.iter().map(String::as_str).filter(|name| !["result", "results"].contains(name)));
        if !used.on_entering {
            let own = builder.effects.get(&used.node).map_or(&nothing, |effect| &effect.fills);
            known.extend(own.iter().map(String::as_str));
        }
        if !known.contains(used.name.as_str()) {
            let (name, node) = (used.name.clone(), used.node.clone());
            let nearest = builder.catalog.words.nearest(&name, known);
            found.push((FaultKind::NeverFilled { name, node, nearest }, used.place.clone()));
        }
    }
    for need in builder.needs.iter().filter(|need| reached.contains(&need.node)) {
        if !filled.get(&need.node).is_some_and(|filled| filled.contains(&need.parameter)) {
            let (tool, parameter) = (need.tool.clone(), need.parameter.clone());
            found.push((FaultKind::RequiredNotFilled { tool, parameter }, need.place.clone()));
        }
    }
    builder.found.extend(found);
}

/// The rule above all: a tool that changes something runs only after the yes of its own confirmation.
fn check_confirmed(builder: &mut Builder<'_>, start: &str, raw: &RawGraph) {
    let catalog = builder.catalog;
    let mut found = Found::new();
    for (name, file) in &raw.nodes {
        let Some(NodeFile::Tool(node)) = file else {
            continue;
        };
        let tool = &node.tool.value;
        if !catalog.tools.get(tool).is_some_and(|signature| signature.destructive) {
            continue;
        }
        let mut by_another_way = false;
        for arrow in builder.arrows.iter().filter(|arrow| arrow.to == name.value) {
            if arrow.yes_of.as_ref() != Some(tool) {
                by_another_way = true;
                let (from, label) = (arrow.from.clone(), way_out(&arrow.label));
                found.push((FaultKind::NotByYes { tool: tool.clone(), from, label }, arrow.place.clone()));
            }
        }
        if !by_another_way && !is_dominated(&builder.arrows, start, name, tool, raw) {
            let (tool, path) = (tool.clone(), format!("{start} -> {}", name.value));
            let path = if start == name.value { format!("`{start}` is the start") } else { path };
            found.push((FaultKind::NotConfirmed { tool, path }, name.place.clone()));
        }
    }
    builder.found.extend(found);
}

fn way_out(label: &str) -> String {
    if label.is_empty() { "to".to_owned() } else { label.to_owned() }
}

/// Whether every path from the start to the node passes a confirmation of the tool. All its confirmations count as
/// one, since any of them will do.
fn is_dominated(arrows: &[Arrow], start: &str, node: &str, tool: &str, raw: &RawGraph) -> bool {
    let mut graph = DiGraph::<(), ()>::new();
    let confirmation = graph.add_node(());
    let mut indices = BTreeMap::new();
    for (name, file) in &raw.nodes {
        let confirms = matches!(file, Some(NodeFile::Confirm(confirm))
            if confirm.tool.as_ref().is_some_and(|confirmed| confirmed.value == tool));
        indices.insert(name.as_str(), if confirms { confirmation } else { graph.add_node(()) });
    }
    for arrow in arrows {
        if let (Some(&from), Some(&to)) = (indices.get(arrow.from.as_str()), indices.get(arrow.to.as_str())) {
            graph.add_edge(from, to, ());
        }
    }
    let (Some(&root), Some(&target)) = (indices.get(start), indices.get(node)) else {
        return true;
    };
    let dominators = simple_fast(&graph, root);
    // A node that is never reached has no dominators, and a fault of its own.
    dominators.dominators(target).is_none_or(|mut above| above.any(|dominator| dominator == confirmation))
}
