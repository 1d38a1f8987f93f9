//! Tools that a provider of models would refuse, and with them every request that carries one: told at their line.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    path::Path,
    sync::Arc,
};

use toml::de::DeTable;
use turno_command::{FaultList, files_with_extension, read_text};
use turno_core::{ModelTool, ToolSpec, show_fault};
use turno_custom::{CustomKind, CustomTool};
use turno_models::{
    accepts::{Breach, Dialect},
    form::Form,
};

use crate::{config::DaemonConfig, model_set::Speaks, tool_set::ToolSet};

/// What is longer of a description is not sent, in characters.
const DESCRIPTION_CHARACTERS_MAX: usize = 1024;

/// What is wrong with a tool.
struct Slip {
    /// Where in its file, from its table.
    keys: Vec<String>,
    /// Who would refuse it.
    by: BTreeSet<Dialect>,
    fault: String,
    cure: String,
}

/// A tool as a model is told of it where nobody's words stand in it yet.
pub(crate) fn model_tool(spec: &ToolSpec) -> ModelTool {
    ModelTool {
        name: spec.name.clone(),
        description: spec.description.clone(),
        parameters: Arc::new(spec.parameters.clone()),
    }
}

/// Tells what a provider of the configuration would refuse.
pub(crate) fn check(config: &DaemonConfig, tools: &ToolSet, faults: &mut FaultList) {
    let spoken = spoken(config);
    each(config, tools, |slip, tool, file| {
        if !slip.by.is_disjoint(&spoken) {
            faults.add(&placed(slip, tool, file), 1);
        }
    });
}

/// What only others would refuse: it is no fault until they are asked.
pub(crate) fn notes(config: &DaemonConfig, tools: &ToolSet) -> Vec<String> {
    let spoken = spoken(config);
    let mut notes = Vec::new();
    each(config, tools, |slip, tool, file| {
        if slip.by.is_disjoint(&spoken) {
            let told = placed(slip, tool, file);
            let mut lines = told.lines();
            let first = lines.next().unwrap_or_default().to_owned();
            notes.push(format!("{first}; {}", slip.cure));
        }
    });
    notes
}

/// The same of the tools of one file.
pub(crate) fn check_file(
    config: &DaemonConfig,
    file: &Path,
    custom: &[CustomTool],
    faults: &mut FaultList,
) -> Vec<String> {
    let spoken = spoken(config);
    let mut notes = Vec::new();
    for tool in custom {
        for slip in slips(spec_of(tool)) {
            let told = placed(&slip, &tool.name, Some(file));
            if slip.by.is_disjoint(&spoken) {
                let first = told.lines().next().unwrap_or_default();
                notes.push(format!("{first}; {}", slip.cure));
            } else {
                faults.add(&told, 1);
            }
        }
    }
    notes
}

fn each(config: &DaemonConfig, tools: &ToolSet, mut tell: impl FnMut(&Slip, &str, Option<&Path>)) {
    let files = match &config.custom_tools {
        Some(folder) => files_with_extension(std::slice::from_ref(folder), "toml").unwrap_or_default(),
        None => Vec::new(),
    };
    for tool in &tools.custom {
        let has_it = |file: &&std::path::PathBuf| {
            read_text(file).is_ok_and(|source| table_of(&source, &tool.name, &[]).is_some())
        };
        let file = files.iter().find(has_it);
        for slip in slips(spec_of(tool)) {
            tell(&slip, &tool.name, file.map(std::path::PathBuf::as_path));
        }
    }
    let own = tools.own.iter().map(|tool| tool.spec());
    for spec in own.chain(tools.acting().iter().map(|tool| tool.spec())) {
        for slip in slips(spec) {
            tell(&slip, &spec.name, None);
        }
    }
}

/// What a business's own tool is.
pub(crate) fn spec_of(tool: &CustomTool) -> &ToolSpec {
    match &tool.kind {
        CustomKind::Reads(tool) => tool.spec(),
        CustomKind::Acts(tool) => tool.spec(),
    }
}

