//! `turno import catalog` and `turno import orders`: rows of the store.

use std::{io, path::Path, process::ExitCode, time::Duration};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::UnixStream,
};
use turno_business::{Business, Faults, ImportMode, Kind, read_orders, read_products};
use turno_command::{Failure, println_line};
use turno_store::SledStore;

use super::{
    business_of, may_remove, nothing_imported,
    options::RowsImport,
    served::{ImportRequest, Imported, RowKind, import},
};
use crate::{
    at_rest::open_at_rest,
    config::DaemonConfig,
    control::{Answer, Request, control_path},
};

/// A daemon that answers nothing for so long will not answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// `turno import catalog`
pub(super) fn catalog(options: &RowsImport) -> Result<ExitCode, Failure> {
    run(options, RowKind::Catalog)
}

/// `turno import orders`
pub(super) fn orders(options: &RowsImport) -> Result<ExitCode, Failure> {
    run(options, RowKind::Orders)
}

fn run(options: &RowsImport, kind: RowKind) -> Result<ExitCode, Failure> {
    let config = DaemonConfig::load(&options.config.config)?;
    let (business, _) = business_of(&config, &options.tenant)?;
    sells(&business, kind)?;
    let data = options.data.clone().unwrap_or(config.data);
    let bytes = std::fs::read(&options.file).map_err(|cause| Failure::file(&options.file, cause))?;
    let name = options.file.display().to_string();
    // Told here, with the file's name, before anything is sent.
    let (count, ignored) = check(kind, &name, &bytes, &business)
        .map_err(|faults| Failure::Faults { count: faults.0.len(), report: faults.to_string() })?;
    may_remove(&options.file, count == 0, (options.replace, options.how.remove_all))?;
    let request = ImportRequest {
        kind,
        tenant: business.id.clone(),
        bytes: bytes.len() as u64,
        mode: if options.replace { ImportMode::Replace } else { ImportMode::Keep },
        is_dry_run: options.how.dry_run,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Told(error.to_string()))?;
    let (imported, is_running) = runtime.block_on(carry_out(&data, &business, &request, &bytes))?;
    tell(options, &imported, &ignored, is_running);
    if count == 0 && imported.removed == 0 && !options.how.json {
        println_line(&nothing_imported(&options.file));
    }
    Ok(ExitCode::SUCCESS)
}

/// Products that an assistant cannot sell are nobody's.
fn sells(business: &Business, kind: RowKind) -> Result<(), Failure> {
    let (what, cure) = match (kind, business.kind) {
        (RowKind::Orders, _) | (RowKind::Catalog, Kind::Shop) => return Ok(()),
        (RowKind::Catalog, Kind::Restaurant) => ("a restaurant", "its dishes go in with `turno import menu`"),
        (RowKind::Catalog, Kind::Clinic) => ("a clinic", "its treatments are [[services]] of its file"),
    };
    Err(Failure::Told(format!("`{}` is {what}, whose assistant sells no products: {cure}", business.id)))
}

/// How many rows there are, and the columns that are left alone.
fn check(
    kind: RowKind,
    name: &str,
    bytes: &[u8],
    business: &Business,
) -> Result<(usize, Vec<String>), Faults> {
    match kind {
        RowKind::Catalog => {
            let sheet = read_products(name, bytes, &business.currency)?;
            Ok((sheet.products.len(), sheet.ignored))
        }
        RowKind::Orders => Ok((read_orders(name, bytes, business)?.len(), Vec::new())),
    }
}

/// Whether it was the running daemon.
async fn carry_out(
    data: &Path,
    business: &Business,
    request: &ImportRequest,
    bytes: &[u8],
) -> Result<(Imported, bool), Failure> {
    let path = control_path(data);
    match UnixStream::connect(&path).await {
        Ok(stream) => Ok((ask(stream, request, bytes).await?, true)),
        Err(cause) if cause.kind() == io::ErrorKind::PermissionDenied => {
            Err(Failure::Told(format!("{}: {cause}; run this as the daemon's user", path.display())))
        }
        Err(_) => {
            let store = at_rest(data)?;
            let imported = import(&store, business, request, bytes).await.map_err(Failure::Told);
            store.close().await?;
            Ok((imported?, false))
        }
    }
}

/// A business may have its catalogue before its first day.
fn at_rest(data: &Path) -> Result<SledStore, Failure> {
    if data.join("turno-store").exists() { open_at_rest(data) } else { Ok(SledStore::open(data)?) }
}

async fn ask(mut stream: UnixStream, request: &ImportRequest, bytes: &[u8]) -> Result<Imported, Failure> {
    let told =
        |cause: io::Error| Failure::Told(format!("the daemon's answer broke off: {cause}; see its log"));
    let mut line =
        serde_json::to_vec(&Request::Import(request.clone())).map_err(io::Error::from).map_err(told)?;
    line.push(b'\n');
    stream.write_all(&line).await.map_err(told)?;
    stream.write_all(bytes).await.map_err(told)?;
    let mut answer = String::new();
    tokio::time::timeout(ANSWER_TIMEOUT, BufReader::new(stream).read_line(&mut answer))
        .await
        .map_err(|_| told(io::Error::from(io::ErrorKind::TimedOut)))?
        .map_err(told)?;
    match serde_json::from_str(&answer) {
        Ok(Answer::Imported(imported)) => Ok(imported),
        Ok(Answer::Error(message)) => Err(Failure::Told(message)),
        Ok(Answer::Backup(_) | Answer::ToolCalls(_) | Answer::ToolUsage(_)) => {
            Err(Failure::Told("the daemon answered something else".to_owned()))
        }
        Err(error) => Err(Failure::Told(format!("the daemon's answer is of another version: {error}"))),
    }
}

fn tell(options: &RowsImport, imported: &Imported, ignored: &[String], is_running: bool) {
    if options.how.json {
        let line = serde_json::json!({
            "file": options.file, "tenant": options.tenant, "added": imported.added, "changed": imported.changed,
            "same": imported.same, "removed": imported.removed, "total": imported.total, "ignored_columns": ignored,
            "dry_run": options.how.dry_run, "by_running_daemon": is_running,
        });
        return println_line(&line.to_string());
    }
    for column in ignored {
        println_line(&format!(
            "{}: the column `{column}` is not known, and was left alone",
            options.file.display()
        ));
    }
    let Imported { added, changed, same, removed, total } = imported;
    let all = total.map_or_else(String::new, |total| format!("; {total} in all"));
    let place = if is_running { "the running daemon" } else { "the store at rest" };
    let verb = if options.how.dry_run { "would be " } else { "" };
    println_line(&format!(
        "{}: {verb}{added} new, {changed} changed, {same} as they were, {removed} removed{all} ({place})",
        options.file.display()
    ));
}
