//! `turno replay TALK.transcript.json`: a talk of another assistant as a conversation of Turno's. The model's part is the recorded
//! one, and so are the results of its tools; what changes something is asked first, as ever.
//!
//! The talk's user was never asked Turno's questions. Whoever had just said yes to the model says yes; anybody else says no.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use turno_language::Text;

use async_trait::async_trait;
use serde_json::{Map, Value, json};
use turno_command::Failure;
use turno_core::{
    Assistant, AssistantSettings, Awaiting, Channel, ConversationKey, Input, Language, Reply, Retry,
    ToolRules, ToolSpec, Turn, TurnId, catalog,
};
use turno_language::{Act, Asked, OpeningHours, ReadContext, Sums, Verdict, read_verdict};
use turno_models::{
    scripted::ScriptedModel,
    transcript::{DeclaredTool, RecordedCall, RecordedResults, Transcript},
};
use turno_runtime::{
    Assistants, Conversations, ConversationsOptions, Delivery, Incoming, LanguageModels, Link, Outgoing,
    OutgoingBody, ToolRegistry,
    port::{Prepared, Store, SystemClock, Tool, ToolContext, ToolError},
};
use turno_store::MemoryStore;

/// A reply comes within this, or never.
const REPLY_TIMEOUT: Duration = Duration::from_secs(30);

/// Questions in a row that are answered before the talk goes on.
const QUESTIONS_MAX: usize = 8;

/// What a talk came to.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// Writing calls that the user had said yes to in the talk: the tool, its arguments.
    wanted: Vec<(String, Value)>,
    /// Writing calls that ran.
    made: Vec<(String, Value)>,
    /// Questions that were answered with no, since nobody had said yes.
    stopped: usize,
    /// Where the conversation was not as the talk.
    notes: Vec<String>,
}

impl Outcome {
    /// Each write that somebody wanted ran once, and no other did.
    pub(super) fn is_kept(&self) -> bool {
        self.wanted == self.made
    }

    /// In a line or a few.
    pub(super) fn told(&self, name: &str) -> String {
        let names = |calls: &[(String, Value)]| {
            let names: Vec<&str> = calls.iter().map(|(tool, _)| tool.as_str()).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        };
        let verdict = if self.is_kept() { "kept" } else { "BROKEN" };
        let mut told = format!(
            "{name}: {verdict}; after a yes: {}; done: {}; stopped for want of a yes: {}",
            names(&self.wanted),
            names(&self.made),
            self.stopped
        );
        for note in &self.notes {
            let _infallible = write!(told, "\n  note: {note}");
        }
        told
    }
}

/// A tool of the talk's: it gives what it gave.
struct RecordedTool {
    spec: ToolSpec,
    results: Arc<RecordedResults>,
    made: Arc<Mutex<Vec<(String, Value)>>>,
}

#[async_trait]
impl Tool for RecordedTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn prepare(
        &self,
        _store: &dyn Store,
        _context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<Prepared, ToolError> {
        let given = Value::Object(parameters.clone());
        if self.spec.requires_confirmation {
            let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
            made.push((self.spec.name.clone(), given.clone()));
        }
        let recorded = self.results.take(&self.spec.name, &given).ok_or_else(|| {
            ToolError::Failed("the talk has no such call, or not so often: nothing is known of it".to_owned())
        })?;
        let content = serde_json::from_str(&recorded.content).unwrap_or_else(|_| json!(recorded.content));
        let result = match content {
            Value::Object(members) if !recorded.is_error => Value::Object(members),
            content @ (Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_)) => json!({ "success": !recorded.is_error, "result": content }),
        };
        Ok(Prepared { result, ..Prepared::default() })
    }
}

