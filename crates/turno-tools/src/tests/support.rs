//! A business at its desk, on a store in memory, at a fixed time.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::{Map, Value};
use turno_business::{Business, Businesses, book::Hold};
use turno_core::{Channel, ConversationKey, Seed, Timestamp};
use turno_language::Language;
use turno_runtime::port::{Prepared, Store, Tool, ToolContext, ToolError};

use crate::builtin_tools;

pub(super) use turno_business::testkit::{
    ANA, JUAN, MemoryStore, NOON, TIENDA, at, bar, sonrisa, terraza, tienda,
};

pub(crate) struct Desk {
    pub(crate) store: MemoryStore,
    pub(crate) business: Business,
    tools: BTreeMap<String, Arc<dyn Tool>>,
    pub(crate) now: Timestamp,
    pub(crate) caller: Option<String>,
    pub(crate) conversation: String,
    pub(crate) branch: Option<String>,
    pub(super) language: Option<Language>,
    /// What codes are made from; none: as earlier versions made them.
    pub(super) seed: Option<Seed>,
    calls: u64,
}

impl Desk {
    pub(crate) fn new(business: Business) -> Self {
        let tools = builtin_tools(Arc::new(Businesses::new([business.clone()])));
        Self {
            store: MemoryStore::default(),
            business,
            tools: tools.into_iter().map(|tool| (tool.spec().name.clone(), tool)).collect(),
            now: at(NOON),
            caller: Some(ANA.to_owned()),
            conversation: "c-1".to_owned(),
            branch: None,
            language: None,
            seed: None,
            calls: 0,
        }
    }

    /// Prepares a call without committing it. The parameters must be valid by the tool's schema.
    pub(crate) fn prepare(&mut self, tool: &str, parameters: Value) -> Result<Prepared, ToolError> {
        self.calls += 1;
        let tool = Arc::clone(&self.tools[tool]);
        let schema = jsonschema::validator_for(&tool.spec().parameters).unwrap();
        if let Err(error) = schema.validate(&parameters) {
            return Err(ToolError::Invalid(error.to_string()));
        }
        let context = self.context();
        let parameters: Map<String, Value> = parameters.as_object().cloned().unwrap();
        block_on(tool.prepare(&self.store, &context, &parameters))
    }

    /// Who calls now, from where and when.
    pub(super) fn context(&self) -> ToolContext {
        ToolContext {
            conversation: ConversationKey::new(&self.business.id, Channel::Test, &self.conversation).unwrap(),
            branch: self.branch.clone(),
            caller_phone: self.caller.clone(),
            language: self.language,
            now: self.now,
            seed: self.seed,
            key: format!("key-{}", self.calls),
            turn: None,
            agent: None,
            calls_before: 0,
            lines: vec![(true, "quiero hablar con alguien".to_owned())],
        }
    }

    /// A tool, to be called without a look at the parameters.
    pub(super) fn tool(&self, name: &str) -> Arc<dyn Tool> {
        Arc::clone(&self.tools[name])
    }

    /// The next call is the latest one once more.
    pub(super) fn again(&mut self) {
        self.calls -= 1;
    }

    /// Makes a call, again where the state changed under it.
    pub(crate) fn call(&mut self, tool: &str, parameters: Value) -> Value {
        let prepared = self.prepare(tool, parameters).unwrap();
        block_on(self.store.commit(prepared.batch)).unwrap();
        prepared.result
    }

    /// What is held in all ledgers: "RES-8135 p1".
    pub(crate) fn holds(&self) -> Vec<String> {
        self.all_holds().iter().map(|hold| format!("{} {}", hold.code, hold.takes.join(" "))).collect()
    }

    pub(crate) fn all_holds(&self) -> Vec<Hold> {
        let rows = self.store.0.lock().unwrap();
        let prefix = format!("b\0{}\0day\0", self.business.id).into_bytes();
        let days = rows.iter().filter(|(key, _)| key.starts_with(&prefix));
        days.flat_map(|(_, value)| turno_business::record::decode::<Vec<Hold>>(value).unwrap()).collect()
    }

    /// A call that must go well, and its message.
    pub(crate) fn message(&mut self, tool: &str, parameters: Value) -> String {
        let result = self.call(tool, parameters);
        assert_eq!(result["success"], true, "{result:#}");
        result["message"].as_str().unwrap().to_owned()
    }

    /// A call that must be refused: its reason and its message.
    pub(crate) fn refusal(&mut self, tool: &str, parameters: Value) -> String {
        let result = self.call(tool, parameters);
        assert_eq!(result["success"], false, "{result:#}");
        format!("{}: {}", result["reason"].as_str().unwrap(), result["message"].as_str().unwrap())
    }
}

pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}
