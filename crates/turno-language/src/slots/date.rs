//! Dates: what the days that an utterance tells are for a booking.

use crate::pack::Tagged;
use jiff::ToSpan;
use jiff::civil::Date;
use serde_json::Value;

use super::found::{Found, NO};
use super::moment::{Day, End, Piece, Sureness, What, next_of_month};
use super::number::{any_ordinal_at, number_at};
use super::refused;
use super::time::is_way;
use super::tokens::Tokens;
use crate::grammar::{A, AND, OF, THE};
use crate::{ProblemKind, ReadContext};

static VAGUE: Tagged = Tagged::new("date_vague");

/// Behind a day or an hour, and a "no": that is not wanted: "el viernes no puedo".
static CANNOT: Tagged = Tagged::new("date_cannot");

/// Begins to say of a day or an hour that it will not do: "Friday doesn't (work)".
static WILL_NOT: Tagged = Tagged::new("date_will_not");

/// What it will not do: "work".
static SUITS: Tagged = Tagged::new("date_suits");

/// Today, by its own word.
static TODAY: Tagged = Tagged::new("date_today");

/// Before a day that is over, it was wished for.
static WISHED: Tagged = Tagged::new("date_wished");

/// Who wants a booking: "quiero (una cita ayer)".
static ASKING: Tagged = Tagged::new("date_asking");

/// Not one day but all of them: "cada viernes".
static EVERY: Tagged = Tagged::new("date_every");

/// Before a day: it is not the day itself.
static SIDES: [Tagged; 2] = [Tagged::new("moments_before"), Tagged::new("moments_after")];

/// Those of them that need another word between them and the day: "después del viernes".
static LINKED_SIDES: Tagged = Tagged::new("date_linked_sides");

/// A number behind these is no day.
static NO_DAY_BEHIND: Tagged = Tagged::new("date_none_behind");

/// With these, days are not counted from now.
static FROM_ANOTHER: Tagged = Tagged::new("date_from_another");

/// So many days that are a week or two: "(en) ocho días".
static WEEKS: Tagged = Tagged::new("date_weeks");

/// The same in digits, which may be counted out.
static WEEKS_IN_DIGITS: Tagged = Tagged::new("date_weeks_in_digits");

/// The dates of an utterance, in order. A bare number is one only where a date is awaited.
pub(super) fn dates(
    tokens: &Tokens<'_>,
    pieces: &[Piece],
    context: &ReadContext<'_>,
    known: Option<Date>,
    is_awaited: bool,
) -> Vec<Found> {
    let reader = DateReader { tokens, context, known, is_awaited };
    let mut found: Vec<Found> = Vec::new();
    let wanted: Vec<&Piece> = pieces.iter().filter(|piece| !is_refused(tokens, piece)).collect();
    let has_other_day = wanted.iter().any(|piece| matches!(piece.what, What::Day(_)) && !is_feast(piece));
    let mut before: Option<&Piece> = None;
    for piece in wanted {
        // "El viernes, para la cena de Navidad": what is celebrated is not when.
        if has_other_day && is_feast(piece) && !is_correction(tokens, piece) {
            continue;
        }
        let Some(one) = reader.date(piece) else { continue };
        let disagrees = before.is_some_and(|before| disagree(tokens, before, piece));
        before = Some(piece);
        if let Some(last) = found.last_mut().filter(|last| disagrees || reader.is_and(last, &one)) {
            *last = both_of(last, &one);
            continue;
        }
        match found.last_mut().filter(|_| piece.end == End::Second) {
            Some(first) => *first = both_of(first, &one),
            None => found.push(one),
        }
    }
    found.extend(reader.vague());
    found.sort_by_key(|one| one.said.start);
    if found.is_empty() && is_awaited {
        found.extend(pieces.iter().find_map(|piece| reader.bare(piece)));
    }
    found
}

/// "Hoy viernes", "mañana, jueves", on days that are other ones.
fn disagree(tokens: &Tokens<'_>, before: &Piece, piece: &Piece) -> bool {
    let is_next = tokens.skip_comma(before.said.end) == piece.said.start;
    let (near, weekday) = match (&before.what, &piece.what) {
        (What::Day(Day::Near(near)), What::Day(Day::Weekday(weekday, _)))
        | (What::Day(Day::Weekday(weekday, _)), What::Day(Day::Near(near))) => (near, weekday),
        (_, _) => return false,
    };
    is_next && near.weekday() != *weekday
}

