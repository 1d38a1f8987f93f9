//! What goes over the socket, one frame a line.
//!
//! Fields that a reader does not know are ignored, so that either side may be the newer one.

use std::{collections::BTreeMap, fmt};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use turno_core::Channel;

mod wordless;

pub use wordless::{ContactFrame, LocationFrame, MediaFrame};

/// The version of the protocol that these frames are.
pub const PROTOCOL: u32 = 1;

/// A frame from a gateway to the daemon.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GatewayFrame {
    /// The first frame of a connection.
    Hello(HelloFrame),
    /// Something that the user said or pressed.
    Turn(Box<TurnFrame>),
    /// The caller spoke while a reply was being spoken.
    Interrupt(InterruptFrame),
    /// Everything up to a sequence number was delivered.
    Ack(AckFrame),
    /// After a reconnect: send again what came after these sequence numbers.
    Resume(ResumeFrame),
    /// The caller hung up, or the chat ended.
    Close(CloseFrame),
    /// The events of a conversation are wanted, for a recording.
    Journal(JournalRequestFrame),
}

/// Who is calling.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HelloFrame {
    /// The version of the protocol: 1.
    pub protocol: u32,
    /// A name for the logs: 1 to 128 bytes.
    pub gateway: String,
    /// Where this connection's turns come from.
    #[schemars(with = "ChannelName")]
    pub channel: Channel,
    /// Needed wherever the daemon has tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Secret>,
}

/// A turn. Exactly one of `text`, `choice`, `dtmf`, `media`, `location` and `contact`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("oneOf" = [{"required": ["text"]}, {"required": ["choice"]}, {"required": ["dtmf"]},
    {"required": ["media"]}, {"required": ["location"]}, {"required": ["contact"]}]))]
pub struct TurnFrame {
    /// The conversation: unique within the tenant and the channel, 1 to 128 bytes.
    pub conversation: String,
    /// The turn: unique within the conversation, 1 to 128 bytes. It is processed once, however often it is sent.
    pub turn: String,
    /// The business.
    pub tenant: String,
    /// The branch that was called or written to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The user's phone in E.164: `+` and 7 to 15 digits. Left out where it is hidden or not known; whatever else stands here is no caller.
    #[serde(default, deserialize_with = "crate::caller::lenient", skip_serializing_if = "Option::is_none")]
    pub caller: Option<String>,
    /// The words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The id of the button that was pressed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
    /// The telephone keys that were pressed: 1 to 32 of `0`-`9`, `*`, `#`, `A`-`D`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dtmf: Option<String>,
    /// What came without words, or with a few under it: a voice note, a picture, a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media: Option<MediaFrame>,
    /// A place on the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<LocationFrame>,
    /// Somebody's card of an address book.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<ContactFrame>,
    /// When the sender sent it, in RFC 3339. Give it wherever the channel knows: "mañana" then counts from it, what was said
    /// before does not undo what was said after it, and an old turn never confirms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date-time"))]
    pub sent_at: Option<String>,
    /// False: a part of speech that is still going on. It is not answered.
    #[serde(default = "yes", rename = "final")]
    pub is_final: bool,
}

/// A barge-in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InterruptFrame {
    /// The conversation.
    pub conversation: String,
    /// The business; needed where the connection cannot know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
    /// All of the reply's speech that had been heard by then; empty where nothing was.
    pub heard: String,
}

/// An acknowledgement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AckFrame {
    /// The conversation.
    pub conversation: String,
    /// The business; needed where the connection cannot know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
    /// Everything up to this sequence number was delivered.
    pub seq: u64,
}

/// What had arrived before a reconnect.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResumeFrame {
    /// The business; needed where the token does not say it. One frame a business.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
    /// By conversation, the last sequence number that arrived; 0 where none did.
    pub conversations: BTreeMap<String, u64>,
}

/// The end of a conversation, from the gateway's side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CloseFrame {
    /// The conversation.
    pub conversation: String,
    /// The business; needed where the connection cannot know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
    /// Why, in a word; default: `closed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A frame from the daemon to a gateway. A gateway ignores types that it does not know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerFrame {
    /// The answer to `hello`.
    Welcome(WelcomeFrame),
    /// What to say.
    Reply(ReplyFrame),
    /// The question of a pending confirmation was not answered in time.
    Expired(ExpiredFrame),
    /// A person takes over.
    #[serde(rename = "handoff")]
    HandOff(HandOffFrame),
    /// The conversation has ended.
    Closed(ClosedFrame),
    /// A tool is at work, which may take a while.
    Progress(ProgressFrame),
    /// What a model has said so far of a reply that still comes.
    ReplyDelta(ReplyDeltaFrame),
    /// The events of a conversation.
    Journal(JournalFrame),
    /// A frame was not taken in, or the connection is about to be closed.
    Error(ErrorFrame),
}

