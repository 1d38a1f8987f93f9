//! A daemon whose restaurant is answered by language models, over the wire formats of two providers.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "a test says what is wrong by failing"
)]

#[path = "language_models/cards.rs"]
mod cards;
mod common;
#[path = "common/providers.rs"]
mod providers;

use common::{Daemon, Gateway};
use providers::{Providers, Thought, configured, table};
use serde_json::Value;

fn say(gateway: &mut Gateway, turn: &str, text: &str) -> Value {
    say_in(gateway, "c-1", turn, text)
}

fn say_in(gateway: &mut Gateway, conversation: &str, turn: &str, text: &str) -> Value {
    gateway.turn(conversation, turn, text);
    std::iter::repeat_with(|| gateway.next())
        .find(|frame| frame["type"] == "reply" && frame["turn"] == turn)
        .unwrap()
}

#[test]
fn a_talk_that_begins_with_one_provider_and_ends_with_another_books_once() {
    let providers = Providers::start();
    let (folder, config) = configured(&providers, "");
    let daemon = Daemon::start_with(&config, &folder.path().join("data"));
    let mut gateway = daemon.connect();
    let thoughts =
        [Thought::Says("Con gusto. ¿A nombre de quién?"), Thought::Calls("create_reservation", table())];
    providers.anthropic.lock().unwrap().extend(thoughts);
    assert_eq!(
        say(&mut gateway, "t-1", "quiero una mesa para 4 en tres días a las 8")["text"],
        "Con gusto. ¿A nombre de quién?"
    );
    let question = say(&mut gateway, "t-2", "Juan");
    assert_eq!(question["awaiting"], "confirmation", "{question}");
    let asked = question["text"].as_str().unwrap();
    assert!(asked.starts_with("Confirmo: mesa para 4 personas"), "{asked}");
    // From here on the first is down. The daemon is killed and comes back as well.
    daemon.kill();
    let daemon = Daemon::start_with(&config, &folder.path().join("data"));
    let mut gateway = daemon.connect();
    providers.openai.lock().unwrap().push_back(Thought::Says("Listo, su mesa quedó reservada."));
    let told = say(&mut gateway, "t-3", "sí")["text"].to_string();
    assert!(told.starts_with("\"Listo, su mesa quedó reservada. ") && told.contains("RES-"), "{told}");
    let (whom, body) = providers.asked().last().unwrap().clone();
    assert_eq!(whom, "openai");
    let results: Vec<&Value> =
        body["messages"].as_array().unwrap().iter().filter(|message| message["role"] == "tool").collect();
    assert_eq!(results.len(), 1, "{body}");
    let result = results[0]["content"].as_str().unwrap();
    assert!(result.contains("RES-"), "{result}");
    // The model that says it again does not do it again.
    let again = [Thought::Calls("create_reservation", table()), Thought::Says("Ya la tiene.")];
    providers.openai.lock().unwrap().extend(again);
    assert_eq!(say(&mut gateway, "t-4", "resérvela")["text"], "Ya la tiene.");
    daemon.kill();
    let data = folder.path().join("data");
    let log = common::turno(&[
        "tools",
        "log",
        "--tenant",
        "terraza",
        "--json",
        "--config",
        config.to_str().unwrap(),
        "--data",
        data.to_str().unwrap(),
    ]);
    let log = common::stdout(&log);
    assert_eq!(log.matches("\"create_reservation\"").count(), 1, "{log}");
}

#[test]
fn without_any_provider_the_rules_answer_and_a_yes_is_told_all_the_same() {
    let providers = Providers::start();
    let (folder, config) = configured(&providers, "");
    let daemon = Daemon::start_with(&config, &folder.path().join("data"));
    let mut gateway = daemon.connect();
    let reply = say(&mut gateway, "t-1", "buenas tardes");
    assert!(reply["text"].as_str().unwrap().starts_with("¡Hola! Le atiende el asistente"), "{reply}");
    providers.anthropic.lock().unwrap().push_back(Thought::Calls("create_reservation", table()));
    assert_eq!(say(&mut gateway, "t-2", "una mesa, por favor")["awaiting"], "confirmation");
    let done = say(&mut gateway, "t-3", "sí");
    assert!(done["text"].as_str().unwrap().contains("RES-"), "{done}");
}

