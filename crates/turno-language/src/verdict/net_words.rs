//! The words that values are made of, looked up by the plain net.

use crate::pack::Tagged;
use std::{collections::BTreeSet, sync::LazyLock};

use ValueWord::{Mild, Month, Number, Part, Weekday};

use crate::Text;
use crate::word_table::WordTable;

/// Words of moments that mean other things too.
static WITH_TWO_MEANINGS: Tagged = Tagged::new("net_words_with_two_meanings");

/// What a word says of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueWord {
    /// A number, or its ordinal.
    Number(i64),
    /// A day of the week, from Monday, 0.
    Weekday(u8),
    /// A month, from January, 1.
    Month(u8),
    /// A part of the day or a day near today; the bits of the values that it may repeat.
    Part(u16),
    /// Like a part, but so common in talk that alone it names no value.
    Mild(u16),
}

/// The date is today.
pub(super) const TODAY: u16 = 1;
/// The date is tomorrow.
pub(super) const TOMORROW: u16 = 1 << 1;
/// From midnight to 5.
pub(super) const SMALL: u16 = 1 << 2;
/// From 6 to 11.
pub(super) const MORNING: u16 = 1 << 3;
/// From 12 to 12:59.
pub(super) const NOON: u16 = 1 << 4;
/// From 13 to 18.
pub(super) const AFTERNOON: u16 = 1 << 5;
/// From 19 on.
pub(super) const NIGHT: u16 = 1 << 6;
/// A quarter past.
pub(super) const QUARTER: u16 = 1 << 7;
/// Half past.
pub(super) const HALF: u16 = 1 << 8;

/// What a folded word says of a value; none for a word of no table. Digits are no word.
pub(crate) fn value_word(word: &str) -> Option<ValueWord> {
    TABLE.get(word)
}

/// The words of a text that name a number, a day, a month or a part of the day, folded, in either language: what a text
/// that says the same must name too. Digits are not among them, nor "un", "una" and "one".
pub fn named_values(text: &Text) -> BTreeSet<String> {
    let names_one = |word: &&str| match value_word(word) {
        Some(Number(number)) => number != 1 || matches!(*word, "first" | "primero"),
        Some(Weekday(_) | Month(_) | Part(_)) => true,
        Some(Mild(_)) | None => false,
    };
    let is_of_talk = |word: &&str| WITH_TWO_MEANINGS.contains(word);
    let named = text.words().filter(names_one).filter(|word| !is_of_talk(word));
    named.map(str::to_owned).collect()
}

static TABLE: LazyLock<WordTable<ValueWord>> = LazyLock::new(|| WordTable::new(WORDS.iter().copied()));

