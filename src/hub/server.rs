//! The hub on a port.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use axum::Router;
use tokio::sync::oneshot;

use super::{Hub, api, page};

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
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Everything the hub answers to.
pub fn router(hub: Arc<Hub>) -> Router {
    Router::new()
        .merge(api::routes())
        .merge(page::routes())
        .with_state(hub)
}

impl Server {
    /// Starts to serve on `listen` (`127.0.0.1:0` for a free port), in threads of its own.
    ///
    /// # Errors
    /// [`StartError`] naming the address, when it is not one, is taken or may not be used.
    pub fn start(hub: Arc<Hub>, listen: &str) -> Result<Handle, StartError> {
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
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .thread_name("hub-serve")
            .enable_all()
            .build()
            .map_err(|error| fault(error.to_string()))?;
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = std::thread::Builder::new()
            .name("hub-server".to_owned())
            .spawn(move || {
                runtime.block_on(serve(hub, listener, stopped));
                // Streams to spectators never end by themselves.
                runtime.shutdown_timeout(Duration::from_secs(1));
            })
            .map_err(|error| fault(error.to_string()))?;
        Ok(Handle {
            address,
            stop: Some(stop),
            thread: Some(thread),
        })
    }
}

async fn serve(hub: Arc<Hub>, listener: TcpListener, stopped: oneshot::Receiver<()>) {
    let listener = match tokio::net::TcpListener::from_std(listener) {
        Ok(listener) => listener,
        Err(error) => {
            tracing::error!(%error, "the listening socket is of no use");
            return;
        }
    };
    let service = router(hub).into_make_service_with_connect_info::<SocketAddr>();
    tokio::select! {
        served = axum::serve(listener, service) => {
            if let Err(error) = served {
                tracing::error!(%error, "serving ended");
            }
        }
        // Dropping the handle ends it as well.
        _ = stopped => {}
    }
}

impl Handle {
    /// The address it is served on, with the real port.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The URL of the public pages.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
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
