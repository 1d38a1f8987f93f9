//! The tables of phrases, and how they are matched.

use std::{collections::BTreeSet, sync::LazyLock};

use super::words::Word;
use super::{english, spanish};
use crate::word_table::WordTable;
use crate::{Act, Language};

/// What a phrase does in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Yes by itself: "sí", "simón", "claro que sí".
    Yes,
    /// Approves of what was asked; a negation before it turns it round: "está bien", "me late".
    Good,
    /// Wants nothing changed: approves, but of a cancellation or a change.
    AsIs,
    /// Disapproves: "mal", "wrong". Refuses, or with a slot's name asks for a change.
    Bad,
    /// Tells to go on, whatever the act: "hazlo", "go ahead".
    Go,
    /// Tells to book: "resérvala".
    Book,
    /// Tells to order: "mándalo".
    Order,
    /// Tells to do what neither books nor orders: "play it", "transfiere".
    Perform,
    /// Tells to cancel: "cancélala".
    Cancel,
    /// Tells to move or change, without saying what: "cámbiala".
    Modify,
    /// Tells to leave a thing as it was: "déjala".
    Keep,
    /// Says that the person will not come: "ya no voy".
    Absent,
    /// Says that the person will come: "siempre sí voy".
    Present,
    /// "no" where it may also negate what follows.
    Negation,
    /// "sin", "without": takes something from an order; elsewhere a negation.
    Without,
    /// "no" that only answers: English "no", "nope".
    No,
    /// Refuses outright: "claro que no", "never mind".
    Refuse,
    /// Names the opposite of the pending act: "cancélala" to a booking. Refuses; negated it is no answer.
    Undo,
    /// Asks for time: "un momento".
    Wait,
    /// Is not sure: "creo que sí", "maybe".
    Hedge,
    /// Sets a condition: "siempre y cuando", "if".
    Condition,
    /// Asks for something else, by itself: "me equivoqué", "agrega", "instead".
    Change,
    /// Asks for something else when content comes with it: "mejor", "otra".
    WeakChange,
    /// Takes back or puts right, where content comes with it: "en realidad", "sorry". Harmless beside a plain answer.
    Correction,
    /// "pero", "but": after a yes it takes something back.
    But,
    /// Opens a question: "tienen", "what".
    Question,
    /// Puts something else forward as a question: "¿puede ser...?", "how about".
    Proposal,
    /// Ends the talk: "that's all". After a mere "that's okay" it rather declines.
    Closing,
    /// Puts the answer off: "I need to check". After a "no" it is only the reason.
    Defer,
    /// What a side question asks for: "el precio".
    Info,
    /// What there may be of at another time: "lugar", "a slot".
    Vacancy,
    /// Opens a question that, with a value, asks for that value: "se puede a las 9".
    Availability,
    /// Opens a request: "can you", "dime". Harmless before the act itself ("can you book it").
    Request,
    /// Did not hear or understand.
    Repeat,
    /// Opens what is wanted: "quiero", "I need", "in". What follows a no may be a new value.
    Lead,
    /// Names a kind of value: "la hora".
    Slot(SlotWord),
    /// Where one would rather be: "afuera", "upstairs".
    Wish,
    /// Says nothing either way: articles, thanks, fillers.
    Neutral,
}

/// A kind of value that people name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SlotWord {
    /// "la hora".
    Time,
    /// "el día".
    Date,
    /// "las personas".
    People,
    /// "el nombre".
    Name,
    /// "el teléfono".
    Phone,
    /// "la dirección".
    Address,
}

/// A class seen from the pending act.
pub(super) fn class_for(act: Act, class: Class) -> Class {
    match (class, act) {
        (Class::Book | Class::Present, Act::Book)
        | (Class::Perform, Act::Book | Act::Order | Act::Other)
        | (Class::Order, Act::Order)
        | (Class::Cancel | Class::Absent, Act::Cancel)
        | (Class::Modify, Act::Modify) => Class::Go,
        (Class::Cancel, Act::Book | Act::Modify | Act::Order | Act::Other)
        | (Class::Keep | Class::Present, Act::Cancel)
        | (Class::Keep, Act::Modify)
        | (Class::Absent, Act::Book | Act::Modify | Act::Order | Act::Other) => Class::Undo,
        (Class::AsIs, Act::Cancel | Act::Modify) => Class::Undo,
        (Class::AsIs, Act::Book | Act::Order | Act::Other) => Class::Good,
        (Class::Modify, Act::Book | Act::Cancel | Act::Order | Act::Other) => Class::Change,
        (Class::Book, Act::Order | Act::Other) | (Class::Order, Act::Book | Act::Other) => Class::Neutral,
        (Class::Book | Class::Order, Act::Modify) | (Class::Perform, Act::Modify) => Class::Neutral,
        // To book is not what is pending: it leaves in doubt what is meant.
        (Class::Book | Class::Order | Class::Perform, Act::Cancel) => Class::Hedge,
        (Class::Keep, Act::Book | Act::Order | Act::Other) => Class::Neutral,
        (Class::Present, Act::Modify | Act::Order | Act::Other) => Class::Neutral,
        (Class::Without, Act::Order) => Class::Change,
        (Class::Without, Act::Book | Act::Modify | Act::Cancel | Act::Other) => Class::Negation,
        (other, _) => other,
    }
}

/// A word's place among the words of a language's phrases; 0 for a word of none.
pub(super) type WordId = u16;

/// The phrases of a language.
pub(super) fn lexicon(language: Language) -> &'static Lexicon {
    match language {
        Language::Es => &SPANISH,
        Language::En => &ENGLISH,
    }
}

