//! Reads what people say in Spanish (Mexico) and English, and writes what they hear.
//!
//! Four doors:
//! - [`read_verdict`]: what an answer to a confirmation means, given what is pending;
//! - [`read_slots`]: the values that an utterance gives for slots, given what is known and what was asked;
//! - [`read_tongue`]: which of the two languages words are in; [`requested_language`]: which they ask for;
//! - [`mod@format`]: dates, hours, amounts, phones and codes as people say or read them.
//!
//! Everything is rules: offline, deterministic, without a clock. "Now" is an argument, in the tenant's own zone.

mod claims;
mod code_check;
mod hours;
mod plain;
mod reading;
mod tongue;
mod vocabulary;
mod word_table;

pub mod format;
pub mod text;

mod slots;
mod verdict;

pub use claims::{Claim, StatesTold, act_told_of, claim_of, denies_a_deed};
pub use code_check::{CODE_DIGITS, is_whole_code, with_check_digit};
pub use hours::{OpeningHours, Span};
pub use plain::plain;
pub use reading::{
    Act, Asked, Assent, Firmness, Language, Problem, ProblemKind, ReadContext, SlotKind, SlotReading,
    SlotSpec, SlotValue, Verdict, VerdictReading,
};
pub use slots::{
    Introduction, MomentReading, PartOfDay, STREET_WORDS, TwoRequests, is_for_somebody_else, is_of_patient,
    joined_clauses, may_be_of_a_number, read_lone_integer, read_moment, read_number, read_slots,
    split_introduction, split_move, split_requests, warm_up,
};
pub use tongue::{
    LanguageRequest, Tongue, language_of_phone, read_tongue, requested_language, without_answers,
    without_courtesies,
};
pub use verdict::{named_values, read_verdict};
pub use vocabulary::{Term, Vocabulary};
