//! Phone numbers, as they are dictated.

use serde_json::json;

use super::{Case, ES, asked, check_one};
use crate::{Language, SlotKind};

#[test]
fn phones() {
    let full = "+525512345678";
    check_one(
        &ES(),
        SlotKind::Phone,
        &[
            ("mi teléfono es 55 1234 5678", json!(full)),
            ("5512345678", json!(full)),
            ("+52 1 55 1234 5678", json!(full)),
            ("52 55 1234 5678", json!(full)),
            ("(55) 1234-5678", json!(full)),
            ("somos 4", json!(null)),
            (
                "cincuenta y cinco doce treinta y cuatro cincuenta y seis setenta y ocho",
                json!(full),
            ),
            (
                "cinco cinco uno dos tres cuatro cinco seis siete ocho",
                json!(full),
            ),
            ("+1 202 555 0143", json!("+12025550143")),
            ("mi número es 55 1234", json!({"!": "out_of_range"})),
            ("el 15 de enero a las 8", json!(null)),
            ("4111 1111 1111 1111", json!(null)),
            ("mi teléfono es 0000 55 12 34 56 78", json!({"!": "out_of_range"})),
            (
                "mi teléfono es 00000 55 12 34 56 78",
                json!({"!": "out_of_range"}),
            ),
            ("mi teléfono es 0 55 12 34 56 78", json!({"!": "out_of_range"})),
        ],
    );
    check_one(
        &asked(),
        SlotKind::Phone,
        &[
            ("55 1234", json!({"!": "out_of_range"})),
            (
                "cinco cinco, doce, treinta y cuatro, cincuenta y seis, setenta y ocho",
                json!(full),
            ),
        ],
    );
}

#[test]
fn phones_in_words() {
    let full = json!("+525512345678");
    check_one(
        &asked(),
        SlotKind::Phone,
        &[
            (
                "cincuenta y cinco, este, doce treinta y cuatro mmm cincuenta y seis setenta y ocho",
                full.clone(),
            ),
            (
                "cinco cinco uno dos tres cuatro cinco seis siete ocho",
                full.clone(),
            ),
            (
                "doble cinco uno dos tres cuatro cinco seis siete ocho",
                full.clone(),
            ),
            (
                "triple cinco uno dos tres cuatro cinco seis siete",
                json!("+525551234567"),
            ),
            ("55 12 34 56 78", full.clone()),
            ("551 234 5678", full.clone()),
            ("es el 55 1234 5678", full.clone()),
            (
                "más cincuenta y dos cincuenta y cinco doce treinta y cuatro cincuenta y seis setenta y ocho",
                full.clone(),
            ),
            (
                "cincuenta y dos cincuenta y cinco doce treinta y cuatro cincuenta y seis setenta y ocho",
                full.clone(),
            ),
            ("044 55 1234 5678", full.clone()),
            ("045 55 1234 5678", full.clone()),
            ("01 55 1234 5678", full.clone()),
            (
                "cero cuatro cuatro cincuenta y cinco doce treinta y cuatro cincuenta y seis setenta y ocho",
                full.clone(),
            ),
            (
                "cero cuarenta y cuatro cincuenta y cinco doce treinta y cuatro cincuenta y seis setenta y ocho",
                full.clone(),
            ),
            (
                "quinientos cincuenta y uno doscientos treinta y cuatro cincuenta y seis setenta y ocho",
                full.clone(),
            ),
        ],
    );
}

#[test]
fn phones_corrected_or_incomplete() {
    let us = json!("+12025550143");
    check_one(
        &asked(),
        SlotKind::Phone,
        &[
            (
                "cincuenta y cinco doce, no, perdón, cincuenta y seis doce treinta y cuatro cincuenta y seis setenta y ocho",
                json!("+525612345678"),
            ),
            ("55 1234 5678, no, 55 1234 5679", json!("+525512345679")),
            ("55 1234 5678 no perdón 5679", json!("+525512345679")),
            (
                "cincuenta y cinco doce, no, trece treinta y cuatro cincuenta y seis",
                json!({"!": "out_of_range"}),
            ),
            (
                "cincuenta y cinco doce, no, trece, treinta y cuatro cincuenta y seis setenta y ocho",
                json!("+525513345678"),
            ),
            (
                "ochenta y uno ochenta cero cero cero uno cero dos",
                json!("+528180000102"),
            ),
            (
                "cinco cinco este uno dos y luego tres cuatro cinco seis siete ocho",
                json!("+525512345678"),
            ),
            (
                "dos veces cinco doce treinta y cuatro cincuenta y seis setenta y ocho",
                json!("+525512345678"),
            ),
            // What was taken back leaves a digit missing, or one of two whole numbers.
            (
                "cinco cinco uno dos tres cuatro cinco seis siete perdón ocho",
                json!({"!": "out_of_range"}),
            ),
            (
                "mi celular es 55 1234 5678 y el de mi casa 55 8765 4321",
                json!({"!": {"ambiguous": ["+525512345678", "+525587654321"]}}),
            ),
            ("55 1234 5678 extensión 12", json!("+525512345678")),
            ("lada 55 1234 5678", json!("+525512345678")),
            ("55 1234 567", json!({"!": "out_of_range"})),
            ("55 1234 56789", json!({"!": "out_of_range"})),
            (
                "cincuenta y cinco doce treinta y cuatro",
                json!({"!": "out_of_range"}),
            ),
            (
                "cinco cinco uno dos tres cuatro cinco seis siete ocho nueve",
                json!({"!": "out_of_range"}),
            ),
            ("no tengo", json!(null)),
            ("1 202 555 0143", us),
            ("el mismo de siempre", json!(null)),
        ],
    );
}

#[test]
fn phones_in_english_words() {
    let full = json!("+525512345678");
    let us = json!("+12025550143");
    let english = Case {
        language: Language::En,
        ..asked()
    };
    check_one(
        &english,
        SlotKind::Phone,
        &[
            ("five five one two three four five six seven eight", full.clone()),
            (
                "five five, twelve, thirty-four, fifty-six, seventy-eight",
                full.clone(),
            ),
            ("plus one two oh two five five five oh one four three", us.clone()),
            ("two oh two triple five oh one four three", json!("+522025550143")),
            (
                "plus fifty two five five one two three four five six seven eight",
                full,
            ),
            ("it's one two zero two, five five five, zero one four three", us),
        ],
    );
}
