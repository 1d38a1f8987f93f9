//! A caller says a card's number in every way; then all that the daemon wrote and sent is searched for it.

use std::{fs::File, path::Path, process::Stdio};

use serde_json::{Value, json};

use crate::{
    common::{Daemon, Gateway, root, stderr, stdout, turno},
    providers::{Providers, Thought, configured},
};

/// How a card's number is written or said in one breath.
const WAYS: &[&str] = &[
    "4539578763621486",
    "4539 5787 6362 1486",
    "4539-5787-6362-1486",
    "45 39 57 87 63 62 14 86",
    "cuatro cinco tres nueve, cinco siete ocho siete, seis tres seis dos, uno cuatro ocho seis",
    "four five three nine five seven eight seven six three six two one four eight six",
    "cuatro mil quinientos treinta y nueve cinco mil setecientos ochenta y siete, 63 62, mil cuatrocientos ochenta y seis",
];

/// What none of it may be found by: figures with nothing between them, and words.
const FIGURES: &[&str] = &["45395787", "57876362", "63621486"];
const WORDS: &[&str] =
    &["tres nueve", "siete ocho", "three nine", "seven eight", "quinientos treinta", "setecientos ochenta"];

/// The card that comes in four messages, and key by key.
const PIECES: &[&str] = &["5425", "2334", "3010", "9903"];

#[test]
fn a_card_that_a_caller_says_is_nowhere_in_what_is_kept_or_sent() {
    let providers = Providers::start();
    let (folder, config) = house(&providers);
    let file = |name: &str| folder.path().join(name);
    let (data, log) = (file("data"), file("log"));
    let errors = Stdio::from(File::create(&log).unwrap());
    let daemon = Daemon::start_as("", &config, &data, "trace", errors);
    let mut gateway = daemon.connect();
    for (number, way) in WAYS.iter().enumerate() {
        talk(&mut gateway, &providers, &format!("c-{number}"), way);
    }
    in_pieces(&mut gateway);
    key_by_key(&mut Gateway::connect(&daemon.address, "voice"));
    let written = |arguments: &[&str]| {
        let output = turno(arguments);
        assert!(output.status.success(), "{arguments:?}: {}{}", stdout(&output), stderr(&output));
        stdout(&output)
    };
    let (settings, store) = (config.to_str().unwrap(), data.to_str().unwrap());
    let backup = file("backup");
    written(&["backup", backup.to_str().unwrap(), "--data", store]);
    let mut kept = String::new();
    for number in 0..WAYS.len() {
        let (id, recording) = (format!("terraza/whatsapp/c-{number}"), file(&format!("c-{number}.jsonl")));
        let cassette = file(&format!("c-{number}.cassette.jsonl"));
        written(&[
            "record",
            &id,
            "--connect",
            &daemon.address,
            "--config",
            settings,
            "--output",
            recording.to_str().unwrap(),
            "--cassette",
            cassette.to_str().unwrap(),
        ]);
    }
    for id in ["terraza/whatsapp/pieces", "terraza/voice/keys"] {
        kept += &written(&["record", id, "--connect", &daemon.address, "--config", settings]);
    }
    assert_eq!(daemon.interrupt(), Some(0));
    kept += &written(&["tools", "log", "--json", "--config", settings, "--data", store]);
    kept += &written(&["verify", "--data", store, "--config", settings]);
    for piece in PIECES {
        assert!(!kept.contains(&format!("\"{piece}\"")), "{piece} in {kept}");
    }
    for (whom, body) in providers.asked() {
        kept += &format!("{whom}: {body}\n");
    }
    assert!(kept.contains("tool: "), "the tool was not asked: {kept}");
    assert!(kept.contains("[card number]"), "no model was asked: {kept}");
    search("what was recorded and sent", kept.as_bytes());
    search_folder(folder.path());
}

