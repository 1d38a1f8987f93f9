//! Words of claims by form: what is no deed, and what stands around one.

/// What only thinks, looks or speaks: it changes nothing.
pub(super) fn is_of_the_mind(word: &str) -> bool {
    #[rustfmt::skip]
    const STEMS: &[&str] = &[
        "entend", "comprend", "escuch", "oid", "oi", "vist", "vi", "revis", "consult", "busc", "busq", "encontr", "chec", "cheq",
        "verific", "verifiq", "not", "tenid", "tuv", "sid", "estad", "estuv", "podid", "pud", "querid", "logr", "intent", "trat",
        "dich", "dij", "coment", "mencion", "pregunt", "leid", "lei", "consider", "pens", "comprob", "valid", "analiz",
        "detect", "identifi", "localiz", "esper", "recib", "olvid", "equivoc", "equivoq", "confund", "cre", "explic", "expliq",
        "conoc", "llam", "sent", "recomend", "suger", "ofrec", "hablad", "preocup", "perd", "apen",
        "check", "look", "notic", "review", "receiv", "tri", "ask", "search", "verifi", "want", "need", "hop", "miss", "lov",
        "enjoy", "wonder", "apolog", "call", "listen", "learn", "open", "clos", "start", "found", "offer", "serv", "us",
        "specializ", "recommend", "suggest", "talk", "mention", "discuss", "wait", "liv", "work", "mov", "consult",
    ];
    // "Creado" is a deed and "creído" none; "sent" is one and "sentí" none.
    const DEEDS: &[&str] = &["cread", "creé", "notific", "notifiq", "sent", "served", "moved"];
    let stem = stem_of_form(word);
    STEMS.contains(&stem) && !DEEDS.iter().any(|deed| word.starts_with(deed))
}

/// What describes how a thing is, and was long before: "ubicado", "cerrado", "located".
pub(super) fn is_static(word: &str) -> bool {
    #[rustfmt::skip]
    const STEMS: &[&str] = &[
        "ubic", "situ", "cerr", "prohib", "inclu", "agot", "fund", "inaugur", "disen", "constru", "remodel", "nombr", "premi",
        "galardon", "reconoc", "conoc", "acab", "termin", "llen", "ca", "llam", "limit", "permit", "oblig", "relacion",
        "dedic", "especializ", "prepar", "elabor", "bas", "inspir", "dispon", "requer", "estim", "bienven", "encant", "apenad",
        "interes", "ocup", "satur", "cuid", "demasi", "sab", "l", "hel", "pesc", "emplead", "merc", "ensal", "entr", "beb", "com",
        "locat", "requir", "need", "includ", "interest", "allow", "expect", "invit", "bas", "own", "rat", "known", "found",
        "establish", "clos", "open", "limit", "design", "built", "renovat", "nam", "award", "dedicat", "prepar", "inspir",
        "welcom", "pleas", "delight", "hundr", "delay", "born", "concern", "suppos",
    ];
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
pub(super) const LEADS_ES: &[&str] = &[
    "ya", "le", "les", "te", "se", "lo", "la", "los", "las", "y", "tambien", "ademas", "yo", "entonces",
    "que", "pues",
];

/// Of verbs whose stem ends as an infinitive does.
#[rustfmt::skip]
pub(super) const PASTS_LIKE_A_FUTURE: &[&str] = &[
    "separé", "preparé", "reparé", "aclaré", "declaré", "generé", "liberé", "recuperé", "retiré", "giré", "operé", "alteré", "regeneré",
];

#[rustfmt::skip]
pub(super) const ADVERBS_EN: &[&str] = &[
    "just", "already", "now", "successfully", "also", "gone", "went", "ahead", "and", "fully", "then", "both", "all", "happily",
];

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
