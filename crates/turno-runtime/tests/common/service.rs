//! Services outside the daemon: one that acts and one that answers. They outlive the daemon, and keep count.

use std::{
    future::pending,
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use serde_json::{Map, Value, json};
use turno_core::{Execution, Retry, ToolSpec};
use turno_language::Act;
use turno_runtime::{
    Handler,
    port::{Batch, OutsideError, OutsideTool, Prepared, Store, Tool, ToolContext, ToolError},
};

/// How the service behaves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Temper {
    #[default]
    Fine,
    /// It acts, and tells a long story.
    Chatty,
    /// It acts, and never answers.
    ActsAndHangs,
    /// It acts, and the answer is lost.
    ActsAndIsLost,
    /// It does nothing, and says so.
    Refuses,
    /// It cannot be called with what it was given.
    Misses,
    /// It has no time for the next so many calls.
    Busy(u32, Option<u64>),
    Panics,
}

#[derive(Debug, Default)]
struct State {
    temper: Temper,
    retry: Option<Retry>,
    /// Keys of the calls that arrived, in order.
    calls: Vec<String>,
    /// What was done, by key: a key that is known is not done again.
    done: Vec<String>,
    looked_up: usize,
}

/// What the test sees and steers of the services.
#[derive(Debug, Clone, Default)]
pub struct Service(Arc<Mutex<State>>);

impl Service {
    pub fn set(&self, temper: Temper) {
        self.0.lock().unwrap().temper = temper;
    }

    /// For daemons that start from now on.
    pub fn set_retry(&self, retry: Retry) {
        self.0.lock().unwrap().retry = Some(retry);
    }

    pub fn calls(&self) -> usize {
        self.0.lock().unwrap().calls.len()
    }

    pub fn done(&self) -> usize {
        self.0.lock().unwrap().done.len()
    }

    pub fn looked_up(&self) -> usize {
        self.0.lock().unwrap().looked_up
    }

    pub fn tools(&self) -> Vec<Handler> {
        let retry = self.0.lock().unwrap().retry.unwrap_or(Retry::Never);
        let party = json!({ "type": "object", "required": ["party_size"],
            "properties": { "party_size": { "type": "integer", "x-slot": "party_size" } } });
        let tell = ToolSpec {
            requires_confirmation: true,
            act: Act::Order,
            retry,
            execution: Execution::ApiCall,
            ..ToolSpec::new("tell_kitchen", "Tells the kitchen", "order", party)
        };
        let look_up = ToolSpec {
            execution: Execution::ApiCall,
            rate_limit_per_minute: Some(3),
            cost_micros: 1_000,
            tells_cost: true,
            ..ToolSpec::new("look_up", "Looks something up", "search", json!({ "type": "object" }))
        };
        vec![
            Handler::Outside(Arc::new(Tell(tell, self.clone()))),
            Handler::Own(Arc::new(LookUp(look_up, self.clone()))),
        ]
    }
}

struct Tell(ToolSpec, Service);

#[async_trait]
impl OutsideTool for Tell {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    async fn call(
        &self,
        context: &ToolContext,
        _parameters: &Map<String, Value>,
    ) -> Result<Value, OutsideError> {
        let temper = {
            let mut state = self.1.0.lock().unwrap();
            state.calls.push(context.key.clone());
            let temper = state.temper.clone();
            let acts = match &temper {
                Temper::Fine
                | Temper::Chatty
                | Temper::ActsAndHangs
                | Temper::ActsAndIsLost
                | Temper::Panics => true,
                Temper::Refuses | Temper::Misses | Temper::Busy(..) => false,
            };
            if acts && !state.done.contains(&context.key) {
                state.done.push(context.key.clone());
            }
            if let Temper::Busy(left, after) = temper {
                state.temper = if left > 1 { Temper::Busy(left - 1, after) } else { Temper::Fine };
            }
            temper
        };
        match temper {
            Temper::Fine => Ok(json!({ "success": true, "answer": "va" })),
            Temper::Chatty => {
                Ok(json!({ "success": true, "answer": "va", "story": "y entonces… ".repeat(10_000) }))
            }
            Temper::ActsAndHangs => pending().await,
            Temper::ActsAndIsLost => Err(OutsideError::Unknown("the line broke".to_owned())),
            Temper::Refuses => Err(OutsideError::NotDone("closed".to_owned())),
            Temper::Misses => Err(OutsideError::Invalid("`id` is not given".to_owned())),
            Temper::Busy(_, retry_after_ms) => {
                Err(OutsideError::Busy { message: "too many".to_owned(), retry_after_ms })
            }
            Temper::Panics => panic!("told to by the test"),
        }
    }
}

struct LookUp(ToolSpec, Service);

#[async_trait]
impl Tool for LookUp {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    async fn prepare(
        &self,
        _store: &dyn Store,
        _context: &ToolContext,
        _parameters: &Map<String, Value>,
    ) -> Result<Prepared, ToolError> {
        let looked_up = {
            let mut state = self.1.0.lock().unwrap();
            state.looked_up += 1;
            state.looked_up
        };
        let mut result = json!({ "success": true, "found": "tacos" });
        // The second look was dear.
        if looked_up == 2 {
            result["cost_micros"] = json!(5_000);
        }
        Ok(Prepared { result, batch: Batch::default() })
    }
}
