//! `lexicon.tsv` of a language: its words and phrases, each with its tags.
//!
//! A line is a phrase, its tags with blanks between, and a note for whoever reads the file, with tabs between (here: `→`):
//!
//! ```text
//! por favor → neutral beside_free
//! cancel* → cancel → "cancélala", "cancelar"
//! ```
//!
//! A phrase has as many tags as there are readers that know it, or the one tag `none`, which takes it from a pack that is built
//! in. Of two phrases that are as long and both match, the first counts. A phrase whose tags all end in `_as_written` has its
//! accents: only so it is known.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use super::{nearest, tagged::AS_WRITTEN};

/// The words and phrases of a language, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lexicon {
    entries: Vec<Entry>,
    /// The numbers of the entries that have each tag.
    by_tag: BTreeMap<String, Vec<usize>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    phrase: String,
    tags: Vec<String>,
}

/// The tag of a phrase that is taken away.
const NONE: &str = "none";

/// What is wrong with a line of a lexicon.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LexiconFault {
    /// It has no tab, or nothing on one side of it.
    #[error(
        "a phrase, a tab and its tags belong here: `claro que sí` is written `claro que si→yes`, where `→` is a tab"
    )]
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
    /// None of its words must be said, or any word will do.
    #[error("`{phrase}` would match everywhere: it needs a word that must be said, without a `?`")]
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
    /// Nothing is built in that could be taken away.
    #[error("`{phrase}` is not built in, so that it cannot be taken away: did you mean `{near}`?")]
    NotThere {
        /// The phrase.
        phrase: String,
        /// The nearest that there is.
        near: String,
    },
    /// A no would be read as a yes, or both.
    #[error("`{phrase}` says no (`{no}`), and `{yes}` would make it a yes: take that tag away")]
    BothWays {
        /// The phrase.
        phrase: String,
        /// Its tag that refuses.
        no: String,
        /// Its tag that agrees.
        yes: String,
    },
    /// No reader knows the tag.
    #[error("no reader knows the tag `{tag}`: {near}")]
    UnknownTag {
        /// The tag.
        tag: String,
        /// The nearest one, or where they are told.
        near: String,
    },
}

impl Lexicon {
    /// Reads a file, which may use the tags that the files use that are built in.
    ///
    /// # Errors
    /// All faults, each with its place in the file, in bytes.
    pub fn read(file: &str) -> Result<Self, Vec<(Range<usize>, LexiconFault)>> {
        Self::read_with(file, Some(super::known_tags().chain([NONE]).collect()))
    }

    /// Reads a file that is built in, with whatever tags; tests read each of them.
    pub(super) fn built_in(file: &str) -> Self {
        Self::read_with(file, None).unwrap_or_default()
    }

    fn read_with(
        file: &str,
        known: Option<BTreeSet<&str>>,
    ) -> Result<Self, Vec<(Range<usize>, LexiconFault)>> {
        let spoken: BTreeSet<&str> = super::reader_tags().collect();
        let known = known.as_ref();
        let mut entries: Vec<(Range<usize>, usize, Entry)> = Vec::new();
        let mut faults = Vec::new();
        let mut end = 0;
        for (number, whole) in (1..).zip(file.split_inclusive('\n')) {
            let start = end;
            end += whole.len();
            let line = whole.trim_end_matches(['\n', '\r']);
            if line.trim().is_empty() || line.starts_with("# ") {
                continue;
            }
            match read_line(line, known, &spoken) {
                Ok(entry) => entries.push((start..start + entry.phrase.len(), number, entry)),
                Err((place, fault)) => faults.push((start + place.start..start + place.end, fault)),
            }
        }
        let mut by_phrase: Vec<&(Range<usize>, usize, Entry)> = entries.iter().collect();
        by_phrase.sort_by(|one, other| one.2.phrase.cmp(&other.2.phrase));
        for pair in by_phrase.windows(2) {
            if let [(_, line, first), (again, _, second)] = pair
                && first.phrase == second.phrase
            {
                let phrase = second.phrase.clone();
                faults.push((again.clone(), LexiconFault::Twice { phrase, line: *line }));
            }
        }
        if faults.is_empty() {
            return Ok(Self::of(entries.into_iter().map(|(_, _, entry)| entry).collect()));
        }
        faults.sort_by_key(|(place, _)| place.start);
        Err(faults)
    }

