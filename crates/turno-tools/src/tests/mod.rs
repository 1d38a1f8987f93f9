//! Mod: what the tools do with them, as users see it.

mod appointments;
mod audit;
mod bad_input;
mod custom;
mod custom_faults;
mod custom_functions;
mod custom_places;
mod document_1;
mod document_2;
pub(crate) mod documents;
mod english;
mod information;
mod orders;
mod outgoing;
mod outgoing_bounds;
mod outgoing_redirects;
mod outgoing_tls;
mod owners;
mod pages;
mod properties;
mod reservations;
pub(crate) mod server;
mod shop;
mod shop_sheets;
pub(crate) mod support;
mod tool_names;
