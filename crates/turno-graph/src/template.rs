//! What a minijinja template or expression refers to.

use std::collections::BTreeSet;

use minijinja::Environment;

/// What a template names.
#[derive(Debug, Default)]
pub(crate) struct References {
    /// Variables that it does not make itself, without minijinja's own functions.
    pub(crate) variables: BTreeSet<String>,
    /// Filters, each once.
    pub(crate) filters: BTreeSet<String>,
    /// Tests: `x is NAME`.
    pub(crate) tests: BTreeSet<String>,
}

/// Reads a template. The error is minijinja's own words.
pub(crate) fn template_references(source: &str) -> Result<References, String> {
    let environment = Environment::empty();
    let template = environment.template_from_str(source).map_err(|error| detail(&error))?;
    let mut references = References {
        variables: unasked(roots(template.undeclared_variables(false)), source),
        ..Default::default()
    };
    scan(source, Place::Text, &mut references);
    Ok(references)
}

/// The names that a template tells by themselves or as members of a result: `date` of `results.check_availability.date` too. None
/// where it does not parse.
pub fn names_told(source: &str) -> Option<BTreeSet<String>> {
    let environment = Environment::empty();
    let template = environment.template_from_str(source).ok()?;
    let paths = template.undeclared_variables(true).into_iter();
    Some(paths.filter_map(|path| path.rsplit('.').next().map(str::to_owned)).collect())
}

/// Reads an expression. The error is minijinja's own words.
pub(crate) fn expression_references(source: &str) -> Result<References, String> {
    let environment = Environment::empty();
    let expression = environment.compile_expression(source).map_err(|error| detail(&error))?;
    let mut references = References {
        variables: unasked(roots(expression.undeclared_variables(false)), source),
        ..Default::default()
    };
    scan(source, Place::Code(""), &mut references);
    Ok(references)
}

/// The variables but for those of which the text itself asks whether they are there: `x is defined`. Such a one may well be of an
/// earlier turn, or of none.
fn unasked(mut variables: BTreeSet<String>, source: &str) -> BTreeSet<String> {
    for (at, _) in source.match_indices(" is defined") {
        let before = source.get(..at).unwrap_or_default();
        let path = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).next();
        if let Some(name) = path.and_then(|path| path.split('.').next()) {
            variables.remove(name);
        }
    }
    variables
}

/// The filters that minijinja has itself.
pub(crate) const BUILTIN_FILTERS: [&str; 48] = [
    "abs",
    "attr",
    "batch",
    "bool",
    "capitalize",
    "chain",
    "count",
    "d",
    "default",
    "dictsort",
    "e",
    "escape",
    "first",
    "float",
    "format",
    "groupby",
    "indent",
    "int",
    "items",
    "join",
    "last",
    "length",
    "lines",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "pprint",
    "reject",
    "rejectattr",
    "replace",
    "reverse",
    "round",
    "safe",
    "select",
    "selectattr",
    "slice",
    "sort",
    "split",
    "string",
    "sum",
    "title",
    "tojson",
    "trim",
    "unique",
    "upper",
    "zip",
];

/// The tests that minijinja has itself.
pub(crate) const BUILTIN_TESTS: [&str; 36] = [
    "boolean",
    "defined",
    "divisibleby",
    "endingwith",
    "eq",
    "equalto",
    "escaped",
    "even",
    "false",
    "filter",
    "float",
    "ge",
    "greaterthan",
    "gt",
    "in",
    "int",
    "integer",
    "iterable",
    "le",
    "lessthan",
    "lower",
    "lt",
    "mapping",
    "ne",
    "none",
    "number",
    "odd",
    "safe",
    "sameas",
    "sequence",
    "startingwith",
    "string",
    "test",
    "true",
    "undefined",
    "upper",
];

const FUNCTIONS: [&str; 4] = ["range", "dict", "debug", "namespace"];

fn roots(variables: impl IntoIterator<Item = String>) -> BTreeSet<String> {
    variables.into_iter().filter(|name| !FUNCTIONS.contains(&name.as_str())).collect()
}

fn detail(error: &minijinja::Error) -> String {
    error.detail().map_or_else(|| error.to_string(), str::to_owned)
}

/// Where the scan is: in text, or in code up to the given end (empty: to the end of the source).
#[derive(Clone, Copy)]
enum Place {
    Text,
    Code(&'static str),
}

fn scan(source: &str, mut place: Place, references: &mut References) {
    let mut rest = source;
    while !rest.is_empty() {
        match place {
            Place::Text => {
                let Some(open) = rest.find('{') else { return };
                rest = &rest[open..];
                if rest.starts_with("{{") {
                    place = Place::Code("}}");
                } else if rest.starts_with("{%") {
                    place = Place::Code("%}");
                } else if rest.starts_with("{#") {
                    rest = rest.split_once("#}").map_or("", |(_, after)| after);
                    continue;
                }
                // A lone brace may be followed by one that opens code.
                let opening = if matches!(place, Place::Text) { 1 } else { 2 };
                rest = &rest[opening..];
            }
            Place::Code(end) => {
                let (code, after) = code_until(rest, end);
                scan_code(code, references);
                rest = after;
                place = Place::Text;
                if end == "%}" && code.trim() == "raw" {
                    rest = rest.find("endraw").map_or("", |index| &rest[index..]);
                    rest = rest.split_once("%}").map_or("", |(_, text)| text);
                }
            }
        }
    }
}

/// Splits at the end mark outside strings.
fn code_until<'a>(source: &'a str, end: &str) -> (&'a str, &'a str) {
    if end.is_empty() {
        return (source, "");
    }
    let (mut quote, mut escaped) = (None, false);
    for (index, character) in source.char_indices() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if character == '\\' => escaped = true,
            Some(open) if character == open => quote = None,
            Some(_) => {}
            None if character == '"' || character == '\'' => quote = Some(character),
            None if source[index..].starts_with(end) => {
                return (&source[..index], &source[index + end.len()..]);
            }
            None => {}
        }
    }
    (source, "")
}

/// Notes the names after `|`, after `is` and `is not`, and after the `filter` of a block.
fn scan_code(code: &str, references: &mut References) {
    let tokens = tokens(code);
    for (index, token) in tokens.iter().enumerate() {
        let following = |offset: usize| tokens.get(index + offset).copied().filter(|name| is_name(name));
        let after_dot = index > 0 && tokens[index - 1] == ".";
        match *token {
            "|" => references.filters.extend(following(1).map(str::to_owned)),
            "filter" if index == 0 => references.filters.extend(following(1).map(str::to_owned)),
            "is" if !after_dot => {
                let test = if following(1) == Some("not") { following(2) } else { following(1) };
                references.tests.extend(test.map(str::to_owned));
            }
            _ => {}
        }
    }
}

/// Names and single signs; what stands in strings is left out.
fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start_matches(['-', '+']);
    while let Some(first) = rest.chars().next() {
        let length = if first == '"' || first == '\'' {
            string_length(rest, first)
        } else if first.is_alphanumeric() || first == '_' {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() {
            tokens.push(&rest[..length]);
        }
        rest = &rest[length..];
    }
    tokens
}

fn string_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (index, character) in text.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if character == '\\' {
            escaped = true;
        } else if character == quote {
            return index + 1;
        }
    }
    text.len()
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}
