//! `turno simulate`: seeded runs of the whole daemon on a simulated disk, clock, gateways and users.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use clap::Args;
use turno_command::{ConfigOption, Failure, println_line};
use turno_core::{ConversationKey, Event};
use turno_simulation::{Broken, Counts, Plan, Simulator};

pub use turno_simulation::World;

/// `turno simulate`
#[derive(Debug, Args)]
pub struct SimulateOptions {
    /// How many runs; each is drawn from one number.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    seeds: u64,
    /// The number to begin with.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    from: u64,
    #[command(flatten)]
    config: ConfigOption,
    /// Print the outcome as JSON.
    #[arg(long)]
    json: bool,
    /// Where recordings of a conversation that broke a promise go.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl SimulateOptions {
    /// The configuration.
    pub fn config(&self) -> &Path {
        &self.config.config
    }
}

/// Progress is told this often.
const PROGRESS: Duration = Duration::from_secs(5);

/// Runs the command over the businesses of its configuration: exit code 1 where a run breaks a promise. `recording_of` gives the text
/// of a recording of a run of a conversation.
///
/// # Errors
/// [`Failure`] where the simulation cannot be set up, or a recording cannot be written.
pub fn run(
    options: &SimulateOptions,
    world: &World,
    recording_of: impl Fn(&ConversationKey, u32, Vec<Event>) -> Result<String, Failure>,
) -> Result<ExitCode, Failure> {
    let (counts, found) = run_all(options, world)?;
    let Some((seed, broken)) = found else {
        tell(options, &counts, None);
        return Ok(ExitCode::SUCCESS);
    };
    let simulator = simulator(world)?;
    let plan = simulator
        .shrink(&Plan::of(seed), broken.invariant)
        .map_err(|error| Failure::Told(error.to_string()))?;
    let shrunk = simulator.run(&plan).map_err(|error| Failure::Told(error.to_string()))?;
    let broken = shrunk.broken.unwrap_or(broken);
    let recordings = write_recordings(options, recording_of, seed, &broken)?;
    tell(options, &counts, Some(&Found { seed, broken: &broken, plan: &plan, recordings }));
    Ok(ExitCode::FAILURE)
}

struct Found<'a> {
    seed: u64,
    broken: &'a Broken,
    plan: &'a Plan,
    recordings: Vec<String>,
}

/// Runs the seeds on all cores, up to the first that breaks a promise; the lowest of those that were found counts.
fn run_all(options: &SimulateOptions, world: &World) -> Result<(Counts, Option<(u64, Broken)>), Failure> {
    let end = options.from.saturating_add(options.seeds);
    let next = AtomicU64::new(options.from);
    let stops = AtomicBool::new(false);
    let total = Mutex::new((Counts::default(), None::<(u64, Broken)>, Instant::now()));
    let work = || -> Result<(), Failure> {
        let simulator = simulator(world)?;
        while !stops.load(Ordering::SeqCst) {
            let seed = next.fetch_add(1, Ordering::SeqCst);
            if seed >= end {
                break;
            }
            let outcome = simulator.run(&Plan::of(seed)).map_err(|error| Failure::Told(error.to_string()))?;
            let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
            total.0 += outcome.counts;
            if let Some(broken) = outcome.broken {
                stops.store(true, Ordering::SeqCst);
                if total.1.as_ref().is_none_or(|(first, _)| seed < *first) {
                    total.1 = Some((seed, broken));
                }
            }
            if !options.json && total.2.elapsed() >= PROGRESS {
                total.2 = Instant::now();
                println_line(&format!("{} of {} runs", total.0.runs, options.seeds));
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| {
            thread
                .join()
                .unwrap_or_else(|_| Err(Failure::Told("a run panicked: its message is above".to_owned())))
        })
    })?;
    let (counts, found, _) = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok((counts, found))
}

fn simulator(world: &World) -> Result<Simulator, Failure> {
    Simulator::new(world.clone()).map_err(|error| Failure::Told(error.to_string()))
}

/// One file for each run of the conversation that broke the promise.
fn write_recordings(
    options: &SimulateOptions,
    recording_of: impl Fn(&ConversationKey, u32, Vec<Event>) -> Result<String, Failure>,
    seed: u64,
    broken: &Broken,
) -> Result<Vec<String>, Failure> {
    let (Some(key), Some(folder)) = (&broken.conversation, &options.out) else {
        return Ok(Vec::new());
    };
    std::fs::create_dir_all(folder).map_err(|cause| Failure::file(folder, cause))?;
    let mut written = Vec::new();
    for (run, events) in &broken.journal {
        let path = folder.join(format!("seed-{seed}-run-{run}.jsonl"));
        let text = recording_of(key, *run, events.clone())?;
        write(&path, &text)?;
        written.push(path.display().to_string());
    }
    Ok(written)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|cause| Failure::file(path, cause))
}

fn tell(options: &SimulateOptions, counts: &Counts, found: Option<&Found<'_>>) {
    if options.json {
        let counts: serde_json::Map<String, serde_json::Value> =
            counts.each().into_iter().map(|(name, count)| (name.to_owned(), count.into())).collect();
        let broken = found.map(|found| {
            serde_json::json!({
                "seed": found.seed,
                "promise": found.broken.invariant.words(),
                "detail": found.broken.detail,
                "conversation": found.broken.conversation.as_ref().map(ToString::to_string),
                "moves": found.plan.to_string().lines().collect::<Vec<_>>(),
                "recordings": found.recordings,
            })
        });
        println_line(&serde_json::json!({ "counts": counts, "broken": broken }).to_string());
        return;
    }
    let parts = counts.each().map(|(name, count)| format!("{count} {}", name.replace('_', " ")));
    println_line(&parts.join(", "));
    match found {
        None => println_line("every promise was kept"),
        Some(found) => tell_broken(found),
    }
}

fn tell_broken(found: &Found<'_>) {
    let Found { seed, broken, plan, .. } = found;
    println_line(&format!("seed {seed} breaks: {}", broken.invariant.words()));
    println_line(&broken.detail);
    if let Some(key) = &broken.conversation {
        println_line(&format!("in {key}"));
    }
    println_line(&format!("the moves that are enough for it:\n{plan}"));
    for path in &found.recordings {
        println_line(&format!("recorded in {path}: turno replay {path}"));
    }
}