/// The phrases of a language, found by the word that they begin with.
pub(super) struct Lexicon {
    /// Every word of a phrase; its place, from 1, is its id.
    words: WordTable<WordId>,
    phrases: Vec<Phrase>,
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

impl Lexicon {
    fn new(rows: &[Row]) -> Self {
        let notations = || {
            let phrases_of = |(class, notations): &Row| {
                let class = *class;
                let notations = notations.split(',').map(str::trim);
                notations
                    .filter(|notation| !notation.is_empty())
                    .map(move |notation| (class, notation))
            };
            rows.iter().flat_map(phrases_of)
        };
        let words: BTreeSet<&'static str> = notations()
            .flat_map(|(_, notation)| notation.split_whitespace())
            .flat_map(|element| element.strip_suffix('?').unwrap_or(element).split('|'))
            .filter(|choice| !choice.ends_with('*') && !matches!(*choice, "#" | "$"))
            .collect();
        let words = WordTable::new(words.into_iter().zip(1..));
        let phrases: Vec<Phrase> = notations()
            .map(|(class, notation)| Phrase::new(class, notation, &words))
            .collect();
        let mut starts = vec![Vec::new(); words.len() + 1];
        let mut stems = Vec::new();
        for (index, phrase) in phrases.iter().enumerate() {
            for (at, element) in phrase.elements.iter().enumerate() {
                let start = Start {
                    phrase: index,
                    next: at + 1,
                };
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
        Self {
            words,
            phrases,
            starts,
            stems,
        }
    }

    /// The id of a folded word; of one that is drawn out ("graciaass", "okk"), that of the word that is meant.
    pub(super) fn id(&self, word: &str) -> WordId {
        let id = self.words.get(word);
        id.or_else(|| self.words.get(&crate::text::drawn_in(word)?))
            .unwrap_or(0)
    }

    /// The longest phrase that begins at the first of these words: its class and its length in words.
    pub(super) fn longest_phrase(&self, words: &[Word<'_>], ids: &[WordId]) -> Option<(Class, usize)> {
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

/// What `#` does not stand for.
fn is_no(word: &str) -> bool {
    matches!(word, "no" | "not" | "nope" | "dont")
}

/// One row of a table: what its phrases do, and the phrases in the notation of [`Phrase`], between commas.
pub(super) type Row = (Class, &'static str);

/// Whether answers of either language are made of this folded word, among others.
pub(crate) fn is_word_of_answers(word: &str) -> bool {
    [&SPANISH, &ENGLISH].iter().any(|lexicon| lexicon.id(word) != 0)
}

static SPANISH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(spanish::ROWS));
static ENGLISH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(english::ROWS));

/// A phrase in folded words. `a|b` is either word, `a?` may be left out, `a*` is any word that begins so, and
/// `#` is any one word but a no. `$` at the end: nothing may follow but punctuation.
struct Phrase {
    class: Class,
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

impl Phrase {
    fn new(class: Class, notation: &'static str, words: &WordTable<WordId>) -> Self {
        let (notation, is_whole_clause) = match notation.strip_suffix(" $") {
            Some(rest) => (rest, true),
            None => (notation, false),
        };
        let choice = |choice: &'static str| match choice.strip_suffix('*') {
            Some(stem) => Choice::Stem(stem),
            None if choice == "#" => Choice::AnyButNo,
            None => Choice::Word(words.get(choice).unwrap_or(0)),
        };
        let elements = notation
            .split_whitespace()
            .map(|element| {
                let required = element.strip_suffix('?');
                Element {
                    choices: required.unwrap_or(element).split('|').map(choice).collect(),
                    is_optional: required.is_some(),
                }
            })
            .collect();
        Self {
            class,
            elements,
            is_whole_clause,
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A phrase that approves though a no stands in it is an idiom, and there are few.
    #[test]
    fn no_yes_has_a_no_in_it_but_these() {
        let idioms = [
            "como no $",
            "como de que no $",
            "no hay problema",
            "no hay ningun problema",
            "no tengo problema",
            "no tengo ningun? inconveniente",
            "no hay inconveniente",
            "no hay bronca|falla|pex|fijon|tos|tema|rollo|lio|pedo",
            "no le veo problema",
            "no problem",
            "not a problem",
            "no problems",
            "no issues",
            "no complaints",
            "cant complain",
            "cant wait",
            "i cant wait",
        ];
        let approving = [
            Class::Yes,
            Class::Good,
            Class::Go,
            Class::Book,
            Class::Order,
            Class::Perform,
        ];
        for (class, notations) in spanish::ROWS.iter().chain(english::ROWS) {
            let refusing = notations.split(',').map(str::trim).filter(|notation| {
                let mut words = notation.split([' ', '|']);
                words.any(|word| ["no", "not", "nunca", "never", "dont", "cant", "ni"].contains(&word))
            });
            for notation in refusing.filter(|_| approving.contains(class)) {
                assert!(idioms.contains(&notation), "{class:?}: {notation}");
            }
        }
    }

    /// What may be left out whole would match nothing, and match everywhere.
    #[test]
    fn every_phrase_has_a_word_that_must_be_said() {
        for (class, notations) in spanish::ROWS.iter().chain(english::ROWS) {
            for notation in notations
                .split(',')
                .map(str::trim)
                .filter(|notation| !notation.is_empty())
            {
                let mut elements = notation.split_whitespace().filter(|element| *element != "$");
                assert!(
                    elements.any(|element| !element.ends_with('?')),
                    "{class:?}: {notation}"
                );
            }
        }
    }
}
