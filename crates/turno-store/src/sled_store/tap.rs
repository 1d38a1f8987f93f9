//! A tap on the committer: every durable round's writes, for as long as an export runs.

use std::sync::{
    Arc,
    atomic::{AtomicU64, AtomicUsize, Ordering},
};

use tokio::sync::mpsc;
use turno_runtime::port::{ExportError, StoreError, Write};

/// Written and not taken yet; beyond it the tap is closed rather than the daemon grown.
const WAITING_BYTES_MAX: usize = 64 * 1_024 * 1_024;

/// What a write costs beside its key and its value.
const WRITE_BYTES: usize = size_of::<Write>();

/// Tells taps apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TapId(u64);

/// The committer's end.
#[derive(Debug)]
pub(super) struct Tap {
    id: TapId,
    sender: mpsc::UnboundedSender<Result<Vec<Write>, ExportError>>,
    waiting_bytes: Arc<AtomicUsize>,
    limit_bytes: usize,
}

/// The export's end.
#[derive(Debug)]
pub(super) struct Tapped {
    id: TapId,
    receiver: mpsc::UnboundedReceiver<Result<Vec<Write>, ExportError>>,
    waiting_bytes: Arc<AtomicUsize>,
}

impl Tap {
    pub(super) fn new() -> (Self, Tapped) {
        Self::with_limit(WAITING_BYTES_MAX)
    }

    fn with_limit(limit_bytes: usize) -> (Self, Tapped) {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let id = TapId(NEXT.fetch_add(1, Ordering::Relaxed));
        let (sender, receiver) = mpsc::unbounded_channel();
        let waiting_bytes = Arc::new(AtomicUsize::new(0));
        let tapped = Tapped { id, receiver, waiting_bytes: Arc::clone(&waiting_bytes) };
        let tap = Self { id, sender, waiting_bytes, limit_bytes };
        (tap, tapped)
    }

    pub(super) fn id(&self) -> TapId {
        self.id
    }

    /// Copies a round, without waiting; false where the tap is of no use any more.
    pub(super) fn take(&self, round: &[Write]) -> bool {
        let bytes = size_of_round(round);
        let waiting_bytes = self.waiting_bytes.fetch_add(bytes, Ordering::SeqCst) + bytes;
        if waiting_bytes > self.limit_bytes {
            let _gone = self.sender.send(Err(ExportError::TooSlow { waiting_bytes }));
            return false;
        }
        self.sender.send(Ok(round.to_vec())).is_ok()
    }

    /// Nobody is at the other end.
    pub(super) fn is_abandoned(&self) -> bool {
        self.sender.is_closed()
    }

    /// The store failed: what was copied is no state that it ever acknowledged.
    pub(super) fn fail(&self, error: StoreError) {
        let _gone = self.sender.send(Err(error.into()));
    }
}

impl Tapped {
    pub(super) fn id(&self) -> TapId {
        self.id
    }

    /// What was written since the last call, without waiting for more.
    pub(super) fn so_far(&mut self) -> Result<Vec<Write>, ExportError> {
        let mut writes = Vec::new();
        while let Ok(round) = self.receiver.try_recv() {
            self.note_taken(&mut writes, round?);
        }
        Ok(writes)
    }

    /// The same, for a copy that has read all keys up to `last`: what lies further on is read when its page is.
    pub(super) fn so_far_up_to(&mut self, last: Option<&Vec<u8>>) -> Result<Vec<Write>, ExportError> {
        let mut written = self.so_far()?;
        written.retain(|write| Some(&write.key) <= last);
        Ok(written)
    }

    /// The next round; none once the tap was closed and all was taken.
    pub(super) async fn next(&mut self) -> Result<Option<Vec<Write>>, ExportError> {
        let Some(round) = self.receiver.recv().await else {
            return Ok(None);
        };
        let mut writes = Vec::new();
        self.note_taken(&mut writes, round?);
        Ok(Some(writes))
    }

    fn note_taken(&self, writes: &mut Vec<Write>, mut round: Vec<Write>) {
        self.waiting_bytes.fetch_sub(size_of_round(&round), Ordering::SeqCst);
        writes.append(&mut round);
    }
}

/// What a round takes in memory, about, in bytes.
pub(super) fn size_of_round(round: &[Write]) -> usize {
    let size = |write: &Write| WRITE_BYTES + write.key.len() + write.value.as_ref().map_or(0, Vec::len);
    round.iter().map(size).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(bytes: usize) -> Vec<Write> {
        vec![Write { key: b"k".to_vec(), value: Some(vec![0; bytes]) }]
    }

    #[test]
    fn what_nobody_takes_closes_the_tap_and_what_is_taken_does_not() {
        let (tap, mut tapped) = Tap::with_limit(3_000);
        for _ in 0..10 {
            assert!(tap.take(&round(1_000)));
            assert!(tap.take(&round(1_000)));
            assert_eq!(tapped.so_far().map(|writes| writes.len()), Ok(2));
        }
        assert!(tap.take(&round(2_000)));
        assert!(!tap.take(&round(1_000)), "the limit");
        assert!(matches!(tapped.so_far(), Err(ExportError::TooSlow { .. })));
    }

    #[tokio::test]
    async fn a_closed_tap_ends_after_what_it_holds() {
        let (tap, mut tapped) = Tap::new();
        assert!(tap.take(&round(1)));
        drop(tap);
        assert_eq!(tapped.next().await, Ok(Some(round(1))));
        assert_eq!(tapped.next().await, Ok(None));
    }

    #[test]
    fn nobody_at_the_other_end_closes_it() {
        let (tap, tapped) = Tap::new();
        drop(tapped);
        assert!(!tap.take(&round(1)));
    }
}