#[test]
fn past_its_budget_a_conversation_is_answered_by_the_rules() {
    let providers = Providers::start();
    let (folder, config) = configured(&providers, "[models.budget]\nconversation_dollars = 0.004");
    let daemon = Daemon::start_with(&config, &folder.path().join("data"));
    let mut gateway = daemon.connect();
    providers.anthropic.lock().unwrap().push_back(Thought::Says("Buenas tardes."));
    providers.openai.lock().unwrap().push_back(Thought::Says("¿Sí?"));
    assert_eq!(say(&mut gateway, "t-1", "hola")["text"], "Buenas tardes.");
    // 1,000 tokens at 3 dollars a million, and 100 at 15: 4,500 millionths.
    let reply = say(&mut gateway, "t-2", "una duda");
    assert!(reply["text"].as_str().unwrap().starts_with("En este momento no puedo"), "{reply}");
    assert_eq!(providers.asked().len(), 1);
}

#[test]
fn what_was_recorded_answers_without_a_provider() {
    let providers = Providers::start();
    let (folder, config) = configured(&providers, "");
    let recording = std::fs::read_to_string(&config).unwrap();
    let cassette = folder.path().join("talk.cassette.jsonl");
    let with = |line: &str| recording.replacen("[models]\n", &format!("[models]\n{line}\n"), 1);
    std::fs::write(&config, with("record = \"talk.cassette.jsonl\"")).unwrap();
    providers.anthropic.lock().unwrap().push_back(Thought::Says("Buenas tardes."));
    let daemon = Daemon::start_with(&config, &folder.path().join("data"));
    assert_eq!(say(&mut daemon.connect(), "t-1", "hola")["text"], "Buenas tardes.");
    daemon.interrupt();
    let kept = std::fs::read_to_string(&cassette).unwrap();
    assert!(!kept.contains("sk-secret"), "no key is in it");
    std::fs::write(&config, with("play = \"talk.cassette.jsonl\"")).unwrap();
    let daemon = Daemon::start_with(&config, &folder.path().join("data2"));
    let reply = say(&mut daemon.connect(), "t-1", "otra cosa");
    assert!(
        reply["text"].as_str().unwrap().starts_with("En este momento no puedo"),
        "a changed prompt is a miss: {reply}"
    );
    assert_eq!(providers.asked().len(), 1);
}

#[test]
fn half_an_answer_on_a_chat_is_asked_of_the_next_provider() {
    let providers = Providers::start();
    let (folder, config) = configured(&providers, "");
    let daemon = Daemon::start_with(&config, &folder.path().join("data"));
    let broken = [Thought::BreaksOff("Hola. Dígame para"), Thought::BreaksOff("Hola. Dígame")];
    providers.anthropic.lock().unwrap().extend(broken);
    providers.openai.lock().unwrap().push_back(Thought::Says("Buenas tardes, dígame."));
    assert_eq!(say(&mut daemon.connect(), "t-1", "hola")["text"], "Buenas tardes, dígame.");
    daemon.interrupt();
    let (config, data) = (config.to_str().unwrap(), folder.path().join("data"));
    let data = data.to_str().unwrap();
    let usage = |more: &[&str]| {
        let asked = ["models", "usage", "--by", "model", "--config", config, "--data", data];
        common::stdout(&common::turno(&[&asked[..], more].concat()))
    };
    // The first was paid for each question that it read: 1,000 tokens and the one that it told of.
    assert_eq!(
        usage(&[]),
        "model               requests  answers  failures  input  cached  output   dollars\n\
         claude/claude-test         2        0         2   2000       0       2  0.006030\n\
         gpt/gpt-test               1        1         0   1000       0     100  0.000000\n\
         all                        3        1         2   3000       0     102  0.006030\n"
    );
    let told: Value = serde_json::from_str(&usage(&["--json"])).unwrap();
    assert_eq!(
        told["usage"][0],
        serde_json::json!({"model": "claude/claude-test", "requests": 2, "answers": 0, "failures": 2,
            "input_tokens": 2_000, "cached_input_tokens": 0, "output_tokens": 2, "cost_micros": 6_030})
    );
}

