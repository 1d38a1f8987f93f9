//! Questions to language models. Each is committed as asked first, put to the model after the commit, and its answer comes back
//! as mail. A daemon that dies in between leaves the row, and the next one asks again: nothing was done yet that asking twice
//! would do twice.

use std::{
    collections::{BTreeMap, HashMap},
    panic::AssertUnwindSafe,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use turno_core::{
    Arguments, Assistant, Conversation, ConversationKey, FailedRequest, ModelAnswer, ModelFailure,
    ModelFailureKind, ModelOutcome, ModelRequest, RequestId, ToolCall,
};

use crate::{
    BudgetError, BudgetLimits, Link, Reservation,
    codec::encode,
    conversations::{BUSY, Shared},
    keys,
    mail::Mail,
    port::{Batch, CancellationToken, CommitError, Model, Store, StoreError, ToolContext},
    reading::readable_rows,
    registry::absent::leave_out,
    speaker::Speaker,
    usage::{Used, refused_rows, usage_day, usage_rows},
};

/// A model has so much longer than its budget before it is given up, in milliseconds: it keeps its time itself.
const GRACE_MS: u64 = 1_000;

/// Who answers what is asked of a language model, and what that may cost.
#[derive(Clone)]
pub struct LanguageModels {
    /// Who answers.
    pub model: Arc<dyn Model>,
    /// What every business may spend.
    pub budget: BudgetLimits,
    /// What one may spend instead, by its id.
    pub budgets: BTreeMap<String, BudgetLimits>,
}

impl LanguageModels {
    /// A model that may cost what it likes.
    pub fn without_budget(model: Arc<dyn Model>) -> Self {
        Self { model, budget: BudgetLimits::default(), budgets: BTreeMap::new() }
    }
}

/// Where no model is configured: every question fails, and the rules answer.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoModel;

#[async_trait]
impl Model for NoModel {
    async fn answer(
        &self,
        _request: &ModelRequest,
        _words: &mut (dyn for<'w> FnMut(&'w str) + Send),
        _called_off: &CancellationToken,
    ) -> Result<ModelAnswer, ModelFailure> {
        let message = "no language model is configured: add one under [models] in turno.toml";
        Err(ModelFailure::new(ModelFailureKind::NotConfigured, message))
    }
}

/// A question that was put and has no answer yet, as its row holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Asked {
    pub(crate) key: ConversationKey,
    pub(crate) request: RequestId,
}

/// What is asked just now, so that it can be called off.
#[derive(Debug, Default)]
pub(crate) struct Asks(Mutex<HashMap<ConversationKey, (RequestId, CancellationToken)>>);

impl Asks {
    /// False: that very question is being asked already.
    fn begin(&self, key: &ConversationKey, request: &RequestId) -> Option<CancellationToken> {
        let mut asks = self.lock();
        if asks.get(key).is_some_and(|(asked, _)| asked == request) {
            return None;
        }
        let token = CancellationToken::new();
        if let Some((_, earlier)) = asks.insert(key.clone(), (request.clone(), token.clone())) {
            call_off(earlier);
        }
        Some(token)
    }

    /// Calls off what is asked for a conversation, unless it is that question.
    pub(crate) fn call_off_others(&self, key: &ConversationKey, wanted: Option<&RequestId>) {
        let mut asks = self.lock();
        if asks.get(key).is_some_and(|(asked, _)| Some(asked) != wanted)
            && let Some((_, token)) = asks.remove(key)
        {
            call_off(token);
        }
    }

