//! A store that an earlier version wrote is read, and brought up to date, without losing a turn.

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

use std::path::Path;

use common::{Daemon, code_in};
use serde_json::json;
use turno_runtime::port::{Batch, Store};
use turno_store::SledStore;

/// The rows of a store of format 1, a row a line in hexadecimal: a conversation that booked RES-9710, and one with an
/// open question whose last two frames were never acknowledged.
const STORE_1: &str = include_str!("store-1.hex");

fn bytes_of(hexadecimal: &str) -> Vec<u8> {
    let digits = hexadecimal.as_bytes().chunks(2);
    digits.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

fn write_store(data: &Path) {
    let mut batch = Batch::default();
    for line in STORE_1.lines() {
        let (key, value) = line.split_once(' ').unwrap();
        batch.put(bytes_of(key), bytes_of(value));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let store = SledStore::open(data).unwrap();
        store.commit(batch).await.unwrap();
        store.close().await.unwrap();
    });
}

#[test]
fn a_store_of_the_first_format_is_read_and_goes_on() {
    let data = tempfile::tempdir().unwrap();
    write_store(data.path());
    for _ in 0..2 {
        let daemon = Daemon::start(data.path());
        let mut gateway = daemon.connect();
        gateway.send(&json!({ "type": "resume", "tenant": "terraza", "conversations": { "asked": 1 } }));
        let frames = [gateway.next(), gateway.next(), gateway.next()];
        let kinds = frames.each_ref().map(|frame| (&frame["seq"], &frame["type"]));
        assert_eq!(
            kinds,
            [(&json!(2), &json!("reply")), (&json!(3), &json!("reply")), (&json!(4), &json!("expired"))]
        );
        gateway.turn("booked", "t-3", "sí");
        let again = gateway.next();
        assert_eq!(code_in(&again).as_deref(), Some("RES-9710"), "{again}");
        gateway.turn("asked", "t-2", "¿tienen estacionamiento?");
        assert_eq!(gateway.next(), frames[1], "as it was told then");
        daemon.kill();
    }
    let daemon = Daemon::start(data.path());
    let mut gateway = daemon.connect();
    gateway.turn("asked", "t-3", "gracias");
    let seqs: Vec<_> = (0..4).map(|_| gateway.next()["seq"].clone()).collect();
    assert_eq!(seqs, [2, 3, 4, 5], "what was never acknowledged comes first");
}
