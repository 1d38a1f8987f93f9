//! What is named only to say that it is not wanted: "cualquiera menos Mendoza", "not at 7".

use crate::pack::Tagged;
use std::{collections::BTreeSet, ops::Range};

use super::found::ASKING;
use super::tokens::Tokens;
use crate::grammar::{NOT, OF};
use crate::{ByMix, word_table::WordTable};

/// Of whom some are left out.
static EXCEPTING: Tagged = Tagged::new("excepting");

/// Says right before something that it is not wanted: "excepto", "en vez de", "no puedo".
static BEFORE: Tagged = Tagged::new("refused_before");

/// The same, where of all some are left out: "cualquiera menos Mendoza".
pub(super) static LESS: Tagged = Tagged::new("refused_less");

/// Denies what follows, where it asks nothing: "not at 7".
static DENIES: Tagged = Tagged::new("found_denies");

/// Leads to what is wanted, behind what is not.
static INSTEAD: Tagged = Tagged::new("refused_set_against");

/// The last words of those phrases, and what stands before the "de" of one: most words are told by them to deny nothing.
static LAST_WORDS: ByMix<WordTable<()>> = ByMix::new(|| {
    let last_words = |phrase: &&'static str| {
        let mut words = phrase.rsplit(' ');
        let last = words.next();
        let one_before = words.next().filter(|_| last.is_some_and(|last| OF.contains(&last)));
        [last, one_before].into_iter().flatten()
    };
    let words: BTreeSet<&str> = BEFORE.iter().flat_map(last_words).collect();
    WordTable::new(words.into_iter().map(|word| (word, ())))
});

/// As many words as those phrases have at most, marks counted.
const PHRASE_WORDS_MAX: usize = 4;

/// Whether the words before an index say that what begins there is not wanted; `links` may stand between. A bare "no" is
/// none: recognised speech loses the comma of "no, a las 7".
pub(super) fn is_excepted(tokens: &Tokens<'_>, start: usize, links: &[&str]) -> bool {
    let mut at = start;
    while at > 0 && links.contains(&tokens.before(at)) && !excepts(tokens, at) {
        at -= 1;
    }
    excepts(tokens, at)
}

/// "No mañana sino pasado", "no el viernes, sino el sábado".
pub(super) fn is_set_against(tokens: &Tokens<'_>, range: Range<usize>) -> bool {
    NOT.contains(&tokens.before(range.start)) && INSTEAD.contains(&tokens.word(tokens.skip_comma(range.end)))
}

/// Whether the words before an index take away what stands at it.
fn excepts(tokens: &Tokens<'_>, at: usize) -> bool {
    let before = tokens.before(at);
    if before.is_empty() {
        return false;
    }
    if LESS.contains(&before) && (0..at).any(|at| EXCEPTING.contains(&tokens.word(at))) {
        return true;
    }
    if DENIES.contains(&before) && !ASKING.contains(&tokens.before(at - 1)) {
        return true;
    }
    if LAST_WORDS.get(before).is_none() {
        return false;
    }
    // "En vez de las 8": the "de" may be of the hour.
    let is_before = |end: usize| end == at || end == at + 1 && OF.contains(&tokens.word(at));
    let first = at.saturating_sub(PHRASE_WORDS_MAX);
    (first..at).any(|start| tokens.phrases(start, &BEFORE).is_some_and(is_before))
}
