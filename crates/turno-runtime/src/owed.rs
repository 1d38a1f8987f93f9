//! Calls that act outside. What they do cannot be part of a commit, so each is owed first, made after the commit, and told
//! to its conversation when it is over. A daemon that dies in between leaves the row, and the next one goes on from it.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::time::{sleep, timeout};
use turno_core::{Assistant, Language, Mix, Retry, Timestamp, ToolCall, ToolFailure, ToolOutcome};

use crate::{
    Link,
    codec::encode,
    conversations::{BUSY, Shared},
    keys,
    mail::Mail,
    notices::{Notice, Priority},
    port::{Batch, CommitError, OutsideError, OutsideTool, Store, StoreError, ToolContext},
    reading::readable_rows,
    registry::{cut_to_size, time_limit},
};

/// How often a call is made that may be made again.
const ATTEMPTS: u32 = 4;

/// The pause before the second attempt, where the other side asks for none; it doubles.
const PAUSE: Duration = Duration::from_millis(500);

/// The longest pause that another side may ask for: somebody waits for the answer.
const PAUSE_MAX: Duration = Duration::from_secs(10);

/// A call that acts outside, as its row holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct OwedCall {
    pub(crate) call: ToolCall,
    pub(crate) context: ToolContext,
    /// What came of it, and when that was known; none: it is yet to be made, or nobody knows.
    #[serde(default)]
    pub(crate) over: Option<Over>,
    /// The daemon that took it over from another, by when it started: the other, where it lives, has nothing to tell any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) taken_by: Option<Timestamp>,
    /// How often its conversation could not be told.
    #[serde(skip)]
    pub(crate) untold: u32,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Over {
    pub(crate) outcome: ToolOutcome,
    pub(crate) at: Timestamp,
    /// How long it took; none where another daemon had made it.
    pub(crate) duration_ms: Option<u64>,
}

impl OwedCall {
    /// What the team is told, in its language, where nobody knows what came of the call: the user was told that they would be.
    pub(crate) fn unknown_notice(&self, language: Language, at: Timestamp, message: &str) -> Notice {
        let Self { call, context, .. } = self;
        let subject = language.message("notice.unknown_outcome");
        let subject = subject.with(&[("tool", &call.tool)]);
        Notice {
            id: format!("unknown/{}", context.key),
            conversation: context.conversation.clone(),
            team: "support".to_owned(),
            priority: Priority::Urgent,
            subject,
            message: message.to_owned(),
            context: json!({
                "tool": call.tool, "parameters": call.parameters, "key": context.key, "caller": context.caller_phone,
            }),
            at,
        }
    }
}

/// Calls that an earlier daemon left, in the order of their keys.
pub(crate) async fn left_over(store: &dyn Store) -> Result<Vec<OwedCall>, StoreError> {
    #[cfg(feature = "planted-faults")]
    if crate::planted::is_planted(crate::planted::PlantedFault::OutsideForgottenAtStart) {
        return Ok(Vec::new());
    }
    readable_rows(store, keys::OWED).await
}

/// Who made the call that is owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// Nobody yet: it was committed just now.
    Us,
    /// An earlier daemon may have.
    AnEarlierDaemon,
}

/// Makes the call, keeps what came of it, and tells its conversation. Ends early where the daemon stops; then the row
/// tells the next one how far it came.
pub(crate) async fn carry_out(shared: Arc<Shared>, mut owed: OwedCall, owner: Owner, link: Option<Link>) {
    if owed.over.is_none() {
        if owner == Owner::AnEarlierDaemon {
            let before = encode(&owed);
            owed.taken_by = Some(shared.started_at);
            if !keep(&shared, before, &owed).await {
                return;
            }
        }
        let began = tokio::time::Instant::now();
        let outcome = make(&shared, &owed, owner).await;
        let Some(outcome) = outcome else { return };
        let duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let before = encode(&owed);
        owed.over = Some(Over { outcome, at: shared.clock.now(), duration_ms: Some(duration_ms) });
        if !keep(&shared, before, &owed).await {
            return;
        }
    }
    tell(&shared, owed, link).await;
}

/// The same, where nobody knows whether the commit that owes the call is in.
pub(crate) async fn carry_out_if_owed(shared: Arc<Shared>, owed: OwedCall, link: Option<Link>) {
    loop {
        match shared.store.get(&keys::owed(&owed.context.key)).await {
            Ok(Some(bytes)) if bytes == encode(&owed) => {
                return carry_out(shared, owed, Owner::Us, link).await;
            }
            Ok(_) => return,
            Err(_) if shared.pause().await => {}
            Err(_) => return,
        }
    }
}

