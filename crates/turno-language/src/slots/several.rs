//! Two requests in one breath: "una mesa para el sábado y otra para el domingo", "limpieza y blanqueamiento".

use crate::pack::Tagged;
use std::ops::Range;

use super::terms::match_at;
use super::tokens::Tokens;
use crate::{Language, SlotKind, SlotSpec, Text};

/// What joins two requests.
static JOINTS: Tagged = Tagged::new("several_joints");

/// Words between a joint and "otra": "y quiero otra", "and I need another one".
static ASKING: Tagged = Tagged::new("several_asking");

/// One more of the same.
static ANOTHER: Tagged = Tagged::new("several_another");

/// Another of these is no second request.
static NOT_REQUESTS: Tagged = Tagged::new("several_not_requests");

/// Which of several is meant: "la del martes", "the one on Tuesday".
static EACH: Tagged = Tagged::new("several_each");

/// What may stand between a joint and the thing behind it.
static ARTICLES: Tagged = Tagged::new("several_articles");

/// Two requests, told apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TwoRequests {
    /// The words of the first.
    pub first: String,
    /// The words of those that come after it.
    pub rest: String,
    /// The rest is a new one: "y otra para el domingo".
    pub is_another: bool,
    /// Each is for one person, and more were told of.
    pub is_per_person: bool,
}

/// Tells two requests of one kind apart, where an utterance holds them; `slots` are those of the first.
///
/// What is ordered is a list by itself, so slots with [`SlotKind::Items`] give none.
pub fn split_requests(text: &Text, language: Language, slots: &[SlotSpec<'_>]) -> Option<TwoRequests> {
    if slots.iter().any(|slot| slot.kind == SlotKind::Items) {
        return None;
    }
    let line = Line::of(text, language);
    line.by_words().or_else(|| line.by_terms(slots)).or_else(|| line.by_people(slots))
}

/// Tells which booking is to be moved from when to: "mueve la del viernes" and "al domingo". None where nothing says which.
pub fn split_move(text: &Text) -> Option<(String, String)> {
    static OF: Tagged = Tagged::new("several_of");
    static TO: Tagged = Tagged::new("several_to");
    let line = Line::of(text, Language::understood().next().unwrap_or_default());
    let length = line.tokens.len();
    let of = (1..length).find(|at| line.tokens.phrases(*at, &OF).is_some())?;
    let to = (of + 2..length).find(|at| line.tokens.phrases(*at, &TO).is_some())?;
    Some((line.said(0..to), line.said(to..length)))
}

/// The places at which an utterance may go on to another request: the words before a joint and those after it.
pub fn joined_clauses(text: &Text) -> Vec<(String, String)> {
    let line = Line::of(text, Language::understood().next().unwrap_or_default());
    let length = line.tokens.len();
    (1..length)
        .filter_map(|at| {
            let end = line.joint(at)?;
            (end < length).then(|| (line.said(0..at), line.said(end..length)))
        })
        .collect()
}

pub(super) struct Line<'a> {
    pub(super) tokens: Tokens<'a>,
}

impl<'a> Line<'a> {
    pub(super) fn of(text: &'a Text, language: Language) -> Self {
        Self { tokens: Tokens::of(text, language) }
    }
}

impl Line<'_> {
    /// The index after what joins two requests; a comma may stand before it.
    fn joint(&self, at: usize) -> Option<usize> {
        let start = self.tokens.skip_comma(at);
        self.tokens
            .phrases(start, &JOINTS)
            .or_else(|| (start > at || self.tokens.word(at) == ".").then_some(at + 1))
    }

    fn by_words(&self) -> Option<TwoRequests> {
        let length = self.tokens.len();
        (1..length).find_map(|at| {
            let start = self.joint(at)?;
            let rest_at = self.another(start).or_else(|| self.each(at, start))?;
            let is_another = self.each(at, start).is_none();
            (rest_at < length).then(|| TwoRequests {
                first: self.said(0..at),
                rest: self.said(start..length),
                is_another,
                is_per_person: false,
            })
        })
    }

    /// "otra para el domingo"
    fn another(&self, start: usize) -> Option<usize> {
        let mut at = start;
        while self.tokens.is_one_of(at, &ASKING) && at < start + 4 {
            at += 1;
        }
        let end = self.tokens.phrases(at, &ANOTHER)?;
        (!self.tokens.is_one_of(end, &NOT_REQUESTS)).then_some(end)
    }

    /// "la del lunes y la del martes": both are told by what they are of.
    fn each(&self, at: usize, start: usize) -> Option<usize> {
        let end = self.tokens.phrases(start, &EACH)?;
        let is_first = (0..at).any(|before| self.tokens.phrases(before, &EACH).is_some());
        is_first.then_some(end)
    }

    /// Two of the things of which one is wanted. The first stays where it is, and what is said of day and hour with it.
    fn by_terms(&self, slots: &[SlotSpec<'_>]) -> Option<TwoRequests> {
        let mut vocabularies = slots
            .iter()
            .filter(|slot| slot.kind == SlotKind::Term)
            .filter_map(|slot| slot.vocabulary)
            .filter(|vocabulary| !vocabulary.is_of_people());
        vocabularies.find_map(|vocabulary| {
            let mut named: Vec<(usize, Range<usize>)> = Vec::new();
            let mut at = 0;
            while at < self.tokens.len() {
                let Some(found) = match_at(&self.tokens, at, vocabulary) else {
                    at += 1;
                    continue;
                };
                at = found.range.end;
                if let [term] = found.terms.as_slice() {
                    named.push((*term, found.range));
                }
            }
            named.windows(2).find_map(|pair| {
                let [(first, first_said), (second, second_said)] = pair else {
                    return None;
                };
                let between = first_said.end..second_said.start;
                let joint_at = between.clone().find(|at| {
                    self.joint(*at).is_some_and(|end| {
                        (end..between.end).all(|at| self.is_article(at)) && end <= between.end
                    })
                })?;
                if first == second {
                    return None;
                }
                // "Limpieza mañana y blanqueamiento el viernes": each has its own moment.
                if joint_at > between.start {
                    return Some(TwoRequests {
                        first: self.said(0..joint_at),
                        rest: self.said(second_said.start..self.tokens.len()),
                        is_another: true,
                        is_per_person: false,
                    });
                }
                // All that follows in the list is the rest.
                let last = named
                    .iter()
                    .rev()
                    .find(|(_, said)| {
                        said.start >= second_said.start && self.is_list(second_said.start..said.start)
                    })
                    .map_or(second_said.end, |(_, said)| said.end);
                Some(TwoRequests {
                    first: format!("{} {}", self.said(0..first_said.end), self.said(last..self.tokens.len()))
                        .trim()
                        .to_owned(),
                    rest: self.said(second_said.start..last),
                    is_another: true,
                    is_per_person: false,
                })
            })
        })
    }

    fn is_article(&self, at: usize) -> bool {
        ARTICLES.contains(&self.tokens.word(at))
    }

    /// Whether nothing but things and what joins them is said: no day or hour of its own.
    fn is_list(&self, range: Range<usize>) -> bool {
        static OF_MOMENTS: Tagged = Tagged::new("several_of_moments");
        range.into_iter().all(|at| !self.tokens.is_one_of(at, &OF_MOMENTS))
    }

    pub(super) fn said(&self, range: Range<usize>) -> String {
        self.tokens.said(&range).to_owned()
    }
}