/// Whose words the providers of the configuration speak.
fn spoken(config: &DaemonConfig) -> BTreeSet<Dialect> {
    let providers = config.models.providers.values();
    providers.map(|provider| provider.speaks.dialect()).collect()
}

impl Speaks {
    /// Whose rules hold.
    pub(crate) fn dialect(self) -> Dialect {
        match self {
            Self::OpenAi => Dialect::OpenAi,
            Self::Anthropic => Dialect::Anthropic,
            Self::Gemini => Dialect::Gemini,
        }
    }
}

/// What is wrong with a tool, in whatever form it is sent: the same fault once.
fn slips(spec: &ToolSpec) -> Vec<Slip> {
    let tool = model_tool(spec);
    let mut found: BTreeMap<(Vec<String>, String), (BTreeSet<Dialect>, String)> = BTreeMap::new();
    for form in Form::ALL {
        let dialect = form.dialect();
        for Breach { path, fault, cure } in dialect.breaches_of_tool(&form.tool(&tool)) {
            let (by, of_all) = found.entry((keys_of(&path), fault)).or_default();
            by.insert(dialect);
            // Gemini's is the last, and takes the least.
            *of_all = cure;
        }
    }
    let too_long = spec.description.chars().count() > DESCRIPTION_CHARACTERS_MAX;
    let mut slips: Vec<Slip> =
        found.into_iter().map(|((keys, fault), (by, cure))| Slip { keys, by, fault, cure }).collect();
    if too_long {
        slips.push(Slip {
            keys: vec!["description".to_owned()],
            by: BTreeSet::from(Dialect::ALL),
            fault: format!(
                "of the description only the first {DESCRIPTION_CHARACTERS_MAX} characters can be sent"
            ),
            cure: "make it shorter".to_owned(),
        });
    }
    slips
}

/// The keys of a tool's file that lead to what a path of its form leads to.
fn keys_of(path: &[String]) -> Vec<String> {
    let mut keys = Vec::new();
    let mut steps = path.iter().map(String::as_str);
    while let Some(step) = steps.next() {
        match step {
            "function" => {}
            "parameters" | "input_schema" | "parametersJsonSchema" => {
                keys.push("parameters_schema".to_owned())
            }
            "properties" => {
                keys.push(step.to_owned());
                keys.extend(steps.next().map(str::to_owned));
            }
            other => keys.push(other.to_owned()),
        }
    }
    keys
}

fn placed(slip: &Slip, tool: &str, file: Option<&Path>) -> String {
    let by: Vec<&str> = slip.by.iter().map(|dialect| dialect.name()).collect();
    let message = format!("{} would refuse every request with `{tool}`: {}", by.join(" and "), slip.fault);
    let Some(file) = file else {
        return format!("{message}: {}", slip.cure);
    };
    let name = file.display().to_string();
    let source = read_text(file).unwrap_or_default();
    match table_of(&source, tool, &slip.keys) {
        Some(place) => show_fault(&name, &source, &place, &message, &slip.cure),
        None => format!("{name}: {message}: {}", slip.cure),
    }
}

/// Where a tool's table, or what the keys lead to in it, stands in a file.
fn table_of(source: &str, tool: &str, keys: &[String]) -> Option<Range<usize>> {
    let root = DeTable::parse(source).ok()?;
    let is_it =
        |table: &DeTable<'_>| table.get("name").and_then(|name| name.get_ref().as_str()) == Some(tool);
    let (table, mut place) = if is_it(root.get_ref()) {
        let name = root.get_ref().get("name")?;
        (root.get_ref(), name.span())
    } else {
        let listed = root.get_ref().get("tools")?.get_ref().as_array()?;
        let table = listed.iter().find_map(|one| one.get_ref().as_table().filter(|table| is_it(table)))?;
        (table, table.get("name")?.span())
    };
    let mut within = Some(table);
    for key in keys {
        let Some((key, value)) = within.and_then(|table| table.get_key_value(key.as_str())) else {
            break;
        };
        // A key is what is wrong with a parameter's name.
        let table = value.get_ref().as_table();
        place = if table.is_some() { key.span() } else { value.span() };
        within = table;
    }
    Some(place)
}
