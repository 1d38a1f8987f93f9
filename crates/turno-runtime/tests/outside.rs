//! What acts outside acts once, and whoever waits is told the truth, whatever dies in between.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

mod common;

use common::{Caller, Cut, House, Temper, settle, wait_seconds};
use turno_core::Retry;
use turno_runtime::{ExecutionFilter, OutgoingBody, executions, keys, port::Store};

const QUESTION: &str = "Le aviso a la cocina que vienen 4 personas. ¿De acuerdo?";
const TOLD: &str = "La cocina dice: va.";
/// The edge `error` of the tool node.
const REFUSED: &str = "La cocina no contesta.";
const UNKNOWN: &str = "No tengo la seguridad de que haya quedado hecho. Ya avisé al equipo para que lo revise; por favor no lo repita todavía.";

async fn asked(house: &House) -> Caller {
    let mut caller = house.caller("c-1");
    assert_eq!(caller.say("avisen que vamos, somos 4").await.text, QUESTION);
    caller
}

async fn is_owed(house: &House) -> bool {
    !house.disk.scan(keys::OWED, None, 10).await.unwrap().is_empty()
}

#[tokio::test(start_paused = true)]
async fn a_yes_acts_once_and_tells_that_it_takes_a_moment() {
    let house = House::open().await;
    let mut caller = asked(&house).await;
    for _ in 0..5 {
        caller.put_as("yes", "sí").unwrap();
    }
    let frames = caller.all().await;
    assert!(
        matches!(&frames[0], OutgoingBody::Progress { tool, .. } if tool == "tell_kitchen"),
        "{frames:?}"
    );
    let told = |frame: &&OutgoingBody| matches!(frame, OutgoingBody::Reply(reply) if reply.text == TOLD);
    assert!(frames.iter().filter(told).count() >= 1, "{frames:?}");
    caller.put_as("yes", "sí").unwrap();
    assert_eq!(caller.reply_to("yes").await.text, TOLD);
    assert_eq!((house.service.calls(), house.service.done()), (1, 1));
    assert!(!is_owed(&house).await);
}

#[tokio::test(start_paused = true)]
async fn what_is_said_meanwhile_is_answered_afterwards() {
    let house = House::open().await;
    house.service.set(Temper::Busy(1, Some(5_000)));
    let mut caller = asked(&house).await;
    caller.put_as("yes", "sí").unwrap();
    settle().await;
    caller.put_as("hours", "¿a qué hora abren?").unwrap();
    // Delivered again while it waits, it is not taken twice.
    caller.put_as("hours", "¿a qué hora abren?").unwrap();
    assert_eq!(caller.reply_to("yes").await.text, TOLD);
    assert_eq!(caller.reply_to("hours").await.text, "Abrimos de 1 a 11.");
    let rest = caller.all().await;
    assert!(rest.is_empty(), "{rest:?}");
    caller.put_as("hours", "¿a qué hora abren?").unwrap();
    assert_eq!(caller.reply_to("hours").await.text, "Abrimos de 1 a 11.");
}

