//! What may be found in an answer, and the list of what was.

use std::ops::Range;

/// What may be found in an answer, beside it, or in the question that it answers. All but those of a question are found in
/// front of the question that an answer may end with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingKind {
    /// Agrees by itself: "sí"; the key 1.
    Yes,
    /// Approves of what was asked: "está bien".
    Good,
    /// Tells to go on: "resérvala".
    Go,
    /// Denies: "no"; the key 2.
    No,
    /// Disapproves: "no está bien", "that's not right".
    Refuse,
    /// Disapproves for good: "claro que no", "no la reserves", "never mind".
    RefuseOutright,

    /// The first answer in it denies or refuses: "no, gracias, ¿tienen otra sucursal?".
    DeniedFirst,
    /// Denies, then approves, and answers no more: "no, está bien así".
    NoThenGood,
    /// Denies, then agrees, then tells to go on, and answers no more: "no, sí, cancélala".
    NoThenYesAndGo,
    /// Agrees behind what it refuses: "ya no quiero... sí".
    YesAfterRefusal,
    /// A yes and the act in one clause: "sí cancélala".
    EmphaticGo,
    /// Its last word is a no, whatever it says there: "espera, no".
    FinalNo,
    /// The first clause that denies or refuses, whole.
    DenyingClause,

    /// Asks for time: "un momento".
    Wait,
    /// Puts the answer off: "I need to check".
    Defer,
    /// A hedge, a condition, "¿qué?", "sí, ¿no?", a double negation, a question that breaks off.
    Doubt,
    /// Asks for something else: "me equivoqué", "agrega".
    Change,
    /// Asks for something else where content comes with it: "mejor", "otra".
    WeakChange,
    /// Puts right where content comes with it: "en realidad", "sorry".
    Correction,
    /// Takes something back: "pero".
    But,
    /// Ends the talk: "that's all".
    Closing,
    /// Says what is wanted, so that a number behind it is a value: the "quiero" of "quiero 3".
    Lead,
    /// More than that nothing speaks against it: "that's perfect".
    Praise,

    /// A value that a slot's reading took and that was not asked: "a las 9", where 8 was.
    NewValue,
    /// A number, day or hour that was not asked and that no slot's reading took: "tengo 2 hijos".
    ForeignValue,
    /// A value that was not asked, in a question that asks for it: "¿se puede a las 9?".
    ValueInQuestion,
    /// A value that was asked: "a las 8".
    AskedValue,
    /// A value that was asked, negated: "no el viernes".
    RejectedValue,
    /// A kind of value by its name: "la hora".
    Slot,
    /// What is said to be wrong or unwanted by its name: "la hora está mal".
    RejectedSlot,

    /// A word of no table, or what one asks about: "estacionamiento".
    Unknown,
    /// Such words behind what says that they are wanted: "quiero el salón".
    WantedUnknown,
    /// Such words behind a preposition, which name something to be had: "sí, en la terraza", "with subtitles".
    Wish,
    /// Such a wish that nothing but small talk comes before: "en la terraza".
    OpeningWish,

    /// The question that it ends with: "sí, ¿y tienen estacionamiento?".
    Question,
    /// That question shows that the yes is none yet: "sí, ¿puedo pensarlo?".
    SecondThought,
    /// That question asks for what may bear on what is pending: "sí, ¿me das la mesa de la terraza?".
    OpenRequest,

    /// What was asked names no values: "would you like me to book it?". Nothing that a no could put right.
    Offer,
    /// Beside what would be a yes stands what nothing explains: "sí, a nombre de".
    Unexplained,
    /// Nothing in it speaks against a yes, and others who said it so meant one.
    LearntYes,
    /// The same of a no.
    LearntNo,
    /// What would be a yes is a story, of which only the beginning was read.
    Cut,
}

use FindingKind::{Go, Good, No, Refuse, RefuseOutright, Yes};

/// What answers: the order of these counts.
pub(super) const ANSWERS: Kinds = Kinds::of(&[Yes, Good, Go, No, Refuse, RefuseOutright]);

