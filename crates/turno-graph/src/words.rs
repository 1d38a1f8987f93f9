//! Words of the languages that users and authors speak. Whoever compiles a graph knows them, and passes them in.

use std::collections::BTreeSet;

/// Words of languages, as a graph needs them. With none, a graph knows no refusals, and proposes names by their letters alone.
#[derive(Debug, Clone, Default)]
pub struct Words {
    /// Told before a verb, these refuse it: "no quiero", "don't".
    pub refusals: Vec<String>,
    /// Behind one of these something else begins: "pero", "but".
    pub breaks: Vec<String>,
    /// What the languages have examples of, which an intent may serve: "parking", "person".
    pub subjects: BTreeSet<String>,
    /// The names that an author may mean by a word of their own language, the likeliest first: "fecha" is `date`, or `day`.
    pub names_meant: Option<fn(&str) -> Vec<&'static str>>,
}

impl Words {
    /// The known name that is meant: what the name is in a language of the author's, or the one that is most like it, where
    /// one is like it at all.
    pub fn nearest<'a>(&self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
        let known: Vec<&str> = known.into_iter().collect();
        let meant =
            self.names_meant.and_then(|meant| meant(name).into_iter().find(|meant| known.contains(meant)));
        meant.map(str::to_owned).or_else(|| most_alike(name, known))
    }

    /// Whether something else begins between two places of a text.
    pub(crate) fn breaks(&self, between: &str) -> bool {
        let mut words = between.split(|c: char| !c.is_alphanumeric());
        between.contains([',', '.', ';', ':']) || words.any(|word| self.breaks.iter().any(|own| own == word))
    }

    /// Whether a text may refuse anything: most have no word that a refusal begins with.
    pub(crate) fn may_refuse(&self, text: &str) -> bool {
        let is_first = |word: &str| {
            let mut refusals = self.refusals.iter();
            refusals.any(|refusal| refusal.split(' ').next() == Some(word))
        };
        text.split(|c: char| !c.is_alphanumeric() && !is_apostrophe(c)).any(is_first)
    }

    /// "don't want to", but not "why don't you", nor "no, quiero".
    pub(crate) fn ends_in_refusal(&self, before: &str) -> bool {
        let before = before.trim_end();
        self.refusals.iter().any(|refusal| {
            let rest = before.strip_suffix(refusal.as_str());
            rest.is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric() || is_apostrophe(c)))
        })
    }
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}

fn most_alike(name: &str, known: Vec<&str>) -> Option<String> {
    /// Below this two names have little in common but letters.
    const ALIKE: f64 = 0.8;
    known
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(name, candidate), candidate))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, candidate)| candidate.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_meant_by_a_word_of_a_language_or_by_one_that_is_like_it() {
        let words = Words {
            names_meant: Some(|word| if word == "fecha" { vec!["date", "day"] } else { Vec::new() }),
            ..Words::default()
        };
        assert_eq!(words.nearest("fecha", ["hour", "day"]).as_deref(), Some("day"));
        assert_eq!(words.nearest("mony", ["day", "money"]).as_deref(), Some("money"));
        assert_eq!(words.nearest("fecha", ["hour"]), None, "only what is known here");
    }
}
