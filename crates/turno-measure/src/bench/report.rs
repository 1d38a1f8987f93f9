//! What a run of the load generator found, and how it is told.

use std::{collections::BTreeMap, fmt::Write};

use hdrhistogram::Histogram;
use serde::Serialize;

use super::{
    baseline::StoreRate,
    bookings::Bookings,
    machine::{Machine, ProcessUse},
    record::Recorder,
};

/// Everything that is told.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub(super) machine: Machine,
    /// How the turns were sent.
    pub(super) load: Load,
    pub(super) measured_seconds: f64,
    /// Turns that were measured.
    pub(super) turns: u64,
    pub(super) turns_per_second: f64,
    pub(super) latency_ms: Percentiles,
    /// By the turn of the conversation.
    pub(super) by_turn_ms: Vec<Percentiles>,
    /// From when a turn was due to when it was sent.
    pub(super) send_lag_ms: Percentiles,
    /// `error` frames by their code.
    pub(super) errors: BTreeMap<String, u64>,
    /// Other frames that nobody waited for.
    pub(super) unexpected: BTreeMap<String, u64>,
    pub(super) bookings: Bookings,
    /// The store alone, and the daemon beside it.
    pub(super) store: Option<Compared>,
    pub(super) daemon: Option<ProcessUse>,
    /// Processor time of the daemon for each turn.
    pub(super) daemon_microseconds_per_turn: Option<f64>,
    pub(super) series: Vec<SecondTold>,
    /// The latencies of all, for the curve.
    #[serde(skip)]
    pub(super) latency: Histogram<u64>,
}

/// How the turns were sent.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Load {
    pub(super) conversations_at_once: u64,
    pub(super) connections: u64,
    /// Closed: each conversation goes on as soon as it has its reply. Open: the turns come at their times.
    pub(super) kind: &'static str,
    /// Seconds between two turns of a conversation, where that is fixed.
    pub(super) period_seconds: Option<f64>,
    pub(super) acknowledged: bool,
}

/// The store's own rate beside the daemon's.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Compared {
    #[serde(flatten)]
    pub(super) alone: StoreRate,
    /// Turns a second over the store's commits a second.
    pub(super) rate_ratio: f64,
    /// A turn's median over a commit's.
    pub(super) p50_ratio: f64,
}

/// Milliseconds.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Percentiles {
    pub(super) count: u64,
    pub(super) mean: f64,
    pub(super) p50: f64,
    pub(super) p90: f64,
    pub(super) p99: f64,
    pub(super) p999: f64,
    pub(super) max: f64,
}

/// One second of the measurement.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct SecondTold {
    pub(super) second: usize,
    pub(super) replies: u64,
    pub(super) p50_ms: f64,
    pub(super) p99_ms: f64,
}

impl Percentiles {
    /// Of nanoseconds.
    pub(super) fn of(latency: &Histogram<u64>) -> Self {
        let at = |quantile: f64| milliseconds(latency.value_at_quantile(quantile));
        Self {
            count: latency.len(),
            mean: rounded(latency.mean() / 1e6),
            p50: at(0.5),
            p90: at(0.9),
            p99: at(0.99),
            p999: at(0.999),
            max: milliseconds(latency.max()),
        }
    }

    pub(super) fn mean(&self, other: &Self) -> Self {
        let mean = |a: f64, b: f64| rounded((a + b) / 2.0);
        Self {
            count: self.count + other.count,
            mean: mean(self.mean, other.mean),
            p50: mean(self.p50, other.p50),
            p90: mean(self.p90, other.p90),
            p99: mean(self.p99, other.p99),
            p999: mean(self.p999, other.p999),
            max: self.max.max(other.max),
        }
    }
}

