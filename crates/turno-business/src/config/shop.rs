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

/// What can be scheduled, the usual one first: its id, and the message that is its name.
const APPOINTMENT_TYPES: [(&str, &str); 3] =
    [("call", "sales.call"), ("meeting", "sales.meeting"), ("demo", "sales.demo")];

impl SalesTeam {
    /// What they do, as something that can be booked.
    pub(super) fn services(&self, language: Language) -> Vec<Service> {
        let minutes = [self.call_minutes, self.meeting_minutes, self.demo_minutes];
        let members: Vec<String> = (1..=self.capacity).map(member).collect();
        APPOINTMENT_TYPES
            .iter()
            .zip(minutes)
            .map(|((id, name), minutes)| Service {
                id: (*id).to_owned(),
                name: language.message(name).text().to_owned(),
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
        let shift = Shift { branch: None, hours: self.hours.clone() };
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
    let is_shop = parts.identity.as_ref().is_some_and(|identity| identity.kind == Kind::Shop);
    for name in ["services", "staff"] {
        if is_shop && reader.has(name) {
            let hint = "those whom it sends to customers are in [sales]";
            reader.fault_hint(&[Key(name)], format!("a shop has no `{name}`"), Some(hint.to_owned()));
        }
    }
    if !is_shop && parts.sales.is_some() && parts.identity.is_some() {
        let message = "`sales` is for a business of `kind = \"shop\"`";
        reader.fault(&[Key("sales")], message, "leave [sales] out, or change `kind`");
    }
    let Some(sales) = &parts.sales else { return };
    for (name, value, least, most) in [
        ("capacity", sales.capacity, 1, 20),
        ("call_minutes", sales.call_minutes, 5, 480),
        ("meeting_minutes", sales.meeting_minutes, 5, 480),
        ("demo_minutes", sales.demo_minutes, 5, 480),
    ] {
        if !(least..=most).contains(&value) {
            let message = format!("{value} is out of range");
            reader.fault(&[Key("sales"), Key(name)], message, format!("use {least} to {most}"));
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

#[cfg(test)]
mod tests {
    use crate::load_business;

    const SHOP: &str = include_str!("../../../../config/tenants/tienda.toml");
    const CLINIC: &str = include_str!("../../../../config/tenants/sonrisa.toml");

    fn faults(source: &str) -> String {
        load_business("shop.toml", source).map(|_| String::new()).unwrap_or_else(|faults| {
            let lines = faults.0.iter().map(|fault| {
                let (file, line, column) = (&fault.file, fault.line, fault.column);
                format!("{file}:{line}:{column}: {}; {}", fault.message, fault.help)
            });
            lines.collect::<Vec<_>>().join("\n")
        })
    }

    #[test]
    fn a_shop_is_checked_too() {
        let found = faults(
            &SHOP
                .replace("capacity        = 2", "capacity        = 0")
                .replace("call_minutes    = 20", "call_minutes    = 2000")
                .replace("shop_complete", "rest_complete")
                .replace("orders_file", "order_file"),
        );
        insta::assert_snapshot!(found, @"
        shop.toml:7:18: `rest_complete` is no type for a business of this kind; take one that begins with `shop_`: shop_basic, shop_complete
        shop.toml:19:1: unknown key `order_file`; did you mean `orders_file`?
        shop.toml:57:19: 0 is out of range; use 1 to 20
        shop.toml:58:19: 2000 is out of range; use 5 to 480
        ");
        let found = faults(&format!(
            "{SHOP}\n[[services]]\nid = \"x\"\nname = \"X\"\nminutes = 30\nprice = 1\ncategory = \"c\"\nstaff = [\"a\"]\n"
        ));
        assert!(
            found.contains("a shop has no `services`; those whom it sends to customers are in [sales]"),
            "{found}"
        );
        let found = faults(&format!(
            "{CLINIC}\n[sales]\nname = {{ es = \"ventas\", en = \"sales\" }}\nhours.monday = [\"10:00-14:00\"]\n"
        ));
        assert!(found.contains("`sales` is for a business of `kind = \"shop\"`"), "{found}");
    }

    #[test]
    fn a_sales_team_speaks_the_business_s_languages() {
        let shop = load_business("shop.toml", SHOP).unwrap();
        let english = shop.in_language(turno_language::Language::en());
        let names = |shop: &crate::Business| -> Vec<String> {
            shop.services.iter().map(|service| service.name.clone()).collect()
        };
        assert_eq!(names(&shop), ["una llamada", "una reunión", "una demostración"]);
        assert_eq!(names(english), ["a call", "a meeting", "a demo"]);
        assert_eq!(english.staff[0].name, "our sales team");
        // They are no words of the business's: nobody asks for "sales-1".
        assert!(shop.settings().vocabularies["staff"].terms().is_empty());
    }
}
