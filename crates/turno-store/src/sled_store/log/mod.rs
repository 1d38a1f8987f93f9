//! Looks through sled's log for damage that sled would pass over in silence.
//!
//! sled 0.34.7 keeps a page's changes as messages in segments of its file. At an open it reads those that its snapshot
//! does not have yet; where one of them is damaged it takes the rest of that segment for free space, and opens without
//! the changes. (Damage in what the snapshot has is an error when it is read, and damage in the last segments shortens
//! the log, which `mark.rs` tells.) So the same messages are read here first: where one that sled would drop is neither
//! repeated nor replaced further on, acknowledged writes would be lost.
//!
//! A segment that is gone altogether leaves no message to be read here, and sled passes over it as well, for it uses the room of
//! segments again that it does not need any more. Where one is missing and there is room in the file that is empty, or the file
//! is shorter than it was, nobody can tell from the log whether it was needed: `rows.rs` can.

mod message;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::Result,
    os::unix::fs::FileExt,
    path::Path,
};

use super::database_file;
use message::{Kind, Message, SEGMENT_BYTES, SEGMENT_HEADER_BYTES, SegmentHeader};

/// How many threads read the headers of a large file.
const HEADER_READERS: usize = 32;

/// A file with fewer headers than this for each is read by fewer.
const HEADERS_EACH_MIN: usize = 64;

/// What the log tells of the writes that sled's snapshot does not have yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Finding {
    /// None is missing.
    Whole,
    /// Some may be missing.
    Doubtful,
    /// At that byte of the file something is damaged that sled would pass over.
    Damaged(u64),
}

/// Looks through the log, of which the file had so many bytes when the last round was acknowledged, where that is known.
/// Reads what sled's snapshot does not have yet.
pub(super) fn look_through(folder: &Path, file_bytes: Option<u64>) -> Result<Finding> {
    let file = match File::open(database_file(folder)) {
        Ok(file) => file,
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(Finding::Whole),
        Err(cause) => return Err(cause),
    };
    let is_shorter = match file_bytes {
        Some(file_bytes) => file.metadata()?.len() < file_bytes,
        None => true,
    };
    let log = Log::of(&file, folder)?;
    let mut dropped = Vec::new();
    for slot in log.slots.iter().filter(|slot| log.is_settled(slot)) {
        log.find_dropped(slot, &mut dropped)?;
    }
    let finding = if log.has_gap() && (is_shorter || log.has_empty_room()) {
        Finding::Doubtful
    } else {
        Finding::Whole
    };
    if dropped.is_empty() {
        return Ok(finding);
    }
    let replaced = log.replaced(&dropped)?;
    let lost = dropped.iter().find(|dropped| match dropped.page {
        Some(page) => replaced.get(&page).is_none_or(|lsn| *lsn < dropped.lsn),
        None => true,
    });
    // What replaces them may itself hang on what is gone.
    Ok(lost.map_or(Finding::Doubtful, |dropped| Finding::Damaged(dropped.file_offset)))
}

/// The file, and what its segments' headers say.
struct Log<'a> {
    file: &'a File,
    blobs: BTreeSet<String>,
    slots: Vec<Slot>,
    /// The number of the first segment that the snapshot does not have in full.
    first: u64,
    /// The number of the segment up to which sled takes the log for written.
    settled: u64,
}

/// A stretch of the file that holds a segment.
#[derive(Clone, Copy)]
struct Slot {
    file_offset: u64,
    /// The segment's number; none where its header is damaged, or was never written.
    number: Option<u64>,
}

/// A message that sled would not read.
#[derive(Clone, Copy)]
struct Dropped {
    /// The page that it changes; none where that cannot be told.
    page: Option<u64>,
    lsn: u64,
    file_offset: u64,
}

impl<'a> Log<'a> {
    fn of(file: &'a File, folder: &Path) -> Result<Self> {
        let (blobs, snapshot_lsn) = (names_in(&folder.join("blobs"))?, snapshot_lsn(folder)?);
        let headers = headers(file)?;
        let settled_lsn = headers.iter().flatten().map(|header| header.stable_lsn);
        let settled_lsn = settled_lsn.fold(snapshot_lsn, u64::max);
        let slots = headers.iter().zip((0..).step_by(SEGMENT_BYTES));
        let slots = slots.map(|(header, file_offset)| Slot {
            file_offset,
            number: header.as_ref().map(|header| header.lsn / SEGMENT_BYTES as u64),
        });
        let slots = slots.collect();
        Ok(Self {
            file,
            blobs,
            slots,
            first: snapshot_lsn / SEGMENT_BYTES as u64,
            settled: settled_lsn / SEGMENT_BYTES as u64,
        })
    }

