//! Times of day.

use jiff::civil::Time;

use crate::{Language, Span};

/// The hour without its article: "8 de la noche", "1 y media de la tarde", "mediodía"; "8 p.m.", "noon".
/// Seconds are left out. For a sentence, [`at_hour`] is nearly always the one wanted.
pub fn hour(language: Language, time: Time) -> String {
    let name = match (time.hour(), time.minute()) {
        (0, 0) => "hour.midnight",
        (12, 0) => "hour.noon",
        (_, 0) => "hour.sharp",
        (_, 15) => "hour.quarter",
        (_, 30) => "hour.half",
        _ => "hour.minutes",
    };
    language.message(name).with(&[
        ("hour", &twelve_hour(time.hour()).to_string()),
        ("hour_of_day", &time.hour().to_string()),
        ("minutes", &time.minute().to_string()),
        ("two_digits", &format!("{:02}", time.minute())),
        ("part", part_of_day(language, time.hour())),
    ])
}

/// The hour with its article: "la 1 y media de la tarde", "las 8 de la noche", "el mediodía", "la medianoche".
/// English has none: "8 p.m.".
pub fn hour_with_article(language: Language, time: Time) -> String {
    let name = match kind(time) {
        Kind::Noon => "hour.the_noon",
        Kind::Midnight => "hour.the_midnight",
        Kind::One => "hour.the_one",
        Kind::Other => "hour.the",
    };
    language.message(name).with(&[("hour", &hour(language, time))])
}

/// The hour with its preposition: "a las 8 de la noche", "a la 1 y media de la tarde", "al mediodía",
/// "a la medianoche"; "at 8 p.m.", "at noon".
pub fn at_hour(language: Language, time: Time) -> String {
    let name = match kind(time) {
        Kind::Noon => "hour.at_noon",
        Kind::Midnight => "hour.at_midnight",
        Kind::One => "hour.at_one",
        Kind::Other => "hour.at",
    };
    language.message(name).with(&[("hour", &hour(language, time))])
}

/// A stretch of opening: "de 1 de la tarde a 11 de la noche", "1 p.m. to 11 p.m.".
pub fn hours_span(language: Language, span: Span) -> String {
    language
        .message("hour.span")
        .with(&[("open", &hour(language, span.open)), ("close", &hour(language, span.close))])
}

/// What an hour's article and preposition go by.
enum Kind {
    Noon,
    Midnight,
    One,
    Other,
}

fn kind(time: Time) -> Kind {
    match (time.hour(), time.minute()) {
        (12, 0) => Kind::Noon,
        (0, 0) => Kind::Midnight,
        (1 | 13, _) => Kind::One,
        _ => Kind::Other,
    }
}

fn twelve_hour(hour: i8) -> i8 {
    match hour % 12 {
        0 => 12,
        hour => hour,
    }
}

fn part_of_day(language: Language, hour: i8) -> &'static str {
    let name = match hour {
        ..=5 => "hour.small_hours",
        6..=11 => "hour.morning",
        12..=18 => "hour.afternoon",
        19.. => "hour.night",
    };
    language.message(name).text()
}

#[cfg(test)]
mod tests {
    use jiff::civil::time;

    use super::*;

    fn check(hour_of_day: i8, minute: i8, spanish: &str, english: &str) {
        let time = time(hour_of_day, minute, 0, 0);
        assert_eq!(at_hour(Language::es(), time), spanish);
        assert_eq!(at_hour(Language::en(), time), english);
    }

    #[test]
    fn an_hour_is_said_with_the_part_of_the_day() {
        check(0, 0, "a la medianoche", "at midnight");
        check(0, 30, "a las 12 y media de la madrugada", "at 12:30 a.m.");
        check(1, 0, "a la 1 de la madrugada", "at 1 a.m.");
        check(5, 59, "a las 5 y 59 de la madrugada", "at 5:59 a.m.");
        check(6, 0, "a las 6 de la mañana", "at 6 a.m.");
        check(11, 15, "a las 11 y cuarto de la mañana", "at 11:15 a.m.");
        check(12, 0, "al mediodía", "at noon");
        check(12, 5, "a las 12 y 5 de la tarde", "at 12:05 p.m.");
        check(13, 30, "a la 1 y media de la tarde", "at 1:30 p.m.");
        check(18, 20, "a las 6 y 20 de la tarde", "at 6:20 p.m.");
        check(19, 0, "a las 7 de la noche", "at 7 p.m.");
        check(20, 0, "a las 8 de la noche", "at 8 p.m.");
        check(23, 45, "a las 11 y 45 de la noche", "at 11:45 p.m.");
    }

    #[test]
    fn an_hour_comes_without_its_article_or_with_it() {
        let check = |hour_of_day, bare: &str, with_article: &str| {
            assert_eq!(hour(Language::es(), time(hour_of_day, 0, 0, 0)), bare);
            assert_eq!(hour_with_article(Language::es(), time(hour_of_day, 0, 0, 0)), with_article);
        };
        check(13, "1 de la tarde", "la 1 de la tarde");
        check(20, "8 de la noche", "las 8 de la noche");
        check(12, "mediodía", "el mediodía");
        check(0, "medianoche", "la medianoche");
        assert_eq!(hour_with_article(Language::en(), time(20, 0, 0, 0)), "8 p.m.");
    }

    #[test]
    fn opening_hours_are_a_span() {
        let span = Span { open: time(13, 0, 0, 0), close: time(23, 0, 0, 0) };
        assert_eq!(hours_span(Language::es(), span), "de 1 de la tarde a 11 de la noche");
        assert_eq!(hours_span(Language::en(), span), "1 p.m. to 11 p.m.");
    }
}
