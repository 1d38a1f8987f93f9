//! So many of a named thing.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::Language;

/// What one and several of a thing are called, where that goes by no rule. What is left out goes by the rule.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedName {
    /// Of one: "orden de esquites", said after the number.
    pub one: Option<String>,
    /// Of several: "órdenes de esquites".
    pub many: Option<String>,
}

/// "1 agua de jamaica", "2 aguas de jamaica", "3 flanes napolitanos", "2 órdenes de tacos al pastor". `own` are the
/// forms that the thing's owner gave it. Else the noun that a name begins with is put in the plural, with what agrees
/// with it; a name that is in the plural already, or whose plural is uncertain, is counted in orders.
pub fn quantity(language: Language, count: i64, name: &str, own: Option<&CountedName>) -> String {
    let is_one = count == 1;
    let own = own.and_then(|own| {
        if is_one {
            own.one.as_deref()
        } else {
            own.many.as_deref()
        }
    });
    let counted = match own {
        Some(own) => Cow::Borrowed(own),
        None => by_rule(language, is_one, name),
    };
    format!("{count} {counted}")
}

fn by_rule(language: Language, is_one: bool, name: &str) -> Cow<'_, str> {
    let words: Vec<&str> = name.split(' ').collect();
    let head = words
        .iter()
        .position(|word| PREPOSITIONS.contains(word))
        .unwrap_or(words.len());
    let (head, rest) = words.split_at(head);
    let is_plural = match language {
        Language::Es => head.iter().any(|word| is_spanish_plural(word)),
        Language::En => head.last().is_some_and(|word| is_english_plural(word)),
    };
    if is_one && !is_plural || name.is_empty() {
        return Cow::Borrowed(name);
    }
    let plural = match language {
        Language::Es => spanish_plurals(head),
        Language::En => english_plurals(head),
    };
    match plural.filter(|_| !is_plural) {
        Some(mut plural) => {
            plural.extend(rest.iter().map(|word| (*word).to_owned()));
            Cow::Owned(plural.join(" "))
        }
        None => Cow::Owned(match (language, is_one) {
            (Language::Es, true) => format!("orden de {name}"),
            (Language::Es, false) => format!("órdenes de {name}"),
            (Language::En, true) => format!("order of {name}"),
            (Language::En, false) => format!("orders of {name}"),
        }),
    }
}

/// Where the words end that are put in the plural. An English menu keeps Spanish names.
const PREPOSITIONS: &[&str] = &[
    "a", "al", "con", "de", "del", "en", "para", "por", "sin", "at", "for", "from", "in", "of", "on", "to",
    "with", "without",
];

/// "tacos", "enchiladas", but neither "anís" nor "couscous".
fn is_spanish_plural(word: &str) -> bool {
    const SINGULAR: &[&str] = &[
        "couscous", "cuscus", "virus", "crisis", "dosis", "citrus", "hibiscus",
    ];
    let word = word.to_lowercase();
    word.chars().count() > 3
        && ["as", "es", "is", "os", "us"]
            .iter()
            .any(|end| word.ends_with(end))
        && !SINGULAR.contains(&word.as_str())
}

fn is_english_plural(word: &str) -> bool {
    let word = word.to_lowercase();
    word.len() > 3 && word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end))
}

/// The noun and what agrees with it; none where a word is not surely Spanish.
fn spanish_plurals(head: &[&str]) -> Option<Vec<String>> {
    head.iter()
        .enumerate()
        .map(|(at, word)| {
            // What stands in capitals after the noun is a name: "pollo BBQ".
            let is_name = at > 0 && word.chars().any(char::is_uppercase);
            spanish_plural(word).filter(|_| !is_name)
        })
        .collect()
}

fn spanish_plural(word: &str) -> Option<String> {
    let last = word.chars().next_back()?;
    let stem = &word[..word.len() - last.len_utf8()];
    match last {
        _ if word.to_lowercase().ends_with("orden") => Some(format!("{}órdenes", &word[..word.len() - 5])),
        'h' if word.ends_with("ch") => Some(format!("{word}es")),
        'z' => Some(format!("{stem}ces")),
        'a' | 'e' | 'i' | 'o' | 'u' | 'á' | 'é' | 'ó' => Some(format!("{word}s")),
        'n' => Some(format!("{}es", without_last_accent(word))),
        'l' | 'r' | 'd' | 'j' => Some(format!("{word}es")),
        _ => None,
    }
}

