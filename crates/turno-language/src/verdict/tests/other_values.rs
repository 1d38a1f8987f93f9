//! A yes that names another value of the call is never a yes.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{BOOKING, read_call};
use crate::Act::Book;
use crate::testing::{EN, ES};
use crate::{Language, Verdict};

/// `{}` stands for what names the other value.
const SPANISH_CARRIERS: &[&str] = &[
    "sí, {}",
    "sí {}",
    "sí y {}",
    "sí, pero {}",
    "ok {}",
    "perfecto, {}",
    "correcto {}",
    "está bien, {} por favor",
    "sí, está bien, {}, gracias",
    "va {}",
    "claro que sí, {}",
    "así es, {}",
    "sí, resérvala {}",
    "{}, sí",
    "{} está bien",
    "sí, {}, ¿y tienen estacionamiento?",
    "sí {} y a qué hora cierran",
    "sí, gracias. {}. ¿Me das la dirección?",
];

const ENGLISH_CARRIERS: &[&str] = &[
    "yes, {}",
    "yes {}",
    "yes and {}",
    "yes, but {}",
    "ok {}",
    "perfect, {}",
    "that's right {}",
    "sounds good, {} please",
    "yes, that works, {}, thank you",
    "sure {}",
    "go ahead {}",
    "book it {}",
    "exactly, {}",
    "{}, yes",
    "{} is fine",
    "yes, {}. Do they have parking?",
    "yes {} and what is their number",
    "Yes, thanks. {}. Can you give me the address?",
];

const SPANISH_NUMBERS: &[&str] =
    &["", "una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"];

const ENGLISH_NUMBERS: &[&str] =
    &["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// From Monday, the day of the talk, on.
const SPANISH_DAYS: &[&str] = &["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"];
const ENGLISH_DAYS: &[&str] = &["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// What is asked (a day of this week by its offset, an hour after noon, a number of people), with another of each.
#[derive(Debug, Clone)]
struct Talk {
    day: usize,
    other_day: usize,
    hour: usize,
    other_hour: usize,
    people: usize,
    other_people: usize,
    has_digits: bool,
}

impl Talk {
    fn asked(&self) -> BTreeMap<String, Value> {
        let values = json!({
            "date": format!("2026-01-{}", 19 + self.day),
            "time": format!("{}:00", 12 + self.hour),
            "party_size": self.people,
            "customer_name": "Juan",
        });
        serde_json::from_value(values).unwrap()
    }

    /// Each of the ways to refuse one of the asked values.
    fn negated(&self, language: Language) -> Vec<String> {
        match language {
            ES => vec![
                format!("no el {}", SPANISH_DAYS[self.day]),
                format!("el {} no", SPANISH_DAYS[self.day]),
                format!("no a las {}", self.hour),
                format!("a las {} no", self.hour),
                format!("no para {}", self.people),
                format!("no somos {}", self.people),
                "no a nombre de Juan".to_owned(),
                "pero no a esa hora".to_owned(),
            ],
            _ => vec![
                format!("not on {}", ENGLISH_DAYS[self.day]),
                format!("not {}", ENGLISH_DAYS[self.day]),
                format!("not at {}", self.hour),
                format!("not for {}", self.people),
                format!("we are not {}", self.people),
                "not under Juan".to_owned(),
                "but not at that time".to_owned(),
            ],
        }
    }

    /// Each of the ways to name another value.
    fn others(&self, language: Language) -> Vec<String> {
        let names = match language {
            ES => SPANISH_NUMBERS,
            _ => ENGLISH_NUMBERS,
        };
        let number = |value: usize| match self.has_digits {
            true => value.to_string(),
            false => names[value].to_owned(),
        };
        let (hour, people) = (number(self.other_hour), number(self.other_people));
        match language {
            ES => vec![
                format!("a las {hour}"),
                format!("a las {hour} de la noche"),
                format!("a las {} y media", number(self.hour)),
                format!("que sea a las {hour}"),
                format!("somos {people}"),
                format!("seremos {people}"),
                format!("para {people}"),
                format!("para {people} personas"),
                format!("{people} personas"),
                format!("el {}", SPANISH_DAYS[self.other_day]),
                format!("para el {}", SPANISH_DAYS[self.other_day]),
                "el 14 de febrero".to_owned(),
                "a nombre de Carlos".to_owned(),
            ],
            _ => vec![
                format!("at {hour}"),
                format!("at {hour} pm"),
                format!("at half past {}", number(self.hour)),
                format!("make it {hour} pm"),
                format!("we are {people}"),
                format!("there will be {people} of us"),
                format!("for {people} people"),
                format!("{people} people"),
                format!("on {}", ENGLISH_DAYS[self.other_day]),
                format!("for {}", ENGLISH_DAYS[self.other_day]),
                "on February 14th".to_owned(),
                "under the name Carlos".to_owned(),
            ],
        }
    }
}

prop_compose! {
    fn talk()(
        day in 1..7_usize,
        day_step in 1..6_usize,
        hour in 2..11_usize,
        hour_step in 1..9_usize,
        people in 2..13_usize,
        people_step in 1..11_usize,
        has_digits: bool,
    ) -> Talk {
        Talk {
            day,
            other_day: 1 + (day - 1 + day_step) % 6,
            hour,
            other_hour: 2 + (hour - 2 + hour_step) % 9,
            people,
            other_people: 2 + (people - 2 + people_step) % 11,
            has_digits,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn another_value_is_never_a_yes(talk in talk(), at in 0..100_usize) {
        for (language, carriers) in [(ES, SPANISH_CARRIERS), (EN, ENGLISH_CARRIERS)] {
            let carrier = carriers[at % carriers.len()];
            for other in talk.others(language) {
                let said = carrier.replace("{}", &other);
                let reading = read_call(language, Book, BOOKING, &talk.asked(), &said);
                prop_assert!(reading.verdict != Verdict::Yes, "{said}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_refused_value_is_never_a_yes(talk in talk(), at in 0..100_usize) {
        for (language, carriers) in [(ES, SPANISH_CARRIERS), (EN, ENGLISH_CARRIERS)] {
            let carrier = carriers[at % carriers.len()];
            for refused in talk.negated(language) {
                let said = carrier.replace("{}", &refused);
                let reading = read_call(language, Book, BOOKING, &talk.asked(), &said);
                prop_assert!(reading.verdict != Verdict::Yes, "{said}");
            }
        }
    }
}
