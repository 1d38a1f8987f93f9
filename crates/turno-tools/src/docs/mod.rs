//! A page for each tool, in Markdown, made from its spec; what is told of results comes from the page of tools, `TOOLS.md`.

mod example;
mod table;

use std::{collections::BTreeMap, fmt::Write};

use serde_json::{Map, Value};
use turno_core::{Execution, Retry, ToolSpec};
use turno_language::{Act, Vocabulary};

pub use example::example_call;

const TOOLS: &str = include_str!("../../TOOLS.md");

/// What a business calls things, by the vocabulary's name: examples name what it has.
pub type Vocabularies = BTreeMap<String, Vocabulary>;

/// What is said of a tool by hand.
#[derive(Debug, Default, PartialEq, Eq)]
struct Prose {
    /// What it does, in more words.
    about: String,
    /// What it gives back.
    results: String,
}

/// The page of a tool.
pub fn tool_page(spec: &ToolSpec, vocabularies: &Vocabularies) -> String {
    let prose = prose(spec);
    let mut page = format!("# {}\n\n{}.\n", spec.name, spec.description.trim_end_matches('.'));
    if !prose.about.is_empty() {
        push(&mut page, &format!("\n{}\n", prose.about));
    }
    push(&mut page, &format!("\n{}", facts(spec)));
    push(&mut page, &format!("\n## Parameters\n\n{}", table::parameters(&spec.parameters)));
    push(&mut page, &format!("\n## Result\n\n{}", results(spec, &prose)));
    push(&mut page, &format!("\n## Example\n\n{}", example(spec, vocabularies)));
    page
}

/// The page that leads to the others: the tools, and those that are not there with why.
pub fn tools_index(specs: &[ToolSpec], absent: &[(String, String)]) -> String {
    let mut page =
        String::from("# Tools\n\n| tool | does | asks first | source |\n| --- | --- | --- | --- |\n");
    for spec in specs {
        let (name, does) = (&spec.name, table::cell(&spec.description));
        let asks = if spec.requires_confirmation { "yes" } else { "" };
        let row = format!("| [{name}]({name}.md) | {does} | {asks} | {} |\n", source(spec));
        push(&mut page, &row);
    }
    if !absent.is_empty() {
        push(&mut page, "\n## Not there\n\n| tool | why |\n| --- | --- |\n");
        for (name, why) in absent {
            push(&mut page, &format!("| {name} | {} |\n", table::cell(why)));
        }
    }
    page
}

fn push(page: &mut String, text: &str) {
    // A string takes all that is written.
    let _written = page.write_str(text);
}

fn facts(spec: &ToolSpec) -> String {
    let rows = [
        ("asks first", asks(spec)),
        ("runs", runs(spec).to_owned()),
        ("time", format!("{} s at most", seconds(spec.timeout_ms))),
        ("calls a minute", rate(spec)),
        ("cost", cost(spec)),
        ("after a lost outcome", retry(spec).to_owned()),
        ("assistant types", types(spec)),
        ("category", spec.category.clone()),
        ("source", source(spec).to_owned()),
    ];
    let rows = rows.iter().map(|(name, value)| format!("| {name} | {} |\n", table::cell(value)));
    format!("| | |\n| --- | --- |\n{}", rows.collect::<String>())
}

fn asks(spec: &ToolSpec) -> String {
    let act = match spec.act {
        Act::Book => "it books",
        Act::Modify => "it changes a booking",
        Act::Cancel => "it cancels",
        Act::Order => "it orders",
        Act::Other => "it acts",
    };
    if spec.requires_confirmation {
        format!(
            "yes: {act}, so that it runs only after the user's yes to a question that names what will happen"
        )
    } else {
        "no".to_owned()
    }
}

fn runs(spec: &ToolSpec) -> &'static str {
    match spec.execution {
        Execution::Internal => "in Turno itself (`internal`)",
        Execution::ApiCall => "at a service that is called (`api_call`)",
        Execution::Webhook => "at a service that is told, with a signature (`webhook`)",
    }
}

fn rate(spec: &ToolSpec) -> String {
    spec.rate_limit_per_minute.map_or("no limit".to_owned(), |limit| format!("{limit} for each business"))
}

fn cost(spec: &ToolSpec) -> String {
    let price = match spec.cost_micros {
        0 => "nothing".to_owned(),
        micros => {
            let dollars = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
            format!("{} US dollars a call", dollars.trim_end_matches('0').trim_end_matches('.'))
        }
    };
    if spec.tells_cost {
        format!("{price}; where the result has `cost_micros`, that many millionths of a dollar")
    } else {
        price
    }
}

fn retry(spec: &ToolSpec) -> &'static str {
    if spec.execution == Execution::Internal {
        return "none is lost: what it does is kept together with the conversation";
    }
    match spec.retry {
        Retry::Safe => "it is called again, under the same key",
        Retry::Never => "it is not called again: the user and the team are told that nobody knows",
    }
}

fn types(spec: &ToolSpec) -> String {
    if spec.enabled_for.iter().any(|name| name == "*") {
        return "all".to_owned();
    }
    let names: Vec<String> = spec.enabled_for.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

fn source(spec: &ToolSpec) -> &str {
    if spec.source.is_empty() { "the business's own" } else { &spec.source }
}

fn seconds(ms: u64) -> String {
    let text = format!("{}.{:03}", ms / 1_000, ms % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn results(spec: &ToolSpec, prose: &Prose) -> String {
    let own = if prose.results.is_empty() { String::new() } else { format!("{}\n\n", prose.results) };
    format!(
        "{own}An object of at most {} bytes. `success` is `false`, with a `reason`, where the business says no; `message` can be \
         said as it is, and `speech` is the same for the ear, where the tool has them.\n",
        spec.result_bytes_max
    )
}

fn example(spec: &ToolSpec, vocabularies: &Vocabularies) -> String {
    let Some(parameters) = example_call(spec, vocabularies) else {
        return "None can be made from the schema: give its properties `examples`.\n".to_owned();
    };
    let call = serde_json::json!({ "tool": spec.name, "parameters": parameters });
    // A tool of Turno's own is tried on an empty store.
    let is_real = spec.execution != Execution::Internal || spec.source.is_empty();
    let yes = if spec.requires_confirmation && is_real { " --yes" } else { "" };
    format!(
        "```json\n{call:#}\n```\n\n```sh\nturno tools test {} --params {}{yes}\n```\n",
        spec.name,
        quoted(&parameters)
    )
}

/// As a shell reads it.
fn quoted(parameters: &Map<String, Value>) -> String {
    let text = Value::Object(parameters.clone()).to_string();
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// What the page of tools says. A business's own tool is not that tool, whatever it is called.
fn prose(spec: &ToolSpec) -> Prose {
    if spec.source.is_empty() {
        return Prose::default();
    }
    let sections = TOOLS.split("\n## ").skip(1);
    let found = sections.into_iter().find(|section| section.lines().next() == Some(&spec.name));
    let Some(section) = found else {
        return Prose::default();
    };
    let body = section.split("\n# ").next().unwrap_or_default();
    let lines: Vec<&str> = body.lines().skip(1).collect();
    let is_row = |line: &&str| line.starts_with('|');
    let begin = lines.iter().position(is_row).unwrap_or(0);
    let end = lines.iter().rposition(is_row).map_or(0, |last| last + 1);
    Prose {
        about: lines[..begin].join("\n").trim().to_owned(),
        results: lines[end..].join("\n").trim().to_owned(),
    }
}
