//! E-mail by SMTP.

use std::time::Duration;

use async_trait::async_trait;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, header::ContentType},
    transport::smtp::authentication::Credentials,
};
use schemars::JsonSchema;
use serde::Deserialize;
use turno_runtime::Notice;

use super::{Carrier, as_text, headline};
use crate::secret::Secrets;

/// A server that says nothing for so long has gone.
const TIMEOUT: Duration = Duration::from_secs(20);

/// `[sinks.email]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EmailOptions {
    /// The SMTP server.
    pub host: String,
    /// Its port; none: 465 with `tls`, 587 with `starttls`, 25 with `none`.
    #[serde(default)]
    pub port: Option<u16>,
    /// How the way there is kept private.
    #[serde(default)]
    pub security: Security,
    /// The user, where the server wants one.
    #[serde(default)]
    pub user: Option<String>,
    /// The name of the secret that is the password.
    #[serde(default)]
    pub password: Option<String>,
    /// Whom mail is from: `Turno <turno@example.com>`.
    pub from: String,
    /// Who gets it.
    pub to: Vec<String>,
}

/// How the way to a mail server is kept private.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Security {
    /// From the first byte.
    Tls,
    /// After a greeting; without it nothing is sent.
    #[default]
    StartTls,
    /// Not at all: for a server on the same machine.
    None,
}

pub(super) struct Email {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    to: Vec<Mailbox>,
}

impl Email {
    pub(super) fn new(options: &EmailOptions, secrets: &Secrets) -> Result<Self, String> {
        let mailbox = |text: &String| {
            text.parse::<Mailbox>()
                .map_err(|_| format!("`{text}` is no mail address: write it as `Ana <ana@example.com>`"))
        };
        let to: Result<Vec<Mailbox>, String> = options.to.iter().map(mailbox).collect();
        let to = to?;
        if to.is_empty() {
            return Err("`to` names nobody: add an address".to_owned());
        }
        let host = options.host.as_str();
        let builder = match options.security {
            Security::Tls => AsyncSmtpTransport::<Tokio1Executor>::relay(host),
            Security::StartTls => AsyncSmtpTransport::<Tokio1Executor>::starttls_relay(host),
            Security::None => Ok(AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)),
        };
        let mut builder =
            builder.map_err(|error| format!("`{host}` is no mail server: {error}"))?.timeout(Some(TIMEOUT));
        if let Some(port) = options.port {
            builder = builder.port(port);
        }
        match (&options.user, &options.password) {
            (Some(user), Some(password)) => {
                let password = secrets.get(password).map_err(|missing| missing.to_string())?;
                builder = builder.credentials(Credentials::new(user.clone(), password.expose().to_owned()));
            }
            (None, None) => {}
            _ => return Err("`user` and `password` go together: give both, or neither".to_owned()),
        }
        Ok(Self { transport: builder.build(), from: mailbox(&options.from)?, to })
    }

    fn message(&self, notice: &Notice) -> Result<Message, String> {
        let mut message = Message::builder()
            .from(self.from.clone())
            // The same notice sent again has the same id: mail programs show it once.
            .message_id(Some(format!("<{}@turno>", id_of(&notice.id))))
            .subject(headline(notice))
            .header(ContentType::TEXT_PLAIN);
        for to in &self.to {
            message = message.to(to.clone());
        }
        message.body(as_text(notice)).map_err(|error| error.to_string())
    }
}

#[async_trait]
impl Carrier for Email {
    async fn carry(&self, notice: &Notice) -> Result<(), String> {
        let message = self.message(notice)?;
        self.transport.send(message).await.map(drop).map_err(|error| error.to_string())
    }
}

fn id_of(id: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '.';
    id.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}
