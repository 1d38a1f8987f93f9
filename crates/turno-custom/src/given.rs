//! What a transform gives, as far as its text tells: the names of the result's fields.

use std::collections::BTreeSet;

use jmespath::ast::Ast;
use serde_json::Value;

use super::transform::Transform;

/// Functions whose result is never an object.
const NO_OBJECT: [&str; 21] = [
    "abs",
    "avg",
    "ceil",
    "contains",
    "ends_with",
    "floor",
    "join",
    "keys",
    "length",
    "map",
    "max",
    "min",
    "reverse",
    "sort",
    "sort_by",
    "starts_with",
    "sum",
    "to_array",
    "to_number",
    "to_string",
    "type",
];

/// Stands for a value in a text.
const MARK: char = '\u{e000}';

/// The names of all fields that a result may have; none where the answer decides.
pub(super) fn given_names(transform: &Transform, text: &str) -> Option<BTreeSet<String>> {
    match transform {
        Transform::Path(expression) => names_of(expression.as_ast()),
        Transform::Template(_) => names_in_template(text),
    }
}

/// Those of them that are objects, or lists of objects, whatever the answer is.
pub(super) fn object_names(transform: &Transform, text: &str) -> BTreeSet<String> {
    match transform {
        Transform::Path(expression) => objects_of(expression.as_ast()),
        Transform::Template(_) => {
            let value = filled_with_marks(text);
            let fields = value.as_ref().and_then(Value::as_object).into_iter().flatten();
            fields.filter(|(_, value)| is_of_objects(value)).map(|(name, _)| name.clone()).collect()
        }
    }
}

fn objects_of(ast: &Ast) -> BTreeSet<String> {
    if let Ast::Subexpr { rhs, .. } = ast {
        return objects_of(rhs);
    }
    let Ast::MultiHash { elements, .. } = ast else {
        return BTreeSet::new();
    };
    let objects = elements.iter().filter(|pair| gives_objects(&pair.value));
    objects.map(|pair| pair.key.clone()).collect()
}

fn gives_objects(ast: &Ast) -> bool {
    if let Ast::Projection { rhs, .. } | Ast::Subexpr { rhs, .. } = ast {
        return gives_objects(rhs);
    }
    matches!(ast, Ast::MultiHash { .. })
}

fn is_of_objects(value: &Value) -> bool {
    let items = value.as_array();
    value.is_object() || items.is_some_and(|items| items.iter().any(Value::is_object))
}

fn names_of(ast: &Ast) -> Option<BTreeSet<String>> {
    match ast {
        Ast::MultiHash { elements, .. } => Some(elements.iter().map(|pair| pair.key.clone()).collect()),
        Ast::Subexpr { rhs, .. } => names_of(rhs),
        Ast::Or { lhs, rhs, .. } => Some(names_of(lhs)?.into_iter().chain(names_of(rhs)?).collect()),
        // The left one where it is empty: null, false, "" or [].
        Ast::And { rhs, .. } => Some(names_of(rhs)?.into_iter().chain(data()).collect()),
        Ast::MultiList { .. }
        | Ast::Comparison { .. }
        | Ast::Not { .. }
        | Ast::Projection { .. }
        | Ast::Flatten { .. }
        | Ast::ObjectValues { .. } => Some(data()),
        Ast::Literal { value, .. } => Some(names_in(&serde_json::to_value(value.as_ref()).ok()?)),
        Ast::Function { name, .. } => NO_OBJECT.contains(&name.as_str()).then(data),
        Ast::Field { .. }
        | Ast::Identity { .. }
        | Ast::Index { .. }
        | Ast::Slice { .. }
        | Ast::Condition { .. }
        | Ast::Expref { .. } => None,
    }
}

/// What is no object is the field `data`.
fn data() -> BTreeSet<String> {
    BTreeSet::from(["data".to_owned()])
}

fn names_in(value: &Value) -> BTreeSet<String> {
    value.as_object().map_or_else(data, |fields| fields.keys().cloned().collect())
}

/// A template of JSON whose values alone are worked out: its names stand there as they are.
fn names_in_template(text: &str) -> Option<BTreeSet<String>> {
    let names = names_in(&filled_with_marks(text)?);
    (!names.iter().any(|name| name.contains(MARK))).then_some(names)
}

/// The same with a mark or null for each value; none where it may have other names each time.
fn filled_with_marks(text: &str) -> Option<Value> {
    let is_json = text.trim_start().starts_with('{') && !text.trim_start().starts_with("{{");
    if !is_json || text.contains("{%") || text.contains("{#") {
        return None;
    }
    let mut tried = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        tried.push_str(before);
        // Within quotes it is part of a text.
        let is_in_text = tried.replace("\\\"", "").matches('"').count() % 2 == 1;
        let mark = if is_in_text { MARK.to_string() } else { "null".to_owned() };
        tried.push_str(&mark);
        rest = after.split_once("}}")?.1;
    }
    tried.push_str(rest);
    serde_json::from_str(&tried).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_a_result_are_known_where_the_text_alone_decides() {
        for (transform, expected) in [
            ("{points: response.points, until: response.until}", Some("points until")),
            ("response.balance.{points: points}", Some("points")),
            ("response.rates | {first: [0], count: length(@)}", Some("count first")),
            ("response.a && {a: response.a} || {b: status}", Some("a b data")),
            ("length(response)", Some("data")),
            ("response.rates[*].price", Some("data")),
            ("[response.a, response.b]", Some("data")),
            ("`{\"a\": 1}`", Some("a")),
            ("response", None),
            ("response.rates[0]", None),
            ("merge(response, {a: status})", None),
            ("response.a || {a: status}", None),
            ("max_by(response.rates, &price)", None),
            ("{\"n\": {{ response.name }}, \"t\": \"{{ status }}\"}", Some("n t")),
            ("{\"n\": {% if status == 200 %}1{% else %}2{% endif %}}", None),
            ("{ {{ response.name }}: 1}", None),
            ("Hola {{ response.name }}", None),
        ] {
            let read = Transform::read(transform).unwrap_or_else(|why| panic!("{transform}: {why}"));
            let names = given_names(&read, transform);
            let names = names.map(|names| names.into_iter().collect::<Vec<_>>().join(" "));
            assert_eq!(names.as_deref(), expected, "{transform}");
        }
    }
}
