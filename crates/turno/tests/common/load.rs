//! Gateways that carry many talks at once until their daemon is gone, and then take them up with the next one.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    path::Path,
    sync::{Arc, Condvar, Mutex},
    time::Duration,
};

use serde_json::{Value, json};

use super::{
    Daemon,
    books::Books,
    dice::Dice,
    talk::{TENANT, Talk},
};

/// Talks that one gateway carries at once.
const TALKS_AT_ONCE: usize = 8;

/// A gateway: the talks that it has carried, over however many connections.
pub struct Carrier {
    name: String,
    dice: Dice,
    pub talks: BTreeMap<String, Talk>,
    begun: u64,
    /// Talks in which something came since all of them was last checked.
    fresh: BTreeSet<String>,
}

/// How many frames have come over all gateways, and whether new talks may begin.
#[derive(Default)]
pub struct Gate {
    frames: Mutex<u64>,
    came: Condvar,
    closing: std::sync::atomic::AtomicBool,
}

impl Gate {
    /// Waits until so many frames have come.
    pub fn wait_for(&self, count: u64) {
        let frames = self.frames.lock().unwrap();
        let (frames, waited) =
            self.came.wait_timeout_while(frames, Duration::from_secs(60), |frames| *frames < count).unwrap();
        assert!(!waited.timed_out(), "only {} of {count} frames came", *frames);
    }

    pub fn count(&self) -> u64 {
        *self.frames.lock().unwrap()
    }

    /// No new talks: those under way are carried to their end.
    pub fn close(&self) {
        self.closing.store(true, std::sync::atomic::Ordering::SeqCst);
    }

    fn is_closing(&self) -> bool {
        self.closing.load(std::sync::atomic::Ordering::SeqCst)
    }

    fn note(&self) {
        *self.frames.lock().unwrap() += 1;
        self.came.notify_all();
    }
}

/// One connection; every call fails once the daemon is gone.
struct Line {
    stream: TcpStream,
    lines: BufReader<TcpStream>,
}

type Gone = std::io::Error;

impl Line {
    fn connect(address: &str) -> Result<Self, Gone> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        stream.set_nodelay(true)?;
        let lines = BufReader::new(stream.try_clone()?);
        let mut line = Self { stream, lines };
        line.send(&json!({ "type": "hello", "protocol": 1, "gateway": "load", "channel": "whatsapp" }))?;
        let welcome = line.next()?;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        Ok(line)
    }

    fn send(&mut self, frame: &Value) -> Result<(), Gone> {
        self.stream.write_all(format!("{frame}\n").as_bytes())
    }

    fn next(&mut self) -> Result<Value, Gone> {
        let mut text = String::new();
        let read = self.lines.read_line(&mut text);
        match read {
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                panic!("nothing came for 30 seconds")
            }
            Err(error) => Err(error),
            // A kill may cut a line short.
            Ok(_) if !text.ends_with('\n') => Err(std::io::ErrorKind::UnexpectedEof.into()),
            Ok(_) => Ok(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text:?}"))),
        }
    }
}

impl Carrier {
    pub fn new(name: &str, dice: Dice) -> Self {
        Self { name: name.to_owned(), dice, talks: BTreeMap::new(), begun: 0, fresh: BTreeSet::new() }
    }

    /// Takes up what was under way, checks what was answered, and goes on until the daemon is gone, or, once the gate
    /// is closed, until every talk is over. True: all is over.
    pub fn carry(&mut self, address: &str, gate: &Gate) -> bool {
        match self.try_carry(address, gate) {
            Ok(()) => true,
            Err(_gone) => false,
        }
    }

    fn try_carry(&mut self, address: &str, gate: &Gate) -> Result<(), Gone> {
        let mut line = Line::connect(address)?;
        self.resume(&mut line)?;
        let fresh: Vec<String> = self.fresh.iter().cloned().collect();
        self.check(&mut line, gate, &fresh)?;
        self.fresh.clear();
        loop {
            while !gate.is_closing() && self.under_way() < TALKS_AT_ONCE {
                self.begin(&mut line)?;
            }
            if self.under_way() == 0 {
                return Ok(());
            }
            self.next(&mut line, gate)?;
        }
    }

    /// Sends every turn of every talk again: each gets the frame that it got.
    pub fn check_all(&mut self, address: &str) {
        let mut line = Line::connect(address).unwrap();
        let all: Vec<String> = self.talks.keys().cloned().collect();
        self.check(&mut line, &Gate::default(), &all).unwrap();
    }

