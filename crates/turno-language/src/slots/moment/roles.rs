//! The parts that words and phrases play in the grammar of days and hours, each a tag of the lexicons. A word is looked up once
//! for all of them.

use std::{collections::BTreeMap, ops::BitOr};

use super::super::tokens::Tokens;
use super::Line;
use super::words::{Kind, has_number};
use crate::{
    Language,
    by_language::ByLanguage,
    pack::{self, Pack},
    word_table::WordTable,
};

const LONGS: usize = 3;

/// Some of the roles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Roles([u64; LONGS]);

impl Roles {
    const fn single(number: usize) -> Self {
        let mut longs = [0; LONGS];
        longs[number / 64] = 1 << (number % 64);
        Self(longs)
    }

    /// Those of both.
    pub(super) const fn or(self, other: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Self([a | d, b | e, c | f])
    }

    const fn and(self, other: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Self([a & d, b & e, c & f])
    }

    const fn is_empty(self) -> bool {
        let [a, b, c] = self.0;
        a | b | c == 0
    }
}

impl BitOr for Roles {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.or(other)
    }
}

/// What a word may be.
#[derive(Clone, Copy, Default)]
pub(super) struct WordRoles {
    /// By itself.
    alone: Roles,
    /// As the first word of a longer phrase.
    begins: Roles,
    /// Where those phrases stand in the grammar, from and to.
    longer: (u16, u16),
}

impl WordRoles {
    /// Whether it only hangs on figures, and is no word: "5to".
    fn is_of_figures(&self) -> bool {
        self.alone == ORDINAL_SUFFIX && self.begins.is_empty()
    }
}

/// The roles of a language's words.
pub(super) struct Grammar {
    words: WordTable<WordRoles>,
    /// The phrases of several words with their role; those with the same first word stand together.
    phrases: Vec<(&'static str, Roles)>,
    /// Those for which the language has words of its own.
    own: Roles,
    /// The first tens that a unit stands beside; "veintitrés" is one word.
    pub(super) tens_from: u32,
}

impl Grammar {
    /// What the lexicon of a language says, and of words that it does not know what those of the others say: people mix them.
    fn of(language: Language) -> Self {
        let mut grammar = Reading::default();
        let own = language.pack();
        grammar.read(own, |_| true);
        let own_words = grammar.words.clone();
        let own_roles = own_words.values().fold(Roles::default(), |all, word| all | word.alone | word.begins);
        for other in language.mixed_with() {
            grammar.read(other.pack(), |first| own_words.get(first).is_none_or(WordRoles::is_of_figures));
        }
        let mut phrases = Vec::new();
        for (first, longer) in grammar.longer {
            let start = phrases.len();
            phrases.extend(longer);
            if let Some(word) = grammar.words.get_mut(first) {
                word.longer = (place(start), place(phrases.len()));
            }
        }
        Self {
            words: WordTable::new(grammar.words),
            phrases,
            own: own_roles,
            tens_from: if has_number(language, 21) { 30 } else { 20 },
        }
    }

    /// What a folded word may be.
    fn roles(&self, word: &str) -> WordRoles {
        self.words.get(word).unwrap_or_default()
    }

    /// The roles of each word of an utterance, used or not.
    pub(super) fn roles_of(&self, tokens: &Tokens<'_>) -> Vec<WordRoles> {
        (0..tokens.len()).map(|at| self.roles(tokens.before(at + 1))).collect()
    }
}

/// A grammar being read.
#[derive(Default)]
struct Reading {
    words: BTreeMap<&'static str, WordRoles>,
    /// By its first word, each phrase of several words.
    longer: BTreeMap<&'static str, Vec<(&'static str, Roles)>>,
}

/// A place in the table of phrases: the files hold far fewer.
fn place(at: usize) -> u16 {
    u16::try_from(at).unwrap_or(u16::MAX)
}

