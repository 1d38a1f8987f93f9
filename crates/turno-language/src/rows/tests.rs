//! The rows of each language that is built in, and what is told of those that are wrong.

use super::*;
use crate::{built_in_tags, read_slots, slots::read_slots_without_hints};
use context::Reads;

/// The rows of a language and the texts of its files, with their names. As they are on the disk: nothing needs to be built
/// anew for a row.
fn files(language: Language) -> (Rows, Vec<(String, String)>) {
    let folder = format!("config/languages/{}/{ROWS_FOLDER}", language.tag());
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    let mut contexts = Contexts::default();
    for entry in std::fs::read_dir(root.join(&folder)).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let text = std::fs::read_to_string(root.join(&folder).join(&name)).unwrap();
        if name == CONTEXTS_FILE {
            contexts = Contexts::read(&text).unwrap_or_else(|fault| panic!("{folder}/{name}: {fault}"));
        } else {
            files.push((format!("{folder}/{name}"), text));
        }
    }
    files.sort();
    (Rows { language, contexts }, files)
}

#[test]
fn every_row_means_what_it_says() {
    let mut told = Vec::new();
    let mut count = 0;
    for language in Language::all() {
        let (rows, files) = files(language);
        for (file, text) in files {
            let played = rows.play(&text);
            count += played.rows;
            let wrong = played.wrong.into_iter();
            told.extend(wrong.map(|row| format!("{file}:{}: {row}", row.line)));
        }
    }
    assert!(told.is_empty(), "{} of {count} rows:\n{}", told.len(), told.join("\n"));
    assert!(count > 1_000, "{count}");
    assert!(built_in_tags().all(|tag| row_files(tag).next().is_some()));
}

/// What is left out for speed is nothing that any sentence needs.
#[test]
fn values_are_read_the_same_without_hints() {
    for language in Language::all() {
        let (rows, files) = files(language);
        for row in files.iter().flat_map(|(_, text)| rows_of(text)) {
            let row = row.ok().unwrap();
            for context in rows.contexts.asked(row.asked).unwrap().contexts {
                if context.reads.is_none_or(|reads| reads == Reads::Values) {
                    let text = crate::Text::of(&row.said);
                    let reading = reading_in(&[language], || {
                        context.reading(&rows.contexts, language, |context| {
                            (read_slots(&text, context), read_slots_without_hints(&text, context))
                        })
                    });
                    let (with, without) = reading.unwrap();
                    assert_eq!(with, without, "{}", row.said);
                }
            }
        }
    }
}

const CONTEXTS: &str = r#"
[words]
menu = [["flan", "Flan napolitano", "flan"]]

[asked.table]
now = "2026-01-19T10:00[America/Mexico_City]"
open = "13:00-23:00"
slots = ["date: date", "time: time", "party: party_size", "dishes: items menu"]

[asked.confirmation]
reads = "answer"
like = "table"
act = "book"
known = { time = "20:00", party = "4" }

[asked.either]
each = ["table", "confirmation"]
"#;

/// What is told of a row, without the row.
fn told(row: &str) -> Option<String> {
    let rows = Rows::built_in(Language::es()).unwrap().with_contexts(CONTEXTS).unwrap();
    let played = rows.play(row);
    assert_eq!(played.rows, 1);
    played.wrong.into_iter().next().map(|row| row.got)
}

#[test]
fn a_row_is_right_or_told_with_what_was_read() {
    for right in [
        "table\tmañana a las 8\tdate: 2026-01-20; time: 20:00",
        "table\tmañana a las 8\ttime: 20:00; date: 2026-01-20\ta note",
        "table; question: party\tocho\tparty: 8",
        "table\thola\t-",
        "table\tel 31 de febrero\tdate: ? impossible",
        "table; dishes: 2 flan\tun flan menos\tdishes: 1 flan",
        "confirmation; as heard\tSí, a las 8.\tyes",
        "confirmation\tno, a las 9\tchange; time: 21:00",
        "confirmation\tno, a las 9\tchange",
        "confirmation\tno, a las 9\tnot yes or no",
        "confirmation\tsí\tyes; question: -; values: -",
    ] {
        assert_eq!(told(right), None, "{right}");
    }
    for (wrong, got) in [
        ("table\tmañana a las 8\tdate: 2026-01-20", "date: 2026-01-20; time: 20:00"),
        ("table\thola\tparty: 2", "-"),
        ("confirmation\tno, a las 9\tchange; values: -", "change; time: 21:00"),
        ("confirmation\tno\tnot no or yes", "no"),
        ("either\thola\t-", "unclear"),
        ("desk\thola\t-", "no context is called `desk`"),
        ("table; party: few\thola\t-", "`few` is no value of `party`"),
        ("table; pary: 4\thola\t-", "`pary` is no value of this context"),
        ("table hola -", "no row"),
    ] {
        let told = told(wrong).unwrap();
        assert!(told.starts_with(got), "{wrong}: {told}");
    }
}

#[test]
fn a_sign_that_nobody_sees_is_written_as_its_number() {
    assert_eq!(with_signs("a\\u{200b}b \\u{x} c"), "a\u{200b}b \\u{x} c");
}
