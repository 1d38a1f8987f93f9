//! One command on one machine: connected, checked, run, and cut off where it does not end.

use std::sync::{Arc, Mutex};

use russh::{
    ChannelMsg, Disconnect,
    client::{self, AuthResult},
    keys::{PrivateKey, PrivateKeyWithHashAlg, PublicKeyOrCertificate},
};
use tokio::net::TcpStream;
use turno_runtime::port::OutsideError;

use super::options::{KnownKey, SshHost, fingerprint};

/// What is read beyond what is kept, before a command that never stops talking is cut off.
const FLOOD_BYTES: usize = 1 << 20;

/// What a command did.
#[derive(Debug, Default)]
pub(super) struct Ran {
    /// None: it was ended by a signal.
    pub(super) exit_code: Option<u32>,
    pub(super) output: Vec<u8>,
    pub(super) errors: Vec<u8>,
    pub(super) is_cut: bool,
}

/// Runs a line. `started` is set once the machine was asked to run it: from then on nobody knows what a failure left behind.
pub(super) async fn run(
    host: &SshHost,
    known: &KnownKey,
    key: &Arc<PrivateKey>,
    line: &str,
    bytes_max: usize,
    started: &Mutex<bool>,
) -> Result<Ran, OutsideError> {
    let busy = |message: String| OutsideError::Busy { message, retry_after_ms: None };
    let address = &host.address;
    let stream = TcpStream::connect(address)
        .await
        .map_err(|error| busy(format!("`{address}` cannot be reached: {error}")))?;
    let shown = Arc::new(Mutex::new(None));
    let checks = HostCheck { known: known.clone(), shown: Arc::clone(&shown) };
    let mut session = client::connect_stream(Arc::new(config_for(known)), stream, checks)
        .await
        .map_err(|error| match shown.lock().ok().and_then(|shown| shown.clone()) {
            Some(shown) => OutsideError::NotDone(format!(
                "`{address}` shows another key than the one that is configured ({shown}): nothing was sent; if the machine was \
                 set up anew, put its new key into `host_key`"
            )),
            None => busy(format!("`{address}` did not speak SSH to the end: {error}")),
        })?;
    let credentials = PrivateKeyWithHashAlg::new(Arc::clone(key), None);
    match session.authenticate_publickey(host.user.as_str(), credentials).await {
        Ok(AuthResult::Success) => {}
        Ok(AuthResult::Failure { .. }) => {
            return Err(OutsideError::NotDone(format!(
                "`{address}` does not let `{}` in with this key: add its public half to `authorized_keys`",
                host.user
            )));
        }
        Err(error) => {
            return Err(busy(format!("`{address}` broke off while it was logged in to: {error}")));
        }
    }
    let mut channel = session
        .channel_open_session()
        .await
        .map_err(|error| busy(format!("`{address}` opens no channel: {error}")))?;
    mark(started);
    channel.exec(true, line).await.map_err(|error| lost(address, &error.to_string()))?;
    let ran = outcome(&mut channel, address, bytes_max).await;
    // Whether it hears that we are done changes nothing.
    let _ = session.disconnect(Disconnect::ByApplication, "", "").await;
    ran
}

async fn outcome(
    channel: &mut russh::Channel<client::Msg>,
    address: &str,
    bytes_max: usize,
) -> Result<Ran, OutsideError> {
    let mut ran = Ran::default();
    let mut read = 0_usize;
    let mut has_ended = false;
    while let Some(message) = channel.wait().await {
        // The protocol's messages are another crate's: what is none of ours to read is left.
        #[expect(clippy::wildcard_enum_match_arm, reason = "another crate's enum")]
        match message {
            ChannelMsg::Data { data } => {
                read += data.len();
                ran.is_cut |= keep(&mut ran.output, &data, bytes_max);
            }
            ChannelMsg::ExtendedData { data, .. } => {
                read += data.len();
                ran.is_cut |= keep(&mut ran.errors, &data, bytes_max / 4);
            }
            ChannelMsg::Failure => {
                return Err(OutsideError::NotDone(format!(
                    "`{address}` refuses to run commands for this key"
                )));
            }
            ChannelMsg::ExitStatus { exit_status } => {
                ran.exit_code = Some(exit_status);
                has_ended = true;
            }
            ChannelMsg::ExitSignal { .. } => has_ended = true,
            ChannelMsg::Close => break,
            _ => {}
        }
        if read > FLOOD_BYTES + bytes_max {
            return Err(lost(address, "it said more than a mebibyte and was cut off"));
        }
    }
    if has_ended { Ok(ran) } else { Err(lost(address, "it broke off before the command ended")) }
}

/// Keeps what there is room for; gives whether something was left.
fn keep(kept: &mut Vec<u8>, data: &[u8], bytes_max: usize) -> bool {
    let room = bytes_max.saturating_sub(kept.len());
    kept.extend(data.iter().take(room));
    data.len() > room
}

fn lost(address: &str, why: &str) -> OutsideError {
    OutsideError::Unknown(format!(
        "`{address}` was asked to run the command, and what came of it is not known: {why}"
    ))
}

fn mark(started: &Mutex<bool>) {
    if let Ok(mut started) = started.lock() {
        *started = true;
    }
}

/// Where the key itself is known, the machine is asked for that one of its keys.
fn config_for(known: &KnownKey) -> client::Config {
    let mut config = client::Config::default();
    match known {
        KnownKey::Key(key) => config.preferred.key = vec![key.algorithm()].into(),
        KnownKey::Fingerprint(_) => {}
    }
    config
}

struct HostCheck {
    known: KnownKey,
    /// The fingerprint of a key that was not the known one.
    shown: Arc<Mutex<Option<String>>>,
}

impl client::Handler for HostCheck {
    type Error = russh::Error;

    async fn check_server_key(&mut self, shown: &PublicKeyOrCertificate) -> Result<bool, Self::Error> {
        let key = shown.public_key();
        let is_key = match shown {
            PublicKeyOrCertificate::PublicKey { .. } => true,
            PublicKeyOrCertificate::Certificate(_) => false,
        };
        if is_key && self.known.is(&key) {
            return Ok(true);
        }
        if let Ok(mut other) = self.shown.lock() {
            *other = Some(fingerprint(&key));
        }
        Ok(false)
    }
}
