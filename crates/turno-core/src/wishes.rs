//! What the caller's words ask for beyond what was done: what a model may want done rests on them.

use serde::{Deserialize, Serialize};
use turno_language::Act;

/// What the caller has asked for since something was last done.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wishes {
    /// The tool whose deed was all that had been asked for; none: the caller has said something since, or nothing was done yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done_by: Option<String>,
    /// The caller has said something, and nothing that asks for anything: "gracias", "hola".
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_none_yet: bool,
    /// So many things more of one kind were asked for in one breath: "una para el sábado y otra para el domingo".
    #[serde(default)]
    pub further: u8,
    /// What was asked for has parts: "una mesa, y me manda unos tacos". One of them may be for another tool.
    #[serde(default)]
    pub has_parts: bool,
    /// All that was asked for is to take something back: "cancélela". No booking and no order rests on that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_takes_back: bool,
}

/// What may be wanted by what was said beside a yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beside {
    /// Nothing: nothing was said.
    Nothing,
    /// Something that another tool does.
    OtherThings,
    /// The same once more, too.
    Anything,
}

impl Wishes {
    pub(crate) fn is_untold(&self) -> bool {
        *self == Self::default()
    }

    /// The caller's first words ask for nothing.
    pub(crate) fn begun_with_none(&mut self) {
        self.is_none_yet = true;
    }

    /// Nothing that was asked for is left to do.
    fn are_none(&self) -> bool {
        self.done_by.is_some() || self.is_none_yet
    }

    /// The caller has asked for something to be taken back; `is_first`: they have said nothing before.
    pub(crate) fn asked_back(&mut self, is_first: bool) {
        self.only_takes_back |= is_first || self.are_none();
        self.done_by = None;
        self.is_none_yet = false;
    }

    /// The caller has asked for something, in words that hold so many requests of one kind.
    pub(crate) fn asked(&mut self, requests: u8, has_parts: bool) {
        self.only_takes_back = false;
        self.done_by = None;
        self.is_none_yet = false;
        self.further = self.further.max(requests.saturating_sub(1));
        self.has_parts |= has_parts;
    }

    /// So many things were called for at once, of which nothing is done yet.
    pub(crate) fn called_together(&mut self, calls: usize) {
        let further = u8::try_from(calls.saturating_sub(1)).unwrap_or(u8::MAX);
        self.further = self.further.max(further);
    }

    /// A tool has done what was asked for, or one thing of it.
    pub(crate) fn done(&mut self, tool: &str, beside_the_yes: Beside) {
        if self.further > 0 {
            self.further -= 1;
        } else if beside_the_yes != Beside::Anything {
            self.done_by = Some(tool.to_owned());
            self.has_parts |= beside_the_yes == Beside::OtherThings;
        }
    }

    /// Whether what was said may want that tool to do something of that kind.
    pub(crate) fn may_want(&self, tool: &str, act: Act) -> bool {
        let done_by = self.done_by.as_deref();
        let rests_on_nothing =
            self.is_none_yet || self.only_takes_back && matches!(act, Act::Book | Act::Order);
        !rests_on_nothing && done_by.is_none_or(|done_by| self.has_parts && done_by != tool)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_begins_with_thanks_wants_nothing_yet() {
        let mut wishes = Wishes::default();
        wishes.begun_with_none();
        assert!(!wishes.may_want("book", Act::Book));
        wishes.asked(1, false);
        assert!(wishes.may_want("book", Act::Book));
    }

    #[test]
    fn a_deed_uses_up_what_was_asked_for() {
        let mut wishes = Wishes::default();
        wishes.asked(2, false);
        wishes.done("book", Beside::Nothing);
        assert!(wishes.may_want("book", Act::Book));
        wishes.done("book", Beside::Nothing);
        assert!(!wishes.may_want("book", Act::Book) && !wishes.may_want("order", Act::Order));
        wishes.asked(1, true);
        assert!(wishes.may_want("book", Act::Book));
        wishes.done("book", Beside::Nothing);
        assert!(!wishes.may_want("book", Act::Book));
        assert!(wishes.may_want("order", Act::Order), "the other part of it");
        wishes.asked(1, false);
        wishes.done("book", Beside::Anything);
        assert!(wishes.may_want("book", Act::Book), "something stood beside the yes");
        wishes.done("book", Beside::OtherThings);
        assert!(!wishes.may_want("book", Act::Book), "what stood beside the yes was no booking");
        assert!(wishes.may_want("order", Act::Order));
    }

    #[test]
    fn nothing_new_rests_on_what_is_taken_back() {
        let mut wishes = Wishes::default();
        wishes.asked(1, false);
        wishes.done("book", Beside::Nothing);
        wishes.asked_back(false);
        assert!(!wishes.may_want("book", Act::Book) && wishes.may_want("cancel", Act::Cancel));
        wishes.asked(1, false);
        assert!(wishes.may_want("book", Act::Book), "they went on");
        wishes.asked_back(false);
        assert!(wishes.may_want("book", Act::Book), "it is still to be done");
    }
}