#[test]
fn failed_requests_count_where_nobody_answers_and_spend_the_budget() {
    let providers = Providers::start();
    let (folder, config) = configured(&providers, "[models.budget]\nconversation_dollars = 0.004");
    let daemon = Daemon::start_with(&config, &folder.path().join("data"));
    let broken = [Thought::BreaksOff("Hola."), Thought::BreaksOff("Hola.")];
    providers.anthropic.lock().unwrap().extend(broken);
    let mut gateway = daemon.connect();
    say(&mut gateway, "t-1", "hola");
    // Twice half an answer of the first, then the other, which is down: each as often as it is worth while.
    let asked = providers.asked().len();
    assert!(asked > 2);
    say(&mut gateway, "t-2", "hola");
    assert_eq!(providers.asked().len(), asked, "6,030 millionths are past 4,000");
    daemon.interrupt();
    let data = folder.path().join("data");
    let told = common::turno(&["models", "usage", "--json", "--data", data.to_str().unwrap()]);
    let told: Value = serde_json::from_slice(&told.stdout).unwrap();
    let total = &told["total"];
    let counted = ["requests", "failures"].map(|name| total[name].as_u64());
    assert_eq!(counted, [Some(asked as u64); 2]);
    assert_eq!(total["cost_micros"], 6_030);
}

#[test]
fn a_recording_that_is_played_loses_no_turn_where_it_is_asked_otherwise() {
    let providers = Providers::start();
    let (folder, config) = configured(&providers, "");
    let plain = std::fs::read_to_string(&config).unwrap();
    let with = |line: &str| plain.replacen("[models]\n", &format!("[models]\n{line}\n"), 1);
    std::fs::write(&config, with("record = \"talk.cassette.jsonl\"")).unwrap();
    let thoughts = [
        Thought::Calls("create_reservation", table()),
        Thought::Says("Listo, quedó reservada."),
        Thought::Says("Hasta luego."),
    ];
    providers.anthropic.lock().unwrap().extend(thoughts);
    let turns = [("t-1", "una mesa para cuatro"), ("t-2", "sí"), ("t-3", "gracias")];
    let daemon = Daemon::start_with(&config, &folder.path().join("data"));
    for (turn, text) in turns {
        say(&mut daemon.connect(), turn, text);
    }
    daemon.interrupt();
    std::fs::write(&config, with("play = \"talk.cassette.jsonl\"")).unwrap();
    let daemon = Daemon::start_with(&config, &folder.path().join("data2"));
    let first = say(&mut daemon.connect(), "t-1", "una mesa para cuatro");
    assert_eq!(first["awaiting"], "confirmation", "{first}");
    let done = say(&mut daemon.connect(), "t-2", "sí");
    assert!(
        done["text"].as_str().unwrap().contains("RES-"),
        "another code is told, and the model is asked otherwise: {done}"
    );
    for (turn, text) in [("t-3", "gracias"), ("t-4", "¿qué tal?"), ("t-5", "una mesa para cuatro")] {
        let reply = say(&mut daemon.connect(), turn, text);
        assert!(!reply["text"].as_str().unwrap().is_empty(), "{reply}");
    }
}

/// A daemon's folder, from which conversations are recorded.
struct Recording {
    folder: tempfile::TempDir,
    config: std::path::PathBuf,
}

impl Recording {
    fn new(providers: &Providers) -> Self {
        let (folder, config) = configured(providers, "");
        Self { folder, config }
    }

    fn start(&self) -> Daemon {
        Daemon::start_with(&self.config, &self.folder.path().join("data"))
    }

    fn keep_traffic(&self) {
        let plain = std::fs::read_to_string(&self.config).unwrap();
        let kept = plain.replacen("[models]\n", "[models]\nrecord = \"traffic.jsonl\"\n", 1);
        std::fs::write(&self.config, kept).unwrap();
    }