fn is_feast(piece: &Piece) -> bool {
    matches!(piece.what, What::Day(Day::Feast(_)))
}

/// "El viernes, no, mejor en Navidad."
fn is_correction(tokens: &Tokens<'_>, piece: &Piece) -> bool {
    static WORDS: Tagged = Tagged::new("date_words");
    (piece.said.start.saturating_sub(3)..piece.said.start).any(|at| tokens.is_one_of(at, &WORDS) && at > 0)
}

/// "El viernes no", "a las 8 no puedo", "cualquier día menos el lunes": what is refused is not wanted.
pub(super) fn is_refused(tokens: &Tokens<'_>, piece: &Piece) -> bool {
    static LINKS: Tagged = Tagged::new("date_links");
    let end = piece.said.end;
    // "(No) este domingo, el siguiente" has its own.
    if piece.taken.start < piece.said.start {
        return false;
    }
    // "menos a las 7" is one piece, as "más o menos a las 7" is.
    let start = piece.said.start + usize::from(refused::LESS.contains(&tokens.word(piece.said.start)));
    if refused::is_excepted(tokens, start, &LINKS) || refused::is_set_against(tokens, start..end) {
        return true;
    }
    let is_denied =
        NO.contains(&tokens.word(end)) && (tokens.ends_at(end + 1) || CANNOT.contains(&tokens.word(end + 1)));
    // "Friday doesn't work", "7 won't do"
    let does_not_suit = || {
        tokens.phrases(end, &WILL_NOT).is_some() && (end..end + 4).any(|at| SUITS.contains(&tokens.word(at)))
    };
    is_denied || does_not_suit()
}

struct DateReader<'a> {
    tokens: &'a Tokens<'a>,
    context: &'a ReadContext<'a>,
    /// The date that was known before.
    known: Option<Date>,
    is_awaited: bool,
}

