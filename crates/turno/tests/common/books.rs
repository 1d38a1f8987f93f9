//! What the store holds of bookings and orders, read from its files at rest.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use serde::de::DeserializeOwned;
use serde_json::Value;
use turno_runtime::{keys::business, port::Store};
use turno_store::SledStore;

use super::{
    load::Carrier,
    talk::{TENANT, Told},
};

/// The rows of the restaurant.
pub struct Books {
    /// By code.
    bookings: BTreeMap<String, Value>,
    orders: BTreeMap<String, Value>,
    /// What holds each table: code, from, to.
    holds: Vec<(String, Value)>,
}

impl Books {
    /// Reads a copy of the files, so that the store is left as it is.
    pub fn of_copy(data: &Path) -> Self {
        let copy = tempfile::tempdir().unwrap();
        copy_folder(data, copy.path());
        Self::read(copy.path())
    }

    /// Opens the store and reads it.
    pub fn read(data: &Path) -> Self {
        let store = SledStore::open(data).unwrap();
        let rows = |kind: &str| -> Vec<(Vec<u8>, Vec<u8>)> {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let prefix = business(TENANT, &[kind, ""]);
            runtime.block_on(store.scan(&prefix, None, usize::MAX)).unwrap()
        };
        let by = |kind: &str, field: &str| {
            let named = |(_, row): (_, Vec<u8>)| {
                let row: Value = decode(&row);
                (row[field].as_str().unwrap().to_owned(), row)
            };
            rows(kind).into_iter().map(named).collect()
        };
        let holds = rows("day").into_iter().flat_map(|(key, row)| {
            let scope = String::from_utf8_lossy(&key).into_owned();
            let holds: Vec<Value> = decode(&row);
            holds.into_iter().map(move |hold| (scope.clone(), hold))
        });
        Self { bookings: by("booking", "code"), orders: by("order", "number"), holds: holds.collect() }
    }

    /// Nothing that was told is missing, nothing is there that nobody said yes to, and no table is taken twice.
    pub fn agree_with(&self, carriers: &[Carrier]) {
        let mut told_codes = BTreeSet::new();
        for talk in carriers.iter().flat_map(|carrier| carrier.talks.values()) {
            let kept = self.of_conversation(&self.bookings, &talk.id);
            for (code, told) in &talk.bookings {
                assert!(told_codes.insert(code.clone()), "{code} was told to two people");
                let row = kept.get(code.as_str());
                let status = row.map(|row| row["status"].as_str().unwrap());
                let holds = match told {
                    Told::Booked if talk.may_have_cancelled() => status.is_some(),
                    Told::Booked => status == Some("confirmed"),
                    Told::Cancelled => status == Some("cancelled"),
                };
                assert!(holds, "{}: {code} was told as {told:?}, the store has {row:?}", talk.id);
            }
            let orders = self.of_conversation(&self.orders, &talk.id);
            for number in &talk.orders {
                assert!(orders.contains_key(number.as_str()), "{}: {number} is gone", talk.id);
            }
            let untold = kept.len() + orders.len() - talk.bookings.len() - talk.orders.len();
            let may_be = usize::from(talk.may_have_untold());
            assert!(untold <= may_be, "{}: {untold} were made that nobody was told of", talk.id);
        }
        self.no_table_is_taken_twice();
    }

    pub fn booking_count(&self) -> usize {
        self.bookings.len()
    }

    fn of_conversation<'a>(
        &self,
        rows: &'a BTreeMap<String, Value>,
        id: &str,
    ) -> BTreeMap<&'a str, &'a Value> {
        rows.iter()
            .filter(|(_, row)| row["conversation"]["id"] == id)
            .map(|(name, row)| (name.as_str(), row))
            .collect()
    }

    fn no_table_is_taken_twice(&self) {
        let mut taken: BTreeMap<_, Vec<_>> = BTreeMap::new();
        let mut held = BTreeSet::new();
        for (day, hold) in &self.holds {
            let code = hold["c"].as_str().unwrap();
            assert!(held.insert(code), "{code} holds twice");
            for table in hold["t"].as_array().unwrap() {
                let span = (hold["f"].as_i64().unwrap(), hold["u"].as_i64().unwrap(), code);
                // Tables' names are the restaurant's own, so the branch does not matter.
                taken.entry((day, table.as_str().unwrap())).or_default().push(span);
            }
        }
        for ((_, table), mut spans) in taken {
            spans.sort_unstable();
            for pair in spans.windows(2) {
                assert!(pair[0].1 <= pair[1].0, "{table} is taken twice: {pair:?}");
            }
        }
        let confirmed: BTreeSet<&str> = self
            .bookings
            .iter()
            .filter(|(_, row)| row["status"] == "confirmed")
            .map(|(code, _)| code.as_str())
            .collect();
        assert_eq!(held, confirmed, "the days hold what is booked");
    }
}

fn decode<T: DeserializeOwned>(row: &[u8]) -> T {
    rmp_serde::from_slice(&row[1..]).unwrap()
}

pub fn copy_folder(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            std::fs::create_dir_all(&target).unwrap();
            copy_folder(&entry.path(), &target);
        } else if kind.is_file() {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