impl Report {
    /// From what was recorded.
    pub(super) fn new(machine: Machine, load: Load, recorder: Recorder, bookings: Bookings) -> Self {
        let series = recorder.seconds.iter().enumerate();
        Self {
            machine,
            load,
            measured_seconds: rounded(recorder.measured_seconds()),
            turns: recorder.latency.len(),
            turns_per_second: rounded(recorder.turns_per_second()),
            latency_ms: Percentiles::of(&recorder.latency),
            by_turn_ms: recorder.by_turn.iter().map(Percentiles::of).collect(),
            send_lag_ms: Percentiles::of(&recorder.lag),
            series: series
                .map(|(second, told)| SecondTold {
                    second,
                    replies: told.replies,
                    p50_ms: milliseconds(told.latency.value_at_quantile(0.5)),
                    p99_ms: milliseconds(told.latency.value_at_quantile(0.99)),
                })
                .collect(),
            errors: recorder.errors,
            unexpected: recorder.unexpected,
            bookings,
            store: None,
            daemon: None,
            daemon_microseconds_per_turn: None,
            latency: recorder.latency,
        }
    }

    /// Puts the store's own rate beside it.
    pub(super) fn compare(&mut self, alone: StoreRate) {
        self.store = Some(Compared {
            rate_ratio: rounded(self.turns_per_second / alone.commits_per_second),
            p50_ratio: rounded(self.latency_ms.p50 / alone.latency_ms.p50),
            alone,
        });
    }

    /// No error, nothing unanswered, every booking right.
    pub(super) fn is_right(&self) -> bool {
        self.errors.is_empty() && self.unexpected.is_empty() && self.bookings.are_right()
    }

    /// For people.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "{}", self.load.told());
        let _ = writeln!(
            text,
            "{:.0} turns/s ({} turns in {:.1} s)",
            self.turns_per_second, self.turns, self.measured_seconds
        );
        let _ = writeln!(text, "\n{:<12} {}", "ms", Percentiles::HEADINGS);
        let _ = writeln!(text, "{:<12} {}", "turn", self.latency_ms.told());
        for (nth, of_turn) in self.by_turn_ms.iter().enumerate() {
            let _ = writeln!(text, "{:<12} {}", format!("  turn {}", nth + 1), of_turn.told());
        }
        let _ = writeln!(text, "{:<12} {}", "sent late by", self.send_lag_ms.told());
        if let Some(store) = &self.store {
            let _ = writeln!(text, "{:<12} {}", "commit alone", store.alone.latency_ms.told());
            let _ = writeln!(
                text,
                "\nthe store alone, {} tasks: {:.0} commits/s; turns/s are {:.2} of that, the median turn takes {:.2} commits",
                store.alone.tasks, store.alone.commits_per_second, store.rate_ratio, store.p50_ratio
            );
        }
        if let Some(daemon) = &self.daemon {
            let _ = writeln!(
                text,
                "\nthe daemon: {:.0} MiB now, {:.0} MiB at most{}",
                daemon.resident_mib,
                daemon.resident_peak_mib,
                self.daemon_microseconds_per_turn
                    .map_or_else(String::new, |each| format!(", {each:.0} µs of processor time a turn"))
            );
        }
        let _ = write!(text, "\n{}", self.bookings.told());
        for (what, counts) in [("errors", &self.errors), ("unexpected", &self.unexpected)] {
            for (name, count) in counts {
                let _ = writeln!(text, "{what}: {count} × {name}");
            }
        }
        let verdict = if self.is_right() { "all is right" } else { "NOT all is right" };
        let _ = writeln!(text, "{verdict}");
        text
    }
}

impl Load {
    /// In one sentence.
    pub(super) fn told(&self) -> String {
        let how = match self.period_seconds {
            None => {
                "closed loop: each goes on as soon as it has its reply, so a stall of the daemon also holds the load back".to_owned()
            }
            Some(period) => format!(
                "open loop: each says something every {period:.3} s, and latency counts from when the turn was due"
            ),
        };
        format!(
            "{} conversations at once on {} connections; {how}; {}",
            self.conversations_at_once,
            self.connections,
            if self.acknowledged { "replies are acknowledged" } else { "no reply is acknowledged" }
        )
    }
}

impl Percentiles {
    const HEADINGS: &str = "     p50      p90      p99    p99.9      max     mean";

    fn told(&self) -> String {
        let columns = [self.p50, self.p90, self.p99, self.p999, self.max, self.mean];
        columns.map(|value| format!("{value:>8.3}")).join(" ")
    }
}

fn milliseconds(nanoseconds: u64) -> f64 {
    rounded(nanoseconds as f64 / 1e6)
}

/// To the thousandth.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}
