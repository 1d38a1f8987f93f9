//! Reads a TOML document part by part, so that one fault does not hide the next.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use toml::{
    Spanned,
    de::{DeTable, DeValue, ValueDeserializer},
};

use turno_language::Language;

use super::{
    fault::{Fault, Faults, did_you_mean},
    places::{covers, holds, key_span, span},
    reworded::{SEE_SCHEMA, reworded, syntax_fault},
    wording,
};

pub use super::places::Step;

/// A document that is read part by part, and its faults so far.
pub struct Reader<'a> {
    file: &'a str,
    source: &'a str,
    root: Spanned<DeTable<'a>>,
    faults: Vec<(usize, Fault)>,
}

impl<'a> Reader<'a> {
    /// A reader of a document; a document that is not TOML gives the first fault of its syntax, which the others follow from.
    pub fn new(file: &'a str, source: &'a str) -> Result<Self, Faults> {
        match turno_core::slips::document(source) {
            Ok(root) => Ok(Self { file, source, root, faults: Vec::new() }),
            Err((told, place)) => {
                let (message, help) = syntax_fault(&told);
                Err(Faults(vec![Fault::at(file, source, &place, message, help)]))
            }
        }
    }

    /// The languages that the file names, the first one first: `languages = ["es", "en"]`, or `language = "es"`. Codes that
    /// are none are left out.
    pub fn languages(&self) -> Vec<Language> {
        let root = self.root.get_ref();
        let list = root.get("languages").and_then(|list| list.get_ref().as_array());
        let codes = list.into_iter().flat_map(|list| list.iter()).chain(root.get("language"));
        let mut languages = Vec::new();
        for language in codes.filter_map(|code| wording::language_of(code.get_ref().as_str()?)) {
            if !languages.contains(&language) {
                languages.push(language);
            }
        }
        languages
    }

    /// Reads on as the file is in one of its languages.
    pub fn choose(&mut self, chosen: Language, languages: &[Language]) {
        for (place, message, hint) in wording::choose(self.root.get_mut(), chosen, languages) {
            self.fault_at(&place, message, hint);
        }
    }

