//! Pushing a feed to a broadcaster: one POST of the JSON document.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ureq::tls::{PemItem, RootCerts, TlsConfig, TlsProvider, parse_pem};

use super::Caching;

/// Why a document did not arrive.
#[derive(Debug, thiserror::Error)]
pub enum PushError {
    /// The broadcaster answered, and not with success.
    #[error("{0}")]
    Refused(u16),
    /// There was no answer.
    #[error("{0}")]
    Unreachable(String),
}

/// Where systems keep the certificates they trust; `SSL_CERT_FILE` goes before.
const TRUSTED: [&str; 4] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// A broadcaster that is pushed to.
#[derive(Debug)]
pub struct Receiver {
    agent: ureq::Agent,
    address: String,
}

impl Receiver {
    /// The receiver at an address. An `https` one is trusted as the system trusts it.
    pub fn new(address: &str) -> Self {
        let mut config = ureq::Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(10)))
            .max_redirects(0)
            .http_status_as_error(false);
        if address.starts_with("https:") {
            let crypto = Arc::new(rustls::crypto::ring::default_provider());
            let tls = TlsConfig::builder()
                .provider(TlsProvider::Rustls)
                .unversioned_rustls_crypto_provider(crypto)
                .root_certs(trusted());
            config = config.tls_config(tls.build());
        }
        Self {
            agent: config.build().into(),
            address: address.to_owned(),
        }
    }

    /// Its address as it may be shown: what stands behind `?` or before `@` may be a password.
    pub fn shown(&self) -> String {
        let address = self.address.split(['?', '#']).next().unwrap_or_default();
        match address.split_once("://") {
            Some((scheme, rest)) => {
                let host_at = rest.find('/').unwrap_or(rest.len());
                let (host, path) = rest.split_at(host_at);
                let host = host.rsplit('@').next().unwrap_or_default();
                format!("{scheme}://{host}{path}")
            }
            None => address.to_owned(),
        }
    }

    /// Sends a JSON document and waits for the answer, ten seconds at most. The receiver knows by
    /// `Idempotency-Key` (the document's validator) when it has it already.
    ///
    /// # Errors
    /// Why it did not arrive; sending it again is safe.
    pub fn push(&self, document: &[u8]) -> Result<(), PushError> {
        let answer = self
            .agent
            .post(&self.address)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", Caching::of(document, false).etag)
            .send(document)
            .map_err(|error| PushError::Unreachable(error.to_string()))?;
        match answer.status().as_u16() {
            200..=299 => Ok(()),
            status => Err(PushError::Refused(status)),
        }
    }
}

/// The system's certificates; none where it keeps them elsewhere, and then nothing is trusted.
fn trusted() -> RootCerts {
    let named = std::env::var_os("SSL_CERT_FILE").map(PathBuf::from);
    let bundle = named
        .into_iter()
        .chain(TRUSTED.map(PathBuf::from))
        .find_map(|path| std::fs::read(path).ok())
        .unwrap_or_default();
    let certificates: Vec<_> = parse_pem(&bundle)
        .filter_map(|item| match item {
            Ok(PemItem::Certificate(certificate)) => Some(certificate),
            _ => None,
        })
        .collect();
    RootCerts::from(certificates)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_a_password_is_not_shown() {
        let shown = |address| Receiver::new(address).shown();
        assert_eq!(
            shown("http://user:secret@live.example/qipu/in?token=abc#x"),
            "http://live.example/qipu/in"
        );
        assert_eq!(shown("http://live.example"), "http://live.example");
    }

    /// An address that cannot be trusted or reached is an error, never the end of the thread.
    #[test]
    fn nobody_there_is_an_error_in_the_clear_and_encrypted() {
        for address in ["http://127.0.0.1:1/in", "https://127.0.0.1:1/in"] {
            let told = Receiver::new(address).push(b"{}");
            assert!(matches!(told, Err(PushError::Unreachable(_))), "{told:?}");
        }
    }
}
