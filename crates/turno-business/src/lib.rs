//! A business: its file, its book, its catalogue, and how it speaks.
//!
//! - [`load_business`] reads a business's file (its hours, tables, menu, people) and checks it; every fault has its line;
//! - [`book`] knows what of it is taken and what is free, [`catalog`] what it sells;
//! - [`record`] and [`keys`] are what is kept of it in the store, [`audit()`] checks that and [`sweep_business`] removes what is old;
//! - [`say`], [`answer`] and [`parameters`] are what tools over it are made of.
//!
//! Nothing here acts: tools do, in other crates.

pub mod answer;
mod audit;
pub mod book;
mod business;
pub mod catalog;
pub mod code;
mod config;
mod country;
pub mod keys;
mod look;
pub mod parameters;
mod reach;
pub mod record;
pub mod say;
mod sweep;
#[cfg(any(test, feature = "testkit"))]
pub mod testkit;
pub mod tries;

pub use audit::{Audit, audit};
pub use business::{Business, Businesses, Stock, business_of};
pub use catalog::{
    ImportError, ImportMode, ImportSummary, OrdersSummary, Product, ProductSheet, SheetDish, SheetOrder,
    SheetPerson, SheetShift, import_orders, import_products, read_menu, read_orders, read_products,
    read_staff, seed_shop,
};
pub use config::{
    ASSISTANT_TYPES, Absence, BookingRules, Branch, CatalogFiles, Dish, Escalation, Fault, Faults, Kind,
    KnownTools, OrderRules, Plan, Reader, RetentionTimes, Room, SalesTeam, Seating, Section, Service, Shift,
    Site, Staff, Step, Table, Week, check_tool_names, did_you_mean, json_schema, load_business, load_whole,
};
pub use country::Country;
pub use look::{BookingRow, OrderRow, Row, read_row};
pub use reach::{Taker, TeamReach};
pub use sweep::sweep_business;
