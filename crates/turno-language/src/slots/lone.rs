//! The one number of a first sentence that nothing else explains: "quiero canjear 30 puntos".

use crate::pack::Tagged;
use serde_json::Value;

use super::Reader;
use super::decimal::amount_at;
use super::number::any_ordinal_at;
use super::tokens::Tokens;
use crate::{ReadContext, SlotReading, SlotValue, Text};

/// Before a number these say what it is the number of.
static LEADS: Tagged = Tagged::new("lone_leads");

/// Behind a number these say what it counts, and so that it counts nothing else.
static UNITS: Tagged = Tagged::new("lone_units");

/// What comes after a unit and makes it more: "30 puntos y medio".
static PARTS: Tagged = Tagged::new("lone_parts");

/// Articles that are numbers, too.
static ARTICLES: Tagged = Tagged::new("lone_articles");

/// A whole number for a slot that nobody asked for yet: the only one in the utterance that no other slot takes, and that no word
/// beside it makes the number of something else. `called` are the words that the slot goes by.
pub fn read_lone_integer(
    text: &Text,
    context: &ReadContext<'_>,
    slot: &str,
    called: &[String],
) -> Option<SlotValue> {
    let mut reader =
        Reader { text, tokens: Tokens::of(text, context.language), context, reading: SlotReading::default() };
    reader.read();
    let tokens = &reader.tokens;
    let mut found = None;
    let mut at = 0;
    while at < tokens.len() {
        let ordinal_end = any_ordinal_at(tokens, at).map(|(_, end)| end);
        let Some(amount) = amount_at(tokens, at) else {
            // "La tercera" is one of several.
            if ordinal_end.is_some() {
                return None;
            }
            at += 1;
            continue;
        };
        let is_article = amount.end == at + 1 && tokens.is_one_of(at, &ARTICLES);
        if !is_article {
            if found.is_some() || ordinal_end.is_some_and(|end| end >= amount.end) {
                return None;
            }
            found = Some(amount);
        } else if ordinal_end.is_some_and(|end| end > amount.end) {
            return None;
        }
        at = found.as_ref().map_or(at + 1, |amount| amount.end.max(at + 1));
    }
    let amount = found?;
    let is_of_it = |word: &str| called.iter().any(|name| name == word);
    let (before, after) = (tokens.before(amount.start), tokens.word(amount.end));
    let is_of_another =
        LEADS.contains(&before) && !is_of_it(before) || UNITS.contains(&after) && !is_of_it(after);
    let is_part = tokens.is_glued(amount.start) || tokens.is_glued(amount.end) && !is_end_of_clause(after);
    let goes_on = tokens.phrases(amount.end + 1, &PARTS).is_some();
    let is_whole =
        !goes_on && amount.value.fract() == 0.0 && amount.value.abs() < 1e15 && amount.otherwise.is_none();
    if is_of_another || is_part || !is_whole {
        return None;
    }
    Some(SlotValue {
        slot: slot.to_owned(),
        value: Value::from(amount.value as i64),
        said: tokens.said(&(amount.start..amount.end)).to_owned(),
    })
}

fn is_end_of_clause(mark: &str) -> bool {
    matches!(mark, "." | "," | "!" | "?" | ";" | ":" | ")")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{Language, SlotKind, SlotSpec};

    fn points(utterance: &str, language: Language) -> Option<i64> {
        let now = "2026-01-19T10:00:00-06:00[America/Mexico_City]".parse().unwrap();
        let slot = |name, kind| SlotSpec { name, kind, vocabulary: None };
        let slots = [
            slot("points", SlotKind::Integer),
            slot("customer_phone", SlotKind::Phone),
            slot("customer_name", SlotKind::PersonName),
        ];
        let context = ReadContext {
            language,
            now: &now,
            slots: &slots,
            awaiting: None,
            known: &BTreeMap::new(),
            hours: None,
            country: "MX",
        };
        let called = ["points", "puntos"].map(str::to_owned);
        let read = read_lone_integer(&Text::of(utterance), &context, "points", &called)?;
        assert_eq!(read.slot, "points");
        read.value.as_i64()
    }

    #[test]
    fn the_only_number_that_nothing_else_explains_is_the_slot_s() {
        for (utterance, expected) in [
            ("quiero canjear 30 puntos", Some(30)),
            ("canjea treinta puntos, por favor", Some(30)),
            ("canjéame 30.", Some(30)),
            ("cambia 1,500 puntos por una gorra", Some(1_500)),
            ("quiero un premio con mis 30 puntos, soy Ana", Some(30)),
            ("canjea 30 puntos, mi teléfono es 55 1234 5678", Some(30)),
            ("mañana a las 3 canjeo 30 puntos", Some(30)),
            // Which of two, what is no whole number, and what is the number of something else is asked for.
            ("canjea 30 o 40 puntos", None),
            ("canjea 30 puntos en 2 gorras", None),
            ("canjea 30 puntos y medio", None),
            ("quiero canjear un premio", None),
            ("quiero una gorra", None),
            ("canjea mis puntos mañana a las 3", None),
            ("canjea mis puntos el 20 de enero", None),
            ("canjea mis puntos, somos 4", None),
            ("canjea 30 pesos", None),
            ("canjea los puntos del pedido 30", None),
            ("quiero la tercera opción", None),
            ("canjea el 30%", None),
            ("canjea mis puntos, mi teléfono es 55 1234 5678", None),
            ("quiero canjear puntos", None),
        ] {
            assert_eq!(points(utterance, Language::es()), expected, "{utterance}");
        }
        for (utterance, expected) in [
            ("redeem 30 points", Some(30)),
            ("I want to redeem thirty points for a cap", Some(30)),
            ("redeem one of my rewards", None),
            ("redeem points for 2 people", None),
        ] {
            assert_eq!(points(utterance, Language::en()), expected, "{utterance}");
        }
    }
}
