//! Requests that a provider refused as such: a question that it does not take, or a key. That is a fault of the configuration,
//! which nobody would notice where the next model answers, or the rules do: the team is told once a day of each model, and what
//! the provider said is kept for whoever looks at the usage.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::json;
use turno_core::{Assistant, ConversationKey, FailedRequest, Language, ModelFailureKind, Timestamp};

use super::{UsageFilter, is_over};
use crate::{
    ReadError,
    codec::{decode, encode},
    keys,
    notices::{Notice, Priority},
    port::{Batch, CommitError, Store, StoreError},
};

/// Rows that are read at a time.
const PAGE: usize = 250;

/// The first request of a day that a model refused, of a business.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedRequest {
    /// The business.
    pub tenant: String,
    /// The day, in the business's time zone, as `2026-11-28`.
    pub day: String,
    /// The model, as `provider/model`.
    pub model: String,
    /// The key was refused, or the question was.
    pub kind: ModelFailureKind,
    /// What the provider said.
    pub message: String,
    /// When it was.
    pub at: Timestamp,
}

/// The rows to commit with what a conversation's answers led to, with a notice for each model that had refused nothing on that
/// day. Where the commit gives `Conflict` they are made anew, as all else.
///
/// # Errors
/// [`ReadError`] where the store cannot be read.
pub async fn refused_rows(
    store: &dyn Store,
    assistant: &Assistant,
    key: &ConversationKey,
    (at, day): (Timestamp, Date),
    failed: impl Iterator<Item = &FailedRequest> + Send,
) -> Result<Batch, ReadError> {
    let mut batch = Batch::default();
    let mut by_row = BTreeMap::new();
    for request in failed.filter(|request| request.kind.is_of_configuration()) {
        let refused = RefusedRequest {
            tenant: key.tenant.clone(),
            day: day.to_string(),
            model: format!("{}/{}", request.provider, request.model),
            kind: request.kind,
            message: request.message.clone(),
            at,
        };
        let row = keys::model_refused(&refused.tenant, &refused.day, &refused.model);
        by_row.entry(row).or_insert(refused);
    }
    for (row, refused) in by_row {
        if store.get(&row).await?.is_some() {
            continue;
        }
        batch.expect(row.clone(), None);
        batch.put(row, encode(&refused));
        refused.notice(assistant.settings().language, key).put(&mut batch);
    }
    Ok(batch)
}

/// The refused requests, by business, day and model.
///
/// # Errors
/// [`ReadError`] where the store or a row cannot be read.
pub async fn refused_requests(
    store: &dyn Store,
    filter: &UsageFilter,
) -> Result<Vec<RefusedRequest>, ReadError> {
    let prefix = keys::model_refused_of(filter.tenant.as_deref());
    let mut found = Vec::new();
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = store.scan(&prefix, after.as_deref(), PAGE).await?;
        for (_, bytes) in &page {
            let refused: RefusedRequest = decode(bytes)?;
            if filter.fits_day(&refused.day) && filter.fits_model(&refused.model) {
                found.push(refused);
            }
        }
        if page.len() < PAGE {
            return Ok(found);
        }
        after = page.last().map(|(row, _)| row.clone());
    }
}

/// Removes the rows of days that are over for longer than a tenant keeps them; gives how many.
///
/// # Errors
/// Where the store cannot be read or written.
pub(super) async fn sweep(
    store: &dyn Store,
    now: Timestamp,
    kept_ms: &(dyn Fn(&str) -> u64 + Sync),
) -> Result<u64, StoreError> {
    let mut removed = 0;
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = store.scan(&keys::model_refused_of(None), after.as_deref(), PAGE).await?;
        let mut batch = Batch::default();
        let mut count = 0;
        for (row, bytes) in &page {
            // A row that cannot be read is told by whoever verifies the store.
            let Ok(refused) = decode::<RefusedRequest>(bytes) else {
                continue;
            };
            if is_over(&refused.day, now, kept_ms(&refused.tenant)) {
                batch.remove(row.clone());
                count += 1;
            }
        }
        if count > 0 {
            match store.commit(batch).await {
                Ok(()) => removed += count,
                Err(CommitError::Conflict) => {}
                Err(CommitError::Store(error)) => return Err(error),
            }
        }
        if page.len() < PAGE {
            return Ok(removed);
        }
        after = page.last().map(|(row, _)| row.clone());
    }
}

impl RefusedRequest {
    fn notice(&self, language: Language, conversation: &ConversationKey) -> Notice {
        let Self { tenant, day, model, kind, message, at } = self;
        let is_key = *kind == ModelFailureKind::RefusedKey;
        let kind_of_fault = if is_key { "refused_key" } else { "refused_request" };
        let words = |part: &str| language.message(&format!("{kind_of_fault}.{part}"));
        let subject = words("subject").with(&[("model", model)]);
        let (what, cure) = (words("what").text(), words("cure").text());
        Notice {
            id: format!("model-refused/{tenant}/{day}/{model}"),
            conversation: conversation.clone(),
            team: "support".to_owned(),
            priority: Priority::High,
            subject: Notice::subject_of(&subject),
            message: format!("{model}: {what}. {message}. {cure}"),
            context: json!({"model": model, "day": day, "kind": kind, "message": message}),
            at: *at,
        }
    }
}
