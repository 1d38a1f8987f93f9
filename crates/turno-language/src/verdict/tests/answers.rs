//! Whole tables of answers, each with the verdict that a careful person would give.

use super::read;
use crate::Act::{Book, Cancel, Modify, Order};
use crate::testing::{EN, ES};

#[test]
fn every_row_of_the_tables_agrees() {
    let tables = [
        (ES, include_str!("../../../tests/confirm-es.tsv")),
        (ES, include_str!("../../../tests/answers-es.tsv")),
        (EN, include_str!("../../../tests/answers-en.tsv")),
    ];
    let mut wrong = Vec::new();
    for (language, table) in tables {
        for row in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
            let [context, utterance, expected] = row.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{row}")
            };
            let act = match context {
                "reserve" => Book,
                "cancel" => Cancel,
                "order" => Order,
                "modify" => Modify,
                other => panic!("no context is called {other}"),
            };
            let verdict = format!("{:?}", read(language, act, utterance).verdict).to_lowercase();
            if verdict != expected {
                wrong.push(format!("{context}: {utterance}: {verdict}, not {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
