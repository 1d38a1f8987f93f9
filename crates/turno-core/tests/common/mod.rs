//! A small restaurant and one caller, on a clock that the test moves.
#![allow(dead_code, reason = "each test file uses its part of this")]

pub mod script;

use std::collections::BTreeMap;

use serde_json::{Value, json};
use turno_core::{
    Assistant, AssistantSettings, Awaiting, Channel, Conversation, ConversationKey, Effect, Event, EventKind,
    Input, ModelOutcome, ModelRequest, Reply, Retry, Timer, Timestamp, ToolCall, ToolFailure, ToolOutcome,
    ToolSpec, Turn, TurnId, catalog, step,
};
use turno_language::{Act, Language, OpeningHours, Span, Term, Vocabulary};

/// Monday, 2026-01-19, 10:00 in Mexico City.
pub const MONDAY_10_AM: Timestamp = Timestamp(1_768_838_400_000);

pub const GRAPH: &str = include_str!("small.toml");

fn tool(name: &str, act: Act, requires_confirmation: bool, required: &[&str], properties: Value) -> ToolSpec {
    let parameters = json!({ "type": "object", "required": required, "properties": properties });
    ToolSpec {
        requires_confirmation,
        act,
        timeout_ms: 5_000,
        retry: Retry::Never,
        confirmation: match act {
            Act::Book => BTreeMap::from([(
                Language::es(),
                "¿Reservo para {{ party_size | people }} {{ date | day }} {{ time | at_hour }}, a nombre de {{ customer_name }}?"
                    .to_owned(),
            )]),
            Act::Cancel => BTreeMap::from([(
                Language::es(),
                "¿Cancelo la reservación {{ confirmation_code | code }}?".to_owned(),
            )]),
            _ => BTreeMap::new(),
        },
        ..ToolSpec::new(name, name, "booking", parameters)
    }
}

pub fn tools() -> Vec<ToolSpec> {
    let date = json!({ "type": "string", "format": "date" });
    let time = json!({ "type": "string", "format": "time" });
    let party_size = json!({ "type": "integer", "x-slot": "party_size" });
    let slot = json!({ "date": date, "time": time, "party_size": party_size });
    let mut booking = slot.clone();
    booking["customer_name"] = json!({ "type": "string", "x-slot": "person_name" });
    booking["special_requests"] = json!({ "type": "string" });
    vec![
        tool("check_availability", Act::Other, false, &["date", "time"], slot),
        tool(
            "create_reservation",
            Act::Book,
            true,
            &["date", "time", "party_size", "customer_name"],
            booking,
        ),
        tool(
            "create_order",
            Act::Order,
            true,
            &["customer_name"],
            json!({ "customer_name": { "type": "string", "x-slot": "person_name" } }),
        ),
        tool(
            "cancel_reservation",
            Act::Cancel,
            true,
            &["confirmation_code"],
            json!({ "confirmation_code": { "type": "string", "x-slot": "code" } }),
        ),
        tool("get_business_hours", Act::Other, false, &[], json!({})),
        ToolSpec {
            confirmation: BTreeMap::from([(Language::es(), "¿Canjeo {{ points }} puntos?".to_owned())]),
            ..tool("redeem_points", Act::Other, true, &["points"], json!({ "points": { "type": "integer" } }))
        },
        ToolSpec {
            acts: true,
            ..tool("activate_card", Act::Other, false, &["card"], json!({ "card": { "type": "string" } }))
        },
        tool("transfer_to_human", Act::Other, false, &["reason"], json!({ "reason": { "type": "string" } })),
    ]
}

pub fn settings() -> AssistantSettings {
    let span = Span { open: jiff::civil::time(13, 0, 0, 0), close: jiff::civil::time(23, 0, 0, 0) };
    AssistantSettings {
        counted_names: BTreeMap::new(),
        tenant: "small".to_owned(),
        assistant_type: "rest_basic".to_owned(),
        language: Language::es(),
        other_languages: BTreeMap::new(),
        time_zone: jiff::tz::TimeZone::get("America/Mexico_City").unwrap(),
        country: "MX".to_owned(),
        currency: "MXN".to_owned(),
        own_phones: vec!["+525555550100".to_owned()],
        facts: json!({ "name": "Pequeño" }),
        hours: OpeningHours { week: std::array::from_fn(|_| vec![span]), exceptions: BTreeMap::new() },
        vocabularies: BTreeMap::from([(
            "menu".to_owned(),
            Vocabulary::new(vec![Term {
                id: "taco".to_owned(),
                name: "taco".to_owned(),
                aliases: Vec::new(),
            }]),
        )]),
        tool_rules: turno_core::ToolRules::default(),
        unknown_is_told: true,
    }
}

