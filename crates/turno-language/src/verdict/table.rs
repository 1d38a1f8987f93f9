//! The table of which finding outweighs which.
//!
//! The first row that fits decides. The order is the order of what is safe: whatever may speak against a yes comes before it.

use super::finding::{FindingKind, Kinds};
use crate::Verdict;
use FindingKind::{
    AskedValue, But, Change, Closing, Correction, Cut, Defer, DeniedFirst, DenyingClause, Doubt, EmphaticGo,
    FinalNo, ForeignValue, Go, Good, Lead, LearntNo, LearntYes, NewValue, No, NoThenGood, NoThenYesAndGo,
    Offer, OpenRequest, OpeningWish, Praise, Question, Refuse, RefuseOutright, RejectedSlot, RejectedValue,
    SecondThought, Slot, Unexplained, Unknown, ValueInQuestion, Wait, WantedUnknown, WeakChange, Wish, Yes,
    YesAfterRefusal,
};

/// A row: where all of some kinds were found, and one of others, and none of yet others, that is the verdict.
#[derive(Debug)]
pub(super) struct Row {
    /// What it says of the answer.
    pub(super) name: &'static str,
    pub(super) all: Kinds,
    /// Of each group that is not empty, one must be found.
    pub(super) any: [Kinds; 2],
    pub(super) unless: Kinds,
    pub(super) verdict: Verdict,
}

impl Row {
    const fn named(name: &'static str) -> Self {
        let any = [Kinds::NONE; 2];
        Self { name, all: Kinds::NONE, any, unless: Kinds::NONE, verdict: Verdict::Unclear }
    }

    const fn all(self, kinds: &[FindingKind]) -> Self {
        Self { all: Kinds::of(kinds), ..self }
    }

    const fn any(self, kinds: &[FindingKind]) -> Self {
        Self { any: [Kinds::of(kinds), self.any[0]], ..self }
    }

    const fn unless(self, kinds: &[FindingKind]) -> Self {
        Self { unless: Kinds::of(kinds), ..self }
    }

    const fn is(self, verdict: Verdict) -> Self {
        Self { verdict, ..self }
    }

    fn fits(&self, found: Kinds) -> bool {
        found.has_all(self.all)
            && !found.has_any(self.unless)
            && self.any.iter().all(|any| any.is_empty() || found.has_any(*any))
    }

    /// All kinds that it asks for.
    pub(super) fn asked_for(&self) -> Kinds {
        self.any.iter().fold(self.all, |kinds, any| kinds.and(*any))
    }
}

/// The row that decides.
pub(super) fn decide(found: Kinds) -> &'static Row {
    TABLE.iter().find(|row| row.fits(found)).unwrap_or(&OTHERWISE)
}

/// What approves.
const APPROVES: &[FindingKind] = &[Yes, Good, Go];

/// What refuses.
const REFUSES: &[FindingKind] = &[Refuse, RefuseOutright];

/// What others meant is not asked beside any of these.
const AGAINST: &[FindingKind] = &[
    DeniedFirst,
    DenyingClause,
    FinalNo,
    NoThenGood,
    NoThenYesAndGo,
    No,
    Refuse,
    RefuseOutright,
    YesAfterRefusal,
    Wait,
    Defer,
    Doubt,
    Change,
    WeakChange,
    Correction,
    But,
    Closing,
    NewValue,
    ForeignValue,
    ValueInQuestion,
    RejectedValue,
    RejectedSlot,
    Slot,
    WantedUnknown,
    Wish,
    OpeningWish,
    Question,
    SecondThought,
    OpenRequest,
    Cut,
    LearntNo,
];

/// What may be put in the place of what was asked.
const CONTENT: &[FindingKind] = &[Unknown, WantedUnknown, Slot];

/// Where no other row fits.
pub(super) static OTHERWISE: Row = Row::named("nothing in it answers").is(Verdict::Unclear);

