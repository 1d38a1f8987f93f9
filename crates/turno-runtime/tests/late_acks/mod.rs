//! When a question went out, and not when its gateway told so, decides what is an answer to it; a button decides by itself.

use turno_core::{Channel, ConversationKey, Input, Timestamp};
use turno_runtime::{Incoming, port::Clock};

use super::common::{BOOK, House, MONDAY_10_AM, turn, wait_ms, wait_seconds};

/// The gateway tells only after the answer that the question had arrived, and the answer reaches the daemon before that or behind it.
#[tokio::test(start_paused = true)]
async fn an_answer_counts_however_late_its_gateway_tells_that_the_question_arrived() {
    for channel in [Channel::Whatsapp, Channel::Web, Channel::Voice] {
        let keys = (channel == Channel::Voice).then_some(("key", Input::Dtmf("1".to_owned())));
        let ways = [("words", Input::Text("sí".to_owned())), ("button", Input::Choice(String::new()))];
        for (way, input) in ways.into_iter().chain(keys) {
            for ack_ms in [0, 400, 1_200, 2_500, 4_000] {
                for is_behind_the_ack in [true, false] {
                    let house = House::open().await;
                    let mut caller = house.caller("c-1");
                    caller.key = ConversationKey::new("small", channel, "c-1").unwrap();
                    let question = caller.ask_for_a_table().await;
                    wait_ms(1_700).await;
                    let mut answer = turn("answer", "");
                    answer.input = match &input {
                        Input::Choice(_) => Input::Choice(question.choices[0].id.clone()),
                        other => other.clone(),
                    };
                    answer.sent_at = Some(house.clock.now());
                    if is_behind_the_ack {
                        wait_ms(ack_ms).await;
                        caller.ack(question.seq);
                        wait_ms(300).await;
                    }
                    caller.send(Incoming::Turn(answer)).unwrap();
                    let reply = caller.reply_to("answer").await;
                    let booked = house.bookings().await.len();
                    assert_eq!(booked, 1, "{channel:?} {way} {ack_ms} {is_behind_the_ack}: {}", reply.text);
                }
            }
        }
    }
}

/// Nobody has answered what no connection was given: words that come before it are to something else.
#[tokio::test(start_paused = true)]
async fn words_are_no_yes_to_a_question_that_never_went_out() {
    for dies in [false, true] {
        let mut house = House::open().await;
        let mut caller = house.caller("c-1");
        caller.say("hola").await;
        // The connection takes nothing any more, and is gone.
        caller.frames.close();
        caller.put(BOOK);
        wait_seconds(5).await;
        if dies {
            house.die_and_start_again().await;
        }
        caller.reconnect(&house);
        let mut said = turn("answer", "sí");
        said.sent_at = Some(house.clock.now());
        caller.send(Incoming::Turn(said)).unwrap();
        let reply = caller.reply_to("answer").await;
        assert_eq!(house.bookings().await.len(), 0, "{}", reply.text);
        assert!(reply.text.contains("todavía no hago nada"), "{}", reply.text);
        wait_seconds(3).await;
        caller.say("sí").await;
        assert_eq!(house.bookings().await.len(), 1);
    }
}

/// When it went out is kept with it: a gateway that comes back with what was said meanwhile is answered alike.
#[tokio::test(start_paused = true)]
async fn when_a_question_went_out_outlives_the_daemon() {
    let mut house = House::open().await;
    let mut caller = house.caller("c-1");
    let question = caller.ask_for_a_table().await;
    wait_seconds(1).await;
    caller.ack(question.seq);
    wait_seconds(1).await;
    house.die_and_start_again().await;
    caller.reconnect(&house);
    for (id, after_ms, bookings) in [("early", -2_000, 0), ("late", 500, 1)] {
        let mut answer = turn(id, "sí");
        answer.sent_at = Some(Timestamp(MONDAY_10_AM.0 + after_ms));
        wait_seconds(3).await;
        caller.send(Incoming::Turn(answer)).unwrap();
        let reply = caller.reply_to(id).await;
        assert_eq!(house.bookings().await.len(), bookings, "{id}: {}", reply.text);
    }
}
