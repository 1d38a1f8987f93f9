//! The words that products are found by: without accents, gender and number, and without what people say around them.

use turno_language::{Tagged, Text};

/// What is said around a thing that is looked for, and tells nothing of it.
static AROUND: Tagged = Tagged::new("found_around");

/// Colours, as stems: of two, the later one holds.
static COLOURS: Tagged = Tagged::new("colours");

/// What joins two colours that are both meant.
static JOINS: Tagged = Tagged::new("colours_joins");

/// The stems of the words that tell something, in the order that they were said; each once.
pub fn stems(text: &str) -> Vec<String> {
    let mut stems: Vec<String> = Vec::new();
    for word in telling_words(text) {
        let stem = stem(&word).to_owned();
        if !stems.contains(&stem) {
            stems.push(stem);
        }
    }
    stems
}

/// The words that tell something, as they were said; a colour that was taken back ("negros… ¿y en azul?") is none of them.
pub fn telling_words(text: &str) -> Vec<String> {
    let all: Vec<String> = words(text).collect();
    let is_colour = |word: &String| COLOURS.contains(&stem(word));
    let last = all.iter().rposition(is_colour);
    let are_joined = all
        .windows(3)
        .any(|three| matches!(three, [a, join, b] if is_colour(a) && is_colour(b) && JOINS.contains(&join.as_str())));
    let telling = all.iter().enumerate().filter(|(at, word)| {
        let is_taken_back = !are_joined && is_colour(word) && Some(*at) != last;
        !AROUND.contains(&word.as_str()) && !is_taken_back
    });
    telling.map(|(_, word)| word.clone()).collect()
}

/// All stems, whatever they tell: those of what a product is called.
pub(crate) fn all_stems(text: &str) -> Vec<String> {
    words(text).map(|word| stem(&word).to_owned()).collect()
}

/// The folded words of a text; letters and digits of one name stay together (`wh-ch520` is `wh`, `ch520`).
fn words(text: &str) -> impl Iterator<Item = String> {
    let words: Vec<String> = Text::of(text).words().map(str::to_owned).collect();
    words.into_iter()
}

/// A word without number and gender: "negras" and "negro", "bocinas" and "bocina", "monitores" and "monitor".
fn stem(word: &str) -> &str {
    if word.bytes().any(|byte| byte.is_ascii_digit()) {
        return word;
    }
    let singular = word.strip_suffix('s').filter(|rest| rest.len() >= 3).unwrap_or(word);
    singular.strip_suffix(['a', 'e', 'o']).filter(|rest| rest.len() >= 3).unwrap_or(singular)
}

#[cfg(test)]
mod tests {
    use super::stems;

    #[test]
    fn what_is_said_around_a_thing_is_left_out() {
        for (said, kept) in [
            ("¿Tienen audífonos inalámbricos?", "audifon inalambric"),
            ("hola, busco una laptop para la escuela", "laptop escuel"),
            ("do you have black headphones", "black headphon"),
            ("¿Cuánto cuesta la bocina JBL?", "bocin jbl"),
            ("quiero ver qué pantallas de 55 pulgadas manejan", "pantall 55 pulgad"),
            ("¿lo tienen en negro?", "negr"),
            ("¿cuánto cuesta?", ""),
            ("audífonos negros ¿y en azul?", "audifon azul"),
            ("una laptop gris o negra", "laptop gri negr"),
        ] {
            assert_eq!(stems(said).join(" "), kept, "{said}");
        }
    }
}
