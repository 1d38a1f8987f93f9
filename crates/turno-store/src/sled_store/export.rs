//! The export of a store that others write to: pages of the tree, and between them what was written meanwhile.
//!
//! sled 0.34 has no snapshots. A page that is read holds every write that was made before it was read, and perhaps some
//! later ones; all that is written from the export's beginning on also comes out of a tap on the committer, and what came
//! before a page was read stands before that page. So the parts, applied in order, end at the last write of every key, as
//! of the moment when the tap was closed, which lies between two rounds of the committer.

use std::ops::Bound;

use async_trait::async_trait;
use tokio::sync::mpsc;
use turno_runtime::port::{Export, ExportError, StoreError, Write};

use super::{
    SledStore,
    committer::Job,
    guarded, io,
    tap::{Tap, Tapped},
    visible,
};

/// A part's size, about: large enough to compress well, small enough that nothing waits for it.
const PART_BYTES: usize = 256 * 1_024;

#[async_trait]
impl Export for SledStore {
    async fn export(&self, parts: mpsc::Sender<Vec<Write>>) -> Result<(), ExportError> {
        let (tap, mut tapped) = Tap::new();
        let id = tapped.id();
        self.ask(Job::Open(tap)).await?;
        // A round that is being written now is in no page and not tapped: nothing is read before the tap is open.
        if tapped.next().await?.is_none() {
            return Err(StoreError::Closed.into());
        }
        // Not before: an open tap keeps a compaction from going over to another tree.
        let tree = self.served.tree().await?;
        let outcome = copy(&tree, &mut tapped, &parts).await;
        self.ask(Job::Close(id)).await?;
        outcome?;
        while let Some(round) = tapped.next().await? {
            send(&parts, round).await?;
        }
        Ok(())
    }
}

/// All pages, each after what was written to those before it.
async fn copy(
    tree: &sled::Tree,
    tapped: &mut Tapped,
    parts: &mpsc::Sender<Vec<Write>>,
) -> Result<(), ExportError> {
    let mut after: Option<Vec<u8>> = None;
    loop {
        let written = tapped.so_far_up_to(after.as_ref())?;
        send(parts, written).await?;
        let (reading, from) = (tree.clone(), after.clone());
        let page =
            tokio::task::spawn_blocking(move || guarded(|| read_page(&reading, from.as_deref()).map_err(io)));
        let page = page.await.map_err(|_| StoreError::Closed)??;
        let Some(last) = page.last() else {
            return Ok(());
        };
        after = Some(last.key.clone());
        send(parts, page).await?;
    }
}

async fn send(parts: &mpsc::Sender<Vec<Write>>, part: Vec<Write>) -> Result<(), ExportError> {
    if part.is_empty() {
        return Ok(());
    }
    parts.send(part).await.map_err(|_| ExportError::Abandoned)
}

/// The next rows, about [`PART_BYTES`] of them; none at the end.
pub(super) fn read_page(tree: &sled::Tree, after: Option<&[u8]>) -> sled::Result<Vec<Write>> {
    let from = after.map_or(Bound::Unbounded, Bound::Excluded);
    let mut page = Vec::new();
    let mut bytes = 0;
    for entry in tree.range::<&[u8], _>((from, Bound::Unbounded)) {
        let (key, row) = entry?;
        let Some((key, value)) = visible(tree, &key, &row)? else {
            continue;
        };
        bytes += key.len() + value.len();
        page.push(Write { key, value: Some(value) });
        if bytes >= PART_BYTES {
            break;
        }
    }
    Ok(page)
}
