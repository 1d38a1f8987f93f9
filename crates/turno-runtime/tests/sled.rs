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
