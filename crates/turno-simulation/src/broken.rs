//! What a run broke.

use turno_core::{ConversationKey, Event};

/// What the product promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Invariant {
    /// Nothing is done without its own yes.
    OwnYes,
    /// One yes does one thing.
    Once,
    /// What is done is what was said, whenever and in whatever order and pieces it arrived.
    AsSaid,
    /// Nobody sits on another's chair.
    OneBookingPerSlot,
    /// A turn has one outcome.
    OneOutcome,
    /// A frame's number names one frame.
    SameFrame,
    /// Frames come in order.
    InOrder,
    /// What is told is so.
    ToldIsBooked,
    /// What is done is told.
    BookedIsTold,
    /// Questions expire.
    Expires,
    /// The journal tells how a conversation came to be as it is.
    JournalTellsAll,
    /// The outcome of a confirmed call is kept under its key.
    OutcomeIsKept,
    /// What acts outside does so under one key for one yes.
    OneKey,
    /// What must not be called twice is not.
    NotRepeated,
    /// What came of a call outside is told, to the user and, where nobody knows, to the team.
    OutsideIsTold,
    /// A model's answer is said to the question that it was asked for, and what it makes up is not said.
    OwnAnswer,
    /// What is spoken while an answer comes is what the reply says then.
    SpokenIsSaid,
    /// Nobody is told of somebody else's booking, or changes it, without its whole proof.
    OwnProof,
    /// A yes that is true is acted on.
    TrueYesActs,
    /// A model asks for nothing that nobody's words asked for.
    Unasked,
    /// No business's flood shuts out another.
    Fair,
    /// Every turn is answered in the end.
    Answered,
    /// Whoever has nothing to do does nothing.
    Rests,
    /// The daemon starts on whatever a crash left.
    Starts,
}

impl Invariant {
    /// It in plain words.
    pub fn words(self) -> &'static str {
        match self {
            Self::OwnYes => {
                "nothing is booked, changed or cancelled without an unexpired yes to the question that named it"
            }
            Self::AsSaid => {
                "what is booked is what was said, however late, in whatever order and in how many pieces it arrived"
            }
            Self::Once => "one yes runs one call, once",
            Self::OneBookingPerSlot => "no table and no person has two bookings at one time",
            Self::OneOutcome => "a turn has exactly one recorded outcome",
            Self::SameFrame => "a frame asked for again is the same frame",
            Self::InOrder => "frames come in order on each connection, without a gap",
            Self::ToldIsBooked => "what users are told is booked is booked, and no crash takes it away",
            Self::BookedIsTold => "what is booked is told",
            Self::Expires => "a question expires after two minutes, and its end is told",
            Self::JournalTellsAll => "the journal, played again, gives the stored conversation",
            Self::OutcomeIsKept => "the outcome of a confirmed call is kept under its key",
            Self::OneKey => "what acts outside acts under one key for one yes",
            Self::NotRepeated => "what must not be called twice outside is not",
            Self::OutsideIsTold => "what came of each call outside is told as it was",
            Self::OwnAnswer => {
                "what a model says is said once, for the question that waits for it, and is so"
            }
            Self::SpokenIsSaid => "what is spoken while an answer comes is what the reply says then",
            Self::OwnProof => {
                "nobody is told of somebody else's booking, or changes it, without its whole proof"
            }
            Self::TrueYesActs => "a true yes that comes in time to the question that stands is acted on",
            Self::Unasked => "nothing is asked that nobody's words asked for since the last deed",
            Self::Fair => "one business's flood shuts out no other, and stays within its bounds",
            Self::Answered => "every turn that is sent until it is answered is answered",
            Self::Rests => "a daemon with nothing to do rests",
            Self::Starts => "a daemon starts on what a crash left behind",
        }
    }
}

/// A promise that a run broke.
#[derive(Debug, Clone, PartialEq)]
pub struct Broken {
    /// Which.
    pub invariant: Invariant,
    /// How.
    pub detail: String,
    /// In which conversation.
    pub conversation: Option<ConversationKey>,
    /// The runs of that conversation as the journal has them.
    pub journal: Vec<(u32, Vec<Event>)>,
}

impl Broken {
    pub(crate) fn new(invariant: Invariant, conversation: Option<&ConversationKey>, detail: String) -> Self {
        Self { invariant, detail, conversation: conversation.cloned(), journal: Vec::new() }
    }
}
