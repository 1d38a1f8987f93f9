//! What must hold between the parts of a business file.

mod booking;
mod clinic;
mod identity;
mod restaurant;

use std::collections::BTreeSet;

use super::{
    Kind, Parts,
    fault::did_you_mean,
    reader::{
        Reader,
        Step::{self, Index, Key},
    },
};

use booking::check_booking;
use clinic::check_clinic;
use identity::check_identity;
use restaurant::check_restaurant;

/// What an assistant may be.
pub const ASSISTANT_TYPES: &[&str] = &[
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
    check_ids(reader, "branches", parts.branches.iter().map(|(at, it)| (*at, it.id.as_str())));
    check_ids(reader, "rooms", parts.rooms.iter().map(|(at, it)| (*at, it.id.as_str())));
    check_ids(reader, "tables", parts.tables.iter().map(|(at, it)| (*at, it.id.as_str())));
    check_ids(reader, "sections", parts.sections.iter().map(|(at, it)| (*at, it.id.as_str())));
    check_ids(reader, "menu", parts.menu.iter().map(|(at, it)| (*at, it.id.as_str())));
    check_ids(reader, "services", parts.services.iter().map(|(at, it)| (*at, it.id.as_str())));
    check_ids(reader, "staff", parts.staff.iter().map(|(at, it)| (*at, it.id.as_str())));
    check_exceptions(reader, parts);
    check_booking(reader, parts);
    check_restaurant(reader, parts);
    check_clinic(reader, parts);
    check_kind(reader, parts);
    check_phones(reader, parts);
}

fn check_ids<'a>(reader: &mut Reader<'_>, list: &str, entries: impl Iterator<Item = (usize, &'a str)>) {
    let mut seen = BTreeSet::new();
    for (at, id) in entries {
        let path = [Key(list), Index(at), Key("id")];
        if !is_id(id) {
            reader.fault(&path, not_an_id(id), ID_HELP);
        } else if !seen.insert(id) {
            reader.fault(&path, format!("`{id}` is in `{list}` twice"), "give each an id of its own");
        }
    }
}

fn check_exceptions(reader: &mut Reader<'_>, parts: &Parts) {
    let mut seen = BTreeSet::new();
    for (at, day) in &parts.exceptions {
        if !seen.insert(day.date) {
            let path = [Key("exceptions"), Index(*at), Key("date")];
            reader.fault(&path, format!("{} has hours of its own twice", day.date), "keep one entry");
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
            let message = format!("`{name}` is missing: bookings need it");
            reader.fault(&[], message, format!("begin each of its entries with [[{name}]]"));
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
        let message = format!("`{}` is no type for a business of this kind", identity.assistant_type);
        let types: Vec<&str> =
            ASSISTANT_TYPES.iter().copied().filter(|name| name.starts_with(prefix)).collect();
        let help = format!("take one that begins with `{prefix}`: {}", types.join(", "));
        reader.fault(&[Key("assistant_type")], message, help);
    }
}

fn check_phones(reader: &mut Reader<'_>, parts: &Parts) {
    for (at, branch) in &parts.branches {
        check_not_blank(reader, &[Key("branches"), Index(*at), Key("name")], Some(&branch.name));
    }
    for (at, room) in &parts.rooms {
        check_not_blank(reader, &[Key("rooms"), Index(*at), Key("name")], Some(&room.name));
    }
    if let Some(escalation) = &parts.escalation {
        check_phone(reader, &[Key("escalation"), Key("phone")], &escalation.phone);
    }
    for (at, branch) in &parts.branches {
        check_phone(reader, &[Key("branches"), Index(*at), Key("phone")], &branch.phone);
    }
}

fn check_phone(reader: &mut Reader<'_>, path: &[Step<'_>], phone: &str) {
    let digits = phone.strip_prefix('+').unwrap_or_default();
    if !(8..=15).contains(&digits.len()) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        reader.fault(
            path,
            format!("`{phone}` is no phone in E.164"),
            "write it with its country: \"+525555550100\"",
        );
    }
}

fn check_range(reader: &mut Reader<'_>, path: &[Step<'_>], value: u32, least: u32, most: u32) {
    if !(least..=most).contains(&value) {
        reader.fault(path, format!("{value} is out of range"), format!("use {least} to {most}"));
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
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let help = did_you_mean(id, known.iter().copied())
            .unwrap_or_else(|| format!("`{list}` has {}", listed(&known)));
        reader.fault(path, format!("there is no `{id}` in `{list}`"), help);
    }
}

fn is_id(id: &str) -> bool {
    (1..=64).contains(&id.len())
        && id
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_')
}

fn not_an_id(id: &str) -> String {
    format!("`{id}` is no id")
}

const ID_HELP: &str = "use lower case letters a to z, digits, `-` and `_`";

/// The first of some names, for a message.
fn listed(names: &[&str]) -> String {
    const NAMED_MAX: usize = 8;
    match names.get(..NAMED_MAX) {
        _ if names.is_empty() => "nothing yet".to_owned(),
        Some(first) if names.len() > NAMED_MAX => format!("{}, …", first.join(", ")),
        Some(_) | None => names.join(", "),
    }
}

fn check_not_blank(reader: &mut Reader<'_>, path: &[Step<'_>], text: Option<&str>) {
    if text.is_some_and(|text| text.trim().is_empty()) {
        reader.fault(path, "this is empty", "write what people call it");
    }
}
