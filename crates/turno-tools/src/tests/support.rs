//! A business at its desk, on a store in memory, at a fixed time.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use serde_json::{Map, Value};
use turno_core::{Channel, ConversationKey, Seed, Timestamp};
use turno_language::Language;
use turno_runtime::port::{Batch, CommitError, Prepared, Store, StoreError, Tool, ToolContext, ToolError};

use crate::{
    Business, Businesses, Stock, book::Hold, builtin_tools, load_business, read_orders, read_products,
};

pub(crate) const TERRAZA: &str = include_str!("../../../../config/tenants/terraza.toml");
pub(crate) const SONRISA: &str = include_str!("../../../../config/tenants/sonrisa.toml");
pub(super) const TIENDA: &str = include_str!("../../../../config/tenants/tienda.toml");
const TIENDA_PRODUCTS: &[u8] = include_bytes!("../../../../config/tenants/tienda-products.csv");
const TIENDA_ORDERS: &[u8] = include_bytes!("../../../../config/tenants/tienda-orders.csv");
pub(crate) const ANA: &str = "+525512345678";
pub(crate) const JUAN: &str = "+525587654321";

/// Thursday, January 15, 2026, at noon in Mexico City.
pub(crate) const NOON: &str = "2026-01-15T18:00:00Z";

pub(crate) fn at(text: &str) -> Timestamp {
    Timestamp(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
}

pub(crate) fn terraza() -> Business {
    load_business("terraza.toml", TERRAZA).unwrap_or_else(|faults| panic!("{faults}"))
}

pub(crate) fn sonrisa() -> Business {
    load_business("sonrisa.toml", SONRISA).unwrap_or_else(|faults| panic!("{faults}"))
}

pub(super) fn tienda() -> Business {
    let mut shop = load_business("tienda.toml", TIENDA).unwrap_or_else(|faults| panic!("{faults}"));
    let products = read_products("tienda-products.csv", TIENDA_PRODUCTS, &shop.currency);
    let orders = read_orders("tienda-orders.csv", TIENDA_ORDERS, &shop);
    shop.stock = Arc::new(Stock {
        products: products.unwrap_or_else(|faults| panic!("{faults}")).products,
        orders: orders.unwrap_or_else(|faults| panic!("{faults}")),
    });
    shop
}

#[derive(Default)]
pub(crate) struct MemoryStore(pub(crate) Mutex<BTreeMap<Vec<u8>, Vec<u8>>>);

#[async_trait]
impl Store for MemoryStore {
    async fn commit(&self, batch: Batch) -> Result<(), CommitError> {
        let mut rows = self.0.lock().unwrap();
        if batch
            .expectations
            .iter()
            .any(|expected| rows.get(&expected.key) != expected.value.as_ref())
        {
            return Err(CommitError::Conflict);
        }
        for write in batch.writes {
            match write.value {
                Some(value) => drop(rows.insert(write.key, value)),
                None => drop(rows.remove(&write.key)),
            }
        }
        Ok(())
    }

    async fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.0.lock().unwrap().get(key).cloned())
    }

    async fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<(Vec<u8>, Vec<u8>)>, StoreError> {
        let rows = self.0.lock().unwrap();
        let found = rows.iter().filter(|(key, _)| key.starts_with(prefix));
        let found = found.filter(|(key, _)| after.is_none_or(|after| key.as_slice() > after));
        Ok(found
            .take(limit)
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect())
    }
}

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
            tools: tools
                .into_iter()
                .map(|tool| (tool.spec().name.clone(), tool))
                .collect(),
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
        self.all_holds()
            .iter()
            .map(|hold| format!("{} {}", hold.code, hold.takes.join(" ")))
            .collect()
    }

    pub(crate) fn all_holds(&self) -> Vec<Hold> {
        let rows = self.store.0.lock().unwrap();
        let prefix = format!("b\0{}\0day\0", self.business.id).into_bytes();
        let days = rows.iter().filter(|(key, _)| key.starts_with(&prefix));
        days.flat_map(|(_, value)| crate::record::decode::<Vec<Hold>>(value).unwrap())
            .collect()
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
        format!(
            "{}: {}",
            result["reason"].as_str().unwrap(),
            result["message"].as_str().unwrap()
        )
    }
}

pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap()
        .block_on(future)
}

/// A bar with one table for two, open every day in that stretch, that takes bookings up to the last hour.
pub(crate) fn bar(hours: &str) -> Business {
    let days = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ];
    let week: String = days
        .iter()
        .map(|day| format!("{day} = [\"{hours}\"]\n"))
        .collect();
    let source = format!(
        r#"
        id = "bar"
        name = "El Bar"
        assistant_type = "rest_basic"
        kind = "restaurant"
        language = "es"
        time_zone = "America/Mexico_City"
        country = "MX"
        currency = "MXN"
        address = "Calle 1"
        phone = "+525555550300"
        escalation = {{ phone = "+525555550301", message = "Le comunico." }}
        booking = {{ notice_minutes = 0, max_party_size = 2, seating = [{{ up_to = 2, minutes = 90 }}] }}
        [[branches]]
        id = "centro"
        name = "Centro"
        address = "Calle 1"
        phone = "+525555550300"
        [[rooms]]
        id = "barra"
        name = "barra"
        [[tables]]
        id = "b1"
        room = "barra"
        seats = [1, 2]
        [hours]
        {week}"#
    );
    load_business("bar.toml", &source).unwrap_or_else(|faults| panic!("{faults}"))
}
