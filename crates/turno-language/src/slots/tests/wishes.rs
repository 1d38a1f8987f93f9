//! Moments as people wish for them: by feasts, by meals, by weeks ahead, and by what does not suit.

use serde_json::json;

use super::moments::{check_dates, check_times};
use super::{Case, EN, ES, check};

#[test]
fn days_that_are_weeks_ahead() {
    check_dates(
        &ES(),
        &[
            ("el martes en quince", "2026-02-03"),
            ("el martes en 15", "2026-02-03"),
            ("el viernes en quince", "2026-02-06"),
            ("el domingo en quince", "2026-02-08"),
            ("de hoy en quince", "2026-02-02"),
            ("hoy en quince", "2026-02-02"),
            ("mañana en ocho", "2026-01-27"),
            ("mañana en quince", "2026-02-03"),
            ("de mañana en quince", "2026-02-03"),
            ("el lunes en ocho", "2026-01-26"),
        ],
    );
    check_dates(
        &EN(),
        &[
            ("tomorrow week", "2026-01-27"),
            ("today week", "2026-01-26"),
            ("Friday week", "2026-01-30"),
            ("on Friday week", "2026-01-30"),
            ("Saturday week", "2026-01-31"),
            ("a week on Friday", "2026-01-30"),
            ("a week from Friday", "2026-01-30"),
            ("two weeks on Saturday", "2026-02-07"),
            ("Monday after next", "2026-02-02"),
            ("the Friday after next", "2026-01-30"),
            ("Tuesday of next week", "2026-01-27"),
        ],
    );
}

#[test]
fn feasts_are_days() {
    check_dates(
        &ES(),
        &[
            ("en Navidad", "2026-12-25"),
            ("el día de Navidad", "2026-12-25"),
            ("la cena de Nochebuena", "2026-12-24"),
            ("noche buena", "2026-12-24"),
            ("para año nuevo", "2027-01-01"),
            ("el día de año nuevo", "2027-01-01"),
            ("noche de año nuevo", "2026-12-31"),
            ("San Valentín", "2026-02-14"),
            ("el día de San Valentín", "2026-02-14"),
            ("el 14 de febrero", "2026-02-14"),
            ("el día del amor y la amistad", "2026-02-14"),
            ("el día de las madres", "2026-05-10"),
            ("el día de la mamá", "2026-05-10"),
            ("el día del padre", "2026-06-21"),
            ("el día del niño", "2026-04-30"),
            ("día de muertos", "2026-11-02"),
            ("Navidad de 2027", "2027-12-25"),
            ("el 24, Nochebuena", "2026-01-24"),
            ("el viernes para la cena de Navidad", "2026-01-23"),
            ("para la comida de navidad, el 12 de diciembre", "2026-12-12"),
            ("el viernes no, mejor en Navidad", "2026-12-25"),
        ],
    );
    check_dates(
        &EN(),
        &[
            ("on Christmas Eve", "2026-12-24"),
            ("Christmas", "2026-12-25"),
            ("Christmas Day", "2026-12-25"),
            ("New Year\u{2019}s Eve", "2026-12-31"),
            ("new years eve", "2026-12-31"),
            ("New Year's Day", "2027-01-01"),
            ("Valentine's Day", "2026-02-14"),
            ("valentines", "2026-02-14"),
            ("Mother's Day", "2026-05-10"),
            ("fathers day", "2026-06-21"),
            ("Thanksgiving", "2026-11-26"),
            ("our Christmas party on Friday", "2026-01-23"),
            ("Friday for our Christmas party", "2026-01-23"),
        ],
    );
    check(
        &ES(),
        &[("a nombre de Valentín Reyes", json!({"name": "Valentín Reyes"}))],
    );
}

#[test]
fn dates_that_were_are_over() {
    let past = json!({"date": {"!": "past"}});
    for case in [&ES(), &EN()] {
        let sayings: &[&str] = match case.language {
            crate::Language::Es => &[
                "el 3 de enero pasado",
                "el pasado 3 de enero",
                "para el 15 de diciembre pasado",
                "el 2 de marzo pasado",
                "el pasado 24 de diciembre",
                "el lunes pasado",
            ],
            crate::Language::En => &["this past January 3rd", "the past 24 December", "last Monday"],
        };
        let rows: Vec<_> = sayings.iter().map(|said| (*said, past.clone())).collect();
        check(case, &rows);
    }
    check_dates(
        &ES(),
        &[
            ("el 3 de febrero, pasado mañana no", "2026-02-03"),
            ("pasado mañana", "2026-01-21"),
        ],
    );
}

#[test]
fn a_meal_tells_the_half_of_the_day() {
    let clinic = Case {
        is_restaurant: false,
        ..ES()
    };
    check_times(
        &ES(),
        &[
            ("para desayunar a las 9", "09:00"),
            ("desayuno a las 8 y media", "08:30"),
            ("un almuerzo a las 11", "11:00"),
            ("para comer a las 2", "14:00"),
            ("la comida a la 1", "13:00"),
            ("para cenar a las 9", "21:00"),
            ("una cena a las 10", "22:00"),
            ("a mediodía y media", "12:30"),
            ("a medio día y media", "12:30"),
            ("al mediodía y cuarto", "12:15"),
        ],
    );
    check_times(
        &clinic,
        &[
            ("después de desayunar, a las 9", "09:00"),
            ("antes de cenar, a las 7", "19:00"),
        ],
    );
    let english = Case {
        is_restaurant: false,
        ..EN()
    };
    check_times(
        &english,
        &[
            ("breakfast at 9", "09:00"),
            ("brunch at 11", "11:00"),
            ("lunch at 1", "13:00"),
            ("lunch at noon", "12:00"),
            ("dinner at 8", "20:00"),
            ("supper at 6:30", "18:30"),
            ("half past noon", "12:30"),
        ],
    );
    check(
        &english,
        &[("at 9", json!({"time": {"!": {"ambiguous": ["09:00", "21:00"]}}}))],
    );
}

#[test]
fn moments_that_do_not_suit_are_not_taken() {
    check(
        &ES(),
        &[
            ("a cualquier hora excepto a las 7", json!({})),
            ("a cualquier hora menos a las 7", json!({})),
            ("más o menos a las 7", json!({"time": "19:00"})),
            ("que no sea a las 7", json!({})),
            ("pero no a las 7", json!({})),
            ("a las 8, pero no el viernes", json!({"time": "20:00"})),
            ("que no sea el lunes", json!({})),
            ("cualquier día menos el lunes", json!({"date": {"!": "vague"}})),
            ("el sábado, que no sea a las 3", json!({"date": "2026-01-24"})),
            ("tampoco el domingo", json!({})),
            ("no, a las 7", json!({"time": "19:00"})),
        ],
    );
    check(
        &EN(),
        &[
            ("not at 7", json!({})),
            ("tomorrow, but not at 7", json!({"date": "2026-01-20"})),
            ("anytime except at 7", json!({})),
            ("any day other than Friday", json!({"date": {"!": "vague"}})),
            ("not on Monday", json!({})),
            ("Friday doesn't work", json!({})),
            ("7 won't work for me", json!({})),
            ("why not at 7?", json!({"time": "19:00"})),
            ("not at 7, at 8", json!({"time": "20:00"})),
            ("no, at 7", json!({"time": "19:00"})),
        ],
    );
}
