//! `get_business_hours`.

use async_trait::async_trait;
use jiff::{
    ToSpan,
    civil::{Date, Weekday},
};
use serde_json::{Value, json};
use turno_business::{
    Business,
    answer::{Answer, hour_text},
    book::local,
    say::{Said, Voice, WEEK, capital},
};
use turno_core::ToolSpec;
use turno_language::{Act, OpeningHours, Span, calendar::weekday_key, format, text::fold};
use turno_runtime::port::{Prepared, ToolError};

use super::{
    call::{Call, Serves},
    desk::wanted_branch,
};
use crate::parameters::{self, EVERYONE, Outline};

/// Exceptions this many days ahead are told with the week's hours.
const DAYS_AHEAD_TOLD: i64 = 14;

pub(super) struct GetBusinessHours;

#[async_trait]
impl Serves for GetBusinessHours {
    fn spec(&self) -> ToolSpec {
        spec()
    }

    async fn prepare(
        &self,
        Call { business, context, parameters, .. }: Call<'_>,
    ) -> Result<Prepared, ToolError> {
        let branch = match wanted_branch(business, context, parameters) {
            Ok(branch) => business.branch_or_first(branch),
            Err(refused) => return Ok(refused.read_only()),
        };
        let hours = business.hours_of(branch);
        let voice = Voice::new(business, context.now);
        let now = local(business, context.now);
        let answer = match parameters.text("day").map(|day| day_named(day, voice.today())) {
            Some(Some(date)) => day_answer(hours, &voice, date),
            Some(None) | None => week_answer(hours, &voice),
        };
        let answer = answer
            .with("open_now", hours.is_open(now.date(), now.time()))
            .with("exceptions", exceptions(business, hours, voice.today()))
            .with("branch_id", branch)
            .with("branch", business.branch_name(branch));
        Ok(answer.with_formatted().read_only())
    }
}

fn spec() -> ToolSpec {
    Outline {
        name: "get_business_hours",
        description: "Gives the opening hours: of the week, or of one day",
        category: "info",
        act: Act::Other,
        enabled_for: EVERYONE,
        parameters: parameters::object(
            json!({
                "day": {"type": "string", "description": "A date as 2026-01-20, or a weekday", "x-slot": "date",
                    "x-name": parameters::names("parameter.day")},
                "branch_id": parameters::branch(),
            }),
            &[],
        ),
    }
    .spec()
}

/// The date that a word names: a date, or the next such weekday, today included.
fn day_named(word: &str, today: Date) -> Option<Date> {
    if let Ok(date) = word.parse() {
        return Some(date);
    }
    let folded = fold(word.trim());
    let weekday = WEEK.into_iter().find(|weekday| {
        turno_language::Language::understood()
            .any(|language| fold(format::weekday(language, *weekday)) == folded)
    })?;
    (0..7).map(|days| today.saturating_add(days.days())).find(|date| date.weekday() == weekday)
}

fn day_answer(hours: &OpeningHours, voice: &Voice<'_>, date: Date) -> Answer {
    let spans = hours.spans_on(date);
    let day = capital(&voice.on_day(date));
    let holiday = voice.business.holidays.get(&date);
    let said = match (spans, holiday) {
        ([], Some(name)) => voice.say("hours.closed_for", &[("day", &day), ("holiday", &name)]),
        ([], None) => voice.say("hours.closed", &[("day", &day)]),
        (spans, holiday) => {
            let told = voice.open_spans(spans);
            let because = match holiday {
                Some(name) => voice.say("hours.because", &[("holiday", name)]),
                None => String::new(),
            };
            voice.say("hours.open", &[("day", &day), ("spans", &told), ("because", &because)])
        }
    };
    Answer::done(&Said::same(said))
        .with("date", date.to_string())
        .with("is_open", !spans.is_empty())
        .with("hours", json!([day_value(voice, date.weekday(), spans)]))
}

