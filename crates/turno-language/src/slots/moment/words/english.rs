//! The English words of dates and times.

use super::super::super::clock::Part;
use super::{Kind, MONTHS, ORDINALS, Table, Unit, WEEKDAYS, add, add_all, add_counted, add_named};

/// The words, in no order.
pub(super) fn words() -> Table {
    let mut table = Table::new();
    counts_and_names(&mut table);
    units_and_parts(&mut table);
    table
}

/// Numbers, ordinals, weekdays and months.
fn counts_and_names(table: &mut Table) {
    add_counted(
        table,
        "zero/oh/ou one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
         seventeen eighteen nineteen twenty",
        0,
        1,
    );
    add_counted(
        table,
        "thirty forty/fourty fifty sixty seventy eighty ninety",
        30,
        10,
    );
    add_all(table, "hundred", Kind::Hundred(0));
    add_all(table, "thousand", Kind::Thousand);
    add_named(
        table,
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth \
         fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
        &ORDINALS,
        Kind::Ordinal,
    );
    add_all(table, "thirtieth", Kind::Ordinal(30));
    add_named(
        table,
        "monday/mondays tuesday/tuesdays wednesday/wednesdays thursday/thursdays friday/fridays saturday/saturdays \
         sunday/sundays",
        &WEEKDAYS,
        Kind::Weekday,
    );
    add_named(
        table,
        "mon tue/tues/tu wed/weds thu/thur/thurs fri sat sun",
        &WEEKDAYS,
        Kind::ShortWeekday,
    );
    add_named(
        table,
        "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct \
         november/nov december/dec",
        &MONTHS,
        Kind::Month,
    );
}

/// Units, parts of the day, near days, and the words around them.
fn units_and_parts(table: &mut Table) {
    add_all(table, "seconds sec secs", Kind::Unit(Unit::Second));
    add_all(table, "minute minutes min mins", Kind::Unit(Unit::Minute));
    add_all(table, "hour hours hr hrs h", Kind::Unit(Unit::Hour));
    add_all(table, "day days", Kind::Unit(Unit::Day));
    add_all(table, "week weeks", Kind::Unit(Unit::Week));
    add_all(table, "fortnight fortnights", Kind::Unit(Unit::Fortnight));
    add_all(table, "month months", Kind::Unit(Unit::Month));
    add_all(table, "year years yr yrs", Kind::Unit(Unit::Year));
    add_all(table, "weekend weekends wkend", Kind::Unit(Unit::Weekend));
    add_all(table, "morning mornings midmorning", Kind::Part(Part::Morning));
    add_all(table, "noon midday noonish", Kind::Part(Part::Noon));
    add_all(
        table,
        "afternoon afternoons afternoonish midafternoon",
        Kind::Part(Part::Afternoon),
    );
    add_all(table, "evening evenings", Kind::Part(Part::Evening));
    add_all(
        table,
        "night nights midnight tonight tonite",
        Kind::Part(Part::Night),
    );
    add_all(
        table,
        "christmas xmas halloween thanksgiving valentine valentines nye",
        Kind::Feast,
    );
    add_all(table, "am", Kind::Part(Part::Am));
    add_all(table, "pm", Kind::Part(Part::Pm));
    add(
        table,
        &[
            ("today", 0),
            ("todays", 0),
            ("tomorrow", 1),
            ("tomorrows", 1),
            ("tmrw", 1),
            ("tmr", 1),
            ("tomorow", 1),
            ("yesterday", -1),
        ],
        Kind::Near,
    );
    add_all(table, "now asap eod atm moment present", Kind::Now);
    add_all(
        table,
        "a an at about around approximately by the this that on in for of next last past coming upcoming following \
         previous current half quarter from since till until to before after between end early late later \
         mid p beginning middle couple few pair right just and o ish sharp clock oclock new mother mothers father \
         fathers memorial independence labor",
        Kind::Lead,
    );
}
