//! The rows of the collections, whatever their format: it is told by a row's fields, never by a file's name.

use std::fmt;

use jiff::{
    ZonedDateTime,
    civil::{Date, DateTime, Time},
    tz::TimeZone,
};
use serde_json::Value;
use turno_language::Language;

/// A row, as all formats have it.
pub(super) struct Row {
    pub(super) text: String,
    pub(super) language: Language,
    pub(super) now: ZonedDateTime,
    /// What it tells; any of them is right. Empty where nothing is told.
    pub(super) truths: Vec<Truth>,
    pub(super) what: Source,
}

/// What a row says of itself, for its scope.
pub(super) enum Source {
    /// Compositional collections: kind, grain, section, whether a holiday is named, the end.
    Graded { kind: String, grain: String, is_negative: bool, is_holiday: bool },
    /// Entities in sentences: their types, and the first one's first value's `timex` and `Mod`.
    Entities { types: Vec<String>, timex: String, modifier: String },
    /// Fields of a parsed date.
    Fields { span: String, has_end: bool },
    /// A slot's value.
    Slot,
    /// Without a time of reference.
    Unplaced,
}

/// What is told.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Truth {
    Day(Date),
    /// A day and its hour.
    Moment(DateTime),
    Hour(Time),
    /// From, until (exclusive).
    Stretch(DateTime, DateTime),
    HourStretch(Time, Time),
    /// No such day.
    Impossible,
}

impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day(date) => write!(f, "{date}"),
            Self::Moment(moment) => write!(f, "{moment}"),
            Self::Hour(time) => write!(f, "{time}"),
            Self::Stretch(from, until) => write!(f, "{from} to {until}"),
            Self::HourStretch(from, until) => write!(f, "{from} to {until}"),
            Self::Impossible => write!(f, "impossible"),
        }
    }
}

/// Reads a file of a JSON object a line; each row with its line from 1.
pub(super) fn read(text: &str) -> Result<Vec<(usize, Row)>, String> {
    let mut values: Vec<(usize, Value)> = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let value = serde_json::from_str(line)
            .map_err(|error| format!("{}: not a JSON object: {error}", index + 1))?;
        values.push((index + 1, value));
    }
    let common = language_of(&values);
    values
        .iter()
        .map(|(line, value)| match row(value, common) {
            Some(row) => Ok((*line, row)),
            None => Err(format!(
                "{line}: not a row of dates: none of the fields `grain`, `entities`, `fields`, `reference_date`, or no `text` \
                 and time of reference with them"
            )),
        })
        .collect()
}

/// Where rows name no language, their commonest words do.
fn language_of(values: &[(usize, Value)]) -> Language {
    let (mut spanish, mut english) = (0_usize, 0_usize);
    for (_, value) in values {
        for word in text_of(value, "text").to_lowercase().split_whitespace() {
            spanish +=
                usize::from(["de", "el", "la", "las", "los", "que", "para", "por", "en"].contains(&word));
            english += usize::from(["the", "of", "to", "on", "in", "at", "for", "is", "and"].contains(&word));
        }
    }
    if spanish > english { Language::es() } else { Language::en() }
}

