//! The parts of a shop's file.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Parts,
    clinic::{Service, Shift, Staff},
    file::{Kind, Week},
    reader::{Reader, Step::Key},
};
use turno_language::Language;

/// Where a shop's catalogue comes from on its first day; from then on `turno import` changes it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CatalogFiles {
    /// A CSV file of products, relative to this file: put into a store that has no catalogue yet.
    pub file: String,
    /// A CSV file of orders that were taken elsewhere, likewise.
    #[serde(default)]
    pub orders_file: Option<String>,
}

/// Those with whom calls, meetings and demos are scheduled.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SalesTeam {
    /// What they are called: "nuestro equipo de ventas".
    #[schemars(schema_with = "super::wording::schema")]
    pub name: String,
    /// How many customers they can see at a time: 1 to 20.
    #[serde(default = "one")]
    pub capacity: u32,
    /// How long a call takes, in minutes: 5 to 480.
    #[serde(default = "call_minutes")]
    pub call_minutes: u32,
    /// How long a meeting takes, in minutes: 5 to 480.
    #[serde(default = "meeting_minutes")]
    pub meeting_minutes: u32,
    /// How long a demo takes, in minutes: 5 to 480.
    #[serde(default = "demo_minutes")]
    pub demo_minutes: u32,
    /// When they are in.
    pub hours: Week,
}

/// What can be scheduled, the usual one first: its id, and what it is called.
const APPOINTMENT_TYPES: [(&str, [&str; 2]); 3] = [
    ("call", ["una llamada", "a call"]),
    ("meeting", ["una reunión", "a meeting"]),
    ("demo", ["una demostración", "a demo"]),
];

impl SalesTeam {
    /// What they do, as something that can be booked.
    pub(super) fn services(&self, language: Language) -> Vec<Service> {
        let minutes = [self.call_minutes, self.meeting_minutes, self.demo_minutes];
        let members: Vec<String> = (1..=self.capacity).map(member).collect();
        APPOINTMENT_TYPES
            .iter()
            .zip(minutes)
            .map(|((id, [spanish, english]), minutes)| Service {
                id: (*id).to_owned(),
                name: match language {
                    Language::Es => (*spanish).to_owned(),
                    Language::En => (*english).to_owned(),
                },
                aliases: Vec::new(),
                minutes,
                price_cents: 0,
                category: String::new(),
                staff: members.clone(),
            })
            .collect()
    }

    /// As many as can be seen at a time, as people whose time is booked.
    pub(super) fn staff(&self) -> Vec<Staff> {
        let shift = Shift {
            branch: None,
            hours: self.hours.clone(),
        };
        (1..=self.capacity)
            .map(|number| Staff {
                id: member(number),
                name: self.name.clone(),
                aliases: Vec::new(),
                specialty: String::new(),
                shifts: vec![shift.clone()],
                absences: Vec::new(),
            })
            .collect()
    }
}

/// What must hold of a shop.
pub(super) fn check_shop(reader: &mut Reader<'_>, parts: &Parts) {
    let is_shop = parts
        .identity
        .as_ref()
        .is_some_and(|identity| identity.kind == Kind::Shop);
    for name in ["services", "staff"] {
        if is_shop && reader.has(name) {
            let hint = "those whom it sends to customers are in [sales]";
            reader.fault(
                &[Key(name)],
                format!("a shop has no `{name}`"),
                Some(hint.to_owned()),
            );
        }
    }
    if !is_shop && parts.sales.is_some() && parts.identity.is_some() {
        let message = "`sales` is for a business of `kind = \"shop\"`";
        reader.fault(&[Key("sales")], message, None);
    }
    let Some(sales) = &parts.sales else { return };
    for (name, value, least, most) in [
        ("capacity", sales.capacity, 1, 20),
        ("call_minutes", sales.call_minutes, 5, 480),
        ("meeting_minutes", sales.meeting_minutes, 5, 480),
        ("demo_minutes", sales.demo_minutes, 5, 480),
    ] {
        if !(least..=most).contains(&value) {
            let message = format!("{value} is out of range: use {least} to {most}");
            reader.fault(&[Key("sales"), Key(name)], message, None);
        }
    }
}

fn member(number: u32) -> String {
    format!("sales-{number}")
}

fn one() -> u32 {
    1
}

fn call_minutes() -> u32 {
    20
}

fn meeting_minutes() -> u32 {
    45
}

fn demo_minutes() -> u32 {
    60
}
