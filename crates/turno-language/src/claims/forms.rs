//! Claims by the form of their words: whatever a business's own tools do ("canjear", "to redeem"), who did it says it in the
//! perfect or the past.

use crate::pack::Tagged;
use std::borrow::Cow;

use super::{
    form_words::{ADVERBS_EN, LEADS_ES, PASTS_LIKE_A_FUTURE, is_of_the_mind, is_static},
    phrases::{is_turned_round, is_utmost},
};
use crate::Text;

/// Denies what would be a deed, or makes it depend.
static REFUSING: Tagged = Tagged::new("claims_refusing");

/// A word of a sentence, as it is written in small letters and folded.
pub(super) struct Word<'a> {
    pub(super) written: Cow<'a, str>,
    pub(super) folded: &'a str,
    /// Nothing stands in front of it, or a mark that begins something new.
    pub(super) begins: bool,
}

/// What a sentence claims by its form.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Forms {
    /// Whoever speaks did something: "canjeé", "I've redeemed".
    pub(super) is_deed: bool,
    /// The stems of what is said to have been done, whoever did it: `canje`, `redeem`. A deed's are not among them.
    pub(super) states: Vec<String>,
}

/// The claims of a sentence's words.
pub(super) fn forms_of(words: &[Word<'_>]) -> Forms {
    let folded: Vec<&str> = words.iter().map(|word| word.folded).collect();
    let mut forms = Forms {
        is_deed: says_i_did_es(words, &folded) || says_i_did_en(&folded) || is_one_participle(&folded),
        states: Vec::new(),
    };
    for at in (0..folded.len()).filter(|at| !is_turned_round(words, *at)) {
        let told = passive_es(&folded, at).or_else(|| passive_en(&folded, at));
        forms.states.extend(told.map(stem_of));
    }
    forms.states.extend(reflexive_es(words, &folded).map(stem_of));
    forms.states.extend(under_way(&folded));
    forms
}

/// The words of a sentence in small letters, with its accents.
pub(super) fn words_with_marks(sentence: &Text) -> Vec<Word<'_>> {
    const BEGINNING: [char; 12] = [',', '.', ':', ';', '!', '¡', '?', '¿', '—', '–', '(', '\n'];
    let said = sentence.said();
    let mut from = 0;
    let mut words = Vec::new();
    for (place, written) in sentence.places_of_words().zip(sentence.written()) {
        let between = &said[from..place.said.start];
        words.push(Word {
            written,
            folded: &sentence.folded()[place.folded],
            begins: words.is_empty() || between.contains(BEGINNING),
        });
        from = place.said.end;
    }
    words
}

/// "He canjeado", "hemos aplicado", "ya le canjeé".
fn says_i_did_es(words: &[Word<'_>], folded: &[&str]) -> bool {
    let perfect = (0..folded.len()).any(|at| {
        matches!(folded[at], "he" | "hemos")
            && !is_refused(folded, at)
            && within(folded, at + 1, 2, is_participle_es).is_some_and(|done| !is_of_the_mind(done))
    });
    let past = words.iter().enumerate().any(|(at, word)| {
        is_past_of_first_person(&word.written)
            && !is_refused(folded, at)
            && !is_of_the_mind(folded[at])
            && (word.begins
                || at
                    .checked_sub(1)
                    .is_some_and(|before| LEADS_ES.contains(&folded[before])))
    });
    perfect || past
}

/// "I've redeemed", "we just applied", "I went ahead and redeemed".
fn says_i_did_en(folded: &[&str]) -> bool {
    (0..folded.len()).any(|at| {
        if !matches!(folded[at], "i" | "we") || is_refused(folded, at) {
            return false;
        }
        let mut next = at + 1;
        let is_perfect = folded
            .get(next)
            .is_some_and(|word| matches!(*word, "ve" | "have"));
        if is_perfect {
            next += 1;
        }
        while folded.get(next).is_some_and(|word| ADVERBS_EN.contains(word)) {
            next += 1;
        }
        let Some(done) = folded.get(next) else {
            return false;
        };
        is_participle_en(done) && !is_of_the_mind(done)
    })
}

/// "¡Canjeado!", "Redeemed!": all that is said.
fn is_one_participle(folded: &[&str]) -> bool {
    let said = match folded {
        [done] | ["ya" | "listo" | "perfecto" | "great" | "perfect" | "all", done] => *done,
        _ => return false,
    };
    is_participle(said) || is_utmost(said)
}

/// "Quedaron canjeados", "ha sido aplicado", "se han descontado", "ya están canjeados", "su premio fue canjeado".
fn passive_es<'a>(folded: &[&'a str], at: usize) -> Option<&'a str> {
    if is_refused(folded, at) {
        return None;
    }
    let before = at.checked_sub(1).map(|before| folded[before]);
    let is_so = match folded[at] {
        "quedo" | "quedaron" | "quedado" => true,
        "sido" => before.is_some_and(|word| matches!(word, "ha" | "han")),
        "ha" | "han" => before
            .is_some_and(|word| matches!(word, "se" | "le" | "les" | "te" | "lo" | "la" | "los" | "las")),
        "esta" | "estan" | "tiene" | "tienes" | "queda" | "quedan" => has_lately(folded, at, "ya"),
        "fue" | "fueron" => folded[..at]
            .iter()
            .any(|word| matches!(*word, "su" | "sus" | "tu" | "tus" | "ya")),
        _ => false,
    };
    let reach = if folded[at] == "ha" || folded[at] == "han" {
        1
    } else {
        3
    };
    is_so
        .then(|| within(folded, at + 1, reach, is_participle_es))
        .flatten()
        .filter(|done| !is_of_the_mind(done) && !is_static(done))
}

