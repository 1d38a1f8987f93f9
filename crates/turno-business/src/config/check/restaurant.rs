//! The rooms, tables and dishes of a restaurant.

use std::collections::BTreeMap;

use turno_language::text::fold;

use super::{
    super::{
        Parts,
        reader::{
            Reader,
            Step::{Index, Key},
        },
    },
    booking::check_largest_party,
    check_not_blank, check_range, check_reference,
};

pub(super) fn check_restaurant(reader: &mut Reader<'_>, parts: &Parts) {
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
        check_reference(reader, &[Key("tables"), Index(*at), Key("room")], &table.room, "rooms", &rooms);
        let [fewest, most] = table.seats;
        if fewest == 0 || fewest > most || most > 100 {
            let path = [Key("tables"), Index(*at), Key("seats")];
            reader.fault(
                &path,
                "these are no seats",
                "write the fewest and the most people that it is given to: [2, 4]",
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
    check_menu(reader, parts);
    if let Some(rules) = &parts.ordering {
        check_range(reader, &[Key("ordering"), Key("pickup_minutes")], rules.pickup_minutes, 1, 480);
        check_range(reader, &[Key("ordering"), Key("max_quantity")], rules.max_quantity, 1, 1000);
        if let Some(minutes) = rules.delivery_minutes {
            check_range(reader, &[Key("ordering"), Key("delivery_minutes")], minutes, 1, 480);
        }
    }
}

/// Each dish has a name and a price, and no two are called the same: whoever orders one could not be understood.
fn check_menu(reader: &mut Reader<'_>, parts: &Parts) {
    for (at, section) in &parts.sections {
        check_not_blank(reader, &[Key("sections"), Index(*at), Key("name")], Some(&section.name));
    }
    let mut called: BTreeMap<String, &str> = BTreeMap::new();
    for (at, dish) in &parts.menu {
        let path = [Key("menu"), Index(*at), Key("name")];
        check_not_blank(reader, &path, Some(&dish.name));
        if dish.price_cents == 0 {
            let help = "write what it costs; what cannot be ordered has `available = false`";
            reader.fault(&[Key("menu"), Index(*at), Key("price")], "a dish costs more than nothing", help);
        }
        let aliases = dish.aliases.iter().enumerate();
        let names = std::iter::once((path.to_vec(), &dish.name)).chain(
            aliases.map(|(nth, alias)| (vec![Key("menu"), Index(*at), Key("aliases"), Index(nth)], alias)),
        );
        for (path, name) in names {
            let folded = fold(name).trim().to_owned();
            if folded.is_empty() {
                continue;
            }
            match called.get(&folded) {
                Some(other) if *other != dish.id => {
                    let message = format!("`{name}` is what `{other}` is called already");
                    reader.fault(&path, message, "call one of them otherwise, or leave it out here");
                }
                Some(_) | None => drop(called.insert(folded, &dish.id)),
            }
        }
    }
}
