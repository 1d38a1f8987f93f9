//! The language models of a configuration: providers, in which order they are asked, what they cost, and what may be spent.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use turno_command::{Failure, FaultList};
use turno_graph::Graph;
use turno_models::{
    ApiKey,
    anthropic::{Anthropic, AnthropicOptions},
    cassette::{CassetteError, Player, Recorder, Timing},
    chain::{Models, ModelsOptions},
    gemini::{Gemini, GeminiOptions},
    openai::{MaxTokensField, OpenAi, OpenAiOptions},
    price::{ModelPrice, PriceList},
    provider::Provider,
    transport::{Network, NetworkOptions, Transport},
};
use turno_runtime::{BudgetLimits, LanguageModels, NoModel, port::Model};
use turno_web::secret::Secrets;

use crate::{
    config::DaemonConfig,
    means::Means,
    model_notes,
    model_slips::{placed, placed_words},
};

/// `[models]`
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ModelsConfig {
    /// The models that are asked where a graph names none, as `PROVIDER/MODEL`, the first one first.
    pub(crate) default: Vec<String>,
    /// The providers, by the names that stand before the slash.
    pub(crate) providers: BTreeMap<String, ProviderConfig>,
    /// What models cost, by `PROVIDER/MODEL`, in US dollars for a million tokens.
    pub(crate) prices: BTreeMap<String, ModelPrice>,
    /// What every business may spend; past it the rules answer.
    pub(crate) budget: BudgetConfig,
    /// What one business may spend instead, by its id.
    pub(crate) budgets: BTreeMap<String, BudgetConfig>,
    /// A file to which all that is asked and answered is recorded, without keys: a cassette. It holds what people said.
    pub(crate) record: Option<PathBuf>,
    /// A cassette that answers in place of the providers: nothing is sent anywhere.
    pub(crate) play: Option<PathBuf>,
    /// The file that it stands in.
    #[serde(skip)]
    pub(crate) file: PathBuf,
}

/// `[models.providers.NAME]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProviderConfig {
    /// What it speaks.
    pub(crate) speaks: Speaks,
    /// Where it is: `https://api.groq.com/openai/v1`. Left out: OpenAI's, Anthropic's or Google's own address.
    #[serde(default)]
    pub(crate) base_url: Option<String>,
    /// The name of the secret that its key is. Left out: it wants none.
    #[serde(default)]
    pub(crate) key: Option<String>,
    /// Further headers of each request.
    #[serde(default)]
    pub(crate) headers: BTreeMap<String, String>,
    /// Further fields of each request, which win over Turno's own: `reasoning_effort = "low"`.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Value>")]
    pub(crate) extra: BTreeMap<String, toml::Value>,
    /// Whether the longest answer is told as `max_tokens`; else as `max_completion_tokens`, as OpenAI and Groq want it.
    #[serde(default)]
    pub(crate) uses_max_tokens: bool,
    /// Whether answers are streamed where there are tools: some servers lose calls then. Left out: yes.
    #[serde(default = "yes")]
    pub(crate) streams_with_tools: bool,
    /// Whether it is asked for the usage of streams: a few servers refuse the question. Left out: yes.
    #[serde(default = "yes")]
    pub(crate) asks_for_usage: bool,
    /// Whether it knows JSON Schemas for its answers. Left out: yes.
    #[serde(default = "yes")]
    pub(crate) knows_json_schema: bool,
    /// Whether calls are held to the tools' schemas (`strict`), of whoever speaks OpenAI's words. Left out: where it is OpenAI itself.
    #[serde(default)]
    pub(crate) strict_tools: Option<bool>,
}

/// The wire format of a provider.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Speaks {
    /// Chat completions: OpenAI, Groq, Ollama, vLLM, LiteLLM, and many others.
    OpenAi,
    /// Anthropic's Messages.
    Anthropic,
    /// Google's generateContent.
    Gemini,
}

/// What may be spent on models, in US dollars.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct BudgetConfig {
    /// By the business, in a day of its time zone. Left out: as much as it likes.
    pub(crate) day_dollars: Option<f64>,
    /// By a conversation, from its beginning to its end. Left out: as much as it likes.
    pub(crate) conversation_dollars: Option<f64>,
}

impl ModelsConfig {
    /// The paths in it.
    pub(crate) fn paths(&mut self) -> impl Iterator<Item = &mut PathBuf> {
        self.record.iter_mut().chain(self.play.iter_mut())
    }
}