/// Plays a talk.
///
/// # Errors
/// [`Failure`] where the file cannot be read, or nothing can be made of it.
pub(super) async fn play(file: &Path) -> Result<Outcome, Failure> {
    let source = std::fs::read_to_string(file).map_err(|cause| Failure::file(file, cause))?;
    let told = |fault: String| Failure::Told(format!("{}: {fault}", file.display()));
    let transcript: Transcript = serde_json::from_str(&source).map_err(|error| told(error.to_string()))?;
    let results = Arc::new(RecordedResults::of(&transcript));
    let made = Arc::default();
    let specs: Vec<ToolSpec> = transcript.tools.iter().map(spec_of).collect();
    let tools = specs.iter().map(|spec| {
        Arc::new(RecordedTool { spec: spec.clone(), results: Arc::clone(&results), made: Arc::clone(&made) })
            as Arc<dyn Tool>
    });
    let registry = ToolRegistry::new(tools.collect()).map_err(|error| told(error.to_string()))?;
    let assistant = assistant_of(&transcript, &specs).map_err(told)?;
    let model = Arc::new(ScriptedModel::new(transcript.clone()));
    let conversations = Conversations::start_with_models(
        ConversationsOptions::default(),
        Arc::new(MemoryStore::default()),
        Assistants::new(BTreeMap::from([(TENANT.to_owned(), Arc::new(assistant))])),
        Arc::new(registry),
        Arc::new(SystemClock),
        LanguageModels::without_budget(Arc::clone(&model) as _),
    )
    .await?;
    let mut talk = Talk::new(conversations);
    let mut outcome = Outcome::default();
    for turn in &transcript.turns {
        let calls = turn.answers.iter().flat_map(|answer| &answer.calls);
        let mut writing = calls.filter(|call| writes(&transcript, &call.tool)).peekable();
        let says_yes = writing.peek().is_some_and(|call| is_yes(&turn.user, act_of(&call.tool)));
        if says_yes {
            let read = |call: &RecordedCall| {
                let arguments = serde_json::from_str(&call.arguments).ok()?;
                Some((call.tool.clone(), arguments))
            };
            outcome.wanted.extend(writing.filter_map(read));
        }
        let mut reply = talk.say(&turn.user).await.map_err(told)?;
        for _ in 0..QUESTIONS_MAX {
            if reply.awaiting != Awaiting::Confirmation {
                break;
            }
            outcome.stopped += usize::from(!says_yes);
            let answer = if says_yes { "yes" } else { "no" };
            reply = talk.say(answer).await.map_err(told)?;
        }
    }
    outcome.made.clone_from(&made.lock().unwrap_or_else(PoisonError::into_inner));
    outcome.notes = model.notes();
    Ok(outcome)
}

const TENANT: &str = "talk";

fn writes(transcript: &Transcript, tool: &str) -> bool {
    let declared = transcript.tools.iter().find(|known| known.tool.name == tool);
    declared.is_some_and(|tool| tool.writes == Some(true))
}

fn spec_of(declared: &DeclaredTool) -> ToolSpec {
    let tool = &declared.tool;
    let names = tool.parameters.get("properties").and_then(Value::as_object);
    let values: Vec<String> = names
        .into_iter()
        .flatten()
        .map(|(name, _)| format!("{}: {{{{ {name} }}}}", name.replace('_', " ")))
        .collect();
    let writes = declared.writes == Some(true);
    let question =
        format!("To confirm: {}: {}. Is that right?", tool.name.replace('_', " "), values.join("; "));
    ToolSpec {
        requires_confirmation: writes,
        act: act_of(&tool.name),
        retry: Retry::Never,
        confirmation: BTreeMap::from([(Language::en(), question)]),
        result_bytes_max: 49_152,
        ..ToolSpec::new(&tool.name, &tool.description, "talk", Value::clone(&tool.parameters))
    }
}

