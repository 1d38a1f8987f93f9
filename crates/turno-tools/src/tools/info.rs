//! `get_business_info`.

use async_trait::async_trait;
use serde_json::{Value, json};
use turno_business::{
    Branch, Business,
    answer::Answer,
    say::{Said, Voice},
};
use turno_core::ToolSpec;
use turno_language::{Act, format, text::fold};
use turno_runtime::port::{Prepared, ToolError};

use super::{
    call::{Call, Serves},
    desk::wanted_branch,
};
use crate::parameters::{self, EVERYONE, Outline};

pub(super) struct GetBusinessInfo;

#[async_trait]
impl Serves for GetBusinessInfo {
    fn spec(&self) -> ToolSpec {
        spec()
    }

    async fn prepare(
        &self,
        Call { business, context, parameters, .. }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let branch = match wanted_branch(business, context, parameters) {
            Ok(branch) => branch.and_then(|id| business.branch(id)),
            Err(refused) => return Ok(refused.read_only()),
        };
        let voice = Voice::new(business, context.now);
        let answer = match parameters.text("topic") {
            Some(topic) => topic_answer(business, branch, &voice, topic),
            None => Answer::done(&overview(business, branch, &voice)),
        };
        Ok(with_everything(answer, business, branch).read_only())
    }
}

fn spec() -> ToolSpec {
    Outline {
        name: "get_business_info",
        description: "Gives the address, the phone, the branches, or the answer to a common question",
        category: "info",
        act: Act::Other,
        enabled_for: EVERYONE,
        parameters: parameters::object(
            json!({
                "topic": parameters::text("name, address, phone, branches, or a key of the business's facts",
                    "parameter.topic"),
                "branch_id": parameters::branch(),
            }),
            &[],
        ),
    }
    .spec()
}

fn topic_answer(business: &Business, branch: Option<&Branch>, voice: &Voice<'_>, topic: &str) -> Answer {
    let folded = fold(topic);
    let said = match folded.as_str() {
        "name" => Some(Said::same(business.name.clone())),
        "address" | "location" => Some(address(business, branch, voice)),
        "phone" => Some(phone(business, branch, voice)),
        "branches" => Some(branches(business, voice)),
        key => business.facts.get(key).map(|text| Said::same(text.clone())),
    };
    match said {
        Some(said) => Answer::done(&said).with("topic", folded),
        None => {
            let known: Vec<&str> = ["name", "address", "phone", "branches"]
                .into_iter()
                .chain(business.facts.keys().map(String::as_str))
                .collect();
            let said = voice.words("info.unknown");
            Answer::refused("unknown_topic", &Said::same(said)).with("topics", known)
        }
    }
}

fn overview(business: &Business, branch: Option<&Branch>, voice: &Voice<'_>) -> Said {
    address(business, branch, voice).and(&phone(business, branch, voice))
}

fn address(business: &Business, branch: Option<&Branch>, voice: &Voice<'_>) -> Said {
    match (branch, business.branches.len()) {
        (Some(branch), _) => {
            let (name, address) = (&branch.name, &branch.address);
            Said::same(voice.say("info.branch_address", &[("name", &name), ("address", &address)]))
        }
        (None, 2..) => branches(business, voice),
        (None, _) => {
            let address = &business.address;
            Said::same(voice.say("info.address", &[("address", &address)]))
        }
    }
}

fn phone(business: &Business, branch: Option<&Branch>, voice: &Voice<'_>) -> Said {
    let number = branch.map_or(business.phone.as_str(), |branch| branch.phone.as_str());
    Said::each(|form| {
        let number = format::phone(voice.language, form, number);
        voice.say("info.phone", &[("number", &number)])
    })
}

fn branches(business: &Business, voice: &Voice<'_>) -> Said {
    let told: Vec<String> = business
        .branches
        .iter()
        .map(|branch| {
            let (name, address) = (&branch.name, &branch.address);
            voice.say("info.branch", &[("name", &name), ("address", &address)])
        })
        .collect();
    let (count, list) = (told.len(), told.join("; "));
    if count == 1 {
        return Said::same(voice.say("info.one_branch", &[("branches", &list)]));
    }
    Said::same(voice.say("info.branches", &[("count", &count), ("branches", &list)]))
}

fn with_everything(answer: Answer, business: &Business, branch: Option<&Branch>) -> Answer {
    let branches: Vec<Value> = business
        .branches
        .iter()
        .map(|it| json!({"id": it.id, "name": it.name, "address": it.address, "phone": it.phone}))
        .collect();
    answer
        .with("name", business.name.as_str())
        .with("address", branch.map_or(business.address.as_str(), |branch| branch.address.as_str()))
        .with("phone", branch.map_or(business.phone.as_str(), |branch| branch.phone.as_str()))
        .with("branches", branches)
        .with("facts", json!(business.facts))
}
