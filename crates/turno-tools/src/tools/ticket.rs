//! `create_support_ticket`.

use async_trait::async_trait;
use serde_json::json;
use turno_business::{
    answer::Answer,
    code::{free_code, record_id},
    keys,
    record::{self, SupportTicket},
    say::{Said, Voice},
};
use turno_core::ToolSpec;
use turno_language::{Act, email_in};
use turno_runtime::port::{Batch, Prepared, ToolError};

use super::call::{Call, Serves};
use crate::parameters::{self, EVERYONE, Outline};

/// The longest subject that is kept, in characters.
const SUBJECT_CHARACTERS: usize = 120;

pub(super) struct CreateSupportTicket;

#[async_trait]
impl Serves for CreateSupportTicket {
    fn spec(&self) -> ToolSpec {
        spec()
    }

    async fn prepare(
        &self,
        Call { store, business, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let voice = Voice::new(business, context.now);
        let id = record_id("tic", &context.key);
        let of_call = keys::support_ticket_of_call(&business.id, &id);
        // The same call again is the same ticket.
        if let Some(number) = record::read::<String>(store, of_call.clone()).await? {
            let key = keys::support_ticket(&business.id, &number.record);
            if let Some(kept) = record::read::<SupportTicket>(store, key).await? {
                return Ok(answer(&voice, &kept.record).read_only());
            }
        }
        let row = |number: &str| keys::support_ticket(&business.id, number);
        let number = free_code(store, context, "TIC", row).await?;
        let ticket = SupportTicket {
            id,
            number,
            subject: parameters.required_text("subject")?.chars().take(SUBJECT_CHARACTERS).collect(),
            description: parameters.note("description").unwrap_or_default(),
            priority: parameters.text("priority").unwrap_or("medium").to_owned(),
            category: parameters.text("category").map(|text| text.chars().take(60).collect()),
            customer_name: parameters.text("customer_name").map(|text| text.chars().take(120).collect()),
            customer_contact: parameters
                .text("customer_contact")
                .map(|text| email_in(text).unwrap_or_else(|| text.chars().take(254).collect()))
                .or_else(|| context.caller_phone.clone()),
            branch: context.branch.clone(),
            conversation: context.conversation.clone(),
            created_at: context.now,
        };
        let mut batch = Batch::default();
        batch.expect(row(&ticket.number), None);
        batch.put(row(&ticket.number), record::encode(&ticket)?);
        batch.put(of_call, record::encode(&ticket.number)?);
        Ok(answer(&voice, &ticket).and_write(batch))
    }
}

fn spec() -> ToolSpec {
    let outline = Outline {
        name: "create_support_ticket",
        description: "Opens a ticket that the support team follows up",
        category: "support",
        act: Act::Other,
        enabled_for: EVERYONE,
        parameters: parameters::object(
            json!({
                "subject": parameters::text("What it is about, in a few words", "parameter.subject"),
                "description": parameters::private_text("What happened", "parameter.what_happened"),
                "priority": {"type": "string", "enum": ["low", "medium", "high"], "default": "medium",
                    "description": "How urgent it is", "x-slot": "term",
                    "x-terms": {
                        "low": parameters::terms("choice.no_rush"),
                        "medium": parameters::terms("choice.normal_priority"),
                        "high": parameters::terms("choice.urgent"),
                    },
                    "x-name": parameters::names("parameter.priority")},
                "category": parameters::text("What kind of problem: delivery, warranty, billing, …", "parameter.category"),
                "customer_name": parameters::person_name("The customer's name"),
                "customer_contact": parameters::contact("A phone or an e-mail of the customer's; left out: the caller's phone",
                    "parameter.how_to_reach"),
            }),
            &["subject", "description"],
        ),
    };
    ToolSpec { acts: true, ..outline.spec() }
}

fn answer(voice: &Voice<'_>, ticket: &SupportTicket) -> Answer {
    let message = match ticket.priority.as_str() {
        "high" => "ticket.opened_high",
        "low" => "ticket.opened_low",
        _ => "ticket.opened",
    };
    let said = Said::each(|form| {
        let number = voice.code(form, &ticket.number);
        voice.say(message, &[("number", &number)])
    });
    Answer::done(&said)
        .with("ticket_id", ticket.id.as_str())
        .with("ticket_number", ticket.number.as_str())
        .with("priority", ticket.priority.as_str())
        .with("status", "open")
        .with("has_contact", ticket.customer_contact.is_some())
}
