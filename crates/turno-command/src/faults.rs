//! What is wrong in the files that a command read.

use std::path::Path;

use crate::{Failure, read_text};

/// The faults of several files, each told once.
#[derive(Debug, Default)]
pub struct FaultList {
    reports: Vec<String>,
    count: usize,
}

impl FaultList {
    /// Adds faults that are already worded.
    pub fn add(&mut self, report: &impl std::fmt::Display, count: usize) {
        let report = report.to_string().trim_end().to_owned();
        // Two tenants may share a graph file, and with it its faults.
        if !self.reports.contains(&report) {
            self.reports.push(report);
            self.count += count;
        }
    }

    /// The text of a file; where it cannot be read, that is a fault.
    pub fn read(&mut self, path: &Path) -> Option<String> {
        match read_text(path) {
            Ok(text) => return Some(text),
            Err(Failure::Faults { report, count }) => self.add(&report, count),
            Err(failure) => self.add(&failure, 1),
        }
        None
    }

    /// As [`Self::read`], whatever the file holds.
    pub fn read_bytes(&mut self, path: &Path) -> Option<Vec<u8>> {
        std::fs::read(path).map_err(|cause| self.add(&Failure::file(path, cause), 1)).ok()
    }

    /// Ok where nothing was added.
    ///
    /// # Errors
    /// [`Failure::Faults`] with all that was.
    pub fn into_result(self) -> Result<(), Failure> {
        if self.reports.is_empty() {
            Ok(())
        } else {
            Err(Failure::Faults { report: self.reports.join("\n\n"), count: self.count })
        }
    }

    /// How many were added.
    pub fn count(&self) -> usize {
        self.count
    }
}
