//! Tables of phrases, and how they are matched: what a phrase stands for is for each table to say.

use std::collections::BTreeSet;

use crate::notation::{self, elements};
use crate::pack::Tagged;
use crate::text::Word;
use crate::word_table::WordTable;

/// A word's place among the words of a language's phrases; 0 for a word of none.
pub(crate) type WordId = u16;

/// The phrases of a language, found by the word that they begin with.
pub(crate) struct PhraseTable<C> {
    /// Every word of a phrase; its place, from 1, is its id.
    words: WordTable<WordId>,
    phrases: Vec<Phrase<C>>,
    /// By id: the phrases that may begin with that word.
    starts: Vec<Vec<Start>>,
    /// The phrases that may begin with any word that begins so, by its first letters.
    stems: Vec<(&'static str, Start)>,
}

/// A phrase whose first word was met.
#[derive(Clone, Copy)]
struct Start {
    phrase: usize,
    /// The element that the word after the first has to match.
    next: usize,
}

impl<C: Copy> PhraseTable<C> {
    /// A table of phrases in the notation of [`Phrase`], each with what it stands for; the first counts of two that are as long.
    pub(crate) fn new(phrases: impl Iterator<Item = (C, &'static str)>) -> Self {
        let notations: Vec<(C, &'static str)> = phrases.collect();
        let parts = notations.iter().flat_map(|(_, notation)| elements(notation));
        let words: BTreeSet<&'static str> = parts.flat_map(words_of).collect();
        let words = WordTable::new(words.into_iter().zip(1..));
        let phrases: Vec<Phrase<C>> =
            notations.into_iter().map(|(class, notation)| Phrase::new(class, notation, &words)).collect();
        let mut starts = vec![Vec::new(); words.len() + 1];
        let mut stems = Vec::new();
        for (index, phrase) in phrases.iter().enumerate() {
            for (at, element) in phrase.elements.iter().enumerate() {
                let start = Start { phrase: index, next: at + 1 };
                for choice in &element.choices {
                    match choice {
                        Choice::Word(id) => starts[usize::from(*id)].push(start),
                        Choice::Stem(stem) => stems.push((*stem, start)),
                        Choice::AnyButNo => stems.push(("", start)),
                    }
                }
                if !element.is_optional {
                    break;
                }
            }
        }
        Self { words, phrases, starts, stems }
    }

    /// The id of a folded word; of one that is drawn out ("graciaass", "okk"), that of the word that is meant.
    pub(crate) fn id(&self, word: &str) -> WordId {
        let id = self.words.get(word);
        id.or_else(|| self.words.get(&crate::text::drawn_in(word)?)).unwrap_or(0)
    }

    /// The longest phrase that begins at the first of these words: its class and its length in words.
    pub(crate) fn longest_phrase(&self, words: &[Word<'_>], ids: &[WordId]) -> Option<(C, usize)> {
        let (first, first_id) = (words.first()?, ids.first()?);
        let exact = self.starts.get(usize::from(*first_id)).into_iter().flatten();
        let by_stem = self
            .stems
            .iter()
            .filter(|(stem, _)| first.text.starts_with(stem) && (!stem.is_empty() || !is_no(first.text)))
            .map(|(_, start)| start);
        let mut best: Option<(usize, usize)> = None;
        for start in exact.chain(by_stem) {
            let Some(length) = self.phrases[start.phrase].match_length(start.next, words, ids) else {
                continue;
            };
            // Of two that are as long, the earlier row wins.
            let is_better = best.is_none_or(|(longest, phrase)| {
                length > longest || (length == longest && start.phrase < phrase)
            });
            if is_better {
                best = Some((length, start.phrase));
            }
        }
        best.map(|(length, phrase)| (self.phrases[phrase].class, length))
    }
}

/// The words that may stand for a part of a phrase.
fn words_of(part: notation::Element<'static>) -> Vec<&'static str> {
    let notation::Element::Word { choices, .. } = part else {
        return Vec::new();
    };
    let words = choices.into_iter().filter_map(|choice| match choice {
        notation::Choice::Word(word) => Some(word),
        notation::Choice::Stem(_) | notation::Choice::AnyButNo | notation::Choice::Class(_) => None,
    });
    words.collect()
}

/// What `#` does not stand for.
fn is_no(word: &str) -> bool {
    static NO: Tagged = Tagged::new("any_but");
    NO.contains(&word)
}

/// A phrase in folded words, written in the [notation] of phrases. It has no classes, nor gaps, nor where a clause begins.
struct Phrase<C> {
    class: C,
    elements: Vec<Element>,
    is_whole_clause: bool,
}

struct Element {
    choices: Vec<Choice>,
    is_optional: bool,
}

enum Choice {
    Word(WordId),
    Stem(&'static str),
    AnyButNo,
}

impl<C: Copy> Phrase<C> {
    fn new(class: C, notation: &'static str, words: &WordTable<WordId>) -> Self {
        let choice = |choice: notation::Choice<'static>| match choice {
            notation::Choice::Word(word) | notation::Choice::Class(word) => {
                Choice::Word(words.get(word).unwrap_or(0))
            }
            notation::Choice::Stem(stem) => Choice::Stem(stem),
            notation::Choice::AnyButNo => Choice::AnyButNo,
        };
        let mut is_whole_clause = false;
        let mut elements = Vec::new();
        for part in notation::elements(notation) {
            match part {
                notation::Element::Word { choices, is_optional } => {
                    elements.push(Element { choices: choices.into_iter().map(choice).collect(), is_optional })
                }
                notation::Element::ClauseEnds => is_whole_clause = true,
                notation::Element::Gap
                | notation::Element::WideGap
                | notation::Element::ClauseBegins
                | notation::Element::SentenceBegins => {}
            }
        }
        Self { class, elements, is_whole_clause }
    }

    /// How many words it takes from the start, where the first is matched. Only its first word may follow punctuation.
    fn match_length(&self, next: usize, words: &[Word<'_>], ids: &[WordId]) -> Option<usize> {
        let mut length = 1;
        for element in &self.elements[next..] {
            match words.get(length) {
                Some(word) if !word.after_break && element.accepts(word.text, ids[length]) => length += 1,
                _ if element.is_optional => {}
                _ => return None,
            }
        }
        let is_cut_short = self.is_whole_clause && words.get(length).is_some_and(|word| !word.after_break);
        (!is_cut_short).then_some(length)
    }
}

impl Element {
    fn accepts(&self, word: &str, id: WordId) -> bool {
        self.choices.iter().any(|choice| match choice {
            Choice::Word(wanted) => *wanted == id,
            Choice::Stem(stem) => word.starts_with(stem),
            Choice::AnyButNo => !is_no(word),
        })
    }
}