fn text_of(value: &Value, field: &str) -> String {
    value.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn row(value: &Value, common: Language) -> Option<Row> {
    let language = match value.get("lang").and_then(Value::as_str) {
        Some(code) if code.starts_with("es") => Language::es(),
        Some(_) => Language::en(),
        None => common,
    };
    value.get("text")?.as_str()?;
    let is_unplaced =
        ["reference_time", "reference_date"].iter().all(|field| value.get(field).is_none_or(Value::is_null));
    let (now, truths, what) = if is_unplaced {
        (jiff::Timestamp::UNIX_EPOCH.to_zoned_datetime(TimeZone::UTC), Vec::new(), Source::Unplaced)
    } else if value.get("entities").is_some() {
        entities(value)?
    } else if value.get("fields").is_some() {
        fields(value)?
    } else if value.get("reference_date").is_some() {
        slot(value)?
    } else {
        value.get("grain")?;
        graded(value)?
    };
    Some(Row { text: text_of(value, "text"), language, now, truths, what })
}

fn now_of(said: &str) -> Option<ZonedDateTime> {
    if let Ok(timestamp) = said.parse::<jiff::Timestamp>() {
        let offset =
            jiff::fmt::temporal::DateTimeParser::new().parse_pieces(said).ok()?.to_numeric_offset()?;
        return Some(timestamp.to_zoned_datetime(TimeZone::fixed(offset)));
    }
    said.parse::<DateTime>().ok()?.to_zoned_datetime(TimeZone::UTC).ok()
}

fn moment_of(said: &str) -> Option<DateTime> {
    said.replace(' ', "T")
        .parse()
        .ok()
        .or_else(|| Some(said.parse::<Date>().ok()?.to_datetime(Time::midnight())))
}

type Parsed = (ZonedDateTime, Vec<Truth>, Source);

fn graded(value: &Value) -> Option<Parsed> {
    let (kind, grain) = (text_of(value, "kind"), text_of(value, "grain"));
    let from = moment_of(&text_of(value, "value"));
    let until = moment_of(&text_of(value, "end"));
    let truth = match (from, until) {
        (Some(from), Some(until)) => Some(Truth::Stretch(from, until)),
        (Some(from), None) if grain == "day" => Some(Truth::Day(from.date())),
        (Some(from), None) => Some(Truth::Moment(from)),
        (None, _) => None,
    };
    let source = Source::Graded {
        is_negative: kind == "none" || text_of(value, "section") == "negative",
        kind,
        grain,
        is_holiday: value.get("holiday").is_some_and(|holiday| !holiday.is_null()),
    };
    Some((now_of(&text_of(value, "reference_time"))?, truth.into_iter().collect(), source))
}

fn entities(value: &Value) -> Option<Parsed> {
    let now = now_of(&text_of(value, "reference_time"))?;
    let entities = value.get("entities")?.as_array()?;
    let types = entities.iter().map(|entity| text_of(entity, "type")).collect();
    let values =
        entities.first().and_then(|entity| entity.get("values")?.as_array()).cloned().unwrap_or_default();
    let all: Vec<Truth> = values.iter().filter_map(resolved).collect();
    // Of a past and a future value a booking wants the future one.
    let ahead: Vec<Truth> = all.iter().copied().filter(|truth| is_ahead(truth, now.datetime())).collect();
    let first = values.first();
    let field = |name: &str| first.map_or_else(String::new, |value| text_of(value, name));
    let source = Source::Entities { types, timex: field("timex"), modifier: field("Mod") };
    Some((now, if ahead.is_empty() { all } else { ahead }, source))
}

fn resolved(value: &Value) -> Option<Truth> {
    let (said, from, until) = (text_of(value, "value"), text_of(value, "start"), text_of(value, "end"));
    if said == "not resolved" {
        return Some(Truth::Impossible);
    }
    let is_hour = from.len() == 8 && until.len() == 8;
    if let (Ok(from), Ok(until), true) = (from.parse::<Time>(), until.parse::<Time>(), is_hour) {
        return Some(Truth::HourStretch(from, until));
    }
    if let (Some(from), Some(until)) = (moment_of(&from), moment_of(&until)) {
        return Some(Truth::Stretch(from, until));
    }
    match said.len() {
        8 => Some(Truth::Hour(said.parse().ok()?)),
        10 => Some(Truth::Day(said.parse().ok()?)),
        _ => Some(Truth::Moment(moment_of(&said)?)),
    }
}

fn is_ahead(truth: &Truth, now: DateTime) -> bool {
    match truth {
        Truth::Day(date) => *date >= now.date(),
        Truth::Moment(moment) | Truth::Stretch(_, moment) => *moment >= now,
        Truth::Hour(_) | Truth::HourStretch(..) | Truth::Impossible => true,
    }
}

fn fields(value: &Value) -> Option<Parsed> {
    let now = now_of(&text_of(value, "reference_time"))?;
    let span = value.get("span").and_then(Value::as_str).unwrap_or(value.get("text")?.as_str()?).to_owned();
    let known = value.get("fields")?;
    let field = |name: &str| known.get(name).and_then(Value::as_i64);
    let date = (|| {
        let [year, month, day] = ["year", "month", "day"].map(field);
        Date::new(year?.try_into().ok()?, month?.try_into().ok()?, day?.try_into().ok()?).ok()
    })();
    let time = field("hour").and_then(|hour| {
        Time::new(hour.try_into().ok()?, field("minute").unwrap_or(0).try_into().ok()?, 0, 0).ok()
    });
    let truth = match (date, time) {
        (Some(date), Some(time)) => Some(Truth::Moment(date.to_datetime(time))),
        (Some(date), None) => Some(Truth::Day(date)),
        (None, Some(time)) => Some(Truth::Hour(time)),
        (None, None) => moment_of(&text_of(value, "value")).map(Truth::Moment),
    };
    let has_end = value.get("end").is_some_and(|end| !end.is_null());
    Some((now, truth.into_iter().collect(), Source::Fields { span, has_end }))
}

fn slot(value: &Value) -> Option<Parsed> {
    let today: Date = text_of(value, "reference_date").parse().ok()?;
    let now = today.to_zoned_datetime(TimeZone::UTC).ok()?;
    let said = text_of(value, "value");
    let truth = match text_of(value, "kind").as_str() {
        "date" => Truth::Day(said.parse().ok()?),
        _ => Truth::Hour(said.parse().ok()?),
    };
    Some((now, vec![truth], Source::Slot))
}
