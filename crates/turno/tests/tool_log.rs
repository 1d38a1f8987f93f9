//! `turno tools log` and `turno tools usage`, as an operator reads them: of a running daemon and of a store at rest.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;
#[path = "tool_log/house.rs"]
mod house;

use std::collections::BTreeSet;

use common::{Daemon, stderr, turno};
use house::{House, failed, record};
use serde_json::{Value, json};
use turno_core::{Channel, ConversationKey};
use turno_runtime::ExecutionRecord;

#[test]
fn a_running_daemon_tells_what_was_called_and_the_same_is_there_when_it_rests() {
    let store = House::new();
    let daemon = Daemon::start_with(&store.config, &store.data());
    let mut gateway = daemon.connect();
    gateway.reach_the_question("c-1");
    gateway.say("c-1", "t-yes", "sí");
    for (turn, text) in [("t-1", "el clima"), ("t-2", "el clima, a fondo"), ("t-3", "el clima")] {
        gateway.say_through("sonrisa", "c-2", turn, text);
    }
    let running = store.tools(&["log"]);
    let shown = running.lines().collect::<Vec<_>>();
    assert_eq!(shown.len(), 5, "{running}");
    assert!(shown[1].contains(" create_reservation       ok "), "{running}");
    assert!(
        shown[1].contains(" terraza/whatsapp/c-1 {\"branch_id\":\"roma\",\"customer_name\":\"***\""),
        "{running}"
    );
    assert!(shown[2].contains(" perplexity_search        ok "), "{running}");
    assert!(shown[2].contains("sonrisa/whatsapp/c-2 maya {\"query\":\"clima\"} -> "), "{running}");
    assert!(shown[4].contains(" failed: rate_limited"), "{running}");
    for hidden in ["Juan", "5512345678", "1234 5678"] {
        let everything = running.clone() + &store.tools(&["log", "--json"]);
        assert!(!everything.contains(hidden), "{hidden} in {everything}");
    }
    let (log, usage) = (store.calls(&[]), store.usage(&[]));
    assert_eq!(log[0]["execution"], "internal");
    assert!(log[2]["external_request_id"].is_string(), "{}", log[2]);
    drop(gateway);
    daemon.kill();
    assert_eq!(store.calls(&[]), log);
    assert_eq!(store.usage(&[]), usage);
}

#[test]
fn what_a_result_says_that_it_cost_is_what_is_counted() {
    let store = House::new();
    let daemon = Daemon::start_with(&store.config, &store.data());
    let mut gateway = daemon.connect();
    for (turn, text) in [("t-1", "el clima"), ("t-2", "el clima, a fondo"), ("t-3", "el clima")] {
        gateway.say_through("sonrisa", "c-2", turn, text);
    }
    let costs: Vec<Value> = store.calls(&[]).iter().map(|call| call["cost_micros"].clone()).collect();
    assert_eq!(costs, [json!(1_000), json!(5_000), json!(0)]);
    let usage = store.usage(&["--agent", "maya"]);
    let row = &usage["usage"][0];
    assert_eq!(
        (&row["tool"], &row["agent"], &row["calls"], &row["failures"], &row["cost_micros"]),
        (&json!("perplexity_search"), &json!("maya"), &json!(3), &json!({"rate_limited": 1}), &json!(6_000))
    );
    assert_eq!(usage["total"]["cost_usd"], 0.006);
    let table = store.tools(&["usage"]);
    assert!(table.contains("$0.006  rate_limited 1"), "{table}");
}

#[test]
fn a_refused_call_is_in_the_log_and_hides_what_it_carried() {
    let store = House::new();
    let daemon = Daemon::start_with(&store.config, &store.data());
    let mut gateway = daemon.connect();
    for (turn, text) in [
        ("t-1", "quiero reservar para dentro de 3 días a las 8 de la noche, somos 4, en Coyoacán"),
        ("t-2", "a nombre de Juan"),
        ("t-3", "sí"),
    ] {
        gateway.send(&json!({"type": "turn", "conversation": "c-1", "turn": turn, "tenant": "terraza", "branch": "coyoacan",
            "caller": "+525512345678", "text": text}));
        gateway.next();
    }
    let refused = store.calls(&["--outcome", "not_enabled"]);
    assert_eq!(refused.len(), 1);
    assert_eq!(
        (&refused[0]["tool"], &refused[0]["input"]["customer_name"], &refused[0]["success"]),
        (&json!("create_reservation"), &json!("***"), &json!(false))
    );
    let line = store.tools(&["log", "--outcome", "failed"]);
    assert!(
        line.contains("failed: not_enabled")
            && line.contains("is switched off here")
            && !line.contains("Juan"),
        "{line}"
    );
}

