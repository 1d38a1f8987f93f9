//! Two hundred clear yeses, written without a look at the readers: each is acted on, by voice and by chat, by words, button and
//! key, however late its gateway tells that the question had arrived.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use tokio::sync::mpsc;
use turno_business::{Businesses, load_business};
use turno_core::{
    Assistant, Awaiting, Channel, ConversationKey, Input, Reply, Timestamp, ToolSpec, Turn, TurnId,
};
use turno_runtime::{
    Assistants, Conversations, ConversationsHandle, ConversationsOptions, Delivery, Handler, Incoming, Link,
    Offer, Outgoing, OutgoingBody, ToolRegistry,
    port::{Clock, Store},
    testkit::FakeClock,
};
use turno_store::MemoryStore;
use turno_tools::builtin_tools;

use super::common::{assistant, business, file};

/// Monday, 2026-11-30, 15:00 in Mexico City: the rows speak of that week's Friday and of the Monday after, and the kitchen is open.
const MONDAY_3_PM: Timestamp = Timestamp(1_796_072_400_000);

const PHONE: &str = "+525512345678";

/// One row of the file.
struct Row {
    is_english: bool,
    tool: String,
    channel: Channel,
    way: String,
    answer: String,
    ack_ms: u64,
}

impl Row {
    fn of(line: &str) -> Self {
        let cells: Vec<&str> = line.split('\t').collect();
        let [language, tool, channel, way, answer, ack_ms] = cells.try_into().expect("a row has six cells");
        Self {
            is_english: language == "en",
            tool: tool.to_owned(),
            channel: if channel == "voice" { Channel::Voice } else { Channel::Whatsapp },
            way: way.to_owned(),
            answer: answer.to_owned(),
            ack_ms: ack_ms.parse().unwrap(),
        }
    }

    fn tenant(&self) -> &'static str {
        if self.tool.ends_with("appointment") { "sonrisa" } else { "terraza" }
    }

    /// What is said to come to the question, and what to the questions on the way.
    fn requests(&self) -> Vec<&'static str> {
        let words = |es, en| if self.is_english { en } else { es };
        let table = words(
            "quiero reservar una mesa para 4 personas el viernes 4 de diciembre a las 8 de la noche, a nombre de Juan Pérez",
            "I want to book a table for 4 people on Friday December 4 at 8 pm, under the name Juan Pérez",
        );
        let visit = words(
            "quiero agendar una limpieza dental para el lunes 7 de diciembre a las 10 de la mañana, a nombre de Ana Ruiz",
            "I want to book an appointment for a dental cleaning on Monday December 7 at 10 in the morning under the name Ana Ruiz",
        );
        match self.tool.as_str() {
            "create_reservation" => vec![table],
            "modify_reservation" => vec![
                table,
                words(
                    "quiero cambiar mi reservación a las 9 de la noche",
                    "I want to change my reservation to 9 pm",
                ),
            ],
            "cancel_reservation" => {
                vec![table, words("quiero cancelar mi reservación", "I want to cancel my reservation")]
            }
            "create_order" => vec![words(
                "quiero pedir dos órdenes de tacos al pastor para recoger, a nombre de Luis Mora",
                "I want to order two tacos al pastor for pickup, under the name Luis Mora",
            )],
            "create_appointment" => vec![visit],
            "cancel_appointment" => {
                vec![visit, words("quiero cancelar mi cita", "I want to cancel my appointment")]
            }
            other => panic!("no way to the question of {other} is known"),
        }
    }
}

/// The businesses with their assistants, as the rows have them: two orders of tacos come to 180 pesos.
struct World {
    registry: Arc<ToolRegistry>,
    assistants: BTreeMap<String, Arc<Assistant>>,
}

