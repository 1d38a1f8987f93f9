//! Where the log of tool calls is read from: a running daemon over its control socket, or a store at rest.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use clap::Args;
use jiff::civil::Date;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::UnixStream,
};
use turno_business::{Businesses, load_business};
use turno_command::{ConfigOption, Failure};
use turno_core::Timestamp;
use turno_runtime::{ToolUsage, Usage, UsageKey};

use super::calls::{CallPage, CallQuery, Moment, PageRequest, UsageRows, call_page, usage_rows};
use crate::{
    assemble::{Assembly, assemble},
    at_rest::ReadAtRest,
    config::DaemonConfig,
    control::{Answer, Request, control_path},
};

/// A daemon that answers nothing for so long will not answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// No page is larger.
const ANSWER_BYTES_MAX: u64 = 16 * 1_024 * 1_024;

/// Which store.
#[derive(Debug, Args)]
pub(crate) struct SourceOptions {
    #[command(flatten)]
    config: ConfigOption,
    /// The folder of the store; default: the configuration's. Where a daemon runs on it, the daemon is asked.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl SourceOptions {
    /// What the configuration serves; none where it has faults, which is no reason not to read the log.
    pub(super) fn assembly(&self) -> Option<Assembly> {
        let config = DaemonConfig::load(&self.config.config).ok()?;
        assemble(&config).ok()
    }
}

/// A log that can be read.
pub(super) enum Source {
    /// The control socket.
    Running(PathBuf),
    /// Nobody has it open but this.
    AtRest(Box<ReadAtRest>, Arc<Businesses>),
}

impl Source {
    /// Finds out which it is.
    pub(super) async fn open(options: &SourceOptions) -> Result<Self, Failure> {
        let config = DaemonConfig::load(&options.config.config);
        let data = match (&options.data, &config) {
            (Some(data), _) => data.clone(),
            (None, Ok(config)) => config.data.clone(),
            (None, Err(_)) => return Err(config.err().unwrap_or(Failure::Told(String::new()))),
        };
        let path = control_path(&data);
        match UnixStream::connect(&path).await {
            Ok(_) => Ok(Self::Running(path)),
            Err(cause) if cause.kind() == io::ErrorKind::PermissionDenied => {
                Err(Failure::Told(format!("{}: {cause}; run this as the daemon's user", path.display())))
            }
            // There is no daemon, or it could not make its socket: then the store is in use.
            Err(_) => {
                let store = ReadAtRest::open(&data)?;
                Ok(Self::AtRest(Box::new(store), Arc::new(businesses(config.ok().as_ref()))))
            }
        }
    }

    /// Gives each page of calls to `take`, until that says that it is enough.
    pub(super) async fn calls(
        &self,
        query: &CallQuery,
        mut take: impl FnMut(CallPage) -> bool,
    ) -> Result<(), Failure> {
        let mut request = PageRequest { query: query.clone(), from: None };
        loop {
            let page = match self {
                Self::Running(path) => match ask(path, &Request::ToolCalls(request.clone())).await? {
                    Answer::ToolCalls(page) => page,
                    answer @ (Answer::Backup(_)
                    | Answer::Imported(_)
                    | Answer::ToolUsage(_)
                    | Answer::Error(_)) => return Err(other(answer)),
                },
                Self::AtRest(store, businesses) => {
                    call_page(&***store, businesses, &request).await.map_err(Failure::Told)?
                }
            };
            request.from.clone_from(&page.next);
            if !take(page) || request.from.is_none() {
                return Ok(());
            }
        }
    }

    /// All of the usage.
    pub(super) async fn usage(&self, query: &CallQuery) -> Result<Vec<(UsageKey, ToolUsage)>, Failure> {
        let mut request = PageRequest { query: query.clone(), from: None };
        let mut usage = Usage::default();
        loop {
            let UsageRows { rows, next } = match self {
                Self::Running(path) => match ask(path, &Request::ToolUsage(request.clone())).await? {
                    Answer::ToolUsage(rows) => rows,
                    answer @ (Answer::Backup(_)
                    | Answer::Imported(_)
                    | Answer::ToolCalls(_)
                    | Answer::Error(_)) => return Err(other(answer)),
                },
                Self::AtRest(store, businesses) => {
                    usage_rows(&***store, businesses, &request).await.map_err(Failure::Told)?
                }
            };
            usage.add(Usage(rows.into_iter().collect()));
            if next.is_none() {
                return Ok(usage.0.into_iter().collect());
            }
            request.from = next;
        }
    }

