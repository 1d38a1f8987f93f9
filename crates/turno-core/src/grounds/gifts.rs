//! What costs nothing, or less: said only of what it was told of.

use turno_language::Tagged;
use turno_language::Text;

use super::read::Line;
use crate::told::stem_of;

/// Denies that something is for nothing.
static HOLDS: Tagged = Tagged::new("gifts_holds");

/// Words that gifts and cuts are told with.
static WORDS: Tagged = Tagged::new("gifts_words");

static GIFTS: Tagged = Tagged::new("gifts");
static GIFTS_IN_WORDS: Tagged = Tagged::new("gifts_in_words");
/// "No" that says that nothing is to be paid.
const NOTHING_TO_PAY: &[&str] = &[
    "no tiene costo",
    "no tienen costo",
    "no tiene ningun costo",
    "no cuesta nada",
    "no le cuesta",
    "sin costo",
    "sin cargo",
    "no tiene cargo",
    "no cobramos",
    "no se cobra ",
    "no cost",
    "no charge",
    "no extra charge",
    "no additional cost",
];
/// Only some of it is free, or only then.
static WITH_A_LIMIT: Tagged = Tagged::new("gifts_with_a_limit");
const CUTS: &[&str] = &["promocion", "promociones", "2x1", "rebaja", "rebajas"];
static CUTS_IN_WORDS: Tagged = Tagged::new("gifts_cuts_in_words");

/// What is said to be free, or to cost less, is told to be so in one sentence with something else that this one names, or with
/// what the user asked about.
pub(super) fn hold<'a>(sentence: &Text, latest: &Text, told: impl Iterator<Item = &'a Line>) -> bool {
    let folded = with_gifts_named(sentence.folded());
    // "¿Me hace 50% de descuento?" "Le hacemos el 50%."
    let is_the_cut_asked = || {
        let is_part = sentence.said().contains('%')
            || folded.folded().contains("por ciento")
            || folded.folded().contains("percent");
        (is_part && kind_of(latest) == Some(Kind::Cut)).then_some(Kind::Cut)
    };
    let Some(kind) = kind_of(&folded).or_else(is_the_cut_asked) else {
        return true;
    };
    // "Sí" depends on nothing.
    let depends = sentence.written().any(|word| word == "si");
    let is_refused = folded.words().any(|word| HOLDS.contains(&word));
    if is_refused || depends || sentence.said().contains(['?', '¿']) {
        return true;
    }
    let own = words_that_tell(&folded);
    let about = if own.is_empty() {
        words_that_tell(latest)
    } else {
        own
    };
    let has_limit = |text: &Text| text.words().any(|word| WITH_A_LIMIT.contains(&word));
    let is_limited = has_limit(&folded);
    { told }.any(|line| {
        let line = with_gifts_named(line.text.folded());
        kind_of(&line) == Some(kind)
            && about.iter().any(|word| line.folded().contains(word.as_str()))
            && (kind != Kind::Gift || is_limited || !is_free_from_some_on(&line))
            && (!is_of_a_feast(&line) || is_of_a_feast(&folded) || is_of_a_feast(latest))
    })
}

/// "Es gratis desde 999 pesos", "la primera hora va por nuestra cuenta", "free from 999".
fn is_free_from_some_on(line: &Text) -> bool {
    static LIMITS: Tagged = Tagged::new("gifts_limits");
    LIMITS.iter().any(|limit| line.folded().contains(limit))
}

/// A birthday's dessert is no other day's.
fn is_of_a_feast(text: &Text) -> bool {
    ["cumple", "birthday", "anivers"]
        .iter()
        .any(|feast| text.folded().contains(feast))
}

/// A folded text in which all that is to be had for nothing is called free.
fn with_gifts_named(folded: &str) -> Text {
    let mut named = folded.to_owned();
    for phrase in NOTHING_TO_PAY.iter() {
        if named.contains(phrase) {
            named = named.replace(phrase, " gratis ");
        }
    }
    let text = Text::of(&named);
    let words: Vec<&str> = text.words().collect();
    if (0..words.len()).any(|at| is_free_of_charge(&words, at)) {
        return Text::of(&(named + " gratis"));
    }
    text
}

/// "Shipping is free", "kids eat free", "free dessert": and no free table, person or hour, nor what is free of something.
fn is_free_of_charge(words: &[&str], at: usize) -> bool {
    static NOT_BEHIND: Tagged = Tagged::new("gifts_not_behind");
    static NOT_IN_FRONT_OF: Tagged = Tagged::new("gifts_not_in_front_of");
    static NOT_OF: Tagged = Tagged::new("gifts_not_of");
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let before = at.checked_sub(1).map_or("", word);
    word(at) == "free"
        && !NOT_BEHIND.contains(&before)
        && !NOT_IN_FRONT_OF.contains(&word(at + 1))
        && !words.iter().any(|word| NOT_OF.contains(word))
}

/// Costs nothing, or less.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Gift,
    Cut,
}

fn kind_of(text: &Text) -> Option<Kind> {
    let has = |known: &[&str]| known.iter().any(|phrase| text.folded().contains(phrase));
    let is_cut =
        |word: &str| CUTS.contains(&word) || word.starts_with("descuento") || word.starts_with("discount");
    if text.words().any(is_cut) || has(&CUTS_IN_WORDS) {
        return Some(Kind::Cut);
    }
    let is_gift = text.words().any(|word| GIFTS.contains(&word)) || has(&GIFTS_IN_WORDS);
    is_gift.then_some(Kind::Gift)
}

/// Beginnings of the words that tell what it is about.
fn words_that_tell(text: &Text) -> Vec<String> {
    const LETTERS_MIN: usize = 4;
    let told = text.words().filter(|word| {
        let is_of_the_kind = GIFTS.contains(word)
            || CUTS.contains(word)
            || word.starts_with("descuento")
            || word.starts_with("discount")
            || WORDS.contains(word);
        word.len() >= LETTERS_MIN && !is_of_the_kind
    });
    { told }.map(stem_of).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::read::Read, hold};
    use turno_language::Text;

    #[test]
    fn what_is_free_was_told_to_be() {
        let told = Read::new(
            "Cancelar no tiene costo. El envío es gratis desde 999 pesos. La primera hora de estacionamiento va por nuestra cuenta. \
             En su cumpleaños ponemos un postre de cortesía. Parking is free with a purchase. Hay wifi gratis.",
        );
        for (asked, said, is_so) in [
            ("", "La valoración es gratis.", false),
            ("", "La primera consulta no tiene costo.", false),
            ("", "The check-up is free.", false),
            ("", "Kids eat free.", false),
            ("", "Shipping is free.", false),
            ("", "El envío es gratis.", false),
            ("", "El postre va por cuenta de la casa.", false),
            (
                "¿me hace 50% de descuento?",
                "Sí, le hago el 50% de descuento.",
                false,
            ),
            (
                "¿me hace 50% de descuento?",
                "Con gusto le hacemos el 50%.",
                false,
            ),
            ("", "Con ese precio, el envío es gratis.", true),
            ("", "Cancelar no tiene costo.", true),
            ("es mi cumpleaños", "El postre va por cuenta de la casa.", true),
            ("", "Hay wifi gratis.", true),
            ("", "Dr. Ruiz is free tomorrow at 10.", true),
            ("", "Feel free to ask.", true),
            ("", "It is gluten free.", true),
            ("", "El estacionamiento no es gratis.", true),
        ] {
            assert_eq!(
                hold(&Text::of(said), &Text::of(asked), told.lines().iter()),
                is_so,
                "{said}"
            );
        }
    }
}
