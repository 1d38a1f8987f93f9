//! Tables, row by row and without columns made even: what a cell holds must not cost its whole column.

use htmd::{
    Element, HtmlToMarkdownBuilder,
    element_handler::{HandlerResult, Handlers},
};

/// Stands for the space at a cell's edges, which would be taken off until its row is whole.
const EDGE: char = '\u{1}';

/// The converter with tables of its own.
pub(super) fn with_tables(builder: HtmlToMarkdownBuilder) -> HtmlToMarkdownBuilder {
    builder
        .add_handler(vec!["td", "th"], cell)
        .add_handler(vec!["tr"], row)
        .add_handler(vec!["thead", "tbody", "tfoot"], rows)
        .add_handler(vec!["caption"], caption)
        .add_handler(vec!["table"], table)
}

fn cell(handlers: &dyn Handlers, element: Element<'_>) -> Option<HandlerResult> {
    let content = handlers.walk_children(element.node).content;
    let line = content.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', r"\|");
    Some(format!("|{EDGE}{line}{EDGE}").into())
}

fn row(handlers: &dyn Handlers, element: Element<'_>) -> Option<HandlerResult> {
    let cells = handlers.walk_children(element.node).content;
    let cells = cells.trim().replace(EDGE, " ");
    let is_empty = cells.chars().all(|c| matches!(c, '|' | ' '));
    Some(if is_empty { String::new() } else { format!("{cells}|\n") }.into())
}

fn rows(handlers: &dyn Handlers, element: Element<'_>) -> Option<HandlerResult> {
    Some(handlers.walk_children(element.node).content.into())
}

fn caption(handlers: &dyn Handlers, element: Element<'_>) -> Option<HandlerResult> {
    let content = handlers.walk_children(element.node).content;
    Some(format!("{}\n\n", content.trim()).into())
}

fn table(handlers: &dyn Handlers, element: Element<'_>) -> Option<HandlerResult> {
    let content = handlers.walk_children(element.node).content;
    let mut lines: Vec<String> = content.trim().lines().map(str::to_owned).collect();
    if let Some(first) = lines.iter().position(|line| line.starts_with('|')) {
        let bars = lines.get(first).map_or(0, |line| line.replace(r"\|", "").matches('|').count());
        lines.insert(first + 1, format!("|{}", " --- |".repeat(bars.saturating_sub(1))));
    }
    Some(format!("\n\n{}\n\n", lines.join("\n")).into())
}
