//! All patterns of a router matched in one pass over the text.

use std::{borrow::Cow, sync::OnceLock};

use regex::RegexSet;

use crate::{Intent, words::Words};

/// Finds the first intent that has a matching pattern.
///
/// A pattern without accents is matched against the text without accents: there its words have the same ends, and a text
/// of plain letters is by far the fastest to search.
#[derive(Debug, Clone)]
pub(crate) struct IntentMatcher {
    plain: PatternSet,
    accented: PatternSet,
    words: Words,
}

#[derive(Debug, Clone)]
struct PatternSet {
    /// The same patterns for plain ASCII texts alone: without the letters of all the world's scripts their automaton stays
    /// small, and stays in its cache. None where a pattern names such letters.
    ascii: Option<regex::bytes::RegexSet>,
    /// For the few other texts, made when the first of them comes: it takes as long to make as all the rest of a graph. None
    /// where the patterns are too large together; then each is tried alone.
    set: OnceLock<Option<RegexSet>>,
    patterns: Vec<regex::Regex>,
    /// The intent of each pattern, in the order of the file.
    owners: Vec<usize>,
}

impl IntentMatcher {
    /// Of those intents that count.
    pub(crate) fn new(intents: &[Intent], counts: impl Fn(&Intent) -> bool, words: &Words) -> Self {
        Self {
            plain: PatternSet::new(intents, true, &counts),
            accented: PatternSet::new(intents, false, &counts),
            words: words.clone(),
        }
    }

    /// The place of the first intent that matches the text in lower case, as it is written or without its accents.
    ///
    /// What is refused is not wanted: "no cancelen mi reservación" asks for nothing, and "no quiero cancelar, quiero
    /// moverla" for what comes after.
    pub(crate) fn find(&self, written: &str, unaccented: &str) -> Option<usize> {
        if self.words.may_refuse(unaccented) {
            let mut matches = self.plain.matches(unaccented, &self.words);
            matches.append(&mut self.accented.matches(unaccented, &self.words));
            matches.append(&mut self.accented.matches(written, &self.words));
            return wanted(&matches);
        }
        let accented = (written != unaccented).then(|| self.accented.find(written)).flatten();
        let unaccented = [self.plain.find(unaccented), self.accented.find(unaccented)];
        unaccented.into_iter().flatten().chain(accented).min()
    }
}

impl PatternSet {
    fn new(intents: &[Intent], is_plain: bool, counts: &impl Fn(&Intent) -> bool) -> Self {
        let with_owner = intents
            .iter()
            .enumerate()
            .filter(|(_, intent)| counts(intent))
            .flat_map(|(owner, intent)| intent.patterns.iter().map(move |pattern| (owner, pattern.clone())))
            .filter(|(_, pattern)| has_no_accents(pattern.as_str()) == is_plain);
        let (owners, patterns): (Vec<usize>, Vec<regex::Regex>) = with_owner.unzip();
        let sources: Vec<&str> = patterns.iter().map(regex::Regex::as_str).collect();
        let ascii = regex::bytes::RegexSetBuilder::new(sources).unicode(false).build();
        Self { ascii: ascii.ok().filter(|_| is_plain), set: OnceLock::new(), patterns, owners }
    }

    fn set(&self) -> Option<&RegexSet> {
        let make = || RegexSet::new(self.patterns.iter().map(regex::Regex::as_str)).ok();
        self.set.get_or_init(make).as_ref()
    }

    /// Owners ascend with the patterns, so the first pattern's is the first.
    fn find(&self, text: &str) -> Option<usize> {
        self.owners.get(*self.matching(text).first()?).copied()
    }

    /// The patterns that match, in their order.
    fn matching(&self, text: &str) -> Vec<usize> {
        if let Some((set, text)) = self.ascii.as_ref().zip(ascii_of(text)) {
            return set.matches(text.as_bytes()).iter().collect();
        }
        if let Some(set) = self.set() {
            return set.matches(text).iter().collect();
        }
        let alone = self.patterns.iter().enumerate();
        alone.filter(|(_, pattern)| pattern.is_match(text)).map(|(at, _)| at).collect()
    }
}

