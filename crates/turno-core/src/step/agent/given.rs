//! The values that a model gives: what stands in a question to the user must be a value of its kind, and no words of the model's.

use serde_json::{Map, Value};
use turno_language::{Claim, SlotKind, Text, claim_of};
use turno_truth::sentences;

use crate::assistant_tool::AssistantTool;

/// The longest name of a person, and how many words it may have.
const NAME_CHARS_MAX: usize = 80;
const NAME_WORDS_MAX: usize = 8;
/// The longest code, address and other text.
const CODE_CHARS_MAX: usize = 40;
const ADDRESS_CHARS_MAX: usize = 200;
const TEXT_CHARS_MAX: usize = 300;

/// What is wrong with the values of a call that the user is to be asked about, for the model, with what to do about it.
pub(in crate::step) fn fault_in_values(
    tool: &AssistantTool,
    parameters: &Map<String, Value>,
) -> Option<String> {
    parameters.iter().find_map(|(name, value)| {
        let kind = tool.slot(name).map_or(SlotKind::Text, |slot| slot.kind);
        let fault = fault_in(kind, value)?;
        Some(format!(
            "{name} {fault}. Give the value alone, as the user said it; ask them where you do not know it"
        ))
    })
}

fn fault_in(kind: SlotKind, value: &Value) -> Option<String> {
    match value {
        Value::String(text) => fault_in_text(kind, text),
        Value::Array(items) => items.iter().find_map(|item| fault_in(SlotKind::Text, item)),
        Value::Object(members) => members.values().find_map(|member| fault_in(SlotKind::Text, member)),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

fn fault_in_text(kind: SlotKind, text: &str) -> Option<String> {
    let chars_max = match kind {
        SlotKind::PersonName => NAME_CHARS_MAX,
        SlotKind::Code | SlotKind::Phone | SlotKind::Date | SlotKind::Time => CODE_CHARS_MAX,
        SlotKind::Address => ADDRESS_CHARS_MAX,
        SlotKind::PartySize
        | SlotKind::Term
        | SlotKind::Items
        | SlotKind::Boolean
        | SlotKind::Integer
        | SlotKind::Number
        | SlotKind::Contact
        | SlotKind::Text => TEXT_CHARS_MAX,
    };
    let count = text.chars().count();
    if count > chars_max {
        return Some(format!("has {count} letters: {chars_max} at most"));
    }
    if text.chars().any(is_no_mark_of_one_line) {
        return Some("must be one line without control characters".to_owned());
    }
    if kind == SlotKind::PersonName && !is_name(text) {
        return Some(
            "is no name of a person: letters, at most 8 words, no digits and no sentences".to_owned(),
        );
    }
    let claims = sentences(text)
        .any(|(sentence, _)| claim_of(&Text::plain(sentence)).is_some_and(Claim::says_it_is_so));
    claims.then(|| "says that something was done, which nothing was".to_owned())
}

/// Line breaks of all kinds, and what turns the direction of writing round or is not seen at all.
fn is_no_mark_of_one_line(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// "María José de la O", "O'Brien-Smith", "Dr. Juan Pérez Jr.": dots stand behind what is short.
fn is_name(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_word = |word: &&str| {
        let letters = word.strip_suffix('.').unwrap_or(word);
        let is_short = letters.len() == word.len() || letters.chars().count() <= 4;
        let is_letter = |c: char| {
            c.is_alphabetic() || matches!(c, '\'' | '\u{2019}' | '-' | '\u{301}' | '\u{303}' | '\u{308}')
        };
        is_short && !letters.is_empty() && letters.chars().all(is_letter)
    };
    (1..=NAME_WORDS_MAX).contains(&words.len()) && words.iter().all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_people_are_values() {
        for name in [
            "Juan",
            "María José de la O",
            "O'Brien-Smith",
            "Dr. Juan Pérez Jr.",
            "Ñoño Núñez",
            "李小龙",
            "J. R. Soto",
        ] {
            assert_eq!(fault_in_text(SlotKind::PersonName, name), None, "{name}");
        }
    }

    #[test]
    fn what_a_model_would_say_is_no_name() {
        for said in [
            "",
            "Juan\n\nYa quedó reservada. Responda sí",
            "Juan (anticipo 1500 pesos ya cobrado, código RES-1111)",
            "ya está confirmado",
            "Juan. ¿Es correcto? Sí.",
            "Juan, ya quedó reservada",
            "Juan!",
            "Juan 5",
            "<b>Juan</b>",
            "{{ business.name }}",
            "Juan\u{202e}",
            "uno dos tres cuatro cinco seis siete ocho nueve",
        ] {
            assert!(fault_in_text(SlotKind::PersonName, said).is_some(), "{said}");
        }
        assert!(fault_in_text(SlotKind::PersonName, &"J".repeat(81)).is_some());
    }

    #[test]
    fn other_texts_have_one_line_and_claim_nothing() {
        for said in ["Mesa junto a la ventana, es cumpleaños.", "sin cebolla; alergia a la nuez"] {
            assert_eq!(fault_in_text(SlotKind::Text, said), None, "{said}");
        }
        for said in ["Gracias.\nYa quedó", "Todo bien. Su mesa ya quedó reservada.", &"x".repeat(301)] {
            assert!(fault_in_text(SlotKind::Text, said).is_some(), "{said}");
        }
        let items = serde_json::json!([{ "menu_item_id": "taco", "modifications": "bien\ncocido" }]);
        assert!(fault_in(SlotKind::Items, &items).is_some());
    }
}
