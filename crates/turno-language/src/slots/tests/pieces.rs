//! Values that come in pieces.

use crate::Text;
use proptest::prelude::*;
use serde_json::Value;

use super::{Case, EN, ES, read};
use crate::{Language, PieceReading, ReadContext, SlotKind, SlotSpec, read_piece};

fn piece_in(case: &Case<'_>, kind: SlotKind, heard: &str, utterance: &str) -> PieceReading {
    let slots = [SlotSpec {
        name: "value",
        kind,
        vocabulary: None,
    }];
    let case = Case {
        awaiting: Some("value"),
        ..case.clone()
    };
    let reading = read(&case, &slots, utterance);
    let now = super::NOW.parse().unwrap();
    let context = ReadContext {
        language: case.language,
        now: &now,
        slots: &slots,
        awaiting: case.awaiting,
        known: &Default::default(),
        hours: None,
        country: "MX",
    };
    match read_piece(heard, &Text::of(utterance), &reading, &context) {
        PieceReading::None => match reading.values.into_iter().next() {
            Some(value) => PieceReading::Whole(value),
            None => PieceReading::None,
        },
        read @ (PieceReading::Whole(_) | PieceReading::Part(_)) => read,
    }
}

/// What comes of pieces that are said one after the other: the value, or what was heard so far.
fn said(case: &Case<'_>, kind: SlotKind, pieces: &[&str]) -> Result<Value, String> {
    let mut heard = String::new();
    for piece in pieces {
        match piece_in(case, kind, &heard, piece) {
            PieceReading::Whole(value) => return Ok(value.value),
            PieceReading::Part(part) => heard = part,
            PieceReading::None => {}
        }
    }
    Err(heard)
}

#[test]
fn a_phone_that_comes_in_pieces_is_the_phone() {
    for pieces in [
        &["55 1234", "5678"] as &[&str],
        &["55", "1234", "5678"],
        &["mi teléfono es 55 12", "34 56 78"],
        &[
            "cincuenta y cinco doce",
            "treinta y cuatro",
            "cincuenta y seis setenta y ocho",
        ],
        &["5", "5", "1", "2", "3", "4", "5", "6", "7", "8"],
        &["+52", "55 1234 5678"],
        &["+52 55 12", "345678"],
        &["55 12", "y luego 34 56", "78"],
        &["55 1234,", "5678"],
        // A whole one counts alone, and a correction takes the place of what it corrects.
        &["55 9999", "55 1234 5678"],
        &["81 1234", "no, 55 1234 5678"],
        &["55 9999", "no, 1234 5678"],
        &["81 99", "no, 55 12", "345678"],
        &["55 1234 56", "perdón, 1234 5678"],
    ] {
        let value = said(&ES(), SlotKind::Phone, pieces);
        assert_eq!(value, Ok(Value::from("+525512345678")), "{pieces:?}");
    }
}

#[test]
fn what_is_no_piece_of_a_phone_is_none() {
    for other in [
        "a las 8",
        "somos 5",
        "mañana a las 10",
        "no sé",
        "el 15 de enero",
        "5 personas",
        "no, a las 8",
    ] {
        assert_eq!(
            piece_in(&ES(), SlotKind::Phone, "551234", other),
            PieceReading::None,
            "{other}"
        );
    }
    // Two of them would be joined to no number that anybody has.
    assert_eq!(
        said(&ES(), SlotKind::Phone, &["55 1234 56", "78 90 12"]),
        Err("55123456".to_owned())
    );
}