#[test]
fn each_filter_leaves_the_others_out() {
    let store = House::new();
    let on_web = ExecutionRecord {
        conversation: ConversationKey::new("terraza", Channel::Web, "c-1").unwrap(),
        agent: Some("maya".to_owned()),
        ..record("terraza", 3, 2)
    };
    let unknown = ExecutionRecord {
        tool: "get_menus".to_owned(),
        execution: None,
        ..failed("not_found", record("terraza", 4, 3))
    };
    // At 23:30 in Mexico City, which is 21:30 in Tijuana.
    let late = 13 * 60 + 30;
    store.fill([
        record("terraza", 1, 0),
        failed("timed_out", record("terraza", 2, 1)),
        on_web,
        unknown,
        record("terraza", 5, late + 60),
        record("sonrisa", 6, late + 60),
    ]);
    let all = ["1", "2", "3", "4", "5", "6"].map(str::to_owned).to_vec();
    assert_eq!(store.ids(&[]).into_iter().collect::<BTreeSet<_>>(), all.into_iter().collect());
    for (arguments, expected) in [
        (vec!["--tenant", "sonrisa"], "6"),
        (vec!["--tenant", "terraza", "--limit", "2"], "4 5"),
        (vec!["--agent", "maya"], "3"),
        (vec!["--conversation", "terraza/web/c-1"], "3"),
        (vec!["--conversation", "c-1", "--tenant", "sonrisa"], "6"),
        (vec!["--conversation", "c-2"], ""),
        (vec!["--tool", "get_menus"], "4"),
        (vec!["--outcome", "failed"], "2 4"),
        (vec!["--outcome", "not_found"], "4"),
        (vec!["--outcome", "succeeded", "--tenant", "terraza"], "1 3 5"),
        (vec!["--since", "2026-01-19T10:02:00-06:00", "--until", "2026-01-19T10:03:00-06:00"], "3"),
        // Half past midnight in Mexico City is half past ten of the day before in Tijuana.
        (vec!["--since", "2026-01-20"], "5"),
        (vec!["--since", "2026-01-19", "--until", "2026-01-19", "--tenant", "sonrisa"], "6"),
        (vec!["--until", "2026-01-19", "--tenant", "terraza"], "1 2 3 4"),
        (vec!["--until", "2026-01-18"], ""),
    ] {
        assert_eq!(store.ids(&arguments).join(" "), expected, "{arguments:?}");
    }
    let line = store.tools(&["log", "--tenant", "sonrisa"]);
    assert!(line.starts_with("2026-01-19 22:30:00-08:00 get_menu "), "{line}");
    // The agent is there, and called nothing then.
    let none = ["log", "--agent", "maya", "--until", "2026-01-18"];
    assert_eq!(store.tools(&none), "no tool call fits\n");
}

#[test]
fn a_long_log_comes_page_by_page_whole_and_in_order() {
    let store = House::new();
    // More than a page of calls, more than the rows that are read for one, and more than the latest windows.
    let terraza = (0..2_300).map(|number| record("terraza", number, i64::from(number)));
    let sonrisa = (0..450).map(|number| record("sonrisa", number, i64::from(number)));
    let one = ExecutionRecord { tool: "get_services".to_owned(), ..record("sonrisa", 9_999, 500) };
    store.fill(terraza.chain(sonrisa).chain([one]));
    let all = store.ids(&["--all"]);
    let expected = (0..450).chain([9_999]).chain(0..2_300).map(|number| number.to_string());
    assert!(all.iter().cloned().eq(expected), "{}", all.len());
    let latest = store.ids(&["--limit", "3"]);
    assert_eq!(latest, ["2297", "2298", "2299"]);
    let merged = store.ids(&["--limit", "4", "--until", "2026-01-19T10:02:00-06:00"]);
    assert_eq!(merged, ["0", "0", "1", "1"]);
    assert_eq!(store.ids(&["--all", "--tool", "get_services"]), ["9999"]);
    let usage = store.usage(&["--tenant", "terraza"]);
    let row = &usage["usage"][0];
    assert_eq!(
        (&row["calls"], &row["p50_ms"], &row["p95_ms"]),
        (&json!(2_300), &json!(1_149), &json!(2_184))
    );
    // The daemon's pages are the same.
    let _daemon = Daemon::start_with(&store.config, &store.data());
    assert_eq!(store.ids(&["--all"]), all);
    assert_eq!(store.usage(&["--tenant", "terraza"]), usage);
}

