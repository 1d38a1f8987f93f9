//! Where in the file a thing stands.

use std::ops::Range;

use serde::de::IntoDeserializer as _;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// The way to a value: keys, and positions of lists as decimal numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Path(Vec<String>);

impl Path {
    /// The way to a key of the file's top.
    pub(crate) fn top(key: &str) -> Self {
        Self(vec![key.to_owned()])
    }

    /// The way to a node.
    pub(crate) fn node(name: &str) -> Self {
        Self(vec!["nodes".to_owned(), name.to_owned()])
    }

    /// One step further.
    pub(crate) fn with(&self, step: impl ToString) -> Self {
        let mut steps = self.0.clone();
        steps.push(step.to_string());
        Self(steps)
    }

    /// Several steps further.
    pub(crate) fn with_all(&self, steps: &[String]) -> Self {
        Self(self.0.iter().chain(steps).cloned().collect())
    }

    /// The steps after the node's kind of container, joined by dots: `confirm.say.es`.
    pub(crate) fn id(&self) -> String {
        self.0.iter().skip(1).map(String::as_str).collect::<Vec<_>>().join(".")
    }
}

/// The file with the place of each of its keys and values.
#[derive(Debug)]
pub(crate) struct Places<'s> {
    source: &'s str,
    root: Spanned<DeValue<'s>>,
}

impl<'s> Places<'s> {
    pub(crate) fn new(source: &'s str, root: DeTable<'s>) -> Self {
        Self { source, root: Spanned::new(0..source.len(), DeValue::Table(root)) }
    }

    /// The file's tables.
    pub(crate) fn root(&self) -> Option<&DeTable<'s>> {
        self.root.get_ref().as_table()
    }

    /// Where the value is. Of a way that ends early, where its last known step is.
    pub(crate) fn value(&self, path: &Path) -> Range<usize> {
        self.find(path).1
    }

    /// Where the key is.
    pub(crate) fn key(&self, path: &Path) -> Range<usize> {
        self.find(path).0
    }

    /// Where a part of a string value is. The whole value, where escapes make that unclear.
    pub(crate) fn within(&self, path: &Path, part: &Range<usize>) -> Range<usize> {
        let span = self.value(path);
        let Some(text) = self.source.get(span.clone()) else { return span };
        let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| text.starts_with(quote));
        let Some(quote) = quote else { return span.start + part.start..span.start + part.end };
        let inner = text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote)).unwrap_or_default();
        let newline = if quote.len() < 3 {
            0
        } else if inner.starts_with("\r\n") {
            2
        } else {
            usize::from(inner.starts_with('\n'))
        };
        let is_verbatim = !(quote.starts_with('"') && inner.contains('\\')) && !inner.contains('\r');
        let start = span.start + quote.len() + newline;
        let found = start + part.start..start + part.end;
        if is_verbatim && self.source.get(found.clone()).is_some() && found.end <= span.end { found } else { span }
    }

    fn find(&self, path: &Path) -> (Range<usize>, Range<usize>) {
        let mut value = &self.root;
        let mut key = self.root.span();
        for step in &path.0 {
            if let Some(table) = value.get_ref().as_table() {
                let Some((found, inner)) = table.get_key_value(step.as_str()) else { break };
                (key, value) = (found.span(), inner);
            } else if let Some(array) = value.get_ref().as_array() {
                let Some(inner) = step.parse::<usize>().ok().and_then(|index| array.get(index)) else { break };
                (key, value) = (inner.span(), inner);
            } else {
                break;
            }
        }
        (key, value.span())
    }
}

/// Reads a table into a type.
pub(crate) fn deserialize<T: serde::de::DeserializeOwned>(
    table: DeTable<'_>,
    span: Range<usize>,
) -> Result<T, toml::de::Error> {
    T::deserialize(Spanned::new(span, DeValue::Table(table)).into_deserializer())
}
