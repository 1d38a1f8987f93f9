//! A linear reader of texts that is trained from examples.
//!
//! It knows no language. Texts come as folded words; what it learns is which of some classes they are, by the words and letters that
//! stand in them ([`Features`]) and by what the words mean ([`Vectors`]). Training and reading have no clock, no randomness and no
//! threads, and take sums in a fixed order with a mathematical library of their own, so that the same examples give the same
//! answers on every machine: recordings replay equal.

mod features;
mod model;
mod stored;
mod training;
mod vectors;

pub use features::Features;
pub use model::Model;
pub use stored::ModelFault;
pub use training::{Example, Training, train};
pub use vectors::{Vectors, VectorsFault};
