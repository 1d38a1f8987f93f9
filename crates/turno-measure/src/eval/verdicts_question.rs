//! The question that an answer was given to: what it would do, with which values, and to whom it was put.

use std::collections::BTreeMap;
use turno_language::Text;

use jiff::{ZonedDateTime, civil, tz::TimeZone};
use serde_json::{Value, json};
use turno_language::{
    Act, Asked, Language, OpeningHours, ReadContext, SlotKind, SlotSpec, Sums, Term, Verdict, VerdictReason,
    Vocabulary, read_slots, read_verdict, reason_of_verdict,
};

use super::stage::{FIRST_TURN_AT, json_value, spec_of};

/// A pending question.
#[derive(Debug, Clone)]
pub(super) struct Question {
    act: Act,
    language: Language,
    country: &'static str,
    now: ZonedDateTime,
    slots: Vec<Slot>,
    values: BTreeMap<String, Value>,
}

/// A parameter of the pending call.
#[derive(Debug, Clone)]
struct Slot {
    name: String,
    kind: SlotKind,
    vocabulary: Option<Vocabulary>,
}

/// What a context of a table may be called.
pub(super) const CONTEXTS: &str = "reserve, modify, cancel, order, other";

impl Question {
    /// The question of a table's context, asked on a Monday: a table for 4 on Friday at 8 at night for Juan, or the cancelling of
    /// an appointment on Friday at 10, or two tacos and a drink to be delivered. Values that the question's own words name
    /// come in their place. None where no context is called so.
    pub(super) fn of_context(context: &str, words: Option<&str>) -> Option<Self> {
        let (act, slots, values) = match context {
            "reserve" | "book" => (Act::Book, booking_slots(), booking_values()),
            "modify" => (Act::Modify, booking_slots(), booking_values()),
            "other" => (Act::Other, booking_slots(), booking_values()),
            "cancel" => (Act::Cancel, appointment_slots(), json!({"date": "2026-01-23", "time": "10:00"})),
            "order" => (Act::Order, order_slots(), order_values()),
            _ => return None,
        };
        // Spanish opens its questions with a mark.
        let is_english = words.is_some_and(|words| words.contains('?') && !words.contains('¿'));
        let zone = TimeZone::get("America/Mexico_City").unwrap_or(TimeZone::UTC);
        let now = civil::date(2026, 1, 19).at(12, 0, 0, 0).to_zoned_datetime(zone).ok()?;
        let mut question = Self {
            act,
            language: if is_english { Language::en() } else { Language::es() },
            country: "MX",
            now,
            slots,
            values: serde_json::from_value(values).ok()?,
        };
        if let Some(words) = words {
            let named = question.values_in(words);
            question.values.extend(named);
        }
        Some(question)
    }

    /// The question of a recorded service, with the values that it had asked for.
    pub(super) fn of_confirmed(method: &str, confirmed: &BTreeMap<String, String>) -> Self {
        let slots = spec_of(method, confirmed).slots().into_iter();
        Self::recorded(
            act_of(method),
            slots.map(|slot| Slot { name: slot.name, kind: slot.kind, vocabulary: None }).collect(),
            confirmed.iter().map(|(slot, value)| (slot.clone(), json_value(slot, value))).collect(),
        )
    }

    /// An offer of a recorded service, which names no values.
    pub(super) fn of_offer(intent: &str) -> Self {
        Self::recorded(act_of(intent), when_slots(), BTreeMap::new())
    }

    fn recorded(act: Act, slots: Vec<Slot>, values: BTreeMap<String, Value>) -> Self {
        Self {
            act,
            language: Language::en(),
            country: "US",
            now: FIRST_TURN_AT.to_jiff().to_zoned_datetime(TimeZone::UTC),
            slots,
            values,
        }
    }

    /// What an answer is read as.
    pub(super) fn read(&self, utterance: &str) -> Verdict {
        let reading = self.with_asked(|asked, context| read_verdict(&Text::of(utterance), asked, context));
        reading.verdict
    }

