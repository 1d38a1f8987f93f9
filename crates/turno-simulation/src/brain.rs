//! A language model that is right, wrong, slow, broken or silent, and calls whatever tools it likes.

mod insists;

use std::{
    future::pending,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use fastrand::Rng;
use serde_json::{Value, json};
use turno_core::{
    Finish, ModelAnswer, ModelCall, ModelFailure, ModelFailureKind, ModelMessage, ModelRequest,
    ResponseFormat, Usage, check_messages,
};
use turno_runtime::{
    BudgetLimits,
    port::{CancellationToken, Model},
};

use crate::talk::codes_in;

/// The business's id.
pub(crate) const TENANT: &str = "modelada";

/// What it says whether or not anything was done.
pub(crate) const CLAIM: &str = "Ya le hice su reservación.";

/// The codes that tools' descriptions have as examples: it takes them for codes.
pub(crate) const EXAMPLE_CODES: [&str; 3] = ["RES-4821", "CIT-4821", "PED-4821"];

/// What each answer costs.
const COST_MICROS: u64 = 10;

/// What it makes of a text that it is to put in other words.
pub(crate) const LIE: &str = "Abrimos de 2 a 5 de la tarde";

/// What stands before the number of an answer, in the answer.
const SIGNATURE: &str = "Le habla el ayudante";

/// What a run sees and steers of the model. Clones are one.
#[derive(Clone)]
pub(crate) struct Brain(Arc<Mutex<State>>);

struct State {
    rng: Rng,
    is_calm: bool,
    /// It wants to do once more what it has done.
    insists: bool,
    budget: BudgetLimits,
    questions: u64,
    answers: u64,
    /// What was wrong with the first question that was not whole.
    fault: Option<String>,
}

/// What it does with a question.
enum Thought {
    /// Words in pieces, with a pause in milliseconds before each; then what it calls.
    Says(Vec<(u64, String)>, Vec<(String, String)>, Finish),
    /// Words, after a pause, and then it breaks off.
    BreaksOff(u64, String),
    Fails(u64, ModelFailureKind),
    Hangs,
}

impl Brain {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(State::new(0))))
    }

    /// Forgets the run before.
    pub(crate) fn reset(&self, seed: u64, insists: bool) {
        *self.state() = State { insists, ..State::new(seed) };
    }

    /// From now on it answers at once.
    pub(crate) fn calm_down(&self) {
        self.state().is_calm = true;
    }

    /// What may be spent on it.
    pub(crate) fn budget(&self) -> BudgetLimits {
        self.state().budget
    }

    /// Questions that it was asked, and answers that it gave.
    pub(crate) fn counts(&self) -> (u64, u64) {
        let state = self.state();
        (state.questions, state.answers)
    }

    /// What was wrong with a question that it was asked.
    pub(crate) fn fault(&self) -> Option<String> {
        self.state().fault.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The signatures of the answers that a text was made from.
pub(crate) fn signatures_in(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices(SIGNATURE).filter_map(|(at, _)| {
        let rest = text.get(at..)?;
        rest.split_inclusive('.').next()
    })
}

impl State {
    fn new(seed: u64) -> Self {
        Self {
            rng: Rng::with_seed(seed ^ 0x00b7_a121),
            is_calm: false,
            insists: false,
            budget: budget(&mut Rng::with_seed(seed ^ 0x00b0_d9e7)),
            questions: 0,
            answers: 0,
            fault: None,
        }
    }

    /// Takes a question in; gives its number, and what is done with it.
    fn take(&mut self, request: &ModelRequest) -> (u64, Thought) {
        if let Err(fault) = check_messages(&request.messages) {
            self.fault.get_or_insert(fault);
        }
        self.questions += 1;
        let number = self.questions;
        if self.is_calm {
            let words = format!("{SIGNATURE} {number}. ¿En qué más le ayudo?");
            return (number, Thought::Says(vec![(0, words)], Vec::new(), Finish::Stop));
        }
        let rng = &mut self.rng;
        if self.insists {
            return (number, insists::thought(rng, number, request));
        }
        let pause_ms = [0, 0, 0, 40, 900, 3_000, 7_900, 26_000][rng.usize(..8)];
        let thought = match rng.u8(..100) {
            0..5 => Thought::Hangs,
            5..10 => Thought::Fails(pause_ms, any_failure(rng)),
            10..14 => Thought::BreaksOff(pause_ms, words(rng, number, request)),
            _ if request.tools.is_empty() && request.response_format == ResponseFormat::Text => {
                let text = phrases(rng, request);
                Thought::Says(vec![(pause_ms, text)], Vec::new(), Finish::Stop)
            }
            _ if request.response_format != ResponseFormat::Text => {
                let text = any_intent(rng).to_owned();
                Thought::Says(vec![(pause_ms, text)], Vec::new(), Finish::Stop)
            }
            _ => says(rng, number, pause_ms, request),
        };
        (number, thought)
    }
}

#[async_trait]
impl Model for Brain {
    async fn answer(
        &self,
        request: &ModelRequest,
        words: &mut (dyn for<'w> FnMut(&'w str) + Send),
        _called_off: &CancellationToken,
    ) -> Result<ModelAnswer, ModelFailure> {
        let (number, thought) = self.state().take(request);
        let pause = |ms| tokio::time::sleep(Duration::from_millis(ms));
        let failure = |kind| ModelFailure::new(kind, "the simulated model failed");
        match thought {
            Thought::Hangs => pending().await,
            Thought::Fails(pause_ms, kind) => {
                pause(pause_ms).await;
                Err(failure(kind))
            }
            Thought::BreaksOff(pause_ms, text) => {
                pause(pause_ms).await;
                words(&text);
                let said = text;
                Err(ModelFailure { said, ..failure(ModelFailureKind::Malformed) })
            }
            Thought::Says(pieces, calls, finish) => {
                let mut text = String::new();
                for (pause_ms, piece) in pieces {
                    pause(pause_ms).await;
                    words(&piece);
                    text.push_str(&piece);
                }
                self.state().answers += 1;
                Ok(answer(number, text, calls, finish))
            }
        }
    }
}

