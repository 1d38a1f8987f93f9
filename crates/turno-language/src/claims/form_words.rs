//! Words of claims by form: what is no deed, and what stands around one.

use crate::pack::Tagged;

/// What only thinks, looks or speaks: it changes nothing.
pub(super) fn is_of_the_mind(word: &str) -> bool {
    static STEMS: Tagged = Tagged::new("claims_mind_stems");
    // "Creado" is a deed and "creído" none; "sent" is one and "sentí" none.
    const DEEDS: &[&str] = &["cread", "creé", "notific", "notifiq", "sent", "served", "moved"];
    let stem = stem_of_form(word);
    STEMS.contains(&stem) && !DEEDS.iter().any(|deed| word.starts_with(deed))
}

/// What describes how a thing is, and was long before: "ubicado", "cerrado", "located".
pub(super) fn is_static(word: &str) -> bool {
    static STEMS: Tagged = Tagged::new("claims_static_stems");
    STEMS.contains(&stem_of_form(word))
}

/// Without whatever ending of a participle or of a past it has, however short that leaves it.
fn stem_of_form(word: &str) -> &str {
    let ends = [
        "ados", "adas", "idos", "idas", "ado", "ada", "ido", "ida", "aron", "ieron", "ed", "e", "i", "o",
    ];
    ends.iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word)
}

/// What stands in front of a past in the first person.
pub(super) static LEADS_ES: Tagged = Tagged::new("claims_before_a_past");

/// Of verbs whose stem ends as an infinitive does.
#[rustfmt::skip]
pub(super) const PASTS_LIKE_A_FUTURE: &[&str] = &[
    "separé", "preparé", "reparé", "aclaré", "declaré", "generé", "liberé", "recuperé", "retiré", "giré", "operé", "alteré", "regeneré",
];

pub(super) static ADVERBS_EN: Tagged = Tagged::new("claims_adverbs");

/// The stems that a state may have where it was read, in either language: what is said as "entregado" was read as `delivered`.
pub(super) fn names_of_state(stem: &str) -> Vec<&str> {
    #[rustfmt::skip]
    const SAME: &[&[&str]] = &[
        &["camino", "way", "transit", "ship", "envi", "repart", "ruta", "deliver"],
        &["envi", "ship", "sent", "transit", "camino", "mand", "dispatch"],
        &["entreg", "deliver"],
        &["pag", "paid", "cobr", "charg"],
        &["cancel", "anul"],
        &["confirm"],
        &["reserv", "book"],
        &["agend", "program", "schedul"],
        &["activ"],
        &["aprob", "approv"],
        &["rechaz", "reject", "declin"],
        &["reembols", "refund", "devuel"],
        &["regist", "inscri", "enroll"],
        &["complet", "termin", "finish"],
        &["proces", "process"],
        &["canje", "redim", "redeem"],
        &["venc", "expir", "caduc"],
        &["recib", "receiv"],
        &["recog", "pick"],
        &["list", "ready"],
    ];
    let same = SAME
        .iter()
        .find(|names| names.iter().any(|name| stem.starts_with(name)));
    match same {
        Some(names) => names.to_vec(),
        None => vec![stem],
    }
}