    fn file(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// Whether a command did it, and what it said.
    fn told(&self, arguments: &[&str]) -> (bool, String) {
        let output = common::turno(&[arguments, &["--config", self.config.to_str().unwrap()]].concat());
        let said = common::stdout(&output) + &common::stderr(&output);
        (output.status.success(), said)
    }

    fn record(&self, conversation: &str, daemon: &Daemon) -> (bool, String) {
        let id = format!("terraza/whatsapp/{conversation}");
        let (talk, tape) = (self.file("talk.jsonl"), self.file("talk.cassette.jsonl"));
        let connect = ["record", &id, "--connect", &daemon.address];
        self.told(&[&connect[..], &["--output", &talk, "--cassette", &tape]].concat())
    }
}

#[test]
fn the_traffic_of_one_conversation_is_taken_out_and_replays_without_a_key() {
    let providers = Providers::start();
    let recording = Recording::new(&providers);
    recording.keep_traffic();
    let daemon = recording.start();
    let mut gateway = daemon.connect();
    let thoughts = [
        Thought::Says("Buenas noches."),
        Thought::Says("Diga."),
        Thought::Calls("create_reservation", table()),
        Thought::Says("Listo, quedó reservada."),
    ];
    providers.anthropic.lock().unwrap().extend(thoughts);
    say_in(&mut gateway, "c-1", "t-1", "hola");
    say_in(&mut gateway, "c-2", "t-1", "hola");
    say_in(&mut gateway, "c-2", "t-2", "una mesa para cuatro");
    let done = say_in(&mut gateway, "c-2", "t-3", "sí");
    let told = done["text"].as_str().unwrap();
    assert!(told.starts_with("Listo, quedó reservada."), "{told}");
    let (is_done, fault) = recording.record("c-2", &daemon);
    assert!(is_done, "{fault}");
    daemon.interrupt();
    let tape = std::fs::read_to_string(recording.file("talk.cassette.jsonl")).unwrap();
    assert!(!tape.contains("sk-secret"), "no key is in it");
    assert!(!tape.contains("noches"), "what another was answered to the same words is not in it: {tape}");
    assert_eq!(tape.matches("\"t\":\"req\"").count(), 3);
    let talk = std::fs::read_to_string(recording.file("talk.jsonl")).unwrap();
    assert!(talk.contains("\"cassette\":\"talk.cassette.jsonl\""), "{talk}");
    let asked = providers.asked().len();
    std::fs::remove_file(recording.file("secrets/MODEL_KEY")).unwrap();
    std::fs::remove_file(recording.file("traffic.jsonl")).unwrap();
    let said = common::stdout(&common::turno(&["replay", &recording.file("talk.jsonl")]));
    assert!(said.contains("1 recordings: 1 equal"), "it names what it is replayed with: {said}");
    assert_eq!(providers.asked().len(), asked, "nobody was asked");
}

#[test]
fn traffic_that_was_not_kept_is_told_with_what_to_do() {
    let providers = Providers::start();
    let recording = Recording::new(&providers);
    let daemon = recording.start();
    let thoughts = [Thought::Says("Buenas tardes."), Thought::Says("Diga.")];
    providers.anthropic.lock().unwrap().extend(thoughts);
    say_in(&mut daemon.connect(), "c-0", "t-1", "hola");
    let (is_done, fault) = recording.record("c-0", &daemon);
    let cure = "write `record = \"traffic.jsonl\"` under [models]";
    assert!(!is_done && fault.contains(cure), "{fault}");
    daemon.interrupt();
    recording.keep_traffic();
    let daemon = recording.start();
    say_in(&mut daemon.connect(), "c-1", "t-1", "una mesa");
    let (is_done, fault) = recording.record("c-0", &daemon);
    assert!(!is_done && fault.contains("is not in the traffic that was kept"), "{fault}");
    assert!(!std::path::Path::new(&recording.file("talk.jsonl")).exists());
}

#[test]
fn an_answer_that_is_not_kept_as_it_was_heard_is_told() {
    let providers = Providers::start();
    let recording = Recording::new(&providers);
    recording.keep_traffic();
    let daemon = recording.start();
    let thoughts = [Thought::Says("La clave es sk-secret-123456.")];
    providers.anthropic.lock().unwrap().extend(thoughts);
    say_in(&mut daemon.connect(), "c-1", "t-1", "hola");
    let (is_done, fault) = recording.record("c-1", &daemon);
    assert!(!is_done && fault.contains("a secret is blanked in what is kept"), "{fault}");
}
