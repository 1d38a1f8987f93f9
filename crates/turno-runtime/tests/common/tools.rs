//! Two tools: one that books, and one that answers, hangs or panics as told.

use std::{
    future::pending,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use async_trait::async_trait;
use serde_json::{Map, Value, json};
use turno_core::{Retry, ToolSpec};
use turno_language::Act;
use turno_runtime::{
    keys,
    port::{Batch, Prepared, Store, Tool, ToolContext, ToolError},
};

/// How the tool for the hours feels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mood {
    #[default]
    Fine,
    Hangs,
    Panics,
    /// Answers with far more than anybody can hear.
    Talks,
}

/// What the test sees and steers of the tools.
#[derive(Clone)]
pub struct Kitchen {
    pub mood: Arc<Mutex<Mood>>,
    /// Tables for each day.
    pub tables: Arc<AtomicU64>,
    /// How often a booking was prepared.
    pub prepared: Arc<AtomicU64>,
}

impl Default for Kitchen {
    fn default() -> Self {
        Self { mood: Arc::default(), tables: Arc::new(AtomicU64::new(1_000)), prepared: Arc::default() }
    }
}

impl Kitchen {
    pub fn set_mood(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    pub fn tools(&self) -> Vec<Arc<dyn Tool>> {
        let booking = json!({
            "type": "object", "required": ["date", "time", "party_size"], "additionalProperties": false,
            "properties": {
                "date": { "type": "string", "format": "date" },
                "time": { "type": "string", "format": "time" },
                "party_size": { "type": "integer", "x-slot": "party_size", "minimum": 1, "maximum": 20 },
                "customer_phone": { "type": "string" },
            },
        });
        vec![
            Arc::new(Booking {
                spec: spec("create_reservation", Act::Book, true, booking),
                kitchen: self.clone(),
            }),
            Arc::new(Hours {
                spec: spec("get_business_hours", Act::Other, false, json!({ "type": "object" })),
                kitchen: self.clone(),
            }),
        ]
    }
}

fn spec(name: &str, act: Act, requires_confirmation: bool, parameters: Value) -> ToolSpec {
    ToolSpec {
        requires_confirmation,
        act,
        enabled_for: vec!["rest_basic".to_owned()],
        timeout_ms: 5_000,
        retry: Retry::Never,
        ..ToolSpec::new(name, name, "booking", parameters)
    }
}

struct Booking {
    spec: ToolSpec,
    kitchen: Kitchen,
}

#[async_trait]
impl Tool for Booking {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn prepare(
        &self,
        store: &dyn Store,
        context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<Prepared, ToolError> {
        self.kitchen.prepared.fetch_add(1, Ordering::SeqCst);
        let tenant = &context.conversation.tenant;
        let date = parameters["date"].as_str().unwrap_or_default();
        let day = keys::business(tenant, &["day", date]);
        let before = store.get(&day).await?;
        let taken = before.as_deref().and_then(|bytes| bytes.try_into().ok()).map_or(0, u64::from_be_bytes);
        let mut batch = Batch::default();
        batch.expect(day.clone(), before);
        if taken >= self.kitchen.tables.load(Ordering::SeqCst) {
            return Ok(Prepared { result: json!({ "success": false }), batch });
        }
        let code = format!("RES-{:04}", taken + 1);
        batch.put(day, (taken + 1).to_be_bytes());
        let line = format!("{code} {date} {} {}", parameters["party_size"], context.conversation.id);
        batch.put(keys::business(tenant, &["booking", &context.key]), line);
        Ok(Prepared { result: json!({ "success": true, "confirmation_code": code }), batch })
    }
}

struct Hours {
    spec: ToolSpec,
    kitchen: Kitchen,
}

#[async_trait]
impl Tool for Hours {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn prepare(
        &self,
        _store: &dyn Store,
        _context: &ToolContext,
        _parameters: &Map<String, Value>,
    ) -> Result<Prepared, ToolError> {
        let mood = *self.kitchen.mood.lock().unwrap();
        match mood {
            Mood::Fine => Ok(Prepared { result: json!({ "success": true }), batch: Batch::default() }),
            Mood::Talks => Ok(Prepared {
                result: json!({ "success": true, "story": "y ".repeat(40_000) }),
                batch: Batch::default(),
            }),
            Mood::Hangs => pending().await,
            Mood::Panics => panic!("told to by the test"),
        }
    }
}
