//! Terms of a vocabulary.

use crate::pack::Tagged;
use std::ops::Range;

use serde_json::Value;
use strsim::normalized_damerau_levenshtein;

use super::common_words::is_common_word;
use super::found::{Found, choose};
use super::likeness::slips;
use super::number::number_at;
use super::refused;
use super::tokens::Tokens;
use crate::vocabulary::{is_link, singular};
use crate::{ProblemKind, Vocabulary};

const NEAREST_MAX: usize = 3;
/// A longer answer is no term that is missing, but something else.
const UNKNOWN_WORDS_MAX: usize = 5;

/// Terms that stand at a place: more than one where they are named alike.
pub(super) struct Match {
    /// Their places in the vocabulary.
    pub(super) terms: Vec<usize>,
    pub(super) range: Range<usize>,
}

/// The longest name that begins at an index.
pub(super) fn match_at(tokens: &Tokens<'_>, at: usize, vocabulary: &Vocabulary) -> Option<Match> {
    let mut best: Option<Match> = None;
    for key in vocabulary.keys() {
        let Some(end) = key_end(tokens, at, &key.words) else {
            continue;
        };
        match &mut best {
            Some(found) if found.range.end > end => {}
            Some(found) if found.range.end == end => {
                if !found.terms.contains(&key.term) {
                    found.terms.push(key.term);
                }
            }
            Some(_) | None => {
                best = Some(Match { terms: vec![key.term], range: at..end });
            }
        }
    }
    best
}

fn key_end(tokens: &Tokens<'_>, at: usize, words: &[String]) -> Option<usize> {
    let mut end = at;
    for (index, word) in words.iter().enumerate() {
        while index > 0 && (is_link(tokens.word(end)) || tokens.word(end) == "-") && tokens.word(end) != word
        {
            end += 1;
        }
        if singular(tokens.word(end)) != word {
            return None;
        }
        end += 1;
    }
    Some(end)
}

/// Terms one of whose words is said, and no word that they lack.
pub(super) fn partly_at(tokens: &Tokens<'_>, at: usize, vocabulary: &Vocabulary) -> Option<Match> {
    let mut end = at;
    let mut said: Vec<&str> = Vec::new();
    let mut terms: Vec<usize> = Vec::new();
    let mut next = at;
    let mut tells = false;
    while tokens.is_word(next) {
        let word = singular(tokens.word(next));
        next += 1;
        if is_link(word) {
            continue;
        }
        let holds = |term: &usize| {
            vocabulary
                .keys()
                .iter()
                .any(|key| key.term == *term && key.words.iter().any(|of_key| of_key == word))
        };
        let narrowed: Vec<usize> = if said.is_empty() {
            (0..vocabulary.terms().len()).filter(holds).collect()
        } else {
            terms.iter().copied().filter(holds).collect()
        };
        if narrowed.is_empty() || word.len() < 3 {
            break;
        }
        tells |= !is_common_word(tokens.word(next - 1)) && !is_common_word(word);
        said.push(word);
        (terms, end) = (narrowed, next);
    }
    // "Una cita" names none, whatever has "cita" in its name.
    (!terms.is_empty() && tells).then_some(Match { terms, range: at..end })
}

/// The term that an utterance names.
pub(super) fn term(tokens: &Tokens<'_>, vocabulary: &Vocabulary, is_awaited: bool) -> Option<Found> {
    let mut found = Vec::new();
    let mut refused: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let matched = match_at(tokens, at, vocabulary);
        let end = matched.as_ref().map_or(at + 1, |matched| matched.range.end);
        match matched {
            Some(matched) if is_refused(tokens, &matched.range) => refused.extend(matched.terms),
            Some(matched) => found.push(outcome(matched, vocabulary)),
            None => {}
        }
        at = end;
    }
    if found.is_empty() && !refused.is_empty() {
        return None;
    }
    if found.is_empty() && is_awaited {
        let partly = (0..tokens.len()).find_map(|at| partly_at(tokens, at, vocabulary));
        found.extend(partly.map(|matched| outcome(matched, vocabulary)));
    }
    if found.is_empty() && is_awaited {
        found.extend(mistyped(tokens, vocabulary).or_else(|| unknown(tokens, vocabulary)));
    }
    choose(tokens, &found)
}

/// "Que no sea limpieza", "not in Satélite".
fn is_refused(tokens: &Tokens<'_>, range: &Range<usize>) -> bool {
    static LINKS: Tagged = Tagged::new("terms_links");
    refused::is_excepted(tokens, range.start, &LINKS)
}