    /// Whether a segment is missing that is neither in the snapshot nor in the tail: it was used again, or is lost.
    fn has_gap(&self) -> bool {
        let known: BTreeSet<u64> = self.slots.iter().filter_map(|slot| slot.number).collect();
        (self.first..self.settled).any(|number| !known.contains(&number))
    }

    /// Whether a segment may have been where there is none now; what is used again has another at once.
    fn has_empty_room(&self) -> bool {
        self.slots.iter().any(|slot| slot.number.is_none())
    }

    /// Neither in the snapshot nor in the tail, which sled itself checks.
    fn is_settled(&self, slot: &Slot) -> bool {
        slot.number.is_none_or(|number| (self.first..self.settled).contains(&number))
    }

    fn read(&self, slot: &Slot) -> Result<Vec<u8>> {
        let mut bytes = vec![0; SEGMENT_BYTES];
        let read = read_up_to(self.file, &mut bytes, slot.file_offset)?;
        bytes.truncate(read);
        Ok(bytes)
    }

    fn find_dropped(&self, slot: &Slot, dropped: &mut Vec<Dropped>) -> Result<()> {
        let bytes = self.read(slot)?;
        let note = |number: u64, at: usize, page: Option<u64>| Dropped {
            page,
            lsn: number * SEGMENT_BYTES as u64 + at as u64,
            file_offset: slot.file_offset + at as u64,
        };
        let Some(number) = slot.number else {
            // Without its header sled does not know the segment: all that is in it is dropped.
            let known: BTreeSet<u64> = self.slots.iter().filter_map(|slot| slot.number).collect();
            let orphans = messages_from(&bytes, SEGMENT_HEADER_BYTES)
                .filter(|(_, message)| (self.first..self.settled).contains(&message.number))
                .filter(|(_, message)| !known.contains(&message.number) && message.kind.changes_a_page());
            dropped.extend(orphans.map(|(at, message)| note(message.number, at, Some(message.page))));
            return Ok(());
        };
        let (end, is_closed) = self.walk(&bytes, number, |at, message, is_readable| {
            if !is_readable {
                dropped.push(note(number, at, Some(message.page)));
            }
        });
        if is_closed {
            return Ok(());
        }
        let mut is_overwritten = false;
        for (at, message) in messages_from(&bytes, end + 1) {
            if message.number == number && message.kind.changes_a_page() {
                dropped.push(note(number, at, Some(message.page)));
            }
            // The segment was free, and the power went in the middle of its next use.
            is_overwritten |= message.number > number;
        }
        match Message::header_at(&bytes, end).filter(|message| message.number == number) {
            Some(message) if !message.kind.changes_a_page() => {}
            Some(message) if fits(&bytes, end, &message) => {
                dropped.push(note(number, end, Some(message.page)))
            }
            Some(_) | None if is_overwritten => {}
            Some(_) | None => dropped.push(note(number, end, None)),
        }
        Ok(())
    }

    /// Calls for each message that sled reads of a segment: where it is, and whether what it points to is there. Gives
    /// where the messages end, and whether the segment was closed there.
    fn walk(&self, bytes: &[u8], number: u64, mut each: impl FnMut(usize, &Message, bool)) -> (usize, bool) {
        let mut at = SEGMENT_HEADER_BYTES;
        while message::may_begin_at(at) {
            match Message::at(bytes, at).filter(|message| message.number == number) {
                Some(message) if message.kind == Kind::Cap => return (at, true),
                Some(message) => {
                    if message.kind.changes_a_page() {
                        let is_readable =
                            message.blob(bytes, at).is_none_or(|blob| self.blobs.contains(&blob));
                        each(at, &message, is_readable);
                    }
                    at += message.bytes;
                }
                None => return (at, false),
            }
        }
        (at, true)
    }

