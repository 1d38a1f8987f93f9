//! What goes into a conversation's mailbox, and what comes out to gateways.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use turno_core::{
    ConfirmationId, ConversationKey, Event, FailedRequest, HandOff, ModelOutcome, Reply, RequestId,
    Timestamp, Turn, TurnId,
};

use crate::{asks::Asking, codec::ArmedTimer, owed::OwedCall};

/// Something from a gateway for one conversation.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// The conversation.
    pub key: ConversationKey,
    /// What it is.
    pub incoming: Incoming,
    /// Where answers go from now on.
    pub link: Link,
}

/// What lies in a mailbox.
#[derive(Debug)]
pub(crate) enum Mail {
    /// From a gateway, with the way back.
    Incoming(Incoming, Link),
    /// From the timer service, with the way back as it was when the timer was armed.
    Due(ArmedTimer, Option<Link>),
    /// A call that acted outside is over, with the way back as it was when the call began.
    Over(Box<OwedCall>, Option<Link>),
    /// A model has answered, with the way back as it was when it was asked.
    Answered(Box<(RequestId, ModelOutcome, Arc<Asking>)>, Option<Link>),
    /// A model was asked in a run, and nobody waits for the answer any more: what its requests took.
    CalledOff(Box<(u32, Vec<FailedRequest>, Arc<Asking>)>),
    /// A model may be wanted whom nobody asks: an earlier daemon did, or a commit was in doubt; and how often that could not be
    /// found out.
    AskAgain(Option<Link>, u32),
}

impl Mail {
    /// Whether it can be about nothing: what a gateway sends of a conversation that is there begins none.
    pub(crate) fn begins_nothing(&self) -> bool {
        match self {
            Self::Incoming(Incoming::Turn(_), _) => false,
            Self::Incoming(
                Incoming::Interrupt { .. }
                | Incoming::Ack { .. }
                | Incoming::Resume { .. }
                | Incoming::Close { .. }
                | Incoming::Journal { .. },
                _,
            ) => true,
            Self::Due(..) | Self::Over(..) | Self::Answered(..) | Self::CalledOff(_) | Self::AskAgain(..) => {
                false
            }
        }
    }
}

/// What a gateway sends.
#[derive(Debug, Clone, PartialEq)]
pub enum Incoming {
    /// A final turn.
    Turn(Turn),
    /// The caller spoke while a reply was being spoken; all that had been heard of it.
    Interrupt {
        /// The words heard.
        heard: String,
    },
    /// Everything up to this sequence number was delivered.
    Ack {
        /// The sequence number.
        seq: u64,
    },
    /// After a reconnect: everything after this sequence number is wanted again.
    Resume {
        /// The last sequence number that arrived.
        seq: u64,
    },
    /// The caller hung up, or the chat ended.
    Close {
        /// Why.
        reason: String,
    },
    /// The events of a run are wanted, for a recording; none: the latest.
    Journal {
        /// Which run.
        run: Option<u32>,
    },
}

/// A frame for a gateway, numbered within its conversation and kept in the outbox until it is acknowledged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outgoing {
    /// The conversation.
    pub key: ConversationKey,
    /// What it is.
    pub body: OutgoingBody,
}

/// The kinds of frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutgoingBody {
    /// A reply.
    Reply(Reply),
    /// A question has expired.
    Expired {
        /// The sequence number.
        seq: u64,
        /// The confirmation.
        confirmation: ConfirmationId,
        /// When.
        at: Timestamp,
    },
    /// A person takes over.
    HandOff(HandOff),
    /// The conversation has ended.
    Closed {
        /// The sequence number.
        seq: u64,
        /// Why.
        reason: String,
    },
    /// What a model has said so far of the reply to the latest turn: whole sentences, in order. Together they are the beginning of
    /// the reply's own words. Not kept, not numbered.
    ReplyDelta {
        /// The turn.
        turn: TurnId,
        /// The next sentences, to be read.
        text: String,
        /// The same, to be spoken.
        speech: String,
    },
    /// A tool outside is at work on the latest turn, which may take a while. Not kept, not numbered.
    Progress {
        /// The turn.
        turn: TurnId,
        /// The tool.
        tool: String,
    },
    /// The events of a run. Not kept, not numbered.
    Journal {
        /// Which run; 0 where the conversation has none.
        run: u32,
        /// Its events, in order.
        events: Vec<Event>,
    },
    /// A turn could not be worked on; it may be sent again under its id. Not kept, not numbered.
    Failed {
        /// The turn.
        turn: String,
        /// `overloaded`, `store_failed`, `internal`, …
        code: String,
        /// What to do.
        message: String,
    },
}

impl OutgoingBody {
    /// The sequence number; none where the frame is not kept.
    pub fn seq(&self) -> Option<u64> {
        match self {
            Self::Reply(reply) => Some(reply.seq),
            Self::HandOff(hand_off) => Some(hand_off.seq),
            Self::Expired { seq, .. } | Self::Closed { seq, .. } => Some(*seq),
            Self::ReplyDelta { .. } | Self::Progress { .. } | Self::Journal { .. } | Self::Failed { .. } => {
                None
            }
        }
    }
}

/// Room for one frame on a connection.
#[derive(Debug)]
pub(crate) struct Room(mpsc::OwnedPermit<Outgoing>);

impl Room {
    /// Puts a frame there.
    pub(crate) fn send(self, outgoing: Outgoing) {
        let _sender = self.0.send(outgoing);
    }
}

/// A way back to one connection: a bounded queue. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Link {
    id: LinkId,
    sender: mpsc::Sender<Outgoing>,
}

/// Tells connections to one daemon apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LinkId(u64);

impl Link {
    /// A link and the end from which its connection takes what is to be written; it holds at most `capacity` frames.
    pub fn new(capacity: usize) -> (Self, mpsc::Receiver<Outgoing>) {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let (sender, receiver) = mpsc::channel(capacity);
        (Self { id: LinkId(NEXT.fetch_add(1, Ordering::Relaxed)), sender }, receiver)
    }

    /// Which connection.
    pub fn id(&self) -> LinkId {
        self.id
    }

    /// Queues a frame without waiting; false where the queue is full or the connection is gone. The frame is safe in
    /// the outbox either way.
    pub fn send(&self, outgoing: Outgoing) -> bool {
        self.sender.try_send(outgoing).is_ok()
    }

    /// Waits until there is room for a frame, and keeps it; none where the connection is gone. Conversations that share a
    /// connection would take a room that is not kept from each other for ever.
    pub(crate) async fn room(&self) -> Option<Room> {
        self.sender.clone().reserve_owned().await.ok().map(Room)
    }

    /// The connection is gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }
}

/// A delivery that was not taken in. Nothing was lost: the gateway sends it again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The conversation has too much waiting.
    #[error("too many turns are waiting in this conversation: send it again in a moment")]
    MailboxFull,
    /// Too many conversations are live, or more of this tenant's than its share of them.
    #[error("too many conversations are live: send it again in a moment")]
    TooManyConversations,
    /// No such tenant.
    #[error("there is no tenant {tenant:?}: use one of {known}")]
    UnknownTenant {
        /// What was named.
        tenant: String,
        /// What there is.
        known: String,
    },
    /// The daemon is stopping.
    #[error("the daemon is stopping: connect again in a moment")]
    Stopping,
}
