//! What is asked of which model, and what is done where one does not answer: the providers of a daemon as one [`Model`].

mod asking;
mod breaker;
mod options;
#[cfg(test)]
mod tests;
mod tokens;
mod trace;
mod use_of;
pub(crate) mod wait;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use async_trait::async_trait;
use tokio::time::{Instant, sleep};
use turno_core::{FailedRequest, ModelAnswer, ModelFailure, ModelFailureKind, ModelRequest, check_messages};
use turno_runtime::port::{CancellationToken, Model};

use crate::{price::PriceList, provider::Provider};
use asking::{Asking, UnderWay};
use breaker::{Breaker, Permit, Seen};
pub use options::ModelsOptions;
use trace::Attempt;
use use_of::{UseOf, use_of};
use wait::Jitter;

/// The least time that an attempt must have had for its running out to speak against the provider.
const FAIR_TIME: Duration = Duration::from_secs(2);

/// All providers that are configured, as one model.
///
/// The models that a request names are tried in order, each within half of the time that is left while another stands
/// behind it. A provider that is overloaded, out of reach or asks for patience is asked again after a pause, as long as
/// that fits; then comes the next, as it does where an answer is empty, cut before it said anything, or no words. Once words were
/// passed on nothing is asked again: they would be said twice.
pub struct Models {
    entries: BTreeMap<String, Entry>,
    prices: PriceList,
    options: ModelsOptions,
    jitter: Jitter,
}

struct Entry {
    provider: Arc<dyn Provider>,
    breaker: Breaker,
}

/// A model of the list that there is a provider for.
struct Candidate<'a> {
    /// `provider/model`
    name: &'a str,
    model: &'a str,
    entry: &'a Entry,
}

impl Models {
    /// Providers under their names; of two with the same name the later one counts.
    pub fn new(
        providers: impl IntoIterator<Item = Arc<dyn Provider>>,
        prices: PriceList,
        options: ModelsOptions,
    ) -> Self {
        let entry = |provider: Arc<dyn Provider>| {
            let breaker = Breaker::new(&options);
            (provider.name().to_owned(), Entry { provider, breaker })
        };
        Self {
            entries: providers.into_iter().map(entry).collect(),
            jitter: Jitter::new(options.seed),
            prices,
            options,
        }
    }

    async fn ask_in_order(&self, asking: &Asking<'_>) -> Result<ModelAnswer, ModelFailure> {
        let request = asking.request;
        let names = self.names(request);
        let mut failures = Failures::default();
        for (at, name) in names.iter().enumerate() {
            let candidate = match self.candidate(name) {
                Ok(candidate) => candidate,
                Err(failure) => {
                    failures.add(name, failure);
                    continue;
                }
            };
            let has_others = names
                .iter()
                .skip(at + 1)
                .any(|name| self.candidate(name).is_ok_and(|other| !other.entry.breaker.is_open()));
            match self.ask_one(asking, &candidate, has_others).await {
                Ok(answer) if asking.has_passed() => return Ok(taken(asking, answer)),
                Ok(answer) => match use_of(request, &answer) {
                    UseOf::Answer => return Ok(taken(asking, answer)),
                    UseOf::Spare(failure) => {
                        asking.put_aside(answer, failure.kind);
                        failures.add(name, failure);
                    }
                    UseOf::Nothing(failure) => {
                        asking.note_failed(answer.as_failed(failure.kind));
                        failures.add(name, failure);
                    }
                },
                Err(failure) if is_last_word(&failure) => return Err(failure),
                Err(failure) => failures.add(name, failure),
            }
            if Instant::now() >= asking.deadline {
                break;
            }
        }
        match asking.take_spare() {
            Some(answer) => Ok(taken(asking, answer)),
            None => Err(failures.into_one()),
        }
    }

    fn names<'a>(&'a self, request: &'a ModelRequest) -> &'a [String] {
        if request.models.is_empty() { &self.options.default_models } else { &request.models }
    }

    fn candidate<'a>(&'a self, name: &'a str) -> Result<Candidate<'a>, ModelFailure> {
        let found =
            name.split_once('/').and_then(|(provider, model)| Some((self.entries.get(provider)?, model)));
        let (entry, model) = found.ok_or_else(|| {
            let known: Vec<&str> = self.entries.keys().map(String::as_str).collect();
            let known = known.join(", ");
            let message =
                format!("no provider is configured for it: write provider/model, with one of [{known}]");
            ModelFailure::new(ModelFailureKind::NotConfigured, message)
        })?;
        Ok(Candidate { name, model, entry })
    }

