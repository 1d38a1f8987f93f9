//! Texts in several languages: `{ es = "...", en = "..." }` stands wherever a text may.

use std::ops::Range;

use serde_json::{Value, json};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};
use turno_language::Language;

/// A fault: where, what, and the cure.
pub(super) type WordingFault = (Range<usize>, String, String);

/// The language of that code.
pub(super) fn language_of(code: &str) -> Option<Language> {
    Language::named(code)
}

/// Puts the text of one language in the place of each table of languages. `languages` are all that the business speaks:
/// a table without one of them is a fault, and so is a sentence in one language alone.
pub(super) fn choose(root: &mut DeTable<'_>, chosen: Language, languages: &[Language]) -> Vec<WordingFault> {
    let mut choice = Choice { chosen, languages, faults: Vec::new() };
    if languages.len() > 1 {
        choice.find_sentences_in_one_language(root);
    }
    choice.table(root);
    choice.faults
}

/// The schema of a text that may be in several languages.
pub(super) fn schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let text = json!({"type": "string"});
    let by_language: Value = Language::all()
        .map(|language| (language.code().to_owned(), text.clone()))
        .collect::<serde_json::Map<_, _>>()
        .into();
    schemars::json_schema!({
        "anyOf": [text, {"type": "object", "properties": by_language, "additionalProperties": false, "minProperties": 1}]
    })
}

struct Choice<'a> {
    chosen: Language,
    languages: &'a [Language],
    faults: Vec<WordingFault>,
}

impl Choice<'_> {
    /// A name may well be the same in every language; an answer and a promise are not.
    fn find_sentences_in_one_language(&mut self, root: &DeTable<'_>) {
        let facts = root.get("facts").and_then(|facts| facts.get_ref().as_table());
        let message = || root.get("escalation")?.get_ref().as_table()?.get_key_value("message");
        for (key, value) in facts.into_iter().flat_map(|facts| facts.iter()).chain(message()) {
            if value.get_ref().is_str() {
                let codes: Vec<&str> = self.languages.iter().map(|language| language.code()).collect();
                let texts: Vec<String> = codes.iter().map(|code| format!("{code} = \"...\"")).collect();
                let (key, spoken) = (key.get_ref(), codes.join(" and "));
                self.faults.push((
                    value.span(),
                    format!("`{key}` is in one language, and the business speaks {spoken}"),
                    format!("write {{ {} }}", texts.join(", ")),
                ));
            }
        }
    }

    fn table(&mut self, table: &mut DeTable<'_>) {
        for (_, value) in table.iter_mut() {
            self.value(value);
        }
    }

    fn value(&mut self, value: &mut Spanned<DeValue<'_>>) {
        let span = value.span();
        if let Some(text) = value.get_ref().as_table().and_then(|table| self.text(table, &span)) {
            *value = text;
            return;
        }
        match value.get_mut() {
            DeValue::Table(table) => self.table(table),
            DeValue::Array(elements) => elements.iter_mut().for_each(|element| self.value(element)),
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_) => {}
        }
    }

    /// The text that a table of languages stands for; none where it is another table.
    fn text<'i>(&mut self, table: &DeTable<'i>, span: &Range<usize>) -> Option<Spanned<DeValue<'i>>> {
        let is_of_languages = !table.is_empty()
            && table
                .iter()
                .all(|(key, value)| language_of(key.get_ref()).is_some() && value.get_ref().is_str());
        if !is_of_languages {
            return None;
        }
        for language in self.languages.iter().map(|language| language.code()) {
            if !table.contains_key(language) {
                self.faults.push((
                    span.clone(),
                    format!("this text has no `{language}`"),
                    format!("add `{language} = \"...\"` beside the others"),
                ));
            }
        }
        table.get(self.chosen.code()).or_else(|| table.values().next()).cloned()
    }
}