/// All that a talk is: a model, a side question, a tool of the business's own, an interruption, a person.
fn talk(gateway: &mut Gateway, providers: &Providers, id: &str, way: &str) {
    let mut turns = 0;
    let mut say = |gateway: &mut Gateway, text: &str| {
        turns += 1;
        gateway.turn(id, &format!("t-{turns}"), text);
        let turn = format!("t-{turns}");
        std::iter::repeat_with(|| gateway.next())
            .find(|frame| frame["type"] == "reply" && frame["turn"] == turn)
            .unwrap()["text"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let answers = [Thought::Says("Con gusto."), Thought::Says("Abrimos a diario.")];
    providers.anthropic.lock().unwrap().extend(answers);
    assert_eq!(say(gateway, "buenas, tengo una duda"), "Con gusto.");
    let told = say(gateway, &format!("quiero dejarle mi tarjeta, es la {way}, para apartar una mesa"));
    assert_eq!(told, format!("{NOT_WANTED} Abrimos a diario."));
    let asked = say(gateway, "¿cuántos puntos tengo?");
    assert_eq!(asked, "¿De quién son los puntos?");
    // Only the number: the open question is asked again, as often as it takes.
    for _ in 0..4 {
        assert_eq!(say(gateway, way), format!("{NOT_WANTED} {asked}"));
    }
    let found = say(gateway, "de Ana Ruiz");
    assert!(found.starts_with("Tiene 100 puntos"), "{found}");
    gateway.send(&json!({"type": "interrupt", "conversation": id, "tenant": "terraza", "heard": format!("su tarjeta {way}")}));
    assert_eq!(say(gateway, "con una persona"), "Le comunico.");
    gateway.send(&json!({"type": "close", "conversation": id, "tenant": "terraza", "reason": way}));
}

const NOT_WANTED: &str =
    "No necesito los datos de su tarjeta y no los guardé; por favor, no los comparta por aquí.";

fn in_pieces(gateway: &mut Gateway) {
    gateway.turn("pieces", "t-0", "¿cuántos puntos tengo?");
    assert_eq!(wait_for(gateway, "t-0")["text"], "¿De quién son los puntos?");
    // A person is asked for, so that nothing takes the pieces for a value.
    gateway.turn("pieces", "t-p", "mejor con una persona");
    wait_for(gateway, "t-p");
    let mut told = Value::Null;
    for (number, piece) in PIECES.iter().enumerate() {
        let turn = format!("t-{}", number + 1);
        gateway.turn("pieces", &turn, piece);
        told = wait_for(gateway, &turn);
    }
    assert!(told["text"].as_str().unwrap().starts_with(NOT_WANTED), "{told}");
}

fn key_by_key(gateway: &mut Gateway) {
    gateway.turn("keys", "t-p", "con una persona");
    wait_for(gateway, "t-p");
    let mut told = Value::Null;
    for (number, key) in PIECES.concat().chars().enumerate() {
        let turn = format!("k-{number}");
        gateway.send(&json!({"type": "turn", "conversation": "keys", "turn": turn, "tenant": "terraza", "dtmf": key.to_string()}));
        told = wait_for(gateway, &turn);
    }
    assert!(told["text"].as_str().unwrap().starts_with(NOT_WANTED), "{told}");
}

fn wait_for(gateway: &mut Gateway, turn: &str) -> Value {
    std::iter::repeat_with(|| gateway.next())
        .find(|frame| frame["type"] == "reply" && frame["turn"] == turn)
        .unwrap()
}

fn house(providers: &Providers) -> (tempfile::TempDir, std::path::PathBuf) {
    let more = format!("[outgoing]\nallowed_addresses = [\"{}\"]", providers.address);
    let (folder, config) = configured(providers, &more);
    let tenant = std::fs::read_to_string(root().join("config/tenants/terraza.toml")).unwrap();
    let tenant = tenant.replacen("\nphone ", "\nplan = \"enterprise\"\nphone ", 1);
    std::fs::write(folder.path().join("terraza.toml"), tenant).unwrap();
    std::fs::create_dir(folder.path().join("tools")).unwrap();
    let tool = format!(
        r#"
        name                  = "find_points"
        description           = "Busca los puntos de un cliente"
        tenants               = ["*"]
        execution_type        = "api_call"
        requires_confirmation = false
        retry                 = "safe"
        [execution_config]
        url    = "http://{}/tool"
        method = "POST"
        [parameters_schema]
        type     = "object"
        required = ["note"]
        properties.note = {{ type = "string", x-slot = "text" }}
        "#,
        providers.address
    );
    std::fs::write(folder.path().join("tools/points.toml"), tool).unwrap();
    let graph = root().join("crates/turno/tests/language_models/cards.toml");
    let settings = std::fs::read_to_string(&config).unwrap();
    let tenants = settings.lines().find(|line| line.trim_start().starts_with("tenants")).unwrap();
    let own =
        format!("custom_tools = \"tools\"\ntenants = [{{ file = \"terraza.toml\", graph = {graph:?} }}]");
    let settings = settings.replacen(tenants, &own, 1).replacen(
        "[models]\n",
        "[models]\nrecord = \"traffic.jsonl\"\n",
        1,
    );
    std::fs::write(&config, settings).unwrap();
    (folder, config)
}

fn search_folder(folder: &Path) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            search_folder(&path);
        } else {
            search(&path.display().to_string(), &std::fs::read(&path).unwrap());
        }
    }
}

/// The digits as they may be grouped, and the words.
fn search(place: &str, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    for words in WORDS {
        assert!(!text.contains(words), "{words:?} in {place}");
    }
    let of_group = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '-' | ',' | '.');
    for run in text.split(|c: char| !of_group(c)) {
        let digits: String = run.chars().filter(char::is_ascii_digit).collect();
        for figures in FIGURES {
            assert!(!digits.contains(figures), "{figures} in {place}: {run}");
        }
    }
}
