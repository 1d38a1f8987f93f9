//! Guessing at other people's bookings and orders.

use serde_json::{Value, json};
use turno_business::code::is_misheard;
use turno_core::{Seed, Timestamp};
use turno_runtime::port::Store;

use super::support::{ANA, Desk, JUAN, block_on, terraza};

const MINUTE_MS: i64 = 60_000;

/// Ana has booked, by a code that nobody can guess; somebody else is on the line, whose number is hidden.
fn stranger() -> (Desk, String) {
    let mut desk = Desk::new(terraza());
    desk.seed = Some(Seed::new([5; 16]));
    let booking = json!({"date": "2026-01-16", "time": "20:00", "party_size": 2, "customer_name": "Ana Gómez", "customer_phone": ANA});
    let booked = desk.call("create_reservation", booking);
    let code = booked["confirmation_code"].as_str().unwrap().to_owned();
    desk.caller = None;
    desk.conversation = "c-stranger".to_owned();
    (desk, code)
}

fn wait(desk: &mut Desk, minutes: i64) {
    desk.now = Timestamp(desk.now.0 + minutes * MINUTE_MS);
}

fn by(code: &str, name: &str) -> Value {
    json!({"confirmation_code": code, "customer_name": name})
}

fn reason(desk: &mut Desk, tool: &str, parameters: Value) -> String {
    let result = desk.call(tool, parameters);
    result["reason"].as_str().unwrap_or("told").to_owned()
}

/// What the team is yet to hear.
fn notices(desk: &Desk) -> usize {
    block_on(turno_runtime::waiting_notices(&desk.store, 1_000)).unwrap().len()
}

/// A code that is possible, and not Ana's: the so-manieth.
fn possible(number: u64, but: &str) -> String {
    let digits = turno_language::with_check_digit(&(10_000_000 + number * 797).to_string());
    let code = format!("RES-{digits}");
    if code == but { "RES-4821".to_owned() } else { code }
}

#[test]
fn a_hundred_thousand_guesses_over_many_conversations_and_callers_find_nothing_and_are_told() {
    let (mut desk, code) = stranger();
    let mut looked_up = 0;
    block_on(async {
        let find = desk.tool("find_bookings");
        for guess in 0..100_000_u64 {
            // A new conversation every third time, another phone or none, ten guesses a second.
            desk.conversation = format!("c-{}", guess / 3);
            desk.caller = (guess % 2 == 0).then(|| format!("+5255{:08}", guess % 977));
            desk.now = Timestamp(desk.now.0 + 100);
            let parameters = by(&possible(guess, &code), "Ana");
            let parameters = parameters.as_object().unwrap();
            let context = desk.context();
            let prepared = find.prepare(&desk.store, &context, parameters).await.unwrap();
            desk.store.commit(prepared.batch).await.unwrap();
            let result = prepared.result;
            assert_eq!((&result["success"], &result["count"]), (&json!(false), &json!(0)));
            looked_up += u32::from(result["reason"] == "not_found");
        }
    });
    // 30 at once, and one each two minutes of the three hours.
    assert!(looked_up < 30 + 100, "{looked_up} guesses were looked up");
    assert_eq!(notices(&desk), 1, "the team is told, once");
    // Who guessed the right one in the middle of it has not found it either.
    desk.conversation = "c-lucky".to_owned();
    desk.caller = None;
    assert_eq!(reason(&mut desk, "find_bookings", by(&code, "Ana")), "too_many_tries");
    // Ana calls from her phone meanwhile, and a few minutes after it is over from another one.
    desk.caller = Some(ANA.to_owned());
    assert_eq!(desk.call("find_bookings", json!({"confirmation_code": code}))["count"], 1);
    desk.caller = Some(JUAN.to_owned());
    desk.conversation = "c-ana".to_owned();
    wait(&mut desk, 3);
    assert_eq!(desk.call("cancel_reservation", by(&code, "Ana"))["success"], true);
}

#[test]
fn what_is_counted_is_read_by_the_audit_and_swept_when_it_counts_no_longer() {
    let (mut desk, code) = stranger();
    for wrong in 0..5 {
        desk.call("find_bookings", by(&possible(wrong, &code), "Ana"));
    }
    desk.conversation = "c-ana".to_owned();
    assert_eq!(reason(&mut desk, "find_bookings", by(&code, "Ana")), "told");
    let findings = |desk: &Desk| block_on(turno_business::audit(&desk.store, &[])).unwrap().findings;
    assert_eq!(findings(&desk), Vec::<String>::new());
    let rows = |desk: &Desk| {
        let row = |kind: &str| turno_runtime::keys::business("terraza", &[kind, ""]);
        let count = |kind| block_on(desk.store.scan(&row(kind), None, 100)).unwrap().len();
        count("tries") + count("proved")
    };
    assert_eq!(rows(&desk), 3);
    wait(&mut desk, 25 * 60);
    let kept_ms = 365 * 24 * 3_600 * 1_000;
    block_on(turno_business::sweep_business(&desk.store, &desk.business, desk.now, kept_ms)).unwrap();
    assert_eq!(rows(&desk), 0);
}

