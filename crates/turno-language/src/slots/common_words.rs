//! Words of talk, which no name has.

use crate::pack::Tagged;

/// Whether a folded word is one of talk, not of names: "quiero", "para", "gracias".
pub(super) fn is_common_word(word: &str) -> bool {
    COMMON.contains(&word)
}

static COMMON: Tagged = Tagged::new("common");
