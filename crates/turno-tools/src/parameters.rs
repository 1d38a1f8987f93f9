//! A call's parameters, and the pieces that schemas are made of.

use jiff::civil::{Date, Time};
use serde_json::{Map, Value, json};
use turno_core::ToolSpec;
use turno_language::Act;
use turno_runtime::port::ToolError;

/// The longest note, name and change to a dish that are kept, in characters: a row must fit in the store.
const NOTE_LENGTH: usize = 1000;
const NAME_LENGTH: usize = 120;
const CHANGE_LENGTH: usize = 200;

/// A call's parameters, valid by the tool's schema.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parameters<'a>(pub(crate) &'a Map<String, Value>);

impl<'a> Parameters<'a> {
    /// A text that is not blank.
    pub(crate) fn text(&self, name: &str) -> Option<&'a str> {
        self.0
            .get(name)
            .and_then(Value::as_str)
            .map(str::trim)
            .filter(|text| !text.is_empty())
    }

    /// A text that the schema requires.
    pub(crate) fn required_text(&self, name: &str) -> Result<&'a str, ToolError> {
        self.text(name)
            .ok_or_else(|| ToolError::Invalid(format!("`{name}` is empty: give it a value")))
    }

    /// A free text, cut where it is longer than a note.
    pub(crate) fn note(&self, name: &str) -> Option<String> {
        self.text(name)
            .map(|text| text.chars().take(NOTE_LENGTH).collect())
    }

    /// What is changed about a dish, cut likewise.
    pub(crate) fn change(&self, name: &str) -> Option<String> {
        self.text(name)
            .map(|text| text.chars().take(CHANGE_LENGTH).collect())
    }

    /// A name that the schema requires, cut likewise.
    pub(crate) fn required_name(&self, name: &str) -> Result<String, ToolError> {
        self.required_text(name)
            .map(|text| text.chars().take(NAME_LENGTH).collect())
    }

    /// A date.
    pub(crate) fn date(&self, name: &str) -> Result<Option<Date>, ToolError> {
        let invalid =
            |text: &str| ToolError::Invalid(format!("`{name}` is `{text}`: give a date as 2026-01-20"));
        self.text(name)
            .map(|text| text.parse().map_err(|_| invalid(text)))
            .transpose()
    }

    /// A time of day.
    pub(crate) fn time(&self, name: &str) -> Result<Option<Time>, ToolError> {
        let invalid = |text: &str| ToolError::Invalid(format!("`{name}` is `{text}`: give a time as 20:00"));
        self.text(name)
            .map(|text| text.parse().map_err(|_| invalid(text)))
            .transpose()
    }

    /// A date and a time that the schema requires.
    pub(crate) fn required_date_and_time(&self) -> Result<(Date, Time), ToolError> {
        match (self.date("date")?, self.time("time")?) {
            (Some(date), Some(time)) => Ok((date, time)),
            _ => Err(ToolError::Invalid("`date` and `time` are needed".to_owned())),
        }
    }

    /// A whole number.
    pub(crate) fn integer(&self, name: &str) -> Option<i64> {
        self.0.get(name).and_then(Value::as_i64)
    }

    /// An amount in whole units, as cents.
    pub(crate) fn cents(&self, name: &str) -> Result<Option<i64>, ToolError> {
        let Some(units) = self.0.get(name).and_then(Value::as_f64) else {
            return Ok(None);
        };
        let cents = (units * 100.0).round();
        if !(0.0..=1e12).contains(&cents) {
            return Err(ToolError::Invalid(format!(
                "`{name}` is {units}: give an amount from 0 to 10000000000"
            )));
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a whole number within the range of one"
        )]
        Ok(Some(cents as i64))
    }

    /// A truth value; the default where it is not given.
    pub(crate) fn flag(&self, name: &str, default: bool) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(default)
    }
}

