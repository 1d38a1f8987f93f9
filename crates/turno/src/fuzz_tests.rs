//! Any configuration and any recording is read or says what is wrong in it.

#[allow(unreachable_pub, reason = "shared with tests that are crates of their own")]
#[path = "../../../tests/shared/fuzz.rs"]
mod fuzz;

use fuzz::fuzz_text;

use crate::{config::DaemonConfig, replay::Recording};

#[test]
fn any_configuration_is_read_or_says_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("turno.toml");
    fuzz_text("config", &["config/turno.toml".into()], 300, |text| {
        std::fs::write(&path, text).unwrap();
        if let Err(failure) = DaemonConfig::load(&path) {
            assert!(!failure.to_string().is_empty());
        }
    });
}

#[test]
fn any_recording_is_read_or_says_what_is_wrong() {
    let recordings = ["confirm-yes", "confirm-expired", "tool-order-delivery"];
    let recordings = recordings.map(|name| format!("tests/conversations/{name}.jsonl").into());
    fuzz_text("recordings", &recordings, 300, |text| {
        if let Err(failure) = Recording::parse("fuzz.jsonl", text) {
            assert!(!failure.to_string().is_empty());
        }
    });
}
