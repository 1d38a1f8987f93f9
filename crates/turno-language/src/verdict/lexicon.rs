//! The tables of phrases, and how they are matched.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use super::words::Word;
use super::{english, spanish};
use crate::{Act, Language};

/// What a phrase does in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Yes by itself: "sí", "simón", "claro que sí".
    Yes,
    /// Approves of what was asked; a negation before it turns it round: "está bien", "me late".
    Good,
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
        | (Class::Perform, Act::Book | Act::Other)
        | (Class::Order, Act::Order)
        | (Class::Cancel | Class::Absent, Act::Cancel)
        | (Class::Modify, Act::Modify) => Class::Go,
        (Class::Cancel, Act::Book | Act::Modify | Act::Order | Act::Other)
        | (Class::Keep | Class::Present, Act::Cancel)
        | (Class::Keep, Act::Modify)
        | (Class::Absent, Act::Book | Act::Modify | Act::Order | Act::Other) => Class::Undo,
        (Class::Modify, Act::Book | Act::Cancel | Act::Order | Act::Other) => Class::Change,
        (Class::Book, Act::Order | Act::Other) | (Class::Order, Act::Book | Act::Other) => Class::Neutral,
        (Class::Book | Class::Order, Act::Modify) | (Class::Perform, Act::Order | Act::Modify) => Class::Neutral,
        // To book is not what is pending: it leaves in doubt what is meant.
        (Class::Book | Class::Order | Class::Perform, Act::Cancel) => Class::Hedge,
        (Class::Keep, Act::Book | Act::Order | Act::Other) => Class::Neutral,
        (Class::Present, Act::Modify | Act::Order | Act::Other) => Class::Neutral,
        (Class::Without, Act::Order) => Class::Change,
        (Class::Without, Act::Book | Act::Modify | Act::Cancel | Act::Other) => Class::Negation,
        (other, _) => other,
    }
}

/// The longest phrase that begins at the first of these words: its class and its length in words.
pub(super) fn longest_phrase(language: Language, words: &[Word]) -> Option<(Class, usize)> {
    let lexicon = match language {
        Language::Es => &*SPANISH,
        Language::En => &*ENGLISH,
    };
    let mut best: Option<(Class, usize)> = None;
    for phrase in lexicon.phrases_from(words.first()?) {
        let Some(length) = phrase.match_length(words) else {
            continue;
        };
        if best.is_none_or(|(_, longest)| length > longest) {
            best = Some((phrase.class, length));
        }
    }
    best
}

/// The phrases of a language, found by the letter that they begin with.
struct Lexicon {
    phrases: Vec<Phrase>,
    /// For each letter, the phrases that may begin with it, in the order of the tables.
    by_letter: BTreeMap<char, Vec<usize>>,
    /// The phrases that may begin with any word.
    by_any: Vec<usize>,
}

impl Lexicon {
    fn new(rows: &[Row]) -> Self {
        let phrases: Vec<Phrase> = rows
            .iter()
            .flat_map(|(class, notations)| {
                notations
                    .split(',')
                    .map(|notation| Phrase::new(*class, notation.trim()))
            })
            .filter(|phrase| !phrase.elements.is_empty())
            .collect();
        let firsts: Vec<Option<BTreeSet<char>>> = phrases.iter().map(Phrase::first_letters).collect();
        let letters: BTreeSet<char> = firsts.iter().flatten().flatten().copied().collect();
        let with = |letter: Option<char>| {
            let may_begin = |first: &Option<BTreeSet<char>>| match (first, letter) {
                (Some(letters), Some(letter)) => letters.contains(&letter),
                (Some(_), None) => false,
                (None, _) => true,
            };
            (0..phrases.len())
                .filter(|index| may_begin(&firsts[*index]))
                .collect()
        };
        Self {
            by_letter: letters
                .iter()
                .map(|letter| (*letter, with(Some(*letter))))
                .collect(),
            by_any: with(None),
            phrases,
        }
    }

    fn phrases_from(&self, word: &Word) -> impl Iterator<Item = &Phrase> {
        let letter = word.text.chars().next();
        let indexes = letter.and_then(|letter| self.by_letter.get(&letter));
        indexes
            .unwrap_or(&self.by_any)
            .iter()
            .filter_map(|index| self.phrases.get(*index))
    }
}

/// One row of a table: what its phrases do, and the phrases in the notation of [`Phrase`], between commas.
pub(super) type Row = (Class, &'static str);

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
    choices: Vec<&'static str>,
    is_optional: bool,
}

impl Phrase {
    fn new(class: Class, notation: &'static str) -> Self {
        let (notation, is_whole_clause) = match notation.strip_suffix(" $") {
            Some(rest) => (rest, true),
            None => (notation, false),
        };
        let elements = notation
            .split_whitespace()
            .map(|element| {
                let required = element.strip_suffix('?');
                let choices = required.unwrap_or(element).split('|').collect();
                Element {
                    choices,
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

    /// The letters that its first word may begin with; none where that may be any.
    fn first_letters(&self) -> Option<BTreeSet<char>> {
        let mut letters = BTreeSet::new();
        for element in &self.elements {
            for choice in &element.choices {
                let stem = choice.strip_suffix('*').unwrap_or(choice);
                letters.insert(stem.chars().next().filter(|letter| *letter != '#')?);
            }
            if !element.is_optional {
                break;
            }
        }
        Some(letters)
    }

    /// How many words it takes from the start. Only its first word may follow punctuation.
    fn match_length(&self, words: &[Word]) -> Option<usize> {
        let mut length = 0;
        for element in &self.elements {
            let word = words.get(length).filter(|word| length == 0 || !word.after_break);
            match word {
                Some(word) if element.accepts(&word.text) => length += 1,
                _ if element.is_optional => {}
                _ => return None,
            }
        }
        let is_cut_short = self.is_whole_clause && words.get(length).is_some_and(|word| !word.after_break);
        (length > 0 && !is_cut_short).then_some(length)
    }
}

impl Element {
    fn accepts(&self, word: &str) -> bool {
        self.choices.iter().any(|choice| match choice.strip_suffix('*') {
            Some(stem) => word.starts_with(stem),
            None if *choice == "#" => !matches!(word, "no" | "not" | "nope" | "dont"),
            None => *choice == word,
        })
    }
}