    /// Why it is read so.
    pub(super) fn reason(&self, utterance: &str) -> VerdictReason {
        let (_, reason) =
            self.with_asked(|asked, context| reason_of_verdict(&Text::of(utterance), asked, context));
        reason
    }

    fn with_asked<T>(&self, work: impl FnOnce(&Asked<'_>, &ReadContext<'_>) -> T) -> T {
        let asked = Asked { act: self.act, values: &self.values, sums: Sums::default() };
        self.with_context(&self.values, |context| work(&asked, context))
    }

    /// The values that words name for the question's slots.
    pub(super) fn values_in(&self, words: &str) -> BTreeMap<String, Value> {
        let reading = self.with_context(&BTreeMap::new(), |context| read_slots(&Text::of(words), context));
        let values = reading.values.into_iter();
        values.map(|value| (value.slot, value.value)).collect()
    }

    fn with_context<T>(
        &self,
        known: &BTreeMap<String, Value>,
        work: impl FnOnce(&ReadContext<'_>) -> T,
    ) -> T {
        let slots: Vec<SlotSpec<'_>> = self
            .slots
            .iter()
            .map(|slot| SlotSpec { name: &slot.name, kind: slot.kind, vocabulary: slot.vocabulary.as_ref() })
            .collect();
        let hours = OpeningHours::default();
        work(&ReadContext {
            language: self.language,
            now: &self.now,
            slots: &slots,
            awaiting: None,
            known,
            hours: Some(&hours),
            country: self.country,
        })
    }
}

/// What a recorded service's method does: most of them book or buy something.
fn act_of(method: &str) -> Act {
    let does = |verbs: &[&str]| verbs.iter().any(|verb| method.starts_with(verb));
    if does(&["Play", "Transfer"]) {
        Act::Other
    } else if does(&["Cancel"]) {
        Act::Cancel
    } else {
        Act::Book
    }
}

fn slot(name: &str, kind: SlotKind) -> Slot {
    Slot { name: name.to_owned(), kind, vocabulary: None }
}

fn appointment_slots() -> Vec<Slot> {
    vec![slot("date", SlotKind::Date), slot("time", SlotKind::Time)]
}

fn when_slots() -> Vec<Slot> {
    let mut slots = appointment_slots();
    slots.push(slot("party_size", SlotKind::PartySize));
    slots
}

fn booking_slots() -> Vec<Slot> {
    let mut slots = when_slots();
    slots.push(slot("customer_name", SlotKind::PersonName));
    slots
}

fn booking_values() -> Value {
    json!({"date": "2026-01-23", "time": "20:00", "party_size": 4, "customer_name": "Juan"})
}

fn order_slots() -> Vec<Slot> {
    let mut items = slot("items", SlotKind::Items);
    items.vocabulary = Some(vocabulary(&[
        ("pastor", "taco al pastor", &["pastor", "taco"]),
        ("jamaica", "agua de jamaica", &["jamaica", "agua"]),
        ("horchata", "agua de horchata", &["horchata"]),
        ("suadero", "taco de suadero", &["suadero"]),
        ("quesadilla", "quesadilla", &["queca"]),
        ("guacamole", "guacamole", &["guaca"]),
        ("refresco", "refresco", &["coca", "refresco de cola"]),
        ("flan", "flan", &[]),
    ]));
    let mut order_type = slot("order_type", SlotKind::Term);
    order_type.vocabulary = Some(vocabulary(&[
        ("delivery", "a domicilio", &["domicilio", "entregar", "entrega", "envío"]),
        ("pickup", "para recoger", &["recoger", "pasar por él"]),
    ]));
    vec![items, slot("address", SlotKind::Address), order_type]
}

fn order_values() -> Value {
    json!({
        "items": [{"menu_item_id": "pastor", "quantity": 2}, {"menu_item_id": "jamaica", "quantity": 1}],
        "address": "Reforma 10",
        "order_type": "delivery",
    })
}

fn vocabulary(terms: &[(&str, &str, &[&str])]) -> Vocabulary {
    let terms = terms.iter().map(|(id, name, aliases)| Term {
        id: (*id).to_owned(),
        name: (*name).to_owned(),
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
    });
    Vocabulary::new(terms.collect())
}
