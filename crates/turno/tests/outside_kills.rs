//! A daemon that is killed around a call that acts outside: the other side never gets it under two keys, and who said yes is
//! told the truth.

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
#[path = "outside_kills/kitchen.rs"]
mod kitchen;

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use common::{Daemon, Gateway, root};
use kitchen::{Closed, Kitchen};
use serde_json::{Value, json};

const QUESTION: &str = "Le aviso a la cocina que vienen 4 personas. ¿De acuerdo?";
const TOLD: &str = "La cocina dice: va.";
const UNKNOWN: &str = "No tengo la seguridad de que haya quedado hecho. Ya avisé al equipo para que lo revise; por favor no lo repita todavía.";
const OK: &str = r#"{"answer": "va"}"#;

/// A business with a tool that acts, on a folder that outlives its daemons.
struct House {
    folder: tempfile::TempDir,
    config: PathBuf,
}

impl House {
    fn new(address: &str, retry: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = configured(folder.path(), address, retry);
        Self { folder, config }
    }

    fn start(&self) -> Daemon {
        Daemon::start_with(&self.config, &self.folder.path().join("data"))
    }

    /// A daemon to which somebody said yes a moment ago.
    fn start_and_agree(&self) -> (Daemon, Gateway) {
        let daemon = self.start();
        let mut gateway = daemon.connect();
        let question = gateway.say("c-1", "t-1", "avisen que somos 4");
        assert_eq!(question["text"], QUESTION);
        gateway.turn("c-1", "yes", "sí");
        (daemon, gateway)
    }
}

fn configured(folder: &Path, address: &str, retry: &str) -> PathBuf {
    let tenant = std::fs::read_to_string(root().join("config/tenants/terraza.toml")).unwrap();
    let tenant = tenant.replacen("\nphone ", "\nplan = \"enterprise\"\nphone ", 1);
    std::fs::write(folder.join("terraza.toml"), tenant).unwrap();
    std::fs::create_dir(folder.join("tools")).unwrap();
    let tool = format!(
        r#"
        name                    = "tell_kitchen"
        description             = "Avisa a la cocina"
        tenants                 = ["*"]
        execution_type          = "api_call"
        requires_confirmation   = true
        confirmation_message.es = "¿Aviso que vienen {{{{party_size}}}}?"
        confirmation_message.en = "Shall I tell them {{{{party_size}}}} are coming?"
        retry                   = "{retry}"
        [execution_config]
        url = "http://{address}/orders"
        [parameters_schema]
        type     = "object"
        required = ["party_size"]
        properties.party_size = {{ type = "integer", x-slot = "party_size" }}
        "#
    );
    std::fs::write(folder.join("tools/kitchen.toml"), tool).unwrap();
    let graph = root().join("crates/turno/tests/outside_kills/graph.toml");
    let config = format!(
        r#"
        custom_tools = "tools"
        tenants = [{{ file = "terraza.toml", graph = {graph:?} }}]
        outgoing.allowed_addresses = ["{address}"]
        [[sinks]]
        name    = "guardia"
        webhook = {{ url = "http://{address}/notices" }}
        "#
    );
    let path = folder.join("turno.toml");
    std::fs::write(&path, config).unwrap();
    path
}

/// Sends the yes once more and gives its answer.
fn told(daemon: &Daemon) -> String {
    let mut gateway = daemon.connect();
    gateway.turn("c-1", "yes", "sí");
    let reply = std::iter::repeat_with(|| gateway.next())
        .find(|frame| frame["type"] == "reply" && frame["turn"] == "yes")
        .unwrap();
    reply["text"].as_str().unwrap().to_owned()
}

/// Nothing more can arrive from this daemon, nor be done in it. The signal is only on its way when `kill` is over: a thread
/// that has not stopped yet could still take the answer.
fn freeze(daemon: &Daemon) {
    let pid = daemon.child.id().to_string();
    let stopped = Command::new("kill").args(["-STOP", &pid]).status().unwrap();
    assert!(stopped.success());
    while !is_stopped(&pid) {
        std::thread::yield_now();
    }
}

