//! Words of talk, which no name has.

use crate::pack::Tagged;

/// Whether a folded word is one of talk, not of names: "quiero", "para", "gracias".
pub(super) fn is_common_word(word: &str) -> bool {
    COMMON.contains(&word)
}

static COMMON: Tagged = Tagged::new("common");

/// An article that is no number: "a taco", where "un taco" is one of them.
pub(super) static UNCOUNTING: Tagged = Tagged::new("uncounting_articles");

/// Asks or thanks behind what is wanted: "por (favor)", "gracias".
pub(super) static COURTESIES: Tagged = Tagged::new("courtesies_behind");
