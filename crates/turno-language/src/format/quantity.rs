//! So many of a named thing.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::by_ending;
use crate::{Language, pack::Plurals};

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
    let own = own.and_then(|own| if is_one { own.one.as_deref() } else { own.many.as_deref() });
    let counted = match own {
        Some(own) => Cow::Borrowed(own),
        None => by_rule(language, is_one, name),
    };
    format!("{count} {counted}")
}

fn by_rule(language: Language, is_one: bool, name: &str) -> Cow<'_, str> {
    let rules = &language.about().plurals;
    let words: Vec<&str> = name.split(' ').collect();
    let head = words.iter().position(|word| ends_what_is_counted(language, word)).unwrap_or(words.len());
    let (head, rest) = words.split_at(head);
    let is_plural = if rules.all_words {
        head.iter().any(|word| looks_plural(rules, word))
    } else {
        head.last().is_some_and(|word| looks_plural(rules, word))
    };
    if is_one && !is_plural || name.is_empty() {
        return Cow::Borrowed(name);
    }
    let plurals = if rules.all_words { plural_of_all(rules, head) } else { plural_of_last(rules, head) };
    match plurals.filter(|_| !is_plural) {
        Some(mut plural) => {
            plural.extend(rest.iter().map(|word| (*word).to_owned()));
            Cow::Owned(plural.join(" "))
        }
        None => {
            let orders = if is_one { "count.order" } else { "count.orders" };
            Cow::Owned(language.message(orders).with(&[("name", name)]))
        }
    }
}

/// Where the words end that are put in the plural. A menu keeps the names of the languages that its own is mixed with.
fn ends_what_is_counted(language: Language, word: &str) -> bool {
    std::iter::once(language)
        .chain(language.mixed_with())
        .any(|language| language.about().plurals.before.iter().any(|known| known == word))
}

/// "tacos", "enchiladas", but neither "anís" nor "couscous".
fn looks_plural(rules: &Plurals, word: &str) -> bool {
    let word = word.to_lowercase();
    let ends = |endings: &[String]| endings.iter().any(|end| word.ends_with(end.as_str()));
    word.chars().count() > 3 && ends(&rules.plural) && !ends(&rules.singular)
}

/// The noun and what agrees with it; none where the plural of a word is not sure.
fn plural_of_all(rules: &Plurals, head: &[&str]) -> Option<Vec<String>> {
    head.iter()
        .enumerate()
        .map(|(at, word)| {
            // What stands in capitals after the noun is a name: "pollo BBQ".
            let is_name = at > 0 && word.chars().any(char::is_uppercase);
            plural(rules, word).filter(|_| !is_name)
        })
        .collect()
}

/// The noun alone, which is the last word before the preposition.
fn plural_of_last(rules: &Plurals, head: &[&str]) -> Option<Vec<String>> {
    let (noun, before) = head.split_last()?;
    let before = before.iter().map(|word| (*word).to_owned());
    Some(before.chain([plural(rules, noun)?]).collect())
}

fn plural(rules: &Plurals, word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    let is_counted = lower.ends_with(char::is_alphabetic) && !rules.uncounted.contains(&lower);
    is_counted.then(|| by_ending(&rules.endings, word)).flatten()
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
            assert_eq!(quantity(Language::es(), count, name, None), expected);
        }
        for (count, name, expected) in [
            (2, "house burger with fries", "2 house burgers with fries"),
            (2, "lunch box", "2 lunch boxes"),
            (1, "soup", "1 soup"),
            (12, "tacos al pastor", "12 orders of tacos al pastor"),
            (1, "fish tacos", "1 order of fish tacos"),
            (2, "Veracruz-style fish", "2 orders of Veracruz-style fish"),
            (2, "chicken in mole poblano", "2 orders of chicken in mole poblano"),
            (2, "caramel flan", "2 caramel flans"),
            (2, "cherry", "2 cherries"),
            (2, "hibiscus", "2 hibiscuses"),
            (2, "agua de jamaica", "2 aguas de jamaica"),
        ] {
            assert_eq!(quantity(Language::en(), count, name, None), expected);
        }
    }

    #[test]
    fn its_own_forms_come_before_the_rule() {
        let own = CountedName { one: None, many: Some("moles poblanos".to_owned()) };
        assert_eq!(quantity(Language::es(), 1, "mole", Some(&own)), "1 mole");
        assert_eq!(quantity(Language::es(), 2, "mole", Some(&own)), "2 moles poblanos");
    }
}
