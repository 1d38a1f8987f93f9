//! Whatever order things happen in: turns twice, connections that come and go, acknowledgements, waiting, crashes at any
//! commit.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

mod common;

use std::collections::BTreeMap;

use common::{BOOK, Caller, Cut, House, key, settle, wait_seconds};
use proptest::{collection::vec, prelude::*, test_runner::TestCaseError};
use turno_core::{Conversation, step};
use turno_runtime::{Incoming, OutgoingBody, journal, load_conversation, runs};

#[derive(Debug, Clone, Copy)]
enum Move {
    Say(&'static str),
    /// The turn that was said so many turns ago, once more.
    Again(usize),
    Acknowledge,
    Reconnect,
    Resume,
    Interrupt,
    HangUp,
    WaitSeconds(u64),
    /// The store refuses the next commit.
    Refuse,
    /// The store keeps the next commit and says that it failed.
    Doubt,
    CrashAt(Cut),
    CrashNow,
}

fn any_move() -> impl Strategy<Value = Move> {
    let words =
        prop::sample::select(vec![BOOK, "sí", "sí", "no", "a qué hora abren", "mejor a las 9", "gracias"]);
    prop_oneof![
        8 => words.prop_map(Move::Say),
        2 => (0..4_usize).prop_map(Move::Again),
        2 => Just(Move::Acknowledge),
        1 => Just(Move::Reconnect),
        1 => Just(Move::Resume),
        1 => Just(Move::Interrupt),
        1 => Just(Move::HangUp),
        2 => prop::sample::select(vec![1, 61, 119, 120]).prop_map(Move::WaitSeconds),
        1 => Just(Move::Refuse),
        1 => Just(Move::Doubt),
        1 => (1..4_usize).prop_map(|at| Move::CrashAt(Cut::Before(at))),
        1 => (1..4_usize).prop_map(|at| Move::CrashAt(Cut::After(at))),
        1 => Just(Move::CrashNow),
    ]
}

/// A gateway that forgets nothing it was sent, and the daemons that it talks to one after the other.
struct Talk {
    house: House,
    caller: Caller,
    said: Vec<(String, &'static str)>,
    seen: BTreeMap<u64, OutgoingBody>,
    /// Everything up to here was acknowledged.
    acknowledged: u64,
}

impl Talk {
    async fn open() -> Self {
        let house = House::open().await;
        let caller = house.caller("c-1");
        Self { house, caller, said: Vec::new(), seen: BTreeMap::new(), acknowledged: 0 }
    }

    async fn go(&mut self, step: Move) -> Result<(), TestCaseError> {
        match step {
            Move::Say(text) => {
                let id = format!("t-{}", self.said.len() + 1);
                self.said.push((id, text));
                self.send_again(0)?;
            }
            Move::Again(ago) => self.send_again(ago)?,
            Move::Acknowledge => {
                self.acknowledged = self.contiguous();
                self.caller.ack(self.acknowledged);
            }
            Move::Reconnect => self.caller.reconnect(&self.house),
            Move::Resume => {
                self.caller.reconnect(&self.house);
                self.acknowledged = self.contiguous();
                self.send(Incoming::Resume { seq: self.acknowledged })?;
            }
            Move::Interrupt => self.send(Incoming::Interrupt { heard: "Confirmo".to_owned() })?,
            Move::HangUp => self.send(Incoming::Close { reason: "hung up".to_owned() })?,
            Move::WaitSeconds(seconds) => wait_seconds(seconds).await,
            Move::Refuse => self.house.disk.store.fail_next_commits(1),
            Move::Doubt => self.house.disk.doubt_next_commits(1),
            Move::CrashAt(cut) => self.house.disk.cut(cut),
            Move::CrashNow => self.crash().await,
        }
        self.look().await?;
        if self.house.disk.is_cut() {
            self.crash().await;
        }
        Ok(())
    }

    fn send(&self, incoming: Incoming) -> Result<(), TestCaseError> {
        self.caller.send(incoming).map_err(|refused| TestCaseError::fail(refused.to_string()))
    }

    fn send_again(&self, ago: usize) -> Result<(), TestCaseError> {
        let Some(index) = self.said.len().checked_sub(ago + 1) else {
            return Ok(());
        };
        let (id, text) = &self.said[index];
        self.caller.put_as(id, text).map_err(|refused| TestCaseError::fail(refused.to_string()))
    }

