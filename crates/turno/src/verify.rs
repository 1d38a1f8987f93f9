//! `turno verify`: a backup or a store at rest, read whole and checked against the rules.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use serde_json::json;
use turno_business::{Audit, audit};
use turno_command::{ConfigOption, Failure, println_line};
use turno_runtime::{Assistants, Verified, port::Store};
use turno_store::{SledStore, backup::restore_backup};

use crate::{
    assemble::assemble,
    at_rest::{ReadAtRest, Scratch},
    backup::size,
    config::DaemonConfig,
};

/// `turno verify`
#[derive(Debug, Args)]
pub(crate) struct VerifyOptions {
    /// A backup. Default: the store of the configuration.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// The folder of a store; no daemon may be running on it.
    #[arg(long, value_name = "DIR", conflicts_with = "file")]
    pub(crate) data: Option<PathBuf>,
    /// Print everything as one JSON line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What a store holds, and all that is wrong with it.
pub(crate) struct Report {
    verified: Verified,
    audit: Audit,
}

/// Runs the command: exit code 1 where something is wrong.
pub(crate) fn run(options: &VerifyOptions) -> Result<ExitCode, Failure> {
    let config = DaemonConfig::load(&options.config.config)?;
    let assistants = Assistants::new(assemble(&config)?.assistants);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Told(error.to_string()))?;
    let report = match &options.file {
        Some(file) => runtime.block_on(verify_backup(file, &assistants))?,
        None => {
            let data = options.data.as_ref().unwrap_or(&config.data);
            let store = ReadAtRest::open(data)?;
            let report = runtime.block_on(Report::of(&*store, &assistants))?;
            runtime.block_on(store.close())?;
            report
        }
    };
    report.tell(options.json);
    Ok(report.code())
}

async fn verify_backup(file: &Path, assistants: &Assistants) -> Result<Report, Failure> {
    let scratch = Scratch::make("verify")?;
    let store = SledStore::open(&scratch.0)?;
    restore_backup(file, &store)
        .await
        .map_err(|error| Failure::Told(format!("{}: {error}", file.display())))?;
    let report = Report::of(&store, assistants).await?;
    store.close().await?;
    Ok(report)
}

impl Report {
    /// Reads and checks all of a store.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub(crate) async fn of(store: &dyn Store, assistants: &Assistants) -> Result<Self, Failure> {
        let verified = turno_runtime::verify(store, assistants).await?;
        let audit = audit(store, &verified.carried_out).await?;
        Ok(Self { verified, audit })
    }

    /// 0 where nothing is wrong.
    pub(crate) fn code(&self) -> ExitCode {
        if self.findings().next().is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn findings(&self) -> impl Iterator<Item = &String> {
        self.verified.findings.iter().chain(&self.audit.findings)
    }

    /// Prints it to standard output.
    pub(crate) fn tell(&self, as_json: bool) {
        if as_json {
            println_line(&self.json().to_string());
        } else {
            self.tell_people();
        }
    }

    /// Everything, as one JSON value.
    pub(crate) fn json(&self) -> serde_json::Value {
        let (verified, audit) = (&self.verified, &self.audit);
        let kinds = verified.kinds.iter();
        let kinds: serde_json::Map<String, serde_json::Value> = kinds
            .map(|(kind, kept)| ((*kind).to_owned(), json!({ "rows": kept.rows, "bytes": kept.bytes })))
            .collect();
        json!({
            "findings": self.findings().collect::<Vec<_>>(), "findings_left_out": verified.findings_left_out,
            "conversations": verified.conversations, "events": verified.events, "frames": verified.frames,
            "replayed": verified.replayed, "shortened": verified.shortened,
            "blanked": verified.blanked, "of_another_graph": verified.of_another_graph, "confirmed_calls": verified.carried_out.len(),
            "bookings": audit.bookings, "cancelled": audit.cancelled, "orders": audit.orders,
            "hand_offs": audit.hand_offs, "products": audit.products, "leads": audit.leads,
            "support_tickets": audit.support_tickets, "kinds": kinds,
        })
    }

    fn tell_people(&self) {
        let (verified, audit) = (&self.verified, &self.audit);
        println_line(&format!(
            "{} conversations, {} events, {} frames, {} confirmed calls",
            verified.conversations,
            verified.events,
            verified.frames,
            verified.carried_out.len()
        ));
        println_line(&format!(
            "{} bookings, {} cancelled, {} orders, {} hand-offs",
            audit.bookings, audit.cancelled, audit.orders, audit.hand_offs
        ));
        println_line(&format!(
            "{} conversations were taken again event by event and give their checkpoint; {} are older than their journal, {} \
             are on another graph",
            verified.replayed, verified.shortened, verified.of_another_graph
        ));
        if verified.blanked > 0 {
            println_line(&format!(
                "{} had a card's number in pieces, which were taken out: what came of those cannot be worked out again",
                verified.blanked
            ));
        }
        for (kind, kept) in &verified.kinds {
            println_line(&format!("  {kind:<12} {:>9} rows  {:>11}", kept.rows, size(kept.bytes)));
        }
        if self.findings().next().is_none() {
            println_line("nothing is wrong");
            return;
        }
        println_line("");
        for finding in self.findings() {
            println_line(&format!("wrong: {finding}"));
        }
        if verified.findings_left_out > 0 {
            println_line(&format!("and {} more", verified.findings_left_out));
        }
        println_line("");
        println_line(
            "Take a backup of this store before anything else. Then verify your earlier backups and restore the latest that is in \
             order; a booking that is wrong is put right by calling the guest.",
        );
    }
}