/// What came of it; none where the daemon stopped before it was made.
async fn make(shared: &Shared, owed: &OwedCall, owner: Owner) -> Option<ToolOutcome> {
    #[cfg(feature = "planted-faults")]
    let owed = &match owner {
        Owner::Us => owed.clone(),
        Owner::AnEarlierDaemon => crate::planted::owed_anew(owed.clone()),
    };
    let tenant = &owed.context.conversation.tenant;
    let Some(tool) = shared.registry.outside(tenant, &owed.call.tool) else {
        let message =
            format!("there is no tool {:?} any more, and nobody knows whether it ran", owed.call.tool);
        return Some(failed("unknown", message));
    };
    let is_repeatable = tool.spec().retry == Retry::Safe;
    #[cfg(feature = "planted-faults")]
    let is_repeatable = crate::planted::is_repeatable(is_repeatable);
    if owner == Owner::AnEarlierDaemon && !is_repeatable {
        let message = "the daemon stopped while it ran, and it must not be called twice".to_owned();
        return Some(failed("unknown", message));
    }
    // What refuses a later attempt says nothing of an earlier one whose answer was lost.
    let mut may_be_done = owner == Owner::AnEarlierDaemon;
    let mut pause = PAUSE;
    let mut attempt = 1;
    loop {
        let error = match attempt_once(shared, tool.as_ref(), owed).await {
            Ok(result) if may_be_done && ToolOutcome::is_refusal(&result) => {
                let message = "an earlier call's answer was lost, and then it was refused".to_owned();
                return Some(failed("unknown", message));
            }
            Ok(result) => {
                return Some(ToolOutcome::Done(cut_to_size(tool.spec(), result)));
            }
            Err(error) => error,
        };
        let mut refused_as = "failed";
        let (is_lost, message, may_repeat, asked_ms) = match error {
            OutsideError::NotDone(message) => (false, message, false, None),
            OutsideError::Invalid(message) => {
                refused_as = "invalid_parameters";
                (false, message, false, None)
            }
            OutsideError::Busy { message, retry_after_ms } => (false, message, true, retry_after_ms),
            OutsideError::Unknown(message) => (true, message, is_repeatable, None),
        };
        may_be_done |= is_lost;
        let code = if may_be_done { "unknown" } else { refused_as };
        let wanted = asked_ms.map_or(pause, Duration::from_millis);
        if !may_repeat || attempt >= ATTEMPTS || wanted > PAUSE_MAX {
            return Some(given_up(code, message, asked_ms));
        }
        tracing::warn!(target: "turno::tool", tool = owed.call.tool, attempt, message, "called again in a moment");
        tokio::select! {
            () = sleep(wanted) => {}
            () = shared.stopping.cancelled() => {
                // Nothing was done by now, or it may be done again: the next daemon goes on. What must not be called
                // twice is told as what it is.
                return (!is_repeatable).then(|| given_up(code, message, asked_ms));
            }
        }
        attempt += 1;
        pause *= 2;
    }
}

async fn attempt_once(
    shared: &Shared,
    tool: &dyn OutsideTool,
    owed: &OwedCall,
) -> Result<serde_json::Value, OutsideError> {
    let assistant = shared.assistants.get(&owed.context.conversation.tenant);
    let assistant = assistant.as_deref();
    let rules = assistant.and_then(|assistant| {
        let settings = assistant.settings();
        settings.tool_override(owed.context.agent.as_deref(), &owed.call.tool)
    });
    let limit = time_limit(tool.spec(), rules);
    let parameters = shared.registry.parameters(assistant, &owed.context, &owed.call);
    let call = AssertUnwindSafe(tool.call(&owed.context, &parameters)).catch_unwind();
    let mix = assistant.map_or_else(|| Mix::of(&[]), Assistant::mix);
    match timeout(limit, mix.read_on(call)).await {
        Ok(Ok(result)) => result,
        Ok(Err(_panic)) => Err(OutsideError::Unknown(format!("{:?} panicked", owed.call.tool))),
        Err(_elapsed) => Err(OutsideError::Unknown(format!("no answer in {} ms", limit.as_millis()))),
    }
}

/// Writes what came of a call, so that it outlives this daemon; false where another daemon was faster, or this one stops.
async fn keep(shared: &Shared, before: Vec<u8>, owed: &OwedCall) -> bool {
    let mut is_told = false;
    loop {
        let mut batch = Batch::default();
        let row = keys::owed(&owed.context.key);
        batch.expect(row.clone(), Some(before.clone()));
        batch.put(row, encode(owed));
        match shared.store.commit(batch).await {
            Ok(()) => return true,
            // A commit in doubt may be in.
            Err(CommitError::Conflict) => return is_kept(shared, owed).await,
            Err(CommitError::Store(error)) => {
                // A disk may be full for hours, and the log be on it.
                if !std::mem::replace(&mut is_told, true) {
                    tracing::error!(target: "turno::tool", tool = owed.call.tool, %error, "what came of a call cannot be kept; it is tried again");
                }
                if !shared.pause().await {
                    return false;
                }
            }
        }
    }
}

async fn is_kept(shared: &Shared, owed: &OwedCall) -> bool {
    let row = shared.store.get(&keys::owed(&owed.context.key)).await;
    row.is_ok_and(|bytes| bytes.is_some_and(|bytes| bytes == encode(owed)))
}

/// Tells a conversation once more, in a moment that grows: a store that takes no writes is asked less and less.
pub(crate) async fn tell_again(shared: Arc<Shared>, mut owed: OwedCall, link: Option<Link>) {
    let wait = BUSY.saturating_mul(1 << owed.untold.min(8));
    owed.untold += 1;
    tokio::select! {
        () = sleep(wait) => tell(&shared, owed, link).await,
        () = shared.stopping.cancelled() => {}
    }
}

async fn tell(shared: &Arc<Shared>, owed: OwedCall, link: Option<Link>) {
    let key = &owed.context.conversation;
    let over = || Mail::Over(Box::new(owed.clone()), link.clone());
    shared.send_when_free(key, over).await;
}

fn failed(code: &str, message: String) -> ToolOutcome {
    given_up(code, message, None)
}

/// The same, where the other side said when it may go better.
fn given_up(code: &str, message: String, retry_after_ms: Option<u64>) -> ToolOutcome {
    ToolOutcome::Failed(ToolFailure { retry_after_ms, ..ToolFailure::new(code, message) })
}
