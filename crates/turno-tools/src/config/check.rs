//! What must hold between the parts of a business file.

use std::collections::BTreeSet;

use jiff::tz::TimeZone;

use super::{
    Kind, Parts, Table,
    fault::nearest,
    reader::{
        Reader,
        Step::{self, Index, Key},
    },
};

const ASSISTANT_TYPES: &[&str] = &[
    "rest_basic",
    "rest_standard",
    "rest_complete",
    "dental_basic",
    "dental_standard",
    "dental_complete",
    "shop_basic",
    "shop_complete",
];

pub(super) fn check(reader: &mut Reader<'_>, parts: &Parts) {
    check_identity(reader);
    check_ids(
        reader,
        "branches",
        parts.branches.iter().map(|(at, it)| (*at, it.id.as_str())),
    );
    check_ids(
        reader,
        "rooms",
        parts.rooms.iter().map(|(at, it)| (*at, it.id.as_str())),
    );
    check_ids(
        reader,
        "tables",
        parts.tables.iter().map(|(at, it)| (*at, it.id.as_str())),
    );
    check_ids(
        reader,
        "sections",
        parts.sections.iter().map(|(at, it)| (*at, it.id.as_str())),
    );
    check_ids(
        reader,
        "menu",
        parts.menu.iter().map(|(at, it)| (*at, it.id.as_str())),
    );
    check_ids(
        reader,
        "services",
        parts.services.iter().map(|(at, it)| (*at, it.id.as_str())),
    );
    check_ids(
        reader,
        "staff",
        parts.staff.iter().map(|(at, it)| (*at, it.id.as_str())),
    );
    check_exceptions(reader, parts);
    check_booking(reader, parts);
    check_restaurant(reader, parts);
    check_clinic(reader, parts);
    check_kind(reader, parts);
    check_phones(reader, parts);
}

fn check_identity(reader: &mut Reader<'_>) {
    if let Some(id) = reader.text("id").filter(|id| !is_id(id)) {
        reader.fault(&[Key("id")], not_an_id(&id), None);
    }
    if !reader.has("language") && !reader.has("languages") {
        let hint = "write `languages = [\"es\", \"en\"]`, the one to begin in first";
        reader.fault(&[], "`languages` is missing", Some(hint.to_owned()));
    } else if reader.is_empty_list("languages") {
        reader.fault(
            &[Key("languages")],
            "a business speaks at least one language: `es`, `en`",
            None,
        );
    }
    if reader.has("language") && reader.has("languages") {
        let message = "`languages` says it already: leave `language` out";
        reader.fault(&[Key("language")], message, None);
    }
    if let Some(name) = reader
        .text("time_zone")
        .filter(|name| TimeZone::get(name).is_err())
    {
        let message = format!("`{name}` is no IANA time zone: write it as \"America/Mexico_City\"");
        let known: Vec<String> = jiff::tz::db().available().map(|name| name.to_string()).collect();
        let hint = nearest(&name, known.iter().map(String::as_str));
        reader.fault(&[Key("time_zone")], message, hint);
    }
    if let Some(name) = reader
        .text("assistant_type")
        .filter(|name| !ASSISTANT_TYPES.contains(&name.as_str()))
    {
        let message = format!(
            "`{name}` is no assistant type: use one of {}",
            ASSISTANT_TYPES.join(", ")
        );
        reader.fault(
            &[Key("assistant_type")],
            message,
            nearest(&name, ASSISTANT_TYPES.iter().copied()),
        );
    }
    let is_code =
        |text: &str, length| text.len() == length && text.bytes().all(|byte| byte.is_ascii_uppercase());
    if reader.text("country").is_some_and(|code| !is_code(&code, 2)) {
        reader.fault(
            &[Key("country")],
            "a country is two capital letters, as in \"MX\"",
            None,
        );
    }
    if reader.text("currency").is_some_and(|code| !is_code(&code, 3)) {
        reader.fault(
            &[Key("currency")],
            "a currency is three capital letters, as in \"MXN\"",
            None,
        );
    }
    for key in reader.keys("facts") {
        if !is_id(&key) {
            reader.fault(&[Key("facts"), Key(&key)], not_an_id(&key), None);
        }
    }
    if let Some(phone) = reader.text("phone") {
        check_phone(reader, &[Key("phone")], &phone);
    }
}

