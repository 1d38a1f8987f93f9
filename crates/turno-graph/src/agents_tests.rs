//! What an operator is told of the agents that a graph's calls are made by.

use std::collections::BTreeSet;

use crate::{Refusal, compile, tests::RESERVATION, tests::catalog};

const CALL: &str = r#"tool = "check_availability""#;

/// What an operator sees whose business has two agents, of which one may look and not book.
fn after(new: &str, serving: &[&str]) -> String {
    let mut catalog = catalog();
    let all: BTreeSet<String> = catalog.tools.keys().cloned().collect();
    let few = BTreeSet::from(["get_menu".to_owned()]);
    catalog.agents = [("desk".to_owned(), all), ("guide".to_owned(), few)].into();
    catalog.serving_agents = serving.iter().map(|id| (*id).to_owned()).collect();
    let refusal = Refusal {
        why: "it is switched off for the whole business".to_owned(),
        cure: "take it out of `disabled`".to_owned(),
        by_agents: false,
    };
    let nobody = Refusal {
        why: "none of the business's agents may call it".to_owned(),
        cure: "add `refund` to `allowed_tools` of one of them".to_owned(),
        by_agents: true,
    };
    catalog.tools_refused.insert("refund".to_owned(), nobody);
    catalog.tools.remove("get_business_info");
    catalog.tools_refused.insert("get_business_info".to_owned(), refusal);
    match compile("small.toml", &RESERVATION.replacen(CALL, new, 1), &catalog) {
        Ok(_) => "no fault".to_owned(),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn whoever_serves_must_be_allowed_what_the_graph_calls() {
    assert_eq!(after(CALL, &["desk"]), "no fault");
    let told = after(CALL, &["desk", "guide"]);
    insta::assert_snapshot!(told.split("\n\n").next().unwrap_or_default(), @r#"
    small.toml:17:8: the agent `guide` may not call `check_availability`
    17 | tool = "check_availability"
       |        ^^^^^^^^^^^^^^^^^^^^
    help: add `check_availability` to `allowed_tools` of `guide`, or name an agent that may call it
    "#);
}

#[test]
fn a_node_may_name_its_agent() {
    let named = |agent: &str| format!("{CALL}\nagent = \"{agent}\"");
    assert_eq!(after(&named("desk"), &["desk"]), "no fault");
    insta::assert_snapshot!(after(&named("guide"), &["desk"]), @r#"
    small.toml:17:8: the agent `guide` may not call `check_availability`
    17 | tool = "check_availability"
       |        ^^^^^^^^^^^^^^^^^^^^
    help: add `check_availability` to `allowed_tools` of `guide`, or name an agent that may call it
    "#);
    insta::assert_snapshot!(after(&named("desc"), &["desk"]), @r#"
    small.toml:18:9: there is no agent `desc`
    18 | agent = "desc"
       |         ^^^^^^
    help: did you mean `desk`?
    "#);
}

#[test]
fn a_tool_that_is_switched_off_is_told_with_the_reason() {
    insta::assert_snapshot!(after(r#"tool = "get_business_info""#, &["desk"]), @r#"
    small.toml:17:8: the tool `get_business_info` may not be called: it is switched off for the whole business
    17 | tool = "get_business_info"
       |        ^^^^^^^^^^^^^^^^^^^
    help: take it out of `disabled`
    "#);
}

#[test]
fn the_agent_that_a_node_names_is_told_where_no_agent_may() {
    insta::assert_snapshot!(after("tool = \"refund\"\nagent = \"guide\"", &["desk"]), @r#"
    small.toml:17:8: the agent `guide` may not call `refund`
    17 | tool = "refund"
       |        ^^^^^^^^
    help: add `refund` to `allowed_tools` of `guide`, or name an agent that may call it
    "#);
    insta::assert_snapshot!(after("tool = \"refund\"", &["desk"]), @r#"
    small.toml:17:8: the tool `refund` may not be called: none of the business's agents may call it
    17 | tool = "refund"
       |        ^^^^^^^^
    help: add `refund` to `allowed_tools` of one of them
    "#);
}
