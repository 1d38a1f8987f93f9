//! The keywords of a custom tool's parameters: JSON Schema's and Turno's own, none misspelt, each with what goes there.

#[cfg(test)]
mod tests;
mod values;

use serde_json::{Map, Value};

use turno_business::did_you_mean;
use values::{Kind, format_note, in_order, value_fault};

/// A step to what is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum At {
    Key(String),
    Index(usize),
}

/// What is wrong in the schema of a tool's parameters.
#[derive(Debug)]
pub(super) struct SchemaFault {
    /// Where, from the schema on.
    pub(super) path: Vec<At>,
    /// It is about the key and not about its value.
    pub(super) is_key: bool,
    pub(super) message: String,
    pub(super) cure: String,
}

impl SchemaFault {
    /// Whether it is a key at the top that is none, so that parameters may stand behind it.
    pub(super) fn hides_parameters(&self) -> bool {
        self.is_key && self.path.len() == 1
    }
}

/// What there is to say of the schema of a tool's parameters.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// All that is wrong with it.
    pub(super) faults: Vec<SchemaFault>,
    /// What is right and does nothing.
    pub(super) notes: Vec<SchemaFault>,
}

/// Reads the schema of a tool's parameters.
pub(super) fn findings(schema: &Value) -> Findings {
    let mut walk = Walk::default();
    match schema.get("type").and_then(Value::as_str) {
        Some("object") => {}
        found => {
            let path = found.map(|_| At::Key("type".to_owned()));
            walk.path.extend(path);
            walk.fault("the parameters are an object", "write type = \"object\"");
            walk.path.clear();
        }
    }
    walk.schema(schema, Depth::Whole);
    if walk.faults.is_empty()
        && let Err(error) = jsonschema::validator_for(schema)
    {
        walk.fault(
            format!("these parameters cannot be checked ({error})"),
            "give each a `type`, and beside it only what narrows it, as in { type = \"integer\", minimum = 1 }",
        );
    }
    walk.findings()
}

/// The cure where no keyword is like it.
const KNOWN: &str = "known of a parameter are type, description, enum, default, minimum, maximum, minLength, maxLength, pattern, \
                     items, properties, required, and x-slot, x-name, x-terms, x-vocabulary, x-sensitive";

/// What other programs have a word for is written otherwise here.
fn other_word(key: &str) -> Option<&'static str> {
    match key {
        "nullable" => Some("write type = [\"string\", \"null\"]"),
        "optional" | "opcional" | "obligatorio" | "requerido" | "mandatory" => {
            Some("write required = [\"name\"] beside `properties`; what is not in it may be left out")
        }
        _ => None,
    }
}

/// Where a schema stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// That of all parameters.
    Whole,
    /// That of a parameter.
    Parameter,
    /// Within a parameter's.
    Within,
}

#[derive(Default)]
struct Walk {
    path: Vec<At>,
    faults: Vec<SchemaFault>,
    notes: Vec<SchemaFault>,
}

impl Walk {
    fn findings(self) -> Findings {
        Findings { faults: self.faults, notes: self.notes }
    }

    fn note(&mut self, message: impl Into<String>, cure: impl Into<String>) {
        self.notes.push(SchemaFault {
            path: self.path.clone(),
            is_key: false,
            message: message.into(),
            cure: cure.into(),
        });
    }

    fn fault(&mut self, message: impl Into<String>, cure: impl Into<String>) {
        self.faults.push(SchemaFault {
            path: self.path.clone(),
            is_key: false,
            message: message.into(),
            cure: cure.into(),
        });
    }

    fn fault_of_key(&mut self, message: impl Into<String>, cure: impl Into<String>) {
        self.fault(message, cure);
        if let Some(fault) = self.faults.last_mut() {
            fault.is_key = true;
        }
    }

    fn at<T>(&mut self, step: At, go: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let gone = go(self);
        self.path.pop();
        gone
    }

    fn schema(&mut self, schema: &Value, depth: Depth) {
        let Some(keywords) = schema.as_object() else {
            // `additionalProperties = false`
            if depth != Depth::Within || !schema.is_boolean() {
                let name = self.name();
                self.fault(
                    format!("`{name}` is a table with a `type`"),
                    format!("write {name} = {{ type = \"string\" }}"),
                );
            }
            return;
        };
        let before = self.faults.len();
        for (key, value) in keywords {
            self.at(At::Key(key.clone()), |walk| walk.keyword(key, value, depth));
        }
        self.required(keywords, depth);
        if self.faults.len() == before {
            self.together(schema, keywords);
        }
    }

    fn keyword(&mut self, key: &str, value: &Value, depth: Depth) {
        let Some(kind) = Kind::of(key) else {
            return self.unknown(key);
        };
        if key.starts_with("x-") && !self.is_in_its_place(key, depth) {
            return;
        }
        if let Some((message, cure)) = value_fault(key, kind, value) {
            return self.fault(message, cure);
        }
        if let (Kind::Format, Some((message, cure))) = (kind, format_note(value)) {
            self.note(message, cure);
        }
        match (kind, value) {
            (Kind::Schema, _) => self.schema(value, Depth::Within),
            (Kind::Schemas, Value::Array(all)) => {
                for (index, one) in all.iter().enumerate() {
                    self.at(At::Index(index), |walk| walk.schema(one, Depth::Within));
                }
            }
            (Kind::Named, Value::Object(all)) => {
                let is_parameter = depth == Depth::Whole && key == "properties";
                for (name, one) in all {
                    self.at(At::Key(name.clone()), |walk| {
                        walk.named(name, one, is_parameter);
                    });
                }
            }
            (_, _) => {}
        }
    }