    fn end(&self, key: &ConversationKey, request: &RequestId) {
        let mut asks = self.lock();
        if asks.get(key).is_some_and(|(asked, _)| asked == request) {
            asks.remove(key);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ConversationKey, (RequestId, CancellationToken)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn call_off(question: CancellationToken) {
    #[cfg(feature = "planted-faults")]
    if crate::planted::is_planted(crate::planted::PlantedFault::CalledOffAnswerIsUsed) {
        return;
    }
    question.cancel();
}

/// A question that is being asked, or whose answer is on its way to the conversation.
pub(crate) struct Asking {
    shared: Arc<Shared>,
    key: ConversationKey,
    request: RequestId,
    /// Held until the answer is committed, or nobody waits for it any more.
    reserved: Mutex<Reservation>,
}

impl std::fmt::Debug for Asking {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", self.request.0, self.key)
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.shared.asks.end(&self.key, &self.request);
    }
}

/// Questions that an earlier daemon left without an answer.
pub(crate) async fn left_over(store: &dyn Store) -> Result<Vec<Asked>, StoreError> {
    #[cfg(feature = "planted-faults")]
    if crate::planted::is_planted(crate::planted::PlantedFault::AskedForgottenAtStart) {
        return Ok(Vec::new());
    }
    readable_rows(store, keys::ASKED).await
}

/// The question that a conversation waits for, if it waits for one.
pub(crate) fn open_question(conversation: &Conversation) -> Option<&RequestId> {
    conversation.phase.generating().map(|(_, request)| request)
}

/// Keeps the row of a conversation's open question as the question is, where it is not what it was.
pub(crate) fn note_question(conversation: &Conversation, before: Option<&RequestId>, batch: &mut Batch) {
    let open = open_question(conversation);
    if open == before {
        return;
    }
    let row = keys::asked(&conversation.key);
    match open {
        Some(request) => {
            let asked = Asked { key: conversation.key.clone(), request: request.clone() };
            batch.put(row, encode(&asked));
        }
        None => batch.remove(row),
    }
}

/// Puts the open question of a conversation to a model, and sends the answer to the conversation. Ends early where the daemon
/// stops: the next one asks again.
pub(crate) async fn ask(
    shared: Arc<Shared>,
    assistant: Arc<Assistant>,
    conversation: Conversation,
    link: Option<Link>,
) {
    let Some(request) = open_question(&conversation).cloned() else {
        return;
    };
    let Some(called_off) = shared.asks.begin(&conversation.key, &request) else {
        return;
    };
    let asking = Arc::new(Asking {
        shared: Arc::clone(&shared),
        key: conversation.key.clone(),
        request: request.clone(),
        reserved: Mutex::default(),
    });
    let mut answering = pin!(answer(&asking, &assistant, &conversation, link.as_ref(), &called_off));
    let outcome = tokio::select! {
        outcome = &mut answering => Some(outcome),
        () = called_off.cancelled() => answering.now_or_never(),
        () = shared.stopping.cancelled() => None,
    };
    let Some(outcome) = outcome else { return };
    // Whoever calls it off has said already what becomes of it: it is only counted.
    let mail = || match called_off.is_cancelled() {
        true => Mail::CalledOff(Box::new((conversation.run, requests_of(&outcome), Arc::clone(&asking)))),
        false => {
            let answered = (request.clone(), outcome.clone(), Arc::clone(&asking));
            Mail::Answered(Box::new(answered), link.clone())
        }
    };
    shared.send_when_free(&conversation.key, mail).await;
}

/// What is to be counted of an answer that nobody waits for.
fn requests_of(outcome: &ModelOutcome) -> Vec<FailedRequest> {
    let unwanted = outcome.answer().map(|answer| answer.as_failed(ModelFailureKind::Cancelled));
    outcome.failed().iter().cloned().chain(unwanted).collect()
}

async fn answer(
    asking: &Asking,
    assistant: &Assistant,
    conversation: &Conversation,
    link: Option<&Link>,
    called_off: &CancellationToken,
) -> ModelOutcome {
    let shared = &asking.shared;
    let Some(request) = assistant.model_request(conversation) else {
        let message = "the graph has no such node any more";
        return ModelOutcome::Failed(ModelFailure::new(ModelFailureKind::Cancelled, message));
    };
    if let Err(fault) = turno_core::check_messages(&request.messages) {
        tracing::error!(target: "turno::model", conversation = %conversation.key, fault, "a question to a model is not whole");
        return ModelOutcome::Failed(ModelFailure::new(ModelFailureKind::Refused, fault));
    }
    let bound_micros = shared.models.model.cost_bound_micros(&request);
    match within_budget(shared, assistant, conversation, bound_micros).await {
        Ok(reserved) => *asking.reserved.lock().unwrap_or_else(PoisonError::into_inner) = reserved,
        Err(failure) => return ModelOutcome::Failed(failure),
    }
    let mut speaker = Speaker::new(assistant, conversation, link);
    let limit = Duration::from_millis(request.budget_ms.saturating_add(GRACE_MS));
    let mut words = |words: &str| speaker.take(words);
    let answering =
        AssertUnwindSafe(shared.models.model.answer(&request, &mut words, called_off)).catch_unwind();
    let failure = match timeout(limit, answering).await {
        Ok(Ok(Ok(answer))) => {
            return shared.registry.read_answer(assistant, conversation, answer);
        }
        Ok(Ok(Err(failure))) => failure,
        Ok(Err(_panic)) => ModelFailure::new(ModelFailureKind::Malformed, "the provider's code panicked"),
        Err(_elapsed) => {
            let message = format!("no answer in {} ms", request.budget_ms);
            ModelFailure::new(ModelFailureKind::TimedOut, message)
        }
    };
    let ModelFailure { kind, message, .. } = &failure;
    tracing::warn!(target: "turno::model", conversation = %conversation.key, ?kind, message, "no model answered");
    // What was held back was not heard.
    let said = speaker.spoken();
    ModelOutcome::Failed(ModelFailure { said, ..failure })
}

/// Counts requests that no event tells of. Where that fails they are not counted: nobody waits for it.
pub(crate) async fn count(
    shared: &Shared,
    assistant: &Assistant,
    key: &ConversationKey,
    run: u32,
    requests: &[FailedRequest],
) {
    let used: Vec<Used> = requests.iter().map(Used::from).collect();
    let now = shared.clock.now();
    let day = usage_day(now, &assistant.settings().time_zone);
    let store = shared.store.as_ref();
    for _ in 0..shared.options.attempts.max(1) {
        let Ok(mut batch) = usage_rows(store, key, run, day, &used).await else {
            break;
        };
        let Ok(refused) = refused_rows(store, assistant, key, (now, day), requests.iter()).await else {
            break;
        };
        batch.append(refused);
        match store.commit(batch.clone()).await {
            Ok(()) => return shared.budgets.committed(&batch),
            Err(CommitError::Conflict) => {}
            Err(CommitError::Store(_)) => break,
        }
    }
    tracing::warn!(target: "turno::model", conversation = %key, "requests that were called off are not counted");
}

async fn within_budget(
    shared: &Shared,
    assistant: &Assistant,
    conversation: &Conversation,
    bound_micros: u64,
) -> Result<Reservation, ModelFailure> {
    let key = &conversation.key;
    let own = shared.models.budgets.get(&key.tenant);
    let limits = *own.unwrap_or(&shared.models.budget);
    let day = usage_day(conversation.latest_at, &assistant.settings().time_zone);
    let store = shared.store.as_ref();
    let admitted = shared.budgets.admit(store, key, conversation.run, day, limits, bound_micros).await;
    admitted.map_err(|error| match error {
        BudgetError::Spent(failure) => {
            tracing::warn!(target: "turno::model", conversation = %key, message = failure.message, "the rules answer");
            failure
        }
        BudgetError::Read(error) => ModelFailure::new(
            ModelFailureKind::OverBudget,
            format!("what was spent cannot be read: {error}"),
        ),
    })
}

/// Has a conversation look again, in a moment that grows, whether it waits for a model: where a commit failed, nobody knows. A
/// store that cannot be read is asked less and less.
pub(crate) async fn look_again(shared: Arc<Shared>, key: ConversationKey, link: Option<Link>, times: u32) {
    tokio::select! {
        () = tokio::time::sleep(BUSY.saturating_mul(1 << times.min(8))) => {}
        () = shared.stopping.cancelled() => return,
    }
    let again = || Mail::AskAgain(link.clone(), times);
    shared.send_when_free(&key, again).await;
}

impl crate::ToolRegistry {
    /// A model's answer with the arguments of its calls, each read by its tool's schema.
    pub fn read_answer(
        &self,
        assistant: &Assistant,
        conversation: &Conversation,
        answer: ModelAnswer,
    ) -> ModelOutcome {
        let read = |call| self.read_arguments(assistant, conversation, call);
        ModelOutcome::Answered { arguments: answer.calls.iter().map(read).collect(), answer }
    }

    /// What a model wrote as a call's arguments: valid by the tool's schema, or what is wrong with them, for the model.
    fn read_arguments(
        &self,
        assistant: &Assistant,
        conversation: &Conversation,
        call: &turno_core::ModelCall,
    ) -> Arguments {
        let written = call.arguments.trim();
        let parsed = match written {
            "" => Ok(serde_json::Map::new()),
            _ => serde_json::from_str(written).map(turno_core::fields_without_unseen),
        };
        let mut parameters = match parsed {
            Ok(parameters) => parameters,
            Err(error) => {
                return Arguments::Invalid(format!("the arguments are no JSON object: {error}"));
            }
        };
        if let Some(spec) = assistant.tool(&call.tool) {
            leave_out(&mut parameters, &spec.parameters);
        }
        let asked = ToolCall {
            call: turno_core::CallId(String::new()),
            tool: call.tool.clone(),
            parameters,
            grant: None,
        };
        let context = ToolContext::of_call(assistant, conversation, &asked);
        let mut parameters = self.parameters(Some(assistant), &context, &asked);
        if let Some(spec) = assistant.tool(&call.tool) {
            spec.fill_in_phone(conversation.caller.phone.as_deref(), &mut parameters);
        }
        match self.validate(&conversation.key.tenant, &call.tool, &parameters) {
            Ok(()) => Arguments::Valid(parameters),
            Err(faults) => Arguments::Invalid(faults),
        }
    }
}
