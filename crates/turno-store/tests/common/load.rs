//! A load of batches that belong together, in a process of its own, and what must hold of the store after any end of it.
//!
//! A conversation's batch number `n` writes its row (`c`), a journal row (`j`) and, each third time, a booking (`b`); it
//! removes what has grown old. All rows carry the number and a checksum of their own.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdout, Stdio},
    sync::Arc,
    time::Duration,
};

use turno_runtime::port::{Batch, CommitError, Store, StoreError};
use turno_store::{CompactionRule, Service, SledStore};

use super::{child::this_program, dice::Dice, file_limit::limit_files};

/// Conversations that are written to at once.
pub const CONVERSATIONS: u64 = 24;
/// Journal rows that are kept of each.
const KEPT: u64 = 40;
/// Each so manieth batch books.
const BOOKS_EACH: u64 = 3;
/// Where the child finds the folder of its store.
const FOLDER: &str = "TURNO_LOAD_FOLDER";

/// How the child's store is used.
const MANNER: &str = "TURNO_LOAD_MANNER";

/// How the writer's store is used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Manner {
    /// As it is.
    #[default]
    Plain,
    /// It compacts all the time.
    Compacts,
    /// Its writes fail now and then, and it is opened anew; where that takes too long it is given up, and ends.
    Fails,
}

impl Manner {
    const ALL: [Self; 3] = [Self::Plain, Self::Compacts, Self::Fails];

    fn of_this_process() -> Self {
        let name = std::env::var(MANNER).unwrap_or_default();
        let named = Self::ALL.into_iter().find(|manner| format!("{manner:?}") == name);
        named.unwrap_or_default()
    }
}

/// The number of the last batch of each conversation that was acknowledged.
pub type Acknowledged = BTreeMap<u64, u64>;

/// A process that writes until it is killed; it tells each acknowledgement.
pub struct Writer {
    child: Child,
    out: BufReader<ChildStdout>,
}

/// What has come of reading acknowledgements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Read {
    /// There were as many as were asked for.
    All,
    /// The writer gave its store up after so many, as it may.
    GivenUp { read: u64 },
    /// The writer ended by itself.
    Ended,
}

/// What the test's own program does where it was started as the writer: it never comes back. `name` is the test that
/// calls this first.
pub fn write_if_asked() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        write_for_ever(Path::new(&folder));
        std::process::exit(1);
    }
}

