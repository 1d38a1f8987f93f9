//! Calls put together from pieces. Servers disagree on how a call is cut up, and some are wrong about it: what is
//! accepted here is all of it that has only one sensible reading.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use turno_core::{ModelCall, Opaque};

use crate::json;

/// What an answer calls beyond so many calls is passed over: nobody means that, and each is looked through for each piece.
const CALLS_MAX: usize = 128;

/// A piece of a call; what is empty was not said.
#[derive(Debug, Clone, Default)]
pub(crate) struct Piece<'a> {
    /// Which call of the answer, if the server says so. Some say 0 for all.
    pub(crate) index: Option<u64>,
    /// Its id.
    pub(crate) id: &'a str,
    /// Its tool.
    pub(crate) name: &'a str,
    /// More of its arguments.
    pub(crate) arguments: &'a str,
    /// What the provider wants back with it.
    pub(crate) opaque: Option<Value>,
}

/// The calls of an answer, as they come together.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    calls: Vec<Call>,
    /// The call that an index means now.
    by_index: BTreeMap<u64, usize>,
}

#[derive(Debug, Default)]
struct Call {
    id: String,
    name: String,
    arguments: String,
    opaque: Option<Value>,
}

impl Calls {
    /// Adds a piece to the call that it belongs to, or begins one with it.
    pub(crate) fn push(&mut self, piece: Piece<'_>) {
        let at = match self.place(&piece) {
            Some(at) => at,
            None if self.calls.len() == CALLS_MAX => return,
            None => {
                self.calls.push(Call::default());
                self.calls.len() - 1
            }
        };
        if let Some(index) = piece.index {
            self.by_index.insert(index, at);
        }
        let call = &mut self.calls[at];
        if !piece.id.is_empty() {
            piece.id.clone_into(&mut call.id);
        }
        if !piece.name.is_empty() {
            piece.name.clone_into(&mut call.name);
        }
        call.arguments.push_str(piece.arguments);
        if piece.opaque.is_some() {
            call.opaque = piece.opaque;
        }
    }

    /// How many there are so far.
    pub(crate) fn len(&self) -> usize {
        self.calls.len()
    }

    /// The calls, each with an id of its own; `of` is whose the opaque things are, `new_id` makes ids up.
    pub(crate) fn finish(self, of: &str, mut new_id: impl FnMut() -> String) -> Vec<ModelCall> {
        let mut seen = BTreeSet::new();
        self.calls
            .into_iter()
            .filter(|call| !(call.name.is_empty() && call.arguments.trim().is_empty()))
            .map(|call| {
                let mut id = call.id;
                while id.is_empty() || !seen.insert(id.clone()) {
                    id = new_id();
                }
                ModelCall {
                    id,
                    tool: call.name,
                    arguments: json::first_value(&call.arguments).to_owned(),
                    opaque: call.opaque.map(|value| Opaque { of: of.to_owned(), value }),
                }
            })
            .collect()
    }

