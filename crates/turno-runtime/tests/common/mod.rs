//! A small restaurant behind the runtime, callers, and a disk that can be cut off at any commit.
#![allow(dead_code, unreachable_pub, unused_imports, reason = "each test file uses its part of this")]

mod brain;
mod disk;
mod log;
mod service;
mod tools;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use serde_json::json;
use tokio::sync::mpsc;
use turno_core::{
    Assistant, AssistantSettings, Channel, ConversationKey, Input, Reply, Timestamp, ToolSpec, Turn, TurnId,
    catalog,
};
use turno_language::{Language, OpeningHours, Span};
use turno_runtime::{
    Assistants, Conversations, ConversationsHandle, ConversationsOptions, Delivery, Handler, Incoming, Link,
    Offer, Outgoing, OutgoingBody, Refused, ToolRegistry, port::Store, testkit::FakeClock,
};

pub use brain::{Brain, Thought};
pub use disk::{Cut, Disk};
pub use log::Log;
pub use service::{Service, Temper};
pub use tools::{Kitchen, Mood};

/// Monday, 2026-01-19, 10:00 in Mexico City.
pub const MONDAY_10_AM: Timestamp = Timestamp(1_768_838_400_000);

pub const BOOK: &str = "quiero reservar para mañana a las 8 de la noche, somos 4";
pub const QUESTION: &str =
    "Confirmo: mesa para 4 personas, martes 20 de enero a las 8 de la noche. ¿Es correcto?";

const GRAPH: &str = include_str!("small.toml");

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
        vocabularies: BTreeMap::new(),
        tool_rules: turno_core::ToolRules::default(),
        unknown_is_told: true,
    }
}

pub fn assistant(specs: &[ToolSpec]) -> Assistant {
    let settings = settings();
    let mut specs = specs.to_vec();
    for handler in Service::default().tools() {
        if specs.iter().all(|spec| spec.name != handler.spec().name) {
            specs.push(handler.spec().clone());
        }
    }
    let graph = turno_graph::compile("small.toml", GRAPH, &catalog(&settings, &specs));
    Assistant::new(settings, &specs, graph.unwrap_or_else(|faults| panic!("{faults}"))).unwrap()
}

pub fn key(id: &str) -> ConversationKey {
    ConversationKey::new("small", Channel::Whatsapp, id).unwrap()
}

/// A daemon of the small restaurant. It may be started again on the same disk, as after a crash.
pub struct House {
    pub disk: Arc<Disk>,
    pub kitchen: Kitchen,
    /// What is outside: it outlives the daemon.
    pub service: Service,
    /// The language model: it outlives the daemon too.
    pub brain: Brain,
    pub handle: ConversationsHandle,
    pub assistant: Arc<Assistant>,
    /// Those that are served; another tenant may be put there.
    pub assistants: Assistants,
    pub clock: FakeClock,
    options: ConversationsOptions,
}

impl House {
    pub async fn open() -> Self {
        Self::with(ConversationsOptions::default()).await
    }

    pub async fn with(options: ConversationsOptions) -> Self {
        let clock = FakeClock::at(MONDAY_10_AM);
        Self::on(Arc::default(), clock, options, Service::default(), Brain::default()).await
    }

    async fn on(
        disk: Arc<Disk>,
        clock: FakeClock,
        options: ConversationsOptions,
        service: Service,
        brain: Brain,
    ) -> Self {
        let kitchen = Kitchen::default();
        let own = kitchen.tools().into_iter().map(Handler::Own);
        let offers = own.chain(service.tools()).map(|handler| Offer { tenants: None, handler });
        let registry = Arc::new(ToolRegistry::of(offers.collect()).unwrap());
        let assistant = Arc::new(assistant(&registry.specs()));
        let assistants = Assistants::new(BTreeMap::from([("small".to_owned(), Arc::clone(&assistant))]));
        // Its ids are the same each time; and no commit is counted for it.
        let _kept_before =
            turno_runtime::StoreSecret::known_to_everybody().keep_in(disk.store.as_ref()).await;
        let store = Arc::clone(&disk) as Arc<dyn Store>;
        let handle = Conversations::start_with_models(
            options.clone(),
            store,
            assistants.clone(),
            registry,
            Arc::new(clock.clone()),
            turno_runtime::LanguageModels::without_budget(Arc::new(brain.clone())),
        )
        .await
        .unwrap();
        Self { disk, kitchen, service, brain, handle, assistant, assistants, clock, options }
    }

    /// The daemon dies where it stands, and another starts on what is on the disk.
    pub async fn crash(mut self) -> Self {
        self.die_and_start_again().await;
        self
    }