#[rustfmt::skip]
const WORDS: &[(&str, ValueWord)] = &[
    ("abril", Month(4)),
    ("afternoon", Part(NOON | AFTERNOON)),
    ("agosto", Month(8)),
    ("am", Part(SMALL | MORNING)),
    ("apr", Month(4)),
    ("april", Month(4)),
    ("aug", Month(8)),
    ("august", Month(8)),
    ("catorce", Number(14)),
    ("cero", Number(0)),
    ("cien", Number(100)),
    ("ciento", Number(100)),
    ("cinco", Number(5)),
    ("cincuenta", Number(50)),
    ("couple", Number(2)),
    ("cuarenta", Number(40)),
    ("cuarto", Part(QUARTER)),
    ("cuatro", Number(4)),
    ("dec", Month(12)),
    ("december", Month(12)),
    ("diciembre", Month(12)),
    ("diecinueve", Number(19)),
    ("dieciocho", Number(18)),
    ("dieciseis", Number(16)),
    ("diecisiete", Number(17)),
    ("diez", Number(10)),
    ("doce", Number(12)),
    ("domingo", Weekday(6)),
    ("dos", Number(2)),
    ("eight", Number(8)),
    ("eighteen", Number(18)),
    ("eighteenth", Number(18)),
    ("eighth", Number(8)),
    ("eighty", Number(80)),
    ("eleven", Number(11)),
    ("eleventh", Number(11)),
    ("enero", Month(1)),
    ("evening", Part(AFTERNOON | NIGHT)),
    ("feb", Month(2)),
    ("febrero", Month(2)),
    ("february", Month(2)),
    ("fifteen", Number(15)),
    ("fifteenth", Number(15)),
    ("fifth", Number(5)),
    ("fifty", Number(50)),
    ("first", Number(1)),
    ("five", Number(5)),
    ("forty", Number(40)),
    ("four", Number(4)),
    ("fourteen", Number(14)),
    ("fourteenth", Number(14)),
    ("fourth", Number(4)),
    ("fri", Weekday(4)),
    ("friday", Weekday(4)),
    ("half", Part(HALF)),
    ("hoy", Part(TODAY)),
    ("hundred", Number(100)),
    ("jan", Month(1)),
    ("january", Month(1)),
    ("jueves", Weekday(3)),
    ("jul", Month(7)),
    ("julio", Month(7)),
    ("july", Month(7)),
    ("jun", Month(6)),
    ("june", Month(6)),
    ("junio", Month(6)),
    ("lunes", Weekday(0)),
    ("madrugada", Part(SMALL)),
    ("manana", Part(TOMORROW | MORNING)),
    ("mananita", Mild(MORNING)),
    ("mar", Month(3)),
    ("march", Month(3)),
    ("martes", Weekday(1)),
    ("marzo", Month(3)),
    ("may", Month(5)),
    ("mayo", Month(5)),
    ("media", Part(HALF)),
    ("medianoche", Part(SMALL)),
    ("mediodia", Part(NOON)),
    ("midnight", Part(SMALL)),
    ("miercoles", Weekday(2)),
    ("mon", Weekday(0)),
    ("monday", Weekday(0)),
    ("morning", Part(SMALL | MORNING)),
    ("night", Mild(SMALL | NIGHT)),
    ("nine", Number(9)),
    ("nineteen", Number(19)),
    ("nineteenth", Number(19)),
    ("ninety", Number(90)),
    ("ninth", Number(9)),
    ("noche", Part(SMALL | NIGHT)),
    ("noon", Part(NOON)),
    ("nov", Month(11)),
    ("november", Month(11)),
    ("noventa", Number(90)),
    ("noviembre", Month(11)),
    ("nueve", Number(9)),
    ("ochenta", Number(80)),
    ("ocho", Number(8)),
    ("oct", Month(10)),
    ("october", Month(10)),
    ("octubre", Month(10)),
    ("once", Number(11)),
    ("one", Number(1)),
    ("pasado", Part(0)),
    ("pm", Part(NOON | AFTERNOON | NIGHT)),
    ("primero", Number(1)),
    ("quarter", Part(QUARTER)),
    ("quince", Number(15)),
    ("sabado", Weekday(5)),
    ("sat", Weekday(5)),
    ("saturday", Weekday(5)),
    ("second", Number(2)),
    ("segundo", Number(2)),
    ("seis", Number(6)),
    ("sep", Month(9)),
    ("september", Month(9)),
    ("septiembre", Month(9)),
    ("sesenta", Number(60)),
    ("setenta", Number(70)),
    ("seven", Number(7)),
    ("seventeen", Number(17)),
    ("seventeenth", Number(17)),
    ("seventh", Number(7)),
    ("seventy", Number(70)),
    ("siete", Number(7)),
    ("six", Number(6)),
    ("sixteen", Number(16)),
    ("sixteenth", Number(16)),
    ("sixth", Number(6)),
    ("sixty", Number(60)),
    ("sun", Weekday(6)),
    ("sunday", Weekday(6)),
    ("tarde", Part(NOON | AFTERNOON)),
    ("tardecita", Mild(AFTERNOON)),
    ("ten", Number(10)),
    ("tenth", Number(10)),
    ("tercero", Number(3)),
    ("third", Number(3)),
    ("thirteen", Number(13)),
    ("thirteenth", Number(13)),
    ("thirtieth", Number(30)),
    ("thirty", Number(30)),
    ("three", Number(3)),
    ("thu", Weekday(3)),
    ("thursday", Weekday(3)),
    ("today", Part(TODAY)),
    ("tomorrow", Part(TOMORROW)),
    ("tonight", Part(TODAY | NIGHT)),
    ("trece", Number(13)),
    ("treinta", Number(30)),
    ("tres", Number(3)),
    ("tue", Weekday(1)),
    ("tuesday", Weekday(1)),
    ("twelfth", Number(12)),
    ("twelve", Number(12)),
    ("twentieth", Number(20)),
    ("twenty", Number(20)),
    ("two", Number(2)),
    ("un", Number(1)),
    ("una", Number(1)),
    ("uno", Number(1)),
    ("veinte", Number(20)),
    ("veinticinco", Number(25)),
    ("veinticuatro", Number(24)),
    ("veintidos", Number(22)),
    ("veintinueve", Number(29)),
    ("veintiocho", Number(28)),
    ("veintiseis", Number(26)),
    ("veintisiete", Number(27)),
    ("veintitres", Number(23)),
    ("veintiun", Number(21)),
    ("veintiuna", Number(21)),
    ("veintiuno", Number(21)),
    ("viernes", Weekday(4)),
    ("wed", Weekday(2)),
    ("wednesday", Weekday(2)),
    ("zero", Number(0)),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_named_in_words() {
        let named: Vec<String> = named_values(&Text::of(
            "Abrimos de lunes a viernes, a las OCHO; una mesa, 1 a 11.",
        ))
        .into_iter()
        .collect();
        assert_eq!(named, ["lunes", "ocho", "viernes"]);
    }

    #[test]
    fn every_word_is_found() {
        assert!(WORDS.is_sorted_by(|(a, _), (b, _)| a < b));
        for (word, value) in WORDS {
            assert_eq!(value_word(word), Some(*value), "{word}");
        }
        assert_eq!(value_word("perrunilla"), None);
    }
}
