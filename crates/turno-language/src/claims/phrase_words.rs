//! The words that turn a claim round.

use crate::pack::Tagged;

/// Whether a word denies what stands behind it in a pattern.
pub(super) fn is_no(word: &str) -> bool {
    static NO: Tagged = Tagged::new("claims_no");
    NO.contains(&word)
}

/// "Revisar", "ver": what changes nothing.
pub(super) fn is_mental_infinitive(word: &str) -> bool {
    static STEMS: Tagged = Tagged::new("claims_mental_infinitives");
    STEMS.iter().any(|stem| word.starts_with(stem)) && !super::form_words::begins_as_deed(word)
}

/// What stands in front of a claim and makes none of it: no "no hay problema" nor "sin falta", which only look like it.
pub(super) fn stands_against(word: &str, next: &str, behind: &str) -> bool {
    static AGAINST: Tagged = Tagged::new("claims_against");
    static IN_TWO_WORDS: Tagged = Tagged::new("claims_against_in_two_words");
    static HARMLESS: Tagged = Tagged::new("claims_harmless_no");
    let begins = |phrases: &Tagged| phrases.length_at([word, next, behind].into_iter()).is_some();
    if AGAINST.contains(&word) { !begins(&HARMLESS) } else { begins(&IN_TWO_WORDS) }
}

/// What makes an offer of what follows.
pub(super) fn offers(word: &str) -> bool {
    static OFFERS: Tagged = Tagged::new("claims_offers");
    OFFERS.contains(&word)
}

/// What makes a promise depend on something, wherever it stands.
pub(super) fn is_condition(word: &str) -> bool {
    static CONDITION: Tagged = Tagged::new("claims_condition");
    CONDITION.contains(&word)
}
