//! `turno backup`: from a running daemon over its control socket, or from a store at rest.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Mutex,
    time::{Duration, Instant},
};

use clap::Args;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::UnixStream,
};
use turno_command::{ConfigOption, Failure, println_line};
use turno_store::{
    backup::{BackupSummary, check_backup, write_backup},
    sync_parent,
};

use crate::{
    at_rest::ReadAtRest,
    config::DaemonConfig,
    control::{Answer, Request, control_path, header},
};

/// `turno backup`
#[derive(Debug, Args)]
pub(crate) struct BackupOptions {
    /// The file to write. It is there once it is whole, and not before.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// The folder of the store; default: the configuration's.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Put it in the place of a file of that name.
    #[arg(long)]
    pub(crate) replace: bool,
    /// Print what was written as one JSON line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A daemon that answers nothing for so long will not answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// What is read from the daemon at a time.
const CHUNK_BYTES: usize = 256 * 1_024;

/// Runs the command.
pub(crate) fn run(options: &BackupOptions) -> Result<ExitCode, Failure> {
    let data = match &options.data {
        Some(data) => data.clone(),
        None => DaemonConfig::load(&options.config.config)?.data,
    };
    if options.file.exists() && !options.replace {
        return Err(Failure::Told(format!(
            "{} is there already: name another file, or say --replace",
            options.file.display()
        )));
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Told(error.to_string()))?;
    let began = Instant::now();
    let partial = Partial::begin(&options.file)?;
    let is_running = runtime.block_on(fill(&partial, &data))?;
    let summary = partial.finish(&options.file)?;
    tell(options, &summary, is_running, began.elapsed());
    Ok(ExitCode::SUCCESS)
}

/// Whether it came from a running daemon.
async fn fill(partial: &Partial, data: &Path) -> Result<bool, Failure> {
    let path = control_path(data);
    match UnixStream::connect(&path).await {
        Ok(stream) => {
            receive(stream, partial).await?;
            Ok(true)
        }
        Err(cause) if cause.kind() == io::ErrorKind::PermissionDenied => {
            Err(Failure::Told(format!("{}: {cause}; run this as the daemon's user", path.display())))
        }
        // There is no daemon, or it could not make its socket: then the store is in use.
        Err(_) => {
            copy_at_rest(data, partial).await?;
            Ok(false)
        }
    }
}

async fn receive(mut stream: UnixStream, partial: &Partial) -> Result<(), Failure> {
    let told =
        |cause: io::Error| Failure::Told(format!("the daemon's answer broke off: {cause}; see its log"));
    let mut request = serde_json::to_vec(&Request::Backup).map_err(io::Error::from).map_err(told)?;
    request.push(b'\n');
    stream.write_all(&request).await.map_err(told)?;
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    within(stream.read_line(&mut line)).await.map_err(told)?;
    match serde_json::from_str(&line) {
        Ok(Answer::Backup(_)) => {}
        Ok(Answer::Error(message)) => return Err(Failure::Told(message)),
        Ok(Answer::Imported(_) | Answer::ToolCalls(_) | Answer::ToolUsage(_)) => {
            return Err(Failure::Told("the daemon answered something else".to_owned()));
        }
        Err(error) => {
            return Err(Failure::Told(format!("the daemon's answer is of another version: {error}")));
        }
    }
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let length = within(stream.read(&mut chunk)).await.map_err(told)?;
        let Some(read) = chunk.get(..length).filter(|read| !read.is_empty()) else {
            return Ok(());
        };
        partial.append(read)?;
    }
}

async fn within<T>(reading: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    tokio::time::timeout(ANSWER_TIMEOUT, reading)
        .await
        .map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
}

async fn copy_at_rest(data: &Path, partial: &Partial) -> Result<(), Failure> {
    let store = ReadAtRest::open(data)?;
    let failed = Mutex::new(None);
    let outcome = write_backup(&*store, &header(), |bytes| {
        let appended = partial.append(&bytes).map_err(|failure| {
            failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).replace(failure);
            io::Error::from(io::ErrorKind::Other)
        });
        std::future::ready(appended)
    })
    .await;
    if let Ok(Some(failure)) = failed.into_inner() {
        return Err(failure);
    }
    outcome.map_err(|error| Failure::Told(error.to_string()))?;
    store.close().await?;
    Ok(())
}

/// The file that is being written: in its place only once it is whole and on the disk.
struct Partial {
    path: PathBuf,
    file: File,
}

impl Partial {
    fn begin(place: &Path) -> Result<Self, Failure> {
        let mut path = place.as_os_str().to_owned();
        path.push(".partial");
        let path = PathBuf::from(path);
        // It holds what people said, and their phones.
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&path)
            .map_err(|cause| Failure::file(&path, cause))?;
        Ok(Self { path, file })
    }

    fn append(&self, bytes: &[u8]) -> Result<(), Failure> {
        (&self.file).write_all(bytes).map_err(|cause| Failure::file(&self.path, cause))
    }

    /// What was written is read back and checked before it takes its place.
    fn finish(&self, place: &Path) -> Result<BackupSummary, Failure> {
        let told = |cause| Failure::file(&self.path, cause);
        self.file.sync_all().map_err(told)?;
        let (_, summary) = check_backup(&self.path)
            .map_err(|error| Failure::Told(format!("no backup was made: {error}")))?;
        std::fs::rename(&self.path, place).map_err(|cause| Failure::file(place, cause))?;
        sync_parent(place).map_err(|error| Failure::Told(error.to_string()))?;
        Ok(summary)
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // Gone already where it was finished; else it is of no use.
        let _gone = std::fs::remove_file(&self.path);
    }
}

fn tell(options: &BackupOptions, summary: &BackupSummary, is_running: bool, took: Duration) {
    let file_bytes = std::fs::metadata(&options.file).map_or(0, |metadata| metadata.len());
    if options.json {
        let line = serde_json::json!({
            "file": options.file, "file_bytes": file_bytes, "writes": summary.writes, "bytes": summary.bytes,
            "blake3": summary.blake3, "from_running_daemon": is_running, "took_ms": took.as_millis() as u64,
        });
        return println_line(&line.to_string());
    }
    let from = if is_running { "the running daemon" } else { "the store at rest" };
    println_line(&format!(
        "{}: {} of {} rows ({}) from {from}, in {:.1} s",
        options.file.display(),
        size(file_bytes),
        summary.writes,
        size(summary.bytes),
        took.as_secs_f64()
    ));
}

/// Bytes as people read them.
pub(crate) fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    let mut shown = bytes as f64;
    let mut unit = "bytes";
    for larger in UNITS {
        if shown < 1_024.0 {
            break;
        }
        shown /= 1_024.0;
        unit = larger;
    }
    if unit == "bytes" { format!("{bytes} bytes") } else { format!("{shown:.1} {unit}") }
}
