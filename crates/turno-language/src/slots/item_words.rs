//! Words that say what is done to a list of items.

use super::items::Act;
use super::number::number_at;
use super::tokens::Tokens;

const ADD: &[&str] = &[
    "agrega",
    "agregar",
    "agregale",
    "agregame",
    "agregue",
    "agregueme",
    "anade",
    "anadir",
    "anademe",
    "sumale",
    "ponle",
    "ponme tambien",
    "tambien",
    "otro",
    "otra",
    "otros",
    "otras",
    "ademas",
    "mas",
    "add",
    "also",
    "another",
    "more",
];
const REMOVE: &[&str] = &[
    "quita",
    "quitar",
    "quitale",
    "quitame",
    "quite",
    "quiteme",
    "quitenme",
    "quitele",
    "saca",
    "sacame",
    "elimina",
    "eliminame",
    "eliminar",
    "borra",
    "borrame",
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

pub(super) const OF_THEM: &[&str] = &[
    "de ellos",
    "de ellas",
    "de esos",
    "de esas",
    "de los dos",
    "de las dos",
    "of them",
];

/// "otro igual", "otros dos iguales", "two more of the same": how many, and the index after it.
pub(super) fn again_at(tokens: &Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let one = [
        "otro igual",
        "otra igual",
        "otro mas igual",
        "otra mas igual",
        "uno mas igual",
        "una mas igual",
        "otro de esos",
        "otra de esas",
        "another one",
        "another of those",
        "one more of the same",
        "the same again",
    ];
    if let Some(end) = tokens.phrases(at, &one) {
        return Some((1, end));
    }
    let start = tokens.skip(at, &["otros", "otras"]);
    let (quantity, end) = number_at(tokens, start)?;
    let end = tokens.phrases(
        end,
        &[
            "iguales",
            "igual",
            "mas iguales",
            "mas igual",
            "more of the same",
            "more like that",
        ],
    )?;
    Some((quantity, end))
}

/// "todos", of what was ordered.
pub(super) fn all_at(tokens: &Tokens<'_>, at: usize) -> Option<usize> {
    let all = [
        "todos",
        "todas",
        "ambos",
        "ambas",
        "los dos",
        "las dos",
        "los tres",
        "las tres",
        "all of them",
        "all",
        "both",
    ];
    tokens.phrases(at, &all)
}

/// "quita el flan y la coca": the article says that it is there too.
pub(super) fn goes_on_removing(tokens: &Tokens<'_>, at: usize) -> bool {
    let start = tokens.skip(at, &["y", "ni", "and", ", y", ",", "or", "o"]);
    start > at && tokens.is_one_of(start, &["el", "la", "los", "las", "the"])
}

/// Whether something is to be put on the list.
pub(super) fn adds(tokens: &Tokens<'_>) -> bool {
    (0..tokens.len()).any(|at| {
        tokens.phrases(at, ADD).is_some()
            && !tokens.is_one_of(at, &["mas", "more", "ademas", "also", "tambien"])
    })
}

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
