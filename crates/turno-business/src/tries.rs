//! How often somebody may be wrong about what proves a booking or an order theirs.
//!
//! Wrong tries are counted in rows of the store, in the commit of the turn that they are made in, so that no restart forgets them: for the
//! conversation, for the caller's phone, for the booking or order that was meant, and for the whole business. Each comes back after a while.
//! Who is known to be the owner, by a phone that the gateway proved or by the conversation that it was made in, needs no proof and is
//! never held up; whoever else has the right code and name waits at most until one try has come back: two minutes after somebody has
//! stopped to guess everywhere, fifteen where they guessed at that very booking. While it lasts a person is offered.

use serde::{Deserialize, Serialize};
use serde_json::json;
use turno_core::Timestamp;
use turno_runtime::{
    Notice, Priority,
    port::{Batch, Store, ToolContext, ToolError},
};

use crate::{Business, code::record_id, keys, record, say::Voice};

const MINUTE_MS: u64 = 60_000;

/// The team is told of guessing once in this time.
const TOLD_EVERY_MS: u64 = 24 * 60 * MINUTE_MS;

/// How many wrong tries there may be, and how soon each comes back.
#[derive(Debug, Clone, Copy)]
struct Limit {
    tries: u64,
    back_after_ms: u64,
}

/// Of one conversation, one caller, one booking: people who look for a code on old papers.
const OF_ONE: Limit = Limit { tries: 5, back_after_ms: 15 * MINUTE_MS };

/// Of a business: what its callers get wrong in an hour, and a stranger's try now and then.
const OF_A_BUSINESS: Limit = Limit { tries: 30, back_after_ms: 2 * MINUTE_MS };

/// A row: until when its wrong tries count, each for its time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TriesRecord {
    count_until: Timestamp,
    /// When the team was told; of a business's row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    told_at: Option<Timestamp>,
}

impl TriesRecord {
    /// Whether it says nothing any more.
    pub(crate) fn is_over(&self, now: Timestamp) -> bool {
        let is_told = self.told_at.is_some_and(|at| now.since_ms(at) < TOLD_EVERY_MS);
        self.count_until <= now && !is_told
    }
}

/// The counts of whoever tries now.
pub struct Tries<'a> {
    business: &'a Business,
    context: &'a ToolContext,
    counts: Vec<Count>,
}

/// One row as it was read.
struct Count {
    key: Vec<u8>,
    bytes: Option<Vec<u8>>,
    record: TriesRecord,
    of: Of,
}

/// Whom or what a row counts the tries of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    Business,
    Conversation,
    Caller,
    /// The booking or order that was meant, where there is one.
    Code,
}

impl Of {
    fn name(self) -> &'static str {
        match self {
            Self::Business => "business",
            Self::Conversation => "conversation",
            Self::Caller => "caller",
            Self::Code => "code",
        }
    }

    fn limit(self) -> Limit {
        match self {
            Self::Business => OF_A_BUSINESS,
            Self::Conversation | Self::Caller | Self::Code => OF_ONE,
        }
    }
}

impl<'a> Tries<'a> {
    /// Reads the counts: of the conversation, the caller, the business, and of the booking or order with that code, where there is one.
    pub async fn read(
        store: &dyn Store,
        business: &'a Business,
        context: &'a ToolContext,
        code: Option<&str>,
    ) -> Result<Self, ToolError> {
        let conversation = Some(keys::conversation_owner(&context.conversation));
        let caller = context.caller_phone.as_deref().map(keys::phone_owner);
        let mut counts = Vec::new();
        for (of, who) in [
            (Of::Business, Some(String::new())),
            (Of::Conversation, conversation),
            (Of::Caller, caller),
            (Of::Code, code.map(str::to_owned)),
        ] {
            let Some(who) = who else { continue };
            let key = keys::tries(&business.id, of.name(), &who);
            let bytes = store.get(&key).await?;
            let record = bytes.as_deref().map(record::decode).transpose()?;
            let record = record.unwrap_or_default();
            counts.push(Count { key, bytes, record, of });
        }
        Ok(Self { business, context, counts })
    }

    /// Whether there were too many for one more.
    pub fn are_used_up(&self) -> bool {
        self.is_any_full(|of| of != Of::Code)
    }

    /// Whether there were too many at that very booking or order. It then is as if there were none: to say so would tell that there is one.
    pub fn is_guarded(&self) -> bool {
        self.is_any_full(|of| of == Of::Code)
    }

    fn is_any_full(&self, is_meant: impl Fn(Of) -> bool) -> bool {
        let now = self.context.now;
        let mut meant = self.counts.iter().filter(|count| is_meant(count.of));
        meant.any(|count| count.is_full(now))
    }

    /// One more came to nothing. The batch counts it, and tells the team where it was the last.
    pub fn missed(mut self) -> Result<Missed, ToolError> {
        let now = self.context.now;
        for count in &mut self.counts {
            count.add(now);
        }
        let is_last = self.are_used_up();
        let is_to_be_told = is_last || self.is_guarded();
        let mut batch = Batch::default();
        for count in &mut self.counts {
            let told_at = count.record.told_at;
            let is_news = told_at.is_none_or(|at| now.since_ms(at) >= TOLD_EVERY_MS);
            if is_to_be_told && count.of == Of::Business && is_news {
                count.record.told_at = Some(now);
                notice(self.business, self.context).put(&mut batch);
            }
            batch.expect(count.key.clone(), count.bytes.clone());
            batch.put(count.key.clone(), record::encode(&count.record)?);
        }
        Ok(Missed { batch, is_last })
    }

    /// It was right: the counts must be as they were read, so that no two who try at once count as none.
    pub fn right(self) -> Batch {
        let mut batch = Batch::default();
        for count in self.counts {
            batch.expect(count.key, count.bytes);
        }
        batch
    }
}

/// A try that came to nothing.
pub struct Missed {
    /// Counts it.
    pub batch: Batch,
    /// There may be no more for now.
    pub is_last: bool,
}

impl Count {
    fn is_full(&self, now: Timestamp) -> bool {
        let left_ms = self.record.count_until.since_ms(now);
        left_ms > (self.of.limit().tries - 1) * self.of.limit().back_after_ms
    }

    fn add(&mut self, now: Timestamp) {
        // A clock that was set back makes nobody wait for longer.
        let longest = now.plus_ms((self.of.limit().tries - 1) * self.of.limit().back_after_ms);
        let from = self.record.count_until.clamp(now, longest);
        self.record.count_until = from.plus_ms(self.of.limit().back_after_ms);
    }
}

fn notice(business: &Business, context: &ToolContext) -> Notice {
    let voice = Voice::new(business, context.now);
    let message = voice.words("tries.guessing").to_owned();
    Notice {
        id: record_id("tries", &context.key),
        conversation: context.conversation.clone(),
        team: "support".to_owned(),
        priority: Priority::High,
        subject: Notice::subject_of(&message),
        message,
        context: json!({ "caller": context.caller_phone, "branch": context.branch }),
        at: context.now,
    }
}
