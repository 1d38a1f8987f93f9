//! Values for slots.
//!
//! An utterance becomes tokens. The readers go over them in a fixed order, the surest first, and each marks what it
//! used, so that no word counts twice.

mod address;
mod allergies;
mod asides;
mod basket;
mod clock;
mod code;
mod common_words;
mod contrast;
mod date;
pub(crate) mod decimal;
pub(crate) mod digits;
mod found;
mod hints;
mod introduction;
mod item_mentions;
mod item_notes;
mod item_sums;
mod item_turns;
mod item_words;
mod items;
mod likeness;
mod lone;
mod missing_items;
mod moment;
mod name;
mod name_words;
mod number;
mod number_words;
mod party_change;
mod party_company;
mod party_size;
mod party_sums;
mod party_words;
mod per_person;
pub(crate) mod phone;
mod pieces;
mod quiet;
mod refused;
mod requests;
mod several;
mod simple;
mod spelling;
mod staff;
mod terms;
mod time;
pub(crate) mod tokens;

use std::ops::Range;

use jiff::{ToSpan, civil::Date};
use serde_json::Value;

pub use address::STREET_WORDS;
pub use allergies::{Allergy, Told, allergy_in_dish, split_allergy};
pub use decimal::{may_be_of_a_number, read_number};
pub use introduction::{Introduction, split_introduction};
pub use lone::read_lone_integer;
pub use moment::{MomentReading, PartOfDay, read_moment};
pub use per_person::{is_for_somebody_else, is_of_patient};
pub use phone::may_be_from_abroad;
pub use pieces::{PieceReading, email_in, read_piece};
pub use several::{TwoRequests, joined_clauses, split_move, split_requests};

use clock::Moment;
use found::{Found, choose_beside};
use tokens::Tokens;

use crate::{
    Problem, ProblemKind, ReadContext, SlotKind, SlotReading, SlotSpec, SlotValue, Text, Vocabulary,
    pack::Tagged, text::fold,
};

pub(crate) use moment::MOMENTS;
pub(crate) use number_words::NUMBERS;
pub(crate) use quiet::is_quiet_word;

/// What lies beyond this many characters is not read.
const UTTERANCE_CHARACTERS_MAX: usize = 2_000;

/// Fewer digits are neither a phone nor the attempt at one, unless one is awaited.
const PHONE_DIGITS_MIN: usize = 5;

/// Words of a date that is today and no other day: "hoy", "en (media hora)".
static OF_TODAY: Tagged = Tagged::new("dates_of_today");

/// Reads the tables of phone numbers, which are large. Done before the first caller dictates one, it is not waited for
/// then.
pub fn warm_up() {
    phone::warm_up();
}

/// Reads the values that an utterance gives for the slots of `context`.
///
/// Several values may come from one utterance. A correction inside it wins over what it corrects ("a las 8, no,
/// mejor a las 9" gives 9). Nothing is guessed: what is vague, impossible or ambiguous is a [`crate::Problem`].
pub fn read_slots(text: &Text, context: &ReadContext<'_>) -> SlotReading {
    let text = &*text.cut(UTTERANCE_CHARACTERS_MAX);
    let tokens = Tokens::of(text, context.language);
    if context.awaiting.is_none() && tokens.are_quiet() && !has_quiet_term(context) {
        return SlotReading::default();
    }
    read_loud(text, tokens, context)
}

/// A business may call a thing by words of talk alone: "El Bueno".
fn has_quiet_term(context: &ReadContext<'_>) -> bool {
    let mut vocabularies = context.slots.iter().filter_map(|slot| slot.vocabulary);
    vocabularies.any(Vocabulary::has_quiet_key)
}

fn read_loud(text: &Text, tokens: Tokens<'_>, context: &ReadContext<'_>) -> SlotReading {
    let mut reader = Reader { text, tokens, context, reading: SlotReading::default() };
    reader.read();
    reader.reading
}

