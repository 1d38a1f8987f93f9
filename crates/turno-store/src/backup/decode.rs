//! Reading a backup: every block is checked before anything of it is used.

use std::io::Read;

use turno_runtime::port::Write;

use super::{
    BLOCK_BYTES_MAX, BLOCK_HEAD_BYTES, BackupError, BackupHeader, BackupSummary, END, GIVEN_UP, HEADER,
    MAGIC, VERSION, WRITES, checksum,
};

/// The longest first line.
const LINE_BYTES_MAX: usize = 64;

/// Reads a backup from its beginning to its end.
#[derive(Debug)]
pub struct BackupReader<R> {
    input: R,
    header: BackupHeader,
    hasher: blake3::Hasher,
    blocks: u64,
    /// Where the next block begins.
    at: u64,
    writes: u64,
    bytes: u64,
    summary: Option<BackupSummary>,
}

/// A block as it was found.
struct Block {
    kind: u8,
    at: u64,
    content: Vec<u8>,
    /// Of all bytes before it.
    before: blake3::Hash,
}

impl<R: Read> BackupReader<R> {
    /// Reads the beginning. The input should be buffered.
    ///
    /// # Errors
    /// [`BackupError`], which says what to do.
    pub fn new(mut input: R) -> Result<Self, BackupError> {
        let line = read_line(&mut input)?;
        let mut hasher = blake3::Hasher::new();
        hasher.update(&line);
        let nothing_yet = BackupHeader { turno: String::new(), taken_at: String::new() };
        let mut reader = Self {
            input,
            header: nothing_yet,
            hasher,
            blocks: 0,
            at: line.len() as u64,
            writes: 0,
            bytes: 0,
            summary: None,
        };
        let first = reader.block()?;
        match first.kind {
            HEADER => reader.header = json_in(&first)?,
            GIVEN_UP => return Err(given_up(&first)),
            kind => return Err(first.damaged(&format!("a block of kind {kind} in the first one's place"))),
        }
        Ok(reader)
    }

    /// Where it comes from.
    pub fn header(&self) -> &BackupHeader {
        &self.header
    }

    /// What it holds; known once [`BackupReader::part`] gave none.
    pub fn summary(&self) -> Option<&BackupSummary> {
        self.summary.as_ref()
    }

    /// The next writes; none after the last, when all of the file was found to be as it was written.
    ///
    /// # Errors
    /// [`BackupError`], which says what to do.
    pub fn part(&mut self) -> Result<Option<Vec<Write>>, BackupError> {
        if self.summary.is_some() {
            return Ok(None);
        }
        let block = self.block()?;
        match block.kind {
            WRITES => self.writes_in(&block).map(Some),
            END => {
                self.summary = Some(self.checked_end(&block)?);
                Ok(None)
            }
            GIVEN_UP => Err(given_up(&block)),
            kind => Err(block.damaged(&format!("its kind {kind} is unknown"))),
        }
    }

    fn block(&mut self) -> Result<Block, BackupError> {
        let at = self.at;
        let before = self.hasher.finalize();
        let mut head = [0; BLOCK_HEAD_BYTES];
        self.fill(&mut head)?;
        let [kind, lengths @ .., _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _] = &head;
        let [a, b, c, d, e, f, g, h] = *lengths;
        let whole = u32::from_be_bytes([a, b, c, d]) as usize;
        let stored = u32::from_be_bytes([e, f, g, h]) as usize;
        let damaged = |detail: &str| BackupError::Damaged { at, detail: detail.to_owned() };
        if stored > whole || whole > BLOCK_BYTES_MAX {
            return Err(damaged("its lengths cannot be"));
        }
        let mut content = vec![0; stored];
        self.fill(&mut content)?;
        let (lengths, sum) = head.split_at(9);
        if checksum(self.blocks, lengths, &content) != sum {
            return Err(damaged("its checksum differs"));
        }
        self.blocks += 1;
        self.hasher.update(&head);
        self.hasher.update(&content);
        if stored < whole {
            content =
                lz4_flex::block::decompress(&content, whole).map_err(|_| damaged("it cannot be unpacked"))?;
        }
        Ok(Block { kind: *kind, at, content, before })
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), BackupError> {
        match self.input.read_exact(bytes) {
            Ok(()) => self.at += bytes.len() as u64,
            Err(cause) if cause.kind() == std::io::ErrorKind::UnexpectedEof => {
                return Err(BackupError::Truncated { at: self.at });
            }
            Err(cause) => return Err(cause.into()),
        }
        Ok(())
    }

    fn writes_in(&mut self, block: &Block) -> Result<Vec<Write>, BackupError> {
        let mut rest = block.content.as_slice();
        let mut writes = Vec::new();
        while !rest.is_empty() {
            let write = take_write(&mut rest).ok_or_else(|| block.damaged("a write in it is cut off"))?;
            self.writes += 1;
            self.bytes += (write.key.len() + write.value.as_ref().map_or(0, Vec::len)) as u64;
            writes.push(write);
        }
        Ok(writes)
    }

    fn checked_end(&mut self, block: &Block) -> Result<BackupSummary, BackupError> {
        let summary: BackupSummary = json_in(block)?;
        if summary.blake3 != block.before.to_hex().as_str() {
            return Err(block.damaged("the checksum of the whole file differs"));
        }
        if (summary.writes, summary.bytes) != (self.writes, self.bytes) {
            return Err(block.damaged("it counts other writes than there are"));
        }
        if self.input.read(&mut [0])? != 0 {
            return Err(block.damaged("there is more after the end"));
        }
        Ok(summary)
    }
}

impl Block {
    fn damaged(&self, detail: &str) -> BackupError {
        BackupError::Damaged { at: self.at, detail: detail.to_owned() }
    }
}

/// The first line, with its line feed.
fn read_line(input: &mut impl Read) -> Result<Vec<u8>, BackupError> {
    let mut line = Vec::new();
    while line.last() != Some(&b'\n') {
        let mut byte = [0];
        if line.len() == LINE_BYTES_MAX || input.read(&mut byte)? == 0 {
            return Err(BackupError::NotABackup);
        }
        line.extend_from_slice(&byte);
    }
    let version = line.strip_prefix(MAGIC).ok_or(BackupError::NotABackup)?;
    let version = String::from_utf8_lossy(version).trim_end().to_owned();
    if version == VERSION.to_string() { Ok(line) } else { Err(BackupError::LaterVersion { found: version }) }
}

fn json_in<T: serde::de::DeserializeOwned>(block: &Block) -> Result<T, BackupError> {
    serde_json::from_slice(&block.content).map_err(|error| block.damaged(&error.to_string()))
}

fn given_up(block: &Block) -> BackupError {
    BackupError::GivenUp { why: String::from_utf8_lossy(&block.content).into_owned() }
}

fn take_write(rest: &mut &[u8]) -> Option<Write> {
    let key_bytes = take_number(rest)?;
    let key = take(rest, key_bytes)?.to_vec();
    let value = match take_number(rest)?.checked_sub(1) {
        Some(value_bytes) => Some(take(rest, value_bytes)?.to_vec()),
        None => None,
    };
    Some(Write { key, value })
}

fn take<'a>(rest: &mut &'a [u8], bytes: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(bytes)?;
    *rest = left;
    Some(taken)
}

/// LEB128, of 32 bits at most.
fn take_number(rest: &mut &[u8]) -> Option<usize> {
    let mut number = 0_usize;
    for shift in [0, 7, 14, 21, 28] {
        let (byte, left) = rest.split_first()?;
        *rest = left;
        number |= usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}
