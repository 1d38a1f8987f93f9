//! Where everything stands in the store: one ordered map, told apart by the first byte of the key.
//!
//! | first byte | then | holds |
//! | --- | --- | --- |
//! | `c` | conversation | its checkpoint |
//! | `j` | conversation, run, number | an entry of its journal: what one commit added, with the frames that came of it |
//! | `o` | conversation, sequence number | a frame of the outbox, in format 1; now the journal has it |
//! | `t` | conversation, turn id | which entry answered a turn |
//! | `x` | due time, conversation, timer | a timer that is armed |
//! | `k` | idempotency key | which entry has the outcome of a confirmed call |
//! | `r` | idempotency key | a call that acts outside: owed, or over and not yet told to its conversation |
//! | `a` | conversation | a question to a language model that has no answer yet |
//! | `e` | tenant, time, conversation, call | the record of a tool call |
//! | `n` | due time, tenant, id | a notice that the team is yet to get |
//! | `b` | tenant, … | what tools keep of a business |
//! | `m` | `d`, tenant, day, conversation, model | what a conversation asked of a model on a day |
//! | `m` | `c`, conversation | what a conversation's latest run asked of all models |
//! | `m` | `r`, tenant, day, model | the first request of a day that a model refused |
//! | `s` | | the store's secret |
//!
//! A conversation is its tenant, channel and id, each followed by a zero byte; none of them holds a control character.
//! Numbers are big-endian, so that they sort.

use turno_core::{ConfirmationId, ConversationKey, Timer, Timestamp, TurnId};

use crate::codec::EntryId;

/// A longer name of a model is cut.
const MODEL_BYTES_MAX: usize = 100;

/// The key of the store's secret.
pub(crate) const SECRET: &[u8] = b"s\0";

/// The key of a conversation's checkpoint.
pub fn checkpoint(key: &ConversationKey) -> Vec<u8> {
    of_conversation(b'c', key)
}

/// The prefix of all checkpoints, or of those of one tenant.
pub fn checkpoints(tenant: Option<&str>) -> Vec<u8> {
    let mut prefix = vec![b'c', 0];
    if let Some(tenant) = tenant {
        prefix.extend_from_slice(tenant.as_bytes());
        prefix.push(0);
    }
    prefix
}

/// The key of an entry of the journal.
pub(crate) fn journal_entry(key: &ConversationKey, entry: EntryId) -> Vec<u8> {
    let mut bytes = journal_of_run(key, entry.run);
    bytes.extend_from_slice(&entry.number.to_be_bytes());
    bytes
}

/// The last key before that of an entry.
pub(crate) fn before_journal_entry(key: &ConversationKey, entry: EntryId) -> Vec<u8> {
    match entry.number.checked_sub(1) {
        Some(number) => journal_entry(key, EntryId { number, ..entry }),
        None => journal_of_run(key, entry.run),
    }
}

/// The prefix of a run's events.
pub fn journal_of_run(key: &ConversationKey, run: u32) -> Vec<u8> {
    let mut bytes = journal(key);
    bytes.extend_from_slice(&run.to_be_bytes());
    bytes
}

/// The prefix of a conversation's events.
pub fn journal(key: &ConversationKey) -> Vec<u8> {
    of_conversation(b'j', key)
}

/// Which entry a key of the journal is of.
pub(crate) fn entry_of(bytes: &[u8], key: &ConversationKey) -> Option<EntryId> {
    let (run, number) = bytes.strip_prefix(journal(key).as_slice())?.split_at_checked(4)?;
    Some(EntryId {
        run: u32::from_be_bytes(run.try_into().ok()?),
        number: u64::from_be_bytes(number.try_into().ok()?),
    })
}

/// The key of a frame in the outbox of format 1.
#[cfg(test)]
pub(crate) fn outbox_frame(key: &ConversationKey, seq: u64) -> Vec<u8> {
    let mut bytes = of_conversation(b'o', key);
    bytes.extend_from_slice(&seq.to_be_bytes());
    bytes
}

/// The prefix of a conversation's outbox of format 1.
pub(crate) fn outbox(key: &ConversationKey) -> Vec<u8> {
    of_conversation(b'o', key)
}

/// The key of a turn's record.
pub fn turn(key: &ConversationKey, turn: &TurnId) -> Vec<u8> {
    let mut bytes = of_conversation(b't', key);
    bytes.extend_from_slice(turn.as_str().as_bytes());
    bytes
}

/// The prefix of a conversation's turns.
pub(crate) fn turns(key: &ConversationKey) -> Vec<u8> {
    of_conversation(b't', key)
}

/// The conversation of a key that begins with one (`c`, `j`, `o`, `t`), and the rest of the key.
pub(crate) fn conversation_in(bytes: &[u8]) -> Option<(ConversationKey, &[u8])> {
    let mut parts = bytes.get(2..)?.splitn(4, |byte| *byte == 0);
    let mut part = || parts.next().and_then(|part| std::str::from_utf8(part).ok());
    let (tenant, channel, id) = (part()?, part()?.parse().ok()?, part()?);
    let key = ConversationKey::new(tenant, channel, id).ok()?;
    Some((key, parts.next()?))
}