pub fn assistant_of(graph: &str) -> Assistant {
    let settings = settings();
    let graph = turno_graph::compile("small.toml", graph, &catalog(&settings, &tools()))
        .unwrap_or_else(|f| panic!("{f}"));
    Assistant::new(settings, &tools(), graph).unwrap()
}

/// One caller and the small restaurant.
pub struct Talk {
    pub assistant: Assistant,
    pub conversation: Conversation,
    pub at: Timestamp,
    /// Every tool call so far.
    pub calls: Vec<ToolCall>,
    /// Of each: how often its turn had called the same tool before.
    pub calls_before: Vec<u8>,
    /// Every effect so far.
    pub effects: Vec<Effect>,
    /// What tools answer, by name; a list is used up from the front, its last is kept.
    pub answers: BTreeMap<String, Vec<ToolOutcome>>,
    /// What the model answers, in order; where there is no more, it fails.
    pub model: std::collections::VecDeque<ModelOutcome>,
    /// What it was asked.
    pub asked: Vec<ModelRequest>,
    /// It answers when it is told to: [`Talk::answer_model`].
    pub thinks: bool,
    /// Its events have seeds, as a daemon's have.
    pub has_seeds: bool,
    events: u64,
    turns: u32,
}

impl Talk {
    pub fn new() -> Self {
        Self::on(Channel::Whatsapp, GRAPH)
    }

    pub fn on(channel: Channel, graph: &str) -> Self {
        let mut talk = Self {
            assistant: assistant_of(graph),
            conversation: Conversation::new(ConversationKey::new("small", channel, "c-1").unwrap()),
            at: MONDAY_10_AM,
            calls: Vec::new(),
            calls_before: Vec::new(),
            effects: Vec::new(),
            answers: BTreeMap::new(),
            model: std::collections::VecDeque::new(),
            asked: Vec::new(),
            thinks: false,
            has_seeds: false,
            events: 0,
            turns: 0,
        };
        talk.answer("check_availability", json!({ "available": true }));
        talk.answer("create_reservation", json!({ "success": true, "confirmation_code": "RES-1234" }));
        talk.answer("cancel_reservation", json!({ "success": true }));
        talk.answer("get_business_hours", json!({ "success": true }));
        talk.answer(
            "transfer_to_human",
            json!({ "should_transfer": true, "transfer_number": "+525555550199" }),
        );
        talk
    }

    /// A conversation that stands at the question for a table for 4, tomorrow at 8, in Juan's name.
    pub fn at_the_question() -> Self {
        let mut talk = Self::new();
        talk.reach_the_question();
        talk
    }

    pub fn reach_the_question(&mut self) {
        self.say("quiero reservar para mañana a las 8, somos 4");
        let reply = self.say("Juan");
        assert_eq!(
            reply.text,
            "Confirmo: mesa para 4 personas, martes 20 de enero a las 8 de la noche, a nombre de Juan. ¿Es correcto?"
        );
        assert_eq!(reply.awaiting, Awaiting::Confirmation);
    }

    pub fn answer(&mut self, tool: &str, result: Value) {
        self.answers.insert(tool.to_owned(), vec![ToolOutcome::Done(result)]);
    }

    pub fn fail(&mut self, tool: &str, code: &str) {
        self.fail_with(tool, ToolFailure::new(code, "broken"));
    }

    pub fn fail_with(&mut self, tool: &str, failure: ToolFailure) {
        self.answers.insert(tool.to_owned(), vec![ToolOutcome::Failed(failure)]);
    }

    pub fn wait_seconds(&mut self, seconds: i64) {
        self.at = Timestamp(self.at.0 + seconds * 1_000);
    }

    pub fn say(&mut self, text: &str) -> Reply {
        self.put(Input::Text(text.to_owned()))
    }

    pub fn press(&mut self, id: &str) -> Reply {
        self.put(Input::Choice(id.to_owned()))
    }

