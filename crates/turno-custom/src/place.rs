//! URLs and bodies of custom tools: where their values stand, found out when the file is read.

use serde_json::{Map, Value};
use url::Url;

use super::template::{FillError, Name, Piece, Place, Template, Values};

/// A URL with values in its path and query, never in its host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UrlTemplate {
    /// `https://api.example`
    origin: String,
    segments: Vec<Template>,
    /// The pairs of the query; one whose values are not given is left out.
    pairs: Vec<Template>,
}

impl UrlTemplate {
    /// Reads it; the error is for its author.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let after =
            text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).ok_or_else(|| {
                let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
                let host = rest.split(['/', '?', '{']).next().unwrap_or_default();
                format!("an address begins with https:// or http://: write \"https://{host}/…\"")
            })?;
        if let Some(fault) = forbidden(text) {
            return Err(fault.to_owned());
        }
        let (place, query) = match after.split_once('?') {
            Some((place, query)) => (place, Some(query)),
            None => (after, None),
        };
        let (host, path) = place.split_once('/').unwrap_or((place, ""));
        if host.contains("{{") {
            return Err("no value may stand in its host: write the host as it is".to_owned());
        }
        let origin = format!("{}{host}", &text[..text.len() - after.len()]);
        let read_all = |text: &str, separator: char, place: Place| {
            text.split(separator).map(|part| Template::read(part, place)).collect::<Result<Vec<_>, String>>()
        };
        let url = Self {
            origin,
            segments: read_all(path, '/', Place::Path)?,
            pairs: query.map_or(Ok(Vec::new()), |query| read_all(query, '&', Place::Form))?,
        };
        if url.segments.iter().flat_map(Template::names).any(|name| matches!(name, Name::Secret(_))) {
            return Err("a secret may not stand in a path: send it in a header, the query or the body, not in the path".to_owned());
        }
        let sample = url.with(|template| Some(sample(template)));
        let parsed = Url::parse(&sample).map_err(|error| {
            format!("this is no address ({error}): write it as \"https://api.example.com/orders\"")
        })?;
        if !parsed.username().is_empty() || parsed.password().is_some() {
            return Err("a name or password does not go in a URL: send it in a header".to_owned());
        }
        Ok(url)
    }

    /// `https://api.example`: no value stands in it.
    pub(super) fn origin(&self) -> &str {
        &self.origin
    }

    /// What stands in its path.
    pub(super) fn path_names(&self) -> impl Iterator<Item = &Name> {
        self.segments.iter().flat_map(Template::names)
    }

    /// All its parts with holes.
    pub(super) fn templates(&self) -> impl Iterator<Item = &Template> {
        self.segments.iter().chain(&self.pairs)
    }

    pub(super) fn fill(&self, values: &Values<'_>) -> Result<String, FillError> {
        let mut segments = Vec::with_capacity(self.segments.len());
        for segment in &self.segments {
            for name in segment.names() {
                if values.get(name)?.is_none() {
                    return Err(FillError::Value(format!(
                        "{} is not given, and stands in the path of the URL",
                        told(name)
                    )));
                }
            }
            let filled = segment.fill(values)?;
            let dots = filled.to_ascii_lowercase().replace("%2e", ".");
            if let (Some(name), "" | "." | "..") = (segment.names().next(), dots.as_str()) {
                return Err(FillError::Value(format!(
                    "{} cannot stand in a path: it is empty or only dots",
                    told(name)
                )));
            }
            segments.push(filled);
        }
        let mut pairs = Vec::new();
        for pair in &self.pairs {
            if !pair.is_without_values(values)? {
                pairs.push(pair.fill(values)?);
            }
        }
        Ok(self.join(&segments, &pairs))
    }

    fn with(&self, fill: impl Fn(&Template) -> Option<String>) -> String {
        let all = |templates: &[Template]| templates.iter().filter_map(&fill).collect::<Vec<_>>();
        self.join(&all(&self.segments), &all(&self.pairs))
    }

    fn join(&self, segments: &[String], pairs: &[String]) -> String {
        let question = if pairs.is_empty() { "" } else { "?" };
        format!("{}/{}{question}{}", self.origin, segments.join("/"), pairs.join("&"))
    }
}

/// A body with values in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum BodyTemplate {
    /// All parameters, as a JSON object.
    Parameters,
    /// A text of the kind that its holes know.
    Template(Template),
}

