//! Calculator: what people ask of it, and what would keep it busy.

use serde_json::json;
use turno_core::Language;

use super::support::{businesses, called, told};
use crate::outside::{
    calculator::{Calculator, CalculatorOptions},
    call::served,
};

fn answer(language: Language, expression: &str) -> String {
    let tool = served(Calculator::new(&CalculatorOptions::default()), &businesses());
    told(&called(&tool, language, &json!({ "expression": expression })))
}

#[test]
fn sums_are_worked_out_as_they_are_written_and_said() {
    for (asked, result) in [
        ("1,299.50 * 2", "2,599"),
        ("$1,299.50 + $0.50", "1,300"),
        ("1.299,50 x 2", "2,599"),
        ("15 % de 800", "120"),
        ("15% of 800", "120"),
        ("800 + 15%", "920"),
        ("800 menos 15 por ciento", "680"),
        ("(100 + 100) - 10% + 5", "185"),
        ("2 * (100 + 10%)", "220"),
        ("raíz de 144", "12"),
        ("√144", "12"),
        ("square root of 144", "12"),
        ("raíz cuadrada de (9 + 16)", "5"),
        ("raíz cúbica de 27", "3"),
        ("12 por 3 entre 4", "9"),
        ("12x3", "36"),
        ("3 al cuadrado", "9"),
        ("2 elevado a 10", "1,024"),
        ("2**10", "1,024"),
        ("5²", "25"),
        ("6 / 2(1 + 2)", "9"),
        ("-2^2", "-4"),
        ("2 * -3", "-6"),
        ("5!", "120"),
        ("17 mod 5", "2"),
        ("quince por ciento de ochocientos", "120"),
        ("dos mil quinientos más treinta y cinco", "2,535"),
        ("¿cuánto es 8 por 7?", "56"),
        ("what is twelve times three?", "36"),
        ("la mitad de 90", "45"),
        ("0.1 + 0.2", "0.3"),
        ("divide 100 entre 8", "12.5"),
        ("what's 20% of 50 plus 10%?", "11"),
        ("el 10% de 20% de 50", "1"),
        ("800 menos el 15%", "680"),
        ("100 + 20% de 50", "110"),
        ("dime cuánto es la mitad de mil doscientos", "600"),
        ("2 por la mitad de 10", "10"),
        ("50%", "0.5"),
        ("3 por (2 + 20%)", "7.2"),
        ("round(2.6)", "3"),
        ("350 pesos por 12", "4,200 pesos"),
        ("5 km a m", "5,000 m"),
        ("3 horas en minutos", "180 minutos"),
        ("9999999999 * 9999999999", "99,999,999,980,000,000,001"),
    ] {
        assert_eq!(answer(Language::es(), asked), format!("El resultado es {result}."), "{asked}");
    }
    assert_eq!(answer(Language::en(), "log10(1000)"), "The result is about 3.");
    assert_eq!(answer(Language::en(), "10 / 4"), "The result is 2.5.");
    assert_eq!(answer(Language::en(), "10 / 3"), "The result is about 3.3333333333.");
    assert_eq!(answer(Language::es(), "10 / 3"), "El resultado es aproximadamente 3.3333333333.");
}

#[test]
fn what_cannot_be_worked_out_is_told_and_why() {
    let told: Vec<String> = [
        "10 / 0",
        "2 +",
        "2 2",
        "(2",
        "tira un dado",
        "x = 3",
        "5 pesos + 3 dólares",
        "?",
        "raíz de",
        "10 % %",
        "100 / 20% de 50",
        "10 entre la mitad de 4",
        "raíz de la mitad de 8",
    ]
    .iter()
    .map(|asked| answer(Language::es(), asked))
    .collect();
    insta::assert_snapshot!(told.join("\n"), @"
    no_result: Esa operación no tiene resultado.
    not_understood: Falta o sobra algo junto a «+».
    not_understood: Falta o sobra algo junto a «2».
    not_understood: Los paréntesis no cuadran.
    not_understood: No entiendo «tira» en la operación.
    not_understood: No entiendo «x» en la operación.
    mixed_currencies: No puedo sumar monedas distintas: no tengo tipos de cambio.
    empty: No hay nada que calcular.
    not_understood: Falta o sobra algo junto a «sqrt».
    not_understood: Falta o sobra algo junto a «%».
    not_understood: Falta o sobra algo junto a «/».
    not_understood: Falta o sobra algo junto a «/».
    not_understood: Falta o sobra algo junto a «sqrt».
    ");
    insta::assert_snapshot!(answer(Language::en(), "2 + banana"), @"not_understood: I don't understand “banana” in the calculation.");
}

#[test]
fn a_sum_that_would_never_end_is_given_up() {
    for endless in
        ["9^9^9^9", "9999999!", "9^999999999", "2^(2^(2^(2^(2^2))))", "9!!!!!", "1/(9^9^9)", "100000!/99999!"]
    {
        let said = answer(Language::es(), endless);
        assert!(
            said.starts_with("too_large: ")
                || said.starts_with("no_result: ")
                || said.starts_with("not_understood: "),
            "{endless}: {said}"
        );
    }
}
