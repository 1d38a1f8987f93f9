//! `calculator`: sums, as people write and say them.

mod expression;
mod pieces;
mod words;

use std::time::{Duration, Instant};

use async_trait::async_trait;
use fend_core::{Context, Interrupt, evaluate_with_interrupt};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use turno_business::{
    answer::Answer,
    parameters,
    say::{Said, Voice},
};
use turno_core::ToolSpec;
use turno_runtime::port::{Prepared, Store, ToolError};

use self::expression::{Expression, Flaw};
use super::{
    call::{Call, Looks},
    shared::refused,
};

/// The longest expression, in characters.
const EXPRESSION_CHARACTERS_MAX: usize = 300;

/// A result that is longer is none that can be told.
const RESULT_CHARACTERS_MAX: usize = 60;

/// `[tools.calculator]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CalculatorOptions {
    /// The longest that a sum may take, in milliseconds: 10 to 2,000.
    #[schemars(range(min = 10, max = 2_000))]
    pub time_ms: u64,
}

impl Default for CalculatorOptions {
    fn default() -> Self {
        Self { time_ms: 250 }
    }
}

pub(super) struct Calculator {
    spec: ToolSpec,
    time: Duration,
}

impl Calculator {
    pub(super) fn new(options: &CalculatorOptions) -> Self {
        Self { spec: spec(), time: Duration::from_millis(options.time_ms.clamp(10, 2_000)) }
    }
}

fn spec() -> ToolSpec {
    let expression = json!({"type": "string", "minLength": 1, "maxLength": EXPRESSION_CHARACTERS_MAX,
        "description": "A sum: `1,299.50 * 3`, `15 % de 800`, `raíz de 144`, `5 km to miles`", "x-slot": "text",
        "x-name": parameters::names("parameter.calculation")});
    ToolSpec {
        source: super::DOCUMENT_3.to_owned(),
        timeout_ms: 5_000,
        ..ToolSpec::new(
            "calculator",
            "Works out a sum: arithmetic, percentages, powers, roots, units; no exchange rates",
            "calculation",
            parameters::object(json!({ "expression": expression }), &["expression"]),
        )
    }
}

#[async_trait]
impl Looks for Calculator {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn look(
        &self,
        _store: &dyn Store,
        Call { voice, parameters, .. }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let text = parameters.required_text("expression")?;
        let expression = match expression::read(text, voice.language) {
            Ok(expression) => expression,
            Err(flaw) => return Ok(flawed(&voice, &flaw).read_only()),
        };
        let (sum, time) = (expression.text.clone(), self.time);
        let result = tokio::task::spawn_blocking(move || worked_out(&sum, time))
            .await
            .map_err(|error| ToolError::Failed(format!("the calculator stopped: {error}")))?;
        Ok(match result {
            Ok(result) if result.chars().count() <= RESULT_CHARACTERS_MAX => {
                told(&voice, &expression, &result)
            }
            Ok(_) => too_large(&voice),
            Err(Trouble::Late) => too_large(&voice),
            Err(Trouble::Told(message)) => {
                refused(&voice, "no_result", "calculator.no_result").with("detail", message)
            }
        }
        .read_only())
    }
}

/// Why there is no result.
enum Trouble {
    /// It would take too long.
    Late,
    /// What the calculator says: a division by zero.
    Told(String),
}

/// Stops a sum when its time is over.
struct Until(Instant);

impl Interrupt for Until {
    fn should_interrupt(&self) -> bool {
        Instant::now() >= self.0
    }
}

/// What an expression comes to. The calculator has no exchange rates, no clock and no randomness of its own, and keeps nothing.
fn worked_out(expression: &str, time: Duration) -> Result<String, Trouble> {
    let mut context = Context::new();
    context.disable_rng();
    let until = Until(Instant::now() + time);
    match evaluate_with_interrupt(expression, &mut context, &until) {
        Ok(result) => Ok(result.get_main_result().to_owned()),
        Err(_) if until.should_interrupt() => Err(Trouble::Late),
        Err(message) => Err(Trouble::Told(message)),
    }
}

fn told(voice: &Voice<'_>, expression: &Expression, result: &str) -> Answer {
    let (is_exact, result) = match result.strip_prefix("approx. ") {
        Some(rest) => (false, rest),
        None => (true, result),
    };
    let (number, unit) = result.split_once(' ').unwrap_or((result, ""));
    let shown = format!("{} {}", grouped(number), unit_name(voice, unit));
    let currency = expression.currency.as_deref().map(|currency| currency_name(voice, currency));
    let shown = format!("{} {}", shown.trim_end(), currency.unwrap_or_default());
    let shown = shown.trim_end();
    let message = if is_exact { "calculator.result" } else { "calculator.about" };
    Answer::done(&Said::same(voice.say(message, &[("result", &shown)])))
        .with("expression", expression.text.as_str())
        .with("result", result)
        .with(
            "value",
            number
                .parse::<f64>()
                .ok()
                .filter(|value| value.is_finite())
                .map_or(Value::Null, |value| json!(value)),
        )
        .with("is_exact", is_exact)
}

fn flawed(voice: &Voice<'_>, flaw: &Flaw) -> Answer {
    let with_piece = |message: &str, piece: &str| {
        let said = voice.say(message, &[("piece", &short(piece))]);
        Answer::refused("not_understood", &Said::same(said))
    };
    match flaw {
        Flaw::Empty => refused(voice, "empty", "calculator.empty"),
        Flaw::TooLong => refused(voice, "too_long", "calculator.too_long"),
        Flaw::Unknown(piece) => with_piece("calculator.unknown", piece),
        Flaw::Brackets => refused(voice, "not_understood", "calculator.brackets"),
        Flaw::Currencies => refused(voice, "mixed_currencies", "calculator.currencies"),
        Flaw::Order(piece) => with_piece("calculator.out_of_order", piece),
    }
}

fn too_large(voice: &Voice<'_>) -> Answer {
    refused(voice, "too_large", "calculator.too_large")
}

fn short(piece: &str) -> String {
    piece.chars().take(20).collect()
}

/// With commas between the thousands, as in Mexico and the United States. What is no plain number stays.
fn grouped(number: &str) -> String {
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", number),
    };
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, format!(".{fraction}")),
        None => (digits, String::new()),
    };
    if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return number.to_owned();
    }
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}{fraction}")
}

fn currency_name<'a>(voice: &Voice<'_>, currency: &'a str) -> &'a str {
    or_itself(voice.words(&format!("currency.{currency}")), currency)
}

/// What a unit is called in a language; its own name where the language has none for it.
fn unit_name<'a>(voice: &Voice<'_>, unit: &'a str) -> &'a str {
    or_itself(voice.words(&format!("unit.{unit}")), unit)
}

fn or_itself<'a>(named: &'a str, itself: &'a str) -> &'a str {
    if named.is_empty() { itself } else { named }
}
