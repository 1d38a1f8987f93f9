//! What a shop sells: products as rows in the store, from a CSV file, found by words.

mod amounts;
mod fields;
mod import;
mod limits;
mod menu;
mod orders;
mod products;
mod quotes;
mod record;
mod search;
mod seed;
mod sheet;
mod shelf;
mod staff;
mod words;

pub use import::{ImportError, ImportMode, ImportSummary, import_products};
pub use limits::price_limits;
pub use menu::{SheetDish, read_menu};
pub(crate) use orders::forget_owners;
pub use orders::{OrdersSummary, SheetOrder, import_orders, read_orders};
pub use products::{ProductSheet, read_products};
pub(crate) use record::CatalogRow;
pub use record::Product;
pub use search::{Finding, Search, find};
pub use seed::seed_shop;
pub use shelf::{Shelf, Shelves};
pub use staff::{SheetPerson, SheetShift, read_staff};
pub use words::{stems, telling_words};
