//! The soak: a thousand conversations that talk on and on under a short retention. What the daemon takes of the disk and of
//! memory levels off; a backup from the middle of it is in order.
//!
//! `bench/soak.sh` runs it. `TURNO_SOAK_TURNS` sets how many turns (1,000,000), `TURNO_SOAK_CSV` where the curve goes.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use common::{Daemon, Gateway, root, stderr, stdout, turno};
use serde_json::{Value, json};

const CONNECTIONS: u64 = 8;
const CONVERSATIONS: u64 = 1_000;

/// Turns that are under way at once on a connection, each of another conversation.
const AT_ONCE: u64 = 25;

/// Turns after which a conversation is left alone and another takes its place. Some are left at a question.
const TURNS_OF_A_CONVERSATION: u64 = 203;

const SAMPLE_EVERY: Duration = Duration::from_secs(2);

/// How far the last third's highest may lie above the middle third's.
const LEVEL_WITHIN: f64 = 1.15;

const TEXTS: [&str; 5] = [
    "¿a qué hora abren?",
    "quiero reservar para dentro de 3 días a las 8 de la noche, somos 4",
    "a nombre de Juan",
    "no, gracias",
    "¿dónde están?",
];

struct Sample {
    seconds: f64,
    turns: u64,
    memory_kib: u64,
    disk_kib: u64,
}