fn check_ids<'a>(reader: &mut Reader<'_>, list: &str, entries: impl Iterator<Item = (usize, &'a str)>) {
    let mut seen = BTreeSet::new();
    for (at, id) in entries {
        let path = [Key(list), Index(at), Key("id")];
        if !is_id(id) {
            reader.fault(&path, not_an_id(id), None);
        } else if !seen.insert(id) {
            reader.fault(
                &path,
                format!("`{id}` is in `{list}` twice: give each an id of its own"),
                None,
            );
        }
    }
}

fn check_exceptions(reader: &mut Reader<'_>, parts: &Parts) {
    let mut seen = BTreeSet::new();
    for (at, day) in &parts.exceptions {
        if !seen.insert(day.date) {
            let path = [Key("exceptions"), Index(*at), Key("date")];
            reader.fault(
                &path,
                format!("{} has hours of its own twice: keep one entry", day.date),
                None,
            );
        }
    }
}

fn check_booking(reader: &mut Reader<'_>, parts: &Parts) {
    let rules = &parts.booking;
    let ranges = [
        ("slot_minutes", rules.slot_minutes, 5, 120),
        ("notice_minutes", rules.notice_minutes, 0, 20_160),
        ("horizon_days", rules.horizon_days, 1, 365),
        ("buffer_minutes", rules.buffer_minutes, 0, 120),
        ("max_party_size", rules.max_party_size, 1, 100),
        ("last_seating_minutes", rules.last_seating_minutes, 0, 480),
    ];
    for (name, value, least, most) in ranges {
        check_range(reader, &[Key("booking"), Key(name)], value, least, most);
    }
    if rules.seating.is_empty() {
        reader.fault(
            &[Key("booking"), Key("seating")],
            "say how long at least one size of party stays",
            None,
        );
    }
    let mut smaller = 0;
    for (at, seating) in rules.seating.iter().enumerate() {
        let path = [Key("booking"), Key("seating"), Index(at)];
        check_range(reader, &path, seating.minutes, 15, 480);
        if seating.up_to <= smaller {
            reader.fault(
                &path,
                "the sizes of `seating` go up: put the smaller parties first",
                None,
            );
        }
        smaller = seating.up_to;
    }
}

fn check_restaurant(reader: &mut Reader<'_>, parts: &Parts) {
    let branches = reader.ids("branches");
    for (at, room) in &parts.rooms {
        if let Some(branch) = &room.branch {
            check_reference(
                reader,
                &[Key("rooms"), Index(*at), Key("branch")],
                branch,
                "branches",
                &branches,
            );
        }
    }
    let rooms = reader.ids("rooms");
    for (at, table) in &parts.tables {
        check_reference(
            reader,
            &[Key("tables"), Index(*at), Key("room")],
            &table.room,
            "rooms",
            &rooms,
        );
        let [fewest, most] = table.seats;
        if fewest == 0 || fewest > most || most > 100 {
            let path = [Key("tables"), Index(*at), Key("seats")];
            reader.fault(
                &path,
                "seats are the fewest and the most people, as in [2, 4]",
                None,
            );
        }
    }
    check_largest_party(reader, parts);
    let sections = reader.ids("sections");
    for (at, dish) in &parts.menu {
        check_reference(
            reader,
            &[Key("menu"), Index(*at), Key("section")],
            &dish.section,
            "sections",
            &sections,
        );
    }
    if let Some(rules) = &parts.ordering {
        check_range(
            reader,
            &[Key("ordering"), Key("pickup_minutes")],
            rules.pickup_minutes,
            1,
            480,
        );
        check_range(
            reader,
            &[Key("ordering"), Key("max_quantity")],
            rules.max_quantity,
            1,
            1000,
        );
        if let Some(minutes) = rules.delivery_minutes {
            check_range(
                reader,
                &[Key("ordering"), Key("delivery_minutes")],
                minutes,
                1,
                480,
            );
        }
    }
}

/// The largest party must fit at a table, or at two that are joined.
fn check_largest_party(reader: &mut Reader<'_>, parts: &Parts) {
    let largest = parts.booking.max_party_size;
    let tables: Vec<&Table> = parts.tables.iter().map(|(_, table)| table).collect();
    let singles = tables.iter().map(|table| table.seats[1]);
    let pairs = tables.iter().enumerate().flat_map(|(nth, first)| {
        let others = tables.iter().skip(nth + 1);
        let joined = others.filter(|other| first.combinable && other.combinable && first.room == other.room);
        joined.map(|other| first.seats[1].saturating_add(other.seats[1]))
    });
    match singles.chain(pairs).max() {
        Some(most) if most < largest => {
            let message = format!("no table, nor two joined, seats {largest}: the most is {most}");
            reader.fault(&[Key("booking"), Key("max_party_size")], message, None);
        }
        Some(_) | None => {}
    }
}

