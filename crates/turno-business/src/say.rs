//! Texts for people, in the tenant's language, once to be read and once to be heard.

use std::fmt::Display;

use jiff::civil::{Date, Time, Weekday};
use turno_core::Timestamp;
use turno_language::{
    Language, Span,
    format::{self, Form},
};

use crate::{Business, Dish};

/// Monday to Sunday.
pub const WEEK: [Weekday; 7] = [
    Weekday::Monday,
    Weekday::Tuesday,
    Weekday::Wednesday,
    Weekday::Thursday,
    Weekday::Friday,
    Weekday::Saturday,
    Weekday::Sunday,
];

/// A text, read and heard.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Said {
    /// To be read.
    pub text: String,
    /// To be heard.
    pub speech: String,
}

impl Said {
    /// A text that is the same in both.
    pub fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { speech: text.clone(), text }
    }

    /// A text whose parts depend on the form.
    pub fn each(write: impl Fn(Form) -> String) -> Self {
        Self { text: write(Form::Written), speech: write(Form::Spoken) }
    }

    /// This and another sentence.
    pub fn and(self, other: &Self) -> Self {
        let join = |a: &str, b: &str| {
            if b.is_empty() { a.to_owned() } else { format!("{a} {b}") }
        };
        Self { text: join(&self.text, &other.text), speech: join(&self.speech, &other.speech) }
    }
}

/// How a business speaks on a day.
#[derive(Debug, Clone, Copy)]
pub struct Voice<'a> {
    /// Who speaks.
    pub business: &'a Business,
    /// In which language.
    pub language: Language,
    today: Date,
}

impl<'a> Voice<'a> {
    /// How it speaks now.
    pub fn new(business: &'a Business, now: Timestamp) -> Self {
        let today = business.time_zone.to_datetime(now.to_jiff()).date();
        Self { business, language: business.language, today }
    }

    /// The message of that name in the business's language, where nothing is put in.
    pub fn words(&self, name: &str) -> &'static str {
        self.language.message(name).text()
    }

    /// The message of that name in the business's language, with these values put in.
    pub fn say(&self, name: &str, values: &[(&str, &dyn Display)]) -> String {
        let written: Vec<(&str, String)> =
            values.iter().map(|(name, value)| (*name, value.to_string())).collect();
        let values: Vec<(&str, &str)> = written.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let message = self.language.message(name);
        let is_given = |wanted: &&str| values.iter().any(|(given, _)| given == wanted);
        debug_assert!(message.values().iter().all(is_given), "{name} wants other values");
        message.with(&values)
    }

    /// Today, where the business is.
    pub fn today(&self) -> Date {
        self.today
    }

    /// Yesterday, where the business is.
    pub fn yesterday(&self) -> Date {
        self.today.yesterday().unwrap_or(self.today)
    }

    /// "el martes 20 de enero", "on Tuesday, January 20": when something is.
    pub fn on_day(&self, date: Date) -> String {
        let day = format::day(self.language, date, self.today);
        self.say("say.on_day", &[("day", &day)])
    }

    /// "el martes 20 de enero", "Tuesday, January 20": the day as such.
    pub fn the_day(&self, date: Date) -> String {
        let day = format::day(self.language, date, self.today);
        self.say("say.the_day", &[("day", &day)])
    }

    /// "a las 8 de la noche".
    pub fn at(&self, time: Time) -> String {
        format::at_hour(self.language, time)
    }

    /// "el martes 20 de enero a las 8 de la noche".
    pub fn on_day_at(&self, date: Date, time: Time) -> String {
        format!("{} {}", self.on_day(date), self.at(time))
    }

    /// "el martes 20 de enero a las 8 de la noche", "Tuesday, January 20 at 8 p.m.".
    pub fn the_day_at(&self, date: Date, time: Time) -> String {
        format!("{} {}", self.the_day(date), self.at(time))
    }

    /// "$185", "185 pesos".
    pub fn money(&self, form: Form, cents: i64) -> String {
        format::money(self.language, form, cents, &self.business.currency)
    }

    /// "RES-482173648", "R E S, 4 8 2, 1 7 3, 6 4 8".
    pub fn code(&self, form: Form, code: &str) -> String {
        format::code(self.language, form, code)
    }

    /// "4 personas".
    pub fn people(&self, count: u32) -> String {
        format::people(self.language, i64::from(count))
    }

    /// "2 aguas de jamaica": so many of a dish, by the name that the order keeps.
    pub fn quantity(&self, count: i64, id: &str, name: &str) -> String {
        let own = self.business.dish(id).and_then(Dish::counted_name);
        format::quantity(self.language, count, name, own.as_ref())
    }

    /// "35 minutos".
    pub fn minutes(&self, count: i64) -> String {
        format::minutes(self.language, count)
    }

    /// "A, B y C".
    pub fn both(&self, items: &[String]) -> String {
        format::list(self.language, items, false)
    }

    /// "A, B o C".
    pub fn either(&self, items: &[String]) -> String {
        format::list(self.language, items, true)
    }

    /// "de 1 de la tarde a 4 de la tarde y de 7 de la noche a 11 de la noche"; the whole day is "las 24 horas".
    pub fn spans(&self, spans: &[Span]) -> String {
        let said: Vec<String> = spans
            .iter()
            .map(|span| {
                if span.open == span.close {
                    self.words("say.all_day").to_owned()
                } else {
                    format::hours_span(self.language, *span)
                }
            })
            .collect();
        self.both(&said)
    }

    /// The same after "abrimos" and "we are open": "from noon to 10 p.m.".
    pub fn open_spans(&self, spans: &[Span]) -> String {
        let told = self.spans(spans);
        let is_whole_day = spans.first().is_some_and(|span| span.open == span.close);
        if is_whole_day { told } else { self.say("say.open_spans", &[("spans", &told)]) }
    }

    /// ", en la sucursal Roma Norte", where the business has several.
    pub fn in_branch(&self, branch: &str) -> String {
        if self.business.branches.len() < 2 {
            return String::new();
        }
        let name = self.business.branch_name(branch);
        self.say("say.in_branch", &[("name", &name)])
    }
}

/// The text as a sentence: with a capital at its beginning, and with one stop where it ends in "p.m.".
pub fn sentence(text: &str) -> String {
    capital(text).replace(".m..", ".m.")
}

/// The text with a capital at its beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
