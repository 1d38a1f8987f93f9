//! What tells an option by its place among the others, and what wants none of them.

use serde_json::Value;
use turno_language::Tagged;
use turno_language::Text;
use turno_language::grammar::{MORE, NOT};

use crate::step::collect::pick::Option1;

/// "La más tarde", "the earliest": of what is offered. "Más tarde" alone asks for something later.
pub(in crate::step) fn by_place_in_time<'a>(text: &Text, offered: &'a [Option1]) -> Option<&'a Option1> {
    static LATEST: Tagged = Tagged::new("picked_by_latest");
    static ARTICLES: Tagged = Tagged::new("picked_by_articles");
    static EARLIEST: Tagged = Tagged::new("picked_by_earliest");
    let words: Vec<&str> = text.words().collect();
    let is_short = words.len() <= SHORT_WORDS_MAX;
    let told = words.join(" ");
    let is_superlative = |phrase: &&str| {
        let first = phrase.split_once(' ').map(|(first, _)| first);
        if first.is_some_and(|first| MORE.contains(&first)) {
            ARTICLES.iter().any(|article| holds(&told, &format!("{article} {phrase}")))
        } else {
            holds(&told, phrase)
        }
    };
    let is_latest = LATEST.iter().any(&is_superlative);
    let is_earliest = EARLIEST.iter().any(&is_superlative);
    if !is_short || is_latest == is_earliest {
        return None;
    }
    let moment = |option: &&Option1| -> Option<(String, String)> {
        let text = |slot: &str| option.get(slot).and_then(Value::as_str).unwrap_or_default().to_owned();
        let time = text("time");
        (!time.is_empty() || !text("date").is_empty()).then(|| (text("date"), time))
    };
    let timed = || offered.iter().filter_map(|option| Some((moment(&option)?, option)));
    let found = if is_latest {
        timed().max_by(|(a, _), (b, _)| a.cmp(b))
    } else {
        timed().min_by(|(a, _), (b, _)| a.cmp(b))
    };
    found.map(|(_, option)| option)
}

/// Four people with two children among them, or six: "ya van incluidos", "aparte".
pub(in crate::step) fn by_inclusion<'a>(text: &Text, offered: &'a [Option1]) -> Option<&'a Option1> {
    static WITHIN: Tagged = Tagged::new("picked_by_within");
    static BESIDE: Tagged = Tagged::new("picked_by_beside");
    let size = |option: &Option1| match option.len() {
        1 => option.values().next().and_then(Value::as_i64),
        _ => None,
    };
    let sizes: Option<Vec<i64>> = offered.iter().map(size).collect();
    let words: Vec<&str> = text.words().collect();
    let has = |list: &Tagged| words.iter().any(|word| list.contains(word));
    let is_denied = has(&NOT);
    let is_within = has(&WITHIN);
    let is_beside = has(&BESIDE);
    if sizes?.len() != 2 || is_within == is_beside {
        return None;
    }
    let index = usize::from(is_within == is_denied);
    offered.get(index)
}

/// Whether nothing of what is offered is wanted: "ninguna", "none of those".
pub(in crate::step) fn is_none_of_those(text: &Text) -> bool {
    static NONE: Tagged = Tagged::new("picked_by_none");
    static THANKS: Tagged = Tagged::new("picked_by_thanks");
    let words: Vec<&str> = text.words().collect();
    let told = words.join(" ");
    let thanks = words.iter().any(|word| THANKS.contains(word));
    words.len() <= 2 * SHORT_WORDS_MAX && !thanks && NONE.iter().any(|phrase| holds(&told, phrase))
}

/// An answer of more words says more than which.
const SHORT_WORDS_MAX: usize = 5;

/// Whether whole words hold a phrase.
fn holds(words: &str, phrase: &str) -> bool {
    format!(" {words} ").contains(&format!(" {phrase} "))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use turno_language::SlotReading;

    use super::*;
    use crate::step::collect::pick::pick;

    #[test]
    fn the_latest_and_the_earliest_are_told_by_their_hours() {
        let option = |time: &str| BTreeMap::from([("time".to_owned(), Value::from(time))]);
        let offered = [option("16:45"), option("15:45"), option("17:15")];
        let picked = |text: &str| pick(&Text::of(text), &offered, &SlotReading::default(), || false);
        for text in [
            "la más tarde",
            "la última",
            "la de más tarde",
            "el más tarde por favor",
            "the latest",
            "the latest one",
            "the last one",
            "la más noche",
            "lo más tarde",
        ] {
            assert_eq!(picked(text), Some(option("17:15")), "{text}");
        }
        for text in [
            "la más temprano",
            "lo más temprano",
            "the earliest",
            "the earliest one",
            "earliest please",
            "soonest",
            "la más pronto",
        ] {
            assert_eq!(picked(text), Some(option("15:45")), "{text}");
        }
        for text in ["más tarde", "más temprano", "later", "ninguna", "none of those", "algo más tarde"] {
            assert_eq!(picked(text), None, "{text}");
        }
    }

    #[test]
    fn children_are_of_the_party_or_beside_it() {
        let option = |size: i64| BTreeMap::from([("party_size".to_owned(), Value::from(size))]);
        let offered = [option(4), option(6)];
        let picked = |text: &str| pick(&Text::of(text), &offered, &SlotReading::default(), || false);
        for text in [
            "ya van incluidos",
            "incluidos",
            "contando a los niños",
            "included",
            "they are included",
            "no son aparte",
        ] {
            assert_eq!(picked(text), Some(option(4)), "{text}");
        }
        for text in
            ["aparte", "son aparte", "no van incluidos", "not included", "sin contarlos, aparte", "extra"]
        {
            assert_eq!(picked(text), Some(option(6)), "{text}");
        }
    }

    #[test]
    fn none_of_what_is_offered_may_be_wanted() {
        for text in [
            "ninguna",
            "ninguno de esos",
            "no, ninguna me queda",
            "ninguna de esas",
            "none of those",
            "neither",
            "none",
            "ningún horario",
            "no me queda ninguna",
            "none of them work",
        ] {
            assert!(is_none_of_those(&Text::of(text)), "{text}");
        }
        for text in ["ninguna, gracias", "la segunda", "no", "none, thanks", "a las 8"] {
            assert!(!is_none_of_those(&Text::of(text)), "{text}");
        }
    }
}
