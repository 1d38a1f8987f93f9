//! Tools as the core sees them: what they are called with and what came of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use turno_language::{Act, Language, SlotKind};

use crate::{CallId, Grant, StatedFact};

/// What a tool is. Its parameters are a JSON Schema (draft 2020-12) of type `object`; a property may carry
/// - `x-slot`: the [`SlotKind`] by its name (`party_size`), where type and format do not say it;
/// - `x-vocabulary`: the name of the tenant's vocabulary that its terms come from (`menu`, `services`, `staff`, `branches`);
/// - `x-terms`: for an `enum`, the words for each value: `{"pickup": ["para recoger", "paso por él"]}`, the first
///   being its name; or by language, `{"pickup": {"es": ["para recoger"], "en": ["pickup"]}}`, where all are understood in
///   every language;
/// - `x-name`: what the parameter is called, by language: `{"es": "la hora", "en": "the time"}`;
/// - `x-sensitive`: true where logs must mask it, and the same field of a result. On the schema itself it is a list of the names of
///   further fields of results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolSpec {
    /// Its registered name.
    pub name: String,
    /// What it does, for people and models.
    pub description: String,
    /// `booking`, `info`, `order`, `escalation`, …
    pub category: String,
    /// It changes something, so that a call needs the user's yes.
    pub requires_confirmation: bool,
    /// It changes something, whether it asks or not.
    #[serde(default)]
    pub acts: bool,
    /// What the user would say it does.
    pub act: Act,
    /// Assistant types that may call it; `*` for all.
    pub enabled_for: Vec<String>,
    /// The JSON Schema of its parameters.
    pub parameters: Value,
    /// Longest run, in milliseconds; at most 30,000.
    pub timeout_ms: u64,
    /// Whether a call whose outcome was lost may be made again under its key.
    pub retry: Retry,
    /// What runs it.
    pub execution: Execution,
    /// Calls a minute that a tenant may make; none: as many as it likes.
    pub rate_limit_per_minute: Option<u32>,
    /// What one call costs, in millionths of a US dollar.
    pub cost_micros: u64,
    /// A result tells in its field `cost_micros` what the call did cost, which then holds instead. Of other tools such a field
    /// means nothing.
    #[serde(default)]
    pub tells_cost: bool,
    /// The largest result, in bytes of JSON: it is kept in the journal and in the conversation.
    pub result_bytes_max: usize,
    /// The question before a call that a model makes, by language: a template over the parameters. Empty: a confirm node of the
    /// graph asks it.
    pub confirmation: BTreeMap<Language, String>,
    /// What its results state, and where in them: what a model says is measured by that. Empty: whatever stands under the usual
    /// keys.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<StatedFact>,
    /// The document that asks for it: `2-voice-tool-calling`; empty for a business's own.
    pub source: String,
}

/// What runs a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Execution {
    /// Turno itself, on its own store.
    Internal,
    /// A service that is called.
    ApiCall,
    /// A service that is told, with a signature.
    Webhook,
}

impl Execution {
    /// Its name in the log: `internal`, `api_call`, `webhook`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Internal => "internal",
            Self::ApiCall => "api_call",
            Self::Webhook => "webhook",
        }
    }
}

/// What may be done with a call whose outcome was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Retry {
    /// It is called again under the same key.
    Safe,
    /// The outcome is recorded as unknown.
    Never,
}

/// A parameter as a slot.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterSlot {
    /// Its name.
    pub name: String,
    /// How it is read.
    pub kind: SlotKind,
    /// The tenant's vocabulary for it.
    pub vocabulary: Option<String>,
    /// Words for the values of an enum, in every language: (value, words).
    pub terms: Vec<(String, Vec<String>)>,
    /// What the values of an enum are called, where it differs by language.
    pub term_names: BTreeMap<Language, BTreeMap<String, String>>,
    /// The call must carry it.
    pub required: bool,
}

impl ToolSpec {
    /// A tool of Turno's own that only reads, for every assistant type: no confirmation, 10 s at most, no limit a minute, no
    /// cost. What differs is set afterwards.
    pub fn new(name: &str, description: &str, category: &str, parameters: Value) -> Self {
        Self {
            name: name.to_owned(),
            description: description.to_owned(),
            category: category.to_owned(),
            requires_confirmation: false,
            acts: false,
            act: Act::Other,
            enabled_for: vec!["*".to_owned()],
            parameters,
            timeout_ms: 10_000,
            retry: Retry::Safe,
            execution: Execution::Internal,
            rate_limit_per_minute: None,
            cost_micros: 0,
            tells_cost: false,
            result_bytes_max: 16_384,
            confirmation: BTreeMap::new(),
            states: Vec::new(),
            source: String::new(),
        }
    }

    /// The same, with what its results state.
    #[must_use]
    pub fn stating(mut self, facts: impl IntoIterator<Item = StatedFact>) -> Self {
        self.states.extend(facts);
        self
    }

    /// Whether an assistant of that type may call it.
    pub fn is_enabled_for(&self, assistant_type: &str) -> bool {
        self.enabled_for.iter().any(|name| name == "*" || name == assistant_type)
    }

