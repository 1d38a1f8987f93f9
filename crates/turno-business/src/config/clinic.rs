//! The parts of a clinic's file.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;
use turno_language::Span;

use super::{file::Week, values};

/// A service of a clinic.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Service {
    /// Its id.
    pub id: String,
    /// Its name: "Limpieza dental".
    #[schemars(schema_with = "super::wording::schema")]
    pub name: String,
    /// Other ways to say it.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// How long it takes, in minutes: 5 to 480.
    pub minutes: u32,
    /// What it costs, in cents; the file has whole units.
    #[serde(rename = "price", deserialize_with = "values::amount")]
    #[schemars(with = "f64")]
    pub price_cents: i64,
    /// What kind of service it is: "prevención".
    #[schemars(schema_with = "super::wording::schema")]
    pub category: String,
    /// The ids of those who do it.
    pub staff: Vec<String>,
}

/// A person whose time is booked.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Staff {
    /// Their id.
    pub id: String,
    /// Their name: "Dra. Elena Ruiz".
    #[schemars(schema_with = "super::wording::schema")]
    pub name: String,
    /// Other ways to say it.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// What they do: "Ortodoncia".
    #[serde(default)]
    #[schemars(schema_with = "super::wording::schema")]
    pub specialty: String,
    /// When and where they work.
    pub shifts: Vec<Shift>,
    /// When they are away.
    #[serde(default)]
    pub absences: Vec<Absence>,
}

/// A week's work at a branch.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// The branch; the first branch where it is left out.
    #[serde(default)]
    pub branch: Option<String>,
    /// The hours.
    pub hours: Week,
}

/// Days, or hours of days, away.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Absence {
    /// The first day.
    #[serde(deserialize_with = "values::date")]
    #[schemars(with = "String")]
    pub from: Date,
    /// The last day; the first where it is left out.
    #[serde(default, deserialize_with = "values::optional_date")]
    #[schemars(with = "Option<String>")]
    pub to: Option<Date>,
    /// The stretches away; the whole day where it is left out.
    #[serde(default, deserialize_with = "values::spans")]
    #[schemars(with = "Vec<String>")]
    pub hours: Vec<Span>,
    /// What for: "vacaciones".
    #[serde(default)]
    #[schemars(schema_with = "super::wording::schema")]
    pub name: String,
}
