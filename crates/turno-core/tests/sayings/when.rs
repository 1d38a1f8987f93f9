//! Words count from when they were said, and what was said before something else does not undo it.

use serde_json::json;
use turno_core::{Awaiting, Input, Reply, Timestamp};

use crate::common::{MONDAY_10_AM, Talk};

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;

/// Says something that was sent so long ago, in milliseconds.
fn sent(talk: &mut Talk, text: &str, ago_ms: i64) -> Reply {
    let mut turn = talk.turn(Input::Text(text.to_owned()));
    turn.sent_at = Some(Timestamp(talk.at.0 - ago_ms));
    talk.take(turn)
}

fn talk_at(hours: i64, minutes: i64) -> Talk {
    let mut talk = Talk::new();
    talk.at = Timestamp(MONDAY_10_AM.0 + hours * HOUR_MS + minutes * MINUTE_MS);
    talk
}

#[test]
fn tomorrow_is_tomorrow_of_the_sending() {
    // Tuesday at 0:10; sent on Monday at 23:58.
    let mut talk = talk_at(14, 10);
    sent(&mut talk, "quiero reservar para mañana", 12 * MINUTE_MS);
    assert_eq!(talk.conversation.collected.slots["date"], "2026-01-20");
    // What is said to the question for the day counts as it was sent, too.
    let mut talk = talk_at(13, 50);
    talk.say("quiero reservar");
    talk.wait_seconds(20 * 60);
    sent(&mut talk, "mañana", 12 * MINUTE_MS);
    assert_eq!(talk.conversation.collected.slots["date"], "2026-01-20");
    // "El viernes", sent on a Friday before midnight, is no other Friday on Saturday.
    let mut talk = talk_at(14, 10);
    sent(&mut talk, "quiero reservar para el martes", 12 * MINUTE_MS);
    assert_eq!(talk.conversation.collected.slots["date"], "2026-01-20");
}

#[test]
fn an_hour_from_now_is_an_hour_from_the_sending() {
    let mut talk = talk_at(9, 0);
    sent(&mut talk, "quiero reservar para en una hora", 20 * MINUTE_MS);
    assert_eq!(talk.conversation.collected.slots["date"], "2026-01-19");
    assert_eq!(talk.conversation.collected.slots["time"], "19:40");
}

#[test]
fn a_day_that_is_over_by_now_is_told() {
    let mut talk = talk_at(14, 10);
    let reply = sent(&mut talk, "quiero reservar para hoy", 12 * MINUTE_MS);
    assert_eq!(reply.text, "«hoy» ya pasó. ¿Para qué día?");
    assert!(!talk.conversation.collected.slots.contains_key("date"));
}

#[test]
fn of_words_of_long_ago_the_day_is_asked() {
    let mut talk = talk_at(0, 0);
    let reply = sent(&mut talk, "quiero reservar para mañana a las 8", 20 * HOUR_MS);
    assert_eq!(reply.text, "Su mensaje me llegó con mucho retraso. ¿Lunes 19 de enero o martes 20 de enero?");
    assert!(!talk.conversation.collected.slots.contains_key("date"));
    talk.say("el lunes");
    assert_eq!(talk.conversation.collected.slots["date"], "2026-01-19");
    // What means the same day whenever it is read is taken as it is.
    let mut talk = talk_at(0, 0);
    sent(&mut talk, "quiero reservar para el 25 de enero a las 8", 20 * HOUR_MS);
    assert_eq!(talk.conversation.collected.slots["date"], "2026-01-25");
    assert_eq!(talk.conversation.collected.slots["time"], "20:00");
}

#[test]
fn of_words_of_long_ago_one_day_that_is_left_is_said_back() {
    let mut talk = talk_at(0, 0);
    let reply = sent(&mut talk, "quiero reservar para mañana", 3 * 24 * HOUR_MS);
    assert_eq!(reply.text, "Su mensaje me llegó con mucho retraso. ¿Martes 20 de enero?");
    talk.say("sí");
    assert_eq!(talk.conversation.collected.slots["date"], "2026-01-20");
}

#[test]
fn a_sending_in_the_future_is_the_arrival() {
    let mut talk = talk_at(0, 0);
    sent(&mut talk, "quiero reservar para mañana", -3 * 24 * HOUR_MS);
    assert_eq!(talk.conversation.collected.slots["date"], "2026-01-20");
}

#[test]
fn a_change_at_the_question_counts_from_its_sending() {
    let mut talk = talk_at(13, 59);
    talk.reach_the_question();
    talk.wait_seconds(80);
    let reply = sent(&mut talk, "no, mejor pasado mañana", 30_000);
    assert!(reply.text.contains("miércoles 21 de enero"), "{}", reply.text);
}

