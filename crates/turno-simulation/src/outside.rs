//! A business whose tools act outside, and the service that they act on: it answers, refuses, is busy, slow, or silent, and
//! keeps what it was asked.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use fastrand::Rng;
use serde_json::{Map, Value, json};
use turno_business::{Business, Businesses};
use turno_core::{Assistant, ConversationKey, Execution, Retry, ToolSpec, TurnId};
use turno_runtime::{
    Handler,
    port::{OutsideError, OutsideTool, ToolContext},
};

use crate::modelled::made_after_a_restaurant;

/// The business's id.
pub(crate) const TENANT: &str = "afuera";

/// What it says where the service did it, and where it did not.
pub(crate) const DONE: &str = "La cocina ya lo sabe.";
pub(crate) const NOT_DONE: &str = "La cocina no lo aceptó.";

const GRAPH: &str = include_str!("outside.toml");

/// Something that the service was asked.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) conversation: ConversationKey,
    /// The turn that led to it.
    pub(crate) turn: Option<TurnId>,
    pub(crate) tool: String,
    pub(crate) key: String,
    pub(crate) parameters: Map<String, Value>,
    pub(crate) retry: Retry,
    /// It did it then; a key that it knows it does not do again.
    pub(crate) has_acted: bool,
    /// It said that it did nothing, so that it may be asked again.
    pub(crate) has_declined: bool,
}

/// What a run sees and steers of the service. Clones are one.
#[derive(Clone)]
pub(crate) struct Outside(Arc<Mutex<State>>);

struct State {
    rng: Rng,
    is_calm: bool,
    asked: Vec<Asked>,
    done: BTreeSet<String>,
}

/// How the service takes a request.
#[derive(Debug, Clone, Copy)]
enum Temper {
    /// It acts and answers, after so long.
    Answers(u64),
    /// It acts at once and answers after so long.
    AnswersLate(u64),
    /// It acts, where told so, and the answer is lost.
    Lost(bool),
    /// It acts, where told so, and never answers.
    Silent(bool),
    Busy(Option<u64>),
    Refuses,
}

impl Outside {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(State {
            rng: Rng::with_seed(0),
            is_calm: false,
            asked: Vec::new(),
            done: BTreeSet::new(),
        })))
    }

    /// Forgets the run before.
    pub(crate) fn reset(&self, seed: u64) {
        *self.state() = State {
            rng: Rng::with_seed(seed ^ 0x0075_7e1d),
            is_calm: false,
            asked: Vec::new(),
            done: BTreeSet::new(),
        };
    }

    /// From now on it answers at once.
    pub(crate) fn calm_down(&self) {
        self.state().is_calm = true;
    }

    /// All that it was asked, in order.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.state().asked.clone()
    }

    /// Its tools: one that may be asked again under the same key, and one that must not be.
    pub(crate) fn tools(&self) -> Vec<Handler> {
        let tool = |name: &str, retry| {
            let parameters = json!({ "type": "object", "required": ["party_size"],
                "properties": { "party_size": { "type": "integer", "x-slot": "party_size" } } });
            let spec = ToolSpec {
                requires_confirmation: true,
                retry,
                execution: Execution::ApiCall,
                timeout_ms: 5_000,
                ..ToolSpec::new(name, "Tells the kitchen", "order", parameters)
            };
            Handler::Outside(Arc::new(Tell { spec, outside: self.clone() }))
        };
        vec![tool("tell_safely", Retry::Safe), tool("tell_once", Retry::Never)]
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a request in; gives its number, and how it is taken.
    fn take(&self, asked: Asked) -> (usize, Temper) {
        let mut state = self.state();
        let temper = if state.is_calm { Temper::Answers(0) } else { temper(&mut state.rng) };
        let declines = matches!(temper, Temper::Busy(_) | Temper::Refuses);
        state.asked.push(Asked { has_declined: declines, ..asked });
        (state.asked.len() - 1, temper)
    }

    fn act(&self, number: usize) {
        let mut state = self.state();
        let Some(asked) = state.asked.get(number) else {
            return;
        };
        let (key, retry) = (asked.key.clone(), asked.retry);
        let is_new = state.done.insert(key);
        if let Some(asked) = state.asked.get_mut(number) {
            // Who must not ask twice asks somebody who knows no keys.
            asked.has_acted = is_new || retry == Retry::Never;
        }
    }
}

fn temper(rng: &mut Rng) -> Temper {
    match rng.u8(..100) {
        0..40 => Temper::Answers(0),
        40..55 => Temper::Answers(rng.u64(..9_000)),
        55..65 => Temper::AnswersLate(rng.u64(..9_000)),
        65..76 => Temper::Lost(rng.u8(..3) > 0),
        76..82 => Temper::Silent(rng.u8(..3) > 0),
        82..94 => Temper::Busy([None, Some(50), Some(2_000), Some(60_000)][rng.usize(..4)]),
        _ => Temper::Refuses,
    }
}

struct Tell {
    spec: ToolSpec,
    outside: Outside,
}

#[async_trait]
impl OutsideTool for Tell {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn call(
        &self,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<Value, OutsideError> {
        let (number, temper) = self.outside.take(Asked {
            conversation: context.conversation.clone(),
            turn: context.turn.clone(),
            tool: self.spec.name.clone(),
            key: context.key.clone(),
            parameters: parameters.clone(),
            retry: self.spec.retry,
            has_acted: false,
            has_declined: false,
        });
        let pause = |ms| tokio::time::sleep(Duration::from_millis(ms));
        match temper {
            Temper::Answers(ms) => {
                // The request is on its way, whoever stops waiting for its answer.
                let outside = self.outside.clone();
                let acts = tokio::spawn(async move {
                    pause(ms).await;
                    outside.act(number);
                });
                let _done = acts.await;
            }
            Temper::AnswersLate(ms) => {
                self.outside.act(number);
                pause(ms).await;
            }
            Temper::Lost(acts) | Temper::Silent(acts) => {
                if acts {
                    self.outside.act(number);
                }
                if matches!(temper, Temper::Silent(_)) {
                    return std::future::pending().await;
                }
                return Err(OutsideError::Unknown("the simulated line broke".to_owned()));
            }
            Temper::Busy(retry_after_ms) => {
                let message = "the simulated service is busy".to_owned();
                return Err(OutsideError::Busy { message, retry_after_ms });
            }
            Temper::Refuses => return Err(OutsideError::NotDone("the simulated service says no".to_owned())),
        }
        Ok(json!({ "success": true }))
    }
}

/// The business whose tools act outside; none where the world has no restaurant.
///
/// # Errors
/// Where its graph does not fit its tools.
pub(crate) fn business(
    businesses: &Businesses,
    tools: &[Handler],
) -> Result<Option<(Business, Assistant)>, String> {
    let specs: Vec<ToolSpec> = tools.iter().map(|tool| tool.spec().clone()).collect();
    made_after_a_restaurant(businesses, TENANT, ("outside.toml", GRAPH), &specs)
}