#[test]
fn a_wrong_code_and_a_wrong_name_are_answered_alike() {
    for tool in ["find_bookings", "cancel_reservation", "modify_reservation"] {
        let (mut desk, code) = stranger();
        let wrong = possible(1, &code);
        let ask = |desk: &mut Desk, code: &str, name: Option<&str>| {
            let mut parameters = json!({"confirmation_code": code, "customer_name": name});
            if name.is_none() {
                parameters.as_object_mut().unwrap().remove("customer_name");
            }
            if tool == "modify_reservation" {
                parameters["time"] = json!("21:00");
            }
            desk.call(tool, parameters)
        };
        assert_eq!(ask(&mut desk, &code, None), ask(&mut desk, &wrong, None), "{tool}");
        let answers = [ask(&mut desk, &code, Some("Pedro")), ask(&mut desk, &wrong, Some("Pedro"))];
        assert_eq!(answers[0], answers[1], "{tool}");
        assert_eq!(answers[0]["reason"], "not_found");
    }
}

#[test]
fn after_five_wrong_tries_a_conversation_is_offered_a_person_and_later_may_try_again() {
    let (mut desk, code) = stranger();
    for wrong in 0..4 {
        assert_eq!(reason(&mut desk, "find_bookings", by(&possible(wrong, &code), "Ana")), "not_found");
    }
    assert_eq!(notices(&desk), 0);
    assert_eq!(reason(&mut desk, "find_bookings", by(&possible(5, &code), "Ana")), "too_many_tries");
    assert_eq!(notices(&desk), 1);
    assert_eq!(reason(&mut desk, "cancel_reservation", by(&code, "Ana")), "too_many_tries");
    // Another conversation is not held up by it.
    desk.conversation = "c-ana".to_owned();
    assert_eq!(reason(&mut desk, "find_bookings", by(&code, "Ana")), "told");
    desk.conversation = "c-stranger".to_owned();
    wait(&mut desk, 16);
    assert_eq!(reason(&mut desk, "find_bookings", by(&code, "Ana")), "told");
}

#[test]
fn wrong_tries_of_a_phone_count_in_all_its_conversations() {
    let (mut desk, code) = stranger();
    desk.caller = Some(JUAN.to_owned());
    for wrong in 0..5 {
        desk.conversation = format!("c-{wrong}");
        desk.call("find_bookings", by(&possible(wrong, &code), "Ana"));
    }
    desk.conversation = "c-6".to_owned();
    assert_eq!(reason(&mut desk, "find_bookings", by(&code, "Ana")), "too_many_tries");
}

#[test]
fn names_guessed_at_one_booking_hold_up_its_owner_for_minutes_only() {
    let (mut desk, code) = stranger();
    for (wrong, name) in ["Pedro", "Luis", "Eva", "Rosa", "Olga"].into_iter().enumerate() {
        desk.conversation = format!("guess-{wrong}");
        desk.call("find_bookings", by(&code, name));
    }
    desk.conversation = "c-lucky".to_owned();
    assert_ne!(reason(&mut desk, "find_bookings", by(&code, "Ana")), "told");
    wait(&mut desk, 16);
    assert_eq!(reason(&mut desk, "find_bookings", by(&code, "Ana")), "told");
}

#[test]
fn a_misheard_code_is_told_as_misheard_and_is_no_try() {
    let (mut desk, code) = stranger();
    let mut digits: Vec<u8> = code.bytes().collect();
    let last = digits.len() - 1;
    digits[last] = b'0' + (digits[last] - b'0' + 1) % 10;
    let slip = String::from_utf8(digits).unwrap();
    assert!(is_misheard(&slip));
    for _ in 0..20 {
        for misheard in [slip.as_str(), &code[..code.len() - 1]] {
            assert_eq!(reason(&mut desk, "find_bookings", by(misheard, "Ana")), "misheard");
        }
    }
    assert_eq!(reason(&mut desk, "find_bookings", by(&code, "Ana")), "told");
    assert_eq!(notices(&desk), 0);
}

#[test]
fn room_that_a_guessed_booking_holds_is_told_to_nobody_but_its_owner() {
    let (mut desk, code) = stranger();
    let ask = json!({"date": "2026-01-16", "time": "20:00", "party_size": 2, "confirmation_code": code});
    let without = json!({"date": "2026-01-16", "time": "20:00", "party_size": 2});
    while desk.call("check_availability", without.clone())["available"] == json!(true) {
        let more = json!({"date": "2026-01-16", "time": "20:00", "party_size": 2, "customer_name": "Beto", "customer_phone": JUAN});
        assert_eq!(desk.call("create_reservation", more)["success"], true);
    }
    assert_eq!(desk.call("check_availability", ask.clone())["available"], false);
    // Whoever proved it with code and name may move it.
    assert_eq!(reason(&mut desk, "find_bookings", by(&code, "Ana")), "told");
    assert_eq!(desk.call("check_availability", ask)["available"], true);
}