    /// The call that a piece belongs to; none where it begins one.
    fn place(&self, piece: &Piece<'_>) -> Option<usize> {
        let at = match piece.index {
            Some(index) => *self.by_index.get(&index)?,
            None if piece.id.is_empty() => self.calls.len().checked_sub(1)?,
            None => self.calls.iter().rposition(|call| call.id == piece.id)?,
        };
        let call = &self.calls[at];
        let another = |new: &str, old: &str| !new.is_empty() && !old.is_empty() && new != old;
        if another(piece.id, &call.id) || another(piece.name, &call.name) {
            return None;
        }
        // The name again, without an id, behind arguments that are whole: the same tool is called once more.
        let again = !piece.name.is_empty()
            && piece.id.is_empty()
            && piece.arguments.trim_start().starts_with('{')
            && json::read(&call.arguments).is_some();
        (!again).then_some(at)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Said = (Option<u64>, &'static str, &'static str, &'static str);

    fn put_together(pieces: &[Said]) -> Vec<(String, String, String)> {
        let mut calls = Calls::default();
        for (index, id, name, arguments) in pieces {
            calls.push(Piece { index: *index, id, name, arguments, opaque: None });
        }
        let mut nth = 0;
        let new_id = || {
            nth += 1;
            format!("new_{nth}")
        };
        calls.finish("p/m", new_id).into_iter().map(|call| (call.id, call.tool, call.arguments)).collect()
    }

    #[test]
    fn servers_that_cut_calls_up_in_their_own_ways_are_understood() {
        let two = [("a", "f", "{\"x\":1}"), ("b", "g", "{}")];
        let ways: [&[Said]; 8] = [
            // As it is meant.
            &[
                (Some(0), "a", "f", ""),
                (Some(0), "", "", "{\"x\""),
                (Some(0), "", "", ":1}"),
                (Some(1), "b", "g", "{}"),
            ],
            // Woven into each other.
            &[
                (Some(0), "a", "f", ""),
                (Some(1), "b", "g", ""),
                (Some(0), "", "", "{\"x\":1}"),
                (Some(1), "", "", "{}"),
            ],
            // All at index 0.
            &[(Some(0), "a", "f", "{\"x\":1}"), (Some(0), "b", "g", "{}")],
            // All at index 0, in pieces.
            &[
                (Some(0), "a", "f", "{\"x\""),
                (Some(0), "", "", ":1}"),
                (Some(0), "b", "g", ""),
                (Some(0), "", "", "{}"),
            ],
            // Without an index.
            &[(None, "a", "f", "{\"x\""), (None, "", "", ":1}"), (None, "b", "g", "{}")],
            // Without an index, the id each time.
            &[
                (None, "a", "f", "{\"x\""),
                (None, "b", "g", ""),
                (None, "a", "", ":1}"),
                (None, "b", "", "{}"),
            ],
            // Id and name each time.
            &[(Some(0), "a", "f", "{\"x\""), (Some(0), "a", "f", ":1}"), (Some(1), "b", "g", "{}")],
            // Arguments twice.
            &[(Some(0), "a", "f", "{\"x\":1}"), (Some(0), "", "", "{\"x\":1}"), (Some(1), "b", "g", "{}{}")],
        ];
        let expected =
            two.map(|(id, name, arguments)| (id.to_owned(), name.to_owned(), arguments.to_owned()));
        for pieces in ways {
            assert_eq!(put_together(pieces), expected, "{pieces:?}");
        }
    }

    #[test]
    fn calls_without_ids_or_with_the_same_get_ids_of_their_own() {
        let ids = |pieces: &[Said]| put_together(pieces).into_iter().map(|call| call.0).collect::<Vec<_>>();
        assert_eq!(ids(&[(Some(0), "", "f", "{}"), (Some(1), "", "f", "{}")]), ["new_1", "new_2"]);
        assert_eq!(ids(&[(None, "", "f", "{}"), (None, "", "g", "{}")]), ["new_1", "new_2"]);
        assert_eq!(
            ids(&[(Some(0), "", "f", "{\"a\":1}"), (Some(0), "", "f", "{\"a\":2}")]),
            ["new_1", "new_2"]
        );
        assert_eq!(ids(&[(Some(0), "a", "f", "{}"), (Some(1), "a", "f", "{}")]), ["a", "new_1"]);
        assert!(ids(&[(Some(0), "", "", "")]).is_empty());
    }

    #[test]
    fn arguments_that_are_cut_or_missing_stay_so() {
        assert_eq!(put_together(&[(Some(0), "a", "f", "")])[0].2, "");
        assert_eq!(put_together(&[(Some(0), "a", "f", "{\"x\":")])[0].2, "{\"x\":");
    }

    fn cut(text: &str, places: &[usize]) -> Vec<String> {
        let characters: Vec<char> = text.chars().collect();
        let mut at: Vec<usize> = places.iter().map(|place| place % (characters.len() + 1)).collect();
        at.extend([0, characters.len()]);
        at.sort_unstable();
        at.windows(2).map(|cut| characters[cut[0]..cut[1]].iter().collect()).collect()
    }

    fn arguments() -> impl Strategy<Value = String> {
        let word = "[a-zñ🍕\"\\\\{}\\[\\]: ]{0,12}";
        prop::collection::btree_map("[a-z]{1,4}", word, 0..4)
            .prop_map(|fields| serde_json::to_string(&fields).unwrap())
    }

    proptest! {
        #[test]
        fn however_the_arguments_are_cut_and_woven_the_calls_are_the_same(
            wanted in prop::collection::vec((arguments(), prop::collection::vec(0..200_usize, 0..8)), 1..5),
            turns in prop::collection::vec(0..5_usize, 0..60),
            all_at_zero in any::<bool>(),
            repeats_id in any::<bool>(),
        ) {
            let mut queues: Vec<std::collections::VecDeque<String>> =
                wanted.iter().map(|(arguments, places)| cut(arguments, places).into()).collect();
            let ids: Vec<String> = (0..wanted.len()).map(|nth| format!("id_{nth}")).collect();
            let mut calls = Calls::default();
            let mut begun = vec![false; wanted.len()];
            let mut push = |nth: usize, arguments: &str| {
                let is_first = !std::mem::replace(&mut begun[nth], true);
                calls.push(Piece {
                    index: Some(if all_at_zero { 0 } else { nth as u64 }),
                    id: if is_first || repeats_id { &ids[nth] } else { "" },
                    name: if is_first { "f" } else { "" },
                    arguments,
                    opaque: None,
                });
            };
            // Begun in order, then woven where the index tells them apart, then the rest.
            if !all_at_zero {
                (0..wanted.len()).for_each(|nth| push(nth, ""));
                for turn in turns {
                    let nth = turn % wanted.len();
                    if let Some(arguments) = queues[nth].pop_front() {
                        push(nth, &arguments);
                    }
                }
            }
            for (nth, queue) in queues.into_iter().enumerate() {
                queue.iter().for_each(|arguments| push(nth, arguments));
            }
            let made = calls.finish("p/m", || unreachable!("each has its id"));
            prop_assert_eq!(made.len(), wanted.len());
            for (nth, call) in made.iter().enumerate() {
                prop_assert_eq!(&call.id, &ids[nth]);
                prop_assert_eq!(&call.tool, "f");
                prop_assert_eq!(&call.arguments, &wanted[nth].0);
            }
        }
    }
}