/// Whether each thread of a process is stopped: `T` is the first field after the name in `/proc/[pid]/task/[tid]/stat` (proc(5)).
fn is_stopped(pid: &str) -> bool {
    std::fs::read_dir(format!("/proc/{pid}/task")).unwrap().all(|task| {
        let stat = std::fs::read_to_string(task.unwrap().path().join("stat")).unwrap_or_default();
        stat.rsplit(") ").next().unwrap().starts_with('T')
    })
}

/// When the daemon is killed.
#[derive(Debug, Clone, Copy)]
enum Kill {
    /// The order is at the other side, which has not answered.
    Unanswered,
    /// The answer is at the daemon's end of the connection, and nothing was done with it.
    Unkept,
    /// Nobody listened at the other side.
    Unsent,
}

/// Says yes, kills the daemon then, and gives the keys under which the order arrived.
fn kill_at(kill: Kill, retry: &str) -> (House, Kitchen, Vec<String>) {
    match kill {
        Kill::Unanswered => {
            let kitchen = Kitchen::new();
            let house = House::new(&kitchen.address, retry);
            let (daemon, _gateway) = house.start_and_agree();
            let order = kitchen.next();
            daemon.kill();
            (house, kitchen, vec![order.key])
        }
        Kill::Unkept => {
            let kitchen = Kitchen::new();
            let house = House::new(&kitchen.address, retry);
            let (daemon, _gateway) = house.start_and_agree();
            let order = kitchen.next();
            freeze(&daemon);
            let key = order.key.clone();
            assert!(order.answer("200 OK", OK));
            daemon.kill();
            (house, kitchen, vec![key])
        }
        Kill::Unsent => {
            let closed = Closed::new();
            let house = House::new(&closed.address, retry);
            let (daemon, mut gateway) = house.start_and_agree();
            assert_eq!(gateway.next()["type"], "progress");
            daemon.kill();
            (house, closed.open(), Vec::new())
        }
    }
}

const KILLS: [Kill; 3] = [Kill::Unanswered, Kill::Unkept, Kill::Unsent];

#[test]
fn what_may_be_repeated_is_called_again_under_its_key_and_the_user_is_told_what_came_of_it() {
    for kill in KILLS {
        let (house, kitchen, mut keys) = kill_at(kill, "safe");
        let daemon = house.start();
        let order = kitchen.next();
        assert_eq!(order.body, json!({ "party_size": 4 }), "{kill:?}");
        keys.push(order.key.clone());
        order.answer("200 OK", OK);
        assert_eq!(told(&daemon), TOLD, "{kill:?}");
        assert!(keys.iter().all(|key| *key == keys[0]), "{kill:?}: {keys:?}");
        assert_nothing_more(&house, daemon, &kitchen, TOLD);
    }
}

#[test]
fn what_must_not_be_repeated_is_not_and_the_user_and_the_team_are_told_that_nobody_knows() {
    for kill in KILLS {
        let (house, kitchen, _keys) = kill_at(kill, "never");
        let daemon = house.start();
        assert_eq!(told(&daemon), UNKNOWN, "{kill:?}");
        let notice = kitchen.notice();
        let says = |part: &str| assert!(notice.to_string().contains(part), "{kill:?}: {notice}");
        says("No se sabe si se hizo: tell_kitchen");
        says("urgent");
        assert_nothing_more(&house, daemon, &kitchen, UNKNOWN);
    }
}

#[test]
fn nobody_is_said_to_be_told_where_no_sink_takes_the_notice() {
    let kitchen = Kitchen::new();
    let house = House::new(&kitchen.address, "never");
    let config = std::fs::read_to_string(&house.config).unwrap();
    let config = config.replace("[[sinks]]", "[[sinks]]\nteams = [\"sales\"]");
    std::fs::write(&house.config, config).unwrap();
    let (daemon, _gateway) = house.start_and_agree();
    kitchen.next();
    daemon.kill();
    let daemon = house.start();
    let answer = told(&daemon);
    assert_eq!(
        answer,
        "No tengo la seguridad de que haya quedado hecho. Lo dejé anotado; por favor no lo repita todavía. Para que alguien lo \
         revise, diga «una persona»."
    );
    assert_nothing_more(&house, daemon, &kitchen, &answer);
}

