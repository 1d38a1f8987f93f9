//! `create_lead`.

use async_trait::async_trait;
use serde_json::json;
use turno_business::{
    answer::Answer,
    code::record_id,
    keys,
    record::{self, Lead},
    say::{Said, Voice},
};
use turno_core::ToolSpec;
use turno_language::{Act, email_in};
use turno_runtime::port::{Batch, Prepared, ToolError};

use super::call::{Call, Serves};
use crate::parameters::{self, EVERYONE, Outline};

pub(super) struct CreateLead;

#[async_trait]
impl Serves for CreateLead {
    fn spec(&self) -> ToolSpec {
        spec()
    }

    async fn prepare(
        &self,
        Call { store, business, context, parameters }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let voice = Voice::new(business, context.now);
        let id = record_id("lead", &context.key);
        let key = keys::lead(&business.id, &id);
        // The same call again is the same lead.
        if let Some(kept) = record::read::<Lead>(store, key.clone()).await? {
            return Ok(answer(&voice, &kept.record).read_only());
        }
        let email = match parameters.text("email").map(|text| (text, email_in(text))) {
            Some((_, None)) => return Ok(invalid_email(&voice).read_only()),
            Some((_, email)) => email,
            None => None,
        };
        let lead = Lead {
            id,
            name: parameters.required_name("name")?,
            phone: parameters.text("phone").map(str::to_owned).or_else(|| context.caller_phone.clone()),
            email,
            company: parameters.note("company"),
            interest: parameters.note("interest"),
            notes: parameters.note("notes"),
            source: parameters.text("source").unwrap_or("ai_agent").chars().take(60).collect(),
            branch: context.branch.clone(),
            conversation: context.conversation.clone(),
            created_at: context.now,
        };
        let mut batch = Batch::default();
        batch.expect(key.clone(), None);
        batch.put(key, record::encode(&lead)?);
        Ok(answer(&voice, &lead).and_write(batch))
    }
}

fn spec() -> ToolSpec {
    let outline = Outline {
        name: "create_lead",
        description: "Keeps a prospect for the sales team, from what the customer gave of their own accord",
        category: "crm",
        act: Act::Other,
        enabled_for: EVERYONE,
        parameters: parameters::object(
            json!({
                "name": parameters::person_name("The prospect's name"),
                "phone": parameters::phone(),
                "email": parameters::email(),
                "company": parameters::text("Where they work", "parameter.company"),
                "interest": parameters::text("The product or service that they want", "parameter.interest"),
                "notes": parameters::private_text("What else the team should know", "parameter.notes"),
                "source": {"type": "string", "default": "ai_agent", "description": "Where they come from", "x-slot": "text",
                    "x-name": parameters::names("parameter.source")},
            }),
            &["name"],
        ),
    };
    ToolSpec { acts: true, ..outline.spec() }
}

/// An address that is none.
pub(super) fn invalid_email(voice: &Voice<'_>) -> Answer {
    let said = voice.words("contact.invalid_email").to_owned();
    let heard = voice.words("contact.invalid_email_heard").to_owned();
    Answer::refused("invalid_email", &Said { text: said, speech: heard })
}

fn answer(voice: &Voice<'_>, lead: &Lead) -> Answer {
    let name = &lead.name;
    let has_contact = lead.phone.is_some() || lead.email.is_some();
    let said = if has_contact {
        voice.say("contact.kept", &[("name", &name)])
    } else {
        voice.say("contact.kept_without", &[("name", &name)])
    };
    Answer::done(&Said::same(said))
        .with("lead_id", lead.id.as_str())
        .with("name", lead.name.as_str())
        .with("has_contact", has_contact)
        .with("interest", lead.interest.clone())
        .with("source", lead.source.as_str())
}
