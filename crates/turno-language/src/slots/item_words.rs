//! Words that say what is done to a list of items.

use super::items::Act;
use super::number::number_at;
use super::tokens::Tokens;

const ADD: &[&str] = &[
    "agrega", "agregar", "agregale", "agregame", "anade", "anadir", "sumale", "tambien", "otro", "otra",
    "otros", "otras", "ademas", "mas", "add", "also", "another", "more",
];
const REMOVE: &[&str] = &[
    "quita",
    "quitar",
    "quitale",
    "quitame",
    "quite",
    "elimina",
    "eliminar",
    "borra",
    "cancela",
    "cancelame",
    "ya no quiero",
    "no quiero",
    "en vez de",
    "en lugar de",
    "remove",
    "take off",
    "drop",
    "cancel",
    "instead of",
    "no longer want",
    "ya no",
    "sin el",
    "sin la",
    "sin los",
    "sin las",
];
pub(super) const CHANGE: &[&str] = &[
    "mejor",
    "que sean",
    "que sea",
    "make it",
    "cambia",
    "deja",
    "dejame",
    "dejalo en",
];
/// What wants an order after all, and so ends "quita".
const WANT: &[&str] = &[
    "quiero", "dame", "ponme", "pon", "deme", "pongame", "mejor", "y quiero", "i want", "give me", "quisiera",
];
pub(super) const MODIFIERS: &[&str] = &[
    "sin",
    "con extra",
    "con doble",
    "con poco",
    "con poca",
    "con mucha",
    "con mucho",
    "extra",
    "without",
    "with extra",
    "with no",
    "no",
    "con todo",
    "bien dorado",
    "bien cocido",
    "termino medio",
];

/// "¿cuánto cuesta la pizza?" orders none.
pub(super) fn only_asks(tokens: &Tokens<'_>) -> bool {
    let asks = [
        "cuanto cuesta",
        "cuanto cuestan",
        "cuanto vale",
        "cuanto sale",
        "que precio",
        "precio de",
        "que lleva",
        "que trae",
        "tienen",
        "how much",
        "do you have",
        "hay",
    ];
    let has = |phrases: &[&str]| (0..tokens.len()).any(|at| tokens.phrases(at, phrases).is_some());
    has(&asks) && !has(WANT) && !has(ADD) && (0..tokens.len()).all(|at| number_at(tokens, at).is_none())
}

/// What is done to the items named from an index on, where `act` was done before it.
pub(super) fn act_at(tokens: &Tokens<'_>, at: usize, act: Act) -> Act {
    let swap = ["cambia", "cambiar", "cambiame", "change", "swap", "replace"];
    let is_swap = tokens.is_one_of(at, &swap)
        && (at..tokens.len()).any(|at| tokens.is_one_of(at, &["por", "for", "with"]));
    if is_swap || tokens.phrases(at, REMOVE).is_some() {
        Act::Remove
    } else if tokens.phrases(at, ADD).is_some() {
        Act::Add
    } else if tokens.phrases(at, WANT).is_some() && !matches!(tokens.before(at), "no") {
        Act::Want
    } else {
        act
    }
}
