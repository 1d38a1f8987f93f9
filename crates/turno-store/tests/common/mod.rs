//! What the tests of damage and power cuts share.
#![allow(dead_code, reason = "each test file uses its part of this")]

pub mod child;
#[path = "../../../../tests/shared/dice.rs"]
pub mod dice;
#[path = "../../../../tests/shared/disk.rs"]
pub mod disk;
pub mod file_limit;
pub mod load;

/// sled's own threads may have the files for a moment after it was let go of.
pub fn opened_with_sled(folder: &std::path::Path) -> sled::Db {
    let began = std::time::Instant::now();
    loop {
        match sled::open(folder) {
            Ok(database) => return database,
            Err(error) => assert!(began.elapsed().as_secs() < 30, "{error}"),
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// Copies all of a folder.
pub fn copy_folder(from: &std::path::Path, to: &std::path::Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            std::fs::create_dir_all(&target).unwrap();
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
