//! Mod: what the tools do with them, as users see it.

mod appointments;
mod audit;
mod document_1;
mod document_2;
mod documents;
mod english;
mod guessing;
mod information;
mod messages;
mod orders;
mod owners;
mod pages;
mod properties;
mod reservations;
mod shop;
mod shop_sheets;
mod support;
mod tool_names;
