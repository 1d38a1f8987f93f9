//! The daemon as gateways meet it: over its socket, through kills and restarts.

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

use std::{io::Write, process::Stdio};

use common::{Daemon, Gateway, code_in, root, stderr, stdout, turno};
use serde_json::json;

#[test]
fn a_pending_confirmation_survives_a_kill_and_the_same_turn_sent_ten_times_books_once() {
    let data = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(data.path());
    daemon.connect().reach_the_question("c-1");
    daemon.kill();

    let daemon = Daemon::start(data.path());
    let mut gateway = daemon.connect();
    for _ in 0..10 {
        gateway.turn("c-1", "yes", "sí");
    }
    let mut codes = Vec::new();
    while codes.len() < 10 {
        let frame = gateway.next();
        // Frames that were never acknowledged come first.
        if frame["turn"] == "yes" {
            codes.push(code_in(&frame).unwrap_or_else(|| panic!("{frame}")));
        }
    }
    codes.dedup();
    assert_eq!(codes.len(), 1, "{codes:?}");

    // Told again after another kill, and found by the one who made it: one booking.
    daemon.kill();
    let daemon = Daemon::start(data.path());
    let mut gateway = daemon.connect();
    gateway.turn("c-1", "yes", "sí");
    let told = std::iter::repeat_with(|| gateway.next()).find(|frame| frame["turn"] == "yes").unwrap();
    assert_eq!(code_in(&told).as_ref(), codes.first());
    let mut gateway = daemon.connect();
    gateway.turn("c-2", "t-1", "quiero cancelar mi reservación");
    let question = gateway.next();
    assert_eq!(code_in(&question).as_ref(), codes.first(), "{question}");
}

#[test]
fn a_phrase_that_is_added_to_a_language_is_understood_after_a_start() {
    let folder = tempfile::tempdir().unwrap();
    let (config, data) = (folder.path().join("turno.toml"), folder.path().join("data"));
    let text = format!(
        "[[tenants]]\nfile = \"{0}/config/tenants/terraza.toml\"\ngraph = \"{0}/graphs/restaurant.toml\"\n",
        root().display()
    );
    std::fs::write(&config, text).unwrap();
    let daemon = Daemon::start_with(&config, &data);
    let mut gateway = daemon.connect();
    gateway.reach_the_question("c-1");
    let asked_again = gateway.say("c-1", "a-1", "a darle átomos");
    assert_eq!(asked_again["awaiting"], "confirmation", "{asked_again}");
    assert_eq!(daemon.interrupt(), Some(0));

    let own = folder.path().join("languages/es-MX");
    std::fs::create_dir_all(&own).unwrap();
    std::fs::write(own.join("lexicon.tsv"), "a darle atomos\tyes\tasí dicen aquí\n").unwrap();
    std::fs::write(own.join("messages.toml"), "").unwrap();
    let daemon = Daemon::start_with(&config, &data);
    let mut gateway = daemon.connect();
    gateway.reach_the_question("c-2");
    let booked = gateway.say("c-2", "a-1", "a darle átomos");
    assert!(code_in(&booked).is_some(), "{booked}");
}

/// Brazilian Portuguese is files alone: a business that speaks it books, with a question beside, a change and a "sim".
#[test]
fn a_business_that_speaks_portuguese_books_a_table() {
    let data = tempfile::tempdir().unwrap();
    let daemon = Daemon::start_with(&root().join("config/examples/cantina/turno.toml"), data.path());
    let mut gateway = daemon.connect();
    let mut turn = 0;
    let mut say = |text: &str| {
        turn += 1;
        gateway.say_through("cantina", "c-1", &format!("t-{turn}"), text)
    };
    // The house is closed on Mondays.
    let today = jiff::Timestamp::now().to_zoned_datetime(jiff::tz::TimeZone::UTC).date();
    let day = (10..12)
        .map(|days| today.saturating_add(jiff::Span::new().days(days)))
        .find(|date| date.weekday() != jiff::civil::Weekday::Monday)
        .unwrap();
    let day = day.strftime("%d/%m").to_string();
    let card = say("o meu cartão é quatro um um um um um um um um um um um um um um um");
    assert!(
        card["text"].as_str().unwrap().contains("não os guardei"),
        "a number that nobody wants is said to be none: {card}"
    );
    say("oi, quero reservar uma mesa");
    say(&format!("para o dia {day}, às 8 da noite, para quatro pessoas"));
    say("no nome de Ana Souza");
    let mut asked = say("11 98765-4321");
    assert_eq!(asked["awaiting"], "confirmation", "{asked}");
    asked = say("não, às 9 da noite");
    assert!(asked["text"].as_str().unwrap().contains("às 9 da noite"), "{asked}");
    let booked = say("sim, pode reservar");
    assert!(code_in(&booked).is_some(), "{booked}");
    assert!(booked["text"].as_str().unwrap().contains("9 da noite"), "{booked}");
}