/// What a refusal is, for good or not.
pub(super) const REFUSALS: Kinds = Kinds::of(&[Refuse, RefuseOutright]);

/// What denies or refuses.
pub(super) const DENIALS: Kinds = Kinds::of(&[No, Refuse, RefuseOutright]);

/// What is found word by word.
const RUNNING_ON: Kinds = Kinds::of(&[
    FindingKind::AskedValue,
    FindingKind::ForeignValue,
    FindingKind::NewValue,
    FindingKind::Unknown,
]);

/// A set of kinds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Kinds(u64);

impl Kinds {
    pub(super) const NONE: Self = Self(0);

    pub(super) const fn of(kinds: &[FindingKind]) -> Self {
        let mut bits = 0;
        let mut at = 0;
        while at < kinds.len() {
            bits |= 1 << kinds[at] as u64;
            at += 1;
        }
        Self(bits)
    }

    pub(super) const fn has(self, kind: FindingKind) -> bool {
        self.has_any(Self::of(&[kind]))
    }

    pub(super) const fn has_any(self, kinds: Self) -> bool {
        self.0 & kinds.0 != 0
    }

    pub(super) const fn has_all(self, kinds: Self) -> bool {
        self.0 & kinds.0 == kinds.0
    }

    pub(super) const fn and(self, kinds: Self) -> Self {
        Self(self.0 | kinds.0)
    }

    pub(super) const fn without(self, kinds: Self) -> Self {
        Self(self.0 & !kinds.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Something that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) kind: FindingKind,
    /// The indexes of the words that it stands on. None for what stands in no words of the answer, as the question's [`Offer`],
    /// and for a value whose words could not be found again.
    ///
    /// [`Offer`]: FindingKind::Offer
    pub(super) words: Range<usize>,
}

/// All that was found in an answer, in the order in which it was found; that is the order of what was said for [`ANSWERS`].
#[derive(Debug, Default)]
pub(super) struct Findings {
    list: Vec<Finding>,
    kinds: Kinds,
}

impl Findings {
    /// What runs on ("a las nueve y media") is one finding.
    pub(super) fn add(&mut self, kind: FindingKind, words: Range<usize>) {
        if RUNNING_ON.has(kind)
            && let Some(last) = self.list.last_mut()
            && last.kind == kind
            && last.words.end == words.start
        {
            last.words.end = words.end;
            return;
        }
        self.list.push(Finding { kind, words });
        self.kinds = self.kinds.and(Kinds::of(&[kind]));
    }

    /// Adds it where it stands somewhere.
    pub(super) fn add_at(&mut self, kind: FindingKind, words: Option<Range<usize>>) {
        if let Some(words) = words {
            self.add(kind, words);
        }
    }

    pub(super) fn kinds(&self) -> Kinds {
        self.kinds
    }

    pub(super) fn has(&self, kind: FindingKind) -> bool {
        self.kinds.has(kind)
    }

    pub(super) fn has_any(&self, kinds: Kinds) -> bool {
        self.kinds.has_any(kinds)
    }

    /// How many there are so far: [`Self::since`] tells what came later.
    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    /// What was found since there were so many.
    pub(super) fn since(&self, count: usize) -> &[Finding] {
        self.list.get(count..).unwrap_or_default()
    }

    /// Those of some kinds.
    pub(super) fn of(&self, kinds: Kinds) -> impl DoubleEndedIterator<Item = &Finding> + Clone {
        self.list.iter().filter(move |finding| kinds.has(finding.kind))
    }

    /// The answers, in the order in which they were given.
    pub(super) fn answers(&self) -> impl DoubleEndedIterator<Item = &Finding> + Clone {
        self.of(ANSWERS)
    }

    /// The first of a kind.
    pub(super) fn first(&self, kind: FindingKind) -> Option<&Finding> {
        self.has(kind).then(|| self.list.iter().find(|finding| finding.kind == kind)).flatten()
    }

    /// Where the question begins, as the index of a word.
    pub(super) fn question_start(&self) -> Option<usize> {
        self.first(FindingKind::Question).map(|question| question.words.start)
    }
}
