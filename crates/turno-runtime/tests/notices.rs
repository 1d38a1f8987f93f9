//! What the team should know is kept, and tried until a sink took it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

mod common;

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU32, Ordering},
};

use async_trait::async_trait;
use common::{House, MONDAY_10_AM, Temper, key, wait_seconds};
use serde_json::json;
use tokio_util::sync::CancellationToken;
use turno_runtime::{
    Notice, Notices, Priority, Sink,
    port::{Batch, Store},
    waiting_notices,
};

/// A sink that fails so many times.
struct Board {
    name: &'static str,
    team: &'static str,
    failures: AtomicU32,
    taken: Mutex<Vec<String>>,
}

impl Board {
    fn new(name: &'static str, team: &'static str, failures: u32) -> Arc<Self> {
        Arc::new(Self { name, team, failures: AtomicU32::new(failures), taken: Mutex::default() })
    }

    fn taken(&self) -> Vec<String> {
        self.taken.lock().unwrap().clone()
    }
}

#[async_trait]
impl Sink for Board {
    fn name(&self) -> &str {
        self.name
    }

    fn takes(&self, notice: &Notice) -> bool {
        notice.team == self.team
    }

    async fn deliver(&self, notice: &Notice) -> Result<(), String> {
        if self.failures.load(Ordering::SeqCst) > 0 {
            self.failures.fetch_sub(1, Ordering::SeqCst);
            return Err("out of order".to_owned());
        }
        self.taken.lock().unwrap().push(format!("{}: {}", notice.id, notice.subject));
        Ok(())
    }
}

fn serve(house: &House, sinks: &[Arc<Board>]) -> CancellationToken {
    let stop = CancellationToken::new();
    let sinks = sinks.iter().map(|sink| Arc::clone(sink) as Arc<dyn Sink>).collect();
    let store = Arc::clone(&house.disk) as Arc<dyn Store>;
    let notices = Notices::new(store, Arc::new(house.clock.clone()), sinks, house.handle.news());
    tokio::spawn(notices.run(stop.clone()));
    stop
}

async fn tell(house: &House, id: &str) {
    let mut batch = Batch::default();
    let notice = Notice {
        id: id.to_owned(),
        conversation: key("c-1"),
        team: "support".to_owned(),
        priority: Priority::High,
        subject: "Se cayó el horno".to_owned(),
        message: "Se cayó el horno".to_owned(),
        context: json!({}),
        at: MONDAY_10_AM,
    };
    notice.put(&mut batch);
    house.disk.commit(batch).await.unwrap();
    house.handle.news().notify_one();
}

#[tokio::test(start_paused = true)]
async fn a_notice_is_tried_until_each_of_its_sinks_took_it_once() {
    let house = House::open().await;
    let boards = [Board::new("a", "support", 3), Board::new("b", "support", 0), Board::new("c", "sales", 0)];
    serve(&house, &boards);
    tell(&house, "n-1").await;
    wait_seconds(1).await;
    assert_eq!([boards[0].taken().len(), boards[1].taken().len()], [0, 1]);
    wait_seconds(60).await;
    assert_eq!(boards[0].taken(), ["n-1: Se cayó el horno"]);
    assert_eq!(boards[1].taken(), ["n-1: Se cayó el horno"], "not told twice");
    assert!(boards[2].taken().is_empty(), "not its team");
    assert!(waiting_notices(house.disk.as_ref(), 10).await.unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_notice_outlives_the_daemon_and_waits_for_a_sink_for_a_week() {
    let mut house = House::open().await;
    let stop = serve(&house, &[]);
    tell(&house, "n-1").await;
    wait_seconds(3_600).await;
    assert_eq!(waiting_notices(house.disk.as_ref(), 10).await.unwrap().len(), 1);
    stop.cancel();
    house.die_and_start_again().await;
    let board = Board::new("a", "support", 0);
    serve(&house, std::slice::from_ref(&board));
    wait_seconds(700).await;
    assert_eq!(board.taken(), ["n-1: Se cayó el horno"]);
}

#[tokio::test(start_paused = true)]
async fn what_nobody_takes_for_a_week_is_given_up() {
    let house = House::open().await;
    serve(&house, &[]);
    tell(&house, "n-1").await;
    wait_seconds(8 * 24 * 3_600).await;
    assert!(waiting_notices(house.disk.as_ref(), 10).await.unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_outcome_that_nobody_knows_is_told_to_the_team_as_the_user_was_promised() {
    let house = House::open().await;
    let board = Board::new("a", "support", 0);
    serve(&house, std::slice::from_ref(&board));
    house.service.set(Temper::ActsAndIsLost);
    let mut caller = house.caller("c-1");
    caller.say("avisen que vamos, somos 4").await;
    let reply = caller.say("sí").await;
    assert!(reply.text.contains("Ya avisé al equipo"), "{}", reply.text);
    wait_seconds(1).await;
    let taken = board.taken();
    assert_eq!(taken.len(), 1);
    assert!(taken[0].ends_with(": No se sabe si se hizo: tell_kitchen"), "{taken:?}");
}
