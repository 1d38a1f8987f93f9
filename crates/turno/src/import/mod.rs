//! `turno import`: what a business sells, serves and employs, from CSV files; and talks of other assistants.
//!
//! Products and orders are rows of the store: they go to the running daemon over its control socket, or into a store at rest. A
//! menu and the staff are tables of the business's own file, which is written anew.

mod options;
mod rows;
pub(crate) mod served;
mod tables;
mod transcript;

use std::{path::Path, process::ExitCode};

use turno_business::Business;
use turno_command::{Failure, FaultList};

use options::ImportCommand;
pub(crate) use options::ImportOptions;

use crate::{assemble::load_tenant, config::DaemonConfig};

/// Runs the command.
pub(crate) fn run(options: &ImportOptions) -> Result<ExitCode, Failure> {
    match &options.what {
        ImportCommand::Catalog(options) => rows::catalog(options),
        ImportCommand::Orders(options) => rows::orders(options),
        ImportCommand::Menu(options) => tables::menu(options),
        ImportCommand::Staff(options) => tables::staff(options),
        ImportCommand::Transcript(options) => transcript::run(options),
    }
}

/// The business of a tenant, with its file.
fn business_of(config: &DaemonConfig, tenant: &str) -> Result<(Business, std::path::PathBuf), Failure> {
    let mut known = Vec::new();
    for configured in &config.tenants {
        let mut faults = FaultList::default();
        match load_tenant(&configured.file, &mut faults) {
            Some(business) if business.id == tenant => return Ok((business, configured.file.clone())),
            Some(business) => known.push(business.id),
            // Another's file is no concern of this one's.
            None if stem(&configured.file) == Some(tenant) => faults.into_result()?,
            None => known.extend(stem(&configured.file).map(str::to_owned)),
        }
    }
    Err(Failure::Told(format!("there is no tenant {tenant:?}: use one of {}", known.join(", "))))
}

/// A file without a row is more likely a slip than the wish to remove everything.
fn may_remove(file: &Path, is_empty: bool, (is_replace, removes_all): (bool, bool)) -> Result<(), Failure> {
    if is_empty && is_replace && !removes_all {
        return Err(Failure::Told(format!(
            "{}: there is no row in it, and --replace would remove all that there is: add the rows, or write --remove-all as well",
            file.display()
        )));
    }
    Ok(())
}

/// What is said of a file without a row, where nothing is removed either.
fn nothing_imported(file: &Path) -> String {
    format!("{}: there is no row beneath its header, so nothing was imported", file.display())
}

fn stem(path: &Path) -> Option<&str> {
    path.file_stem()?.to_str()
}
