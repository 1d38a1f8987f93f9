//! Every format that was ever written is read; damage is an error.

use super::*;
use std::{path::Path, sync::Arc};

use serde_json::json;
use turno_core::{
    CallId, Channel, ConfirmationId, ConfirmationOutcome, Event, EventKind, Grant, Input,
    PendingConfirmation, Phase, ToolOutcome, Turn, TurnId, Understanding,
};

fn pending(number: u32) -> PendingConfirmation {
    PendingConfirmation {
        button_token: None,
        id: ConfirmationId(format!("1-{number}")),
        node: "confirm".to_owned(),
        tool: "create_reservation".to_owned(),
        parameters: json!({ "date": "2026-01-20", "party_size": 4 }).as_object().cloned().unwrap(),
        text: "¿Es correcto?".to_owned(),
        speech: "¿Es correcto?".to_owned(),
        created_at: Timestamp(1_768_838_400_000),
        expires_at: Timestamp(1_768_838_520_000),
        asked_seq: 2,
        delivered_at: Some(Timestamp(1_768_838_401_000)),
        must_hear_words: 9,
        question_words: 7,
        heard: true,
        unclear_count: 1,
        said_last: turno_core::SaidLast::Question,
    }
}

/// A checkpoint with something in every field.
fn checkpoint() -> Checkpoint {
    let mut conversation = Conversation::new(ConversationKey::new("terraza", Channel::Voice, "c-1").unwrap());
    conversation.run = 3;
    conversation.graph_version = "0123456789abcdef".to_owned();
    conversation.latest_at = Timestamp(1_768_838_402_000);
    conversation.turns.last_turn_at = Timestamp(1_768_838_400_000);
    conversation.phase = Phase::Confirming { node: "confirm".to_owned(), unclear: 0 };
    conversation.collected.slots.insert("party_size".to_owned(), json!(4));
    conversation.calls.results.insert(
        "check_availability".to_owned(),
        Arc::new(json!({ "available": true, "alternatives": [null, 1.5] })),
    );
    conversation.calls.last_tool = Some("check_availability".to_owned());
    conversation.caller =
        serde_json::from_value(json!({ "phone": "+525512345678", "name": "Juan" })).unwrap();
    conversation.branch = Some("centro".to_owned());
    conversation.confirmations.pending = Some(pending(2));
    conversation.confirmations.lapsed = Some(pending(1));
    let grant = Grant { confirmation: ConfirmationId("1-1".to_owned()), key: "00ff".to_owned() };
    conversation.confirmations.granted =
        Some(("create_reservation".to_owned(), pending(1).parameters, grant));
    conversation
        .confirmations
        .outcomes
        .push_back((ConfirmationId("1-1".to_owned()), ConfirmationOutcome::Replaced));
    conversation.tasks.current = Some("reservation".to_owned());
    conversation.tasks.aside = Some(Phase::Collecting {
        node: "reservation".to_owned(),
        slot: Some("time".to_owned()),
        asked: 1,
        offered: vec![[("time".to_owned(), json!("20:00"))].into()],
    });
    conversation.dialogue.lines.push_back((true, "quiero reservar".to_owned()));
    conversation.dialogue.next_seq = 3;
    Checkpoint {
        conversation,
        next_entry: 7,
        acknowledged_seq: 1,
        outbox_from: None,
        handed: Some(HandedOver {
            daemon: Timestamp(1_768_838_000_000),
            link: rmp_serde::from_slice(&[5]).unwrap(),
            seq: 2,
        }),
        armed: vec![(Timer::Expiry(ConfirmationId("1-2".to_owned())), Timestamp(1_768_838_520_000))],
    }
}

