//! What is sold, by its name, and where a sentence names it.

use std::{collections::BTreeSet, sync::Arc};
use turno_language::Tagged;

use turno_language::Text;

/// Words of a name that tell it from no other.
static SMALL_WORDS: Tagged = Tagged::new("small_words");

/// The words of a name that tell it from others, folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(Arc<BTreeSet<String>>);

/// What has a name.
pub(crate) trait Named {
    fn name(&self) -> &Name;
}

impl Name {
    /// None where no word of it tells it from others.
    pub fn new(name: &str) -> Option<Self> {
        let name = Text::of(name);
        let words = name.words().filter(|word| !SMALL_WORDS.contains(word));
        let words: BTreeSet<String> = words.map(str::to_owned).collect();
        (!words.is_empty()).then(|| Self(Arc::new(words)))
    }

    pub(crate) fn has_word(&self, word: &str) -> bool {
        self.0.iter().any(|own| is_same_word(own, word))
    }
}

/// Whose names stand there whole, and for each word that is in none of those whoever has it in the name.
pub(crate) fn named_in<'a, T: Named>(things: &'a [T], text: &Text) -> Vec<&'a T> {
    let said: Vec<&str> = text.words().filter(|word| !SMALL_WORDS.contains(word)).collect();
    let is_said = |word: &String| said.iter().any(|said| is_same_word(said, word));
    let (whole, parts): (Vec<&T>, Vec<&T>) =
        things.iter().partition(|thing| thing.name().0.iter().all(is_said));
    let unexplained = said.iter().filter(|word| !whole.iter().any(|thing| thing.name().has_word(word)));
    let unexplained: Vec<&str> = unexplained.copied().collect();
    // Of those that have a word of it, whoever has no fewer of them than another: "JBL Tune" is not each JBL.
    let of_each: Vec<(&T, Vec<&str>)> = parts
        .into_iter()
        .map(|thing| {
            let own = unexplained.iter().copied().filter(|word| thing.name().has_word(word));
            (thing, own.collect())
        })
        .filter(|(_, own): &(&T, Vec<&str>)| !own.is_empty())
        .collect();
    let is_within =
        |own: &[&str], other: &[&str]| own.len() < other.len() && own.iter().all(|word| other.contains(word));
    let partly = of_each
        .iter()
        .filter(|(_, own)| !of_each.iter().any(|(_, other)| is_within(own, other)))
        .map(|(thing, _)| *thing);
    whole.into_iter().chain(partly).collect()
}

/// One or many of it.
fn is_same_word(one: &str, other: &str) -> bool {
    static MANY: Tagged = Tagged::new("names_many");
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || MANY.contains(&rest))
}

/// Whether a folded text names it by one of its names.
pub(crate) fn is_named_in(names: &[String], text: &Text) -> bool {
    names.iter().any(|name| has_words(text, name))
}

/// Whether the words of a name stand together in a text.
pub(crate) fn has_words(text: &Text, name: &str) -> bool {
    let name = Text::of(name);
    let wanted: Vec<&str> = name.words().collect();
    let words: Vec<&str> = text.words().collect();
    !wanted.is_empty() && words.windows(wanted.len()).any(|some| some == wanted)
}
