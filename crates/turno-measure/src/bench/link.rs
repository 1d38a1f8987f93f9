//! One connection: frames in, frames out, and the time at which the next turn is due.

use std::time::Duration;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    time::Instant,
};
use turno_command::Pipe;

use super::{
    seats::{ANSWER_TIMEOUT_NS, Seats, Shared},
    wire::Heard,
};

const READ_BYTES: usize = 256 * 1_024;
/// How often it is looked for replies that do not come.
const LOOK_AROUND: Duration = Duration::from_millis(250);

/// Holds the conversations of a connection that was welcomed, until all are over or the connection is gone.
pub(super) async fn run(
    pipe: Box<dyn Pipe>,
    shared: &Shared<'_>,
    (first, step): (u64, u64),
    of: u64,
    start: Instant,
) {
    let (mut reader, mut writer) = tokio::io::split(pipe);
    let mut out = Vec::with_capacity(READ_BYTES);
    let mut written = 0;
    let mut input = Input::default();
    let mut seats = Seats::new(shared, (first, step), of, &mut out);
    while !(seats.are_over() && written == out.len()) {
        let wake = wake_at(&seats, start);
        tokio::select! {
            read = reader.read_buf(&mut input.bytes) => {
                if !matches!(read, Ok(1..)) {
                    shared.recorder.borrow_mut().error("connection closed");
                    seats.hang_up();
                    return;
                }
                input.take_in(&mut seats, now_ns(start), &mut out, shared);
            }
            wrote = writer.write(&out[written..]), if written < out.len() => {
                written += wrote.unwrap_or_default();
                if written == out.len() {
                    out.clear();
                    written = 0;
                }
            }
            () = tokio::time::sleep_until(wake) => {}
        }
        let now = now_ns(start);
        seats.send_due(now, &mut out);
        if let Some(older_than) = now.checked_sub(ANSWER_TIMEOUT_NS) {
            seats.give_up(older_than);
        }
    }
}

fn wake_at(seats: &Seats<'_>, start: Instant) -> Instant {
    let look = Instant::now() + LOOK_AROUND;
    match seats.next_due_ns() {
        Some(due) => look.min(start + Duration::from_nanos(due)),
        None => look,
    }
}

fn now_ns(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// Bytes that arrived and were not read yet: at most the beginning of a frame.
#[derive(Debug, Default)]
struct Input {
    bytes: Vec<u8>,
}

impl Input {
    fn take_in(&mut self, seats: &mut Seats<'_>, now_ns: u64, out: &mut Vec<u8>, shared: &Shared<'_>) {
        let mut begin = 0;
        while let Some(length) = self.bytes[begin..].iter().position(|byte| *byte == b'\n') {
            let line = &self.bytes[begin..begin + length];
            begin += length + 1;
            match serde_json::from_slice::<Heard<'_>>(line) {
                Ok(heard) => seats.hear(&heard, now_ns, out),
                Err(_) => shared.recorder.borrow_mut().unexpected("line that is no frame"),
            }
        }
        self.bytes.drain(..begin);
    }
}
