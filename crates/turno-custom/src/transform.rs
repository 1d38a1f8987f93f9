//! What becomes of an answer: a JMESPath expression, or a template.

use jmespath::ast::Ast;
use minijinja::{
    AutoEscape, Environment, UndefinedBehavior,
    value::{Serde, ValueKind},
};
use serde_json::{Map, Value, json};
use turno_language::Language;

use super::template::readable;

/// What a transform sees.
const ROOTS: [&str; 3] = ["response", "status", "parameters"];

/// JMESPath's functions, for messages.
const FUNCTIONS: [&str; 26] = [
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
    "max_by",
    "merge",
    "min",
    "min_by",
    "not_null",
    "reverse",
    "sort",
    "sort_by",
    "starts_with",
    "sum",
    "to_array",
    "to_number",
    "to_string",
    "type",
    "values",
];

/// A transform, read and checked.
pub(super) enum Transform {
    Path(Box<jmespath::Expression<'static>>),
    Template(Box<Environment<'static>>),
}

/// The one template of an environment; the name says how values are written.
const JSON: &str = "transform.json";
const TEXT: &str = "transform.txt";

/// What the language of the talk is kept under while a template is filled.
const LANGUAGE: &str = "language";

impl Transform {
    /// Reads it: with `{{` or `{%` it is a template, else JMESPath. The error is for its author.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        if text.contains("{{") || text.contains("{%") {
            return read_template(text).map(|environment| Self::Template(Box::new(environment)));
        }
        let expression = jmespath::compile(text).map_err(|error| {
            format!(
                "this is no JMESPath, from its character {} on: write a field as response.rates[0].price, or several as \
                 {{price: response.price, days: response.days}}",
                error.offset + 1
            )
        })?;
        check(expression.as_ast())?;
        Ok(Self::Path(Box::new(expression)))
    }

    /// What the answer becomes.
    ///
    /// # Errors
    /// Why it cannot be applied to this answer.
    pub(super) fn apply(
        &self,
        response: &Value,
        status: u16,
        parameters: &Map<String, Value>,
        language: Language,
    ) -> Result<Value, String> {
        let mut seen = json!({"response": response, "status": status, "parameters": parameters});
        match self {
            Self::Path(expression) => {
                let found = expression.search(&seen).map_err(|error| error.to_string())?;
                serde_json::to_value(found.as_ref()).map_err(|error| error.to_string())
            }
            Self::Template(environment) => {
                let name = [JSON, TEXT].into_iter().find(|name| environment.get_template(name).is_ok());
                let template = environment.get_template(name.unwrap_or(TEXT));
                // No template can name it: what it names is checked when it is read.
                seen[LANGUAGE] = Value::from(language.code());
                let seen = minijinja::Value::from(Serde(&seen));
                let text =
                    template.and_then(|template| template.render(seen)).map_err(|error| error.to_string())?;
                if name == Some(JSON) {
                    serde_json::from_str(&text).map_err(|error| format!("the template gave no JSON: {error}"))
                } else {
                    Ok(json!({"message": text.trim(), "speech": text.trim()}))
                }
            }
        }
    }
}

