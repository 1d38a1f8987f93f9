//! What a business file holds, as its author writes it.

use std::collections::BTreeMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;
use turno_language::{Language, Span};
use turno_runtime::Retention;

use super::{
    agents::{AgentFile, ToolsFile},
    clinic::{Service, Staff},
    restaurant::{Dish, OrderRules, Room, Section, Table},
    shop::{CatalogFiles, SalesTeam},
    site::Site,
    values,
};

/// The keys at the top of the file that are not tables.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Identity {
    /// The tenant's id: lower case letters, digits, `-` and `_`.
    pub(crate) id: String,
    /// Its name, as people say it.
    pub(crate) name: String,
    /// What its assistant may do: `rest_basic`, `rest_standard`, `rest_complete`, `dental_basic`, …, `shop_basic`,
    /// `shop_complete`.
    pub(crate) assistant_type: String,
    /// What it is.
    pub(crate) kind: Kind,
    /// The languages that it speaks, the one that a conversation begins in first: `["es", "en"]`.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    #[expect(dead_code, reason = "the reader looks it up before it chooses the texts")]
    pub(crate) languages: Vec<Language>,
    /// The language that it speaks, where that is one: `es` or `en`.
    #[schemars(with = "Option<String>")]
    #[expect(dead_code, reason = "as `languages`")]
    pub(crate) language: Option<Language>,
    /// Its IANA time zone: `America/Mexico_City`.
    pub(crate) time_zone: String,
    /// ISO 3166 country of phone numbers without a prefix: `MX`.
    pub(crate) country: String,
    /// ISO 4217 currency of its prices: `MXN`.
    pub(crate) currency: String,
    /// Its postal address, in one line.
    pub(crate) address: String,
    /// Its phone in E.164: `+525555550100`.
    pub(crate) phone: String,
    /// What it pays for; tools of its own need `enterprise`.
    #[serde(default)]
    pub(crate) plan: Plan,
}

/// What a business pays for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Plan {
    /// What is built in.
    #[default]
    Basic,
    /// The same, under another contract.
    Standard,
    /// Tools of its own, too.
    Enterprise,
}

/// What a business is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// It books tables.
    Restaurant,
    /// It books people's time.
    Clinic,
    /// It sells what its catalogue has.
    Shop,
}

/// Who takes over.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Escalation {
    /// A phone in E.164.
    pub phone: String,
    /// What the user is told.
    #[schemars(schema_with = "super::wording::schema")]
    pub message: String,
}

/// One site.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// Its id.
    pub id: String,
    /// Its name: "Roma Norte".
    #[schemars(schema_with = "super::wording::schema")]
    pub name: String,
    /// Its postal address, in one line.
    pub address: String,
    /// Its phone in E.164.
    pub phone: String,
    /// Other ways to say it.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Its own weekly hours, where they are not the business's.
    #[serde(default)]
    pub hours: Option<Week>,
    /// The agent that serves who calls here; none: the channel's, or the default one.
    #[serde(default)]
    pub agent: Option<String>,
    /// Tools that are switched off here.
    #[serde(default)]
    pub disabled_tools: Vec<String>,
}

/// Weekly hours: a day that is left out is closed. A stretch is `"13:00-23:00"`; its end may be after midnight.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Week {
    /// Monday's stretches.
    #[serde(deserialize_with = "values::spans")]
    #[schemars(with = "Vec<String>")]
    pub monday: Vec<Span>,
    /// Tuesday's stretches.
    #[serde(deserialize_with = "values::spans")]
    #[schemars(with = "Vec<String>")]
    pub tuesday: Vec<Span>,
    /// Wednesday's stretches.
    #[serde(deserialize_with = "values::spans")]
    #[schemars(with = "Vec<String>")]
    pub wednesday: Vec<Span>,
    /// Thursday's stretches.
    #[serde(deserialize_with = "values::spans")]
    #[schemars(with = "Vec<String>")]
    pub thursday: Vec<Span>,
    /// Friday's stretches.
    #[serde(deserialize_with = "values::spans")]
    #[schemars(with = "Vec<String>")]
    pub friday: Vec<Span>,
    /// Saturday's stretches.
    #[serde(deserialize_with = "values::spans")]
    #[schemars(with = "Vec<String>")]
    pub saturday: Vec<Span>,
    /// Sunday's stretches.
    #[serde(deserialize_with = "values::spans")]
    #[schemars(with = "Vec<String>")]
    pub sunday: Vec<Span>,
}

impl Week {
    /// Monday to Sunday.
    pub fn days(&self) -> [&Vec<Span>; 7] {
        [
            &self.monday,
            &self.tuesday,
            &self.wednesday,
            &self.thursday,
            &self.friday,
            &self.saturday,
            &self.sunday,
        ]
    }
}

/// A date with hours of its own.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exception {
    /// `"2026-12-25"`.
    #[serde(deserialize_with = "values::date")]
    #[schemars(with = "String")]
    pub(crate) date: Date,
    /// What the day is called: "Navidad".
    #[schemars(schema_with = "super::wording::schema")]
    pub(crate) name: String,
    /// The stretches of that day; none: closed.
    #[serde(default, deserialize_with = "values::spans")]
    #[schemars(with = "Vec<String>")]
    pub(crate) hours: Vec<Span>,
}