/// A place where a pattern matches, and what was refused up to there.
struct Match {
    owner: usize,
    is_refused: bool,
    /// The words before it, since the last comma or "but", refuse something.
    is_within_refusal: bool,
}

impl PatternSet {
    /// Each pattern's first match, in the order of the patterns.
    fn matches(&self, text: &str, words: &Words) -> Vec<Match> {
        let found: Vec<(usize, regex::Match<'_>)> = self
            .matching(text)
            .into_iter()
            .filter_map(|at| Some((*self.owners.get(at)?, self.patterns.get(at)?.find(text)?)))
            .collect();
        let before = |at: usize| text.get(..at).unwrap_or_default();
        let is_refused = |at: usize| words.ends_in_refusal(before(at));
        let within = |at: usize| {
            let refused = found.iter().filter(|(_, other)| other.start() < at && is_refused(other.start()));
            refused
                .map(|(_, other)| text.get(other.start()..at).unwrap_or_default())
                .any(|between| !words.breaks(between))
        };
        let matches = found.iter().map(|(owner, one)| Match {
            owner: *owner,
            is_refused: is_refused(one.start()),
            is_within_refusal: within(one.start()),
        });
        matches.collect()
    }
}

/// The first intent that is not refused, nor named within what is refused: "no cancelen mi reservación".
fn wanted(matches: &[Match]) -> Option<usize> {
    let is_refused = |owner: usize| matches.iter().any(|one| one.owner == owner && one.is_refused);
    let wanted = matches.iter().filter(|one| !one.is_within_refusal && !is_refused(one.owner));
    wanted.map(|one| one.owner).min()
}

/// The text with a sign that is no word and no space in place of each sign beyond ASCII: "¿", "…", "🙂". None where it has
/// letters or digits beyond ASCII, or spaces.
fn ascii_of(text: &str) -> Option<Cow<'_, str>> {
    if text.is_ascii() {
        return Some(Cow::Borrowed(text));
    }
    let is_sign = |c: char| !c.is_alphanumeric() && !c.is_whitespace();
    text.chars()
        .map(|c| if c.is_ascii() { Some(c) } else { is_sign(c).then_some('\u{1}') })
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
            patterns: patterns.iter().map(|pattern| regex::Regex::new(pattern).unwrap()).collect(),
            examples: Vec::new(),
            subjects: Vec::new(),
            buttons: Vec::new(),
            interrupts: Interrupts::Never,
            gives_way: false,
            without_model: false,
            title: None,
            about: None,
            role: None,
            to: "node".to_owned(),
        };
        patterns.iter().enumerate().map(intent).collect()
    }

    fn words() -> Words {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        Words {
            refusals: owned(&["no", "no quiero", "don't", "don't want to"]),
            breaks: owned(&["pero", "but"]),
            ..Words::default()
        }
    }

    #[test]
    fn what_is_refused_is_not_wanted() {
        let matcher = IntentMatcher::new(
            &intents(&[
                vec![r"\bcancel\w*"],
                vec![r"\bmover\w*", r"\bmove\b"],
                vec![r"\breserv\w*", r"\bbook\b"],
            ]),
            |_| true,
            &words(),
        );
        let check =
            |text: &str, intent: Option<usize>| assert_eq!(matcher.find(text, text), intent, "{text}");
        check("no cancelen mi reservacion por favor", None);
        check("please don't cancel my reservation", None);
        check("no quiero reservar", None);
        check("i don't want to book, just asking the price", None);
        check("no quiero cancelar, quiero moverla al jueves", Some(1));
        check("no, quiero cancelar", Some(0));
        check("no puedo ir, cancela mi reservacion", Some(0));
        check("why don't you book me a table", Some(2));
        check("ya no voy a ir, cancelala", Some(0));
        check("quiero reservar, no fumar", Some(2));
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
            let matcher = IntentMatcher::new(&intents, |_| true, &words());
            let one_by_one = intents.iter().position(|intent| {
                let mut patterns = intent.patterns.iter();
                patterns.any(|pattern| pattern.is_match(&text) || pattern.is_match(&unaccented))
            });
            prop_assert_eq!(matcher.find(&text, &unaccented), one_by_one);
        }
    }
}
