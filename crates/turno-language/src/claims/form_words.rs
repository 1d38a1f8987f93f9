//! Words of claims by form: what is no deed, and under which names what is done was read.

use crate::pack::Tagged;

/// What only thinks, looks or speaks: it changes nothing.
pub(super) fn is_of_the_mind(word: &str) -> bool {
    static STEMS: Tagged = Tagged::new("claims_mind_stems");
    STEMS.contains(&stem_of_form(word)) && !begins_as_deed(word)
}

/// "Creado" is a deed and "creído" none; "sent" is one and "sentí" none.
pub(super) fn begins_as_deed(word: &str) -> bool {
    static STEMS: Tagged = Tagged::new("claims_deed_stems");
    STEMS.iter().any(|deed| word.starts_with(deed))
}

/// What describes how a thing is, and was long before: "ubicado", "cerrado", "located".
pub(super) fn is_static(word: &str) -> bool {
    static STEMS: Tagged = Tagged::new("claims_static_stems");
    STEMS.contains(&stem_of_form(word))
}

/// Without whatever ending of a participle or of a past it has, however short that leaves it.
fn stem_of_form(word: &str) -> &str {
    static ENDS: Tagged = Tagged::new("claims_ends_of_forms");
    without_end(word, &ENDS)
}

/// A word without the longest of these endings that it has.
pub(super) fn without_end<'a>(word: &'a str, ends: &[&str]) -> &'a str {
    let shorter = ends.iter().filter_map(|end| word.strip_suffix(end));
    shorter.min_by_key(|stem| stem.len()).unwrap_or(word)
}

/// It has left, and is on its way: "va en camino".
pub(super) const UNDER_WAY: &str = "under_way";
/// What is ready to be fetched.
pub(super) const READY: &str = "ready";
/// What has come to whom it is for.
pub(super) const DELIVERED: &str = "delivered";

/// States with the beginnings of the words for each, in the order in which they are looked for.
static STATES: [(&str, Tagged); 20] = [
    (UNDER_WAY, Tagged::new("state_under_way")),
    ("", Tagged::new("state_sent")),
    (DELIVERED, Tagged::new("state_delivered")),
    ("", Tagged::new("state_paid")),
    ("", Tagged::new("state_cancelled")),
    ("", Tagged::new("state_confirmed")),
    ("", Tagged::new("state_reserved")),
    ("", Tagged::new("state_scheduled")),
    ("", Tagged::new("state_activated")),
    ("", Tagged::new("state_approved")),
    ("", Tagged::new("state_rejected")),
    ("", Tagged::new("state_refunded")),
    ("", Tagged::new("state_registered")),
    ("", Tagged::new("state_completed")),
    ("", Tagged::new("state_processed")),
    ("", Tagged::new("state_redeemed")),
    ("", Tagged::new("state_expired")),
    ("", Tagged::new("state_received")),
    ("", Tagged::new("state_picked_up")),
    (READY, Tagged::new("state_ready")),
];

/// The stems that a state may have where it was read, in any language: what is said as "entregado" was read as `delivered`.
pub(super) fn names_of_state(stem: &str) -> Vec<&str> {
    let by_name = STATES.iter().find(|(name, _)| *name == stem);
    let same = by_name.or_else(|| {
        let mut states = STATES.iter();
        states.find(|(_, names)| names.iter().any(|name| stem.starts_with(name)))
    });
    match same {
        Some((_, names)) => names.to_vec(),
        None => vec![stem],
    }
}