fn answer(number: u64, text: String, calls: Vec<(String, String)>, finish: Finish) -> ModelAnswer {
    let call = |(at, (tool, arguments)): (usize, (String, String))| ModelCall {
        id: format!("call_{number}_{at}"),
        tool,
        arguments,
        opaque: None,
    };
    ModelAnswer {
        text,
        calls: calls.into_iter().enumerate().map(call).collect(),
        finish,
        usage: Usage::default(),
        provider: "simulated".to_owned(),
        model: "one".to_owned(),
        cost_micros: COST_MICROS,
        opaque: None,
        failed: Vec::new(),
    }
}

/// Mostly enough for all; at times spent after a few answers.
fn budget(rng: &mut Rng) -> BudgetLimits {
    let few = |rng: &mut Rng| (rng.u8(..8) == 0).then(|| rng.u64(1..=6) * COST_MICROS);
    BudgetLimits { day_micros: few(rng), conversation_micros: few(rng) }
}

fn any_failure(rng: &mut Rng) -> ModelFailureKind {
    use ModelFailureKind::{ContentFilter, ContextTooLong, Malformed, Overloaded, RateLimited, Unreachable};
    let kinds = [RateLimited, Overloaded, Malformed, Unreachable, ContentFilter, ContextTooLong];
    kinds[rng.usize(..kinds.len())]
}

fn any_intent(rng: &mut Rng) -> &'static str {
    let answers = [
        r#"{"intent":"talk"}"#,
        r#"{"intent":"talk"}"#,
        r#"{"intent":"talk"}"#,
        r#"{"intent":"none"}"#,
        r#"{"intent":"person"}"#,
        r#"{"intent":"bye"}"#,
        r#"Sure: {"intent":"talk"} as you said"#,
        r#"{"intent":"rob_the_till"}"#,
        r#"{"intent":7}"#,
        r#"{"intent":"#,
        "talk",
        "",
    ];
    answers[rng.usize(..answers.len())]
}

/// A text in other words, which say the same or do not.
fn phrases(rng: &mut Rng, request: &ModelRequest) -> String {
    let Some(ModelMessage::User { text }) = request.messages.last() else {
        return String::new();
    };
    let text = text.trim_start_matches("<data>").trim_end_matches("</data>");
    match rng.u8(..8) {
        0..3 => format!("Con mucho gusto le digo: {text}"),
        3 => format!("{LIE}."),
        4 => format!("{text} {LIE}."),
        5 => format!("{text} {CLAIM}"),
        6 => format!("{text} ¿Le reservo?"),
        _ => String::new(),
    }
}

/// Words, calls, or both.
fn says(rng: &mut Rng, number: u64, pause_ms: u64, request: &ModelRequest) -> Thought {
    // Right after a result it mostly tells of it.
    let has_result = matches!(request.messages.last(), Some(ModelMessage::ToolResult { .. }));
    // Some want the same once more, though nobody asks for it.
    let has_done = has_result && !codes_read(request, false).is_empty();
    let calls_often = match (has_done, has_result) {
        (true, _) => 40,
        (false, true) => 25,
        (false, false) => 60,
    };
    let may_call = request.may_call || rng.u8(..8) == 0;
    let calls = if may_call && rng.u8(..100) < calls_often { calls(rng, request) } else { Vec::new() };
    let text = match rng.u8(..10) {
        0 => [String::new(), "  \n".to_owned()][rng.usize(..2)].clone(),
        1..5 if !calls.is_empty() => String::new(),
        _ => words(rng, number, request),
    };
    let mut pieces = vec![(pause_ms, String::new())];
    for word in text.split_inclusive(' ') {
        pieces.push(([0, 0, 0, 30, 400][rng.usize(..5)], word.to_owned()));
    }
    let finish = [Finish::Stop, Finish::ToolCalls, Finish::Other, Finish::Length][match rng.u8(..20) {
        0 => 3,
        1 => 2,
        _ => usize::from(!calls.is_empty()),
    }];
    Thought::Says(pieces, calls, finish)
}

