//! Whatever is read from outside gives a value or an error, never a panic; and a yes stays a yes only where nothing else
//! was said. `tests/shared/fuzz.rs` says how inputs are made.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

#[path = "../shared/fuzz.rs"]
mod fuzz;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};
use turno_language::Text;

use fuzz::{fuzz, fuzz_text};
use jiff::ZonedDateTime;
use serde_json::{Value, json};
use turno_business::{Business, Businesses, load_business};
use turno_core::{
    Assistant, AssistantSettings, Channel, Conversation, ConversationKey, Effect, Event, EventKind, Input,
    Timestamp, ToolFailure, ToolOutcome, ToolSpec, Turn, TurnId, catalog, step,
};
use turno_language::{
    Act, Asked, Language, ReadContext, SlotKind, SlotSpec, Verdict, read_slots, read_verdict,
};
use turno_tools::builtin_tools;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The demo restaurant, and all tools.
fn restaurant() -> (AssistantSettings, Vec<ToolSpec>) {
    let source = std::fs::read_to_string(root().join("config/tenants/terraza.toml")).unwrap();
    let business: Business = load_business("terraza.toml", &source).unwrap();
    let settings = business.settings();
    let tools = builtin_tools(Arc::new(Businesses::new([business])));
    (settings, tools.iter().map(|tool| tool.spec().clone()).collect())
}

#[test]
fn frames_are_read_alike_wherever_they_are_torn() {
    fuzz("frames", &[], 2_000, |bytes| {
        let whole = turno_gateway::testkit::read_frames(bytes, 0, 2_000);
        for cut in [1, bytes.len() / 3, bytes.len() / 2, bytes.len().saturating_sub(1)] {
            assert_eq!(turno_gateway::testkit::read_frames(bytes, cut, 2_000), whole, "torn at {cut}");
        }
    });
}

#[test]
fn records_that_are_not_what_they_should_be_are_errors() {
    fuzz("records", &["crates/turno-runtime/fixtures".into()], 2_000, |bytes| {
        turno_runtime::testkit::read_as_every_record(bytes);
    });
}

#[test]
fn any_graph_file_serves_or_says_what_is_wrong() {
    let (settings, specs) = restaurant();
    fuzz_text("graphs", &["graphs/restaurant.toml".into()], 60, |text| {
        match turno_graph::compile("fuzz.toml", text, &catalog(&settings, &specs)) {
            Ok(graph) => {
                if let Ok(assistant) = Assistant::new(settings.clone(), &specs, graph) {
                    talk(&assistant);
                }
            }
            Err(faults) => assert!(!faults.is_empty() && !faults.to_string().is_empty()),
        }
    });
}

#[test]
fn any_template_renders_or_says_what_is_wrong() {
    let (settings, specs) = restaurant();
    fuzz_text("templates", &[], 500, |text| {
        // A JSON string is a string in TOML.
        let graph = format!(
            "name = \"t\"\nstart = \"say\"\n[nodes.say]\nkind = \"respond\"\nsay.es = {}\nto = \"end\"\n[nodes.end]\nkind = \"end\"\n",
            Value::from(text)
        );
        if let Ok(graph) = turno_graph::compile("fuzz.toml", &graph, &catalog(&settings, &specs))
            && let Ok(assistant) = Assistant::new(settings.clone(), &specs, graph)
        {
            talk(&assistant);
        }
    });
}

#[test]
fn any_tenant_file_loads_or_says_what_is_wrong() {
    fuzz_text("tenants", &["config/tenants".into()], 300, |text| {
        if let Err(faults) = load_business("fuzz.toml", text) {
            assert!(!faults.0.is_empty() && !faults.to_string().is_empty());
        }
    });
}

/// A few turns; every tool fails.
fn talk(assistant: &Assistant) {
    let mut conversation =
        Conversation::new(ConversationKey::new("terraza", Channel::Whatsapp, "c").unwrap());
    for (number, text) in
        ["hola", "quiero reservar para mañana a las 8, somos 4", "Juan", "sí"].iter().enumerate()
    {
        let turn = Turn {
            turn: TurnId::new(&format!("t-{number}")).unwrap(),
            input: Input::Text((*text).to_owned()),
            sent_at: None,
            caller: Some("+525512345678".to_owned()),
            branch: None,
            understanding: None,
            is_early: false,
            is_blanked: false,
        };
        let mut events = vec![EventKind::TurnArrived(turn)];
        while let Some(kind) = events.pop() {
            let at = Timestamp(1_768_838_400_000 + i64::try_from(number).unwrap() * 1_000);
            for effect in step(assistant, &mut conversation, Event::new(at, kind)) {
                if let Effect::CallTool(call) = effect {
                    assert!(call.grant.is_none(), "no tool has succeeded, so nothing was asked");
                    let outcome = ToolOutcome::Failed(ToolFailure {
                        code: "failed".to_owned(),
                        message: "broken".to_owned(),
                        retry_after_ms: None,
                    });
                    events.push(EventKind::ToolFinished { call: call.call, outcome });
                }
            }
        }
    }
}

