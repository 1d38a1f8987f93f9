//! The words that people are counted with.

use super::tokens::Tokens;
use crate::pack::Tagged;

/// What is counted: people, children among them, and the seats they need.
pub(super) static NOUNS: Tagged = Tagged::new("party_nouns");

/// Those of whom a grown-up says that they come along: they may be of a number that was given, or beside it.
pub(super) static CHILDREN: Tagged = Tagged::new("party_children");

/// Those that "con" puts beside the one who speaks.
pub(super) static FRIENDS: Tagged = Tagged::new("party_friends");

/// What a person takes at a table.
pub(super) static PLACES: Tagged = Tagged::new("party_places");

/// Two people.
pub(super) static COUPLES: Tagged = Tagged::new("party_couples");

/// What a small child is given at a table: whom it is for is no party.
pub(super) static FOR_A_CHILD: Tagged = Tagged::new("party_for_a_child");

/// Words after which a number is a number of people, whatever follows.
pub(super) static LEADS: Tagged = Tagged::new("party_leads");

/// Many people, before their number is told.
pub(super) static MANY: Tagged = Tagged::new("party_many");

/// How many they were to be: it counts only where it is said what became of it.
pub(super) static ONCE: Tagged = Tagged::new("party_once");

/// One person.
pub(super) static ONE: Tagged = Tagged::new("party_one");

/// One person, where that is what was asked.
pub(super) static ALONE: Tagged = Tagged::new("party_alone");

/// Grown-ups.
pub(super) static ADULTS: Tagged = Tagged::new("party_adults");

/// A family, before its number is told.
pub(super) static FAMILIES: Tagged = Tagged::new("party_families");

/// Of those who come, after their number: "uno de nosotros".
pub(super) static OF_US: Tagged = Tagged::new("party_of_us");

/// Several others, before their number.
pub(super) static OTHERS: Tagged = Tagged::new("party_others");

/// For so many people.
pub(super) static FOR: Tagged = Tagged::new("party_for");

/// Before one person whose number is not told: "a (mi suegra)", "a (baby)".
pub(super) static TO_SOMEBODY: Tagged = Tagged::new("party_to_somebody");

/// Puts a number to another: "más", "plus".
pub(super) static PLUS: Tagged = Tagged::new("party_plus");

/// Who is named with one of these is one's own.
pub(super) static OWN: Tagged = Tagged::new("party_company_own");

/// Behind a relative: one by marriage.
static IN_LAW: Tagged = Tagged::new("party_in_law");

/// The index after "in law", "-in-law", or the index itself.
pub(super) fn in_law_end(tokens: &Tokens<'_>, at: usize) -> usize {
    let start = at + usize::from(tokens.word(at) == "-");
    tokens.phrases(start, &IN_LAW).unwrap_or(at)
}

/// How many a word for a relative stands for: "suegra", "parents".
pub(super) fn relatives(word: &str) -> Option<u32> {
    if PARENTS.contains(&word) {
        return Some(2);
    }
    RELATIVES.contains(&word).then_some(1)
}

static PARENTS: Tagged = Tagged::new("party_parents");

static RELATIVES: Tagged = Tagged::new("party_relatives");