/// The events of one run of a conversation. It has no sequence number and is not acknowledged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JournalFrame {
    /// The conversation.
    pub conversation: String,
    /// The business.
    pub tenant: String,
    /// The run; 0 where there is no such conversation.
    pub run: u32,
    /// Its events in order, as recordings hold them, times in milliseconds since 1970.
    pub events: Vec<serde_json::Value>,
}

/// A request for the events of a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JournalRequestFrame {
    /// The conversation.
    pub conversation: String,
    /// The business; default: the one that this connection last named for the conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
    /// Which run of it; default: the latest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<u32>,
}

/// What the daemon is, and its limits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WelcomeFrame {
    /// The version of the protocol.
    pub protocol: u32,
    /// The daemon's name and version.
    pub server: String,
    /// What a gateway has to keep to.
    pub limits: WelcomeLimits,
}

/// The limits that a gateway has to keep to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WelcomeLimits {
    /// The longest frame from a gateway, in bytes, without its newline.
    pub frame_bytes: usize,
    /// The longest `text` and `heard`, in characters.
    pub text_characters: usize,
    /// Turns a second in one conversation, on average; twice as many at once.
    pub turns_per_second: u32,
}

/// A reply.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplyFrame {
    /// The conversation.
    pub conversation: String,
    /// The business.
    pub tenant: String,
    /// The turn that it answers; null where it answers none.
    #[schemars(required)]
    pub turn: Option<String>,
    /// Counts the numbered frames of a conversation from 1, without a gap.
    pub seq: u64,
    /// The words to read.
    pub text: String,
    /// The words to speak.
    pub speech: String,
    /// The language of both, `es` or `en`, where it is not the business's first: for the choice of a voice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// What the conversation waits for: `confirmation`, `slot:NAME`, `person`; null: nothing in particular.
    #[schemars(required, regex(pattern = "^(confirmation|person|slot:.+)$"))]
    pub awaiting: Option<String>,
    /// Buttons to show; a press comes back as a turn with `choice`.
    pub choices: Vec<ChoiceFrame>,
    /// When the question expires, in RFC 3339 and UTC; set with `confirmation`.
    #[schemars(required, extend("format" = "date-time"))]
    pub expires_at: Option<String>,
}

/// A button.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceFrame {
    /// What comes back.
    pub id: String,
    /// What it says.
    pub title: String,
}

/// A question that was not answered in time. Nothing was done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExpiredFrame {
    /// The conversation.
    pub conversation: String,
    /// The business.
    pub tenant: String,
    /// The sequence number.
    pub seq: u64,
    /// The confirmation that expired.
    pub confirmation: String,
    /// When, in RFC 3339 and UTC.
    #[schemars(extend("format" = "date-time"))]
    pub at: String,
}

/// A hand-off to a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HandOffFrame {
    /// The conversation.
    pub conversation: String,
    /// The business.
    pub tenant: String,
    /// The sequence number.
    pub seq: u64,
    /// The phone or the name of whoever takes over; empty where the team answers in the chat.
    pub to: String,
    /// Why.
    pub reason: String,
    /// `low`, `medium` or `high`.
    pub urgency: String,
    /// What the person should know.
    pub summary: String,
}

/// A tool is at work on a turn: on voice, say that it takes a moment. It has no sequence number and is not acknowledged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProgressFrame {
    /// The conversation.
    pub conversation: String,
    /// The business.
    pub tenant: String,
    /// The turn that is worked on.
    pub turn: String,
    /// The tool.
    pub tool: String,
}

/// Whole sentences of a reply that a language model is still at: on voice, speak them at once. The `reply` of the same turn comes
/// behind and is whole: its speech begins with all of these, joined by blanks, and only what stands behind them is yet to be spoken.
/// It has no sequence number and is not acknowledged; where it is lost, the reply has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplyDeltaFrame {
    /// The conversation.
    pub conversation: String,
    /// The business.
    pub tenant: String,
    /// The turn that is answered.
    pub turn: String,
    /// The next sentences, to be read.
    pub text: String,
    /// The same, to be spoken.
    pub speech: String,
}

/// The end of a conversation. The next turn under the same id starts it afresh.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClosedFrame {
    /// The conversation.
    pub conversation: String,
    /// The business.
    pub tenant: String,
    /// The sequence number.
    pub seq: u64,
    /// Why: `ended`, or what the gateway said.
    pub reason: String,
}

/// What was wrong with a frame. It names the frame as far as that is known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorFrame {
    /// What kind of error; `PROTOCOL.md` lists them.
    pub code: String,
    /// What to do about it, for people.
    pub message: String,
    /// The number of the line on this connection, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<u64>,
    /// The conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<String>,
    /// The business.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
    /// The turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// After how many milliseconds the same frame would be taken in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}

/// A token that cannot be printed by accident.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Wraps a token.
    pub fn new(token: impl Into<String>) -> Self {
        Self(token.into())
    }

    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}

/// The names of the channels, for the schema.
#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "only its schema is used")]
enum ChannelName {
    Voice,
    Whatsapp,
    Web,
    Test,
}

fn yes() -> bool {
    true
}