impl World {
    fn load() -> Self {
        let (path, text) = file("config/tenants/terraza.toml");
        let text = text.replacen("price       = 129", "price       = 90", 1);
        let all = [
            (load_business(&path.display().to_string(), &text).unwrap(), "graphs/restaurant.toml"),
            (business("config/tenants/sonrisa.toml"), "graphs/dental.toml"),
        ];
        let businesses = Arc::new(Businesses::new(all.iter().map(|(business, _)| business.clone())));
        let tools = builtin_tools(Arc::clone(&businesses));
        let specs: Vec<ToolSpec> = tools.iter().map(|tool| tool.spec().clone()).collect();
        let offers = tools.into_iter().map(|tool| Offer { tenants: None, handler: Handler::Own(tool) });
        let assistants = all
            .iter()
            .map(|(business, graph)| (business.id.clone(), Arc::new(assistant(business, graph, &specs))));
        Self {
            registry: Arc::new(ToolRegistry::of(offers.collect()).unwrap()),
            assistants: assistants.collect(),
        }
    }
}

/// One caller of a daemon of their own.
struct Caller {
    handle: ConversationsHandle,
    store: Arc<MemoryStore>,
    clock: FakeClock,
    key: ConversationKey,
    link: Link,
    frames: mpsc::Receiver<Outgoing>,
    turns: u32,
    /// The latest frame that arrived.
    seen: u64,
}

impl Caller {
    async fn of(world: &World, row: &Row) -> Self {
        let (store, clock) = (Arc::new(MemoryStore::default()), FakeClock::at(MONDAY_3_PM));
        let handle = Conversations::start(
            ConversationsOptions::default(),
            Arc::clone(&store) as Arc<dyn Store>,
            Assistants::new(world.assistants.clone()),
            Arc::clone(&world.registry),
            Arc::new(clock.clone()),
        );
        let (link, frames) = Link::new(64);
        Self {
            handle: handle.await.unwrap(),
            store,
            clock,
            key: ConversationKey::new(row.tenant(), row.channel, "c-1").unwrap(),
            link,
            frames,
            turns: 0,
            seen: 0,
        }
    }

    fn send(&self, incoming: Incoming) {
        let delivery = Delivery { key: self.key.clone(), incoming, link: self.link.clone() };
        self.handle.deliver(delivery).unwrap();
    }

    /// Something that is said now, as WhatsApp dates it; voice dates nothing.
    fn turn(&mut self, input: Input) -> Turn {
        self.turns += 1;
        let seconds = Timestamp(self.clock.now().0.div_euclid(1_000) * 1_000);
        Turn {
            turn: TurnId::new(&format!("t-{}", self.turns)).unwrap(),
            input,
            sent_at: (self.key.channel != Channel::Voice).then_some(seconds),
            caller: Some(PHONE.to_owned()),
            branch: None,
            understanding: None,
            is_early: false,
            is_blanked: false,
        }
    }

    async fn reply_to(&mut self, turn: Turn) -> Reply {
        let id = turn.turn.clone();
        self.send(Incoming::Turn(turn));
        loop {
            let frame = tokio::time::timeout(Duration::from_secs(60), self.frames.recv()).await;
            if let OutgoingBody::Reply(reply) = frame.expect("a frame comes").unwrap().body
                && reply.turn.as_ref() == Some(&id)
            {
                return reply;
            }
        }
    }

    async fn say(&mut self, words: &str) -> Reply {
        tokio::time::sleep(Duration::from_secs(4)).await;
        let turn = self.turn(Input::Text(words.to_owned()));
        // Whatever it answered has arrived.
        self.send(Incoming::Ack { seq: self.seen });
        let reply = self.reply_to(turn).await;
        self.seen = reply.seq;
        reply
    }

    /// Says what is asked for until a question of yes or no stands.
    async fn reach_a_question(&mut self, row: &Row, request: &str) -> Reply {
        let mut reply = self.say(request).await;
        for _ in 0..6 {
            let slot = match &reply.awaiting {
                Awaiting::Confirmation => return reply,
                Awaiting::Slot(slot) => slot.clone(),
                Awaiting::Nothing | Awaiting::Person => break,
            };
            let words = match slot.as_str() {
                "customer_phone" | "patient_phone" => "55 1234 5678",
                "time" if row.is_english => "9 pm",
                "time" => "a las 9 de la noche",
                _ => break,
            };
            reply = self.say(words).await;
        }
        panic!("{} is not asked about: {:?}", row.tool, reply.text)
    }

    /// How many calls were made that a yes allowed.
    async fn deeds(&self) -> usize {
        self.store.scan(b"k\0", None, 100).await.unwrap().len()
    }
}