fn week_answer(hours: &OpeningHours, voice: &Voice<'_>) -> Answer {
    let days: Vec<Value> =
        WEEK.iter().zip(&hours.week).map(|(weekday, spans)| day_value(voice, *weekday, spans)).collect();
    let groups = week_groups(&hours.week);
    let (open, closed): (Vec<_>, Vec<_>) = groups.into_iter().partition(|(_, spans)| !spans.is_empty());
    let stretches: Vec<String> = open
        .iter()
        .map(|(days, spans)| format!("{} {}", days_text(voice, days), voice.spans(spans)))
        .collect();
    let stretches = stretches.join("; ");
    let mut told = voice.say("hours.week", &[("days", &stretches)]);
    if !closed.is_empty() {
        let days: Vec<String> = closed.iter().map(|(days, _)| days_text(voice, days)).collect();
        let days = voice.both(&days);
        told.push(' ');
        told.push_str(&voice.say("hours.closed_days", &[("days", &days)]));
    }
    for (date, name) in soon(voice) {
        let day = capital(&voice.on_day(date));
        let spans = hours.spans_on(date);
        told.push(' ');
        told.push_str(&if spans.is_empty() {
            voice.say("hours.closed_for", &[("day", &day), ("holiday", &name)])
        } else {
            let spans = voice.open_spans(spans);
            voice.say("hours.holiday_open", &[("day", &day), ("holiday", &name), ("spans", &spans)])
        });
    }
    Answer::done(&Said::same(told)).with("hours", days)
}

fn soon<'a>(voice: &Voice<'a>) -> impl Iterator<Item = (Date, &'a String)> {
    let (first, last) = (voice.today(), voice.today().saturating_add(DAYS_AHEAD_TOLD.days()));
    voice.business.holidays.range(first..=last).map(|(date, name)| (*date, name))
}

/// Neighbouring days with the same hours: (their weekdays, their stretches).
fn week_groups(week: &[Vec<Span>; 7]) -> Vec<(Vec<Weekday>, &Vec<Span>)> {
    let mut groups: Vec<(Vec<Weekday>, &Vec<Span>)> = Vec::new();
    for (weekday, spans) in WEEK.into_iter().zip(week) {
        match groups.last_mut() {
            Some((days, same)) if *same == spans => days.push(weekday),
            Some(_) | None => groups.push((vec![weekday], spans)),
        }
    }
    groups
}

/// "de lunes a jueves", "viernes y sábado", "los domingos".
fn days_text(voice: &Voice<'_>, days: &[Weekday]) -> String {
    let name = |day: &Weekday| format::weekday(voice.language, *day).to_owned();
    match days {
        [] => String::new(),
        [day] => voice.words(each_week(*day)).to_owned(),
        [_, _, _, _, _, _, _] => voice.words("hours.every_day").to_owned(),
        [first, second] => {
            let days = voice.both(&[name(first), name(second)]);
            voice.say("hours.two_days", &[("days", &days)])
        }
        [first, .., last] => {
            let (first, last) = (name(first), name(last));
            voice.say("hours.from_to", &[("first", &first), ("last", &last)])
        }
    }
}

/// The message of a day that is the same each week: "los lunes".
fn each_week(weekday: Weekday) -> &'static str {
    match weekday {
        Weekday::Monday => "hours.mondays",
        Weekday::Tuesday => "hours.tuesdays",
        Weekday::Wednesday => "hours.wednesdays",
        Weekday::Thursday => "hours.thursdays",
        Weekday::Friday => "hours.fridays",
        Weekday::Saturday => "hours.saturdays",
        Weekday::Sunday => "hours.sundays",
    }
}

fn day_value(voice: &Voice<'_>, weekday: Weekday, spans: &[Span]) -> Value {
    json!({"day": weekday_key(weekday), "name": format::weekday(voice.language, weekday), "spans": span_values(spans)})
}

/// Stretches as values.
pub(super) fn span_values(spans: &[Span]) -> Vec<Value> {
    spans.iter().map(|span| json!({"open": hour_text(span.open), "close": hour_text(span.close)})).collect()
}

fn exceptions(business: &Business, hours: &OpeningHours, today: Date) -> Vec<Value> {
    let upcoming = business.holidays.range(today..).take(10);
    upcoming
        .map(|(date, name)| json!({"date": date, "name": name, "spans": span_values(hours.spans_on(*date))}))
        .collect()
}
