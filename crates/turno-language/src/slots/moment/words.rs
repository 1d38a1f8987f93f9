//! The words of dates and times, each looked up once.

use std::sync::LazyLock;

use jiff::civil::Weekday;

use super::super::clock::Part;
use crate::Language;

/// What a token may be in a date or a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Nothing of the kind.
    Other,
    /// Another reader has it.
    Used,
    /// A mark: `:`, `/`, a comma.
    Mark,
    /// A run of digits.
    Digits {
        /// At most nine digits of it are read.
        value: u32,
        /// How many digits were written.
        length: u8,
    },
    /// A number word below 100: a unit, a teen or tens.
    Number(u8),
    /// "hundred", "doscientos": so many hundreds; 0 for one that multiplies.
    Hundred(u8),
    /// "mil", "thousand".
    Thousand,
    /// "first", "primero", "último" (-1).
    Ordinal(i8),
    /// "lunes", "Monday".
    Weekday(Weekday),
    /// "lun", "mon": a weekday where nothing else it could be.
    ShortWeekday(Weekday),
    /// "enero", "jan": 1 to 12.
    Month(u8),
    /// "día", "week".
    Unit(Unit),
    /// "tarde", "evening".
    Part(Part),
    /// "hoy", "tomorrow": so many days from today.
    Near(i8),
    /// "mañana": the day or the morning.
    Manana,
    /// "ahora", "now".
    Now,
    /// A word that may begin a date or a time, or stand in one, but makes none.
    Lead,
}

/// A stretch of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    Second,
    Minute,
    Hour,
    Day,
    Week,
    Fortnight,
    Month,
    Year,
    Weekend,
}

impl Kind {
    /// Whether such a word can make a date or a time; without one there is none in an utterance.
    pub(super) fn can_tell(self) -> bool {
        !matches!(
            self,
            Self::Other | Self::Used | Self::Mark | Self::Lead | Self::Hundred(_) | Self::Thousand
        )
    }
}

