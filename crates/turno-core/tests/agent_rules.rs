//! What is left out of a model's words is told with its rule; and facts are where a tool declares them.

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

use common::script::{GRAPH, answer, says, talk};
use common::{Talk, settings, tools};
use serde_json::{Value, json};
use turno_core::{Assistant, Effect, FactKind, Rule, StatedFact, ToolSpec, catalog};

/// The rules by which sentences were left out, with each one's number.
fn left_out(talk: &Talk) -> Vec<(Rule, usize, &str)> {
    let cuts = talk.effects.iter().filter_map(|effect| match effect {
        Effect::LeftOut(cut) => Some((cut.rule, cut.at, cut.sentence.as_str())),
        _ => None,
    });
    cuts.collect()
}

fn assistant_with(tools: &[ToolSpec]) -> Assistant {
    let settings = settings();
    let graph = turno_graph::compile("small.toml", GRAPH, &catalog(&settings, tools)).unwrap();
    Assistant::new(settings, tools, graph).unwrap()
}

/// After a model looked something up, and said that.
fn after(mut talk: Talk, tool: &str, found: Value, said: &str) -> Talk {
    talk.answer(tool, found);
    talk.model.push_back(answer("", &[(tool, json!({}))]));
    talk.model.push_back(says(said));
    talk.say("¿me dice, por favor?");
    talk
}

#[test]
fn a_sentence_that_is_left_out_is_told_with_its_rule() {
    let menu = json!({ "success": true, "message": "Tenemos mole a $245 y tacos a $120.", "items": [
        { "name": "Mole poblano", "price_cents": 24_500 }, { "name": "Tacos al pastor", "price_cents": 12_000 },
    ] });
    for (said, expected) in [
        ("Con gusto. El mole cuesta $245.", vec![]),
        ("Con gusto. El mole cuesta $120.", vec![(Rule::PriceOfSomethingElse, 2, "El mole cuesta $120.")]),
        (
            "El mole cuesta $999. Su mesa quedó reservada. Lo esperamos mañana.",
            vec![
                (Rule::PriceNobodyGave, 1, "El mole cuesta $999."),
                (Rule::DeedNotDone, 2, "Su mesa quedó reservada."),
                (Rule::LeansOnWhatWasCut, 3, "Lo esperamos mañana."),
            ],
        ),
        ("Deme el CVV.", vec![(Rule::CardAsked, 1, "Deme el CVV.")]),
    ] {
        let talk = after(talk(), "get_business_hours", menu.clone(), said);
        assert_eq!(left_out(&talk), expected, "{said}");
    }
}

#[test]
fn facts_are_taken_from_where_a_tool_declares_them() {
    let found = json!({ "success": true, "lista": [
        { "titulo": "Mole poblano", "monto": 245 }, { "titulo": "Tacos al pastor", "monto": 120 },
    ] });
    let said = "El mole cuesta $120.";
    let declared = StatedFact {
        name: Some("titulo".to_owned()),
        value: Some("monto".to_owned()),
        ..StatedFact::at(FactKind::Price, "lista[]")
    };
    for (states, expected) in [
        // Nothing says whose price it is.
        (vec![], vec![]),
        (vec![declared], vec![(Rule::PriceOfSomethingElse, 1, said)]),
    ] {
        let mut tools = tools();
        let tool = tools.iter_mut().find(|tool| tool.name == "get_business_hours").unwrap();
        tool.states = states;
        let mut talk = talk();
        talk.assistant = assistant_with(&tools);
        let talk = after(talk, "get_business_hours", found.clone(), said);
        assert_eq!(left_out(&talk), expected);
    }
}
