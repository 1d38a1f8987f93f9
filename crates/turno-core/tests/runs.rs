//! Turns, runs, tools that fail, and properties that hold whatever happens.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;

use std::collections::BTreeSet;

use common::{GRAPH, MONDAY_10_AM, Talk};
use proptest::prelude::*;
use turno_core::{
    Awaiting, CallId, Conversation, Effect, EventKind, Input, Phase, Timer, Timestamp, ToolOutcome,
};

#[test]
fn at_most_5_tool_calls_a_turn() {
    let mut talk = Talk::new();
    let reply = talk.say("six calls");
    assert_eq!(talk.calls.len(), 5);
    assert_eq!(reply.text, "Perdón, tuve un problema y no pude continuar. ¿Lo intentamos otra vez?");
}

#[test]
fn a_tool_that_fails_is_told_in_plain_words_and_the_conversation_goes_on() {
    let mut talk = Talk::at_the_question();
    talk.fail("create_reservation", "timed_out");
    assert!(talk.say("sí").text.starts_with("Perdón, no pude completarlo"));
    assert_eq!(talk.say("hola").text, "Puedo reservar una mesa.");
}

/// Whether to try again, and when, is said only where that may help.
#[test]
fn a_call_that_was_not_carried_out_is_told_by_why() {
    use turno_core::ToolFailure;
    let busy = |code: &str, wait: Option<u64>| ToolFailure {
        retry_after_ms: wait,
        ..ToolFailure::new(code, "broken")
    };
    let reserve = |failure: ToolFailure| {
        let mut talk = Talk::at_the_question();
        talk.fail_with("create_reservation", failure);
        talk.say("sí").text
    };
    let hopeless = "Perdón, no pude hacerlo con los datos que tengo y no hice ningún cambio. Si gusta, le comunico con una persona: solo diga «una persona».";
    for code in ["invalid_parameters", "not_enabled", "not_found", "not_confirmed"] {
        assert_eq!(reserve(ToolFailure::new(code, "broken")), hopeless, "{code}");
    }
    assert_eq!(
        reserve(busy("rate_limited", Some(29_500))),
        "Perdón, el sistema está ocupado en este momento y no hice ningún cambio. Por favor, inténtelo otra vez en 30 segundos."
    );
    assert_eq!(
        reserve(busy("failed", Some(3_600_000))),
        "Perdón, el sistema está ocupado en este momento y no hice ningún cambio. Por favor, inténtelo otra vez en 60 minutos."
    );
    for code in ["failed", "timed_out"] {
        assert_eq!(
            reserve(busy(code, None)),
            "Perdón, no pude completarlo en este momento y no hice ningún cambio. Por favor, inténtelo otra vez en unos minutos.",
            "{code}"
        );
    }
    // What nobody knows stays unknown, whenever the other side wants to be asked again.
    assert!(reserve(busy("unknown", Some(3_000))).contains("No tengo la seguridad"));
}

/// What came and cannot be read is no outage: nothing is said to be better in a few minutes.
#[test]
fn an_answer_that_cannot_be_read_is_told_as_such() {
    let mut talk = Talk::new();
    talk.fail("get_business_hours", "unreadable");
    assert_eq!(
        talk.say("a que hora abren").text,
        "Perdón, el sistema contestó, pero no pude leer su respuesta. Si gusta, le comunico con una persona: solo diga «una persona»."
    );
}

#[test]
fn the_summary_of_a_hand_off_is_for_people() {
    let graph = GRAPH.replace("[nodes.hours]\n", "[nodes.hours]\nerror = \"person\"\n");
    let mut talk = Talk::on(turno_core::Channel::Whatsapp, &graph);
    talk.reach_the_question();
    talk.fail("get_business_hours", "failed");
    talk.say("a que hora abren");
    let hand_off = talk.effects.iter().find_map(|effect| match effect {
        Effect::HandOff(hand_off) => Some(hand_off.summary.clone()),
        _ => None,
    });
    let summary = hand_off.unwrap();
    for line in [
        "Date: martes 20 de enero",
        "Party size: 4 personas",
        "Time: a las 8 de la noche",
        "Customer name: Juan",
        "Cliente: quiero reservar para mañana a las 8, somos 4",
        "Cliente: a que hora abren",
    ] {
        assert!(summary.lines().any(|it| it == line), "{line} in {summary}");
    }
    assert!(!summary.contains("task") && !summary.contains("party_size"), "{summary}");
}

#[test]
fn behind_an_error_arrow_the_result_is_the_failure_and_tells_the_user_nothing_of_the_operators() {
    let told = "[nodes.hours]\nerror = \"no_hours\"\n";
    let graph = GRAPH.replace("[nodes.hours]\n", told)
        + "\n[nodes.no_hours]\nkind = \"respond\"\nsay.es = \"{{ result.message }} ({{ result.code }}{% if result.success %}, done{% endif %})\"\n";
    let mut talk = Talk::on(turno_core::Channel::Whatsapp, &graph);
    // What another call gave before is not this one's.
    talk.answer("check_availability", serde_json::json!({ "available": true, "message": "Hay lugar." }));
    talk.reach_the_question();
    talk.fail("get_business_hours", "timed_out");
    let text = talk.say("a que hora abren").text;
    assert!(
        text.starts_with("Perdón, no pude completarlo en este momento. Por favor, inténtelo otra vez en unos minutos. (timed_out)"),
        "{text}"
    );
    assert!(!text.contains("broken"), "{text}");
}

