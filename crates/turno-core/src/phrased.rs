//! Whether words that a model wrote in place of a text say the same: nothing more, nothing less, and nothing else.

use std::collections::BTreeSet;
use turno_language::{Tagged, grammar::I};

use turno_language::{Text, claim_of, named_values, text::fold};
use turno_truth::{codes_in, numbers_in, sentences};

use crate::courtesy::adds_nothing;

/// How much longer than the text its other words may be: twice as long, and a greeting.
const LONGER_TIMES: usize = 2;
const LONGER_BYTES: usize = 120;

/// What turns a text round, folded.
static NEGATIONS: Tagged = Tagged::new("phrased_negations");

/// Whether `words` may be said in place of `text`: the same numbers, values in words, codes, addresses and names, as many
/// noes, a question where it is one, nothing claimed that it does not claim, no word more but courtesy, and not much longer. What is in doubt is not.
pub(crate) fn says_the_same(text: &str, words: &str) -> bool {
    let (text, words) = (text.trim(), words.trim());
    #[cfg(feature = "planted-faults")]
    if crate::planted::is_planted(crate::planted::PlantedFault::OtherWordsAreSaid) {
        return !words.is_empty();
    }
    let fits = !words.is_empty() && words.len() <= text.len() * LONGER_TIMES + LONGER_BYTES;
    let apart = (Text::of(text), Text::of(words));
    fits && numbers(text) == numbers(words)
        && named_values(&apart.0) == named_values(&apart.1)
        && marks(text) == marks(words)
        && names(text).is_subset(&all_words(words))
        && names(words).is_subset(&all_words(text))
        && noes(text) == noes(words)
        && are_in_place(&apart.0, &apart.1)
        && text.contains('?') == words.contains('?')
        && claims(words).all(|claim| claims(text).any(|own| own == claim))
        && adds_nothing(&folded_words(text), &folded_words(words))
}

/// Whether each of several values stands where it stood, so that none took another's place ("para 4 a las 8", "para 8 a las 4"):
/// by the words before and behind it, which are not known at the edge of a clause. A no among them keeps its place in their
/// order.
fn are_in_place(text: &Text, words: &Text) -> bool {
    let (own, others) = (values_in_place(text), values_in_place(words));
    let named: BTreeSet<&str> = own.iter().map(|value| value.word.as_str()).collect();
    if named.len() < 2 {
        return true;
    }
    let is_kept = noes(text.said()) == 0 || values_and_noes(text) == values_and_noes(words);
    is_kept && others.iter().all(|value| own.iter().any(|own| own.may_be(value)))
}

/// A number or a word that names a value, with its neighbours in its clause.
struct ValueInPlace {
    word: String,
    before: Option<String>,
    behind: Option<String>,
}

impl ValueInPlace {
    fn may_be(&self, other: &Self) -> bool {
        let fits = |own: &Option<String>, other: &Option<String>| match (own, other) {
            (Some(own), Some(other)) => own == other,
            (None, _) | (_, None) => true,
        };
        self.word == other.word && fits(&self.before, &other.before) && fits(&self.behind, &other.behind)
    }
}

fn values_in_place(text: &Text) -> Vec<ValueInPlace> {
    const EDGES: [char; 14] = ['.', ',', ';', ':', '?', '!', '¿', '¡', '(', ')', '"', '«', '»', '…'];
    let named = named_values(text);
    let mut found = Vec::new();
    let words: Vec<(String, bool, bool)> = text
        .said()
        .split_whitespace()
        .map(|word| (fold(word.trim_matches(EDGES)), word.starts_with(EDGES), word.ends_with(EDGES)))
        .filter(|(word, _, _)| !word.is_empty())
        .collect();
    for (at, (word, begins, ends)) in words.iter().enumerate() {
        if !named.contains(word) && !word.contains(|c: char| c.is_ascii_digit()) {
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let behind = words.get(at + 1);
        found.push(ValueInPlace {
            word: word.clone(),
            before: before.filter(|(_, _, ends)| !begins && !ends).map(|(word, _, _)| word.clone()),
            behind: behind.filter(|(_, begins, _)| !ends && !begins).map(|(word, _, _)| word.clone()),
        });
    }
    found
}

fn values_and_noes(text: &Text) -> Vec<String> {
    let named = named_values(text);
    let counts =
        |word: &String| named.contains(word) || is_no(word) || word.contains(|c: char| c.is_ascii_digit());
    folded_words(text.said()).into_iter().filter(counts).collect()
}

fn numbers(text: &str) -> BTreeSet<i64> {
    numbers_in(text).map(|(hundredths, _)| hundredths).collect()
}

/// Codes, and addresses of mail and of the web, as they are written.
fn marks(text: &str) -> BTreeSet<String> {
    let codes = codes_in(text).map(str::to_owned);
    let addresses = text
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !(c.is_alphanumeric() || c == '@' || c == '/')))
        .filter(|word| word.contains('@') || word.contains('/') || is_domain(word));
    codes.chain(addresses.map(str::to_lowercase)).collect()
}

fn is_domain(word: &str) -> bool {
    word.split_once('.').is_some_and(|(host, rest)| {
        host.len() > 1 && rest.len() > 1 && rest.chars().all(|c| c.is_alphabetic() || c == '.')
    })
}

