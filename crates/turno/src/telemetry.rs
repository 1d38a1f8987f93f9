//! Logs: to standard error, at the level of `TURNO_LOG` (default: warnings and the daemon's own notices).

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

/// Starts the log. Does nothing where one is there already.
///
/// The client library of models writes what it cannot read into its log, and what people said with it: it is kept still.
///
/// A log that cannot be written, since its disk is full or its reader is gone, is a log with lines missing, and no more: it would be
/// told on standard error, which is the log itself, by a call that panics where it cannot be written. The turn in which something
/// was worth a line would get no answer, and the store no more commits.
pub(crate) fn start() {
    let filter = EnvFilter::try_from_env("TURNO_LOG")
        .unwrap_or_else(|_| EnvFilter::new("warn,turno=info,async_openai=off"));
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let _already_there = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(colours)
        .log_internal_errors(false)
        .try_init();
}
