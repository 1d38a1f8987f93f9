//! A write that does not come back: what waits for it is told so, and the store is given up.
//!
//! A disk may keep a thread in a write for ever, and so may sled (a flush that misses its wake-up: spacejam/sled#1351). The
//! committer's thread cannot notice that itself, so another one looks at the time that it began its work.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    time::{Duration, Instant},
};

use turno_runtime::port::StoreError;

use super::served::Served;

/// How often it is looked within the time that a write may take.
const LOOKS: u32 = 8;

/// When the committer began what it does; none while it waits for something to do.
#[derive(Debug, Clone, Default)]
struct Began(Arc<Mutex<Option<Instant>>>);

/// The committer's end: it tells when it works, and by its end that there is nothing more to watch.
#[derive(Debug)]
pub(super) struct Watchdog {
    began: Began,
    _until_dropped: Sender<()>,
}

impl Watchdog {
    /// Watches on a thread of its own; after work of so long the store is given up.
    pub(super) fn start(served: Served, limit: Duration) -> std::io::Result<Self> {
        let began = Began::default();
        let (until_dropped, is_over) = channel();
        let watched = began.clone();
        std::thread::Builder::new()
            .name("turno-store-watch".to_owned())
            .spawn(move || watch(&watched, &is_over, &served, limit))?;
        Ok(Self { began, _until_dropped: until_dropped })
    }

    pub(super) fn work(&self) {
        self.began.set(Some(Instant::now()));
    }

    pub(super) fn rest(&self) {
        self.began.set(None);
    }
}

impl Began {
    fn set(&self, at: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = at;
    }

    fn elapsed(&self) -> Option<Duration> {
        let at = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        at.map(|at| at.elapsed())
    }
}

fn watch(began: &Began, is_over: &Receiver<()>, served: &Served, limit: Duration) {
    while is_over.recv_timeout(limit / LOOKS) == Err(RecvTimeoutError::Timeout) {
        if began.elapsed().is_some_and(|elapsed| elapsed >= limit) {
            let detail = format!(
                "a write has not come back for {} s: look at the disk that the store is on",
                limit.as_secs()
            );
            // Nothing is logged first: the log may be on the disk that does not answer.
            served.give_up(StoreError::Io { detail });
            return;
        }
    }
}
