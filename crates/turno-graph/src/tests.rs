//! What an operator sees: a graph, or every mistake at its line.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Catalog, NodeKind, TemplateId, ToolSignature, compile, json_schema};

fn tool(parameters: &str, destructive: bool) -> ToolSignature {
    let names = || parameters.split_whitespace();
    ToolSignature {
        parameters: names().map(|name| name.trim_end_matches('!').to_owned()).collect(),
        required: names().filter_map(|name| name.strip_suffix('!')).map(str::to_owned).collect(),
        destructive,
        confirmation: BTreeMap::new(),
    }
}

fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The built-in tools; `!` marks what a call must carry.
pub(crate) fn catalog() -> Catalog {
    let tools = [
        ("check_availability", "date time party_size service_id staff_id branch_id confirmation_code", false),
        (
            "create_reservation",
            "date! time! party_size! customer_name! customer_phone! special_requests branch_id",
            true,
        ),
        (
            "modify_reservation",
            "confirmation_code! date time party_size special_requests customer_name branch_id",
            true,
        ),
        ("cancel_reservation", "confirmation_code! customer_name", true),
        (
            "create_appointment",
            "date! time! patient_name! patient_phone! service_id staff_id reason branch_id",
            true,
        ),
        (
            "modify_appointment",
            "confirmation_code! date time service_id staff_id reason patient_name branch_id",
            true,
        ),
        ("cancel_appointment", "confirmation_code! patient_name", true),
        ("find_bookings", "confirmation_code customer_name date patient_name time", false),
        ("get_business_hours", "day branch_id", false),
        ("get_business_info", "topic branch_id", false),
        ("get_menu", "category search_term menu_item_id include_prices", false),
        ("get_services", "category service_id include_prices", false),
        ("get_staff_info", "staff_id service_id", false),
        ("quote_order", "items! delivery_type delivery_address branch_id wanted_date wanted_time", false),
        (
            "create_order",
            "items! delivery_type! customer_name! customer_phone! delivery_address special_instructions branch_id",
            true,
        ),
        ("get_order_status", "order_number customer_phone", false),
        ("transfer_to_human", "reason! urgency context_summary", false),
    ];
    Catalog {
        tools: tools
            .map(|(name, parameters, destructive)| (name.to_owned(), tool(parameters, destructive)))
            .into(),
        tools_not_enabled: words("refund"),
        assistant_type: "restaurant".to_owned(),
        filters: words("people day at_hour hour code money minutes dishes named phone"),
        globals: words("business caller result results later utterance"),
        languages: words("es"),
        ..Catalog::default()
    }
}

