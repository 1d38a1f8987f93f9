//! What is masked, however it is said. Single texts stand in rows: `config/languages/TAG/tests/secrets.tsv`.

use proptest::prelude::*;

use super::without_secrets;

const CARD: &str = "[card number]";

#[test]
fn nothing_in_the_recorded_talks_is_masked() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut texts = 0;
    for entry in std::fs::read_dir(root.join("tests/conversations")).unwrap() {
        for line in std::fs::read_to_string(entry.unwrap().path()).unwrap().lines() {
            let event: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
            if let Some(text) = event["text"].as_str() {
                assert_eq!(without_secrets(text), text);
                texts += 1;
            }
        }
    }
    for file in ["answers-en.tsv", "answers-es.tsv", "confirm-es.tsv"] {
        for line in
            std::fs::read_to_string(root.join("crates/turno-language/tests").join(file)).unwrap().lines()
        {
            assert_eq!(without_secrets(line), line);
            texts += 1;
        }
    }
    assert!(texts > 1_000, "{texts}");
}

/// Digits with the check digit that makes them a card's.
fn with_check(front: &str) -> String {
    let check = (0..10).find(|check| super::numbers::passes_luhn(&format!("{front}{check}")));
    format!("{front}{}", check.unwrap())
}

/// A valid number of any network or of none, of each length.
fn card() -> impl Strategy<Value = String> {
    let any = ("[1-9][0-9]{17}", 12..=18usize).prop_map(|(digits, length)| digits[..length].to_owned());
    let known = prop_oneof!["4[0-9]{14}", "5[1-5][0-9]{13}", "3[47][0-9]{12}", "6011[0-9]{11}"];
    prop_oneof![any, known]
        .prop_map(|front| with_check(&front))
        // Mexico's own prefixes in front of ten digits are a phone.
        .prop_filter("a phone", |card| !(card.len() == 13 && card.starts_with("521")))
}

const SPANISH: [&str; 10] =
    ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"];
const ENGLISH: [&str; 10] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

fn groups(digits: &str, size: usize) -> Vec<String> {
    let digits: Vec<char> = digits.chars().collect();
    digits.chunks(size).map(|group| group.iter().collect()).collect()
}

fn in_words(digits: &str, words: &[&str; 10]) -> Vec<String> {
    let mut said = Vec::new();
    let digits = digits.as_bytes();
    let mut at = 0;
    while at < digits.len() {
        let word = words[usize::from(digits[at] - b'0')];
        // "Doble cuatro", where two are alike and stand evenly.
        if at % 2 == 0 && digits.get(at + 1) == Some(&digits[at]) {
            said.push(format!("{} {word}", if words[0] == "cero" { "doble" } else { "double" }));
            at += 2;
        } else {
            said.push(word.to_owned());
            at += 1;
        }
    }
    said
}

/// The ways to write or say a number.
fn ways(card: &str) -> Vec<String> {
    let mut ways = vec![card.to_owned()];
    for size in [1, 2, 3, 4, 8] {
        for mark in [" ", "-", ".", ", ", "/", " - ", "\u{a0}", "_", "·", " * "] {
            ways.push(groups(card, size).join(mark));
        }
    }
    for words in [&SPANISH, &ENGLISH] {
        ways.push(in_words(card, words).join(" "));
        ways.push(in_words(card, words).join(", "));
        let mixed = groups(card, 4).into_iter().enumerate();
        let mixed: Vec<String> = mixed
            .map(|(at, group)| match at % 2 {
                0 => in_words(&group, words).join(" "),
                _ => group,
            })
            .collect();
        ways.push(mixed.join(" "));
    }
    ways
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_valid_card_is_masked_in_every_way(card in card(), frame in 0..6usize) {
        let (before, behind) = [
            ("", ""),
            ("mi tarjeta es ", ", gracias"),
            ("anote por favor: ", " y mi nombre es Ana"),
            ("it is ", ". Thanks"),
            ("quiero reservar para mañana a las 8, somos cuatro personas. Le doy la tarjeta ", " vence en diciembre"),
            ("mi teléfono es 55 1234 5678 y la tarjeta ", " para apartar"),
        ][frame];
        for way in ways(&card) {
            let said = format!("{before}{way}{behind}");
            prop_assert_eq!(without_secrets(&said), format!("{before}{CARD}{behind}"), "{}", said);
        }
    }

    #[test]
    fn no_text_without_a_valid_number_changes(
        front in "[1-9][0-9]{11,17}", wrong in 1..10u8, frame in 0..3usize, size in 1..9usize,
    ) {
        let valid = with_check(&front);
        let last = (valid.as_bytes()[valid.len() - 1] - b'0' + wrong) % 10;
        let digits = format!("{front}{last}");
        prop_assume!(!super::numbers::is_clabe(&digits));
        let frame = ["mi número es X", "X", "pedido X, por favor"][frame];
        // In one piece, and in groups that no shorter valid number begins in.
        let said = frame.replace('X', &digits);
        prop_assert_eq!(without_secrets(&said), said.as_str());
        let shorter = (13..digits.len()).any(|length| super::numbers::may_be_card(&digits[..length]));
        let inner = (1..digits.len()).any(|from| (13..=digits.len() - from.min(digits.len())).any(|length| super::numbers::may_be_card(&digits[from..from + length])));
        if !shorter && !inner {
            let said = frame.replace('X', &groups(&digits, size).join(" "));
            prop_assert_eq!(without_secrets(&said), said.as_str());
        }
    }

    #[test]
    fn phones_in_a_row_are_phones(phones in prop::collection::vec("[2-9][0-9]{9}", 1..4), way in 0..3usize) {
        let said: Vec<String> = phones.iter().map(|phone| match way {
            0 => phone.clone(),
            1 => format!("{} {} {}", &phone[..2], &phone[2..6], &phone[6..]),
            _ => format!("{}-{}-{}", &phone[..3], &phone[3..6], &phone[6..]),
        }).collect();
        let said = said.join(" y ");
        prop_assert_eq!(without_secrets(&said), said.as_str());
    }

    #[test]
    fn any_text_is_read_and_masked_once(text in "[\\PC]{0,60}", digits in "[0-9 ,-]{0,40}") {
        let said = format!("{text} {digits}");
        let once = without_secrets(&said).into_owned();
        let twice = without_secrets(&once).into_owned();
        prop_assert_eq!(twice, once);
    }
}

#[test]
fn a_card_is_masked_in_the_words_of_each_language_where_it_is_spoken() {
    for language in crate::Language::all() {
        let word = |digit: char| {
            let rows = language.pack().numbers.rows();
            let mut of_digit =
                rows.filter(|(table, key, _)| *table == "cardinals" && *key == digit.to_string());
            of_digit.next().unwrap().2
        };
        let said: Vec<&str> = "4111111111111111".chars().map(word).collect();
        crate::reading_in(&[language], || {
            assert_eq!(without_secrets(&said.join(" ")), CARD, "{language:?}");
        });
    }
}
