//! What providers take: their documented rules for requests and tools, so that a request that one of them would refuse is
//! known before it is sent. Written from what each of them documents, and, where that is silent, from what its refusals say.

mod anthropic;
mod gemini;
mod openai;
mod schema;
#[cfg(test)]
mod tests;

use std::fmt;

use serde_json::Value;

/// Whose rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dialect {
    /// Chat completions, as OpenAI takes them.
    OpenAi,
    /// Anthropic's Messages.
    Anthropic,
    /// Google's generateContent.
    Gemini,
}

/// Something that a provider refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// Where, from the outside: `["tools", "3", "function", "name"]`.
    pub path: Vec<String>,
    /// What is wrong with it.
    pub fault: String,
    /// What to do.
    pub cure: String,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::OpenAi, Self::Anthropic, Self::Gemini];

    /// What its provider is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "OpenAI",
            Self::Anthropic => "Anthropic",
            Self::Gemini => "Gemini",
        }
    }

    /// What is wrong with the body of a request.
    pub fn breaches(self, body: &Value) -> Vec<Breach> {
        let mut finder = Finder::default();
        match self {
            Self::OpenAi => openai::request(&mut finder, body),
            Self::Anthropic => anthropic::request(&mut finder, body),
            Self::Gemini => gemini::request(&mut finder, body),
        }
        finder.found
    }

    /// What is wrong with a tool as it stands in the list of tools of a request.
    pub fn breaches_of_tool(self, tool: &Value) -> Vec<Breach> {
        let mut finder = Finder::default();
        match self {
            Self::OpenAi => openai::tool(&mut finder, tool),
            Self::Anthropic => anthropic::tool(&mut finder, tool),
            Self::Gemini => gemini::declaration(&mut finder, tool),
        }
        finder.found
    }

    /// The provider that a request goes to, by its address; none where it is none of theirs.
    pub fn of_url(url: &str) -> Option<Self> {
        let path = url.split('?').next().unwrap_or(url);
        if path.ends_with("/chat/completions") {
            Some(Self::OpenAi)
        } else if path.ends_with("/v1/messages") {
            Some(Self::Anthropic)
        } else if path.ends_with("enerateContent") {
            Some(Self::Gemini)
        } else {
            None
        }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.path.join("."), self.fault, self.cure)
    }
}

/// What was found so far, and where one is.
#[derive(Default)]
struct Finder {
    path: Vec<String>,
    found: Vec<Breach>,
}

impl Finder {
    fn within<T>(&mut self, key: impl ToString, look: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(key.to_string());
        let given = look(self);
        self.path.pop();
        given
    }

    /// Notes a fault here.
    fn add(&mut self, fault: impl Into<String>, cure: impl Into<String>) {
        self.found.push(Breach { path: self.path.clone(), fault: fault.into(), cure: cure.into() });
    }

    /// Notes a fault of a field.
    fn add_at(&mut self, key: impl ToString, fault: impl Into<String>, cure: impl Into<String>) {
        self.within(key, |finder| finder.add(fault, cure));
    }

    /// A text that has to be there, with something in it.
    fn text<'v>(&mut self, of: &'v Value, key: &str) -> Option<&'v str> {
        match of.get(key).and_then(Value::as_str) {
            Some(text) if !text.trim().is_empty() => Some(text),
            Some(_) => {
                self.add_at(key, "it is empty", "give it some words");
                None
            }
            None => {
                self.add_at(key, "it is no text", "give it some words");
                None
            }
        }
    }

    /// The same, of a text that nobody asks for.
    fn filled(&mut self, of: &Value, key: &str) {
        let _noted = self.text(of, key);
    }

    /// A list that has to be there, with something in it.
    fn list<'v>(&mut self, of: &'v Value, key: &str) -> &'v [Value] {
        match of.get(key).and_then(Value::as_array) {
            Some(list) if !list.is_empty() => list,
            Some(_) => {
                self.add_at(key, "it is empty", "give at least one");
                &[]
            }
            None => {
                self.add_at(key, "it is no list", "give a list");
                &[]
            }
        }
    }

    /// A number within bounds, where it is there.
    fn number(&mut self, of: &Value, key: &str, (least, most): (f64, f64)) {
        let Some(value) = of.get(key) else { return };
        let is_good = value.as_f64().is_some_and(|number| (least..=most).contains(&number));
        if !is_good {
            let fault = format!("{value} is no number from {least} to {most}");
            self.add_at(key, fault, "give one that is");
        }
    }

    /// The names of tools are told apart.
    fn unlike<'v>(&mut self, names: impl Iterator<Item = Option<&'v str>>) {
        let mut seen = std::collections::BTreeSet::new();
        for (at, name) in names.enumerate() {
            if let Some(name) = name.filter(|name| !seen.insert(*name)) {
                let fault = format!("there is another tool `{name}`");
                self.add_at(at, fault, "give each tool a name of its own");
            }
        }
    }
}

/// `^[a-zA-Z0-9_-]{1,64}$`
fn is_name(name: &str) -> bool {
    is_made_of(name, 64, |byte| matches!(byte, b'_' | b'-'))
}

/// Letters, digits and some marks.
fn is_made_of(name: &str, bytes_max: usize, is_mark: impl Fn(u8) -> bool) -> bool {
    (1..=bytes_max).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || is_mark(byte))
}