fn events() -> Vec<Event> {
    let understanding = Understanding {
        intent: Some("reserve".to_owned()),
        slots: [("time".to_owned(), json!("20:00"))].into(),
    };
    let turn = Turn {
        turn: TurnId::new("t-1").unwrap(),
        input: Input::Choice("yes:1-1".to_owned()),
        sent_at: Some(Timestamp(1)),
        caller: Some("+525512345678".to_owned()),
        branch: Some("centro".to_owned()),
        understanding: Some(understanding),
        is_early: false,
        is_blanked: false,
    };
    let call = CallId("1-1".to_owned());
    let kinds = [
        EventKind::TurnArrived(turn),
        EventKind::ToolFinished { call, outcome: ToolOutcome::Done(json!({ "success": true })) },
        EventKind::Expired { confirmation: ConfirmationId("1-1".to_owned()) },
        EventKind::Interrupted { heard: "Confirmo".to_owned() },
        EventKind::Delivered { seq: 4 },
        EventKind::Closed { reason: "hung up".to_owned() },
    ];
    kinds.into_iter().map(|kind| Event::new(Timestamp(1_768_838_400_000), kind)).collect()
}

/// Bytes that were written once and are read for ever. `TURNO_BLESS=1` writes those that are not there yet.
fn kept(name: &str, written_now: &[u8]) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name);
    if std::env::var_os("TURNO_BLESS").is_some() && !path.exists() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, written_now).unwrap();
    }
    std::fs::read(path).unwrap()
}

/// The rows of format 1: an event, a turn's frames, an outcome.
fn frames() -> Vec<OutgoingBody> {
    let at = Timestamp(1_768_838_520_000);
    let confirmation = ConfirmationId("1-1".to_owned());
    vec![
        OutgoingBody::Expired { seq: 3, confirmation, at },
        OutgoingBody::Closed { seq: 4, reason: "ended".to_owned() },
    ]
}

fn entry() -> Entry {
    let (events, frames) = (events(), frames());
    Entry { events, frames, ..Entry::default() }
}

const ENTRY_ID: EntryId = EntryId { run: 3, number: 7 };

fn call() -> CallId {
    CallId("1-1".to_owned())
}

#[test]
fn the_language_of_a_conversation_and_of_its_caller_is_kept() {
    let mut spoken = checkpoint();
    spoken.conversation.language = Some(turno_core::Language::en());
    spoken.conversation.caller.language = Some(turno_core::Language::en());
    assert_eq!(decode::<Checkpoint>(&encode(&spoken)).unwrap(), spoken);
}

#[test]
fn records_of_format_1_are_still_read() {
    let bytes = kept("checkpoint-1.bin", &encode(&checkpoint()));
    assert_eq!(decode::<Checkpoint>(&bytes).unwrap(), checkpoint());
    let bytes = kept("events-1.bin", &encode(&events()));
    assert_eq!(decode::<Vec<Event>>(&bytes).unwrap(), events());
    let as_format_1 = |record: Vec<u8>| [&1_u16.to_be_bytes(), &record[2..]].concat();
    for event in events() {
        let read = Entry::decode(&as_format_1(encode(&event))).unwrap();
        assert_eq!((read.events, read.frames), (vec![event], Vec::new()));
    }
    let turn = as_format_1(encode(&TurnFrames { frames: frames() }));
    assert_eq!(TurnRecord::decode(&turn).unwrap(), TurnRecord::Frames(frames()));
    let outcome = ToolOutcome::Done(json!({ "success": true }));
    let row = as_format_1(encode(&outcome));
    assert_eq!(LedgerRecord::decode(&row).unwrap(), LedgerRecord::Outcome(outcome));
}

#[test]
fn records_of_format_2_are_still_read() {
    let later = Checkpoint { outbox_from: Some(ENTRY_ID), ..checkpoint() };
    let bytes = kept("checkpoint-2.bin", &encode(&later));
    assert_eq!(decode::<Checkpoint>(&bytes).unwrap(), later);
    let bytes = kept("entry-2.bin", &encode(&entry()));
    assert_eq!(Entry::decode(&bytes).unwrap(), entry());
    let bytes = kept("turn-2.bin", &encode(&ENTRY_ID));
    assert_eq!(TurnRecord::decode(&bytes).unwrap(), TurnRecord::At(ENTRY_ID));
    let bytes = kept("ledger-2.bin", &LedgerRecord::row(ENTRY_ID, call()));
    assert_eq!(LedgerRecord::decode(&bytes).unwrap(), LedgerRecord::At(ENTRY_ID, call()));
    assert_eq!(entry().outcome_of(&call()), Some(&ToolOutcome::Done(json!({ "success": true }))));
}

