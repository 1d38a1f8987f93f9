//! The people of a business: who is wanted, who is not, and who does not work there.

use std::ops::Range;

use serde_json::Value;

use super::common_words::is_common_word;
use super::found::{Found, choose};
use super::likeness::slips;
use super::number::number_at;
use super::party_words::relatives;
use super::quiet::is_quiet_word;
use super::refused;
use super::terms::{Match, match_at, outcome, unknown_at};
use super::tokens::Tokens;
use crate::grammar::NOT;
use crate::pack::Tagged;
use crate::vocabulary::{is_link, singular, title_of};
use crate::{ProblemKind, Vocabulary};

/// What stands before somebody's own name.
static BEFORE_A_NAME: Tagged = Tagged::new("staff_before_a_name");

/// Whoever leads to a person: "con la doctora", "to see Dr. Ruiz".
static LEADS: Tagged = Tagged::new("staff_leads");

/// Between those words and the person.
static LINKS: Tagged = Tagged::new("staff_links");

/// What follows a title and is no name.
static NO_NAMES: Tagged = Tagged::new("staff_no_names");

/// Somebody else than who was told.
static OTHERS: Tagged = Tagged::new("staff_others");

/// Behind a person and a no these say that the no is of the person: "Mendoza no, gracias".
static BEHIND_A_NO: Tagged = Tagged::new("staff_behind_a_no");

/// Between a no and the person who is refused by it.
static WANTING: Tagged = Tagged::new("staff_wanting");

/// The no that refuses then.
static REFUSING: Tagged = Tagged::new("staff_refusing");

/// Before a title, where it tells of whom: "la doctora".
static BEFORE_A_TITLE: Tagged = Tagged::new("staff_before_a_title");

/// Between what leads to a person and the person.
static ARTICLES: Tagged = Tagged::new("staff_articles");

/// Between these and a name stands no lead to one who attends: "me recomendó (Sofía)".
static NOT_OF_STAFF: Tagged = Tagged::new("staff_not_of_staff");

/// So many words before a name may say whose it is: "mi hija la más chica, Sofía".
const NEAR: usize = 4;

/// So many behind it: "Elena me recomendó".
const NEAR_BEHIND: usize = 2;

/// So many people are told at once.
const PEOPLE_MAX: usize = 5;

/// The person of a vocabulary of people that an utterance asks for. Who is refused leaves the others to choose from, and
/// so does a title that several bear; a name that nobody bears is a problem. `known` is who was wanted before.
pub(super) fn person(
    tokens: &Tokens<'_>,
    vocabulary: &Vocabulary,
    known: Option<&Value>,
    is_name_awaited: bool,
    is_awaited: bool,
) -> Option<Found> {
    let staff = Staff { tokens, vocabulary };
    let named = staff.named(is_name_awaited, is_awaited);
    let (refused, wanted): (Vec<Match>, Vec<Match>) =
        named.into_iter().partition(|named| staff.is_refused(&named.range));
    if !wanted.is_empty() {
        let found: Vec<Found> = wanted.into_iter().map(|one| outcome(one, vocabulary)).collect();
        return choose(tokens, &found);
    }
    if let Some(first) = refused.first() {
        let unwanted: Vec<usize> = refused.iter().flat_map(|one| one.terms.clone()).collect();
        return staff.one_of(first.range.clone(), |term| !unwanted.contains(&term));
    }
    if let Some(found) = staff.nobody() {
        return Some(found);
    }
    staff.anybody_else(known).or_else(|| staff.titled())
}

struct Staff<'a> {
    tokens: &'a Tokens<'a>,
    vocabulary: &'a Vocabulary,
}

