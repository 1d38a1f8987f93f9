//! What was done, what stands, and what somebody is said to do.

use std::sync::Arc;

use turno_language::{
    Act, Claim, StatesTold, Tagged, Text, act_told_of, claim_of, denies_a_deed, text::fold,
};

use crate::{
    fact::{Deed, Reading},
    follows::expects_on_a_day,
    named::Values,
    rule::Rule,
    told::{is_told, words_that_count},
    values::{bare, codes_in},
};

/// What a sentence says of deeds.
#[derive(Debug)]
pub(crate) struct DeedSaid {
    pub(crate) claim: Option<Claim>,
    act: Option<Act>,
    named: Values,
    /// Words within it that may be names, folded.
    names: Vec<String>,
    /// A day that may be another, a change, or one more: what stands is told without.
    is_another: bool,
    states: StatesTold,
    codes: Vec<String>,
    /// The words that tell it from others.
    words: Vec<String>,
    /// "No pude reservar": what was done is said not to be.
    denies: bool,
    /// "Lo esperamos el jueves".
    expects: bool,
}

impl DeedSaid {
    /// None where it says nothing of any.
    pub(crate) fn read(sentence: &Text) -> Option<Self> {
        let claim = claim_of(sentence);
        let (denies, expects) = match claim {
            Some(_) => (false, false),
            None => (denies_a_deed(sentence), expects_on_a_day(sentence)),
        };
        let says_something = claim.is_some() || denies || expects;
        says_something.then(|| Self {
            claim,
            act: act_told_of(sentence),
            named: Values::of_words(sentence),
            names: names_within(sentence),
            is_another: names_another(sentence),
            states: StatesTold::of(sentence),
            codes: codes_in(sentence.said()).map(bare).collect(),
            words: words_that_count(sentence),
            denies,
            expects,
        })
    }
}

/// What calls did and read, and whether one put the user through.
#[derive(Debug, Clone, Default)]
pub(crate) struct Deeds {
    /// The latest one last.
    done: Vec<Arc<Deed>>,
    found: Vec<Arc<Reading>>,
    is_put_through: bool,
}

impl Deeds {
    pub(crate) fn add_done(&mut self, deed: Arc<Deed>) {
        self.done.push(deed);
    }

    pub(crate) fn add_found(&mut self, found: Arc<Reading>) {
        self.found.push(found);
    }

    pub(crate) fn put_through(&mut self) {
        self.is_put_through = true;
    }

    /// Something was done in this turn.
    pub(crate) fn has_new(&self) -> bool {
        self.done.iter().any(|deed| deed.is_new)
    }

    /// `business`: whether the business says that, of all these words.
    pub(crate) fn rule_against(
        &self,
        said: &DeedSaid,
        latest: &Text,
        business: &dyn Fn(&[String]) -> bool,
    ) -> Option<Rule> {
        let (is_so, rule) = match said.claim {
            Some(Claim::Deed) => {
                (self.tells_of_a_deed(said) || self.tells_of_what_stands(said, latest), Rule::DeedNotDone)
            }
            Some(Claim::State) => (
                self.tells_of_a_deed(said) || self.tells_of_what_stands(said, latest) || self.was_found(said),
                Rule::StateNotFound,
            ),
            Some(Claim::Undertaking) => (self.is_undertaken(said, business), Rule::PromiseOfNobody),
            Some(Claim::Transfer) => (self.is_put_through, Rule::NobodyPutThrough),
            // What was done just now was done, and a model that says otherwise has its own words against it.
            None if self.deed_denied(said).is_some() => (false, Rule::DeedDenied),
            None => (!self.expects_who_cancelled(said), Rule::CancelledExpected),
        };
        (!is_so).then_some(rule)
    }

    /// What a sentence that may not be said claims to be so, and is so otherwise: a deed of the same kind.
    pub(crate) fn meant(&self, said: &DeedSaid) -> Option<&Deed> {
        if said.claim.is_none() {
            return self.deed_denied(said);
        }
        let act = said.act?;
        let mut deeds = self.done.iter().rev();
        deeds.find(|deed| deed.is_kind(Some(act))).map(Arc::as_ref)
    }

    /// What was done just now and a sentence says was not. What asked nobody is not what "no pude reservar" is about.
    fn deed_denied(&self, said: &DeedSaid) -> Option<&Deed> {
        let is_meant = |deed: &&Arc<Deed>| deed.is_new && (deed.is_asked || said.act.is_none());
        let meant = self.done.iter().rev().find(is_meant);
        meant.filter(|_| said.denies).map(Arc::as_ref)
    }

    /// "Lo esperamos el jueves" to somebody whose booking was cancelled last.
    fn expects_who_cancelled(&self, said: &DeedSaid) -> bool {
        let mut deeds = self.done.iter().rev().filter(|deed| deed.act != Act::Other);
        said.expects && deeds.next().is_some_and(|deed| deed.act == Act::Cancel)
    }

    /// A deed of that kind, with the values that it had. What is told of an earlier turn must say which it is: a second one that
    /// was never made sounds the same.
    fn tells_of_a_deed(&self, said: &DeedSaid) -> bool {
        self.done.iter().any(|deed| {
            let is_known = deed.is_new || !said.named.is_empty() || deed.names_whom(said);
            is_known
                && deed.is_kind(said.act)
                && deed.values.have(&said.named)
                && !self.is_undone(deed, said.act)
        })
    }

