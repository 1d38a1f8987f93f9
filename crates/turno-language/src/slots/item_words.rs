//! Words that say what is done to a list of items.

use std::ops::Range;

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
    "incluye",
    "incluyeme",
    "add",
    "also",
    "another",
    "include",
    "throw in",
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
    "no queremos",
    "ya no queremos",
    "ya no voy a querer",
    "no voy a querer",
    "quites",
    "quiten",
    "quitemos",
    "quitenle",
    "quitamos",
    "saque",
    "saqueme",
    "sacale",
    "elimine",
    "eliminamos",
    "borre",
    "borreme",
    "borrar",
    "cancele",
    "canceleme",
    "retira",
    "retirame",
    "retire",
    "tacha",
    "tachale",
    "descarta",
    "suprime",
    "olvida",
    "olvidate de",
    "olvidate del",
    "olvide",
    "omite",
    "no pongas",
    "no me pongas",
    "no le pongas",
    "no ponga",
    "no me ponga",
    "no agregues",
    "no me des",
    "no mandes",
    "no me mandes",
    "no incluyas",
    "en vez de",
    "en vez del",
    "en lugar de",
    "en lugar del",
    "menos el",
    "menos la",
    "menos los",
    "menos las",
    "excepto el",
    "excepto la",
    "excepto los",
    "excepto las",
    "remove",
    "take off",
    "take out",
    "take away",
    "get rid of",
    "leave off",
    "leave out",
    "scratch",
    "scrap",
    "skip",
    "delete",
    "eliminate",
    "drop",
    "lose the",
    "cut the",
    "nix the",
    "forget",
    "forget about",
    "hold the",
    "minus the",
    "except the",
    "except for the",
    "without the",
    "no more",
    "cancel",
    "instead of",
    "rather than",
    "than the",
    "no longer want",
    "don ' t want",
    "don ' t need",
    "dont want",
    "dont need",
    "do not want",
    "don ' t include",
    "don ' t add",
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
    "dejala en",
    "dejalos en",
    "dejalas en",
    "nada mas",
    "nomas",
    "solo",
    "solamente",
    "unicamente",
    "only",
    "just",
];
/// What keeps the items named after it and no others: "nada más el mole".
const ONLY: &[&str] = &[
    "nada mas",
    "nomas",
    "solo",
    "solamente",
    "unicamente",
    "puro",
    "pura",
    "puros",
    "puras",
    "quedate con",
    "quedate nada mas con",
    "quedate solo con",
    "me quedo con",
    "me quedo nada mas con",
    "me quedo solo con",
    "only",
    "just",
    "nothing but",
    "keep only",
    "keep just",
    "leave only",
    "leave just",
];
/// The same, said of the rest: "quita todo menos el mole".
const ALL_BUT: &[&str] = &[
    "quita todo menos",
    "quita todo excepto",
    "quitale todo menos",
    "quitame todo menos",
    "borra todo menos",
    "borra todo excepto",
    "cancela todo menos",
    "cancela todo excepto",
    "elimina todo menos",
    "elimina todo excepto",
    "remove everything but",
    "remove everything except",
    "cancel everything but",
    "cancel everything except",
    "take off everything but",
    "take off everything except",
    "drop everything but",
    "drop everything except",
    "scratch everything but",
    "scratch everything except",
];
/// What may stand between that and the first item.
const ONLY_LEADS: &[&str] = &[
    "quiero",
    "queremos",
    "quisiera",
    "dame",
    "deme",
    "danos",
    "ponme",
    "pongame",
    "traeme",
    "traigame",
    "mandame",
    "mandeme",
    "dejame",
    "deja",
    "va a ser",
    "van a ser",
    "va",
    "voy a querer",
    "vamos a querer",
    "seria",
    "serian",
    "sera",
    "seran",
    "es",
    "son",
    "con",
    "me",
    "el",
    "la",
    "los",
    "las",
    "i want",
    "want",
    "i ' ll have",
    "i ' ll take",
    "have",
    "take",
    "get",
    "gimme",
    "give me",
    "the",
    "that ' s",
    "it ' s",
    "be",
];
/// The same, after the item: "el mole nada más".
const ONLY_AFTER: &[&str] = &[
    "nada mas",
    "nomas",
    "solamente",
    "unicamente",
    "solo",
    "y ya",
    "y nada mas",
    "y es todo",
    "only",
    "and nothing else",
    "and that ' s it",
    "and that ' s all",
];
/// What says that something is put to the rest after all.
const AS_WELL: &[&str] = &["tambien", "ademas", "too", "also", "as well", "extra"];
/// What wants an order after all, and so ends "quita".
const WANT: &[&str] = &[
    "quiero",
    "dame",
    "ponme",
    "pon",
    "deme",
    "pongame",
    "mejor",
    "y quiero",
    "i want",
    "give me",
    "quisiera",
    "dejame",
    "deja",
    "keep",
    "sino",
    "prefiero",
    "i ' ll have",
    "i ' ll take",
    "i would like",
    "i ' d like",
    "get me",
];
pub(super) const OF_THEM: &[&str] = &[
    "de ellos",
    "de ellas",
    "de esos",
    "de esas",
    "de los dos",
    "de las dos",
    "of them",
    "sea",
    "que sea",
    "lo quiero",
    "la quiero",
    "de ellos sea",
];

const TAKE_IT_OFF: &[&str] = &[
    "quitalo",
    "quitala",
    "quitalos",
    "quitalas",
    "quitamelo",
    "quitamela",
    "quitamelos",
    "quitamelas",
    "quitelo",
    "quitela",
    "quitemelo",
    "quitemela",
    "borralo",
    "borrala",
    "borralos",
    "borralas",
    "sacalo",
    "sacala",
    "sacalos",
    "sacalas",
    "eliminalo",
    "eliminala",
    "cancelalo",
    "cancelala",
    "olvidalo",
    "olvidala",
];

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

/// The index of the first item that alone is kept, where that is said at an index: "nada más el mole", "just the mole".
pub(super) fn only_at(tokens: &Tokens<'_>, at: usize, act: Act) -> Option<usize> {
    let is_more = (0..tokens.len()).any(|at| tokens.phrases(at, AS_WELL).is_some());
    let all_but = tokens.phrases(at, ALL_BUT);
    let only = || tokens.phrases(at, ONLY).filter(|_| act == Act::Want && !is_more);
    let mut start = all_but.or_else(only)?;
    while let Some(end) = tokens.phrases(start, ONLY_LEADS) {
        start = end;
    }
    Some(start)
}

/// Whether what stands before the range and after it keeps that item alone: "el mole nada más".
pub(super) fn is_only_around(tokens: &Tokens<'_>, named: &Range<usize>) -> bool {
    let is_the = matches!(tokens.before(named.start), "el" | "la" | "los" | "las" | "the");
    let end = tokens.phrases(named.end, ONLY_AFTER);
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
        tokens.phrases(at, ADD).is_some()
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
    has(&asks) && !has(WANT) && !has(ADD) && (0..tokens.len()).all(|at| number_at(tokens, at).is_none())
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
