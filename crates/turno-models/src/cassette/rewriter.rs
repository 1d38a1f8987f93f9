//! A transport that keeps a cassette's answers and writes anew what was asked for them.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;

use super::{
    CassetteError, Timing,
    line::{Recorded, read, written},
    player::respond,
    redact::Redactor,
};
use crate::transport::{HttpRequest, HttpResponse, Transport, TransportError};

/// Answers with a cassette's answers in their order, whatever is asked, and keeps what was. So a cassette stays of use when a
/// prompt or a schema was changed on purpose: what the model said then counts as said to what it is told now.
pub struct Rewriter {
    path: PathBuf,
    taken: Mutex<Taken>,
    redactor: Redactor,
}

struct Taken {
    recorded: Vec<Recorded>,
    count: usize,
}

impl Rewriter {
    /// Reads a cassette. `secrets` are values that must not be seen in it.
    ///
    /// # Errors
    /// [`CassetteError`] where the file cannot be read, or a line in it.
    pub fn open(path: &Path, secrets: impl IntoIterator<Item = String>) -> Result<Self, CassetteError> {
        Ok(Self {
            path: path.to_owned(),
            taken: Mutex::new(Taken { recorded: read(path)?, count: 0 }),
            redactor: Redactor::new(secrets),
        })
    }

    /// Writes the cassette with what was asked. Answers that nobody asked for are left out.
    ///
    /// # Errors
    /// [`CassetteError`] where the file cannot be written.
    pub fn save(&self) -> Result<(), CassetteError> {
        let taken = self.taken();
        let text = written(taken.recorded.iter().take(taken.count));
        std::fs::write(&self.path, text).map_err(|cause| CassetteError::file(&self.path, cause))
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, request: &HttpRequest) -> Result<Recorded, TransportError> {
        let redactor = self.redactor.with_those_of(request);
        let mut taken = self.taken();
        let (count, all) = (taken.count, taken.recorded.len());
        let next = taken.recorded.get_mut(count).ok_or_else(|| {
            let path = self.path.display();
            TransportError::NotRecorded(format!(
                "{path} has {all} answers, and one more is asked for: record the conversation anew"
            ))
        })?;
        next.method = request.method.to_string();
        next.url = redactor.url(&request.url);
        next.body = redactor.body(&request.body);
        let answer = next.clone();
        taken.count += 1;
        Ok(answer)
    }
}

#[async_trait]
impl Transport for Rewriter {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, TransportError> {
        let next = self.take(&request)?;
        respond(&next, Timing::AtOnce).await
    }
}
