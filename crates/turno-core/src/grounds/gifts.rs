//! What costs nothing, or less: said only of what it was told of.

use turno_language::text::{fold, words_of};

use super::read::Line;

const GIFTS: &[&str] = &[
    "gratis",
    "gratuito",
    "gratuita",
    "gratuitos",
    "regalamos",
    "cortesia",
    "complimentary",
];
const GIFTS_IN_WORDS: &[&str] = &[
    "por nuestra cuenta",
    "cuenta de la casa",
    "invita la casa",
    "la casa invita",
    "for free",
    "free of charge",
    "on the house",
    "is on us",
    "are on us",
    "s on us",
];
const CUTS: &[&str] = &["promocion", "promociones", "2x1", "rebaja", "rebajas"];
const CUTS_IN_WORDS: &[&str] = &[
    "half price",
    "mitad de precio",
    "dos por uno",
    "2 por 1",
    "two for one",
    "% off",
    "percent off",
    "% de desc",
];

/// What is said to be free, or to cost less, is told to be so in one sentence with something else that this one names, or with
/// what the user asked about.
pub(super) fn hold<'a>(sentence: &str, latest: &str, told: impl Iterator<Item = &'a Line>) -> bool {
    let folded = fold(sentence);
    let Some(kind) = kind_of(&folded) else { return true };
    let is_refused = words_of(&folded).any(|word| {
        matches!(
            word,
            "no" | "not"
                | "t"
                | "cannot"
                | "ningun"
                | "ninguna"
                | "nunca"
                | "never"
                | "sin"
                | "if"
                | "si"
                | "aun"
                | "tampoco"
        )
    });
    if is_refused || sentence.contains(['?', '¿']) {
        return true;
    }
    let own = words_that_tell(&folded);
    let asked = fold(latest);
    let about = if own.is_empty() {
        words_that_tell(&asked)
    } else {
        own
    };
    { told }.any(|line| {
        let line = line.folded.as_str();
        kind_of(line) == Some(kind) && about.iter().any(|word| line.contains(word.as_str()))
    })
}

/// Costs nothing, or less.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Gift,
    Cut,
}

fn kind_of(folded: &str) -> Option<Kind> {
    let has = |known: &[&str]| known.iter().any(|phrase| folded.contains(phrase));
    let is_cut =
        |word: &str| CUTS.contains(&word) || word.starts_with("descuento") || word.starts_with("discount");
    if words_of(folded).any(is_cut) || has(CUTS_IN_WORDS) {
        return Some(Kind::Cut);
    }
    let is_gift = words_of(folded).any(|word| GIFTS.contains(&word)) || has(GIFTS_IN_WORDS);
    is_gift.then_some(Kind::Gift)
}

/// Beginnings of the words that tell what it is about.
fn words_that_tell(folded: &str) -> Vec<String> {
    const LETTERS_MIN: usize = 4;
    const LETTERS_OF_STEM: usize = 5;
    let told = words_of(folded).filter(|word| {
        let is_of_the_kind = GIFTS.contains(word)
            || CUTS.contains(word)
            || word.starts_with("descuento")
            || word.starts_with("discount")
            || matches!(
                *word,
                "half"
                    | "price"
                    | "mitad"
                    | "precio"
                    | "free"
                    | "casa"
                    | "cuenta"
                    | "nuestra"
                    | "house"
                    | "percent"
                    | "charge"
                    | "tiene"
                    | "tienen"
                    | "usted"
                    | "have"
                    | "your"
                    | "para"
                    | "today"
                    | "claro"
                    | "with"
                    | "this"
                    | "that"
                    | "confirmed"
                    | "cuanto"
                    | "cuesta"
                    | "cuestan"
                    | "much"
            );
        word.len() >= LETTERS_MIN && !is_of_the_kind
    });
    { told }
        .map(|word| word.chars().take(LETTERS_OF_STEM).collect())
        .collect()
}