#[test]
fn a_code_that_comes_in_pieces_is_the_code() {
    for pieces in [
        &["RES", "4821"] as &[&str],
        &["RES-48", "21"],
        &["erre e ese", "cuarenta y ocho", "veintiuno"],
        &["r", "RES 48", "21"],
        &["48", "21"],
        &["4", "8", "2", "1"],
        &["482", "1"],
        &["RES-48", "RES-4821"],
    ] {
        assert_eq!(
            said(&ES(), SlotKind::Code, pieces),
            Ok(Value::from("RES-4821")),
            "{pieces:?}"
        );
    }
    assert_eq!(
        said(&ES(), SlotKind::Code, &["PED", "4821"]),
        Ok(Value::from("PED-4821"))
    );
    for pieces in [
        &["482", "173", "648"][..],
        &["RES", "482 173", "648"],
        &["RES-482", "uno siete tres", "seis cuatro ocho"],
    ] {
        let whole = Ok(Value::from("RES-482173648"));
        assert_eq!(said(&ES(), SlotKind::Code, pieces), whole, "{pieces:?}");
    }
    assert_eq!(said(&ES(), SlotKind::Code, &["no la tengo"]), Err(String::new()));
}

#[test]
fn a_mail_address_that_comes_in_pieces_is_the_address() {
    for pieces in [
        &["juan punto perez", "arroba gmail punto com"] as &[&str],
        &["mi correo es juan punto perez", "arroba gmail", "punto com"],
        &["juan.perez@", "gmail.com"],
        &["juan.perez@gmail", ".com"],
        &["ana.lopez", "no, juan punto perez", "arroba gmail punto com"],
        &["juan punto", "perez arroba gmail punto com"],
        &["ana punto lopez", "juan.perez@gmail.com"],
        &["mi correo es juan.perez@gmail.com."],
    ] {
        let value = said(&ES(), SlotKind::Contact, pieces);
        assert_eq!(value, Ok(Value::from("juan.perez@gmail.com")), "{pieces:?}");
    }
    let english = said(
        &EN(),
        SlotKind::Contact,
        &["john dot smith", "at example dot com"],
    );
    assert_eq!(english, Ok(Value::from("john.smith@example.com")));
    assert_eq!(
        said(&ES(), SlotKind::Contact, &["55 1234", "5678"]),
        Ok(Value::from("55 1234 5678"))
    );
    // Other words are taken as they are said.
    assert_eq!(
        said(&ES(), SlotKind::Contact, &["por WhatsApp"]),
        Ok(Value::from("por WhatsApp"))
    );
}

proptest! {
    #[test]
    fn a_phone_split_at_any_places_is_the_same_as_whole(
        first in 2_u64..10, rest in 0_u64..1_000_000_000, cuts in prop::collection::vec(1_usize..10, 0..10), has_plus in any::<bool>(),
    ) {
        let national = format!("{first}{rest:09}");
        let digits = if has_plus { format!("+52{national}") } else { national };
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| if has_plus { cut + 2 } else { cut }).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let ends = cuts.iter().copied().chain([digits.len()]);
        let mut pieces = Vec::new();
        let mut start = 0;
        for end in ends {
            pieces.push(&digits[start..end]);
            start = end;
        }
        let whole = said(&ES(), SlotKind::Phone, &[&digits]);
        // "52…" is read as the country.
        prop_assume!(whole.is_ok());
        prop_assert_eq!(said(&ES(), SlotKind::Phone, &pieces), whole);
    }

    /// A value that is put together is one that would be taken as a whole, by those very digits.
    #[test]
    fn nothing_is_joined_that_would_be_refused_as_a_whole(
        pieces in prop::collection::vec("[0-9]{1,6}|\\+[0-9]{1,4}|no, [0-9]{2,10}", 1..6),
    ) {
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        if let Ok(value) = said(&ES(), SlotKind::Phone, &pieces) {
            let phone = value.as_str().unwrap().to_owned();
            prop_assert_eq!(said(&ES(), SlotKind::Phone, &[&phone]), Ok(Value::from(phone)));
        }
    }

    #[test]
    fn no_pieces_panic(pieces in prop::collection::vec("\\PC{0,20}", 0..5)) {
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        for kind in [SlotKind::Phone, SlotKind::Code, SlotKind::Contact, SlotKind::Date] {
            for language in [Language::Es, Language::En] {
                let _any = said(&Case { language, ..ES() }, kind, &pieces);
            }
        }
    }
}
