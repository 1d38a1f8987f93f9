//! What sets a built-in tool apart, and the pieces that its schema is made of.

use serde_json::{Value, json};
use turno_core::ToolSpec;
use turno_language::Act;

pub(crate) use turno_business::parameters::{Parameters, names, object, terms};

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
pub(crate) const CLINICS_AND_SHOPS: &[&str] =
    &["dental_basic", "dental_standard", "dental_complete", "shop_complete"];
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

pub(crate) fn date(name: &str) -> Value {
    json!({"type": "string", "format": "date", "pattern": r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$",
        "description": "YYYY-MM-DD", "x-slot": "date", "x-name": names(name)})
}

pub(crate) fn time() -> Value {
    json!({"type": "string", "pattern": r"^([01]\d|2[0-3]):[0-5]\d$", "description": "HH:MM, 24 hours",
        "x-slot": "time", "x-name": names("parameter.time")})
}

pub(crate) fn party_size() -> Value {
    json!({"type": "integer", "minimum": 1, "maximum": 1000, "description": "Number of people",
        "x-slot": "party_size", "x-name": names("parameter.party_size")})
}

pub(crate) fn person_name(description: &str) -> Value {
    json!({"type": "string", "minLength": 1, "description": description, "x-slot": "person_name",
        "x-sensitive": true, "x-name": names("parameter.name")})
}

pub(crate) fn phone() -> Value {
    json!({"type": "string", "pattern": r"^\+[1-9]\d{6,14}$", "description": "A phone in E.164", "x-slot": "phone",
        "x-sensitive": true, "x-name": names("parameter.phone_number")})
}

pub(crate) fn email() -> Value {
    json!({"type": "string", "maxLength": 300, "description": "An e-mail address, as it was written or said", "x-slot": "contact",
        "x-sensitive": true, "x-name": names("parameter.e_mail")})
}

/// A mail address or a phone.
pub(crate) fn contact(description: &str, name: &str) -> Value {
    json!({"type": "string", "description": description, "x-slot": "contact", "x-sensitive": true, "x-name": names(name)})
}

pub(crate) fn code(description: &str, name: &str) -> Value {
    json!({"type": "string", "minLength": 1, "maxLength": 40, "description": description, "x-slot": "code",
        "x-name": names(name)})
}

pub(crate) fn text(description: &str, name: &str) -> Value {
    json!({"type": "string", "description": description, "x-slot": "text", "x-name": names(name)})
}

/// As [`text`], kept out of logs.
pub(crate) fn private_text(description: &str, name: &str) -> Value {
    let mut schema = text(description, name);
    schema["x-sensitive"] = true.into();
    schema
}

pub(crate) fn address() -> Value {
    json!({"type": "string", "description": "Where to deliver", "x-slot": "address", "x-sensitive": true,
        "x-name": names("parameter.address")})
}

pub(crate) fn flag(description: &str, default: bool, name: &str) -> Value {
    json!({"type": "boolean", "default": default, "description": description, "x-name": names(name)})
}

pub(crate) fn term(vocabulary: &str, description: &str, name: &str) -> Value {
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
        "x-slot": "items", "x-vocabulary": "menu", "x-name": names("parameter.dishes"),
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
            "pickup": terms("choice.pickup"),
            "delivery": terms("choice.delivery"),
        },
        "x-name": names("parameter.delivery_type"),
    })
}

pub(crate) fn branch() -> Value {
    term(
        "branches",
        "Id of the branch; left out: the one that was called, else the main one",
        "parameter.branch",
    )
}

pub(crate) fn service(description: &str) -> Value {
    term("services", description, "parameter.service")
}

pub(crate) fn staff(description: &str) -> Value {
    term("staff", description, "parameter.staff")
}

pub(crate) fn confirmation_code() -> Value {
    code("The booking's code, as RES-4821", "parameter.code")
}
