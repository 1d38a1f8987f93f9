//! Names of things, and instants.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Milliseconds since 1970-01-01 00:00 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// This instant and so many milliseconds; saturates.
    #[must_use]
    pub fn plus_ms(self, ms: u64) -> Self {
        Self(self.0.saturating_add(i64::try_from(ms).unwrap_or(i64::MAX)))
    }

    /// Milliseconds from `earlier` to this; 0 where `earlier` is later.
    pub fn since_ms(self, earlier: Self) -> u64 {
        u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0)
    }

    /// The instant as jiff has it, in UTC; out of jiff's range it is the nearest end.
    pub fn to_jiff(self) -> jiff::Timestamp {
        jiff::Timestamp::from_millisecond(self.0).unwrap_or(if self.0 < 0 {
            jiff::Timestamp::MIN
        } else {
            jiff::Timestamp::MAX
        })
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_jiff())
    }
}

/// Where a turn came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// A phone call.
    Voice,
    /// WhatsApp.
    Whatsapp,
    /// A chat on a web page.
    Web,
    /// Tests.
    Test,
}

impl Channel {
    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Voice => "voice",
            Self::Whatsapp => "whatsapp",
            Self::Web => "web",
            Self::Test => "test",
        }
    }
}

impl std::str::FromStr for Channel {
    type Err = InvalidId;

    fn from_str(name: &str) -> Result<Self, InvalidId> {
        match name {
            "voice" => Ok(Self::Voice),
            "whatsapp" => Ok(Self::Whatsapp),
            "web" => Ok(Self::Web),
            "test" => Ok(Self::Test),
            _ => Err(InvalidId { what: "channel", cure: "use voice, whatsapp, web or test" }),
        }
    }
}

/// An id that is refused, with the cure.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} is not valid: {cure}")]
pub struct InvalidId {
    /// Which id.
    pub what: &'static str,
    /// What to do.
    pub cure: &'static str,
}

/// One person's talk with one tenant on one channel. Ids are unique within a tenant and a channel.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ConversationKey {
    /// The business.
    pub tenant: String,
    /// Where the turns come from.
    pub channel: Channel,
    /// The gateway's id for it.
    pub id: String,
}

impl ConversationKey {
    /// A key from parts that are checked.
    ///
    /// # Errors
    /// [`InvalidId`] where the tenant or the id is empty, longer than 128 bytes, or holds a control character.
    pub fn new(tenant: &str, channel: Channel, id: &str) -> Result<Self, InvalidId> {
        if !is_valid_id(tenant) {
            return Err(InvalidId { what: "tenant", cure: ID_CURE });
        }
        if !is_valid_id(id) {
            return Err(InvalidId { what: "conversation", cure: ID_CURE });
        }
        Ok(Self { tenant: tenant.to_owned(), channel, id: id.to_owned() })
    }
}

impl fmt::Display for ConversationKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.tenant, self.channel.name(), self.id)
    }
}

/// The gateway's id of a turn: processed once, however often it is delivered.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TurnId(String);

impl TurnId {
    /// A turn id that is checked.
    ///
    /// # Errors
    /// [`InvalidId`] where it is empty, longer than 128 bytes, or holds a control character.
    pub fn new(id: &str) -> Result<Self, InvalidId> {
        if is_valid_id(id) { Ok(Self(id.to_owned())) } else { Err(InvalidId { what: "turn", cure: ID_CURE }) }
    }

    /// The id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A call to a tool, unique within its conversation: `RUN-NUMBER`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CallId(pub String);

/// A pending confirmation, unique within its conversation: `RUN-NUMBER`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ConfirmationId(pub String);

const ID_CURE: &str = "it must have 1 to 128 bytes and no control characters";

fn is_valid_id(id: &str) -> bool {
    (1..=128).contains(&id.len()) && !id.chars().any(char::is_control)
}
