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

use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    path::{Path, PathBuf},
};

use common::{Daemon, root, stderr, stdout, turno};
use serde_json::{Value, json};
use turno_core::{Channel, ConversationKey, Execution, Timestamp};
use turno_runtime::{
    ExecutionRecord,
    port::{Batch, Store},
};
use turno_store::SledStore;

/// 2026-01-19, 10:00 in Mexico City, 8:00 in Tijuana.
const MONDAY: i64 = 1_768_838_400_000;

const MINUTE_MS: i64 = 60_000;

/// A search service that always has an answer.
fn service() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut length = 0;
            loop {
                let mut line = String::new();
                reader.read_line(&mut line).unwrap();
                if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                if line.trim().is_empty() {
                    break;
                }
            }
            reader.read_exact(&mut vec![0; length]).unwrap();
            let said = json!({"type": "output_text", "text": "Hace 18 grados; pregunte al 55 1234 5678."});
            let body = json!({"status": "completed", "output": [{"type": "message", "content": [said]}]})
                .to_string();
            let head = format!(
                "Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close",
                body.len()
            );
            write!(stream, "HTTP/1.1 200 OK\r\n{head}\r\n\r\n{body}").unwrap();
        }
    });
    address
}

/// A restaurant that books nothing at one of its branches, and a clinic two hours to the west that searches twice a minute.
fn configured(folder: &Path, address: &str) -> PathBuf {
    let read = |name: &str| std::fs::read_to_string(root().join("config/tenants").join(name)).unwrap();
    let terraza = read("terraza.toml").replace(
        "id      = \"coyoacan\"",
        "id      = \"coyoacan\"\ndisabled_tools = [\"create_reservation\"]",
    );
    let sonrisa = read("sonrisa.toml").replace("America/Mexico_City", "America/Tijuana");
    let sonrisa = sonrisa
        + "\n[[agents]]\nid = \"maya\"\nname = \"Maya\"\nsecurity.allowed_tools = [\"perplexity_search\"]\n";
    std::fs::write(folder.join("terraza.toml"), terraza).unwrap();
    std::fs::write(folder.join("sonrisa.toml"), sonrisa).unwrap();
    std::fs::create_dir(folder.join("secrets")).unwrap();
    std::fs::write(folder.join("secrets/KEY"), "k-123456\n").unwrap();
    let config = format!(
        r#"
        tenants = [{{ file = "terraza.toml", graph = {:?} }}, {{ file = "sonrisa.toml", graph = {:?} }}]
        outgoing.allowed_addresses = ["{address}"]
        secrets.folder = "secrets"
        [tools.perplexity_search]
        key = "KEY"
        base_url = "http://{address}"
        rate_limit_per_minute = 2
        "#,
        root().join("graphs/restaurant.toml"),
        root().join("crates/turno/tests/tool_log/graph.toml"),
    );
    let file = folder.join("turno.toml");
    std::fs::write(&file, config).unwrap();
    file
}

struct House {
    folder: tempfile::TempDir,
    config: PathBuf,
}

impl House {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = configured(folder.path(), &service());
        Self { folder, config }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// What a command about tools prints.
    fn tools(&self, arguments: &[&str]) -> String {
        let data = self.data();
        let (command, more) = arguments.split_first().unwrap();
        let mut all = vec!["tools", command, "--data", data.to_str().unwrap()];
        all.extend(["--config", self.config.to_str().unwrap()]);
        all.extend(more);
        let output = turno(&all);
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        stdout(&output)
    }

    fn calls(&self, arguments: &[&str]) -> Vec<Value> {
        let mut all = vec!["log", "--json"];
        all.extend(arguments);
        self.tools(&all)
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// Which calls, by their ids.
    fn ids(&self, arguments: &[&str]) -> Vec<String> {
        let calls = self.calls(arguments).into_iter();
        calls
            .map(|call| call["call"].as_str().unwrap().to_owned())
            .collect()
    }

    fn usage(&self, arguments: &[&str]) -> Value {
        let mut all = vec!["usage", "--json"];
        all.extend(arguments);
        serde_json::from_str(&self.tools(&all)).unwrap()
    }

    /// Makes a store at rest with these records.
    fn fill(&self, records: impl IntoIterator<Item = ExecutionRecord>) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let store = SledStore::open(&self.data()).unwrap();
        runtime.block_on(async {
            let records: Vec<ExecutionRecord> = records.into_iter().collect();
            for some in records.chunks(500) {
                let mut batch = Batch::default();
                some.iter().for_each(|record| record.put(&mut batch));
                store.commit(batch).await.unwrap();
            }
            store.close().await.unwrap();
        });
    }
}

/// A call so many minutes after Monday at ten.
fn record(tenant: &str, number: u32, minutes: i64) -> ExecutionRecord {
    ExecutionRecord {
        conversation: ConversationKey::new(tenant, Channel::Voice, "c-1").unwrap(),
        agent: None,
        turn: None,
        call: number.to_string(),
        tool: "get_menu".to_owned(),
        execution: Some(Execution::Internal),
        input: json!({}),
        success: true,
        output: Some(json!({"success": true, "message": "Hay tacos."})),
        error_code: None,
        error_message: None,
        started_at: Timestamp(MONDAY + minutes * MINUTE_MS),
        duration_ms: u64::from(number),
        external_request_id: None,
        cost_micros: 0,
    }
}