    /// Notes a fault at a path; where the path does not exist, at its nearest part that does.
    pub fn fault(&mut self, path: &[Step<'_>], message: impl Into<String>, help: impl Into<String>) {
        let span = span(self.root.get_ref(), path);
        self.fault_at(&span, message.into(), help.into());
    }

    /// The same, at the last key of the path itself.
    pub fn fault_at_key(&mut self, path: &[Step<'_>], message: impl Into<String>, help: impl Into<String>) {
        let span = key_span(self.root.get_ref(), path).unwrap_or_else(|| span(self.root.get_ref(), path));
        self.fault_at(&span, message.into(), help.into());
    }

    /// A message with the place of a path in the file, for what is no fault.
    pub fn placed(&self, path: &[Step<'_>], message: &str) -> String {
        let place =
            Fault::at(self.file, self.source, &span(self.root.get_ref(), path), String::new(), String::new());
        format!("{}:{}: {message}", place.file, place.line)
    }

    /// The same, where the cure may stand in the message, behind a colon.
    pub fn fault_hint(&mut self, path: &[Step<'_>], message: impl Into<String>, hint: Option<String>) {
        let message: String = message.into();
        match (hint, message.split_once(": ")) {
            (Some(help), _) => self.fault(path, message, help),
            (None, Some((what, help))) => self.fault(path, what, help),
            (None, None) => self.fault(path, message, SEE_SCHEMA),
        }
    }

    /// The keys at the top that are no table, as one part. `tables` are the keys that are read on their own.
    pub fn top<T: DeserializeOwned + JsonSchema>(&mut self, tables: &[&str]) -> Option<T> {
        let mut table = self.root.get_ref().clone();
        for name in tables {
            table.remove(*name);
        }
        self.part(Spanned::new(0..0, table), tables)
    }

    /// A table at the top, if the file has it.
    pub fn table<T: DeserializeOwned + JsonSchema>(&mut self, name: &str) -> Option<T> {
        let value = self.root.get_ref().get(name)?.clone();
        self.element(value, name)
    }

    /// Names every key at the top that is none of these.
    pub fn only_tables(&mut self, names: &[&str]) {
        let others: Vec<(String, Range<usize>)> = self
            .root
            .get_ref()
            .keys()
            .filter(|key| !names.contains(&key.get_ref().as_ref()))
            .map(|key| (key.get_ref().to_string(), key.span()))
            .collect();
        for (key, place) in others {
            let hint = format!("known are {}", names.join(", "));
            self.fault_at(&place, format!("unknown key `{key}`"), hint);
        }
    }

    /// A list of tables at the top, each with its place in the list; those with faults are left out.
    pub fn list<T: DeserializeOwned + JsonSchema>(&mut self, name: &str) -> Vec<(usize, T)> {
        let Some(value) = self.root.get_ref().get(name).cloned() else {
            return Vec::new();
        };
        let span = value.span();
        let DeValue::Array(elements) = value.into_inner() else {
            self.fault_at(
                &span,
                format!("`{name}` is a list"),
                format!("begin each of its entries with [[{name}]]"),
            );
            return Vec::new();
        };
        let elements = elements.into_iter().enumerate();
        elements.filter_map(|(index, element)| Some((index, self.element(element, name)?))).collect()
    }

    /// A table of strings at the top; empty where the file does not have it.
    pub fn strings(&mut self, name: &str) -> BTreeMap<String, String> {
        let Some(value) = self.root.get_ref().get(name).cloned() else {
            return BTreeMap::new();
        };
        let span = value.span();
        let DeValue::Table(table) = value.into_inner() else {
            self.fault_at(&span, format!("`{name}` is a table"), format!("begin it with [{name}]"));
            return BTreeMap::new();
        };
        let mut strings = BTreeMap::new();
        for (key, value) in &table {
            match value.get_ref().as_str() {
                Some(text) => drop(strings.insert(key.get_ref().to_string(), text.to_owned())),
                None => self.fault_at(
                    &value.span(),
                    format!("`{}` is a text", key.get_ref()),
                    "put it in quotes".to_owned(),
                ),
            }
        }
        strings
    }

    /// The keys of a table at the top.
    pub fn keys(&self, name: &str) -> Vec<String> {
        let table = self.root.get_ref().get(name).and_then(|value| value.get_ref().as_table());
        table.into_iter().flat_map(|table| table.keys()).map(|key| key.get_ref().to_string()).collect()
    }

    /// A text at the top, whatever is wrong beside it.
    pub fn text(&self, name: &str) -> Option<String> {
        self.root.get_ref().get(name)?.get_ref().as_str().map(str::to_owned)
    }

    /// Whether the file has that key at the top.
    pub fn has(&self, name: &str) -> bool {
        self.root.get_ref().contains_key(name)
    }

    /// Whether the file has a list at the top, and nothing in it.
    pub fn is_empty_list(&self, name: &str) -> bool {
        let list = self.root.get_ref().get(name);
        list.and_then(|list| list.get_ref().as_array()).is_some_and(|list| list.is_empty())
    }

    /// The ids in a list at the top, also of entries with faults.
    pub fn ids(&self, name: &str) -> BTreeSet<String> {
        let elements = self.root.get_ref().get(name).and_then(|value| value.get_ref().as_array());
        let elements = elements.into_iter().flat_map(|elements| elements.iter());
        elements
            .filter_map(|element| Some(element.get_ref().get("id")?.get_ref().as_str()?.to_owned()))
            .collect()
    }

    /// All faults, in the order of their places.
    pub fn into_faults(mut self) -> Option<Faults> {
        self.faults.sort_by_key(|(start, _)| *start);
        let faults: Vec<Fault> = self.faults.into_iter().map(|(_, fault)| fault).collect();
        (!faults.is_empty()).then_some(Faults(faults))
    }

    fn element<T: DeserializeOwned + JsonSchema>(
        &mut self,
        value: Spanned<DeValue<'a>>,
        name: &str,
    ) -> Option<T> {
        let span = value.span();
        let DeValue::Table(table) = value.into_inner() else {
            self.fault_at(&span, format!("`{name}` is a table"), format!("begin it with [{name}]"));
            return None;
        };
        self.part(Spanned::new(span, table), &[])
    }

    /// Reads a table: names every key that is unknown, missing or wrong, and gives the value where there is none.
    fn part<T: DeserializeOwned + JsonSchema>(
        &mut self,
        table: Spanned<DeTable<'a>>,
        also_known: &[&str],
    ) -> Option<T> {
        let faults_before = self.faults.len();
        let span = table.span();
        let mut table = table.into_inner();
        let schema = schemars::schema_for!(T);
        self.check_keys(schema.as_value(), &span, &mut table, also_known);
        let mut removed = BTreeSet::new();
        loop {
            let spanned = Spanned::new(span.clone(), DeValue::Table(table.clone()));
            match T::deserialize(ValueDeserializer::from(spanned)) {
                Ok(value) => return (self.faults.len() == faults_before).then_some(value),
                Err(error) => {
                    let missing = error.message().strip_prefix("missing field ");
                    if missing.is_some_and(|key| removed.contains(key.trim_matches('`'))) {
                        return None;
                    }
                    let place = error.span().unwrap_or_else(|| span.clone());
                    // What is missing of the table itself was told above.
                    if missing.is_some() && place == span && self.faults.len() > faults_before {
                        return None;
                    }
                    let culprit = table
                        .iter()
                        .find(|(key, value)| covers(&key.span(), &place) || holds(value, &place))
                        .map(|(key, _)| key.get_ref().to_string());
                    let Some(key) = culprit else {
                        self.fault_unless_told(faults_before, &place, error.message());
                        return None;
                    };
                    let (message, help) = reworded(error.message());
                    self.fault_at(&place, format!("in `{key}`: {message}"), help);
                    table.remove(key.as_str());
                    removed.insert(key);
                }
            }
        }
    }

    fn check_keys(
        &mut self,
        schema: &Value,
        span: &Range<usize>,
        table: &mut DeTable<'a>,
        also_known: &[&str],
    ) {
        let properties = schema.get("properties").and_then(Value::as_object);
        let known: Vec<&str> =
            properties.into_iter().flat_map(|names| names.keys()).map(String::as_str).collect();
        let unknown: Vec<(String, Range<usize>)> = table
            .iter()
            .filter(|(key, _)| !known.contains(&key.get_ref().as_ref()))
            .map(|(key, _)| (key.get_ref().to_string(), key.span()))
            .collect();
        // What is missing because of a slip in its name is told as that.
        let mut meant = BTreeSet::new();
        for (key, place) in unknown {
            meant.extend(turno_core::nearest(&key, known.iter().copied()));
            let help = did_you_mean(&key, known.iter().chain(also_known).copied())
                .unwrap_or_else(|| format!("known here: {}", known.join(", ")));
            self.fault_at(&place, format!("unknown key `{key}`"), help);
            table.remove(key.as_str());
        }
        let required = schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if !table.contains_key(name) && !meant.contains(name) {
                self.fault_at(
                    &(span.start..span.start),
                    format!("`{name}` is missing"),
                    format!("add `{name} = ...`"),
                );
            }
        }
    }

    /// What is left after all keys were looked at is a missing one, which has been told already.
    fn fault_unless_told(&mut self, faults_before: usize, place: &Range<usize>, message: &str) {
        if self.faults.len() == faults_before {
            let (message, help) = reworded(message);
            self.fault_at(place, message, help);
        }
    }

    /// Whether any was noted.
    pub(super) fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// The document without the keys at its top that are unknown; those and what is missing there are noted.
    pub(super) fn known_root<T: JsonSchema>(&mut self) -> DeTable<'a> {
        let mut root = self.root.get_ref().clone();
        self.check_keys(schemars::schema_for!(T).as_value(), &(0..0), &mut root, &[]);
        root
    }

    /// Notes a fault at a range of bytes.
    pub(super) fn fault_at(&mut self, span: &Range<usize>, message: String, help: String) {
        self.faults.push((span.start, Fault::at(self.file, self.source, span, message, help)));
    }
}
