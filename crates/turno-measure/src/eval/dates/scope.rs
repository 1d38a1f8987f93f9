//! What a row is: in scope, or why not. Nothing here looks at what was read.

use jiff::civil::DateTime;

use super::rows::{Row, Source, Truth};

const LONG: &str = "longer than a day";
const OPEN: &str = "open to one side";
const RANGE: &str = "a range of hours";
const DURATION: &str = "a duration";
const HOLIDAY: &str = "a holiday";

/// Holidays, and days that are counted from one.
const HOLIDAYS: &[&str] = &[
    "navidad",
    "nochevieja",
    "nochebuena",
    "año nuevo",
    "ano nuevo",
    "semana santa",
    "pascua",
    "viernes negro",
    "día de la ",
    "dia de la ",
    "día de los ",
    "dia de los ",
    "día de san",
    "día del trabajador",
    "día del padre",
    "día del maestro",
    "día del niño",
    "día de independencia",
    "día de acción",
    "día internacional",
    "día mundial",
    "día de muertos",
    "christmas",
    "xmas",
    "easter",
    "thanksgiving",
    "halloween",
    "new year",
    "valentine",
    "independence day",
    "labor day",
    "labour day",
    "memorial day",
    "black friday",
    "earth day",
    "patrick",
    "mother's day",
    "father's day",
    "mothers day",
    "fathers day",
    "ides",
    "workers' day",
    "martin luther",
    "veteran",
    "columbus day",
    "mlk",
];

/// Parts of a day that are told by what people do then.
const BY_HABIT: &[&str] = &[
    "comer",
    "comida",
    "cena",
    "desayun",
    "almuerzo",
    "trabajo",
    "trabajar",
    "lunch",
    "dinner",
    "breakfast",
    "brunch",
    "school",
    "work",
];

const ZONES: &[&str] =
    &["cet", "gmt", "pst", "bst", "ist", "cst", "est", "edt", "pdt", "utc", "pt", "timezone", "horaria"];

/// The two sayings whose truth the collection's own readers doubt.
const DOUBTFUL: &[&str] = &["en este momento", "jue 15"];

/// Why a row is out of scope; none where it is in it.
pub(super) fn why_skipped(row: &Row) -> Option<&'static str> {
    let text = row.text.to_lowercase();
    let by_source = match &row.what {
        Source::Graded { kind, grain, is_negative, is_holiday } => {
            if *is_negative {
                Some("no moment in it")
            } else if kind == "open_interval" {
                Some(OPEN)
            } else if *is_holiday {
                Some(HOLIDAY)
            } else if DOUBTFUL.contains(&text.as_str()) {
                Some("its truth is doubtful")
            } else if matches!(grain.as_str(), "week" | "month" | "quarter" | "year") {
                Some(LONG)
            } else {
                None
            }
        }
        Source::Entities { types, timex, modifier } => entities(types, timex, modifier),
        Source::Fields { span, has_end } => fields(row, span, *has_end),
        Source::Slot => None,
        Source::Unplaced => Some("no time of reference"),
    };
    by_source.or_else(|| by_words(&text)).or_else(|| by_truth(row, &text))
}

fn entities(types: &[String], timex: &str, modifier: &str) -> Option<&'static str> {
    let [kind] = types else {
        return Some(if types.is_empty() { "no moment in it" } else { "more than one moment" });
    };
    match kind.as_str() {
        "date" | "time" | "datetime" => None,
        "daterange" => Some(LONG),
        "duration" => Some(DURATION),
        "set" => Some("a repetition"),
        "timerange" | "datetimerange"
            if !modifier.is_empty() && !matches!(modifier, "start" | "end" | "mid") =>
        {
            Some(OPEN)
        }
        "timerange" | "datetimerange" if timex.starts_with('(') => Some(RANGE),
        "timerange" | "datetimerange" if timex.contains("TME") => Some("told by a habit"),
        "timerange" | "datetimerange" => None,
        _ => Some("no day and no hour"),
    }
}

fn fields(row: &Row, span: &str, has_end: bool) -> Option<&'static str> {
    let is_until = span.starts_with("de ") && span.contains(" a ");
    if has_end || is_until {
        return Some(RANGE);
    }
    if ["por ", "de "].iter().any(|lead| span.to_lowercase().starts_with(lead)) && span.contains("minutos") {
        return Some(DURATION);
    }
    // A reference whose month was counted from 0, against a truth whose month was not.
    let (Some(Truth::Moment(moment)), today) = (row.truths.first(), row.now.date()) else {
        return None;
    };
    let is_month_off =
        moment.year() == today.year() && moment.month() + 1 == today.month() && moment.day() == today.day();
    if is_month_off && !span.contains("mes") {
        return Some("its reference and its truth count months differently");
    }
    (row.truths.is_empty()).then_some("no moment in it")
}

fn by_words(text: &str) -> Option<&'static str> {
    if HOLIDAYS.iter().any(|holiday| text.contains(holiday)) {
        return Some(HOLIDAY);
    }
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| ZONES.contains(&word)).then_some("another time zone")
}

fn by_truth(row: &Row, text: &str) -> Option<&'static str> {
    match row.truths.first() {
        None => Some("no moment in it"),
        Some(Truth::Moment(moment)) if moment.year() < 1900 => Some("before 1900"),
        Some(Truth::Stretch(from, until)) => stretch(row, text, *from, *until),
        Some(Truth::HourStretch(..)) => {
            BY_HABIT.iter().any(|habit| text.contains(habit)).then_some("told by a habit")
        }
        Some(Truth::Day(_) | Truth::Moment(_) | Truth::Hour(_) | Truth::Impossible) => None,
    }
}

fn stretch(row: &Row, text: &str, from: DateTime, until: DateTime) -> Option<&'static str> {
    let now = row.now.datetime();
    if until.since(from).is_ok_and(|span| span.get_days() > 1 || span.get_days() == 1 && span.get_hours() > 0)
    {
        return Some(LONG);
    }
    let counted = [
        "segundo", "minuto", "horas", "second", "minute", "hour", " min", "sec", "30'", "días", "dias",
        "days",
    ];
    let has_number = counts(text) > 0
        || ["próxim", "proxim", "últim", "ultim", "pasad", "next", "last", "past", "few", "within"]
            .iter()
            .any(|w| text.contains(w));
    let is_early = ["primera hora", "última hora", "últimas horas", "early hours"]
        .iter()
        .any(|part| text.contains(part));
    if counted.iter().any(|unit| text.contains(unit)) && has_number && !is_early {
        return Some(DURATION);
    }
    if from == now || until == now {
        return Some(OPEN);
    }
    if counts(text) >= 2 && is_linked(text) {
        return Some(RANGE);
    }
    BY_HABIT.iter().any(|habit| text.contains(habit)).then_some("told by a habit")
}

/// How many of the words are numbers, or hours with a name.
fn counts(text: &str) -> usize {
    const NUMBERS: &str = "una dos tres cuatro cinco seis siete ocho nueve diez once doce catorce quince mediodía one two three \
                           four five six seven eight nine ten eleven twelve thirty noon";
    let names: Vec<&str> = NUMBERS.split_whitespace().collect();
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()) || names.contains(word))
        .count()
}

/// Words that lead from one hour to another.
fn is_linked(text: &str) -> bool {
    let links =
        ["a", "al", "y", "to", "till", "until", "untill", "and", "but", "thru", "through", "hasta", "-"];
    text.contains('-') || text.contains('–') || text.split_whitespace().any(|word| links.contains(&word))
}