#[test]
fn what_was_said_later_stands_though_it_came_first() {
    let mut talk = talk_at(0, 1);
    talk.say("quiero reservar para mañana");
    talk.wait_seconds(120);
    sent(&mut talk, "a las 9", 10_000);
    let reply = sent(&mut talk, "a las 8, somos 4", 30_000);
    assert_eq!(talk.conversation.collected.slots["time"], "21:00", "the later one stands");
    assert_eq!(talk.conversation.collected.slots["party_size"], 4, "what the older one adds is taken");
    assert_eq!(reply.text, "¿A nombre de quién?");
    // As one is used to: what is said later, and comes later, corrects.
    sent(&mut talk, "mejor a las 7", 0);
    assert_eq!(talk.conversation.collected.slots["time"], "19:00");
}

#[test]
fn a_pending_question_is_not_changed_or_answered_by_what_was_said_before_its_cause() {
    for older in ["a las 8", "mejor el viernes", "sí", "no", "quiero cancelar mi reserva", "mmm"] {
        let mut talk = talk_at(0, 1);
        talk.say("quiero reservar");
        talk.wait_seconds(300);
        let question = sent(&mut talk, "mañana a las 9, somos 4, a nombre de Juan", 5_000);
        assert_eq!(question.awaiting, Awaiting::Confirmation);
        let id = talk.conversation.question_id().cloned();
        let reply = sent(&mut talk, older, 20_000);
        assert_eq!(talk.conversation.question_id(), id.as_ref(), "{older}: {}", reply.text);
        assert!(reply.text.ends_with(&question.text), "{older}: {}", reply.text);
        assert_eq!(talk.acts(), 0);
    }
    // A side question is answered, whenever it was asked.
    let mut talk = talk_at(0, 1);
    talk.say("quiero reservar");
    talk.wait_seconds(300);
    let question = sent(&mut talk, "mañana a las 9, somos 4, a nombre de Juan", 5_000);
    let reply = sent(&mut talk, "¿tienen estacionamiento?", 20_000);
    assert_eq!(reply.text, format!("Sí, tenemos estacionamiento. {}", question.text));
}

#[test]
fn an_answer_that_a_later_word_overtook_is_an_answer() {
    let mut talk = talk_at(0, 1);
    talk.say("quiero reservar para mañana a las 9");
    talk.wait_seconds(60);
    // Both were sent after the question for the people; the second comes first.
    sent(&mut talk, "¿tienen estacionamiento?", 5_000);
    sent(&mut talk, "4", 20_000);
    assert_eq!(talk.conversation.collected.slots["party_size"], 4);
}

#[test]
fn a_turn_that_waited_counts_from_its_arrival() {
    let mut talk = talk_at(13, 55);
    talk.say("quiero reservar");
    // A call is under way when it arrives, and ends after midnight.
    let first = talk.turn(Input::Text("¿a qué hora abren?".to_owned()));
    let second = talk.turn(Input::Text("mañana".to_owned()));
    let event = |kind| turno_core::Event::new(talk.at, kind);
    let effects = turno_core::step(
        &talk.assistant,
        &mut talk.conversation,
        event(turno_core::EventKind::TurnArrived(first)),
    );
    let call = effects.iter().find_map(|effect| match effect {
        turno_core::Effect::CallTool(call) => Some(call.call.clone()),
        _ => None,
    });
    turno_core::step(
        &talk.assistant,
        &mut talk.conversation,
        event(turno_core::EventKind::TurnArrived(second)),
    );
    talk.wait_seconds(10 * 60);
    talk.event(turno_core::EventKind::ToolFinished {
        call: call.unwrap(),
        outcome: turno_core::ToolOutcome::Done(json!({ "success": true })),
    });
    assert_eq!(talk.conversation.collected.slots["date"], "2026-01-20");
}

#[test]
fn a_request_that_waited_for_another_counts_from_when_it_was_said() {
    let mut talk = talk_at(13, 50);
    talk.say("quiero reservar para hoy y otra para mañana");
    assert_eq!(talk.conversation.tasks.later.len(), 1);
    assert_eq!(talk.conversation.tasks.later[0].said_at, Some(talk.at));
}

#[test]
fn a_conversation_of_an_earlier_version_has_no_such_times_and_goes_on() {
    let mut talk = Talk::at_the_question();
    let mut stored = serde_json::to_value(&talk.conversation).unwrap();
    for field in ["said_at", "latest_said_at", "open", "wordless"] {
        stored.as_object_mut().unwrap().remove(field);
    }
    talk.conversation = serde_json::from_value(stored).unwrap();
    let reply = sent(&mut talk, "sí, pero a las 9", 0);
    assert!(reply.text.contains("a las 9 de la noche"), "{}", reply.text);
}