/// What sets a tool's spec apart.
pub(crate) struct Outline<'a> {
    pub(crate) name: &'a str,
    pub(crate) description: &'a str,
    pub(crate) category: &'a str,
    pub(crate) act: Act,
    pub(crate) enabled_for: &'a [&'a str],
    pub(crate) parameters: Value,
}

pub(crate) const RESTAURANTS: &[&str] = &["rest_basic", "rest_standard", "rest_complete"];
pub(crate) const CLINICS: &[&str] = &["dental_basic", "dental_standard", "dental_complete"];
pub(crate) const CLINICS_AND_SHOPS: &[&str] = &[
    "dental_basic",
    "dental_standard",
    "dental_complete",
    "shop_complete",
];
pub(crate) const BOOKERS: &[&str] = &[
    "rest_basic",
    "rest_standard",
    "rest_complete",
    "dental_basic",
    "dental_standard",
    "dental_complete",
    "shop_complete",
];
pub(crate) const AVAILABILITY: &[&str] = &[
    "rest_basic",
    "rest_standard",
    "rest_complete",
    "dental_basic",
    "dental_standard",
    "dental_complete",
    "shop_basic",
    "shop_complete",
];
pub(crate) const SHOPS: &[&str] = &["shop_basic", "shop_complete"];
pub(crate) const EVERYONE: &[&str] = &["*"];

impl Outline<'_> {
    /// The spec; a tool that does something to a booking or an order needs the user's yes.
    pub(crate) fn spec(self) -> ToolSpec {
        let requires_confirmation = match self.act {
            Act::Book | Act::Modify | Act::Cancel | Act::Order => true,
            Act::Other => false,
        };
        ToolSpec {
            requires_confirmation,
            acts: requires_confirmation,
            act: self.act,
            enabled_for: self.enabled_for.iter().map(|name| (*name).to_owned()).collect(),
            timeout_ms: 5_000,
            source: source_of(self.name).to_owned(),
            ..ToolSpec::new(self.name, self.description, self.category, self.parameters)
        }
    }
}

/// The document that asks for a tool.
fn source_of(name: &str) -> &'static str {
    match name {
        "check_order_status"
        | "notify_team"
        | "search_products"
        | "create_lead"
        | "create_support_ticket"
        | "schedule_appointment" => "1-erp-actions-and-tools",
        _ => "2-voice-tool-calling",
    }
}

