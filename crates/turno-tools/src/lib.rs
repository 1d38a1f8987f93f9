//! The built-in tools: bookings, orders, menus, hours, hand-offs.
//!
//! - [`load_business`] reads a business's file (its hours, tables, menu, people) and checks it;
//! - [`builtin_tools`] gives the tools that serve such businesses;
//! - [`outside::outside_tools`] gives those that look outside, where they are configured.
//!
//! Tools read the store and give back what they would write; the runtime commits it. They have no clock and no
//! randomness: the time and the key of a call come in its context.

mod answer;
mod audit;
mod book;
mod business;
mod catalog;
mod code;
mod config;
pub mod custom;
pub mod docs;
mod keys;
mod look;
pub mod outgoing;
pub mod outside;
mod parameters;
mod record;
mod say;
pub mod secret;
pub mod sinks;
mod sweep;
mod tools;
mod tries;

#[cfg(test)]
mod tests;

pub use audit::{Audit, audit};
pub use business::{Business, Businesses, Stock};
pub use catalog::{
    DAYS, ImportError, ImportMode, ImportSummary, OrdersSummary, Product, ProductSheet, SheetDish,
    SheetOrder, SheetPerson, SheetShift, import_orders, import_products, read_menu, read_orders,
    read_products, read_staff, seed_shop,
};
pub use config::{
    Absence, BookingRules, Branch, CatalogFiles, Dish, Escalation, Fault, Faults, Kind, KnownTools,
    OrderRules, Plan, RetentionTimes, Room, SalesTeam, Seating, Section, Service, Shift, Site, Staff, Table,
    Week, check_tool_names, json_schema, load_business, load_whole,
};
pub use look::{BookingRow, OrderRow, Row, read_row};
pub use sweep::sweep_business;
pub use tools::builtin_tools;
