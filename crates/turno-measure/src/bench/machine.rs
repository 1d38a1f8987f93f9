//! Where and how it was measured.

use std::path::Path;

use serde::Serialize;

/// The machine, and the command that was run on it.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Machine {
    pub(super) processor: String,
    pub(super) cores: usize,
    pub(super) memory_gib: f64,
    pub(super) system: String,
    pub(super) command: String,
    pub(super) version: &'static str,
    pub(super) profile: &'static str,
    pub(super) at: String,
}

impl Machine {
    /// This one, now.
    pub(super) fn here(now: jiff::Timestamp) -> Self {
        let memory_kib: f64 = value_in("/proc/meminfo", "MemTotal")
            .and_then(|value| value.split_whitespace().next()?.parse().ok())
            .unwrap_or_default();
        let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        Self {
            processor: value_in("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown".to_owned()),
            cores: std::thread::available_parallelism().map_or(0, usize::from),
            memory_gib: (memory_kib / 1_048_576.0 * 10.0).round() / 10.0,
            system: format!("{} {}", std::env::consts::OS, release.trim()),
            command: format!("turno {}", arguments.join(" ")),
            version: env!("CARGO_PKG_VERSION"),
            profile: if cfg!(debug_assertions) { "debug" } else { "release" },
            at: now.round(jiff::Unit::Second).unwrap_or(now).to_string(),
        }
    }
}

/// What a process used.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct ProcessUse {
    /// Memory that it holds now.
    pub(super) resident_mib: f64,
    /// The most that it held.
    pub(super) resident_peak_mib: f64,
    /// Seconds of processor time since its start.
    pub(super) processor_seconds: f64,
}

impl ProcessUse {
    /// None where the system does not tell.
    pub(super) fn of(pid: u32) -> Option<Self> {
        let status = format!("/proc/{pid}/status");
        let mib = |name: &str| -> Option<f64> {
            let kib: f64 = value_in(&status, name)?.split_whitespace().next()?.parse().ok()?;
            Some(kib / 1_024.0)
        };
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name may hold spaces; the fields are counted after it. Linux counts in hundredths of a second.
        let after_name = stat.rsplit(')').next()?;
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        let ticks = |nth: usize| fields.get(nth).and_then(|field| field.parse::<f64>().ok());
        Some(Self {
            resident_mib: mib("VmRSS")?,
            resident_peak_mib: mib("VmHWM")?,
            processor_seconds: (ticks(11)? + ticks(12)?) / 100.0,
        })
    }
}

fn value_in(path: impl AsRef<Path>, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then(|| value.trim().to_owned())
    })
}