/// Loads them, and checks what can be checked without asking anybody.
pub(crate) fn load(config: &DaemonConfig, means: Option<&Means>, faults: &mut FaultList) -> LanguageModels {
    let models = &config.models;
    let budget = limits(models, &models.budget, &["budget"], faults);
    let mut budgets = BTreeMap::new();
    for (tenant, own) in &models.budgets {
        let own = limits(models, own, &["budgets", tenant], faults);
        budgets.insert(tenant.clone(), own);
    }
    let model = means.map(|means| load_models(models, &means.secrets));
    let model = match model {
        Some(Ok(model)) => model,
        Some(Err(failure)) => {
            faults.add(&failure, 1);
            Arc::new(NoModel)
        }
        None => Arc::new(NoModel),
    };
    LanguageModels { model, budget, budgets }
}

/// What is no fault of a configuration and the operator should know: keys that are not there.
pub(crate) fn notes(config: &DaemonConfig, means: Option<&Means>) -> Vec<String> {
    let Some(means) = means else {
        return Vec::new();
    };
    let keys = config.models.providers.iter().filter_map(|(name, provider)| {
        let missing = means.secrets.get(provider.key.as_ref()?).err()?;
        Some(format!("the models of `{name}` cannot be asked: {missing}"))
    });
    keys.chain(model_notes::of_budgets(config)).collect()
}

/// What is to be said of a graph that asks models where there are none.
pub(crate) fn note_without_models(config: &DaemonConfig, file: &Path, graph: &Graph) -> Option<String> {
    let asks_nobody = graph.asks_models() && config.models.providers.is_empty();
    asks_nobody.then(|| {
        let file = file.display();
        format!("{file} asks a language model, and [models] names no provider: only its rules answer")
    })
}

fn limits(
    models: &ModelsConfig,
    budget: &BudgetConfig,
    keys: &[&str],
    faults: &mut FaultList,
) -> BudgetLimits {
    let mut micros = |dollars, name| {
        let keys = [keys, &[name]].concat();
        micros(models, dollars, &keys, faults)
    };
    BudgetLimits {
        day_micros: micros(budget.day_dollars, "day_dollars"),
        conversation_micros: micros(budget.conversation_dollars, "conversation_dollars"),
    }
}

fn micros(models: &ModelsConfig, dollars: Option<f64>, keys: &[&str], faults: &mut FaultList) -> Option<u64> {
    let dollars = dollars?;
    if !(0.0..=1e9).contains(&dollars) {
        let message = format!("models.{} is no amount", keys.join("."));
        faults.add(&placed(models, keys, &message, "write dollars, from 0: 2.5"), 1);
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to a billion dollars"
    )]
    let micros = (dollars * 1e6).round() as u64;
    Some(micros)
}

fn load_models(config: &ModelsConfig, secrets: &Secrets) -> Result<Arc<dyn Model>, Failure> {
    check_default(config)?;
    if config.providers.is_empty() {
        return Ok(Arc::new(NoModel));
    }
    let mut values = Vec::new();
    let mut keys = BTreeMap::new();
    for (name, provider) in &config.providers {
        let Some(secret) = &provider.key else { continue };
        match secrets.get(secret) {
            Ok(value) => {
                let value = value.expose().to_owned();
                keys.insert(name.clone(), ApiKey::new(&value));
                values.push(value);
            }
            Err(missing) => tracing::warn!(provider = name, "its key is not there: {missing}"),
        }
    }
    let transport = transport(config, values)?;
    models_over(config, keys, &transport, ModelsOptions::default())
}

/// The models of a configuration over something that answers from a recording: without keys, and without waiting.
///
/// # Errors
/// [`Failure`] where the configuration has none, or what is wrong with it.
pub(crate) fn over_recording(
    config: &ModelsConfig,
    transport: &Arc<dyn Transport>,
) -> Result<Arc<dyn Model>, Failure> {
    check_default(config)?;
    if config.providers.is_empty() {
        let message = "a cassette is played by the providers of [models], and the configuration has none";
        return Err(told(message.to_owned()));
    }
    let options = ModelsOptions { backoff_ms: 0, ..ModelsOptions::default() };
    models_over(config, BTreeMap::new(), transport, options)
}