fn graph_file(name: &str) -> String {
    let path = format!("{}/../../graphs/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn the_graphs_of_the_product_have_no_fault() {
    for name in ["restaurant.toml", "dental.toml"] {
        let graph = compile(name, &graph_file(name), &catalog()).unwrap_or_else(|faults| panic!("{faults}"));
        assert!(graph.nodes().count() > 30);
        assert!(graph.to_mermaid().starts_with("flowchart TD"));
        assert!(graph.to_dot().ends_with("}\n"));
    }
}

pub(crate) const RESERVATION: &str = r#"name  = "small"
start = "router"
[nodes.router]
kind = "router"
fallback = "help"
intents = [{ name = "reserve", patterns = ['\breserv\w*'], keywords = ["mesa"], to = "reservation" }]
[nodes.help]
kind = "respond"
say.es = "Puedo reservarle una mesa."
[nodes.reservation]
kind = "collect"
tool = "create_reservation"
ask.date.es = "¿Para qué día?"
to = "availability"
[nodes.availability]
kind = "tool"
tool = "check_availability"
edges = [{ when = "result.available", to = "confirm_it" }, { to = "reservation" }]
[nodes.confirm_it]
kind = "confirm"
tool = "create_reservation"
say.es = "Confirmo: {{ party_size | people }}, {{ date | day }} {{ time | at_hour }}. ¿Es correcto?"
expires_after = "90s"
yes = "reserve"
no = "help"
change = "reservation"
[nodes.reserve]
kind = "tool"
tool = "create_reservation"
edges = [{ to = "booked" }]
[nodes.booked]
kind = "respond"
say.es = "¡Listo! Su código es {{ result.confirmation_code | code }}."
forget = ["*"]
"#;

#[test]
fn one_bad_node_does_not_hide_the_faults_of_the_others() {
    let source =
        RESERVATION.replace("fallback", "fallbak").replace("| people", "| peple").replace("90s", "9");
    let faults = compile("small.toml", &source, &catalog()).unwrap_err();
    let codes: Vec<&str> = faults.iter().map(|fault| fault.kind.code()).collect();
    assert_eq!(codes, ["unknown_key", "unknown_filter", "bad_duration"]);
    assert_eq!(faults.to_string().split("\n\n").count(), 3);
    insta::assert_snapshot!(faults.to_json()[0], @r#"
    {"code":"unknown_key","column":1,"file":"small.toml","help":"did you mean `fallback`?","line":5,"message":"there is no key `fallbak` here"}
    "#);
}

#[test]
fn a_graph_is_read_as_it_was_written() {
    let graph = compile("small.toml", RESERVATION, &catalog()).unwrap();
    assert_eq!((graph.name(), graph.start(), graph.version().len()), ("small", "router", 16));
    let Some(NodeKind::Confirm(confirm)) = graph.node("confirm_it").map(|node| &node.kind) else { panic!() };
    assert_eq!(confirm.expires_after_ms, 90_000);
    let Some(NodeKind::Router(router)) = graph.node("router").map(|node| &node.kind) else { panic!() };
    assert!(router.intents[0].patterns.iter().any(|pattern| pattern.is_match("una mesa, por favor")));
    assert!(!router.intents[0].patterns.iter().any(|pattern| pattern.is_match("la mesada")));
    let condition = &graph.templates()[&TemplateId("availability.edges.0".to_owned())];
    assert_eq!(condition, "{{ (result.available) | tojson }}");
    insta::assert_snapshot!(graph.to_mermaid(), @r#"
    flowchart TD
        n0[["availability"]]
        n1("booked")
        n2{"confirm_it"}
        n3("help")
        n4[/"reservation"/]
        n5[["reserve"]]
        n6{"router"}
        n0 -- "result.available" --> n2
        n0 --> n4
        n2 -- "yes" --> n5
        n2 -- "no" --> n3
        n2 -- "change" --> n4
        n4 --> n0
        n5 --> n1
        n6 -- "reserve" --> n4
        n6 -- "fallback" --> n3
    "#);
    insta::assert_snapshot!(graph.to_dot().lines().take(4).collect::<Vec<_>>().join("\n"), @r#"
    digraph "small" {
        node [fontname="sans-serif"];
        "availability" [shape=box];
        "booked" [shape=ellipse];
    "#);
}

#[test]
fn the_yes_of_the_confirmation_of_another_tool_is_not_enough() {
    let source =
        RESERVATION.replace("tool = \"create_reservation\"\nedges", "tool = \"cancel_reservation\"\nedges");
    let faults = compile("small.toml", &source, &catalog()).unwrap_err();
    assert_eq!(faults.iter().map(|fault| fault.kind.code()).collect::<Vec<_>>(), ["not_by_yes"]);
}

#[test]
fn a_file_or_a_graph_that_is_too_large_is_refused() {
    let long = format!("{RESERVATION}# {}", "x".repeat(1024 * 1024));
    assert_eq!(
        compile("long.toml", &long, &catalog()).unwrap_err().iter().next().unwrap().kind.code(),
        "file_too_large"
    );
    let nodes: String = (0..1001).map(|number| format!("[nodes.n{number}]\nkind = \"end\"\n")).collect();
    assert_eq!(
        compile("many.toml", &nodes, &catalog()).unwrap_err().iter().next().unwrap().kind.code(),
        "too_many_nodes"
    );
}

#[test]
fn the_schema_knows_every_kind_of_node() {
    let schema = json_schema();
    let kinds = schema["$defs"]["Node"]["oneOf"].as_array().unwrap();
    let named: Vec<&str> =
        kinds.iter().filter_map(|kind| kind["properties"]["kind"]["const"].as_str()).collect();
    assert_eq!(named, ["router", "collect", "tool", "confirm", "respond", "escalate", "end", "agent"]);
}
