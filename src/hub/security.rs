//! TLS: a certificate of the hub's own, made at the first start and pinned by the terminals.

use std::fs;
use std::io::Write as _;
use std::net::SocketAddr;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

use super::Hub;
use crate::sync::pin::{self, NAME};

/// How the hub is to be served.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Tls {
    /// With a certificate of its own, except on this machine alone.
    #[default]
    Auto,
    /// In the clear. The desk says so in red.
    Off,
    /// With a certificate from elsewhere: PEM files of the chain and the key.
    Files(PathBuf, PathBuf),
}

/// How the hub is served in fact.
#[derive(Debug, Default)]
pub struct Security(Mutex<Served>);

#[derive(Debug, Clone, Default)]
struct Served {
    encrypted: bool,
    beyond_this_machine: bool,
    /// The certificate, DER.
    certificate: Option<Vec<u8>>,
}

impl Security {
    fn served(&self) -> Served {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Notes how the hub is served.
    pub fn note(&self, address: SocketAddr, certificate: Option<Vec<u8>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Served {
            encrypted: certificate.is_some(),
            beyond_this_machine: !address.ip().is_loopback(),
            certificate,
        };
    }
}

impl Hub {
    /// Whether pages travel encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.security.served().encrypted
    }

    /// Whether passwords could be read on the network.
    pub fn is_in_the_clear(&self) -> bool {
        let served = self.security.served();
        served.beyond_this_machine && !served.encrypted
    }

    /// The certificate's SHA-256 as people compare it.
    pub(super) fn certificate_words(&self) -> Option<Vec<String>> {
        self.security
            .served()
            .certificate
            .map(|der| pin::words(&der))
    }

    /// The certificate, PEM, for terminals to pin.
    pub(super) fn certificate_pem(&self) -> Option<String> {
        self.security.served().certificate.map(|der| pin::pem(&der))
    }
}

/// Chain and key, ready to serve with, and the certificate that terminals pin.
#[derive(Debug)]
pub struct Identity {
    /// What the server works with.
    pub config: Arc<ServerConfig>,
    /// The certificate, DER.
    pub certificate: Vec<u8>,
}

impl Tls {
    /// The identity to serve with on an address; none in the clear.
    ///
    /// # Errors
    /// One line naming the file.
    pub fn identity(&self, data: &Path, address: SocketAddr) -> Result<Option<Identity>, String> {
        let (chain, key) = match self {
            Self::Off => return Ok(None),
            Self::Auto if address.ip().is_loopback() => return Ok(None),
            Self::Auto => own(data)?,
            Self::Files(chain, key) => (read(chain)?, read(key)?),
        };
        let broken = |error: &dyn std::fmt::Display| format!("certificate: {error}");
        let certificates: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(&chain)
            .collect::<Result<_, _>>()
            .map_err(|error| broken(&error))?;
        let key = PrivateKeyDer::from_pem_slice(&key).map_err(|error| broken(&error))?;
        let certificate = certificates
            .first()
            .ok_or("certificate: the file is empty")?
            .to_vec();
        let crypto = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(crypto)
            .with_safe_default_protocol_versions()
            .map_err(|error| broken(&error))?
            .with_no_client_auth()
            .with_single_cert(certificates, key)
            .map_err(|error| broken(&error))?;
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Some(Identity {
            config: Arc::new(config),
            certificate,
        }))
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The hub's own certificate, made once. Its name is the same everywhere: terminals go by the
/// certificate itself, so the hub may change its address.
fn own(data: &Path) -> Result<(Vec<u8>, Vec<u8>), String> {
    let (chain, key) = (data.join("certificate.pem"), data.join("certificate.key"));
    if chain.is_file() && key.is_file() {
        return Ok((read(&chain)?, read(&key)?));
    }
    let names = vec![NAME.to_owned(), "localhost".to_owned()];
    let made = rcgen::generate_simple_self_signed(names)
        .map_err(|error| format!("certificate: {error}"))?;
    let pem = made.cert.pem();
    let secret = made.signing_key.serialize_pem();
    write(&key, secret.as_bytes(), 0o600)?;
    write(&chain, pem.as_bytes(), 0o644)?;
    Ok((pem.into_bytes(), secret.into_bytes()))
}

fn write(path: &Path, bytes: &[u8], mode: u32) -> Result<(), String> {
    let written = fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(mode)
        .open(path)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
    written.map_err(|error| format!("{}: {error}", path.display()))
}
