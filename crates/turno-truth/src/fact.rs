//! What is known: what tools, the business and the user gave, as facts of kinds that do not depend on whose they are.

use std::{collections::BTreeSet, sync::Arc};

use jiff::civil::Date;
use turno_language::Act;

use crate::{given::Given, named::Values, names::Name};

/// One thing that is known. Those of a talk come in the order in which they were told: the later one counts.
#[derive(Debug, Clone)]
pub enum Fact {
    /// Somebody whose word counts told that: whatever value it names may be said.
    Told {
        /// Who.
        by: Teller,
        /// The words, or the data.
        text: Arc<Given>,
    },
    /// The user gave that: a code or an hour of it may be said again, a price may not.
    Given(Arc<Given>),
    /// Something that is sold, and what it costs.
    Price(Arc<Price>),
    /// Amounts that are nobody's own price (totals, fees), in hundredths of what is written.
    Amounts(BTreeSet<i64>),
    /// The business says of itself that there is some of that, or none.
    StockOfBusiness(InStock),
    /// A result told what there is: of all that, and of nothing where it is empty.
    StockFound(Vec<InStock>),
    /// So many people come with a booking.
    People(u64),
    /// A booking is there, in the words of a result.
    Place(String),
    /// A branch of the business: its id and what it is called.
    Branch(Vec<String>),
    /// Bookings were looked for, or made: whether there are none.
    Bookings {
        /// None was found.
        are_none: bool,
    },
    /// Somebody looked whether there is room.
    Room(Arc<RoomFound>),
    /// A call went wrong since the user last named a day or an hour: that nothing was found may be why.
    CallFailed,
    /// A call changed something.
    Deed(Arc<Deed>),
    /// A call read something.
    Read(Arc<Reading>),
    /// A call of this turn put the user through to a person.
    PutThrough,
}

/// Whose word it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Teller {
    /// The business, in words.
    Business,
    /// The business, in its file as a whole.
    BusinessFile,
    /// A tool.
    Tool,
}

/// What something costs.
#[derive(Debug)]
pub struct Price {
    /// What it is called.
    pub name: Name,
    /// In hundredths of what is written: amounts in results are often cents.
    pub amounts: BTreeSet<i64>,
}

/// What there is of something.
#[derive(Debug, Clone)]
pub struct InStock {
    /// What it is called.
    pub name: Name,
    /// There is some.
    pub is_there: bool,
    /// How many, where that is told.
    pub pieces: Option<u64>,
}

/// What was found free.
#[derive(Debug, Clone)]
pub struct RoomFound {
    /// What was asked for is free.
    pub is_free: bool,
    /// Nobody is there then: what is free is not taken.
    pub is_closed: bool,
    /// The day that was asked for.
    pub day: Option<Date>,
    /// For so many.
    pub people: Option<u64>,
    /// Where, folded.
    pub places: Vec<String>,
    /// The hours that were asked for, on the dial.
    pub asked: BTreeSet<u32>,
    /// What is free by it.
    pub slots: Vec<FreeSlot>,
}

/// Hours that are free.
#[derive(Debug, Clone)]
pub struct FreeSlot {
    /// None: the day that was asked for.
    pub day: Option<Date>,
    /// On the dial.
    pub hours: BTreeSet<u32>,
}

/// Something that a call of the model's changed.
#[derive(Debug)]
pub struct Deed {
    /// Its result, or what is kept of it.
    pub result: Arc<Given>,
    /// The texts within it.
    pub texts: Vec<String>,
    /// What it did.
    pub act: Act,
    /// In this turn.
    pub is_new: bool,
    /// The user agreed to it, and waits to hear of it.
    pub is_asked: bool,
    /// Its place among the calls; nothing is in front of what was before them all.
    pub at: usize,
    /// The values that it had.
    pub values: Values,
}

/// Something that a call of the model's read.
#[derive(Debug)]
pub struct Reading {
    /// Its result.
    pub result: Arc<Given>,
    /// The texts within it.
    pub texts: Vec<String>,
    /// Its place among the calls.
    pub at: usize,
    /// It says that there is nothing of what was looked for.
    pub finds_nothing: bool,
    /// The statuses that it tells, folded; empty: it tells none.
    pub statuses: String,
}
