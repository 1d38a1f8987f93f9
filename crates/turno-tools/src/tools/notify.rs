//! `notify_team`.

use async_trait::async_trait;
use serde_json::json;
use turno_business::{
    answer::Answer,
    code::record_id,
    say::{Said, Voice},
};
use turno_core::ToolSpec;
use turno_language::Act;
use turno_runtime::{
    Notice, Priority,
    port::{Batch, Prepared, ToolError},
};

use super::call::{Call, Serves};
use crate::parameters::{self, EVERYONE, Outline};

pub(super) struct NotifyTeam;

#[async_trait]
impl Serves for NotifyTeam {
    fn spec(&self) -> ToolSpec {
        spec()
    }

    async fn prepare(
        &self,
        Call { business, context, parameters, .. }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let message = parameters.note("message").ok_or_else(|| {
            ToolError::Invalid("`message` is empty: say what the team should know".to_owned())
        })?;
        let priority = match parameters.text("priority") {
            Some("urgent") => Priority::Urgent,
            Some("high") => Priority::High,
            Some(_) | None => Priority::Normal,
        };
        let id = record_id("notification", &context.key);
        let team = parameters.required_text("team")?.to_owned();
        let is_told = business.tells(&team, priority);
        let mut about = parameters.0.get("context").cloned().unwrap_or_else(|| json!({}));
        if let (Some(phone), Some(about)) = (&context.caller_phone, about.as_object_mut()) {
            about.entry("caller").or_insert_with(|| phone.clone().into());
        }
        let mut batch = Batch::default();
        let notice = Notice {
            id: id.clone(),
            conversation: context.conversation.clone(),
            team,
            priority,
            subject: Notice::subject_of(&message),
            message,
            context: about,
            at: context.now,
        };
        notice.put(&mut batch);
        let voice = Voice::new(business, context.now);
        // It is kept either way; only what a sink takes reaches anybody.
        let said =
            if is_told { voice.words("handoff.team_told") } else { voice.words("handoff.team_not_told") };
        let answer = Answer::done(&Said::same(said)).with("notification_id", id).with("is_told", is_told);
        Ok(answer.and_write(batch))
    }
}

fn spec() -> ToolSpec {
    let outline = Outline {
        name: "notify_team",
        description: "Tells a team of the business something that cannot wait",
        category: "support",
        act: Act::Other,
        enabled_for: EVERYONE,
        parameters: parameters::object(
            json!({
                "team": {"type": "string", "enum": ["sales", "support", "management"], "description": "Who should know",
                    "x-terms": {"sales": parameters::terms("choice.sales"), "support": parameters::terms("choice.support"),
                        "management": parameters::terms("choice.management")},
                    "x-name": parameters::names("parameter.team")},
                "message": parameters::private_text("What they should know", "parameter.message"),
                "priority": {"type": "string", "enum": ["normal", "high", "urgent"], "default": "normal",
                    "description": "How pressing it is",
                    "x-terms": {"normal": parameters::terms("choice.normal"), "high": parameters::terms("choice.high_priority"), "urgent": parameters::terms("choice.pressing")},
                    "x-name": parameters::names("parameter.priority")},
                "context": {"type": "object", "description": "What belongs to it", "x-slot": "text",
                    "x-name": parameters::names("parameter.details")},
            }),
            &["team", "message"],
        ),
    };
    ToolSpec { acts: true, ..outline.spec() }
}