/// What is written with a capital within a sentence, folded.
fn names(text: &str) -> BTreeSet<String> {
    let within = sentences(text).flat_map(|(sentence, _)| {
        let mut words = sentence.split_whitespace();
        words.next();
        words.filter(|word| {
            let letters = word.trim_start_matches(|c: char| !c.is_alphanumeric());
            // "¿Le sirve?" and "(Hoy" begin a sentence of their own; English says "I".
            letters.len() == word.len()
                && letters.chars().next().is_some_and(char::is_uppercase)
                && !is_i(letters)
        })
    });
    within.flat_map(folded_words).collect()
}

fn is_i(word: &str) -> bool {
    let own = word.split(|c: char| !c.is_alphanumeric()).next();
    own.is_some_and(|own| I.contains(&own.to_lowercase().as_str()))
}

fn all_words(text: &str) -> BTreeSet<String> {
    folded_words(text).into_iter().collect()
}

fn noes(text: &str) -> usize {
    folded_words(text).iter().filter(|word| is_no(word)).count()
}

fn is_no(word: &str) -> bool {
    NEGATIONS.contains(&word)
}

fn folded_words(text: &str) -> Vec<String> {
    let folded = fold(&text.replace(['\'', '\u{2019}'], ""));
    let words = folded.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn claims(text: &str) -> impl Iterator<Item = turno_language::Claim> {
    sentences(text).filter_map(|(sentence, _)| claim_of(&Text::plain(sentence)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_words_for_the_same_are_said() {
        for (text, words) in [
            (
                "Abrimos de lunes a viernes de 1 a 11 de la noche.",
                "Con mucho gusto: estamos abiertos de lunes a viernes, de 1 a 11 de la noche.",
            ),
            (
                "Tenemos valet parking por 80 pesos, en Orizaba 140.",
                "¡Claro! Hay valet parking en Orizaba 140 por 80 pesos.",
            ),
            ("No tenemos terraza.", "Le cuento que no tenemos terraza."),
            ("Hay mesa para 4 a las 8.", "¡Qué bien! A las 8 hay mesa para 4."),
            ("No hay a las 8, pero a las 9 hay.", "Lo siento: no hay a las 8, pero a las 9 hay."),
            ("¿Qué necesita?", "Dígame, ¿qué necesita hoy? Aquí estoy para servirle."),
            ("We are open until 11 p.m.", "Sure, I can tell you: we are open until 11 p.m."),
            ("Nuestro correo es hola@terraza.mx", "Puede escribirnos a hola@terraza.mx"),
        ] {
            // "hoy" names a day that the text does not.
            assert_eq!(says_the_same(text, words), !words.contains("hoy"), "{words}");
        }
    }

    #[test]
    fn what_adds_drops_or_turns_round_is_not() {
        for (text, words) in [
            ("Abrimos de 1 a 11.", "Abrimos de 1 a 12."),
            ("Abrimos de 1 a 11.", "Abrimos desde la 1."),
            ("Abrimos de lunes a viernes.", "Abrimos de lunes a sábado."),
            ("Abrimos a mediodía.", "Abrimos temprano."),
            ("Hay mesa para 4 a las 8.", "Hay mesa para 8 a las 4."),
            ("Hay mesa para 4 a las 8.", "A las 4 hay mesa para 8."),
            ("Abrimos de martes a domingo.", "Abrimos de domingo a martes."),
            ("No hay a las 8, pero a las 9 hay.", "Hay a las 8, pero a las 9 no hay."),
            ("El martes abrimos a la 1; el lunes no.", "El lunes abrimos a la 1; el martes no."),
            ("Son 4 personas y 2 niños.", "Son 2 personas y 4 niños."),
            ("No tenemos terraza.", "Tenemos terraza."),
            ("Tenemos terraza.", "No tenemos terraza."),
            ("Tenemos terraza.", "Tenemos terraza, ¿le reservo?"),
            ("Con gusto le atiendo.", "Listo, ya reservé su mesa."),
            ("Su código es RES-1234.", "Su código es RES-1243."),
            ("Nuestro correo es hola@terraza.mx", "Escríbanos a ventas@terraza.mx"),
            ("Visite terraza.mx", "Visite terrazas.mx"),
            ("Estamos en la Roma.", "Estamos en la Condesa."),
            ("Estamos en la Roma.", "Estamos en la ciudad."),
            ("Tenemos terraza.", ""),
            ("Con mucho gusto. Aquí estamos para lo que necesite.", "Su mesa le espera."),
            ("Con mucho gusto. Aquí estamos para lo que necesite.", "Claro que sí, tenemos lugar."),
            ("Con mucho gusto. Aquí estamos para lo que necesite.", "Le regalamos el postre."),
            (
                "Con mucho gusto. Aquí estamos para lo que necesite.",
                "Con gusto: todo está a mitad de precio.",
            ),
            ("Tenemos estacionamiento.", "Tenemos estacionamiento público gratuito."),
            ("Abrimos de 1 a 11.", "Abrimos todos los días de 1 a 11."),
            ("We're here whenever you need us.", "Sure, your table is waiting."),
            (
                "Sí.",
                "Sí, claro que sí, con todo el gusto del mundo, faltaba más, para eso estamos, y le cuento además que nuestra casa tiene una larga historia de servicio a la comunidad y a sus familias.",
            ),
        ] {
            assert!(!says_the_same(text, words), "{words}");
        }
    }
}
