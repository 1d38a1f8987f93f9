//! Gemini's generateContent, from the server's side.

use std::sync::Arc;

use serde_json::{Value, json};
use turno_models::ApiKey;
use turno_models::gemini::{Gemini as Provider_, GeminiOptions};
use turno_models::provider::Provider;
use turno_models::transport::Transport;

use super::server::Request;
use super::{Dialect, KEY, Spoken, Stop, data};

pub struct Gemini;

pub fn chunk(parts: Value, finish: Option<&str>) -> String {
    let mut candidate = json!({"content": {"role": "model", "parts": parts}, "index": 0});
    if let Some(finish) = finish {
        candidate["finishReason"] = finish.into();
    }
    data(&json!({
        "candidates": [candidate], "modelVersion": "model-1",
        "usageMetadata": {
            "promptTokenCount": 20, "cachedContentTokenCount": 5, "candidatesTokenCount": 4, "thoughtsTokenCount": 3,
        },
    }))
}

impl Dialect for Gemini {
    fn name(&self) -> &'static str {
        "gemini"
    }

    fn provider(&self, url: &str, transport: Arc<dyn Transport>) -> Box<dyn Provider> {
        let mut options = GeminiOptions::new("gemini", format!("{url}/v1beta"));
        options.key = Some(ApiKey::new(KEY));
        Box::new(Provider_::new(options, transport).unwrap())
    }

    fn answer(&self, spoken: &Spoken) -> String {
        let mut body = String::new();
        for words in &spoken.words {
            body += &chunk(json!([{"text": words}]), None);
        }
        for (id, name, pieces) in &spoken.calls {
            let arguments = pieces.concat();
            // They come as an object; what is none cannot be sent there at all.
            let mut call = json!({"name": name, "args": {}});
            if !arguments.is_empty() {
                call["args"] = serde_json::from_str(&arguments).unwrap_or_else(|_| arguments.into());
            }
            if !id.is_empty() {
                call["id"] = (*id).into();
            }
            body += &chunk(json!([{"functionCall": call}]), None);
        }
        body + &chunk(
            json!([]),
            Some(match spoken.stop {
                Stop::Said => "STOP",
                Stop::TooLong => "MAX_TOKENS",
                Stop::Filtered => "SAFETY",
            }),
        )
    }

    fn error_event(&self) -> String {
        data(&json!({"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}}))
    }

    fn refusal(&self, code: &str, message: &str) -> String {
        json!([{"error": {"code": 400, "message": message, "status": code}}]).to_string()
    }

    fn too_long(&self) -> (&'static str, &'static str) {
        (
            "INVALID_ARGUMENT",
            "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        )
    }

    fn fault(&self, request: &Request) -> Option<String> {
        let body = &request.body;
        if request.line != "POST /v1beta/models/model-1:streamGenerateContent?alt=sse HTTP/1.1" {
            return Some(format!("no such place: {}", request.line));
        }
        if request.header("x-goog-api-key") != Some(KEY) {
            return Some("no key".to_owned());
        }
        let config = &body["generationConfig"];
        if config["maxOutputTokens"] != 300 || config["temperature"] != 0.2 {
            return Some("the bounds are missing".to_owned());
        }
        let mut waiting: Vec<Value> = Vec::new();
        let contents = body["contents"].as_array()?;
        if contents.first()?["role"] != "user" {
            return Some("the user does not begin".to_owned());
        }
        for content in contents {
            let parts = content["parts"].as_array()?;
            let of = |kind: &str| -> Vec<Value> {
                parts.iter().filter_map(|part| Some(part.get(kind)?["name"].clone())).collect()
            };
            if of("functionResponse") != waiting {
                return Some(format!("the results are not those of {waiting:?}: {content}"));
            }
            waiting = of("functionCall");
            if parts.is_empty() || parts.iter().any(|part| part["functionCall"]["args"].is_string()) {
                return Some(format!("bad parts: {content}"));
            }
        }
        (!waiting.is_empty()).then(|| format!("no result for {waiting:?}"))
    }

    fn signed_answer(&self) -> String {
        let call = json!({"name": "book", "args": {"day": "lunes"}, "id": "a"});
        chunk(json!([{"text": "Pienso.", "thought": true}]), None)
            + &chunk(json!([{"functionCall": call, "thoughtSignature": "c2lnbmVk"}]), Some("STOP"))
    }

    fn signatures(&self, body: &Value) -> Vec<Value> {
        parts(body).filter_map(|part| part.get("thoughtSignature").cloned()).collect()
    }

    fn schema(&self, body: &Value) -> Value {
        body["generationConfig"]["responseJsonSchema"].clone()
    }

    fn results(&self, body: &Value) -> Vec<String> {
        let results = parts(body).filter_map(|part| Some(part.get("functionResponse")?["response"].clone()));
        results.map(|response| response.to_string()).collect()
    }

    fn arguments(&self, body: &Value) -> Vec<Value> {
        parts(body).filter_map(|part| Some(part.get("functionCall")?["args"].clone())).collect()
    }
}

fn parts(body: &Value) -> impl Iterator<Item = Value> {
    let contents = body["contents"].as_array().unwrap().clone();
    contents.into_iter().flat_map(|content| content["parts"].as_array().unwrap().clone())
}
