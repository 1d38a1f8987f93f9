//! Claims by the form of their words: whatever a business's own tools do ("canjear", "to redeem"), who did it says it in the
//! perfect or the past.
//!
//! Languages build these in two ways: with a participle that some words may stand in front of ("queda su mesa reservada"), and
//! with one that only adverbs may stand in front of ("has just been booked"). A language fills the tags of the way that is its own.

use crate::grammar::NOT;
use crate::pack::Tagged;
use std::borrow::Cow;

use super::{
    form_words::{UNDER_WAY, is_of_the_mind, is_static, without_end},
    phrases::is_turned_round,
};
use crate::Text;

/// Denies what would be a deed, or makes it depend.
static REFUSING: Tagged = Tagged::new("claims_refusing");

/// What may stand between who did it and the participle.
static ADVERBS: Tagged = Tagged::new("claims_adverbs");

/// Words for whom or what a verb is done to: "le", "lo", "se".
static CLITICS: Tagged = Tagged::new("claims_clit");

/// So many words may stand in front of a participle.
const NEAR: usize = 3;

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
    /// The stems of what is said to have been done, whoever did it: `canje`, `redeem`; or the name of a state. A deed's are not
    /// among them.
    pub(super) states: Vec<String>,
}

/// The claims of a sentence's words.
pub(super) fn forms_of(words: &[Word<'_>]) -> Forms {
    let folded: Vec<&str> = words.iter().map(|word| word.folded).collect();
    let mut forms = Forms {
        is_deed: says_i_have(&folded)
            || says_i_did(words, &folded)
            || says_who_did(&folded)
            || is_one_participle(&folded),
        states: Vec::new(),
    };
    for at in 0..folded.len() {
        let told = passive_near(&folded, at).or_else(|| passive_behind_adverbs(&folded, at));
        let stands = told.filter(|_| !is_turned_round(words, at));
        forms.states.extend(stands.map(stem_of));
    }
    forms.states.extend(reflexive(words, &folded).map(stem_of));
    forms.states.extend(is_under_way(&folded).then(|| UNDER_WAY.to_owned()));
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

/// "He canjeado", "hemos aplicado".
fn says_i_have(folded: &[&str]) -> bool {
    static I_HAVE: Tagged = Tagged::new("claims_i_have");
    (0..folded.len()).any(|at| {
        I_HAVE.contains(&folded[at])
            && !is_refused(folded, at)
            && near_participle(folded, at + 1, NEAR - 1).is_some_and(|done| !is_of_the_mind(done))
    })
}

/// "Ya le canjeé", "listo, añadí el cargador"; and what is done for callers wherever it stands: "reservé".
fn says_i_did(words: &[Word<'_>], folded: &[&str]) -> bool {
    static BEFORE: Tagged = Tagged::new("claims_before_a_past");
    static OWN: Tagged = Tagged::new("claims_own_pasts_as_written");
    words.iter().enumerate().any(|(at, word)| {
        if OWN.contains(&&*word.written) {
            let front = at.saturating_sub(NEAR)..at;
            let is_denied = front.into_iter().any(|at| NOT.contains(&folded[at]) && !words[at + 1].begins);
            if !is_denied {
                return true;
            }
        }
        is_past_of_first_person(&word.written)
            && !is_refused(folded, at)
            && !is_of_the_mind(folded[at])
            && (word.begins || at.checked_sub(1).is_some_and(|before| BEFORE.contains(&folded[before])))
    })
}

/// "I've redeemed", "we just applied", "I went ahead and redeemed".
fn says_who_did(folded: &[&str]) -> bool {
    static WHO: Tagged = Tagged::new("claims_who_did");
    static HAVE: Tagged = Tagged::new("claims_who_have");
    (0..folded.len()).any(|at| {
        if !WHO.contains(&folded[at]) || is_refused(folded, at) {
            return false;
        }
        let is_perfect = folded.get(at + 1).is_some_and(|word| HAVE.contains(word));
        let next = at + 1 + usize::from(is_perfect);
        behind_adverbs(folded, next).is_some_and(|done| is_plain_participle(done) && !is_of_the_mind(done))
    })
}

/// "¡Canjeado!", "Redeemed!": all that is said.
fn is_one_participle(folded: &[&str]) -> bool {
    static BEFORE: Tagged = Tagged::new("claims_before_done");
    let said = match folded {
        [done] => *done,
        [before, done] if BEFORE.contains(before) => *done,
        _ => return false,
    };
    is_done(said) || is_utmost(said)
}

/// "Quedaron canjeados", "ha sido aplicado", "se han descontado", "ya están canjeados", "su premio fue canjeado".
fn passive_near<'a>(folded: &[&'a str], at: usize) -> Option<&'a str> {
    static BECAME: Tagged = Tagged::new("claims_became");
    static BEEN: Tagged = Tagged::new("claims_been_behind_has");
    static HAS: Tagged = Tagged::new("claims_has");
    static IS: Tagged = Tagged::new("claims_is_already");
    static ALREADY: Tagged = Tagged::new("claims_already");
    static WAS: Tagged = Tagged::new("claims_was_near");
    let word = &folded[at];
    let has_before = |known: &Tagged| at > 0 && known.contains(&folded[at - 1]);
    let is_perfect = HAS.contains(word) && has_before(&CLITICS);
    let is_so = is_perfect
        || BECAME.contains(word)
        || BEEN.contains(word) && has_before(&HAS)
        || IS.contains(word) && folded[at.saturating_sub(2)..at].iter().any(|word| ALREADY.contains(word))
        || WAS.contains(word) && folded[..at].iter().any(|word| is_of_theirs(word) || ALREADY.contains(word));
    if !is_so || is_refused(folded, at) {
        return None;
    }
    let reach = if is_perfect { 1 } else { NEAR };
    let done = near_participle(folded, at + 1, reach)?;
    (!is_of_the_mind(done) && !is_static(done)).then_some(done)
}