fn failed(code: &str, record: ExecutionRecord) -> ExecutionRecord {
    ExecutionRecord {
        success: false,
        output: None,
        error_code: Some(code.to_owned()),
        error_message: Some("there is no tool \"get_menus\"".to_owned()),
        ..record
    }
}

#[test]
fn a_running_daemon_tells_what_was_called_and_the_same_is_there_when_it_rests() {
    let store = House::new();
    let daemon = Daemon::start_with(&store.config, &store.data());
    let mut gateway = daemon.connect();
    gateway.reach_the_question("c-1");
    gateway.say("c-1", "t-yes", "sí");
    for (turn, text) in [
        ("t-1", "el clima"),
        ("t-2", "el clima, a fondo"),
        ("t-3", "el clima"),
    ] {
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
    assert!(
        shown[2].contains("sonrisa/whatsapp/c-2 maya {\"query\":\"clima\"} -> "),
        "{running}"
    );
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
    for (turn, text) in [
        ("t-1", "el clima"),
        ("t-2", "el clima, a fondo"),
        ("t-3", "el clima"),
    ] {
        gateway.say_through("sonrisa", "c-2", turn, text);
    }
    let costs: Vec<Value> = store
        .calls(&[])
        .iter()
        .map(|call| call["cost_micros"].clone())
        .collect();
    assert_eq!(costs, [json!(1_000), json!(5_000), json!(0)]);
    let usage = store.usage(&["--agent", "maya"]);
    let row = &usage["usage"][0];
    assert_eq!(
        (
            &row["tool"],
            &row["agent"],
            &row["calls"],
            &row["failures"],
            &row["cost_micros"]
        ),
        (
            &json!("perplexity_search"),
            &json!("maya"),
            &json!(3),
            &json!({"rate_limited": 1}),
            &json!(6_000)
        )
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
        (
            "t-1",
            "quiero reservar para dentro de 3 días a las 8 de la noche, somos 4, en Coyoacán",
        ),
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
        (
            &refused[0]["tool"],
            &refused[0]["input"]["customer_name"],
            &refused[0]["success"]
        ),
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
    assert_eq!(
        store.ids(&[]).into_iter().collect::<BTreeSet<_>>(),
        all.into_iter().collect()
    );
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
        (
            vec![
                "--since",
                "2026-01-19T10:02:00-06:00",
                "--until",
                "2026-01-19T10:03:00-06:00",
            ],
            "3",
        ),
        // Half past midnight in Mexico City is half past ten of the day before in Tijuana.
        (vec!["--since", "2026-01-20"], "5"),
        (
            vec![
                "--since",
                "2026-01-19",
                "--until",
                "2026-01-19",
                "--tenant",
                "sonrisa",
            ],
            "6",
        ),
        (vec!["--until", "2026-01-19", "--tenant", "terraza"], "1 2 3 4"),
        (vec!["--until", "2026-01-18"], ""),
    ] {
        assert_eq!(store.ids(&arguments).join(" "), expected, "{arguments:?}");
    }
    let line = store.tools(&["log", "--tenant", "sonrisa"]);
    assert!(line.starts_with("2026-01-19 22:30:00-08:00 get_menu "), "{line}");
    assert_eq!(store.tools(&["log", "--agent", "nobody"]), "no tool call fits\n");
}

#[test]
fn a_long_log_comes_page_by_page_whole_and_in_order() {
    let store = House::new();
    // More than a page of calls, more than the rows that are read for one, and more than the latest windows.
    let terraza = (0..2_300).map(|number| record("terraza", number, i64::from(number)));
    let sonrisa = (0..450).map(|number| record("sonrisa", number, i64::from(number)));
    let one = ExecutionRecord {
        tool: "get_services".to_owned(),
        ..record("sonrisa", 9_999, 500)
    };
    store.fill(terraza.chain(sonrisa).chain([one]));
    let all = store.ids(&["--all"]);
    let expected = (0..450)
        .chain([9_999])
        .chain(0..2_300)
        .map(|number| number.to_string());
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
        (
            vec!["log", "--conversation", "sonrisa/web/c-1", "--tenant", "terraza"],
            "leave --tenant out",
        ),
    ] {
        let config = store.config.to_str().unwrap();
        let mut all = vec![
            "tools",
            arguments[0],
            "--data",
            data.to_str().unwrap(),
            "--config",
            config,
        ];
        all.extend(&arguments[1..]);
        let output = turno(&all);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(
            stderr(&output).contains(cure),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
    let nothing = turno(&["tools", "log", "--data", "/nonexistent"]);
    assert!(
        stderr(&nothing).contains("name its folder with --data"),
        "{}",
        stderr(&nothing)
    );
}
