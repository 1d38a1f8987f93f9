//! A question to a list of models: what was said of it, and what its requests took.

use std::{
    pin::pin,
    sync::{Mutex, PoisonError},
};

use tokio::time::{Instant, timeout_at};
use turno_core::{FailedRequest, ModelAnswer, ModelFailure, ModelFailureKind, ModelRequest, Usage};

use super::{Candidate, wait};
use crate::provider::Told;

/// A question while it is asked.
pub(super) struct Asking<'a> {
    pub(super) request: &'a ModelRequest,
    words: Mutex<Words<'a>>,
    pub(super) deadline: Instant,
    /// The requests that failed so far.
    failed: Mutex<Vec<FailedRequest>>,
    under_way: Mutex<Option<UnderWay>>,
}

/// A request that has not ended.
pub(super) struct UnderWay {
    /// `provider/model`
    pub(super) name: String,
    /// What its provider has told so far.
    pub(super) usage: Usage,
}

pub(super) struct Words<'a> {
    pass_on: &'a mut (dyn for<'w> FnMut(&'w str) + Send),
    said: String,
}

impl<'a> Asking<'a> {
    pub(super) fn new(request: &'a ModelRequest, words: &'a mut (dyn for<'w> FnMut(&'w str) + Send)) -> Self {
        Self {
            request,
            words: Mutex::new(Words {
                pass_on: words,
                said: String::new(),
            }),
            deadline: wait::later(Instant::now(), request.budget_ms),
            failed: Mutex::default(),
            under_way: Mutex::default(),
        }
    }

    pub(super) fn into_failed(self) -> Vec<FailedRequest> {
        self.failed.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Until words come an attempt has the time up to `until`; from then on all that the question has.
    pub(super) async fn attempt(
        &self,
        candidate: &Candidate<'_>,
        until: Instant,
    ) -> Result<ModelAnswer, ModelFailure> {
        let mut told = |told: Told<'_>| match told {
            Told::Words(words) => self.pass_on(words),
            Told::Usage(usage) => self.took(usage),
        };
        let provider = &candidate.entry.provider;
        let mut asked = pin!(provider.ask(candidate.model, self.request, &mut told));
        let in_time = match timeout_at(until, &mut asked).await {
            Ok(outcome) => Some(outcome),
            Err(_) if self.said().is_empty() => None,
            Err(_) => timeout_at(self.deadline, asked).await.ok(),
        };
        let answer = in_time.unwrap_or_else(|| {
            Err(ModelFailure::new(
                ModelFailureKind::TimedOut,
                "it did not answer in the time that the question has",
            ))
        })?;
        // A provider that does not stream has its words passed on all the same.
        if self.said().is_empty() {
            self.pass_on(&answer.text);
        }
        if !self.request.is_spoken {
            let mut words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
            let said = std::mem::take(&mut words.said);
            (words.pass_on)(&said);
        }
        Ok(answer)
    }

    pub(super) fn begin(&self, name: &str) {
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        *under_way = Some(UnderWay {
            name: name.to_owned(),
            usage: Usage::default(),
        });
    }

    fn took(&self, usage: Usage) {
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(under_way) = under_way.as_mut() {
            under_way.usage = usage;
        }
    }

    pub(super) fn take_under_way(&self) -> Option<UnderWay> {
        self.under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    fn pass_on(&self, text: &str) {
        if !text.is_empty() {
            let mut words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
            words.said.push_str(text);
            if self.request.is_spoken {
                (words.pass_on)(text);
            }
        }
    }

    /// What an attempt that failed has said. What nobody knows of was not said, and the next attempt begins anew.
    pub(super) fn take_failed(&self) -> String {
        let mut words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.request.is_spoken {
            words.said.clear();
        }
        words.said.clone()
    }

    pub(super) fn note_failed(&self, request: FailedRequest) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.push(request);
    }

    pub(super) fn said(&self) -> String {
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        words.said.clone()
    }
}
