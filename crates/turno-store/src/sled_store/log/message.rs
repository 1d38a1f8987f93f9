//! sled 0.34.7's log as bytes: the header of a segment, and the messages in it. The version is pinned for this as well.

/// The size of a segment.
pub(super) const SEGMENT_BYTES: usize = 512 * 1_024;
/// Each begins with a checksum, its log sequence number, and the one up to which the log was stable by then.
pub(super) const SEGMENT_HEADER_BYTES: usize = 20;
/// No message begins in a segment's last bytes.
const RED_ZONE_BYTES: usize = 32;

/// The header of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SegmentHeader {
    pub(super) lsn: u64,
    pub(super) stable_lsn: u64,
}

impl SegmentHeader {
    /// None where its checksum is wrong.
    pub(super) fn read(bytes: &[u8; SEGMENT_HEADER_BYTES]) -> Option<Self> {
        let sum = u32::from_le_bytes(*bytes.first_chunk()?) ^ u32::MAX;
        let number = |from: usize| {
            let bytes = bytes.get(from..)?.first_chunk()?;
            u64::try_from(i64::from_le_bytes(*bytes) ^ i64::MAX).ok()
        };
        (crc32fast::hash(bytes.get(4..)?) == sum)
            .then(|| {
                Some(Self {
                    lsn: number(4)?,
                    // sled has -1 for "nothing yet".
                    stable_lsn: number(12).unwrap_or(0),
                })
            })
            .flatten()
    }
}

/// What a message is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A message that was given up, or the bounds of a batch.
    Nothing,
    /// The rest of the segment is empty.
    Cap,
    /// A page, whole; or that it is free.
    Page,
    /// A change of a page.
    Change,
    /// A page, whole, in a file of its own.
    PageInBlob,
    /// A change of a page, in a file of its own.
    ChangeInBlob,
}

impl Kind {
    fn of(byte: u8) -> Option<Self> {
        match byte {
            1 | 3 => Some(Self::Nothing),
            2 => Some(Self::Cap),
            4 | 5 | 6 | 8 => Some(Self::Page),
            7 | 9 => Some(Self::PageInBlob),
            10 => Some(Self::Change),
            11 => Some(Self::ChangeInBlob),
            _ => None,
        }
    }

    pub(super) fn changes_a_page(self) -> bool {
        match self {
            Self::Page | Self::Change | Self::PageInBlob | Self::ChangeInBlob => true,
            Self::Nothing | Self::Cap => false,
        }
    }

    pub(super) fn replaces_a_page(self) -> bool {
        match self {
            Self::Page | Self::PageInBlob => true,
            Self::Nothing | Self::Cap | Self::Change | Self::ChangeInBlob => false,
        }
    }

    fn is_in_blob(self) -> bool {
        match self {
            Self::PageInBlob | Self::ChangeInBlob => true,
            Self::Nothing | Self::Cap | Self::Page | Self::Change => false,
        }
    }
}

/// A message, without what it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) kind: Kind,
    /// Of the segment that it was written for.
    pub(super) number: u64,
    pub(super) page: u64,
    /// All of it, its header included.
    pub(super) bytes: usize,
    header_bytes: usize,
}

/// Whether sled looks for a message there.
pub(super) fn may_begin_at(at: usize) -> bool {
    at + RED_ZONE_BYTES <= SEGMENT_BYTES
}

impl Message {
    /// The message there; none where it is damaged.
    pub(super) fn at(bytes: &[u8], at: usize) -> Option<Self> {
        let message = Self::header_at(bytes, at)?;
        let (header, body) = bytes.get(at..at + message.bytes)?.split_at_checked(message.header_bytes)?;
        let (sum, rest) = header.split_first_chunk()?;
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(body);
        hasher.update(rest);
        (hasher.finalize() ^ u32::MAX == u32::from_le_bytes(*sum)).then_some(message)
    }

    /// What a message's header says, right or wrong; none where it cannot be a header.
    pub(super) fn header_at(bytes: &[u8], at: usize) -> Option<Self> {
        let kind = Kind::of(*bytes.get(at + 4)?)?;
        let mut rest = bytes.get(at + 5..)?;
        let body_bytes = usize::try_from(read_number(&mut rest)?).ok()?;
        let (number, page) = (read_number(&mut rest)?, read_number(&mut rest)?);
        let header_bytes = bytes.len() - at - rest.len();
        let end = at.checked_add(header_bytes)?.checked_add(body_bytes)?;
        (end <= SEGMENT_BYTES).then_some(Self { kind, number, page, bytes: end - at, header_bytes })
    }

    /// The name of the file that a message points to.
    pub(super) fn blob(&self, bytes: &[u8], at: usize) -> Option<String> {
        let body = self.kind.is_in_blob().then(|| bytes.get(at + self.header_bytes..))??;
        Some(i64::from_le_bytes(*body.first_chunk()?).to_string())
    }
}

/// sled's numbers of 1 to 9 bytes.
fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let (first, rest) = bytes.split_first()?;
    let (number, length) = match *first {
        small @ 0..=240 => (u64::from(small), 0),
        medium @ 241..=248 => (240 + 256 * (u64::from(medium) - 241) + u64::from(*rest.first()?), 1),
        249 => {
            let [high, low] = *rest.first_chunk()?;
            (2_288 + 256 * u64::from(high) + u64::from(low), 2)
        }
        large => {
            let length = usize::from(large) - 247;
            let mut aligned = [0; 8];
            aligned.get_mut(..length)?.copy_from_slice(rest.get(..length)?);
            (u64::from_le_bytes(aligned), length)
        }
    };
    *bytes = rest.get(length..)?;
    Some(number)
}