    fn named(&mut self, name: &str, schema: &Value, is_parameter: bool) {
        let is_secret = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        if is_parameter && name.chars().all(is_secret) {
            self.fault_of_key(
                format!("`{name}` would be read as a secret's name"),
                "write it in small letters",
            );
        }
        let depth = if is_parameter { Depth::Parameter } else { Depth::Within };
        self.schema(schema, depth);
    }

    /// Turno's own keywords are about one parameter.
    fn is_in_its_place(&mut self, key: &str, depth: Depth) -> bool {
        match depth {
            Depth::Parameter => return true,
            Depth::Whole => self.fault_of_key(
                format!("`{key}` is about one parameter, and does nothing here"),
                format!("write it into the parameter: properties.NAME = {{ type = \"string\", {key} = … }}"),
            ),
            // What stands within a parameter would be logged in clear.
            Depth::Within if key == "x-sensitive" => self.fault_of_key(
                "`x-sensitive` does nothing within a parameter",
                "write it beside the `type` of the parameter itself, which is masked whole then",
            ),
            Depth::Within => return true,
        }
        false
    }

    /// A slip is told with what was meant; so is every other word. Keywords of other programs (`x-…`) are noted.
    fn unknown(&mut self, key: &str) {
        let bare = key.strip_prefix("x-").or_else(|| key.strip_prefix("x_"));
        let own = || Kind::names().filter_map(|name| name.strip_prefix("x-"));
        let meant = turno_core::nearest(&bare.unwrap_or(key).replace('_', "-"), own())
            .filter(|_| bare.is_some())
            .or_else(|| own().find(|name| *name == key).map(str::to_owned))
            .map(|name| format!("did you mean `x-{name}`?"));
        match (meant, bare) {
            (Some(cure), _) => self.fault_of_key(format!("unknown key `{key}`"), cure),
            (None, Some(_)) => {
                let own: Vec<&str> = Kind::names().filter(|name| name.starts_with("x-")).collect();
                self.note(
                    format!("`{key}` means nothing to Turno"),
                    format!("its own keys of a parameter are {}", own.join(", ")),
                );
            }
            (None, None) => {
                let meant = other_word(key).map(str::to_owned);
                let cure =
                    meant.or_else(|| did_you_mean(key, Kind::names())).unwrap_or_else(|| KNOWN.to_owned());
                self.fault_of_key(format!("unknown key `{key}`"), cure);
            }
        }
    }

    /// What is required is a property.
    fn required(&mut self, keywords: &Map<String, Value>, depth: Depth) {
        let Some(Value::Array(required)) = keywords.get("required") else {
            return;
        };
        // Told already, as the slip that it is.
        if depth == Depth::Whole && self.faults.iter().any(SchemaFault::hides_parameters) {
            return;
        }
        let empty = Map::new();
        let properties = match keywords.get("properties") {
            Some(Value::Object(properties)) => properties,
            Some(_) => return,
            None if depth == Depth::Within => return,
            None => &empty,
        };
        for (index, name) in required.iter().enumerate() {
            let Some(name) = name.as_str().filter(|name| !properties.contains_key(*name)) else {
                continue;
            };
            let known: Vec<&str> = properties.keys().map(String::as_str).collect();
            let cure = did_you_mean(name, known.iter().copied()).unwrap_or_else(|| {
                if known.is_empty() {
                    format!("add it: properties.{name} = {{ type = \"string\" }}")
                } else {
                    format!("add properties.{name}, or name one of {}", known.join(", "))
                }
            });
            let message = format!("`required` names `{name}`, which is no property");
            self.path.push(At::Key("required".to_owned()));
            self.at(At::Index(index), |walk| walk.fault(message, cure));
            self.path.pop();
        }
    }

    /// What does not go together, though each is right by itself.
    fn together(&mut self, schema: &Value, keywords: &Map<String, Value>) {
        if let Some((key, message, cure)) = in_order(keywords) {
            return self.at(At::Key(key.to_owned()), |walk| walk.fault(message, cure));
        }
        if let (Some(Value::Array(values)), Some(kind)) = (keywords.get("enum"), keywords.get("type")) {
            let one = serde_json::json!({ "type": kind });
            let fits = |value: &Value| jsonschema::is_valid(&one, value);
            if let Some(index) = values.iter().position(|value| !fits(value)) {
                let message = format!("{} is not what `type` says", values[index]);
                self.path.push(At::Key("enum".to_owned()));
                self.at(At::Index(index), |walk| {
                    walk.fault(message, "write each value of that type, or another `type`");
                });
                self.path.pop();
                return;
            }
        }
        let Some(default) = keywords.get("default") else {
            return;
        };
        let Ok(validator) = jsonschema::validator_for(schema) else {
            return;
        };
        if let Err(error) = validator.validate(default) {
            let message = format!("the default does not fit: {error}");
            let cure = "write a default that the parameter may have, or leave it out";
            self.at(At::Key("default".to_owned()), |walk| walk.fault(message, cure));
        }
    }

    /// What the path ends with.
    fn name(&self) -> String {
        match self.path.last() {
            Some(At::Key(key)) => key.clone(),
            Some(At::Index(index)) => index.to_string(),
            None => "parameters_schema".to_owned(),
        }
    }
}
