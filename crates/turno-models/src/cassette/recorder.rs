//! A transport that writes down what goes through it.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::Write,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use tokio::time::Instant;

use super::{
    CassetteError,
    line::{Data, FailKind, Line, VERSION, read},
    redact::{Pieces, Redactor},
};
use crate::transport::{HttpRequest, HttpResponse, Transport, TransportError};

/// Sends requests on and writes them and their answers into a cassette. What it passes on is not held up and not changed.
pub struct Recorder {
    inner: Arc<dyn Transport>,
    log: Arc<Log>,
    redactor: Redactor,
}

struct Log {
    path: PathBuf,
    file: Mutex<File>,
    next: AtomicU64,
    fault: Mutex<Option<String>>,
}

impl Recorder {
    /// Records onto a file: after what is there already, or anew. `secrets` are values that must not be seen in it; keys in
    /// headers and in addresses are found without being named.
    ///
    /// # Errors
    /// [`CassetteError`] where the file cannot be written, or holds something else.
    pub fn open(
        path: &Path,
        inner: Arc<dyn Transport>,
        secrets: impl IntoIterator<Item = String>,
    ) -> Result<Self, CassetteError> {
        let told = |cause| CassetteError::file(path, cause);
        let mut options = OpenOptions::new();
        // It holds what people said.
        let file = options.append(true).create(true).mode(0o600).open(path).map_err(told)?;
        let earlier = read(path)?;
        // A line that was cut short would run into the next.
        let bytes = std::fs::read(path).map_err(told)?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        file.set_len(whole as u64).map_err(told)?;
        let number = |id: &str| id.strip_prefix('r')?.parse::<u64>().ok();
        let last = earlier.iter().filter_map(|request| number(&request.id)).max();
        Ok(Self {
            inner,
            log: Arc::new(Log {
                path: path.to_owned(),
                file: Mutex::new(file),
                next: AtomicU64::new(last.map_or(1, |last| last.saturating_add(1))),
                fault: Mutex::default(),
            }),
            redactor: Redactor::new(secrets),
        })
    }

    /// What kept a line from being written, if something did: the cassette is not whole then.
    pub fn fault(&self) -> Option<String> {
        self.log.fault.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl Transport for Recorder {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, TransportError> {
        let redactor = self.redactor.with_those_of(&request);
        let mut tape = Tape::begin(&self.log, redactor, &request);
        let response = match self.inner.send(request).await {
            Ok(response) => response,
            Err(error) => {
                tape.failed(&error);
                return Err(error);
            }
        };
        tape.head(&response);
        let HttpResponse { status, headers, body } = response;
        let taped = stream::unfold((body, tape), |(mut body, mut tape)| async move {
            let piece = body.next().await;
            match &piece {
                Some(Ok(bytes)) => tape.piece(bytes),
                Some(Err(error)) => tape.failed(error),
                None => tape.whole(),
            }
            piece.map(|piece| (piece, (body, tape)))
        });
        Ok(HttpResponse { status, headers, body: taped.boxed() })
    }
}

impl Log {
    /// A line in one write, so that a killed process leaves it whole or not at all.
    fn write(&self, line: &Line) {
        let written = serde_json::to_vec(line).map_err(std::io::Error::from).and_then(|mut bytes| {
            bytes.push(b'\n');
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.write_all(&bytes)
        });
        if let Err(error) = written {
            let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
            if fault.is_none() {
                let path = self.path.display();
                tracing::error!(target: "turno::model", %path, %error, "the cassette is not whole");
                *fault = Some(format!("{path}: {error}"));
            }
        }
    }
}

/// One request while it is recorded.
struct Tape {
    id: String,
    began: Instant,
    log: Arc<Log>,
    redactor: Redactor,
    pieces: Pieces,
    is_over: bool,
}

impl Tape {
    fn begin(log: &Arc<Log>, redactor: Redactor, request: &HttpRequest) -> Self {
        let tape = Self {
            id: format!("r{}", log.next.fetch_add(1, Ordering::Relaxed)),
            began: Instant::now(),
            log: Arc::clone(log),
            pieces: Pieces::new(redactor.clone()),
            redactor,
            is_over: false,
        };
        let redactor = &tape.redactor;
        let body = redactor.body(&request.body);
        log.write(&Line::Req {
            v: VERSION,
            id: tape.id.clone(),
            method: request.method.to_string(),
            url: redactor.url(&request.url),
            body,
        });
        tape
    }

    fn head(&self, response: &HttpResponse) {
        let headers = self.redactor.headers(&response.headers);
        self.log.write(&Line::Head {
            id: self.id.clone(),
            ms: self.ms(),
            status: response.status.as_u16(),
            headers: headers.into_iter().collect::<BTreeMap<_, _>>(),
        });
    }

    fn piece(&mut self, bytes: &Bytes) {
        let shown = self.pieces.next(bytes);
        self.chunk(&shown);
    }

    fn whole(&mut self) {
        self.over(|id, ms| Line::End { id, ms });
    }

    fn failed(&mut self, error: &TransportError) {
        let Some((kind, message)) = FailKind::of(error) else {
            return;
        };
        let message = self.redactor.text(message);
        self.over(|id, ms| Line::Fail { id, ms, kind, message });
    }

    fn over(&mut self, line: impl FnOnce(String, u64) -> Line) {
        if !self.is_over {
            self.is_over = true;
            let rest = self.pieces.rest();
            self.chunk(&rest);
            self.log.write(&line(self.id.clone(), self.ms()));
        }
    }

    fn chunk(&self, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.log.write(&Line::Chunk { id: self.id.clone(), ms: self.ms(), data: Data::of(bytes) });
        }
    }

    fn ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

impl Drop for Tape {
    fn drop(&mut self) {
        self.over(|id, ms| Line::Dropped { id, ms });
    }
}
