//! Calls that a model wrote into its text, in the marks of its template, instead of making them.

use serde_json::{Map, Value};
use turno_core::ModelTool;

use super::marks::begins;
use crate::json;

/// What names the tool of a call, and what its arguments.
const NAMES: &[&str] = &["name", "tool", "tool_name", "function", "function_name", "action"];
const ARGUMENTS: &[&str] =
    &["arguments", "parameters", "args", "params", "input", "tool_input", "action_input", "kwargs"];

/// Words of templates that stand between marks and name no tool.
const FILLERS: &[&str] = &["function", "json", "assistant", "commentary", "call", "code"];

/// A call as it was written.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Written {
    pub(super) tool: String,
    pub(super) arguments: Value,
}

/// The calls of a JSON value; none where it is no call.
pub(super) fn calls_in(value: &Value, tools: &[ModelTool]) -> Option<Vec<Written>> {
    let fields = match value {
        Value::Array(items) if !items.is_empty() => {
            let calls = items.iter().map(|item| calls_in(item, tools));
            return Some(calls.collect::<Option<Vec<_>>>()?.concat());
        }
        Value::Object(fields) => fields,
        Value::Array(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return None,
    };
    if let Some(inner) = ["tool_calls", "tool_call", "function_call", "function"]
        .iter()
        .find_map(|name| fields.get(*name))
        .filter(|inner| inner.is_object() || inner.is_array())
    {
        return calls_in(inner, tools);
    }
    let named = NAMES.iter().find_map(|name| fields.get(*name)?.as_str());
    let tool = plain_name(named.filter(|name| is_name(name))?).to_owned();
    let arguments = match ARGUMENTS.iter().find_map(|name| fields.get(*name)) {
        Some(Value::Object(arguments)) => Value::Object(arguments.clone()),
        Some(Value::String(text)) => json::read(text).filter(Value::is_object)?,
        Some(Value::Null) | None if is_known(tools, &tool) => Value::Object(Map::new()),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_)) | None => return None,
    };
    Some(vec![Written { tool, arguments }])
}

/// The first JSON value of a text and its bytes; none where it is not whole.
pub(super) fn json_at(text: &str) -> Option<(Value, usize)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = values.next()?.ok()?;
    Some((value, values.byte_offset()))
}

/// The calls at the beginning of a text that begins with a mark of one, and how many bytes they are; none where they cannot be
/// read.
pub(super) fn calls_at(text: &str, tools: &[ModelTool]) -> Option<(Vec<Written>, usize)> {
    let mut reader = Reader { text, tools, at: 0, name: None, fields: Map::new(), calls: Vec::new() };
    while !reader.rest().is_empty() {
        if !reader.step()? {
            break;
        }
    }
    let is_whole = reader.name.is_none() && !reader.calls.is_empty();
    is_whole.then_some((reader.calls, reader.at))
}

