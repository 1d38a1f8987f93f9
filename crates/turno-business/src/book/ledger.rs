//! Which things are taken when: one row a day.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use turno_runtime::port::{Batch, Store, ToolError};

use crate::{keys, record};

/// One booking's hold on things. A day's row has one for each booking, so the names in it are short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    /// The booking's code.
    #[serde(rename = "c")]
    pub code: String,
    /// What it takes: tables, or a person.
    #[serde(rename = "t")]
    pub takes: Vec<String>,
    /// Minutes since 1970 in UTC: from, and up to but not including.
    #[serde(rename = "f")]
    pub from_minute: i64,
    /// Up to but not including.
    #[serde(rename = "u")]
    pub to_minute: i64,
}

#[derive(Debug, Clone)]
struct Day {
    bytes: Option<Vec<u8>>,
    holds: Vec<Hold>,
}

/// The days that a call has read. A day holds the bookings that begin on it; what begins late may run into the next,
/// so a booking looks at its neighbours too.
#[derive(Debug, Clone)]
pub struct Ledgers {
    tenant: String,
    scope: String,
    days: BTreeMap<Date, Day>,
}

impl Ledgers {
    /// No day read yet. The scope is a restaurant's branch, or all of a clinic's people.
    pub fn new(tenant: &str, scope: &str) -> Self {
        Self { tenant: tenant.to_owned(), scope: scope.to_owned(), days: BTreeMap::new() }
    }

    /// Reads a day and its neighbours, once.
    pub async fn read_around(&mut self, store: &dyn Store, date: Date) -> Result<(), ToolError> {
        for date in [date.yesterday().ok(), Some(date), date.tomorrow().ok()].into_iter().flatten() {
            if !self.days.contains_key(&date) {
                let bytes = store.get(&keys::day(&self.tenant, &self.scope, date)).await?;
                let holds = bytes.as_deref().map(record::decode).transpose()?.unwrap_or_default();
                self.days.insert(date, Day { bytes, holds });
            }
        }
        Ok(())
    }

    /// Whether a thing is free for that stretch, as far as the days were read.
    pub fn is_free(&self, thing: &str, from_minute: i64, to_minute: i64) -> bool {
        !self.holds().any(|hold| {
            hold.from_minute < to_minute
                && from_minute < hold.to_minute
                && hold.takes.iter().any(|taken| taken == thing)
        })
    }

    /// The minutes that a thing is taken on that day.
    pub fn minutes_taken(&self, thing: &str, date: Date) -> i64 {
        let holds = self.days.get(&date).map(|day| day.holds.as_slice()).unwrap_or_default();
        let of_thing = holds.iter().filter(|hold| hold.takes.iter().any(|taken| taken == thing));
        of_thing.map(|hold| hold.to_minute - hold.from_minute).sum()
    }

    /// Lets go of a booking's hold.
    pub fn release(&mut self, date: Date, code: &str) {
        if let Some(day) = self.days.get_mut(&date) {
            day.holds.retain(|hold| hold.code != code);
        }
    }

    /// Adds a booking's hold to a day that was read.
    pub fn hold(&mut self, date: Date, hold: Hold) {
        if let Some(day) = self.days.get_mut(&date) {
            day.holds.push(hold);
            day.holds.sort_by(|a, b| (a.from_minute, &a.code).cmp(&(b.from_minute, &b.code)));
        }
    }

    /// Demands that these days are still as they were read, and writes those that changed.
    pub fn write(&self, batch: &mut Batch, dates: impl IntoIterator<Item = Date>) -> Result<(), ToolError> {
        for date in dates {
            let Some(day) = self.days.get(&date) else { continue };
            let key = keys::day(&self.tenant, &self.scope, date);
            batch.expect(key.clone(), day.bytes.clone());
            let bytes = if day.holds.is_empty() { None } else { Some(record::encode(&day.holds)?) };
            match bytes {
                bytes if bytes == day.bytes => {}
                Some(bytes) => batch.put(key, bytes),
                None => batch.remove(key),
            }
        }
        Ok(())
    }

    /// All holds that were read.
    pub fn holds(&self) -> impl Iterator<Item = &Hold> {
        self.days.values().flat_map(|day| &day.holds)
    }
}