impl DateReader<'_> {
    fn date(&self, piece: &Piece) -> Option<Found> {
        let today = self.context.now.date();
        let outcome = match piece.what {
            What::Day(Day::Near(date)) if date < today => self.past(piece)?,
            What::Day(_) if self.is_open(piece) => Err(ProblemKind::Vague),
            What::Day(Day::Near(date)) => in_eight_days(self.tokens, piece, date, today),
            What::Day(day) => booked(self.beside_known(day, piece), today),
            What::DayShift(days) => {
                let from = self.known.or(self.is_awaited.then_some(today))?;
                ahead(from.checked_add(days.days()).ok()?, today)
            }
            What::FromNow(seconds) if seconds >= 0 => {
                let then = self.context.now.checked_add(seconds.seconds()).ok()?;
                // "En 30 minutos" says today only where something else was thought.
                let is_news = then.date() != today || self.known != Some(today) || self.is_awaited;
                (is_news && !is_way(self.tokens, piece)).then(|| Ok(date_value(then.date())))?
            }
            What::EndOfDay(date) => ahead(date?, today),
            What::Week(count) | What::Stretch(count) if count < 0 => self.past(piece)?,
            What::Week(_) | What::Stretch(_) => Err(ProblemKind::Vague),
            What::FromNow(_)
            | What::Hour(..)
            | What::Part(_)
            | What::HourShift(_)
            | What::Now
            | What::Nothing => {
                return None;
            }
        };
        Some(Found { said: piece.said.clone(), taken: piece.taken.clone(), outcome })
    }

    /// Where a day is being talked of already, a weekday or a number alone is of its week or its month: "el viernes", said of
    /// a Thursday in January, is the day after it.
    fn beside_known(&self, day: Day, piece: &Piece) -> Day {
        let today = self.context.now.date();
        let Some(known) = self.known else { return day };
        match day {
            Day::Weekday(weekday, _) if self.is_alone(piece) => {
                let monday = known.checked_sub(i64::from(known.weekday().to_monday_zero_offset()).days());
                let offset = i64::from(weekday.to_monday_zero_offset());
                let of_that_week = monday.and_then(|monday| monday.checked_add(offset.days()));
                let is_far = (known - today).get_days() > 6 || weekday == known.weekday();
                // Who means the day that it is says "hoy".
                let says_today = (0..self.tokens.len()).any(|at| TODAY.contains(&self.tokens.word(at)));
                let is_today = weekday == today.weekday() && known > today && !says_today;
                match of_that_week {
                    Ok(date) if is_today => {
                        let later = if date > today { Ok(date) } else { today.checked_add(7.days()) };
                        later.map_or(day, |date| Day::Weekday(weekday, date))
                    }
                    Ok(date) if is_far && date >= today => Day::Weekday(weekday, date),
                    Ok(_) | Err(_) => day,
                }
            }
            Day::On(date) if self.is_alone(piece) => {
                let has_weekday = piece.said.clone().any(|at| is_weekday(self.tokens.word(at)));
                nearest_to(self.known, date, today)
                    .filter(|nearest| !has_weekday || nearest.weekday() == date.weekday())
                    .map_or(day, Day::On)
            }
            Day::Disagreeing(date, weekday, _)
                if self.is_alone(piece)
                    && date.day() == known.day()
                    && weekday.weekday() == known.weekday() =>
            {
                Day::On(known)
            }
            Day::On(_)
            | Day::Near(_)
            | Day::Weekday(..)
            | Day::Disagreeing(..)
            | Day::Feast(_)
            | Day::Impossible => day,
        }
    }

    /// Neither a month is told nor how far away it is: "el viernes 8", and not "este viernes".
    fn is_alone(&self, piece: &Piece) -> bool {
        static PLAIN: Tagged = Tagged::new("date_plain");
        piece.said.clone().all(|at| {
            let word = self.tokens.word(at);
            PLAIN.contains(&word)
                || is_weekday(word)
                || number_at(self.tokens, at).is_some()
                || any_ordinal_at(self.tokens, at).is_some()
        })
    }

    /// A past day in a story ("hubo un error ayer") is no wish.
    fn past(&self, piece: &Piece) -> Option<Result<Value, ProblemKind>> {
        let at = piece.said.start;
        let is_wish = self.is_awaited
            || at == 0
            || WISHED.contains(&self.tokens.before(at))
            || self.is_wanted_booking(at);
        is_wish.then_some(Err(ProblemKind::Past))
    }

    /// "A table (yesterday)", "quiero una cita (ayer)", and not "I had an appointment (yesterday)".
    fn is_wanted_booking(&self, end: usize) -> bool {
        static BOOKINGS: Tagged = Tagged::new("date_bookings");
        let noun = end.saturating_sub(1);
        let lead = noun.saturating_sub(1);
        let is_asked = || {
            let (article, verb) = (self.tokens.word(lead), self.tokens.before(lead));
            (A.contains(&article) || THE.contains(&article)) && (verb.is_empty() || ASKING.contains(&verb))
        };
        self.tokens.is_one_of(noun, &BOOKINGS) && (noun == 0 || is_asked())
    }

    /// "el sábado y el domingo": two days where one is wanted.
    fn is_and(&self, last: &Found, next: &Found) -> bool {
        let between = last.said.end..next.said.start;
        last.outcome.is_ok()
            && next.outcome.is_ok()
            && (1..=2).contains(&between.len())
            && AND.contains(&self.tokens.word(between.start))
    }

    /// "después del viernes", "before Monday", "cada viernes": no one day.
    fn is_open(&self, piece: &Piece) -> bool {
        let start = piece.said.start;
        let before = self.tokens.before(start);
        let is_repeated = EVERY.contains(&before)
            || THE.contains(&before) && EVERY.contains(&self.tokens.before(start.saturating_sub(1)));
        if is_repeated {
            return true;
        }
        let is_link = |word: &str| OF.contains(&word) || THE.contains(&word);
        let mut at = start;
        while at > 0 && is_link(self.tokens.before(at)) {
            at -= 1;
        }
        let side = self.tokens.before(at);
        let is_side = SIDES.iter().any(|sides| sides.contains(&side));
        is_side && (at < start || !LINKED_SIDES.contains(&side))
    }

    fn vague(&self) -> Vec<Found> {
        (0..self.tokens.len())
            .filter_map(|at| {
                let end = self.tokens.phrases(at, &VAGUE)?;
                Some(Found::new(at..end, Err(ProblemKind::Vague)))
            })
            .collect()
    }

    /// The only number of an answer.
    fn bare(&self, piece: &Piece) -> Option<Found> {
        let What::Hour(clock, Sureness::Bare) = piece.what else {
            return None;
        };
        let at = piece.said.start;
        let before = self.tokens.before(at);
        let is_led = NO_DAY_BEHIND.contains(&before) || matches!(before, ":" | ".");
        if clock.minute > 0 || clock.part.is_some() || is_led {
            return None;
        }
        let today = self.context.now.date();
        let date = next_of_month(today, clock.hour);
        let date = date.map(|date| nearest_to(self.known, date, today).unwrap_or(date));
        let outcome = date.map(date_value).ok_or(ProblemKind::Impossible);
        Some(Found::new(piece.said.clone(), outcome))
    }
}