    /// What was under way counts: its question was read.
    fn called_off(&self, asking: &Asking<'_>) -> ModelFailure {
        let kind = ModelFailureKind::Cancelled;
        if let Some(under_way) = asking.take_under_way() {
            asking.note_failed(self.failed_request(asking, &under_way, kind));
        }
        ModelFailure {
            said: asking.passed(),
            ..ModelFailure::new(kind, "nobody waits for the answer any more")
        }
    }

    /// One model, as often as it is worth while.
    async fn ask_one(
        &self,
        asking: &Asking<'_>,
        candidate: &Candidate<'_>,
        has_others: bool,
    ) -> Result<ModelAnswer, ModelFailure> {
        let left = asking.deadline.saturating_duration_since(Instant::now());
        let until = asking.deadline - if has_others { left / 2 } else { Duration::ZERO };
        let mut attempts = 0;
        let mut were_malformed = 0;
        loop {
            let permit = candidate.entry.breaker.admit()?;
            let failure = match self.attempt(asking, candidate, permit, until).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            attempts += 1;
            were_malformed += u32::from(failure.kind == ModelFailureKind::Malformed);
            let is_left_alone = candidate.entry.breaker.is_open();
            let is_worth_it = is_passing(failure.kind) && were_malformed < 2 && !is_left_alone;
            if !is_worth_it || is_last_word(&failure) || attempts >= self.options.attempts_max {
                return Err(failure);
            }
            let pause = self.pause(&failure, attempts);
            if pause >= until.saturating_duration_since(Instant::now()) {
                return Err(failure);
            }
            sleep(pause).await;
        }
    }

    fn pause(&self, failure: &ModelFailure, attempts: u32) -> Duration {
        let backoff_ms = self.options.backoff_ms;
        let ms = match failure.retry_after_ms {
            Some(asked_for_ms) => asked_for_ms.saturating_add(self.jitter.up_to(backoff_ms / 2)),
            None => {
                let longest_ms = wait::backoff_ms(backoff_ms, self.options.backoff_max_ms, attempts);
                longest_ms / 2 + self.jitter.up_to(longest_ms - longest_ms / 2)
            }
        };
        Duration::from_millis(ms)
    }

    async fn attempt(
        &self,
        asking: &Asking<'_>,
        candidate: &Candidate<'_>,
        permit: Permit<'_>,
        until: Instant,
    ) -> Result<ModelAnswer, ModelFailure> {
        let attempt = Attempt::begin(candidate.entry.provider.name(), candidate.model);
        let began = Instant::now();
        asking.begin(candidate.name);
        let mut outcome = asking.attempt(candidate, until).await;
        let under_way = asking.take_under_way();
        match &mut outcome {
            Ok(answer) => {
                let usage = tokens::of_answer(asking.request, answer, asking.came());
                answer.usage = tokens::bounded(candidate.name, asking.request, usage);
                if let Some(cost_micros) = self.prices.cost_micros(candidate.name, &answer.usage) {
                    answer.cost_micros = cost_micros;
                }
                permit.settle(Seen::Alive);
            }
            Err(failure) => {
                if let Some(mut under_way) = under_way {
                    let told = std::mem::take(&mut failure.usage);
                    if !told.is_none() {
                        under_way.usage = told;
                    }
                    let mut request = self.failed_request(asking, &under_way, failure.kind);
                    if failure.kind.is_of_configuration() {
                        request.message.clone_from(&failure.message);
                    }
                    asking.note_failed(request);
                }
                failure.said = asking.passed();
                permit.settle(seen(failure.kind, began.elapsed()));
            }
        }
        attempt.end(&outcome);
        outcome
    }

    /// What a request took that failed: as its provider told, or else, where it had begun to speak, as it is reckoned.
    fn failed_request(
        &self,
        asking: &Asking<'_>,
        under_way: &UnderWay,
        kind: ModelFailureKind,
    ) -> FailedRequest {
        let name = &under_way.name;
        let came = asking.came();
        let usage = if under_way.usage.is_none() && came > 0 {
            tokens::reckoned(asking.request, came)
        } else {
            tokens::bounded(name, asking.request, under_way.usage)
        };
        let (provider, model) = name.split_once('/').unwrap_or((name, ""));
        FailedRequest {
            provider: provider.to_owned(),
            model: model.to_owned(),
            kind,
            usage,
            cost_micros: self.prices.cost_micros(name, &usage).unwrap_or_default(),
            message: String::new(),
        }
    }
}

