//! The hub on a port.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use axum::Router;
use axum_server::tls_rustls::RustlsConfig;
use tokio::sync::oneshot;

use super::feed::GATHERED;
use super::security::{Identity, Tls};
use super::{Hub, api, broadcast, desk, page};

/// Why the hub could not be put on its port.
#[derive(Debug, thiserror::Error)]
#[error("{address}: {reason}")]
pub struct StartError {
    /// The address asked for.
    pub address: String,
    /// Why not.
    pub reason: String,
}

/// Puts a hub on a port.
#[derive(Debug)]
pub struct Server;

/// A running server. It stops when this is dropped.
#[derive(Debug)]
pub struct Handle {
    address: SocketAddr,
    certificate: Option<Vec<u8>>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Everything the hub answers to.
pub fn router(hub: Arc<Hub>) -> Router {
    Router::new()
        .merge(api::routes())
        .merge(desk::routes(&hub))
        .merge(broadcast::routes())
        .merge(page::routes())
        .with_state(hub)
}

impl Server {
    /// Starts to serve on `listen` (`127.0.0.1:0` for a free port), in threads of its own; beyond
    /// this machine with the hub's own certificate.
    ///
    /// # Errors
    /// [`StartError`] naming the address, when it is not one, is taken or may not be used.
    pub fn start(hub: Arc<Hub>, listen: &str) -> Result<Handle, StartError> {
        Self::start_with(hub, listen, &Tls::Auto)
    }

    /// As [`Self::start`], with a say in the encryption.
    ///
    /// # Errors
    /// As [`Self::start`]; a certificate that cannot be used is named.
    pub fn start_with(hub: Arc<Hub>, listen: &str, tls: &Tls) -> Result<Handle, StartError> {
        let fault = |reason: String| StartError {
            address: listen.to_owned(),
            reason,
        };
        let listener = TcpListener::bind(listen).map_err(|error| fault(error.to_string()))?;
        let address = listener
            .local_addr()
            .map_err(|error| fault(error.to_string()))?;
        listener
            .set_nonblocking(true)
            .map_err(|error| fault(error.to_string()))?;
        let identity = tls.identity(hub.folder(), address).map_err(fault)?;
        let certificate = identity
            .as_ref()
            .map(|identity| identity.certificate.clone());
        hub.security.note(address, certificate.clone());
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .thread_name("hub-serve")
            .enable_all()
            .build()
            .map_err(|error| fault(error.to_string()))?;
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = std::thread::Builder::new()
            .name("hub-server".to_owned())
            .spawn(move || {
                runtime.block_on(async {
                    tokio::select! {
                        () = release(Arc::clone(&hub)) => {}
                        served = serve(hub, listener, identity) => {
                            if let Err(error) = served {
                                tracing::error!(%error, "serving ended");
                            }
                        }
                        // Dropping the handle ends it as well.
                        _ = stopped => {}
                    }
                });
                // Streams to spectators never end by themselves.
                runtime.shutdown_timeout(Duration::from_secs(1));
            })
            .map_err(|error| fault(error.to_string()))?;
        Ok(Handle {
            address,
            certificate,
            stop: Some(stop),
            thread: Some(thread),
        })
    }
}

/// Tells the hall's watchers what has gathered, and those who are behind what they may know.
async fn release(hub: Arc<Hub>) {
    let mut often = tokio::time::interval(GATHERED);
    loop {
        often.tick().await;
        hub.feed.release();
    }
}

async fn serve(
    hub: Arc<Hub>,
    listener: TcpListener,
    identity: Option<Identity>,
) -> std::io::Result<()> {
    let service = router(hub).into_make_service_with_connect_info::<SocketAddr>();
    match identity {
        None => axum::serve(tokio::net::TcpListener::from_std(listener)?, service).await,
        Some(identity) => {
            let config = RustlsConfig::from_config(identity.config);
            axum_server::from_tcp_rustls(listener, config)?
                .serve(service)
                .await
        }
    }
}

impl Handle {
    /// The address it is served on, with the real port.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The certificate it shows, DER; none in the clear.
    pub fn certificate(&self) -> Option<&[u8]> {
        self.certificate.as_deref()
    }

    /// The URL of the public pages.
    pub fn url(&self) -> String {
        let scheme = if self.certificate.is_some() {
            "https"
        } else {
            "http"
        };
        format!("{scheme}://{}", self.address)
    }

    /// Serves until the process ends.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic in there was already reported.
            let _ = thread.join();
        }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A panic in there was already reported.
            let _ = thread.join();
        }
    }
}