/// How bookings are taken.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BookingRules {
    /// The step between the times that are offered, in minutes: 5 to 120.
    pub slot_minutes: u32,
    /// The least time between the booking and its start, in minutes.
    pub notice_minutes: u32,
    /// How many days ahead can be booked: 1 to 365.
    pub horizon_days: u32,
    /// What stays free after a booking, in minutes: at most 120.
    pub buffer_minutes: u32,
    /// The largest party that is seated without a person's help.
    pub max_party_size: u32,
    /// The last seating is this long before closing, in minutes.
    pub last_seating_minutes: u32,
    /// How long a party keeps its table, by size, smallest first. The last one also holds for larger parties.
    pub seating: Vec<Seating>,
}

impl Default for BookingRules {
    fn default() -> Self {
        Self {
            slot_minutes: 15,
            notice_minutes: 60,
            horizon_days: 60,
            buffer_minutes: 0,
            max_party_size: 12,
            last_seating_minutes: 60,
            seating: vec![Seating { up_to: 4, minutes: 90 }, Seating { up_to: 99, minutes: 120 }],
        }
    }
}

/// How long parties up to a size keep their table.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seating {
    /// The largest party that this is for.
    pub up_to: u32,
    /// 15 to 480 minutes.
    pub minutes: u32,
}

/// How long conversations and bookings are kept. What is left out is as the daemon's configuration says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RetentionTimes {
    /// Events, the answers to turns that are delivered again, and the outcomes of confirmed calls: `"30d"`. Gateways
    /// deliver again for days.
    #[serde(rename = "journal", deserialize_with = "values::duration_ms")]
    #[schemars(with = "Option<String>")]
    pub journal_ms: Option<u64>,
    /// A conversation after the last that happened in it: `"90d"`.
    #[serde(rename = "conversations", deserialize_with = "values::duration_ms")]
    #[schemars(with = "Option<String>")]
    pub conversation_ms: Option<u64>,
    /// Replies that no gateway acknowledged: `"7d"`.
    #[serde(rename = "outbox", deserialize_with = "values::duration_ms")]
    #[schemars(with = "Option<String>")]
    pub outbox_ms: Option<u64>,
    /// How many of those a conversation keeps.
    pub outbox_frames: Option<u64>,
    /// Records of tool calls: `"30d"`.
    #[serde(rename = "tool_calls", deserialize_with = "values::duration_ms")]
    #[schemars(with = "Option<String>")]
    pub tool_calls_ms: Option<u64>,
    /// Bookings after their time, orders and hand-offs after they were made: `"365d"`; never shorter than the journal that
    /// tells of them.
    #[serde(rename = "business", deserialize_with = "values::duration_ms")]
    #[schemars(with = "Option<String>")]
    pub business_ms: Option<u64>,
}

impl RetentionTimes {
    /// These, and `others` where they say nothing.
    #[must_use]
    pub fn over(self, others: Retention) -> Retention {
        Retention {
            journal_ms: self.journal_ms.unwrap_or(others.journal_ms),
            conversation_ms: self.conversation_ms.unwrap_or(others.conversation_ms),
            outbox_ms: self.outbox_ms.unwrap_or(others.outbox_ms),
            outbox_frames: self.outbox_frames.unwrap_or(others.outbox_frames),
            tool_calls_ms: self.tool_calls_ms.unwrap_or(others.tool_calls_ms),
        }
    }
}

/// A text, or one in each language: `{ es = "...", en = "..." }`.
#[derive(JsonSchema)]
#[schemars(transparent)]
#[expect(dead_code, reason = "only its schema is used")]
struct Wording(#[schemars(schema_with = "super::wording::schema")] String);

/// The whole file, for the published schema.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) struct WholeFile {
    #[schemars(flatten)]
    identity: Identity,
    /// Who takes over.
    escalation: Escalation,
    /// Weekly hours.
    hours: Week,
    /// Dates with hours of their own.
    exceptions: Option<Vec<Exception>>,
    /// The sites, the main one first.
    branches: Vec<Branch>,
    /// How bookings are taken.
    booking: Option<BookingRules>,
    /// The rooms of a restaurant.
    rooms: Option<Vec<Room>>,
    /// The tables of a restaurant.
    tables: Option<Vec<Table>>,
    /// The sections of the menu.
    sections: Option<Vec<Section>>,
    /// The dishes.
    menu: Option<Vec<Dish>>,
    /// How orders are taken; left out: none are.
    ordering: Option<OrderRules>,
    /// The services of a clinic; the first is what is booked where none is named.
    services: Option<Vec<Service>>,
    /// The people of a clinic.
    staff: Option<Vec<Staff>>,
    /// Where a shop's catalogue comes from on its first day.
    catalog: Option<CatalogFiles>,
    /// Those with whom a shop's customers schedule calls, meetings and demos.
    sales: Option<SalesTeam>,
    /// Answers to common questions, by a key of the author's.
    #[schemars(with = "Option<BTreeMap<String, Wording>>")]
    facts: Option<BTreeMap<String, String>>,
    /// How long its conversations are kept.
    retention: Option<RetentionTimes>,
    /// Its web site, and what tools may read of it.
    site: Option<Site>,
    /// Which tools may be called.
    tools: Option<ToolsFile>,
    /// Its assistants; none: whoever talks may have whatever the assistant type has.
    agents: Option<Vec<AgentFile>>,
}
