//! What is ordered beside known things and is not on the list.

use std::ops::Range;

use super::common_words::is_common_word;
use super::found::Found;
use super::number::number_at;
use super::terms::unknown_at;
use super::tokens::Tokens;
use crate::Vocabulary;
use crate::vocabulary::is_link;

/// Words that are counted beside an order and are no part of it.
const NO_DISHES: &[&str] = &[
    "pregunta",
    "preguntas",
    "duda",
    "cosa",
    "cosas",
    "cuenta",
    "factura",
    "bolsa",
    "bolsas",
    "servilleta",
    "servilletas",
    "cubierto",
    "cubiertos",
    "popote",
    "popotes",
    "plato",
    "platos",
    "vaso",
    "vasos",
    "propina",
    "cuadra",
    "cuadras",
    "calle",
    "minuto",
    "minutos",
    "rato",
    "vez",
    "veces",
    "poco",
    "poquito",
    "dia",
    "dias",
    "semana",
    "semanas",
    "amigo",
    "amigos",
    "adulto",
    "adultos",
    "nino",
    "ninos",
    "peso",
    "pesos",
    "direccion",
    "alergia",
    "descuento",
    "cupon",
    "minute",
    "minutes",
    "question",
    "bag",
    "bags",
    "napkin",
    "napkins",
    "kid",
    "kids",
    "adults",
    "thing",
    "bit",
    "week",
    "day",
    "days",
    "peso",
    "dollars",
    "bill",
    "check",
];

/// The first thing that is counted where the next item of a list would stand: "…, y una pizza".
pub(super) fn missing_beside(
    tokens: &Tokens<'_>,
    vocabulary: &Vocabulary,
    taken: &[Range<usize>],
) -> Option<Found> {
    (0..tokens.len()).find_map(|at| {
        let (_, start) = number_at(tokens, at).or_else(|| {
            tokens
                .is_one_of(at, &["a", "an", "otra", "otro"])
                .then_some((1, at + 1))
        })?;
        let leads = [
            "",
            ",",
            ".",
            "y",
            "and",
            "e",
            "mas",
            "tambien",
            "also",
            "quiero",
            "dame",
            "deme",
            "ponme",
            "pongame",
            "quisiera",
            "agrega",
            "agregale",
            "agregame",
            "agregue",
            "agregueme",
            "anade",
            "sumale",
            "ponle",
            "add",
            "want",
            "me",
            "con",
        ];
        let is_listed = leads.contains(&tokens.before(at));
        let is_taken = |at: usize| taken.iter().any(|range| range.contains(&at));
        if !is_listed || is_taken(at) || is_taken(start) {
            return None;
        }
        let start = tokens.skip(
            start,
            &["de", "of", "orden de", "ordenes de", "order of", "orders of"],
        );
        let is_dish = |at: usize| {
            let word = tokens.word(at);
            tokens.is_word(at)
                && !is_taken(at)
                && !is_common_word(word)
                && number_at(tokens, at).is_none()
                && !NO_DISHES.contains(&word)
        };
        if !is_dish(start) || is_link(tokens.word(start)) {
            return None;
        }
        let mut end = start + 1;
        while end < start + 5 && is_dish(end) {
            end += 1;
        }
        while end > start + 1 && is_link(tokens.word(end - 1)) {
            end -= 1;
        }
        Some(unknown_at(tokens, start..end, vocabulary))
    })
}