/// Reads without looking at what the words may give first.
#[cfg(test)]
pub(crate) fn read_slots_without_hints(text: &Text, context: &ReadContext<'_>) -> SlotReading {
    let tokens = Tokens::of(text, context.language).without_hints();
    read_loud(text, tokens, context)
}

/// One utterance being read.
struct Reader<'a> {
    text: &'a Text,
    tokens: Tokens<'a>,
    context: &'a ReadContext<'a>,
    reading: SlotReading,
}

impl<'a> Reader<'a> {
    fn read(&mut self) {
        let hints = self.tokens.hints;
        // The number of the house is no telephone's: "no es Orizaba 182".
        let is_other_address = self.read_other_address();
        let awaits_phone = self.awaits(SlotKind::Phone);
        if awaits_phone || self.tokens.digits_max() >= PHONE_DIGITS_MIN {
            let phones = phone::phones(&self.tokens, self.context.country, awaits_phone);
            self.settle(SlotKind::Phone, phones);
        }
        if let Some(slot) = self.slot_of(SlotKind::Code).filter(|_| hints.has_number) {
            let codes = code::codes(&self.tokens, slot.name, self.awaits(SlotKind::Code));
            self.settle(SlotKind::Code, codes);
        }
        // Streets are named after days: "calle 5 de mayo".
        if self.slot_of(SlotKind::Address).is_some() && !is_other_address {
            let known = self.known_value(SlotKind::Address).and_then(Value::as_str);
            let address = address::address(&self.tokens, known, self.awaits(SlotKind::Address));
            self.settle(SlotKind::Address, address.into_iter().collect());
        }
        let is_named_like_a_day = name::is_named_like_a_day(&self.tokens, self.awaits(SlotKind::PersonName));
        if is_named_like_a_day {
            self.read_name();
        }
        self.read_led_party();
        self.read_contrast();
        self.read_moment();
        self.read_party_size();
        self.read_terms();
        if !is_named_like_a_day {
            self.read_name();
        }
        // A list of dishes is no street.
        if self.awaits(SlotKind::Address) && !self.has(SlotKind::Address) && !self.has(SlotKind::Items) {
            let address = address::bare_address(&self.tokens);
            self.settle(SlotKind::Address, address.into_iter().collect());
        }
        self.read_awaited();
    }

    /// "No es Orizaba 182": whether anything was said of the known address.
    fn read_other_address(&mut self) -> bool {
        if self.slot_of(SlotKind::Address).is_none() {
            return false;
        }
        let known = self.known_value(SlotKind::Address).and_then(Value::as_str);
        let other = address::other_address(&self.tokens, known, self.context.awaiting.is_some());
        let is_told = other.is_some();
        self.settle(SlotKind::Address, other.into_iter().collect());
        is_told
    }

    fn read_moment(&mut self) {
        // "About three" is a weight where nobody asks for a moment.
        let may_be_moment = self.slot_of(SlotKind::Date).or(self.slot_of(SlotKind::Time));
        if self.awaits(SlotKind::Number) && may_be_moment.is_none() {
            return;
        }
        let mut pieces = moment::pieces(&self.tokens, self.context.now.datetime());
        if self.awaits(SlotKind::PartySize) {
            // "Entre 4 y 6" are people then.
            pieces
                .retain(|piece| piece.end == moment::End::Single || !self.is_of_numbers(piece.said.clone()));
        }
        asides::set_apart(&mut self.tokens, &mut pieces);
        let known_date = self.known(SlotKind::Date);
        let dates = date::dates(&self.tokens, &pieces, self.context, known_date, self.awaits(SlotKind::Date));
        let date = self.settle(SlotKind::Date, dates);
        let date: Option<Date> = date.and_then(|value| value.as_str()?.parse().ok());
        let mut moment = Moment {
            today: self.context.now.date(),
            now: self.context.now.time(),
            now_there: self.context.now,
            date: date.or(known_date),
            hours: self.context.hours,
            known: self.known(SlotKind::Time),
        };
        let asking = self.asking_for_time();
        let mut times = time::times(&self.tokens, &pieces, &moment, asking);
        if let Some(later) = self.a_week_later(date, &moment, &times) {
            moment.date = Some(later);
            times = time::times(&self.tokens, &pieces, &moment, asking);
        }
        self.settle(SlotKind::Time, times);
    }

