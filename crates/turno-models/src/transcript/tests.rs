//! Transcripts as other programs write them, and a model that answers from one.

use serde_json::{Value, json};
use turno_core::{
    Finish, ModelAnswer, ModelCall, ModelFailure, ModelMessage, ModelRequest, ModelTool, ResponseFormat,
};
use turno_runtime::port::{CancellationToken, Model};

use super::*;
use crate::scripted::ScriptedModel;

fn talk() -> Value {
    json!({
        "id": "cut-1", "reward": 1.0,
        "messages": [
            {"role": "system", "content": "You book."},
            {"role": "assistant", "content": "Good day."},
            {"role": "user", "content": "I want a haircut"},
            {"role": "assistant", "content": null, "tool_calls": [
                {"id": "call_a", "type": "function", "function": {"name": "find", "arguments": "{\"day\":\"mon\"}"}},
                {"id": "call_b", "type": "function", "function": {"name": "find", "arguments": "{\"day\": \"tue\"}"}},
            ]},
            {"role": "tool", "tool_call_id": "call_b", "name": "find", "content": "{\"free\": true}"},
            {"role": "tool", "tool_call_id": "call_a", "name": "find", "content": "Error: closed"},
            {"role": "assistant", "content": [{"type": "text", "text": "Tuesday at ten?"}], "tool_calls": null},
            {"role": "user", "content": "Yes,  please\n"},
            {"role": "assistant", "content": "", "tool_calls": [
                {"id": "call_a", "type": "function", "function": {"name": "book", "arguments": "{\"day\":\"tue\"}"}},
            ]},
            {"role": "tool", "name": "book", "content": "{\"error\": null, \"id\": 7}"},
            {"role": "assistant", "content": "Done."},
            {"role": "user", "content": "###STOP###"},
        ],
        "tools": [
            {"type": "function", "function": {"name": "find", "description": "Finds.", "parameters": {"type": "object"}}},
            {"type": "function", "x-writes": true, "function": {"name": "book", "parameters": null}},
        ],
    })
}

fn read_one(value: &Value) -> Transcript {
    read_transcripts("file", &value.to_string()).unwrap().remove(0)
}

#[test]
fn a_talk_is_read_turn_by_turn_with_what_came_of_each_call() {
    let transcript = read_one(&talk());
    assert_eq!((transcript.id.as_str(), transcript.system.as_deref()), ("cut-1", Some("You book.")));
    assert_eq!(transcript.opening[0].text, "Good day.");
    let users: Vec<&str> = transcript.turns.iter().map(|turn| turn.user.as_str()).collect();
    assert_eq!(users, ["I want a haircut", "Yes,  please"]);
    let calls: Vec<(&str, &str, &str, bool)> = transcript
        .calls()
        .map(|call| {
            let result = call.result.as_ref().unwrap();
            (call.id.as_str(), call.tool.as_str(), result.content.as_str(), result.is_error)
        })
        .collect();
    assert_eq!(
        calls,
        [
            ("call_a", "find", "Error: closed", true),
            ("call_b", "find", "{\"free\": true}", false),
            // Its own id was another's already.
            ("call_1", "book", "{\"error\": null, \"id\": 7}", false),
        ]
    );
    assert_eq!(transcript.turns[0].answers[1].text, "Tuesday at ten?");
    let writes: Vec<Option<bool>> = transcript.tools.iter().map(|tool| tool.writes).collect();
    assert_eq!(writes, [None, Some(true)]);
    let neutral = serde_json::to_string(&transcript).unwrap();
    assert_eq!(serde_json::from_str::<Transcript>(&neutral).unwrap(), transcript);
}

#[test]
fn a_file_may_be_one_talk_many_or_one_a_line() {
    let short = json!({"messages": [{"role": "user", "content": "hola"}]});
    let bare = json!([{"role": "user", "content": "hola"}]);
    let ids = |text: &str| -> Vec<String> {
        let read = read_transcripts("file", text).unwrap();
        assert!(read.iter().all(|transcript| transcript.turns[0].user == "hola"));
        read.into_iter().map(|transcript| transcript.id).collect()
    };
    assert_eq!(ids(&short.to_string()), ["file"]);
    assert_eq!(ids(&bare.to_string()), ["file"]);
    assert_eq!(ids(&json!([short, short]).to_string()), ["file-1", "file-2"]);
    assert_eq!(ids(&format!("{short}\n\n{bare}\n")), ["file-1", "file-2"]);
    let named = json!({"id": 7, "messages": bare});
    assert_eq!(ids(&format!("{named}\n{named}\n")), ["7", "7+"]);
}

