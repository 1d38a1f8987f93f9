//! What a custom tool's file holds, as its author writes it.

use std::{collections::BTreeMap, fmt};

use schemars::JsonSchema;
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::{Value, json};
use turno_core::{Execution, Retry};
use turno_language::{Act, Language};
use turno_web::outgoing::Method;

use super::states::FileFact;

/// A tool that a business adds: a file has one, or several under `[[tools]]`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToolFile {
    /// The author's own number for it; nothing looks at it.
    #[serde(default)]
    #[expect(dead_code, reason = "the author's own; accepted, and nothing looks at it")]
    pub(crate) id: Option<String>,
    /// Its name: small letters, digits and `_`. That of a built-in tool: it takes its place for these tenants.
    pub(crate) name: String,
    /// What people call it.
    #[serde(default)]
    #[expect(dead_code, reason = "for people who read the file")]
    pub(crate) display_name: Option<String>,
    /// What it does, for people and models.
    pub(crate) description: String,
    /// What it is about; `custom` where it is left out.
    #[serde(default)]
    pub(crate) category: Option<String>,
    /// The tenants that have it, by id; they need the plan `enterprise`. `["*"]`: all on that plan.
    pub(crate) tenants: Vec<String>,
    /// Assistant types that may call it; left out: all, or those of the built-in tool whose place it takes.
    #[serde(default)]
    pub(crate) enabled_for: Option<Vec<String>>,
    /// The JSON Schema of its parameters, of type `object`. A property may carry `x-slot`, `x-vocabulary`, `x-terms`,
    /// `x-name` and `x-sensitive`, as those of built-in tools do.
    pub(crate) parameters_schema: Value,
    /// What runs it.
    pub(crate) execution_type: ExecutionType,
    /// How it is run: what goes with `execution_type`.
    pub(crate) execution_config: ExecutionConfig,
    /// What becomes of the answer: a JMESPath expression over `response`, `status` and `parameters`, or a template with
    /// `{{ }}` over the same. Left out: the answer as it is.
    #[serde(default)]
    pub(crate) response_transform: Option<String>,
    /// What a person is told of a success, with `{{names}}` of the result and of the parameters.
    #[serde(default)]
    pub(crate) result_message: Texts,
    /// How long it may take, in milliseconds: at most 30,000, a webhook at most 10,000. Left out: 10,000.
    #[serde(default)]
    pub(crate) timeout_ms: Option<u64>,
    /// How often a tenant may call it in a minute. Left out: 60.
    #[serde(default)]
    pub(crate) rate_limit_per_minute: Option<u32>,
    /// What a call costs, in millionths of a US dollar.
    #[serde(default)]
    pub(crate) cost_micros: u64,
    /// The result tells in `cost_micros`, a whole number, what the call did cost: that is logged instead.
    #[serde(default)]
    pub(crate) tells_cost: bool,
    /// What its results state, and where in them. Left out: whatever stands under the usual keys.
    #[serde(default)]
    pub(crate) states: Vec<FileFact>,
    /// Whether it needs the user's yes. A webhook, and any method but GET, says so either way: `true` where it changes something,
    /// `false` where it only reads or may act without being asked. Left out elsewhere: it needs none.
    #[serde(default)]
    pub(crate) requires_confirmation: Option<bool>,
    /// What the user is asked, with the `{{names}}` of parameters.
    #[serde(default)]
    pub(crate) confirmation_message: Texts,
    /// What the user would say it does.
    #[serde(default)]
    pub(crate) act: Option<FileAct>,
    /// Whether a call whose outcome was lost is made again, under the same key. Left out: `safe` for GET, else `never`.
    #[serde(default)]
    pub(crate) retry: Option<FileRetry>,
    /// The secrets that its templates may name; left out: those that they do name.
    #[serde(default)]
    pub(crate) secrets: Option<Vec<String>>,
    /// Whether it is there at all.
    #[serde(default = "yes")]
    pub(crate) is_active: bool,
}

/// What runs a custom tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ExecutionType {
    /// A service that is called.
    ApiCall,
    /// A service that is told, with a signature.
    Webhook,
    /// A built-in tool, by the name of its function.
    InternalFunction,
}

/// How it is run. In templates `{{name}}` is a parameter, `{{SHIPPING_API_KEY}}` a secret, and `{{context.tenant}}` what is
/// known of the call (`tenant`, `conversation`, `caller_phone`, `language`, `key`). Each value is encoded for where it stands.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ExecutionConfig {
    /// api_call: where. Values may stand in its path and query.
    pub(crate) url: Option<String>,
    /// api_call: how. Left out: POST.
    pub(crate) method: Option<FileMethod>,
    /// api_call and webhook: headers.
    pub(crate) headers: BTreeMap<String, String>,
    /// api_call and webhook: the body, of the kind that the header `Content-Type` says (JSON where it is left out). Left
    /// out: all parameters as a JSON object.
    pub(crate) body_template: Option<String>,
    /// webhook: where.
    pub(crate) webhook_url: Option<String>,
    /// webhook: the name of the secret that signs it.
    pub(crate) webhook_secret: Option<String>,
    /// internal_function: which.
    pub(crate) function_name: Option<String>,
    /// api_call and webhook that act: what an answer 409 says of a call. Left out: `unknown`.
    pub(crate) on_conflict: Option<FileConflict>,
}

