//! A replay notices every change: of a call's name, of its arguments, of the order, and what is missing or too much.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;

use common::{root, stdout, turno};

/// "A replay does not notice a change": the effects of a recording, each changed in turn.
#[test]
fn faults_a_replay_notices_a_changed_name_argument_or_order() {
    let recording = root().join("tests/conversations/confirm-yes.jsonl");
    let lines: Vec<String> = std::fs::read_to_string(recording).unwrap().lines().map(str::to_owned).collect();
    let at = |part: &str| lines.iter().position(|line| line.contains(part)).unwrap();
    let booking = at(r#""effect":"call_tool","grant""#);
    let changed = |line: usize, from: &str, to: &str| {
        let mut changed = lines.clone();
        assert!(lines[line].contains(from), "{}", lines[line]);
        changed[line] = lines[line].replace(from, to);
        changed
    };
    let mut missing = lines.clone();
    missing.remove(booking);
    let mut twice = lines.clone();
    twice.insert(booking, lines[booking].clone());
    let mut swapped = lines.clone();
    swapped.swap(booking - 1, booking);
    let changes = [
        ("name", changed(booking, "create_reservation", "create_order")),
        ("argument", changed(booking, r#""party_size":4"#, r#""party_size":40"#)),
        ("key", changed(booking, r#""key":""#, r#""key":"0"#)),
        ("missing", missing),
        ("twice", twice),
        ("order", swapped),
    ];
    let folder = tempfile::tempdir().unwrap();
    for (what, changed) in &changes {
        std::fs::write(folder.path().join(format!("{what}.jsonl")), changed.join("\n") + "\n").unwrap();
    }
    let told = stdout(&turno(&["replay", folder.path().to_str().unwrap()]));
    for (what, _) in &changes {
        assert!(told.contains(&format!("{what}.jsonl:")), "{what} was not noticed: {told}");
    }
    assert!(told.contains("6 recordings: 0 equal, 6 different"), "{told}");
}

/// A copy of the restaurant that models answer for, with changes to its graph: where it is, and its recording of that name.
fn concierge(recording: &str, graph: &[(&str, &str)]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| std::fs::read_to_string(root().join(name)).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let changed = graph.iter().fold(read("graphs/concierge.toml"), |source, (from, to)| {
        assert!(source.contains(from), "{from}");
        source.replace(from, to)
    });
    write("graph.toml", &changed);
    let models = read("tests/concierge/turno.toml");
    let models = models.split_once("[models]").unwrap().1;
    let tenant = root().join("config/tenants/terraza.toml");
    let config =
        format!("[[tenants]]\nfile = \"{}\"\ngraph = \"graph.toml\"\n[models]{models}", tenant.display());
    write("turno.toml", &config);
    write("cassette.jsonl", &read(&format!("tests/concierge/cassettes/{recording}.jsonl")));
    let talk = read(&format!("tests/conversations/{recording}.jsonl"))
        .replace("../concierge/turno.toml", "turno.toml")
        .replace(&format!("../concierge/cassettes/{recording}.jsonl"), "cassette.jsonl");
    write("talk.jsonl", &talk);
    let talk = folder.path().join("talk.jsonl").to_str().unwrap().to_owned();
    (folder, talk)
}

#[test]
fn a_changed_prompt_or_schema_is_told_with_what_differs_and_blessed_on_purpose() {
    let (_folder, talk) = concierge("agent-read", &[]);
    assert!(stdout(&turno(&["replay", &talk])).contains("1 equal"));
    let with_fewer_tools = [("\"find_bookings\", \"get_menu\"", "\"find_bookings\"")];
    let (_folder, talk) = concierge("agent-read", &with_fewer_tools);
    let told = stdout(&turno(&["replay", &talk]));
    assert!(told.contains("the model is asked something else"), "{told}");
    assert!(told.contains("-        \"name\": \"get_menu\","), "{told}");
    let with_other_words = [("con amabilidad", "sin rodeos")];
    let (folder, talk) = concierge("agent-read", &with_other_words);
    let told = stdout(&turno(&["replay", &talk]));
    for part in [
        "talk.jsonl:4: the model is asked something else",
        "\n- De otros temas di con amabilidad que no puedes ayudar.\\n\n",
        "\n+ De otros temas di sin rodeos que no puedes ayudar.\\n\n",
    ] {
        assert!(told.contains(part), "{told}");
    }
    assert!(stdout(&turno(&["replay", "--bless", &talk])).contains("1 written"));
    let told = stdout(&turno(&["replay", &talk]));
    assert!(told.contains("1 equal"), "{told}");
    let cassette = std::fs::read_to_string(folder.path().join("cassette.jsonl")).unwrap();
    assert!(
        cassette.contains("sin rodeos") && !cassette.contains("con amabilidad"),
        "what is asked now stands in it"
    );
}

#[test]
fn an_answer_that_is_read_otherwise_or_asked_no_more_is_told() {
    let (folder, talk) = concierge("agent-read", &[]);
    let cassette = folder.path().join("cassette.jsonl");
    let kept = std::fs::read_to_string(&cassette).unwrap();
    assert!(kept.contains("El sábado abrimos"));
    std::fs::write(&cassette, kept.replace("El sábado abrimos", "El sábado cerramos")).unwrap();
    let told = stdout(&turno(&["replay", &talk]));
    assert!(told.contains("the model's answer is read otherwise"), "{told}");
    let again = kept.lines().map(|line| format!("{}\n", line.replace("\"id\":\"r", "\"id\":\"r9")));
    std::fs::write(&cassette, format!("{kept}{}", again.collect::<String>())).unwrap();
    let told = stdout(&turno(&["replay", &talk]));
    assert!(told.contains("what is not asked any more: r91 POST"), "{told}");
}
