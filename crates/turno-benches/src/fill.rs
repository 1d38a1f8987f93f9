//! `turno-fill`: a store with as many conversations as are wanted, made from one that was really held.
//!
//! `turno-fill FROM TO NUMBER` takes the one conversation of `turno bench --total 1 --check 0` in the store FROM and writes it NUMBER
//! times to the store TO, each under an id of its own. Ids have the same length, so that nothing else in a row changes, whatever the
//! rows look like. `turno-fill FROM` tells how many bytes the rows of a store have.

use std::{collections::BTreeMap, path::Path};

use turno_runtime::port::{Batch, Store};
use turno_store::SledStore;

/// `b`, then the run's milliseconds since 1970: what the load generator's ids begin with.
const ID_BYTES: usize = 14;
const ROWS_PER_BATCH: usize = 2_000;
const PAGE: usize = 1_000;

type Failed = Box<dyn std::error::Error>;
type Rows = Vec<(Vec<u8>, Vec<u8>)>;

fn main() -> Result<(), Failed> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [from] => runtime.block_on(tell(Path::new(from))),
        [from, to, number] => {
            let number: u64 = number.parse()?;
            runtime.block_on(fill(Path::new(from), Path::new(to), number))
        }
        _ => Err("usage: turno-fill FROM [TO NUMBER]".into()),
    }
}

/// One JSON object: by the first byte of the key (`turno_runtime::keys`), the rows and their bytes.
async fn tell(from: &Path) -> Result<(), Failed> {
    let store = SledStore::open(from)?;
    let mut kinds: BTreeMap<char, (u64, u64)> = BTreeMap::new();
    for (key, value) in rows_of(&store).await? {
        let kind = key.first().copied().map_or('?', char::from);
        let (rows, bytes) = kinds.entry(kind).or_default();
        *rows += 1;
        *bytes += (key.len() + value.len()) as u64;
    }
    store.close().await?;
    println_line(&serde_json::to_string(&kinds)?);
    Ok(())
}

async fn fill(from: &Path, to: &Path, number: u64) -> Result<(), Failed> {
    let store = SledStore::open(from)?;
    let rows = rows_of(&store).await?;
    store.close().await?;
    let id = id_in(&rows).ok_or("FROM has no conversation of the load generator")?;
    let rows: Vec<Row> = rows
        .into_iter()
        .filter(|(key, _)| !places(key, &id).is_empty())
        .map(|(key, value)| Row::new(key, value, &id))
        .collect();
    let store = SledStore::open(to)?;
    let per_batch = (ROWS_PER_BATCH / rows.len()).max(1) as u64;
    let mut next = 0;
    while next < number {
        let mut batch = Batch::default();
        for nth in next..number.min(next + per_batch) {
            let id = format!("b{:013}", 1_000_000_000_000 + nth);
            for row in &rows {
                batch.put(row.key.with(&id), row.value.with(&id));
            }
        }
        store.commit(batch).await?;
        next += per_batch;
    }
    store.close().await?;
    println_line(&format!("{number} conversations of {} rows", rows.len()));
    Ok(())
}

/// A row in which an id can be changed.
struct Row {
    key: Bytes,
    value: Bytes,
}

struct Bytes {
    bytes: Vec<u8>,
    places: Vec<usize>,
}

impl Row {
    fn new(key: Vec<u8>, value: Vec<u8>, id: &[u8]) -> Self {
        let of = |bytes: Vec<u8>| Bytes { places: places(&bytes, id), bytes };
        Self { key: of(key), value: of(value) }
    }
}

impl Bytes {
    fn with(&self, id: &str) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        for place in &self.places {
            bytes[*place..place + ID_BYTES].copy_from_slice(id.as_bytes());
        }
        bytes
    }
}

fn places(bytes: &[u8], id: &[u8]) -> Vec<usize> {
    let windows = bytes.windows(id.len()).enumerate();
    windows.filter(|(_, window)| *window == id).map(|(place, _)| place).collect()
}

/// The beginning of the id in the checkpoint's key: tenant, channel and id, each before a zero byte.
fn id_in(rows: &Rows) -> Option<Vec<u8>> {
    let (key, _) = rows.iter().find(|(key, _)| key.first() == Some(&b'c'))?;
    let id = key.split(|byte| *byte == 0).rfind(|part| !part.is_empty())?;
    let begins = id.get(..ID_BYTES)?;
    (begins[0] == b'b' && begins[1..].iter().all(u8::is_ascii_digit)).then(|| begins.to_vec())
}

async fn rows_of(store: &SledStore) -> Result<Rows, Failed> {
    let mut rows = Rows::new();
    loop {
        let after = rows.last().map(|(key, _)| key.clone());
        let page = store.scan(b"", after.as_deref(), PAGE).await?;
        let is_last = page.len() < PAGE;
        rows.extend(page);
        if is_last {
            return Ok(rows);
        }
    }
}

fn println_line(line: &str) {
    use std::io::Write;
    let _gone = writeln!(std::io::stdout(), "{line}");
}
