//! `turno serve`: configuration, assistants, store, conversations, socket; then until it is told to stop.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use clap::Args;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;
use turno_business::seed_shop;
use turno_command::{ConfigOption, Failure, println_line};
use turno_core::Assistant;
use turno_gateway::{GatewayLimits, GatewayOptions, GatewayServer, Tokens};
use turno_runtime::{
    Assistants, Conversations, ConversationsOptions,
    port::{Export, Store, SystemClock},
};
use turno_store::{Service, SledStore};

use crate::{
    assemble::{Assembly, assemble},
    config::DaemonConfig,
    control::Control,
    notices,
    open_files::raise_limit,
    retention, telemetry,
};

/// `turno serve`
#[derive(Debug, Args)]
pub(crate) struct ServeOptions {
    #[command(flatten)]
    pub(crate) config: ConfigOption,
    /// The folder of the store; it is made where it does not exist.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// The address to listen on; port 0 picks a free one and prints it.
    #[arg(long, value_name = "ADDR:PORT")]
    pub(crate) listen: Option<SocketAddr>,
    /// A Unix-domain socket to listen on as well.
    #[arg(long, value_name = "PATH")]
    pub(crate) socket: Option<PathBuf>,
    /// Print what it loaded as one JSON line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The daemon ended by itself, since its store failed and could not be opened anew: whoever watches it starts it again. As
/// `EX_IOERR` of `sysexits.h`.
const STORE_FAILED: u8 = 74;

/// A store that is given up keeps nobody waiting: what is under way cannot be finished, and is told that.
const DRAIN_OF_A_FAILED_STORE: Duration = Duration::from_secs(10);
/// So long its files are waited for: a disk may hold on to them for ever.
const CLOSE_OF_A_FAILED_STORE: Duration = Duration::from_secs(5);

/// So long after its store was given up the daemon is there at most: threads that wait for a disk hold up whatever waits for
/// them, their timers as well.
const LAST_RESORT: Duration = Duration::from_secs(30);

/// So long a thread is waited for that reads or writes a file for nobody any more.
const LAST_THREADS_WAIT: Duration = Duration::from_secs(5);

/// Runs the command: exit code 0 after a drain, 74 where the store failed for good.
pub(crate) fn run(options: ServeOptions) -> Result<ExitCode, Failure> {
    telemetry::start();
    let mut config = configured(&options)?;
    config.limits.keep_within(raise_limit());
    let assembly = assemble(&config)?;
    assembly.tools.warn();
    for note in &assembly.notes {
        tracing::warn!("{note}");
    }
    let tokens = match &config.tokens {
        Some(path) => Tokens::read(path).map_err(|fault| Failure::Told(fault.to_string()))?,
        None => Tokens::default(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Told(format!("the daemon's threads cannot be started: {error}")))?;
    let ended = runtime.block_on(serve(&config, &assembly, tokens, options.json));
    runtime.shutdown_timeout(LAST_THREADS_WAIT);
    ended
}

fn configured(options: &ServeOptions) -> Result<DaemonConfig, Failure> {
    let mut config = DaemonConfig::load(&options.config.config)?;
    if let Some(data) = &options.data {
        config.data.clone_from(data);
    }
    if let Some(listen) = options.listen {
        config.listen = listen;
    }
    if options.socket.is_some() {
        config.socket.clone_from(&options.socket);
    }
    Ok(config)
}

async fn serve(
    config: &DaemonConfig,
    assembly: &Assembly,
    tokens: Tokens,
    json: bool,
) -> Result<ExitCode, Failure> {
    // Before anything is served: a signal from now on drains instead of killing.
    let mut stop = StopSignals::listen()?;
    let store = Arc::new(SledStore::open_serving(&config.data, service(config))?);
    seed(store.as_ref(), assembly).await?;
    let conversations = Conversations::start_with_models(
        conversation_options(config),
        Arc::clone(&store) as Arc<dyn Store>,
        Assistants::new(assembly.assistants.clone()),
        assembly.registry(),
        Arc::new(SystemClock),
        assembly.models.clone(),
    )
    .await?;
    let server = GatewayServer::bind(gateway_options(config, tokens), Arc::new(conversations.clone()))
        .await
        .map_err(|error| Failure::Told(error.to_string()))?;
    let cancel = CancellationToken::new();
    if let Some(control) = Control::bind(&config.data).await {
        tokio::spawn(control.run(
            Arc::clone(&store) as Arc<dyn Export>,
            Arc::clone(&assembly.businesses),
            cancel.clone(),
        ));
    }
    notices::start(assembly.sinks.clone(), Arc::clone(&store) as Arc<dyn Store>, &conversations, &cancel);
    retention::start(config, assembly, Arc::clone(&store) as Arc<dyn Store>, &cancel);
    announce(config, assembly, server.address(), json);
    let assistants: Vec<Arc<Assistant>> = assembly.assistants.values().cloned().collect();
    let _warm = tokio::task::spawn_blocking(move || {
        turno_language::warm_up();
        // Learnt before somebody waits for it.
        assistants.iter().for_each(|assistant| assistant.warm_up());
    });
    let serving = tokio::spawn(server.run(cancel.clone()));
    let failed = tokio::select! {
        () = stop.wait() => None,
        error = store.given_up() => Some(error),
    };
    let limit = match &failed {
        None => {
            tracing::info!("stopping: turns under way are finished first");
            Duration::MAX
        }
        Some(error) => {
            end_in_any_case()?;
            tracing::error!(%error, "stopping: the store takes nothing more");
            DRAIN_OF_A_FAILED_STORE
        }
    };
    tokio::select! {
        _in_time = tokio::time::timeout(limit, drain(&conversations, &cancel, serving)) => {}
        // A second signal does not wait.
        () = stop.wait() => tracing::warn!("stopped at once: what was not finished is taken up at the next start"),
    }
    if failed.is_some() {
        let _in_time = tokio::time::timeout(CLOSE_OF_A_FAILED_STORE, store.close()).await;
        return Ok(ExitCode::from(STORE_FAILED));
    }
    store.close().await?;
    Ok(ExitCode::SUCCESS)
}

fn end_in_any_case() -> Result<(), Failure> {
    let end = || {
        std::thread::sleep(LAST_RESORT);
        std::process::exit(i32::from(STORE_FAILED));
    };
    let thread = std::thread::Builder::new().name("turno-last-resort".to_owned());
    match thread.spawn(end) {
        Ok(_ends_the_process) => Ok(()),
        Err(error) => {
            Err(Failure::Told(format!("the store takes nothing more, and no thread can be started: {error}")))
        }
    }
}

fn service(config: &DaemonConfig) -> Service {
    Service {
        reopens_for: Duration::from_secs(config.store.reopen_seconds),
        write_max: Duration::from_secs(config.store.write_seconds_max.get()),
        kept_bytes: config.store.free_mib_min.saturating_mul(1_024 * 1_024),
        ..Service::default()
    }
}

/// A shop's first day.
async fn seed(store: &dyn Store, assembly: &Assembly) -> Result<(), Failure> {
    for business in assembly.businesses.iter() {
        let seeded = seed_shop(store, business).await;
        if let Some(summary) = seeded.map_err(|error| Failure::Told(error.to_string()))? {
            tracing::info!(tenant = %business.id, products = summary.total, "the catalogue was put into the store");
        }
    }
    Ok(())
}

/// No new turns; those taken in are finished and their replies written; then the connections are closed.
async fn drain(
    conversations: &turno_runtime::ConversationsHandle,
    cancel: &CancellationToken,
    serving: tokio::task::JoinHandle<()>,
) {
    conversations.drain().await;
    cancel.cancel();
    let _done = tokio::time::timeout(Duration::from_secs(10), serving).await;
}

fn conversation_options(config: &DaemonConfig) -> ConversationsOptions {
    ConversationsOptions {
        mailbox: config.conversations.mailbox,
        idle_seconds: config.conversations.idle_seconds,
        live_max: config.conversations.live_max,
        ..ConversationsOptions::default()
    }
}

fn gateway_options(config: &DaemonConfig, tokens: Tokens) -> GatewayOptions {
    GatewayOptions {
        listen: config.listen,
        socket: config.socket.clone(),
        tokens,
        limits: GatewayLimits {
            frame_bytes: config.limits.frame_bytes,
            connections: config.limits.connections,
            connections_per_address: config.limits.connections_per_address,
            ungreeted: config.limits.ungreeted,
            ungreeted_per_address: config.limits.ungreeted / 2,
            turns_per_second_conversation: config.limits.turns_per_second_conversation,
            turns_per_second_tenant: config.limits.turns_per_second_tenant,
            ..GatewayLimits::default()
        },
    }
}

fn announce(config: &DaemonConfig, assembly: &Assembly, address: SocketAddr, json: bool) {
    if json {
        let tenants: Vec<&String> = assembly.assistants.keys().collect();
        let line = serde_json::json!({
            "listening": address.to_string(),
            "socket": config.socket,
            "data": config.data,
            "tenants": tenants,
        });
        println_line(&line.to_string());
        return;
    }
    println_line(&format!(
        "Turno {} listens on {address}{}",
        env!("CARGO_PKG_VERSION"),
        beside(config.socket.as_deref())
    ));
    for business in assembly.businesses.iter() {
        let graph = assembly.assistants.get(&business.id).map_or("", |assistant| assistant.graph().name());
        println_line(&format!(
            "  {:<10} {} ({}, graph {graph})",
            business.id, business.name, business.assistant_type
        ));
    }
    println_line(&format!("  data in {}", config.data.display()));
    println_line("");
    println_line("Talk to it from another terminal:");
    let port = if address.port() == 7707 { String::new() } else { format!(" --connect {address}") };
    println_line(&format!("  cargo run --release -- chat{port}"));
    println_line("Ctrl-C finishes what is under way and stops.");
}

fn beside(socket: Option<&Path>) -> String {
    socket.map_or_else(String::new, |path| format!(" and on {}", path.display()))
}

/// Ctrl-C and the service manager's stop.
struct StopSignals {
    interrupt: Signal,
    terminate: Signal,
}

impl StopSignals {
    fn listen() -> Result<Self, Failure> {
        let told = |error| Failure::Told(format!("signals cannot be listened for: {error}"));
        Ok(Self {
            interrupt: signal(SignalKind::interrupt()).map_err(told)?,
            terminate: signal(SignalKind::terminate()).map_err(told)?,
        })
    }

    async fn wait(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
