//! From the source to what was written, node by node.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeString, DeValue, Error, ValueDeserializer};

use crate::fault::FaultKind;
use crate::file::{KINDS, Name, NodeFile};
use crate::slips::{Slip, document, slip_of};
use crate::words::Words;
use crate::wrong_value::wrong_value;

/// The faults that were found so far.
pub(crate) type Found = Vec<(FaultKind, Range<usize>)>;

/// A graph file whose names are not checked yet.
#[derive(Debug)]
pub(crate) struct RawGraph {
    pub(crate) name: Option<Name>,
    pub(crate) start: Option<Name>,
    pub(crate) migrate: BTreeMap<Name, Name>,
    /// By name; none where the node could not be read.
    pub(crate) nodes: BTreeMap<Name, Option<NodeFile>>,
}

const MAXIMUM_BYTES: usize = 1024 * 1024;
const MAXIMUM_NODES: usize = 1000;

/// Reads a source. None where nothing more can be said of it than what `found` has.
pub(crate) fn read(source: &str, words: &Words, found: &mut Found) -> Option<RawGraph> {
    if source.len() > MAXIMUM_BYTES {
        found.push((FaultKind::FileTooLarge { bytes: source.len() }, 0..0));
        return None;
    }
    let document = match document(source) {
        Ok(document) => document,
        Err((detail, place)) => {
            found.push((FaultKind::Syntax { detail }, place));
            return None;
        }
    };
    let mut graph = RawGraph { name: None, start: None, migrate: BTreeMap::new(), nodes: BTreeMap::new() };
    let mut reader = Reader { words, found };
    for (key, value) in document.into_inner() {
        let place = value.span();
        match key.get_ref().as_ref() {
            "$schema" => {}
            "name" => graph.name = reader.deserialize(value, &place),
            "start" => graph.start = reader.deserialize(value, &place),
            "migrate" => graph.migrate = reader.deserialize(value, &place).unwrap_or_default(),
            "nodes" => graph.nodes = reader.nodes(value)?,
            other => {
                let unknown = unknown_key(other, &["name", "start", "migrate", "nodes"], words);
                reader.found.push((unknown, key.span()));
            }
        }
    }
    for (key, missing) in
        [("name", graph.name.is_none()), ("start", graph.start.is_none()), ("nodes", graph.nodes.is_empty())]
    {
        if missing && !found.iter().any(|(kind, _)| matches!(kind, FaultKind::WrongValue { .. })) {
            found.push((FaultKind::MissingKey { key: key.to_owned() }, 0..0));
        }
    }
    Some(graph)
}

/// Reads the tables of a file, and notes what is wrong with them.
struct Reader<'a> {
    words: &'a Words,
    found: &'a mut Found,
}

impl Reader<'_> {
    fn nodes(&mut self, value: Spanned<DeValue<'_>>) -> Option<BTreeMap<Name, Option<NodeFile>>> {
        let place = value.span();
        let DeValue::Table(table) = value.into_inner() else {
            self.found.push((
                FaultKind::WrongValue {
                    detail: "nodes is a table: [nodes.NAME]".to_owned(),
                    cure: "write [nodes.NAME] for each node, and its keys beneath".to_owned(),
                },
                place,
            ));
            return None;
        };
        if table.len() > MAXIMUM_NODES {
            self.found.push((FaultKind::TooManyNodes { count: table.len() }, place));
            return None;
        }
        Some(table.into_iter().map(|(key, value)| (name_of(key), self.node(value))).collect())
    }

    fn node(&mut self, value: Spanned<DeValue<'_>>) -> Option<NodeFile> {
        let place = value.span();
        let DeValue::Table(mut table) = value.into_inner() else {
            self.found.push((
                FaultKind::WrongValue {
                    detail: "a node is a table".to_owned(),
                    cure: "write [nodes.NAME], and beneath it kind = \"…\" and the keys of that kind"
                        .to_owned(),
                },
                place,
            ));
            return None;
        };
        let Some(kind) = table.remove("kind") else {
            self.found.push((FaultKind::MissingKey { key: "kind".to_owned() }, place));
            return None;
        };
        let kind: Name = self.deserialize(kind, &place)?;
        let rest = Spanned::new(place.clone(), DeValue::Table(table));
        match kind.as_str() {
            "router" => self.deserialize(rest, &place).map(NodeFile::Router),
            "collect" => self.deserialize(rest, &place).map(NodeFile::Collect),
            "tool" => self.deserialize(rest, &place).map(NodeFile::Tool),
            "confirm" => self.deserialize(rest, &place).map(NodeFile::Confirm),
            "respond" => self.deserialize(rest, &place).map(NodeFile::Respond),
            "escalate" => self.deserialize(rest, &place).map(NodeFile::Escalate),
            "end" => self.deserialize(rest, &place).map(NodeFile::End),
            "agent" => self.deserialize(rest, &place).map(NodeFile::Agent),
            other => {
                let nearest = self.words.nearest(other, KINDS.iter().copied());
                self.found.push((FaultKind::UnknownKind { name: other.to_owned(), nearest }, kind.place));
                None
            }
        }
    }

    fn deserialize<T: DeserializeOwned>(
        &mut self,
        value: Spanned<DeValue<'_>>,
        around: &Range<usize>,
    ) -> Option<T> {
        match T::deserialize(ValueDeserializer::from(value)) {
            Ok(read) => Some(read),
            Err(error) => {
                self.found
                    .push((kind_of(&error, self.words), error.span().unwrap_or_else(|| around.clone())));
                None
            }
        }
    }
}

fn name_of(key: Spanned<DeString<'_>>) -> Name {
    let place = key.span();
    Name { value: key.into_inner().into_owned(), place }
}

/// What serde says, in the terms of the file: its messages name the key and the known ones in backticks.
fn kind_of(error: &Error, words: &Words) -> FaultKind {
    match slip_of(error.message()) {
        Slip::UnknownKey { key, known } => unknown_key(key, &known, words),
        Slip::MissingKey { key } => FaultKind::MissingKey { key: key.to_owned() },
        other @ (Slip::UnknownWord { .. } | Slip::Wrong { .. } | Slip::Other(_)) => wrong_value(other, words),
    }
}

fn unknown_key(key: &str, known: &[&str], words: &Words) -> FaultKind {
    FaultKind::UnknownKey {
        key: key.to_owned(),
        nearest: words.nearest(key, known.iter().copied()),
        known: known.iter().map(|&name| name.to_owned()).collect(),
    }
}