const SLOTS: &[(&str, SlotKind)] = &[
    ("date", SlotKind::Date),
    ("time", SlotKind::Time),
    ("party_size", SlotKind::PartySize),
    ("customer_name", SlotKind::PersonName),
    ("customer_phone", SlotKind::Phone),
    ("confirmation_code", SlotKind::Code),
    ("is_first_visit", SlotKind::Boolean),
    ("duration_minutes", SlotKind::Integer),
    ("delivery_address", SlotKind::Address),
    ("notes", SlotKind::Text),
];

/// Reads on a Monday, in one of the ways that there are, which the text itself chooses: in either language, with or
/// without values known, waiting for one slot or another.
fn with_context(text: &str, each: impl FnOnce(&ReadContext<'_>, usize)) {
    let now: ZonedDateTime = "2026-01-19T12:00[America/Mexico_City]".parse().unwrap();
    let slots: Vec<SlotSpec<'_>> =
        SLOTS.iter().map(|(name, kind)| SlotSpec { name, kind: *kind, vocabulary: None }).collect();
    let known = [
        ("date", json!("2026-01-23")),
        ("time", json!("20:00")),
        ("party_size", json!(4)),
        ("customer_name", json!("Juan")),
    ];
    let known = known.map(|(slot, value)| (slot.to_owned(), value)).into();
    let way = text.bytes().fold(7, |way: usize, byte| way.wrapping_mul(31).wrapping_add(usize::from(byte)));
    let nothing = BTreeMap::new();
    let context = ReadContext {
        language: [Language::es(), Language::en()][way % 2],
        now: &now,
        slots: &slots,
        awaiting: [None, Some("time"), Some("customer_phone")][way / 2 % 3],
        known: [&known, &nothing][way / 6 % 2],
        hours: None,
        country: "MX",
    };
    each(&context, way / 12);
}

#[test]
fn any_utterance_gives_values_that_can_be() {
    fuzz_text("utterances", &["tests/fuzz/answers".into()], 150, |text| {
        with_context(text, |context, _| {
            let reading = read_slots(&Text::of(text), context);
            let mut seen = std::collections::BTreeSet::new();
            for value in &reading.values {
                assert!(seen.insert(&value.slot), "two values for {}", value.slot);
                let said = value.value.as_str().unwrap_or_default();
                match value.slot.as_str() {
                    "date" => {
                        let date: jiff::civil::Date = said.parse().unwrap();
                        assert!(date >= context.now.date(), "{date} is over");
                    }
                    "time" => assert!(said.len() == 5 && said.parse::<jiff::civil::Time>().is_ok(), "{said}"),
                    "party_size" => assert!((1..=500).contains(&value.value.as_i64().unwrap())),
                    "customer_phone" => {
                        let digits = said.strip_prefix('+').unwrap();
                        assert!(
                            (7..=15).contains(&digits.len())
                                && digits.bytes().all(|byte| byte.is_ascii_digit())
                        );
                    }
                    _ => {}
                }
            }
            for problem in &reading.problems {
                assert!(seen.insert(&problem.slot), "a value and a problem for {}", problem.slot);
            }
        });
    });
}

/// What takes a yes back in Spanish, wherever it is added to a question for a table for 4 on Friday the 23rd at 8 at night.
const TAKES_BACK: [&str; 5] = [
    ", pero a las 9 de la noche",
    ", pero somos 7",
    ", pero el sábado",
    ", mejor no",
    ". No, no la reserves",
];

/// The same in English.
const TAKES_BACK_IN_ENGLISH: [&str; 5] =
    [", but at 9 pm", ", but for 7 people", ", but on Saturday", ", rather not", ". No, don't book it"];

#[test]
fn a_yes_with_another_value_or_a_no_behind_it_is_no_yes() {
    fuzz_text("answers", &[], 150, |text| {
        with_context(text, |context, way| {
            let asked = Asked {
                act: [Act::Book, Act::Modify][way % 2],
                values: context.known,
                sums: turno_language::Sums::default(),
            };
            let _no_panic = read_verdict(&Text::of(text), &asked, context);
            let tails = if context.language == Language::es() { TAKES_BACK } else { TAKES_BACK_IN_ENGLISH };
            let said = format!("{text}{}", tails[way / 2 % 5]);
            if !context.known.is_empty() {
                assert_ne!(read_verdict(&Text::of(&said), &asked, context).verdict, Verdict::Yes, "{said}");
            }
        });
    });
}