#[test]
fn a_card_in_pieces_of_portuguese_words_leaves_none_of_them_behind() {
    let data = tempfile::tempdir().unwrap();
    let config = root().join("config/examples/cantina/turno.toml");
    let daemon = Daemon::start_with(&config, data.path());
    let mut gateway = daemon.connect();
    let pieces = ["quatro um um um", "um um um um", "um um um um", "um um um um"];
    for (number, piece) in pieces.iter().enumerate() {
        gateway.say_through("cantina", "c-1", &format!("t-{number}"), piece);
    }
    let config = config.to_str().unwrap();
    let id = "cantina/whatsapp/c-1";
    let told = turno(&["record", id, "--connect", &daemon.address, "--config", config]);
    let record = stdout(&told);
    assert!(record.contains("[card number]"), "{record}{}", stderr(&told));
    assert!(!record.contains("um um") && !record.contains("quatro"), "{record}");
}

#[test]
fn frames_are_kept_until_they_are_acknowledged_and_resumed_in_order() {
    let data = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(data.path());
    let mut gateway = daemon.connect();
    let first = gateway.say("c-1", "t-1", "hola");
    gateway.say("c-1", "t-2", "ayuda");
    gateway.send(&json!({ "type": "ack", "conversation": "c-1", "seq": first["seq"] }));
    gateway.say("c-1", "t-3", "hola");
    drop(gateway);
    daemon.kill();
    let daemon = Daemon::start(data.path());
    let mut gateway = daemon.connect();
    gateway.send(&json!({ "type": "resume", "tenant": "terraza", "conversations": { "c-1": 1 } }));
    let resumed = [gateway.next(), gateway.next()];
    assert_eq!(resumed.map(|frame| frame["turn"].clone()), [json!("t-2"), json!("t-3")]);
}

#[test]
fn a_hidden_caller_proves_nothing_and_is_asked_for_a_number() {
    let data = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(data.path());
    let mut gateway = daemon.connect();
    let mut say = |caller: &str, conversation: &str, turn: &str, text: &str| {
        gateway.send(&json!({
            "type": "turn", "conversation": conversation, "turn": turn, "tenant": "terraza", "caller": caller, "text": text,
        }));
        let reply = gateway.next();
        assert_eq!(reply["type"], "reply", "{reply}");
        reply
    };
    let hours = ["2 de la tarde", "5 de la tarde", "8 de la noche"];
    // As exchanges tell it, as keys spell it, no number of any plan, and two of the business's own.
    for (number, nobody) in
        ["anonymous", "8000", "+266696687", "+86282452253", "+525555550100", "+525555550109"]
            .into_iter()
            .enumerate()
    {
        let first = format!("first-{number}");
        let reply = say(
            nobody,
            &first,
            "t-1",
            &format!(
                "quiero reservar para dentro de 3 días a las {}, somos 4, a nombre de Juan",
                hours[number / 2]
            ),
        );
        assert_eq!(reply["awaiting"], "slot:customer_phone", "{nobody}: {reply}");
        let reply = say(nobody, &first, "t-2", "55 8765 4321");
        assert_eq!(reply["awaiting"], "confirmation", "{nobody}: {reply}");
        let code = code_in(&say(nobody, &first, "t-3", "sí")).unwrap();
        // Who made it still has it in the same conversation; whoever hides next has nothing.
        let own = say(nobody, &first, "t-4", "quiero cancelar mi reservación");
        assert_eq!(code_in(&own), Some(code.clone()), "{nobody}: {own}");
        let next = say(nobody, &format!("next-{number}"), "t-1", "quiero cancelar mi reservación");
        assert_eq!(code_in(&next), None, "{nobody}: {next}");
        assert_ne!(next["awaiting"], "confirmation", "{nobody}: {next}");
        // Whose number it was made under is somebody.
        let owner =
            say("+5215587654321", &format!("owner-{number}"), "t-1", "quiero cancelar mi reservación");
        assert!(owner.to_string().contains("RES-"), "{owner}");
    }
}

#[test]
fn bad_input_gets_a_code_and_the_connection_goes_on() {
    let data = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(data.path());
    let mut gateway = daemon.connect();
    let turn = |text: &str| json!({ "type": "turn", "conversation": "c-1", "turn": "t-x", "tenant": "terraza", "text": text });
    let cases = [
        ("not json".to_owned(), "not_json"),
        (format!("{{\"type\":\"turn\",\"text\":\"{}\"}}", "x".repeat(70_000)), "frame_too_large"),
        (json!({ "type": "dance" }).to_string(), "unknown_type"),
        (json!({ "type": "turn", "conversation": "c-1" }).to_string(), "invalid_frame"),
        (
            json!({ "type": "turn", "conversation": "c-1", "turn": "t", "tenant": "nadie", "text": "hola" })
                .to_string(),
            "unknown_tenant",
        ),
        (turn(&"a".repeat(10_000)).to_string(), "text_too_long"),
    ];
    for (line, code) in cases {
        gateway.send_line(&line);
        let frame = gateway.next();
        assert_eq!((&frame["type"], &frame["code"]), (&json!("error"), &json!(code)), "{frame}");
    }
    for (number, text) in ["", "👍", "\u{1}\u{7}hola", "el 31 de febrero", "0 personas"].iter().enumerate()
    {
        let reply = gateway.say("c-2", &format!("t-{number}"), text);
        assert!(!reply["text"].as_str().unwrap().is_empty());
    }
}

