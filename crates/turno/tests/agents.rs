//! Agents: what each of a business's assistants may call, and under which rules of its own, as an operator sees it.

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
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use common::{Daemon, Gateway, root, service::serve, stderr, stdout, turno};
use serde_json::{Value, json};

/// A search service: what it was asked, and how many results were wanted.
struct Search {
    address: String,
    wanted: Arc<Mutex<Vec<i64>>>,
}

impl Search {
    fn start() -> Self {
        let wanted = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&wanted);
        let address = serve(move |asked| {
            let asked: Value = serde_json::from_slice(&asked.body).unwrap();
            kept.lock().unwrap().push(asked["max_results"].as_i64().unwrap());
            let found = json!({"answer": "Hallé esto.", "results": [
                {"title": "Uno", "url": "https://uno.example/", "content": "Uno", "score": 0.9}]});
            ("200 OK", "application/json", found.to_string())
        });
        Self { address, wanted }
    }

    fn wanted(&self) -> Vec<i64> {
        std::mem::take(&mut *self.wanted.lock().unwrap())
    }
}

/// The example agency in a folder of its own, with changes to its file and to its graph.
fn agency(folder: &Path, search: &str, tenant: &[(&str, &str)], graph: &[(&str, &str)]) -> PathBuf {
    let copy = |name: &str, changes: &[(&str, &str)]| {
        let source = std::fs::read_to_string(root().join("config/examples/agency").join(name)).unwrap();
        let changed = changes.iter().fold(source, |source, (from, to)| {
            assert!(source.contains(from), "{from}");
            source.replacen(from, to, 1)
        });
        std::fs::write(folder.join(name), changed).unwrap();
    };
    copy("agencia.toml", tenant);
    copy("graph.toml", graph);
    let local = format!(
        "[secrets]\nfolder = \"secrets\"\n[outgoing]\nallowed_addresses = [\"{search}\"]\n\n[tools.google_search]\n\
         base_url = \"http://{search}/search\""
    );
    copy("turno.toml", &[("[tools.google_search]", &local)]);
    std::fs::create_dir(folder.join("secrets")).unwrap();
    std::fs::write(folder.join("secrets/TAVILY_KEY"), "k-123456\n").unwrap();
    folder.join("turno.toml")
}

fn check(config: &Path) -> Result<String, String> {
    let output = turno(&["check", "--config", config.to_str().unwrap()]);
    if output.status.success() { Ok(stdout(&output)) } else { Err(stderr(&output)) }
}

#[test]
fn document_3_s_agents_search_each_with_its_own_settings() {
    let search = Search::start();
    let folder = tempfile::tempdir().unwrap();
    let config = agency(folder.path(), &search.address, &[], &[]);
    check(&config).unwrap();
    let daemon = Daemon::start_with(&config, &folder.path().join("data"));
    let mut gateway = daemon.connect();
    let mut say = |conversation: &str, turn: &str, text: &str| {
        gateway
            .send(&json!({"type": "turn", "conversation": conversation, "turn": turn, "tenant": "agencia",
            "text": text}));
        let mut reply = gateway.next();
        while reply["type"] == "progress" {
            reply = gateway.next();
        }
        reply["text"].clone()
    };
    assert_eq!(say("c-1", "t-1", "busca ejemplos de ofertas exitosas"), "Hallé esto.");
    assert_eq!(say("c-2", "t-1", "tendencias de seo de este año"), "Hallé esto.");
    assert_eq!(search.wanted(), [5, 8], "`atlas` wants 8 where a call does not say");
    assert_eq!(say("c-3", "t-1", "quiero calcular algo"), "¿Qué calculo?");
    assert_eq!(say("c-3", "t-2", "15000 + 16 %"), "El resultado es 17,400.");
}

#[test]
fn a_channel_and_a_branch_may_have_agents_of_their_own() {
    let search = Search::start();
    let folder = tempfile::tempdir().unwrap();
    let allowed = "allowed_tools = [\"google_search\", \"get_business_hours\", \"get_business_info\", \"transfer_to_human\"]";
    let of_agent = |id: &str, results: u8| {
        format!(
            "[[agents]]\nid = \"{id}\"\nname = \"{id}\"\n[agents.security]\n{allowed}\n\
             [agents.tools.google_search.defaults]\nnumResults = {results}\n"
        )
    };
    let more = format!("{}{}\n[[agents]]\nid   = \"booms\"", of_agent("chat", 2), of_agent("sucursal", 4));
    let tenant = [
        (
            "default_agent = \"recepcion\"",
            "default_agent = \"recepcion\"\nagent_by_channel = { web = \"chat\" }",
        ),
        ("phone   = \"+525555550401\"", "phone   = \"+525555550401\"\nagent   = \"sucursal\""),
        ("allowed_tools = [\"get_business_hours\", \"get_business_info\", \"transfer_to_human\"]", allowed),
        ("[[agents]]\nid   = \"booms\"", more.as_str()),
    ];
    let graph = [("agent      = \"ofertas\"\n", "")];
    let config = agency(folder.path(), &search.address, &tenant, &graph);
    check(&config).unwrap();
    let daemon = Daemon::start_with(&config, &folder.path().join("data"));
    let mut asked = Vec::new();
    for (channel, branch) in
        [("whatsapp", None), ("web", None), ("web", Some("roma")), ("whatsapp", Some("roma"))]
    {
        let mut gateway = Gateway::connect(&daemon.address, channel);
        let conversation = format!("c-{branch:?}");
        gateway
            .send(&json!({"type": "turn", "conversation": conversation, "turn": "t-1", "tenant": "agencia",
            "branch": branch, "text": "busca ofertas"}));
        while gateway.next()["type"] == "progress" {}
        asked.extend(search.wanted());
    }
    assert_eq!(asked, [5, 2, 4, 4]);
}

