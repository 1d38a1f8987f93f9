//! A disk whose power can be cut: a file system in a file, on a file system in a file.
//!
//! The store stands on the inner one, through a loop device. What the device has been given is what its backing file
//! holds (the file's page cache is the platter); what the inner file system still has in memory is what a power cut
//! loses. A copy of the backing file would tear while it is written to, so the cut freezes the *outer* file system: from
//! then on the loop device takes no block more, at any moment, in the middle of a flush too. The inner file system is
//! neither frozen nor flushed.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The inner disk's size.
const DISK_MIB: u64 = 96;
/// The outer one holds the inner, and its own journal.
const OUTER_MIB: u64 = 160;

/// A disk that is mounted; unmounted and removed when it is dropped.
pub struct Disk {
    folder: tempfile::TempDir,
    is_inner_mounted: bool,
    is_outer_mounted: bool,
    is_frozen: bool,
}

/// A disk that does not answer, at that folder.
pub struct Held(PathBuf);

impl Drop for Held {
    fn drop(&mut self) {
        let _answers = run("fsfreeze", &["-u", path(&self.0)]);
    }
}

/// Why there can be no such disk here; none: there can.
pub fn why_not() -> Option<String> {
    let is_root = output("id", &["-u"]).is_ok_and(|id| id.trim() == "0");
    if !is_root {
        return Some("only root can mount a disk".to_owned());
    }
    for (tool, question) in
        [("losetup", "-f"), ("mkfs.ext4", "-V"), ("fsfreeze", "--version"), ("mount", "--version")]
    {
        if let Err(fault) = output(tool, &[question]) {
            return Some(fault);
        }
    }
    None
}

/// Prints that a test was skipped; the test harness hides what is printed by other means.
pub fn skip(test: &str, why: &str) {
    use std::io::Write;
    let _shown = writeln!(std::io::stderr(), "skipped: {test}: {why}");
}

impl Disk {
    pub fn new() -> Result<Self, String> {
        // In memory where there is such a folder: the outer disk is frozen and copied, never read after a crash.
        let in_memory = tempfile::tempdir_in("/dev/shm");
        let folder = in_memory.or_else(|_| tempfile::tempdir()).map_err(|fault| fault.to_string())?;
        let mut disk = Self { folder, is_inner_mounted: false, is_outer_mounted: false, is_frozen: false };
        make(&disk.outer_file(), OUTER_MIB)?;
        std::fs::create_dir(disk.outer()).map_err(|fault| fault.to_string())?;
        std::fs::create_dir(disk.inner()).map_err(|fault| fault.to_string())?;
        mount(&disk.outer_file(), &disk.outer())?;
        disk.is_outer_mounted = true;
        make(&disk.inner_file(), DISK_MIB)?;
        disk.mount_inner()?;
        Ok(disk)
    }

    /// The folder of the store.
    pub fn data(&self) -> PathBuf {
        self.inner().join("data")
    }

    /// Cuts the power at this moment. `kill` is to end whoever writes; it is called while nothing can be written. What
    /// stands on the disk afterwards is what the device had been given.
    pub fn cut_power(&mut self, kill: impl FnOnce()) -> Result<(), String> {
        self.freeze(true)?;
        let copied = run("cp", &["--sparse=always", path(&self.inner_file()), path(&self.kept_file())]);
        kill();
        self.freeze(false)?;
        copied?;
        self.unmount_inner()?;
        run("cp", &["--sparse=always", path(&self.kept_file()), path(&self.inner_file())])?;
        self.mount_inner()
    }

    /// Fills the disk up to so many bytes.
    pub fn fill_but(&self, free_bytes: u64) -> Result<(), String> {
        let told = output("df", &["--output=avail", "-B1", path(&self.inner())])?;
        let available = told.lines().last().and_then(|line| line.trim().parse::<u64>().ok());
        let length = available.ok_or(told)?.saturating_sub(free_bytes);
        run("fallocate", &["-l", &length.to_string(), path(&self.ballast())])
    }

