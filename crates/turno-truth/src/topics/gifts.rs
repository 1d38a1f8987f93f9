//! What costs nothing, or less: said only of what it was told of.

use turno_language::{Tagged, Text};

use crate::{
    DEPENDS_ON,
    given::Line,
    phrases::{begins_as, is_with_digits},
    told::stem_of,
};

/// Denies that something is for nothing.
static HOLDS: Tagged = Tagged::new("gifts_holds");

/// Words that gifts and cuts are told with.
static WORDS: Tagged = Tagged::new("gifts_words");

static GIFTS: Tagged = Tagged::new("gifts");
static GIFTS_IN_WORDS: Tagged = Tagged::new("gifts_in_words");
/// "No" that says that nothing is to be paid.
static NOTHING_TO_PAY: Tagged = Tagged::new("gifts_nothing_to_pay");
/// Only some of it is free, or only then.
static WITH_A_LIMIT: Tagged = Tagged::new("gifts_with_a_limit");
static CUTS: Tagged = Tagged::new("gifts_cuts");
static CUT_STEMS: Tagged = Tagged::new("gifts_cut_stems");
static CUTS_IN_WORDS: Tagged = Tagged::new("gifts_cuts_in_words");

/// Something that is said to be free, or to cost less.
#[derive(Debug)]
pub(crate) struct GiftSaid {
    kind: Kind,
    /// Beginnings of the words that tell what it is; or what the user asked about.
    about: Vec<String>,
    is_limited: bool,
    is_of_a_feast: bool,
}

impl GiftSaid {
    pub(crate) fn read(sentence: &Text, asks: bool, latest: &Text) -> Option<Self> {
        let folded = with_gifts_named(sentence.folded());
        static PART: Tagged = Tagged::new("gifts_part");
        // "¿Me hace 50% de descuento?" "Le hacemos el 50%."
        let is_the_cut_asked = || {
            let is_part =
                sentence.said().contains('%') || PART.iter().any(|part| folded.folded().contains(part));
            (is_part && kind_of(latest) == Some(Kind::Cut)).then_some(Kind::Cut)
        };
        let kind = kind_of(&folded).or_else(is_the_cut_asked)?;
        // "Sí" depends on nothing.
        let depends = sentence.written().any(|word| DEPENDS_ON.contains(&&*word));
        let is_refused = folded.words().any(|word| HOLDS.contains(&word));
        if is_refused || depends || asks {
            return None;
        }
        let own = words_that_tell(&folded);
        Some(Self {
            kind,
            about: if own.is_empty() { words_that_tell(latest) } else { own },
            is_limited: folded.words().any(|word| WITH_A_LIMIT.contains(&word)),
            is_of_a_feast: is_of_a_feast(&folded) || is_of_a_feast(latest),
        })
    }

    /// It was told in one sentence with something else that this one names, or with what the user asked about.
    pub(crate) fn holds<'a>(&self, mut told: impl Iterator<Item = &'a Line>) -> bool {
        told.any(|line| {
            let line = with_gifts_named(line.text.folded());
            kind_of(&line) == Some(self.kind)
                && self.about.iter().any(|word| line.folded().contains(word.as_str()))
                && (self.kind != Kind::Gift || self.is_limited || !is_free_from_some_on(&line))
                && (!is_of_a_feast(&line) || self.is_of_a_feast)
        })
    }
}

/// "Es gratis desde 999 pesos", "la primera hora va por nuestra cuenta", "free from 999".
fn is_free_from_some_on(line: &Text) -> bool {
    static LIMITS: Tagged = Tagged::new("gifts_limits");
    LIMITS.iter().any(|limit| line.folded().contains(limit))
}

/// A birthday's dessert is no other day's.
fn is_of_a_feast(text: &Text) -> bool {
    static FEASTS: Tagged = Tagged::new("gifts_feasts");
    FEASTS.iter().any(|feast| text.folded().contains(feast))
}

/// A folded text in which all that is to be had for nothing is called free.
fn with_gifts_named(folded: &str) -> Text {
    let mut named = folded.to_owned();
    for phrase in NOTHING_TO_PAY.iter() {
        if named.contains(phrase) {
            named = named.replace(phrase, &format!(" {} ", free()));
        }
    }
    let text = Text::of(&named);
    let words: Vec<&str> = text.words().collect();
    if (0..words.len()).any(|at| is_free_of_charge(&words, at)) {
        return Text::of(&format!("{named} {}", free()));
    }
    text
}

/// A word that says that something costs nothing: which one is the same.
fn free() -> &'static str {
    GIFTS.first().copied().unwrap_or_default()
}

/// "Shipping is free", "kids eat free", "free dessert": and no free table, person or hour, nor what is free of something.
fn is_free_of_charge(words: &[&str], at: usize) -> bool {
    static FREE: Tagged = Tagged::new("gifts_free");
    static NOT_BEHIND: Tagged = Tagged::new("gifts_not_behind");
    static NOT_IN_FRONT_OF: Tagged = Tagged::new("gifts_not_in_front_of");
    static NOT_OF: Tagged = Tagged::new("gifts_not_of");
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let before = at.checked_sub(1).map_or("", word);
    FREE.contains(&word(at))
        && !NOT_BEHIND.contains(&before)
        && !NOT_IN_FRONT_OF.contains(&word(at + 1))
        && !words.iter().any(|word| NOT_OF.contains(word))
}

/// Costs nothing, or less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Gift,
    Cut,
}

fn kind_of(text: &Text) -> Option<Kind> {
    let has = |known: &[&str]| known.iter().any(|phrase| text.folded().contains(phrase));
    if text.words().any(is_cut) || has(&CUTS_IN_WORDS) {
        return Some(Kind::Cut);
    }
    let is_gift = text.words().any(|word| GIFTS.contains(&word)) || has(&GIFTS_IN_WORDS);
    is_gift.then_some(Kind::Gift)
}

fn is_cut(word: &str) -> bool {
    CUTS.contains(&word) || is_with_digits(word, &CUTS) || begins_as(word, &CUT_STEMS)
}

/// Beginnings of the words that tell what it is about.
fn words_that_tell(text: &Text) -> Vec<String> {
    const LETTERS_MIN: usize = 4;
    let told = text.words().filter(|word| {
        let is_of_the_kind = GIFTS.contains(word) || is_cut(word) || WORDS.contains(word);
        word.len() >= LETTERS_MIN && !is_of_the_kind
    });
    { told }.map(stem_of).collect()
}

#[cfg(test)]
mod tests {
    use turno_language::Text;

    use super::GiftSaid;
    use crate::given::Given;

    #[test]
    fn what_is_free_was_told_to_be() {
        let told = Given::new(
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
            ("¿me hace 50% de descuento?", "Sí, le hago el 50% de descuento.", false),
            ("¿me hace 50% de descuento?", "Con gusto le hacemos el 50%.", false),
            ("", "Con ese precio, el envío es gratis.", true),
            ("", "Cancelar no tiene costo.", true),
            ("es mi cumpleaños", "El postre va por cuenta de la casa.", true),
            ("", "Hay wifi gratis.", true),
            ("", "Dr. Ruiz is free tomorrow at 10.", true),
            ("", "Feel free to ask.", true),
            ("", "It is gluten free.", true),
            ("", "El estacionamiento no es gratis.", true),
        ] {
            let gift = GiftSaid::read(&Text::of(said), said.contains('?'), &Text::of(asked));
            let holds = gift.is_none_or(|gift| gift.holds(told.lines().iter()));
            assert_eq!(holds, is_so, "{said}");
        }
    }
}
