//! A list of ordered items, and what changes it.

use serde_json::Value;

use super::item_mentions::{Act, Mention};
use super::item_turns::Count;
use super::items::{QUANTITY_MAX, entry};

/// The items so far.
#[derive(Clone)]
pub(super) struct Basket {
    lines: Vec<Line>,
    /// The line that was mentioned last.
    last: Option<usize>,
    /// The line of which some are wanted otherwise: "tres tacos, uno sin cebolla".
    parted: Option<usize>,
    /// What was there before only some of it was wanted.
    set_aside: Vec<Line>,
    /// What this utterance named with its number.
    counted: Vec<String>,
    /// What this utterance named without a number.
    uncounted: Vec<String>,
    /// Whether naming one again, with others between, is one more of it.
    names_twice: bool,
}

/// A new number, and the one that it replaces.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) quantity: u32,
    pub(super) instead_of: Option<u32>,
}

#[derive(Clone, PartialEq, Eq)]
struct Line {
    id: String,
    quantity: u32,
    modification: Option<String>,
}

impl Basket {
    /// The items of a known list; entries that are none are left out.
    pub(super) fn of(known: Option<&Value>) -> Self {
        let entries = known.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let line = |entry: &Value| {
            let quantity = entry.get("quantity").and_then(Value::as_u64).unwrap_or(1);
            Some(Line {
                id: entry.get("menu_item_id")?.as_str()?.to_owned(),
                quantity: u32::try_from(quantity).unwrap_or(QUANTITY_MAX),
                modification: entry.get("modifications").and_then(Value::as_str).map(str::to_owned),
            })
        };
        Self {
            lines: entries.iter().filter_map(line).collect(),
            last: None,
            parted: None,
            set_aside: Vec::new(),
            counted: Vec::new(),
            uncounted: Vec::new(),
            names_twice: false,
        }
    }

    /// Of an utterance that corrects nothing: "un guacamole, un flan, un guacamole" are two of them.
    pub(super) fn without_second_thoughts(self, names_twice: bool) -> Self {
        Self { names_twice, ..self }
    }

    /// How many there are of it; none where there are none.
    pub(super) fn count_of(&self, id: &str) -> Option<u32> {
        let lines = self.lines.iter().filter(|line| line.id == id);
        let count = lines.map(|line| line.quantity).sum();
        Some(count).filter(|count| *count > 0)
    }

    pub(super) fn value(&self) -> Value {
        let lines = self.lines.iter();
        Value::Array(lines.map(|line| entry(&line.id, line.quantity, line.modification.as_deref())).collect())
    }

    pub(super) fn apply(&mut self, mention: Mention) {
        let part = mention.quantity.zip(mention.modification.as_deref());
        if let Some((quantity, modification)) = part.filter(|_| mention.is_part)
            && let Some(index) = self.lines.iter().position(|line| line.id == mention.id)
            && self.part_of(index, quantity, modification)
        {
            return;
        }
        match mention.act {
            Act::Remove => self.remove(&mention),
            Act::Add | Act::Want => self.put(mention),
        }
    }

    pub(super) fn has(&self, id: &str) -> bool {
        self.lines.iter().any(|line| line.id == id)
    }

    pub(super) fn has_any(&self, ids: &[Value]) -> bool {
        ids.iter().filter_map(Value::as_str).any(|id| self.has(id))
    }

    /// What is the same in all of these; as it was before, where they have nothing in common.
    pub(super) fn common_to(baskets: &[Self], before: &Self) -> Self {
        let Some((first, others)) = baskets.split_first() else {
            return before.clone();
        };
        let mut common = first.clone();
        common.lines.retain(|line| others.iter().all(|other| other.lines.contains(line)));
        (common.last, common.parted) = (None, None);
        common
    }

    /// Wants so many of what was mentioned last otherwise, or of the only item that it can be. After "y" they are
    /// others, not some of those, unless some were told apart before. False where there are none.
    pub(super) fn part(&mut self, quantity: u32, modification: &str, is_and: bool) -> bool {
        let index = match (self.parted, self.last) {
            (Some(parted), _) => Some(parted),
            (None, Some(_)) if is_and => None,
            (None, last) => last.or(self.only()),
        };
        index.is_some_and(|index| self.part_of(index, quantity, modification))
    }

