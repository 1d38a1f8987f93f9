//! The Turno daemon and its commands.
fn main() {}