#[test]
fn an_unknown_outcome_is_told_as_unknown_and_never_repeated() {
    let mut talk = Talk::at_the_question();
    talk.fail("create_reservation", "unknown");
    assert!(talk.say("sí").text.contains("No tengo la seguridad"));
    talk.say("sí");
    assert_eq!(talk.acts(), 1);
}

#[test]
fn an_outcome_that_nobody_waits_for_changes_nothing() {
    let mut talk = Talk::at_the_question();
    let before = talk.conversation.clone();
    let outcome = ToolOutcome::Done(serde_json::json!({ "success": true }));
    let effects = talk.event(EventKind::ToolFinished { call: CallId("1-99".to_owned()), outcome });
    assert!(effects.is_empty());
    assert_eq!(talk.conversation, before);
}

#[test]
fn a_conversation_that_ended_starts_afresh_under_the_same_id() {
    let mut talk = Talk::new();
    assert_eq!(talk.say("adios").text, "Hasta luego.");
    assert!(matches!(talk.effects.last(), Some(Effect::Close { .. })));
    assert_eq!(talk.conversation.phase, Phase::Ended);
    assert_eq!(talk.say("hola").text, "Puedo reservar una mesa.");
    assert_eq!(talk.conversation.run, 2);
}

#[test]
fn a_conversation_idle_for_more_than_a_day_starts_afresh() {
    let mut talk = Talk::new();
    talk.say("quiero reservar para mañana");
    talk.wait_seconds(24 * 3_600 + 1);
    assert_eq!(talk.say("a las 8").text, "Puedo reservar una mesa.");
    assert_eq!(talk.conversation.run, 2);
    assert!(talk.conversation.collected.slots.is_empty());
}

#[test]
fn a_new_graph_takes_over_where_its_nodes_are_and_says_so_by_migrate() {
    let mut talk = Talk::new();
    talk.say("quiero reservar");
    let renamed = GRAPH
        .replace("[nodes.reservation]", "[nodes.table]")
        .replace("[nodes.reservation.ask", "[nodes.table.ask")
        .replace("\"reservation\"", "\"table\"");
    talk.assistant = common::assistant_of(&format!("migrate = {{ reservation = \"table\" }}\n{renamed}"));
    assert_eq!(talk.say("mañana").text, "¿A qué hora?");
    assert!(matches!(&talk.conversation.phase, Phase::Collecting { node, .. } if node == "table"));
    // Without a word of where the node went, the task is over and nothing else is lost.
    talk.assistant = common::assistant_of(GRAPH);
    talk.say("a las 8");
    assert_eq!(talk.conversation.phase, Phase::Idle);
}

#[test]
fn while_a_person_is_awaited_the_assistant_still_serves() {
    let mut talk = Talk::new();
    assert_eq!(talk.say("quiero hablar con una persona").awaiting, Awaiting::Person);
    assert_eq!(talk.say("¿hola?").text, "Una persona del equipo le atiende en un momento.");
    assert_eq!(talk.say("mejor quiero reservar").text, "¿Para qué día?");
}

#[test]
fn a_turn_that_arrives_while_a_tool_runs_waits_its_turn() {
    use turno_core::{Event, step};
    let mut talk = Talk::new();
    talk.say("quiero reservar para mañana a las 8");
    let first = talk.turn(Input::Text("somos 4".to_owned()));
    let second = talk.turn(Input::Text("Juan".to_owned()));
    let at = talk.at;
    let mut take = |kind| step(&talk.assistant, &mut talk.conversation, Event::new(at, kind));
    let effects = take(EventKind::TurnArrived(first));
    let [Effect::CallTool(call)] = &effects[..] else { panic!("{effects:?}") };
    assert!(take(EventKind::TurnArrived(second)).is_empty());
    let outcome = ToolOutcome::Done(serde_json::json!({ "available": true }));
    let effects = take(EventKind::ToolFinished { call: call.call.clone(), outcome });
    let replies: Vec<&str> = effects
        .iter()
        .filter_map(|effect| if let Effect::Reply(reply) = effect { Some(reply.text.as_str()) } else { None })
        .collect();
    assert_eq!(replies.len(), 2);
    assert_eq!(replies[0], "¿A nombre de quién?");
    assert!(replies[1].starts_with("Confirmo:"));
}

#[test]
fn a_checkpoint_comes_back_as_it_was() {
    let talk = Talk::at_the_question();
    let text = serde_json::to_string(&talk.conversation).unwrap();
    assert_eq!(serde_json::from_str::<Conversation>(&text).unwrap(), talk.conversation);
}

