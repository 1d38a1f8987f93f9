//! A test that runs in a process of its own, so that a hang or an abort is a failure like any other.

use std::{
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// Set in the process that does the work.
const CHILD: &str = "TURNO_TEST_CHILD";

/// This test program once more, where a write beyond the limit of a file's size is an error and no signal
/// (`common/file_limit.rs`).
pub fn this_program() -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(std::env::current_exe().unwrap());
    command
}

/// Runs `work` in a process of its own; `test` is the name of the test that calls this.
pub fn in_a_child(test: &str, limit: Duration, work: impl FnOnce()) {
    if std::env::var_os(CHILD).is_some() {
        return work();
    }
    let mut child = this_program()
        .args(["--exact", test, "--nocapture"])
        .env(CHILD, "1")
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success(), "{test} ended with {status}");
            return;
        }
        if started.elapsed() > limit {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{test} hangs: it had not ended after {limit:?}");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
