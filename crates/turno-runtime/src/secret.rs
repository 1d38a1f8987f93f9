//! The secret of a store, and the seeds that events get from it.

use std::fmt;

use serde::{Deserialize, Serialize};
use turno_core::{ConversationKey, Seed, Timestamp};

use crate::{
    codec::{decode, encode},
    keys,
    port::{Batch, CommitError, Store, StoreError},
};

const SECRET_BYTES: usize = 32;

/// Conversations that are about to start at once on one store: one makes the secret, the others read it.
const ATTEMPTS_MAX: u32 = 3;

/// 32 bytes that only the store knows. They are made once, at its first start, and are part of its backups: what was made of them
/// stays as it was. They are never logged and leave the store in nothing but the seeds of events, from which they do not follow.
#[derive(Clone, PartialEq, Eq)]
pub struct StoreSecret([u8; SECRET_BYTES]);

/// The row that keeps it.
#[derive(Serialize, Deserialize)]
struct SecretRecord {
    secret: Vec<u8>,
}

impl StoreSecret {
    /// These bytes: for a store whose whole world is made up.
    pub fn of_bytes(bytes: [u8; SECRET_BYTES]) -> Self {
        Self(bytes)
    }

    /// A secret that everybody knows: with it recordings and tests are the same each time. It guards nothing.
    pub fn known_to_everybody() -> Self {
        Self(*b"known to everybody, for replays.")
    }

    /// The secret of a store; made where the store has none yet.
    ///
    /// # Errors
    /// Where the store cannot be read or written, its secret is damaged, or the system gives no random numbers.
    pub(crate) async fn of_store(store: &dyn Store) -> Result<Self, StoreError> {
        for _ in 0..ATTEMPTS_MAX {
            if let Some(bytes) = store.get(keys::SECRET).await? {
                return Self::read(&bytes);
            }
            let made = Self::random()?;
            match made.keep_in(store).await {
                Ok(()) => return Ok(made),
                // Another daemon was first: its secret is the store's.
                Err(CommitError::Conflict) => {}
                Err(CommitError::Store(error)) => return Err(error),
            }
        }
        Err(failed("its secret is made by others and cannot be read"))
    }

    /// Keeps it in a store that has none.
    ///
    /// # Errors
    /// [`CommitError::Conflict`] where the store has one; or where it cannot be written.
    pub async fn keep_in(&self, store: &dyn Store) -> Result<(), CommitError> {
        let (key, value) = self.row();
        let mut batch = Batch::default();
        batch.expect(key.clone(), None);
        batch.put(key, value);
        store.commit(batch).await
    }

    /// The row that keeps it: its key and its value.
    pub fn row(&self) -> (Vec<u8>, Vec<u8>) {
        let secret = self.0.to_vec();
        (keys::SECRET.to_vec(), encode(&SecretRecord { secret }))
    }

    /// The seed of an event: of the conversation, the run in which the work on it began, the number of the journal's entry that will
    /// have it, its place in that entry, and its time. Done again after a conflict or a crash, an event has the same seed or, at
    /// another time, another one; nobody was told of the first.
    pub fn seed(
        &self,
        conversation: &ConversationKey,
        run: u32,
        entry: u64,
        place: usize,
        at: Timestamp,
    ) -> Seed {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        for part in [conversation.tenant.as_str(), conversation.channel.name(), &conversation.id] {
            hasher.update(&(part.len() as u64).to_be_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.update(&run.to_be_bytes());
        hasher.update(&entry.to_be_bytes());
        hasher.update(&(place as u64).to_be_bytes());
        hasher.update(&at.0.to_be_bytes());
        let mut bytes = [0; 16];
        hasher.finalize_xof().fill(&mut bytes);
        Seed::new(bytes)
    }

    /// Whether a row holds a secret.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, StoreError> {
        let record: SecretRecord = decode(bytes).map_err(|error| failed(&error.to_string()))?;
        let secret = record.secret.try_into();
        secret.map(Self).map_err(|_| failed("its secret is not whole: restore a backup"))
    }

    fn random() -> Result<Self, StoreError> {
        let mut bytes = [0; SECRET_BYTES];
        getrandom::fill(&mut bytes)
            .map_err(|error| failed(&format!("the system gives no random numbers ({error})")))?;
        Ok(Self(bytes))
    }
}

impl fmt::Debug for StoreSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreSecret(…)")
    }
}

fn failed(detail: &str) -> StoreError {
    StoreError::Io { detail: detail.to_owned() }
}

#[cfg(test)]
mod tests {
    use turno_core::Channel;

    use super::*;

    fn key(id: &str) -> ConversationKey {
        ConversationKey::new("terraza", Channel::Test, id).unwrap()
    }

    #[test]
    fn each_event_of_each_conversation_has_a_seed_of_its_own() {
        let secret = StoreSecret::known_to_everybody();
        let other = StoreSecret::of_bytes([7; 32]);
        let at = Timestamp(1);
        let seeds = [
            secret.seed(&key("c-1"), 1, 0, 0, at),
            secret.seed(&key("c-2"), 1, 0, 0, at),
            secret.seed(&key("c-1"), 2, 0, 0, at),
            secret.seed(&key("c-1"), 1, 1, 0, at),
            secret.seed(&key("c-1"), 1, 0, 1, at),
            secret.seed(&key("c-1"), 1, 0, 0, Timestamp(2)),
            other.seed(&key("c-1"), 1, 0, 0, at),
        ];
        for (index, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..index].contains(seed), "{index}");
        }
        assert_eq!(seeds[0], secret.seed(&key("c-1"), 1, 0, 0, at));
    }

    #[test]
    fn the_secret_is_not_printed() {
        assert_eq!(format!("{:?}", StoreSecret::of_bytes([7; 32])), "StoreSecret(…)");
    }
}