type Table = Vec<(&'static str, Kind)>;

static SPANISH: LazyLock<Table> = LazyLock::new(|| sorted(spanish()));
static ENGLISH: LazyLock<Table> = LazyLock::new(|| sorted(english()));

/// What a folded word is.
pub(super) fn kind_of(word: &str, language: Language) -> Kind {
    let bytes = word.as_bytes();
    match bytes.first() {
        Some(first) if first.is_ascii_digit() => {
            return Kind::Digits {
                value: word
                    .get(..word.len().min(9))
                    .and_then(|digits| digits.parse().ok())
                    .unwrap_or(0),
                length: u8::try_from(word.len()).unwrap_or(u8::MAX),
            };
        }
        Some(first) if first.is_ascii_alphabetic() => {}
        Some(_) => return if word == "@" { Kind::Lead } else { Kind::Mark },
        None => return Kind::Used,
    }
    let table = match language {
        Language::Es => &SPANISH,
        Language::En => &ENGLISH,
    };
    match table.binary_search_by(|(name, _)| (*name).cmp(word)) {
        Ok(at) => table.get(at).map_or(Kind::Other, |(_, kind)| *kind),
        Err(_) => Kind::Other,
    }
}

fn sorted(mut table: Table) -> Table {
    table.sort_unstable_by_key(|(name, _)| *name);
    table
}

fn add<T: Copy>(table: &mut Table, words: &[(&'static str, T)], kind: impl Fn(T) -> Kind) {
    table.extend(words.iter().map(|(word, value)| (*word, kind(*value))));
}

fn add_all(table: &mut Table, words: &'static str, kind: Kind) {
    table.extend(words.split_whitespace().map(|word| (word, kind)));
}

const WEEKDAYS: [Weekday; 7] = [
    Weekday::Monday,
    Weekday::Tuesday,
    Weekday::Wednesday,
    Weekday::Thursday,
    Weekday::Friday,
    Weekday::Saturday,
    Weekday::Sunday,
];

/// Numbers from 0 on, one a word; several words of one number are joined by `/`.
fn add_counted(table: &mut Table, words: &'static str, first: u8, step: u8) {
    let mut value = first;
    for group in words.split_whitespace() {
        for word in group.split('/') {
            table.push((word, Kind::Number(value)));
        }
        value += step;
    }
}

fn add_named<T: Copy>(table: &mut Table, words: &'static str, values: &[T], kind: impl Fn(T) -> Kind) {
    for (group, value) in words.split_whitespace().zip(values) {
        for word in group.split('/') {
            table.push((word, kind(*value)));
        }
    }
}

const MONTHS: [u8; 12] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const ORDINALS: [i8; 20] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
];

fn spanish() -> Table {
    let mut table = Table::new();
    add_counted(
        &mut table,
        "cero/zero un/uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis \
         diecisiete dieciocho diecinueve veinte veintiun/veintiuno/veintiuna veintidos veintitres veinticuatro \
         veinticinco veintiseis veintisiete veintiocho veintinueve treinta",
        0,
        1,
    );
    add_counted(
        &mut table,
        "cuarenta cincuenta sesenta setenta ochenta noventa",
        40,
        10,
    );
    add(
        &mut table,
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
        &mut table,
        "primero/primer/primera/primo segundo/segunda tercero/tercer/tercera cuarta quinto/quinta sexto/sexta",
        &ORDINALS,
        Kind::Ordinal,
    );
    add_all(&mut table, "ultimo ultima", Kind::Ordinal(-1));
    add_named(
        &mut table,
        "lunes martes miercoles jueves viernes sabado/sabados domingo/domingos",
        &WEEKDAYS,
        Kind::Weekday,
    );
    add_named(
        &mut table,
        "lun/lu/mon mar/ma mie/mier/mx jue/juev vie/vier sab dom",
        &WEEKDAYS,
        Kind::ShortWeekday,
    );
    add_named(
        &mut table,
        "monday tuesday wednesday thursday friday saturday sunday",
        &WEEKDAYS,
        Kind::Weekday,
    );
    table.retain(|(word, _)| *word != "mar");
    add_named(
        &mut table,
        "enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago \
         septiembre/setiembre/sep/sept/set octubre/oct noviembre/nov diciembre/dic",
        &MONTHS,
        Kind::Month,
    );
    add_all(&mut table, "segundos seg segs", Kind::Unit(Unit::Second));
    add_all(
        &mut table,
        "minuto minutos min mins minutito minutitos",
        Kind::Unit(Unit::Minute),
    );
    add_all(
        &mut table,
        "hora horas hrs hr hs h horita horitas",
        Kind::Unit(Unit::Hour),
    );
    add_all(&mut table, "dia dias", Kind::Unit(Unit::Day));
    add_all(&mut table, "semana semanas", Kind::Unit(Unit::Week));
    add_all(&mut table, "mes meses", Kind::Unit(Unit::Month));
    add_all(&mut table, "ano anos", Kind::Unit(Unit::Year));
    add_all(&mut table, "finde weekend", Kind::Unit(Unit::Weekend));
    add_all(&mut table, "quincena quincenas", Kind::Unit(Unit::Fortnight));
    add_all(&mut table, "madrugada", Kind::Part(Part::Small));
    add_all(&mut table, "mediodia", Kind::Part(Part::Noon));
    add_all(&mut table, "tarde tardecita tardes", Kind::Part(Part::Afternoon));
    add_all(
        &mut table,
        "noche nochecita noches medianoche velada anoche",
        Kind::Part(Part::Night),
    );
    add_all(&mut table, "mananita", Kind::Part(Part::Morning));
    add_all(&mut table, "am", Kind::Part(Part::Am));
    add_all(&mut table, "pm", Kind::Part(Part::Pm));
    add_all(&mut table, "manana", Kind::Manana);
    add(
        &mut table,
        &[
            ("hoy", 0),
            ("ayer", -1),
            ("antier", -2),
            ("anteayer", -2),
            ("antayer", -2),
            ("vispera", -1),
        ],
        Kind::Near,
    );
    add_all(
        &mut table,
        "ahora ahorita ahoritita ya inmediatamente cuanto momento instante",
        Kind::Now,
    );
    add_all(
        &mut table,
        "a al el la las los lo en de del por para este esta ese esa proximo proxima proximas proximos siguiente pasado \
         pasada anterior dentro hace desde hasta sobre hacia como tipo cerca alrededor son es faltan media cuarto \
         cuartos entre antes despues luego partir fin final finales fines principio principios inicio inicios mediados comienzo comienzos y menos con punto unos unas algunos algunas \
         pocos pocas medio p",
        Kind::Lead,
    );
    table
}

fn english() -> Table {
    let mut table = Table::new();
    add_counted(
        &mut table,
        "zero/oh/ou one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
         seventeen eighteen nineteen twenty",
        0,
        1,
    );
    add_counted(
        &mut table,
        "thirty forty/fourty fifty sixty seventy eighty ninety",
        30,
        10,
    );
    add_all(&mut table, "hundred", Kind::Hundred(0));
    add_all(&mut table, "thousand", Kind::Thousand);
    add_named(
        &mut table,
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth \
         fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
        &ORDINALS,
        Kind::Ordinal,
    );
    add_all(&mut table, "thirtieth", Kind::Ordinal(30));
    add_named(
        &mut table,
        "monday/mondays tuesday/tuesdays wednesday/wednesdays thursday/thursdays friday/fridays saturday/saturdays \
         sunday/sundays",
        &WEEKDAYS,
        Kind::Weekday,
    );
    add_named(
        &mut table,
        "mon tue/tues/tu wed/weds thu/thur/thurs fri sat sun",
        &WEEKDAYS,
        Kind::ShortWeekday,
    );
    add_named(
        &mut table,
        "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct \
         november/nov december/dec",
        &MONTHS,
        Kind::Month,
    );
    add_all(&mut table, "seconds sec secs", Kind::Unit(Unit::Second));
    add_all(&mut table, "minute minutes min mins", Kind::Unit(Unit::Minute));
    add_all(&mut table, "hour hours hr hrs h", Kind::Unit(Unit::Hour));
    add_all(&mut table, "day days", Kind::Unit(Unit::Day));
    add_all(&mut table, "week weeks", Kind::Unit(Unit::Week));
    add_all(&mut table, "fortnight fortnights", Kind::Unit(Unit::Fortnight));
    add_all(&mut table, "month months", Kind::Unit(Unit::Month));
    add_all(&mut table, "year years yr yrs", Kind::Unit(Unit::Year));
    add_all(&mut table, "weekend weekends wkend", Kind::Unit(Unit::Weekend));
    add_all(&mut table, "morning mornings", Kind::Part(Part::Morning));
    add_all(&mut table, "noon midday noonish", Kind::Part(Part::Noon));
    add_all(
        &mut table,
        "afternoon afternoons afternoonish",
        Kind::Part(Part::Afternoon),
    );
    add_all(&mut table, "evening evenings", Kind::Part(Part::Evening));
    add_all(
        &mut table,
        "night nights midnight tonight tonite",
        Kind::Part(Part::Night),
    );
    add_all(&mut table, "am", Kind::Part(Part::Am));
    add_all(&mut table, "pm", Kind::Part(Part::Pm));
    add(
        &mut table,
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
    add_all(&mut table, "now asap eod atm moment present", Kind::Now);
    add_all(
        &mut table,
        "a an at about around approximately by the this that on in for of next last past coming upcoming following \
         previous current half quarter from since till until to before after between end early late \
         mid p beginning middle couple few pair right just and o ish sharp clock oclock",
        Kind::Lead,
    );
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_two_things() {
        for table in [&*SPANISH, &*ENGLISH] {
            for pair in table.windows(2) {
                assert!(pair[0].0 < pair[1].0, "{} is there twice", pair[0].0);
            }
        }
    }
}