/// "Have been redeemed", "your points were redeemed", "your reward is now active".
fn passive_behind_adverbs<'a>(folded: &[&'a str], at: usize) -> Option<&'a str> {
    static BEEN: Tagged = Tagged::new("claims_been");
    static WAS: Tagged = Tagged::new("claims_was");
    static IS: Tagged = Tagged::new("claims_is_now");
    static NOW: Tagged = Tagged::new("claims_now");
    let word = &folded[at];
    let is_yours = || folded[..at].iter().any(|word| is_of_theirs(word));
    let is_now = || folded.get(at + 1).is_some_and(|word| NOW.contains(word));
    let is_so = BEEN.contains(word)
        || WAS.contains(word) && is_yours()
        || IS.contains(word) && is_now() && is_yours();
    if !is_so || is_refused(folded, at) {
        return None;
    }
    behind_adverbs(folded, at + 1)
        .filter(|done| is_plain_participle(done) && !is_of_the_mind(done) && !is_static(done))
}

/// What is of whoever is spoken to, or all that was spoken of.
fn is_of_theirs(word: &str) -> bool {
    static THEIRS: Tagged = Tagged::new("claims_theirs");
    THEIRS.contains(&word)
}

/// "Se canjeó su premio", "se le descontaron 30 puntos".
fn reflexive<'a>(words: &'a [Word<'_>], folded: &'a [&'a str]) -> Option<&'a str> {
    static ITSELF: Tagged = Tagged::new("claims_itself");
    static ENDS: Tagged = Tagged::new("claims_ends_of_others_past_as_written");
    let at = folded.iter().position(|word| ITSELF.contains(word))?;
    if is_refused(folded, at) || is_turned_round(words, at) {
        return None;
    }
    let next = (at + 1..folded.len()).find(|next| !CLITICS.contains(&folded[*next]))?;
    let written = &words[next].written;
    let is_past = ENDS.iter().any(|end| written.ends_with(end));
    (is_past && folded[next].len() >= 5 && !is_static(folded[next])).then(|| folded[next])
}

/// "Va en camino", "on its way", "coming right up".
fn is_under_way(folded: &[&str]) -> bool {
    static SAID: Tagged = Tagged::new("claims_under_way");
    has_one_of(folded, &SAID).is_some()
}

/// Where one of these phrases stands.
pub(super) fn has_one_of(folded: &[&str], phrases: &Tagged) -> Option<usize> {
    (0..folded.len()).find(|at| phrases.length_at(folded[*at..].iter().copied()).is_some())
}

/// The stems of all that stands in the form of something done.
pub(super) fn stems_of_participles(sentence: &Text) -> Vec<String> {
    let done = sentence.words().filter(|word| is_done(word));
    done.map(stem_of).collect()
}

/// What is left of a participle or a past without its ending; at least three letters of it.
fn stem_of(word: &str) -> String {
    static SHORT: Tagged = Tagged::new("claims_short_stems");
    static ENDS: Tagged = Tagged::new("claims_ends");
    if let Some(stem) = SHORT.iter().find(|stem| word.starts_with(**stem)) {
        return (*stem).to_owned();
    }
    let stem = without_end(word, &ENDS);
    let stem = match stem.as_bytes() {
        [.., one, two] if one == two && stem.is_ascii() => &stem[..stem.len() - 1],
        _ => stem,
    };
    if stem.len() < 3 { word.to_owned() } else { stem.to_owned() }
}

/// The first participle from a word on that at most so many stand in front of.
fn near_participle<'a>(folded: &[&'a str], from: usize, reach: usize) -> Option<&'a str> {
    let end = folded.len().min(from + reach + 1);
    let mut words = folded.get(from..end)?.iter().copied();
    words.find(|word| is_near_participle(word))
}

