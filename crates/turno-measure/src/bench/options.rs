//! The command line of `turno bench`.

use std::path::PathBuf;

use clap::Args;
use turno_core::Channel;

/// The branches of the business in `bench/`.
const BRANCHES: &str = "alamo,brisa,cedro,duna,encino,fresno,girasol,helecho,jacaranda,laurel,magnolia,nopal,olivo,pirul,roble,sauce";

/// `turno bench`
#[derive(Debug, Clone, Args)]
pub struct BenchArgs {
    /// Where the daemon listens: ADDR:PORT, or unix:PATH.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7707")]
    pub(crate) connect: String,
    /// The business to talk to: a restaurant with tables enough, such as that of bench/turno.toml.
    #[arg(long, value_name = "ID", default_value = "meson")]
    pub(crate) tenant: String,
    /// Its branches, over which the bookings are spread; empty: none is named.
    #[arg(long, value_name = "IDS", value_delimiter = ',', default_value = BRANCHES)]
    pub(crate) branches: Vec<String>,
    /// Days from tomorrow on, over which the bookings are spread.
    #[arg(long, value_name = "DAYS", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=360))]
    pub(crate) days: u32,
    /// Talk as if on this channel: voice, whatsapp, web or test.
    #[arg(long, value_name = "CHANNEL", default_value = "whatsapp")]
    pub(crate) channel: Channel,
    /// A file with the token for the daemon; default: the variable TURNO_TOKEN, where it is set.
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
    /// Conversations at once.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) conversations: u64,
    /// Connections, each of which carries its share of the conversations.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1_024))]
    pub(crate) connections: u64,
    /// Stop after so many conversations.
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub(crate) total: Option<u64>,
    /// Measure for so long; conversations under way are then finished.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub(crate) seconds: f64,
    /// Before that, talk for so long without measuring.
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0)]
    pub(crate) warm_up: f64,
    /// Turns a second, however long the replies take. Without it, and without --think, each conversation goes on as soon as it has its
    /// reply.
    #[arg(long, value_name = "TURNS", conflicts_with = "think")]
    pub(crate) rate: Option<f64>,
    /// Each conversation says something every so many seconds, however long the replies take.
    #[arg(long, value_name = "SECONDS")]
    pub(crate) think: Option<f64>,
    /// Do not acknowledge the replies, as a real gateway does.
    #[arg(long)]
    pub(crate) no_ack: bool,
    /// Ask so many of the bookings back afterwards; default: all.
    #[arg(long, value_name = "N")]
    pub(crate) check: Option<usize>,
    /// Measure the store alone too, before and after, in a new folder under this one: name one on the daemon's disk.
    #[arg(long, value_name = "DIR")]
    pub(crate) baseline: Option<PathBuf>,
    /// How many tasks write to it at once; default: as many as there are conversations.
    #[arg(long, value_name = "N", requires = "baseline")]
    pub(crate) baseline_tasks: Option<usize>,
    /// The daemon's process, whose memory and processor time are then told.
    #[arg(long, value_name = "PID")]
    pub(crate) pid: Option<u32>,
    /// Print the report as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the report as a page with plots, too.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

impl BenchArgs {
    /// Nanoseconds between two turns of a conversation; none: as fast as the replies come.
    pub(super) fn period_ns(&self) -> Option<u64> {
        let of_rate = self.rate.map(|rate| self.conversations as f64 / rate.max(f64::MIN_POSITIVE));
        self.think.or(of_rate).map(nanoseconds)
    }

    pub(super) fn warm_up_ns(&self) -> u64 {
        nanoseconds(self.warm_up)
    }

    /// The end of the measurement; none: after so many conversations.
    pub(super) fn end_ns(&self) -> Option<u64> {
        match self.total {
            Some(_) => None,
            None => Some(self.warm_up_ns() + nanoseconds(self.seconds)),
        }
    }
}

fn nanoseconds(seconds: f64) -> u64 {
    (seconds.clamp(0.0, 1e9) * 1e9) as u64
}
