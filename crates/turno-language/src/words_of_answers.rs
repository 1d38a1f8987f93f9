//! What phrases do in an answer, and the tables of them: for the reader of answers, and for those that must not take such a word
//! for a name.

use crate::phrase_table::PhraseTable;
use crate::{Act, Language, by_language::ByLanguage};

/// What a phrase does in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Yes by itself: "sí", "simón", "claro que sí".
    Yes,
    /// Approves of what was asked; a negation before it turns it round: "está bien", "me late".
    Good,
    /// Wants a thing left as it is: approves, but of a cancellation or a change.
    AsIs,
    /// Has nothing to change: in what was asked, or in what there is.
    NoChanges,
    /// Disapproves: "mal", "wrong". Refuses, or with a slot's name asks for a change.
    Bad,
    /// Tells to go on, whatever the act: "hazlo", "go ahead".
    Go,
    /// Tells to book: "resérvala".
    Book,
    /// Confirms the booking itself, whatever is asked of it: "confirmo mi reservación".
    Affirm,
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
pub(crate) enum SlotWord {
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
pub(crate) fn class_for(act: Act, class: Class) -> Class {
    match (class, act) {
        (Class::Book | Class::Present, Act::Book)
        | (Class::Perform, Act::Book | Act::Order | Act::Other)
        | (Class::Order, Act::Order)
        | (Class::Cancel | Class::Absent, Act::Cancel)
        | (Class::Affirm, Act::Book | Act::Modify | Act::Other)
        | (Class::Modify, Act::Modify) => Class::Go,
        (Class::Cancel, Act::Book | Act::Modify | Act::Order | Act::Other)
        | (Class::Keep | Class::Present | Class::Affirm, Act::Cancel)
        | (Class::Keep, Act::Modify)
        | (Class::Absent, Act::Book | Act::Modify | Act::Order | Act::Other) => Class::Undo,
        (Class::AsIs, Act::Cancel | Act::Modify) => Class::Undo,
        (Class::NoChanges, Act::Cancel | Act::Modify) => Class::Hedge,
        (Class::AsIs | Class::NoChanges, Act::Book | Act::Order | Act::Other) => Class::Good,
        (Class::Modify, Act::Book | Act::Cancel | Act::Order | Act::Other) => Class::Change,
        (Class::Book, Act::Order | Act::Other) | (Class::Order, Act::Book | Act::Other) => Class::Neutral,
        (Class::Book | Class::Order, Act::Modify) | (Class::Perform, Act::Modify) => Class::Neutral,
        // To book is not what is pending: it leaves in doubt what is meant.
        (Class::Book | Class::Order | Class::Perform, Act::Cancel) => Class::Hedge,
        (Class::Keep, Act::Book | Act::Order | Act::Other) => Class::Neutral,
        (Class::Affirm, Act::Order) => Class::Neutral,
        (Class::Present, Act::Modify | Act::Order | Act::Other) => Class::Neutral,
        (Class::Without, Act::Order) => Class::Change,
        (Class::Without, Act::Book | Act::Modify | Act::Cancel | Act::Other) => Class::Negation,
        (other, _) => other,
    }
}

/// The phrases of a language, by what they do.
pub(crate) type Lexicon = PhraseTable<Class>;

/// The tags of the phrases that answers are made of.
const TAGS: &[(&str, Class)] = &[
    ("absent", Class::Absent),
    ("affirm", Class::Affirm),
    ("as_is", Class::AsIs),
    ("availability", Class::Availability),
    ("bad", Class::Bad),
    ("book", Class::Book),
    ("but", Class::But),
    ("cancel", Class::Cancel),
    ("change", Class::Change),
    ("closing", Class::Closing),
    ("condition", Class::Condition),
    ("correction", Class::Correction),
    ("defer", Class::Defer),
    ("go", Class::Go),
    ("good", Class::Good),
    ("hedge", Class::Hedge),
    ("info", Class::Info),
    ("keep", Class::Keep),
    ("lead", Class::Lead),
    ("modify", Class::Modify),
    ("negation", Class::Negation),
    ("neutral", Class::Neutral),
    ("no", Class::No),
    ("no_changes", Class::NoChanges),
    ("order", Class::Order),
    ("perform", Class::Perform),
    ("present", Class::Present),
    ("proposal", Class::Proposal),
    ("question", Class::Question),
    ("refuse", Class::Refuse),
    ("repeat", Class::Repeat),
    ("request", Class::Request),
    ("slot_address", Class::Slot(SlotWord::Address)),
    ("slot_date", Class::Slot(SlotWord::Date)),
    ("slot_name", Class::Slot(SlotWord::Name)),
    ("slot_people", Class::Slot(SlotWord::People)),
    ("slot_phone", Class::Slot(SlotWord::Phone)),
    ("slot_time", Class::Slot(SlotWord::Time)),
    ("vacancy", Class::Vacancy),
    ("wait", Class::Wait),
    ("weak_change", Class::WeakChange),
    ("wish", Class::Wish),
    ("without", Class::Without),
    ("yes", Class::Yes),
];

/// What a tag of the pack says that a phrase does.
fn class_of(tag: &str) -> Option<Class> {
    let found = TAGS.binary_search_by_key(&tag, |(known, _)| known).ok()?;
    TAGS.get(found).map(|(_, class)| *class)
}

/// The tags of the phrases that answers are made of.
pub(crate) fn tags() -> impl Iterator<Item = &'static str> {
    TAGS.iter().map(|(tag, _)| *tag)
}

/// The phrases of a language.
pub(crate) fn lexicon(language: Language) -> &'static Lexicon {
    TABLES.of(language)
}

/// Whether answers of either language are made of this folded word, among others.
pub(crate) fn is_word_of_answers(word: &str) -> bool {
    Language::understood().any(|language| lexicon(language).id(word) != 0)
}

static TABLES: ByLanguage<Lexicon> = ByLanguage::new(table);

fn table(language: Language) -> Lexicon {
    Lexicon::new(language.pack().lexicon.tagged(class_of))
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
            "no pues si $",
            "no pues si esta bien|perfecto $",
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
            "no doubt",
            "no objections",
            "cant wait",
            "i cant wait",
        ];
        let approving = [Class::Yes, Class::Good, Class::Go, Class::Book, Class::Order, Class::Perform];
        let phrases = [Language::es(), Language::en()]
            .into_iter()
            .flat_map(|language| language.pack().lexicon.tagged(class_of));
        let has_no = |notation: &str| {
            let mut words = notation.split([' ', '|']);
            words.any(|word| ["no", "not", "nunca", "never", "dont", "cant", "ni"].contains(&word))
        };
        for (class, notation) in phrases.filter(|(class, _)| approving.contains(class)) {
            assert!(!has_no(notation) || idioms.contains(&notation), "{class:?}: {notation}");
        }
    }

    #[test]
    fn tags_are_found_where_they_stand() {
        assert!(TAGS.is_sorted_by_key(|(tag, _)| tag));
        assert_eq!(class_of("slot_time"), Some(Class::Slot(SlotWord::Time)));
        assert_eq!(class_of("beside_free"), None);
    }
}
