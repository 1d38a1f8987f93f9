//! Gateways: one for each channel, with a connection that comes and goes.

use std::{
    collections::BTreeMap,
    task::{Context, Poll},
};

use tokio::sync::mpsc;
use turno_runtime::{Link, Outgoing};

/// A gateway.
#[derive(Debug, Default)]
pub(crate) struct Gateway {
    pub(crate) connection: Option<Connection>,
    /// It takes no frames before this.
    pub(crate) stalled_until_ms: u64,
}

/// A connection to a daemon.
#[derive(Debug)]
pub(crate) struct Connection {
    /// To which of the daemons.
    pub(crate) daemon: usize,
    pub(crate) link: Link,
    frames: mpsc::Receiver<Outgoing>,
    /// The highest frame of each conversation that came over it.
    pub(crate) highest: BTreeMap<usize, u64>,
}

impl Gateway {
    /// Connects anew.
    pub(crate) fn connect(&mut self, daemon: usize, capacity: usize) {
        let (link, frames) = Link::new(capacity);
        self.connection = Some(Connection { daemon, link, frames, highest: BTreeMap::new() });
    }

    /// What is there already, taken off the connection.
    pub(crate) fn take_queued(&mut self) -> Vec<Outgoing> {
        let frames = self.connection.as_mut().map(|connection| &mut connection.frames);
        frames.map_or_else(Vec::new, |frames| std::iter::from_fn(|| frames.try_recv().ok()).collect())
    }
}

/// The next frame of any gateway that takes frames now, with the gateway's place.
pub(crate) async fn next_frame(gateways: &mut [Gateway], now_ms: u64) -> (usize, Outgoing) {
    std::future::poll_fn(|context| poll_frame(gateways, now_ms, context)).await
}

fn poll_frame(gateways: &mut [Gateway], now_ms: u64, context: &mut Context<'_>) -> Poll<(usize, Outgoing)> {
    for (index, gateway) in gateways.iter_mut().enumerate() {
        if gateway.stalled_until_ms > now_ms {
            continue;
        }
        if let Some(connection) = &mut gateway.connection
            && let Poll::Ready(Some(frame)) = connection.frames.poll_recv(context)
        {
            return Poll::Ready((index, frame));
        }
    }
    Poll::Pending
}
