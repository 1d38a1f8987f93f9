//! The way out over TLS, to a server on loopback whose authority is the operator's own.

use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use crate::outgoing::{
    Method, Outgoing, OutgoingFault, OutgoingOptions, OutgoingOptionsError, OutgoingRequest,
};

/// An authority, and a certificate for a name that it gave.
struct Authority {
    pem: String,
    certificate: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
}

impl Authority {
    fn new(name: &str) -> Self {
        let mut authority = CertificateParams::new(Vec::new()).unwrap();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(vec![name.to_owned()]).unwrap();
        let certificate = certificate.signed_by(&key, &authority).unwrap();
        Self {
            pem: authority.pem(),
            certificate: certificate.der().clone(),
            key: PrivateKeyDer::try_from(key.serialize_der()).unwrap(),
        }
    }

    /// A server with that certificate; gives its port.
    async fn serve(&self) -> u16 {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![self.certificate.clone()], self.key.clone_key())
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    // Who does not trust it hangs up.
                    let Ok(mut stream) = acceptor.accept(stream).await else {
                        return;
                    };
                    let mut asked = Vec::new();
                    while !asked.ends_with(b"\r\n\r\n") {
                        if stream.read_buf(&mut asked).await.unwrap_or_default() == 0 {
                            return;
                        }
                    }
                    let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nhola";
                    let _gone = stream.write_all(answer).await;
                    let _gone = stream.shutdown().await;
                });
            }
        });
        port
    }
}

fn options(port: u16, certificates: &[&std::path::Path]) -> OutgoingOptions {
    OutgoingOptions {
        allowed_addresses: vec![format!("127.0.0.1:{port}"), format!("localhost:{port}")],
        extra_root_certificates: certificates.iter().map(|path| path.to_path_buf()).collect(),
        ..OutgoingOptions::default()
    }
}

async fn ask(outgoing: &Outgoing, url: String) -> Result<String, String> {
    match outgoing.send(OutgoingRequest::new(Method::Get, url)).await {
        Ok(answer) => Ok(answer.text()),
        Err(error) => {
            assert!(!error.may_have_acted, "nothing is sent to whom nobody trusts");
            assert!(matches!(error.fault, OutgoingFault::Unreachable { .. }), "{error}");
            Err(error.to_string())
        }
    }
}

#[tokio::test]
async fn an_authority_of_the_operators_own_is_trusted_where_its_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ca.pem");
    let authority = Authority::new("localhost");
    std::fs::write(&file, &authority.pem).unwrap();
    let port = authority.serve().await;
    let url = format!("https://localhost:{port}/");

    let trusting = Outgoing::new(options(port, &[&file])).unwrap();
    assert_eq!(ask(&trusting, url.clone()).await.as_deref(), Ok("hola"));
    // For another name its certificate is none.
    let other = ask(&trusting, format!("https://127.0.0.1:{port}/")).await.unwrap_err();
    assert!(other.contains("not valid for name"), "{other}");

    let strict = Outgoing::new(options(port, &[])).unwrap();
    let told = ask(&strict, url.clone()).await.unwrap_err();
    assert!(told.contains("UnknownIssuer"), "{told}");

    // Another authority of the same name is another.
    std::fs::write(&file, Authority::new("localhost").pem).unwrap();
    let mistaken = Outgoing::new(options(port, &[&file])).unwrap();
    ask(&mistaken, url).await.unwrap_err();
}

#[test]
fn a_file_of_certificates_that_is_none_is_told_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ca.pem");
    let told = || match Outgoing::new(options(443, &[&file])) {
        Err(error @ OutgoingOptionsError::Certificate { .. }) => error.to_string(),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it was taken"),
    };
    assert!(told().contains("ca.pem`: No such file"), "{}", told());
    std::fs::write(&file, "nothing").unwrap();
    assert!(told().contains("there is no certificate in it"), "{}", told());
    std::fs::write(&file, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").unwrap();
    assert!(told().contains("BEGIN CERTIFICATE"), "{}", told());
}
