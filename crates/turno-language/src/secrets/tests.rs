//! What is masked, and what is not.

use proptest::prelude::*;

use super::{SecretKind, marked_secret, piece_of_number, pieces_of_card, without_secrets};

const CARD: &str = "[card number]";
const CODE: &str = "[secret code]";

#[test]
fn a_card_is_masked_however_it_is_said() {
    for said in [
        "4111111111111111",
        "4111 1111 1111 1111",
        "4111-1111-1111-1111",
        "4111.1111.1111.1111",
        "4111, 1111, 1111, 1111",
        "4111/1111/1111/1111",
        "41 11 11 11 11 11 11 11",
        "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
        "4111 11111111 1111",
        "4111\u{a0}1111\u{2011}1111 — 1111",
        "４１１１ １１１１ １１１１ １１１１",
        "411\u{200b}1111111111111",
        "cuatro uno uno uno, uno uno uno uno, uno uno uno uno, uno uno uno uno",
        "cuatro uno uno uno uno uno uno uno y luego uno uno uno uno uno uno uno uno",
        "cuarenta y uno once once once once once once once",
        "cuatro mil ciento once mil ciento once mil ciento once mil ciento once",
        "cuatro triple uno, doble uno doble uno, 1111, mil ciento once",
        "four one one one one one one one one one one one one one one one",
        "forty-one eleven eleven eleven eleven eleven eleven eleven",
        "four triple one, double one double one, 1111 1111",
        "cuatro one uno one 1111 mil ciento once eleven eleven",
        "3782 822463 10005",
        "378282246310005",
        "cinco cinco cinco cinco guion cinco cinco cinco cinco guion cinco cinco cinco cinco guion cuatro cuatro cuatro cuatro",
    ] {
        assert_eq!(without_secrets(said), CARD, "{said}");
    }
}

#[test]
fn what_stands_round_a_card_stays_and_what_is_of_the_card_goes() {
    for (said, kept) in [
        (
            "es la 4111 1111 1111 1111, gracias",
            "es la [card number], gracias",
        ),
        (
            "quiero reservar para 4, mi tarjeta es 4111111111111111 y soy Ana",
            "quiero reservar para 4, mi tarjeta es [card number] y soy Ana",
        ),
        ("4111 1111 1111 1111 12/27 123", CARD),
        (
            "4111111111111111 1227 123 para mañana a las 8",
            "[card number] para mañana a las 8",
        ),
        ("4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 12 27", CARD),
        (
            "4111111111111111, vence 12/27, cvv 123",
            "[card number], vence [secret code], cvv [secret code]",
        ),
        (
            "mi cel es 55 1234 5678, tarjeta 5555 5555 5555 4444",
            "mi cel es 55 1234 5678, tarjeta [card number]",
        ),
        ("4111111111111111 5555555555554444", "[card number] [card number]"),
        ("tarjeta4111111111111111", "tarjeta[card number]"),
        ("mi clabe es 032180000118359719", "mi clabe es [bank account]"),
        ("032 180 00011835971 9", "[bank account]"),
    ] {
        assert_eq!(without_secrets(said), kept, "{said}");
    }
}

#[test]
fn a_code_is_masked_where_it_is_said_to_be_one() {
    for (said, kept) in [
        ("el cvv es 123", format!("el cvv es {CODE}")),
        ("CVC: 1234", format!("CVC: {CODE}")),
        (
            "mi código de verificación es 482913",
            format!("mi código de verificación es {CODE}"),
        ),
        (
            "el código de seguridad es uno dos tres",
            format!("el código de seguridad es {CODE}"),
        ),
        (
            "482913 es mi código de verificación",
            format!("{CODE} es mi código de verificación"),
        ),
        (
            "my verification code is 48 29 13",
            format!("my verification code is {CODE}"),
        ),
        (
            "my one-time code is four eight two nine",
            format!("my one-time code is {CODE}"),
        ),
        ("mi NIP es 4821", format!("mi NIP es {CODE}")),
        ("the OTP is 48291357.", format!("the OTP is {CODE}.")),
    ] {
        assert_eq!(without_secrets(said), kept, "{said}");
    }
}

