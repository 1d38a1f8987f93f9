//! Values as people say or read them.
//!
//! Numbers stay digits, which speech engines read well in both languages; phones and codes are grouped for the ear.
//! Nothing here fails: what is not a phone or a code comes back as it was.

mod clock;
mod measure;
mod money;
mod online;
mod quantity;
mod spelled;
mod wait;

use jiff::civil::{Date, Weekday};

use crate::Language;

pub use clock::{at_hour, hour, hour_with_article, hours_span};
pub use measure::{distance, ordinal, percent};
pub use money::{is_word_of_currency, money};
pub use online::{email, extension, web_address};
pub use quantity::{CountedName, quantity};
pub use spelled::{code, phone};
pub use wait::wait;

/// Nobody keeps more entries than this in mind while listening.
const LIST_ENTRIES_MAX: usize = 5;

/// Whether the words are heard or read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Heard on a call: no symbols, codes and phones in small groups.
    Spoken,
    /// Read in a chat.
    Written,
}

/// "martes 20 de enero", "domingo primero de febrero", "Tuesday, January 20"; with the year where it is not that of `today`.
pub fn day(language: Language, date: Date, today: Date) -> String {
    let day = match date.day() {
        1 => language.message("day.first").text().to_owned(),
        day => day.to_string(),
    };
    let name = if date.year() == today.year() { "day.this_year" } else { "day.other_year" };
    language.message(name).with(&[
        ("weekday", weekday(language, date.weekday())),
        ("day", &day),
        ("month", month(language, date.month())),
        ("year", &date.year().to_string()),
    ])
}

/// "martes", "Tuesday".
pub fn weekday(language: Language, weekday: Weekday) -> &'static str {
    let name = match weekday {
        Weekday::Monday => "weekday.monday",
        Weekday::Tuesday => "weekday.tuesday",
        Weekday::Wednesday => "weekday.wednesday",
        Weekday::Thursday => "weekday.thursday",
        Weekday::Friday => "weekday.friday",
        Weekday::Saturday => "weekday.saturday",
        Weekday::Sunday => "weekday.sunday",
    };
    language.message(name).text()
}

/// "1 persona", "4 personas", "4 people".
pub fn people(language: Language, count: i64) -> String {
    counted(language, count, ["count.person", "count.people"])
}

/// "A, B y C" or "A, B o C" (with "e" and "u" where Spanish wants them); empty for no items.
pub fn list(language: Language, items: &[String], or: bool) -> String {
    let Some((last, rest)) = items.split_last() else {
        return String::new();
    };
    if rest.is_empty() {
        return last.clone();
    }
    let conjunction = language.message(match or {
        false if begins_with_i_sound(last) => "list.and_before_i",
        false => "list.and",
        true if begins_with_o_sound(last) => "list.or_before_o",
        true => "list.or",
    });
    format!("{} {} {last}", rest.join(", "), conjunction.text())
}

/// A list for the ear: of more than five entries the first four, and how many more there are: "A, B, C, D y 3 más",
/// "A, B, C, D and 3 more". Never for what somebody agrees to, which is told whole.
pub fn brief_list(language: Language, items: &[String], or: bool) -> String {
    let kept = LIST_ENTRIES_MAX - 1;
    let Some((told, left)) = items.split_at_checked(kept).filter(|(_, left)| left.len() > 1) else {
        return list(language, items, or);
    };
    let count = left.len().to_string();
    let mut entries = told.to_vec();
    entries.push(language.message("list.more").with(&[("count", &count)]));
    list(language, &entries, or)
}

/// A number of minutes: "35 minutos", "1 hora y media", "2 horas y 10 minutos".
pub fn minutes(language: Language, count: i64) -> String {
    let (hours, rest) = (count / 60, count % 60);
    let hours_said = counted(language, hours, ["count.hour", "count.hours"]);
    let rest_said = counted(language, rest, ["count.minute", "count.minutes"]);
    let name = match (hours, rest) {
        (0, _) => return rest_said,
        (_, 0) => return hours_said,
        (_, 30) => "count.and_a_half",
        _ => "count.and_minutes",
    };
    language.message(name).with(&[("hours", &hours_said), ("minutes", &rest_said)])
}

/// So many, by the messages for one and for several.
fn counted(language: Language, count: i64, [one, several]: [&str; 2]) -> String {
    let name = if count == 1 { one } else { several };
    language.message(name).with(&[("count", &count.to_string())])
}

fn month(language: Language, month: i8) -> &'static str {
    const NAMES: [&str; 12] = [
        "month.january",
        "month.february",
        "month.march",
        "month.april",
        "month.may",
        "month.june",
        "month.july",
        "month.august",
        "month.september",
        "month.october",
        "month.november",
        "month.december",
    ];
    let name = usize::try_from(month - 1).ok().and_then(|index| NAMES.get(index));
    name.map_or("", |name| language.message(name).text())
}

/// What a number or a word becomes by how it ends; none where no ending fits.
fn by_ending(endings: &[(String, String)], word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    let (ending, other) = endings.iter().find(|(ending, _)| lower.ends_with(ending.as_str()))?;
    let kept = word.chars().count() - ending.chars().count();
    Some(word.chars().take(kept).chain(other.chars()).collect())
}

/// "Inés", "higos", but not "hielo" or "iones", which begin with the sound of a y.
fn begins_with_i_sound(item: &str) -> bool {
    let sound = first_sound(item);
    let mut letters = sound.chars();
    letters.next() == Some('i') && !letters.next().is_some_and(|next| "aeou".contains(next))
}