#[test]
#[ignore = "it runs for minutes: bench/soak.sh"]
fn disk_and_memory_level_off() {
    let turns: u64 = std::env::var("TURNO_SOAK_TURNS").map_or(1_000_000, |text| text.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let (data, config) = (folder.path().join("data"), folder.path().join("turno.toml"));
    fs::write(&config, configuration()).unwrap();
    let daemon = Daemon::start_with(&config, &data);
    let pid = daemon.child.id();
    let (said, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let samples = Mutex::new(Vec::new());
    let began = Instant::now();
    std::thread::scope(|scope| {
        let talkers: Vec<_> = (0..CONNECTIONS)
            .map(|number| {
                let (daemon, said) = (&daemon, &said);
                scope.spawn(move || talk(daemon, number, turns / CONNECTIONS, said))
            })
            .collect();
        scope.spawn(|| {
            while !is_over.load(Ordering::SeqCst) {
                samples.lock().unwrap().push(sample(pid, &data, began, &said));
                std::thread::sleep(SAMPLE_EVERY);
            }
        });
        scope.spawn(|| {
            while said.load(Ordering::SeqCst) < turns / 2 && !is_over.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(50));
            }
            back_up(&data, folder.path(), &said);
        });
        for talker in talkers {
            talker.join().unwrap();
        }
        is_over.store(true, Ordering::SeqCst);
    });
    let samples = samples.into_inner().unwrap();
    if let Ok(path) = std::env::var("TURNO_SOAK_CSV") {
        fs::write(path, csv(&samples)).unwrap();
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("{turns} turns in {seconds:.0} s: {:.0} a second", turns as f64 / seconds);
    let memory = is_level("memory", &samples, |sample| sample.memory_kib);
    let disk = is_level("disk", &samples, |sample| sample.disk_kib);
    after_the_load(daemon, &data, folder.path());
    assert!(memory && disk, "it goes on growing");
}

/// The demo restaurant without limits on how fast one may talk, and with a retention of seconds.
fn configuration() -> String {
    let root = root();
    format!(
        r#"
        [[tenants]]
        file  = "{0}/config/tenants/terraza.toml"
        graph = "{0}/graphs/restaurant.toml"
        [limits]
        turns_per_second_conversation = 100000
        turns_per_second_tenant       = 1000000
        [conversations]
        idle_seconds = 5
        [retention]
        journal       = "10s"
        conversations = "20s"
        outbox        = "20s"
        [sweeper]
        every_seconds = 2
        pause_ms      = 5
        "#,
        root.display()
    )
}

/// One gateway with its share of the conversations.
fn talk(daemon: &Daemon, number: u64, turns: u64, said: &AtomicU64) {
    let mut gateway = daemon.connect();
    let mine = CONVERSATIONS / CONNECTIONS;
    let mut sent = 0;
    while sent < turns {
        let mut waiting = BTreeSet::new();
        for _ in 0..AT_ONCE.min(turns - sent) {
            let (seat, round) = (sent % mine, sent / mine);
            let (life, turn) = (round / TURNS_OF_A_CONVERSATION, round % TURNS_OF_A_CONVERSATION);
            let conversation = format!("s-{number}-{seat}-{life}");
            let text = TEXTS[((turn + seat) % TEXTS.len() as u64) as usize];
            gateway.turn(&conversation, &format!("t-{turn}"), text);
            waiting.insert(conversation);
            sent += 1;
        }
        while !waiting.is_empty() {
            let frame = gateway.next();
            acknowledge(&mut gateway, &frame);
            if frame["type"] == "reply" {
                waiting.remove(frame["conversation"].as_str().unwrap());
                said.fetch_add(1, Ordering::SeqCst);
            }
        }
    }
}

fn acknowledge(gateway: &mut Gateway, frame: &Value) {
    assert_ne!(frame["type"], "error", "{frame}");
    gateway.send(&json!({
        "type": "ack", "conversation": frame["conversation"], "tenant": "terraza", "seq": frame["seq"],
    }));
}

fn sample(pid: u32, data: &Path, began: Instant, said: &AtomicU64) -> Sample {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    Sample {
        seconds: began.elapsed().as_secs_f64(),
        turns: said.load(Ordering::SeqCst),
        memory_kib: line.split_whitespace().nth(1).unwrap().parse().unwrap(),
        disk_kib: folder_bytes(data) / 1_024,
    }
}

/// What the files take on the disk. Files come and go meanwhile.
fn folder_bytes(folder: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt;
    let Ok(entries) = fs::read_dir(folder) else {
        return 0;
    };
    let bytes = |path: PathBuf| match fs::symlink_metadata(&path) {
        Ok(metadata) if metadata.is_dir() => folder_bytes(&path),
        Ok(metadata) => metadata.blocks() * 512,
        Err(_) => 0,
    };
    entries.flatten().map(|entry| bytes(entry.path())).sum()
}

/// Takes a backup in the middle of the load, and looks through it.
fn back_up(data: &Path, folder: &Path, said: &AtomicU64) {
    let file = folder.join("backup");
    let before = said.load(Ordering::SeqCst);
    let began = Instant::now();
    let output = turno(&["backup", file.to_str().unwrap(), "--data", data.to_str().unwrap()]);
    assert!(output.status.success(), "{}", stderr(&output));
    let during = said.load(Ordering::SeqCst) - before;
    println!(
        "under load: {}  ({:.0} turns a second meanwhile)",
        stdout(&output).trim(),
        during as f64 / began.elapsed().as_secs_f64()
    );
    let output = turno(&["verify", file.to_str().unwrap()]);
    println!("{}", stdout(&output));
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
}

/// Nobody talks any more: what is on the disk, then, after a restart, and compacted.
fn after_the_load(daemon: Daemon, data: &Path, folder: &Path) {
    let told = |when: &str| println!("{when}: {} KiB on the disk", folder_bytes(data) / 1_024);
    told("when the load ended");
    std::thread::sleep(Duration::from_secs(40));
    told("40 s later, after its retention");
    assert_eq!(daemon.interrupt(), Some(0));
    told("stopped");
    let config = folder.join("turno.toml");
    let daemon = Daemon::start_with(&config, data);
    daemon.connect().say("after", "t-1", "hola");
    told("after a restart");
    assert_eq!(daemon.interrupt(), Some(0));
    let output = turno(&["compact", "--data", data.to_str().unwrap()]);
    println!("compact: {}{}", stdout(&output).trim(), stderr(&output));
}

fn is_level(what: &str, samples: &[Sample], of: fn(&Sample) -> u64) -> bool {
    let highest = |part: &[Sample]| part.iter().map(of).max().unwrap_or_default();
    let third = samples.len() / 3;
    let [first, middle, last] = [0, third, 2 * third].map(|from| {
        let to = if from == 2 * third { samples.len() } else { from + third };
        highest(&samples[from..to])
    });
    let ratio = last as f64 / middle.max(1) as f64;
    println!(
        "{what}: at most {first}, {middle}, {last} KiB in the three thirds; the last is {ratio:.2} of the middle"
    );
    ratio <= LEVEL_WITHIN
}

fn csv(samples: &[Sample]) -> String {
    let mut text = "seconds,turns,memory_kib,disk_kib\n".to_owned();
    for sample in samples {
        let _infallible = writeln!(
            text,
            "{:.1},{},{},{}",
            sample.seconds, sample.turns, sample.memory_kib, sample.disk_kib
        );
    }
    text
}