impl Staff<'_> {
    /// Everybody who is named.
    fn named(&self, is_name_awaited: bool, is_awaited: bool) -> Vec<Match> {
        let mut named = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let found = match_at(self.tokens, at, self.vocabulary)
                .or_else(|| self.surname_at(at))
                .filter(|found| self.is_person(found, is_name_awaited, is_awaited));
            at = found.as_ref().map_or(at + 1, |found| found.range.end);
            named.extend(found);
        }
        named
    }

    /// "Con Mendoza", "Dr. Mendosa": one of a name's words, where they are said of who works here.
    fn surname_at(&self, at: usize) -> Option<Match> {
        let word = self.tokens.word(at);
        if !self.tokens.is_word(at) || word.len() < 3 || title_of(word).is_some() {
            return None;
        }
        let is_led = self.is_led(at)
            || title_of(self.title_before(at)).is_some()
            || refused::is_excepted(self.tokens, at, &LINKS);
        let is_alone = (0..self.tokens.len()).all(|other| other == at || !self.may_be_name(other));
        if !is_led && !is_alone {
            return None;
        }
        let mut terms: Vec<usize> = Vec::new();
        for key in self.vocabulary.keys() {
            let is_said = key.words.iter().any(|name| {
                name.len() >= 3 && title_of(name).is_none() && slips(singular(word), name).is_some()
            });
            if is_said && !terms.contains(&key.term) {
                terms.push(key.term);
            }
        }
        (!terms.is_empty()).then_some(Match { terms, range: at..at + 1 })
    }

    /// Not the caller's own name: "a nombre de Carlos", "Carlos Pérez".
    fn is_person(&self, found: &Match, is_name_awaited: bool, is_awaited: bool) -> bool {
        let start = found.range.start;
        let has_title = found.range.clone().any(|at| title_of(self.tokens.word(at)).is_some())
            || title_of(self.title_before(start)).is_some();
        if has_title || self.is_led(start) {
            return !self.is_followed_by_name(found.range.end) || has_title && !self.is_name(found.range.end);
        }
        // "Para mi hija Sofía", "me recomendó Sofía": whoever is named beside other things, and not as one who attends.
        if !is_awaited && !self.is_alone(&found.range) {
            return false;
        }
        let is_own = BEFORE_A_NAME.contains(&self.tokens.before(start)) && !self.is_refused(&found.range);
        !is_name_awaited && !is_own && !self.is_followed_by_name(found.range.end)
    }

    /// Nothing else that may tell of whom is said beside the name.
    fn is_alone(&self, range: &Range<usize>) -> bool {
        let is_family = |at: usize| relatives(self.tokens.word(at)).is_some();
        let is_told = |at: usize| NOT_OF_STAFF.contains(&self.tokens.word(at));
        let before = range.start.saturating_sub(NEAR)..range.start;
        let mut behind = range.end..range.end + NEAR_BEHIND;
        before.into_iter().all(|at| !is_family(at) && !is_told(at)) && !behind.any(is_told)
    }

    fn is_refused(&self, range: &Range<usize>) -> bool {
        let end = range.end;
        let is_after = self.tokens.is_one_of(end, &NOT)
            && (self.tokens.ends_at(end + 1) || self.tokens.is_one_of(end + 1, &BEHIND_A_NO));
        let mut start = range.start;
        let mut is_led = false;
        while start > 0 && LINKS.contains(&self.tokens.before(start)) {
            start -= 1;
            is_led |= WANTING.contains(&self.tokens.before(start + 1));
        }
        // "…, no con Mendoza", "no quiero que me atienda Mendoza"
        let is_led_no = is_led && REFUSING.contains(&self.tokens.before(start));
        is_after || is_led_no || refused::is_excepted(self.tokens, range.start, &LINKS)
    }

    /// A title and a name that nobody bears.
    fn nobody(&self) -> Option<Found> {
        (0..self.tokens.len()).find_map(|at| {
            title_of(self.tokens.word(at))?;
            let name_at = if self.tokens.word(at + 1) == "." { at + 2 } else { at + 1 };
            let is_unknown = self.may_be_name(name_at) && !NO_NAMES.contains(&self.tokens.word(name_at));
            let is_told = self.is_led(at) || self.tokens.ends_at(name_at + 1) || self.is_name(name_at);
            if !is_unknown || !is_told {
                return None;
            }
            let end = (name_at + 1..name_at + 3)
                .take_while(|next| self.is_name(*next))
                .last()
                .map_or(name_at + 1, |last| last + 1);
            let mut found = unknown_at(self.tokens, at..end, self.vocabulary);
            found.outcome = Err(ProblemKind::Unknown(self.everybody()));
            Some(found)
        })
    }

    fn everybody(&self) -> Vec<String> {
        let terms = self.vocabulary.terms().iter().take(PEOPLE_MAX);
        terms.map(|term| term.id.clone()).collect()
    }

    /// "Con otro doctor", "someone else".
    fn anybody_else(&self, known: Option<&Value>) -> Option<Found> {
        let (start, end) =
            (0..self.tokens.len()).find_map(|at| Some((at, self.tokens.phrases(at, &OTHERS)?)))?;
        let known = known.and_then(Value::as_str);
        let terms = self.vocabulary.terms();
        self.one_of(start..end, |term| terms.get(term).map(|term| term.id.as_str()) != known)
    }

    /// "Con la doctora": whoever bears that title. English has one for all.
    fn titled(&self) -> Option<Found> {
        let at = (0..self.tokens.len()).find(|at| {
            let title = title_of(self.tokens.word(*at));
            title.is_some() && BEFORE_A_TITLE.contains(&self.tokens.before(*at)) && self.is_led(*at)
        })?;
        let title = title_of(self.tokens.word(at));
        let titles = self.vocabulary.titles();
        self.one_of(at..at + 1, |term| titles.get(term).copied().flatten() == title)
    }

    /// Of these people the one, or the question which.
    fn one_of(&self, range: Range<usize>, is_meant: impl Fn(usize) -> bool) -> Option<Found> {
        let terms: Vec<usize> =
            (0..self.vocabulary.terms().len()).filter(|term| is_meant(*term)).take(PEOPLE_MAX).collect();
        (!terms.is_empty()).then(|| outcome(Match { terms, range }, self.vocabulary))
    }

    fn title_before(&self, at: usize) -> &str {
        let before = at.saturating_sub(1);
        match self.tokens.before(at) {
            "." => self.tokens.before(before),
            word => word,
        }
    }

    fn is_led(&self, at: usize) -> bool {
        self.lead_of(at).is_some()
    }

    /// The word that leads to a person, over articles and titles.
    fn lead_of(&self, at: usize) -> Option<&str> {
        let start = self.articles_start(at);
        Some(self.tokens.before(start)).filter(|word| LEADS.contains(word))
    }

    fn articles_start(&self, at: usize) -> usize {
        let mut start = at;
        while start > 0
            && (self.tokens.before(start) == "."
                || ARTICLES.contains(&self.tokens.before(start))
                || title_of(self.tokens.before(start)).is_some())
        {
            start -= 1;
        }
        start
    }

    /// A word that no other reader knows.
    fn may_be_name(&self, at: usize) -> bool {
        let word = self.tokens.word(at);
        self.tokens.is_word(at)
            && word.len() >= 3
            && !is_common_word(word)
            && !is_link(word)
            && !is_quiet_word(word)
            && title_of(word).is_none()
            && number_at(self.tokens, at).is_none()
    }

    /// Such a word, written as a name is.
    fn is_name(&self, at: usize) -> bool {
        let is_capital = self.tokens.original(at).starts_with(char::is_uppercase);
        is_capital && self.may_be_name(at)
    }

    /// "Carlos Pérez" is not Carlos Mendoza.
    fn is_followed_by_name(&self, at: usize) -> bool {
        self.is_name(at)
    }
}