    fn under_way(&self) -> usize {
        self.talks.values().filter(|talk| !talk.is_over()).count()
    }

    fn resume(&mut self, line: &mut Line) -> Result<(), Gone> {
        let reached: BTreeMap<&String, u64> = self
            .talks
            .iter()
            .filter(|(id, talk)| !talk.is_over() || self.fresh.contains(*id))
            .map(|(id, talk)| (id, talk.last_seq()))
            .collect();
        line.send(&json!({ "type": "resume", "tenant": TENANT, "conversations": reached }))?;
        for turn in self.talks.values().filter_map(Talk::send_again) {
            line.send(&turn)?;
        }
        Ok(())
    }

    fn begin(&mut self, line: &mut Line) -> Result<(), Gone> {
        self.begun += 1;
        let mut talk = Talk::new(self.begun, &self.name, &mut self.dice);
        let sends = talk.open(&mut self.dice);
        self.fresh.insert(talk.id.clone());
        self.talks.insert(talk.id.clone(), talk);
        send_all(line, &sends)
    }

    /// Takes the next frame; gives it.
    fn next(&mut self, line: &mut Line, gate: &Gate) -> Result<Value, Gone> {
        let frame = line.next()?;
        let id = frame["conversation"].as_str().unwrap_or_else(|| panic!("{frame}"));
        let talk = self.talks.get_mut(id).unwrap_or_else(|| panic!("{frame}"));
        self.fresh.insert(id.to_owned());
        let sends = if frame["type"] == "error" {
            // A store that failed is opened anew in a moment.
            let pause_ms = match frame["code"].as_str() {
                Some("store_failed") => Some(20),
                Some("rate_limited") => frame["retry_after_ms"].as_u64(),
                Some(_) | None => None,
            };
            let pause_ms = pause_ms.unwrap_or_else(|| panic!("{frame}"));
            std::thread::sleep(Duration::from_millis(pause_ms));
            talk.send_again().into_iter().collect()
        } else {
            talk.take(&frame, &mut self.dice)
        };
        gate.note();
        send_all(line, &sends)?;
        Ok(frame)
    }

    fn check(&mut self, line: &mut Line, gate: &Gate, ids: &[String]) -> Result<(), Gone> {
        for id in ids {
            let owed: Vec<(Value, u64)> =
                self.talks[id].answered().map(|(turn, seq)| (turn.clone(), seq)).collect();
            for (turn, seq) in owed {
                line.send(&turn)?;
                // Frames of other talks, and of this one's going on, come between.
                loop {
                    let frame = self.next(line, gate)?;
                    if frame["conversation"] == id.as_str() && frame["seq"] == seq {
                        break;
                    }
                    let is_refused = frame["type"] == "error" && frame["turn"] == turn["turn"];
                    if is_refused {
                        line.send(&turn)?;
                    }
                }
            }
        }
        Ok(())
    }
}

fn send_all(line: &mut Line, sends: &[Value]) -> Result<(), Gone> {
    sends.iter().try_for_each(|frame| line.send(frame))
}

/// Carries all talks over gateways of their own, each in a thread, while `until` runs; gives whether all are over.
pub fn carry_while(
    carriers: &mut [Carrier],
    address: &str,
    gate: &Arc<Gate>,
    until: impl FnOnce(&Gate) + Send,
) -> bool {
    std::thread::scope(|scope| {
        let running: Vec<_> =
            carriers.iter_mut().map(|carrier| scope.spawn(move || carrier.carry(address, gate))).collect();
        until(gate);
        running.into_iter().all(|thread| thread.join().unwrap())
    })
}

/// Carries every talk to its end, and compares all of it.
pub fn finish(data: &Path, carriers: &mut [Carrier]) {
    let daemon = Daemon::start(data);
    let gate = Arc::new(Gate::default());
    gate.close();
    let all_over = carry_while(carriers, &daemon.address, &gate, |_: &Gate| {});
    assert!(all_over, "the daemon went away by itself");
    for carrier in carriers.iter_mut() {
        carrier.check_all(&daemon.address);
    }
    assert_eq!(daemon.interrupt(), Some(0));
    let books = Books::read(data);
    books.agree_with(carriers);
    let talks: usize = carriers.iter().map(|carrier| carrier.talks.len()).sum();
    eprintln!("{talks} talks, {} bookings, all as told", books.booking_count());
    assert!(books.booking_count() > 0, "the load booked nothing");
}
