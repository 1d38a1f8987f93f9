//! Where something stands in a TOML document.

use std::ops::Range;

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// A step into a document.
#[derive(Debug, Clone, Copy)]
pub enum Step<'a> {
    /// Into a table.
    Key(&'a str),
    /// Into a list.
    Index(usize),
}

/// Where a path leads; where it does not exist, its nearest part that does.
pub(super) fn span(root: &DeTable<'_>, path: &[Step<'_>]) -> Range<usize> {
    let Some((Step::Key(first), rest)) = path.split_first() else {
        return 0..0;
    };
    let Some(mut value) = root.get(*first) else {
        return 0..0;
    };
    for step in rest {
        let Some(inner) = at(value.get_ref(), step) else {
            break;
        };
        value = inner;
    }
    value.span()
}

/// Where the last key of a path is written.
pub(super) fn key_span(root: &DeTable<'_>, path: &[Step<'_>]) -> Option<Range<usize>> {
    let (Step::Key(last), above) = path.split_last()? else {
        return None;
    };
    let table = match above.split_first() {
        None => root,
        Some((Step::Key(first), rest)) => {
            let value = rest.iter().try_fold(root.get(*first)?, |value, step| at(value.get_ref(), step))?;
            value.get_ref().as_table()?
        }
        Some((Step::Index(_), _)) => return None,
    };
    let found = table.keys().find(|key| key.get_ref().as_ref() == *last)?;
    Some(found.span())
}

fn at<'v, 'a>(value: &'v DeValue<'a>, step: &Step<'_>) -> Option<&'v Spanned<DeValue<'a>>> {
    match step {
        Step::Key(key) => value.get(*key),
        Step::Index(index) => value.get(*index),
    }
}

/// Whether a value, or something in it, is at a place: a table that begins with a header of its own has the header's span.
pub(super) fn holds(value: &Spanned<DeValue<'_>>, place: &Range<usize>) -> bool {
    let inside = match value.get_ref() {
        DeValue::Table(table) => {
            table.iter().any(|(key, value)| covers(&key.span(), place) || holds(value, place))
        }
        DeValue::Array(elements) => elements.iter().any(|element| holds(element, place)),
        DeValue::String(_)
        | DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_) => false,
    };
    inside || covers(&value.span(), place)
}

pub(super) fn covers(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
