//! Faults of business files, as their authors see them.

use super::load_business;

const GOOD: &str = include_str!("../../../../config/tenants/terraza.toml");
const CLINIC: &str = include_str!("../../../../config/tenants/sonrisa.toml");

/// The faults of a file that is good but for these changes.
fn faults(source: &str, changes: &[(&str, &str)]) -> String {
    let changed = changes.iter().fold(source.to_owned(), |source, (from, to)| {
        assert!(source.contains(from), "{from}");
        source.replacen(from, to, 1)
    });
    load_business("terraza.toml", &changed).unwrap_err().to_string()
}

#[test]
fn all_faults_are_told_at_once_with_their_lines() {
    let found = faults(
        GOOD,
        &[
            ("currency       = \"MXN\"\n", ""),
            (
                "time_zone      = \"America/Mexico_City\"",
                "time_zone = \"America/Mexico_Citi\"",
            ),
            (
                "assistant_type = \"rest_complete\"",
                "assistant_type = \"rest_complet\"",
            ),
            ("monday    = [\"13:00-22:00\"]", "monday    = [\"13-22\"]"),
            ("tuesday   =", "tusday   ="),
            ("slot_minutes         = 15", "slot_minutes         = 1"),
            ("section     = \"tacos\"", "section     = \"taco\""),
            ("price       = 125", "price       = \"125 pesos\""),
            (
                "aliases     = [\"queso fundido\", \"fundido\", \"melted cheese\"]",
                "alias       = [\"fundido\"]",
            ),
            ("room  = \"salon\"", "room  = \"salón\""),
            ("date = \"2026-12-25\"", "date = \"2026-12-32\""),
            ("id    = \"s2\"", "id    = \"s1\""),
        ],
    );
    insta::assert_snapshot!(found, @r#"
    terraza.toml:1:1: `currency` is missing
    terraza.toml:7:18: `rest_complet` is no assistant type: use one of rest_basic, rest_standard, rest_complete, dental_basic, dental_standard, dental_complete, shop_basic, shop_complete; did you mean `rest_complete`?
    terraza.toml:10:13: `America/Mexico_Citi` is no IANA time zone: write it as "America/Mexico_City"; did you mean `America/Mexico_City`?
    terraza.toml:20:13: in `monday`: `13-22` is no stretch of hours: write it as "13:00-23:00"
    terraza.toml:21:1: unknown key `tusday`; did you mean `tuesday`?
    terraza.toml:34:8: in `date`: `2026-12-32` is not a date: write it as "2026-12-25"
    terraza.toml:61:24: 1 is out of range: use 5 to 120
    terraza.toml:99:9: there is no `salón` in `rooms`; did you mean `salon`?
    terraza.toml:103:9: `s1` is in `tables` twice: give each an id of its own
    terraza.toml:206:15: in `price`: found string "125 pesos", expected an amount such as 185 or 185.50, without a currency sign
    terraza.toml:213:1: unknown key `alias`; did you mean `aliases`?
    terraza.toml:249:15: there is no `taco` in `sections`; did you mean `tacos`?
    "#);
}

#[test]
fn a_clinic_is_checked_too() {
    let found = faults(
        CLINIC,
        &[
            (
                "staff    = [\"ruiz\", \"mendoza\", \"ibarra\"]",
                "staff    = [\"ruis\", \"mendoza\"]",
            ),
            ("minutes  = 45", "minutes  = 0"),
            ("branch         = \"satelite\"", "branch         = \"satelitte\""),
            ("to   = \"2027-01-04\"", "to   = \"2026-01-04\""),
            (
                "hours.tuesday   = [\"12:00-19:00\"]",
                "hours.tuesday   = [\"12:00-12:00\"]",
            ),
            ("kind           = \"clinic\"", "kind           = \"clinica\""),
            ("phone   = \"+525555550209\"", "phone   = \"5555550209\""),
        ],
    );
    insta::assert_snapshot!(found, @r#"
    terraza.toml:8:18: in `kind`: `clinica` is not one of restaurant, clinic, shop; did you mean `clinic`?
    terraza.toml:17:11: `5555550209` is no phone in E.164: write it as "+525555550100"
    terraza.toml:74:13: there is no `ruis` in `staff`; did you mean `ruiz`?
    terraza.toml:80:12: 0 is out of range: use 5 to 480
    terraza.toml:154:18: there is no `satelitte` in `branches`; did you mean `satelite`?
    terraza.toml:159:8: an absence ends on or after the day it begins
    terraza.toml:188:19: `12:00-12:00` begins and ends at the same time; write all day as "00:00-24:00"
    "#);
}

#[test]
fn what_is_missing_altogether_is_named() {
    let empty = load_business("empty.toml", "").unwrap_err().to_string();
    insta::assert_snapshot!(empty, @r#"
empty.toml:1:1: `id` is missing
empty.toml:1:1: `name` is missing
empty.toml:1:1: `assistant_type` is missing
empty.toml:1:1: `kind` is missing
empty.toml:1:1: `time_zone` is missing
empty.toml:1:1: `country` is missing
empty.toml:1:1: `currency` is missing
empty.toml:1:1: `address` is missing
empty.toml:1:1: `phone` is missing
empty.toml:1:1: `escalation` is missing
empty.toml:1:1: `hours` is missing
empty.toml:1:1: `branches` is missing
empty.toml:1:1: `languages` is missing; write `languages = ["es", "en"]`, the one to begin in first
"#);
    let broken = load_business("broken.toml", "id = \"a\"\nname = \nphone = 1 2\n")
        .unwrap_err()
        .to_string();
    insta::assert_snapshot!(broken, @r#"
broken.toml:2:8: string values must be quoted, expected literal string
broken.toml:3:9: string values must be quoted, expected literal string
"#);
    let shapes = load_business(
        "shapes.toml",
        "menu = 3\nescalation = 4\nfacts = { wifi = 3 }\nmenus = 1\n",
    );
    insta::assert_snapshot!(shapes.unwrap_err().to_string(), @r#"
shapes.toml:1:1: `id` is missing
shapes.toml:1:1: `name` is missing
shapes.toml:1:1: `assistant_type` is missing
shapes.toml:1:1: `kind` is missing
shapes.toml:1:1: `time_zone` is missing
shapes.toml:1:1: `country` is missing
shapes.toml:1:1: `currency` is missing
shapes.toml:1:1: `address` is missing
shapes.toml:1:1: `phone` is missing
shapes.toml:1:1: `hours` is missing
shapes.toml:1:1: `branches` is missing
shapes.toml:1:1: `languages` is missing; write `languages = ["es", "en"]`, the one to begin in first
shapes.toml:1:8: `menu` is a list: begin each of its entries with [[menu]]
shapes.toml:2:14: `escalation` is a table: begin it with [escalation]
shapes.toml:3:18: `wifi` is a text: put it in quotes
shapes.toml:4:1: unknown key `menus`; did you mean `menu`?
"#);
}

#[test]
fn the_largest_party_must_fit() {
    let found = faults(
        GOOD,
        &[("max_party_size       = 12", "max_party_size       = 30")],
    );
    insta::assert_snapshot!(found, @"terraza.toml:66:24: no table, nor two joined, seats 30: the most is 14");
}

#[test]
fn what_a_language_lacks_is_named_with_its_cure() {
    let found = faults(
        GOOD,
        &[
            (
                "{ es = \"Nochebuena\", en = \"Christmas Eve\" }",
                "{ en = \"Christmas Eve\" }",
            ),
            (
                "{ es = \"Sí, hay wifi gratis para los clientes.\", en = \"Yes, there is free wifi for customers.\" }",
                "\"Sí, hay wifi gratis para los clientes.\"",
            ),
        ],
    );
    insta::assert_snapshot!(found, @r#"
terraza.toml:31:9: this text has no `es`; add `es = "..."` beside the others
terraza.toml:439:17: `wifi` is in one language, and the business speaks es and en; write { es = "...", en = "..." }
"#);
    for (languages, fault) in [
        (
            "[\"fr\"]",
            "terraza.toml:9:19: in `languages`: `fr` is not one of es, en",
        ),
        (
            "[\"es\", \"en\"]\nlanguage = \"es\"",
            "terraza.toml:10:12: `languages` says it already: leave `language` out",
        ),
        (
            "[]",
            "terraza.toml:9:18: a business speaks at least one language: `es`, `en`",
        ),
    ] {
        let written = format!("languages      = {languages}");
        let found = faults(GOOD, &[("languages      = [\"es\", \"en\"]", &written)]);
        assert_eq!(found, fault);
    }
}

#[test]
fn one_language_is_enough_and_a_table_of_languages_is_read_in_it() {
    let one = GOOD.replace("languages      = [\"es\", \"en\"]", "language = \"en\"");
    let business = load_business("terraza.toml", &one).unwrap();
    assert!(business.in_other_languages.is_empty());
    assert_eq!(business.dish("tacos-pescado").unwrap().name, "fish tacos");
    let both = load_business("terraza.toml", GOOD).unwrap();
    assert_eq!(both.dish("tacos-pescado").unwrap().name, "tacos de pescado");
    let english = both.in_language(turno_language::Language::En);
    assert_eq!(english.dish("tacos-pescado").unwrap().name, "fish tacos");
    assert_eq!(english.menu.len(), both.menu.len());
}