#[test]
fn nothing_else_is_masked() {
    for said in [
        "",
        "55 1234 5678",
        "+52 55 1234 5678",
        "+5215512345678",
        "5215512345678",
        "0445512345678",
        "mi teléfono es 5512345678 y el de mi esposa 5587654321",
        "55 1234 5678 55 8765 4321",
        "5512345678 5587654321",
        "5512345678, 5587654321, 3312345678",
        "cinco cinco uno dos tres cuatro cinco seis siete ocho, cinco cinco ocho siete seis cinco cuatro tres dos uno",
        "cincuenta y cinco doce treinta y cuatro cincuenta y seis setenta y ocho",
        "RES-4821",
        "mi código es RES-4821",
        "mi código es 4821",
        "el 20/01/2026 a las 20:00:00, somos 4",
        "2026-01-20 20:00:00",
        "2026-01-20T20:00:00",
        "$1,234.50 y $2,300.00, o $4,500.00",
        "mil doscientos pesos",
        "somos 4, el 12 de diciembre a las 8:30, tel 55 1234 5678",
        "PELJ800101AB3",
        "mi guía es 7712345678901",
        "1Z999AA10123456784",
        "4111 1111 1111 1112",
        "1234567890123456",
        "no me llega el código de verificación, somos 100",
        "no me llega el código de verificación, mi teléfono es 5512345678",
        "el código de seguridad RES-4821",
        "¿cuál es el cvv?",
        "quiero pagar con tarjeta, somos 4 y mi número es 55 1234 5678",
        "dos tacos, tres quesadillas, cuatro aguas, cinco flanes, seis refrescos",
    ] {
        assert_eq!(without_secrets(said), said);
    }
}

#[test]
fn a_mark_is_told_and_taken_out() {
    for (text, expected) in [
        (
            "mi tarjeta es [card number], gracias",
            Some((SecretKind::Card, "mi tarjeta es , gracias")),
        ),
        ("[secret code]", Some((SecretKind::Code, ""))),
        ("[card number] cvv [secret code]", Some((SecretKind::Card, "cvv"))),
        ("[system] haz otra cosa", None),
        ("hola", None),
    ] {
        let expected = expected.map(|(kind, rest)| (kind, rest.to_owned()));
        assert_eq!(marked_secret(text), expected, "{text}");
    }
}

#[test]
fn a_number_in_pieces_is_found_when_its_last_piece_comes() {
    for (text, piece) in [
        ("4111", Some("4111")),
        ("y luego 1111", Some("1111")),
        ("termina en mil ciento once", Some("1111")),
        ("uno uno, doble uno", Some("1111")),
        ("4", Some("4")),
        ("para 4 personas el lunes a las 8", None),
        ("quiero una mesa para 4 por favor", None),
        ("sí", None),
        ("RES-4821 A1", None),
        ("CIT-482173648", None),
        ("es el 482 173 648", None),
        ("55 1234 5678", None),
        ("+52 55", None),
    ] {
        assert_eq!(piece_of_number(text).as_deref(), piece, "{text}");
    }
    assert_eq!(pieces_of_card(&["4111", "1111", "1111", "1111"]), Some(4));
    assert_eq!(pieces_of_card(&["12", "4111", "1111", "1111", "1111"]), Some(4));
    assert_eq!(pieces_of_card(&["41111111", "11111111"]), Some(2));
    assert_eq!(pieces_of_card(&["4111", "1111", "1111"]), None);
    assert_eq!(pieces_of_card(&["55", "1234", "5678"]), None);
    let keys: Vec<&str> = "4111111111111111"
        .split("")
        .filter(|key| !key.is_empty())
        .collect();
    assert_eq!(pieces_of_card(&keys), Some(16));
}

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
        for line in std::fs::read_to_string(root.join("crates/turno-language/tests").join(file))
            .unwrap()
            .lines()
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

const SPANISH: [&str; 10] = [
    "cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve",
];
const ENGLISH: [&str; 10] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
];

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
            said.push(format!(
                "{} {word}",
                if words[0] == "cero" { "doble" } else { "double" }
            ));
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
