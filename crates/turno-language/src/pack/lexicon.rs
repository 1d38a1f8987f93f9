//! `lexicon.tsv` of a language: its words and phrases, each with its tags.
//!
//! A line is a phrase, its tags with blanks between, and a note for whoever reads the file, with tabs between (here: `→`):
//!
//! ```text
//! por favor → neutral beside_free
//! cancel* → cancel → "cancélala", "cancelar"
//! ```
//!
//! A phrase has as many tags as there are readers that know it. Of two phrases that are as long and both match, the first counts.

use std::collections::BTreeSet;

/// The words and phrases of a language, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lexicon(Vec<Entry>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    phrase: String,
    tags: Vec<String>,
}

/// What is wrong with a line of a lexicon.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LexiconFault {
    /// It has no tab, or nothing on one side of it.
    #[error("a phrase, a tab and its tags belong here")]
    NoTags,
    /// The phrase has capital letters, accents or marks: it would match nothing.
    #[error(
        "`{phrase}` would match nothing: phrases are written in small letters, without accents and marks: `{folded}`"
    )]
    NotFolded {
        /// The phrase.
        phrase: String,
        /// As it should be written.
        folded: String,
    },
    /// Each of its words may be left out.
    #[error(
        "each word of `{phrase}` may be left out, so it would match everywhere: take the `?` from one of them"
    )]
    NothingSaid {
        /// The phrase.
        phrase: String,
    },
    /// It stands in the file already.
    #[error("`{phrase}` stands in line {line} already: add the tags there")]
    Twice {
        /// The phrase.
        phrase: String,
        /// Where it stands, counted from 1.
        line: usize,
    },
    /// No reader knows the tag.
    #[error("no reader knows the tag `{tag}`: the tags are {known}")]
    UnknownTag {
        /// The tag.
        tag: String,
        /// Those that there are, with commas between.
        known: String,
    },
}

impl Lexicon {
    /// Reads a file.
    ///
    /// # Errors
    /// All faults, each with its line, counted from 1.
    pub fn read(file: &str) -> Result<Self, Vec<(usize, LexiconFault)>> {
        let known: BTreeSet<&str> = super::known_tags().collect();
        let mut entries: Vec<(usize, Entry)> = Vec::new();
        let mut faults = Vec::new();
        for (number, line) in (1..).zip(file.lines()) {
            if line.trim().is_empty() || line.starts_with("# ") {
                continue;
            }
            match read_line(line, &known) {
                Ok(entry) => entries.push((number, entry)),
                Err(fault) => faults.push((number, fault)),
            }
        }
        let mut by_phrase: Vec<&(usize, Entry)> = entries.iter().collect();
        by_phrase.sort_by(|one, other| one.1.phrase.cmp(&other.1.phrase));
        for pair in by_phrase.windows(2) {
            if let [(line, first), (again, second)] = pair
                && first.phrase == second.phrase
            {
                let phrase = second.phrase.clone();
                faults.push((*again, LexiconFault::Twice { phrase, line: *line }));
            }
        }
        if faults.is_empty() {
            return Ok(Self(entries.into_iter().map(|(_, entry)| entry).collect()));
        }
        faults.sort_by_key(|(line, _)| *line);
        Err(faults)
    }

    /// The phrases with tags that mean something to a reader, in order, each with the first that does.
    pub(crate) fn tagged<T>(&self, meaning: impl Fn(&str) -> Option<T>) -> impl Iterator<Item = (T, &str)> {
        self.0.iter().filter_map(move |entry| {
            let tag = entry.tags.iter().find_map(|tag| meaning(tag))?;
            Some((tag, entry.phrase.as_str()))
        })
    }
}

fn read_line(line: &str, known: &BTreeSet<&str>) -> Result<Entry, LexiconFault> {
    let mut cells = line.split('\t');
    let phrase = cells.next().unwrap_or_default().trim();
    let tags: Vec<&str> = cells.next().unwrap_or_default().split_whitespace().collect();
    if phrase.is_empty() || tags.is_empty() {
        return Err(LexiconFault::NoTags);
    }
    let folded = crate::text::fold(phrase);
    let folded: String = folded
        .chars()
        .filter(|c| !matches!(c, '.' | ',' | '¿' | '¡' | '!' | '\''))
        .collect();
    if folded != phrase {
        let phrase = phrase.to_owned();
        return Err(LexiconFault::NotFolded { phrase, folded });
    }
    let mut elements = phrase.split_whitespace().filter(|element| *element != "$");
    if elements.all(|element| element.ends_with('?')) {
        let phrase = phrase.to_owned();
        return Err(LexiconFault::NothingSaid { phrase });
    }
    if let Some(tag) = tags.iter().find(|tag| !known.contains(**tag)) {
        let known: Vec<&str> = known.iter().copied().collect();
        return Err(LexiconFault::UnknownTag {
            tag: (*tag).to_owned(),
            known: known.join(", "),
        });
    }
    Ok(Entry {
        phrase: phrase.to_owned(),
        tags: tags.into_iter().map(str::to_owned).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_has_the_tags_that_its_readers_know() {
        let lexicon =
            Lexicon::read("# A note\n\npor favor\tneutral beside_free\nsi\tyes\tthe plainest\n").unwrap();
        let answers = lexicon.tagged(|tag| matches!(tag, "yes" | "neutral").then(|| tag.to_owned()));
        let answers: Vec<_> = answers.collect();
        assert_eq!(
            answers,
            [("neutral".to_owned(), "por favor"), ("yes".to_owned(), "si")]
        );
    }

    #[test]
    fn each_slip_is_told_with_its_line() {
        let slips = "si\nsí\tyes\nde? veras?\tyes\nclaro\tyess\nno\tno\nno\tnegation\n";
        let faults = Lexicon::read(slips).unwrap_err();
        let told: Vec<String> = faults
            .iter()
            .map(|(line, fault)| format!("{line}: {fault}"))
            .collect();
        assert_eq!(told.len(), 5);
        assert_eq!(told[0], "1: a phrase, a tab and its tags belong here");
        assert!(told[1].contains("without accents and marks: `si`"), "{}", told[1]);
        assert!(
            told[2].starts_with("3: each word of `de? veras?` may be left out"),
            "{}",
            told[2]
        );
        assert!(
            told[3].starts_with("4: no reader knows the tag `yess`: the tags are absent, affirm"),
            "{}",
            told[3]
        );
        assert_eq!(told[4], "6: `no` stands in line 5 already: add the tags there");
    }
}
