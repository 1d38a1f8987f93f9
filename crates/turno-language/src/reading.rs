//! What goes into a reading, and what comes out.

use std::collections::BTreeMap;

use jiff::ZonedDateTime;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Language, OpeningHours, Vocabulary};

/// What an answer to a confirmation means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Do it, as asked.
    Yes,
    /// Do not do it.
    No,
    /// Do it, but otherwise.
    Change,
    /// Not yet: the question stays open.
    Wait,
    /// None of these; a side question too.
    Unclear,
}

/// What the pending call does, for words such as "cancélala" that mean yes to one act and no to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Makes a booking.
    Book,
    /// Moves or edits a booking.
    Modify,
    /// Cancels something.
    Cancel,
    /// Places an order.
    Order,
    /// Anything else.
    Other,
}

/// What kind of value a slot holds, and so how it is read and written in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlotKind {
    /// `"2026-01-20"`.
    Date,
    /// `"20:00"`.
    Time,
    /// A number of people: an integer.
    PartySize,
    /// A person's name: a string in title case.
    PersonName,
    /// A phone number in E.164: `"+525512345678"`.
    Phone,
    /// One term of the slot's vocabulary: its id. Also how an `enum` of a schema is read.
    Term,
    /// A list of terms with quantities: `[{"menu_item_id": "...", "quantity": 2, "modifications": "sin cebolla"}]`.
    /// A reading gives the whole new list, the known one with what was added, taken away or changed.
    Items,
    /// A postal address: a string as said.
    Address,
    /// A confirmation code: `"RES-482173648"`, or as earlier ones `"RES-1234"`, also read from "erre e ese 12 34", "res 1234", "1234" when asked for.
    Code,
    /// `true` or `false`.
    Boolean,
    /// An integer.
    Integer,
    /// A number with or without a fraction: `2.5`, also read from "dos y medio", "kilo y medio", "two point five".
    Number,
    /// A mail address or a telephone to be reached at: an address is `"ana@ejemplo.com"`, whatever else is said is taken as
    /// said. Read only when it is the slot that was asked for.
    Contact,
    /// Anything: taken as said, and only when it is the slot that was asked for.
    Text,
}

/// A slot that may be filled.
#[derive(Debug, Clone)]
pub struct SlotSpec<'a> {
    /// The parameter's name.
    pub name: &'a str,
    /// How it is read.
    pub kind: SlotKind,
    /// The terms, for [`SlotKind::Term`] and [`SlotKind::Items`].
    pub vocabulary: Option<&'a Vocabulary>,
}

/// What is known when an utterance is read.
#[derive(Debug, Clone)]
pub struct ReadContext<'a> {
    /// The tenant's language.
    pub language: Language,
    /// The moment of the turn in the tenant's zone.
    pub now: &'a ZonedDateTime,
    /// The slots that may be filled.
    pub slots: &'a [SlotSpec<'a>],
    /// The slot that was asked for last, if one was: a bare "ocho" or "Juan" belongs to it.
    pub awaiting: Option<&'a str>,
    /// The values so far, by slot; "una hora después" is relative to these.
    pub known: &'a BTreeMap<String, Value>,
    /// When the business is open: decides between 8 in the morning and 8 at night.
    pub hours: Option<&'a OpeningHours>,
    /// ISO country for phone numbers without a prefix: `MX`, `US`.
    pub country: &'a str,
}

/// A value that was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SlotValue {
    /// The slot.
    pub slot: String,
    /// Its value, in the form of its kind.
    pub value: Value,
    /// The words that gave it, as said.
    pub said: String,
}

/// Why a value could not be taken. The core turns it into a question or an explanation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    /// The slot.
    pub slot: String,
    /// The words at fault, as said.
    pub said: String,
    /// What is wrong.
    pub kind: ProblemKind,
}

/// What is wrong with a value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProblemKind {
    /// More than one reading: "a las 8" where both 08:00 and 20:00 may be meant, or a weekday and a date that
    /// disagree. The values are in the order in which they should be offered.
    Ambiguous(Vec<Value>),
    /// There is no such thing: 31 de febrero, las 27 horas.
    Impossible,
    /// It lies before now.
    Past,
    /// Too vague to book: "al rato", "más tarde", "un día de estos".
    Vague,
    /// Out of range: 0 or 500 people, a phone with 7 digits.
    OutOfRange,
    /// Not in the vocabulary, though the words name something: nearest terms' ids, best first, at most 3.
    Unknown(Vec<String>),
}

/// The values and problems of one utterance.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SlotReading {
    /// At most one value a slot.
    pub values: Vec<SlotValue>,
    /// At most one problem a slot, and none for a slot that has a value, but for a list of items: there
    /// [`ProblemKind::Unknown`] tells what was wanted beside the rest and is not in the vocabulary.
    pub problems: Vec<Problem>,
}

/// What is pending when a verdict is read.
#[derive(Debug, Clone)]
pub struct Asked<'a> {
    /// What it does.
    pub act: Act,
    /// The values that the question named (the call's parameters).
    pub values: &'a BTreeMap<String, Value>,
    /// What it named beside them.
    pub sums: Sums<'a>,
}

/// The sums of money that a question names: to say one of them again changes nothing, to say another one does.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sums<'a> {
    /// In whole units: cents are rarely said.
    pub units: &'a [i64],
    /// The currency that they are of, as ISO names it.
    pub currency: &'a str,
}

/// A verdict, with what came along with it.
#[derive(Debug, Clone, PartialEq)]
pub struct VerdictReading {
    /// What the answer means.
    pub verdict: Verdict,
    /// With [`Verdict::Change`]: the new values, only those that differ from what was asked. May be empty
    /// ("quiero cambiar la hora").
    pub changes: SlotReading,
    /// With [`Verdict::Change`] and no value: the slots that the user wants to change ("la hora").
    pub named_slots: Vec<String>,
    /// The rest of the utterance is a question of its own, to be answered after: "sí, ¿y tienen estacionamiento?".
    /// With [`Verdict::Wait`]: what was said beside the wait.
    pub question: Option<String>,
    /// With [`Verdict::Yes`]: how it was said.
    pub assent: Option<Assent>,
    /// With [`Verdict::Yes`]: how plainly it is meant for the question.
    pub firmness: Option<Firmness>,
    /// With [`Verdict::Change`] or [`Verdict::Unclear`]: what is wished for and no slot's reading takes, as said ("en la
    /// terraza", "a high chair"). Of a kind that a business can note; it is for the caller to say what becomes of it.
    pub wish: Option<String>,
}

/// How a yes was said, the plainest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assent {
    /// "Sí", "correcto", "that would be great".
    Word,
    /// By naming the act, with such a word or without: "sí, cancélala", "resérvala", "confirmo".
    Act,
    /// As a first request is said: "quiero reservar". It may be one, which arrived late.
    Request,
}

/// How plainly a yes is meant for the question, the least plain first: whether it would be one to something else as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Firmness {
    /// "Ok", "muy bien", "de acuerdo", a thumb, "sí, gracias": it acknowledges whatever was said last.
    Acknowledges,
    /// "Sí", "correcto", "adelante", with no thanks.
    Agrees,
    /// By a verb of confirming, or of the act itself, or with a value that was asked: "sí, confirmo", "cancélala", "sí, el
    /// viernes"; or by a key or the place of a button.
    Names,
}
