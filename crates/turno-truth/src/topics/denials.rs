//! What is said not to be, and was told to be: "no aceptamos tarjetas" of a business that takes them.

use turno_language::{Tagged, Text};

use super::booking::BOOKING_STEMS;
use crate::{clauses::clauses, given::Line, phrases::begins_as, times::is_day, told::stem_of};

/// Words of a denial that name nothing.
static SMALL: Tagged = Tagged::new("denials_small");

static VERBS: Tagged = Tagged::new("denials_verbs");

static NOT: Tagged = Tagged::new("denials_not");

/// What is of a day or a moment, of room, or of what nobody doubts.
static OTHERWISE: Tagged = Tagged::new("denials_otherwise");

/// Something that is said not to be.
#[derive(Debug)]
pub(crate) struct DenialSaid {
    /// The beginnings of the words that tell what it is.
    stems: Vec<String>,
}

impl DenialSaid {
    /// Those of a sentence, one a clause.
    pub(crate) fn read(sentence: &Text) -> Vec<Self> {
        let clauses = clauses(sentence.folded());
        clauses.iter().filter_map(denied_in).map(|stems| Self { stems }).collect()
    }

    /// It was not told to be so, with all words that tell what it is, in one sentence without a "no".
    pub(crate) fn holds<'a>(&self, told: impl Iterator<Item = &'a Line>) -> bool {
        let has_all = |line: &&Line| self.stems.iter().all(|stem| line.has_stem(stem));
        static WHEN: Tagged = Tagged::new("denials_when");
        let mut is_affirmed = false;
        for line in told.filter(has_all) {
            let words: Vec<&str> = line.text.words().collect();
            if words.iter().any(|word| NOT.contains(word)) {
                return true;
            }
            // "Sí, hay wifi", and no "la apartamos si hay lugar".
            let depends = words.iter().skip(1).any(|word| WHEN.contains(word));
            is_affirmed |= !depends && words.iter().any(|word| VERBS.contains(word));
        }
        !is_affirmed
    }
}

/// The beginnings of the words that tell what a clause says is not; none where it denies nothing of the kind.
fn denied_in(clause: &Text) -> Option<Vec<String>> {
    const LETTERS_MIN: usize = 4;
    let words: Vec<&str> = clause.words().collect();
    static NO: Tagged = Tagged::new("denials_no");
    let is_verb = |at: usize| words.get(at).is_some_and(|word| VERBS.contains(word));
    let denies = (0..words.len()).any(|at| {
        NO.contains(&words[at]) && (is_verb(at + 1) || is_verb(at + 2) || at > 0 && is_verb(at - 1))
    });
    if !denies
        || words
            .iter()
            .any(|word| OTHERWISE.contains(word) || is_day(word) || begins_as(word, &BOOKING_STEMS))
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

    use super::DenialSaid;
    use crate::given::Given;

    #[test]
    fn what_was_told_to_be_is_not_denied() {
        let told = Given::new(
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
            let denied = DenialSaid::read(&Text::of(said));
            let holds = denied.iter().all(|denial| denial.holds(told.lines().iter()));
            assert_eq!(holds, is_so, "{said}");
        }
    }
}