    /// Leaves the store in order.
    pub(super) async fn close(self) -> Result<(), Failure> {
        match self {
            Self::Running(_) => Ok(()),
            Self::AtRest(store, _) => Ok(store.close().await?),
        }
    }
}

/// A moment as it is written on the command line.
pub(super) fn moment(text: &str) -> Result<Moment, String> {
    let is_date = text.len() == "2026-01-20".len();
    if let (true, Ok(date)) = (is_date, text.parse::<Date>()) {
        return Ok(Moment::Day(date));
    }
    text.parse::<jiff::Timestamp>().map(|at| Moment::At(Timestamp(at.as_millisecond()))).map_err(|_| {
        "write a date, 2026-01-20, or a time with its offset, 2026-01-20T20:00:00-06:00".to_owned()
    })
}

/// An amount in dollars, exactly: `$0.005`.
pub(super) fn dollars(micros: u64) -> String {
    let text = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
    let kept = text.trim_end_matches('0').len().max(text.len() - 4);
    format!("${}", &text[..kept])
}

/// A runtime, for one command.
pub(super) fn block_on<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Told(error.to_string()))?
        .block_on(work)
}

/// The businesses, for their zones alone: a fault in a file is no reason not to read the log.
fn businesses(config: Option<&DaemonConfig>) -> Businesses {
    let files = config.into_iter().flat_map(|config| &config.tenants);
    let loaded = files.filter_map(|tenant| {
        let name = tenant.file.display().to_string();
        let source = std::fs::read_to_string(&tenant.file).ok()?;
        load_business(&name, &source).ok()
    });
    Businesses::new(loaded)
}

async fn ask(path: &Path, request: &Request) -> Result<Answer, Failure> {
    let told =
        |cause: io::Error| Failure::Told(format!("the daemon's answer broke off: {cause}; see its log"));
    let mut line = serde_json::to_vec(request).map_err(io::Error::from).map_err(told)?;
    line.push(b'\n');
    let mut answer = String::new();
    let exchange = async {
        let mut stream = UnixStream::connect(path).await?;
        stream.write_all(&line).await?;
        BufReader::new(stream.take(ANSWER_BYTES_MAX)).read_line(&mut answer).await
    };
    tokio::time::timeout(ANSWER_TIMEOUT, exchange)
        .await
        .map_err(|_| told(io::Error::from(io::ErrorKind::TimedOut)))?
        .map_err(told)?;
    serde_json::from_str(&answer)
        .map_err(|error| Failure::Told(format!("the daemon's answer is of another version: {error}")))
}

fn other(answer: Answer) -> Failure {
    match answer {
        Answer::Error(message) => Failure::Told(message),
        Answer::Backup(_) | Answer::Imported(_) | Answer::ToolCalls(_) | Answer::ToolUsage(_) => {
            Failure::Told("the daemon answered something else".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_exact_and_have_cents() {
        for (micros, shown) in [
            (0, "$0.00"),
            (5, "$0.000005"),
            (1_000, "$0.001"),
            (500_000, "$0.50"),
            (12_345_678, "$12.345678"),
        ] {
            assert_eq!(dollars(micros), shown);
        }
    }

    #[test]
    fn a_moment_is_a_day_or_an_instant() {
        assert_eq!(moment("2026-01-20"), Ok(Moment::Day("2026-01-20".parse().unwrap())));
        assert_eq!(moment("1970-01-01T00:00:01Z"), Ok(Moment::At(Timestamp(1_000))));
        assert_eq!(moment("1970-01-01T00:00:01-06:00"), Ok(Moment::At(Timestamp(21_601_000))));
        for wrong in ["mañana", "2026-02-30", "2026-01-20T20:00:00", ""] {
            assert!(moment(wrong).is_err(), "{wrong}");
        }
    }
}
