//! Values that come in pieces, wherever they are cut.

use crate::Text;
use proptest::prelude::*;
use serde_json::Value;

use super::{Case, ES, read};
use crate::{Language, PieceReading, ReadContext, SlotKind, SlotSpec, read_piece};

fn piece_in(case: &Case<'_>, kind: SlotKind, heard: &str, utterance: &str) -> PieceReading {
    let slots = [SlotSpec { name: "value", kind, vocabulary: None }];
    let case = Case { awaiting: Some("value"), ..case.clone() };
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
            for language in [Language::es(), Language::en()] {
                let _any = said(&Case { language, ..ES() }, kind, &pieces);
            }
        }
    }
}
