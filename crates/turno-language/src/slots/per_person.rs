//! Several people for what is for one: "una limpieza para mí y para mi esposa", "for two people", "dos limpiezas". The first
//! is told apart from the others, who come after.

use std::ops::Range;

use super::common_words::is_common_word;
use super::name_words::is_day_surname;
use super::number::number_at;
use super::party_words::{CHILDREN, NOUNS, OWN, in_law_end, relatives};
use super::several::{Line, TwoRequests};
use super::terms::match_at;
use crate::grammar::AND;
use crate::pack::Tagged;
use crate::vocabulary::singular;
use crate::words_of_answers::is_word_of_answers;
use crate::{Language, SlotKind, SlotSpec, Text, Vocabulary};

/// More are no slip of the tongue, and not taken one by one.
const PEOPLE_MAX: u32 = 6;

/// What goes before whom something is for.
static LEADS: Tagged = Tagged::new("per_person_leads");

/// Of those, what a bare number of people may follow, as no hour does: "limpieza para dos".
static NUMBER_LEADS: Tagged = Tagged::new("per_person_number_leads");

/// What stands between two of them.
static JOINTS: Tagged = Tagged::new("per_person_joints");

/// The one who speaks.
static ME: Tagged = Tagged::new("per_person_me");

/// The same by a word that without its accent is another: "mí".
static ME_WITH_ACCENT: Tagged = Tagged::new("per_person_me_as_written");

/// That word without its accent.
static MY: Tagged = Tagged::new("per_person_my");

/// One more person.
static ANOTHER: Tagged = Tagged::new("per_person_another");

/// Others, before or behind their number.
static OTHER: Tagged = Tagged::new("per_person_other");

/// Before a number these make a moment of it.
static BEFORE_A_MOMENT: Tagged = Tagged::new("per_person_before_a_moment");

/// Before a name these make a place of it.
static BEFORE_A_PLACE: Tagged = Tagged::new("per_person_before_a_place");

/// Two people, however they are called.
static BOTH: Tagged = Tagged::new("per_person_both");

/// What one appointment is called, of whatever service.
static APPOINTMENTS: Tagged = Tagged::new("per_person_appointments");

/// Whoever something is for.
struct Member {
    is_me: bool,
    count: u32,
    said: Range<usize>,
}

/// Tells whom words are for besides the one who speaks: "para mi esposa", "para otra persona", "for my son", "para Luis".
pub fn is_for_somebody_else(text: &Text, language: Language) -> bool {
    let line = Line::of(text, language);
    (0..line.tokens.len()).any(|at| {
        let somebody = line.tokens.phrases(at, &LEADS).map(|start| {
            let other = line.tokens.phrases(start, &OTHERS).is_some();
            other || line.member(start).is_some_and(|member| !member.is_me)
        });
        somebody == Some(true)
    })
}

static OTHERS: Tagged = Tagged::new("per_person_others");

