//! The seam to the network: one request, one answer.
//!
//! What is above it never knows whether the network is real, so tests and the demo lose links here.

mod pinned;

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::sync::Arc;
use std::time::Duration;

use ureq::Agent;
use ureq::tls::{TlsConfig, TlsProvider};
use ureq::unversioned::resolver::DefaultResolver;
use ureq::unversioned::transport::{Connector as _, TcpConnector};

use super::pin::{self, NAME};
use pinned::{Fixed, PinnedTls};

/// The largest answer that is read, bytes.
const LARGEST: u64 = 16 << 20;
/// How long an answer may take beyond what the hub was asked to wait.
const PATIENCE: Duration = Duration::from_secs(15);

/// A request to the hub.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// `GET`, `POST` or `PUT`.
    pub method: &'static str,
    /// Path and query.
    pub path: String,
    /// The `Authorization` header, when it is signed.
    pub authorization: Option<String>,
    /// The body, JSON.
    pub body: Vec<u8>,
    /// How long the hub may hold its answer back.
    pub wait: Duration,
}

/// The hub's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// What `Retry-After` says.
    pub retry_after: Option<Duration>,
    /// The body.
    pub body: Vec<u8>,
}

/// No answer came.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no answer from the hub: {0}")]
pub struct NoAnswer(pub String);

/// Carries requests to the hub.
pub trait Transport: Send + Sync {
    /// Sends a request and waits for the answer. Whether the hub carried it out is unknown when
    /// none comes.
    ///
    /// # Errors
    /// [`NoAnswer`] when the connection fails or takes too long.
    fn exchange(&self, request: &Request) -> Result<Response, NoAnswer>;
}

/// HTTP to a hub's address.
#[derive(Debug, Clone)]
pub struct Http {
    base: String,
    agent: Agent,
}

/// A hub's address that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{address}: {reason}")]
pub struct AddressError {
    /// The address.
    pub address: String,
    /// What is wrong with it.
    pub reason: String,
}

fn config(tls: TlsConfig) -> ureq::config::Config {
    Agent::config_builder()
        .tls_config(tls)
        // The statuses are answers; each has its duty.
        .http_status_as_error(false)
        .max_redirects(0)
        // The hub is in the hall; no proxy leads there.
        .proxy(None)
        .timeout_connect(Some(Duration::from_secs(5)))
        .user_agent(concat!("qipu/", env!("CARGO_PKG_VERSION")))
        .build()
}

fn tls() -> TlsConfig {
    let crypto = Arc::new(rustls::crypto::ring::default_provider());
    TlsConfig::builder()
        .provider(TlsProvider::Rustls)
        .unversioned_rustls_crypto_provider(crypto)
        .build()
}

impl Http {
    /// A transport to a hub in the clear, such as `http://192.168.1.5:8460`. An `https` address
    /// gets no answer: whom to trust there, only [`Self::pinned`] knows.
    pub fn new(base: &str) -> Self {
        let (connector, resolver) = (TcpConnector::default(), DefaultResolver::default());
        Self {
            base: base.trim_end_matches('/').to_owned(),
            agent: Agent::with_parts(config(tls()), connector, resolver),
        }
    }

    /// A transport to the hub at `host:port` that shows this certificate and no other.
    ///
    /// # Errors
    /// [`AddressError`] when the address does not resolve or the certificate does not read.
    pub fn pinned(address: &str, certificate: &[u8]) -> Result<Self, AddressError> {
        let fault = |reason: String| AddressError {
            address: address.to_owned(),
            reason,
        };
        let sockets: Vec<SocketAddr> = address
            .to_socket_addrs()
            .map_err(|error| fault(error.to_string()))?
            .collect();
        let port = sockets
            .first()
            .ok_or_else(|| fault("no such host".to_owned()))?
            .port();
        let trusting = pin::trusting(certificate).map_err(|error| fault(error.to_string()))?;
        let connector = TcpConnector::default().chain(PinnedTls(Arc::new(trusting)));
        let agent = Agent::with_parts(config(tls()), connector, Fixed(sockets));
        Ok(Self {
            base: format!("https://{NAME}:{port}"),
            agent,
        })
    }

    fn send(&self, request: &Request) -> Result<Response, ureq::Error> {
        let mut http = ureq::http::Request::builder()
            .method(request.method)
            .uri(format!("{}{}", self.base, request.path))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json");
        if let Some(authorization) = &request.authorization {
            http = http.header("Authorization", authorization);
        }
        let timeout = Some(request.wait + PATIENCE);
        let response = if request.method == "GET" {
            let http = http.body(()).map_err(ureq::Error::Http)?;
            let http = self
                .agent
                .configure_request(http)
                .timeout_global(timeout)
                .build();
            self.agent.run(http)?
        } else {
            let http = http
                .body(request.body.as_slice())
                .map_err(ureq::Error::Http)?;
            let http = self
                .agent
                .configure_request(http)
                .timeout_global(timeout)
                .build();
            self.agent.run(http)?
        };
        let retry_after = response
            .headers()
            .get("Retry-After")
            .and_then(|value| value.to_str().ok()?.parse().ok())
            .map(Duration::from_secs);
        let status = response.status().as_u16();
        let body = response
            .into_body()
            .into_with_config()
            .limit(LARGEST)
            .read_to_vec()?;
        Ok(Response {
            status,
            retry_after,
            body,
        })
    }
}

impl Transport for Http {
    fn exchange(&self, request: &Request) -> Result<Response, NoAnswer> {
        self.send(request)
            .map_err(|error| NoAnswer(error.to_string()))
    }
}
