//! What words do to a list of items.

use crate::pack::Tagged;
use std::ops::Range;

use super::item_lists::{ADD, ALL_BUT, AS_WELL, ONLY, ONLY_AFTER, ONLY_LEADS, REMOVE, TAKE_IT_OFF, WANT};
use super::item_mentions::Act;
use super::number::number_at;
use super::tokens::Tokens;

/// What wants more of what was named.
static MORE_OF_IT: Tagged = Tagged::new("item_more_of_it");

/// "otra bien cocida", "the other one well done": one, where its note stands right after it.
pub(super) fn other_at(tokens: &Tokens<'_>, at: usize) -> Option<usize> {
    tokens.phrases(
        at,
        &[
            "otra",
            "otro",
            "la otra",
            "el otro",
            "another",
            "another one",
            "the other",
            "the other one",
        ],
    )
}

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
    if let Some(end) = one_more_at(tokens, at) {
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

/// "agrégale otro", "ponme uno más", "add another": with nothing behind it.
fn one_more_at(tokens: &Tokens<'_>, at: usize) -> Option<usize> {
    let verb = tokens.phrases(at, &MORE_OF_IT)?;
    let one = [
        "otro mas",
        "otra mas",
        "otro",
        "otra",
        "uno mas",
        "una mas",
        "another one",
        "another",
        "one more",
    ];
    let end = tokens.phrases(verb, &one)?;
    let is_end =
        tokens.ends_at(end) || tokens.is_one_of(end, &["por", "porfa", "porfis", "please", "gracias"]);
    is_end.then_some(end)
}

/// Whether something is corrected on the way: what is named a second time is then no second one.
pub(super) fn thinks_again(tokens: &Tokens<'_>) -> bool {
    let words = [
        "no", "mejor", "perdon", "digo", "bueno", "espera", "espere", "corrijo", "sino", "sorry", "actually",
        "wait", "mean", "instead", "rather", "sean", "solo", "nomas", "only", "just",
    ];
    (0..tokens.len()).any(|at| tokens.is_one_of(at, &words))
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

/// The index of the first item that alone is kept, where that is said at an index: "nada más el mole", "just the mole".
pub(super) fn only_at(tokens: &Tokens<'_>, at: usize, act: Act) -> Option<usize> {
    let is_more = (0..tokens.len()).any(|at| tokens.phrases(at, &AS_WELL).is_some());
    let all_but = tokens.phrases(at, &ALL_BUT);
    let only = || tokens.phrases(at, &ONLY).filter(|_| act == Act::Want && !is_more);
    let mut start = all_but.or_else(only)?;
    while let Some(end) = tokens.phrases(start, &ONLY_LEADS) {
        start = end;
    }
    Some(start)
}

/// Whether what stands before the range and after it keeps that item alone: "el mole nada más".
pub(super) fn is_only_around(tokens: &Tokens<'_>, named: &Range<usize>) -> bool {
    let is_the = matches!(tokens.before(named.start), "el" | "la" | "los" | "las" | "the");
    let end = tokens.phrases(named.end, &ONLY_AFTER);
    is_the
        && end.is_some_and(|end| {
            tokens.ends_at(end) || tokens.is_one_of(end, &["por", "porfa", "please", "gracias"])
        })
}

/// Whether the item before an index is taken away by what follows it: "el flan no", "la coca quítamela".
pub(super) fn is_taken_away_after(tokens: &Tokens<'_>, at: usize) -> bool {
    let start = tokens.skip_comma(at);
    let denies = [
        "no",
        "ya no",
        "mejor no",
        "ya no lo quiero",
        "ya no la quiero",
        "ya no los quiero",
        "ya no las quiero",
        "no lo quiero",
        "no la quiero",
        "no los quiero",
        "no las quiero",
        "siempre no",
        "mejor ya no",
        "not anymore",
    ];
    let denied = tokens.phrases(start, &denies);
    let is_end = |end: usize| {
        let next = tokens.skip_comma(end);
        tokens.ends_at(end) && number_at(tokens, next).is_none()
            || tokens.is_one_of(end, &["por", "porfa", "gracias", "please"])
    };
    let is_told_off = TAKE_IT_OFF.contains(&tokens.word(start))
        || tokens
            .phrases(
                start,
                &[
                    "take it off",
                    "take that off",
                    "remove it",
                    "drop it",
                    "scratch it",
                    "scratch that",
                ],
            )
            .is_some();
    denied.is_some_and(is_end) || is_told_off
}

/// "quita el flan y la coca": the article says that it is there too.
pub(super) fn goes_on_removing(tokens: &Tokens<'_>, at: usize) -> bool {
    let start = tokens.skip(at, &["y", "ni", "and", ", y", ",", "or", "o"]);
    start > at && tokens.is_one_of(start, &["el", "la", "los", "las", "the"])
}

/// Whether something is to be put on the list.
pub(super) fn adds(tokens: &Tokens<'_>) -> bool {
    (0..tokens.len()).any(|at| {
        tokens.phrases(at, &ADD).is_some()
            && !tokens.is_one_of(at, &["mas", "more", "ademas", "also", "tambien"])
    })
}

/// Whether something is ordered, by the word for it: "quiero pedir una pizza".
pub(super) fn orders(tokens: &Tokens<'_>) -> bool {
    (0..tokens.len()).any(|at| {
        tokens.is_one_of(
            at,
            &["pedir", "pedirle", "pedirles", "ordenar", "encargar", "order"],
        ) && (number_at(tokens, at + 1).is_some()
            || tokens.is_one_of(at + 1, &["a", "an", "unos", "unas", "some"]))
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
    has(&asks) && !has(&WANT) && !has(&ADD) && (0..tokens.len()).all(|at| number_at(tokens, at).is_none())
}

/// What is done to the items named from an index on, where `act` was done before it.
pub(super) fn act_at(tokens: &Tokens<'_>, at: usize, act: Act) -> Act {
    let swap = [
        "cambia",
        "cambiar",
        "cambiame",
        "cambie",
        "cambieme",
        "cambiale",
        "cambias",
        "cambies",
        "cambiamos",
        "sustituye",
        "sustituir",
        "reemplaza",
        "reemplazar",
        "change",
        "swap",
        "replace",
        "switch",
        "exchange",
        "trade",
        "substitute",
    ];
    let is_swap = tokens.is_one_of(at, &swap)
        && (at..tokens.len()).any(|at| tokens.is_one_of(at, &["por", "for", "with", "to"]));
    if is_swap || tokens.phrases(at, &REMOVE).is_some() {
        Act::Remove
    } else if tokens.phrases(at, &ADD).is_some() {
        Act::Add
    } else if tokens.phrases(at, &WANT).is_some() && !matches!(tokens.before(at), "no") {
        Act::Want
    } else {
        act
    }
}