pub(super) fn outcome(matched: Match, vocabulary: &Vocabulary) -> Found {
    let mut ids = ids(&matched.terms, vocabulary);
    let outcome = match ids.len() {
        1 => Ok(ids.remove(0)),
        _ => Err(ProblemKind::Ambiguous(ids)),
    };
    Found::new(matched.range, outcome)
}

pub(super) fn ids(terms: &[usize], vocabulary: &Vocabulary) -> Vec<Value> {
    let named = terms.iter().filter_map(|term| vocabulary.terms().get(*term));
    named.map(|term| Value::String(term.id.clone())).collect()
}

/// The one term that is nearly said; what is as near to two is neither.
pub(super) fn mistyped(tokens: &Tokens<'_>, vocabulary: &Vocabulary) -> Option<Found> {
    let mut best: Option<(usize, Vec<usize>, Range<usize>)> = None;
    for range in telling_ranges(tokens) {
        let said = key_of(tokens, &range);
        for key in vocabulary.keys() {
            let Some(slips) = slips(&said, &key.words.join(" ")) else {
                continue;
            };
            match &mut best {
                Some((fewest, terms, _)) if slips == *fewest => {
                    if !terms.contains(&key.term) {
                        terms.push(key.term);
                    }
                }
                Some((fewest, ..)) if slips > *fewest => {}
                Some(_) | None => best = Some((slips, vec![key.term], range.clone())),
            }
        }
    }
    let (_, terms, range) = best?;
    Some(outcome(Match { terms, range }, vocabulary))
}

/// "That's all", "that will be it", "nothing else": what ends a list is no thing of it.
static ENDS: Tagged = Tagged::new("terms_ends");

/// Asks, so that nothing is named.
static ASKING: Tagged = Tagged::new("terms_asking");

/// Words that name something which is not there.
pub(super) fn unknown(tokens: &Tokens<'_>, vocabulary: &Vocabulary) -> Option<Found> {
    let is_question =
        (0..tokens.len()).any(|at| matches!(tokens.word(at), "?" | "¿") || ASKING.contains(&tokens.word(at)));
    let telling: Vec<usize> = (0..tokens.len()).filter(|at| is_telling(tokens, *at)).collect();
    let (first, last) = (*telling.first()?, *telling.last()?);
    let is_end = telling.iter().all(|at| tokens.is_one_of(*at, &ENDS));
    if is_question || is_end || telling.len() > UNKNOWN_WORDS_MAX {
        return None;
    }
    Some(unknown_at(tokens, first..last + 1, vocabulary))
}

/// The problem of words that name something which is not there, with the terms that are nearest to it.
pub(super) fn unknown_at(tokens: &Tokens<'_>, range: Range<usize>, vocabulary: &Vocabulary) -> Found {
    let mut near = likenesses(tokens, &range, vocabulary);
    near.sort_by(|(a, first), (b, second)| b.total_cmp(a).then(first.cmp(second)));
    let mut nearest: Vec<String> = Vec::new();
    for (_, term) in near {
        let id = vocabulary.terms().get(term).map(|term| term.id.clone());
        nearest.extend(id.filter(|id| !nearest.contains(id)));
    }
    nearest.truncate(NEAREST_MAX);
    Found::new(range, Err(ProblemKind::Unknown(nearest)))
}

fn is_telling(tokens: &Tokens<'_>, at: usize) -> bool {
    let word = tokens.word(at);
    tokens.is_word(at) && !is_common_word(word) && !is_link(word) && number_at(tokens, at).is_none()
}

/// Runs of at most four words that may be a name.
fn telling_ranges(tokens: &Tokens<'_>) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    for start in (0..tokens.len().min(40)).filter(|at| is_telling(tokens, *at)) {
        let ends = (start + 1..=start + 4).take_while(|end| tokens.is_word(end - 1));
        ranges.extend(ends.map(|end| start..end));
    }
    ranges
}

fn likenesses(tokens: &Tokens<'_>, range: &Range<usize>, vocabulary: &Vocabulary) -> Vec<(f64, usize)> {
    let said = key_of(tokens, range);
    let keys = vocabulary.keys().iter();
    keys.map(|key| (normalized_damerau_levenshtein(&said, &key.words.join(" ")), key.term)).collect()
}

/// Words as a vocabulary's keys have them.
fn key_of(tokens: &Tokens<'_>, range: &Range<usize>) -> String {
    let words = range.clone().map(|at| tokens.word(at)).filter(|word| !is_link(word));
    words.map(singular).collect::<Vec<_>>().join(" ")
}