fn assistant_of(transcript: &Transcript, specs: &[ToolSpec]) -> Result<Assistant, String> {
    let settings = AssistantSettings {
        tenant: TENANT.to_owned(),
        assistant_type: TENANT.to_owned(),
        language: Language::en(),
        other_languages: BTreeMap::new(),
        time_zone: jiff::tz::TimeZone::UTC,
        country: "US".to_owned(),
        currency: "USD".to_owned(),
        own_phones: Vec::new(),
        facts: json!({ "name": transcript.id }),
        hours: OpeningHours::default(),
        vocabularies: BTreeMap::new(),
        counted_names: BTreeMap::new(),
        tool_rules: ToolRules::default(),
        unknown_is_told: true,
    };
    let names: Vec<&str> = specs.iter().map(|spec| spec.name.as_str()).collect();
    // A JSON string is a string in TOML.
    let graph = format!(
        "name = \"talk\"\nstart = \"router\"\n[nodes.router]\nkind = \"router\"\nfallback = \"model\"\n[nodes.model]\nkind = \"agent\"\n\
         prompt.en = {}\ntools = {}\nfailed = \"nobody\"\n[nodes.nobody]\nkind = \"respond\"\nsay.en = \"(the talk has no answer)\"\n",
        Value::from("You go on with a recorded talk."),
        json!(names),
    );
    let graph = turno_graph::compile("talk", &graph, &catalog(&settings, specs))
        .map_err(|faults| faults.to_string())?;
    Assistant::new(settings, specs, graph).map_err(|error| error.to_string())
}

/// What a tool does, by its name.
fn act_of(tool: &str) -> Act {
    let names = |words: &[&str]| tool.split('_').any(|part| words.contains(&part));
    if names(&["cancel", "delete", "remove"]) {
        Act::Cancel
    } else if names(&["update", "modify", "change", "edit", "move"]) {
        Act::Modify
    } else if names(&["book", "reserve", "create", "schedule"]) {
        Act::Book
    } else {
        Act::Other
    }
}

/// Whether words are a yes to a question of whether to do that.
fn is_yes(text: &str, act: Act) -> bool {
    let now = jiff::Timestamp::now().to_zoned_datetime(jiff::tz::TimeZone::UTC);
    let values = BTreeMap::new();
    let context = ReadContext {
        language: Language::en(),
        now: &now,
        slots: &[],
        awaiting: None,
        known: &values,
        hours: None,
        country: "US",
    };
    let asked = Asked { act, values: &values, sums: Sums::default() };
    read_verdict(&Text::of(text), &asked, &context).verdict == Verdict::Yes
}

/// The one conversation, and its gateway.
struct Talk {
    conversations: turno_runtime::ConversationsHandle,
    link: Link,
    frames: tokio::sync::mpsc::Receiver<Outgoing>,
    turns: u32,
}

impl Talk {
    fn new(conversations: turno_runtime::ConversationsHandle) -> Self {
        let (link, frames) = Link::new(64);
        Self { conversations, link, frames, turns: 0 }
    }

    async fn say(&mut self, text: &str) -> Result<Reply, String> {
        self.turns += 1;
        let turn = TurnId::new(&format!("t-{}", self.turns)).map_err(|error| error.to_string())?;
        let incoming = Incoming::Turn(Turn {
            turn: turn.clone(),
            input: Input::Text(text.to_owned()),
            sent_at: None,
            caller: None,
            branch: None,
            understanding: None,
            is_early: false,
            is_blanked: false,
        });
        let delivery = Delivery {
            key: ConversationKey::new(TENANT, Channel::Test, "1").map_err(|error| error.to_string())?,
            incoming,
            link: self.link.clone(),
        };
        self.conversations.deliver(delivery).map_err(|error| error.to_string())?;
        let reply = async {
            while let Some(frame) = self.frames.recv().await {
                match frame.body {
                    OutgoingBody::Reply(reply) if reply.turn.as_ref() == Some(&turn) => return Ok(reply),
                    OutgoingBody::Failed { message, .. } => return Err(message),
                    OutgoingBody::Reply(_)
                    | OutgoingBody::ReplyDelta { .. }
                    | OutgoingBody::Expired { .. }
                    | OutgoingBody::HandOff(_)
                    | OutgoingBody::Closed { .. }
                    | OutgoingBody::Progress { .. }
                    | OutgoingBody::Journal { .. } => {}
                }
            }
            Err("the conversation is gone".to_owned())
        };
        tokio::time::timeout(REPLY_TIMEOUT, reply)
            .await
            .map_err(|_| format!("nothing came in answer to {text:?}"))?
    }
}
