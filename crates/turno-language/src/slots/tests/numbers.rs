//! Numbers by themselves.

use serde_json::json;

use super::{Case, asked, check_one};
use crate::{Language, SlotKind, read_number};

#[track_caller]
fn check_numbers(language: Language, rows: &[(&str, f64)]) {
    for (said, value) in rows {
        assert_eq!(read_number(said, language), Some(*value), "{said}");
    }
}

#[test]
fn whole_numbers_in_spanish() {
    check_numbers(
        Language::Es,
        &[
            ("cero", 0.0),
            ("veintiún", 21.0),
            ("veintiuna", 21.0),
            ("treinta y un", 31.0),
            ("treintaicinco", 35.0),
            ("cuarentaydos", 42.0),
            ("diez y ocho", 18.0),
            ("cien", 100.0),
            ("ciento uno", 101.0),
            ("ciento noventa y nueve", 199.0),
            ("quinientas cincuenta y cinco", 555.0),
            ("dos cientos tres", 203.0),
            ("mil", 1_000.0),
            ("mil uno", 1_001.0),
            ("mil doscientas", 1_200.0),
            ("dos mil quinientos", 2_500.0),
            ("dos mil veintiséis", 2_026.0),
            ("veintiún mil", 21_000.0),
            ("ciento veinte mil trescientos cuatro", 120_304.0),
            ("203 mil", 203_000.0),
            ("un millón", 1_000_000.0),
            ("un millón doscientos mil", 1_200_000.0),
            ("cuatro millones dos mil tres", 4_002_003.0),
            ("dos mil millones", 2_000_000_000.0),
            ("una docena", 12.0),
            ("media docena", 6.0),
            ("dos docenas", 24.0),
            ("un par", 2.0),
            ("1,500", 1_500.0),
            ("12,345,678", 12_345_678.0),
            ("1.500.000", 1_500_000.0),
            ("menos veinte", -20.0),
            ("-20", -20.0),
            ("cero cuatro", 4.0),
        ],
    );
}

#[test]
fn whole_numbers_in_english() {
    check_numbers(
        Language::En,
        &[
            ("twenty-one", 21.0),
            ("a hundred and one", 101.0),
            ("two hundred", 200.0),
            ("fifteen hundred", 1_500.0),
            ("two thousand five hundred", 2_500.0),
            ("two thousand and five", 2_005.0),
            ("a million", 1_000_000.0),
            ("three million two hundred thousand", 3_200_000.0),
            ("a dozen", 12.0),
            ("half a dozen", 6.0),
            ("a couple", 2.0),
            ("two dozen", 24.0),
            ("minus five", -5.0),
            ("1,500", 1_500.0),
        ],
    );
}

#[test]
fn fractions_and_ordinals() {
    check_numbers(
        Language::Es,
        &[
            ("1.5", 1.5),
            ("uno punto cinco", 1.5),
            ("dos punto veinticinco", 2.25),
            ("tres punto cero cinco", 3.05),
            ("1 punto 5", 1.5),
            ("dos y medio", 2.5),
            (".75", 0.75),
            ("1,250.50", 1_250.5),
            ("1.5 millones", 1_500_000.0),
            ("2.5k", 2_500.0),
            ("primero", 1.0),
            ("tercera", 3.0),
            ("vigésimo", 20.0),
            ("vigésimo primero", 21.0),
            ("3ra", 3.0),
            ("1.º", 1.0),
        ],
    );
    check_numbers(
        Language::En,
        &[
            ("one point five", 1.5),
            ("three point two five", 3.25),
            ("two and a half", 2.5),
            ("twenty first", 21.0),
            ("5th", 5.0),
        ],
    );
}

#[test]
fn what_is_no_number_is_none() {
    for said in [
        "",
        "hola",
        "y",
        "millones",
        "dos tacos",
        "uno dos",
        "1.2.3",
        ".",
        "-",
        "punto",
        "a",
        "docenas",
        "99999999999999999999",
    ] {
        assert_eq!(read_number(said, Language::Es), None, "{said}");
    }
    for said in ["a", "hundred", "thousand", "and", "couple"] {
        assert_eq!(read_number(said, Language::En), None, "{said}");
    }
}

#[test]
fn a_number_that_was_asked_for() {
    check_one(
        &asked(),
        SlotKind::Integer,
        &[
            ("serían dos mil quinientos", json!(2500)),
            ("1,500 por favor", json!(1500)),
            ("una docena", json!(12)),
            ("el tercero", json!(3)),
            ("menos 5", json!(-5)),
            ("4 o 5", json!({"!": {"ambiguous": [4, 5]}})),
            ("uno y medio", json!({"!": "impossible"})),
            ("1.5", json!({"!": "impossible"})),
            ("1.500", json!({"!": {"ambiguous": [1500]}})),
            ("cinco, no, seis", json!(6)),
        ],
    );
    let english = Case {
        language: Language::En,
        ..asked()
    };
    check_one(
        &english,
        SlotKind::Integer,
        &[
            ("maybe a hundred and twenty", json!(120)),
            ("four or five", json!({"!": {"ambiguous": [4, 5]}})),
        ],
    );
}

#[test]
fn a_number_with_a_fraction_that_was_asked_for() {
    check_one(
        &asked(),
        SlotKind::Number,
        &[
            ("2.5", json!(2.5)),
            ("pesa 2.5 kilos", json!(2.5)),
            ("dos y medio", json!(2.5)),
            ("dos kilos y medio", json!(2.5)),
            ("dos kilos y tres cuartos", json!(2.75)),
            ("un kilo y cuarto", json!(1.25)),
            ("kilo y medio", json!(1.5)),
            ("medio kilo", json!(0.5)),
            ("como tres cuartos de kilo", json!(0.75)),
            ("un cuarto de kilo", json!(0.25)),
            ("dos punto tres", json!(2.3)),
            ("es un paquete de 3 kilos", json!(3)),
            ("un kilo", json!(1)),
            ("1,299.50", json!(1299.5)),
            ("son 2, no, 3", json!(3)),
            ("2 o 3", json!({"!": {"ambiguous": [2, 3]}})),
            ("1.500", json!({"!": {"ambiguous": [1.5, 1500]}})),
            ("dos kilos trescientos gramos", json!({"!": "vague"})),
            ("de 2 a 3 kilos", json!({"!": "vague"})),
            ("no sé", json!(null)),
        ],
    );
    let english = Case {
        language: Language::En,
        ..asked()
    };
    check_one(
        &english,
        SlotKind::Number,
        &[
            ("two and a half kilos", json!(2.5)),
            ("two kilos and a half", json!(2.5)),
            ("half a kilo", json!(0.5)),
            ("about three point two", json!(3.2)),
            ("two or three", json!({"!": {"ambiguous": [2, 3]}})),
        ],
    );
}