/// "limón" loses its accent in "limones".
fn without_last_accent(word: &str) -> String {
    let Some((at, accented)) = word
        .char_indices()
        .rev()
        .find(|(_, letter)| "áéíóúaeiou".contains(*letter))
    else {
        return word.to_owned();
    };
    let plain = match accented {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' => 'u',
        other => other,
    };
    format!("{}{plain}{}", &word[..at], &word[at + accented.len_utf8()..])
}

/// English puts only the noun in the plural, which is the last word before the preposition.
fn english_plurals(head: &[&str]) -> Option<Vec<String>> {
    let (noun, before) = head.split_last()?;
    let noun = english_plural(noun)?;
    Some(
        before
            .iter()
            .map(|word| (*word).to_owned())
            .chain([noun])
            .collect(),
    )
}

fn english_plural(word: &str) -> Option<String> {
    /// Counted by the order, not by the piece.
    const UNCOUNTED: &[&str] = &[
        "fish", "shrimp", "salmon", "tuna", "chicken", "beef", "pork", "lamb", "turkey", "rice", "cheese",
        "bread", "pasta", "toast", "fruit", "corn",
    ];
    let lower = word.to_lowercase();
    if lower.is_empty() || UNCOUNTED.contains(&lower.as_str()) || !lower.ends_with(char::is_alphabetic) {
        return None;
    }
    let y = lower
        .strip_suffix('y')
        .filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    Some(if y.is_some() {
        format!("{}ies", &word[..word.len() - 1])
    } else if ["ch", "sh", "x", "z", "s"].iter().any(|end| lower.ends_with(end)) {
        format!("{word}es")
    } else {
        format!("{word}s")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_one_is_plural() {
        for (count, name, expected) in [
            (1, "agua de jamaica", "1 agua de jamaica"),
            (2, "agua de jamaica", "2 aguas de jamaica"),
            (3, "flan napolitano", "3 flanes napolitanos"),
            (2, "cerveza artesanal", "2 cervezas artesanales"),
            (2, "queso fundido con chorizo", "2 quesos fundidos con chorizo"),
            (2, "taco al pastor", "2 tacos al pastor"),
            (2, "arroz", "2 arroces"),
            (2, "jamón", "2 jamones"),
            (2, "café", "2 cafés"),
            (2, "orden de churros", "2 órdenes de churros"),
            (2, "sándwich de pollo", "2 sándwiches de pollo"),
            (0, "", "0 "),
            // A name in the plural is of an order.
            (1, "tacos de suadero", "1 orden de tacos de suadero"),
            (12, "tacos al pastor", "12 órdenes de tacos al pastor"),
            (2, "enchiladas verdes", "2 órdenes de enchiladas verdes"),
            (2, "pastel de tres leches", "2 pasteles de tres leches"),
            (2, "Tres leches", "2 órdenes de Tres leches"),
            // What may not be Spanish is left as it is.
            (2, "pollo BBQ", "2 órdenes de pollo BBQ"),
            (2, "hot dog con queso", "2 órdenes de hot dog con queso"),
            (2, "pay de limón", "2 órdenes de pay de limón"),
            (1, "pollo BBQ", "1 pollo BBQ"),
            (2, "anís", "2 órdenes de anís"),
        ] {
            assert_eq!(quantity(Language::Es, count, name, None), expected);
        }
        for (count, name, expected) in [
            (2, "house burger with fries", "2 house burgers with fries"),
            (2, "lunch box", "2 lunch boxes"),
            (1, "soup", "1 soup"),
            (12, "tacos al pastor", "12 orders of tacos al pastor"),
            (1, "fish tacos", "1 order of fish tacos"),
            (2, "Veracruz-style fish", "2 orders of Veracruz-style fish"),
            (
                2,
                "chicken in mole poblano",
                "2 orders of chicken in mole poblano",
            ),
            (2, "caramel flan", "2 caramel flans"),
            (2, "cherry", "2 cherries"),
            (2, "hibiscus", "2 hibiscuses"),
            (2, "agua de jamaica", "2 aguas de jamaica"),
        ] {
            assert_eq!(quantity(Language::En, count, name, None), expected);
        }
    }

    #[test]
    fn its_own_forms_come_before_the_rule() {
        let own = CountedName {
            one: None,
            many: Some("moles poblanos".to_owned()),
        };
        assert_eq!(quantity(Language::Es, 1, "mole", Some(&own)), "1 mole");
        assert_eq!(quantity(Language::Es, 2, "mole", Some(&own)), "2 moles poblanos");
    }
}
