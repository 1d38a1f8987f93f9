//! Refusals of bookings in people's words.

use jiff::civil::{Date, Time};
use turno_business::{
    Business, Kind, SalesTeam,
    answer::Answer,
    book::{Refusal, Slot, Wish, last_date},
    say::{Said, Voice, capital},
};
use turno_core::Timestamp;

/// What was asked for, and when.
#[derive(Debug, Clone)]
pub(crate) struct Asked<'a> {
    pub(crate) business: &'a Business,
    pub(crate) wish: Wish<'a>,
    pub(crate) date: Date,
    /// None: any time of that day.
    pub(crate) time: Option<Time>,
    pub(crate) now: Timestamp,
}

/// A refusal as a result, with what can be offered instead.
pub(crate) fn refusal_answer(asked: &Asked<'_>, refusal: &Refusal, offers: &[Slot]) -> Answer {
    let voice = Voice::new(asked.business, asked.now);
    let why = Said::same(why(asked, refusal, &voice));
    let said = match refusal {
        Refusal::TooFar => why,
        Refusal::Full
        | Refusal::SlotTaken
        | Refusal::OutsideHours
        | Refusal::Closed
        | Refusal::Past
        | Refusal::TooSoon
        | Refusal::ImpossibleTime
        | Refusal::StaffNotIn => why.and(&Said::same(offer_text(&asked.wish, asked.date, offers, &voice))),
    };
    let answer = Answer::refused(refusal.reason(), &said).with_alternatives(offers);
    match refusal {
        Refusal::Closed => match asked.business.holidays.get(&asked.date) {
            Some(name) => answer.with("closed_for", name.as_str()),
            None => answer,
        },
        Refusal::TooSoon => answer.with("notice_minutes", asked.business.booking.notice_minutes),
        Refusal::TooFar => answer.with("last_date", last_date(asked.business, asked.now).to_string()),
        Refusal::Full
        | Refusal::SlotTaken
        | Refusal::OutsideHours
        | Refusal::Past
        | Refusal::ImpossibleTime
        | Refusal::StaffNotIn => answer,
    }
}

/// "Hay mesa a las 7 y media de la noche o a las 9 de la noche."
fn offer_text(wish: &Wish<'_>, wanted: Date, offers: &[Slot], voice: &Voice<'_>) -> String {
    if offers.is_empty() {
        return voice.words("availability.nothing_near").to_owned();
    }
    let list = times_text(wanted, offers, voice);
    let there = there_is(wish, offers.len(), voice);
    capital(&voice.say("availability.free", &[("there", &there), ("times", &list)]))
}

/// "El viernes 16 de enero hay mesa a la 1 de la tarde o a las 3 de la tarde."
pub(crate) fn free_text(asked: &Asked<'_>, free: &[Slot], is_one_day: bool) -> String {
    let voice = Voice::new(asked.business, asked.now);
    let there = there_is(&asked.wish, free.len(), &voice);
    if !is_one_day {
        let list = times_text(voice.yesterday(), free, &voice);
        return capital(&voice.say("availability.free", &[("there", &there), ("times", &list)]));
    }
    let (day, list) = (voice.on_day(asked.date), times_text(asked.date, free, &voice));
    voice.say("availability.free_on_day", &[("day", &day), ("there", &there), ("times", &list)])
}

/// "hay mesa", "there are tables".
fn there_is(wish: &Wish<'_>, count: usize, voice: &Voice<'_>) -> &'static str {
    voice.words(match (wish, count) {
        (Wish::Table { .. }, 1) => "availability.there_is_table",
        (Wish::Table { .. }, _) => "availability.there_are_tables",
        (Wish::Person { .. }, 1) => "availability.there_is_opening",
        (Wish::Person { .. }, _) => "availability.there_are_openings",
    })
}

/// "a las 7 de la noche o el martes 20 de enero a las 8 de la noche": the day only where it is another one.
fn times_text(mut known: Date, offers: &[Slot], voice: &Voice<'_>) -> String {
    let told: Vec<String> = offers
        .iter()
        .map(|slot| {
            if slot.at.date == known {
                return voice.at(slot.at.time);
            }
            known = slot.at.date;
            voice.on_day_at(slot.at.date, slot.at.time)
        })
        .collect();
    voice.either(&told)
}

