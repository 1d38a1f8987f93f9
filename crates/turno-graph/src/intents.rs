//! All patterns of a router matched in one pass over the text.

use std::borrow::Cow;

use regex::RegexSet;

use crate::Intent;

/// Finds the first intent that has a matching pattern.
///
/// A pattern without accents is matched against the text without accents: there its words have the same ends, and a text
/// of plain letters is by far the fastest to search.
#[derive(Debug, Clone)]
pub(crate) struct IntentMatcher {
    plain: PatternSet,
    accented: PatternSet,
}

#[derive(Debug, Clone)]
struct PatternSet {
    /// The same patterns for plain ASCII texts alone: without the letters of all the world's scripts their automaton stays
    /// small, and stays in its cache. None where a pattern names such letters.
    ascii: Option<regex::bytes::RegexSet>,
    /// None where the patterns are too large together; then each is tried alone.
    set: Option<RegexSet>,
    patterns: Vec<regex::Regex>,
    /// The intent of each pattern, in the order of the file.
    owners: Vec<usize>,
}

impl IntentMatcher {
    pub(crate) fn new(intents: &[Intent]) -> Self {
        Self {
            plain: PatternSet::new(intents, true),
            accented: PatternSet::new(intents, false),
        }
    }

    /// The place of the first intent that matches the text in lower case, as it is written or without its accents.
    pub(crate) fn find(&self, written: &str, unaccented: &str) -> Option<usize> {
        let accented = (written != unaccented)
            .then(|| self.accented.find(written))
            .flatten();
        let unaccented = [self.plain.find(unaccented), self.accented.find(unaccented)];
        unaccented.into_iter().flatten().chain(accented).min()
    }
}

impl PatternSet {
    fn new(intents: &[Intent], is_plain: bool) -> Self {
        let with_owner = intents
            .iter()
            .enumerate()
            .flat_map(|(owner, intent)| {
                intent
                    .patterns
                    .iter()
                    .map(move |pattern| (owner, pattern.clone()))
            })
            .filter(|(_, pattern)| has_no_accents(pattern.as_str()) == is_plain);
        let (owners, patterns): (Vec<usize>, Vec<regex::Regex>) = with_owner.unzip();
        let sources: Vec<&str> = patterns.iter().map(regex::Regex::as_str).collect();
        let ascii = regex::bytes::RegexSetBuilder::new(sources).unicode(false).build();
        Self {
            ascii: ascii.ok().filter(|_| is_plain),
            set: RegexSet::new(patterns.iter().map(regex::Regex::as_str)).ok(),
            patterns,
            owners,
        }
    }

    /// Owners ascend with the patterns, so the first pattern's is the first.
    fn find(&self, text: &str) -> Option<usize> {
        let in_ascii = self.ascii.as_ref().zip(ascii_of(text));
        let pattern = match (in_ascii, &self.set) {
            (Some((set, text)), _) => set.matches(text.as_bytes()).iter().next(),
            (None, Some(set)) => set.matches(text).iter().next(),
            (None, None) => self.patterns.iter().position(|pattern| pattern.is_match(text)),
        };
        self.owners.get(pattern?).copied()
    }
}

/// The text with a sign that is no word and no space in place of each sign beyond ASCII: "¿", "…", "🙂". None where it has
/// letters or digits beyond ASCII, or spaces.
fn ascii_of(text: &str) -> Option<Cow<'_, str>> {
    if text.is_ascii() {
        return Some(Cow::Borrowed(text));
    }
    let is_sign = |c: char| !c.is_alphanumeric() && !c.is_whitespace();
    text.chars()
        .map(|c| {
            if c.is_ascii() {
                Some(c)
            } else {
                is_sign(c).then_some('\u{1}')
            }
        })
        .collect::<Option<String>>()
        .map(Cow::Owned)
}

/// Nothing in the pattern can only match a letter with an accent: none is written, not as a number either.
fn has_no_accents(pattern: &str) -> bool {
    pattern.is_ascii() && !pattern.contains(r"\u") && !pattern.contains(r"\x") && !pattern.contains(r"\U")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Interrupts;
    use proptest::prelude::*;

    fn intents(patterns: &[Vec<&str>]) -> Vec<Intent> {
        let intent = |(number, patterns): (usize, &Vec<&str>)| Intent {
            name: format!("intent-{number}"),
            patterns: patterns
                .iter()
                .map(|pattern| regex::Regex::new(pattern).unwrap())
                .collect(),
            buttons: Vec::new(),
            interrupts: Interrupts::Never,
            gives_way: false,
            to: "node".to_owned(),
        };
        patterns.iter().enumerate().map(intent).collect()
    }

    proptest! {
        #[test]
        fn one_pass_finds_what_pattern_by_pattern_finds(
            patterns in prop::collection::vec(prop::collection::vec(
                prop::sample::select(vec![
                    r"\breserv\w*", "mesa", r"\bmesa para\b", "^hola", "a.*o", "ñ", r"\bañ", r"\d+", r"\bsi\b", r"\bsí\b",
                ]), 0..4), 0..6),
            text in "(hola |¿|… |mesa para |reservar |año |sí|[a-ñ ]{0,5}){0,4}",
        ) {
            let unaccented: String = text.chars().map(|c| match c { 'ñ' => 'n', 'í' => 'i', other => other }).collect();
            prop_assume!(unaccented.chars().all(|c| c.is_ascii() || matches!(c, '¿' | '…')));
            let intents = intents(&patterns);
            let matcher = IntentMatcher::new(&intents);
            let one_by_one = intents.iter().position(|intent| {
                let mut patterns = intent.patterns.iter();
                patterns.any(|pattern| pattern.is_match(&text) || pattern.is_match(&unaccented))
            });
            prop_assert_eq!(matcher.find(&text, &unaccented), one_by_one);
        }
    }
}