/// What may happen to a conversation.
#[derive(Debug, Clone)]
enum Happens {
    Says(&'static str),
    Presses(bool),
    Waits(i64),
    ClockStepsBack,
    TimerFires,
    Interrupts(&'static str),
    HangsUp,
    Garbage(String),
}

fn happens() -> impl Strategy<Value = Happens> {
    const WORDS: &[&str] = &[
        "sí",
        "no",
        "sí, pero a las 9",
        "espera",
        "quiero reservar para mañana a las 8, somos 4",
        "Juan",
        "cancélala",
        "¿tienen estacionamiento?",
        "quiero cancelar mi reservación",
        "RES-1234",
        "a las 7",
        "una persona",
        "adios",
        "no, mejor el viernes",
        "ok",
        "póker",
        "1",
        "six calls",
        "",
    ];
    prop_oneof![
        6 => prop::sample::select(WORDS).prop_map(Happens::Says),
        1 => any::<bool>().prop_map(Happens::Presses),
        2 => (1i64..200).prop_map(Happens::Waits),
        1 => Just(Happens::ClockStepsBack),
        1 => Just(Happens::TimerFires),
        1 => prop::sample::select(&["Confirmo:", "Confirmo: mesa para 4 personas, martes 20 de enero a las 8 de la noche, a"][..])
            .prop_map(Happens::Interrupts),
        1 => Just(Happens::HangsUp),
        1 => any::<String>().prop_map(Happens::Garbage),
    ]
}

fn let_happen(talk: &mut Talk, happening: &Happens) {
    match happening {
        Happens::Says(words) => drop(talk.say(words)),
        Happens::Garbage(words) => drop(talk.say(words)),
        Happens::Presses(yes) => {
            let answer = if *yes { "yes" } else { "no" };
            talk.press(&format!("{answer}:1-1"));
        }
        Happens::Waits(seconds) => talk.wait_seconds(*seconds),
        Happens::ClockStepsBack => talk.at = MONDAY_10_AM,
        Happens::TimerFires => {
            if let Some((Timer::Expiry(confirmation), at)) = talk.armed().first().cloned() {
                talk.at = talk.at.max(at);
                talk.event(EventKind::Expired { confirmation });
            }
        }
        Happens::Interrupts(heard) => drop(talk.event(EventKind::Interrupted { heard: (*heard).to_owned() })),
        Happens::HangsUp => drop(talk.event(EventKind::Closed { reason: "hangup".to_owned() })),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever happens: no destructive call without a grant of its own, at most one call per confirmation, none after
    /// its expiry, frames numbered without a gap, and a timer armed exactly while a question is open.
    #[test]
    fn the_promise_holds_whatever_happens(story in prop::collection::vec(happens(), 1..40)) {
        let mut talk = Talk::new();
        for happening in &story {
            let acts = talk.acts();
            let pending = talk.conversation.confirmations.pending.clone();
            let latest = talk.conversation.latest_at;
            let_happen(&mut talk, happening);
            if talk.acts() > acts {
                let pending = pending.expect("a destructive call had its question");
                let call = talk.calls.iter().rev().find(|call| call.grant.is_some()).unwrap();
                prop_assert_eq!(&call.parameters, &pending.parameters);
                prop_assert!(talk.at.max(latest) < pending.expires_at);
            }
            prop_assert_eq!(talk.armed().len(), usize::from(talk.conversation.confirmations.pending.is_some()));
        }
        let mut confirmations = BTreeSet::new();
        for call in &talk.calls {
            let destructive = matches!(call.tool.as_str(), "create_reservation" | "cancel_reservation");
            prop_assert_eq!(destructive, call.grant.is_some());
            if let Some(grant) = &call.grant {
                prop_assert!(confirmations.insert(grant.confirmation.clone()), "one yes, one call");
            }
        }
        let seqs: Vec<u64> = talk.effects.iter().filter_map(|effect| match effect {
            Effect::Reply(reply) => Some(reply.seq),
            Effect::Expired { seq, .. } | Effect::Close { seq, .. } => Some(*seq),
            Effect::HandOff(hand_off) => Some(hand_off.seq),
            Effect::CallTool(_) | Effect::AskModel { .. } | Effect::ArmTimer { .. } | Effect::DisarmTimer { .. } | Effect::LeftOut(_) => None,
        }).collect();
        let expected: Vec<u64> = (1..=seqs.len() as u64).collect();
        prop_assert_eq!(seqs, expected);
    }

    /// The same events give the same effects.
    #[test]
    fn a_story_told_twice_is_the_same(story in prop::collection::vec(happens(), 1..20)) {
        let tell = || {
            let mut talk = Talk::new();
            for happening in &story {
                let_happen(&mut talk, happening);
            }
            (talk.effects, talk.conversation)
        };
        prop_assert_eq!(tell(), tell());
    }
}

#[test]
fn time_in_a_conversation_never_runs_backwards() {
    let mut talk = Talk::at_the_question();
    talk.wait_seconds(100);
    talk.say("espera");
    talk.at = Timestamp(MONDAY_10_AM.0 - 1_000_000);
    talk.say("espera");
    assert_eq!(talk.conversation.latest_at, Timestamp(MONDAY_10_AM.0 + 100_000));
}