/// A template that begins as a JSON object does gives JSON, and its values are written as JSON; another gives a message.
fn read_template(text: &str) -> Result<Environment<'static>, String> {
    let trimmed = text.trim_start();
    let is_json = trimmed.starts_with('{') && !trimmed.starts_with("{{") && !trimmed.starts_with("{%");
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Chainable);
    environment.set_formatter(|out, state, value| {
        // In words for people it would be a hole.
        if state.name() == TEXT && (value.is_undefined() || value.is_none()) {
            return Err(minijinja::Error::new(
                minijinja::ErrorKind::UndefinedError,
                "the answer has not what response_transform says: write {% if … %} around it, or give it a value with | default('…')",
            ));
        }
        if state.name() == TEXT
            && matches!(value.kind(), ValueKind::Bool | ValueKind::Seq | ValueKind::Map)
        {
            let code = state.lookup(LANGUAGE);
            let language = code.as_ref().and_then(|code| Language::named(code.as_str()?));
            let language = language.unwrap_or_default();
            let given = serde_json::to_value(value).unwrap_or_default();
            return out.write_str(&readable(language, &given)).map_err(minijinja::Error::from);
        }
        minijinja::escape_formatter(out, state, value)
    });
    environment.set_auto_escape_callback(
        |name| {
            if name == JSON { AutoEscape::Json } else { AutoEscape::None }
        },
    );
    environment
        .add_template_owned(if is_json { JSON } else { TEXT }, text.to_owned())
        .map_err(|error| {
            let line = error.line().unwrap_or(1);
            format!(
                "this is no template, in its line {line}: close each {{{{ with }}}}, each {{% with %}}, and each {{% if … %}} with \
                 {{% endif %}}"
            )
        })?;
    let used = environment
        .get_template(if is_json { JSON } else { TEXT })
        .map(|template| template.undeclared_variables(false))
        .map_err(|error| error.to_string())?;
    let known: Vec<String> = environment.globals().map(|(name, _)| name.to_owned()).collect();
    let mut unknown: Vec<String> =
        used.into_iter().filter(|name| !ROOTS.contains(&name.as_str()) && !known.contains(name)).collect();
    unknown.sort();
    match unknown.first() {
        Some(name) => Err(not_a_root(name)),
        None => Ok(environment),
    }
}

/// Names what the expression begins with that is not there, and functions that do not exist.
fn check(ast: &Ast) -> Result<(), String> {
    match ast {
        Ast::Field { name, .. } if !ROOTS.contains(&name.as_str()) => Err(not_a_root(name)),
        Ast::Field { .. }
        | Ast::Identity { .. }
        | Ast::Literal { .. }
        | Ast::Index { .. }
        | Ast::Slice { .. } => Ok(()),
        Ast::Comparison { lhs, rhs, .. } | Ast::And { lhs, rhs, .. } | Ast::Or { lhs, rhs, .. } => {
            check(lhs)?;
            check(rhs)
        }
        Ast::Condition { predicate, then, .. } => {
            check_functions(predicate)?;
            check_functions(then)
        }
        Ast::Expref { ast, .. } => check_functions(ast),
        Ast::Not { node, .. } | Ast::Flatten { node, .. } | Ast::ObjectValues { node, .. } => check(node),
        Ast::Projection { lhs, rhs, .. } | Ast::Subexpr { lhs, rhs, .. } => {
            check(lhs)?;
            check_functions(rhs)
        }
        Ast::MultiList { elements, .. } => elements.iter().try_for_each(check),
        Ast::MultiHash { elements, .. } => elements.iter().try_for_each(|pair| check(&pair.value)),
        Ast::Function { name, args, .. } => {
            known_function(name)?;
            args.iter().try_for_each(check)
        }
    }
}

/// Of what is looked at within another value any field may be named.
fn check_functions(ast: &Ast) -> Result<(), String> {
    match ast {
        Ast::Field { .. }
        | Ast::Identity { .. }
        | Ast::Literal { .. }
        | Ast::Index { .. }
        | Ast::Slice { .. } => Ok(()),
        Ast::Comparison { lhs, rhs, .. }
        | Ast::And { lhs, rhs, .. }
        | Ast::Or { lhs, rhs, .. }
        | Ast::Projection { lhs, rhs, .. }
        | Ast::Subexpr { lhs, rhs, .. } => {
            check_functions(lhs)?;
            check_functions(rhs)
        }
        Ast::Condition { predicate, then, .. } => {
            check_functions(predicate)?;
            check_functions(then)
        }
        Ast::Expref { ast, .. } => check_functions(ast),
        Ast::Not { node, .. } | Ast::Flatten { node, .. } | Ast::ObjectValues { node, .. } => {
            check_functions(node)
        }
        Ast::MultiList { elements, .. } => elements.iter().try_for_each(check_functions),
        Ast::MultiHash { elements, .. } => elements.iter().try_for_each(|pair| check_functions(&pair.value)),
        Ast::Function { name, args, .. } => {
            known_function(name)?;
            args.iter().try_for_each(check_functions)
        }
    }
}

