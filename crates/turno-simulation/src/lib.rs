//! Seeded runs of the whole daemon, and the judge of them.
//!
//! [`Plan::of`] draws from one number who talks, what they do and what goes wrong; [`Simulator::run`] carries the plan
//! out against the real runtime, step, tools and graphs, on a simulated disk, clock, gateways and users; and after each
//! step the judge looks whether what the product promises still holds. The same number gives the same run, byte for byte.

mod brain;
mod broken;
mod counts;
mod disk;
mod gateway;
mod judge;
mod modelled;
mod outside;
mod plan;
mod run;
mod shrink;
mod talk;
mod tools;
mod words;
mod world;

pub use broken::{Broken, Invariant};
pub use counts::Counts;
pub use disk::{Cut, Failing};
pub use plan::{Act, Desk, Guise, Mood, Move, Person, Plan, Say, Task, Weather};
pub use run::Outcome;
pub use world::{SetupError, Simulator, World};