struct Reader<'a> {
    text: &'a str,
    tools: &'a [ModelTool],
    at: usize,
    /// The call that was named and has no arguments yet.
    name: Option<String>,
    /// Its arguments, where each has a mark of its own.
    fields: Map<String, Value>,
    calls: Vec<Written>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Reads on. False: words follow. None: it makes no sense.
    fn step(&mut self) -> Option<bool> {
        let rest = self.rest();
        let blank =
            rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).len();
        if blank > 0 {
            // Behind whole calls blanks belong to what follows.
            let is_over = rest[blank..].is_empty() || rest[blank..].starts_with(['<', '[', '{', '`']);
            if self.name.is_none() && !self.calls.is_empty() && !is_over {
                return Some(false);
            }
            self.at += blank;
            return Some(true);
        }
        match rest.chars().next()? {
            '{' => self.json(),
            '[' if rest[1..].trim_start().starts_with('{') => self.json(),
            '[' | '<' => self.mark(),
            '`' => {
                self.at += 1;
                Some(true)
            }
            _ => self.word(),
        }
    }

    fn json(&mut self) -> Option<bool> {
        let (value, bytes) = json_at(self.rest())?;
        self.at += bytes;
        match self.name.take() {
            Some(tool) if value.is_object() => self.calls.push(Written { tool, arguments: value }),
            Some(_) => return None,
            None => self.calls.extend(calls_in(&value, self.tools)?),
        }
        Some(true)
    }

    fn mark(&mut self) -> Option<bool> {
        let rest = self.rest();
        for (begin, ends) in [("<function=", [">", "{"]), ("<function(", [")", "{"])] {
            if begins(rest, begin) {
                let named = &rest[begin.len()..];
                let end = named.find(|c: char| ends.iter().any(|end| end.starts_with(c)))?;
                self.begin(&named[..end])?;
                self.at += begin.len() + end;
                let closes = self.rest().len() - self.rest().trim_start_matches([')', '>']).len();
                self.at += closes;
                return Some(true);
            }
        }
        let end = rest.find(['>', ']'])? + 1;
        let (mark, behind) = rest.split_at(end);
        let tag = mark.trim_matches(['<', '>', '[', ']']);
        let tag = tag.strip_prefix(concat!("ant", "ml:")).unwrap_or(tag);
        let lower = tag.to_ascii_lowercase();
        let is_end = lower.starts_with('/');
        if !is_end && (lower.starts_with("parameter") || lower.contains("｜parameter")) {
            let close = behind.find("</")?;
            let field = attribute(tag)?;
            let value = self.value_of(field, behind[..close].trim_matches('\n'));
            self.fields.insert(field.to_owned(), value);
            self.at += end + close;
            return Some(true);
        }
        if !is_end && (lower.starts_with("invoke") || lower.contains("｜invoke")) {
            self.begin(attribute(tag)?)?;
        } else if (is_end || lower == "function") && !lower.ends_with("parameter") {
            self.end();
        } else if self.calls.is_empty() && (lower.contains("response") || lower.contains("result")) {
            return None;
        }
        self.at += end;
        Some(true)
    }

    fn word(&mut self) -> Option<bool> {
        let rest = self.rest();
        let end = rest.find(|c: char| !is_of_name(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        let tool = plain_name(word);
        if self.name.is_none() && is_known(self.tools, tool) {
            self.name = Some(tool.to_owned());
        } else if !FILLERS.contains(&word) {
            return (self.name.is_none() && !self.calls.is_empty()).then_some(false);
        }
        self.at += end;
        Some(true)
    }

    /// A value as it was written between marks: a text where the tool wants one.
    fn value_of(&self, field: &str, written: &str) -> Value {
        let name = self.name.as_deref();
        let tool = self.tools.iter().find(|tool| Some(tool.name.as_str()) == name);
        let kind = tool.and_then(|tool| tool.parameters["properties"][field]["type"].as_str());
        let read = json::read(written).filter(|value| kind != Some("string") || value.is_string());
        read.unwrap_or_else(|| Value::from(written))
    }

    fn begin(&mut self, name: &str) -> Option<()> {
        let name = name.trim().trim_matches(['"', '\'', ',']);
        if self.name.is_some() || !is_name(name) {
            return None;
        }
        self.name = Some(plain_name(name).to_owned());
        self.fields = Map::new();
        Some(())
    }

    fn end(&mut self) {
        if let Some(tool) = self.name.take() {
            let arguments = Value::Object(std::mem::take(&mut self.fields));
            self.calls.push(Written { tool, arguments });
        }
    }
}

/// What a mark names: `parameter=date`, `parameter name="date"`.
fn attribute(tag: &str) -> Option<&str> {
    let (_, named) = tag.split_once('=')?;
    let named = named.trim();
    let named = match named.strip_prefix(['"', '\'']) {
        Some(quoted) => quoted.split(['"', '\'']).next()?,
        None => named.split_whitespace().next()?,
    };
    (!named.is_empty()).then_some(named)
}

/// `functions.get_menu:0` is `get_menu`; so is `to=functions.get_menu`.
fn plain_name(name: &str) -> &str {
    let name = name.strip_prefix("to=").unwrap_or(name);
    let name = ["functions.", "tools.", "default_api."]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .unwrap_or(name);
    match name.rsplit_once(':') {
        Some((name, number)) if number.parse::<u32>().is_ok() => name,
        Some(_) | None => name,
    }
}

fn is_known(tools: &[ModelTool], name: &str) -> bool {
    tools.iter().any(|tool| tool.name == name)
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= 128 && name.chars().all(is_of_name)
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '=')
}
