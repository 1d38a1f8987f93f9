//! The Spanish words of dates and times.

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
        "cero/zero un/uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis \
         diecisiete dieciocho diecinueve veinte veintiun/veintiuno/veintiuna veintidos veintitres veinticuatro \
         veinticinco veintiseis veintisiete veintiocho veintinueve treinta",
        0,
        1,
    );
    add_counted(
        table,
        "cuarenta cincuenta sesenta setenta ochenta noventa",
        40,
        10,
    );
    add(
        table,
        &[
            ("cien", 1),
            ("ciento", 1),
            ("doscientos", 2),
            ("trescientos", 3),
            ("cuatrocientos", 4),
            ("quinientos", 5),
            ("seiscientos", 6),
            ("setecientos", 7),
            ("ochocientos", 8),
            ("novecientos", 9),
        ],
        Kind::Hundred,
    );
    table.push(("mil", Kind::Thousand));
    add_named(
        table,
        "primero/primer/primera/primo segundo/segunda tercero/tercer/tercera cuarta quinto/quinta sexto/sexta",
        &ORDINALS,
        Kind::Ordinal,
    );
    add_all(table, "ultimo ultima", Kind::Ordinal(-1));
    add_named(
        table,
        "lunes martes miercoles jueves viernes sabado/sabados domingo/domingos",
        &WEEKDAYS,
        Kind::Weekday,
    );
    add_named(
        table,
        "lun/lu/mon mar/ma mie/mier/mx jue/juev vie/vier sab dom",
        &WEEKDAYS,
        Kind::ShortWeekday,
    );
    add_named(
        table,
        "monday tuesday wednesday thursday friday saturday sunday",
        &WEEKDAYS,
        Kind::Weekday,
    );
    table.retain(|(word, _)| *word != "mar");
    add_named(
        table,
        "enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago \
         septiembre/setiembre/sep/sept/set octubre/oct noviembre/nov diciembre/dic",
        &MONTHS,
        Kind::Month,
    );
}

/// Units, parts of the day, near days, and the words around them.
fn units_and_parts(table: &mut Table) {
    add_all(table, "segundos seg segs", Kind::Unit(Unit::Second));
    add_all(
        table,
        "minuto minutos min mins minutito minutitos",
        Kind::Unit(Unit::Minute),
    );
    add_all(
        table,
        "hora horas hrs hr hs h horita horitas",
        Kind::Unit(Unit::Hour),
    );
    add_all(table, "dia dias", Kind::Unit(Unit::Day));
    add_all(table, "semana semanas", Kind::Unit(Unit::Week));
    add_all(table, "mes meses", Kind::Unit(Unit::Month));
    add_all(table, "ano anos", Kind::Unit(Unit::Year));
    add_all(table, "finde weekend", Kind::Unit(Unit::Weekend));
    add_all(table, "quincena quincenas", Kind::Unit(Unit::Fortnight));
    add_all(table, "madrugada", Kind::Part(Part::Small));
    add_all(table, "mediodia", Kind::Part(Part::Noon));
    add_all(table, "tarde tardecita tardes", Kind::Part(Part::Afternoon));
    add_all(
        table,
        "noche nochecita noches medianoche velada anoche",
        Kind::Part(Part::Night),
    );
    add_all(table, "mananita", Kind::Part(Part::Morning));
    add_all(table, "am", Kind::Part(Part::Am));
    add_all(table, "pm", Kind::Part(Part::Pm));
    add_all(table, "manana", Kind::Manana);
    add_all(
        table,
        "navidad nochebuena nochevieja halloween valentin reyes",
        Kind::Feast,
    );
    add(
        table,
        &[
            ("hoy", 0),
            ("mnn", 1),
            ("mnna", 1),
            ("mnana", 1),
            ("ayer", -1),
            ("antier", -2),
            ("anteayer", -2),
            ("antayer", -2),
            ("vispera", -1),
        ],
        Kind::Near,
    );
    add_all(
        table,
        "ahora ahorita ahoritita ya inmediatamente cuanto momento instante",
        Kind::Now,
    );
    add_all(
        table,
        "a al el la las los lo en de del por para pa este esta ese esa otro proximo proxima proximas proximos siguiente pasado \
         pasada anterior dentro hace desde hasta sobre hacia como tipo cerca alrededor son es faltan media cuarto \
         cuartos entre antes despues luego partir fin final finales fines principio principios inicio inicios mediados mas temprano comienzo comienzos y menos con punto unos unas algunos algunas \
         pocos pocas medio p san",
        Kind::Lead,
    );
}