#[test]
fn the_older_way_of_calling_functions_is_read() {
    let transcript = read_one(&json!([
        {"role": "user", "content": "hola"},
        {"role": "assistant", "content": null, "function_call": {"name": "find", "arguments": {"day": "mon"}}},
        {"role": "function", "name": "find", "content": "{}"},
    ]));
    let call = transcript.calls().next().unwrap();
    assert_eq!((call.id.as_str(), call.arguments.as_str()), ("call_1", "{\"day\":\"mon\"}"));
    assert!(call.result.is_some());
}

#[test]
fn what_is_no_talk_is_told_with_its_place() {
    let call = json!({"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "f"}}]});
    let result = json!({"role": "tool", "tool_call_id": "a", "content": "1"});
    for (text, expected) in [
        ("{\n".to_owned(), "line 1: this is no JSON"),
        ("{\"a\": 1}\nx\n".to_owned(), "line 2: this is no JSON"),
        (String::new(), "there are no messages"),
        ("[]".to_owned(), "there are no messages"),
        ("{\"messages\": []}".to_owned(), "file: there are no messages"),
        ("{\"messages\": [{\"content\": \"x\"}]}".to_owned(), "message 0: it has no `role`"),
        ("{\"messages\": [{\"role\": \"king\"}]}".to_owned(), "no role `king`"),
        ("{\"messages\": [{\"role\": \"user\", \"content\": 7}]}".to_owned(), "`content` is a text"),
        (
            json!({"messages": [result]}).to_string(),
            "message 0: it is the result of `a`, which was not called",
        ),
        (json!({"messages": [call, result, result]}).to_string(), "message 2: it is the result of `a`"),
        (json!({"messages": [call], "tools": [{"function": {}}]}).to_string(), "tool 0 has no name"),
        (json!({"messages": [call], "tools": [{"name": "f"}, {"name": "f"}]}).to_string(), "two tools `f`"),
    ] {
        let error = read_transcripts("file", &text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn which_tools_write_is_told_in_several_ways() {
    let declared = json!({"tools": [
        {"name": "a", "requires_confirmation": true},
        {"type": "function", "function": {"name": "b", "x-writes": false}},
        {"name": "c", "annotations": {"readOnlyHint": false}},
        {"name": "d", "annotations": {"readOnlyHint": true}, "inputSchema": {"type": "object", "required": []}},
        {"name": "e"},
    ]});
    let tools = read_tools(&declared).unwrap();
    let writes: Vec<Option<bool>> = tools.iter().map(|tool| tool.writes).collect();
    assert_eq!(writes, [Some(true), Some(false), Some(true), Some(false), None]);
    assert_eq!(*tools[3].tool.parameters, json!({"type": "object", "required": []}));
    assert_eq!(*tools[4].tool.parameters, json!({"type": "object", "properties": {}}));
}

#[test]
fn results_are_given_to_whoever_calls_the_same_and_once() {
    let results = RecordedResults::of(&read_one(&talk()));
    assert_eq!(results.left().len(), 3);
    assert_eq!(results.take("find", &json!({"day": "wed"})), None);
    assert!(!results.take("find", &json!({"day": "tue"})).unwrap().is_error);
    assert_eq!(results.take("find", &json!({"day": "tue"})), None);
    assert!(results.take("find", &json!({"day": "mon"})).unwrap().is_error);
    assert_eq!(results.left(), [("book".to_owned(), json!({"day": "tue"}))]);
}

/// What a model is asked after these messages.
fn request(messages: &[ModelMessage]) -> ModelRequest {
    let tool = |name: &str| ModelTool {
        name: name.to_owned(),
        description: String::new(),
        parameters: json!({"type": "object"}).into(),
    };
    ModelRequest {
        models: Vec::new(),
        messages: messages.to_vec(),
        tools: vec![tool("find"), tool("book")],
        may_call: true,
        response_format: ResponseFormat::Text,
        temperature: None,
        max_tokens: 100,
        budget_ms: 1_000,
        is_spoken: true,
        language: None,
    }
}

fn user(text: &str) -> ModelMessage {
    ModelMessage::User { text: text.to_owned() }
}

/// The calls with a result for each, as they go back to the model.
fn called(calls: &[ModelCall]) -> Vec<ModelMessage> {
    let results = calls.iter().map(|call| ModelMessage::ToolResult {
        call: call.id.clone(),
        tool: call.tool.clone(),
        content: "{}".to_owned(),
        is_error: false,
    });
    let assistant = ModelMessage::Assistant { text: String::new(), calls: calls.to_vec(), opaque: None };
    std::iter::once(assistant).chain(results).collect()
}

async fn ask(model: &ScriptedModel, messages: &[ModelMessage]) -> Result<ModelAnswer, ModelFailure> {
    let mut said = String::new();
    let answer = model
        .answer(&request(messages), &mut |word: &str| said.push_str(word), &CancellationToken::new())
        .await?;
    assert_eq!(said, answer.text);
    Ok(answer)
}

#[tokio::test]
async fn a_scripted_model_answers_as_the_transcript_s_did() {
    let model = ScriptedModel::new(read_one(&talk()));
    assert_eq!(ask(&model, &[]).await.unwrap().text, "Good day.");
    let mut messages = vec![user("I want a haircut")];
    let answer = ask(&model, &messages).await.unwrap();
    assert_eq!((answer.finish, answer.calls.len()), (Finish::ToolCalls, 2));
    messages.extend(called(&answer.calls));
    assert_eq!(ask(&model, &messages).await.unwrap().text, "Tuesday at ten?");
    messages.push(user("Yes, please"));
    let answer = ask(&model, &messages).await.unwrap();
    assert_eq!(answer.calls[0].tool, "book");
    assert_eq!(model.answers_left(), 1);
    messages.extend(called(&answer.calls));
    assert_eq!(ask(&model, &messages).await.unwrap().text, "Done.");
    assert_eq!((model.notes(), model.answers_left()), (Vec::new(), 0));
    let failure = ask(&model, &messages).await.unwrap_err();
    assert!(failure.message.contains("cut-1: the model said no more in turn 2"), "{}", failure.message);
}

#[tokio::test]
async fn a_scripted_model_goes_along_with_a_talk_that_went_otherwise() {
    let model = ScriptedModel::new(read_one(&talk()));
    let mut messages = vec![user("I want a haircut")];
    let answer = ask(&model, &messages).await.unwrap();
    messages.extend(called(&answer.calls[..1]));
    ask(&model, &messages).await.unwrap();
    messages.push(user("Yes, please"));
    let answer = ask(&model, &messages).await.unwrap();
    messages.extend(called(&answer.calls));
    // A question of another's was answered in between.
    messages.push(user("I do"));
    assert_eq!(ask(&model, &messages).await.unwrap().text, "Done.");
    let mut elsewhere = request(&[user("Yes, please")]);
    elsewhere.tools.clear();
    assert_eq!(
        model.notes(),
        [
            "before the user's first words: 1 more answers were passed over",
            "in turn 1: results of [find] came for [find, find]",
            "in turn 2: book had no result",
            "in turn 2: the user says what the transcript does not have",
        ]
    );
    // What Turno held back is passed over when the user goes on.
    let model = ScriptedModel::new(read_one(&talk()));
    ask(&model, &[user("I want a haircut")]).await.unwrap();
    model.answer(&elsewhere, &mut |_: &str| {}, &CancellationToken::new()).await.unwrap();
    assert_eq!(
        model.notes()[1..],
        [
            "in turn 1: find, find had no result",
            "in turn 1: 1 more answers were passed over",
            "in turn 2: it calls `book`, which it is not offered",
        ]
    );
    let broken = [ModelMessage::ToolResult {
        call: "x".to_owned(),
        tool: "find".to_owned(),
        content: String::new(),
        is_error: false,
    }];
    assert!(ask(&model, &broken).await.is_err());
}