    fn is_of_numbers(&self, mut range: Range<usize>) -> bool {
        range.all(|at| {
            number::number_at(&self.tokens, at).is_some()
                || self.tokens.is_mark(at)
                || party_size::is_range_lead(&self.tokens, at)
        })
    }

    /// "El viernes a las 3", said on a Friday at 5, is the next Friday: a weekday is never a day that is over.
    fn a_week_later(&mut self, date: Option<Date>, moment: &Moment<'_>, times: &[Found]) -> Option<Date> {
        let date = date.filter(|date| *date == moment.today)?;
        let slot = self.slot_of(SlotKind::Date)?.name;
        let value = self.reading.values.iter_mut().find(|value| value.slot == slot)?;
        let said = fold(&value.said);
        if said.split(|c: char| !c.is_alphanumeric()).any(|word| OF_TODAY.contains(&word)) {
            return None;
        }
        let is_past = times.iter().any(|time| time.outcome == Err(ProblemKind::Past));
        let is_over = match moment.known {
            Some(time) => time <= moment.now,
            None => moment.hours.is_some_and(|hours| !hours.opens_later(date, moment.now)),
        };
        if !(is_past || times.is_empty() && is_over) {
            return None;
        }
        let later = date.checked_add(7.days()).ok()?;
        value.value = Value::from(later.to_string());
        Some(later)
    }

    fn read_name(&mut self) {
        if self.slot_of(SlotKind::PersonName).is_some() {
            let known = self.known_value(SlotKind::PersonName).and_then(Value::as_str);
            let names = name::names(&self.tokens, known, self.awaits(SlotKind::PersonName));
            self.settle(SlotKind::PersonName, names);
        }
    }

    /// "Para 4", at the question for the hour, are people: an hour is "para las 4". In English "for 4" may be an hour where
    /// the people are known.
    fn read_led_party(&mut self) {
        if self.awaits(SlotKind::Time) && self.slot_of(SlotKind::PartySize).is_some() {
            let known = self.known_value(SlotKind::PartySize).and_then(Value::as_u64);
            let known = known.and_then(|size| size.try_into().ok());
            let led = party_size::led(&self.tokens, known.is_some());
            let led = led.or_else(|| party_size::put_right(&self.tokens, known, self.text.folded()));
            self.settle(SlotKind::PartySize, led.into_iter().collect());
        }
    }

    fn read_party_size(&mut self) {
        if self.slot_of(SlotKind::PartySize).is_none() || self.has(SlotKind::PartySize) {
            return;
        }
        let known = self.known_value(SlotKind::PartySize).and_then(Value::as_u64);
        let known = known.and_then(|size| size.try_into().ok());
        let mut sizes = party_size::sizes(&self.tokens, known, self.awaits(SlotKind::PartySize));
        if sizes.is_empty() && self.awaits(SlotKind::PersonName) {
            sizes.extend(party_size::put_right(&self.tokens, known, self.text.folded()));
        }
        self.settle(SlotKind::PartySize, sizes);
    }

    /// Each vocabulary is read for itself.
    fn read_terms(&mut self) {
        if let Some(slot) = self.slot_of(SlotKind::Items)
            && let Some(vocabulary) = slot.vocabulary
        {
            let known = self.context.known.get(slot.name);
            let items = items::items(&self.tokens, vocabulary, known, self.awaits(SlotKind::Items));
            // "Tabasco 120, una cuadra adelante": beside no dish, what is counted in an address is none.
            let may_miss = !items.found.is_empty() || !self.awaits(SlotKind::Address);
            self.settle(SlotKind::Items, items.found);
            if let Some(missing) = items.missing.filter(|_| may_miss) {
                self.tokens.take(missing.taken.clone());
                self.record(slot, missing);
            }
        }
        for slot in self.context.slots.iter().filter(|slot| slot.kind == SlotKind::Term) {
            let Some(vocabulary) = slot.vocabulary else {
                continue;
            };
            let is_awaited = self.context.awaiting == Some(slot.name);
            let person = || {
                let known = self.context.known.get(slot.name);
                let is_name_awaited = self.awaits(SlotKind::PersonName);
                staff::person(&self.tokens, vocabulary, known, is_name_awaited, is_awaited)
            };
            let person = vocabulary.is_of_people().then(person).flatten();
            let is_own = person.is_none() && (!vocabulary.is_of_people() || is_awaited);
            let found =
                person.or_else(|| is_own.then(|| terms::term(&self.tokens, vocabulary, is_awaited))?);
            if let Some(found) = found {
                self.tokens.take(found.taken.clone());
                self.record(slot, found);
            }
        }
    }