impl Line<'_> {
    /// Two or more people for what is done to one: each needs their own.
    pub(super) fn by_people(&self, slots: &[SlotSpec<'_>]) -> Option<TwoRequests> {
        let services: Vec<&Vocabulary> = slots
            .iter()
            .filter(|slot| slot.kind == SlotKind::Term)
            .filter_map(|slot| slot.vocabulary)
            .filter(|vocabulary| !vocabulary.is_of_people())
            .collect();
        if !slots.iter().any(is_of_patient) {
            return None;
        }
        (0..self.tokens.len())
            .find_map(|at| self.people_at(at, &services).or_else(|| self.counted_at(at, &services)))
    }

    /// "(Limpieza) para mí y para mi esposa", "(cita) para dos personas".
    fn people_at(&self, at: usize, services: &[&Vocabulary]) -> Option<TwoRequests> {
        let start = self.tokens.phrases(at, &LEADS)?;
        let (members, end) = self.members(start).or_else(|| self.bare_number(at, start, services))?;
        let total = members.iter().map(|member| member.count).sum::<u32>();
        if !(2..=PEOPLE_MAX).contains(&total) {
            return None;
        }
        let (before, behind) = (self.said(0..at), self.said(end..self.tokens.len()));
        let first = members.iter().position(|member| member.is_me).unwrap_or(0);
        let (who, others) = if members[first].count == 1 {
            let others = members.iter().enumerate().filter(|(index, _)| *index != first);
            let others: Vec<String> = others.map(|(_, member)| self.said(member.said.clone())).collect();
            let who = self.said(members[first].said.clone());
            (format!(" {} {who}", self.lead()), others.join(&self.and()))
        } else {
            (String::new(), self.other_people(total - 1))
        };
        Some(TwoRequests {
            first: format!("{before}{who} {behind}").trim().to_owned(),
            rest: format!("{} {} {others}", self.thing(services), self.lead()),
            is_another: false,
            is_per_person: true,
        })
    }

    /// "Limpieza para dos", where an hour is "para las dos".
    fn bare_number(&self, at: usize, start: usize, services: &[&Vocabulary]) -> Option<(Vec<Member>, usize)> {
        let (count, end) = number_at(&self.tokens, start)?;
        let is_of_service = (0..at).any(|first| {
            let appointment = APPOINTMENTS.contains(&self.tokens.word(first)).then_some(first + 1);
            let end = self.service_at(first, services).map(|said| said.end).or(appointment);
            end == Some(at)
        });
        let may_lead = self.tokens.is_one_of(at, &NUMBER_LEADS);
        (may_lead && count == 2 && is_of_service && self.tokens.ends_at(end)).then(|| {
            let member = Member { is_me: false, count, said: start..end };
            (vec![member], end)
        })
    }

    /// "Dos limpiezas", "two appointments".
    fn counted_at(&self, at: usize, services: &[&Vocabulary]) -> Option<TwoRequests> {
        let (count, start) = number_at(&self.tokens, at)?;
        let before = self.tokens.before(at);
        let is_moment = matches!(before, "." | ":" | "/") || BEFORE_A_MOMENT.contains(&before);
        let is_appointment = APPOINTMENTS.contains(&singular(self.tokens.word(start)));
        let is_plural = self.tokens.word(start).ends_with('s');
        let is_thing = is_plural && (is_appointment || self.service_at(start, services).is_some());
        if is_moment || !is_thing || !(2..=PEOPLE_MAX).contains(&count) {
            return None;
        }
        let another = self.tokens.language.message("say.another").text();
        let thing = self.thing(services);
        let rest = if count == 2 {
            format!("{another} {thing}")
        } else {
            let more = count - 1;
            format!("{more} {}", self.said(start..start + 1))
        };
        Some(TwoRequests {
            first: format!("{}{}", self.said(0..at), self.said_behind(at, start)).trim().to_owned(),
            rest,
            is_another: false,
            is_per_person: false,
        })
    }

    fn said_behind(&self, at: usize, start: usize) -> String {
        let space = if at == 0 { "" } else { " " };
        format!("{space}{}", self.said(start..self.tokens.len()))
    }

    /// Those of a list of people, and the index after them.
    fn members(&self, start: usize) -> Option<(Vec<Member>, usize)> {
        let mut members = vec![self.member(start)?];
        let mut end = members[0].said.end;
        loop {
            let next = self.tokens.skip(self.tokens.skip_comma(end), &JOINTS);
            let Some(member) = self.member(next).filter(|_| next > end) else {
                return Some((members, end));
            };
            end = member.said.end;
            members.push(member);
        }
    }

    fn member(&self, at: usize) -> Option<Member> {
        let tokens = &self.tokens;
        let said = |end: usize, count: u32| Member { is_me: false, count, said: at..end };
        let is_stressed = tokens.is_one_of(at, &MY)
            && (ME_WITH_ACCENT.contains(&tokens.original(at).to_lowercase().as_str())
                || tokens.ends_at(at + 1)
                || tokens.is_one_of(at + 1, &AND));
        if is_stressed || tokens.is_one_of(at, &ME) {
            return Some(Member { is_me: true, ..said(at + 1, 1) });
        }
        if let Some(end) = tokens.phrases(at, &BOTH) {
            return Some(said(end, 2));
        }
        if tokens.is_one_of(at, &ANOTHER) && is_person(tokens.word(at + 1)) {
            return Some(said(at + 2, 1));
        }
        let own = tokens.skip(at, &OWN);
        let other = tokens.skip(own, &OTHER);
        if let Some((count, end)) = number_at(tokens, other) {
            let end = tokens.skip(end, &OTHER);
            return is_person(tokens.word(end)).then(|| said(end + 1, count));
        }
        if own == at {
            let end = self.capitals_end(at);
            return (end > at).then(|| said(end, 1));
        }
        let word = tokens.word(own);
        let one = relatives(word).or_else(|| relatives(singular(word)).map(|_| 2));
        let count = one.or_else(|| CHILDREN.contains(&word).then_some(2))?;
        Some(said(in_law_end(tokens, own + 1), count))
    }

    /// The index after a name in capitals: "Ana López", and no day's name.
    fn capitals_end(&self, at: usize) -> usize {
        let is_name = |at: &usize| {
            let word = self.tokens.word(*at);
            self.tokens.is_word(*at)
                && self.tokens.original(*at).starts_with(char::is_uppercase)
                && !is_common_word(word)
                && !is_day_surname(word)
                && !is_word_of_answers(word)
        };
        (at..).take_while(is_name).last().map_or(at, |last| last + 1)
    }

    /// What is booked, and not where: "limpieza en Satélite".
    fn service_at(&self, at: usize, services: &[&Vocabulary]) -> Option<Range<usize>> {
        let is_place = BEFORE_A_PLACE.contains(&self.tokens.before(at));
        let mut found = services.iter().filter_map(|services| match_at(&self.tokens, at, services));
        found.next().filter(|_| !is_place).map(|found| found.range)
    }

    /// The service, as it was said.
    fn thing(&self, services: &[&Vocabulary]) -> String {
        let named = (0..self.tokens.len()).find_map(|at| self.service_at(at, services));
        let words = |range: Range<usize>| {
            let said = self.said(range.clone());
            if range.len() > 1 {
                return said;
            }
            let singular = singular(self.tokens.word(range.start)).chars().count();
            said.chars().take(singular).collect()
        };
        let thing = self.tokens.language.message("thing.appointment").text();
        named.map_or_else(|| thing.to_owned(), words)
    }

    fn other_people(&self, count: u32) -> String {
        let name = if count == 1 { "say.another_person" } else { "say.other_people" };
        let count = count.to_string();
        self.tokens.language.message(name).with(&[("count", &count)])
    }

    fn lead(&self) -> &'static str {
        self.tokens.language.message("say.for").text()
    }

    fn and(&self) -> String {
        format!(" {} ", self.tokens.language.message("list.and").text())
    }
}

/// Whether a slot is the name of whom something is done to. A table or a visit may be for many under one name.
pub fn is_of_patient(slot: &SlotSpec<'_>) -> bool {
    static PATIENTS: Tagged = Tagged::new("per_person_patients");
    slot.kind == SlotKind::PersonName && PATIENTS.iter().any(|name| slot.name.contains(name))
}

fn is_person(word: &str) -> bool {
    NOUNS.contains(&word) || CHILDREN.contains(&word) || relatives(singular(word)).is_some()
}
