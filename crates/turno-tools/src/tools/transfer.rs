//! `transfer_to_human`.

use async_trait::async_trait;
use serde_json::json;
use turno_business::{
    answer::Answer,
    code::record_id,
    keys,
    record::{self, Ticket},
    say::Said,
};
use turno_core::ToolSpec;
use turno_language::Act;
use turno_runtime::{
    Notice, Priority,
    port::{Batch, Prepared, ToolError},
};

use super::call::{Call, Serves};
use crate::parameters::{self, EVERYONE, Outline};

/// The longest line that is kept, in characters, and how many of the latest.
const LINE_LENGTH: usize = 500;
const LINES: usize = 20;

pub(super) struct TransferToHuman;

#[async_trait]
impl Serves for TransferToHuman {
    fn spec(&self) -> ToolSpec {
        spec()
    }

    async fn prepare(
        &self,
        Call { business, context, parameters, .. }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let urgency = parameters.text("urgency").unwrap_or("medium");
        let ticket = Ticket {
            id: record_id("ticket", &context.key),
            reason: parameters.note("reason").unwrap_or_default(),
            urgency: urgency.to_owned(),
            summary: parameters.note("context_summary"),
            lines: latest_lines(&context.lines),
            caller_phone: context.caller_phone.clone(),
            branch: context.branch.clone(),
            conversation: context.conversation.clone(),
            created_at: context.now,
        };
        let mut batch = Batch::default();
        batch.put(keys::ticket(&business.id, &ticket.id), record::encode(&ticket)?);
        tell_team(&ticket).put(&mut batch);
        let called = context.branch.as_deref().and_then(|id| business.branch(id));
        let answer = Answer::done(&Said::same(business.escalation.message.clone()))
            .with("should_transfer", true)
            .with("transfer_number", business.escalation.phone.as_str())
            .with("ticket_id", ticket.id)
            .with("urgency", urgency)
            .with("branch_id", called.map(|branch| branch.id.clone()));
        Ok(answer.and_write(batch))
    }
}

/// Whoever takes over is told, wherever the team looks.
fn tell_team(ticket: &Ticket) -> Notice {
    Notice {
        id: ticket.id.clone(),
        conversation: ticket.conversation.clone(),
        team: "support".to_owned(),
        priority: match ticket.urgency.as_str() {
            "high" => Priority::Urgent,
            "low" => Priority::Normal,
            _ => Priority::High,
        },
        subject: Notice::subject_of(&ticket.reason),
        message: ticket.summary.clone().unwrap_or_else(|| ticket.reason.clone()),
        context: json!({
            "ticket_id": ticket.id, "reason": ticket.reason, "caller": ticket.caller_phone, "branch": ticket.branch,
        }),
        at: ticket.created_at,
    }
}

fn spec() -> ToolSpec {
    Outline {
        name: "transfer_to_human",
        description: "Hands the conversation to a person of the team",
        category: "escalation",
        act: Act::Other,
        enabled_for: EVERYONE,
        parameters: parameters::object(
            json!({
                "reason": parameters::text("Why", "parameter.reason"),
                "urgency": {"type": "string", "enum": ["low", "medium", "high"], "default": "medium",
                    "description": "How urgent it is",
                    "x-terms": {"low": parameters::terms("choice.low_urgency"), "medium": parameters::terms("choice.medium_urgency"), "high": parameters::terms("choice.high_urgency")},
                    "x-name": parameters::names("parameter.urgency")},
                "context_summary": parameters::private_text("What the person should know", "parameter.summary"),
            }),
            &["reason"],
        ),
    }
    .spec()
    .stating(crate::stated::of_a_transfer())
}

fn latest_lines(lines: &[(bool, String)]) -> Vec<(bool, String)> {
    let latest = lines.iter().skip(lines.len().saturating_sub(LINES));
    latest.map(|(is_user, text)| (*is_user, text.chars().take(LINE_LENGTH).collect())).collect()
}
