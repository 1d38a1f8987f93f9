//! An SSH server on loopback that does what the first word of a command says, and badly where it says so.

use std::sync::{Arc, Mutex};

use russh::{
    Channel, ChannelId,
    keys::{
        PrivateKey,
        ssh_key::{LineEnding, private::Ed25519Keypair},
    },
    server::{self, Auth, ChannelOpenHandle, Handle, Msg, Session, VerifiedPublicKey},
};
use tokio::net::TcpListener;

/// The key of a seed: the server has that of 1, and lets that of 2 in.
pub(super) fn key(seed: u8) -> PrivateKey {
    PrivateKey::from(Ed25519Keypair::from_seed(&[seed; 32]))
}

/// A server that does what the first word of a command says.
pub(super) struct SshServer {
    pub(super) port: u16,
    ran: Arc<Mutex<Vec<String>>>,
}

impl SshServer {
    /// Listens on a free port.
    pub(super) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let ran = Arc::new(Mutex::new(Vec::new()));
        let config = Arc::new(server::Config {
            keys: vec![key(1)],
            auth_rejection_time: std::time::Duration::ZERO,
            ..server::Config::default()
        });
        let kept = Arc::clone(&ran);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let connection = Connection { ran: Arc::clone(&kept) };
                let config = Arc::clone(&config);
                tokio::spawn(async move {
                    if let Ok(running) = server::run_stream(config, stream, connection).await {
                        let _ = running.await;
                    }
                });
            }
        });
        Self { port, ran }
    }

    /// The lines that it was asked to run.
    pub(super) fn ran(&self) -> Vec<String> {
        self.ran.lock().unwrap().clone()
    }
}

struct Connection {
    ran: Arc<Mutex<Vec<String>>>,
}

impl server::Handler for Connection {
    type Error = russh::Error;

    async fn auth_publickey(
        &mut self,
        user: &str,
        shown: VerifiedPublicKey<'_>,
    ) -> Result<Auth, Self::Error> {
        let is_ours = shown.public_key.key_data() == key(2).public_key().key_data();
        Ok(if user == "turno" && is_ours { Auth::Accept } else { Auth::reject() })
    }

    async fn channel_open_session(
        &mut self,
        _channel: Channel<Msg>,
        reply: ChannelOpenHandle,
        _session: &mut Session,
    ) -> Result<(), Self::Error> {
        reply.accept().await;
        Ok(())
    }

    async fn exec_request(
        &mut self,
        channel: ChannelId,
        data: &[u8],
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        let line = String::from_utf8_lossy(data).into_owned();
        self.ran.lock().unwrap().push(line.clone());
        match line.split(' ').next().unwrap() {
            "refuse" => return session.channel_failure(channel),
            "hang" => return session.channel_success(channel),
            "drop" => return Err(russh::Error::Disconnect),
            _ => session.channel_success(channel)?,
        }
        let handle = session.handle();
        tokio::spawn(async move { answer(&line, channel, &handle).await });
        Ok(())
    }
}

async fn answer(line: &str, channel: ChannelId, handle: &Handle) {
    let code = match line.split(' ').next().unwrap() {
        "flood" => {
            while handle.data(channel, vec![b'x'; 16_384]).await.is_ok() {}
            return;
        }
        "long" => {
            for _ in 0..20 {
                let _ = handle.data(channel, "ñ\u{1b}[31m\n".repeat(1_000).into_bytes()).await;
            }
            0
        }
        "fail" => {
            let _ = handle.extended_data(channel, 1, "no such printer\n".as_bytes().to_vec()).await;
            3
        }
        _ => {
            let _ = handle.data(channel, format!("ran {line}").into_bytes()).await;
            0
        }
    };
    let _ = handle.exit_status_request(channel, code).await;
    let _ = handle.eof(channel).await;
    let _ = handle.close(channel).await;
}

/// A private key, as a secret holds it.
pub(super) fn private_key() -> String {
    key(2).to_openssh(LineEnding::LF).unwrap().to_string()
}