    /// Takes away what filled it.
    pub fn free(&self) -> Result<(), String> {
        std::fs::remove_file(self.ballast()).map_err(|fault| fault.to_string())
    }

    /// From now on nothing can be written, or everything again.
    pub fn set_read_only(&self, is_read_only: bool) -> Result<(), String> {
        let options = if is_read_only { "remount,ro" } else { "remount,rw" };
        run("mount", &["-o", options, path(&self.inner())])
    }

    /// No write comes back, until what is given is dropped. Whoever writes cannot even be killed before that, so it is to
    /// be dropped first.
    pub fn hold(&self) -> Result<Held, String> {
        run("fsfreeze", &["-f", path(&self.inner())])?;
        Ok(Held(self.inner()))
    }

    /// Every write fails from now on: the file system is shut down, as after a fault of its device.
    pub fn fail(&mut self) -> Result<(), String> {
        // Remounting read-only is refused while files are open for writing; `errors=remount-ro` with a forced error is not.
        run("mount", &["-o", "remount,errors=remount-ro", path(&self.inner())])?;
        let device = output("findmnt", &["-n", "-o", "SOURCE", path(&self.inner())])?;
        let name = device.trim().trim_start_matches("/dev/").to_owned();
        std::fs::write(format!("/sys/fs/ext4/{name}/trigger_fs_error"), "a test")
            .map_err(|fault| fault.to_string())
    }

    /// Makes the file system whole, and mounts it anew.
    pub fn repair(&mut self) -> Result<(), String> {
        self.unmount_inner()?;
        // Exit code 1: errors were corrected.
        let _corrected = run("e2fsck", &["-p", "-f", path(&self.inner_file())]);
        self.mount_inner()
    }

    fn ballast(&self) -> PathBuf {
        self.inner().join("ballast")
    }

    fn freeze(&mut self, is_frozen: bool) -> Result<(), String> {
        run("fsfreeze", &[if is_frozen { "-f" } else { "-u" }, path(&self.outer())])?;
        self.is_frozen = is_frozen;
        Ok(())
    }

    fn mount_inner(&mut self) -> Result<(), String> {
        mount(&self.inner_file(), &self.inner())?;
        self.is_inner_mounted = true;
        Ok(())
    }

    fn unmount_inner(&mut self) -> Result<(), String> {
        self.is_inner_mounted = false;
        unmount(&self.inner())
    }

    fn outer_file(&self) -> PathBuf {
        self.folder.path().join("outer.img")
    }

    fn kept_file(&self) -> PathBuf {
        self.folder.path().join("kept.img")
    }

    fn outer(&self) -> PathBuf {
        self.folder.path().join("outer")
    }

    fn inner_file(&self) -> PathBuf {
        self.outer().join("disk.img")
    }

    fn inner(&self) -> PathBuf {
        self.folder.path().join("disk")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.is_frozen {
            let _thawed = self.freeze(false);
        }
        if self.is_inner_mounted {
            let _gone = unmount(&self.inner());
        }
        if self.is_outer_mounted {
            let _gone = unmount(&self.outer());
        }
    }
}

fn make(file: &Path, size_mib: u64) -> Result<(), String> {
    std::fs::File::create(file)
        .and_then(|file| file.set_len(size_mib * 1_024 * 1_024))
        .map_err(|fault| fault.to_string())?;
    run("mkfs.ext4", &["-q", "-F", "-J", "size=4", path(file)])
}

fn mount(file: &Path, folder: &Path) -> Result<(), String> {
    run("mount", &["-o", "loop", path(file), path(folder)])
}

/// Whoever was just killed may hold its files for a moment.
fn unmount(folder: &Path) -> Result<(), String> {
    let mut last = Ok(());
    for _ in 0..100 {
        last = run("umount", &[path(folder)]);
        if last.is_ok() {
            return last;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    last
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap_or_default()
}

fn run(tool: &str, arguments: &[&str]) -> Result<(), String> {
    output(tool, arguments).map(drop)
}

fn output(tool: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(tool)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|fault| format!("{tool}: {fault}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(format!("{tool} {}: {said}", arguments.join(" ")))
    }
}
