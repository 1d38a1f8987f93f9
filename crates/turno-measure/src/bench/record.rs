//! What was measured: latencies, throughput and errors, as a whole, by turn and by second.

use std::collections::BTreeMap;

use hdrhistogram::Histogram;

const SECOND_NS: u64 = 1_000_000_000;
const LONGEST_NS: u64 = 100 * SECOND_NS;

/// Everything that is measured while the load runs.
#[derive(Debug)]
pub(super) struct Recorder {
    from_ns: u64,
    to_ns: Option<u64>,
    /// Nanoseconds from when the turn was due to its reply.
    pub(super) latency: Histogram<u64>,
    pub(super) by_turn: Vec<Histogram<u64>>,
    /// Nanoseconds from when a turn was due to when it was sent: what the generator itself adds, or a reply that was late.
    pub(super) lag: Histogram<u64>,
    pub(super) seconds: Vec<Second>,
    pub(super) errors: BTreeMap<String, u64>,
    pub(super) unexpected: BTreeMap<String, u64>,
    pub(super) unanswered: u64,
    /// Every turn, measured or not.
    pub(super) replies: u64,
    last_ns: u64,
}

/// One second of the measurement.
#[derive(Debug)]
pub(super) struct Second {
    /// Replies that came in it.
    pub(super) replies: u64,
    /// Latencies of the turns that were due in it.
    pub(super) latency: Histogram<u64>,
}

impl Recorder {
    /// Measures turns that are due in this window; without an end, until the last.
    pub(super) fn new(turns: usize, from_ns: u64, to_ns: Option<u64>) -> Self {
        Self {
            from_ns,
            to_ns,
            latency: histogram(3),
            by_turn: (0..turns).map(|_| histogram(3)).collect(),
            lag: histogram(3),
            seconds: Vec::new(),
            errors: BTreeMap::new(),
            unexpected: BTreeMap::new(),
            unanswered: 0,
            replies: 0,
            last_ns: from_ns,
        }
    }

    pub(super) fn sent(&mut self, intended_ns: u64, now_ns: u64) {
        if self.is_measured(intended_ns) {
            self.lag.saturating_record(now_ns.saturating_sub(intended_ns));
        }
    }

    pub(super) fn answered(&mut self, turn: usize, intended_ns: u64, now_ns: u64) {
        self.replies += 1;
        if self.is_measured(now_ns) {
            self.last_ns = now_ns;
            self.second_of(now_ns).replies += 1;
        }
        if self.is_measured(intended_ns) {
            let latency_ns = now_ns.saturating_sub(intended_ns);
            self.latency.saturating_record(latency_ns);
            if let Some(of_turn) = self.by_turn.get_mut(turn) {
                of_turn.saturating_record(latency_ns);
            }
            self.second_of(intended_ns).latency.saturating_record(latency_ns);
        }
    }

    pub(super) fn error(&mut self, code: &str) {
        *self.errors.entry(code.to_owned()).or_default() += 1;
    }

    pub(super) fn unexpected(&mut self, what: &str) {
        *self.unexpected.entry(what.to_owned()).or_default() += 1;
    }

    pub(super) fn unanswered(&mut self) {
        self.unanswered += 1;
    }

    /// Replies a second, over the window.
    pub(super) fn turns_per_second(&self) -> f64 {
        let seconds = self.measured_seconds();
        let replies: u64 = self.seconds.iter().map(|second| second.replies).sum();
        if seconds > 0.0 { replies as f64 / seconds } else { 0.0 }
    }

    /// How long was measured.
    pub(super) fn measured_seconds(&self) -> f64 {
        let to = self.to_ns.unwrap_or(self.last_ns);
        to.saturating_sub(self.from_ns) as f64 / SECOND_NS as f64
    }

    fn is_measured(&self, at_ns: u64) -> bool {
        at_ns >= self.from_ns && self.to_ns.is_none_or(|to| at_ns < to)
    }

    fn second_of(&mut self, at_ns: u64) -> &mut Second {
        let nth = ((at_ns - self.from_ns) / SECOND_NS) as usize;
        if self.seconds.len() <= nth {
            self.seconds.resize_with(nth + 1, || Second { replies: 0, latency: histogram(2) });
        }
        &mut self.seconds[nth]
    }
}

/// Nanoseconds up to 100 s, to so many significant digits.
pub(super) fn histogram(digits: u8) -> Histogram<u64> {
    #[expect(clippy::expect_used, reason = "1 to 5 digits are always taken")]
    Histogram::new_with_bounds(1, LONGEST_NS, digits).expect("a histogram of that many digits")
}
