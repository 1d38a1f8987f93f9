//! Results of tools: objects.

use serde_json::{Map, Value, json};
use turno_runtime::port::{Batch, Prepared};

use crate::{
    book::Slot,
    say::{Said, sentence},
};

/// A result under construction.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer(Map<String, Value>);

impl Answer {
    /// A result that went well.
    pub fn done(said: &Said) -> Self {
        Self(Map::new())
            .with("success", true)
            .with("message", sentence(&said.text))
            .with("speech", sentence(&said.speech))
    }

    /// A refusal.
    pub fn refused(reason: &str, said: &Said) -> Self {
        Self::done(said).with("success", false).with("reason", reason)
    }

    /// With a field.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// A field that it has.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// With a field that it may have already, which then stays.
    #[must_use]
    pub fn with_default(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.entry(name).or_insert_with(|| value.into());
        self
    }

    /// With the message also under the names that information tools have for it.
    #[must_use]
    pub fn with_formatted(self) -> Self {
        let field = |name: &str| self.0.get(name).cloned().unwrap_or_default();
        let (message, speech) = (field("message"), field("speech"));
        self.with("formatted_message", message).with("formatted_speech", speech)
    }

    /// With slots to offer, under both names that they have.
    #[must_use]
    pub fn with_alternatives(self, slots: &[Slot]) -> Self {
        let slots: Value = slots.iter().map(slot_values).collect();
        self.with("alternatives", slots.clone()).with("alternative_slots", slots)
    }

    /// The result of a call that acted outside.
    pub fn into_value(self) -> Value {
        Value::Object(self.0)
    }

    /// The result of a call that writes nothing.
    pub fn read_only(self) -> Prepared {
        self.and_write(Batch::default())
    }

    /// The result of a call that writes.
    pub fn and_write(self, batch: Batch) -> Prepared {
        Prepared { result: Value::Object(self.0), batch }
    }
}

/// A slot as values of the parameters that book it.
pub fn slot_values(slot: &Slot) -> Value {
    let mut values = json!({"date": slot.at.date, "time": hour_text(slot.at.time)});
    if let Some(staff) = &slot.place.staff {
        values["staff_id"] = json!(staff);
    }
    values
}

/// "20:00".
pub fn hour_text(time: jiff::civil::Time) -> String {
    time.strftime("%H:%M").to_string()
}

/// Cents in whole units, for people's programs: 185.5.
pub fn units(cents: i64) -> Value {
    #[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^52 cents")]
    let amount = cents as f64 / 100.0;
    if cents % 100 == 0 { json!(cents / 100) } else { json!(amount) }
}
