//! The words that products are found by: without accents, gender and number, and without what people say around them.

use std::{collections::BTreeSet, sync::LazyLock};
use turno_language::Tagged;

use turno_language::Text;

/// What is said around a thing that is looked for, and tells nothing of it: in Spanish, in English.
const AROUND: [&str; 2] = [
    "categoria categorias decir diga digan departamento e hacer haga hagan haya linea m marca marcas me muestra muestren muestreme nuevo nueva opcion \
     opciones recomiendan recomienda recomiendas recomendar seccion t u vendiendo a ahi al algo alguien algun alguna algunas alguno algunos ando aun barata baratas barato baratos buen buena \
    buenas bueno buenos busca buscaba buscando buscar busco catalogo color como comprar comprarme con cosa cual \
    cuales cualquier cuantas cuanto cuantos cuesta cuestan da dan de del deme dia dias digame dime disponibilidad \
    disponible disponibles donde economica economicas economico economicos el ella ellos en encontrar entre es esa \
    esas ese eso esos esta estaba estan estas este esto estos estoy existencia existencias favor gracias gustaria ha \
    hasta hay hola info informacion interesa interesada interesado interesan la las le les lo los mande maneja \
    manejan mas mayor me menor menos mi mis modelo modelos mostrar muestrame muestreme muy necesitaba necesito no \
    nos o ocupo ofrecen otra otras otro otros para pero peso pesos pieza piezas podria por precio precios \
    presupuesto producto productos puede puedes que queda quedan queria quien quiero quisiera saber sale salen se \
    ser sera si sin sobre son stock su sus tal tambien tarde tardes te tendra tendran tendras tenga tengan tienda \
    tiene tienen tienes tipo todo trae traen tu un una unas uno unos usted ustedes vale valen van vendan vende \
    venden ver y ya yo",
    "brand category d help kind let ll m new option options recommend re s say section sort stuff t tell thing things ve wondering about am an and any anything are available be best buy can carry catalog cheap cheaper cheapest come comes cost \
    costs could do does dollars find for get give good got have hello hi how i if in is it its just know like look \
    looking me model models more much my need of on one ones or other please price prices product products see sell \
    show some something store than thanks that the their them there these they this those to under us want wanted \
    was we what whats which with would you your",
];

/// The same, to look up.
static AROUND_WORDS: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| AROUND.iter().flat_map(|words| words.split(' ')).collect());

/// Colours, as stems: of two, the later one holds.
static COLOURS: Tagged = Tagged::new("colours");

/// What joins two colours that are both meant.
static JOINS: Tagged = Tagged::new("colours_joins");

/// The stems of the words that tell something, in the order that they were said; each once.
pub(crate) fn stems(text: &str) -> Vec<String> {
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
pub(crate) fn telling_words(text: &str) -> Vec<String> {
    let all: Vec<String> = words(text).collect();
    let is_colour = |word: &String| COLOURS.contains(&stem(word));
    let last = all.iter().rposition(is_colour);
    let are_joined = all
        .windows(3)
        .any(|three| matches!(three, [a, join, b] if is_colour(a) && is_colour(b) && JOINS.contains(&join.as_str())));
    let telling = all.iter().enumerate().filter(|(at, word)| {
        let is_taken_back = !are_joined && is_colour(word) && Some(*at) != last;
        !AROUND_WORDS.contains(word.as_str()) && !is_taken_back
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
    let singular = word
        .strip_suffix('s')
        .filter(|rest| rest.len() >= 3)
        .unwrap_or(word);
    singular
        .strip_suffix(['a', 'e', 'o'])
        .filter(|rest| rest.len() >= 3)
        .unwrap_or(singular)
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
            (
                "quiero ver qué pantallas de 55 pulgadas manejan",
                "pantall 55 pulgad",
            ),
            ("¿lo tienen en negro?", "negr"),
            ("¿cuánto cuesta?", ""),
            ("audífonos negros ¿y en azul?", "audifon azul"),
            ("una laptop gris o negra", "laptop gri negr"),
        ] {
            assert_eq!(stems(said).join(" "), kept, "{said}");
        }
    }
}