    async fn crash(&mut self) {
        self.house.die_and_start_again().await;
        self.caller.reconnect(&self.house);
    }

    /// Takes what was sent: a frame's number always names the same frame.
    async fn look(&mut self) -> Result<(), TestCaseError> {
        for frame in self.caller.all().await {
            if let Some(seq) = frame.seq() {
                let first = self.seen.entry(seq).or_insert_with(|| frame.clone());
                prop_assert_eq!(&*first, &frame);
            }
        }
        Ok(())
    }

    fn contiguous(&self) -> u64 {
        (1..).take_while(|seq| self.seen.contains_key(seq)).last().unwrap_or_default()
    }

    /// The gateway comes back, takes all that it lacks, and sends again what was never answered.
    async fn finish(&mut self) -> Result<(), TestCaseError> {
        self.house.disk.store.fail_next_commits(0);
        self.crash().await;
        self.send(Incoming::Resume { seq: self.contiguous() })?;
        self.look().await?;
        for index in 0..self.said.len() {
            let (id, text) = self.said[index].clone();
            self.caller.put_as(&id, text).map_err(|refused| TestCaseError::fail(refused.to_string()))?;
            self.look().await?;
        }
        Ok(())
    }

    /// The replies by their turns.
    fn replies(&self) -> BTreeMap<String, Vec<&str>> {
        let mut replies: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for frame in self.seen.values() {
            if let OutgoingBody::Reply(reply) = frame
                && let Some(turn) = &reply.turn
            {
                replies.entry(turn.as_str().to_owned()).or_default().push(&reply.text);
            }
        }
        replies
    }
}

async fn check(moves: Vec<Move>) -> Result<(), TestCaseError> {
    let mut talk = Talk::open().await;
    for step in moves {
        talk.go(step).await?;
    }
    talk.finish().await?;
    settle().await;
    let numbers: Vec<u64> = talk.seen.keys().copied().collect();
    let expected: Vec<u64> = (1..=numbers.len() as u64).collect();
    prop_assert_eq!(numbers, expected, "frames are numbered without a gap, and all arrive");
    let replies = talk.replies();
    for (id, text) in &talk.said {
        prop_assert_eq!(replies.get(id).map(Vec::len), Some(1), "{} {:?} has one reply", id, text);
    }
    let told = replies.values().flatten().filter(|text| text.starts_with("Listo")).count();
    prop_assert_eq!(talk.house.bookings().await.len(), told, "what is booked is what was told");
    check_journal(&talk.house).await
}

/// The events of all runs, played again from nothing, give the conversation that was kept.
async fn check_journal(house: &House) -> Result<(), TestCaseError> {
    let (store, key) = (house.disk.as_ref(), key("c-1"));
    let Some(kept) = load_conversation(store, &key).await.unwrap() else {
        return Ok(());
    };
    let mut played = Conversation::new(key.clone());
    for run in runs(store, &key).await.unwrap() {
        for event in journal(store, &key, run).await.unwrap() {
            step(&house.assistant, &mut played, event);
        }
    }
    prop_assert_eq!(played, kept);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn each_turn_has_one_reply_and_what_is_told_is_what_is_booked(moves in vec(any_move(), 1..40)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(check(moves))?;
    }
}

#[tokio::test(start_paused = true)]
async fn whatever_the_caller_is_the_turn_is_answered() {
    let house = House::open().await;
    let callers = [
        "",
        "+",
        "anonymous",
        "8000",
        "+266696687",
        "+525555550100",
        "+525512345678",
        "+0",
        "\u{0}",
        "+٥٢",
        "💥",
        "sip:a@b",
    ];
    let long = "9".repeat(60_000);
    for (number, caller) in callers.into_iter().chain([long.as_str()]).enumerate() {
        let mut talk = house.caller(&format!("c-{number}"));
        let mut said = common::turn("t", "hola");
        said.caller = Some(caller.to_owned());
        talk.send(Incoming::Turn(said)).unwrap();
        assert_eq!(talk.reply_to("t").await.text, "Puedo reservar una mesa.", "{caller}");
        let kept = load_conversation(house.disk.as_ref(), &talk.key).await.unwrap().unwrap();
        let is_somebody = caller == "+525512345678";
        assert_eq!(kept.caller.phone.as_deref(), is_somebody.then_some(caller));
    }
}
