//! The hub's certificate as a terminal knows it: seen once, compared by a person, pinned.

use std::net::{TcpStream, ToSocketAddrs};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, ClientConnection, DigitallySignedStruct, SignatureScheme,
    Stream,
};
use sha2::{Digest as _, Sha256};

/// The one name in every hub's certificate. Terminals go by the certificate itself, so the hub may
/// change its address.
pub const NAME: &str = "qipu-hub";

/// The SHA-256 of a certificate in groups that a person can compare.
pub fn words(der: &[u8]) -> Vec<String> {
    let digest = hex::encode_upper(Sha256::digest(der));
    digest.as_bytes()[..32]
        .chunks(4)
        .map(|group| String::from_utf8_lossy(group).into_owned())
        .collect()
}

/// A certificate as PEM.
pub fn pem(der: &[u8]) -> String {
    let text = STANDARD.encode(der);
    let lines: Vec<&str> = (0..text.len())
        .step_by(64)
        .map(|at| &text[at..text.len().min(at + 64)])
        .collect();
    format!(
        "-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n",
        lines.join("\n")
    )
}

/// Looks at the certificate of a hub, `host:port`, without trusting it: for a person to compare
/// before the terminal enrols.
///
/// # Errors
/// One line when nothing that speaks TLS answers.
pub fn look(address: &str) -> Result<Vec<u8>, String> {
    let fault = |error: &dyn std::fmt::Display| format!("{address}: {error}");
    let seen = Arc::new(Verifier::new(None));
    let config = config(Arc::clone(&seen)).map_err(|error| fault(&error))?;
    let name = ServerName::try_from(NAME).map_err(|error| fault(&error))?;
    let mut connection =
        ClientConnection::new(Arc::new(config), name).map_err(|error| fault(&error))?;
    let wait = Duration::from_secs(5);
    let socket = address
        .to_socket_addrs()
        .map_err(|error| fault(&error))?
        .next();
    let socket = socket.ok_or_else(|| fault(&"no such host"))?;
    let mut stream = TcpStream::connect_timeout(&socket, wait).map_err(|error| fault(&error))?;
    stream
        .set_read_timeout(Some(wait))
        .map_err(|error| fault(&error))?;
    let mut tls = Stream::new(&mut connection, &mut stream);
    std::io::Write::flush(&mut tls).map_err(|error| fault(&error))?;
    let found = seen
        .certificate
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    found.ok_or_else(|| fault(&"showed no certificate"))
}

/// How to speak to the hub that shows this certificate, DER, and no other. Whether its name, its
/// issuer or its dates fit does not matter: a person has compared the certificate itself.
///
/// # Errors
/// The cryptography is not there.
pub fn trusting(certificate: &[u8]) -> Result<ClientConfig, rustls::Error> {
    config(Arc::new(Verifier::new(Some(certificate.to_vec()))))
}

fn config(verifier: Arc<Verifier>) -> Result<ClientConfig, rustls::Error> {
    Ok(
        ClientConfig::builder_with_provider(Arc::clone(&verifier.crypto))
            .with_safe_default_protocol_versions()?
            .dangerous()
            .with_custom_certificate_verifier(verifier)
            .with_no_client_auth(),
    )
}

/// Takes one certificate, or any when none is pinned, and remembers what it saw. That the other
/// side has the certificate's key is always checked.
#[derive(Debug)]
struct Verifier {
    pinned: Option<Vec<u8>>,
    certificate: Mutex<Option<Vec<u8>>>,
    crypto: Arc<CryptoProvider>,
}

impl Verifier {
    fn new(pinned: Option<Vec<u8>>) -> Self {
        Self {
            pinned,
            certificate: Mutex::new(None),
            crypto: Arc::new(rustls::crypto::ring::default_provider()),
        }
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let mut seen = self
            .certificate
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *seen = Some(certificate.to_vec());
        let pinned = self.pinned.as_deref();
        if pinned.is_none_or(|pinned| pinned == certificate.as_ref()) {
            Ok(ServerCertVerified::assertion())
        } else {
            let other = CertificateError::ApplicationVerificationFailure;
            Err(rustls::Error::InvalidCertificate(other))
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.crypto.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, certificate, signed, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.crypto.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, certificate, signed, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.crypto
            .signature_verification_algorithms
            .supported_schemes()
    }
}
