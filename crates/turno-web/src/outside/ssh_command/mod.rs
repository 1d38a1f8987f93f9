//! `ssh_command`: a listed command on a listed machine, which must show the key that it is known by.

mod connection;
mod options;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use russh::keys::{PrivateKey, decode_secret_key};
use serde_json::{Map, Value, json};
use turno_business::{
    answer::Answer,
    parameters,
    say::{Said, Voice},
};
use turno_core::{Execution, Retry, ToolSpec};
use turno_runtime::port::OutsideError;

use self::{
    connection::{Ran, run},
    options::{Command, KnownKey},
};
use super::{
    call::{Acts, Call},
    text::{cut_for_json, printable},
};

pub use options::{SshCommandLine, SshCommandOptions, SshHost};

/// What a result has room for beside the rest.
const OUTPUT_JSON_BYTES_MAX: usize = 10_000;
const ERRORS_JSON_BYTES_MAX: usize = 3_000;

pub(super) struct SshCommand {
    spec: ToolSpec,
    key: Arc<PrivateKey>,
    hosts: BTreeMap<String, (SshHost, KnownKey)>,
    commands: BTreeMap<String, Command>,
    timeout: Duration,
    output_bytes_max: usize,
}

impl SshCommand {
    /// # Errors
    /// What is wrong with the options or the key, and how to mend it.
    pub(super) fn new(options: &SshCommandOptions, key: &str) -> Result<Self, String> {
        let key = decode_secret_key(key, None).map_err(|error| {
            format!("the secret `{}` is no private key without a passphrase ({error}): make one with `ssh-keygen -t ed25519 -N ''`", options.key)
        })?;
        if options.hosts.is_empty() || options.commands.is_empty() {
            return Err("`hosts` and `commands` list what may be run: add to both".to_owned());
        }
        let hosts = options.hosts.iter().map(|(name, host)| {
            let known =
                KnownKey::read(&host.host_key).map_err(|why| format!("`host_key` of `{name}` {why}"))?;
            if !host.address.contains(':') {
                return Err(format!("`address` of `{name}` has no port: write `{}:22`", host.address));
            }
            Ok((name.clone(), (host.clone(), known)))
        });
        let commands = options.commands.iter().map(|(name, line)| {
            let command =
                Command::read(line, &options.hosts).map_err(|why| format!("the command `{name}`: {why}"))?;
            Ok((name.clone(), command))
        });
        let timeout_ms = options.timeout_ms.clamp(1_000, 25_000);
        Ok(Self {
            spec: spec(options, timeout_ms),
            key: Arc::new(key),
            hosts: hosts.collect::<Result<_, String>>()?,
            commands: commands.collect::<Result<_, String>>()?,
            timeout: Duration::from_millis(timeout_ms),
            output_bytes_max: options.output_bytes_max.clamp(1, 12_000),
        })
    }
}

fn spec(options: &SshCommandOptions, timeout_ms: u64) -> ToolSpec {
    let hosts: Vec<&String> = options.hosts.keys().collect();
    let commands: Vec<&String> = options.commands.keys().collect();
    let told: Vec<String> = options
        .commands
        .iter()
        .map(|(name, line)| {
            let arguments: Vec<&str> = line.arguments.keys().map(String::as_str).collect();
            let arguments =
                if arguments.is_empty() { String::new() } else { format!(" ({})", arguments.join(", ")) };
            format!("{name}{arguments}: {}", line.description)
        })
        .collect();
    let properties = json!({
        "command": {"type": "string", "enum": commands, "description": told.join("; "), "x-slot": "text",
            "x-name": parameters::names("parameter.command")},
        "host": {"type": "string", "enum": hosts, "description": "The machine", "x-slot": "text",
            "x-name": parameters::names("parameter.machine")},
        "arguments": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 200}, "x-slot": "text",
            "description": "The command's arguments by name", "x-name": parameters::names("parameter.arguments")},
    });
    ToolSpec {
        source: super::DOCUMENT_4.to_owned(),
        requires_confirmation: true,
        acts: true,
        retry: Retry::Never,
        execution: Execution::ApiCall,
        rate_limit_per_minute: Some(60),
        timeout_ms: timeout_ms + 1_000,
        ..ToolSpec::new(
            "ssh_command",
            "Runs one of the configured commands on one of the configured machines",
            "machines",
            parameters::object(properties, &["command", "host"]),
        )
    }
}

#[async_trait]
impl Acts for SshCommand {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    async fn act(&self, Call { voice, parameters, .. }: Call<'_>) -> Result<Value, OutsideError> {
        let not_done = |message: String| Err(OutsideError::NotDone(message));
        let (name, machine) =
            (parameters.text("command").unwrap_or_default(), parameters.text("host").unwrap_or_default());
        let Some(command) = self.commands.get(name) else {
            return not_done(format!("`{name}` is none of the configured commands"));
        };
        let Some((host, known)) = self.hosts.get(machine) else {
            return not_done(format!("`{machine}` is none of the configured machines"));
        };
        if !command.runs_on(machine) {
            return not_done(format!("`{name}` does not run on `{machine}`"));
        }
        let line = match command.line(&arguments_of(parameters.0)) {
            Ok(line) => line,
            Err(fault) => return not_done(format!("`{name}` was not run: {fault}")),
        };
        let started = Mutex::new(false);
        let running = run(host, known, &self.key, &line, self.output_bytes_max, &started);
        match tokio::time::timeout(self.timeout, running).await {
            Ok(ran) => ran.map(|ran| told(&voice, name, machine, &ran)),
            Err(_) => {
                let waited = self.timeout.as_millis();
                let is_started = started.lock().is_ok_and(|started| *started);
                Err(if is_started {
                    OutsideError::Unknown(format!(
                        "`{name}` on `{machine}` did not end within {waited} ms: look at the machine"
                    ))
                } else {
                    OutsideError::Busy {
                        message: format!("`{machine}` did not answer within {waited} ms; nothing was run"),
                        retry_after_ms: None,
                    }
                })
            }
        }
    }
}

fn arguments_of(parameters: &Map<String, Value>) -> BTreeMap<String, String> {
    let given = parameters.get("arguments").and_then(Value::as_object);
    let texts = given.into_iter().flatten().map(|(name, value)| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        (name.clone(), text)
    });
    texts.collect()
}

fn told(voice: &Voice<'_>, name: &str, machine: &str, ran: &Ran) -> Value {
    let (output, errors) = (printable(&ran.output), printable(&ran.errors));
    let (shown, shown_errors) =
        (cut_for_json(&output, OUTPUT_JSON_BYTES_MAX), cut_for_json(&errors, ERRORS_JSON_BYTES_MAX));
    let is_cut = ran.is_cut || shown.len() < output.len() || shown_errors.len() < errors.len();
    let answer = if ran.exit_code == Some(0) {
        Answer::done(&Said::same(
            voice.say("outside.command_done", &[("name", &name), ("machine", &machine)]),
        ))
    } else {
        Answer::refused(
            "command_failed",
            &Said::same(voice.say("outside.command_failed", &[("name", &name), ("machine", &machine)])),
        )
    };
    answer
        .with("command", name)
        .with("host", machine)
        .with("exit_code", ran.exit_code.map_or(Value::Null, Value::from))
        .with("output", shown)
        .with("errors", shown_errors)
        .with("is_cut", is_cut)
        .into_value()
}
