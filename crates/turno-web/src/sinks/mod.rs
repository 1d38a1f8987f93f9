//! Sinks: where notices of the team go. A webhook, e-mail, or a Matrix room, each for some tenants, teams and priorities.

mod email;
mod matrix;
#[cfg(test)]
mod tests;
mod webhook;

pub use email::{EmailOptions, Security};
pub use matrix::MatrixOptions;
pub use webhook::WebhookOptions;

use std::{collections::BTreeSet, sync::Arc};

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use turno_business::{Taker, TeamReach, did_you_mean};
use turno_runtime::{Notice, Priority, Sink, port::Clock};

use crate::{outgoing::Outgoing, secret::Secrets};

/// The teams that notices are for.
pub const TEAMS: [&str; 3] = ["sales", "support", "management"];

/// `[[sinks]]`: one of them.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SinkOptions {
    /// Its name.
    pub name: String,
    /// Tenants whose notices it takes; none: all.
    #[serde(default)]
    pub tenants: Vec<String>,
    /// Teams whose notices it takes (`sales`, `support`, `management`); none: all.
    #[serde(default)]
    pub teams: Vec<String>,
    /// The least pressing that it takes: `normal`, `high` or `urgent`.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub from_priority: Priority,
    /// A service that is told by HTTP.
    #[serde(default)]
    pub webhook: Option<WebhookOptions>,
    /// People who get mail.
    #[serde(default)]
    pub email: Option<EmailOptions>,
    /// A Matrix room.
    #[serde(default)]
    pub matrix: Option<MatrixOptions>,
}

impl SinkOptions {
    /// Whether it is meant for a notice of that tenant, to that team.
    fn takes(&self, tenant: &str, team: &str, priority: Priority) -> bool {
        self.is_for(tenant) && self.taker().takes(team, priority)
    }

    fn is_for(&self, tenant: &str) -> bool {
        self.tenants.is_empty() || self.tenants.iter().any(|it| it == tenant)
    }

    /// What of a tenant that it is for it takes.
    fn taker(&self) -> Taker {
        Taker { teams: self.teams.clone(), from_priority: self.from_priority }
    }
}

/// What a tenant's notices reach through these sinks.
pub fn team_reach(sinks: &[SinkOptions], tenant: &str) -> TeamReach {
    let its = sinks.iter().filter(|sink| sink.is_for(tenant));
    TeamReach::of(its.map(SinkOptions::taker))
}

/// The sinks of these options.
///
/// # Errors
/// Every fault, each with the sink's name and its cure.
pub fn sinks(
    options: &[SinkOptions],
    secrets: &Secrets,
    outgoing: &Outgoing,
    clock: &Arc<dyn Clock>,
) -> Result<Vec<Arc<dyn Sink>>, Vec<String>> {
    let mut made: Vec<Arc<dyn Sink>> = Vec::new();
    let mut faults = Vec::new();
    let mut names = BTreeSet::new();
    for one in options {
        let name = &one.name;
        if !names.insert(name) {
            faults.push(format!("two sinks are named `{name}`: give each its own name"));
        }
        for team in one.teams.iter().filter(|team| !TEAMS.contains(&team.as_str())) {
            let near = did_you_mean(team, TEAMS.iter().copied());
            let cure = near.unwrap_or_else(|| format!("write some of {}", TEAMS.join(", ")));
            faults.push(format!("the sink `{name}`: there is no team `{team}`: {cure}"));
        }
        match carrier(one, secrets, outgoing, clock) {
            Ok(carrier) => made.push(Arc::new(Configured { options: one.clone(), carrier })),
            Err(fault) => faults.push(format!("the sink `{name}`: {fault}")),
        }
    }
    if faults.is_empty() { Ok(made) } else { Err(faults) }
}

fn carrier(
    options: &SinkOptions,
    secrets: &Secrets,
    outgoing: &Outgoing,
    clock: &Arc<dyn Clock>,
) -> Result<Box<dyn Carrier>, String> {
    match (&options.webhook, &options.email, &options.matrix) {
        (Some(webhook), None, None) => {
            let made = webhook::Webhook::new(webhook, secrets, outgoing.clone(), Arc::clone(clock))?;
            Ok(Box::new(made))
        }
        (None, Some(email), None) => Ok(Box::new(email::Email::new(email, secrets)?)),
        (None, None, Some(matrix)) => Ok(Box::new(matrix::Matrix::new(matrix, secrets, outgoing.clone())?)),
        (None, None, None) => Err("it goes nowhere: add one of `webhook`, `email` and `matrix`".to_owned()),
        _ => Err("it goes to several places: make a sink for each".to_owned()),
    }
}

/// How a notice travels.
#[async_trait]
trait Carrier: Send + Sync + 'static {
    async fn carry(&self, notice: &Notice) -> Result<(), String>;
}

struct Configured {
    options: SinkOptions,
    carrier: Box<dyn Carrier>,
}

#[async_trait]
impl Sink for Configured {
    fn name(&self) -> &str {
        &self.options.name
    }

    fn takes(&self, notice: &Notice) -> bool {
        let Notice { conversation, team, priority, .. } = notice;
        self.options.takes(&conversation.tenant, team, *priority)
    }

    async fn deliver(&self, notice: &Notice) -> Result<(), String> {
        self.carrier.carry(notice).await
    }
}

/// A notice for a program.
fn as_json(notice: &Notice) -> Value {
    json!({
        "id": notice.id,
        "tenant": notice.conversation.tenant,
        "conversation": notice.conversation.to_string(),
        "team": notice.team,
        "priority": notice.priority,
        "subject": notice.subject,
        "message": notice.message,
        "context": notice.context,
        "at": notice.at.to_string(),
    })
}

/// A notice for people.
fn as_text(notice: &Notice) -> String {
    let mut text = format!("{}\n\n{}", headline(notice), notice.message);
    for (name, value) in notice.context.as_object().into_iter().flatten() {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if value != "null" {
            text.push_str(&format!("\n{name}: {value}"));
        }
    }
    text.push_str(&format!("\n\n{} · {}", notice.conversation, notice.at));
    text
}

/// What a line of it says: one line, whatever was said.
fn headline(notice: &Notice) -> String {
    let mark = match notice.priority {
        Priority::Urgent => "[!!] ",
        Priority::High => "[!] ",
        Priority::Normal => "",
    };
    let subject: String = notice.subject.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{mark}{}: {subject}", notice.conversation.tenant)
}