#[test]
fn two_callers_for_the_same_table_never_both_get_it() {
    let data = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(data.path());
    let mut gateway = daemon.connect();
    // Every table that seats 8, wanted by more callers than there are.
    let callers: Vec<String> = (0..12).map(|number| format!("c-{number}")).collect();
    let mut asked = Vec::new();
    for caller in &callers {
        gateway.say(caller, "t-1", "mesa para 8 dentro de 3 días a las 8 de la noche");
        let question = gateway.say(caller, "t-2", "a nombre de Juan");
        if question["awaiting"] == "confirmation" {
            asked.push(caller);
        }
    }
    assert_eq!(asked.len(), callers.len(), "nobody has booked yet, so there is room for each");
    for caller in &asked {
        gateway.turn(caller, "t-3", "sí");
    }
    let replies: Vec<_> = asked.iter().map(|_| gateway.next()).collect();
    let mut codes: Vec<String> = replies.iter().filter_map(code_in).collect();
    let booked = codes.len();
    codes.sort();
    codes.dedup();
    assert_eq!(codes.len(), booked, "each booking has its own code");
    assert!((1..callers.len()).contains(&booked), "some got a table and some did not: {booked}");
    for reply in replies.iter().filter(|reply| code_in(reply).is_none()) {
        assert!(reply["text"].as_str().unwrap().contains("ya no hay mesa"), "{reply}");
    }
}

#[test]
fn ctrl_c_finishes_what_is_under_way_and_exits_0() {
    let data = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(data.path());
    let mut gateway = daemon.connect();
    gateway.turn("c-1", "t-1", "hola");
    gateway.next();
    assert_eq!(daemon.interrupt(), Some(0));
}

#[test]
fn chat_takes_lines_from_a_pipe_and_record_writes_what_replay_accepts() {
    let data = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(data.path());
    let mut chat = std::process::Command::new(env!("CARGO_BIN_EXE_turno"))
        .args(["chat", "--connect", &daemon.address, "--conversation", "piped", "--caller", "+525512345678"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = "quiero reservar para dentro de 3 días a las 8 de la noche, somos 4\na nombre de Juan\nsí, pero somos 5\nsí\n";
    chat.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = chat.wait_with_output().unwrap();
    assert!(output.status.success());
    let said = stdout(&output);
    assert!(said.contains("mesa para 5 personas") && said.contains("RES-"), "{said}");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("piped.jsonl");
    let output =
        turno(&["record", "piped", "--connect", &daemon.address, "--output", file.to_str().unwrap()]);
    assert!(output.status.success(), "{}", stderr(&output));
    let output = turno(&["replay", file.to_str().unwrap()]);
    assert!(output.status.success(), "{}", stdout(&output));
    assert!(stdout(&output).contains("1 equal"), "{}", stdout(&output));
}

#[test]
fn a_store_in_use_and_a_wrong_configuration_are_told_before_anything_binds() {
    let data = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(data.path());
    let output = turno(&["serve", "--listen", "127.0.0.1:0", "--data", data.path().to_str().unwrap()]);
    assert!(!output.status.success());
    assert!(stderr(&output).contains("in use by another process"), "{}", stderr(&output));
    drop(daemon);

    let folder = tempfile::tempdir().unwrap();
    let graph = std::fs::read_to_string(root().join("graphs/restaurant.toml")).unwrap();
    std::fs::write(
        folder.path().join("g.toml"),
        graph.replace("to    = \"availability\"", "to = \"availabilty\""),
    )
    .unwrap();
    let tenant = std::fs::read_to_string(root().join("config/tenants/terraza.toml")).unwrap();
    std::fs::write(folder.path().join("t.toml"), tenant.replace("time_zone", "time_zome")).unwrap();
    let config = "data = \"d\"\n[[tenants]]\nfile = \"t.toml\"\ngraph = \"g.toml\"\n[[tenants]]\nfile = \"none.toml\"\ngraph = \"g.toml\"\n";
    let path = folder.path().join("turno.toml");
    std::fs::write(&path, config).unwrap();
    let output = turno(&["serve", "--config", path.to_str().unwrap(), "--listen", "127.0.0.1:0"]);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    assert!(told.contains("time_zome") && told.contains("none.toml"), "{told}");
    assert!(!folder.path().join("d").exists(), "nothing was opened");
}

#[test]
fn nobody_listening_is_told_with_the_cure() {
    let output = turno(&["chat", "--connect", "127.0.0.1:1"]);
    assert!(!output.status.success());
    assert!(stderr(&output).contains("start one with `turno serve`"), "{}", stderr(&output));
}

#[test]
fn another_channel_is_another_conversation() {
    let data = tempfile::tempdir().unwrap();
    let daemon = Daemon::start(data.path());
    daemon.connect().reach_the_question("c-1");
    let mut voice = Gateway::connect(&daemon.address, "voice");
    let reply = voice.say("c-1", "t-1", "sí");
    assert_ne!(reply["awaiting"], "confirmation");
    assert_eq!(code_in(&reply), None);
}
