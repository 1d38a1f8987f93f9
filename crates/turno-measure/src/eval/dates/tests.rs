//! Rows of every format, written by hand.

use std::path::Path;

use super::{Report, measure};

fn report(rows: &[&str]) -> Report {
    let mut report = Report { errors: Some(Vec::new()), ..Report::default() };
    measure(Path::new("rows"), &rows.join("\n"), &mut report).unwrap();
    report
}

#[test]
fn every_format_is_told_by_its_rows() {
    let rows = [
        r#"{"text":"el 3 de mayo","kind":"instant","value":"2013-05-03T00:00:00","grain":"day","reference_time":"2013-02-12T04:30:00-02:00","lang":"es","section":"main"}"#,
        r#"{"text":"el jueves en la noche","kind":"interval","value":"2013-02-14T18:00:00","end":"2013-02-15T00:00:00","grain":"hour","reference_time":"2013-02-12T04:30:00","lang":"es"}"#,
        r#"{"text":"Nos vemos el 5 de marzo.","reference_time":"2018-06-01T00:00:00","entities":[{"text":"5 de marzo","type":"date","values":[{"timex":"XXXX-03-05","value":"2018-03-05"},{"timex":"XXXX-03-05","value":"2019-03-05"}]}],"not_supported":null}"#,
        r#"{"text":"hoy a las 7PM","span":"hoy a las 7PM","reference_time":"2012-08-10T12:00:00","value":"2012-08-10T19:00:00","fields":{"year":2012,"month":8,"day":10,"hour":19},"lang":"es"}"#,
    ];
    let report = report(&rows);
    assert_eq!((report.n, report.right), (4, 4), "{:?}", report.errors);
    let slot = r#"{"text":"half past 4 in the evening","kind":"time","value":"16:30","reference_date":"2019-03-01","slot":"time"}"#;
    assert_eq!(super::tests::report(&[slot]).right, 1);
}

#[test]
fn a_row_is_skipped_for_what_it_is_and_missed_where_it_is_read_wrong() {
    let graded = |text: &str, more: &str| {
        format!(
            r#"{{"text":"{text}","kind":"instant","grain":"day","value":"2013-02-13T00:00:00","reference_time":"2013-02-12T04:30:00","lang":"en"{more}}}"#
        )
    };
    let rows = [
        graded("christmas", ""),
        graded("4pm CET", ""),
        graded("tomorrow", r#","section":"negative""#),
        graded("since tomorrow", r#","kind":"open_interval""#),
        graded("next week", r#","grain":"week""#),
        graded("yesterday", ""),
        r#"{"text":"two of them","reference_time":null,"entities":[]}"#.to_owned(),
    ];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let report = report(&rows);
    assert_eq!((report.n, report.right), (1, 0));
    let skipped: Vec<(&str, usize)> = report.skipped.into_iter().collect();
    assert_eq!(
        skipped,
        [
            ("a holiday", 1),
            ("another time zone", 1),
            ("longer than a day", 1),
            ("no moment in it", 1),
            ("no time of reference", 1),
            ("open to one side", 1),
        ]
    );
    let miss = &report.errors.unwrap()[0];
    assert_eq!(
        (miss.at.as_str(), miss.truth.as_str(), miss.read.as_str()),
        ("rows:6", "2013-02-13", "2013-02-11")
    );
}

#[test]
fn what_is_no_row_is_told_with_its_line() {
    let mut report = Report::default();
    let fault = measure(Path::new("rows"), "\n{\"utterance\":\"hi\"}", &mut report).unwrap_err();
    assert!(fault.starts_with("2: not a row of dates"), "{fault}");
    assert!(measure(Path::new("rows"), "oops", &mut report).unwrap_err().starts_with("1: not a JSON object"));
}
