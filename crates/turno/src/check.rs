//! `turno check`: every fault of the files given, or of all that the configuration names.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use turno_business::{Business, Businesses};
use turno_command::{ConfigOption, Failure, FaultList, files_with_extension, println_line};
use turno_core::{ToolRules, ToolSpec};
use turno_runtime::ToolRegistry;

use crate::{
    assemble::{assemble_with, check_tools_of, load_assistant, load_tenant},
    config::DaemonConfig,
    custom_tools, languages, model_slips, needs, provider_slips,
    tool_set::ToolSet,
};

/// `turno check`
#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    /// Graph files, tenant files, files of custom tools, or folders of them. Default: everything that the configuration names.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// Print the faults as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Runs the command: exit code 0 where nothing is wrong.
pub(crate) fn run(options: &CheckOptions) -> Result<ExitCode, Failure> {
    let config = DaemonConfig::load(&options.config.config)?;
    let outcome = if options.paths.is_empty() {
        check_all(&config, &options.config.config)
    } else {
        check_paths(&config, &options.paths)
    };
    if options.json {
        return Ok(print_json(&outcome));
    }
    let checked = outcome?;
    for file in checked.files {
        println_line(&format!("ok  {file}"));
    }
    for note in checked.notes {
        println_line(&format!("note {note}"));
    }
    Ok(ExitCode::SUCCESS)
}

/// What nothing is wrong with.
#[derive(Default)]
struct Checked {
    files: Vec<String>,
    /// What is no fault and the operator should know.
    notes: Vec<String>,
}

fn check_all(config: &DaemonConfig, file: &Path) -> Result<Checked, Failure> {
    let mut silent = FaultList::default();
    languages::install(config, &mut silent);
    let tenants = config.tenants.iter();
    let businesses: Vec<String> = tenants
        .filter_map(|tenant| load_tenant(&tenant.file, &mut silent))
        .map(|business| business.id)
        .collect();
    let assembly = assemble_with(config, |tools, faults| {
        needs::check(file, tools, faults);
        model_slips::check(config, tools.means.as_ref(), &businesses, faults);
        provider_slips::check(config, tools, faults);
    })?;
    let pairs = config.tenants.iter();
    let mut notes = assembly.notes;
    notes.extend(provider_slips::notes(config, &assembly.tools));
    Ok(Checked {
        files: pairs
            .map(|tenant| format!("{} with {}", tenant.file.display(), tenant.graph.display()))
            .collect(),
        notes,
    })
}

fn check_paths(config: &DaemonConfig, paths: &[PathBuf]) -> Result<Checked, Failure> {
    let mut faults = FaultList::default();
    let mut silent = FaultList::default();
    languages::install(config, &mut silent);
    let businesses: Vec<Option<Business>> =
        config.tenants.iter().map(|tenant| load_tenant(&tenant.file, &mut silent)).collect();
    let served = std::sync::Arc::new(Businesses::new(businesses.iter().flatten().cloned()));
    let tools = ToolSet::load(config, &served, &mut silent);
    let registry = tools.registry().map_err(|error| Failure::Told(error.to_string()))?;
    let mut checked = Checked::default();
    for file in files_to_check(paths)? {
        let before = faults.count();
        if languages::is_one(&file) {
            languages::check_file(&file, &mut faults);
            if faults.count() == before {
                checked.files.push(file.display().to_string());
            }
            continue;
        }
        let Some(source) = faults.read(&file) else {
            continue;
        };
        match kind_of(&source) {
            FileKind::Tenant => {
                if let Some(business) = load_tenant(&file, &mut faults) {
                    let specs = registry.specs_for(&business.id);
                    let notes = check_tools_of(&file, &tools.known(&specs), &mut faults);
                    checked.notes.extend(notes);
                }
            }
            FileKind::Config => match DaemonConfig::load(&file) {
                Ok(config) => checked.notes.extend(languages::check(&config, &mut faults)),
                Err(failure) => faults.add(&failure, 1),
            },
            FileKind::Tools => {
                let custom = custom_tools::load_file(config, &file, source, (&served, &tools), &mut faults);
                checked.notes.extend(custom_tools::notes(&custom));
                let slips = provider_slips::check_file(config, &file, &custom, &mut faults);
                checked.notes.extend(slips);
            }
            FileKind::Graph => check_graph(config, &file, &businesses, (&registry, &tools), &mut faults),
        }
        if faults.count() == before {
            checked.files.push(file.display().to_string());
        }
    }
    faults.into_result()?;
    if tools.is_unread() {
        let note = "files of custom tools have faults, so that nothing was checked of what names those tools: `turno check` without a file \
                    tells them";
        checked.notes.push(note.to_owned());
    }
    Ok(checked)
}

