//! The stage for one dialogue: an assistant whose tools are the methods that the dialogue calls.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use turno_core::{
    Assistant, AssistantSettings, Channel, Conversation, ConversationKey, Effect, Event, EventKind, Input,
    PendingConfirmation, Retry, Timestamp, ToolCall, ToolOutcome, ToolSpec, Turn, TurnId, Understanding,
    catalog, step,
};
use turno_language::{Act, Language, OpeningHours};

use super::dialogue::Dialogue;

/// Between two turns.
const TURN_MS: u64 = 20_000;

/// The day of the recorded dialogues: Friday, 2019-03-01, 10:00 UTC.
pub(super) const FIRST_TURN_AT: Timestamp = Timestamp(1_551_434_400_000);

/// An assistant in the middle of a dialogue.
pub(super) struct Stage {
    assistant: Assistant,
    conversation: Conversation,
    at: Timestamp,
    turns: u32,
}

impl Stage {
    /// A stage for the dialogue.
    ///
    /// # Errors
    /// Says which name of the file cannot be that of a tool or of a slot.
    pub(super) fn new(dialogue: &Dialogue) -> Result<Self, String> {
        let methods = methods_of(dialogue);
        for name in methods.iter().flat_map(|(method, slots)| std::iter::once(method).chain(slots.keys())) {
            if !is_name(name) {
                return Err(format!("{name:?} cannot be the name of a method or of a slot"));
            }
        }
        let specs: Vec<ToolSpec> = methods.iter().map(|(method, slots)| spec_of(method, slots)).collect();
        let settings = settings();
        let graph =
            turno_graph::compile("the dialogue's graph", &graph_of(&methods), &catalog(&settings, &specs))
                .map_err(|faults| faults.to_string())?;
        let assistant = Assistant::new(settings, &specs, graph).map_err(|error| error.to_string())?;
        let key = ConversationKey {
            tenant: "dialogues".to_owned(),
            channel: Channel::Test,
            id: dialogue.id.clone(),
        };
        Ok(Self { assistant, conversation: Conversation::new(key), at: FIRST_TURN_AT, turns: 0 })
    }

    /// Opens the confirmation of a call with those values, as if the user had given them all.
    pub(super) fn open(&mut self, method: &str, values: &BTreeMap<String, String>, words: &str) {
        self.close();
        let understanding = Understanding {
            intent: Some(method.to_owned()),
            slots: self.slots(method, values).into_iter().collect(),
        };
        self.take(words, understanding);
    }

    /// The user speaks; gives the call that is made because of it.
    pub(super) fn hear(&mut self, words: &str, values: &BTreeMap<String, String>) -> Option<ToolCall> {
        let method = self.pending()?.tool.clone();
        let slots = self.slots(&method, values).into_iter().collect();
        self.take(words, Understanding { intent: None, slots })
    }

    /// The recorded service's answer to a call.
    pub(super) fn finish(&mut self, call: &ToolCall, success: bool) {
        let outcome = ToolOutcome::Done(json!({ "success": success }));
        self.step(EventKind::ToolFinished { call: call.call.clone(), outcome });
    }

    /// Another question takes the place of the one that is open.
    pub(super) fn close(&mut self) {
        self.step(EventKind::Closed { reason: "another question".to_owned() });
    }

    pub(super) fn pending(&self) -> Option<&PendingConfirmation> {
        self.conversation.confirmations.pending.as_ref()
    }

    fn take(&mut self, words: &str, understanding: Understanding) -> Option<ToolCall> {
        self.turns += 1;
        let turn = TurnId::new(&format!("t-{}", self.turns)).ok()?;
        let turn = Turn {
            turn,
            input: Input::Text(words.to_owned()),
            sent_at: None,
            caller: None,
            branch: None,
            understanding: Some(understanding),
            is_early: false,
            is_blanked: false,
        };
        let effects = self.step(EventKind::TurnArrived(turn));
        effects.into_iter().find_map(
            |effect| {
                if let Effect::CallTool(call) = effect { Some(call) } else { None }
            },
        )
    }

    fn step(&mut self, kind: EventKind) -> Vec<Effect> {
        self.at = self.at.plus_ms(TURN_MS);
        step(&self.assistant, &mut self.conversation, Event::new(self.at, kind))
    }