/// The reply to the question's answer, and how many things it did. What was said reaches the daemon before the gateway tells that
/// the question had arrived, or behind it.
async fn play(world: &World, row: &Row, is_behind_the_ack: bool) -> (usize, String, String) {
    let mut caller = Caller::of(world, row).await;
    let requests = row.requests();
    let (last, before) = requests.split_last().unwrap();
    for request in before {
        caller.reach_a_question(row, request).await;
        caller.say(if row.is_english { "yes" } else { "sí" }).await;
    }
    let deeds = caller.deeds().await;
    assert_eq!(deeds, before.len(), "what is to be changed is booked");
    let question = caller.reach_a_question(row, last).await;
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    let input = match row.way.as_str() {
        "words" => Input::Text(row.answer.clone()),
        "key" => Input::Dtmf(row.answer.clone()),
        _ => Input::Choice(question.choices[0].id.clone()),
    };
    let turn = caller.turn(input);
    if is_behind_the_ack {
        tokio::time::sleep(Duration::from_millis(row.ack_ms)).await;
        caller.send(Incoming::Ack { seq: question.seq });
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let reply = caller.reply_to(turn).await;
    (caller.deeds().await - deeds, question.text, reply.text)
}

#[tokio::test(start_paused = true)]
async fn two_hundred_clear_yeses_are_acted_on() {
    let (_, text) = file("tests/data/clear-yeses.tsv");
    let world = World::load();
    let rows: Vec<Row> = text.lines().skip(1).map(Row::of).collect();
    assert_eq!(rows.len(), 200);
    let mut missed = Vec::new();
    for row in &rows {
        for is_behind_the_ack in [false, true] {
            let (deeds, question, reply) = play(&world, row, is_behind_the_ack).await;
            if deeds != 1 {
                missed.push(format!(
                    "{} {:?} by {} ({} ms, behind the ack: {is_behind_the_ack}): {deeds} deeds\n  {question}\n  {reply}",
                    row.tool, row.answer, row.way, row.ack_ms
                ));
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// What a question named may be repeated; another day, hour, sum, name or act is another thing.
#[tokio::test(start_paused = true)]
async fn a_yes_that_names_another_day_hour_sum_name_or_act_is_none() {
    let world = World::load();
    for row in [
        "es\tcancel_reservation\twhatsapp\twords\tsí, cancela la del sábado\t0",
        "es\tcancel_reservation\twhatsapp\twords\tsí, cancelen la mesa de las 9\t0",
        "en\tcancel_appointment\tvoice\twords\tyes, cancel the one on Tuesday\t0",
        "es\tcreate_order\twhatsapp\twords\tsí, son 200, correcto\t0",
        "es\tcreate_order\tvoice\twords\tsí claro ciento noventa pesos está bien\t0",
        "en\tcreate_order\twhatsapp\twords\tYes, 190 pesos, correct\t0",
        "es\tcreate_order\twhatsapp\twords\tsí, 2 pesos, correcto\t0",
        "es\tcreate_order\tvoice\twords\tsí señor mande el pedido a mi casa\t0",
        "es\tcancel_reservation\twhatsapp\twords\tsi, cancelen la d Juan Lopez\t0",
        "es\tcancel_reservation\twhatsapp\twords\tsi, cancelen la d Pedro Perez\t0",
        "es\tcancel_appointment\twhatsapp\twords\tSí, confirmo que quiero cambiar\t0",
        "es\tcancel_appointment\twhatsapp\twords\tSí, confirmo que no quiero cancelar\t0",
        "es\tcreate_appointment\twhatsapp\twords\tsí, el lunes 7 d enero a las 10\t0",
        "es\tcreate_appointment\twhatsapp\twords\tsí, el lunes 14 d diciembre a las 10\t0",
        "es\tcreate_appointment\twhatsapp\twords\tsí, el lunes 7 d diciembre a las 11\t0",
        "en\tcreate_order\twhatsapp\twords\tyes, but 180 is too much\t0",
    ] {
        let (deeds, question, reply) = play(&world, &Row::of(row), false).await;
        assert_eq!(deeds, 0, "{row}: {question}\n{reply}");
    }
}
