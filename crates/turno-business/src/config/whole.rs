//! A file that is one value, read so that one fault does not hide the next.

use std::ops::Range;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use toml::{
    Spanned,
    de::{DeTable, DeValue, ValueDeserializer},
};

use super::{fault::Faults, places::covers, reader::Reader, reworded::reworded};

/// Reads a file that is one value: the daemon's. `file` is its name for messages.
///
/// # Errors
/// All [`Faults`], each with its place and its cure; those that only follow from another are left out.
pub fn load_whole<T: DeserializeOwned + JsonSchema>(file: &str, source: &str) -> Result<T, Faults> {
    let mut reader = Reader::new(file, source)?;
    let mut root = reader.known_root::<T>();
    let mut removed: Vec<Vec<Part>> = Vec::new();
    loop {
        let value = Spanned::new(0..0, DeValue::Table(root.clone()));
        let error = match T::deserialize(ValueDeserializer::from(value)) {
            Ok(value) => return reader.into_faults().map_or(Ok(value), Err),
            Err(error) => error,
        };
        let place = error.span().unwrap_or(0..0);
        let path =
            if place == (0..0) { Vec::new() } else { path_in_table(&root, &place).unwrap_or_default() };
        let is_told = match error.message().strip_prefix("missing field ") {
            // What was wrong was taken away, and is missing now. At the top the reader told what is.
            Some(key) => {
                let key = Part::Key(key.trim_matches('`').to_owned());
                path.is_empty() || removed.contains(&[path.as_slice(), &[key]].concat())
            }
            None => false,
        };
        if !is_told || (path.is_empty() && !reader.has_faults()) {
            let (message, help) = reworded(error.message());
            reader.fault_at(&place, message, help);
        }
        if path.is_empty() {
            return Err(reader.into_faults().unwrap_or(Faults(Vec::new())));
        }
        remove(&mut root, &path);
        removed.push(path);
    }
}

/// A step into a document.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Key(String),
    Index(usize),
}

/// What is innermost at a place.
fn path_in_table(table: &DeTable<'_>, place: &Range<usize>) -> Option<Vec<Part>> {
    table.iter().find_map(|(key, value)| {
        let part = Part::Key(key.get_ref().to_string());
        if covers(&key.span(), place) {
            return Some(vec![part]);
        }
        path_at(value, place).map(|rest| [vec![part], rest].concat())
    })
}

/// Nothing where the place is not in the value; an empty path where it is the value itself.
fn path_at(value: &Spanned<DeValue<'_>>, place: &Range<usize>) -> Option<Vec<Part>> {
    let inside = match value.get_ref() {
        DeValue::Table(table) => path_in_table(table, place),
        DeValue::Array(elements) => elements.iter().enumerate().find_map(|(index, element)| {
            path_at(element, place).map(|rest| [vec![Part::Index(index)], rest].concat())
        }),
        DeValue::String(_)
        | DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_) => None,
    };
    inside.or_else(|| covers(&value.span(), place).then(Vec::new))
}

fn remove(table: &mut DeTable<'_>, path: &[Part]) {
    let Some((Part::Key(key), rest)) = path.split_first() else {
        return;
    };
    if rest.is_empty() {
        table.remove(key.as_str());
    } else if let Some(value) = table.get_mut(key.as_str()) {
        remove_in(value.get_mut(), rest);
    }
}

fn remove_in(value: &mut DeValue<'_>, path: &[Part]) {
    match (value, path.split_first()) {
        (DeValue::Table(table), Some(_)) => remove(table, path),
        (DeValue::Array(elements), Some((Part::Index(index), rest))) if *index < elements.len() => {
            if rest.is_empty() {
                let all = elements.iter().cloned().enumerate();
                *elements = all.filter(|(at, _)| at != index).map(|(_, element)| element).collect();
            } else if let Some(element) = elements.get_mut(*index) {
                remove_in(element.get_mut(), rest);
            }
        }
        (_, _) => {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Whole {
        #[expect(dead_code, reason = "only read")]
        number: u32,
        #[serde(default)]
        #[expect(dead_code, reason = "only read")]
        inner: BTreeMap<String, Inner>,
        #[serde(default)]
        list: Vec<Inner>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Inner {
        #[expect(dead_code, reason = "only read")]
        name: String,
        #[serde(default)]
        #[expect(dead_code, reason = "only read")]
        size: u32,
    }

    fn told(source: &str) -> String {
        match load_whole::<Whole>("whole.toml", source) {
            Ok(whole) => format!("{} in the list", whole.list.len()),
            Err(faults) => faults
                .0
                .iter()
                .map(|fault| format!("{}:{}: {}; {}", fault.line, fault.column, fault.message, fault.help))
                .collect::<Vec<_>>()
                .join("\n"),
        }
    }

    #[test]
    fn a_good_file_is_read() {
        assert_eq!(told("number = 1\n[[list]]\nname = \"a\"\n[inner.x]\nname = \"b\""), "1 in the list");
    }

    #[test]
    fn all_faults_are_told_once_and_none_that_follows() {
        let all = [
            "numbr = 1\n[inner.a]\nname = 3\nsise = 2\n[inner.b]\nsize = \"x\"\n[[list]]\nname = \"a\"\nnmae = 1\n[[list]]\n\
             size = -1\nname = \"b\"\n[[list]]\nsize = 1",
            "number = \"x\"",
            "",
            "list = 3\nnumber = 4",
            "list",
        ];
        insta::assert_snapshot!(all.map(told).join("\n"), @r#"
        1:1: unknown key `numbr`; did you mean `number`?
        3:8: found integer `3`; write a text in quotes
        4:1: unknown key `sise`; did you mean `size`?
        5:1: missing key `name`; add `name = ...`
        6:8: found string "x"; write a whole number, without quotes: 10
        9:1: unknown key `nmae`; did you mean `name`?
        11:8: found integer `-1`; write a whole number from 0 on
        13:1: missing key `name`; add `name = ...`
        1:10: found string "x"; write a whole number, without quotes: 10
        1:1: `number` is missing; add `number = ...`
        1:8: found integer `3`; write a list: ["a", "b"]
        1:5: key with no value, expected `=`; texts need quotes, tables need brackets, and each key has a line of its own
        "#);
    }
}
