//! Drawings of a graph.

use std::fmt::Write;

use crate::graph::{Graph, NodeKind};

impl Graph {
    /// A Mermaid flowchart, for Markdown.
    pub fn to_mermaid(&self) -> String {
        let mut text = String::from("flowchart TD\n");
        let id =
            |name: &str| format!("n{}", self.nodes.keys().position(|key| key == name).unwrap_or_default());
        for node in self.nodes.values() {
            let (open, close) = mermaid_shape(&node.kind);
            let _ = writeln!(text, "    {}{open}\"{}\"{close}", id(&node.name), mermaid_text(&node.name));
        }
        for (from, to, label) in self.arrows() {
            let _ = if label.is_empty() {
                writeln!(text, "    {} --> {}", id(from), id(to))
            } else {
                writeln!(text, "    {} -- \"{}\" --> {}", id(from), mermaid_text(label), id(to))
            };
        }
        text
    }

    /// A Graphviz digraph.
    pub fn to_dot(&self) -> String {
        let mut text = format!("digraph {} {{\n    node [fontname=\"sans-serif\"];\n", dot_text(&self.name));
        for node in self.nodes.values() {
            let shape = dot_shape(&node.kind);
            let _ = writeln!(text, "    {} [shape={shape}];", dot_text(&node.name));
        }
        for (from, to, label) in self.arrows() {
            let _ = writeln!(text, "    {} -> {} [label={}];", dot_text(from), dot_text(to), dot_text(label));
        }
        text.push_str("}\n");
        text
    }
}

fn mermaid_shape(kind: &NodeKind) -> (&'static str, &'static str) {
    match kind {
        NodeKind::Router(_) | NodeKind::Confirm(_) => ("{", "}"),
        NodeKind::Collect(_) => ("[/", "/]"),
        NodeKind::Tool(_) => ("[[", "]]"),
        NodeKind::Respond(_) => ("(", ")"),
        NodeKind::Agent(_) => ("{{", "}}"),
        NodeKind::Escalate(_) | NodeKind::End(_) => ("([", "])"),
    }
}

fn dot_shape(kind: &NodeKind) -> &'static str {
    match kind {
        NodeKind::Router(_) | NodeKind::Confirm(_) => "diamond",
        NodeKind::Collect(_) => "parallelogram",
        NodeKind::Tool(_) => "box",
        NodeKind::Respond(_) => "ellipse",
        NodeKind::Agent(_) => "hexagon",
        NodeKind::Escalate(_) | NodeKind::End(_) => "doublecircle",
    }
}

/// Mermaid's own escapes: a quote would end the label, and a number sign begins an escape.
fn mermaid_text(text: &str) -> String {
    text.replace('#', "#35;")
        .replace('"', "#quot;")
        .replace('<', "#lt;")
        .replace('>', "#gt;")
        .replace('\n', " ")
}

fn dot_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " "))
}