/// The rows. Each has an example of what it is for.
pub(super) static TABLE: &[Row] = &[
    // An offer names no values that a no could put right: whatever follows the no is another matter.
    //
    // "No, está bien así": there is nothing that it could approve but to leave things as they are.
    Row::named("an offer: content without it")
        .all(&[Offer, NoThenGood])
        .unless(&[Unknown, But])
        .is(Verdict::No),
    // "No, show me a movie instead".
    Row::named("an offer: denied, and it goes on")
        .all(&[Offer, DeniedFirst])
        .any(&[Unknown, NewValue, ForeignValue, Question, RefuseOutright, Doubt])
        .unless(&[Yes, Good])
        .is(Verdict::No),
    // "I need to check with my wife first".
    Row::named("an offer: put off").all(&[Offer, Defer]).unless(APPROVES).is(Verdict::No),
    // "That's all".
    Row::named("an offer: the talk ends").all(&[Offer, Closing]).unless(&[Yes, Good]).is(Verdict::No),
    //
    // "Sí, a las 9", "sí, me equivoqué".
    Row::named("a new value, or a change").any(&[NewValue, Change]).is(Verdict::Change),
    // "¿Se puede a las 9?"; "no la reserves, ¿a las 9 hay otra cosa?" asks for another thing.
    Row::named("a question for a value")
        .all(&[ValueInQuestion])
        .unless(&[RefuseOutright])
        .is(Verdict::Change),
    // A number in a story ("tengo 2 hijos") is no new value, nor is one behind a refusal: "not now, please book four tickets to
    // the game". In an answer it is: "sí, 5".
    Row::named("another value in what approves or corrects")
        .all(&[ForeignValue])
        .any(&[Yes, Good, Go, WeakChange, Correction, But])
        .is(Verdict::Change),
    // "5".
    Row::named("another value, and no story around it")
        .all(&[ForeignValue])
        .unless(&[Unknown])
        .is(Verdict::Change),
    // "No, 5 por la fiesta", "quiero 5 por la fiesta".
    Row::named("another value, wanted or behind a no")
        .all(&[ForeignValue])
        .any(&[No, Refuse, Lead])
        .unless(&[RefuseOutright])
        .is(Verdict::Change),
    //
    // "No la reserves, déjame pensarlo".
    Row::named("a wait, beside a refusal").any(&[Wait, Defer]).any(REFUSES).is(Verdict::No),
    // "No, I need to check": the reason of the no.
    Row::named("put off, as the reason of a no").all(&[Defer, No]).unless(&[Wait]).is(Verdict::No),
    // "Sí... espera, no".
    Row::named("a wait, and a no at the end").all(&[FinalNo]).any(&[Wait, Defer]).is(Verdict::No),
    // "Un momento", "sí, espera".
    Row::named("a wait").any(&[Wait, Defer]).is(Verdict::Wait),
    //
    // "That's not right, I want a compact car".
    Row::named("not right, and what is wanted")
        .all(&[Refuse, WantedUnknown])
        .unless(&[RefuseOutright, Offer])
        .is(Verdict::Change),
    // "Ya no quiero... sí" is anyone's guess.
    Row::named("a yes behind a refusal").all(&[YesAfterRefusal]).is(Verdict::Unclear),
    // "Claro que no", "sí, ya no quiero".
    Row::named("a refusal").any(REFUSES).is(Verdict::No),
    //
    // "Mejor el salón", "sorry, the time".
    Row::named("a correction, and to what").any(&[WeakChange, Correction]).any(CONTENT).is(Verdict::Change),
    // "Sí, pero en el salón".
    Row::named("approved but for something").all(&[But]).any(APPROVES).any(CONTENT).is(Verdict::Change),
    // "Sí, en la terraza".
    Row::named("approved, and a wish")
        .any(&[Wish, OpeningWish])
        .any(APPROVES)
        .unless(&[Doubt])
        .is(Verdict::Change),
    // "En la terraza", and nothing else.
    Row::named("a wish alone")
        .all(&[OpeningWish])
        .unless(&[Doubt, Yes, Good, Go, No, Refuse, RefuseOutright])
        .is(Verdict::Change),
    // "Pero la hora".
    Row::named("all but a part").all(&[But, Slot]).unless(&[No]).is(Verdict::Change),
    // "No, a las 8", "mejor a las 8": what was understood otherwise.
    Row::named("what was asked, as a correction")
        .all(&[AskedValue])
        .any(&[No, WeakChange, Correction])
        .unless(APPROVES)
        .is(Verdict::Change),
    // "No, quiero el salón", "no, la hora".
    Row::named("a no, and to what")
        .all(&[No])
        .any(&[WantedUnknown, Wish, OpeningWish, Slot])
        .is(Verdict::Change),
    // "No, reserva el salón".
    Row::named("a no, and the act with something else").all(&[No, Go, Unknown]).is(Verdict::Change),
    // "La hora está mal", "no el viernes".
    Row::named("a part is rejected").any(&[RejectedSlot, RejectedValue]).is(Verdict::Change),
    //
    // "Creo que sí", "si hay lugar".
    Row::named("a doubt").all(&[Doubt]).is(Verdict::Unclear),
    // "Sí, pero", "sí, ¿puedo pensarlo?".
    Row::named("approved, and something taken back")
        .any(APPROVES)
        .any(&[But, WeakChange, OpenRequest, SecondThought])
        .is(Verdict::Unclear),
    // "La hora está bien" leaves the rest open, and "that's okay, that's all" rather declines.
    Row::named("approved in part, or to be left alone")
        .all(&[Good])
        .any(&[Slot, Closing])
        .unless(&[Yes, Go])
        .is(Verdict::Unclear),
    // "Me niego", "sin lugar a dudas": where no rule found anything against it.
    Row::named("said as others say no").all(&[LearntNo]).unless(APPROVES).is(Verdict::No),
    Row::named("said as others say yes").all(&[LearntYes]).unless(AGAINST).is(Verdict::Yes),
    // "Sí, a nombre de".
    Row::named("a yes, and what nothing explains").all(&[Unexplained]).is(Verdict::Unclear),
    Row::named("a yes in a story").all(&[Cut]).is(Verdict::Unclear),
    //
    // A no and a yes. Only the act itself, said with a yes behind the no, outweighs it: "no, sí cancélala".
    Row::named("a no that the act outweighs")
        .all(&[NoThenYesAndGo, EmphaticGo, No, Yes, Go])
        .unless(&[Unknown])
        .is(Verdict::Yes),
    // Praise has nothing to change: "no, that's perfect".
    Row::named("a no that has nothing to change")
        .all(&[NoThenGood, Praise, No, Good])
        .unless(&[Unknown, Question, AskedValue, Closing])
        .is(Verdict::Yes),
    // "No, sí", "sí, no".
    Row::named("a no and a yes").all(&[No]).any(APPROVES).is(Verdict::Unclear),
    //
    // "Sí, zapatos".
    Row::named("approved, in words that are not known").all(&[Unknown]).any(APPROVES).is(Verdict::Unclear),
    // "Sí", "está bien", "resérvala".
    Row::named("approved").any(APPROVES).is(Verdict::Yes),
    // "No, that's all" to an order: nothing more of it, rather than nothing of it.
    Row::named("a no that may end a list").all(&[No, Closing]).unless(&[Offer]).is(Verdict::Unclear),
    // "No".
    Row::named("a no").all(&[No]).is(Verdict::No),
];
