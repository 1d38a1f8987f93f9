//! Refusals of bookings in people's words.

use jiff::civil::{Date, Time};
use turno_core::Timestamp;

use crate::{
    Business, Kind, SalesTeam,
    answer::Answer,
    book::{Refusal, Slot, Wish, last_date},
    say::{Said, Voice, capital},
};

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
        return voice.pick(
            "No encuentro otro horario cercano.".to_owned(),
            "I can't find another time close to it.".to_owned(),
        );
    }
    let list = times_text(wanted, offers, voice);
    let (spanish, english) = thing(wish, offers.len());
    voice.pick(
        format!("Hay {spanish} {list}."),
        format!("There {english} {list}."),
    )
}

/// "El viernes 16 de enero hay mesa a la 1 de la tarde o a las 3 de la tarde."
pub(crate) fn free_text(asked: &Asked<'_>, free: &[Slot], is_one_day: bool) -> String {
    let voice = Voice::new(asked.business, asked.now);
    let (spanish, english) = thing(&asked.wish, free.len());
    if !is_one_day {
        let list = times_text(voice.yesterday(), free, &voice);
        return voice.pick(
            format!("Hay {spanish} {list}."),
            format!("There {english} {list}."),
        );
    }
    let (day, list) = (voice.on_day(asked.date), times_text(asked.date, free, &voice));
    voice.pick(
        format!("{day} hay {spanish} {list}."),
        format!("{day} there {english} {list}."),
    )
}

/// What there is, behind "hay" and "there".
fn thing(wish: &Wish<'_>, count: usize) -> (&'static str, &'static str) {
    match (wish, count) {
        (Wish::Table { .. }, 1) => ("mesa", "is a table"),
        (Wish::Table { .. }, _) => ("mesa", "are tables"),
        (Wish::Person { .. }, 1) => ("lugar", "is an opening"),
        (Wish::Person { .. }, _) => ("lugar", "are openings"),
    }
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
            Some(name) => voice.pick(
                format!("{day} no abrimos, por ser {name}."),
                format!("{day} we are closed for {name}."),
            ),
            None => voice.pick(format!("{day} no abrimos."), format!("{day} we are closed.")),
        },
        Refusal::Past => {
            let when_en = capital(when.strip_prefix("On ").unwrap_or(&when));
            voice.pick(
                format!("{when} ya pasó."),
                format!("{when_en} has already passed."),
            )
        }
        Refusal::TooSoon => {
            let notice = voice.minutes(i64::from(asked.business.booking.notice_minutes));
            voice.pick(
                format!("Necesitamos al menos {notice} de anticipación."),
                format!("We need at least {notice} of notice."),
            )
        }
        Refusal::TooFar => {
            let far = day.strip_prefix("On ").unwrap_or(&day);
            let last = voice.on_day(last_date(asked.business, asked.now));
            let until = last.trim_start_matches("on ");
            match asked.business.kind {
                Kind::Restaurant => voice.pick(
                    format!("{day} queda muy lejos: por ahora tomamos reservaciones hasta {last}."),
                    format!("{far} is too far away: for now we take reservations until {until}."),
                ),
                Kind::Clinic | Kind::Shop => voice.pick(
                    format!("{day} queda muy lejos: por ahora damos citas hasta {last}."),
                    format!("{far} is too far away: for now we take appointments until {until}."),
                ),
            }
        }
        Refusal::ImpossibleTime => voice.pick(
            format!("{day} se adelanta el reloj y esa hora no existe."),
            format!("{day} the clocks go forward and that time does not exist."),
        ),
        Refusal::StaffNotIn => staff_not_in(asked, voice, &when),
    }
}

fn full(asked: &Asked<'_>, voice: &Voice<'_>, when: &str) -> String {
    let people = match &asked.wish {
        Wish::Table { party_size, .. } => voice.people(*party_size),
        Wish::Person { .. } => voice.people(1),
    };
    voice.pick(
        format!("{when} ya no hay mesa para {people}."),
        format!("{when} there is no table left for {people}."),
    )
}

fn slot_taken(asked: &Asked<'_>, voice: &Voice<'_>, when: &str) -> String {
    let name = person_name(&asked.wish);
    if !name.is_empty() {
        return voice.pick(
            format!("{when} {name} ya tiene otra cita."),
            format!("{when} {name} is already booked."),
        );
    }
    let service = service_name(&asked.wish);
    voice.pick(
        format!("{when} ya no hay lugar para {service}."),
        format!("{when} there is no opening for {service}."),
    )
}

fn staff_not_in(asked: &Asked<'_>, voice: &Voice<'_>, when: &str) -> String {
    let name = person_name(&asked.wish);
    if !name.is_empty() {
        return voice.pick(
            format!("{when} {name} no atiende."),
            format!("{when} {name} does not work."),
        );
    }
    if let Some(sales) = &asked.business.sales {
        return sales_team_not_in(asked, sales, voice, when);
    }
    let service = service_name(&asked.wish);
    voice.pick(
        format!("{when} no está quien hace {service}."),
        format!("{when} nobody who does {service} is in."),
    )
}

fn sales_team_not_in(asked: &Asked<'_>, sales: &SalesTeam, voice: &Voice<'_>, when: &str) -> String {
    let weekday = usize::try_from(asked.date.weekday().to_monday_zero_offset()).unwrap_or_default();
    let spans = sales
        .hours
        .days()
        .get(weekday)
        .map(|spans| spans.as_slice())
        .unwrap_or_default();
    let name = &sales.name;
    if spans.is_empty() {
        let day = capital(&voice.on_day(asked.date));
        return voice.pick(
            format!("{day} no atiende {name}."),
            format!("{day} {name} is off."),
        );
    }
    let spans = voice.spans(spans);
    voice.pick(
        format!("{when} no atiende {name}; ese día está {spans}."),
        format!("{when} {name} is not in; that day they are in {spans}."),
    )
}

fn outside_hours(asked: &Asked<'_>, voice: &Voice<'_>, day: &str) -> String {
    let branch = match &asked.wish {
        Wish::Table { branch, .. } => branch,
        Wish::Person { branch, .. } => asked.business.branch_or_first(*branch),
    };
    let hours = asked.business.hours_of(branch);
    let spans = voice.open_spans(hours.spans_on(asked.date));
    let open = voice.pick(
        format!("{day} atendemos {spans}"),
        format!("{day} we are open {spans}"),
    );
    if !asked.time.is_some_and(|time| hours.is_open(asked.date, time)) {
        return format!("{open}.");
    }
    match &asked.wish {
        Wish::Table { .. } => {
            let last = voice.minutes(i64::from(asked.business.booking.last_seating_minutes));
            voice.pick(
                format!("{open}; la última mesa se da {last} antes de cerrar."),
                format!("{open}; the last table is given {last} before closing."),
            )
        }
        Wish::Person { service, minutes, .. } => {
            let (name, length) = (&service.name, voice.minutes(*minutes));
            voice.pick(
                format!("{open}, y ese servicio ({name}) toma {length}."),
                format!("{open}, and that service ({name}) takes {length}."),
            )
        }
    }
}

fn person_name(wish: &Wish<'_>) -> String {
    match wish {
        Wish::Person {
            person: Some(person), ..
        } => person.name.clone(),
        Wish::Person { person: None, .. } | Wish::Table { .. } => String::new(),
    }
}

fn service_name(wish: &Wish<'_>) -> String {
    match wish {
        Wish::Person { service, .. } => service.name.to_lowercase(),
        Wish::Table { .. } => String::new(),
    }
}
