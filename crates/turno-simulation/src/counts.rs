//! What happened in runs, counted, so that one sees that it did.

use std::ops::AddAssign;

/// Counts of one run, or of many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Runs.
    pub runs: u64,
    /// Conversations.
    pub conversations: u64,
    /// Turns that were said.
    pub turns: u64,
    /// Deliveries of turns, repeated ones included.
    pub deliveries: u64,
    /// Frames that gateways got.
    pub frames: u64,
    /// Questions that waited for a yes.
    pub questions: u64,
    /// Turns that agreed to something.
    pub yeses: u64,
    /// Bookings that were made.
    pub bookings: u64,
    /// Bookings that were moved or cancelled.
    pub changes: u64,
    /// Orders.
    pub orders: u64,
    /// Calls that reached the service outside.
    pub outside_calls: u64,
    /// What it did of them.
    pub outside_acts: u64,
    /// Questions that were put to a language model.
    pub model_questions: u64,
    /// Those that it answered.
    pub model_answers: u64,
    /// Questions that expired.
    pub expiries: u64,
    /// Crashes.
    pub crashes: u64,
    /// Batches that a crash took away.
    pub lost_batches: u64,
    /// How often the store was opened anew under a daemon.
    pub reopenings: u64,
    /// Commits.
    pub commits: u64,
    /// Commits that met a conflict.
    pub conflicts: u64,
    /// Commits that failed.
    pub failed_commits: u64,
    /// Connections that broke.
    pub disconnects: u64,
    /// Tries at somebody else's booking.
    pub guesses: u64,
    /// Yeses that had to be acted on.
    pub true_yeses: u64,
    /// Frames of floods.
    pub flood_frames: u64,
}

impl Counts {
    /// The counts by their names.
    pub fn each(&self) -> [(&'static str, u64); 25] {
        [
            ("runs", self.runs),
            ("conversations", self.conversations),
            ("turns", self.turns),
            ("deliveries", self.deliveries),
            ("frames", self.frames),
            ("questions", self.questions),
            ("yeses", self.yeses),
            ("bookings", self.bookings),
            ("changes", self.changes),
            ("orders", self.orders),
            ("outside_calls", self.outside_calls),
            ("outside_acts", self.outside_acts),
            ("model_questions", self.model_questions),
            ("model_answers", self.model_answers),
            ("expiries", self.expiries),
            ("crashes", self.crashes),
            ("lost_batches", self.lost_batches),
            ("reopenings", self.reopenings),
            ("commits", self.commits),
            ("conflicts", self.conflicts),
            ("failed_commits", self.failed_commits),
            ("disconnects", self.disconnects),
            ("guesses", self.guesses),
            ("true_yeses", self.true_yeses),
            ("flood_frames", self.flood_frames),
        ]
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.runs += other.runs;
        self.conversations += other.conversations;
        self.turns += other.turns;
        self.deliveries += other.deliveries;
        self.frames += other.frames;
        self.questions += other.questions;
        self.yeses += other.yeses;
        self.bookings += other.bookings;
        self.changes += other.changes;
        self.orders += other.orders;
        self.outside_calls += other.outside_calls;
        self.outside_acts += other.outside_acts;
        self.model_questions += other.model_questions;
        self.model_answers += other.model_answers;
        self.expiries += other.expiries;
        self.crashes += other.crashes;
        self.lost_batches += other.lost_batches;
        self.reopenings += other.reopenings;
        self.commits += other.commits;
        self.conflicts += other.conflicts;
        self.failed_commits += other.failed_commits;
        self.disconnects += other.disconnects;
        self.guesses += other.guesses;
        self.true_yeses += other.true_yeses;
        self.flood_frames += other.flood_frames;
    }
}
