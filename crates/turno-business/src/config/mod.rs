//! A business as its file describes it: read, checked, and all faults told at once.

mod agents;
mod check;
mod clinic;
mod currencies;
mod fault;
mod file;
mod places;
mod reader;
mod restaurant;
mod reworded;
mod shop;
mod site;
mod tool_names;
mod values;
mod whole;
mod wording;

use std::{collections::BTreeMap, sync::Arc};

use jiff::tz::TimeZone;
use turno_language::{Language, OpeningHours};

use crate::{Business, reach::TeamReach};
use agents::{AgentFile, ToolsFile};
use file::{Exception, Identity, WholeFile};

pub use check::ASSISTANT_TYPES;
pub use clinic::{Absence, Service, Shift, Staff};
pub use fault::did_you_mean;
pub use fault::{Fault, Faults};
pub use file::{BookingRules, Branch, Escalation, Kind, Plan, RetentionTimes, Seating, Week};
pub use reader::{Reader, Step};
pub use restaurant::{Dish, OrderRules, Room, Section, Table};
pub use shop::{CatalogFiles, SalesTeam};
pub use site::Site;
pub use tool_names::{KnownTools, check_tool_names};
pub use whole::load_whole;

/// The keys of the file that hold tables.
const TABLES: &[&str] = &[
    "escalation",
    "hours",
    "exceptions",
    "branches",
    "booking",
    "rooms",
    "tables",
    "sections",
    "menu",
    "ordering",
    "services",
    "staff",
    "facts",
    "retention",
    "site",
    "tools",
    "agents",
    "catalog",
    "sales",
];

/// Reads a business from the text of its file. `file` is its name for messages; nothing is opened.
///
/// # Errors
/// All [`Faults`] of the file, each with its line, what was expected and the nearest known name.
pub fn load_business(file: &str, source: &str) -> Result<Business, Faults> {
    let mut reader = Reader::new(file, source)?;
    let languages = reader.languages();
    let first = languages.first().copied().unwrap_or_default();
    reader.choose(first, &languages);
    let parts = read(&mut reader);
    check::check(&mut reader, &parts);
    site::check(&mut reader, &parts);
    agents::check(&mut reader, &parts.tools, &parts.agents, &parts.branches);
    shop::check_shop(&mut reader, &parts);
    let business = parts.into_business(first);
    match (reader.into_faults(), business) {
        (Some(faults), _) => Err(faults),
        (None, Some(mut business)) => {
            for language in languages.iter().skip(1) {
                if let Some(other) = in_language(file, source, *language, &languages)? {
                    business.in_other_languages.insert(*language, Arc::new(other));
                }
            }
            Ok(business)
        }
        (None, None) => Err(Faults(vec![Fault::at(
            file,
            source,
            &(0..0),
            "the file is incomplete".to_owned(),
            "see config/tenant.schema.json for what a business has".to_owned(),
        )])),
    }
}

/// The same business as it is in another of its languages.
fn in_language(
    file: &str,
    source: &str,
    language: Language,
    languages: &[Language],
) -> Result<Option<Business>, Faults> {
    let mut reader = Reader::new(file, source)?;
    reader.choose(language, languages);
    Ok(read(&mut reader).into_business(language))
}

/// The JSON Schema of a business file, for editors.
pub fn json_schema() -> serde_json::Value {
    schemars::schema_for!(WholeFile).to_value()
}

/// What could be read of a file. List entries carry their place in the list.
struct Parts {
    identity: Option<Identity>,
    time_zone: Option<TimeZone>,
    escalation: Option<Escalation>,
    hours: Option<Week>,
    exceptions: Vec<(usize, Exception)>,
    branches: Vec<(usize, Branch)>,
    booking: BookingRules,
    rooms: Vec<(usize, Room)>,
    tables: Vec<(usize, Table)>,
    sections: Vec<(usize, Section)>,
    menu: Vec<(usize, Dish)>,
    ordering: Option<OrderRules>,
    services: Vec<(usize, Service)>,
    staff: Vec<(usize, Staff)>,
    facts: BTreeMap<String, String>,
    retention: RetentionTimes,
    site: Option<Site>,
    tools: ToolsFile,
    agents: Vec<(usize, AgentFile)>,
    catalog: Option<CatalogFiles>,
    sales: Option<SalesTeam>,
}

