//! Faults of business files, as their authors see them.

use serde_json::Value;

use super::{Fault, Faults, json_schema, load_business};
use crate::testkit::{TIENDA, sonrisa, terraza};

const GOOD: &str = include_str!("../../../../config/tenants/terraza.toml");
const CLINIC: &str = include_str!("../../../../config/tenants/sonrisa.toml");
const SCHEMA: &str = include_str!("../../../../config/tenant.schema.json");

/// The faults of a file that is good but for these changes.
fn faults(source: &str, changes: &[(&str, &str)]) -> String {
    let changed = changes.iter().fold(source.to_owned(), |source, (from, to)| {
        assert!(source.contains(from), "{from}");
        source.replacen(from, to, 1)
    });
    in_lines(load_business("terraza.toml", &changed).unwrap_err())
}

/// Each fault in a line of its own, without the line that it is about.
fn in_lines(faults: Faults) -> String {
    let line = |fault: &Fault| {
        let Fault { file, line, column, message, help, .. } = fault;
        format!("{file}:{line}:{column}: {message}; {help}")
    };
    faults.0.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn all_faults_are_told_at_once_with_their_lines() {
    let found = faults(
        GOOD,
        &[
            ("currency       = \"MXN\"\n", ""),
            ("time_zone      = \"America/Mexico_City\"", "time_zone = \"America/Mexico_Citi\""),
            ("assistant_type = \"rest_complete\"", "assistant_type = \"rest_complet\""),
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
terraza.toml:1:1: `currency` is missing; add `currency = ...`
terraza.toml:7:18: `rest_complet` is no assistant type; did you mean `rest_complete`?
terraza.toml:10:13: `America/Mexico_Citi` is no IANA time zone; did you mean `America/Mexico_City`?
terraza.toml:20:13: in `monday`: `13-22` is no stretch of hours; write it as "13:00-23:00"
terraza.toml:21:1: unknown key `tusday`; did you mean `tuesday`?
terraza.toml:34:8: in `date`: `2026-12-32` is not a date; write it as "2026-12-25"
terraza.toml:61:24: 1 is out of range; use 5 to 120
terraza.toml:99:9: there is no `salón` in `rooms`; did you mean `salon`?
terraza.toml:103:9: `s1` is in `tables` twice; give each an id of its own
terraza.toml:206:15: in `price`: found string "125 pesos"; write an amount such as 185 or 185.50, without a currency sign
terraza.toml:213:1: unknown key `alias`; did you mean `aliases`?
terraza.toml:249:15: there is no `taco` in `sections`; did you mean `tacos`?
"#);
}

#[test]
fn a_clinic_is_checked_too() {
    let found = faults(
        CLINIC,
        &[
            ("staff    = [\"ruiz\", \"mendoza\", \"ibarra\"]", "staff    = [\"ruis\", \"mendoza\"]"),
            ("minutes  = 45", "minutes  = 0"),
            ("branch         = \"satelite\"", "branch         = \"satelitte\""),
            ("to   = \"2027-01-04\"", "to   = \"2026-01-04\""),
            ("hours.tuesday   = [\"12:00-19:00\"]", "hours.tuesday   = [\"12:00-12:00\"]"),
            ("kind           = \"clinic\"", "kind           = \"clinica\""),
            ("phone   = \"+525555550209\"", "phone   = \"5555550209\""),
        ],
    );
    insta::assert_snapshot!(found, @r#"
terraza.toml:8:18: in `kind`: `clinica` is not one of restaurant, clinic, shop; did you mean `clinic`?
terraza.toml:17:11: `5555550209` is no phone in E.164; write it with its country: "+525555550100"
terraza.toml:74:13: there is no `ruis` in `staff`; did you mean `ruiz`?
terraza.toml:80:12: 0 is out of range; use 5 to 480
terraza.toml:154:18: there is no `satelitte` in `branches`; did you mean `satelite`?
terraza.toml:159:8: this absence ends before it begins; write a day that is not before `from`
terraza.toml:188:19: in `shifts`: `12:00-12:00` begins and ends at the same time; write all day as "00:00-24:00"
"#);
}

#[test]
fn what_is_missing_altogether_is_named() {
    let empty = in_lines(load_business("empty.toml", "").unwrap_err());
    insta::assert_snapshot!(empty, @r#"
empty.toml:1:1: `id` is missing; add `id = ...`
empty.toml:1:1: `name` is missing; add `name = ...`
empty.toml:1:1: `assistant_type` is missing; add `assistant_type = ...`
empty.toml:1:1: `kind` is missing; add `kind = ...`
empty.toml:1:1: `time_zone` is missing; add `time_zone = ...`
empty.toml:1:1: `country` is missing; add `country = ...`
empty.toml:1:1: `currency` is missing; add `currency = ...`
empty.toml:1:1: `address` is missing; add `address = ...`
empty.toml:1:1: `phone` is missing; add `phone = ...`
empty.toml:1:1: `escalation` is missing; begin it with [escalation]
empty.toml:1:1: `hours` is missing; begin it with [hours]
empty.toml:1:1: `branches` is missing; begin each of its entries with [[branches]]
empty.toml:1:1: `languages` is missing; write `languages = ["es", "en"]`, the one to begin in first
"#);
    let broken = in_lines(load_business("broken.toml", "id = \"a\"\nname = \nphone = 1 2\n").unwrap_err());
    insta::assert_snapshot!(broken, @r#"
broken.toml:2:8: string values must be quoted, expected literal string; put a text in quotes: name = "Ana"; true, false and numbers go without
"#);
    let shapes = load_business("shapes.toml", "menu = 3\nescalation = 4\nfacts = { wifi = 3 }\nmenus = 1\n");
    insta::assert_snapshot!(in_lines(shapes.unwrap_err()), @r#"
shapes.toml:1:1: `id` is missing; add `id = ...`
shapes.toml:1:1: `name` is missing; add `name = ...`
shapes.toml:1:1: `assistant_type` is missing; add `assistant_type = ...`
shapes.toml:1:1: `kind` is missing; add `kind = ...`
shapes.toml:1:1: `time_zone` is missing; add `time_zone = ...`
shapes.toml:1:1: `country` is missing; add `country = ...`
shapes.toml:1:1: `currency` is missing; add `currency = ...`
shapes.toml:1:1: `address` is missing; add `address = ...`
shapes.toml:1:1: `phone` is missing; add `phone = ...`
shapes.toml:1:1: `hours` is missing; begin it with [hours]
shapes.toml:1:1: `branches` is missing; begin each of its entries with [[branches]]
shapes.toml:1:1: `languages` is missing; write `languages = ["es", "en"]`, the one to begin in first
shapes.toml:1:8: `menu` is a list; begin each of its entries with [[menu]]
shapes.toml:2:14: `escalation` is a table; begin it with [escalation]
shapes.toml:3:18: `wifi` is a text; put it in quotes
shapes.toml:4:1: unknown key `menus`; did you mean `menu`?
"#);
}

#[test]
fn the_largest_party_must_fit() {
    let found = faults(GOOD, &[("max_party_size       = 12", "max_party_size       = 30")]);
    insta::assert_snapshot!(found, @"terraza.toml:66:24: no table, nor two joined, seats 30; write 14 at the most, or make tables `combinable`");
}

#[test]
fn what_a_language_lacks_is_named_with_its_cure() {
    let found = faults(
        GOOD,
        &[
            ("{ es = \"Nochebuena\", en = \"Christmas Eve\" }", "{ en = \"Christmas Eve\" }"),
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
            "terraza.toml:9:19: in `languages`: `fr` is not one of en, es, pt; use one of en, es, pt",
        ),
        (
            "[\"es\", \"en\"]\nlanguage = \"es\"",
            "terraza.toml:10:12: `languages` says it already; leave `language` out",
        ),
        (
            "[]",
            "terraza.toml:9:18: a business speaks at least one language; write `languages = [\"es\"]`, or `[\"es\", \"en\"]`",
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
    let english = both.in_language(turno_language::Language::en());
    assert_eq!(english.dish("tacos-pescado").unwrap().name, "fish tacos");
    assert_eq!(english.menu.len(), both.menu.len());
}

#[test]
fn a_fault_is_shown_with_its_line_and_its_cure() {
    let changed = GOOD.replacen("currency       = \"MXN\"", "currency       = \"MXP\"", 1);
    let shown = load_business("terraza.toml", &changed).unwrap_err().to_string();
    insta::assert_snapshot!(shown, @r#"
terraza.toml:12:18: `MXP` is no currency
12 | currency       = "MXP"
   |                  ^^^^^
help: did you mean `MXN`?
"#);
}

#[test]
fn what_people_could_not_order_by_is_refused() {
    for (from, to, fault) in [
        (
            "monday    = [\"13:00-22:00\"]",
            "monday    = [\"22:00-13:00\"]",
            "terraza.toml:21:13: in `monday`: `22:00-13:00` would close on the next day at 13:00; write the opening first, as \"13:00-22:00\"; past midnight a stretch ends by 12:00",
        ),
        (
            "currency       = \"MXN\"",
            "currency       = \"PESOS\"",
            "terraza.toml:12:18: `PESOS` is no currency; write its code of ISO 4217: \"MXN\", \"USD\"",
        ),
        (
            "currency       = \"MXN\"",
            "currency       = \"mxn\"",
            "terraza.toml:12:18: `mxn` is no currency; write it in capitals: \"MXN\"",
        ),
        (
            "name        = { es = \"sopa de tortilla\", en = \"tortilla soup\" }",
            "name        = { es = \" \", en = \"tortilla soup\" }",
            "terraza.toml:221:22: this is empty; write what people call it",
        ),
        (
            "price       = 125",
            "price       = 0",
            "terraza.toml:207:15: a dish costs more than nothing; write what it costs; what cannot be ordered has `available = false`",
        ),
        (
            "price       = 125",
            "price       = -125",
            "terraza.toml:207:15: in `price`: -125 is out of range; write an amount from 0 to 10000000",
        ),
        (
            "aliases     = [\"sopa azteca\"]",
            "aliases     = [\"Guacamole\"]",
            "terraza.toml:222:16: `Guacamole` is what `guacamole` is called already; call one of them otherwise, or leave it out here",
        ),
        (
            "price       = 125",
            "precio      = 125",
            "terraza.toml:207:1: unknown key `precio`; did you mean `price`?",
        ),
        ("monday    = ", "lunes     = ", "terraza.toml:21:1: unknown key `lunes`; did you mean `monday`?"),
    ] {
        assert_eq!(faults(GOOD, &[(from, to)]), fault, "{to}");
    }
    for hours in ["18:00-03:00", "20:00-12:00", "00:00-24:00", "13:00-24:00"] {
        let changed = GOOD.replacen("monday    = [\"13:00-22:00\"]", &format!("monday = [\"{hours}\"]"), 1);
        assert!(load_business("terraza.toml", &changed).is_ok(), "{hours}");
    }
}

#[test]
fn faults_of_a_site_are_told_with_their_lines() {
    let lines = GOOD.lines().count();
    let source = format!(
        "{GOOD}\n[site]\ncanonical_domain = \"https://laterraza.example/\"\ndomain_aliases = [\"ok.example\", \"a b\"]\n\
         allowed_paths = [\"/ok\", \"precios\", \"/a/../b\"]\nmax_iterations = 11\nfetch_timeout_ms = 500\ncache_ttl_seconds = 5\n"
    );
    let faults = load_business("t.toml", &source).unwrap_err().0;
    let told: Vec<String> = faults
        .iter()
        .map(|fault| format!("[site] + {}: {}: {}", fault.line - lines - 2, fault.message, fault.help))
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r#"
    [site] + 1: `https://laterraza.example/` is no domain: write it without `https://` and without a path, as "laterraza.example"
    [site] + 2: `a b` is no domain: write it without `https://` and without a path, as "laterraza.example"
    [site] + 3: `precios` is no path: begin it with a slash, as in "/productos"
    [site] + 3: `/a/../b` is no path: begin it with a slash, as in "/productos"
    [site] + 4: 11 is out of range: use 1 to 10
    [site] + 5: 500 is out of range: use 1000 to 30000
    [site] + 6: 5 is out of range: use 60 to 86400
    "#);
}

/// With `TURNO_UPDATE=1` in the environment the file is written anew.
#[test]
fn the_published_schema_of_a_business_file_is_current() {
    let current = serde_json::to_string_pretty(&json_schema()).unwrap() + "\n";
    if std::env::var_os("TURNO_UPDATE").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/tenant.schema.json"), &current)
            .unwrap();
        return;
    }
    assert_eq!(SCHEMA, current, "run this test with TURNO_UPDATE=1 to write config/tenant.schema.json anew");
}

#[test]
fn the_demo_businesses_are_worth_showing_and_fit_their_schema() {
    let (restaurant, clinic) = (terraza(), sonrisa());
    assert_eq!((restaurant.menu.len(), restaurant.sections.len(), restaurant.branches.len()), (25, 5, 2));
    assert_eq!((clinic.staff.len(), clinic.services.len(), clinic.branches.len()), (3, 8, 2));
    let settings = restaurant.settings();
    assert_eq!(settings.vocabularies["menu"].by_id("flan").unwrap().name, "flan napolitano");
    assert_eq!(settings.facts["escalation"]["phone"], "+525555550109");
    assert_eq!(settings.facts["facts"]["wifi"], "Sí, hay wifi gratis para los clientes.");
    let validator = jsonschema::validator_for(&json_schema()).unwrap();
    for source in [GOOD, CLINIC, TIENDA] {
        let value: Value = toml::from_str(source).unwrap();
        validator.validate(&value).unwrap_or_else(|error| panic!("{error} at {}", error.instance_path()));
    }
}
