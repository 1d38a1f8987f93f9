//! Two businesses whose tools are called, and the store that tells of it.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use turno_core::{Channel, ConversationKey, Execution, Timestamp};
use turno_runtime::{
    ExecutionRecord,
    port::{Batch, Store},
};
use turno_store::SledStore;

use crate::common::{root, service::serve, stderr, stdout, turno};

/// 2026-01-19, 10:00 in Mexico City, 8:00 in Tijuana.
const MONDAY: i64 = 1_768_838_400_000;

const MINUTE_MS: i64 = 60_000;

/// A search service that always has an answer.
fn service() -> String {
    serve(|_| {
        let said = json!({"type": "output_text", "text": "Hace 18 grados; pregunte al 55 1234 5678."});
        let body = json!({"status": "completed", "output": [{"type": "message", "content": [said]}]});
        ("200 OK", "application/json", body.to_string())
    })
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

/// A configuration, and the store that goes with it.
pub struct House {
    folder: tempfile::TempDir,
    pub config: PathBuf,
}

impl House {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = configured(folder.path(), &service());
        Self { folder, config }
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// What a command about tools prints.
    pub fn tools(&self, arguments: &[&str]) -> String {
        let data = self.data();
        let (command, more) = arguments.split_first().unwrap();
        let mut all = vec!["tools", command, "--data", data.to_str().unwrap()];
        all.extend(["--config", self.config.to_str().unwrap()]);
        all.extend(more);
        let output = turno(&all);
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        stdout(&output)
    }

    pub fn calls(&self, arguments: &[&str]) -> Vec<Value> {
        let mut all = vec!["log", "--json"];
        all.extend(arguments);
        self.tools(&all).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Which calls, by their ids.
    pub fn ids(&self, arguments: &[&str]) -> Vec<String> {
        let calls = self.calls(arguments).into_iter();
        calls.map(|call| call["call"].as_str().unwrap().to_owned()).collect()
    }

    pub fn usage(&self, arguments: &[&str]) -> Value {
        let mut all = vec!["usage", "--json"];
        all.extend(arguments);
        serde_json::from_str(&self.tools(&all)).unwrap()
    }

    /// Makes a store at rest with these records.
    pub fn fill(&self, records: impl IntoIterator<Item = ExecutionRecord>) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
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
pub fn record(tenant: &str, number: u32, minutes: i64) -> ExecutionRecord {
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

pub fn failed(code: &str, record: ExecutionRecord) -> ExecutionRecord {
    ExecutionRecord {
        success: false,
        output: None,
        error_code: Some(code.to_owned()),
        error_message: Some("there is no tool \"get_menus\"".to_owned()),
        ..record
    }
}