    /// The same, for whoever only borrows it.
    pub async fn die_and_start_again(&mut self) {
        let disk = Arc::new(self.disk.taken_over());
        let (clock, options) = (self.clock.clone(), self.options.clone());
        let (service, brain) = (self.service.clone(), self.brain.clone());
        *self = Self::on(disk, clock, options, service, brain).await;
    }

    /// Another daemon on the same disk, while this one still believes to be alone.
    pub async fn beside(&self) -> Self {
        Self::on(
            Arc::new(self.disk.shared()),
            self.clock.clone(),
            self.options.clone(),
            self.service.clone(),
            self.brain.clone(),
        )
        .await
    }

    pub fn caller(&self, id: &str) -> Caller {
        Caller::new(self.handle.clone(), id, 64)
    }

    /// Bookings, as the tool wrote them.
    pub async fn bookings(&self) -> Vec<String> {
        let rows = self.disk.scan(b"b\0small\0booking\0", None, 1_000).await.unwrap();
        rows.into_iter().map(|(_, value)| String::from_utf8(value).unwrap()).collect()
    }
}

/// One gateway with one conversation.
pub struct Caller {
    handle: ConversationsHandle,
    pub key: ConversationKey,
    pub link: Link,
    pub frames: mpsc::Receiver<Outgoing>,
    turns: u32,
}

impl Caller {
    pub fn new(handle: ConversationsHandle, id: &str, capacity: usize) -> Self {
        let (link, frames) = Link::new(capacity);
        Self { handle, key: key(id), link, frames, turns: 0 }
    }

    /// Takes a new connection, to a daemon that may be another one.
    pub fn reconnect(&mut self, house: &House) {
        self.connect_to(house.handle.clone());
    }

    pub fn connect_to(&mut self, handle: ConversationsHandle) {
        (self.link, self.frames) = Link::new(64);
        self.handle = handle;
    }

    pub fn send(&self, incoming: Incoming) -> Result<(), Refused> {
        self.handle.deliver(Delivery { key: self.key.clone(), incoming, link: self.link.clone() })
    }

    pub fn ack(&self, seq: u64) {
        self.send(Incoming::Ack { seq }).unwrap();
    }

    /// Sends words as a turn with a new id, without waiting; gives the id.
    pub fn put(&mut self, text: &str) -> String {
        self.turns += 1;
        let id = format!("t-{}", self.turns);
        self.put_as(&id, text).unwrap();
        id
    }

    pub fn put_as(&self, id: &str, text: &str) -> Result<(), Refused> {
        self.send(Incoming::Turn(turn(id, text)))
    }

    /// Sends words and gives the reply to them; frames before it are passed over.
    pub async fn say(&mut self, text: &str) -> Reply {
        let id = self.put(text);
        self.reply_to(&id).await
    }

    /// The reply to a turn; frames before it are passed over.
    pub async fn reply_to(&mut self, id: &str) -> Reply {
        loop {
            match self.next().await {
                OutgoingBody::Reply(reply) if reply.turn.as_ref().is_some_and(|turn| turn.as_str() == id) => {
                    return reply;
                }
                OutgoingBody::Failed { turn, code, .. } if turn == id => panic!("{turn} failed: {code}"),
                _ => {}
            }
        }
    }

    /// The next frame; it has to come within five minutes.
    pub async fn next(&mut self) -> OutgoingBody {
        let frame = tokio::time::timeout(Duration::from_secs(300), self.frames.recv()).await;
        frame.expect("a frame comes").expect("the daemon is there").body
    }

    /// All that is there already, once the daemon has come to rest.
    pub async fn all(&mut self) -> Vec<OutgoingBody> {
        settle().await;
        std::iter::from_fn(|| self.frames.try_recv().ok()).map(|frame| frame.body).collect()
    }

    pub async fn ask_for_a_table(&mut self) -> Reply {
        let reply = self.say(BOOK).await;
        assert_eq!(reply.text, QUESTION);
        reply
    }
}

pub fn turn(id: &str, text: &str) -> Turn {
    Turn {
        turn: TurnId::new(id).unwrap(),
        input: Input::Text(text.to_owned()),
        sent_at: None,
        caller: None,
        branch: None,
        understanding: None,
        is_early: false,
        is_blanked: false,
    }
}

/// What can happen without time going by happens.
pub async fn settle() {
    for _ in 0..200 {
        tokio::task::yield_now().await;
    }
}

/// Time goes by, and what is due happens.
pub async fn wait_ms(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    settle().await;
}

pub async fn wait_seconds(seconds: u64) {
    wait_ms(seconds * 1_000).await;
}

/// The sequence numbers of frames.
pub fn seqs(frames: &[OutgoingBody]) -> Vec<u64> {
    frames.iter().filter_map(OutgoingBody::seq).collect()
}