impl Reading {
    /// The phrases of a pack that begin with a word that may be taken from it.
    fn read(&mut self, pack: &'static Pack, takes: impl Fn(&str) -> bool) {
        for (number, tag) in TAGS.iter().enumerate() {
            let role = Roles::single(number);
            for phrase in pack.lexicon.with_tag(tag).flat_map(pack::as_readers_get_it) {
                let first = phrase.split(' ').next().unwrap_or_default();
                if !takes(first) {
                    continue;
                }
                let word = self.words.entry(first).or_default();
                if first.len() == phrase.len() {
                    word.alone = word.alone | role;
                } else {
                    word.begins = word.begins | role;
                    self.longer.entry(first).or_default().push((phrase, role));
                }
            }
        }
    }
}

impl Line<'_> {
    /// Whether the word at an index has one of the roles.
    pub(super) fn is(&self, at: usize, roles: Roles) -> bool {
        self.kind(at) != Kind::Used && !self.alone(at).and(roles).is_empty()
    }

    /// Whether the word before an index has one of the roles, though another reader may have it.
    pub(super) fn was(&self, at: usize, roles: Roles) -> bool {
        at.checked_sub(1).is_some_and(|before| !self.alone(before).and(roles).is_empty())
    }

    fn alone(&self, at: usize) -> Roles {
        self.roles.get(at).map_or_else(Roles::default, |word| word.alone)
    }

    /// The index after the longest phrase with one of the roles that stands at an index.
    #[inline]
    pub(super) fn after(&self, at: usize, roles: Roles) -> Option<usize> {
        let word = self.roles.get(at)?;
        // Most words have none of the roles that are asked for.
        if word.alone.or(word.begins).and(roles).is_empty() {
            return None;
        }
        self.after_word(at, word, roles)
    }

    fn after_word(&self, at: usize, word: &WordRoles, roles: Roles) -> Option<usize> {
        if self.kind(at) == Kind::Used {
            return None;
        }
        let alone = (!word.alone.and(roles).is_empty()).then_some(at + 1);
        if word.begins.and(roles).is_empty() {
            return alone;
        }
        let (start, end) = word.longer;
        let longer = &self.grammar.phrases[usize::from(start)..usize::from(end)];
        longer
            .iter()
            .filter(|(_, role)| !role.and(roles).is_empty())
            .filter_map(|(phrase, _)| self.tokens.phrase(at, phrase))
            .max()
            .or(alone)
    }

    /// The index after such a phrase, or the index itself.
    pub(super) fn skip(&self, at: usize, roles: Roles) -> usize {
        self.after(at, roles).unwrap_or(at)
    }

    /// Whether the language itself has words with one of the roles.
    pub(super) fn owns(&self, roles: Roles) -> bool {
        !self.grammar.own.and(roles).is_empty()
    }
}

static GRAMMARS: ByLanguage<Grammar> = ByLanguage::new(Grammar::of);

/// The grammar of a language.
pub(super) fn grammar(language: Language) -> &'static Grammar {
    GRAMMARS.of(language)
}

