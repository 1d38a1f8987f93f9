//! How bookings are taken.

use super::{
    super::{
        Parts, Table,
        reader::{
            Reader,
            Step::{Index, Key},
        },
    },
    check_range,
};

pub(super) fn check_booking(reader: &mut Reader<'_>, parts: &Parts) {
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
            "no size of party is named",
            "say how long at least one stays: `{ up_to = 4, minutes = 90 }`",
        );
    }
    let mut smaller = 0;
    for (at, seating) in rules.seating.iter().enumerate() {
        let path = [Key("booking"), Key("seating"), Index(at)];
        check_range(reader, &path, seating.minutes, 15, 480);
        if seating.up_to <= smaller {
            reader.fault(
                &path,
                "this size is no larger than the one before it",
                "put the smaller parties first",
            );
        }
        smaller = seating.up_to;
    }
}

/// The largest party must fit at a table, or at two that are joined.
pub(super) fn check_largest_party(reader: &mut Reader<'_>, parts: &Parts) {
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
            let message = format!("no table, nor two joined, seats {largest}");
            let help = format!("write {most} at the most, or make tables `combinable`");
            reader.fault(&[Key("booking"), Key("max_party_size")], message, help);
        }
        Some(_) | None => {}
    }
}