/// The daemon may have committed what came of the call, or not: whichever, it is told as it is.
#[test]
fn a_kill_at_the_moment_of_the_answer_tells_what_is_known() {
    for retry in ["safe", "never"] {
        for _ in 0..3 {
            let kitchen = Kitchen::new();
            let house = House::new(&kitchen.address, retry);
            let (daemon, _gateway) = house.start_and_agree();
            let order = kitchen.next();
            let key = order.key.clone();
            assert!(order.answer("200 OK", OK));
            daemon.kill();
            let daemon = house.start();
            let answer = std::thread::scope(|scope| {
                let reply = scope.spawn(|| told(&daemon));
                while !reply.is_finished() {
                    for again in kitchen.rest() {
                        assert_eq!((&*again.key, retry), (&*key, "safe"));
                        again.answer("200 OK", OK);
                    }
                    std::thread::yield_now();
                }
                reply.join().unwrap()
            });
            match retry {
                "safe" => assert_eq!(answer, TOLD),
                _ => assert!(answer == TOLD || answer == UNKNOWN, "{answer}"),
            }
            assert_nothing_more(&house, daemon, &kitchen, &answer);
        }
    }
}

/// What refuses the later call says nothing of the earlier one.
#[test]
fn a_no_of_whatever_kind_after_a_lost_answer_is_told_as_unknown_and_the_team_is_told() {
    let noes = [("404 Not Found", "{}"), ("400 Bad Request", "no"), ("422 Unprocessable Content", "{}")];
    for (status, body) in noes {
        let (house, kitchen, keys) = kill_at(Kill::Unanswered, "safe");
        let daemon = house.start();
        let order = kitchen.next();
        assert_eq!(order.key, keys[0], "{status}");
        order.answer(status, body);
        assert_eq!(told(&daemon), UNKNOWN, "{status}");
        let notice = kitchen.notice().to_string();
        assert!(notice.contains("No se sabe si se hizo: tell_kitchen"), "{status}: {notice}");
        assert_nothing_more(&house, daemon, &kitchen, UNKNOWN);
    }
    let kitchen = Kitchen::new();
    let house = House::new(&kitchen.address, "safe");
    let (daemon, _gateway) = house.start_and_agree();
    drop(kitchen.next());
    kitchen.next().answer("404 Not Found", "{}");
    assert_eq!(told(&daemon), UNKNOWN);
    assert!(kitchen.notice().to_string().contains("tell_kitchen"));
    assert_nothing_more(&house, daemon, &kitchen, UNKNOWN);
}

/// After yet another kill the same is told, and nothing is called.
fn assert_nothing_more(house: &House, daemon: Daemon, kitchen: &Kitchen, answer: &str) {
    daemon.kill();
    let daemon = house.start();
    assert_eq!(told(&daemon), answer);
    assert_eq!(daemon.interrupt(), Some(0));
    assert!(kitchen.rest().is_empty());
}

#[test]
fn a_call_that_is_told_as_unknown_can_be_asked_for_anew_under_its_own_key() {
    let (house, kitchen, keys) = kill_at(Kill::Unanswered, "never");
    let daemon = house.start();
    assert_eq!(told(&daemon), UNKNOWN);
    let mut gateway = daemon.connect();
    let question = say(&mut gateway, "t-2", "avisen que somos 4");
    assert_eq!(question["text"], QUESTION);
    gateway.turn("c-1", "yes-2", "sí");
    let order = kitchen.next();
    assert_ne!(order.key, keys[0]);
    order.answer("200 OK", OK);
    assert_eq!(say_again(&mut gateway, "yes-2")["text"], TOLD);
}

fn say(gateway: &mut Gateway, turn: &str, text: &str) -> Value {
    gateway.turn("c-1", turn, text);
    say_again(gateway, turn)
}

fn say_again(gateway: &mut Gateway, turn: &str) -> Value {
    std::iter::repeat_with(|| gateway.next())
        .find(|frame| frame["type"] == "reply" && frame["turn"] == turn)
        .unwrap()
}