/// The schema of an object with these properties.
pub(crate) fn object(properties: Value, required: &[&str]) -> Value {
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

pub(crate) fn date(name: [&str; 2]) -> Value {
    json!({"type": "string", "format": "date", "pattern": r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$",
        "description": "YYYY-MM-DD", "x-slot": "date", "x-name": names(name)})
}

pub(crate) fn time() -> Value {
    json!({"type": "string", "pattern": r"^([01]\d|2[0-3]):[0-5]\d$", "description": "HH:MM, 24 hours",
        "x-slot": "time", "x-name": names(["la hora", "the time"])})
}

pub(crate) fn party_size() -> Value {
    json!({"type": "integer", "minimum": 1, "maximum": 1000, "description": "Number of people",
        "x-slot": "party_size", "x-name": names(["el número de personas", "the number of people"])})
}

pub(crate) fn person_name(description: &str) -> Value {
    json!({"type": "string", "minLength": 1, "description": description, "x-slot": "person_name",
        "x-sensitive": true, "x-name": names(["el nombre", "the name"])})
}

pub(crate) fn phone() -> Value {
    json!({"type": "string", "pattern": r"^\+[1-9]\d{6,14}$", "description": "A phone in E.164", "x-slot": "phone",
        "x-sensitive": true, "x-name": names(["el teléfono", "the phone number"])})
}

pub(crate) fn email() -> Value {
    json!({"type": "string", "maxLength": 300, "description": "An e-mail address, as it was written or said", "x-slot": "contact",
        "x-sensitive": true, "x-name": names(["el correo", "the e-mail"])})
}

/// A mail address or a phone.
pub(crate) fn contact(description: &str, name: [&str; 2]) -> Value {
    json!({"type": "string", "description": description, "x-slot": "contact", "x-sensitive": true, "x-name": names(name)})
}

pub(crate) fn code(description: &str, name: [&str; 2]) -> Value {
    json!({"type": "string", "minLength": 1, "maxLength": 40, "description": description, "x-slot": "code",
        "x-name": names(name)})
}

pub(crate) fn text(description: &str, name: [&str; 2]) -> Value {
    json!({"type": "string", "description": description, "x-slot": "text", "x-name": names(name)})
}

/// As [`text`], kept out of logs.
pub(crate) fn private_text(description: &str, name: [&str; 2]) -> Value {
    let mut schema = text(description, name);
    schema["x-sensitive"] = true.into();
    schema
}

pub(crate) fn address() -> Value {
    json!({"type": "string", "description": "Where to deliver", "x-slot": "address", "x-sensitive": true,
        "x-name": names(["la dirección", "the address"])})
}

pub(crate) fn flag(description: &str, default: bool, name: [&str; 2]) -> Value {
    json!({"type": "boolean", "default": default, "description": description, "x-name": names(name)})
}

pub(crate) fn term(vocabulary: &str, description: &str, name: [&str; 2]) -> Value {
    json!({"type": "string", "minLength": 1, "description": description, "x-slot": "term", "x-vocabulary": vocabulary,
        "x-name": names(name)})
}

/// An order's dishes.
pub(crate) fn items() -> Value {
    json!({
        "type": "array",
        "description": "What is ordered",
        "items": {
            "type": "object",
            "properties": {
                "menu_item_id": {"type": "string", "minLength": 1},
                "quantity": {"type": "integer", "minimum": 1, "maximum": 1000},
                "modifications": {"type": "string"},
            },
            "required": ["menu_item_id", "quantity"],
            "additionalProperties": false,
        },
        "x-slot": "items", "x-vocabulary": "menu", "x-name": names(["los platillos", "the dishes"]),
    })
}

/// How an order gets to its eater, with the words for each way.
pub(crate) fn delivery_type() -> Value {
    json!({
        "type": "string",
        "enum": ["pickup", "delivery"],
        "description": "Collected at the counter, or delivered",
        "x-slot": "term",
        "x-terms": {
            "pickup": {"es": ["para recoger", "recoger", "recojo", "lo recojo", "paso por él", "paso por ella", "paso por mi pedido", "paso a recoger",
                "voy por él", "yo paso", "en el local", "para llevar"],
                "en": ["for pickup", "pickup", "pick up", "takeaway", "takeout", "to go", "I'll pick it up", "pick it up", "carry out"]},
            "delivery": {"es": ["a domicilio", "domicilio", "entrega a domicilio", "envío", "enviar", "a mi casa", "que me lo traigan", "que me lo manden",
                "que lo lleven", "me lo mandas", "me lo traes", "reparto"],
                "en": ["for delivery", "delivery", "delivered", "deliver it", "to my house", "to my place"]},
        },
        "x-name": names(["si es para recoger o a domicilio", "whether it is for pickup or delivery"]),
    })
}

pub(crate) fn branch() -> Value {
    term(
        "branches",
        "Id of the branch; left out: the one that was called, else the main one",
        ["la sucursal", "the branch"],
    )
}

pub(crate) fn service(description: &str) -> Value {
    term("services", description, ["el servicio", "the service"])
}

pub(crate) fn staff(description: &str) -> Value {
    term("staff", description, ["el doctor o la doctora", "the doctor"])
}

pub(crate) fn confirmation_code() -> Value {
    code("The booking's code, as RES-4821", ["el código", "the code"])
}

pub(crate) fn names([spanish, english]: [&str; 2]) -> Value {
    json!({"es": spanish, "en": english})
}