/// "En ocho días" is in a week and "en quince días" in two; in digits it may be counted out, and is asked about.
fn in_eight_days(tokens: &Tokens<'_>, piece: &Piece, date: Date, today: Date) -> Result<Value, ProblemKind> {
    let mut words = piece.said.clone().map(|at| tokens.word(at));
    let counted = (date - today).get_days();
    if !matches!(counted, 8 | 15) || words.any(|word| FROM_ANOTHER.contains(&word)) {
        return ahead(date, today);
    }
    let end = piece.said.end;
    let ends_with = |phrases: &Tagged| tokens.phrases(end.saturating_sub(2), phrases) == Some(end);
    let weeks = || ahead(date.saturating_sub(1.days()), today);
    if ends_with(&WEEKS) {
        weeks()
    } else if ends_with(&WEEKS_IN_DIGITS) {
        Err(ProblemKind::Ambiguous(vec![weeks()?, ahead(date, today)?]))
    } else {
        ahead(date, today)
    }
}

fn is_weekday(word: &str) -> bool {
    static STEMS: Tagged = Tagged::new("date_stems");
    static NO_STEMS: Tagged = Tagged::new("date_no_stems");
    let begins = |stems: &[&str]| stems.iter().any(|stem| word.starts_with(stem));
    begins(&STEMS) && !begins(&NO_STEMS)
}

/// The day of that number which is nearest to the one that is talked of, and not over.
fn nearest_to(known: Option<Date>, date: Date, today: Date) -> Option<Date> {
    let known = known?;
    let of_month = |ahead: i64| {
        let month = known.first_of_month().checked_add(ahead.months()).ok()?;
        month.with().day(date.day()).build().ok()
    };
    let days = [0, 1, -1].into_iter().filter_map(of_month).filter(|day| *day >= today);
    days.min_by_key(|day| (*day - known).get_days().abs())
}

/// What a day is for a booking: never one that is over, and asked about where the words disagree.
fn booked(day: Day, today: Date) -> Result<Value, ProblemKind> {
    match day {
        Day::On(date) | Day::Near(date) | Day::Weekday(_, date) | Day::Feast(date) => ahead(date, today),
        Day::Disagreeing(date, _, _) if date < today => Err(ProblemKind::Past),
        Day::Disagreeing(date, weekday, _) => {
            Err(ProblemKind::Ambiguous(vec![date_value(date), date_value(weekday)]))
        }
        Day::Impossible => Err(ProblemKind::Impossible),
    }
}

fn ahead(date: Date, today: Date) -> Result<Value, ProblemKind> {
    if date < today { Err(ProblemKind::Past) } else { Ok(date_value(date)) }
}

/// "Del 10 al 12": one of both, and which is asked.
fn both_of(first: &Found, second: &Found) -> Found {
    let values: Vec<Value> = [first, second].iter().filter_map(|found| found.outcome.clone().ok()).collect();
    let outcome =
        if values.len() == 2 { Err(ProblemKind::Ambiguous(values)) } else { Err(ProblemKind::Vague) };
    Found::new(first.said.start..second.said.end, outcome)
}

fn date_value(date: Date) -> Value {
    Value::String(date.to_string())
}