    pub fn key(&mut self, key: &str) -> Reply {
        self.put(Input::Dtmf(key.to_owned()))
    }

    pub fn put(&mut self, input: Input) -> Reply {
        let turn = self.turn(input);
        self.take(turn)
    }

    pub fn turn(&mut self, input: Input) -> Turn {
        self.turns += 1;
        let turn = TurnId::new(&format!("t-{}", self.turns)).unwrap();
        Turn {
            turn,
            input,
            sent_at: None,
            caller: None,
            branch: None,
            understanding: None,
            is_early: false,
            is_blanked: false,
        }
    }

    /// Takes a turn and gives its one reply.
    pub fn take(&mut self, turn: Turn) -> Reply {
        let id = turn.turn.clone();
        let effects = self.event(EventKind::TurnArrived(turn));
        let mut replies = effects.into_iter().filter_map(|effect| match effect {
            Effect::Reply(reply) => Some(reply),
            _ => None,
        });
        let reply = replies.next().expect("a turn has a reply");
        assert_eq!(reply.turn, Some(id));
        assert!(replies.next().is_none(), "a turn has one reply");
        reply
    }

    /// Takes an event and whatever follows from it; gives all effects.
    pub fn event(&mut self, kind: EventKind) -> Vec<Effect> {
        let mut all = Vec::new();
        let mut kinds = vec![kind];
        while let Some(kind) = kinds.pop() {
            let kind = kind.without_secrets(&self.conversation);
            let mut event = Event::new(self.at, kind);
            self.events += 1;
            event.seed = self.has_seeds.then(|| seed(self.events));
            let effects = step(&self.assistant, &mut self.conversation, event);
            for effect in &effects {
                if let Effect::CallTool(call) = effect {
                    self.calls_before.push(self.conversation.calls_before(call));
                    self.calls.push(call.clone());
                    let answers = self.answers.get_mut(&call.tool).unwrap();
                    let outcome = if answers.len() > 1 { answers.remove(0) } else { answers[0].clone() };
                    kinds.push(EventKind::ToolFinished { call: call.call.clone(), outcome });
                }
            }
            for effect in &effects {
                if let Effect::AskModel { request } = effect {
                    let asked = self.assistant.model_request(&self.conversation).unwrap();
                    turno_core::check_messages(&asked.messages).unwrap();
                    self.asked.push(asked);
                    if self.thinks {
                        continue;
                    }
                    let no_more = || {
                        let kind = turno_core::ModelFailureKind::Unreachable;
                        ModelOutcome::Failed(turno_core::ModelFailure::new(kind, "no more"))
                    };
                    let outcome = self.model.pop_front().unwrap_or_else(no_more);
                    let (request, outcome) = (request.clone(), Box::new(outcome));
                    kinds.push(EventKind::ModelAnswered { request, outcome });
                }
            }
            all.extend(effects);
        }
        self.effects.extend(all.iter().cloned());
        all
    }

    /// The model answers what it is asked now.
    pub fn answer_model(&mut self, outcome: ModelOutcome) -> Vec<Effect> {
        let (_, request) = self.conversation.phase.generating().expect("a model is asked");
        let request = request.clone();
        let outcome = Box::new(outcome);
        self.event(EventKind::ModelAnswered { request, outcome })
    }

    /// The timers that are armed.
    pub fn armed(&self) -> Vec<(Timer, Timestamp)> {
        let mut armed: Vec<(Timer, Timestamp)> = Vec::new();
        for effect in &self.effects {
            match effect {
                Effect::ArmTimer { timer, at } => armed.push((timer.clone(), *at)),
                Effect::DisarmTimer { timer } => armed.retain(|(known, _)| known != timer),
                Effect::Expired { confirmation, .. } => {
                    armed.retain(|(known, _)| *known != Timer::Expiry(confirmation.clone()));
                }
                _ => {}
            }
        }
        armed
    }

    /// How often a destructive tool was called.
    pub fn acts(&self) -> usize {
        self.calls.iter().filter(|call| call.grant.is_some()).count()
    }
}

/// The seed of the so-manieth event.
fn seed(number: u64) -> turno_core::Seed {
    let mut bytes = [7; 16];
    bytes[..8].copy_from_slice(&number.to_be_bytes());
    turno_core::Seed::new(bytes)
}