    fn slots(&self, method: &str, values: &BTreeMap<String, String>) -> Map<String, Value> {
        let Some(spec) = self.assistant.tool(method) else {
            return Map::new();
        };
        let known: BTreeSet<String> = spec.slots().into_iter().map(|slot| slot.name).collect();
        let values = values.iter().filter(|(slot, _)| known.contains(*slot));
        values.map(|(slot, value)| (slot.clone(), json_value(slot, value))).collect()
    }
}

/// The methods that are called, each with its slots and one value of each.
fn methods_of(dialogue: &Dialogue) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut methods: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for booking in &dialogue.bookings {
        methods.entry(booking.method.clone()).or_default().extend(booking.parameters.clone());
    }
    methods
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn is_party_size(slot: &str, value: &str) -> bool {
    value.parse::<i64>().is_ok()
        && ["size", "people", "guests", "number_of"].iter().any(|part| slot.contains(part))
}

/// A value as a tool takes it.
pub(super) fn json_value(slot: &str, value: &str) -> Value {
    match value.parse::<i64>() {
        Ok(number) if is_party_size(slot, value) => Value::from(number),
        Ok(_) | Err(_) => Value::from(value),
    }
}

/// A method as a tool, its slots' kinds told from one value of each.
pub(super) fn spec_of(method: &str, slots: &BTreeMap<String, String>) -> ToolSpec {
    let properties: Map<String, Value> =
        slots.iter().map(|(slot, value)| (slot.clone(), schema_of(slot, value))).collect();
    let parameters =
        json!({ "type": "object", "required": slots.keys().collect::<Vec<_>>(), "properties": properties });
    let description = format!("{method}, as the dialogues call it");
    ToolSpec {
        requires_confirmation: true,
        act: Act::Book,
        retry: Retry::Never,
        ..ToolSpec::new(method, &description, "booking", parameters)
    }
}

fn schema_of(slot: &str, value: &str) -> Value {
    if value.parse::<jiff::civil::Date>().is_ok() {
        json!({ "type": "string", "format": "date" })
    } else if value.len() <= 8 && value.contains(':') && value.parse::<jiff::civil::Time>().is_ok() {
        json!({ "type": "string", "format": "time" })
    } else if is_party_size(slot, value) {
        json!({ "type": "integer", "x-slot": "party_size" })
    } else {
        json!({ "type": "string" })
    }
}

fn settings() -> AssistantSettings {
    AssistantSettings {
        counted_names: BTreeMap::new(),
        tenant: "dialogues".to_owned(),
        assistant_type: "any".to_owned(),
        language: Language::en(),
        other_languages: BTreeMap::new(),
        time_zone: jiff::tz::TimeZone::UTC,
        country: "US".to_owned(),
        currency: "USD".to_owned(),
        own_phones: Vec::new(),
        facts: Value::Null,
        hours: OpeningHours::default(),
        vocabularies: BTreeMap::new(),
        tool_rules: turno_core::ToolRules::default(),
        unknown_is_told: true,
    }
}

/// A graph that asks for a yes before each method, and does nothing else.
fn graph_of(methods: &BTreeMap<String, BTreeMap<String, String>>) -> String {
    let mut graph = String::from(
        "name = \"dialogues\"\nstart = \"router\"\n\
         [nodes.router]\nkind = \"router\"\nfallback = \"nothing\"\n",
    );
    for method in methods.keys() {
        graph += &format!("[[nodes.router.intents]]\nname = \"{method}\"\nto = \"collect_{method}\"\n");
    }
    for (method, slots) in methods {
        let names: Vec<String> = slots.keys().map(|slot| format!("{{{{ {slot} }}}}")).collect();
        graph += &format!(
            "[nodes.collect_{method}]\nkind = \"collect\"\ntool = \"{method}\"\nto = \"confirm_{method}\"\n\
             [nodes.confirm_{method}]\nkind = \"confirm\"\ntool = \"{method}\"\n\
             say.en = \"Please confirm: {}. Is that right?\"\n\
             yes = \"call_{method}\"\nno = \"nothing\"\nchange = \"collect_{method}\"\n\
             [nodes.call_{method}]\nkind = \"tool\"\ntool = \"{method}\"\n\
             edges = [{{ when = \"result.success\", to = \"done\" }}, {{ to = \"nothing\" }}]\n",
            names.join(", ")
        );
    }
    graph += "[nodes.done]\nkind = \"respond\"\nsay.en = \"Done.\"\nforget = [\"*\"]\n\
              [nodes.nothing]\nkind = \"respond\"\nsay.en = \"Nothing was booked.\"\n";
    graph
}
