//! From the source to what was written, node by node.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, Error, ValueDeserializer};

use crate::fault::FaultKind;
use crate::file::{KINDS, Name, NodeFile};
use crate::nearest::nearest;
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
pub(crate) fn read(source: &str, found: &mut Found) -> Option<RawGraph> {
    if source.len() > MAXIMUM_BYTES {
        found.push((FaultKind::FileTooLarge { bytes: source.len() }, 0..0));
        return None;
    }
    let (document, errors) = DeTable::parse_recoverable(source);
    if !errors.is_empty() {
        // One slip of the pen makes faults of all that follows it.
        let first = errors
            .iter()
            .min_by_key(|error| error.span().map_or(0, |span| span.start));
        found.extend(first.map(|error| {
            let kind = FaultKind::Syntax {
                detail: error.message().to_owned(),
            };
            (kind, error.span().unwrap_or(0..0))
        }));
        return None;
    }
    let mut graph = RawGraph {
        name: None,
        start: None,
        migrate: BTreeMap::new(),
        nodes: BTreeMap::new(),
    };
    for (key, value) in document.into_inner() {
        let place = value.span();
        match key.get_ref().as_ref() {
            "$schema" => {}
            "name" => graph.name = deserialize(value, &place, found),
            "start" => graph.start = deserialize(value, &place, found),
            "migrate" => graph.migrate = deserialize(value, &place, found).unwrap_or_default(),
            "nodes" => graph.nodes = nodes(value, found)?,
            other => found.push((
                unknown_key(other, &["name", "start", "migrate", "nodes"]),
                key.span(),
            )),
        }
    }
    for (key, missing) in [
        ("name", graph.name.is_none()),
        ("start", graph.start.is_none()),
        ("nodes", graph.nodes.is_empty()),
    ] {
        if missing
            && !found
                .iter()
                .any(|(kind, _)| matches!(kind, FaultKind::WrongValue { .. }))
        {
            found.push((FaultKind::MissingKey { key: key.to_owned() }, 0..0));
        }
    }
    Some(graph)
}

fn nodes(value: Spanned<DeValue<'_>>, found: &mut Found) -> Option<BTreeMap<Name, Option<NodeFile>>> {
    let place = value.span();
    let DeValue::Table(table) = value.into_inner() else {
        found.push((
            FaultKind::WrongValue {
                detail: "nodes is a table: [nodes.NAME]".to_owned(),
                cure: "write [nodes.NAME] for each node, and its keys beneath".to_owned(),
            },
            place,
        ));
        return None;
    };
    if table.len() > MAXIMUM_NODES {
        found.push((FaultKind::TooManyNodes { count: table.len() }, place));
        return None;
    }
    Some(
        table
            .into_iter()
            .map(|(key, value)| (name_of(key), node(value, found)))
            .collect(),
    )
}

fn name_of(key: Spanned<DeString<'_>>) -> Name {
    let place = key.span();
    Name {
        value: key.into_inner().into_owned(),
        place,
    }
}

fn node(value: Spanned<DeValue<'_>>, found: &mut Found) -> Option<NodeFile> {
    let place = value.span();
    let DeValue::Table(mut table) = value.into_inner() else {
        found.push((
            FaultKind::WrongValue {
                detail: "a node is a table".to_owned(),
                cure: "write [nodes.NAME], and beneath it kind = \"…\" and the keys of that kind".to_owned(),
            },
            place,
        ));
        return None;
    };
    let Some(kind) = table.remove("kind") else {
        found.push((
            FaultKind::MissingKey {
                key: "kind".to_owned(),
            },
            place,
        ));
        return None;
    };
    let kind: Name = deserialize(kind, &place, found)?;
    let rest = Spanned::new(place.clone(), DeValue::Table(table));
    match kind.as_str() {
        "router" => deserialize(rest, &place, found).map(NodeFile::Router),
        "collect" => deserialize(rest, &place, found).map(NodeFile::Collect),
        "tool" => deserialize(rest, &place, found).map(NodeFile::Tool),
        "confirm" => deserialize(rest, &place, found).map(NodeFile::Confirm),
        "respond" => deserialize(rest, &place, found).map(NodeFile::Respond),
        "escalate" => deserialize(rest, &place, found).map(NodeFile::Escalate),
        "end" => deserialize(rest, &place, found).map(NodeFile::End),
        "agent" => deserialize(rest, &place, found).map(NodeFile::Agent),
        other => {
            let nearest = nearest(other, KINDS);
            found.push((
                FaultKind::UnknownKind {
                    name: other.to_owned(),
                    nearest,
                },
                kind.place,
            ));
            None
        }
    }
}

fn deserialize<T: DeserializeOwned>(
    value: Spanned<DeValue<'_>>,
    around: &Range<usize>,
    found: &mut Found,
) -> Option<T> {
    match T::deserialize(ValueDeserializer::from(value)) {
        Ok(read) => Some(read),
        Err(error) => {
            found.push((kind_of(&error), error.span().unwrap_or_else(|| around.clone())));
            None
        }
    }
}

/// What serde says, in the terms of the file: its messages name the key and the known ones in backticks.
fn kind_of(error: &Error) -> FaultKind {
    let message = error.message();
    let mut quoted = message.split('`').skip(1).step_by(2);
    let key = quoted.next().unwrap_or_default();
    if message.starts_with("unknown field") {
        unknown_key(key, &quoted.collect::<Vec<_>>())
    } else if message.starts_with("missing field") {
        FaultKind::MissingKey { key: key.to_owned() }
    } else {
        wrong_value(message)
    }
}

fn unknown_key(key: &str, known: &[&str]) -> FaultKind {
    FaultKind::UnknownKey {
        key: key.to_owned(),
        nearest: nearest(key, known.iter().copied()),
        known: known.iter().map(|&name| name.to_owned()).collect(),
    }
}