fn known_function(name: &str) -> Result<(), String> {
    match jmespath::DEFAULT_RUNTIME.get_function(name) {
        Some(_) => Ok(()),
        None => Err(match turno_core::nearest(name, FUNCTIONS) {
            Some(meant) => format!("JMESPath has no function `{name}`: did you mean `{meant}`?"),
            None => format!("JMESPath has no function `{name}`: use one of {}", FUNCTIONS.join(", ")),
        }),
    }
}

fn not_a_root(name: &str) -> String {
    format!("`{name}` is not there: begin with one of {}, as in `response.{name}`", ROOTS.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(transform: &str, response: Value) -> Result<Value, String> {
        let parameters = json!({"postal_code": "06700"});
        Transform::read(transform)?.apply(&response, 200, parameters.as_object().unwrap(), Language::es())
    }

    #[test]
    fn the_documents_example_runs_as_written() {
        let transform = "{rate: response.rates[0].price, carrier: response.rates[0].carrier, days: response.rates[0].delivery_days}";
        let response =
            json!({"rates": [{"price": 129.5, "carrier": "Estafeta", "delivery_days": 3}, {"price": 200}]});
        assert_eq!(
            apply(transform, response).unwrap(),
            json!({"rate": 129.5, "carrier": "Estafeta", "days": 3})
        );
        assert_eq!(
            apply(transform, json!({"rates": []})).unwrap(),
            json!({"rate": null, "carrier": null, "days": null})
        );
    }

    #[test]
    fn expressions_and_templates_are_told_apart() {
        let response = json!({"a": [1, 2], "name": "El \"Güero\"", "day": {"x": null}});
        for (transform, expected) in [
            ("response", response.clone()),
            ("response.a[*] | sum(@)", json!(3.0)),
            ("length(response.a)", json!(2)),
            ("response.a[?@ > `1`]", json!([2])),
            (
                "{s: status, p: parameters.postal_code, b: {c: response.name}}",
                json!({"s": 200, "p": "06700", "b": {"c": "El \"Güero\""}}),
            ),
            (
                "Hola {{ response.name }}",
                json!({"message": "Hola El \"Güero\"", "speech": "Hola El \"Güero\""}),
            ),
            (
                "Hay {{ response.a }}{% if true %}.{% endif %}",
                json!({"message": "Hay 1 y 2.", "speech": "Hay 1 y 2."}),
            ),
            (
                "{\"n\": {{ response.name }}, \"all\": {{ response.a }}}",
                json!({"n": "El \"Güero\"", "all": [1, 2]}),
            ),
            ("{\"n\": {% if status == 200 %}true{% else %}false{% endif %}}", json!({"n": true})),
        ] {
            assert_eq!(apply(transform, response.clone()).unwrap(), expected, "{transform}");
        }
        assert!(apply("{\"n\": {{ response.a[0] }} 7}", response).unwrap_err().contains("no JSON"));
    }

    #[test]
    fn what_cannot_work_is_told_when_it_is_read() {
        for (transform, expected) in [
            ("{rate: rates[0].price}", "response.rates"),
            ("response.rates[", "no JMESPath"),
            ("", "no JMESPath"),
            ("lenght(response)", "no function `lenght`"),
            ("response.a[?nope(@)]", "no function `nope`"),
            ("{{ rate }}", "response.rate"),
            ("{{ response.", "no template"),
        ] {
            let error = Transform::read(transform).err().expect(transform);
            assert!(error.contains(expected), "{transform}: {error}");
        }
    }
}
