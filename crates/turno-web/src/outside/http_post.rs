//! `http_post`: JSON to a listed host, under the call's own key.

use std::collections::BTreeMap;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use turno_business::{answer::Answer, parameters};
use turno_core::{Execution, Retry, ToolSpec};
use turno_runtime::port::OutsideError;
use url::Url;

use super::{
    call::{Acts, Call},
    hosts::{HostOptions, Hosts},
    shared::{DATA_NOTICE, said, url_parameter, without_secrets},
    text::cut_for_json,
};
use crate::{
    outgoing::{Method, Outgoing, OutgoingRequest, OutgoingResponse},
    secret::Secrets,
};

/// What a result has room for.
const BODY_JSON_BYTES_MAX: usize = 12_000;

/// The largest body that is sent, in bytes.
const SENT_BYTES_MAX: usize = 65_536;

/// `[tools.http_post]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HttpPostOptions {
    /// The hosts that may be sent to, as `api.example` or `api.example:8443`: at least one.
    pub hosts: BTreeMap<String, HostOptions>,
    /// The longest that an answer may take, in milliseconds: 1,000 to 30,000.
    #[serde(default = "timeout_ms")]
    #[schemars(range(min = 1_000, max = 30_000))]
    pub timeout_ms: u64,
    /// Whether the hosts know a call by its `Idempotency-Key` and do it once, so that one whose outcome was lost may be
    /// made again.
    #[serde(default)]
    pub is_repeatable: bool,
}

fn timeout_ms() -> u64 {
    10_000
}

pub(super) struct HttpPost {
    spec: ToolSpec,
    outgoing: Outgoing,
    secrets: Secrets,
    hosts: Hosts,
    timeout_ms: u64,
}

impl HttpPost {
    /// # Errors
    /// What is wrong with the options, and how to mend it.
    pub(super) fn new(
        options: &HttpPostOptions,
        secrets: &Secrets,
        outgoing: Outgoing,
    ) -> Result<Self, String> {
        let hosts = Hosts::new(&options.hosts, secrets)?;
        if hosts.is_empty() {
            return Err(
                "`hosts` lists where may be sent to: add one as `[tools.http_post.hosts.\"api.example\"]`"
                    .to_owned(),
            );
        }
        let timeout_ms = options.timeout_ms.clamp(1_000, 29_500);
        Ok(Self { spec: spec(options, timeout_ms), outgoing, secrets: secrets.clone(), hosts, timeout_ms })
    }
}

fn spec(options: &HttpPostOptions, timeout_ms: u64) -> ToolSpec {
    let hosts: Vec<&str> = options.hosts.keys().map(String::as_str).collect();
    let properties = json!({
        "url": url_parameter(),
        "body": {"type": "object", "description": "What is sent, as JSON", "x-slot": "text",
            "x-name": parameters::names("parameter.what_is_sent")},
    });
    ToolSpec {
        source: super::DOCUMENT_4.to_owned(),
        requires_confirmation: true,
        acts: true,
        retry: if options.is_repeatable { Retry::Safe } else { Retry::Never },
        execution: Execution::ApiCall,
        rate_limit_per_minute: Some(60),
        timeout_ms: timeout_ms + 500,
        ..ToolSpec::new(
            "http_post",
            &format!("Sends JSON to a URL of {}", hosts.join(", ")),
            "web",
            parameters::object(properties, &["url", "body"]),
        )
    }
}

#[async_trait]
impl Acts for HttpPost {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn act(&self, Call { voice, context, parameters }: Call<'_>) -> Result<Value, OutsideError> {
        let text = parameters.text("url").unwrap_or_default();
        let url = Url::parse(text)
            .map_err(|_| OutsideError::NotDone(format!("`url` is no URL: {}", cut_for_json(text, 100))))?;
        if !self.hosts.has(&url) {
            let host = url.host_str().unwrap_or_default();
            return Err(OutsideError::NotDone(format!(
                "`{host}` may not be sent to: list it under [tools.http_post.hosts]"
            )));
        }
        let body = parameters.0.get("body").cloned().unwrap_or_default();
        if body.to_string().len() > SENT_BYTES_MAX {
            return Err(OutsideError::NotDone(format!("`body` is larger than {SENT_BYTES_MAX} bytes")));
        }
        let mut request = OutgoingRequest::new(Method::Post, url.as_str())
            .json(&body)
            .header("Idempotency-Key", header_value(&context.key))
            .header("Accept", "application/json");
        for (name, value) in self.hosts.headers(&url) {
            request = request.header(name, value);
        }
        request.timeout_ms = self.timeout_ms;
        request.bytes_max = 4 * BODY_JSON_BYTES_MAX;
        let sent = self.outgoing.send(request).await;
        let response = sent
            .and_then(OutgoingResponse::into_success)
            .map_err(|error| without_secrets(error.into(), &self.secrets))?;
        let whole = self.secrets.mask(&response.text());
        let body = cut_for_json(&whole, BODY_JSON_BYTES_MAX / 2);
        let is_cut = response.is_cut || body.len() < whole.len();
        let value = serde_json::from_str::<Value>(body)
            .ok()
            .filter(|value| !is_cut && value.to_string().len() < BODY_JSON_BYTES_MAX / 3);
        Ok(Answer::done(&said(&voice, "outside.sent"))
            .with("status", response.status)
            .with("body", body)
            .with("json", value.unwrap_or(Value::Null))
            .with("is_cut", is_cut)
            .with("notice", DATA_NOTICE)
            .into_value())
    }
}

/// The key as a header may have it.
fn header_value(key: &str) -> String {
    key.chars().map(|c| if c.is_ascii_graphic() { c } else { '_' }).collect()
}
