//! What there is of what is sold, and what says that there is some, or none.

use turno_language::{Tagged, Text};

use super::room_words::names_room;
use crate::{
    DEPENDS_ON,
    clauses::clauses,
    fact::InStock,
    names::{Name, Named, named_in},
    phrases::stands_at,
    told::stem_of,
    values::number_of,
};

/// That there is some of something, or none.
#[derive(Debug)]
pub(crate) struct StockSaid {
    is_there: bool,
    pieces: Option<u64>,
    /// The clause that says it.
    clause: Text,
}

static NOT: Tagged = Tagged::new("stock_not");

impl StockSaid {
    /// What the clauses of a sentence say of it.
    pub(crate) fn read(sentence: &Text) -> Vec<Self> {
        let clauses = clauses(sentence.said()).into_iter();
        clauses.filter_map(Self::of_clause).collect()
    }

    fn agrees_with(&self, is_there: bool, pieces: Option<u64>) -> bool {
        let is_enough = pieces.zip(self.pieces).is_none_or(|(has, said)| said <= has);
        self.is_there == is_there && is_enough
    }

    fn of_clause(clause: Text) -> Option<Self> {
        static THERE_IS: Tagged = Tagged::new("stock_there_is");
        static GONE: Tagged = Tagged::new("stock_gone");
        static GONE_IN_WORDS: Tagged = Tagged::new("stock_gone_in_words");
        static THERE_IN_WORDS: Tagged = Tagged::new("stock_there_in_words");
        // Another day, another wish, or nothing that is known yet.
        static OPEN: Tagged = Tagged::new("stock_open");
        let folded = clause.folded();
        let words: Vec<&str> = clause.words().collect();
        let depends = clause
            .written()
            .enumerate()
            .any(|(at, word)| DEPENDS_ON.contains(&&*word) && (at > 0 || words.len() > 3));
        let is_any = |known: &[&str]| words.iter().any(|word| known.contains(word));
        let has = |known: &[&str]| known.iter().any(|phrase| folded.contains(phrase));
        if depends || is_any(&OPEN) || names_room(&words) {
            return None;
        }
        let denies = is_any(&NOT);
        let (is_there, pieces) = if is_any(&GONE) || has(&GONE_IN_WORDS) {
            (denies, None)
        } else if is_any(&THERE_IS) || has(&THERE_IN_WORDS) {
            (!denies, pieces_of(&words))
        } else {
            return None;
        };
        Some(Self { is_there, pieces, clause })
    }
}

impl Named for InStock {
    fn name(&self) -> &Name {
        &self.name
    }
}

/// What results and the business tell of what there is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stock {
    /// The latest of each name.
    items: Vec<InStock>,
    /// Whether there was some of what the latest result was about, and how many.
    latest: Vec<(bool, Option<u64>)>,
}

impl Stock {
    /// Adds what the business says of itself: what was looked up is newer.
    pub(crate) fn add_of_business(&mut self, item: InStock) {
        if !self.items.iter().any(|known| known.name == item.name) {
            self.items.push(item);
        }
    }

    /// Adds what a result told, later than all before it.
    pub(crate) fn add_found(&mut self, told: Vec<InStock>) {
        self.latest = told.iter().map(|item| (item.is_there, item.pieces)).collect();
        for item in told {
            self.items.retain(|known| known.name != item.name);
            self.items.push(item);
        }
    }

    /// That there is some of a thing, or none, is said only as it was told. What nobody was told of is not looked at: it may be
    /// no goods at all ("tenemos terraza"), unless it is what the user asks about and nobody looked.
    pub(crate) fn holds(
        &self,
        said: &StockSaid,
        sentence: &Text,
        latest: &Text,
        is_unasked: bool,
        is_told: &dyn Fn(&str) -> bool,
    ) -> bool {
        if self.items.is_empty() && !is_unasked {
            return true;
        }
        let in_clause = named_in(&self.items, &said.clause);
        let named = if in_clause.is_empty() { named_in(&self.items, sentence) } else { in_clause };
        match named.is_empty() {
            false => named.iter().any(|item| said.agrees_with(item.is_there, item.pieces)),
            true if is_unasked => !is_of_the_wish(&said.clause, latest, is_told),
            true => {
                let mut latest = self.latest.iter();
                !is_of_what_was_asked(&said.clause)
                    || self.latest.is_empty()
                    || latest.any(|(is_there, pieces)| said.agrees_with(*is_there, *pieces))
            }
        }
    }
}

/// "Quedan 3 piezas", "tres en existencia", "5 left": no number of a name, a price or a size.
fn pieces_of(words: &[&str]) -> Option<u64> {
    static PIECES: Tagged = Tagged::new("stock_pieces");
    static LEFT_BEFORE: Tagged = Tagged::new("stock_left_before");
    static LEFT: Tagged = Tagged::new("stock_left");
    static IN_STOCK: Tagged = Tagged::new("stock_in_stock");
    static OTHER_COUNTS: Tagged = Tagged::new("stock_other_counts");
    let is_left = |at: usize| {
        let before = at.checked_sub(2).and_then(|at| words.get(at));
        before.is_some_and(|word| LEFT_BEFORE.contains(word))
    };
    let stands_behind = |at: usize| match words.get(at) {
        Some(word) if PIECES.contains(word) || LEFT.contains(word) => true,
        Some(_) if stands_at(words, at, &IN_STOCK) => true,
        // "Quedan 30", "quedan 3 azules": and no "quedan 2 horas".
        Some(next) => is_left(at) && !OTHER_COUNTS.contains(next),
        None => is_left(at),
    };
    words.iter().enumerate().find_map(|(at, word)| {
        let number = number_of(word).filter(|number| *number >= 0.0 && number.fract() == 0.0)?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, and not below 0")]
        stands_behind(at + 1).then_some(number as u64)
    })
}

/// Of what the user asked about, and nothing that the business itself tells of: "sí tenemos", "nos quedan pocas bocinas".
fn is_of_the_wish(clause: &Text, latest: &Text, business: &dyn Fn(&str) -> bool) -> bool {
    const LETTERS_MIN: usize = 4;
    let stems = |text: &Text| -> Vec<String> {
        let told = text.words().filter(|word| {
            word.len() >= LETTERS_MIN && !NOTHING_ELSE.contains(word) && !ABOUT_STOCK.contains(word)
        });
        told.map(stem_of).collect()
    };
    let (own, asked) = (stems(clause), stems(latest));
    let is_told = |words: &[String]| words.iter().any(|word| business(word));
    let is_wish = own.iter().all(|word| asked.contains(word));
    is_wish && !is_told(if own.is_empty() { &asked } else { &own })
}

static ABOUT_STOCK: Tagged = Tagged::new("stock_about_stock");

static NOTHING_ELSE: Tagged = Tagged::new("stock_nothing_else");

/// "Sí, está disponible", "lo tenemos en existencia", "it's sold out": of nothing but what was asked about.
fn is_of_what_was_asked(clause: &Text) -> bool {
    clause
        .words()
        .all(|word| NOTHING_ELSE.contains(&word) || NOT.contains(&word) || number_of(word).is_some())
}