fn models_over(
    config: &ModelsConfig,
    mut keys: BTreeMap<String, ApiKey>,
    transport: &Arc<dyn Transport>,
    options: ModelsOptions,
) -> Result<Arc<dyn Model>, Failure> {
    let mut providers = Vec::new();
    for (name, provider) in &config.providers {
        let made = provider_of(name, provider, keys.remove(name), transport);
        providers.push(made.map_err(|fault| {
            let keys = ["providers", name, "base_url"];
            told(placed_words(config, &keys, &fault.to_string()))
        })?);
    }
    let prices = PriceList::new(&config.prices).map_err(|error| {
        told(placed_words(config, &["prices", &error.model, error.field], &error.to_string()))
    })?;
    let options = ModelsOptions { default_models: config.default.clone(), ..options };
    Ok(Arc::new(Models::new(providers, prices, options)))
}

fn check_default(config: &ModelsConfig) -> Result<(), Failure> {
    for name in &config.default {
        if config.providers.is_empty() {
            let message = format!("models.default names {name:?}, and there is no provider");
            let cure = "add [models.providers.NAME]";
            return Err(told(placed(config, &["default"], &message, cure)));
        }
        let is_known = name
            .split_once('/')
            .is_some_and(|(provider, model)| config.providers.contains_key(provider) && !model.is_empty());
        if !is_known {
            let known: Vec<&str> = config.providers.keys().map(String::as_str).collect();
            let message = format!("models.default names {name:?}");
            let cure = format!("write PROVIDER/MODEL, with a provider of {}", known.join(", "));
            return Err(told(placed(config, &["default"], &message, &cure)));
        }
    }
    Ok(())
}

fn transport(config: &ModelsConfig, secrets: Vec<String>) -> Result<Arc<dyn Transport>, Failure> {
    if let Some(path) = &config.play {
        let player = Player::open(path, Timing::AsRecorded, secrets);
        let at_line = |error: CassetteError| told(placed_words(config, &["play"], &error.to_string()));
        return Ok(Arc::new(player.map_err(at_line)?));
    }
    let network = Network::new(NetworkOptions::default()).map_err(told)?;
    let network: Arc<dyn Transport> = Arc::new(network);
    match &config.record {
        Some(path) => {
            let recorder = Recorder::open(path, network, secrets);
            let at_line = |error: CassetteError| told(placed_words(config, &["record"], &error.to_string()));
            Ok(Arc::new(recorder.map_err(at_line)?))
        }
        None => Ok(network),
    }
}

fn provider_of(
    name: &str,
    config: &ProviderConfig,
    key: Option<ApiKey>,
    transport: &Arc<dyn Transport>,
) -> Result<Arc<dyn Provider>, Failure> {
    let url = |own: &str| config.base_url.clone().unwrap_or_else(|| own.to_owned());
    let headers = config.headers.clone();
    let mut extra = BTreeMap::new();
    for (field, value) in &config.extra {
        let value = serde_json::to_value(value)
            .map_err(|error| told(format!("models.providers.{name}.extra.{field}: {error}")))?;
        extra.insert(field.clone(), value);
    }
    let transport = Arc::clone(transport);
    let provider: Result<Arc<dyn Provider>, _> = match config.speaks {
        Speaks::OpenAi => {
            let options = OpenAiOptions {
                key,
                headers,
                extra,
                max_tokens: if config.uses_max_tokens {
                    MaxTokensField::MaxTokens
                } else {
                    MaxTokensField::MaxCompletionTokens
                },
                streams_with_tools: config.streams_with_tools,
                asks_for_usage: config.asks_for_usage,
                knows_json_schema: config.knows_json_schema,
                strict_tools: config.strict_tools,
                ..OpenAiOptions::new(name, url("https://api.openai.com/v1"))
            };
            OpenAi::new(options, transport).map(|provider| Arc::new(provider) as _)
        }
        Speaks::Anthropic => {
            let options = AnthropicOptions {
                key,
                headers,
                extra,
                knows_json_schema: config.knows_json_schema,
                ..AnthropicOptions::new(name, url("https://api.anthropic.com"))
            };
            Anthropic::new(options, transport).map(|provider| Arc::new(provider) as _)
        }
        Speaks::Gemini => {
            let options = GeminiOptions {
                key,
                headers,
                extra,
                ..GeminiOptions::new(name, url("https://generativelanguage.googleapis.com/v1beta"))
            };
            Gemini::new(options, transport).map(|provider| Arc::new(provider) as _)
        }
    };
    provider.map_err(|fault| told(fault.to_string()))
}

fn told(message: String) -> Failure {
    Failure::Told(message)
}

fn yes() -> bool {
    true
}
