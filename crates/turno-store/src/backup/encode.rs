//! Writing a backup: bytes for whoever carries them to a file or through a socket.

use turno_runtime::port::Write;

use super::{
    BLOCK_BYTES, BackupHeader, BackupSummary, END, GIVEN_UP, HEADER, MAGIC, VERSION, WRITES, checksum,
};

/// Turns the parts of an export into the bytes of a backup. Whatever a method gives is to be written after what came
/// before.
#[derive(Debug)]
pub struct BackupEncoder {
    /// Of all bytes so far.
    hasher: blake3::Hasher,
    blocks: u64,
    writes: u64,
    bytes: u64,
}

impl BackupEncoder {
    /// The beginning of a backup.
    pub fn new(header: &BackupHeader) -> (Self, Vec<u8>) {
        let mut encoder = Self { hasher: blake3::Hasher::new(), blocks: 0, writes: 0, bytes: 0 };
        let mut begun = MAGIC.to_vec();
        begun.extend_from_slice(format!("{VERSION}\n").as_bytes());
        encoder.hasher.update(&begun);
        begun.append(&mut encoder.block(HEADER, &json_of(header)));
        (encoder, begun)
    }

    /// A part of the export.
    pub fn part(&mut self, writes: &[Write]) -> Vec<u8> {
        let mut encoded = Vec::new();
        let mut content = Vec::new();
        for write in writes {
            append_write(&mut content, write);
            self.writes += 1;
            self.bytes += (write.key.len() + write.value.as_ref().map_or(0, Vec::len)) as u64;
            if content.len() >= BLOCK_BYTES {
                encoded.append(&mut self.block(WRITES, &content));
                content.clear();
            }
        }
        if !content.is_empty() {
            encoded.append(&mut self.block(WRITES, &content));
        }
        encoded
    }

    /// The end of a backup that is whole.
    pub fn end(mut self) -> (Vec<u8>, BackupSummary) {
        let summary = BackupSummary {
            writes: self.writes,
            bytes: self.bytes,
            blake3: self.hasher.finalize().to_hex().to_string(),
        };
        (self.block(END, &json_of(&summary)), summary)
    }

    /// The end of a backup that is not: whoever reads it is told why.
    pub fn give_up(mut self, why: &str) -> Vec<u8> {
        self.block(GIVEN_UP, why.as_bytes())
    }

    fn block(&mut self, kind: u8, content: &[u8]) -> Vec<u8> {
        let packed = lz4_flex::block::compress(content);
        let stored = if packed.len() < content.len() { packed.as_slice() } else { content };
        let mut block = vec![kind];
        block.extend_from_slice(&length(content).to_be_bytes());
        block.extend_from_slice(&length(stored).to_be_bytes());
        let sum = checksum(self.blocks, &block, stored);
        block.extend_from_slice(&sum);
        block.extend_from_slice(stored);
        self.blocks += 1;
        self.hasher.update(&block);
        block
    }
}

/// Blocks are far shorter than 4 GiB.
fn length(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX)
}

#[expect(clippy::expect_used, reason = "plain data with string keys always encodes")]
fn json_of(content: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec(content).expect("it encodes")
}

fn append_write(content: &mut Vec<u8>, write: &Write) {
    append_number(content, write.key.len());
    content.extend_from_slice(&write.key);
    match &write.value {
        Some(value) => {
            append_number(content, value.len() + 1);
            content.extend_from_slice(value);
        }
        None => append_number(content, 0),
    }
}

/// LEB128.
fn append_number(content: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        content.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    content.push(number as u8);
}