/// The first word from there on that is no adverb.
fn behind_adverbs<'a>(folded: &[&'a str], from: usize) -> Option<&'a str> {
    let mut words = folded.get(from..)?.iter().copied();
    words.find(|word| !ADVERBS.contains(word))
}

/// "No", "nunca", "not" in the three words in front.
fn is_refused(folded: &[&str], at: usize) -> bool {
    folded[at.saturating_sub(NEAR)..at].iter().any(|word| REFUSING.contains(word))
}

/// What is said to be done, in any language.
pub(super) fn is_done(word: &str) -> bool {
    (is_near_participle(word) || is_plain_participle(word)) && !is_of_the_mind(word) && !is_static(word)
}

/// "Reservado", "hechas".
fn is_near_participle(word: &str) -> bool {
    static IRREGULAR: Tagged = Tagged::new("claims_near_participles");
    static ENDS: Tagged = Tagged::new("claims_ends_of_near_participles");
    IRREGULAR.contains(&word) || word.len() >= 5 && ENDS.iter().any(|end| word.ends_with(end))
}

/// "Booked", "sent"; and no "need".
fn is_plain_participle(word: &str) -> bool {
    static IRREGULAR: Tagged = Tagged::new("claims_participles");
    static ENDS: Tagged = Tagged::new("claims_ends_of_participles");
    static OTHERS: Tagged = Tagged::new("claims_ends_of_no_participles");
    let has_end = |ends: &Tagged| ends.iter().any(|end| word.ends_with(end));
    IRREGULAR.contains(&word) || word.len() >= 5 && has_end(&ENDS) && !has_end(&OTHERS)
}

/// "Canjeé", "apliqué", "añadí", and no future ("canjearé") nor name of a thing ("café").
fn is_past_of_first_person(written: &str) -> bool {
    static ENDS: Tagged = Tagged::new("claims_ends_of_pasts_as_written");
    static FUTURE_ENDS: Tagged = Tagged::new("claims_ends_of_futures_as_written");
    static PASTS: Tagged = Tagged::new("claims_pasts_as_written");
    static OTHERS: Tagged = Tagged::new("claims_no_pasts_as_written");
    let has_end = |ends: &Tagged| ends.iter().any(|end| written.ends_with(end));
    // "Cobré", "borré" and "separé" have the ending of a future, and are none.
    has_end(&ENDS)
        && written.chars().count() >= 4
        && (!has_end(&FUTURE_ENDS) || PASTS.contains(&written))
        && !OTHERS.contains(&written)
}

/// "Separar", "mandarle", "anotarlos".
pub(super) fn is_infinitive(word: &str) -> bool {
    static ENDS: Tagged = Tagged::new("claims_ends_of_infinitives");
    static TAILS: Tagged = Tagged::new("claims_tails_of_infinitives");
    let is_one = |verb: &str| verb.len() >= 4 && ENDS.iter().any(|end| verb.ends_with(end));
    is_one(word) || TAILS.iter().any(|tail| word.strip_suffix(tail).is_some_and(is_one))
}

/// "Confirmadísimo".
pub(super) fn is_utmost(word: &str) -> bool {
    static ENDS: Tagged = Tagged::new("claims_ends_of_the_utmost");
    ENDS.iter().any(|end| word.ends_with(end))
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
            ("The mug is on its way.", UNDER_WAY),
            ("Su taza va en camino.", UNDER_WAY),
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