fn why(asked: &Asked<'_>, refusal: &Refusal, voice: &Voice<'_>) -> String {
    let day = capital(&voice.on_day(asked.date));
    let when = match asked.time {
        Some(time) => capital(&voice.on_day_at(asked.date, time)),
        None => day.clone(),
    };
    match refusal {
        Refusal::Full => full(asked, voice, &when),
        Refusal::SlotTaken => slot_taken(asked, voice, &when),
        Refusal::OutsideHours => outside_hours(asked, voice, &day),
        Refusal::Closed => match asked.business.holidays.get(&asked.date) {
            Some(name) => voice.say("hours.closed_for", &[("day", &day), ("holiday", &name)]),
            None => voice.say("hours.closed", &[("day", &day)]),
        },
        Refusal::Past => {
            let when = capital(&match asked.time {
                Some(time) => voice.the_day_at(asked.date, time),
                None => voice.the_day(asked.date),
            });
            voice.say("availability.past", &[("when", &when)])
        }
        Refusal::TooSoon => {
            let notice = voice.minutes(i64::from(asked.business.booking.notice_minutes));
            voice.say("availability.too_soon", &[("minutes", &notice)])
        }
        Refusal::TooFar => {
            let day = capital(&voice.the_day(asked.date));
            let last = voice.the_day(last_date(asked.business, asked.now));
            match asked.business.kind {
                Kind::Restaurant => {
                    voice.say("availability.too_far_for_tables", &[("day", &day), ("last", &last)])
                }
                Kind::Clinic | Kind::Shop => {
                    voice.say("availability.too_far_for_appointments", &[("day", &day), ("last", &last)])
                }
            }
        }
        Refusal::ImpossibleTime => voice.say("availability.no_such_hour", &[("day", &day)]),
        Refusal::StaffNotIn => staff_not_in(asked, voice, &when),
    }
}

fn full(asked: &Asked<'_>, voice: &Voice<'_>, when: &str) -> String {
    let people = match &asked.wish {
        Wish::Table { party_size, .. } => voice.people(*party_size),
        Wish::Person { .. } => voice.people(1),
    };
    voice.say("availability.full", &[("when", &when), ("people", &people)])
}

fn slot_taken(asked: &Asked<'_>, voice: &Voice<'_>, when: &str) -> String {
    let name = person_name(&asked.wish);
    if !name.is_empty() {
        return voice.say("availability.person_taken", &[("when", &when), ("name", &name)]);
    }
    let service = service_name(&asked.wish);
    voice.say("availability.service_taken", &[("when", &when), ("service", &service)])
}

fn staff_not_in(asked: &Asked<'_>, voice: &Voice<'_>, when: &str) -> String {
    let name = person_name(&asked.wish);
    if !name.is_empty() {
        return voice.say("availability.person_not_in", &[("when", &when), ("name", &name)]);
    }
    if let Some(sales) = &asked.business.sales {
        return sales_team_not_in(asked, sales, voice, when);
    }
    let service = service_name(&asked.wish);
    voice.say("availability.nobody_for_service", &[("when", &when), ("service", &service)])
}

fn sales_team_not_in(asked: &Asked<'_>, sales: &SalesTeam, voice: &Voice<'_>, when: &str) -> String {
    let weekday = usize::try_from(asked.date.weekday().to_monday_zero_offset()).unwrap_or_default();
    let spans = sales.hours.days().get(weekday).map(|spans| spans.as_slice()).unwrap_or_default();
    let name = &sales.name;
    if spans.is_empty() {
        let day = capital(&voice.on_day(asked.date));
        return voice.say("availability.team_off", &[("day", &day), ("name", &name)]);
    }
    let spans = voice.spans(spans);
    voice.say("availability.team_not_in", &[("when", &when), ("name", &name), ("spans", &spans)])
}

fn outside_hours(asked: &Asked<'_>, voice: &Voice<'_>, day: &str) -> String {
    let branch = match &asked.wish {
        Wish::Table { branch, .. } => branch,
        Wish::Person { branch, .. } => asked.business.branch_or_first(*branch),
    };
    let hours = asked.business.hours_of(branch);
    let spans = voice.open_spans(hours.spans_on(asked.date));
    let open = voice.say("availability.open", &[("day", &day), ("spans", &spans)]);
    if !asked.time.is_some_and(|time| hours.is_open(asked.date, time)) {
        return format!("{open}.");
    }
    match &asked.wish {
        Wish::Table { .. } => {
            let last = voice.minutes(i64::from(asked.business.booking.last_seating_minutes));
            voice.say("availability.last_table", &[("open", &open), ("last", &last)])
        }
        Wish::Person { service, minutes, .. } => {
            let (name, length) = (&service.name, voice.minutes(*minutes));
            voice.say("availability.takes_too_long", &[("open", &open), ("name", &name), ("length", &length)])
        }
    }
}

fn person_name(wish: &Wish<'_>) -> String {
    match wish {
        Wish::Person { person: Some(person), .. } => person.name.clone(),
        Wish::Person { person: None, .. } | Wish::Table { .. } => String::new(),
    }
}

fn service_name(wish: &Wish<'_>) -> String {
    match wish {
        Wish::Person { service, .. } => service.name.to_lowercase(),
        Wish::Table { .. } => String::new(),
    }
}
