//! What only makes sense behind a deed that was told: with it, it goes.

use turno_language::Tagged;
use turno_language::{Text, text::fold};

use crate::{days::is_near, times::is_day};

/// Asks for a value.
static ASKING: Tagged = Tagged::new("follows_asking");

/// "Nos vemos mañana", "¿correcto?", "enjoy your evening": a farewell, or a short question behind a deed.
pub(crate) fn leans_on_a_deed(sentence: &Text) -> bool {
    static FAREWELLS: Tagged = Tagged::new("follows_farewells");
    const SHORT_QUESTION: usize = 3;
    let folded = sentence.folded();
    let count = sentence.words().count();
    let is_short_question =
        sentence.said().contains('?') && count <= SHORT_QUESTION && !asks_for_a_value(sentence);
    is_short_question || !sentence.said().contains('?') && FAREWELLS.iter().any(|said| folded.contains(said))
}

/// "Lo esperamos el jueves", "see you tomorrow".
pub(crate) fn expects_on_a_day(sentence: &Text) -> bool {
    static STRETCH: Tagged = Tagged::new("follows_stretch");
    static EXPECTS: Tagged = Tagged::new("follows_expects");
    let folded = sentence.folded();
    let is_stretch = sentence.words().any(|word| STRETCH.contains(&word));
    !sentence.said().contains('?')
        && !is_stretch
        && EXPECTS.iter().any(|said| folded.contains(said))
        && sentence.words().any(|word| is_day(word) || is_near(word))
}

fn asks_for_a_value(sentence: &Text) -> bool {
    sentence.words().any(|word| ASKING.contains(&word))
}

/// "Perfecto.", "Sure thing!": nothing but that it is well.
pub(crate) fn is_a_mere_yes(words: &Text) -> bool {
    static YES: Tagged = Tagged::new("follows_yes");
    let mut count = 0;
    // "Con gusto, Ana."
    let is_all = words.words_as_said().all(|word| {
        count += 1;
        YES.contains(&fold(word).as_str()) || count > 1 && word.starts_with(char::is_uppercase)
    });
    is_all && count > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_farewell_leans_on_what_was_told() {
        for said in
            ["Nos vemos mañana.", "¿Correcto?", "¡Lo esperamos!", "See you tomorrow at 8.", "¿Algo más?"]
        {
            assert!(leans_on_a_deed(&Text::of(said)), "{said}");
        }
        for said in [
            "¿Qué día?",
            "¿A qué hora?",
            "Necesito su nombre.",
            "¿Quiere que le reserve una mesa?",
            "Si va a tardar más, avísenos.",
        ] {
            assert!(!leans_on_a_deed(&Text::of(said)), "{said}");
        }
        assert!(
            is_a_mere_yes(&Text::of("¡Perfecto!"))
                && is_a_mere_yes(&Text::of("Claro que sí."))
                && is_a_mere_yes(&Text::of("Con gusto, Ana."))
        );
        assert!(!is_a_mere_yes(&Text::of("")) && !is_a_mere_yes(&Text::of("Claro, dígame.")));
    }
}