impl BodyTemplate {
    /// Reads a body of the kind that a `Content-Type` says; the error is for its author.
    pub(super) fn read(text: &str, content_type: &str) -> Result<Self, String> {
        let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let template = if kind == "application/json" || kind.ends_with("+json") {
            json_template(text)?
        } else if kind == "application/x-www-form-urlencoded" {
            Template::read(text, Place::Form)?
        } else if kind.ends_with("/xml") || kind.ends_with("+xml") {
            Template::read(text, Place::Xml)?
        } else if kind == "text/plain" {
            Template::read(text, Place::Plain)?
        } else {
            return Err(format!(
                "values cannot be put into a body of the type `{kind}`: use JSON, a form, XML or text/plain"
            ));
        };
        Ok(Self::Template(template))
    }

    pub(super) fn template(&self) -> Option<&Template> {
        match self {
            Self::Parameters => None,
            Self::Template(template) => Some(template),
        }
    }

    pub(super) fn fill(&self, values: &Values<'_>) -> Result<String, FillError> {
        match self {
            Self::Parameters => Ok(Value::Object(Map::clone(values.parameters)).to_string()),
            Self::Template(template) => template.fill(values),
        }
    }
}

/// Stands for a hole's value where a template is tried out: no author writes it.
const MARK: char = '\u{e000}';

/// A JSON text with holes: within quotes a value becomes part of the text, elsewhere it is a JSON value.
fn json_template(text: &str) -> Result<Template, String> {
    let mut template = Template::read(text, Place::JsonValue)?;
    let (mut is_in_text, mut is_escaped) = (false, false);
    let mut tried = String::new();
    for piece in &mut template.pieces {
        match piece {
            Piece::Text(text) => {
                for c in text.chars() {
                    match c {
                        _ if is_escaped => is_escaped = false,
                        '\\' if is_in_text => is_escaped = true,
                        '"' => is_in_text = !is_in_text,
                        _ => {}
                    }
                }
                tried.push_str(text);
            }
            Piece::Hole { place, .. } if is_in_text => {
                *place = Place::JsonText;
                tried.push(MARK);
            }
            Piece::Hole { .. } => tried.push_str(&format!("\"{MARK}\"")),
        }
    }
    let value: Value = serde_json::from_str(&tried).map_err(|error| {
        format!(
            "with values put in it is no JSON ({}): names and texts in quotes, commas between and none after the last, as in \
             {{\"name\": \"{{{{name}}}}\", \"people\": {{{{people}}}}}}",
            error.to_string().replace(MARK, "value")
        )
    })?;
    if has_marked_name(&value) {
        return Err("a value cannot be the name of a JSON field: write the name as it is, and the value behind its colon".to_owned());
    }
    Ok(template)
}

fn has_marked_name(value: &Value) -> bool {
    match value {
        Value::Object(fields) => {
            fields.iter().any(|(name, value)| name.contains(MARK) || has_marked_name(value))
        }
        Value::Array(items) => items.iter().any(has_marked_name),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn sample(template: &Template) -> String {
    template
        .pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => text.as_str(),
            Piece::Hole { .. } => "x",
        })
        .collect()
}

/// What stands in no address that is asked for, with the cure.
fn forbidden(text: &str) -> Option<&'static str> {
    if text.contains('#') {
        Some("there is a `#` in the address, and what follows it is not sent: leave it out, or write %23")
    } else if text.contains('\\') {
        Some("there is a `\\` in the address: write /")
    } else if text.chars().any(char::is_control) {
        Some("there is a line break in the address: write it on one line")
    } else if has_blank(text) {
        Some("there is a blank in the address: leave it out, or write %20")
    } else {
        None
    }
}

/// Whether a blank stands elsewhere than within `{{ }}`.
fn has_blank(text: &str) -> bool {
    let mut parts = text.split("{{");
    let first = parts.next().unwrap_or_default();
    first.contains(char::is_whitespace)
        || parts
            .any(|part| part.split_once("}}").is_some_and(|(_, after)| after.contains(char::is_whitespace)))
}

fn told(name: &Name) -> String {
    match name {
        Name::Parameter(name) | Name::Secret(name) => format!("`{name}`"),
        Name::Context(known) => format!("`context.{}`", known.name()),
    }
}
