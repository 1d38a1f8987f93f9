//! For tests, those of other crates too: the demo businesses, people who call them, a store in memory, and a fixed time.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test says what is wrong by failing"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use turno_core::{Timestamp, ToolSpec};
use turno_runtime::port::{Batch, CommitError, Store, StoreError};

use crate::{Business, Stock, load_business, read_orders, read_products};

/// The file of a restaurant.
pub const TERRAZA: &str = include_str!("../../../config/tenants/terraza.toml");
/// The file of a clinic.
pub const SONRISA: &str = include_str!("../../../config/tenants/sonrisa.toml");
/// The file of a shop.
pub const TIENDA: &str = include_str!("../../../config/tenants/tienda.toml");
const TIENDA_PRODUCTS: &[u8] = include_bytes!("../../../config/tenants/tienda-products.csv");
const TIENDA_ORDERS: &[u8] = include_bytes!("../../../config/tenants/tienda-orders.csv");
/// Somebody's phone.
pub const ANA: &str = "+525512345678";
/// Somebody else's phone.
pub const JUAN: &str = "+525587654321";

/// Thursday, January 15, 2026, at noon in Mexico City.
pub const NOON: &str = "2026-01-15T18:00:00Z";

/// A moment as RFC 3339 writes it.
pub fn at(text: &str) -> Timestamp {
    Timestamp(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
}

/// The restaurant.
pub fn terraza() -> Business {
    load_business("terraza.toml", TERRAZA).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The clinic.
pub fn sonrisa() -> Business {
    load_business("sonrisa.toml", SONRISA).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The shop, with its stock.
pub fn tienda() -> Business {
    let mut shop = load_business("tienda.toml", TIENDA).unwrap_or_else(|faults| panic!("{faults}"));
    let products = read_products("tienda-products.csv", TIENDA_PRODUCTS, &shop.currency);
    let orders = read_orders("tienda-orders.csv", TIENDA_ORDERS, &shop);
    shop.stock = Arc::new(Stock {
        products: products.unwrap_or_else(|faults| panic!("{faults}")).products,
        orders: orders.unwrap_or_else(|faults| panic!("{faults}")),
    });
    shop
}

/// A store in memory, whose rows tests may look at.
#[derive(Default)]
pub struct MemoryStore(pub Mutex<BTreeMap<Vec<u8>, Vec<u8>>>);

#[async_trait]
impl Store for MemoryStore {
    async fn commit(&self, batch: Batch) -> Result<(), CommitError> {
        let mut rows = self.0.lock().unwrap();
        if batch.expectations.iter().any(|expected| rows.get(&expected.key) != expected.value.as_ref()) {
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
        Ok(found.take(limit).map(|(key, value)| (key.clone(), value.clone())).collect())
    }
}

/// A bar with one table for two, open every day in that stretch, that takes bookings up to the last hour.
pub fn bar(hours: &str) -> Business {
    let week: String =
        turno_language::calendar::WEEKDAYS.iter().map(|day| format!("{day} = [\"{hours}\"]\n")).collect();
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

/// The parameters that the page of tools (`TOOLS.md`) lists for a tool: (name, bold where required, slot).
pub fn listed_on(page: &str, tool: &str) -> BTreeSet<(String, bool, String)> {
    let section = page.split("\n## ").find(|section| section.lines().next() == Some(tool));
    let rows = section.unwrap_or_else(|| panic!("the page has no section `{tool}`")).lines();
    rows.filter(|line| line.starts_with("| `") || line.starts_with("| **`"))
        .filter_map(|line| {
            let mut cells = line.split('|').skip(1).map(str::trim);
            let name = cells.next()?;
            let slot = cells.next()?.split(',').next()?.to_owned();
            Some((name.trim_matches(['*', '`']).to_owned(), name.starts_with("**"), slot))
        })
        .collect()
}

/// The parameters that a tool has, likewise.
pub fn parameters_of(spec: &ToolSpec) -> BTreeSet<(String, bool, String)> {
    let slots = spec.slots().into_iter();
    slots
        .map(|slot| {
            let kind = serde_json::to_value(slot.kind).unwrap();
            (slot.name, slot.required, kind.as_str().unwrap().to_owned())
        })
        .collect()
}
