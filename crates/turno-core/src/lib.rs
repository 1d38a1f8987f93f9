//! The conversation: one event in, all effects out.
//!
//! [`step()`] is the whole of it. It does no I/O, reads no clock, draws no random number and never waits: time, new
//! input and outcomes come in on [`Event`]s, and what is to be done goes out as [`Effect`]s. The same events give
//! the same effects, always. The shell around it (turno-runtime) commits first and acts after.

mod agent;
mod assistant;
mod assistant_tool;
mod caller;
mod choice;
mod confirmation;
mod conversation;
mod courtesy;
mod effect;
mod event;
mod facts;
mod id;
mod lines;
mod measure;
mod model;
mod moment;
mod nearest;
mod no_answer;
mod phrased;
#[cfg(feature = "planted-faults")]
pub mod planted;
mod prompt;
mod said;
mod secrets;
mod seed;
mod settings;
mod speech;
mod stated;
mod step;
mod talk;
mod template;
mod tool;
mod unseen;
mod wishes;

mod phrases;
mod request;

pub use agent::{Agent, ToolOverride, ToolRules};
pub use assistant::{Assistant, catalog};
pub use caller::{Caller, CallerPhone};
pub use choice::plain_choice;
pub use confirmation::{ConfirmationOutcome, Grant, PendingConfirmation, SaidLast};
pub use conversation::{
    CHECKPOINT_FORMAT, Calls, Collected, Confirmations, Conversation, Dialogue, Exchange, LaterRequest,
    OfferedButton, OpenSlot, Phase, Tasks, TurnInProgress, Turns,
};
pub use effect::{Awaiting, Effect, HandOff, Reply, ReplyChoice, Timer};
pub use event::{ContactCard, Event, EventKind, Input, Media, MediaKind, Place, Turn, Understanding};
pub use id::{CallId, Channel, ConfirmationId, ConversationKey, InvalidId, Timestamp, TurnId};
pub(crate) use measure::json_bytes_bound;
pub use measure::{json_bytes, json_head, shortened};
pub use model::{
    FailedRequest, Finish, ModelAnswer, ModelCall, ModelFailure, ModelFailureKind, ModelMessage,
    ModelRequest, ModelTool, Opaque, ResponseFormat, Usage, check_messages,
};
pub use nearest::nearest;
pub use no_answer::is_no_answer;
pub use request::{RequestReason, reason_of_request};
pub use said::Streamed;
pub use secrets::{blank_echoes, blank_piece, is_marked};
pub use seed::Seed;
pub use settings::{AssistantSettings, OtherLanguage};
pub use speech::as_speech;
pub use stated::{FactKind, StatedFact};
pub use step::step;
pub use talk::{
    Arguments, CallResult, Earlier, EarlierKind, ModelOutcome, RequestId, Talk, TalkCall, TalkMessage,
};
pub use template::{FILTERS, GLOBALS, TemplateError};
pub use tool::{Execution, ParameterSlot, Retry, ToolCall, ToolFailure, ToolOutcome, ToolSpec};
pub use turno_graph::{parse_duration_ms, show_fault, slips};
pub use turno_language::{Language, Mix, without_secrets};
pub use turno_truth::{Cut, Rule, whole_sentences};
pub use unseen::{fields_without_unseen, is_unseen, without_unseen};
pub use wishes::Wishes;
