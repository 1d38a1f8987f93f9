//! The power is cut in the middle of writing: every acknowledged batch is there, and every batch is whole.
//!
//! Needs root, for it mounts disks of its own; says so where it cannot. `TURNO_CUTS=100` for the long run,
//! `TURNO_SEED=…` to repeat a load (not the moments of the cuts). With the feature `planted-faults` the store leaves
//! `sync_data` out, and this test passes only where it catches that.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub,
    reason = "a test says what is wrong by failing"
)]

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};

use common::{
    dice::{Dice, seed},
    disk::{Disk, skip, why_not},
    load::{Acknowledged, Manner, Read, Writer, faults_in, write_if_asked},
};
use turno_store::SledStore;

/// Cuts that one disk goes through; the next begins on a new one.
const CUTS_PER_DISK: u64 = 10;

#[test]
fn no_power_cut_loses_or_tears_a_batch() {
    cut_again_and_again("no_power_cut_loses_or_tears_a_batch", Manner::Plain);
}

#[test]
fn no_power_cut_loses_or_tears_a_batch_of_a_store_that_compacts() {
    cut_again_and_again("no_power_cut_loses_or_tears_a_batch_of_a_store_that_compacts", Manner::Compacts);
}

#[test]
fn no_power_cut_loses_or_tears_a_batch_of_a_store_that_is_opened_anew() {
    cut_again_and_again("no_power_cut_loses_or_tears_a_batch_of_a_store_that_is_opened_anew", Manner::Fails);
}

fn cut_again_and_again(name: &str, manner: Manner) {
    write_if_asked();
    if let Some(why) = why_not() {
        return skip(name, &why);
    }
    let cuts = std::env::var("TURNO_CUTS").map_or(4, |text| text.parse::<u64>().unwrap());
    let mut dice = Dice::new(seed());
    let mut report = Report { manner, ..Report::default() };
    // sled does not come back to its senses in a process in which it panicked.
    while report.cuts < cuts && (!is_planted() || report.faults.is_empty()) {
        // Each second disk is so old at its first cut that sled collects segments.
        let is_old = manner == Manner::Plain && report.disks % 2 == 1;
        report.disks += 1;
        cut_one_disk(name, is_old, cuts, &mut dice, &mut report);
    }
    report.tell();
    if is_planted() {
        assert!(!report.faults.is_empty(), "no cut showed that sync_data is left out");
    } else {
        assert!(report.faults.is_empty(), "{:#?}", report.faults);
    }
}

/// Whether the store leaves its `sync_data` out, as it is built.
fn is_planted() -> bool {
    cfg!(feature = "planted-faults")
}

#[derive(Default)]
struct Report {
    manner: Manner,
    /// Cuts that found a database that a compaction had made.
    compacted: u64,
    cuts: u64,
    disks: u64,
    acknowledged: u64,
    file_bytes_max: u64,
    /// Times that a store was given up, and its writer started again.
    given_up: u64,
    /// Of each cut that lost or tore something.
    faults: Vec<String>,
}

/// Cuts the power again and again; each time the store goes on from what the cut has left.
fn cut_one_disk(name: &str, is_old: bool, cuts: u64, dice: &mut Dice, report: &mut Report) {
    let mut disk = Disk::new().unwrap();
    let mut acknowledged = Acknowledged::new();
    for cut in 0..CUTS_PER_DISK.min(cuts - report.cuts) {
        let mut writer = Writer::start(name, &disk.data(), report.manner);
        let batches = if is_old && cut == 0 {
            60_000
        } else {
            // Where writes fail now and then, most of the time goes by between them.
            dice.below(if report.manner == Manner::Fails { 200 } else { 4_000 })
        };
        let mut left = batches;
        let mut outcome = writer.read(left, &mut acknowledged);
        while let Read::GivenUp { read } = outcome {
            // As whoever watches a daemon starts it again.
            drop(writer);
            report.given_up += 1;
            left -= read;
            writer = Writer::start(name, &disk.data(), report.manner);
            outcome = writer.read(left, &mut acknowledged);
        }
        if outcome == Read::Ended {
            assert!(is_planted(), "the writer failed by itself");
            report.faults.push(format!("cut {}: what it left fails the next writer", report.cuts));
            break;
        }
        disk.cut_power(|| writer.kill()).unwrap();
        writer.read_the_rest(&mut acknowledged);
        report.cuts += 1;
        // What sled was not told to keep may well be what it needs: then it panics, as it is opened, read or let go of.
        let look = AssertUnwindSafe(|| open_and_look(&disk, &acknowledged, report));
        let faults = catch_unwind(look).unwrap_or_else(|_| vec!["sled panicked".to_owned()]);
        if !faults.is_empty() {
            report.faults.push(format!("cut {}: {}", report.cuts, faults.join("; ")));
            break;
        }
    }
    // The number of each conversation's last batch counts them from 0.
    report.acknowledged += acknowledged.values().map(|last| last + 1).sum::<u64>();
}

fn open_and_look(disk: &Disk, acknowledged: &Acknowledged, report: &mut Report) -> Vec<String> {
    if let Ok(file) = std::fs::metadata(disk.data().join("db")) {
        report.file_bytes_max = report.file_bytes_max.max(file.len());
    }
    report.compacted += u64::from(disk.data().join("current").exists());
    // All rows are read, and give the sum that was kept: no cut may make a whole store one that is told as damaged.
    if disk.data().join("turno-store").exists() {
        std::fs::write(disk.data().join("unproven"), "").unwrap();
    }
    let store = match SledStore::open(&disk.data()) {
        Ok(store) => store,
        Err(error) => return vec![error.to_string()],
    };
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    match runtime.block_on(faults_in(&store, acknowledged)) {
        Ok(faults) => faults,
        Err(error) => vec![error.to_string()],
    }
}

impl Report {
    fn tell(&self) {
        use std::io::Write;
        let (cuts, acknowledged, faults) = (self.cuts, self.acknowledged, self.faults.len());
        let mib = self.file_bytes_max / 1_024 / 1_024;
        let mut lines = vec![format!(
            "{cuts} power cuts on {} disks, {acknowledged} acknowledged batches, sled's file at most {mib} MiB: \
             something was lost or torn in {faults}; {} had been compacted, {} times a store was given up",
            self.disks, self.compacted, self.given_up
        )];
        let shortened = |fault: &String| fault.chars().take(300).collect();
        lines.extend(self.faults.iter().take(20).map(shortened));
        // The harness hides what is printed by other means.
        std::io::stderr().write_all((lines.join("\n  ") + "\n").as_bytes()).unwrap();
    }
}
