//! A question to a list of models: what was said of it, and what its requests took.

use std::{
    pin::pin,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::time::{Instant, timeout_at};
use turno_core::{
    FailedRequest, Finish, ModelAnswer, ModelCall, ModelFailure, ModelFailureKind, ModelRequest, Usage,
};

use super::{Candidate, wait};
use crate::{
    plain::{CallInText, Plain},
    provider::Told,
    said::malformed,
    wire,
};

/// A question while it is asked.
pub(super) struct Asking<'a> {
    pub(super) request: &'a ModelRequest,
    words: Mutex<Words<'a>>,
    pub(super) deadline: Instant,
    /// The requests that failed so far.
    failed: Mutex<Vec<FailedRequest>>,
    under_way: Mutex<Option<UnderWay>>,
    /// An answer that will do where no other is had, and what speaks against it.
    spare: Mutex<Option<(ModelAnswer, ModelFailureKind)>>,
}

/// A request that has not ended.
pub(super) struct UnderWay {
    /// `provider/model`
    pub(super) name: String,
    /// What its provider has told so far.
    pub(super) usage: Usage,
}

struct Words<'a> {
    pass_on: &'a mut (dyn for<'w> FnMut(&'w str) + Send),
    /// What of the answer that is coming is words.
    plain: Plain<'a>,
    /// What of them was passed on.
    passed: String,
    /// So much came, in bytes, thoughts and marks included.
    came: usize,
}

impl<'a> Asking<'a> {
    pub(super) fn new(request: &'a ModelRequest, words: &'a mut (dyn for<'w> FnMut(&'w str) + Send)) -> Self {
        Self {
            request,
            words: Mutex::new(Words {
                pass_on: words,
                plain: Plain::new(request),
                passed: String::new(),
                came: 0,
            }),
            deadline: wait::later(Instant::now(), request.budget_ms),
            failed: Mutex::default(),
            under_way: Mutex::default(),
            spare: Mutex::default(),
        }
    }

    /// The requests that failed, and the answer that was put aside and not needed.
    pub(super) fn into_failed(self) -> Vec<FailedRequest> {
        let mut failed = self.failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        let spare = self.spare.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.extend(spare.map(|(answer, kind)| answer.as_failed(kind)));
        failed
    }

    /// Until a sentence was passed on an attempt has the time up to `until`; from then on all that the question has. Where nobody
    /// hears words before the answer is whole none is.
    pub(super) async fn attempt(
        &self,
        candidate: &Candidate<'_>,
        until: Instant,
    ) -> Result<ModelAnswer, ModelFailure> {
        let mut told = |told: Told<'_>| match told {
            Told::Words(words) => self.take(words),
            Told::Usage(usage) => self.took(usage),
        };
        let provider = &candidate.entry.provider;
        let mut asked = pin!(provider.ask(candidate.model, self.request, &mut told));
        let in_time = match timeout_at(until, &mut asked).await {
            Ok(outcome) => Some(outcome),
            Err(_) if !self.has_passed() => None,
            Err(_) => timeout_at(self.deadline, asked).await.ok(),
        };
        let answer = in_time.unwrap_or_else(|| {
            Err(ModelFailure::new(
                ModelFailureKind::TimedOut,
                "it did not answer in the time that the question has",
            ))
        })?;
        self.read(answer)
    }

    /// The answer with its words alone, and the calls that stood among them.
    fn read(&self, mut answer: ModelAnswer) -> Result<ModelAnswer, ModelFailure> {
        let read = {
            let mut words = self.lock_words();
            // A provider that does not stream tells no words.
            if words.came == 0 {
                words.came = answer.text.len();
                words.plain.take(&answer.text);
            }
            std::mem::replace(&mut words.plain, Plain::new(self.request)).finish()
        };
        match read {
            // Some servers read the calls and leave them in the text as well.
            Ok((text, calls)) => {
                answer.text = text;
                if answer.calls.is_empty() {
                    self.add_calls(&mut answer, calls);
                }
                Ok(answer)
            }
            Err(_) if !answer.calls.is_empty() => {
                answer.text = self.lock_words().passed.clone();
                Ok(answer)
            }
            Err(fault) => Err(ModelFailure { usage: answer.usage, ..malformed(fault) }),
        }
    }

    fn add_calls(&self, answer: &mut ModelAnswer, calls: Vec<CallInText>) {
        let mut new_id = wire::new_ids(self.request);
        answer.calls = calls
            .into_iter()
            .map(|CallInText { tool, arguments }| ModelCall { id: new_id(), tool, arguments, opaque: None })
            .collect();
        if !answer.calls.is_empty() && matches!(answer.finish, Finish::Stop | Finish::Other) {
            answer.finish = Finish::ToolCalls;
        }
    }

    /// Takes an answer: what of its words was not passed on is.
    pub(super) fn accept(&self, answer: &ModelAnswer) {
        let mut words = self.lock_words();
        let rest = answer.text.get(words.passed.len()..).unwrap_or_default();
        if !rest.is_empty() {
            (words.pass_on)(rest);
            words.passed.push_str(rest);
        }
    }

    /// Keeps an answer for where no other is had.
    pub(super) fn put_aside(&self, answer: ModelAnswer, kind: ModelFailureKind) {
        let earlier = self.lock_spare().replace((answer, kind));
        if let Some((earlier, kind)) = earlier {
            self.note_failed(earlier.as_failed(kind));
        }
    }

    pub(super) fn take_spare(&self) -> Option<ModelAnswer> {
        self.lock_spare().take().map(|(answer, _)| answer)
    }

    pub(super) fn begin(&self, name: &str) {
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        *under_way = Some(UnderWay { name: name.to_owned(), usage: Usage::default() });
        let mut words = self.lock_words();
        words.plain = Plain::new(self.request);
        words.came = 0;
    }

    fn took(&self, usage: Usage) {
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(under_way) = under_way.as_mut() {
            under_way.usage = usage;
        }
    }

    pub(super) fn take_under_way(&self) -> Option<UnderWay> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Words are passed on from the first whole sentence on: less is not spoken, and another may still be asked.
    fn take(&self, piece: &str) {
        let mut guard = self.lock_words();
        let words = &mut *guard;
        words.came += piece.len();
        words.plain.take(piece);
        let so_far = words.plain.words();
        let news = so_far.get(words.passed.len()..).unwrap_or_default();
        let is_heard =
            !words.passed.is_empty() || has_sentence(news) && !turno_core::is_no_answer(self.request, so_far);
        if self.request.is_spoken && !news.is_empty() && is_heard {
            (words.pass_on)(news);
            words.passed.push_str(news);
        }
    }

    /// What an attempt that failed has said; less than a sentence was not.
    pub(super) fn passed(&self) -> String {
        self.lock_words().passed.clone()
    }

    pub(super) fn note_failed(&self, request: FailedRequest) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.push(request);
    }

    /// So much of the answer came, in bytes.
    pub(super) fn came(&self) -> usize {
        self.lock_words().came
    }

    /// Whether words were passed on.
    pub(super) fn has_passed(&self) -> bool {
        !self.lock_words().passed.is_empty()
    }

    fn lock_words(&self) -> MutexGuard<'_, Words<'a>> {
        self.words.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_spare(&self) -> MutexGuard<'_, Option<(ModelAnswer, ModelFailureKind)>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a sentence may be over: something stands behind its mark.
fn has_sentence(text: &str) -> bool {
    let last = text.rfind(char::is_whitespace).unwrap_or_default();
    text[..last].contains(['.', '!', '?', '…']) || text.trim_start()[..].contains('\n')
}