/// "Have been redeemed", "your points were redeemed", "your reward is now active".
fn passive_en<'a>(folded: &[&'a str], at: usize) -> Option<&'a str> {
    if is_refused(folded, at) {
        return None;
    }
    let is_yours = folded[..at]
        .iter()
        .any(|word| matches!(*word, "your" | "all" | "everything" | "it"));
    let is_so = match folded[at] {
        "been" => true,
        "was" | "were" => is_yours,
        "is" | "are" => {
            is_yours
                && folded
                    .get(at + 1)
                    .is_some_and(|word| matches!(*word, "now" | "already"))
        }
        _ => false,
    };
    if !is_so {
        return None;
    }
    let mut next = at + 1;
    while folded.get(next).is_some_and(|word| ADVERBS_EN.contains(word)) {
        next += 1;
    }
    folded
        .get(next)
        .copied()
        .filter(|done| is_participle_en(done) && !is_of_the_mind(done) && !is_static(done))
}

/// "Se canjeó su premio", "se le descontaron 30 puntos".
fn reflexive_es<'a>(words: &'a [Word<'_>], folded: &'a [&'a str]) -> Option<&'a str> {
    let at = folded.iter().position(|word| *word == "se")?;
    if is_refused(folded, at) || is_turned_round(words, at) {
        return None;
    }
    let mut next = at + 1;
    while folded
        .get(next)
        .is_some_and(|word| matches!(*word, "le" | "les" | "te" | "lo" | "la" | "los" | "las"))
    {
        next += 1;
    }
    let done = words.get(next)?;
    let is_past =
        done.written.ends_with('ó') || ["aron", "ieron"].iter().any(|end| done.folded.ends_with(end));
    (is_past && done.folded.len() >= 5 && !is_static(done.folded)).then(|| folded[next])
}

/// "Va en camino", "on its way", "is being shipped": under any of these names.
fn under_way(folded: &[&str]) -> Vec<String> {
    const UNDER_WAY: &[&[&str]] = &[
        &["va", "en", "camino"],
        &["viene", "en", "camino"],
        &["van", "en", "camino"],
        &["esta", "en", "camino"],
        &["on", "its", "way"],
        &["on", "their", "way"],
        &["on", "the", "way", "to", "you"],
        &["headed", "your", "way"],
        &["coming", "right", "up"],
    ];
    let is_said = UNDER_WAY
        .iter()
        .any(|said| folded.windows(said.len()).any(|words| words == *said));
    if is_said {
        vec!["camino".to_owned()]
    } else {
        Vec::new()
    }
}

/// The stems of all that stands in the form of something done.
pub(super) fn stems_of_participles(sentence: &Text) -> Vec<String> {
    sentence
        .words()
        .filter(|word| is_participle(word))
        .map(stem_of)
        .collect()
}

/// What is left of a participle or a past without its ending; at least four letters of it.
fn stem_of(word: &str) -> String {
    let irregular = [
        ("hech", "hech"),
        ("paid", "paid"),
        ("sent", "sent"),
        ("made", "made"),
    ];
    if let Some((_, stem)) = irregular.iter().find(|(begins, _)| word.starts_with(begins)) {
        return (*stem).to_owned();
    }
    let ends = [
        "ados", "adas", "idos", "idas", "ado", "ada", "ido", "ida", "aron", "ieron", "ed", "o",
    ];
    let stem = ends.iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    let doubled = stem.as_bytes();
    let stem = match doubled {
        [.., one, two] if one == two && stem.is_ascii() => &stem[..stem.len() - 1],
        _ => stem,
    };
    if stem.len() < 3 {
        word.to_owned()
    } else {
        stem.to_owned()
    }
}

/// The first word of that form among so many, where nothing but what may stand between is in front of it.
fn within<'a>(folded: &[&'a str], from: usize, reach: usize, is_form: fn(&str) -> bool) -> Option<&'a str> {
    let end = folded.len().min(from + reach + 1);
    folded.get(from..end)?.iter().copied().find(|word| is_form(word))
}

/// "No", "nunca", "not" in the three words in front.
fn is_refused(folded: &[&str], at: usize) -> bool {
    folded[at.saturating_sub(3)..at]
        .iter()
        .any(|word| REFUSING.contains(word))
}

