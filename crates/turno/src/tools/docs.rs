//! `turno tools docs`: a page for each tool, made from its spec.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use turno_command::{ConfigOption, Failure, println_line};
use turno_core::ToolSpec;
use turno_tools::docs::{Vocabularies, tool_page, tools_index};

use super::{
    list::{specs_of_anybody, why_not},
    own,
};
use crate::{
    assemble::{Assembly, assemble},
    config::DaemonConfig,
};

/// `turno tools docs`
#[derive(Debug, Args)]
pub(crate) struct DocsOptions {
    /// The page of this tool; default: the index and all pages.
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Of the tools of a business, its own among them, with examples of what it has; default: of those that every business has.
    #[arg(long, value_name = "ID")]
    tenant: Option<String>,
    /// Write `index.md` and a file for each tool into this folder, which is made where it does not exist; default: print them.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    config: ConfigOption,
}

/// Runs the command.
pub(crate) fn run(options: &DocsOptions) -> Result<ExitCode, Failure> {
    let assembly = assemble(&DaemonConfig::load(&options.config.config)?)?;
    let specs = specs_of_anybody(&assembly, options.tenant.as_deref())?;
    let vocabularies = vocabularies(&assembly, options.tenant.as_deref());
    let pages: Vec<(String, String)> = match &options.name {
        Some(name) => {
            let spec = named(&assembly, &specs, (name, options.tenant.as_deref()))?;
            vec![(spec.name.clone(), tool_page(spec, &vocabularies))]
        }
        None => {
            let index = ("index".to_owned(), tools_index(&specs, &absent(&assembly)));
            let pages = specs.iter().map(|spec| (spec.name.clone(), tool_page(spec, &vocabularies)));
            std::iter::once(index).chain(pages).collect()
        }
    };
    match &options.out {
        Some(folder) => write(folder, &pages)?,
        None => {
            let pages: Vec<&str> = pages.iter().map(|(_, page)| page.trim_end()).collect();
            println_line(&pages.join("\n\n"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What a business's things are called; nothing of none.
pub(super) fn vocabularies(assembly: &Assembly, tenant: Option<&str>) -> Vocabularies {
    let assistant = tenant.and_then(|tenant| assembly.assistants.get(tenant));
    assistant.map_or_else(Vocabularies::new, |assistant| assistant.settings().vocabularies.clone())
}

fn named<'a>(
    assembly: &Assembly,
    specs: &'a [ToolSpec],
    (name, tenant): (&str, Option<&str>),
) -> Result<&'a ToolSpec, Failure> {
    if let Some(spec) = specs.iter().find(|spec| spec.name == name) {
        return Ok(spec);
    }
    let mut outside = assembly.tools.outside.absent.iter();
    if let Some(absent) = outside.find(|absent| absent.name == name) {
        return Err(Failure::Told(format!("`{name}` is not there: {}", absent.why)));
    }
    if let Some((_, why)) = tenant.and_then(|tenant| {
        let mut idle = own::absent(assembly, Some(tenant)).into_iter();
        idle.find(|(idle, _)| idle == name)
    }) {
        return Err(Failure::Told(format!("`{name}` is not there: {why}")));
    }
    let has = |tenant: &str| {
        specs_of_anybody(assembly, Some(tenant)).is_ok_and(|specs| specs.iter().any(|spec| spec.name == name))
    };
    let other = assembly.assistants.keys().find(|tenant| has(tenant));
    let try_other = other.map(|other| format!("try --tenant {other}"));
    // It is one of this business's, and nobody there may call it.
    let refused = tenant.and_then(|id| {
        let specs = assembly.registry().specs_for(id);
        let spec = specs.iter().find(|spec| spec.name == name)?;
        let why = why_not(assembly.assistants.get(id)?, spec, None)?;
        Some((id, why.why))
    });
    let nearest = turno_core::nearest(name, specs.iter().map(|spec| spec.name.as_str()));
    Err(Failure::Told(match (refused, try_other, nearest) {
        (Some((id, why)), Some(cure), _) => format!("`{id}` has no `{name}`: {why}; {cure}"),
        (Some((id, why)), None, _) => format!("`{id}` has no `{name}`: {why}"),
        (None, Some(cure), _) => format!("`{name}` is not a tool of every business: {cure}"),
        (None, None, Some(nearest)) => format!("there is no tool `{name}`: did you mean `{nearest}`?"),
        (None, None, None) => format!("there is no tool `{name}`: see `turno tools list`"),
    }))
}

fn absent(assembly: &Assembly) -> Vec<(String, String)> {
    let absent = assembly.tools.outside.absent.iter();
    absent.map(|absent| (absent.name.to_owned(), absent.why.clone())).collect()
}

fn write(folder: &Path, pages: &[(String, String)]) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|cause| Failure::file(folder, cause))?;
    for (name, page) in pages {
        let file = folder.join(format!("{name}.md"));
        std::fs::write(&file, page).map_err(|cause| Failure::file(&file, cause))?;
    }
    println_line(&format!("{}: {} pages", folder.display(), pages.len()));
    Ok(())
}
