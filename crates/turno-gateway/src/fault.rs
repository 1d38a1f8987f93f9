//! What is answered to a frame that is not taken in.

use turno_runtime::Refused;

use crate::frames::{ErrorFrame, ServerFrame};

/// The codes of `error` frames that the socket gives. `PROTOCOL.md` says what to do at each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is what its name says; the protocol's page explains them")]
pub enum ErrorCode {
    NotUtf8,
    FrameTooLarge,
    NotJson,
    UnknownType,
    InvalidFrame,
    InvalidId,
    TextTooLong,
    HelloRequired,
    HelloRepeated,
    HelloTimeout,
    UnsupportedProtocol,
    Unauthorized,
    Forbidden,
    TenantRequired,
    UnknownTenant,
    RateLimited,
    MailboxFull,
    TooManyConversations,
    TooManyConnections,
    SlowReader,
    Stopping,
}

impl ErrorCode {
    /// All of them.
    pub const ALL: [Self; 21] = [
        Self::NotUtf8,
        Self::FrameTooLarge,
        Self::NotJson,
        Self::UnknownType,
        Self::InvalidFrame,
        Self::InvalidId,
        Self::TextTooLong,
        Self::HelloRequired,
        Self::HelloRepeated,
        Self::HelloTimeout,
        Self::UnsupportedProtocol,
        Self::Unauthorized,
        Self::Forbidden,
        Self::TenantRequired,
        Self::UnknownTenant,
        Self::RateLimited,
        Self::MailboxFull,
        Self::TooManyConversations,
        Self::TooManyConnections,
        Self::SlowReader,
        Self::Stopping,
    ];

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotUtf8 => "not_utf8",
            Self::FrameTooLarge => "frame_too_large",
            Self::NotJson => "not_json",
            Self::UnknownType => "unknown_type",
            Self::InvalidFrame => "invalid_frame",
            Self::InvalidId => "invalid_id",
            Self::TextTooLong => "text_too_long",
            Self::HelloRequired => "hello_required",
            Self::HelloRepeated => "hello_repeated",
            Self::HelloTimeout => "hello_timeout",
            Self::UnsupportedProtocol => "unsupported_protocol",
            Self::Unauthorized => "unauthorized",
            Self::Forbidden => "forbidden",
            Self::TenantRequired => "tenant_required",
            Self::UnknownTenant => "unknown_tenant",
            Self::RateLimited => "rate_limited",
            Self::MailboxFull => "mailbox_full",
            Self::TooManyConversations => "too_many_conversations",
            Self::TooManyConnections => "too_many_connections",
            Self::SlowReader => "slow_reader",
            Self::Stopping => "stopping",
        }
    }

    /// Whether the connection is closed after it.
    pub fn closes(self) -> bool {
        matches!(
            self,
            Self::HelloRequired
                | Self::Unauthorized
                | Self::HelloTimeout
                | Self::TooManyConnections
                | Self::SlowReader
        )
    }
}

/// When there may be room again: in a mailbox as soon as a turn is worked on, in memory as soon as a conversation leaves it.
const MAILBOX_RETRY_MS: u64 = 100;
const CONVERSATIONS_RETRY_MS: u64 = 1_000;

/// A frame's error, before it is known which frame it was.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) code: ErrorCode,
    message: String,
    conversation: Option<String>,
    tenant: Option<String>,
    turn: Option<String>,
    retry_after_ms: Option<u64>,
}

impl Fault {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            conversation: None,
            tenant: None,
            turn: None,
            retry_after_ms: None,
        }
    }

    pub(crate) fn refused(refused: &Refused) -> Self {
        let code = match refused {
            Refused::MailboxFull => ErrorCode::MailboxFull,
            Refused::TooManyConversations => ErrorCode::TooManyConversations,
            Refused::UnknownTenant { .. } => ErrorCode::UnknownTenant,
            Refused::Stopping => ErrorCode::Stopping,
        };
        let fault = Self::new(code, refused.to_string());
        match refused {
            Refused::MailboxFull => fault.retry_after_ms(MAILBOX_RETRY_MS),
            Refused::TooManyConversations => fault.retry_after_ms(CONVERSATIONS_RETRY_MS),
            Refused::UnknownTenant { .. } | Refused::Stopping => fault,
        }
    }

    #[must_use]
    pub(crate) fn retry_after_ms(mut self, retry_after_ms: u64) -> Self {
        self.retry_after_ms = Some(retry_after_ms);
        self
    }

    /// Whether the same may be taken in a moment.
    pub(crate) fn is_for_now(&self) -> bool {
        self.retry_after_ms.is_some()
    }

    /// Names the conversation, the tenant and the turn that it is about; what is named already stays.
    #[must_use]
    pub(crate) fn about(mut self, subject: Subject) -> Self {
        self.conversation = self.conversation.or(subject.conversation);
        self.tenant = self.tenant.or(subject.tenant);
        self.turn = self.turn.or(subject.turn);
        self
    }

    /// The frame that tells it; `line` is the number of the line on the connection.
    pub(crate) fn into_frame(self, line: Option<u64>) -> ServerFrame {
        ServerFrame::Error(ErrorFrame {
            code: self.code.name().to_owned(),
            message: self.message,
            frame: line,
            conversation: self.conversation,
            tenant: self.tenant,
            turn: self.turn,
            retry_after_ms: self.retry_after_ms,
        })
    }
}

/// What a frame is about, as far as it says so.
#[derive(Debug, Clone, Default)]
pub(crate) struct Subject {
    pub(crate) conversation: Option<String>,
    pub(crate) tenant: Option<String>,
    pub(crate) turn: Option<String>,
}

/// The first characters of what somebody sent, quoted, so that a message stays short.
pub(crate) fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text, 40))
}

/// At most so many characters.
pub(crate) fn shortened(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
