//! What the files of the languages know of the words of a graph and of its author.

use std::sync::LazyLock;

use turno_graph::Words;
use turno_language::{Tagged, names_meant, subjects};

/// Told before a verb, these refuse it.
static REFUSALS: Tagged = Tagged::new("intent_refusals");

/// Behind one of these something else begins.
static BREAKS: Tagged = Tagged::new("intent_breaks");

/// The words that a graph is compiled with.
pub(crate) fn graph_words() -> Words {
    // Texts are matched as they are written, not word by word.
    let as_written = |phrase: &&str| phrase.replace(" ' ", "'").replace(" ’ ", "’");
    Words {
        refusals: REFUSALS.iter().map(as_written).collect(),
        subjects: subjects().map(str::to_owned).collect(),
        breaks: BREAKS.iter().map(|word| (*word).to_owned()).collect(),
        ..names()
    }
}

fn names() -> Words {
    Words { names_meant: Some(|word| names_meant(word).collect()), ..Words::default() }
}

/// The known name that is meant: what the name is in a language that Turno speaks, or the one that is most like it, where one
/// is like it at all.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    static NAMES: LazyLock<Words> = LazyLock::new(names);
    NAMES.nearest(name, known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_spanish_is_understood() {
        let known = ["day", "hour", "money", "people", "dishes", "price", "section", "name"];
        for (said, meant) in [
            ("dia", "day"),
            ("día", "day"),
            ("Hora", "hour"),
            ("dinero", "money"),
            ("personas", "people"),
            ("platillos", "dishes"),
            ("precio", "price"),
            ("sección", "section"),
            ("nombre", "name"),
            ("mony", "money"),
            ("dishs", "dishes"),
        ] {
            assert_eq!(nearest(said, known).as_deref(), Some(meant), "{said}");
        }
        assert_eq!(nearest("zzz", known), None);
        assert_eq!(nearest("lunes", known), None, "only what is known here");
    }

    #[test]
    fn refusals_are_matched_as_they_are_written() {
        let words = graph_words();
        for refusal in ["no", "no quiero", "don't want to", "don’t"] {
            assert!(words.refusals.iter().any(|own| own == refusal), "{refusal}");
        }
    }
}
