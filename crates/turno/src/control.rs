//! The control socket: `control` in the folder of the store, for commands on a running daemon.
//!
//! It is a file that only the daemon's user may use, never an address. A command is one JSON line, and so is the answer:
//! `{"command":"backup"}` is answered with `{"backup":1}` and then with the bytes of the backup up to the connection's
//! end, or with `{"error":"..."}`. `{"command":"import",...}` is followed by the bytes of a file, and answered with
//! `{"imported":{...}}`. `{"command":"tool_calls",...}` and `{"command":"tool_usage",...}` ask for one page of the log of tool
//! calls, which is answered as one line and names the next.

use std::{
    io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use serde::{Deserialize, Serialize};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{
        UnixStream,
        unix::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::{Mutex, Semaphore},
    time::timeout,
};
use tokio_util::sync::CancellationToken;
use turno_business::Businesses;
use turno_gateway::SocketFile;
use turno_runtime::port::Export;
use turno_store::backup::{BackupHeader, write_backup};

use crate::{
    import::served::{FILE_BYTES_MAX, ImportRequest, Imported, import},
    tools::calls::{CallPage, PageRequest, UsageRows, call_page, usage_rows},
};

const LINE_BYTES_MAX: u64 = 4_096;
const LINE_TIMEOUT: Duration = Duration::from_secs(10);

/// A client that takes nothing for so long has gone.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(50);

/// Connections at once.
const CONNECTIONS: usize = 8;

/// What can be asked.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub(crate) enum Request {
    /// A backup.
    Backup,
    /// Rows of a business, from a file whose bytes follow.
    Import(ImportRequest),
    /// A page of the log of tool calls.
    ToolCalls(PageRequest),
    /// A part of what tools were used for.
    ToolUsage(PageRequest),
}

/// What is answered.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    /// A backup follows.
    Backup(u32),
    /// What was imported.
    Imported(Imported),
    /// A page of the log.
    ToolCalls(CallPage),
    /// A part of the usage.
    ToolUsage(UsageRows),
    /// It cannot be done.
    Error(String),
}

/// Where the control socket of a store is.
pub(crate) fn control_path(data: &Path) -> PathBuf {
    data.join("control")
}

/// Where a backup that is taken now comes from.
pub(crate) fn header() -> BackupHeader {
    BackupHeader { turno: env!("CARGO_PKG_VERSION").to_owned(), taken_at: jiff::Timestamp::now().to_string() }
}

/// The socket, listening.
pub(crate) struct Control {
    socket: SocketFile,
    /// The user whose commands are taken.
    owner: u32,
}

impl Control {
    /// Listens. Where that is not possible the daemon serves all the same, and says what it cannot do.
    pub(crate) async fn bind(data: &Path) -> Option<Self> {
        let path = control_path(data);
        let told = |error: &dyn std::fmt::Display| {
            tracing::warn!(%error, "no control socket: `turno backup` works only once the daemon has stopped");
        };
        let socket = SocketFile::bind(&path).await.map_err(|error| told(&error)).ok()?;
        let owner = std::fs::metadata(&path).map_err(|error| told(&error)).ok()?.uid();
        Some(Self { socket, owner })
    }

    /// Serves until `cancel`.
    pub(crate) async fn run(
        self,
        store: Arc<dyn Export>,
        businesses: Arc<Businesses>,
        cancel: CancellationToken,
    ) {
        let served = Arc::new(Served { store, businesses, one_at_a_time: Semaphore::new(1) });
        let connections = Arc::new(Semaphore::new(CONNECTIONS));
        let _left = cancel
            .run_until_cancelled(async {
                loop {
                    let accepted = self.socket.accept().await;
                    let permit = Arc::clone(&connections).acquire_owned().await;
                    match (accepted, permit) {
                        (Ok(stream), Ok(permit)) if self.is_owner(&stream) => {
                            let (served, cancel) = (Arc::clone(&served), cancel.clone());
                            tokio::spawn(async move {
                                let _left = cancel.run_until_cancelled(served.serve(stream)).await;
                                drop(permit);
                            });
                        }
                        (Ok(_), _) => {
                            tracing::warn!("another user's connection to the control socket was closed")
                        }
                        (Err(cause), _) => {
                            tracing::warn!(%cause, "a connection to the control socket was not accepted");
                            tokio::time::sleep(PAUSE_AFTER_FAILURE).await;
                        }
                    }
                }
            })
            .await;
    }

    /// The file's rights say the same; they are set a moment after it is made.
    fn is_owner(&self, stream: &UnixStream) -> bool {
        stream.peer_cred().is_ok_and(|peer| peer.uid() == self.owner || peer.uid() == 0)
    }
}

