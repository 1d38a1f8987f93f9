//! Document 1, what it asks of the registry: its rules RN-1, RN-3, RN-5 and RN-7, agents with rules of their own, and the log.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

mod common;

use std::{
    collections::BTreeMap,
    future::pending,
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use common::{MONDAY_10_AM, assistant, key};
use serde_json::{Map, Value, json};
use turno_core::{
    Agent, Assistant, CallId, Execution, Timestamp, ToolCall, ToolOutcome, ToolOverride, ToolRules, ToolSpec,
    TurnId,
};
use turno_runtime::{
    ExecutionFilter, ExecutionRecord, ToolRegistry,
    port::{Batch, Prepared, Store, Tool, ToolContext, ToolError},
};
use turno_store::MemoryStore;

/// Keeps what it is called with; hangs where it is told to.
struct Lookup {
    spec: ToolSpec,
    given: Arc<Mutex<Vec<Value>>>,
}

#[async_trait]
impl Tool for Lookup {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn prepare(
        &self,
        _store: &dyn Store,
        _context: &ToolContext,
        parameters: &Map<String, Value>,
    ) -> Result<Prepared, ToolError> {
        self.given.lock().unwrap().push(json!(parameters));
        if parameters.get("hang").is_some() {
            pending::<()>().await;
        }
        Ok(Prepared {
            result: json!({"success": true, "phone": "+525512345678", "found": 3}),
            batch: Batch::default(),
        })
    }
}

/// A registry with one tool, an assistant over it, and what the tool was given.
struct Desk {
    registry: ToolRegistry,
    rules: ToolRules,
    store: MemoryStore,
    given: Arc<Mutex<Vec<Value>>>,
}

impl Desk {
    fn with(rules: ToolRules) -> Self {
        let given = Arc::default();
        let parameters = json!({"type": "object", "additionalProperties": false, "properties": {
            "limit": {"type": "integer", "default": 5}, "hang": {"type": "boolean"},
            "note": {"type": "string", "x-sensitive": true}, "email": {"type": "string"}}});
        let spec = ToolSpec {
            execution: Execution::ApiCall,
            rate_limit_per_minute: Some(3),
            timeout_ms: 120_000,
            cost_micros: 700,
            ..ToolSpec::new("find", "Finds", "search", parameters)
        };
        let tool = Lookup { spec, given: Arc::clone(&given) };
        Self {
            registry: ToolRegistry::new(vec![Arc::new(tool)]).unwrap(),
            rules,
            store: MemoryStore::new(),
            given,
        }
    }

    fn assistant(&self) -> Assistant {
        let kitchen = common::Kitchen::default().tools();
        let mut specs: Vec<ToolSpec> = kitchen.iter().map(|tool| tool.spec().clone()).collect();
        specs.extend(self.registry.specs());
        let made = assistant(&specs);
        let mut settings = made.settings().clone();
        settings.tool_rules = self.rules.clone();
        let graph = turno_graph::compile(
            "one.toml",
            "name = \"one\"\nstart = \"end\"\n[nodes.end]\nkind = \"end\"\n",
            &turno_core::catalog(&settings, &specs),
        );
        Assistant::new(settings, &specs, graph.unwrap_or_else(|faults| panic!("{faults}"))).unwrap()
    }

    async fn call(&self, context: &ToolContext, parameters: Value) -> (String, ExecutionRecord) {
        let call = ToolCall {
            call: CallId("1-1".to_owned()),
            tool: "find".to_owned(),
            parameters: parameters.as_object().cloned().unwrap(),
            grant: None,
        };
        let assistant = self.assistant();
        let prepared = self.registry.prepare(&self.store, &assistant, context, &call);
        let prepared = prepared.await.ready().unwrap();
        let told = match prepared.outcome {
            ToolOutcome::Done(_) => "done".to_owned(),
            ToolOutcome::Failed(failure) => format!("{}: {}", failure.code, failure.message),
        };
        (told, prepared.execution)
    }

    async fn told(&self, context: &ToolContext, parameters: Value) -> String {
        self.call(context, parameters).await.0
    }
}

fn context() -> ToolContext {
    ToolContext {
        calls_before: 0,
        conversation: key("c-1"),
        branch: None,
        caller_phone: None,
        language: None,
        now: MONDAY_10_AM,
        seed: None,
        key: "key-1".to_owned(),
        turn: Some(TurnId::new("t-7").unwrap()),
        agent: None,
        lines: Vec::new(),
    }
}

fn of_agent(id: &str) -> ToolContext {
    ToolContext { agent: Some(id.to_owned()), ..context() }
}

/// Sales may find, and no more than twice a minute; support may not.
fn agents() -> ToolRules {
    let sales = Agent {
        name: "Ventas".to_owned(),
        allowed_tools: ["find".to_owned()].into(),
        overrides: BTreeMap::from([(
            "find".to_owned(),
            ToolOverride {
                timeout_ms: Some(2_000),
                rate_limit_per_minute: Some(2),
                defaults: json!({"limit": 9, "email": "ventas@example.com"}).as_object().cloned().unwrap(),
            },
        )]),
    };
    let support = Agent {
        name: "Soporte".to_owned(),
        allowed_tools: ["create_support_ticket".to_owned()].into(),
        ..Agent::default()
    };
    ToolRules {
        agents: BTreeMap::from([("sales".to_owned(), sales), ("support".to_owned(), support)]),
        default_agent: Some("support".to_owned()),
        ..ToolRules::default()
    }
}

#[tokio::test]
async fn document_1_rn_1_only_tools_that_are_enabled_for_the_agent_run() {
    let desk = Desk::with(agents());
    assert_eq!(desk.told(&of_agent("sales"), json!({})).await, "done");
    let refused = [
        desk.told(&of_agent("support"), json!({})).await,
        // Whoever says nothing is the default agent.
        desk.told(&context(), json!({})).await,
        desk.told(&of_agent("nobody"), json!({})).await,
    ];
    insta::assert_snapshot!(refused.join("\n"), @r#"
    not_enabled: "support" may not call "find": it may call create_support_ticket
    not_enabled: "support" may not call "find": it may call create_support_ticket
    not_enabled: there is no agent "nobody"
    "#);
    assert_eq!(desk.given.lock().unwrap().len(), 1, "those never heard of it");
}

#[tokio::test]
async fn document_1_an_admin_switches_a_tool_off_for_an_agent_a_branch_or_the_business() {
    let mut desk = Desk::with(agents());
    desk.rules.disabled_at = BTreeMap::from([("roma".to_owned(), ["find".to_owned()].into())]);
    let at_branch = |branch: &str| ToolContext { branch: Some(branch.to_owned()), ..of_agent("sales") };
    assert_eq!(desk.told(&at_branch("centro"), json!({})).await, "done");
    let switched_off = "not_enabled: \"find\" is switched off here";
    assert_eq!(desk.told(&at_branch("roma"), json!({})).await, switched_off);
    desk.rules.disabled = ["find".to_owned()].into();
    assert_eq!(desk.told(&of_agent("sales"), json!({})).await, switched_off);
    desk.rules = agents();
    desk.rules.agents.get_mut("sales").unwrap().allowed_tools.clear();
    assert_eq!(desk.told(&of_agent("sales"), json!({})).await, "not_enabled: \"sales\" may call no tools");
    assert_eq!(desk.given.lock().unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn document_1_an_agent_s_own_timeout_rate_and_defaults_hold_for_it_alone() {
    let mut rules = agents();
    rules.agents.get_mut("support").unwrap().allowed_tools = ["find".to_owned()].into();
    let desk = Desk::with(rules);
    let sales = of_agent("sales");
    assert_eq!(desk.told(&sales, json!({})).await, "done");
    assert_eq!(desk.told(&sales, json!({"hang": true})).await, "timed_out: no answer in 2000 ms");
    assert_eq!(
        desk.told(&sales, json!({})).await,
        "rate_limited: \"find\" may be called 2 times a minute: try again in 30 s"
    );
    assert_eq!(desk.told(&of_agent("support"), json!({"limit": 1})).await, "done");
    assert_eq!(desk.told(&of_agent("support"), json!({})).await, "done");
    let given = desk.given.lock().unwrap().clone();
    assert_eq!(
        given,
        [
            json!({"limit": 9, "email": "ventas@example.com"}),
            json!({"limit": 9, "email": "ventas@example.com", "hang": true}),
            json!({"limit": 1}),
            json!({"limit": 5}),
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn document_1_rn_3_no_tool_runs_longer_than_30_seconds() {
    let desk = Desk::with(ToolRules::default());
    let before = tokio::time::Instant::now();
    let told = desk.told(&context(), json!({"hang": true})).await;
    assert_eq!(told, "timed_out: no answer in 30000 ms");
    assert_eq!(before.elapsed(), Duration::from_secs(30));
}

#[tokio::test]
async fn document_1_rn_5_the_log_has_every_field_and_nothing_sensitive() {
    let desk = Desk::with(agents());
    let parameters = json!({"note": "mi clave es 1234", "email": "ana@example.com", "limit": 2});
    let (_, done) = desk.call(&of_agent("sales"), parameters).await;
    let duration_ms = 3;
    let shown = serde_json::to_string_pretty(&ExecutionRecord { duration_ms, ..done.clone() }).unwrap();
    insta::assert_snapshot!(shown, @r#"
    {
      "conversation": {
        "tenant": "small",
        "channel": "whatsapp",
        "id": "c-1"
      },
      "agent": "sales",
      "turn": "t-7",
      "call": "1-1",
      "tool": "find",
      "execution": "api_call",
      "input": {
        "email": "***",
        "limit": 2,
        "note": "***"
      },
      "success": true,
      "output": {
        "found": 3,
        "phone": "+***",
        "success": true
      },
      "error_code": null,
      "error_message": null,
      "started_at": 1768838400000,
      "duration_ms": 3,
      "external_request_id": "key-1",
      "cost_micros": 700
    }
    "#);
    let (_, failed) = desk.call(&of_agent("support"), json!({})).await;
    assert_eq!(
        (failed.success, failed.error_code.as_deref(), failed.output, failed.cost_micros),
        (false, Some("not_enabled"), None, 0)
    );
    assert!(done.completed_at() >= done.started_at);
}

#[tokio::test]
async fn document_1_rn_7_each_tenant_has_its_own_budget_a_minute() {
    let desk = Desk::with(ToolRules::default());
    for _ in 0..3 {
        assert_eq!(desk.told(&context(), json!({})).await, "done");
    }
    let limited = "rate_limited: \"find\" may be called 3 times a minute: try again in 20 s";
    assert_eq!(desk.told(&context(), json!({})).await, limited);
    let mut other = context();
    other.conversation.tenant = "large".to_owned();
    assert_eq!(desk.told(&other, json!({})).await, "done");
    let later = ToolContext { now: Timestamp(MONDAY_10_AM.0 + 20_000), ..context() };
    assert_eq!(desk.told(&later, json!({})).await, "done");
    assert_eq!(desk.given.lock().unwrap().len(), 5);
}

/// `tool_executions` is searched by each of its columns.
#[tokio::test(start_paused = true)]
async fn document_1_the_log_is_searched_by_agent_conversation_tool_time_and_outcome() {
    let house = common::House::open().await;
    for conversation in ["c-1", "c-2"] {
        let mut caller = house.caller(conversation);
        for _ in 0..3 {
            caller.say("busca tacos").await;
        }
        caller.say("a qué hora abren").await;
        common::wait_seconds(30).await;
    }
    let find = async |filter: ExecutionFilter| {
        let found = turno_runtime::executions(house.disk.as_ref(), "small", &filter, 100).await;
        let found = found.unwrap();
        found
            .iter()
            .map(|record| format!("{} {} {}", record.conversation.id, record.tool, record.success))
            .collect::<Vec<_>>()
    };
    let all = ExecutionFilter::default;
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(find(all()).await.len(), 8);
    assert_eq!(
        find(ExecutionFilter { tool: text("look_up"), conversation: text("c-2"), ..all() }).await,
        ["c-2 look_up true", "c-2 look_up false", "c-2 look_up false"]
    );
    assert_eq!(
        find(ExecutionFilter { success: Some(false), ..all() }).await,
        ["c-2 look_up false", "c-2 look_up false"]
    );
    let middle = Timestamp(MONDAY_10_AM.0 + 15_000);
    let until = ExecutionFilter { until: Some(middle), ..all() };
    let since = ExecutionFilter { since: Some(middle), ..all() };
    assert_eq!((find(until).await.len(), find(since).await.len()), (4, 4));
    let agent = ExecutionFilter { agent: text("sales"), ..all() };
    assert!(find(agent).await.is_empty());
    let elsewhere = turno_runtime::executions(house.disk.as_ref(), "large", &all(), 100).await;
    assert!(elsewhere.unwrap().is_empty());
}