macro_rules! roles {
    ($($(#[$doc:meta])* $name:ident = Tagged::new($tag:literal);)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "each is the number of a constant")]
        enum Number { $($name),* }
        $($(#[$doc])* pub(super) const $name: Roles = Roles::single(Number::$name as usize);)*
        const TAGS: &[&str] = &[$($tag),*];
    };
}

roles! {
    /// "la", "the".
    THE = Tagged::new("small_the");
    /// "un", "a".
    A = Tagged::new("small_a");
    /// "de", "of".
    OF = Tagged::new("small_of");
    /// "al", "at".
    AT = Tagged::new("small_at");
    /// "en", "in".
    IN = Tagged::new("small_in");
    /// "para", "for".
    FOR = Tagged::new("small_for");
    /// "desde", "from".
    FROM = Tagged::new("small_from");
    /// "y", "and".
    AND = Tagged::new("small_and");
    /// "no", "not".
    NOT = Tagged::new("small_not");
    /// "más", "more".
    MORE = Tagged::new("small_more");
    /// What follows a lone day of the month; anything else counts things: "las 2 mesas".
    FOLLOWS = Tagged::new("days_follows");
    /// After a number these make it a number of people.
    PEOPLE = Tagged::new("hours_people");
    /// Leads to an hour.
    HOUR_MARKERS = Tagged::new("hour_markers");
    /// "pesos", "dollars".
    MONEY = Tagged::new("limits_money");
    /// The article before a day: "el viernes", "the 5th".
    DAY_THE = Tagged::new("moments_day_the");
    /// Leads to a day: "on Friday".
    ON_A_DAY = Tagged::new("moments_on");
    /// This day, week or part of the day: "este viernes", "this week".
    THIS = Tagged::new("moments_this");
    /// That day: "ese viernes".
    THAT_DAY = Tagged::new("moments_that");
    /// The one that comes after: "el siguiente día", "next week".
    FOLLOWING = Tagged::new("moments_following");
    /// The one that comes next: "el próximo viernes", "this coming Friday".
    COMING = Tagged::new("moments_coming");
    /// The one before this one: "la última semana", "last Friday".
    PRECEDING = Tagged::new("moments_preceding");
    /// Over already: "el pasado viernes", "this past Friday".
    PAST = Tagged::new("moments_past");
    /// The last one of a month: "el último lunes".
    LAST_ONE = Tagged::new("moments_last_one");
    /// Before a weekday: the next one, or the one after it: "el otro viernes".
    OTHER_WEEKDAY = Tagged::new("moments_other_weekday");
    /// Before a week: the next one: "la otra semana".
    OTHER_WEEK = Tagged::new("moments_other_week");
    /// The very same: "hoy mismo", "the current month".
    ITSELF = Tagged::new("moments_itself");
    /// Behind a day or a week: the next one: "el viernes que viene".
    NEXT_BEHIND = Tagged::new("moments_next_behind");
    /// Behind a day or a week: the one before: "el viernes anterior".
    PRECEDING_BEHIND = Tagged::new("moments_preceding_behind");
    /// Behind a day or a week: it is over: "la semana pasada".
    PAST_BEHIND = Tagged::new("moments_past_behind");
    /// Behind a weekday: the one after the next one: "Friday after next".
    AFTER_NEXT = Tagged::new("moments_after_next");
    /// Before an hour or a day: "antes de las 8".
    BEFORE = Tagged::new("moments_before");
    /// After an hour or a day: "después de las 8".
    AFTER = Tagged::new("moments_after");
    /// The day after tomorrow.
    AFTER_TOMORROW = Tagged::new("near_after_tomorrow");
    /// The day after tomorrow, said short: "mejor pasado".
    AFTER_TOMORROW_SHORT = Tagged::new("near_after_tomorrow_short");
    /// What stands before the day after tomorrow where it is said short: "mejor pasado".
    BEFORE_SHORT = Tagged::new("near_before_short");
    /// The day before yesterday.
    BEFORE_YESTERDAY = Tagged::new("near_before_yesterday");
    /// Before "ocho" or "quince", which are a week or two from today: "de hoy en ocho".
    FROM_TODAY_IN = Tagged::new("near_from_today_in");
    /// The same, counted from tomorrow: "de mañana en ocho".
    FROM_TOMORROW_IN = Tagged::new("near_from_tomorrow_in");
    /// A week from today.
    WEEK_FROM_TODAY = Tagged::new("near_week_from_today");
    /// A week from tomorrow.
    WEEK_FROM_TOMORROW = Tagged::new("near_week_from_tomorrow");
    /// Yesterday, at night: the last word is the part of the day.
    LAST_NIGHT = Tagged::new("near_last_night");
    /// Today, at night, in one word.
    TONIGHT = Tagged::new("near_tonight");
    /// Now, in several words.
    RIGHT_NOW = Tagged::new("near_now");
    /// Half of an hour: "media hora", "y media".
    HALF = Tagged::new("moments_half");
    /// Behind these "mañana" is the morning, and not tomorrow.
    NOT_TOMORROW_AFTER = Tagged::new("near_not_tomorrow_after");
    /// Leads to the end or the beginning of a day or a month: "a fin de mes".
    END_LEADS = Tagged::new("stretch_end_leads");
    /// The end of the day, in one word.
    END_OF_DAY = Tagged::new("stretch_end_of_day");
    /// The end of a day: "al final del día".
    END = Tagged::new("stretch_end");
    /// A part of a month, a week or a year: "a mediados de mayo".
    STRETCH_PARTS = Tagged::new("stretch_parts");
    /// The article before a week or a month: "la semana", "the month".
    STRETCH_ARTICLES = Tagged::new("stretch_articles");
    /// Leads to a month without a day: "en mayo".
    MONTH_LEADS = Tagged::new("stretch_month_leads");
    /// The weekend, in several words.
    WEEKEND = Tagged::new("stretch_weekend");
    /// The weekend, said short: "este fin".
    WEEKEND_SHORT = Tagged::new("stretch_weekend_short");
    /// Leads to how long from now: "dentro de dos horas".
    AHEAD = Tagged::new("shifts_ahead");
    /// With a number and nothing else behind it, so many minutes from now: "in 15".
    AHEAD_MINUTES = Tagged::new("shifts_ahead_minutes");
    /// From now, behind how long: "two weeks from now".
    FROM_NOW = Tagged::new("shifts_from_now");
    /// Ago, before how long: "hace dos semanas".
    AGO = Tagged::new("shifts_ago");
    /// Ago, behind how long: "two weeks ago".
    AGO_BEHIND = Tagged::new("shifts_ago_behind");
    /// Before or behind a number of days that are to come: "the upcoming two days".
    UPCOMING = Tagged::new("shifts_upcoming");
    /// Behind how long: so much later: "dos horas después".
    LATER = Tagged::new("shifts_later");
    /// Behind how long: so much earlier: "media hora antes".
    EARLIER = Tagged::new("shifts_earlier");
    /// Between how long and the day it is counted from: "dos días después del lunes".
    AFTER_A_DAY = Tagged::new("shifts_after_a_day");
    /// Between how long and the day that it ends at: "dos días antes del lunes".
    BEFORE_A_DAY = Tagged::new("shifts_before_a_day");
    /// Stands before a weekday and does not say which one.
    WEEKDAY_LEADS = Tagged::new("weekday_leads");
    /// Before a weekday that is cut short: what follows is a weekday: "el vie".
    SHORT_LEADS = Tagged::new("weekday_short_leads");
    /// Behind a weekday that is cut short: what stands before is a weekday: "fri at 8".
    SHORT_FOLLOWS = Tagged::new("weekday_short_follows");
    /// Between a weekday and "ocho" or "quince", where these are a week or two: "el viernes en ocho".
    WEEKDAY_IN = Tagged::new("weekday_in");
    /// Behind a weekday: a week after it: "Friday week".
    WEEKDAY_WEEK = Tagged::new("weekday_week");
    /// What hangs on a week or a feast: "next week's", "mother's".
    POSSESSIVE = Tagged::new("moments_possessive");
    /// Before the number of a day: "día 15".
    DAY_NUMBER = Tagged::new("days_number");
    /// Between the number of a day and its month: "the 15th day of May".
    DAY_NOUN = Tagged::new("days_noun");
    /// Leads to the number of a day: "el 15", "this 15th".
    DAY_LEADS = Tagged::new("days_leads");
    /// Leads to a day that is written in numbers: "en 15-05".
    DAYS_IN = Tagged::new("days_in");
    /// Between a day and its month: "15 de mayo".
    MONTH_OF = Tagged::new("days_of");
    /// Between a day and the number of its month: "17 del 11".
    MONTH_NUMBER_OF = Tagged::new("days_of_number");
    /// "Of the" in one word: "el último día del mes".
    OF_THE = Tagged::new("moments_of_the");
    /// Per cent, in several words.
    PERCENT = Tagged::new("moments_percent");
    /// Stands before how long something takes: "unas dos horas".
    DURATION_LEADS = Tagged::new("duration_leads");
    /// The article before how long something takes: "a week".
    DURATION_ARTICLES = Tagged::new("duration_articles");
    /// Two, as a pair: "un par de horas".
    PAIR = Tagged::new("duration_pair");
    /// Some few: three are meant.
    FEW = Tagged::new("duration_few");
    /// Half an hour.
    HALF_HOUR = Tagged::new("duration_half_hour");
    /// An hour and a half, without a number.
    HOUR_AND_HALF = Tagged::new("duration_hour_and_half");
    /// A quarter: "un cuarto de hora", "quarter to nine".
    QUARTER = Tagged::new("duration_quarter");
    /// Three quarters: "tres cuartos de hora".
    THREE_QUARTERS = Tagged::new("duration_three_quarters");
    /// Between a number and its unit: half of it more: "two and a half hours".
    AND_A_HALF = Tagged::new("duration_and_a_half");
    /// Behind a unit: half of it more: "una hora y media".
    HALF_MORE = Tagged::new("duration_half_more");
    /// One second: the word may mean a place in a row too.
    SECOND = Tagged::new("duration_second");
    /// Half past an hour, behind it: "8 y media".
    HALF_PAST = Tagged::new("minutes_half_past");
    /// A quarter past an hour, behind it: "8 y cuarto".
    QUARTER_PAST = Tagged::new("minutes_quarter_past");
    /// Three quarters past an hour, behind it: "8 y tres cuartos".
    THREE_QUARTERS_PAST = Tagged::new("minutes_three_quarters_past");
    /// A quarter before an hour, behind it: "9 menos cuarto".
    QUARTER_TO = Tagged::new("minutes_quarter_to");
    /// Between an hour and its minutes: "8 y 20".
    MINUTES_AND = Tagged::new("minutes_and");
    /// Between an hour and its minutes, less often: "8 con 20".
    MINUTES_WITH = Tagged::new("minutes_with");
    /// Between an hour and the minutes before it: "9 menos 20".
    MINUTES_LESS = Tagged::new("minutes_less");
    /// A letter that is said for a zero: "twelve o three".
    MINUTES_ZERO = Tagged::new("minutes_zero");
    /// On the hour: "8 en punto".
    EXACT = Tagged::new("minutes_exact");
    /// Hangs on an hour that is near: "8ish".
    ISH = Tagged::new("minutes_ish");
    /// Words for hours that are counted, and make no hour of the day: "2 hours".
    HOUR_COUNTED = Tagged::new("minutes_hours_counted");
    /// A word for hours that makes an hour of the day only of a large number: "20 horas".
    HOURS_WEAK = Tagged::new("minutes_hours_weak");
    /// The article before an hour: "las 8".
    HOUR_THE = Tagged::new("hours_the");
    /// The article before one o'clock: "la una".
    HOUR_THE_ONE = Tagged::new("hours_the_one");
    /// Right before an hour: "las 8", "at 8".
    HOUR_LED = Tagged::new("hours_led");
    /// Makes an hour of a number without an article: "tipo 8".
    HOUR_ALONE = Tagged::new("hours_alone_marker");
    /// From an hour on, or up to it: "a partir de las 8".
    HOUR_OPEN = Tagged::new("hours_open");
    /// Behind an hour that "de las" leads to: it is an hour: "de las 2 a las 4".
    HOUR_OF_GOES_ON = Tagged::new("hours_of_goes_on");
    /// Makes an hour of the number behind it: "at 8", "around 8".
    HOUR_AT = Tagged::new("hours_at");
    /// May stand before an hour, and makes none of a number by itself: "for 8 pm".
    HOUR_WEAK = Tagged::new("hours_weak_leads");
    /// With an article: the first of what is offered, and no hour: "la uno".
    ONE_OF_THESE = Tagged::new("hours_one_of_these");
    /// May stand behind a number that is an hour by itself: "8 por favor".
    HOUR_BEFORE = Tagged::new("hours_before");
    /// A number behind these is no hour by itself: "somos 8".
    HOUR_NOT_AFTER = Tagged::new("hours_not_after");
    /// Says how many people come: "somos como 10".
    WE_ARE = Tagged::new("hours_we_are");
    /// What may stand before "cuarto para las 9", "quarter to nine".
    TO_HOUR_LEADS = Tagged::new("hours_to_leads");
    /// Half past, before the hour: "half past eight".
    HALF_OF_HOUR = Tagged::new("hours_half");
    /// Between minutes and the hour that they are before: "diez para las 8".
    TO_HOUR = Tagged::new("hours_to");
    /// Between minutes and the hour that they are after: "ten past eight".
    PAST_HOUR = Tagged::new("hours_past");
    /// The same as "to", behind the word for minutes: "10 minutes from 8".
    FROM_HOUR = Tagged::new("hours_from");
    /// The number behind these may be one of people: "para 4".
    COUNT_LEADS = Tagged::new("moments_count_leads");
    /// What may stand before noon and midnight: "cerca de la medianoche".
    NAMED_LEADS = Tagged::new("hours_named_leads");
    /// Behind "y media" or "y cuarto": it is of a thing, and not of an hour: "y media orden".
    HALF_OF_THINGS = Tagged::new("hours_half_of_things");
    /// Noon.
    NOON = Tagged::new("hours_noon");
    /// Midnight.
    MIDNIGHT = Tagged::new("hours_midnight");
    /// Before "am" or "pm" without an hour: "in the pm".
    PART_IN = Tagged::new("parts_in");
    /// Before noon, makes it the afternoon: "pasado el mediodía".
    PART_AFTER_NOON = Tagged::new("parts_past");
    /// Leads to a part of the day: "de la noche", "in the morning".
    PART_LEADS = Tagged::new("parts_leads");
    /// Between that and the part of the day: "en plena noche".
    PART_ARTICLES = Tagged::new("parts_articles");
    /// The same, behind the article: "in the early morning".
    PART_SIDES = Tagged::new("parts_sides");
    /// Early in the day: "a primera hora".
    FIRST_HOUR = Tagged::new("parts_first_hour");
    /// A night behind it is no part of the day: "of the night".
    NIGHT_NOT_AFTER = Tagged::new("parts_night_not_after");
    /// Makes an hour one of noon: "12 del día".
    NOON_OF_DAY = Tagged::new("parts_noon");
    /// The middle of the day: "a mitad del día".
    MIDDAY = Tagged::new("parts_midday");
    /// The beginning of the day: "al inicio del día".
    DAY_BEGINNING = Tagged::new("parts_beginning");
    /// Before today: the afternoon: "más tarde hoy".
    LATER_TODAY = Tagged::new("parts_later");
    /// Before today: noon: "a mediados de hoy".
    MID_TODAY = Tagged::new("parts_mid");
    /// Before today: the morning: "early in the day today".
    EARLY_TODAY = Tagged::new("parts_early_today");
    /// Right before a part of the day: "early morning".
    EARLY = Tagged::new("parts_early");
    /// The article before a part of a day that is told behind it: "la noche del 21".
    PART_THE = Tagged::new("parts_the");
    /// Opens a range: "de 5 a 7".
    RANGE_OPENERS = Tagged::new("range_openers");
    /// Opens a range that "y" goes on with: "entre 7 y 8".
    BETWEEN = Tagged::new("range_between");
    /// Before a range: it is of people: "somos entre 7 y 8".
    RANGE_OF_PEOPLE = Tagged::new("range_of_people");
    /// Between both ends of a range: "7 to 9".
    RANGE_TO = Tagged::new("range_to");
    /// Between both ends of a range that was opened: "de 5 a 7".
    RANGE_TO_WEAK = Tagged::new("range_to_weak");
    /// May stand behind a range of hours: "de 5 a 7 por favor".
    RANGE_FREE = Tagged::new("range_free");
    /// Between the day that is denied and the one that is meant: "no este lunes, sino el siguiente".
    ANOTHER_BUT = Tagged::new("another_but");
    /// What may stand before a feast: "en Navidad".
    FEAST_LEADS = Tagged::new("feasts_leads");
    /// Between that and the name of a feast: "el día de Navidad".
    FEAST_DAY_OF = Tagged::new("feasts_day_of");
    /// Between tens and a unit, where they are two words: "treinta y cinco".
    TENS_AND = Tagged::new("numbers_tens_and");
    /// Hangs on the number of a day: "1ro", "5th".
    ORDINAL_SUFFIX = Tagged::new("numbers_ordinal_suffix");
}