fn has_lately(folded: &[&str], at: usize, wanted: &str) -> bool {
    folded[at.saturating_sub(2)..at].contains(&wanted)
}

/// What is said to be done, in either language.
pub(super) fn is_participle(word: &str) -> bool {
    (is_participle_es(word) || is_participle_en(word)) && !is_of_the_mind(word) && !is_static(word)
}

fn is_participle_es(word: &str) -> bool {
    static IRREGULAR: Tagged = Tagged::new("claims_participle_stems");
    let is_regular = word.len() >= 5
        && ["ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas"]
            .iter()
            .any(|end| word.ends_with(end));
    let without_gender = word.trim_end_matches('s').trim_end_matches(['o', 'a']);
    is_regular || IRREGULAR.contains(&without_gender)
}

fn is_participle_en(word: &str) -> bool {
    static IRREGULAR: Tagged = Tagged::new("claims_participles");
    word.len() >= 5 && word.ends_with("ed") && !word.ends_with("eed") || IRREGULAR.contains(&word)
}

/// "Canjeé", "apliqué", "añadí", and no future ("canjearé") nor name of a thing ("café").
fn is_past_of_first_person(written: &str) -> bool {
    #[rustfmt::skip]
    const OTHERS: &[&str] = &[
        "café", "bebé", "puré", "josé", "noé", "rené", "andré", "josué", "filé", "paté", "consomé", "flambé", "soufflé",
        "canapé", "carné", "chalé", "comité", "bufé", "esté", "porqué", "aquí", "ahí", "allí", "así", "casí", "ají", "rubí",
    ];
    // "Cobré", "borré" and "separé" have the ending of a future, and are none.
    let is_future = ["aré", "eré", "iré", "dré"]
        .iter()
        .any(|end| written.ends_with(end))
        && !PASTS_LIKE_A_FUTURE.contains(&written)
        || matches!(written, "habré" | "sabré" | "cabré" | "querré");
    written.chars().count() >= 4 && written.ends_with(['é', 'í']) && !is_future && !OTHERS.contains(&written)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stems(said: &str) -> Vec<String> {
        forms_of(&words_with_marks(&Text::of(said))).states
    }

    #[test]
    fn who_did_something_says_so_by_the_form() {
        for said in [
            "Canjeé sus 30 puntos.",
            "Ya le apliqué el descuento.",
            "He canjeado sus puntos.",
            "Hemos activado su tarjeta.",
            "Listo, añadí el cargador al carrito.",
            "Le descargué su factura y la mandé a su correo.",
            "¡Canjeado!",
            "I've redeemed your points.",
            "I just applied the discount.",
            "We went ahead and upgraded your plan.",
            "Redeemed!",
        ] {
            assert!(forms_of(&words_with_marks(&Text::of(said))).is_deed, "{said}");
        }
    }

    #[test]
    fn who_looked_thought_or_will_do_it_did_nothing() {
        for said in [
            "He revisado su solicitud.",
            "Ya encontré su cuenta.",
            "Entendí que quiere canjear sus puntos.",
            "Le canjearé los puntos si me dice que sí.",
            "No canjeé nada.",
            "Todavía no he canjeado sus puntos.",
            "El café está aquí.",
            "También tenemos puré y paté.",
            "I checked your balance.",
            "I've found your account.",
            "We opened in 1990 and specialized in mole.",
            "I haven't redeemed anything.",
            "Once I've redeemed them you'll get a message.",
            "Entendido.",
            "¡Bienvenido!",
            "Perfecto, entendido.",
            "I need your phone number.",
        ] {
            assert!(!forms_of(&words_with_marks(&Text::of(said))).is_deed, "{said}");
        }
    }

    #[test]
    fn what_is_said_to_be_done_is_known_by_its_stem() {
        for (said, stem) in [
            ("Ya quedaron canjeados sus 30 puntos.", "canje"),
            ("Sus puntos han sido canjeados.", "canje"),
            ("Su premio fue canjeado.", "canje"),
            ("Se le descontaron 30 puntos.", "descont"),
            ("Se le ha aplicado el descuento.", "aplic"),
            ("Ya están canjeados.", "canje"),
            ("Your points have been redeemed.", "redeem"),
            ("Your discount was just applied.", "appli"),
            ("Your card is now activated.", "activat"),
            ("The mug is on its way.", "camino"),
            ("Su taza va en camino.", "camino"),
        ] {
            assert_eq!(stems(said), [stem], "{said}");
        }
        for said in [
            "El restaurante fue fundado en 1985.",
            "Estamos ubicados en Orizaba.",
            "Ya quedó cerrado por hoy.",
            "Aún no han sido canjeados.",
            "Your table was located near the window.",
            "Is your order on the way?",
            "We have been open since 1990.",
            "Se agotaron los tacos.",
            "Cuando se hayan canjeado le aviso.",
        ] {
            assert!(stems(said).is_empty(), "{said}: {:?}", stems(said));
        }
    }
}