#[test]
fn a_later_format_is_named() {
    let mut bytes = encode(&checkpoint());
    bytes[..2].copy_from_slice(&3_u16.to_be_bytes());
    insta::assert_snapshot!(
        decode::<Checkpoint>(&bytes).unwrap_err(),
        @"a record of the store has format 3, this version reads up to 2: use the version that wrote it, or a later one"
    );
}

#[test]
fn damaged_bytes_are_an_error() {
    let bytes = encode(&checkpoint());
    for end in 0..bytes.len() {
        assert!(decode::<Checkpoint>(&bytes[..end]).is_err(), "{end}");
    }
}

/// Records inside records inside records, deeper than any that is written.
#[test]
fn bytes_that_nest_without_end_are_an_error() {
    for opening in [0x91, 0x81, 0xdc] {
        let mut bytes = FORMAT.to_be_bytes().to_vec();
        bytes.resize(65_536, opening);
        decode_as_everything(&bytes);
    }
}

/// The same inside what a tool gave, which may be anything: lists, and maps of one name.
#[test]
fn values_that_nest_without_end_are_an_error() {
    let event = |value: serde_json::Value| {
        let outcome = ToolOutcome::Done(value);
        Event::new(Timestamp(1), EventKind::ToolFinished { call: call(), outcome })
    };
    let marked = |value: serde_json::Value| {
        let mut checkpoint = checkpoint();
        let result = Arc::new(value.clone());
        checkpoint.conversation.calls.results.insert("tool".to_owned(), result);
        let entry = Entry { events: vec![event(value.clone())], ..Entry::default() };
        [encode(&checkpoint), encode(&entry), encode(&ToolOutcome::Done(value))]
    };
    for opening in [&[0x91][..], &[0x81, 0xa1, b'a']] {
        for bytes in marked(json!("a mark")) {
            let mark = bytes.windows(7).position(|window| window == b"\xa6a mark").unwrap();
            let nested = [&bytes[..mark], &opening.repeat(20_000), &bytes[mark..]].concat();
            decode_as_everything(&nested);
            let as_format_1 = [&1_u16.to_be_bytes(), &nested[2..]].concat();
            decode_as_everything(&as_format_1);
        }
    }
}

/// JSON from outside may be 128 deep, and is read again once it is kept.
#[test]
fn what_json_may_nest_is_kept() {
    let text = format!("{}{}", "[".repeat(127), "]".repeat(127));
    let checkpoint = {
        let mut checkpoint = checkpoint();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        checkpoint.conversation.calls.results.insert("tool".to_owned(), Arc::new(value));
        checkpoint
    };
    assert_eq!(decode::<Checkpoint>(&encode(&checkpoint)).unwrap(), checkpoint);
}

fn decode_as_everything(bytes: &[u8]) {
    let _ = decode::<Checkpoint>(bytes);
    let _ = decode::<ArmedTimer>(bytes);
    let _ = Entry::decode(bytes);
    let _ = TurnRecord::decode(bytes);
    let _ = LedgerRecord::decode(bytes);
}

proptest::proptest! {
    #[test]
    fn no_bytes_make_it_panic(
        mut bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200),
        is_known in proptest::bool::ANY,
    ) {
        if is_known && bytes.len() >= 2 {
            bytes[..2].copy_from_slice(&FORMAT.to_be_bytes());
        }
        decode_as_everything(&bytes);
    }

    #[test]
    fn no_change_to_a_record_makes_it_panic(at in 0..2_000_usize, byte in proptest::num::u8::ANY) {
        let mut bytes = encode(&checkpoint());
        let at = at % bytes.len();
        bytes[at] = byte;
        decode_as_everything(&bytes);
    }
}