    /// Of each page of those, where it was last written in full by what sled does read.
    fn replaced(&self, dropped: &[Dropped]) -> Result<BTreeMap<u64, u64>> {
        let pages: BTreeSet<u64> = dropped.iter().filter_map(|dropped| dropped.page).collect();
        let mut replaced = BTreeMap::new();
        for slot in &self.slots {
            let Some(number) = slot.number.filter(|number| *number >= self.first) else {
                continue;
            };
            let bytes = self.read(slot)?;
            self.walk(&bytes, number, |at, message, is_readable| {
                if is_readable && message.kind.replaces_a_page() && pages.contains(&message.page) {
                    let lsn = number * SEGMENT_BYTES as u64 + at as u64;
                    let last = replaced.entry(message.page).or_insert(lsn);
                    *last = lsn.max(*last);
                }
            });
        }
        Ok(replaced)
    }
}

/// Every whole message from there on, of whatever segment, found again after each that is not.
fn messages_from(bytes: &[u8], from: usize) -> impl Iterator<Item = (usize, Message)> {
    let mut at = from;
    std::iter::from_fn(move || {
        while message::may_begin_at(at) && at < bytes.len() {
            match Message::at(bytes, at) {
                Some(message) => {
                    let found = at;
                    at += message.bytes;
                    return Some((found, message));
                }
                None => at += 1,
            }
        }
        None
    })
}

/// What a damaged message says of its length is right where another one follows it, or the segment ends.
fn fits(bytes: &[u8], at: usize, message: &Message) -> bool {
    let next = at + message.bytes;
    !message::may_begin_at(next) || Message::at(bytes, next).is_some_and(|next| next.number == message.number)
}

/// The headers of all segments in their order in the file; none where one is damaged, or was never written.
///
/// A large store has tens of thousands, and on a cold disk each is a wait: so many are read at once. sled reads them next,
/// and finds them in the system's cache.
fn headers(file: &File) -> Result<Vec<Option<SegmentHeader>>> {
    let length = file.metadata()?.len();
    let offsets: Vec<u64> = (0..length).step_by(SEGMENT_BYTES).collect();
    let share = offsets.len().div_ceil(HEADER_READERS).max(HEADERS_EACH_MIN);
    let parts: Vec<Result<Vec<_>>> = std::thread::scope(|scope| {
        let readers: Vec<_> =
            offsets.chunks(share).map(|offsets| scope.spawn(|| headers_at(file, offsets))).collect();
        let read = readers.into_iter().map(|reader| {
            let died = |_| Err(std::io::Error::other("a thread that reads headers died"));
            reader.join().unwrap_or_else(died)
        });
        read.collect()
    });
    let mut headers = Vec::with_capacity(offsets.len());
    for part in parts {
        headers.append(&mut part?);
    }
    Ok(headers)
}

fn headers_at(file: &File, offsets: &[u64]) -> Result<Vec<Option<SegmentHeader>>> {
    let mut headers = Vec::with_capacity(offsets.len());
    for offset in offsets {
        let mut bytes = [0; SEGMENT_HEADER_BYTES];
        // Only the file's end can be too short for a header.
        if read_up_to(file, &mut bytes, *offset)? < bytes.len() {
            break;
        }
        headers.push(SegmentHeader::read(&bytes));
    }
    Ok(headers)
}

/// Everything below this is in the newest snapshot; its name says so.
fn snapshot_lsn(folder: &Path) -> Result<u64> {
    let names = names_in(folder)?;
    let lsns = names.iter().filter_map(|name| u64::from_str_radix(name.strip_prefix("snap.")?, 16).ok());
    Ok(lsns.max().unwrap_or(0))
}

fn names_in(folder: &Path) -> Result<BTreeSet<String>> {
    match std::fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect(),
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Ok(BTreeSet::new()),
        Err(cause) => Err(cause),
    }
}

fn read_up_to(file: &File, bytes: &mut [u8], offset: u64) -> Result<usize> {
    let mut read = 0;
    while read < bytes.len() {
        match file.read_at(&mut bytes[read..], offset + read as u64) {
            Ok(0) => break,
            Ok(count) => read += count,
            Err(cause) if cause.kind() == std::io::ErrorKind::Interrupted => {}
            Err(cause) => return Err(cause),
        }
    }
    Ok(read)
}
