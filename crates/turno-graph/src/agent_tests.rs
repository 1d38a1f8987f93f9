//! What an operator is told of an agent node; and that nothing which changes something is called without its question.

use crate::{NodeKind, compile, tests::catalog};

const AGENT: &str = r#"name = "small"
start = "router"
[nodes.router]
kind = "router"
fallback = "assistant"
[nodes.assistant]
kind = "agent"
prompt.es = "Contestas en {{ business.name }}."
tools = ["get_menu", "create_reservation", "transfer_to_human"]
confirm.create_reservation = "confirm"
person = "person"
failed = "help"
[nodes.confirm]
kind = "confirm"
tool = "create_reservation"
say.es = "¿Reservo {{ date }} a las {{ time }}, a nombre de {{ customer_name }}?"
yes = "reserve"
no = "assistant"
change = "assistant"
[nodes.reserve]
kind = "tool"
tool = "create_reservation"
edges = [{ to = "assistant" }]
[nodes.help]
kind = "respond"
say.es = "Puedo reservar."
[nodes.person]
kind = "escalate"
reason = "asked"
say.es = "Va."
"#;

fn spanish() -> crate::Catalog {
    let mut catalog = catalog();
    catalog.languages = ["es".to_owned()].into();
    catalog
}

fn after(old: &str, new: &str) -> String {
    assert!(AGENT.contains(old), "the file has no {old}");
    match compile("small.toml", &AGENT.replacen(old, new, 1), &spanish()) {
        Ok(_) => "no fault".to_owned(),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn an_agent_with_its_confirm_node_serves() {
    assert_eq!(after("", ""), "no fault");
}

#[test]
fn a_call_that_nothing_asks() {
    insta::assert_snapshot!(after("confirm.create_reservation = \"confirm\"\n", ""));
}

#[test]
fn a_confirm_node_of_another_tool() {
    insta::assert_snapshot!(after(
        "confirm.create_reservation = \"confirm\"",
        "confirm.create_reservation = \"help\""
    ));
}

#[test]
fn a_tool_that_is_not_there() {
    insta::assert_snapshot!(after("\"get_menu\"", "\"get_menus\""));
}

#[test]
fn more_calls_than_a_turn_may_have() {
    insta::assert_snapshot!(after("failed = \"help\"", "failed = \"help\"\ncalls = 9"));
}

#[test]
fn calls_past_all_counting_are_told_with_the_range() {
    let told = after("failed = \"help\"", "failed = \"help\"\ncalls = 300");
    assert!(told.contains("1 to 5") && !told.contains("quotes"), "{told}");
}

#[test]
fn an_agent_without_a_way_for_when_no_model_answers() {
    insta::assert_snapshot!(after("failed = \"help\"\n", ""));
}

#[test]
fn a_person_who_is_none() {
    insta::assert_snapshot!(after("person = \"person\"", "person = \"help\""));
}

#[test]
fn an_agent_that_leads_to_itself_where_no_model_answers_is_told() {
    let told = after("failed = \"help\"", "failed = \"assistant\"");
    assert!(told.contains("small.toml:12:") && told.contains("leads back to the agent"), "{told}");
    let two = AGENT.replace("failed = \"help\"", "failed = \"other\"")
        + "[nodes.other]\nkind = \"agent\"\nprompt.es = \"Ayudas.\"\nfailed = \"assistant\"\n";
    let told = compile("small.toml", &two, &spanish()).unwrap_err().to_string();
    assert_eq!(told.matches("leads back to the agent").count(), 2, "{told}");
    let onward = two.replace("failed = \"assistant\"", "failed = \"help\"");
    assert!(compile("small.toml", &onward, &spanish()).is_ok());
}

#[test]
fn a_hand_off_that_leads_nowhere_is_told_with_the_node_that_there_is() {
    let told = after("person = \"person\"\n", "");
    assert!(told.contains("its model may call `transfer_to_human`"), "{told}");
    assert!(told.contains("help: add person = \"person\" to the agent"), "{told}");
    assert_eq!(
        after(
            ", \"transfer_to_human\"]\nconfirm.create_reservation = \"confirm\"\nperson = \"person\"",
            "]\nconfirm.create_reservation = \"confirm\"\nperson = \"person\""
        ),
        "no fault"
    );
}

#[test]
fn a_prompt_without_words_is_told() {
    let told = after("\"Contestas en {{ business.name }}.\"", "\" \"");
    assert!(told.contains("small.toml:8:") && told.contains("the prompt is empty"), "{told}");
}

/// In the words of the tool: then the nodes that ask and call are made, and the call stands behind the yes alone.
#[test]
fn a_tool_with_a_question_of_its_own_gets_nodes_of_its_own() {
    let mut catalog = spanish();
    let signature = catalog.tools.get_mut("cancel_reservation").unwrap();
    signature.confirmation = [("es".to_owned(), "¿Cancelo {{ confirmation_code }}?".to_owned())].into();
    let source = AGENT.replace("\"get_menu\"", "\"cancel_reservation\"");
    let graph = compile("small.toml", &source, &catalog).unwrap();
    let asking = "assistant/cancel_reservation";
    let confirm = graph.node(asking).and_then(crate::Node::as_confirm).unwrap();
    assert_eq!((confirm.no.as_str(), confirm.change.as_deref()), ("assistant", Some("assistant")));
    let calls: Vec<&str> = graph
        .nodes()
        .filter(|node| matches!(&node.kind, NodeKind::Tool(tool) if tool.tool == "cancel_reservation"))
        .map(|node| node.name.as_str())
        .collect();
    assert_eq!(calls, [confirm.yes.as_str()]);
    let confirms = graph.nodes().filter_map(crate::Node::as_confirm);
    assert_eq!(confirms.filter(|other| other.yes == confirm.yes).count(), 1);
    assert!(graph.arrows().iter().all(|(_, to, _)| *to != confirm.yes));
}

#[test]
fn a_text_that_a_model_puts_in_other_words() {
    let phrased = "say.es = \"Puedo reservar.\"\nphrase.es = \"Con calidez.\"\nmodels = [\"a/b\"]";
    assert_eq!(after("say.es = \"Puedo reservar.\"", phrased), "no fault");
    let nobody_says_how =
        after("say.es = \"Puedo reservar.\"", "say.es = \"Puedo reservar.\"\nmodels = [\"a/b\"]");
    assert!(nobody_says_how.contains("write `phrase`, or leave `models` out"), "{nobody_says_how}");
    let asked = after("change = \"assistant\"", "change = \"assistant\"\nphrase.es = \"Con calidez.\"");
    assert!(asked.contains("phrase"), "a question is never put in other words: {asked}");
    assert_ne!(asked, "no fault");
}

#[test]
fn a_tool_that_is_listed_twice_is_told_of_once() {
    let twice = AGENT.replacen("tools = [\"get_menu\",", "tools = [\"get_menu\", \"get_menu\",", 1);
    let graph = compile("small.toml", &twice, &spanish()).unwrap_or_else(|faults| panic!("{faults}"));
    let agent = graph.node("assistant").and_then(crate::Node::as_agent);
    let tools = agent.map(|agent| agent.tools.clone()).unwrap_or_default();
    assert_eq!(tools, ["get_menu", "create_reservation", "transfer_to_human"]);
}