fn read(reader: &mut Reader<'_>) -> Parts {
    let identity: Option<Identity> = reader.top(TABLES);
    let time_zone = identity.as_ref().and_then(|identity| TimeZone::get(&identity.time_zone).ok());
    for name in ["escalation", "hours", "branches"] {
        if !reader.has(name) {
            let help = if name == "branches" {
                "begin each of its entries with [[branches]]".to_owned()
            } else {
                format!("begin it with [{name}]")
            };
            reader.fault(&[], format!("`{name}` is missing"), help);
        }
    }
    let facts = reader.strings("facts");
    Parts {
        identity,
        time_zone,
        escalation: reader.table("escalation"),
        hours: reader.table("hours"),
        exceptions: reader.list("exceptions"),
        branches: reader.list("branches"),
        booking: reader.table("booking").unwrap_or_default(),
        rooms: reader.list("rooms"),
        tables: reader.list("tables"),
        sections: reader.list("sections"),
        menu: reader.list("menu"),
        ordering: reader.table("ordering"),
        services: reader.list("services"),
        staff: reader.list("staff"),
        facts,
        retention: reader.table("retention").unwrap_or_default(),
        site: reader.table("site"),
        tools: reader.table("tools").unwrap_or_default(),
        agents: reader.list("agents"),
        catalog: reader.table("catalog"),
        sales: reader.table("sales"),
    }
}

impl Parts {
    /// The business; none where a part that every business has could not be read.
    fn into_business(self, language: Language) -> Option<Business> {
        let identity = self.identity?;
        let hours = opening_hours(&self.hours?, &self.exceptions);
        let tool_rules = agents::rules(self.tools, self.agents, &self.branches);
        let branches = values(self.branches);
        let branch_hours = branches
            .iter()
            .map(|branch| {
                let own = branch.hours.as_ref().map(|week| opening_hours(week, &self.exceptions));
                (branch.id.clone(), own.unwrap_or_else(|| hours.clone()))
            })
            .collect();
        let (services, staff) = match &self.sales {
            Some(sales) => (sales.services(language), sales.staff()),
            None => (values(self.services), values(self.staff)),
        };
        let order_hours = self.ordering.as_ref().and_then(|rules| rules.hours.as_ref());
        Some(Business {
            order_hours: order_hours.map(|week| opening_hours(week, &self.exceptions)),
            id: identity.id,
            name: identity.name,
            assistant_type: identity.assistant_type,
            kind: identity.kind,
            language,
            in_other_languages: BTreeMap::new(),
            time_zone: self.time_zone?,
            country: identity.country,
            currency: identity.currency,
            address: identity.address,
            phone: identity.phone,
            plan: identity.plan,
            escalation: self.escalation?,
            hours,
            branch_hours,
            holidays: self.exceptions.into_iter().map(|(_, day)| (day.date, day.name)).collect(),
            branches,
            booking: self.booking,
            rooms: values(self.rooms),
            tables: values(self.tables),
            sections: values(self.sections),
            menu: values(self.menu),
            ordering: self.ordering,
            services,
            staff,
            catalog: self.catalog,
            stock: Arc::default(),
            sales: self.sales,
            facts: self.facts,
            retention: self.retention,
            site: self.site,
            tool_rules,
            team_reach: TeamReach::default(),
        })
    }
}

fn values<T>(entries: Vec<(usize, T)>) -> Vec<T> {
    entries.into_iter().map(|(_, value)| value).collect()
}

fn opening_hours(week: &Week, exceptions: &[(usize, Exception)]) -> OpeningHours {
    OpeningHours {
        week: week.days().map(Clone::clone),
        exceptions: exceptions.iter().map(|(_, day)| (day.date, day.hours.clone())).collect(),
    }
}

#[cfg(test)]
mod tests;