/// "Olga", "hongos", "8" (ocho), "11" (once).
fn begins_with_o_sound(item: &str) -> bool {
    let sound = first_sound(item);
    let number: String =
        sound.chars().take_while(|c| c.is_ascii_digit() || *c == ',').filter(|c| *c != ',').collect();
    let is_eleven = number.starts_with("11") && number.len() % 3 == 2;
    sound.starts_with('o') || sound.starts_with('8') || is_eleven
}

fn first_sound(item: &str) -> String {
    let folded = crate::text::fold(item);
    let word = folded.trim_start_matches(|c: char| !c.is_alphanumeric());
    word.strip_prefix('h').unwrap_or(word).to_owned()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    fn items(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn a_day_names_its_year_only_where_it_is_another() {
        let today = date(2026, 1, 15);
        assert_eq!(day(Language::es(), date(2026, 1, 20), today), "martes 20 de enero");
        assert_eq!(day(Language::es(), date(2027, 1, 20), today), "miércoles 20 de enero de 2027");
        assert_eq!(day(Language::es(), date(2026, 2, 1), today), "domingo primero de febrero");
        assert_eq!(day(Language::en(), date(2026, 1, 20), today), "Tuesday, January 20");
        assert_eq!(day(Language::en(), date(2027, 1, 20), today), "Wednesday, January 20, 2027");
    }

    #[test]
    fn people_are_counted() {
        assert_eq!(people(Language::es(), 1), "1 persona");
        assert_eq!(people(Language::es(), 4), "4 personas");
        assert_eq!(people(Language::en(), 1), "1 person");
        assert_eq!(people(Language::en(), 4), "4 people");
    }

    #[test]
    fn a_list_ends_in_the_conjunction_that_sounds_right() {
        let check = |words: &[&str], or: bool, expected: &str| {
            assert_eq!(list(Language::es(), &items(words), or), expected);
        };
        check(&[], false, "");
        check(&["tacos"], false, "tacos");
        check(&["tacos", "agua"], false, "tacos y agua");
        check(&["sopa", "tacos", "agua"], true, "sopa, tacos o agua");
        check(&["Ana", "Inés"], false, "Ana e Inés");
        check(&["queso", "higos"], false, "queso e higos");
        check(&["agua", "hielo"], false, "agua y hielo");
        check(&["Ana", "Íñigo"], false, "Ana e Íñigo");
        check(&["tacos", "hongos"], true, "tacos u hongos");
        check(&["7", "8"], true, "7 u 8");
        check(&["las 7", "las 8"], true, "las 7 o las 8");
        check(&["10", "11 de la noche"], true, "10 u 11 de la noche");
        check(&["100", "110"], true, "100 o 110");
        check(&["9,000", "11,000"], true, "9,000 u 11,000");
        check(&["$7", "$8"], true, "$7 u $8");
        check(&["7 mil", "800"], true, "7 mil u 800");
        check(&["1,000", "1,100"], true, "1,000 o 1,100");
        check(&["Ana", "Yolanda"], false, "Ana y Yolanda");
        check(&["Ana", "Hiram"], false, "Ana e Hiram");
        check(&["Ana", "Ian"], false, "Ana y Ian");
        assert_eq!(list(Language::en(), &items(&["soup", "ice", "oil"]), false), "soup, ice and oil");
        assert_eq!(list(Language::en(), &items(&["soup", "oil"]), true), "soup or oil");
    }

    #[test]
    fn a_long_list_is_cut_for_the_ear() {
        let words = items(&["sopa", "tacos", "flan", "agua", "café", "té", "pan"]);
        assert_eq!(brief_list(Language::es(), &words, false), "sopa, tacos, flan, agua y 3 más");
        assert_eq!(brief_list(Language::en(), &words, false), "sopa, tacos, flan, agua and 3 more");
        assert_eq!(brief_list(Language::es(), &words[..5], true), "sopa, tacos, flan, agua o café");
        let many: Vec<String> = (0..12).map(|number| number.to_string()).collect();
        assert_eq!(brief_list(Language::es(), &many, true), "0, 1, 2, 3 u 8 más");
        assert_eq!(brief_list(Language::es(), &[], true), "");
    }

    #[test]
    fn minutes_become_hours() {
        let check = |count, spanish: &str, english: &str| {
            assert_eq!(minutes(Language::es(), count), spanish);
            assert_eq!(minutes(Language::en(), count), english);
        };
        check(0, "0 minutos", "0 minutes");
        check(1, "1 minuto", "1 minute");
        check(35, "35 minutos", "35 minutes");
        check(60, "1 hora", "1 hour");
        check(90, "1 hora y media", "1 hour and 30 minutes");
        check(130, "2 horas y 10 minutos", "2 hours and 10 minutes");
    }

    proptest! {
        #[test]
        fn nothing_panics(text in ".{0,30}", number in any::<i64>(), or in any::<bool>()) {
            for language in [Language::es(), Language::en()] {
                for form in [Form::Spoken, Form::Written] {
                    phone(language, form, &text);
                    phone(language, form, &format!("+{number}"));
                    code(language, form, &text);
                    money(language, form, number, &text);
                    money(language, form, number, "MXN");
                }
                for form in [Form::Spoken, Form::Written] {
                    email(language, form, &text);
                    web_address(language, form, &text);
                    extension(language, form, &text);
                    percent(language, form, number);
                    distance(language, form, number.unsigned_abs());
                    ordinal(language, form, number as u32, or);
                }
                brief_list(language, &vec![text.clone(); 9], or);
                people(language, number);
                minutes(language, number);
                list(language, &[text.clone(), text.clone()], or);
            }
        }
    }
}