    /// A file of one's own over what is built in: its phrases go first, with the tags that they have there behind its own.
    ///
    /// # Errors
    /// As [`Lexicon::read`]; also where a phrase is taken away that is not there, or a no is made a yes.
    pub(super) fn read_over(file: &str, built_in: &Self) -> Result<Self, Vec<(Range<usize>, LexiconFault)>> {
        let own = Self::read(file)?;
        let known: BTreeMap<&str, &Entry> =
            built_in.entries.iter().map(|entry| (entry.phrase.as_str(), entry)).collect();
        let (mut entries, mut faults) = (Vec::new(), Vec::new());
        let mut own_phrases = BTreeSet::new();
        for entry in own.entries {
            let there = known.get(entry.phrase.as_str());
            own_phrases.insert(entry.phrase.clone());
            match entry.over(there.copied(), &known) {
                Ok(merged) => entries.extend(merged),
                Err(fault) => faults.push((place_of(file, &entry.phrase), fault)),
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let left = built_in.entries.iter().filter(|entry| !own_phrases.contains(&entry.phrase));
        entries.extend(left.cloned());
        Ok(Self::of(entries))
    }

    fn of(entries: Vec<Entry>) -> Self {
        let mut by_tag: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (number, entry) in entries.iter().enumerate() {
            for tag in &entry.tags {
                by_tag.entry(tag.clone()).or_default().push(number);
            }
        }
        Self { entries, by_tag }
    }

    /// The tags that its phrases have.
    pub(super) fn tags(&self) -> impl Iterator<Item = &str> {
        self.by_tag.keys().map(String::as_str)
    }

    /// The phrases that have a tag, in order.
    pub(crate) fn with_tag(&self, tag: &str) -> impl Iterator<Item = &str> {
        let numbers = self.by_tag.get(tag).into_iter().flatten();
        numbers.filter_map(|number| Some(self.entries.get(*number)?.phrase.as_str()))
    }

    /// The phrases with tags that mean something to a reader, in order, each with the first that does.
    pub(crate) fn tagged<T>(&self, meaning: impl Fn(&str) -> Option<T>) -> impl Iterator<Item = (T, &str)> {
        self.entries.iter().filter_map(move |entry| {
            let tag = entry.tags.iter().find_map(|tag| meaning(tag))?;
            Some((tag, entry.phrase.as_str()))
        })
    }
}

/// Tags that agree, and those that refuse: no phrase has both.
const AGREEING: [&str; 7] = ["yes", "good", "go", "book", "affirm", "order", "perform"];
const REFUSING: [&str; 7] = ["no", "negation", "refuse", "bad", "cancel", "absent", "wait"];

impl Entry {
    /// This one over the same phrase as it is built in; none where it takes that away.
    fn over(
        &self,
        there: Option<&Self>,
        known: &BTreeMap<&str, &Self>,
    ) -> Result<Option<Self>, LexiconFault> {
        if self.tags == [NONE] {
            return match there {
                Some(_) => Ok(None),
                None => Err(LexiconFault::NotThere {
                    phrase: self.phrase.clone(),
                    near: nearest(&self.phrase, known.keys().copied()).to_owned(),
                }),
            };
        }
        let there = there.map_or(&[][..], |entry| &entry.tags);
        let mut tags = self.tags.clone();
        tags.extend(there.iter().filter(|tag| !self.tags.contains(tag)).cloned());
        let of_these = |wanted: &[&str]| tags.iter().find(|tag| wanted.contains(&tag.as_str())).cloned();
        // What is built in may have both, for another act: only what is added is looked at.
        if let (Some(yes), Some(no)) = (of_these(&AGREEING), of_these(&REFUSING))
            && (self.tags.contains(&yes) || self.tags.contains(&no))
            && self.tags.iter().any(|tag| !there.contains(tag))
        {
            let phrase = self.phrase.clone();
            return Err(LexiconFault::BothWays { phrase, no, yes });
        }
        let phrase = self.phrase.clone();
        Ok(Some(Self { phrase, tags }))
    }
}

/// Where a phrase stands in its file.
fn place_of(file: &str, phrase: &str) -> Range<usize> {
    let mut start = 0;
    for line in file.split_inclusive('\n') {
        if line.split('\t').next().map(str::trim) == Some(phrase) {
            return start..start + phrase.len();
        }
        start += line.len();
    }
    0..0
}

/// A line, or what is wrong at which place of it.
fn read_line(
    line: &str,
    known: Option<&BTreeSet<&str>>,
    spoken: &BTreeSet<&str>,
) -> Result<Entry, (Range<usize>, LexiconFault)> {
    let (cell, rest) = line.split_once('\t').unwrap_or((line, ""));
    let phrase = cell.trim();
    let of_phrase = 0..cell.len();
    let cell = rest.split('\t').next().unwrap_or_default();
    let tags: Vec<&str> = cell.split_whitespace().collect();
    if phrase.is_empty() || tags.is_empty() {
        return Err((0..line.len(), LexiconFault::NoTags));
    }
    // Where accents tell words apart, they count: "reservé" is no "reserve".
    let is_as_written = tags.iter().all(|tag| tag.ends_with(AS_WRITTEN));
    let folded = if is_as_written { phrase.to_lowercase() } else { crate::text::fold(phrase) };
    // Only what is a pattern over what is spoken goes without marks.
    let is_pattern = tags.iter().any(|tag| spoken.contains(tag));
    let folded: String =
        folded.chars().filter(|c| !is_pattern || !matches!(c, '.' | ',' | '¿' | '¡' | '!' | '\'')).collect();
    if folded != phrase {
        let phrase = phrase.to_owned();
        return Err((of_phrase, LexiconFault::NotFolded { phrase, folded }));
    }
    let mut elements = phrase.split_whitespace();
    let may_be_anything = |element: &str| {
        let mut words = element.split('|');
        element.ends_with('?')
            || words.any(|word| !word.chars().any(|c| c.is_alphanumeric() || !c.is_ascii()))
    };
    if is_pattern && elements.all(may_be_anything) {
        let phrase = phrase.to_owned();
        return Err((of_phrase, LexiconFault::NothingSaid { phrase }));
    }
    if let Some(known) = known
        && let Some(tag) = tags.iter().find(|tag| !known.contains(**tag))
    {
        let at = of_phrase.end + 1 + cell.find(tag).unwrap_or_default();
        let fault = LexiconFault::UnknownTag { tag: (*tag).to_owned(), near: near(tag, known) };
        return Err((at..at + tag.len(), fault));
    }
    Ok(Entry { phrase: phrase.to_owned(), tags: tags.into_iter().map(str::to_owned).collect() })
}

/// What to write instead of a tag that nobody knows.
fn near(tag: &str, known: &BTreeSet<&str>) -> String {
    let small = tag.to_lowercase();
    let other = nearest(&small, known.iter().copied());
    if strsim::damerau_levenshtein(&small, other) <= 2 && small.len() > 3 {
        format!("did you mean `{other}`?")
    } else {
        "tags stand with blanks between, and a note behind another tab; TAGS.md of the languages tells all"
            .to_owned()
    }
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
        assert_eq!(answers, [("neutral".to_owned(), "por favor"), ("yes".to_owned(), "si")]);
    }

    #[test]
    fn where_accents_count_they_stand_in_the_file() {
        assert!(Lexicon::read("reservé\tclaims_own_pasts_as_written\n").is_ok());
        for slip in ["reservé\tyes claims_own_pasts_as_written\n", "Reservé\tclaims_own_pasts_as_written\n"]
        {
            let faults = Lexicon::read(slip).unwrap_err();
            assert!(matches!(faults.as_slice(), [(_, LexiconFault::NotFolded { .. })]), "{slip}");
        }
    }

    #[test]
    fn each_slip_is_told_with_its_line() {
        let slips = "si\nsí\tyes\nde? veras?\tyes\nclaro\tyess\nno\tno\nno\tnegation\n";
        let faults = Lexicon::read(slips).unwrap_err();
        let told: Vec<String> = faults
            .iter()
            .map(|(place, fault)| format!("{}: {fault}", slips[..place.start].matches('\n').count() + 1))
            .collect();
        assert_eq!(told.len(), 5);
        assert!(told[0].starts_with("1: a phrase, a tab and its tags belong here"), "{}", told[0]);
        assert!(told[1].contains("without accents and marks: `si`"), "{}", told[1]);
        assert!(told[2].starts_with("3: `de? veras?` would match everywhere"), "{}", told[2]);
        assert_eq!(told[3], "4: no reader knows the tag `yess`: did you mean `yes`?");
        assert_eq!(&slips[faults[3].0.clone()], "yess");
        assert_eq!(told[4], "6: `no` stands in line 5 already: add the tags there");
    }

    #[test]
    fn a_lexicon_over_another_adds_and_takes_away() {
        let built_in = Lexicon::read("si\tyes\nclaro\tyes quiet\nva\tyes\nno\tno\ncomo no $\tyes\n").unwrap();
        let own = "arre\tyes\nclaro\tneutral\nva\tnone\n";
        let whole = "arre\tyes\nclaro\tneutral yes quiet\nsi\tyes\nno\tno\ncomo no $\tyes\n";
        assert_eq!(Lexicon::read_over(own, &built_in), Ok(Lexicon::read(whole).unwrap()));
        let told = |own: &str| -> Vec<String> {
            let faults = Lexicon::read_over(own, &built_in).unwrap_err();
            let told = faults.into_iter();
            told.map(|(place, fault)| format!("{} {fault}", &own[place])).collect()
        };
        assert_eq!(
            told("como no\tnone\nno\tyes\nlobo gris\tyes refuse\n"),
            [
                "como no `como no` is not built in, so that it cannot be taken away: did you mean `como no $`?",
                "no `no` says no (`no`), and `yes` would make it a yes: take that tag away",
                "lobo gris `lobo gris` says no (`refuse`), and `yes` would make it a yes: take that tag away",
            ]
        );
        for everywhere in ["*\tyes\n", "#\tyes\n", "a||b\tyes\n", "$\tyes\n"] {
            assert!(Lexicon::read(everywhere).is_err(), "{everywhere}");
        }
        assert!(Lexicon::read("👍\tyes\n").is_ok());
    }
}
