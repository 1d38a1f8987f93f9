//! What of a model's words may be said: nothing that is not so.
//!
//! A sentence is read once into what it states ([`Sentence`]); what is known is [`Fact`]s, which results of tools, the
//! business's file and the talk give; and one [`Judge`] compares the two, with one file a topic, and tells the [`Rule`] by
//! which a sentence may not be said.
//!
//! There is no clock here, no I/O and no randomness: what time it is [`Here`] says.

mod clauses;
mod days;
mod durations;
mod fact;
mod follows;
mod given;
mod here;
mod judge;
mod known;
mod machine_text;
mod money;
mod named;
mod names;
mod phrases;
mod rule;
mod sentences;
mod statement;
mod times;
mod told;
mod topics;
mod values;

/// As it is written: asks, and tells nothing.
pub(crate) static ASKS_WHAT: turno_language::Tagged = turno_language::Tagged::new("asks_what_as_written");

/// Without an accent: makes what follows depend on something.
pub(crate) static DEPENDS_ON: turno_language::Tagged = turno_language::Tagged::new("depends_on");

pub use fact::{Deed, Fact, FreeSlot, InStock, Price, Reading, RoomFound, Teller};
pub use given::Given;
pub use here::Here;
pub use judge::{Cut, Judge, Judged};
pub use known::Known;
pub use named::Values;
pub use names::Name;
pub use rule::Rule;
pub use sentences::{sentences, whole_sentences, without_questions};
pub use statement::Sentence;
pub use values::{codes_in, hours_in, numbers_in};