    /// What an earlier turn did and nothing took back, where the user wants nothing new that could be meant instead.
    fn tells_of_what_stands(&self, said: &DeedSaid, latest: &Text) -> bool {
        let act = match said.act {
            Some(act) => Some(act),
            None if said.claim == Some(Claim::State) => Some(Act::Book),
            None => return false,
        };
        if wants_something(latest) || said.is_another {
            return false;
        }
        let mut latest = self.done.iter().rev().filter(|deed| deed.is_kind(act));
        latest
            .find(|deed| said.named.is_empty() || deed.values.have(&said.named))
            .is_some_and(|deed| !self.is_undone(deed, act))
    }

    /// Something later took it back: a cancellation of the same code, or of whatever there was.
    fn is_undone(&self, deed: &Deed, act: Option<Act>) -> bool {
        let is_of_it = |other: &Arc<Deed>| {
            other.act == Act::Cancel
                && other.at > deed.at
                && (deed.values.codes.is_empty()
                    || other.values.codes.is_empty()
                    || !deed.values.codes.is_disjoint(&other.values.codes))
        };
        act != Some(Act::Cancel) && deed.act != Act::Cancel && self.done.iter().any(is_of_it)
    }

    /// What somebody is said to do: a tool that acts did something of its kind in this turn, or the business or a tool says so.
    fn is_undertaken(&self, said: &DeedSaid, business: &dyn Fn(&[String]) -> bool) -> bool {
        let is_of_deed = |deed: &Arc<Deed>| {
            deed.is_new
                && (deed.act == Act::Other || said.act.is_some() && deed.is_kind(said.act))
                && deed.values.have(&said.named)
        };
        let done = self.done.iter().flat_map(|deed| &deed.texts);
        let found = self.found.iter().flat_map(|found| &found.texts);
        self.done.iter().any(is_of_deed)
            || done.chain(found).any(|text| is_told(&said.words, text))
            || business(&said.words)
    }

    /// Something that was read says so, as far as can be told from its words.
    fn was_found(&self, said: &DeedSaid) -> bool {
        static CANCELLED: Tagged = Tagged::new("deeds_cancelled_stems");
        static ORDERED: Tagged = Tagged::new("deeds_ordered_stems");
        static BOOKED: Tagged = Tagged::new("deeds_booked_stems");
        let stems: Option<&Tagged> = match said.act {
            Some(Act::Cancel) => Some(&CANCELLED),
            Some(Act::Order) => Some(&ORDERED),
            Some(Act::Book) => Some(&BOOKED),
            Some(Act::Modify | Act::Other) | None => None,
        };
        let cancelled = self.done.iter().filter(|deed| deed.act == Act::Cancel);
        let cancelled = cancelled.map(|deed| deed.at).max();
        let is_old =
            |at: usize| said.act != Some(Act::Cancel) && cancelled.is_some_and(|cancelled| at < cancelled);
        let mut found = self.found.iter().filter(|found| !is_old(found.at));
        found.any(|found| {
            if found.finds_nothing {
                return false;
            }
            let has_codes = said.codes.iter().all(|code| found.result.has_bare(code));
            let told = found.result.folded();
            found.allows(&said.states)
                && has_codes
                && stems.is_none_or(|stems| stems.iter().any(|stem| told.contains(stem)))
                && said.states.are_in(told)
        })
    }
}

impl Reading {
    /// Whether the stages of a delivery that are told of are its statuses, where it has any: what else a result holds is no stage,
    /// as the price of shipping and the day when it is expected.
    pub fn allows(&self, told: &StatesTold) -> bool {
        !told.are_of_delivery() || self.statuses.is_empty() || told.are_in(&self.statuses)
    }
}

impl Deed {
    /// A name that the sentence says within it is one of its own: "you're all set, Ana".
    fn names_whom(&self, said: &DeedSaid) -> bool {
        said.names.iter().any(|name| self.result.has_word(name))
    }

    /// A deed whose kind nobody declared is of any, but of none that takes something back; and of none at all where nobody was
    /// asked for it.
    fn is_kind(&self, act: Option<Act>) -> bool {
        match (act, self.act) {
            (None, _) => true,
            (Some(Act::Cancel), own) => own == Act::Cancel,
            (Some(_), Act::Cancel) => false,
            (Some(_), Act::Other) => self.is_asked,
            (Some(Act::Book), Act::Modify) => true,
            (Some(act), own) => act == own,
        }
    }
}

/// Words within a sentence that begin with a capital, folded.
fn names_within(sentence: &Text) -> Vec<String> {
    let is_name = |word: &&str| word.len() >= 3 && word.starts_with(char::is_uppercase);
    let names = sentence.words_as_said().skip(1).filter(is_name);
    names.map(fold).collect()
}

fn names_another(sentence: &Text) -> bool {
    static ANOTHER: Tagged = Tagged::new("truth_another");
    static IN_WORDS: Tagged = Tagged::new("truth_another_in_words");
    let folded = sentence.folded();
    IN_WORDS.iter().any(|phrase| folded.contains(phrase))
        || sentence.words().any(|word| ANOTHER.contains(&word))
}

/// Whether words ask for a deed: one more of what there is, or any that is named without asking about it.
fn wants_something(said: &Text) -> bool {
    static MORE: Tagged = Tagged::new("truth_more");
    let is_more = said.words().any(|word| MORE.contains(&word));
    is_more || !said.said().contains('?') && act_told_of(said).is_some()
}
