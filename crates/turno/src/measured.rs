//! What the commands that measure are given: what a configuration holds.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use turno_command::{Failure, FaultList, USUAL_CONFIG};
use turno_measure::{
    eval::{self, EvalOptions},
    simulate::{self, SimulateOptions, World},
};

use crate::{assemble::assemble, config::DaemonConfig, languages, record::recording_of};

/// Runs `turno eval`.
pub(crate) fn eval(options: &EvalOptions) -> Result<ExitCode, Failure> {
    eval::run(options, own_languages)
}

/// Runs `turno simulate`.
pub(crate) fn simulate(options: &SimulateOptions) -> Result<ExitCode, Failure> {
    let assembly = assemble(&DaemonConfig::load(options.config())?)?;
    let world = World::new(assembly.businesses.clone(), assembly.assistants.clone());
    simulate::run(options, &world, |key, run, events| recording_of(&assembly, key, run, events))
}

/// The folder of languages of a configuration, which are read with from here on.
fn own_languages(config: Option<&Path>) -> Result<Option<PathBuf>, Failure> {
    let usual = Path::new(USUAL_CONFIG);
    let file = config.or(Some(usual).filter(|file| file.exists()));
    let Some(file) = file else {
        return Ok(None);
    };
    let config = DaemonConfig::load(file)?;
    let mut faults = FaultList::default();
    languages::install(&config, &mut faults);
    faults.into_result()?;
    Ok(config.languages)
}