    /// The kinds that are read only where they were asked for.
    fn read_awaited(&mut self) {
        let Some(slot) = self.awaited() else { return };
        let found = match slot.kind {
            SlotKind::Boolean => simple::boolean(&self.tokens),
            SlotKind::Integer => simple::integer(&self.tokens),
            SlotKind::Number => simple::number(&self.tokens),
            SlotKind::Text | SlotKind::Contact => simple::text(self.text.said(), &self.tokens),
            SlotKind::Date
            | SlotKind::Time
            | SlotKind::PartySize
            | SlotKind::PersonName
            | SlotKind::Phone
            | SlotKind::Term
            | SlotKind::Items
            | SlotKind::Address
            | SlotKind::Code => None,
        };
        self.settle(slot.kind, found.into_iter().collect());
    }

    /// The first known value of a kind of slot.
    fn known<T: std::str::FromStr>(&self, kind: SlotKind) -> Option<T> {
        self.known_value(kind)?.as_str()?.parse().ok()
    }

    fn known_value(&self, kind: SlotKind) -> Option<&'a Value> {
        let mut slots = self.context.slots.iter().filter(|slot| slot.kind == kind);
        slots.find_map(|slot| self.context.known.get(slot.name))
    }

    /// Whether the slot that was asked for is of that kind.
    fn awaits(&self, kind: SlotKind) -> bool {
        self.awaited().is_some_and(|slot| slot.kind == kind)
    }

    fn has(&self, kind: SlotKind) -> bool {
        let name = self.slot_of(kind).map(|slot| slot.name);
        self.reading.values.iter().any(|value| Some(value.slot.as_str()) == name)
    }

    fn awaited(&self) -> Option<&'a SlotSpec<'a>> {
        let name = self.context.awaiting?;
        self.context.slots.iter().find(|slot| slot.name == name)
    }

    /// The slot that a value of a kind belongs to: the awaited one, else the first that is empty, else the first.
    fn slot_of(&self, kind: SlotKind) -> Option<&'a SlotSpec<'a>> {
        let mut slots = self.context.slots.iter().filter(|slot| slot.kind == kind);
        let awaited = self.awaited().filter(|slot| slot.kind == kind);
        let empty = || slots.clone().find(|slot| !self.context.known.contains_key(slot.name));
        awaited.or_else(empty).or_else(|| slots.next())
    }

    /// Marks what was found as used, and records the one that counts. Gives its value.
    fn settle(&mut self, kind: SlotKind, found: Vec<Found>) -> Option<Value> {
        let chosen = choose_beside(&self.tokens, &found, self.known_value(kind));
        for one in found {
            self.tokens.take(one.taken);
        }
        let chosen = chosen?;
        let value = chosen.outcome.as_ref().ok().cloned();
        if let Some(slot) = self.slot_of(kind) {
            self.record(slot, chosen);
        }
        value
    }

    fn record(&mut self, slot: &SlotSpec<'_>, found: Found) {
        let said = self.tokens.said(&found.said).to_owned();
        let slot = slot.name.to_owned();
        match found.outcome {
            Ok(value) => self.reading.values.push(SlotValue { slot, value, said }),
            Err(kind) => self.reading.problems.push(Problem { slot, said, kind }),
        }
    }
}

#[cfg(test)]
mod tests;