fn check_clinic(reader: &mut Reader<'_>, parts: &Parts) {
    let (branches, staff) = (reader.ids("branches"), reader.ids("staff"));
    for (at, service) in &parts.services {
        check_range(
            reader,
            &[Key("services"), Index(*at), Key("minutes")],
            service.minutes,
            5,
            480,
        );
        if service.staff.is_empty() {
            reader.fault(
                &[Key("services"), Index(*at), Key("staff")],
                "name at least one person who does it",
                None,
            );
        }
        for (nth, person) in service.staff.iter().enumerate() {
            let path = [Key("services"), Index(*at), Key("staff"), Index(nth)];
            check_reference(reader, &path, person, "staff", &staff);
        }
    }
    for (at, person) in &parts.staff {
        for (nth, shift) in person.shifts.iter().enumerate() {
            if let Some(branch) = &shift.branch {
                let path = [Key("staff"), Index(*at), Key("shifts"), Index(nth), Key("branch")];
                check_reference(reader, &path, branch, "branches", &branches);
            }
        }
        for (nth, absence) in person.absences.iter().enumerate() {
            if absence.to.is_some_and(|to| to < absence.from) {
                let path = [Key("staff"), Index(*at), Key("absences"), Index(nth), Key("to")];
                reader.fault(&path, "an absence ends on or after the day it begins", None);
            }
        }
    }
}

fn check_kind(reader: &mut Reader<'_>, parts: &Parts) {
    let Some(identity) = &parts.identity else { return };
    let needs: &[&str] = match identity.kind {
        Kind::Restaurant => &["rooms", "tables"],
        Kind::Clinic => &["services", "staff"],
        Kind::Shop => &[],
    };
    for name in needs {
        if !reader.has(name) {
            let message =
                format!("`{name}` is missing: bookings need it; begin each of its entries with [[{name}]]");
            reader.fault(&[], message, None);
        }
    }
    let prefix = match identity.kind {
        Kind::Restaurant => "rest_",
        Kind::Clinic => "dental_",
        Kind::Shop => "shop_",
    };
    if ASSISTANT_TYPES.contains(&identity.assistant_type.as_str())
        && !identity.assistant_type.starts_with(prefix)
    {
        let message = format!("an assistant of this kind is of a type that begins with `{prefix}`");
        reader.fault(&[Key("assistant_type")], message, None);
    }
}

fn check_phones(reader: &mut Reader<'_>, parts: &Parts) {
    if let Some(escalation) = &parts.escalation {
        check_phone(reader, &[Key("escalation"), Key("phone")], &escalation.phone);
    }
    for (at, branch) in &parts.branches {
        check_phone(
            reader,
            &[Key("branches"), Index(*at), Key("phone")],
            &branch.phone,
        );
    }
}

fn check_phone(reader: &mut Reader<'_>, path: &[Step<'_>], phone: &str) {
    let digits = phone.strip_prefix('+').unwrap_or_default();
    if !(8..=15).contains(&digits.len()) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        reader.fault(
            path,
            format!("`{phone}` is no phone in E.164: write it as \"+525555550100\""),
            None,
        );
    }
}

fn check_range(reader: &mut Reader<'_>, path: &[Step<'_>], value: u32, least: u32, most: u32) {
    if !(least..=most).contains(&value) {
        reader.fault(
            path,
            format!("{value} is out of range: use {least} to {most}"),
            None,
        );
    }
}

fn check_reference(
    reader: &mut Reader<'_>,
    path: &[Step<'_>],
    id: &str,
    list: &str,
    known: &BTreeSet<String>,
) {
    if !known.contains(id) {
        let hint = nearest(id, known.iter().map(String::as_str));
        reader.fault(path, format!("there is no `{id}` in `{list}`"), hint);
    }
}

fn is_id(id: &str) -> bool {
    (1..=64).contains(&id.len())
        && id
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_')
}

fn not_an_id(id: &str) -> String {
    format!("`{id}` is no id: use lower case letters a to z, digits, `-` and `_`")
}
