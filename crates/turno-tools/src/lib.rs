//! The built-in tools: bookings, orders, menus, hours, hand-offs.
//!
//! [`builtin_tools`] gives the tools that serve businesses. They read the store and give back what they would write; the runtime
//! commits it. They have no clock and no randomness: the time and the key of a call come in its context. [`docs`] writes the
//! page of any tool.

pub mod docs;
mod parameters;
mod stated;
mod tools;

#[cfg(test)]
mod tests;

pub use tools::builtin_tools;