    fn part_of(&mut self, index: usize, quantity: u32, modification: &str) -> bool {
        let Some(line) = self
            .lines
            .get_mut(index)
            .filter(|line| line.modification.is_none() && (1..=line.quantity).contains(&quantity))
        else {
            return false;
        };
        let modification = Some(modification.to_owned());
        if quantity == line.quantity {
            line.modification = modification;
            (self.last, self.parted) = (Some(index), None);
            return true;
        }
        line.quantity -= quantity;
        let id = line.id.clone();
        self.lines.push(Line { id, quantity, modification });
        (self.last, self.parted) = (Some(self.lines.len() - 1), Some(index));
        true
    }

    /// Wants all of what was mentioned last otherwise. False where it is not clear what that is.
    pub(super) fn modify(&mut self, modification: &str) -> bool {
        let line = self.last.or(self.only()).and_then(|index| self.lines.get_mut(index));
        let is_there = line.is_some();
        if let Some(line) = line {
            line.modification = Some(modification.to_owned());
        }
        is_there
    }

    /// Keeps only what is named from now on.
    pub(super) fn keep_only_named(&mut self) {
        self.set_aside = std::mem::take(&mut self.lines);
        (self.last, self.parted) = (None, None);
    }

    /// So many more of what was mentioned last, done the same. False where there is nothing.
    pub(super) fn again(&mut self, quantity: u32) -> bool {
        let line = self.last.or(self.lines.len().checked_sub(1)).and_then(|index| self.lines.get_mut(index));
        let is_there = line.is_some();
        if let Some(line) = line {
            line.quantity = line.quantity.saturating_add(quantity).min(QUANTITY_MAX);
        }
        is_there
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// What this utterance named without a number.
    pub(super) fn uncounted(&self) -> &[String] {
        &self.uncounted
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// The line that this utterance mentioned last.
    pub(super) fn last_place(&self) -> Option<usize> {
        self.last.filter(|last| *last < self.lines.len())
    }

    /// The lines of what another list has too.
    pub(super) fn places_in(&self, other: &Self) -> Vec<usize> {
        (0..self.lines.len()).filter(|at| other.has(&self.lines[*at].id)).collect()
    }

    /// Whether there are fewer of something than in another list.
    pub(super) fn lacks_any_of(&self, other: &Self) -> bool {
        other.lines.iter().any(|line| self.count_of(&line.id) < other.count_of(&line.id))
    }

    /// The lines of which there may be another number: of many is taken before the only one is.
    pub(super) fn countable(&self, count: Count) -> Vec<usize> {
        let having = |is_meant: &dyn Fn(u32) -> bool| -> Vec<usize> {
            (0..self.lines.len()).filter(|at| is_meant(self.lines[*at].quantity)).collect()
        };
        match count {
            Count::Fewer(fewer) => {
                let many = having(&|quantity| quantity > fewer);
                if many.is_empty() { having(&|quantity| quantity == fewer) } else { many }
            }
            Count::Instead(change) if self.lines.len() > 1 => having(&|quantity| quantity != change.quantity),
            Count::Instead(_) => having(&|_| true),
        }
    }

    /// The list with another number of one thing.
    pub(super) fn recounted(&self, place: usize, count: Count) -> Self {
        let mut basket = self.clone();
        let line = &mut basket.lines[place];
        line.quantity = match count {
            Count::Fewer(fewer) => line.quantity.saturating_sub(fewer),
            Count::Instead(change) => change.quantity,
        };
        basket.last = Some(place);
        if basket.lines[place].quantity == 0 {
            basket.lines.remove(place);
            basket.last = None;
        }
        basket
    }

    /// The list with one thing wanted otherwise.
    pub(super) fn noted(&self, place: usize, note: &str) -> Self {
        let mut basket = self.clone();
        basket.lines[place].modification = Some(note.to_owned());
        basket.last = Some(place);
        basket
    }

    /// The list with one thing where those lines stood; as many of it as there were of them, where no number was said.
    pub(super) fn replaced(&self, places: &[usize], mention: &Mention) -> Self {
        let mut basket = self.clone();
        let Some(first) = places.first().copied() else {
            return basket;
        };
        let quantity = match places {
            [only] => self.lines[*only].quantity,
            _ => 1,
        };
        basket.lines[first] = Line {
            id: mention.id.clone(),
            quantity: mention.quantity.unwrap_or(quantity),
            modification: mention.modification.clone(),
        };
        let mut at = 0;
        basket.lines.retain(|_| {
            at += 1;
            at - 1 == first || !places.contains(&(at - 1))
        });
        (basket.last, basket.parted) = (Some(first), None);
        basket
    }

    fn only(&self) -> Option<usize> {
        (self.lines.len() == 1).then_some(0)
    }

    /// What this utterance mentioned last.
    pub(super) fn last_id(&self) -> Option<&str> {
        self.last.and_then(|index| self.lines.get(index)).map(|line| line.id.as_str())
    }

    /// Sets the number of what was mentioned last, or of the only item that it can be. False where there is none.
    pub(super) fn requantify(&mut self, change: Change) -> bool {
        let fits = |line: &Line| change.instead_of.is_none_or(|quantity| line.quantity == quantity);
        let mut fitting = (0..self.lines.len()).filter(|index| fits(&self.lines[*index]));
        let only = fitting.next().filter(|_| fitting.next().is_none());
        let line = self.last.or(only).and_then(|index| self.lines.get_mut(index));
        let is_there = line.is_some();
        if let Some(line) = line {
            line.quantity = change.quantity;
        }
        is_there
    }

    /// Takes some away, or all where no number was said: of the one that was told by its note, else of all alike.
    fn remove(&mut self, mention: &Mention) {
        let is_told = |line: &Line| line.id == mention.id && line.modification == mention.modification;
        let by_note = mention.modification.is_some() && self.lines.iter().any(is_told);
        let mut left = mention.quantity.unwrap_or(u32::MAX);
        self.lines.retain_mut(|line| {
            let is_meant = line.id == mention.id && (!by_note || line.modification == mention.modification);
            if !is_meant || left == 0 {
                return true;
            }
            let taken = line.quantity.min(left);
            (line.quantity, left) = (line.quantity - taken, left - taken);
            line.quantity > 0
        });
        (self.last, self.parted) = (None, None);
    }

    /// "Nada más el mole" keeps as many as there were. False where there were none.
    fn take_back(&mut self, mention: &Mention) -> bool {
        let kept = self.set_aside.iter().filter(|line| line.id == mention.id);
        let kept: Vec<Line> = kept.cloned().collect();
        for mut line in kept.iter().cloned() {
            line.modification = mention.modification.clone().or(line.modification);
            self.last = Some(self.lines.len());
            self.lines.push(line);
        }
        !kept.is_empty()
    }

    /// Whether it is one more of what was named before in the same breath, with something else between.
    fn is_named_twice(&mut self, mention: &Mention) -> bool {
        if mention.quantity.is_none() || mention.act != Act::Want {
            return false;
        }
        let is_known = self.counted.contains(&mention.id);
        self.counted.push(mention.id.clone());
        self.names_twice && is_known && self.last_id().is_some_and(|last| last != mention.id)
    }

    fn put(&mut self, mut mention: Mention) {
        self.parted = None;
        if mention.quantity.is_none() {
            self.uncounted.push(mention.id.clone());
        }
        if self.is_named_twice(&mention) {
            mention.act = Act::Add;
        }
        let same = |line: &Line| line.id == mention.id && line.modification == mention.modification;
        let alike: Vec<usize> = (0..self.lines.len()).filter(|at| self.lines[*at].id == mention.id).collect();
        // "los tacos sin cebolla" says how the ones already there are wanted.
        let only = match alike.as_slice() {
            [only]
                if mention.act == Act::Want
                    && (mention.quantity.is_none() || mention.modification.is_none()) =>
            {
                Some(*only)
            }
            _ => None,
        };
        let index = self.lines.iter().position(same).or(only);
        let Some(index) = index else {
            if mention.quantity.is_none() && self.take_back(&mention) {
                return;
            }
            self.last = Some(self.lines.len());
            self.lines.push(Line {
                id: mention.id,
                quantity: mention.quantity.unwrap_or(1),
                modification: mention.modification,
            });
            return;
        };
        self.last = Some(index);
        let line = &mut self.lines[index];
        line.quantity = match mention.act {
            Act::Add => line.quantity.saturating_add(mention.quantity.unwrap_or(1)).min(QUANTITY_MAX),
            Act::Want | Act::Remove => mention.quantity.unwrap_or(line.quantity),
        };
        line.modification = mention.modification.or(line.modification.take());
    }
}
