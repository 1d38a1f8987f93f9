//! Reads what people say, in the languages whose packs stand in `config/languages`, and writes what they hear.
//!
//! Six doors:
//! - [`read_verdict`]: what an answer to a confirmation means, given what is pending;
//! - [`read_slots`]: the values that an utterance gives for slots, given what is known and what was asked;
//! - [`read_tongue`]: which language words are in; [`requested_language`]: which they ask for;
//! - [`without_secrets`]: a text without the numbers of cards and accounts, and without codes that are not to be told;
//! - [`is_somebody`]: whether a caller's id is a person's number; [`one_spelling`]: which one;
//! - [`mod@format`]: dates, hours, amounts, phones and codes as people say or read them.
//!
//! Everything is rules: offline, deterministic, without a clock. "Now" is an argument, in the tenant's own zone.

mod by_language;
mod caller_id;
mod claims;
mod code_check;
mod hours;
mod language;
mod mix;
mod notation;
mod pack;
mod phrase_table;
mod plain;
mod reading;
mod secrets;
mod testing;
mod tongue;
mod trained;
mod vocabulary;
mod word_table;
mod words_of_answers;
mod words_of_values;

pub mod calendar;
pub mod format;
pub mod grammar;
pub mod rows;
pub mod text;

mod slots;
mod verdict;

pub use by_language::ByMix;
pub use caller_id::{is_hidden, is_somebody, one_spelling, spellings};
pub use claims::{Claim, StatesTold, act_told_of, claim_of, denies_a_deed};
pub use code_check::{CODE_DIGITS, is_whole_code, with_check_digit};
pub use hours::{OpeningHours, Span};
pub use language::{LANGUAGES_MAX, Language};
pub use mix::{Mix, reading_in};
pub use pack::{
    About, AboutFault, AlreadyRead, ClaimFault, Claims, Endings, ExampleFault, Examples, Family, Grammar,
    KeyFault, Keys, Lack, Lexicon, LexiconFault, Message, MessageFault, Messages, Ordinals, PACK_FILES, Pack,
    PackFault, PackFile, Packs, PhoneSaid, Plurals, Spelling, Tagged, WordFault, WordValues, built_in_file,
    built_in_tags, install, names_meant, read_packs, subjects,
};
pub use plain::plain;
pub use reading::{
    Act, Asked, Assent, Firmness, Problem, ProblemKind, ReadContext, SlotKind, SlotReading, SlotSpec,
    SlotValue, Sums, Verdict, VerdictReading,
};
pub use secrets::{SecretKind, marked_secret, piece_of_number, pieces_of_card, without_secrets};
pub use slots::{
    Allergy, Introduction, MomentReading, PartOfDay, PieceReading, STREET_WORDS, Told, TwoRequests,
    allergy_in_dish, email_in, is_for_somebody_else, is_of_patient, joined_clauses, may_be_from_abroad,
    may_be_of_a_number, read_lone_integer, read_moment, read_number, read_piece, read_slots, split_allergy,
    split_introduction, split_move, split_requests, warm_up,
};
pub use text::Text;
pub use tongue::{
    LanguageRequest, Tongue, language_of_phone, read_tongue, requested_language, without_answers,
    without_courtesies,
};
pub use trained::{
    AssentSaid, NO_FROM, RequestExamples, RequestReader, Wanted, YES_FROM, likelihood_of_assent, train_assent,
};
pub use verdict::{FindingKind, VerdictReason, read_verdict, reason_of_verdict};
pub use vocabulary::{Term, Vocabulary};
pub use words_of_values::named_values;
