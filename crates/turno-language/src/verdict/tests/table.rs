//! What outweighs what, whatever else is found; and what is told of it.

use proptest::prelude::*;

use super::super::{
    finding::{FindingKind, Kinds},
    table::{OTHERWISE, Row, TABLE, decide},
};
use super::{read, reason};
use crate::{Act, Language, Verdict};
use FindingKind::{
    AskedValue, But, Change, Closing, Correction, Cut, Defer, DeniedFirst, DenyingClause, Doubt, EmphaticGo,
    FinalNo, ForeignValue, Go, Good, Lead, LearntNo, LearntYes, NewValue, No, NoThenGood, NoThenYesAndGo,
    Offer, OpenRequest, OpeningWish, Praise, Question, Refuse, RefuseOutright, RejectedSlot, RejectedValue,
    SecondThought, Slot, Unexplained, Unknown, ValueInQuestion, Wait, WantedUnknown, WeakChange, Wish, Yes,
    YesAfterRefusal,
};

const ALL: [FindingKind; 42] = [
    Yes,
    Good,
    Go,
    No,
    Refuse,
    RefuseOutright,
    DeniedFirst,
    NoThenGood,
    NoThenYesAndGo,
    YesAfterRefusal,
    EmphaticGo,
    FinalNo,
    DenyingClause,
    Wait,
    Defer,
    Doubt,
    Change,
    WeakChange,
    Correction,
    But,
    Closing,
    Lead,
    Praise,
    NewValue,
    ForeignValue,
    ValueInQuestion,
    AskedValue,
    RejectedValue,
    Slot,
    RejectedSlot,
    Unknown,
    WantedUnknown,
    Wish,
    OpeningWish,
    Question,
    SecondThought,
    OpenRequest,
    Offer,
    Unexplained,
    LearntYes,
    LearntNo,
    Cut,
];

/// What a finding weighs against a yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    /// Where it is found, nothing is a yes, whatever else is found.
    Outweighs,
    /// It may stand beside a yes, and never makes one.
    Beside,
    /// It may make a yes.
    Makes,
}

fn weight(kind: FindingKind) -> Weight {
    match kind {
        Refuse | RefuseOutright | YesAfterRefusal => Weight::Outweighs,
        Wait | Defer | Doubt | SecondThought | OpenRequest => Weight::Outweighs,
        Change | WeakChange | But | Wish | OpeningWish => Weight::Outweighs,
        NewValue | ForeignValue | ValueInQuestion | RejectedValue | RejectedSlot => Weight::Outweighs,
        Cut => Weight::Outweighs,
        // Alone they are in doubt; others may have said so, and meant yes.
        Unknown | Unexplained => Weight::Beside,
        LearntNo => Weight::Beside,
        DeniedFirst | DenyingClause | FinalNo | Closing | Lead | Correction => Weight::Beside,
        AskedValue | Slot | WantedUnknown | Question | Offer => Weight::Beside,
        Yes | Good | Go | LearntYes => Weight::Makes,
        // "No, that's perfect", "no, sí cancélala".
        No | NoThenGood | Praise | NoThenYesAndGo | EmphaticGo => Weight::Makes,
    }
}

fn is_yes(found: Kinds) -> bool {
    decide(found).verdict == Verdict::Yes
}

fn with(found: Kinds, kind: FindingKind) -> Kinds {
    found.and(Kinds::of(&[kind]))
}

/// The rows that say yes, each with its place.
fn rows_of_yes() -> impl Iterator<Item = (usize, &'static Row)> {
    TABLE.iter().enumerate().filter(|(_, row)| row.verdict == Verdict::Yes)
}

/// Whether an earlier row takes each set from that row of a yes that has what the row asks for and `found`: a proof over all
/// sets, with nothing said of what else is in them.
fn is_taken_before(place: usize, yes: &Row, found: Kinds) -> bool {
    if yes.unless.has_any(found) {
        return true;
    }
    let is_met = |row: &Row| {
        let has_one = |group: Kinds| {
            let is_asked_for = yes.any.iter().any(|own| !own.is_empty() && group.has_all(*own));
            group.is_empty() || found.has_any(group) || is_asked_for
        };
        found.has_all(row.all) && !found.has_any(row.unless) && row.any.into_iter().all(has_one)
    };
    // Where it is not met for something more that is found, another row has to take that.
    let is_taken = |row: &Row| {
        let mut exceptions = ALL.into_iter().filter(|kind| row.unless.without(yes.unless).has(*kind));
        is_met(row) && exceptions.all(|kind| is_taken_before(place, yes, with(found, kind)))
    };
    TABLE[..place].iter().any(|row| row.verdict != Verdict::Yes && is_taken(row))
}

