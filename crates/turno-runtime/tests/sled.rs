//! The same on a real store and real threads.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

mod common;

use std::{collections::BTreeMap, path::Path, sync::Arc};

use common::{BOOK, Caller, Kitchen, MONDAY_10_AM, QUESTION, assistant};
use turno_runtime::{
    Assistants, Conversations, ConversationsHandle, ConversationsOptions, ToolRegistry, port::Store,
    testkit::FakeClock,
};
use turno_store::SledStore;

async fn open(folder: &Path) -> (Arc<SledStore>, ConversationsHandle) {
    let store = Arc::new(SledStore::open(folder).unwrap());
    let registry = Arc::new(ToolRegistry::new(Kitchen::default().tools()).unwrap());
    let assistant = Arc::new(assistant(&registry.specs()));
    let handle = Conversations::start(
        ConversationsOptions::default(),
        Arc::clone(&store) as Arc<dyn Store>,
        Assistants::new(BTreeMap::from([("small".to_owned(), assistant)])),
        registry,
        Arc::new(FakeClock::at(MONDAY_10_AM)),
    );
    (store, handle.await.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn callers_at_once_are_all_served_and_a_restart_keeps_what_they_were_asked() {
    let folder = tempfile::tempdir().unwrap();
    let (store, handle) = open(folder.path()).await;
    let callers: Vec<_> = (0..32)
        .map(|number| {
            let mut caller = Caller::new(handle.clone(), &format!("c-{number}"), 64);
            tokio::spawn(async move {
                assert_eq!(caller.say(BOOK).await.text, QUESTION);
                if number % 2 == 0 {
                    assert!(caller.say("sí").await.text.starts_with("Listo"));
                }
                caller
            })
        })
        .collect();
    let mut waiting = Vec::new();
    for caller in callers {
        waiting.push(caller.await.unwrap());
    }
    handle.drain().await;
    store.close().await.unwrap();
    drop((store, handle));

    let (store, handle) = open(folder.path()).await;
    for caller in waiting.iter_mut().skip(1).step_by(2) {
        caller.connect_to(handle.clone());
        assert!(caller.say("sí").await.text.starts_with("Listo"));
    }
    let rows = store.scan(b"b\0small\0booking\0", None, 100).await.unwrap();
    assert_eq!(rows.len(), 32);
    handle.drain().await;
}

/// The seeds of a conversation's events, as the journal has them.
async fn seeds_of(store: &SledStore, id: &str) -> Vec<String> {
    let events = turno_runtime::journal(store, &common::key(id), 1).await.unwrap();
    let seeds = events.iter().map(|event| event.seed.expect("each event has one"));
    seeds.map(|seed| serde_json::to_string(&seed).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_keeps_its_own_secret_and_each_event_has_a_seed_that_no_other_has() {
    let mut all = Vec::new();
    let mut secrets = Vec::new();
    for _ in 0..2 {
        let folder = tempfile::tempdir().unwrap();
        let mut secret = None;
        for start in 0..2 {
            let (store, handle) = open(folder.path()).await;
            let rows = store.scan(b"s\0", None, 10).await.unwrap();
            assert_eq!(rows.len(), 1, "one secret for a store");
            assert_eq!(secret.get_or_insert_with(|| rows.clone()), &rows);
            for id in ["c-1", "c-2"] {
                let mut caller = Caller::new(handle.clone(), &format!("{id}{start}"), 64);
                assert_eq!(caller.say(BOOK).await.text, QUESTION);
                caller.say("no").await;
                all.extend(seeds_of(&store, &format!("{id}{start}")).await);
            }
            handle.drain().await;
            let found = turno_runtime::verify(store.as_ref(), &Assistants::new(BTreeMap::new())).await;
            assert_eq!(found.unwrap().findings, Vec::<String>::new());
            store.close().await.unwrap();
        }
        secrets.extend(secret);
    }
    assert_ne!(secrets[0], secrets[1]);
    let distinct: std::collections::BTreeSet<&String> = all.iter().collect();
    assert!(all.len() >= 16, "{}", all.len());
    assert_eq!(distinct.len(), all.len());
}