impl Writer {
    /// Starts this test program again, as a writer; `test` is the test that calls [`write_if_asked`].
    pub fn start(test: &str, folder: &Path, manner: Manner) -> Self {
        let mut child = this_program()
            .args(["--exact", test, "--nocapture"])
            .env(FOLDER, folder)
            .env(MANNER, format!("{manner:?}"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        Self { child, out }
    }

    /// Reads acknowledgements until there were so many, or the writer has ended.
    pub fn read(&mut self, count: u64, acknowledged: &mut Acknowledged) -> Read {
        let mut read = 0;
        let mut line = String::new();
        let mut is_given_up = false;
        while read < count {
            line.clear();
            if self.out.read_line(&mut line).unwrap() == 0 || !line.ends_with('\n') {
                return if is_given_up { Read::GivenUp { read } } else { Read::Ended };
            }
            is_given_up |= line.starts_with(GIVEN_UP);
            let mut words = line.split_whitespace();
            if words.next() == Some("ack") {
                let mut number = || words.next().unwrap().parse::<u64>().unwrap();
                acknowledged.insert(number(), number());
                read += 1;
            }
        }
        Read::All
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
    }

    /// Reads what is left after a kill.
    pub fn read_the_rest(mut self, acknowledged: &mut Acknowledged) {
        self.read(u64::MAX, acknowledged);
        self.child.wait().unwrap();
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

/// One after the other, at full speed, as long as the disk has room.
const ALL_THE_TIME: CompactionRule = CompactionRule {
    growth_max: 0,
    slack_bytes: 0,
    regrowth_min: 0,
    rounds_between_looks: 1,
    seconds_between_looks: 0,
    bytes_per_second_max: u64::MAX,
    free_bytes_min: 20 * 1_024 * 1_024,
    retry_seconds: 0,
};

/// So that some of its failures end the writer and most do not.
const GIVEN_UP_AFTER: Duration = Duration::from_secs(1);
/// What the writer says before it ends since its store was given up.
const GIVEN_UP: &str = "given up";

fn write_for_ever(folder: &Path) {
    let manner = Manner::of_this_process();
    let opened = match manner {
        Manner::Plain => SledStore::open(folder),
        Manner::Compacts => SledStore::open_compacting(folder, ALL_THE_TIME),
        Manner::Fails => SledStore::open_serving(
            folder,
            Service { kept_bytes: 0, reopens_for: GIVEN_UP_AFTER, ..Service::default() },
        ),
    };
    let store = match opened {
        Ok(store) => Arc::new(store),
        Err(error) => return say(&format!("failed {error}")),
    };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap();
    if manner == Manner::Fails {
        let folder = folder.to_owned();
        std::thread::spawn(move || fail_now_and_then(&folder));
    }
    runtime.block_on(async {
        let tasks: Vec<_> = (0..CONVERSATIONS)
            .map(|conversation| tokio::spawn(write_conversation(Arc::clone(&store), conversation, manner)))
            .collect();
        let written = async {
            for task in tasks {
                if let Err(error) = task.await.unwrap() {
                    say(&format!("failed {error}"));
                }
            }
        };
        tokio::select! {
            () = written => {}
            // As a daemon does; nothing can be committed any more.
            error = store.given_up(), if manner == Manner::Fails => {
                limit_files(None);
                say(&format!("{GIVEN_UP} {error}"));
                std::process::exit(1);
            }
        }
    });
}

/// Writes fail at some place of the file, for some milliseconds, and some go well.
fn fail_now_and_then(folder: &Path) {
    let mut dice = Dice::new(u64::from(std::process::id()));
    loop {
        std::thread::sleep(Duration::from_millis(dice.below(120)));
        let bytes = std::fs::metadata(folder.join("db")).map_or(0, |file| file.len());
        limit_files(Some(1 + dice.below(bytes + 1)));
        std::thread::sleep(Duration::from_millis(dice.below(60)));
        limit_files(None);
    }
}

async fn write_conversation(store: Arc<SledStore>, conversation: u64, manner: Manner) -> Result<(), String> {
    loop {
        let failed = match write_until_it_fails(&store, conversation).await {
            Ok(never) => match never {},
            Err(failed) => failed,
        };
        // What was in doubt is read.
        let passes = matches!(&failed, CommitError::Store(error) if passes(error));
        if manner != Manner::Fails || !passes {
            return Err(failed.to_string());
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

async fn write_until_it_fails(
    store: &SledStore,
    conversation: u64,
) -> Result<std::convert::Infallible, CommitError> {
    let mut number = next_number(store, conversation).await?;
    loop {
        store.commit(batch(conversation, number)).await?;
        say(&format!("ack {conversation} {number}"));
        number += 1;
    }
}

/// Whether a store that a daemon serves from may go on after it.
pub fn passes(error: &StoreError) -> bool {
    matches!(error, StoreError::Io { .. } | StoreError::Full { .. } | StoreError::Reopening { .. })
}

/// The number of a conversation's next batch.
pub async fn next_number(store: &SledStore, conversation: u64) -> Result<u64, StoreError> {
    let bytes = store.get(&row(b'c', conversation, None)).await?;
    Ok(bytes.map_or(0, |bytes| number_in(&bytes).expect("a row is wrong") + 1))
}

/// A batch of a conversation.
pub fn batch(conversation: u64, number: u64) -> Batch {
    let mut batch = Batch::default();
    let before = number.checked_sub(1).map(|before| value(conversation, before));
    batch.expect(row(b'c', conversation, None), before);
    batch.put(row(b'c', conversation, None), value(conversation, number));
    batch.put(row(b'j', conversation, Some(number)), value(conversation, number));
    if number.is_multiple_of(BOOKS_EACH) {
        batch.put(row(b'b', conversation, Some(number)), value(conversation, number));
    }
    if let Some(old) = number.checked_sub(KEPT) {
        batch.remove(row(b'j', conversation, Some(old)));
        batch.remove(row(b'b', conversation, Some(old)));
    }
    batch
}

/// What is wrong in a store; nothing where each acknowledged batch is there and every batch is whole.
pub async fn faults_in(store: &SledStore, acknowledged: &Acknowledged) -> Result<Vec<String>, StoreError> {
    let mut faults = Vec::new();
    for conversation in 0..CONVERSATIONS {
        let last = match store.get(&row(b'c', conversation, None)).await? {
            Some(bytes) => match number_in(&bytes) {
                Some(number) => Some(number),
                None => {
                    faults.push(format!("the row of {conversation} is wrong"));
                    continue;
                }
            },
            None => None,
        };
        let owed = acknowledged.get(&conversation).copied();
        if last < owed {
            faults.push(format!("{conversation} is at {last:?}, acknowledged was {owed:?}"));
        }
        for kind in [b'j', b'b'] {
            let rows = store.scan(&row(kind, conversation, None), None, usize::MAX).await?;
            let found: Vec<Option<u64>> = rows.iter().map(|(_, bytes)| number_in(bytes)).collect();
            let whole: Vec<Option<u64>> = rows_at(kind, last).into_iter().map(Some).collect();
            if found != whole {
                let kind = char::from(kind);
                faults.push(format!("{conversation} is at {last:?}, its rows {kind} are {found:?}"));
            }
        }
    }
    Ok(faults)
}

/// The numbers that a conversation has rows of after its batch `last`.
fn rows_at(kind: u8, last: Option<u64>) -> Vec<u64> {
    let Some(last) = last else { return Vec::new() };
    let first = (last + 1).saturating_sub(KEPT);
    (first..=last).filter(|number| kind == b'j' || number.is_multiple_of(BOOKS_EACH)).collect()
}

fn row(kind: u8, conversation: u64, number: Option<u64>) -> Vec<u8> {
    let mut key = vec![kind];
    key.extend(conversation.to_be_bytes());
    if let Some(number) = number {
        key.extend(number.to_be_bytes());
    }
    key
}

/// The number, a filling of a size that varies with it, and a checksum of both.
fn value(conversation: u64, number: u64) -> Vec<u8> {
    let mut bytes = number.to_be_bytes().to_vec();
    let mixed = (number ^ (conversation << 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    // Pages with a few large values outgrow sled's segments and become files of their own.
    let is_large = mixed.is_multiple_of(97) || (conversation == 7 && number.is_multiple_of(3));
    let length = if is_large { 50_000 } else { 20 + usize::try_from(mixed >> 53).unwrap() };
    bytes.extend((0..length).map(|at| u8::try_from((mixed >> (at % 57)) & 0xff).unwrap()));
    let sum = checksum(&bytes);
    bytes.extend(sum.to_be_bytes());
    bytes
}

/// The number of a row, where its checksum is right.
fn number_in(bytes: &[u8]) -> Option<u64> {
    let (rest, sum) = bytes.split_last_chunk::<8>()?;
    let number = u64::from_be_bytes(*rest.first_chunk::<8>()?);
    (u64::from_be_bytes(*sum) == checksum(rest)).then_some(number)
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

fn say(line: &str) {
    let _nobody_listens = writeln!(std::io::stdout(), "{line}");
}