/// With a refusal, a doubt, a wait, a new value, a second thought there is no yes, whatever else is found: for all sets.
#[test]
fn what_outweighs_a_yes_does_so_whatever_else_is_found() {
    for kind in ALL {
        let is_never = rows_of_yes().all(|(place, yes)| is_taken_before(place, yes, with(yes.all, kind)));
        let mut plain = vec![Kinds::of(&[Yes]), Kinds::of(&[Good])];
        plain.extend(rows_of_yes().map(|(_, row)| row.all));
        let is_somewhere = plain.into_iter().any(|found| is_yes(with(found, kind)));
        assert_eq!(is_never, weight(kind) == Weight::Outweighs, "{kind:?}");
        assert_eq!(is_somewhere, weight(kind) != Weight::Outweighs, "{kind:?}");
    }
}

/// A row that another one stands before in all cases would say nothing.
#[test]
fn each_row_decides_somewhere() {
    let mut names: Vec<&str> = TABLE.iter().chain([&OTHERWISE]).map(|row| row.name).collect();
    let is_decided_by = |row: &Row, found: Kinds| std::ptr::eq(decide(found), row);
    for row in TABLE {
        let one_of = |group: Kinds| {
            let kinds = ALL.into_iter().filter(move |kind| group.has(*kind)).map(|kind| Kinds::of(&[kind]));
            kinds.chain(group.is_empty().then_some(Kinds::NONE))
        };
        let [first, second] = row.any;
        let mut least = one_of(first).flat_map(|one| one_of(second).map(move |other| one.and(other)));
        let decides = |found: Kinds| is_decided_by(row, found) || is_decided_by(row, with(found, Unknown));
        assert!(least.any(|found| decides(row.all.and(found))), "{}", row.name);
    }
    assert!(is_decided_by(&OTHERWISE, Kinds::NONE));
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), TABLE.len() + 1, "two rows have one name");
}

fn sets() -> impl Strategy<Value = Kinds> {
    let few = prop::collection::vec(prop::sample::select(ALL.to_vec()), 0..10);
    few.prop_map(|kinds| Kinds::of(&kinds))
}

proptest! {
    #[test]
    fn what_outweighs_a_yes_is_found_in_none(found in sets()) {
        for kind in ALL {
            let after = with(found, kind);
            let name = decide(after).name;
            match weight(kind) {
                Weight::Outweighs => prop_assert!(!is_yes(after), "{kind:?} in {name}"),
                Weight::Beside => prop_assert!(is_yes(found) || !is_yes(after), "{kind:?} in {name}"),
                Weight::Makes => {}
            }
        }
    }
}

#[test]
fn each_kind_is_in_the_list_of_all_once() {
    let places: Vec<usize> = ALL.into_iter().map(|kind| kind as usize).collect();
    assert_eq!(places, (0..ALL.len()).collect::<Vec<_>>());
}

/// The row that decides, and the words that it stands on, as they were said.
#[test]
fn a_verdict_says_why() {
    for (language, said, why) in [
        (Language::es(), "Sí, está bien.", "approved: Yes \"Sí\", Good \"está bien\""),
        (Language::es(), "sí, pero a las 9", "a new value, or a change: NewValue \"a las 9\""),
        (Language::es(), "No la reserves", "a refusal: RefuseOutright \"No la reserves\""),
        (
            Language::en(),
            "yes, shoes",
            "approved, in words that are not known: Yes \"yes\", Unknown \"shoes\"",
        ),
        (Language::es(), "1", "approved: Yes \"1\""),
        (Language::es(), "", "nothing in it answers"),
    ] {
        assert_eq!(reason(language, Act::Book, said), why, "{said}");
    }
    let story = "sí ".repeat(300);
    assert!(reason(Language::es(), Act::Book, &story).starts_with("a yes in a story: Cut \"sí sí"));
    assert_eq!(read(Language::es(), Act::Book, &story).assent, None);
}