/// A graph is checked for each business that runs it; one that nobody runs, for a business that may call everything.
fn check_graph(
    config: &DaemonConfig,
    file: &Path,
    businesses: &[Option<Business>],
    (registry, tools): (&ToolRegistry, &ToolSet),
    faults: &mut FaultList,
) {
    model_slips::check_graph(&config.models, file, faults);
    let same = |path: &Path| {
        path == file || matches!((path.canonicalize(), file.canonicalize()), (Ok(a), Ok(b)) if a == b)
    };
    let users = businesses.iter().zip(&config.tenants).filter(|(_, tenant)| same(&tenant.graph));
    let users: Vec<&Business> = users.filter_map(|(business, _)| business.as_ref()).collect();
    for business in &users {
        let specs = registry.specs_for(&business.id);
        load_assistant(business, file, &tools.known(&specs), faults);
    }
    if let (true, Some(business)) = (users.is_empty(), businesses.iter().flatten().next()) {
        let mut anybody = business.clone();
        anybody.tool_rules = ToolRules::default();
        let open: Vec<ToolSpec> = registry
            .specs()
            .into_iter()
            .map(|spec| ToolSpec { enabled_for: vec!["*".to_owned()], ..spec })
            .collect();
        load_assistant(&anybody, file, &tools.known(&open), faults);
    }
}

enum FileKind {
    Graph,
    Tenant,
    Config,
    Tools,
}

/// What a file is meant to be, by the keys that only one kind has. What cannot be read at all is told as a graph.
fn kind_of(source: &str) -> FileKind {
    let has = |key: &str| {
        source.lines().any(|line| {
            line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
        })
    };
    if has("assistant_type") {
        FileKind::Tenant
    } else if source.contains("[[tenants]]") {
        FileKind::Config
    } else if has("execution_type") {
        FileKind::Tools
    } else {
        FileKind::Graph
    }
}

/// The files among the paths, and in the order of their names those in the folders among them: of languages, or whatever
/// ends in `.toml`.
fn files_to_check(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        let languages = if path.is_dir() { languages::files_at(path)? } else { Vec::new() };
        if languages.is_empty() {
            files.append(&mut files_with_extension(std::slice::from_ref(path), "toml")?);
        } else {
            files.extend(languages);
        }
    }
    Ok(files)
}

fn print_json(outcome: &Result<Checked, Failure>) -> ExitCode {
    let (report, code) = match outcome {
        Ok(checked) => (
            serde_json::json!({ "ok": true, "checked": checked.files.len(), "faults": [], "notes": checked.notes }),
            ExitCode::SUCCESS,
        ),
        Err(Failure::Faults { report, count }) => {
            let faults: Vec<&str> = report.split("\n\n").collect();
            (serde_json::json!({ "ok": false, "count": count, "faults": faults }), ExitCode::FAILURE)
        }
        Err(failure) => (
            serde_json::json!({ "ok": false, "count": 1, "faults": [failure.to_string()] }),
            ExitCode::FAILURE,
        ),
    };
    println_line(&report.to_string());
    code
}