#[tokio::test(start_paused = true)]
async fn a_service_that_says_no_is_told_as_such_and_may_be_asked_again() {
    let house = House::open().await;
    house.service.set(Temper::Refuses);
    let mut caller = asked(&house).await;
    assert_eq!(caller.say("sí").await.text, REFUSED);
    house.service.set(Temper::Fine);
    assert_eq!(caller.say("avisen que vamos, somos 4").await.text, QUESTION);
    assert_eq!(caller.say("sí").await.text, TOLD);
    assert_eq!(house.service.done(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_outcome_that_is_lost_is_told_as_unknown_and_never_repeated() {
    for temper in [Temper::ActsAndIsLost, Temper::ActsAndHangs, Temper::Panics] {
        let house = House::open().await;
        house.service.set(temper.clone());
        let mut caller = asked(&house).await;
        let reply = caller.say("sí").await;
        assert!(reply.text == UNKNOWN, "{temper:?}: {}", reply.text);
        assert_eq!(house.service.calls(), 1, "{temper:?}");
        let log = executions(house.disk.as_ref(), "small", &ExecutionFilter::default(), 10).await.unwrap();
        assert_eq!(log[0].error_code.as_deref(), Some("unknown"));
    }
}

#[tokio::test(start_paused = true)]
async fn what_may_be_repeated_is_under_the_same_key() {
    let mut house = House::open().await;
    house.service.set_retry(Retry::Safe);
    house.die_and_start_again().await;
    house.service.set(Temper::ActsAndIsLost);
    let mut caller = asked(&house).await;
    caller.put_as("yes", "sí").unwrap();
    settle().await;
    assert_eq!((house.service.calls(), house.service.done()), (1, 1));
    house.service.set(Temper::Fine);
    assert_eq!(caller.reply_to("yes").await.text, TOLD);
    assert_eq!((house.service.calls(), house.service.done()), (2, 1));
}

/// It may have acted at the call before, whatever it says of this one.
#[tokio::test(start_paused = true)]
async fn a_no_after_a_lost_answer_is_told_as_unknown() {
    for no in [Temper::Refuses, Temper::Misses, Temper::Busy(9, None), Temper::Busy(9, Some(60_000))] {
        let mut house = House::open().await;
        house.service.set_retry(Retry::Safe);
        house.die_and_start_again().await;
        house.service.set(Temper::ActsAndIsLost);
        let mut caller = asked(&house).await;
        caller.put_as("yes", "sí").unwrap();
        settle().await;
        house.service.set(no.clone());
        let reply = caller.reply_to("yes").await.text;
        assert!(reply == UNKNOWN, "{no:?}: {reply}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_no_after_a_crash_is_told_as_unknown() {
    let mut house = House::open().await;
    house.service.set_retry(Retry::Safe);
    house.die_and_start_again().await;
    let mut caller = asked(&house).await;
    house.disk.cut(Cut::Before(2));
    caller.put_as("yes", "sí").unwrap();
    settle().await;
    assert_eq!(house.service.done(), 1);
    house.service.set(Temper::Busy(9, None));
    house.die_and_start_again().await;
    caller.reconnect(&house);
    caller.put_as("yes", "sí").unwrap();
    assert_eq!(caller.reply_to("yes").await.text, UNKNOWN);
}

/// Trying again is of no use, so that it is not tried, and the log says why.
#[tokio::test(start_paused = true)]
async fn what_cannot_be_called_with_its_parameters_is_called_once_and_logged_so() {
    let house = House::open().await;
    house.service.set(Temper::Misses);
    let mut caller = asked(&house).await;
    assert_eq!(caller.say("sí").await.text, REFUSED);
    assert_eq!((house.service.calls(), house.service.done()), (1, 0));
    let log = executions(house.disk.as_ref(), "small", &ExecutionFilter::default(), 10).await.unwrap();
    assert_eq!(log[0].error_code.as_deref(), Some("invalid_parameters"));
}

/// The service acted; that it says too much about it changes nothing.
#[tokio::test(start_paused = true)]
async fn a_result_that_is_too_large_is_cut_and_what_was_done_is_told_as_done() {
    let house = House::open().await;
    house.service.set(Temper::Chatty);
    let mut caller = asked(&house).await;
    assert_eq!(caller.say("sí").await.text, TOLD);
    assert_eq!((house.service.calls(), house.service.done()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_service_that_is_busy_is_asked_again_when_it_said() {
    let house = House::open().await;
    house.service.set(Temper::Busy(2, Some(3_000)));
    let mut caller = asked(&house).await;
    assert_eq!(caller.say("sí").await.text, TOLD);
    assert_eq!((house.service.calls(), house.service.done()), (3, 1));
    // But nobody is kept waiting for an hour.
    house.service.set(Temper::Busy(9, Some(3_600_000)));
    assert_eq!(caller.say("avisen que somos 4").await.text, QUESTION);
    assert_eq!(caller.say("sí").await.text, REFUSED);
    assert_eq!(house.service.calls(), 4);
}

/// The daemon dies at each commit of the yes in turn, before it and after it.
#[tokio::test(start_paused = true)]
async fn a_crash_at_any_commit_acts_once_and_tells_what_is_known() {
    for retry in [Retry::Never, Retry::Safe] {
        for commit in 1..=3 {
            for cut in [Cut::Before(commit), Cut::After(commit)] {
                let mut house = House::open().await;
                house.service.set_retry(retry);
                house.die_and_start_again().await;
                let mut caller = asked(&house).await;
                house.disk.cut(cut);
                caller.put_as("yes", "sí").unwrap();
                settle().await;
                house.die_and_start_again().await;
                caller.reconnect(&house);
                settle().await;
                caller.put_as("yes", "sí").unwrap();
                let reply = caller.reply_to("yes").await.text;
                let told = format!("{retry:?}, {cut:?}: {reply}");
                assert!(house.service.done() <= 1, "{told}");
                match retry {
                    Retry::Safe => assert_eq!((reply.as_str(), house.service.done()), (TOLD, 1), "{told}"),
                    // Nobody knows only where the daemon died between the call and the commit of its outcome.
                    Retry::Never => {
                        assert!(reply == TOLD || reply == UNKNOWN, "{told}");
                        assert_eq!(house.service.calls(), house.service.done(), "{told}");
                        assert!(reply != TOLD || house.service.done() == 1, "{told}");
                    }
                }
                caller.put_as("yes", "sí").unwrap();
                assert_eq!(caller.reply_to("yes").await.text, reply, "{told}");
                wait_seconds(60).await;
                assert!(!is_owed(&house).await, "{told}");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_commit_in_doubt_still_leads_to_the_call() {
    let house = House::open().await;
    let mut caller = asked(&house).await;
    house.disk.doubt_next_commits(1);
    caller.put_as("yes", "sí").unwrap();
    wait_seconds(5).await;
    // It was told that the store failed; it asks again.
    caller.all().await;
    caller.put_as("yes", "sí").unwrap();
    assert_eq!(caller.reply_to("yes").await.text, TOLD);
    assert_eq!((house.service.calls(), house.service.done()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn an_orderly_stop_lets_the_call_end_and_the_next_daemon_tells_it() {
    let mut house = House::open().await;
    let mut caller = asked(&house).await;
    caller.put_as("yes", "sí").unwrap();
    house.handle.drain().await;
    house.die_and_start_again().await;
    caller.reconnect(&house);
    settle().await;
    caller.put_as("yes", "sí").unwrap();
    assert_eq!(caller.reply_to("yes").await.text, TOLD);
    assert_eq!((house.service.calls(), house.service.done()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_caller_who_hung_up_changes_nothing_about_what_was_done() {
    let house = House::open().await;
    house.service.set(Temper::Busy(1, Some(2_000)));
    let mut caller = asked(&house).await;
    caller.put_as("yes", "sí").unwrap();
    settle().await;
    caller.send(turno_runtime::Incoming::Close { reason: "hung up".to_owned() }).unwrap();
    wait_seconds(30).await;
    assert_eq!(house.service.done(), 1);
    assert!(!is_owed(&house).await);
    let log = executions(house.disk.as_ref(), "small", &ExecutionFilter::default(), 10).await.unwrap();
    assert!(log[0].success);
    // The next turn is a new conversation under the same id.
    assert_eq!(caller.say("¿a qué hora abren?").await.text, "Abrimos de 1 a 11.");
}

#[tokio::test(start_paused = true)]
async fn a_minutes_budget_outlives_a_restart() {
    let mut house = House::open().await;
    let mut caller = house.caller("c-1");
    for _ in 0..3 {
        assert_eq!(caller.say("busca tacos").await.text, "Encontré tacos.");
    }
    assert_eq!(caller.say("busca tacos").await.text, REFUSED);
    house.die_and_start_again().await;
    caller.reconnect(&house);
    assert_eq!(caller.say("busca tacos").await.text, REFUSED);
    assert_eq!(house.service.looked_up(), 3);
    wait_seconds(61).await;
    assert_eq!(caller.say("busca tacos").await.text, "Encontré tacos.");
    let log = executions(house.disk.as_ref(), "small", &ExecutionFilter::default(), 100).await.unwrap();
    let told: Vec<String> = log
        .iter()
        .map(|record| {
            format!("{} {} {}", record.tool, record.error_code.as_deref().unwrap_or("ok"), record.cost_micros)
        })
        .collect();
    assert_eq!(
        told,
        [
            "look_up ok 1000",
            "look_up ok 5000",
            "look_up ok 1000",
            "look_up rate_limited 0",
            "look_up rate_limited 0",
            "look_up ok 1000"
        ]
    );
}