/// An answer that is taken.
fn taken(asking: &Asking<'_>, answer: ModelAnswer) -> ModelAnswer {
    asking.accept(&answer);
    answer
}

#[async_trait]
impl Model for Models {
    /// The dearest of the models that may be asked, with each token of the question two bytes long.
    fn cost_bound_micros(&self, request: &ModelRequest) -> u64 {
        let usage = tokens::at_most(request);
        let names = self.names(request).iter();
        let costs = names.filter_map(|name| self.prices.cost_micros(name, &usage));
        costs.max().unwrap_or_default()
    }

    async fn answer(
        &self,
        request: &ModelRequest,
        words: &mut (dyn for<'w> FnMut(&'w str) + Send),
        called_off: &CancellationToken,
    ) -> Result<ModelAnswer, ModelFailure> {
        check_messages(&request.messages).map_err(|fault| {
            let message = format!("the talk was not sent, since no provider would take it: {fault}");
            ModelFailure::new(ModelFailureKind::Refused, message)
        })?;
        let asking = Asking::new(request, words);
        let mut outcome = tokio::select! {
            biased;
            () = called_off.cancelled() => Err(self.called_off(&asking)),
            outcome = self.ask_in_order(&asking) => outcome,
        };
        let failed = asking.into_failed();
        match &mut outcome {
            Ok(answer) => answer.failed = failed,
            Err(failure) => failure.failed = failed,
        }
        outcome
    }
}

/// What became of the models that were tried.
#[derive(Default)]
struct Failures {
    told: Vec<String>,
    /// The latest of a model that was asked; else the latest of all.
    latest: Option<ModelFailure>,
}

impl Failures {
    fn add(&mut self, name: &str, failure: ModelFailure) {
        self.told.push(format!("{name}: {}", failure.message));
        let was_asked = |failure: &ModelFailure| {
            !matches!(failure.kind, ModelFailureKind::NotConfigured | ModelFailureKind::CircuitOpen)
        };
        if was_asked(&failure) || !self.latest.as_ref().is_some_and(was_asked) {
            self.latest = Some(failure);
        }
    }

    fn into_one(self) -> ModelFailure {
        let nothing = || ModelFailure::new(ModelFailureKind::NotConfigured, "");
        let mut failure = self.latest.unwrap_or_else(nothing);
        failure.message = if self.told.is_empty() {
            "no model is named: give `models` to the node, or a default to the daemon".to_owned()
        } else {
            self.told.join("; ")
        };
        failure
    }
}

/// Nobody else is asked after it.
fn is_last_word(failure: &ModelFailure) -> bool {
    !failure.said.is_empty()
        || matches!(failure.kind, ModelFailureKind::Cancelled | ModelFailureKind::OverBudget)
}

/// Whether the same question may fare better in a moment.
fn is_passing(kind: ModelFailureKind) -> bool {
    use ModelFailureKind as Kind;
    match kind {
        Kind::RateLimited | Kind::Overloaded | Kind::Unreachable | Kind::Malformed => true,
        Kind::RefusedKey
        | Kind::TimedOut
        | Kind::ContextTooLong
        | Kind::ContentFilter
        | Kind::Refused
        | Kind::CircuitOpen
        | Kind::OverBudget
        | Kind::NotConfigured
        | Kind::Cancelled => false,
    }
}

/// What a failure says of its provider.
fn seen(kind: ModelFailureKind, took: Duration) -> Seen {
    use ModelFailureKind as Kind;
    match kind {
        Kind::RefusedKey => Seen::RefusedKey,
        Kind::Overloaded | Kind::Unreachable | Kind::Malformed => Seen::Failed,
        Kind::TimedOut if took >= FAIR_TIME => Seen::Failed,
        // It is there, and says no.
        Kind::RateLimited | Kind::ContextTooLong | Kind::ContentFilter | Kind::Refused => Seen::Alive,
        Kind::TimedOut | Kind::CircuitOpen | Kind::OverBudget | Kind::NotConfigured | Kind::Cancelled => {
            Seen::Nothing
        }
    }
}