/// A text in each language.
#[derive(Debug, Clone, Default)]
pub(crate) struct Texts(BTreeMap<Language, String>);

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ByLanguage;
        impl<'de> Visitor<'de> for ByLanguage {
            type Value = Texts;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("struct Texts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Texts, A::Error> {
                let mut texts = BTreeMap::new();
                while let Some((language, text)) = entries.next_entry()? {
                    texts.insert(language, text);
                }
                Ok(Texts(texts))
            }
        }
        deserializer.deserialize_map(ByLanguage)
    }
}

impl JsonSchema for Texts {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Texts".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let by_language: serde_json::Map<String, Value> =
            Language::all().map(|language| (language.code().to_owned(), json!({"type": "string"}))).collect();
        schemars::json_schema!({
            "description": "A text in each language.", "type": "object", "properties": by_language,
            "additionalProperties": false,
        })
    }
}

/// How a service is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum FileMethod {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

/// What the user would say it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FileAct {
    /// Makes a booking.
    Book,
    /// Moves or edits one.
    Modify,
    /// Cancels something.
    Cancel,
    /// Places an order.
    Order,
    /// Anything else.
    Other,
}

/// What may be done with a call whose outcome was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FileRetry {
    /// It is made again under the same key: the other side knows such keys, or only reads.
    Safe,
    /// It is not.
    Never,
}

/// What an answer 409 says of a call that acts and carries its key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FileConflict {
    /// The key is in use: a call under it is under way, or was made. Nobody knows what came of it; with retry = "safe" it is
    /// asked again in a moment.
    #[default]
    Unknown,
    /// Nothing was done: the service answers so where it cannot be done, as for a slot that is taken.
    Refused,
    /// It was done before under this key, and is not done again.
    Done,
}

/// The whole file, for the published schema.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum WholeFile {
    /// Several tools.
    Several(SeveralTools),
    /// One tool.
    One(Box<ToolFile>),
}

/// Several tools in one file.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) struct SeveralTools {
    /// Each begins with `[[tools]]`.
    tools: Vec<ToolFile>,
}

impl ToolFile {
    /// Whether its file says that it needs the user's yes.
    pub(crate) fn asks(&self) -> bool {
        self.requires_confirmation == Some(true)
    }

    /// How a service is called that may change something there: `POST`, `a webhook`. None where it can only read, or is a
    /// function of Turno's own, which asks where that one does.
    pub(crate) fn acts_by(&self) -> Option<&'static str> {
        match self.execution_type {
            ExecutionType::Webhook => Some("a webhook"),
            ExecutionType::ApiCall => {
                let method = self.execution_config.method.map_or(Method::Post, Method::from);
                (!method.only_reads()).then(|| method.as_str())
            }
            ExecutionType::InternalFunction => None,
        }
    }
}

impl Texts {
    /// Whether there is one in that language.
    pub(crate) fn has(&self, language: Language) -> bool {
        self.0.contains_key(&language)
    }

    /// Those that there are.
    pub(crate) fn each(&self) -> impl Iterator<Item = (Language, &str)> {
        self.0.iter().map(|(language, text)| (*language, text.as_str()))
    }
}

impl From<FileMethod> for Method {
    fn from(method: FileMethod) -> Self {
        match method {
            FileMethod::Get => Self::Get,
            FileMethod::Post => Self::Post,
            FileMethod::Put => Self::Put,
            FileMethod::Patch => Self::Patch,
            FileMethod::Delete => Self::Delete,
        }
    }
}

impl From<FileAct> for Act {
    fn from(act: FileAct) -> Self {
        match act {
            FileAct::Book => Self::Book,
            FileAct::Modify => Self::Modify,
            FileAct::Cancel => Self::Cancel,
            FileAct::Order => Self::Order,
            FileAct::Other => Self::Other,
        }
    }
}

impl From<FileRetry> for Retry {
    fn from(retry: FileRetry) -> Self {
        match retry {
            FileRetry::Safe => Self::Safe,
            FileRetry::Never => Self::Never,
        }
    }
}

impl From<ExecutionType> for Execution {
    fn from(execution: ExecutionType) -> Self {
        match execution {
            ExecutionType::ApiCall => Self::ApiCall,
            ExecutionType::Webhook => Self::Webhook,
            ExecutionType::InternalFunction => Self::Internal,
        }
    }
}

fn yes() -> bool {
    true
}