#[test]
fn what_strangers_wrote_does_not_steer_the_terminal() {
    let store = House::new();
    store.fill([ExecutionRecord {
        output: Some(
            json!({"success": false, "reason": "full", "message": "rojo \u{1b}[31m\u{202e}\u{9b}2J\nfin"}),
        ),
        ..record("terraza", 1, 0)
    }]);
    let line = store.tools(&["log"]);
    assert!(line.contains(" no: full "), "{line}");
    assert!(line.ends_with("-> rojo  [31m  2J fin\n"), "{line:?}");
}

#[test]
fn a_conversation_that_is_not_in_the_log_is_told_as_such() {
    let store = House::new();
    store.fill([record("terraza", 1, 0)]);
    let running = |arguments: &[&str]| {
        let _daemon = Daemon::start_with(&store.config, &store.data());
        store.tools(arguments)
    };
    for (asked, told) in [
        ("c-l", "in a conversation `c-l`, as far back as the log goes: did you mean `c-1`?\n"),
        (
            "terraza/voice/c-11",
            "in a conversation `terraza/voice/c-11`, as far back as the log goes: did you mean `terraza/voice/c-1`?\n",
        ),
        ("zzzzzzzz", "in a conversation `zzzzzzzz`, as far back as the log goes\n"),
    ] {
        let line = store.tools(&["log", "--conversation", asked]);
        assert_eq!(line, format!("no tool was called {told}"));
    }
    let asked = ["log", "--conversation", "c-l"];
    assert_eq!(running(&asked), store.tools(&asked));
    assert_eq!(store.tools(&["log", "--json", "--conversation", "c-l"]), "");
    // It is there, and so is the tool: they do not fit each other.
    let apart = ["log", "--conversation", "c-1", "--tool", "get_services"];
    assert_eq!(store.tools(&apart), "no tool call fits\n");
}

#[test]
fn what_cannot_be_asked_is_told_with_its_cure() {
    let store = House::new();
    store.fill([record("terraza", 1, 0)]);
    let data = store.data();
    for (arguments, cure) in [
        (vec!["log", "--tenant", "nobody"], "use one of sonrisa, terraza"),
        (vec!["usage", "--tenant", "nobody"], "use one of sonrisa, terraza"),
        (vec!["log", "--since", "ayer"], "write a date, 2026-01-20"),
        (vec!["log", "--outcome", "timedout"], "timed_out"),
        (vec!["log", "--limit", "0"], "1..=100000"),
        (vec!["log", "--tool", "get_mneu"], "there is no tool `get_mneu`: did you mean `get_menu`?"),
        (vec!["log", "--json", "--tool", "zzzzzzzz"], "`turno tools list` tells what there is"),
        (vec!["log", "--agent", "mayo"], "there is no agent `mayo`: did you mean `maya`?"),
        (vec!["usage", "--tool", "get_mneu"], "did you mean `get_menu`?"),
        (vec!["usage", "--agent", "nobody"], "there is no agent `nobody`: there are maya"),
        (
            vec!["log", "--since", "2026-01-21", "--until", "2026-01-20"],
            "--since 2026-01-21 is not before --until 2026-01-20, so that nothing lies between them",
        ),
        (
            vec!["usage", "--since", "2026-01-20T10:00:00Z", "--until", "2026-01-20T09:00:00Z"],
            "give the earlier one as --since",
        ),
        (vec!["log", "--conversation", "sonrisa/web/c-1", "--tenant", "terraza"], "leave --tenant out"),
    ] {
        let config = store.config.to_str().unwrap();
        let mut all = vec!["tools", arguments[0], "--data", data.to_str().unwrap(), "--config", config];
        all.extend(&arguments[1..]);
        let output = turno(&all);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(stderr(&output).contains(cure), "{arguments:?}: {}", stderr(&output));
    }
    let nothing = turno(&["tools", "log", "--data", "/nonexistent"]);
    assert!(stderr(&nothing).contains("name its folder with --data"), "{}", stderr(&nothing));
}
