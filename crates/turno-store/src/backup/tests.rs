//! Backups of small stores: what is restored is what was there, and whatever is wrong with a file is told.

use std::sync::Mutex;

use proptest::prelude::*;
use turno_runtime::port::{Batch, Export, Store, Write};

use super::*;
use crate::MemoryStore;

fn header() -> BackupHeader {
    BackupHeader { turno: "0.1.0".to_owned(), taken_at: "2026-01-20T02:00:00Z".to_owned() }
}

async fn store_of(entries: &[(&[u8], &[u8])]) -> MemoryStore {
    let store = MemoryStore::new();
    let mut batch = Batch::default();
    for (key, value) in entries {
        batch.put(*key, *value);
    }
    store.commit(batch).await.unwrap();
    store
}

async fn backup_of(store: &dyn Export) -> Vec<u8> {
    let file = Mutex::new(Vec::new());
    write_backup(store, &header(), |bytes| {
        file.lock().unwrap().extend(bytes);
        std::future::ready(Ok(()))
    })
    .await
    .unwrap();
    file.into_inner().unwrap()
}

fn read(file: &[u8]) -> Result<Vec<Write>, BackupError> {
    let mut reader = BackupReader::new(file)?;
    let mut writes = Vec::new();
    while let Some(mut part) = reader.part()? {
        writes.append(&mut part);
    }
    Ok(writes)
}

#[tokio::test]
async fn a_store_restored_is_the_store() {
    let long = vec![7; 60_000];
    let entries: [(&[u8], &[u8]); 4] = [(b"", b"empty key"), (b"a", b""), (b"b\0\xff", b"1"), (b"c", &long)];
    let store = store_of(&entries).await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("backup");
    std::fs::write(&path, backup_of(&store).await).unwrap();
    let restored = MemoryStore::new();
    let (told, summary) = restore_backup(&path, &restored).await.unwrap();
    assert_eq!((told, summary.writes), (header(), 4));
    assert_eq!(restored.scan(b"", None, 9).await.unwrap(), store.scan(b"", None, 9).await.unwrap());
    assert_eq!(check_backup(&path).unwrap().1, summary);
}

/// The bytes are a contract: later versions read what this one wrote.
#[tokio::test]
async fn the_format_is_as_documented() {
    let file = backup_of(&store_of(&[(b"key", b"value")]).await).await;
    assert!(file.starts_with(b"turno backup 1\nH"));
    let json = br#"{"turno":"0.1.0","taken_at":"2026-01-20T02:00:00Z"}"#;
    let rest = file.strip_prefix(b"turno backup 1\nH\0\0\0").unwrap();
    assert_eq!(usize::from(rest[0]), json.len());
    let writes = &rest[1 + 4 + 16 + json.len()..];
    assert_eq!(&writes[..9], b"W\0\0\0\x0a\0\0\0\x0a");
    assert_eq!(&writes[25..35], b"\x03key\x06value");
    assert_eq!(writes[35], b'E');
}

#[tokio::test]
async fn a_file_cut_short_anywhere_is_told() {
    let file = backup_of(&store_of(&[(b"key", b"value")]).await).await;
    for length in 0..file.len() {
        let error = read(&file[..length]).unwrap_err();
        match error {
            BackupError::NotABackup => assert!(length < 15),
            BackupError::Truncated { at } => assert!(at <= length as u64),
            other @ (BackupError::LaterVersion { .. }
            | BackupError::Damaged { .. }
            | BackupError::GivenUp { .. }
            | BackupError::Io { .. }) => panic!("{length}: {other}"),
        }
    }
    assert!(read(&file).is_ok());
}

#[tokio::test]
async fn a_byte_flipped_anywhere_is_told() {
    let file = backup_of(&store_of(&[(b"key", &[b'v'; 300])]).await).await;
    for at in 0..file.len() {
        for bit in 0..8 {
            let mut flipped = file.clone();
            flipped[at] ^= 1 << bit;
            assert!(read(&flipped).is_err(), "bit {bit} of byte {at}");
        }
    }
}

#[tokio::test]
async fn what_is_missing_doubled_or_added_is_told() {
    let (mut encoder, begun) = BackupEncoder::new(&header());
    let write = |key: &[u8]| Write { key: key.to_vec(), value: None };
    let (first, second) = (encoder.part(&[write(b"1")]), encoder.part(&[write(b"2")]));
    let (end, _) = encoder.end();
    let file = |parts: &[&[u8]]| read(&parts.concat());
    assert_eq!(file(&[&begun, &first, &second, &end]).unwrap(), [write(b"1"), write(b"2")]);
    for parts in [
        &[&begun, &second, &first, &end][..],
        &[&begun, &first, &end],
        &[&begun, &first, &first, &second, &end],
        &[&begun, &first, &second, &end, &end],
    ] {
        let parts: Vec<&[u8]> = parts.iter().map(|part| part.as_slice()).collect();
        assert!(matches!(file(&parts), Err(BackupError::Damaged { .. })));
    }
}

#[test]
fn a_backup_that_was_given_up_says_why_and_other_files_are_not_taken_for_one() {
    let (encoder, begun) = BackupEncoder::new(&header());
    let file = [begun, encoder.give_up("the disk is full")].concat();
    assert_eq!(read(&file).unwrap_err().to_string(), "it was not finished: the disk is full");
    assert!(matches!(read(b"turno backup 2\n..."), Err(BackupError::LaterVersion { found }) if found == "2"));
    assert!(matches!(read(b"# a recording\n"), Err(BackupError::NotABackup)));
    assert!(matches!(read(&[b'x'; 500]), Err(BackupError::NotABackup)));
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _told = read(&bytes);
        let _told = read(&[b"turno backup 1\n".as_slice(), &bytes].concat());
    }

    #[test]
    fn any_writes_come_back(
        writes in proptest::collection::vec((proptest::collection::vec(any::<u8>(), 0..40),
            proptest::option::of(proptest::collection::vec(any::<u8>(), 0..300))), 0..40),
    ) {
        let writes: Vec<Write> = writes.into_iter().map(|(key, value)| Write { key, value }).collect();
        let (mut encoder, mut file) = BackupEncoder::new(&header());
        file.append(&mut encoder.part(&writes));
        file.append(&mut encoder.end().0);
        prop_assert_eq!(read(&file).unwrap(), writes);
    }
}
