//! What the tests of damage and power cuts share.
#![allow(dead_code, reason = "each test file uses its part of this")]

#[path = "../../../../tests/shared/dice.rs"]
pub mod dice;
#[path = "../../../../tests/shared/disk.rs"]
pub mod disk;
pub mod load;