/// The prefix of all armed timers.
pub const TIMERS: &[u8] = b"x\0";

/// The key of an armed timer; they sort by the time when they are due.
pub fn timer(due: Timestamp, key: &ConversationKey, timer: &Timer) -> Vec<u8> {
    let Timer::Expiry(ConfirmationId(confirmation)) = timer;
    let mut bytes = TIMERS.to_vec();
    bytes.extend_from_slice(&sortable(due));
    bytes.extend_from_slice(&conversation_bytes(key));
    bytes.extend_from_slice(confirmation.as_bytes());
    bytes
}

/// The key of a confirmed call's outcome.
pub fn ledger(idempotency_key: &str) -> Vec<u8> {
    let mut bytes = vec![b'k', 0];
    bytes.extend_from_slice(idempotency_key.as_bytes());
    bytes
}

/// The prefix of all calls that are owed.
pub const OWED: &[u8] = b"r\0";

/// The key of a call that is owed.
pub fn owed(idempotency_key: &str) -> Vec<u8> {
    [OWED, idempotency_key.as_bytes()].concat()
}

/// The prefix of all questions to language models.
pub const ASKED: &[u8] = b"a\0";

/// The key of a conversation's open question to a language model.
pub(crate) fn asked(key: &ConversationKey) -> Vec<u8> {
    of_conversation(b'a', key)
}

/// The prefix of all notices that the team is yet to get.
pub(crate) const NOTICES: &[u8] = b"n\0";

/// The key of a notice; they sort by the time when they are due.
pub(crate) fn notice(due: Timestamp, tenant: &str, id: &str) -> Vec<u8> {
    [NOTICES, &sortable(due), tenant.as_bytes(), b"\0", id.as_bytes()].concat()
}

/// The prefix of all records of tool calls.
pub(crate) const EXECUTIONS: &[u8] = b"e\0";

/// The prefix of a tenant's records of tool calls.
pub(crate) fn executions(tenant: &str) -> Vec<u8> {
    [EXECUTIONS, tenant.as_bytes(), b"\0"].concat()
}

/// The last key before those of a time.
pub(crate) fn executions_before(tenant: &str, at: Timestamp) -> Vec<u8> {
    let mut bytes = executions(tenant);
    bytes.extend_from_slice(&sortable(Timestamp(at.0.saturating_sub(1))));
    bytes.push(u8::MAX);
    bytes
}

/// The key of the record of a tool call; they sort by the time of the call.
pub(crate) fn execution(at: Timestamp, key: &ConversationKey, call: &str) -> Vec<u8> {
    let mut bytes = executions(&key.tenant);
    bytes.extend_from_slice(&sortable(at));
    bytes.extend_from_slice(&conversation_bytes(key));
    bytes.extend_from_slice(call.as_bytes());
    bytes
}

/// A key after all records of a tenant, and before those of the next.
pub(crate) fn after_executions(tenant: &str) -> Vec<u8> {
    [EXECUTIONS, tenant.as_bytes(), b"\0", &[u8::MAX; 9]].concat()
}

/// The tenant and the time of a record's key.
pub(crate) fn execution_in(bytes: &[u8]) -> Option<(String, Timestamp)> {
    let rest = bytes.strip_prefix(EXECUTIONS)?;
    let end = rest.iter().position(|byte| *byte == 0)?;
    let (at, _) = rest.get(end + 1..)?.split_first_chunk::<8>()?;
    let at = (u64::from_be_bytes(*at) ^ (1 << 63)).cast_signed();
    Some((String::from_utf8(rest[..end].to_vec()).ok()?, Timestamp(at)))
}

/// The prefix of what was asked of models: of all tenants, of one, or of one on a day.
pub(crate) fn model_use_of(tenant: Option<&str>, day: Option<&str>) -> Vec<u8> {
    let mut bytes = b"m\0d\0".to_vec();
    for part in tenant.into_iter().chain(day) {
        bytes.extend_from_slice(part.as_bytes());
        bytes.push(0);
    }
    bytes
}

/// The key of what a conversation (none: all that are told apart no longer) asked of a model on a day.
pub(crate) fn model_use(
    tenant: &str,
    day: &str,
    conversation: Option<&ConversationKey>,
    model: &str,
) -> Vec<u8> {
    let mut bytes = model_use_of(Some(tenant), Some(day));
    let (channel, id) = conversation.map_or(("", ""), |key| (key.channel.name(), key.id.as_str()));
    for part in [channel, id] {
        bytes.extend_from_slice(part.as_bytes());
        bytes.push(0);
    }
    let model = model.bytes().filter(|byte| *byte != 0);
    bytes.extend(model.take(MODEL_BYTES_MAX));
    bytes
}

/// The tenant, the day, the channel, the conversation's id and the model of such a key.
pub(crate) fn model_use_in(bytes: &[u8]) -> Option<[&str; 5]> {
    let rest = std::str::from_utf8(bytes.strip_prefix(b"m\0d\0")?).ok()?;
    let parts: Vec<&str> = rest.split('\0').collect();
    parts.try_into().ok()
}