/// What it says, signed; part of it may be made up.
fn words(rng: &mut Rng, number: u64, request: &ModelRequest) -> String {
    let codes = codes_read(request, true);
    let said = match rng.u8(..10) {
        0..2 => CLAIM.to_owned(),
        2 => "Listo, su código es RES-99999.".to_owned(),
        3 => "La mesa cuesta $777. ¿La quiere?".to_owned(),
        4..6 if !codes.is_empty() => format!("Su código es {}.", codes[rng.usize(..codes.len())]),
        4 => "Confirmo: mesa para 4 personas mañana a las 8 de la noche. ¿Es correcto?".to_owned(),
        5 => "Claro que sí. Con gusto le ayudo. ¿Para qué día?".to_owned(),
        _ => "¿Algo más?".to_owned(),
    };
    format!("{SIGNATURE} {number}. {said}")
}

fn calls(rng: &mut Rng, request: &ModelRequest) -> Vec<(String, String)> {
    let count = [1, 1, 1, 1, 2, 2, 3, 7][rng.usize(..8)];
    let mut calls: Vec<(String, String)> = Vec::new();
    for _ in 0..count {
        let call = match calls.last() {
            Some(last) if rng.u8(..4) == 0 => last.clone(),
            Some(_) | None => call(rng, request),
        };
        calls.push(call);
    }
    calls
}

fn call(rng: &mut Rng, request: &ModelRequest) -> (String, String) {
    let day = ["2026-01-20", "2026-01-20", "2026-01-21", "2025-01-01"][rng.usize(..4)];
    let hour = ["20:00", "20:00", "14:00", "20:30"][rng.usize(..4)];
    let size = [4, 6, 7, 8][rng.usize(..4)];
    let code = |rng: &mut Rng| {
        let codes = codes_read(request, false);
        match codes.as_slice() {
            [] => "XYZ-4321".to_owned(),
            known => known[rng.usize(..known.len())].clone(),
        }
    };
    let (tool, mut arguments) = match rng.u8(..23) {
        0..8 => (
            "create_reservation",
            json!({ "date": day, "time": hour, "party_size": size,
                "customer_name": "Ana López", "customer_phone": "+525512345678" }),
        ),
        8..10 => (
            "create_order",
            json!({ "items": [{ "menu_item_id": "guacamole", "quantity": 2 }], "delivery_type": "pickup",
                "customer_name": "Ana López", "customer_phone": "+525512345678" }),
        ),
        10 => ("cancel_reservation", json!({ "confirmation_code": code(rng) })),
        11 => (
            "modify_reservation",
            json!({ "confirmation_code": code(rng), "time": hour, "date": day, "party_size": size }),
        ),
        12..15 => ("check_availability", json!({ "date": day, "time": hour, "party_size": size })),
        15 => ("get_business_hours", json!({})),
        16 => ("find_bookings", json!({})),
        17 => ("transfer_to_human", json!({ "reason": "asked", "urgency": "low" })),
        18 => (["drop_all_tables", "", "create_appointment"][rng.usize(..3)], json!({})),
        19 => ("create_reservation", json!({ "date": "someday" })),
        20 => ("tell_safely", json!({ "party_size": size })),
        _ => ("tell_once", json!({ "party_size": size })),
    };
    if rng.u8(..8) == 0
        && let Value::Object(members) = &mut arguments
        && let Some(name) = members.keys().next().cloned()
    {
        members.remove(&name);
    }
    let written = arguments.to_string();
    let written = match rng.u8(..20) {
        0 => written[..written.len() / 2].to_owned(),
        1 => String::new(),
        2 => format!("{written} {written}"),
        3 => "[]".to_owned(),
        _ => written,
    };
    (tool.to_owned(), written)
}

/// The codes that it has read. What is wrong with a call names examples: it may say one, but nobody is asked for one.
fn codes_read(request: &ModelRequest, with_examples: bool) -> Vec<String> {
    let texts = request.messages.iter().map(|message| match message {
        ModelMessage::ToolResult { is_error: true, .. } if !with_examples => "",
        ModelMessage::System { text }
        | ModelMessage::User { text }
        | ModelMessage::Assistant { text, .. }
        | ModelMessage::ToolResult { content: text, .. } => text,
    });
    texts.flat_map(codes_in).collect()
}
