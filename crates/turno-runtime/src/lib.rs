//! Conversation actors, the ports to the outside, effect dispatch, the tool registry and its limits, timers.
//!
//! Nothing here knows sled, HTTP or a socket: stores, tools and gateways meet the runtime at the traits of [`port`]
//! and at [`ConversationsHandle`].

pub mod keys;
pub mod port;
#[cfg(feature = "testkit")]
pub mod testkit;

mod actor;
mod asks;
mod assistants;
mod batch;
mod budget;
mod codec;
mod conversations;
mod dispatch;
mod early;
mod executions;
mod live;
mod mail;
mod masking;
mod notices;
mod options;
mod owed;
#[cfg(feature = "planted-faults")]
mod planted;
mod reading;
mod registry;
mod retention;
mod secret;
mod secrets;
mod speaker;
mod state;
mod timers;
mod turnstile;
mod usage;
mod verify;
mod work;

pub use asks::{LanguageModels, NoModel};
pub use assistants::Assistants;
pub use budget::{BudgetError, BudgetLimits, Budgets, Reservation};
pub use codec::{CodecError, RECORD_DEPTH_MAX};
pub use conversations::{Conversations, ConversationsHandle};
pub use executions::{
    ERROR_CODES, ExecutionFilter, ExecutionPage, ExecutionRecord, PageLimits, ToolUsage, Usage, UsageKey,
    UsagePage, execution_page, executions, tenants_with_executions, usage_page,
};
pub use mail::{Delivery, Incoming, Link, LinkId, Outgoing, OutgoingBody, Refused};
pub use notices::{Notice, Notices, Priority, Sink, waiting_notices};
pub use options::ConversationsOptions;
pub use reading::{ReadError, conversations_named, journal, load_conversation, outbox, runs};
pub use registry::{
    Admitted, Handler, Offer, PreparedCall, RegistryError, ToolRegistry, fitted_result, validate_parameters,
};
pub use retention::{Retention, Sweeper, Swept};
pub use secret::StoreSecret;
pub use usage::{
    ModelUse, RefusedRequest, UsageFilter, UsagePart, Used, refused_requests, refused_rows, usage_day,
    usage_rows, usage_sums,
};
pub use verify::{CarriedOut, Kept, Verified, verify};
