//! Names of tools in a business's file, and an agent's rules about them.

use turno_business::{Businesses, KnownTools, check_tool_names, load_business};
use turno_core::{Execution, ToolSpec};

use super::support::{TIENDA, tienda};
use crate::builtin_tools;

/// What an operator is told of the shop's file after changes.
fn told(changes: &[(&str, &str)]) -> String {
    let changed = changes.iter().fold(TIENDA.to_owned(), |source, (from, to)| {
        assert!(source.contains(from), "{from}");
        source.replacen(from, to, 1)
    });
    if let Err(faults) = load_business("tienda.toml", &changed) {
        return faults.to_string();
    }
    let tools = builtin_tools(std::sync::Arc::new(Businesses::new([tienda()])));
    let mut specs: Vec<ToolSpec> = tools.iter().map(|tool| tool.spec().clone()).collect();
    let shipping = serde_json::json!({"type": "object", "properties": {"postal_code": {"type": "string"}}});
    specs.push(ToolSpec {
        execution: Execution::Webhook,
        ..ToolSpec::new("check_shipping_rate", "What a parcel costs", "shipping", shipping)
    });
    let known = KnownTools {
        specs: &specs,
        absent: [("google_search".to_owned(), "it is not configured".to_owned())].into(),
        unread: ["gift_card".to_owned()].into(),
    };
    match check_tool_names("tienda.toml", &changed, &known) {
        Ok(notes) => notes.join("\n"),
        Err(faults) => {
            let line = |fault: &turno_business::Fault| {
                format!("{}:{}: {}; {}", fault.line, fault.column, fault.message, fault.help)
            };
            faults.0.iter().map(line).collect::<Vec<_>>().join("\n")
        }
    }
}

const SALES: &str = r#"allowed_tools = ["check_order_status", "search_products", "create_lead"]"#;

#[test]
fn the_demo_shop_names_only_tools_that_there_are() {
    assert_eq!(told(&[]), "");
}

#[test]
fn every_place_that_names_a_tool_is_checked() {
    insta::assert_snapshot!(told(&[
        ("disabled      = []", r#"disabled = ["create_leed"]"#),
        (r#"id      = "xoco""#, "id = \"xoco\"\ndisabled_tools = [\"xyzzy\"]"),
        (SALES, r#"allowed_tools = ["check_order_state", "search_products", "create_lead", "create_reservation", "google_search"]"#),
        ("[agents.tools.check_order_status]", "[agents.tools.search_products.defaults]"),
        ("rate_limit_per_minute = 60", "limit = 50"),
        (r#"source = "ventas""#, "sourse = \"ventas\""),
    ]), @r#"
    49:19: there is no tool `xyzzy`; `turno tools list` tells what there is
    79:13: there is no tool `create_leed`; did you mean `create_lead`?
    94:18: there is no tool `check_order_state`; did you mean `check_order_status`?
    94:73: `create_reservation` is not enabled for the assistant type `shop_complete`; take it out, or make `assistant_type` one of rest_basic, rest_standard, rest_complete
    99:9: `limit` does not fit `search_products`; 50 is greater than the maximum of 20
    101:10: `create_lead` has no parameter `sourse`; did you mean `source`?
    "#);
}

#[test]
fn a_tool_that_is_known_and_not_there_is_noted() {
    insta::assert_snapshot!(told(&[(SALES, r#"allowed_tools = ["check_order_status", "search_products", "create_lead", "google_search"]"#)]), @r#"tienda.toml: `google_search` is not there: it is not configured"#);
}

#[test]
fn rules_that_make_no_sense_are_told_with_the_cure() {
    let mut all = Vec::new();
    for (from, to) in [
        ("timeout_ms = 5000", "timeout_ms = 45000"),
        ("rate_limit_per_minute = 60", "rate_limit_per_minute = 0"),
        ("rate_limit_per_minute = 60", "rate_limit_per_minute = -5"),
        ("rate_limit_per_minute = 60", "rate_limit_per_minute = 1.5"),
    ] {
        let told = told(&[(from, to)]);
        let lines: Vec<&str> = told.lines().map(str::trim_end).collect();
        let head = lines.first().copied().unwrap_or_default();
        let help = lines.last().copied().unwrap_or_default();
        all.push(format!("{head} / {help}"));
    }
    insta::assert_snapshot!(all.join("\n"), @r#"
    tienda.toml:96:14: a tool runs from 1 to 30000 ms / help: write a number between them
    tienda.toml:98:25: 0 calls a minute are none / help: leave the tool out of `allowed_tools` where it must not be called
    tienda.toml:98:25: in `tools`: found integer `-5` / help: write a whole number from 0 on
    tienda.toml:98:25: in `tools`: found floating point `1.5` / help: write a whole number
    "#);
}

#[test]
fn a_webhook_is_not_given_more_time_than_webhooks_have() {
    let sales =
        r#"allowed_tools = ["check_order_status", "search_products", "create_lead", "check_shipping_rate"]"#;
    let rules = "[agents.tools.check_shipping_rate]\ntimeout_ms = 20000\n[agents.tools.check_order_status]";
    insta::assert_snapshot!(told(&[(SALES, sales), ("[agents.tools.check_order_status]", rules)]), @r#"98:14: `check_shipping_rate` is a webhook, which answers within 10000 ms; write a number up to 10000"#);
}

#[test]
fn agents_that_serve_must_exist() {
    insta::assert_snapshot!(told(&[
        (r#"default_agent = "mostrador""#, "default_agent = \"mostrado\"\nagent_by_channel = { voice = \"venta\" }"),
        (r#"id      = "xoco""#, "id = \"xoco\"\nagent = \"nadie\""),
    ]).lines().filter(|line| line.contains(':')).collect::<Vec<_>>().join("\n"), @r#"
    tienda.toml:49:9: there is no agent `nadie`
    help: there are mostrador, ventas
    tienda.toml:78:17: there is no agent `mostrado`
    help: did you mean `mostrador`?
    tienda.toml:79:30: there is no agent `venta`
    help: did you mean `ventas`?
    "#);
}

/// Whose name is the slip: the list's, the rules', or neither's.
#[test]
fn a_slip_in_an_agents_list_is_told_in_the_list() {
    let lists = |tool: &str| format!("allowed_tools = [\"{tool}\", \"search_products\", \"create_lead\"]");
    let of_list = told(&[(SALES, &lists("check_order_statu"))]);
    let of_rules = told(&[("[agents.tools.check_order_status]", "[agents.tools.check_order_statu]")]);
    let neither = told(&[(SALES, &lists("check_shipping_rate"))]);
    insta::assert_snapshot!([of_list, of_rules, neither].join("\n"), @r"
    93:18: there is no tool `check_order_statu`; did you mean `check_order_status`?
    97:1: there is no tool `check_order_statu`; did you mean `check_order_status`?
    tienda.toml:97:1: `check_order_status` has rules and is not allowed
    97 | [agents.tools.check_order_status]
       | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    help: add it to `allowed_tools` of `ventas`, or leave it out
    ");
}