    /// What a parameter is called (`x-name`): "la hora".
    pub fn parameter_name(&self, parameter: &str, language: Language) -> Option<&str> {
        let names = self.parameters.get("properties")?.get(parameter)?.get("x-name")?;
        names.get(language.code())?.as_str()
    }

    /// Gives a call the phone that the user calls or writes from where it needs one and carries none.
    pub fn fill_in_phone(&self, phone: Option<&str>, parameters: &mut Map<String, Value>) {
        let Some(phone) = phone else { return };
        for slot in self.slots() {
            if slot.kind == SlotKind::Phone && slot.required && !parameters.contains_key(&slot.name) {
                parameters.insert(slot.name, Value::from(phone));
            }
        }
    }

    /// The parameters as slots: the required ones first, in the order of `required`, then the others by name.
    pub fn slots(&self) -> Vec<ParameterSlot> {
        let none = Map::new();
        let properties = self.parameters.get("properties").and_then(Value::as_object).unwrap_or(&none);
        let required: Vec<&str> = self
            .parameters
            .get("required")
            .and_then(Value::as_array)
            .map(|names| names.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        let optional = properties.keys().map(String::as_str).filter(|name| !required.contains(name));
        required
            .iter()
            .copied()
            .chain(optional)
            .filter_map(|name| Some(slot_of(name, properties.get(name)?, required.contains(&name))))
            .collect()
    }
}

fn slot_of(name: &str, schema: &Value, required: bool) -> ParameterSlot {
    let text = |key: &str| schema.get(key).and_then(Value::as_str);
    let declared = schema.get("x-slot").and_then(|kind| serde_json::from_value(kind.clone()).ok());
    let vocabulary = text("x-vocabulary").map(str::to_owned);
    let kind = declared.unwrap_or_else(|| match (text("type"), text("format")) {
        (_, Some("date")) => SlotKind::Date,
        (_, Some("time")) => SlotKind::Time,
        (Some("integer"), _) => SlotKind::Integer,
        (Some("number"), _) => SlotKind::Number,
        (Some("boolean"), _) => SlotKind::Boolean,
        (Some("array"), _) => SlotKind::Items,
        _ if schema.get("enum").is_some() || vocabulary.is_some() => SlotKind::Term,
        _ => SlotKind::Text,
    });
    ParameterSlot {
        name: name.to_owned(),
        kind,
        vocabulary,
        terms: enum_terms(schema),
        term_names: enum_names(schema),
        required,
    }
}

fn enum_terms(schema: &Value) -> Vec<(String, Vec<String>)> {
    let values = schema.get("enum").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    values
        .iter()
        .filter_map(Value::as_str)
        .map(|value| {
            let terms = schema.get("x-terms").and_then(|terms| terms.get(value));
            let by_language = Language::all().filter_map(|language| terms?.get(language.code()));
            let lists = terms.into_iter().chain(by_language).filter_map(Value::as_array);
            let words: Vec<String> = lists.flatten().filter_map(Value::as_str).map(str::to_owned).collect();
            (value.to_owned(), if words.is_empty() { vec![value.to_owned()] } else { words })
        })
        .collect()
}

fn enum_names(schema: &Value) -> BTreeMap<Language, BTreeMap<String, String>> {
    let terms = schema.get("x-terms").and_then(Value::as_object);
    let mut names: BTreeMap<Language, BTreeMap<String, String>> = BTreeMap::new();
    for (value, words) in terms.into_iter().flatten() {
        for language in Language::all() {
            let first = words.get(language.code()).and_then(|words| words.get(0));
            if let Some(name) = first.and_then(Value::as_str) {
                let of_language = names.entry(language).or_default();
                of_language.insert(value.clone(), name.to_owned());
            }
        }
    }
    names
}

/// A call that is to be made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Its id.
    pub call: CallId,
    /// The tool.
    pub tool: String,
    /// Its parameters.
    pub parameters: Map<String, Value>,
    /// The user's yes, for a tool that requires one. The registry refuses a destructive call without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grant: Option<Grant>,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolOutcome {
    /// It ran; the result is an object. A business refusal ("that table is taken") is a result with
    /// `"success": false`, not a failure.
    Done(Value),
    /// It did not run, or nobody knows whether it did.
    Failed(ToolFailure),
}

impl ToolOutcome {
    /// Whether the result of a call that ran tells that the business, or another side, refused: nothing was done.
    pub fn is_refusal(result: &Value) -> bool {
        result.get("success") == Some(&Value::Bool(false))
    }
}

/// Why a call gave no result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolFailure {
    /// `not_found`, `not_enabled`, `not_confirmed`, `invalid_parameters`, `rate_limited`, `timed_out`, `failed`, `unreadable` (an
    /// answer came that nothing can be made of), or `unknown` (nobody knows whether it ran).
    pub code: String,
    /// What went wrong, for the log and the operator; never shown to the user.
    pub message: String,
    /// After how many milliseconds it may go better, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}

impl ToolFailure {
    /// A failure of which nothing says when it may go better.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), retry_after_ms: None }
    }

    /// Whether the same call would fail again, whenever it is made.
    pub fn is_lasting(&self) -> bool {
        matches!(self.code.as_str(), "not_found" | "not_enabled" | "not_confirmed" | "invalid_parameters")
    }
}