struct Served {
    store: Arc<dyn Export>,
    businesses: Arc<Businesses>,
    one_at_a_time: Semaphore,
}

impl Served {
    async fn serve(&self, stream: UnixStream) {
        let (reader, mut writer) = stream.into_split();
        let outcome = match timeout(LINE_TIMEOUT, read_request(reader)).await {
            Ok(Ok((Request::Backup, _))) => self.back_up(&mut writer).await,
            Ok(Ok((Request::Import(request), reader))) => {
                let outcome = self.import(&request, reader).await;
                answer(&mut writer, &outcome.map_or_else(Answer::Error, Answer::Imported)).await
            }
            Ok(Ok((Request::ToolCalls(request), _))) => {
                let page = call_page(self.store.as_ref(), &self.businesses, &request).await;
                answer(&mut writer, &page.map_or_else(Answer::Error, Answer::ToolCalls)).await
            }
            Ok(Ok((Request::ToolUsage(request), _))) => {
                let rows = usage_rows(self.store.as_ref(), &self.businesses, &request).await;
                answer(&mut writer, &rows.map_or_else(Answer::Error, Answer::ToolUsage)).await
            }
            Ok(Err(error)) => answer(&mut writer, &Answer::Error(error)).await,
            Err(_) => Ok(()),
        };
        if let Err(cause) = outcome {
            tracing::warn!(%cause, "the control socket's client has gone");
        }
    }

    async fn import(&self, request: &ImportRequest, mut reader: Lines) -> Result<Imported, String> {
        let business = self.businesses.get(&request.tenant);
        let business = business.ok_or_else(|| format!("the daemon has no tenant {:?}", request.tenant))?;
        if request.bytes > FILE_BYTES_MAX {
            return Err(format!("a file of {} bytes is over the limit of {FILE_BYTES_MAX}", request.bytes));
        }
        let beyond_line = reader.buffer().len() as u64;
        reader.get_mut().set_limit(request.bytes.saturating_sub(beyond_line));
        let mut bytes = Vec::new();
        let read = timeout(WRITE_TIMEOUT, reader.take(request.bytes).read_to_end(&mut bytes)).await;
        match read {
            Ok(Ok(_)) if bytes.len() as u64 == request.bytes => {}
            Ok(_) | Err(_) => return Err("the file broke off: send it again".to_owned()),
        }
        let imported = import(self.store.as_ref(), business, request, &bytes).await?;
        tracing::info!(tenant = %request.tenant, kind = ?request.kind, added = imported.added, changed = imported.changed,
            removed = imported.removed, is_dry_run = request.is_dry_run, "rows were imported");
        Ok(imported)
    }

    async fn back_up(&self, writer: &mut OwnedWriteHalf) -> io::Result<()> {
        let Ok(_one) = self.one_at_a_time.try_acquire() else {
            let message = "a backup is being taken already: wait for it to end";
            return answer(writer, &Answer::Error(message.to_owned())).await;
        };
        answer(writer, &Answer::Backup(1)).await?;
        tracing::info!("a backup begins");
        let (header, shared) = (header(), Mutex::new(writer));
        let outcome = write_backup(self.store.as_ref(), &header, |bytes| {
            let shared = &shared;
            async move { write_all(*shared.lock().await, &bytes).await }
        });
        match outcome.await {
            Ok(summary) => {
                tracing::info!(writes = summary.writes, bytes = summary.bytes, "a backup was written")
            }
            Err(error) => tracing::warn!(%error, "a backup was given up"),
        }
        Ok(())
    }
}

/// What follows a line.
type Lines = BufReader<tokio::io::Take<OwnedReadHalf>>;

async fn read_request(reader: OwnedReadHalf) -> Result<(Request, Lines), String> {
    let mut line = String::new();
    let mut reader = BufReader::new(reader.take(LINE_BYTES_MAX));
    reader.read_line(&mut line).await.map_err(|cause| cause.to_string())?;
    serde_json::from_str(&line)
        .map(|request| (request, reader))
        .map_err(|error| format!("{error}; a command is a line like {{\"command\":\"backup\"}}"))
}

async fn answer(writer: &mut OwnedWriteHalf, answer: &Answer) -> io::Result<()> {
    let mut line = serde_json::to_vec(answer)?;
    line.push(b'\n');
    write_all(writer, &line).await
}

async fn write_all(writer: &mut OwnedWriteHalf, bytes: &[u8]) -> io::Result<()> {
    timeout(WRITE_TIMEOUT, writer.write_all(bytes))
        .await
        .map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
}