#[test]
fn a_name_that_no_tool_has_is_told_with_its_line_and_the_nearest_one() {
    let folder = tempfile::tempdir().unwrap();
    let tenant = [
        (
            "allowed_tools = [\"google_search\", \"calculator\"]",
            "allowed_tools = [\"google_serch\", \"calculator\"]",
        ),
        ("[agents.tools.google_search]\ntimeout_ms", "[agents.tools.google_serch]\ntimeout_ms"),
        ("numResults = 8 ", "numResult = 8 "),
        ("rate_limit_per_minute = 10 ", "rate_limit_per_minute = -1 "),
    ];
    let config = agency(folder.path(), "127.0.0.1:9", &tenant[..3], &[]);
    let told = check(&config).unwrap_err();
    for expected in [
        "agencia.toml:84:18: there is no tool `google_serch`",
        "help: did you mean `google_search`?",
        "agencia.toml:74:13: `google_search` has no parameter `numResult`",
        "help: did you mean `numResults`?",
    ] {
        assert!(told.contains(expected), "{expected}\n{told}");
    }
    let other = tempfile::tempdir().unwrap();
    let config = agency(other.path(), "127.0.0.1:9", &tenant[3..], &[]);
    let told = check(&config).unwrap_err();
    assert!(told.contains("agencia.toml:72:25: in `tools`: found integer `-1`"), "{told}");
}

#[test]
fn a_graph_that_names_a_tool_or_an_agent_wrongly_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let graph = [
        ("agent      = \"ofertas\"", "agent      = \"oferta\""),
        ("agent      = \"canales\"", "agent      = \"booms\""),
        ("agent      = \"atlas\"\n", ""),
    ];
    let config = agency(folder.path(), "127.0.0.1:9", &[], &graph);
    let told = check(&config).unwrap_err();
    for expected in [
        "there is no agent `oferta`",
        "help: did you mean `ofertas`?",
        "the agent `booms` may not call `google_search`",
        "the agent `recepcion` may not call `google_search`",
        "help: add `google_search` to `allowed_tools` of `recepcion`",
    ] {
        assert!(told.contains(expected), "{expected}\n{told}");
    }
}

#[test]
fn a_tool_that_is_known_and_not_configured_is_a_note_to_an_agent_and_a_fault_to_a_graph() {
    let folder = tempfile::tempdir().unwrap();
    let calls_none = [
        ("tool       = \"google_search\"\nagent      = \"ofertas\"", "tool       = \"get_business_info\""),
        ("parameters = { query = \"utterance\" }\n", ""),
        ("tool       = \"google_search\"\nagent      = \"canales\"", "tool       = \"get_business_info\""),
        ("parameters = { query = \"utterance\" }\n", ""),
        ("tool       = \"google_search\"\nagent      = \"atlas\"", "tool       = \"get_business_info\""),
        ("parameters = { query = \"utterance\" }\n", ""),
    ];
    let config = agency(folder.path(), "127.0.0.1:9", &[], &calls_none);
    std::fs::remove_file(folder.path().join("secrets/TAVILY_KEY")).unwrap();
    let told = check(&config).unwrap_err();
    assert_eq!(told.matches("may not be called").count(), 1, "{told}");
    assert!(
        told.contains("the tool `google_search` may not be called: the secret `TAVILY_KEY` is not set"),
        "{told}"
    );
    let graph = std::fs::read_to_string(folder.path().join("graph.toml")).unwrap();
    let graph = graph.replace(
        "tool       = \"google_search\"\nagent      = \"budgets\"",
        "tool       = \"get_business_info\"",
    );
    let graph = graph.replace("parameters = { query = \"utterance\" }\n", "");
    std::fs::write(folder.path().join("graph.toml"), graph).unwrap();
    let told = check(&config).unwrap_err();
    assert!(
        told.contains(
            "[tools.google_search] is here and the tool is not: the secret `TAVILY_KEY` is not set"
        ) && told.contains("help: set the variable TURNO_SECRET_TAVILY_KEY, or write it to the file "),
        "{told}"
    );
    let daemon = std::fs::read_to_string(&config).unwrap();
    std::fs::write(&config, daemon.split("[tools.google_search]").next().unwrap()).unwrap();
    let told = check(&config).unwrap();
    assert!(told.contains("agencia.toml: `google_search` is not there: it is not configured"), "{told}");
}

#[test]
fn the_tools_of_an_agent_are_listed() {
    let listed = |agent: &str| {
        let output = turno(&["tools", "list", "--tenant", "tienda", "--agent", agent, "--json"]);
        let listed: Value = serde_json::from_str(&stdout(&output)).map_err(|_| stderr(&output))?;
        let tools = listed["tools"].as_array().unwrap().iter();
        Ok::<_, String>(tools.map(|tool| tool["name"].clone()).collect::<Value>())
    };
    let sales = listed("ventas").unwrap();
    assert_eq!(sales, json!(["check_order_status", "create_lead", "search_products"]));
    let told = listed("venta").unwrap_err();
    assert!(told.contains("`tienda` has no agent `venta`: use one of mostrador, ventas"), "{told}");
}
