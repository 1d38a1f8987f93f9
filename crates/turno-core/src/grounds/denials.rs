//! What is said not to be, and was told to be: "no aceptamos tarjetas" of a business that takes them.

use turno_language::Tagged;
use turno_language::Text;

use super::{clauses, read::Line, stem_of, times::is_day};

/// Words of a denial that name nothing.
static SMALL: Tagged = Tagged::new("denials_small");

static VERBS: Tagged = Tagged::new("denials_verbs");

static NOT: Tagged = Tagged::new("denials_not");

/// What is of a day or a moment, of room, or of what nobody doubts.
static OTHERWISE: Tagged = Tagged::new("denials_otherwise");

/// Whether nothing that is denied was told to be so, with all words that tell what it is, in one sentence without a "no".
pub(super) fn hold<'a>(sentence: &Text, told: &dyn Fn() -> Box<dyn Iterator<Item = &'a Line> + 'a>) -> bool {
    clauses(sentence.folded()).iter().all(|clause| {
        let Some(stems) = denied_in(clause) else {
            return true;
        };
        let has_all = |line: &&Line| stems.iter().all(|stem| line.has_stem(stem));
        let mut is_affirmed = false;
        for line in told().filter(has_all) {
            let words: Vec<&str> = line.text.words().collect();
            if words.iter().any(|word| NOT.contains(word)) {
                return true;
            }
            // "Sí, hay wifi", and no "la apartamos si hay lugar".
            let depends = words
                .iter()
                .skip(1)
                .any(|word| matches!(*word, "si" | "if" | "when" | "cuando"));
            is_affirmed |= !depends && words.iter().any(|word| VERBS.contains(word));
        }
        !is_affirmed
    })
}

/// The beginnings of the words that tell what a clause says is not; none where it denies nothing of the kind.
fn denied_in(clause: &Text) -> Option<Vec<String>> {
    const LETTERS_MIN: usize = 4;
    let words: Vec<&str> = clause.words().collect();
    let is_verb = |at: usize| words.get(at).is_some_and(|word| VERBS.contains(word));
    let denies = (0..words.len()).any(|at| {
        matches!(words[at], "no" | "not" | "t")
            && (is_verb(at + 1) || is_verb(at + 2) || at > 0 && is_verb(at - 1))
    });
    if !denies
        || words
            .iter()
            .any(|word| OTHERWISE.contains(word) || is_day(word) || word.starts_with("reserv"))
    {
        return None;
    }
    let tells = |word: &&&str| word.len() >= LETTERS_MIN && !VERBS.contains(word) && !is_small(word);
    let stems: Vec<String> = words.iter().filter(tells).map(|word| stem_of(word)).collect();
    (!stems.is_empty()).then_some(stems)
}

fn is_small(word: &str) -> bool {
    SMALL.contains(&word)
}

#[cfg(test)]
mod tests {
    use turno_language::Text;

    use super::{super::read::Read, hold};

    #[test]
    fn what_was_told_to_be_is_not_denied() {
        let told = Read::new(
            "Aceptamos efectivo y tarjetas. No aceptamos cheques. Sí, hay wifi gratis. Las mascotas son bienvenidas en la terraza. \
             El mole y el flan contienen nuez. The mole and the flan contain nuts. Pets are welcome on the terrace. \
             Tenemos terraza; la apartamos si hay lugar. No hay código de vestimenta. Hay menú infantil los fines de semana.",
        );
        for (said, is_so) in [
            ("No aceptamos tarjetas.", false),
            ("No tenemos wifi.", false),
            ("No se permiten mascotas.", false),
            ("Pets are not allowed.", false),
            ("El mole no contiene nuez.", false),
            ("The mole has no nuts.", false),
            ("No aceptamos cheques.", true),
            ("No aceptamos tarjetas American Express.", true),
            ("No se permiten mascotas en el salón.", true),
            ("No hay código de vestimenta.", true),
            ("No hay lugar.", true),
            ("No tenemos alberca.", true),
            ("No hay menú infantil entre semana.", true),
            ("El guacamole no lleva nuez.", true),
        ] {
            let lines = || -> Box<dyn Iterator<Item = _>> { Box::new(told.lines().iter()) };
            assert_eq!(hold(&Text::of(said), &lines), is_so, "{said}");
        }
    }
}