/// The prefix of what models refused: of all tenants, or of one.
pub(crate) fn model_refused_of(tenant: Option<&str>) -> Vec<u8> {
    let mut bytes = b"m\0r\0".to_vec();
    if let Some(tenant) = tenant {
        bytes.extend_from_slice(tenant.as_bytes());
        bytes.push(0);
    }
    bytes
}

/// The key of the first request of a day that a model refused.
pub(crate) fn model_refused(tenant: &str, day: &str, model: &str) -> Vec<u8> {
    let mut bytes = model_refused_of(Some(tenant));
    bytes.extend_from_slice(day.as_bytes());
    bytes.push(0);
    let model = model.bytes().filter(|byte| *byte != 0);
    bytes.extend(model.take(MODEL_BYTES_MAX));
    bytes
}

/// The key of what a conversation's latest run asked of all models.
pub(crate) fn run_use(key: &ConversationKey) -> Vec<u8> {
    [b"m\0c\0".as_slice(), &conversation_bytes(key)].concat()
}

/// The sign bit turned over makes times before 1970 sort first.
fn sortable(at: Timestamp) -> [u8; 8] {
    (at.0.cast_unsigned() ^ (1 << 63)).to_be_bytes()
}

/// A key of a tool's own rows: the tenant, then the parts, with a zero byte before each. A part is cut at a zero byte of
/// its own. An empty last part makes the prefix of all keys that go on with another part.
pub fn business(tenant: &str, parts: &[&str]) -> Vec<u8> {
    let mut bytes = vec![b'b'];
    for part in std::iter::once(&tenant).chain(parts) {
        bytes.push(0);
        bytes.extend(part.bytes().take_while(|byte| *byte != 0));
    }
    bytes
}

fn of_conversation(kind: u8, key: &ConversationKey) -> Vec<u8> {
    let mut bytes = vec![kind, 0];
    bytes.extend_from_slice(&conversation_bytes(key));
    bytes
}

fn conversation_bytes(key: &ConversationKey) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(key.tenant.len() + key.id.len() + 12);
    for part in [key.tenant.as_str(), key.channel.name(), key.id.as_str()] {
        bytes.extend_from_slice(part.as_bytes());
        bytes.push(0);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use turno_core::Channel;

    fn key(id: &str) -> ConversationKey {
        ConversationKey::new("terraza", Channel::Test, id).unwrap()
    }

    #[test]
    fn no_conversation_s_keys_stand_under_another_s_prefix() {
        let entry = EntryId { run: 1, number: 0 };
        assert!(!journal_entry(&key("c-11"), entry).starts_with(&journal(&key("c-1"))));
        assert!(!outbox_frame(&key("c-11"), 1).starts_with(&outbox(&key("c-1"))));
        assert!(
            !checkpoint(&ConversationKey::new("terraza2", Channel::Test, "a").unwrap())
                .starts_with(&checkpoints(Some("terraza")))
        );
    }

    #[test]
    fn a_key_names_its_conversation() {
        let entry = EntryId { run: 0, number: 256 };
        for (bytes, rest) in [
            (checkpoint(&key("c-1")), 0),
            (journal_entry(&key("c-1"), entry), 12),
            (turn(&key("c-1"), &TurnId::new("t-1").unwrap()), 3),
        ] {
            let (named, left) = conversation_in(&bytes).unwrap();
            assert_eq!((named, left.len()), (key("c-1"), rest));
        }
        assert_eq!(conversation_in(b"c\0terraza\0fax\0c-1\0"), None);
        assert_eq!(conversation_in(b"c\0terraza"), None);
    }

    #[test]
    fn a_tenant_s_rows_stand_under_its_own_prefix() {
        assert_eq!(business("terraza", &["day", "centro"]), b"b\0terraza\0day\0centro");
        assert_eq!(business("terraza", &["day", ""]), b"b\0terraza\0day\0");
        assert_eq!(business("ter\0raza", &["a\0b"]), b"b\0ter\0a");
    }

    #[test]
    fn numbers_sort_as_numbers() {
        assert!(outbox_frame(&key("c"), 255) < outbox_frame(&key("c"), 256));
        let timer_at = |ms| timer(Timestamp(ms), &key("c"), &Timer::Expiry(ConfirmationId("1-1".to_owned())));
        assert!(timer_at(-1) < timer_at(0));
        assert!(timer_at(999) < timer_at(1_000_000));
        let entry = EntryId { run: 7, number: 3 };
        let bytes = journal_entry(&key("c"), entry);
        assert_eq!(entry_of(&bytes, &key("c")), Some(entry));
        assert!(before_journal_entry(&key("c"), entry) < bytes);
        let first = EntryId { run: 7, number: 0 };
        let bytes = before_journal_entry(&key("c"), first);
        assert!(journal_entry(&key("c"), EntryId { run: 6, number: u64::MAX }) < bytes);
        assert!(bytes < journal_entry(&key("c"), first));
    }
}
